//! Sets of classic 9×9 puzzles for machine learning and statistics.
//!
//! Puzzles and solutions are arrays of 81 values, 0 for an open cell, in two lists of equal length,
//! so that nothing is allocated per puzzle and arrays of other languages can be passed as they are.
//!
//! | function | what it does |
//! |---|---|
//! | [`Augmentation`] | random isomorphs of each puzzle, with the solution transformed along |
//! | [`class_keys`], [`first_of_each_class`] | classes of isomorphic puzzles, and one puzzle of each |
//! | [`Split`] | train and test sets without isomorphic puzzles in both, stratified by difficulty |
//! | [`verify()`] | whether each solution is right and the only one |
//! | [`guesses()`], [`guesses_of_all`] | difficulty as the number of guesses of a precisely defined search |
//! | [`Trajectory`] | the steps of a logical solve as rows of a table |
//! | [`npy`], [`hrm`] | arrays for NumPy, and the layout that HRM and TRM read |
//!
//! Results depend on the input and the seed alone, not on the number of threads or on how a set is
//! divided into batches.
//!
//! ```
//! use sudokit::dataset::{Augmentation, Split, class_keys, guesses_of_all, stratum};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle: sudokit::Puzzle = line.parse()?;
//! let puzzles = [<[u8; 81]>::try_from(puzzle.values())?];
//!
//! let rated = guesses_of_all(&puzzles, 1);
//! let rated = rated[0].expect("the puzzle has one solution");
//! assert_eq!(rated.guesses, 0);
//!
//! let augmentation = Augmentation::new(1, 10);
//! let (isomorphs, solutions) = augmentation.pairs(&puzzles, &[rated.solution]);
//! assert_eq!((isomorphs.len(), solutions.len()), (10, 10));
//!
//! let keys = class_keys(&isomorphs, 1);
//! assert!(keys.iter().all(|key| *key == class_keys(&puzzles, 1)[0]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod augment;
mod classes;
mod guesses;
pub mod hrm;
pub mod npy;
mod split;
mod trajectory;
mod verify;

pub use augment::{Augmentation, Isomorph};
pub use classes::{ClassKey, class_key, class_keys, first_of_each_class};
pub use guesses::{GUESS_LIMIT, Guesses, NoGuesses, guesses, guesses_of_all, stratum};
pub use split::{Part, Split};
pub use trajectory::{Action, Trajectory, TrajectoryRow};
pub use verify::{Verdict, verify};

/// Does the same work for each item and returns the results in order.
fn each<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    work: impl Fn(&T) -> R + Send + Sync,
) -> Vec<R> {
    #[cfg(feature = "threads")]
    if crate::platform::threads(threads) > 1 {
        use rayon::prelude::*;
        let threads = crate::platform::threads(threads);
        return crate::platform::in_pool(threads, || items.par_iter().map(work).collect());
    }
    let _ = threads;
    items.iter().map(work).collect()
}
