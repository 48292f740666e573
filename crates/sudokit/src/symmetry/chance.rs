//! The few ways to use random numbers that transformations need, written out here so that a seed
//! gives the same result for ever: what a library calls `shuffle` may change with its version.

use rand_xoshiro::rand_core::Rng;

/// A number below a limit, all with the same chance: the upper half of a product of 128 bits,
/// where products that would favour some numbers are drawn again.
pub(super) fn below(limit: u64, random: &mut impl Rng) -> u64 {
    let unfair = limit.wrapping_neg() % limit;
    loop {
        let product = u128::from(random.next_u64()) * u128::from(limit);
        if product as u64 >= unfair {
            return (product >> 64) as u64;
        }
    }
}

/// Puts items into any order: from the last to the second, each changes places with one of those
/// up to itself.
pub(super) fn shuffle<T>(items: &mut [T], random: &mut impl Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(last as u64 + 1, random) as usize);
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn a_seed_gives_the_same_for_ever() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut items: Vec<u8> = (0..9).collect();
        shuffle(&mut items, &mut random);
        assert_eq!(items, [8, 1, 3, 2, 6, 4, 0, 5, 7]);
    }
}
