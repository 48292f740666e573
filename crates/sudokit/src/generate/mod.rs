//! Generates puzzles of any shape and difficulty, each with exactly one solution.
//!
//! ```
//! use sudokit::generate::{Generator, Symmetry};
//! use sudokit::logic::Level;
//!
//! let generator = Generator::classic()
//!     .seed(7)
//!     .symmetry(Symmetry::HalfTurn)
//!     .level(Level::Easy..=Level::Medium);
//! for generated in generator.puzzles(3)? {
//!     let generated = generated?;
//!     assert!(generated.rating.expect("rated").level <= Level::Medium);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A puzzle is dug out of a random complete grid: givens are removed in random order as long as one
//! solution remains. Each puzzle made this way, a *candidate puzzle*, has a number, and the seed
//! and that number determine it completely. Candidates that do not match the request are discarded;
//! if too many of them are, the closest ones are modified until they match. A request and a seed
//! therefore give the same puzzles on every machine, with any number of threads and any vector
//! width.
//!
//! | file | subject |
//! |---|---|
//! | `generator` | the request, and its checked form |
//! | `impossible` | requests that no puzzle can match |
//! | `tiny_boards` | how hard puzzles on a tiny board can be |
//! | `grids/` | random complete grids; on 9×9 with a uniform distribution |
//! | `candidate_puzzles/` | puzzles by number: which givens to remove, and the searches that decide it |
//! | `evaluate` | whether a candidate puzzle matches the request |
//! | `local_search/` | for rare requests: modifies close candidates until they match |
//! | `puzzles` | the iterator: order, attempts, threads |

mod candidate_puzzles;
mod evaluate;
mod generator;
mod grids;
mod impossible;
mod local_search;
mod puzzles;
mod tiny_boards;

pub use crate::pattern::{Symmetry, UnknownSymmetry};
pub use generator::{GenerateError, Generator};
pub use grids::{random_grid, random_grid_with};
pub use impossible::Impossible;
pub use puzzles::{Progress, Puzzles};

use crate::puzzle::{Grid, Puzzle};
use crate::rate::Rating;

/// A generated puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Generated {
    /// The number of its candidate puzzle. Request, seed and number determine the puzzle.
    pub index: u64,
    /// The puzzle, which has exactly one solution.
    pub puzzle: Puzzle,
    /// The solution.
    pub solution: Grid,
    /// The rating, if one was requested and logic solves the puzzle.
    pub rating: Option<Rating>,
}

/// The attempt limit was reached without a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("gave up: none of the last {misses} puzzles matched the request")]
#[non_exhaustive]
pub struct GaveUp {
    /// How many puzzles were tried in total.
    pub tried: u64,
    /// How many puzzles in a row, the last ones tried, did not match.
    pub misses: u64,
    /// The closest puzzle, rated if a difficulty was requested.
    pub closest: Option<Box<Generated>>,
    /// With a pattern, if no values leave one solution: those that leave the fewest.
    pub fewest: Option<Box<SeveralSolutions>>,
}

/// Values for a pattern that leave more than one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SeveralSolutions {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The number of its solutions.
    pub solutions: u64,
    /// Whether it has even more: counting ended there.
    pub or_more: bool,
}
