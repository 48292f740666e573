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
//! let result = solver.solve(&[0; 81], 100);
//! assert_eq!(result.count, 100);
//!
//! let mut clash = [0; 81];
//! clash[..2].fill(7);
//! assert_eq!(solver.solve(&clash, 2).count, 0);
//! ```
//!
//! | file | what it knows |
//! |---|---|
//! | `plane` | what a register can do, named by meaning |
//! | `avx512`, `avx2`, `sse2`, `portable` | how each instruction set does it |
//! | `board` | a position, in registers and in memory |
//! | `sweep` | one pass of deduction |
//! | `branch` | where a board at rest is split |
//! | `tree` | the search |
//! | `width` | which instructions this CPU has |
//!
//! A search that has proved long is given to the [lanes](super::lanes), if only the count and one
//! solution are asked for: they work on 16 of its nodes at a time.
//!
//! What lost: knowing by the singles and the pending eliminations whether a pass has changed anything, instead
//! of comparing (two hidden singles in one cell then never come to rest); looking for empty cells
//! or for contradicting assertions in every pass; rows and columns from the same state. The figures
//! are in `docs/single.md`.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod board;
mod branch;
mod plane;
#[cfg(any(not(target_arch = "x86_64"), test))]
mod portable;
#[cfg(target_arch = "x86_64")]
mod sse2;
mod sweep;
#[cfg(test)]
mod tests;
mod tree;
mod width;

use std::cell::Cell;
use std::ops::ControlFlow;

use self::board::StoredBoard;
use self::tree::Observer;
use self::width::Instructions;
use super::control::Meter;
use super::lanes::{LaneSolver, Puzzles, Width};
use super::{CancelToken, End, Findings, OnSolution, Statistics, Task};
use crate::puzzle::Puzzle;

/// Finds solutions until the task's limit or budget. The puzzle's shape is the classic one.
pub(crate) fn search(task: &Task<'_>, report: OnSolution<'_>) -> Findings {
    let root = root_of(task.puzzle);
    let mut observer = TaskObserver {
        limit: task.limit,
        report,
        meter: Meter::new(task.control, NODES_PER_LOOK),
        count: 0,
        attempt: None,
        settled: 0,
        statistics: Statistics::default(),
    };
    // Taken, not borrowed: whoever is handed a solution may solve a puzzle of his own.
    let mut memory = MEMORY.take();
    memory.open.clear();
    memory.open.push(root);
    let found = memory
        .instructions
        .search(Some(&root), &mut memory.open, &mut observer);
    let end = match found {
        ControlFlow::Break(end) => end,
        ControlFlow::Continue(()) => End::Exhausted,
    };
    MEMORY.set(memory);
    let attempt = match observer.count {
        0 => observer.attempt.unwrap_or(root).values().to_vec(),
        _ => Vec::new(),
    };
    Findings {
        count: observer.count,
        end,
        attempt,
        statistics: Statistics {
            nodes: observer.meter.used(),
            ..observer.statistics
        },
    }
}

fn root_of(puzzle: &Puzzle) -> StoredBoard {
    match (puzzle.candidates(), puzzle.values().try_into()) {
        (None, Ok(values)) => StoredBoard::of_values(values),
        _ => StoredBoard::of_candidates(&std::array::from_fn(|cell| puzzle.allowed(cell) as u16)),
    }
}

thread_local! {
    static MEMORY: Cell<SearchMemory> = Cell::default();
}

/// What a thread keeps from one search to the next, so that nothing has to be asked or allocated.
struct SearchMemory {
    instructions: Instructions,
    open: Vec<StoredBoard>,
}

impl Default for SearchMemory {
    fn default() -> SearchMemory {
        SearchMemory {
            instructions: Instructions::fastest(),
            open: Vec::new(),
        }
    }
}

/// How many nodes may pass between two looks for a cancellation, where there is no clock to look at.
const NODES_PER_CANCEL: u64 = 4_096;

/// How many nodes may pass between two looks at the clock.
const NODES_PER_LOOK: u64 = 64;

/// The most complete position is looked for among every so many.
const NODES_PER_ATTEMPT: u64 = 16;

/// Watches a search for a task.
struct TaskObserver<'t, 'r> {
    limit: u64,
    report: OnSolution<'r>,
    meter: Meter<'t>,
    count: u64,
    /// The most complete position met before there was a solution, and how many cells it had
    /// settled.
    attempt: Option<StoredBoard>,
    settled: usize,
    statistics: Statistics,
}

impl Observer for TaskObserver<'_, '_> {
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

    fn look(&mut self, resting: &StoredBoard) {
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

    fn solution(&mut self, solved: &StoredBoard) -> ControlFlow<End> {
        self.count += 1;
        if (self.report)(&solved.values()).is_break() || self.count == self.limit {
            return ControlFlow::Break(End::Limit);
        }
        ControlFlow::Continue(())
    }
}

/// What [`SingleSolver`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SingleResult {
    /// How many solutions, up to the limit.
    pub count: u32,
    /// One of them, or zeros if there is none.
    pub solution: [u8; 81],
}

/// Solves one puzzle after the other and keeps its memory, for callers to whom every microsecond
/// counts. Nothing is allocated once it has been as deep.
pub struct SingleSolver {
    instructions: Instructions,
    open: Vec<StoredBoard>,
    /// For searches that prove long.
    helper: Option<Helper>,
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
    pub fn solve(&mut self, values: &[u8; 81], limit: u32) -> SingleResult {
        self.run(StoredBoard::of_values(values), limit)
    }

    /// As [`SingleSolver::solve`], from the values that each cell may have, value `v` in bit
    /// `v - 1`. Higher bits mean nothing.
    pub fn solve_candidates(&mut self, candidates: &[u16; 81], limit: u32) -> SingleResult {
        self.run(StoredBoard::of_candidates(candidates), limit)
    }

    fn run(&mut self, root: StoredBoard, limit: u32) -> SingleResult {
        self.run_until(root, limit, || false).0
    }

    /// As [`SingleSolver::solve`] or [`SingleSolver::solve_candidates`] for one of these puzzles,
    /// until somebody cancels it; one that the lanes help with is not cancelled. Says whether all
    /// was searched.
    pub(crate) fn solve_one_of(
        &mut self,
        puzzles: Puzzles<'_>,
        at: usize,
        limit: u32,
        cancel: &CancelToken,
    ) -> (SingleResult, bool) {
        let root = match puzzles {
            Puzzles::Values(puzzles) => StoredBoard::of_values(&puzzles[at]),
            Puzzles::Candidates(puzzles) => StoredBoard::of_candidates(&puzzles[at]),
        };
        self.run_until(root, limit, || cancel.is_cancelled())
    }

    /// Whether the search was finished comes second.
    fn run_until(
        &mut self,
        root: StoredBoard,
        limit: u32,
        is_cancelled: impl Fn() -> bool,
    ) -> (SingleResult, bool) {
        let mut count = CountObserver {
            limit,
            nodes: 0,
            patience: u64::MAX,
            result: SingleResult {
                count: 0,
                solution: [0; 81],
            },
        };
        let mut is_finished = true;
        if limit > 0 {
            self.open.clear();
            self.open.push(root);
            is_finished = self.count(&root, &mut count, is_cancelled);
        }
        (count.result, is_finished)
    }

    /// Searches what is open, the root alone. Says whether all was searched.
    fn count(
        &mut self,
        root: &StoredBoard,
        count: &mut CountObserver,
        is_cancelled: impl Fn() -> bool,
    ) -> bool {
        const LONG: ControlFlow<Pause> = ControlFlow::Break(Pause::Long);
        let (instructions, open) = (self.instructions, &mut self.open);
        let Some(helper) = &mut self.helper else {
            count.patience = NODES_PER_CANCEL;
            let mut found = instructions.search(Some(root), open, count);
            while found == LONG && !is_cancelled() {
                count.patience += NODES_PER_CANCEL;
                found = instructions.search(None, open, count);
            }
            return found != LONG;
        };
        count.patience = helper.patience.doubtful;
        let mut found = instructions.search(Some(root), open, count);
        if found == LONG && !helper.patience.is_over(open) {
            count.patience = helper.patience.long;
            found = instructions.search(None, open, count);
        }
        if found == LONG {
            helper.finish(open, count);
        }
        true
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pause {
    Limit,
    /// The search has proved long.
    Long,
}

/// Watches a search of which only the count and the first solution are wanted.
struct CountObserver {
    limit: u32,
    nodes: u64,
    /// After so many nodes the search is long.
    patience: u64,
    result: SingleResult,
}

impl Observer for CountObserver {
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
    fn look(&mut self, _resting: &StoredBoard) {}

    #[inline(always)]
    fn dead(&mut self) {}

    fn solution(&mut self, solved: &StoredBoard) -> ControlFlow<Pause> {
        if self.result.count == 0 {
            self.result.solution = solved.values();
        }
        self.result.count += 1;
        if self.result.count == self.limit {
            return ControlFlow::Break(Pause::Limit);
        }
        ControlFlow::Continue(())
    }
}

/// When a search is given to the lanes.
struct Patience {
    /// After so many nodes it is asked whether the search looks long.
    doubtful: u64,
    /// It does if the oldest open node, the second child of the first split, has so many
    /// candidates.
    many_candidates: u32,
    /// After so many nodes a search is long, whatever it looks like.
    long: u64,
}

/// Looking earlier is better for the hardest puzzles (5 % at 16 nodes), but a puzzle of middling
/// difficulty then loses as much. Nearly all of the hardest have more candidates than this and one
/// in twelve of the others.
const AVX512: Patience = Patience {
    doubtful: 32,
    many_candidates: 245,
    long: 96,
};

/// Sixteen lanes take nearly twice as long here, while one board takes a third more.
const AVX2: Patience = Patience {
    doubtful: 32,
    many_candidates: 265,
    long: 256,
};

impl Patience {
    fn is_over(&self, open: &[StoredBoard]) -> bool {
        open.first()
            .is_some_and(|oldest| oldest.candidate_count() >= self.many_candidates)
    }
}

/// The lanes, for searches that have proved long: they look at sixteen nodes at a time, but it
/// takes a microsecond or two until they are full, and as much from the last split to the end.
struct Helper {
    patience: Patience,
    lanes: LaneSolver,
}

impl Helper {
    /// None where eight nodes at a time are no faster than one.
    fn new(width: Width) -> Option<Helper> {
        let patience = match width {
            Width::Avx512 => AVX512,
            Width::Avx2 => AVX2,
            Width::Portable => return None,
        };
        let lanes = LaneSolver::with_width(width).ok()?;
        Some(Helper { patience, lanes })
    }

    /// Searches what is open.
    fn finish(&mut self, open: &[StoredBoard], count: &mut CountObserver) {
        let nodes = open.iter().map(StoredBoard::box_by_box);
        let SingleResult {
            count: known,
            solution,
        } = &mut count.result;
        *known = self.lanes.finish(nodes, count.limit, *known, solution);
    }
}
