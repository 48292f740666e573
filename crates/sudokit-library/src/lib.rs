//! A collection of Sudoku puzzles in one file, for millions of puzzles.
//!
//! A [`Library`] is an SQLite database; SQLite is bundled with this crate. It imports puzzles of
//! any shape, keeps one of each (isomorphic puzzles count as the same), records where each was
//! seen, stores ratings, and answers queries.
//!
//! ```
//! use sudokit::Puzzle;
//! use sudokit_library::{
//!     ImportSource, Imported, Isomorphs, Library, PackedPuzzle, Query, SolutionCount,
//! };
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("puzzles.db");
//! let mut library = Library::create_or_open(&path)?;
//! let puzzle: Puzzle =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!         .parse()?;
//! let mut import = library.import(&ImportSource::named("by hand"), Isomorphs::Merge)?;
//! let packed = PackedPuzzle::new(&puzzle, SolutionCount::One);
//! let imported = import.add(&packed, 1, Some("the first"))?;
//! import.finish()?;
//!
//! assert_eq!(imported, Imported::New(1));
//! let query = Query { givens: Some(30..=30), ..Query::default() };
//! assert_eq!(library.count(&query)?, 1);
//! assert_eq!(library.get(1)?.map(|entry| entry.puzzle), Some(puzzle));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | subject |
//! |---|---|
//! | `library` | opening a file, and recognising what is not a library |
//! | `schema` | the tables, and migration from older versions |
//! | `packed` | puzzles as few bytes, and the key that isomorphs share |
//! | `bit_columns` | techniques and symmetries as bit sets |
//! | `import` | importing puzzles |
//! | `rating` | rating puzzles and saving the results |
//! | `query` | finding, removing and merging puzzles |
//! | `entry`, `statistics` | the results of queries |
//! | `error` | errors, and how to fix them |
//!
//! # Durability
//!
//! All writes are transactions. Once [`Import::commit`] or [`Library::save_ratings`] has returned,
//! its data survives a kill and a power cut; anything later is discarded completely. The journal is
//! SQLite's write-ahead log, so that readers never wait for a writer, with `synchronous = FULL`:
//! each transaction waits once for the disk, which takes some milliseconds per few thousand puzzles
//! while other threads prepare the next ones. (`NORMAL` saves that wait, but a power cut, though
//! not a kill, could take back the last transactions that were reported as done.)
//!
//! # Long operations
//!
//! Queries and changes stop when the function passed to [`Library::cancel_when`] says so;
//! [`PackedPuzzle::new_with`] and [`rate`] take a [`CancelToken`](sudokit::solve::CancelToken).

#![deny(missing_docs)]
#![forbid(unsafe_code)]

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
pub use rating::{RatingKind, RatingOutcome, Unrated, rate};
pub use statistics::Statistics;

/// Compiles the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
