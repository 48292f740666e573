//! Train and test sets that share no class of isomorphic puzzles.

use std::collections::{BTreeMap, HashMap};

use super::classes::ClassKey;
use crate::random::mixed;

/// The set that a puzzle belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Part {
    /// For training.
    Train,
    /// For testing.
    Test,
}

/// Divides a set into train and test sets by class, so that no puzzle of one is isomorphic to a
/// puzzle of the other. Both have the same distribution of difficulty, as far as whole classes
/// allow.
///
/// ```
/// use sudokit::dataset::{ClassKey, Part, Split};
///
/// // Three classes of two puzzles each, in one stratum.
/// let keys = [1, 2, 3, 1, 2, 3].map(|key| Some(ClassKey(key)));
/// let parts = Split::count(7, 1).parts(&keys, &[0; 6]);
/// assert_eq!(parts[..3], parts[3..]);
/// assert_eq!(parts.iter().filter(|part| **part == Some(Part::Test)).count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Split {
    seed: u64,
    test: TestSize,
}

#[derive(Clone, Copy, Debug)]
enum TestSize {
    Share(f64),
    Count(usize),
}

impl Split {
    /// Puts this share of the classes into the test set: 0.1 for one in ten. It is limited to the
    /// range from 0 to 1.
    pub fn share(seed: u64, share: f64) -> Split {
        let test = TestSize::Share(share.clamp(0.0, 1.0));
        Split { seed, test }
    }

    /// Puts this number of classes into the test set, or all if there are fewer.
    pub fn count(seed: u64, classes: usize) -> Split {
        let test = TestSize::Count(classes);
        Split { seed, test }
    }

    /// Returns the part of each puzzle; `None` for a puzzle without a class. Each puzzle has a
    /// stratum, such as that of its [guesses](super::stratum); a class has the stratum of its first
    /// puzzle. From each stratum the same share of classes goes into the test set.
    ///
    /// Which classes those are depends on the seed and the classes alone, not on the order of the
    /// puzzles, if all puzzles of a class have the same stratum.
    ///
    /// # Panics
    ///
    /// Panics if there is not one stratum for each puzzle.
    pub fn parts(&self, keys: &[Option<ClassKey>], strata: &[u32]) -> Vec<Option<Part>> {
        assert_eq!(keys.len(), strata.len(), "one stratum per puzzle");
        let mut parts = HashMap::with_capacity(keys.len());
        let mut classes: BTreeMap<u32, Vec<ClassKey>> = BTreeMap::new();
        for (key, stratum) in keys.iter().zip(strata) {
            if let Some(key) = key
                && parts.insert(*key, Part::Train).is_none()
            {
                classes.entry(*stratum).or_default().push(*key);
            }
        }
        let wanted = match self.test {
            TestSize::Share(share) => (parts.len() as f64 * share).round() as usize,
            TestSize::Count(count) => count.min(parts.len()),
        };
        let all = parts.len();
        let mut before = 0;
        for stratum in classes.values_mut() {
            // Rounding the running total gives exactly the number wanted.
            let up_to = |classes: usize| (classes * wanted + all / 2) / all;
            let count = up_to(before + stratum.len()) - up_to(before);
            before += stratum.len();
            stratum.sort_unstable_by_key(|key| (self.order(*key), *key));
            for key in &stratum[..count] {
                parts.insert(*key, Part::Test);
            }
        }
        keys.iter()
            .map(|key| parts.get(&(*key)?).copied())
            .collect()
    }

    /// A random number for each class.
    fn order(&self, key: ClassKey) -> u64 {
        let (low, high) = (key.0 as u64, (key.0 >> 64) as u64);
        mixed(mixed(mixed(self.seed) ^ low) ^ high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(classes: u128) -> Vec<Option<ClassKey>> {
        (0..classes).map(|key| Some(ClassKey(key))).collect()
    }

    fn tests(parts: &[Option<Part>]) -> usize {
        let tests = parts.iter().filter(|part| **part == Some(Part::Test));
        tests.count()
    }

    #[test]
    fn a_class_is_never_divided() {
        let keys: Vec<_> = keys(100).into_iter().cycle().take(1_000).collect();
        let strata: Vec<u32> = (0..1_000).map(|number| number % 7).collect();
        let parts = Split::share(3, 0.3).parts(&keys, &strata);
        for (index, part) in parts.iter().enumerate() {
            assert_eq!(*part, parts[index % 100]);
        }
        assert_eq!(tests(&parts), 300);
    }

    #[test]
    fn every_stratum_gives_its_share() {
        let keys = keys(1_000);
        let strata: Vec<u32> = (0..1_000).map(|number| u32::from(number >= 900)).collect();
        let parts = Split::share(3, 0.1).parts(&keys, &strata);
        assert_eq!((tests(&parts[..900]), tests(&parts[900..])), (90, 10));
        let parts = Split::count(3, 333).parts(&keys, &strata);
        assert_eq!((tests(&parts[..900]), tests(&parts[900..])), (300, 33));
    }

    #[test]
    fn the_order_of_puzzles_does_not_matter_and_the_seed_does() {
        let keys = keys(200);
        let parts = |seed: u64, keys: &[_]| Split::share(seed, 0.5).parts(keys, &[0; 200]);
        let reversed: Vec<_> = keys.iter().rev().copied().collect();
        let mut backwards = parts(1, &reversed);
        backwards.reverse();
        assert_eq!(parts(1, &keys), backwards);
        assert_ne!(parts(1, &keys), parts(2, &keys));
    }

    #[test]
    fn extreme_sizes_are_possible() {
        let keys = keys(10);
        assert_eq!(tests(&Split::share(1, 7.0).parts(&keys, &[0; 10])), 10);
        assert_eq!(tests(&Split::share(1, -1.0).parts(&keys, &[0; 10])), 0);
        assert_eq!(tests(&Split::share(1, f64::NAN).parts(&keys, &[0; 10])), 0);
        assert_eq!(tests(&Split::count(1, 99).parts(&keys, &[0; 10])), 10);
        assert_eq!(Split::count(1, 9).parts(&[None], &[0]), [None]);
        assert_eq!(Split::count(1, 9).parts(&[], &[]), []);
    }
}
