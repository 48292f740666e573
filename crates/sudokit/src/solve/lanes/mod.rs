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
//! | `state` | one node per lane: candidates, triads, pending eliminations; sets of lanes |
//! | `sweep` | one pass of deduction over all lanes |
//! | `branch` | where a lane is split once nothing more follows |
//! | `schedule` | which node is in which lane |
//! | `watch` | searches that take long: conflicting givens, and puzzles for another engine |
//! | `store`, `puzzle_queue` | nodes and puzzles that wait for one |
//! | `depth_first` | the nodes of each puzzle, while the search is depth-first |
//! | `transpose` | conversion between rows of bytes and lanes |
//!
//! The registers are those of [`arch`](super::arch).

mod branch;
mod depth_first;
mod puzzle_queue;
mod schedule;
mod state;
mod store;
mod sweep;
#[cfg(test)]
mod tests;
mod transpose;
mod watch;

use super::CancelToken;
use super::arch::{Instructions, UnavailableWidth, Width, mask_of_value};
use schedule::{Output, Search};
use store::Store;
use watch::has_clash;

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
    gives_up: bool,
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
            gives_up: false,
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

    /// Gives up puzzles that take much longer than the hardest ones known, so that another engine can
    /// solve them: see [`BatchReport::given_up`].
    pub fn give_up_long(mut self) -> Batch<'a> {
        self.gives_up = true;
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
    /// How many of them turned out to have no solution.
    pub dead: u64,
    /// Why the batch ended early, if it did.
    pub stop: Option<Stop>,
    /// The puzzles whose search is not finished, in ascending order. Empty unless the batch ended
    /// early.
    pub unfinished: Vec<u32>,
    /// The puzzles whose search was [given up](Batch::give_up_long), in ascending order. They may have
    /// more solutions than were counted.
    pub given_up: Vec<u32>,
}

/// Solves batches with one vector width. It keeps its memory from batch to batch.
pub struct LaneSolver {
    instructions: Instructions,
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
            instructions: Instructions::widest(),
            store: Store::default(),
        }
    }

    /// Creates a solver that uses a width.
    ///
    /// # Errors
    ///
    /// Returns an error if the CPU does not have this width.
    pub fn with_width(width: Width) -> Result<LaneSolver, UnavailableWidth> {
        Ok(LaneSolver {
            instructions: Instructions::of(width)?,
            store: Store::default(),
        })
    }

    /// Returns its width.
    pub fn width(&self) -> Width {
        self.instructions.width()
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
                dead: 0,
                stop: None,
                unfinished: Vec::new(),
                given_up: Vec::new(),
            };
        }
        self.store.clear();
        let output = Output { counts, solutions };
        self.instructions.run_lanes(Search {
            store: &mut self.store,
            batch: &batch,
            output,
        })
    }

    /// Continues the search of one puzzle that has been started elsewhere. The open nodes have their
    /// masks box by box, values 1 to 9 in bits 4 to 12, and have been checked for conflicting givens.
    /// `count` is the number of solutions found before and becomes their total number, up to the
    /// limit; the first is written if none was known. The search stops soon after `cancel` is
    /// cancelled, and is given up if it takes too long.
    pub(crate) fn finish(
        &mut self,
        nodes: impl Iterator<Item = [u16; 81]>,
        limit: u32,
        cancel: &CancelToken,
        count: &mut u32,
        solution: &mut [u8; 81],
    ) -> BatchReport {
        self.store.clear();
        for node in nodes {
            self.store.add(self.instructions.few_lanes(), &node);
        }
        let batch = Batch::new(Puzzles::Values(&[]))
            .limit(limit)
            .give_up_long()
            .cancel_with(cancel);
        let output = Output {
            counts: std::slice::from_mut(count),
            solutions: std::slice::from_mut(solution),
        };
        self.instructions.run_few_lanes(Search {
            store: &mut self.store,
            batch: &batch,
            output,
        })
    }
}
