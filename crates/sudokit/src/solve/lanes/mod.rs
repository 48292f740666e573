//! The engine for batches of classic 9×9 puzzles: 32, 16 or 8 search nodes at a time.
//!
//! Each lane of a register holds the same cell of a *different* search node, of any puzzle, so one
//! instruction makes the same deduction for all of them. A lane that is finished takes the next node
//! or the next puzzle; none waits for a longer search.
//!
//! ```
//! use sudokit::internals::{Batch, LaneSolver, Puzzles};
//!
//! let puzzles = [[0; 81], {
//!     let mut clash = [0; 81];
//!     clash[..2].fill(7);
//!     clash
//! }];
//! let mut counts = [0; 2];
//! let mut solutions = [[0; 81]; 2];
//! let batch = Batch::new(Puzzles::Values(&puzzles)).limit(100);
//! LaneSolver::new().solve(&batch, &mut counts, &mut solutions);
//! assert_eq!(counts, [100, 0]);
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `vector` | the operations on a register, named by meaning |
//! | `avx512`, `half`, `avx2`, `sse2`, `portable` | their implementation for each instruction set |
//! | `state` | one node per lane: candidates, triads, pending eliminations; sets of lanes |
//! | `sweep` | one pass of deduction over all lanes |
//! | `branch` | where a lane is split once nothing more follows |
//! | `schedule` | which node is in which lane |
//! | `clashes` | conflicting givens, and when to check for them |
//! | `store`, `puzzle_queue` | nodes and puzzles that wait for one |
//! | `depth_first` | the nodes of each puzzle, while the search is depth-first |
//! | `transpose` | conversion between rows of bytes and lanes |
//! | `width` | the vector widths, and which of them the CPU has |

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod branch;
mod clashes;
mod depth_first;
#[cfg(target_arch = "x86_64")]
mod half;
#[cfg(any(not(target_arch = "x86_64"), test))]
mod portable;
mod puzzle_queue;
mod schedule;
#[cfg(target_arch = "x86_64")]
mod sse2;
mod state;
mod store;
mod sweep;
#[cfg(test)]
mod tests;
mod transpose;
mod vector;
mod width;

use super::CancelToken;
use clashes::has_clash;
use schedule::Output;
use store::Store;
use vector::{ALL, LOWEST};
pub use width::{UnavailableWidth, UnknownWidth, Width};

/// Puzzles, each cell by cell in reading order.
#[derive(Clone, Copy, Debug)]
pub enum Puzzles<'a> {
    /// Values 1 to 9, or 0 for an open cell. A puzzle with any other number has no solution.
    Values(&'a [[u8; 81]]),
    /// The values that each cell may hold, value `v` in bit `v - 1` (Sukaku). Higher bits are
    /// ignored.
    Candidates(&'a [[u16; 81]]),
}

impl Puzzles<'_> {
    /// Returns the number of puzzles.
    pub fn len(&self) -> usize {
        match self {
            Puzzles::Values(puzzles) => puzzles.len(),
            Puzzles::Candidates(puzzles) => puzzles.len(),
        }
    }

    /// Returns whether there are no puzzles.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether the givens of a puzzle conflict.
    fn clash(&self, puzzle: usize) -> bool {
        match self {
            Puzzles::Values(puzzles) => has_clash(puzzles[puzzle].map(mask_of_value)),
            Puzzles::Candidates(puzzles) => has_clash(puzzles[puzzle].map(|mask| mask & 0x1ff)),
        }
    }

    fn truncated(self, length: usize) -> Self {
        match self {
            Puzzles::Values(puzzles) => Puzzles::Values(&puzzles[..length.min(puzzles.len())]),
            Puzzles::Candidates(puzzles) => {
                Puzzles::Candidates(&puzzles[..length.min(puzzles.len())])
            }
        }
    }
}

/// The puzzles to solve, and the limits.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    puzzles: Puzzles<'a>,
    limit: u32,
    node_limit: u64,
    cancel: Option<&'a CancelToken>,
}

impl<'a> Batch<'a> {
    /// Creates a batch with a limit of two solutions per puzzle: enough to tell none, one and several
    /// apart.
    pub fn new(puzzles: Puzzles<'a>) -> Batch<'a> {
        Batch {
            puzzles,
            limit: 2,
            node_limit: u64::MAX,
            cancel: None,
        }
    }

    /// Stops each puzzle after `limit` solutions.
    pub fn limit(mut self, limit: u32) -> Batch<'a> {
        self.limit = limit;
        self
    }

    /// Stops the whole batch soon after `nodes` search nodes.
    pub fn node_limit(mut self, nodes: u64) -> Batch<'a> {
        self.node_limit = nodes;
        self
    }

    /// Stops soon after `token` is cancelled.
    pub fn cancel_with(mut self, token: &'a CancelToken) -> Batch<'a> {
        self.cancel = Some(token);
        self
    }
}

/// Why a batch ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The node limit was reached.
    NodeLimit,
    /// The batch was cancelled.
    Cancelled,
}

/// What a batch cost, and whether it is complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchReport {
    /// The number of search nodes: one for each puzzle, and two for each split.
    pub nodes: u64,
    /// Why the batch ended early, if it did.
    pub stop: Option<Stop>,
    /// The puzzles whose search is not finished, in ascending order. Empty unless the batch ended
    /// early.
    pub unfinished: Vec<u32>,
}

/// Solves batches with one vector width. It keeps its memory from batch to batch.
pub struct LaneSolver {
    width: Width,
    store: Store,
}

impl Default for LaneSolver {
    fn default() -> LaneSolver {
        LaneSolver::new()
    }
}

impl LaneSolver {
    /// Creates a solver that uses the widest registers of this CPU.
    pub fn new() -> LaneSolver {
        LaneSolver {
            width: Width::widest(),
            store: Store::default(),
        }
    }

    /// Creates a solver that uses a width.
    ///
    /// # Errors
    ///
    /// Returns an error if the CPU does not have this width.
    pub fn with_width(width: Width) -> Result<LaneSolver, UnavailableWidth> {
        if !width.is_available() {
            return Err(UnavailableWidth(width));
        }
        Ok(LaneSolver {
            width,
            store: Store::default(),
        })
    }

    /// Returns its width.
    pub fn width(&self) -> Width {
        self.width
    }

    /// Counts the solutions of each puzzle up to the limit and keeps the first. If there is none, the
    /// entry in `solutions` is unchanged. Puzzles beyond the end of the shorter slice are skipped.
    /// The same width and batch always give the same solutions.
    pub fn solve(
        &mut self,
        batch: &Batch<'_>,
        counts: &mut [u32],
        solutions: &mut [[u8; 81]],
    ) -> BatchReport {
        let length = counts.len().min(solutions.len()).min(u32::MAX as usize);
        let batch = Batch {
            puzzles: batch.puzzles.truncated(length),
            ..*batch
        };
        counts[..batch.puzzles.len()].fill(0);
        if batch.limit == 0 {
            return BatchReport {
                nodes: 0,
                stop: None,
                unfinished: Vec::new(),
            };
        }
        self.store.clear();
        let output = Output { counts, solutions };
        width::run(self.width, &mut self.store, &batch, output)
    }

    /// Continues the search of one puzzle that another engine has started. The open nodes have their
    /// masks box by box, values 1 to 9 in bits 4 to 12, and have been checked for conflicting givens.
    /// `known` is the number of solutions found before. Returns their total number, up to the limit,
    /// and writes the first if none was known.
    pub(crate) fn finish(
        &mut self,
        nodes: impl Iterator<Item = [u16; 81]>,
        limit: u32,
        known: u32,
        solution: &mut [u8; 81],
    ) -> u32 {
        self.store.clear();
        for node in nodes {
            self.store.add(width::lanes_alone(self.width), &node);
        }
        let batch = Batch::new(Puzzles::Values(&[])).limit(limit);
        let mut counts = [known];
        let output = Output {
            counts: &mut counts,
            solutions: std::slice::from_mut(solution),
        };
        width::run_alone(self.width, &mut self.store, &batch, output);
        counts[0]
    }
}

/// Calls intrinsics on vectors. Each file that uses it documents why that is sound.
#[cfg(target_arch = "x86_64")]
macro_rules! intrinsic {
    ($call:expr) => {
        // SAFETY: a vector or token exists, so the CPU has the features: see the documentation of the
        // module that calls.
        unsafe { $call }
    };
}
#[cfg(target_arch = "x86_64")]
use intrinsic;

/// Returns the candidates of a given, or of an open cell for 0.
const fn mask_of_value(value: u8) -> u16 {
    const MASKS: [u16; 11] = {
        let mut masks = [ALL; 11];
        let mut value = 1;
        while value < 10 {
            masks[value] = LOWEST << (value - 1);
            value += 1;
        }
        masks[10] = 0;
        masks
    };
    MASKS[if value < 10 { value as usize } else { 10 }]
}

/// Returns the value of a mask with one value.
fn value_of_mask(mask: u16) -> u8 {
    (mask.trailing_zeros() as u8).wrapping_sub(3)
}
