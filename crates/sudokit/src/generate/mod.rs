//! New puzzles: of any shape, as hard as wanted, each with exactly one solution.
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
//!     assert!(generated.rating.expect("asked for").level <= Level::Medium);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A puzzle is dug out of a random complete grid: givens go in a random order as long as there is
//! one solution. Each puzzle made so has a number, and seed and number decide everything about
//! it; those that are not what was asked for are passed over, and where that are too many, the
//! nearest are changed until they are. So a request and a seed always give the same puzzles, on
//! every machine, with any number of threads and any vector width.
//!
//! | file | what it knows |
//! |---|---|
//! | `request` | what can be asked for |
//! | `possible` | what nothing can meet |
//! | `small` | how hard puzzles of a tiny board can be |
//! | `setup` | a request made ready to work with |
//! | `grids/` | random complete grids, on 9×9 each exactly as likely as any other |
//! | `symmetry` | which cells are givens together |
//! | `dig` | which givens to take away, as a sequence of questions |
//! | `unavoidable` | which givens are needed, where that is plain to see |
//! | `candidates/` | who answers them: the lanes for a thousand puzzles at once, or any engine; and puzzles of a given pattern, `few` for those of few givens |
//! | `target`, `evaluator` | whether a puzzle is what was asked for |
//! | `near/` | for rare requests: what comes near is changed until it fits |
//! | `run`, `workers` | order and attempt_limit, threads |

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
pub use grids::random_grid;
pub use impossible::Impossible;
pub use puzzles::{Progress, Puzzles};

use crate::puzzle::{Grid, Puzzle};
use crate::rate::Rating;

/// A puzzle that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The number of the candidate that it was made from; request, seed and number decide it.
    pub index: u64,
    /// The puzzle. It has exactly one solution.
    pub puzzle: Puzzle,
    /// That solution.
    pub solution: Grid,
    /// How hard it is, if that was asked for and logic solves it.
    pub rating: Option<Rating>,
}

/// No puzzle that was asked for was found within the attempt_limit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("given up: none of the last {misses} puzzles was what was asked for")]
pub struct GaveUp {
    /// How many puzzles were tried in all.
    pub tried: u64,
    /// How many of them, the last ones, were not what was asked for.
    pub misses: u64,
    /// The one that came closest, rated if a difficulty was asked for.
    pub closest: Option<Box<Generated>>,
}
