//! Rounds: the hardest neighbours of one round are the puzzles of the next. No puzzle is written
//! twice.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use sudokit::solve::CancelToken;
use sudokit::{Puzzle, Shape, symmetry};

use super::write;

/// A puzzle for the next round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundPuzzle {
    score: u32,
    shape: String,
    puzzle: String,
}

impl RoundPuzzle {
    /// The puzzle; `None` if the state file was edited by hand.
    pub fn puzzle(&self) -> Option<Puzzle> {
        let shape: Shape = self.shape.parse().ok()?;
        Puzzle::from_values(shape, write::values(&self.puzzle)).ok()
    }
}

/// The hardest puzzles of a round so far, in descending order; ties keep the first.
#[derive(Clone, Debug, Default)]
pub struct HardestPuzzles {
    most: usize,
    chosen: Vec<RoundPuzzle>,
}

impl HardestPuzzles {
    /// At most this many.
    pub fn new(most: usize, chosen: Vec<RoundPuzzle>) -> HardestPuzzles {
        HardestPuzzles { most, chosen }
    }

    pub fn offer(&mut self, score: u32, shape: &Shape, values: &[u8]) {
        let place = self.chosen.partition_point(|other| other.score >= score);
        if place >= self.most {
            return;
        }
        let puzzle = super::write::line(shape, values);
        let shape = shape.to_string();
        self.chosen.insert(
            place,
            RoundPuzzle {
                score,
                shape,
                puzzle,
            },
        );
        self.chosen.truncate(self.most);
    }

    pub fn chosen(&self) -> &[RoundPuzzle] {
        &self.chosen
    }

    /// Takes all of them, for the next round.
    pub fn take(&mut self) -> Vec<RoundPuzzle> {
        std::mem::take(&mut self.chosen)
    }
}

/// The puzzles written so far, by a 128-bit hash: sixteen bytes each, and collisions do not occur
/// in practice.
pub struct SeenPuzzles {
    keys: HashSet<u128>,
    /// Whether isomorphic puzzles are distinguished.
    isomorphs: bool,
    /// The shapes of the puzzles so far.
    shapes: Vec<Shape>,
    cancel: CancelToken,
}

impl SeenPuzzles {
    pub fn new(isomorphs: bool, cancel: CancelToken) -> SeenPuzzles {
        SeenPuzzles {
            keys: HashSet::new(),
            isomorphs,
            shapes: Vec::new(),
            cancel,
        }
    }

    /// The key of a puzzle: equal for puzzles that count as the same. Meaningless if cancelled.
    pub fn key(&self, shape: &Shape, values: &[u8]) -> u128 {
        match shape.is_plain() && !self.isomorphs {
            true => hash(&self.canonical(shape, values)),
            false => hash(values),
        }
    }

    pub fn contains(&self, key: u128) -> bool {
        self.keys.contains(&key)
    }

    /// Adds a puzzle; returns whether it is new.
    pub fn insert(&mut self, key: u128) -> bool {
        self.keys.insert(key)
    }

    /// Adds a puzzle of the input.
    pub fn insert_origin(&mut self, puzzle: &Puzzle) {
        if !self.shapes.contains(puzzle.shape()) {
            self.shapes.push(puzzle.shape().clone());
        }
        self.keys.insert(self.key(puzzle.shape(), puzzle.values()));
    }

    /// Adds a puzzle that was written before; its shape is one of the input's.
    pub fn insert_written(&mut self, values: &[u8]) {
        let shapes = self.shapes.iter();
        let fitting = shapes.filter(|shape| shape.cells() == values.len());
        let keys: Vec<u128> = fitting.map(|shape| self.key(shape, values)).collect();
        self.keys.extend(keys);
    }

    /// Equal for isomorphic puzzles.
    fn canonical(&self, shape: &Shape, values: &[u8]) -> Vec<u8> {
        if shape.is_classic() {
            let classic = values.try_into().ok();
            let canonical = classic.and_then(symmetry::canonical_values_9x9);
            return canonical.map_or_else(|| values.to_vec(), |canonical| canonical.to_vec());
        }
        let puzzle = Puzzle::from_values(shape.clone(), values.to_vec()).ok();
        let found = puzzle.and_then(|one| symmetry::canonical_with(&one, &self.cancel).ok());
        let canonical = found.map(|found| found.puzzle.values().to_vec());
        canonical.unwrap_or_else(|| values.to_vec())
    }
}

/// FNV-1a, which is the same on every machine and in every version.
fn hash(values: &[u8]) -> u128 {
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    values.iter().fold(BASIS, |hash, value| {
        (hash ^ u128::from(*value)).wrapping_mul(PRIME)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hardest_are_kept_and_restored_unchanged() {
        let puzzle: Puzzle = "1.....2..3.....4".parse().unwrap();
        let mut hardest = HardestPuzzles::new(3, Vec::new());
        for score in [5, 9, 5, 7, 9] {
            let mut values = puzzle.values().to_vec();
            values[1] = (score % 4) as u8;
            hardest.offer(score, puzzle.shape(), &values);
        }
        let scores: Vec<u32> = hardest.chosen().iter().map(|one| one.score).collect();
        assert_eq!(scores, [9, 9, 7]);
        let first = hardest.take()[0].puzzle().unwrap();
        assert_eq!((first.values()[1], first.values()[15]), (1, 4));
        assert!(hardest.chosen().is_empty());
    }
}

#[cfg(test)]
mod more_tests_1 {
    use super::*;

    #[test]
    fn large_boards_count_as_well() {
        let shape = Shape::with_size(16).unwrap();
        let mut values = vec![0; 256];
        (values[0], values[40], values[255]) = (1, 2, 3);
        let mut moved = vec![0; 256];
        (moved[255], moved[215], moved[0]) = (7, 9, 8);
        let seen = SeenPuzzles::new(false, CancelToken::new());
        assert_eq!(seen.key(&shape, &values), seen.key(&shape, &moved));
        let seen = SeenPuzzles::new(true, CancelToken::new());
        assert_ne!(seen.key(&shape, &values), seen.key(&shape, &moved));
    }

    #[test]
    fn symmetry_counts_by_default() {
        let one: Puzzle = "1.....2..3.....4".parse().unwrap();
        let renamed: Puzzle = "2.....1..3.....4".parse().unwrap();
        let key = |seen: &SeenPuzzles, puzzle: &Puzzle| seen.key(puzzle.shape(), puzzle.values());
        for isomorphs in [false, true] {
            let mut seen = SeenPuzzles::new(isomorphs, CancelToken::new());
            seen.insert_origin(&one);
            assert!(seen.contains(key(&seen, &one)));
            assert_eq!(seen.contains(key(&seen, &renamed)), !isomorphs);
            seen.insert_written(renamed.values());
            assert!(seen.contains(key(&seen, &renamed)));
        }
    }
}
