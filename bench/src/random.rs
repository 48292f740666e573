//! Random numbers that are the same everywhere: a counter whose bits are mixed (SplitMix64).

/// A sequence of numbers that its seed decides.
pub struct Random(u64);

impl Random {
    /// The sequence of this seed.
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

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The upper half of the product: no division, and a bias far below what could matter.
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// Puts the items into an order in which each is as likely as any other.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// One of the bits of a mask that is not 0.
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
    fn every_place_and_every_bit_is_reached() {
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
