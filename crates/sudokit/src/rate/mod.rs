//! The difficulty of a puzzle for a person.
//!
//! ER, EP and ED of Sudoku Explainer are in [`explainer`].
//!
//! A [`Rating`] is a level and a score by the rules of HoDoKu 2.3.2. Each step of the solve adds the
//! score of its technique. The level is that of the hardest step, raised if the score is too high
//! for it.
//!
//! ```
//! use sudokit::Puzzle;
//! use sudokit::logic::{Level, Technique};
//! use sudokit::rate::Rating;
//!
//! let puzzle: Puzzle =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!         .parse()?;
//! let rating = Rating::of_puzzle(&puzzle).expect("logic solves it");
//! assert_eq!((rating.level, rating.score), (Level::Easy, 204));
//! assert_eq!(rating.hardest, Some(Technique::NakedSingle));
//! # Ok::<(), sudokit::Problem>(())
//! ```

pub mod explainer;
mod rating;

pub(crate) use rating::raised;
pub use rating::{Rating, Use};
