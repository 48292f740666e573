//! 9×9 puzzles in batches, 32, 16 or 8 search nodes at a time.
//!
//! Every lane of a register holds the same cell of *another* search node, of any puzzle, so one
//! instruction does the same deduction for all of them. A lane that is finished takes the next
//! node or the next puzzle; none ever waits for a longer one.
//!
//! ```
//! use sudokit::solve::lanes::{Batch, LaneSolver, Puzzles};
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
//! | file | what it knows |
//! |---|---|
//! | `vector` | what a register can do, named by meaning |
//! | `avx512`, `half`, `avx2`, `sse2`, `portable` | how each instruction set does it |
//! | `state` | one node a lane: candidates, triads, what is pending |
//! | `sweep` | one pass of deduction over all lanes |
//! | `branch` | where a lane at rest is split |
//! | `schedule` | who works in which lane |
//! | `clashes` | when to look for givens that clash |
//! | `store`, `puzzle_queue` | nodes and puzzles that wait for one |
//! | `families` | whose nodes these are, where it matters |
//! | `transpose` | from rows of bytes to lanes and back |
//! | `width` | which widths this CPU has |

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

/// Puzzles, cell by cell in reading order.
#[derive(Clone, Copy, Debug)]
pub enum Puzzles<'a> {
    /// Values 1 to 9, or 0 for an open cell. A puzzle with any other number has no solution.
    Values(&'a [[u8; 81]]),
    /// The values that each cell may have, value `v` in bit `v - 1` (Sukaku). Higher bits mean
    /// nothing.
    Candidates(&'a [[u16; 81]]),
}

impl Puzzles<'_> {
    /// How many they are.
    pub fn len(&self) -> usize {
        match self {
            Puzzles::Values(puzzles) => puzzles.len(),
            Puzzles::Candidates(puzzles) => puzzles.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the givens of a puzzle clash.
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

/// What to solve and what it may cost.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    puzzles: Puzzles<'a>,
    limit: u32,
    node_limit: u64,
    cancel: Option<&'a CancelToken>,
}

impl<'a> Batch<'a> {
    /// Up to two solutions of each puzzle: enough to tell none, one and several apart.
    pub fn new(puzzles: Puzzles<'a>) -> Batch<'a> {
        Batch {
            puzzles,
            limit: 2,
            node_limit: u64::MAX,
            cancel: None,
        }
    }

    /// Stops each puzzle after so many solutions.
    pub fn limit(mut self, solutions: u32) -> Batch<'a> {
        self.limit = solutions;
        self
    }

    /// Stops the whole batch soon after so many search nodes.
    pub fn node_limit(mut self, nodes: u64) -> Batch<'a> {
        self.node_limit = nodes;
        self
    }

    /// Stops soon after somebody cancels this token.
    pub fn cancel_with(mut self, token: &'a CancelToken) -> Batch<'a> {
        self.cancel = Some(token);
        self
    }
}

/// Why a batch ended before all was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The node limit was reached.
    NodeLimit,
    /// Somebody cancelled it.
    Cancelled,
}

/// What a batch cost and whether it is complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchReport {
    /// Search nodes that were looked at: puzzles, and two for each branch.
    pub nodes: u64,
    /// Why it ended early, if it did.
    pub stop: Option<Stop>,
    /// The puzzles whose count is only what was found so far, in ascending order. Empty unless
    /// the batch ended early.
    pub unfinished: Vec<u32>,
}

/// Solves batches with one vector width, and keeps its memory from batch to batch.
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
    /// With the widest registers this CPU has.
    pub fn new() -> LaneSolver {
        LaneSolver {
            width: Width::widest(),
            store: Store::default(),
        }
    }

    /// With this width, if the CPU has it.
    pub fn with_width(width: Width) -> Result<LaneSolver, UnavailableWidth> {
        if !width.is_available() {
            return Err(UnavailableWidth(width));
        }
        Ok(LaneSolver {
            width,
            store: Store::default(),
        })
    }

    /// The width it uses.
    pub fn width(&self) -> Width {
        self.width
    }

    /// Counts the solutions of each puzzle up to the limit and keeps the first; where there is
    /// none, the place for it stays as it was. Puzzles beyond the shorter of the two slices are
    /// left out. Of several solutions it is always the same one with the same width and batch.
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
        let answers = Output { counts, solutions };
        width::run(self.width, &mut self.store, &batch, answers)
    }

    /// Goes on with the search of one puzzle that another engine has begun. Its open nodes have
    /// their masks box by box, values 1 to 9 in bits 4 to 12, and clashes were looked for. Of the
    /// solutions so many are `known`; gives how many there are in all, up to the limit, and writes
    /// the first if none was known.
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
        let answers = Output {
            counts: &mut counts,
            solutions: std::slice::from_mut(solution),
        };
        width::run_alone(self.width, &mut self.store, &batch, answers);
        counts[0]
    }
}

/// Calls one intrinsic on vectors. Why that is sound stands at the head of each file that does.
#[cfg(target_arch = "x86_64")]
macro_rules! intrinsic {
    ($call:expr) => {
        // SAFETY: see the head of the file that calls.
        unsafe { $call }
    };
}
#[cfg(target_arch = "x86_64")]
use intrinsic;

/// The candidates of a cell that is given, or open if it is 0.
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

/// The value of a cell that has only one.
fn value_of_mask(mask: u16) -> u8 {
    (mask.trailing_zeros() as u8).wrapping_sub(3)
}
