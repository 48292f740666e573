//! A seed where nobody chose one.

use std::hash::{BuildHasher, RandomState};

/// Any seed, short enough to be typed again. The hasher of the standard library has its keys from
/// the system.
pub fn any() -> u64 {
    RandomState::new().hash_one(std::process::id()) % 1_000_000_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_short_and_new() {
        let seeds: Vec<u64> = (0..10).map(|_| any()).collect();
        assert!(seeds.iter().all(|seed| *seed < 1_000_000_000));
        assert!(seeds.iter().any(|seed| *seed != seeds[0]));
    }
}
