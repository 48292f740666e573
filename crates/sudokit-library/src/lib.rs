//! A collection of puzzles in one file, for people who have a million of them.
//!
//! A [`Library`] is an SQLite database, and SQLite is part of this crate. It takes puzzles of any
//! shape in, keeps one of each (isomorphs are the same puzzle), remembers where each was seen,
//! holds their ratings, and answers queries.
//!
//! ```
//! use sudokit::Puzzle;
//! use sudokit_library::{Library, ImportSource, PackedPuzzle, Query, SolutionCount, Imported, Isomorphs};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("puzzles.db");
//! let mut library = Library::create_or_open(&path)?;
//! let puzzle: Puzzle =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!         .parse()?;
//! let mut import = library.import(&ImportSource::named("by hand"), Isomorphs::Merge)?;
//! let imported = import.add(&PackedPuzzle::new(&puzzle, SolutionCount::One), 1, Some("the first"))?;
//! import.finish()?;
//!
//! assert_eq!(imported, Imported::New(1));
//! let query = Query { givens: Some(30..=30), ..Query::default() };
//! assert_eq!(library.count(&query)?, 1);
//! assert_eq!(library.get(1)?.map(|entry| entry.puzzle), Some(puzzle));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | what it knows |
//! |---|---|
//! | `library` | opening: who may write, what is a library, what is none |
//! | `schema` | the tables, and the way from an older version to this one |
//! | `packed` | puzzles as few bytes |
//! | `identity` | when two puzzles are the same |
//! | `symmetries` | the symmetries of a pattern as a set of bits |
//! | `prepared`, `import` | taking puzzles in |
//! | `rating` | which puzzles are not rated yet, and what became of them |
//! | `numbers` | techniques as numbers and bits |
//! | `query`, `entry`, `statistics` | asking |
//! | `removal` | throwing away |
//! | `error` | what can go wrong, and what to do about it |
//!
//! # What is kept when
//!
//! Everything is written in transactions: what [`Import::commit`] or [`Library::save_ratings`] has
//! returned from is there after a kill and after a power cut; what came later is not there at
//! all. The journal is SQLite's write-ahead log, so that whoever reads never waits for whoever
//! writes, with `synchronous = FULL`: each transaction waits once for the disk, which takes some
//! milliseconds for some thousand puzzles, while other threads prepare the next ones. (With
//! `NORMAL` that wait is saved, and a power cut, though no kill, could take back the last
//! transactions that were reported done.)

#![deny(missing_docs)]

mod bit_columns;
mod entry;
mod error;
mod import;
mod library;
mod packed;
mod query;
mod rating;
mod schema;
mod statistics;

pub use entry::{Entry, Sighting, SolutionCount, UnknownSolutionCount};
pub use error::LibraryError;
pub use import::{FileStamp, Import, ImportSource, Imported, Isomorphs};
pub use library::Library;
pub use packed::PackedPuzzle;
pub use query::{ListOptions, Query, SortKey};
pub use rating::{RatingOutcome, Unrated, rate};
pub use statistics::Statistics;
