//! Random numbers that are the same on every machine (SplitMix64).

/// A random number generator.
pub struct Random(u64);

impl Random {
    /// Creates a generator with this seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Returns a number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The upper half of the product needs no division, and its bias is negligible.
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// Shuffles the items uniformly.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Returns one of the bits of a mask that is not 0.
    pub fn pick_bit(&mut self, mask: u16) -> u16 {
        let skipped = self.below(mask.count_ones() as usize);
        let rest = (0..skipped).fold(mask, |rest, _| rest & (rest - 1));
        rest & rest.wrapping_neg()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_and_every_bit_is_reached() {
        let mut random = Random::new(1);
        let mut seen = [[false; 4]; 4];
        let mut bits = 0;
        for _ in 0..200 {
            let mut items = [0, 1, 2, 3];
            random.shuffle(&mut items);
            items
                .iter()
                .enumerate()
                .for_each(|(place, item)| seen[place][*item] = true);
            bits |= random.pick_bit(0b1010_0001);
        }
        assert_eq!(seen, [[true; 4]; 4]);
        assert_eq!(bits, 0b1010_0001);
    }
}
