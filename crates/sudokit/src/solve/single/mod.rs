//! 9×9, one puzzle at a time, with the lowest latency.
//!
//! The whole board lies in nine registers, the same cell of all nine boxes in each, and every
//! deduction is made for all boxes at once: naked and hidden singles, locked candidates, full
//! triads. A pass takes some tens of nanoseconds and most puzzles a handful of passes; what is
//! left is a depth-first search that splits on a triad and never waits for memory.
//!
//! ```
//! use sudokit::solve::single::SingleSolver;
//!
//! let mut solver = SingleSolver::new();
//! let answer = solver.solve(&[0; 81], 100);
//! assert_eq!(answer.count, 100);
//!
//! let mut clash = [0; 81];
//! clash[..2].fill(7);
//! assert_eq!(solver.solve(&clash, 2).count, 0);
//! ```
//!
//! | file | what it knows |
//! |---|---|
//! | `plane` | what a register can do, named by meaning |
//! | `avx512`, `avx2`, `portable` | how each instruction set does it |
//! | `board` | a position, in registers and in memory |
//! | `sweep` | one pass of deduction |
//! | `clash` | which givens clash |
//! | `branch` | where a board at rest is split |
//! | `tree` | the search |
//! | `width` | which instructions this CPU has |
//!
//! A search that has proved long (a count of thousands of solutions) is given to the
//! [lanes](super::lanes), if only the count and one solution are asked for: they work on 32 or 16
//! of its nodes at a time.
//!
//! What lost: handing a merely hard puzzle over, which costs more than the search that is left;
//! knowing by the singles and the pending eliminations whether a pass has changed anything, instead
//! of comparing (two hidden singles in one cell then never come to rest); looking for empty cells
//! or for contradicting assertions in every pass; rows and columns from the same state. The figures
//! are in `docs/single.md`.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod board;
mod branch;
mod clash;
mod plane;
mod portable;
mod sweep;
mod tree;
mod width;

use std::cell::Cell;
use std::ops::ControlFlow;

use self::board::Stored;
use self::tree::Observer;
use self::width::Instructions;
use super::control::Meter;
use super::lanes::{Batch, LaneSolver, Puzzles, Width};
use super::{End, Findings, Report, Statistics, Task};
use crate::puzzle::Puzzle;

/// Finds solutions until the task's limit or budget. The puzzle's shape is the classic one.
pub(crate) fn search(task: &Task<'_>, report: Report<'_>) -> Findings {
    let root = root_of(task.puzzle);
    let mut watch = Watch {
        limit: task.limit,
        report,
        meter: Meter::new(task.control, NODES_PER_LOOK),
        count: 0,
        attempt: None,
        settled: 0,
        statistics: Statistics::default(),
    };
    // Taken, not borrowed: whoever is handed a solution may solve a puzzle of his own.
    let mut desk = DESK.take();
    let end = match desk.instructions.search(&root, &mut desk.open, &mut watch) {
        ControlFlow::Break(end) => end,
        ControlFlow::Continue(()) => End::Exhausted,
    };
    DESK.set(desk);
    let attempt = match watch.count {
        0 => watch.attempt.unwrap_or(root).values().to_vec(),
        _ => Vec::new(),
    };
    Findings {
        count: watch.count,
        end,
        attempt,
        statistics: Statistics {
            nodes: watch.meter.used(),
            ..watch.statistics
        },
    }
}

fn root_of(puzzle: &Puzzle) -> Stored {
    match (puzzle.candidates(), puzzle.values().try_into()) {
        (None, Ok(values)) => Stored::of_values(values),
        _ => Stored::of_candidates(&std::array::from_fn(|cell| puzzle.allowed(cell) as u16)),
    }
}

thread_local! {
    static DESK: Cell<Desk> = Cell::default();
}

/// What a thread keeps from one search to the next, so that nothing has to be asked or allocated.
struct Desk {
    instructions: Instructions,
    open: Vec<Stored>,
}

impl Default for Desk {
    fn default() -> Desk {
        Desk {
            instructions: Instructions::fastest(),
            open: Vec::new(),
        }
    }
}

/// How many nodes may pass between two looks at the clock.
const NODES_PER_LOOK: u64 = 64;

/// The most complete position is looked for among every so many.
const NODES_PER_ATTEMPT: u64 = 16;

/// Watches a search for a task.
struct Watch<'t, 'r> {
    limit: u64,
    report: Report<'r>,
    meter: Meter<'t>,
    count: u64,
    /// The most complete position met before there was a solution, and how many cells it had
    /// settled.
    attempt: Option<Stored>,
    settled: usize,
    statistics: Statistics,
}

impl Observer for Watch<'_, '_> {
    type Pause = End;

    #[inline(always)]
    fn node(&mut self) -> ControlFlow<End> {
        match self.meter.node() {
            Ok(()) => ControlFlow::Continue(()),
            Err(end) => ControlFlow::Break(end),
        }
    }

    #[inline(always)]
    fn rests(&mut self, depth: usize) -> bool {
        self.statistics.deepest = self.statistics.deepest.max(depth as u64);
        self.count == 0 && self.meter.used() % NODES_PER_ATTEMPT == 1
    }

    fn look(&mut self, resting: &Stored) {
        let settled = resting.settled();
        if settled > self.settled {
            self.settled = settled;
            self.attempt = Some(*resting);
        }
    }

    #[inline(always)]
    fn dead(&mut self) {
        self.statistics.backtracks += 1;
    }

    fn solution(&mut self, solved: &Stored) -> ControlFlow<End> {
        self.count += 1;
        if (self.report)(&solved.values()).is_break() || self.count == self.limit {
            return ControlFlow::Break(End::Limit);
        }
        ControlFlow::Continue(())
    }
}

/// What [`SingleSolver`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// How many solutions, up to the limit.
    pub count: u32,
    /// One of them, or zeros if there is none.
    pub solution: [u8; 81],
}

/// Solves one puzzle after the other and keeps its memory, for callers to whom every microsecond
/// counts. Nothing is allocated once it has been as deep.
pub struct SingleSolver {
    instructions: Instructions,
    open: Vec<Stored>,
    helper: Helper,
}

impl Default for SingleSolver {
    fn default() -> SingleSolver {
        SingleSolver::new()
    }
}

impl SingleSolver {
    /// With the best instructions this CPU has.
    pub fn new() -> SingleSolver {
        SingleSolver::with(Instructions::fastest(), Width::widest())
    }

    /// With the instructions of this width, if the CPU has them; they hold one board here.
    ///
    /// # Errors
    /// When the CPU does not have them.
    pub fn with_width(width: Width) -> Result<SingleSolver, super::lanes::UnavailableWidth> {
        match Instructions::of(width) {
            Some(instructions) => Ok(SingleSolver::with(instructions, width)),
            None => Err(super::lanes::UnavailableWidth(width)),
        }
    }

    fn with(instructions: Instructions, width: Width) -> SingleSolver {
        SingleSolver {
            instructions,
            open: Vec::new(),
            helper: Helper::new(width),
        }
    }

    /// Counts the solutions up to a limit. Values are 1 to 9, or 0 for an open cell; with any
    /// other number there is no solution.
    pub fn solve(&mut self, values: &[u8; 81], limit: u32) -> Answer {
        self.run(Stored::of_values(values), limit)
    }

    /// As [`SingleSolver::solve`], from the values that each cell may have, value `v` in bit
    /// `v - 1`. Higher bits mean nothing.
    pub fn solve_candidates(&mut self, candidates: &[u16; 81], limit: u32) -> Answer {
        self.run(Stored::of_candidates(candidates), limit)
    }

    fn run(&mut self, root: Stored, limit: u32) -> Answer {
        let mut count = Count {
            limit,
            nodes: 0,
            patience: self.helper.patience,
            answer: Answer {
                count: 0,
                solution: [0; 81],
            },
        };
        if limit > 0 {
            let paused = self.instructions.search(&root, &mut self.open, &mut count);
            if paused == ControlFlow::Break(Pause::Long) {
                self.helper.finish(&self.open, limit, &mut count.answer);
            }
        }
        count.answer
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pause {
    Limit,
    /// The search has proved long.
    Long,
}

/// Watches a search of which only the count and the first solution are wanted.
struct Count {
    limit: u32,
    nodes: u64,
    /// After so many nodes the search is long.
    patience: u64,
    answer: Answer,
}

impl Observer for Count {
    type Pause = Pause;

    #[inline(always)]
    fn node(&mut self) -> ControlFlow<Pause> {
        if self.nodes == self.patience {
            return ControlFlow::Break(Pause::Long);
        }
        self.nodes += 1;
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn rests(&mut self, _depth: usize) -> bool {
        false
    }

    #[inline(always)]
    fn look(&mut self, _resting: &Stored) {}

    #[inline(always)]
    fn dead(&mut self) {}

    fn solution(&mut self, solved: &Stored) -> ControlFlow<Pause> {
        if self.answer.count == 0 {
            self.answer.solution = solved.values();
        }
        self.answer.count += 1;
        if self.answer.count == self.limit {
            return ControlFlow::Break(Pause::Limit);
        }
        ControlFlow::Continue(())
    }
}

/// Filling the lanes costs some microseconds. Of 110,000 puzzles, nearly half of them among the
/// hardest known, none needed more than 1,165 nodes for two solutions, and handing them over
/// earlier gained nothing. Longer searches are counts, and for those the lanes are 1.5 to 2 times
/// as fast.
const PATIENCE: u64 = 2_000;

/// The lanes, for searches that have proved long.
struct Helper {
    /// After so many nodes a search is long.
    patience: u64,
    lanes: LaneSolver,
}

impl Helper {
    fn new(width: Width) -> Helper {
        let patience = match width {
            Width::Avx512 | Width::Avx2 => PATIENCE,
            // Eight nodes at a time are no faster than one.
            Width::Portable => u64::MAX,
        };
        Helper {
            patience,
            lanes: LaneSolver::with_width(width).unwrap_or_default(),
        }
    }

    /// Searches what is open, newest first as the tree would have. The subtrees have no solution
    /// in common, so their counts add up; one batch of them all would count each to the limit.
    fn finish(&mut self, open: &[Stored], limit: u32, answer: &mut Answer) {
        for node in open.iter().rev() {
            let candidates = [node.candidates()];
            let batch = Batch::new(Puzzles::Candidates(&candidates)).limit(limit - answer.count);
            let (mut count, mut solution) = ([0], [[0; 81]]);
            self.lanes.solve(&batch, &mut count, &mut solution);
            if answer.count == 0 {
                answer.solution = solution[0];
            }
            answer.count += count[0];
            if answer.count == limit {
                return;
            }
        }
    }
}
