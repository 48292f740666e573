//! Which other puzzles are a few givens away.
//!
//! Hunters write {−1+1} or {−2+2}: take so many givens away, and complete what is left in every
//! other way with so many. A removal is worked on by itself, so that many can be worked on at
//! once and a hunt can go on from any of them:
//!
//! 1. [`Neighbourhood::removals`] lists which givens to take away, in a fixed order;
//! 2. [`Neighbourhood::complete`] finds all that is left to find after one of them.
//!
//! Completing does not search for each completion. The solutions after a removal are found once,
//! and for each candidate the set of those that have it: givens that leave one solution are
//! candidates whose sets have one member in common.
//!
//! ```
//! use sudokit::analyse::{Completions, Neighbourhood};
//! use sudokit::{Puzzle, Solver};
//!
//! let puzzle: Puzzle = "1... ..2. .3.. ...4".parse()?;
//! let around = Neighbourhood::new(1, 1).minimal(true);
//! let mut neighbours = 0;
//! for removed in around.removals(&puzzle) {
//!     if let Completions::Found(found) = around.complete(&Solver::new(), &puzzle, &removed) {
//!         neighbours += found.len();
//!     }
//! }
//! assert_eq!(neighbours, 32);
//! # Ok::<(), sudokit::format::Diagnostic>(())
//! ```

mod completions;
mod removals;
#[cfg(test)]
mod tests;

use crate::logic::Candidate;
use crate::puzzle::Puzzle;
use crate::solve::{End, Solver};
pub use removals::Removals;

/// How far away neighbours are, and which are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbourhood {
    remove: usize,
    add: usize,
    limit: u64,
    minimal: bool,
}

/// A puzzle with one solution, and how it came from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// Its givens, 0 for an open cell.
    pub values: Vec<u8>,
    /// The givens that it has instead of those that were taken away, in ascending order.
    pub added: Vec<Candidate>,
}

/// What came of a removal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completions {
    /// All neighbours, ordered by what was added.
    Found(Vec<Neighbour>),
    /// The removal leaves more solutions than the limit, so nobody looked.
    TooMany,
    /// A budget or a cancellation ended a search.
    Unfinished(End),
}

impl Neighbourhood {
    /// So many solutions are kept after a removal, unless told otherwise.
    pub const LIMIT: u64 = 100_000;

    /// Takes `remove` givens away and adds `add` others. None that was taken away is added
    /// again, so a puzzle is a neighbour in one way only.
    pub fn new(remove: usize, add: usize) -> Neighbourhood {
        Neighbourhood {
            remove,
            add,
            limit: Neighbourhood::LIMIT,
            minimal: false,
        }
    }

    /// Passes over removals that leave more solutions than this: each takes a bit for every
    /// candidate.
    pub fn limit(mut self, solutions: u64) -> Neighbourhood {
        self.limit = solutions;
        self
    }

    /// Whether only minimal puzzles are wanted: those that need every given.
    pub fn minimal(mut self, wanted: bool) -> Neighbourhood {
        self.minimal = wanted;
        self
    }

    /// Every way to take givens away, as cells in ascending order, in lexicographic order. Placed
    /// values are no givens.
    pub fn removals(&self, puzzle: &Puzzle) -> Removals {
        Removals::new(super::givens::cells(puzzle).collect(), self.remove)
    }

    /// Every way to complete what is left without the givens of these cells. Neither placed
    /// values nor listed candidates are part of it.
    pub fn complete(&self, solver: &Solver, puzzle: &Puzzle, removed: &[usize]) -> Completions {
        completions::complete(self, solver, puzzle, removed)
    }
}
