//! A Sudoku library: reads and writes every common file form, solves and counts on boards of
//! 4×4 to 64×64 with boxes, jigsaw regions, diagonals or windows, explains solutions step by
//! step, rates difficulty, generates puzzles and finds canonical forms.
//!
//! ```
//! use sudokit::{Puzzle, Solver};
//!
//! let puzzle: Puzzle =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!         .parse()?;
//! let outcome = Solver::new().solve(&puzzle);
//! assert!(outcome.is_unique());
//! let solution = outcome.solution.expect("a unique puzzle has a solution");
//! assert!(solution.to_string().starts_with("534678912"));
//! # Ok::<(), sudokit::Problem>(())
//! ```
//!
//! The library does no I/O: it reads from and writes to buffers and streams of the caller. It
//! prints nothing, starts threads only on request, and does not panic on any input. Searches that
//! may take long accept a budget and a [cancellation token](solve::CancelToken).
//!
//! # Modules
//!
//! | module | contents | feature |
//! |---|---|---|
//! | [`puzzle`] | puzzles, grids and the rule check | |
//! | [`shape`] | the size and the houses of a board | |
//! | [`problem`] | what is wrong with a puzzle or a file | |
//! | [`mod@format`] | readers and writers of all file forms | `formats` for JSON and OpenSudoku |
//! | [`solve`] | solvers: engines, budgets, cancellation, statistics | |
//! | `logic` | solving with techniques: steps and explanations | `logic` |
//! | `rate` | difficulty: level and score | `logic` |
//! | `analyse` | minimality, backdoors, true candidates, neighbours | `logic` |
//! | `generate` | new puzzles of a chosen difficulty | `generate` |
//! | `dataset` | sets for training: isomorphs, splits, checks, guesses, steps, `.npy` | `dataset` |
//! | [`symmetry`] | transformations, isomorphism and canonical forms | |
//! | [`pattern`] | positions of givens and their symmetries | |
//! | [`range`] | ranges of numbers and levels as text | |
//! | [`random`] | random numbers that are the same on every machine | |
//!
//! # Features
//!
//! All of these are on by default. Features only add items; without any of them the crate depends
//! on `memchr` and `thiserror` alone.
//!
//! | feature | adds |
//! |---|---|
//! | `dataset` | the module `dataset`; includes `logic` |
//! | `formats` | reading JSON and OpenSudoku (XML) files; needs serde_json and quick-xml |
//! | `generate` | the module `generate`; includes `logic` |
//! | `logic` | the modules `logic`, `rate` and `analyse` |
//! | `serde` | `Serialize` for results, and `Deserialize` too for [`Shape`], [`Grid`] and [`Puzzle`] |
//! | `threads` | several threads for one puzzle or a batch; without it, [`Solver::threads`] has no effect. Needs rayon |
//!
//! `compression` (off by default) reads and writes gzip and zstd with flate2 and ruzstd. `openapi`
//! (off by default) describes steps in OpenAPI documents. `unstable-internals` (off by
//! default) exposes parts of the engines to the benchmark and the tests of this project.
//!
//! With `serde`, a [`Shape`] is a string (`"3x3"`), a [`Grid`] an object of `shape` and `values`
//! (the line that its `Display` writes), and a [`Puzzle`] the same with two optional fields:
//! `placed`, the cells of placed values, and `candidates`, a list of values for each cell. All
//! three are read back as equal values.
//!
//! # Platforms
//!
//! The crate is tested on x86-64 Linux, where it uses AVX-512, AVX2 or SSE2 as available. On all
//! other targets a portable version of the same code gives the same results. On
//! `wasm32-unknown-unknown` it runs on one thread and takes the time from JavaScript through
//! wasm-bindgen (the crate web-time).
//!
//! # Compatibility
//!
//! The crate follows semantic versioning. Before 1.0, a release that breaks the API raises the
//! minor version.
//!
//! - Breaking: removing or renaming a public item, a feature, or a name that programs read (the
//!   names of techniques, statuses, levels, file forms and problem codes, and serialized fields).
//! - Not breaking: new items, new variants and fields of `#[non_exhaustive]` types, new serialized
//!   fields, the wording of messages and explanations, `Debug` output, speed, the counters in
//!   [`Statistics`](solve::Statistics), and which of several solutions an engine returns.
//! - A seed is stable: a change to the random numbers of a seed, or to the puzzles that a request
//!   generates from it, is breaking.
//! - New techniques, or a better order of them, may change the steps and the rating of a puzzle in
//!   a minor release; the changelog says so.
//! - Items hidden from the documentation and everything behind `unstable-internals` are not part
//!   of the public API.
//! - The minimum supported Rust version is 1.89. Raising it takes a minor release.

#![deny(clippy::undocumented_unsafe_blocks)]
// Without some of the features, helpers lose their only callers. With all of them, dead code is
// an error.
#![cfg_attr(
    not(all(
        feature = "dataset",
        feature = "formats",
        feature = "generate",
        feature = "logic",
        feature = "threads"
    )),
    allow(dead_code, unused_imports)
)]

#[cfg(feature = "logic")]
pub mod analyse;
#[doc(hidden)]
pub mod bits;
mod cell_set;
#[cfg(feature = "dataset")]
pub mod dataset;
pub mod format;
#[cfg(feature = "generate")]
pub mod generate;
mod geometry;
#[cfg(feature = "serde")]
pub mod json;
#[cfg(feature = "logic")]
pub mod logic;
pub mod pattern;
mod platform;
pub mod problem;
pub mod puzzle;
pub mod random;
pub mod range;
#[cfg(feature = "logic")]
pub mod rate;
#[cfg(feature = "serde")]
mod serde_impls;
pub mod shape;
pub mod solve;
pub mod symmetry;

/// Engines that the benchmark and the tests call directly. Not part of the public API.
#[doc(hidden)]
#[cfg(feature = "unstable-internals")]
pub mod internals {
    pub use crate::solve::arch::{UnavailableWidth, UnknownWidth, Width};
    pub use crate::solve::lanes::{Batch, BatchReport, LaneSolver, Puzzles, Stop};
    pub use crate::solve::single::{SingleResult, SingleSolver};
}

pub use problem::{Problem, ProblemCode};
pub use puzzle::{Grid, Origin, Puzzle, RuleError, ValuesError};
pub use shape::{Shape, ShapeError};
pub use solve::{CancelToken, Engine, Outcome, Solver, Status};
