//! The classes of isomorphic puzzles seen so far, in little memory.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};

use sudokit::solve::CancelToken;
use sudokit::symmetry::{self, Transformation};
use sudokit::{Puzzle, Shape};

/// A 128-bit hash of a class. Among 10⁹ classes the probability of any collision is below 10⁻²⁰.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassKey([u64; 2]);

impl ClassKey {
    fn new(shape: &Shape, values: &[u8], candidates: Option<&[u64]>) -> ClassKey {
        ClassKey([0u8, 1].map(|half| {
            let mut hasher = DefaultHasher::new();
            half.hash(&mut hasher);
            shape.box_size().hash(&mut hasher);
            values.hash(&mut hasher);
            if !shape.is_plain() {
                shape.to_string().hash(&mut hasher);
            }
            candidates.hash(&mut hasher);
            hasher.finish()
        }))
    }
}

impl Hash for ClassKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0[0]);
    }
}

/// The class of a puzzle.
pub struct PuzzleClass {
    pub key: ClassKey,
    /// Whether the puzzle has a canonical form; otherwise only equal puzzles share its class.
    pub is_canonical: bool,
    /// The transformation to the canonical form, if asked for.
    pub way: Option<Transformation>,
}

impl PuzzleClass {
    /// The class of a puzzle that breaks no rule. Meaningless if cancelled.
    pub fn of(puzzle: &Puzzle, with_way: bool, cancel: &CancelToken) -> PuzzleClass {
        let shape = puzzle.shape();
        if let (Some(canonical), false) = (quick(puzzle), with_way) {
            return PuzzleClass {
                key: ClassKey::new(shape, &canonical, None),
                is_canonical: true,
                way: None,
            };
        }
        match symmetry::canonical_with(puzzle, cancel) {
            Ok(canonical) => PuzzleClass {
                key: ClassKey::new(shape, canonical.puzzle.values(), None),
                is_canonical: true,
                way: Some(canonical.transformation),
            },
            Err(_) => PuzzleClass {
                key: ClassKey::new(shape, puzzle.values(), puzzle.candidates()),
                is_canonical: false,
                way: None,
            },
        }
    }
}

/// The canonical form of a classic 9×9 puzzle.
fn quick(puzzle: &Puzzle) -> Option<[u8; 81]> {
    let is_quick = puzzle.shape().is_classic() && puzzle.candidates().is_none();
    let values = puzzle.values().try_into().ok().filter(|_| is_quick)?;
    symmetry::canonical_values_9x9(values)
}

/// The classes seen so far, with data about each.
pub struct ClassMap<T>(HashMap<ClassKey, T, BuildHasherDefault<IdentityHasher>>);

impl<T> ClassMap<T> {
    /// An empty map.
    pub fn new() -> ClassMap<T> {
        ClassMap(HashMap::default())
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Inserts a class with this data, or returns the data it already has.
    pub fn meet(&mut self, key: ClassKey, new: impl FnOnce() -> T) -> Result<&T, &T> {
        match self.0.entry(key) {
            std::collections::hash_map::Entry::Occupied(known) => Err(known.into_mut()),
            std::collections::hash_map::Entry::Vacant(place) => Ok(place.insert(new())),
        }
    }
}

/// Keys are already hashes.
#[derive(Default)]
pub struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes
            .iter()
            .for_each(|byte| self.0 = self.0 << 8 | u64::from(*byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_and_candidates_keep_classes_apart() {
        let key = |puzzle: &Puzzle| PuzzleClass::of(puzzle, false, &CancelToken::new()).key;
        let shape = |name: &str| Puzzle::new(name.parse().unwrap());
        let lying = shape("2x3");
        assert_eq!(key(&lying), key(&lying));
        assert_ne!(key(&lying), key(&shape("3x2")));
        assert_ne!(key(&shape("3x3")), key(&shape("3x3+diagonals")));
        let mut marked = lying.clone();
        marked.set_candidates(vec![0b111; 36]);
        assert_ne!(key(&lying), key(&marked));
        assert!(!PuzzleClass::of(&marked, true, &CancelToken::new()).is_canonical);
    }
}
