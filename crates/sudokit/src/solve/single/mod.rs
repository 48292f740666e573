//! The engine for one classic 9×9 puzzle at a time, with the lowest latency.
//!
//! The whole board is in nine registers, each with the same cell of all nine boxes, and every
//! deduction is made for all boxes at once: naked and hidden singles, locked candidates, full
//! triads. A pass takes some tens of nanoseconds, and most puzzles take a handful of passes. The
//! rest is a depth-first search that splits on a triad and never waits for memory.
//!
//! ```
//! use sudokit::internals::SingleSolver;
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
//! | file | contents |
//! |---|---|
//! | `plane` | the operations on a register, named by meaning |
//! | `avx512`, `avx2`, `sse2`, `portable` | their implementation for each instruction set |
//! | `board` | a position, in registers and in memory |
//! | `sweep` | one pass of deduction |
//! | `branch` | where a board is split once nothing more follows |
//! | `tree` | the search, and the check for conflicting givens |
//! | `width` | which instructions the CPU has |
//!
//! If only the count and one solution are wanted, a search that has proved long moves to the
//! [lanes](super::lanes), which work on 16 of its nodes at a time.
//!
//! Tried without success: deciding from the singles and the pending eliminations whether a pass has
//! changed anything, instead of comparing (two hidden singles in one cell then never come to rest);
//! checking for empty cells or for contradicting assertions in every pass; rows and columns from the
//! same state. The figures are in `docs/single.md`.

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

/// Finds solutions up to the limit and budget of the task. The puzzle must have the classic shape.
pub(crate) fn search(task: &Task<'_>, report: OnSolution<'_>) -> Findings {
    let root = root_of(task.puzzle);
    let mut observer = TaskObserver {
        limit: task.limit,
        report,
        meter: Meter::new(task.control, NODES_PER_CHECK),
        count: 0,
        attempt: None,
        settled: 0,
        statistics: Statistics::default(),
    };
    // Taken, not borrowed: the callback that receives a solution may solve another puzzle.
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

/// What a thread keeps from one search to the next, so that the CPU need not be asked again and
/// nothing is allocated.
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

/// The number of nodes between two checks for cancellation, if there is no clock to check.
const NODES_PER_CANCEL: u64 = 4_096;

/// The number of nodes between two checks of the clock.
const NODES_PER_CHECK: u64 = 64;

/// The number of nodes of which one is considered as the most complete position.
const NODES_PER_ATTEMPT: u64 = 16;

/// Observes a search for a task.
struct TaskObserver<'t, 'r> {
    limit: u64,
    report: OnSolution<'r>,
    meter: Meter<'t>,
    count: u64,
    /// The most complete position seen before the first solution.
    attempt: Option<StoredBoard>,
    /// The number of cells with one candidate in `attempt`.
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

/// The result of [`SingleSolver::solve`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SingleResult {
    /// The number of solutions, up to the limit.
    pub count: u32,
    /// One of them, or zeros if there are none.
    pub solution: [u8; 81],
}

/// Solves classic 9×9 puzzles one after the other with the least overhead. It keeps its memory, and
/// allocates only when a search goes deeper than before.
pub struct SingleSolver {
    instructions: Instructions,
    open: Vec<StoredBoard>,
    /// Takes over searches that prove long.
    helper: Option<Helper>,
}

impl Default for SingleSolver {
    fn default() -> SingleSolver {
        SingleSolver::new()
    }
}

impl SingleSolver {
    /// Creates a solver that uses the best instructions this CPU has.
    pub fn new() -> SingleSolver {
        SingleSolver::with(Instructions::fastest(), Width::widest())
    }

    /// Creates a solver that uses the instructions of a width.
    ///
    /// # Errors
    ///
    /// Returns an error if the CPU does not have them.
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

    /// Counts the solutions up to a limit. Values are 1 to 9, or 0 for an open cell; a puzzle with any
    /// other number has no solution.
    pub fn solve(&mut self, values: &[u8; 81], limit: u32) -> SingleResult {
        self.run(StoredBoard::of_values(values), limit)
    }

    /// Like [`SingleSolver::solve`], but takes the values that each cell may hold, value `v` in bit
    /// `v - 1`. Higher bits are ignored.
    pub fn solve_candidates(&mut self, candidates: &[u16; 81], limit: u32) -> SingleResult {
        self.run(StoredBoard::of_candidates(candidates), limit)
    }

    fn run(&mut self, root: StoredBoard, limit: u32) -> SingleResult {
        self.run_until(root, limit, || false).0
    }

    /// Like [`SingleSolver::solve`] or [`SingleSolver::solve_candidates`] for one of these puzzles,
    /// until `cancel` is cancelled; a search that has moved to the lanes is not. Also returns whether
    /// the search is finished.
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

    /// Returns the result, and whether the search is finished.
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

    /// Searches the open nodes, which are the root alone. Returns whether the search is finished.
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
    /// The search has taken too many nodes.
    Long,
}

/// Observes a search of which only the count and the first solution are wanted.
struct CountObserver {
    limit: u32,
    nodes: u64,
    /// The number of nodes after which the search stops as too long.
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

/// When a search moves to the lanes.
struct Patience {
    /// The number of nodes after which a search moves if it looks long.
    doubtful: u64,
    /// A search looks long if the oldest open node, the second child of the first split, has at least
    /// this many candidates.
    many_candidates: u32,
    /// The number of nodes after which every search moves.
    long: u64,
}

/// Moving earlier is better for the hardest puzzles (5 % at 16 nodes), but puzzles of medium
/// difficulty lose as much. Nearly all of the hardest have more candidates than this, and one in
/// twelve of the others.
const AVX512: Patience = Patience {
    doubtful: 32,
    many_candidates: 245,
    long: 96,
};

/// Sixteen lanes take nearly twice as long with AVX2, while one board takes a third longer.
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

/// The lanes, for searches that have proved long. They work on sixteen nodes at a time, but it takes
/// a microsecond or two until they are full, and as long again from the last split to the end.
struct Helper {
    patience: Patience,
    lanes: LaneSolver,
}

impl Helper {
    /// Returns `None` for the portable width, where eight nodes at a time are no faster than one.
    fn new(width: Width) -> Option<Helper> {
        let patience = match width {
            Width::Avx512 => AVX512,
            Width::Avx2 => AVX2,
            Width::Portable => return None,
        };
        let lanes = LaneSolver::with_width(width).ok()?;
        Some(Helper { patience, lanes })
    }

    /// Searches the open nodes.
    fn finish(&mut self, open: &[StoredBoard], count: &mut CountObserver) {
        let nodes = open.iter().map(StoredBoard::box_by_box);
        let SingleResult {
            count: known,
            solution,
        } = &mut count.result;
        *known = self.lanes.finish(nodes, count.limit, *known, solution);
    }
}
