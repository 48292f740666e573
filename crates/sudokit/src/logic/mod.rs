//! Solving with human techniques, one explained step at a time.
//!
//! A [`Board`] is a position with its candidates. A [`Technique`] finds [`Step`]s on it: what to
//! place, what to eliminate, and the pattern that proves it. [`Logic`] is a list of techniques,
//! tried from the cheapest on. A [`Position`] adds what a search knows: whether there is exactly
//! one solution, which techniques are sound, and the player's mistakes. [`Words`] explain a step,
//! and a [`Drawing`](drawing::Drawing) shows it.
//!
//! Apart from brute force, the last resort, no technique guesses or looks at a solution.
//!
//! ```
//! use sudokit::Puzzle;
//! use sudokit::logic::{Board, Logic, Words};
//!
//! let puzzle: Puzzle =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!         .parse()?;
//! let board = Board::new(&puzzle);
//! let step = Logic::new().next_step(&board).expect("a step is possible");
//! let words = Words::new(&board);
//! assert_eq!(words.sentence(&step), "Naked single: r5c5 can only be 5, so r5c5 = 5");
//! # Ok::<(), sudokit::Problem>(())
//! ```
//!
//! | file | subject |
//! |---|---|
//! | `board` | the candidates by cell, by house and by value, kept up to date |
//! | `technique` | the list of techniques with name, family, level and score |
//! | `step` | a step as data: its effect and its pattern |
//! | `find` | calls the finder of a technique, for its first step or all |
//! | `walk` | a list of techniques, and the walk from step to step |
//! | `position` | a board with the verdict of a search and the techniques that are sound for it |
//! | `why` | tests a claim about a position and finds the steps that prove it |
//! | `drawing` | a step's drawing as data, painted by the page, pictures and the terminal |
//! | `explain` | the words for a step, and its report |
//! | all others | one file or folder per family of techniques |
//!
//! Singles, intersections, subsets and fish of rows and columns work on every shape. The other
//! techniques use sets of cells, which need a board of at most 128 cells (up to 11×11). On larger
//! boards they find nothing.

mod almost_locked_sets;
mod board;
mod chains;
mod colouring;
pub mod drawing;
mod exotic;
pub(crate) mod explain;
mod find;
mod fish;
mod intersections;
mod last_resort;
mod position;
mod single_digit;
mod singles;
mod step;
mod subsets;
mod technique;
mod uniqueness;
mod walk;
mod why;
mod wings;

use crate::cell_set;
pub use crate::cell_set::CellSet;
pub use board::{Board, Contradiction};
pub use explain::{
    Coordinates, Stage, StepReport, UnknownCoordinates, Words, capitalized, without_title,
};
pub use position::{Mistake, Position};
pub use step::{
    Candidate, Case, Chain, HouseMark, HouseRole, LockedSet, Mark, Node, Refutation, Role, Step,
    StepPattern,
};
pub use technique::{Family, Level, Technique, UnknownLevel, UnknownTechnique};
pub use walk::{Logic, NoStep, SolutionPath, Standing, Walk};
pub use why::{Claim, Reason, ReasonKind, Verdict};
