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
//! | `board` | a position, in registers and in memory |
//! | `sweep` | one pass of deduction |
//! | `branch` | where a board is split once nothing more follows |
//! | `tree` | the search, and the check for conflicting givens |
//!
//! The registers are those of [`arch`](super::arch).
//!
//! A search can be told when it is too long for one board. It then stops, and its open nodes can be
//! handed to another engine.
//!
//! Tried without success: deciding from the singles and the pending eliminations whether a pass has
//! changed anything, instead of comparing (two hidden singles in one cell then never come to rest);
//! checking for empty cells or for contradicting assertions in every pass; rows and columns from the
//! same state. The figures are in `docs/single.md`.

mod board;
mod branch;
mod sweep;
mod tree;

use std::ops::ControlFlow;

use self::board::StoredBoard;
use self::tree::{Observer, Search};
use super::arch::{Instructions, UnavailableWidth, Width};
use super::control::Meter;
use super::{CancelToken, End, Findings, MANY, OnSolution, Statistics, Task};
use crate::puzzle::Puzzle;

/// When a search is too long for one board.
#[derive(Clone, Copy)]
pub(crate) struct Patience {
    /// The number of nodes after which a search is too long if it looks long.
    pub doubtful: u64,
    /// A search looks long if the oldest open node, the second child of the first split, has at least
    /// this many candidates.
    pub many_candidates: u32,
    /// The number of nodes after which every search is too long.
    pub long: u64,
    /// A search that has found this many solutions is not too long any more.
    pub many_solutions: u64,
}

/// How a search went.
pub(crate) enum Searched {
    /// It is finished, or a budget or cancellation has ended it.
    Ended(Findings),
    /// It has proved too long. These are its findings so far; [`SingleSolver::open_nodes`] are left.
    TooLong(Findings),
}

fn root_of(puzzle: &Puzzle) -> StoredBoard {
    match (puzzle.candidates(), puzzle.values().try_into()) {
        (None, Ok(values)) => StoredBoard::of_values(values),
        _ => StoredBoard::of_candidates(&std::array::from_fn(|cell| puzzle.allowed(cell) as u16)),
    }
}

/// The number of nodes between two checks for cancellation, if there is no clock to check.
const NODES_PER_CANCEL: u64 = 4_096;

/// The number of nodes between two checks of the clock.
const NODES_PER_CHECK: u64 = 64;

/// The number of nodes of which one is considered as the most complete position.
const NODES_PER_ATTEMPT: u64 = 16;

/// Why a search paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pause {
    /// It has ended.
    End(End),
    /// It has taken more nodes than it may.
    TooLong,
}

/// Observes a search for a task.
struct TaskObserver<'t, 'r> {
    limit: u64,
    report: OnSolution<'r>,
    meter: Meter<'t>,
    /// The number of nodes after which the search stops as too long, unless it has found many
    /// solutions by then.
    patience: u64,
    many_solutions: u64,
    count: u64,
    /// The most complete position seen before the first solution.
    attempt: Option<StoredBoard>,
    /// The number of cells with one candidate in `attempt`.
    settled: usize,
    statistics: Statistics,
}

impl Observer for TaskObserver<'_, '_> {
    type Pause = Pause;

    #[inline(always)]
    fn node(&mut self) -> ControlFlow<Pause> {
        if self.meter.used() == self.patience {
            return ControlFlow::Break(Pause::TooLong);
        }
        match self.meter.node() {
            Ok(()) => ControlFlow::Continue(()),
            Err(end) => ControlFlow::Break(Pause::End(end)),
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

    fn solution(&mut self, solved: &StoredBoard) -> ControlFlow<Pause> {
        self.count += 1;
        if self.count == self.many_solutions {
            self.patience = u64::MAX;
        }
        if (self.report)(&solved.values()).is_break() || self.count == self.limit {
            return ControlFlow::Break(Pause::End(End::Limit));
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
}

impl Default for SingleSolver {
    fn default() -> SingleSolver {
        SingleSolver::new()
    }
}

impl SingleSolver {
    /// Creates a solver that uses the best instructions this CPU has.
    pub fn new() -> SingleSolver {
        SingleSolver::with(Instructions::widest())
    }

    /// Creates a solver that uses the instructions of a width.
    ///
    /// # Errors
    ///
    /// Returns an error if the CPU does not have them.
    pub fn with_width(width: Width) -> Result<SingleSolver, UnavailableWidth> {
        Instructions::of(width).map(SingleSolver::with)
    }

    fn with(instructions: Instructions) -> SingleSolver {
        SingleSolver {
            instructions,
            open: Vec::new(),
        }
    }

    /// Counts the solutions up to a limit. Values are 1 to 9, or 0 for an open cell; a puzzle with any
    /// other number has no solution.
    pub fn solve(&mut self, values: &[u8; 81], limit: u32) -> SingleResult {
        self.count(StoredBoard::of_values(values), limit, None).0
    }

    /// Like [`SingleSolver::solve`], but takes the values that each cell may hold, value `v` in bit
    /// `v - 1`. Higher bits are ignored.
    pub fn solve_candidates(&mut self, candidates: &[u16; 81], limit: u32) -> SingleResult {
        let root = StoredBoard::of_candidates(candidates);
        self.count(root, limit, None).0
    }

    /// Like [`SingleSolver::solve`], until `cancel` is cancelled or the search is [`TOO_LONG`]. Also
    /// returns why it ended.
    pub(crate) fn solve_until(
        &mut self,
        values: &[u8; 81],
        limit: u32,
        cancel: &CancelToken,
    ) -> (SingleResult, End) {
        self.count(StoredBoard::of_values(values), limit, Some(cancel))
    }

    /// Like [`SingleSolver::solve_candidates`], until `cancel` is cancelled or the search is
    /// [`TOO_LONG`]. Also returns why it ended.
    pub(crate) fn solve_candidates_until(
        &mut self,
        candidates: &[u16; 81],
        limit: u32,
        cancel: &CancelToken,
    ) -> (SingleResult, End) {
        self.count(StoredBoard::of_candidates(candidates), limit, Some(cancel))
    }

    /// Returns the result, and why the search ended. Without `cancel`, it goes to its end.
    fn count(
        &mut self,
        root: StoredBoard,
        limit: u32,
        cancel: Option<&CancelToken>,
    ) -> (SingleResult, End) {
        let mut count = CountObserver {
            limit,
            cancel,
            unchecked: 0,
            patience: TOO_LONG / NODES_PER_CANCEL,
            result: SingleResult {
                count: 0,
                solution: [0; 81],
            },
        };
        let found = match limit {
            0 => ControlFlow::Break(End::Limit),
            _ => self.run(root, &mut count),
        };
        let end = match found {
            ControlFlow::Break(end) => end,
            ControlFlow::Continue(()) => End::Exhausted,
        };
        (count.result, end)
    }

    /// Finds solutions up to the limit and budget of the task, unless that takes too long. The puzzle
    /// must have the classic shape.
    pub(crate) fn search(
        &mut self,
        task: &Task<'_>,
        patience: Option<Patience>,
        report: OnSolution<'_>,
    ) -> Searched {
        let root = root_of(task.puzzle);
        let mut observer = TaskObserver {
            limit: task.limit,
            report,
            meter: Meter::new(task.control, NODES_PER_CHECK),
            patience: patience.map_or(u64::MAX, |patience| patience.doubtful),
            many_solutions: patience.map_or(u64::MAX, |patience| patience.many_solutions),
            count: 0,
            attempt: None,
            settled: 0,
            statistics: Statistics::default(),
        };
        let mut found = self.run(root, &mut observer);
        if let Some(patience) = patience
            && found == ControlFlow::Break(Pause::TooLong)
            && !self.looks_long(patience)
        {
            observer.patience = patience.long;
            found = self.resume(None, &mut observer);
        }
        let attempt = match observer.count {
            0 => observer.attempt.unwrap_or(root).values().to_vec(),
            _ => Vec::new(),
        };
        let findings = |end| Findings {
            count: observer.count,
            end,
            attempt,
            statistics: Statistics {
                nodes: observer.meter.used(),
                ..observer.statistics
            },
        };
        match found {
            ControlFlow::Continue(()) => Searched::Ended(findings(End::Exhausted)),
            ControlFlow::Break(Pause::End(end)) => Searched::Ended(findings(end)),
            ControlFlow::Break(Pause::TooLong) => Searched::TooLong(findings(End::NodeLimit)),
        }
    }

    /// Returns the nodes that the last search has left: their masks box by box, values 1 to 9 in bits
    /// 4 to 12. The puzzle has been checked for conflicting givens.
    pub(crate) fn open_nodes(&self) -> impl ExactSizeIterator<Item = [u16; 81]> {
        self.open.iter().map(StoredBoard::box_by_box)
    }

    fn looks_long(&self, patience: Patience) -> bool {
        let oldest = self.open.first();
        oldest.is_some_and(|oldest| oldest.candidate_count() >= patience.many_candidates)
    }

    fn run<O: Observer>(&mut self, root: StoredBoard, observer: &mut O) -> ControlFlow<O::Pause> {
        self.open.clear();
        self.open.push(root);
        self.resume(Some(&root), observer)
    }

    fn resume<O: Observer>(
        &mut self,
        root: Option<&StoredBoard>,
        observer: &mut O,
    ) -> ControlFlow<O::Pause> {
        self.instructions.run_board(Search {
            root,
            open: &mut self.open,
            observer,
        })
    }
}

/// The number of nodes after which a search that has found few solutions has met a contradiction that
/// no split touches. It would be repeated in every part of the tree, where an engine that learns may
/// need a handful of nodes. The hardest collections take about 160 per puzzle.
pub(crate) const TOO_LONG: u64 = 1 << 15;

/// Observes a search of which only the count and the first solution are wanted.
struct CountObserver<'c> {
    limit: u32,
    cancel: Option<&'c CancelToken>,
    /// The number of nodes since the last check for cancellation.
    unchecked: u64,
    /// The number of such checks before the search is too long.
    patience: u64,
    result: SingleResult,
}

impl CountObserver<'_> {
    #[cold]
    fn check(&mut self, cancel: &CancelToken) -> ControlFlow<End> {
        if cancel.is_cancelled() {
            return ControlFlow::Break(End::Cancelled);
        }
        self.patience = self.patience.saturating_sub(1);
        match self.patience {
            0 if u64::from(self.result.count) < MANY => ControlFlow::Break(End::NodeLimit),
            _ => ControlFlow::Continue(()),
        }
    }
}

impl Observer for CountObserver<'_> {
    type Pause = End;

    #[inline(always)]
    fn node(&mut self) -> ControlFlow<End> {
        self.unchecked += 1;
        if self.unchecked == NODES_PER_CANCEL {
            self.unchecked = 0;
            if let Some(cancel) = self.cancel {
                return self.check(cancel);
            }
        }
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

    fn solution(&mut self, solved: &StoredBoard) -> ControlFlow<End> {
        if self.result.count == 0 {
            self.result.solution = solved.values();
        }
        self.result.count += 1;
        if self.result.count == self.limit {
            return ControlFlow::Break(End::Limit);
        }
        ControlFlow::Continue(())
    }
}
