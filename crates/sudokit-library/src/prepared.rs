//! A puzzle as it goes into a library. Making one is the costly part and touches no file, so it
//! can be done on many threads.

use std::str::FromStr;

use serde::Serialize;
use sudokit::solve::{CancelToken, Status};
use sudokit::{Puzzle, Shape};

use crate::{identity, packed, symmetries};

/// What is known about the number of a puzzle's solutions. Programs see the [`Status`] that it
/// is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(into = "Status")]
pub enum Solutions {
    /// It has exactly one.
    One,
    /// It has several.
    Several,
    /// It would have taken too long to find out.
    Unknown,
}

impl From<Solutions> for Status {
    fn from(solutions: Solutions) -> Status {
        match solutions {
            Solutions::One => Status::Unique,
            Solutions::Several => Status::Several,
            Solutions::Unknown => Status::Open,
        }
    }
}

impl Solutions {
    /// All that can be known.
    pub const ALL: [Solutions; 3] = [Solutions::One, Solutions::Several, Solutions::Unknown];

    /// The name that programs see.
    pub fn name(self) -> &'static str {
        Status::from(self).name()
    }

    /// As the column holds it.
    pub(crate) fn stored(self) -> Option<u8> {
        match self {
            Solutions::One => Some(1),
            Solutions::Several => Some(2),
            Solutions::Unknown => None,
        }
    }

    /// As the column held it.
    pub(crate) fn restored(stored: Option<u8>) -> Solutions {
        match stored {
            Some(1) => Solutions::One,
            Some(_) => Solutions::Several,
            None => Solutions::Unknown,
        }
    }
}

/// Nothing is known by this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not what can be known: there are unique, several and open")]
pub struct UnknownSolutions(String);

impl FromStr for Solutions {
    type Err = UnknownSolutions;

    fn from_str(name: &str) -> Result<Solutions, UnknownSolutions> {
        let mut all = Solutions::ALL.into_iter();
        all.find(|each| each.name() == name)
            .ok_or_else(|| UnknownSolutions(name.to_string()))
    }
}

/// A puzzle as it goes into a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prepared {
    pub(crate) shape: Shape,
    pub(crate) packed: Vec<u8>,
    pub(crate) candidates: Option<Vec<u8>>,
    pub(crate) key: Vec<u8>,
    pub(crate) givens: u32,
    pub(crate) symmetries: u8,
    pub(crate) solutions: Solutions,
}

impl Prepared {
    /// Prepares a puzzle of any shape. What a player has placed is not part of it, and candidates
    /// are only where they say more than the values do.
    pub fn new(puzzle: &Puzzle, solutions: Solutions) -> Prepared {
        let puzzle = packed::bare(puzzle);
        let key = identity::key(&puzzle);
        Prepared::with_key(&puzzle, key, solutions)
    }

    /// The same, unless it is cancelled first: it may take seconds on a large board that is very
    /// regular.
    pub fn unless_cancelled(
        puzzle: &Puzzle,
        solutions: Solutions,
        cancel: &CancelToken,
    ) -> Option<Prepared> {
        let puzzle = packed::bare(puzzle);
        let key = identity::key_unless_cancelled(&puzzle, cancel)?;
        Some(Prepared::with_key(&puzzle, key, solutions))
    }

    fn with_key(puzzle: &Puzzle, key: Vec<u8>, solutions: Solutions) -> Prepared {
        let (size, values) = (puzzle.shape().size(), puzzle.values());
        Prepared {
            packed: packed::pack(values, size),
            candidates: puzzle
                .candidates()
                .map(|masks| packed::pack_candidates(masks, size)),
            key,
            givens: puzzle.clues() as u32,
            symmetries: symmetries::of(values),
            solutions,
            shape: puzzle.shape().clone(),
        }
    }

    /// Prepares the values of a classic 9×9 puzzle, 0 for an open cell.
    pub fn classic(values: &[u8; 81], solutions: Solutions) -> Prepared {
        Prepared {
            packed: packed::pack(values, 9),
            candidates: None,
            key: identity::classic_key(values),
            givens: values.iter().filter(|value| **value != 0).count() as u32,
            symmetries: symmetries::of(values),
            solutions,
            shape: Shape::classic(),
        }
    }

    /// What of a puzzle goes into a library: this is what should have one solution.
    pub fn essence(puzzle: &Puzzle) -> Puzzle {
        packed::bare(puzzle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_to_prepare_a_classic_puzzle_agree() {
        let text =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let puzzle: Puzzle = text.parse().unwrap();
        let values: [u8; 81] = puzzle.values().try_into().unwrap();
        let prepared = Prepared::classic(&values, Solutions::One);
        assert_eq!(prepared, Prepared::new(&puzzle, Solutions::One));
        assert_eq!(prepared.givens, 30);
    }
}
