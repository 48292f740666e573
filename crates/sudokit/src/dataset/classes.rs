//! Classes of isomorphic puzzles.

use std::collections::HashSet;

use crate::random::mixed;
use crate::symmetry::canonical_values_9x9;

/// A hash of the canonical form of a puzzle: equal for isomorphic puzzles. Among 10⁹ classes the
/// probability of any collision is below 10⁻²⁰. The key of a class never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassKey(pub u128);

/// Returns the class of a puzzle, or `None` if it breaks a rule or has a value above 9.
///
/// ```
/// use sudokit::dataset::class_key;
///
/// let (mut one, mut other) = ([0; 81], [0; 81]);
/// (one[0], other[80]) = (3, 8);
/// assert_eq!(class_key(&one), class_key(&other));
/// one[1] = 3;
/// assert_eq!(class_key(&one), None);
/// ```
pub fn class_key(puzzle: &[u8; 81]) -> Option<ClassKey> {
    let canonical = canonical_values_9x9(puzzle)?;
    let (mut low, mut high) = (1u64, 2u64);
    // Sixteen values of four bits each are one word.
    for values in canonical.chunks(16) {
        let word = values
            .iter()
            .fold(0, |word, value| word << 4 | u64::from(*value));
        (low, high) = (mixed(low ^ word), mixed(high.rotate_left(23) ^ word));
    }
    Some(ClassKey(u128::from(high) << 64 | u128::from(low)))
}

/// Returns the class of each puzzle, computed on this many threads; 0 means one per core.
pub fn class_keys(puzzles: &[[u8; 81]], threads: usize) -> Vec<Option<ClassKey>> {
    super::each(puzzles, threads, class_key)
}

/// Returns the indices of the first puzzle of each class, in ascending order. Puzzles without a
/// class are left out.
///
/// ```
/// use sudokit::dataset::{class_keys, first_of_each_class};
///
/// let mut puzzles = [[0; 81]; 3];
/// puzzles[1][5] = 7;
/// puzzles[2][9] = 2;
/// assert_eq!(first_of_each_class(&class_keys(&puzzles, 1)), [0, 1]);
/// ```
pub fn first_of_each_class(keys: &[Option<ClassKey>]) -> Vec<usize> {
    let mut seen = HashSet::with_capacity(keys.len());
    let is_first = |key: &Option<ClassKey>| key.is_some_and(|key| seen.insert(key));
    let firsts = keys.iter().map(is_first).collect::<Vec<_>>();
    let indices = firsts.into_iter().enumerate();
    indices
        .filter(|(_, is_first)| *is_first)
        .map(|(index, _)| index)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::Isomorph;
    use crate::random::Random;

    #[test]
    fn isomorphs_share_a_key_and_others_do_not() {
        let mut random = Random::new(4, 0);
        let mut keys = HashSet::new();
        for number in 0..200 {
            // A few givens of different values in rows of their own break no rule.
            let puzzle = std::array::from_fn(|cell| match random.below(40) {
                0 if cell % 10 == 0 => (cell / 9 + 1) as u8,
                _ => u8::from(cell == number % 81) * 9,
            });
            let Some(key) = class_key(&puzzle) else {
                continue;
            };
            for _ in 0..5 {
                let isomorph = Isomorph::random(&mut random);
                assert_eq!(class_key(&isomorph.apply(&puzzle)), Some(key));
            }
            keys.insert((canonical_values_9x9(&puzzle), key));
        }
        let forms: HashSet<_> = keys.iter().map(|(form, _)| form).collect();
        let hashes: HashSet<_> = keys.iter().map(|(_, key)| key).collect();
        assert!(forms.len() > 5);
        assert_eq!(forms.len(), hashes.len());
    }

    #[test]
    fn keys_never_change() {
        let mut puzzle = [0; 81];
        puzzle[40] = 5;
        let expected = Some(ClassKey(88_827_469_419_294_213_819_501_958_150_554_214_153));
        assert_eq!(class_key(&puzzle), expected);
    }

    #[test]
    fn broken_puzzles_have_no_class() {
        let mut puzzle = [0; 81];
        puzzle[0] = 10;
        assert_eq!(class_keys(&[puzzle, [0; 81]], 2)[0], None);
        assert!(first_of_each_class(&[None, None]).is_empty());
    }
}
