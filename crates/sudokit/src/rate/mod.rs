//! How hard a puzzle is for a person.
//!
//! [`Rating`] is a level and a score by the rules of HoDoKu (version 2.3.2): each step of the
//! solve adds its technique's score, and the level is that of the hardest step, raised where
//! many steps add up to more than the level allows.
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

mod rating;

pub(crate) use rating::raised;
pub use rating::{Rating, Use};
