//! ER, EP and ED of Sudoku Explainer 1.2.1.3, the ratings that puzzle collections are sorted by.
//!
//! A walk solves the puzzle technique by technique, in Sudoku Explainer's order and with its
//! variants of the techniques. ER is the rating of the hardest step, ED that of the first, EP that
//! of the hardest up to the first placement. The model, its agreement with the original and its
//! speed are described in `docs/ratings.md`.
//!
//! The walk has its own board: it knows 9×9 only, and the order in which cells, houses and digits
//! are visited decides what is found first.
//!
//! ```
//! use sudokit::Puzzle;
//! use sudokit::rate::explainer::Explainer;
//!
//! let puzzle: Puzzle =
//!     ".......9.79.6.3.....6....45.2..3..1...3..5..61..7.8....8.9..2......6...9.4..8...."
//!         .parse()?;
//! let ratings = Explainer::new().rate(&puzzle)?;
//! assert_eq!(ratings.er.to_string(), "7.1");
//! assert_eq!((ratings.ep.tenths(), ratings.ed.tenths()), (12, 12));
//!
//! let walk = Explainer::new().walk(&puzzle)?;
//! let hardest = walk.steps.iter().max_by_key(|step| step.rating).unwrap();
//! assert_eq!(hardest.technique.to_string(), "Forcing Chain");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod aligned;
mod argument;
mod budget;
mod bug;
mod chains;
mod difficulty;
mod fish;
mod grid;
mod hint;
mod locking;
mod loops;
mod sets;
mod singles;
mod step;
mod technique;
#[cfg(test)]
mod tests;
mod walk;
mod wings;

pub use argument::Argument;
pub use difficulty::{Difficulty, NoDifficulty};
pub use step::Step;
pub use technique::{Branches, Level, Links, Technique};
pub use walk::{Explainer, RatingFilter, Ratings, Unrated, Walk};

/// The program and version whose ratings these are.
pub const MODEL: &str = "Sudoku Explainer 1.2.1.3";
