//! Everything about Sudoku, in one library: read any file form, solve any shape, count, check,
//! compare the classic algorithms, and write the answer in the form that came in.
//!
//! ```
//! use sudokit::{Puzzle, Solver};
//!
//! let puzzle: Puzzle =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!         .parse()?;
//! let outcome = Solver::new().solve(&puzzle);
//! assert!(outcome.is_unique());
//! println!("{}", outcome.solution.expect("it has one"));
//! # Ok::<(), sudokit::Problem>(())
//! ```
//!
//! | module | what it knows |
//! |---|---|
//! | [`analyse`] | minimal or not, backdoors, true candidates, neighbours |
//! | [`shape`] | sizes from 4 to 64, boxes, jigsaw regions, diagonals, windows |
//! | [`problem`] | what is wrong with a puzzle or a file |
//! | [`puzzle`] | values, candidates, the rule check |
//! | [`mod@format`] | every file form, read by content and written back byte for byte |
//! | [`logic`] | solving as a person does: techniques, steps, explanations |
//! | [`generate`] | new puzzles, as hard as wanted |
//! | [`rate`] | how hard a puzzle is: level and score |
//! | [`random`] | random numbers that are the same everywhere |
//! | [`solve`] | the engines behind one door, budgets, cancellation, statistics |
//! | [`symmetry`] | other dresses of the same puzzle, and the canonical one |
//!
//! The library reads no file, prints nothing, starts no thread that was not asked for, and never
//! panics on any input.

// Without some of the features, helpers lose their only callers. With all of them, dead code is
// an error.
#![cfg_attr(
    not(all(
        feature = "formats",
        feature = "generate",
        feature = "logic",
        feature = "threads"
    )),
    allow(dead_code, unused_imports)
)]

#[cfg(feature = "logic")]
pub mod analyse;
pub mod bits;
mod cell_set;
pub mod format;
#[cfg(feature = "generate")]
pub mod generate;
mod geometry;
#[cfg(feature = "logic")]
pub mod logic;
pub mod pattern;
/// Engines that the benchmark and the tests call directly. Outside the semver promise.
#[doc(hidden)]
#[cfg(feature = "unstable-internals")]
pub mod internals {
    pub use crate::solve::lanes::{
        Batch, BatchReport, LaneSolver, Puzzles, Stop, UnavailableWidth, UnknownWidth, Width,
    };
    pub use crate::solve::single::{SingleResult, SingleSolver};
}
mod platform;
pub mod problem;
pub mod puzzle;
pub mod random;
pub mod range;
#[cfg(feature = "logic")]
pub mod rate;
pub mod shape;
pub mod solve;
pub mod symmetry;

pub use problem::{Problem, ProblemCode};
pub use puzzle::{Grid, Origin, Puzzle, RuleError};
pub use shape::{Shape, ShapeError};
pub use solve::{Engine, Solver};
