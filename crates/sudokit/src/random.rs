//! Random numbers that are the same on every machine and in every release.
//!
//! A seed always gives the same puzzles, so nothing here depends on another crate, which might
//! change:
//!
//! - The generator is xoshiro256++.
//! - Its state is four outputs of SplitMix64, started from the seed and the stream.
//! - A number below a bound is the upper half of a 128-bit product (Lemire's method); the few
//!   lower halves that would make some numbers more likely than others are rejected.
//! - A shuffle is that of Fisher and Yates, from the last place down.

use crate::platform::entropy;

/// Returns a seed that differs from call to call and is short enough to type.
pub fn any_seed() -> u64 {
    entropy() % 1_000_000_000
}

/// A random number generator, determined by a seed and a stream. The streams of a seed are
/// independent, so each part of a divided task can have its own.
///
/// ```
/// use sudokit::random::Random;
///
/// let mut first = Random::new(7, 0);
/// let mut again = Random::new(7, 0);
/// let mut other = Random::new(7, 1);
/// let number = first.below(1_000_000);
/// assert_eq!(number, again.below(1_000_000));
/// assert_ne!(number, other.below(1_000_000));
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    state: [u64; 4],
}

impl Random {
    /// Creates the generator of a stream of a seed.
    pub fn new(seed: u64, stream: u64) -> Random {
        // Mixed twice, so that adjacent seeds and streams do not overlap.
        let mut counter = mixed(mixed(seed).wrapping_add(stream));
        let state = std::array::from_fn(|_| {
            counter = counter.wrapping_add(GOLDEN);
            mixed(counter)
        });
        Random { state }
    }

    /// Returns a uniformly distributed number.
    #[inline]
    pub fn number(&mut self) -> u64 {
        // xoshiro256++.
        let [first, second, third, fourth] = &mut self.state;
        let number = first
            .wrapping_add(*fourth)
            .rotate_left(23)
            .wrapping_add(*first);
        let shifted = *second << 17;
        *third ^= *first;
        *fourth ^= *second;
        *second ^= *third;
        *first ^= *fourth;
        *third ^= shifted;
        *fourth = fourth.rotate_left(45);
        number
    }

    /// Returns a uniformly distributed number below a bound, or 0 if the bound is 0.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        loop {
            let product = u128::from(self.number()) * u128::from(bound);
            let (upper, lower) = ((product >> 64) as u64, product as u64);
            if is_fair(lower, bound) {
                return upper;
            }
        }
    }

    /// Returns several uniformly distributed numbers from one draw, each below its own bound. The
    /// product of the bounds must fit 64 bits. The numbers are the digits of the number below that
    /// product that [`below`](Random::below) would return.
    #[inline]
    pub fn numbers_below<const N: usize>(&mut self, bounds: [u64; N]) -> [u64; N] {
        let product = bounds.iter().copied().fold(1, u64::wrapping_mul);
        loop {
            let mut rest = self.number();
            let numbers = bounds.map(|bound| {
                let digit = u128::from(rest) * u128::from(bound);
                rest = digit as u64;
                (digit >> 64) as u64
            });
            if is_fair(rest, product) {
                return numbers;
            }
        }
    }

    /// Returns a uniformly distributed index into a list of this length.
    #[inline]
    pub fn place(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// Returns a uniformly distributed number from 0 up to, but not including, 1.
    #[inline]
    pub fn fraction(&mut self) -> f64 {
        (self.number() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Shuffles items; all orders are equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.place(last + 1));
        }
    }
}

/// Whether a lower half keeps all numbers below the bound equally likely: of the 2^64 numbers,
/// 2^64 mod bound are too many. (A bound of 0 ends at the first comparison.)
#[inline]
fn is_fair(lower: u64, bound: u64) -> bool {
    lower >= bound || lower >= bound.wrapping_neg() % bound
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output function of SplitMix64: each bit depends on every bit of the input.
pub(crate) fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(GOLDEN);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_seeds_are_short_and_differ() {
        let seeds: Vec<u64> = (0..10).map(|_| any_seed()).collect();
        assert!(seeds.iter().all(|seed| *seed < 1_000_000_000));
        assert!(seeds.iter().any(|seed| *seed != seeds[0]));
    }

    #[test]
    fn streams_never_change() {
        let mut random = Random::new(1, 2);
        let numbers = [random.number(), random.below(1_000_000), random.below(9)];
        assert_eq!(numbers, [14_225_521_050_129_778_903, 969_332, 4]);
    }

    #[test]
    fn adjacent_streams_do_not_overlap() {
        let mut first: Vec<u64> = (0..100)
            .flat_map(|stream| {
                [
                    Random::new(5, stream).number(),
                    Random::new(6, stream).number(),
                ]
            })
            .collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 200);
    }

    #[test]
    fn numbers_below_a_bound_are_uniform() {
        let mut random = Random::new(3, 0);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[random.place(7)] += 1;
        }
        // Six standard deviations.
        assert!(
            counts.iter().all(|count| count.abs_diff(10_000) < 560),
            "{counts:?}"
        );
        assert_eq!((random.below(0), random.below(1)), (0, 0));
    }

    #[test]
    fn several_numbers_are_the_digits_of_one() {
        let (mut one, mut several) = (Random::new(5, 0), Random::new(5, 0));
        for _ in 0..1_000 {
            // Three quarters of the range, so that many are drawn again.
            let [high, middle, low] = several.numbers_below([3, 1 << 40, 1 << 22]);
            assert_eq!((high << 40 | middle) << 22 | low, one.below(3 << 62));
        }
        assert_eq!(several.numbers_below([0, 5]), [0, 0]);
    }

    #[test]
    fn biased_draws_are_rejected() {
        // Three quarters of the range: without drawing again, the numbers divisible by three
        // would come up twice as often.
        let bound = 3 << 62;
        let mut random = Random::new(4, 0);
        let divisible = (0..30_000)
            .filter(|_| random.below(bound).is_multiple_of(3))
            .count();
        assert!(divisible.abs_diff(10_000) < 500, "{divisible}");
    }

    #[test]
    fn shuffles_are_uniform() {
        let mut random = Random::new(8, 0);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            random.shuffle(&mut items);
            *counts.entry(items).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 24);
        assert!(
            counts.values().all(|count| count.abs_diff(1_000) < 190),
            "{counts:?}"
        );
    }
}
