//! Solving as a person does: one step at a time, each with its reason.
//!
//! A [`Board`] is a position with its candidates. A [`Technique`] finds [`Step`]s on it: what to
//! place, what to cross out, and the pattern that proves it. [`Logic`] walks from step to step,
//! cheapest technique first. It never guesses and never looks at the solution.
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
//! | file | what it knows |
//! |---|---|
//! | `board` | the position: candidates by cell, by house and by value, kept up to date |
//! | `technique` | every technique's name, family, level and score |
//! | `step` | a step as data: its effect and what to draw |
//! | `find` | which file finds which technique; first or all |
//! | `last_places` | which house the links of a chain run through |
//! | `walk` | from step to step, to the end |
//! | `position` | a board with the verdict of a search and the techniques that are sound for it |
//! | `drawing` | a step's drawing as data, painted by the page, pictures and the terminal |
//! | `explain` | the only place with words |
//! | the rest | one file a family of techniques |
//!
//! Singles, intersections, subsets and fish work on every shape. The other techniques think in
//! sets of cells and need a board of at most 128 cells (up to 11×11): on larger boards they find
//! nothing.

mod almost_locked_sets;
mod board;
mod chains;
mod colouring;
pub mod drawing;
mod exotic;
mod explain;
mod find;
mod fish;
mod intersections;
mod last_places;
mod last_resort;
mod position;
mod single_digit;
mod singles;
mod step;
mod subsets;
mod technique;
mod uniqueness;
mod walk;
mod wings;

use crate::cell_set;
pub use crate::cell_set::CellSet;
pub use board::{Board, Contradiction};
pub use explain::{
    Coordinates, Stage, StepReport, UnknownCoordinates, Words, capitalized, without_title,
};
pub use position::{Mistake, Position};
pub use step::{
    Candidate, Chain, HouseMark, HouseRole, LockedSet, Mark, Node, Role, Step, StepPattern,
};
pub use technique::{Family, Level, Technique, UnknownLevel, UnknownTechnique};
pub use walk::{Logic, NoStep, SolutionPath, Standing, Walk};
