//! Solving: [`Solver`] runs every engine.
//!
//! ```
//! use sudokit::{Puzzle, Solver};
//!
//! let puzzle: Puzzle = "1... ..2. .3.. ...4".parse()?;
//! let outcome = Solver::new().limit(10).solve(&puzzle);
//! assert_eq!(outcome.count, 1);
//!
//! let mut solver = Solver::new().node_limit(1_000).limit(u64::MAX);
//! let empty = Puzzle::new(puzzle.shape().clone());
//! assert_eq!(solver.solve(&empty).count, 288);
//! # Ok::<(), sudokit::Problem>(())
//! ```
//!
//! An engine is one way to search. [`Engine::Auto`] takes the fastest one that fits the puzzle; the
//! others can be chosen for comparison. Counts up to a limit do not depend on the engine or the
//! number of threads, and one engine always returns the same solution. Of several solutions,
//! different engines may return different ones; [`Solver::first`] returns the lexicographically
//! smallest with any engine.

#[cfg_attr(not(feature = "unstable-internals"), allow(dead_code, unused_imports))]
pub(crate) mod arch;
mod batch;
mod choose;
mod control;
mod estimate;
mod general;
#[cfg_attr(not(feature = "unstable-internals"), allow(dead_code, unused_imports))]
pub(crate) mod lanes;
mod learn;
mod outcome;
#[cfg(feature = "threads")]
mod pool;
mod progress;
mod propagate;
#[cfg_attr(not(feature = "unstable-internals"), allow(dead_code, unused_imports))]
pub(crate) mod single;
pub mod textbook;

use std::ops::ControlFlow;
use std::time::Duration;

use crate::platform::{self, Instant};
use crate::puzzle::{Grid, Origin, Puzzle};
#[cfg(feature = "unstable-internals")]
use arch::UnavailableWidth;
use arch::Width;
pub use batch::Answers;
pub use choose::{Engine, UnknownEngine};
pub use control::CancelToken;
use control::Control;
pub use estimate::Estimate;
pub(crate) use general::{Completer, Completion, Probe, Solutions, complete, draw};
pub(crate) use learn::LearningProbe;
pub use outcome::{End, Outcome, Statistics, Status};
pub use progress::{Phase, ProgressReport, SearchProgress};

/// What an engine is asked to do. Givens may conflict: such a puzzle has no solution.
pub(crate) struct Task<'a> {
    pub puzzle: &'a Puzzle,
    /// The search stops after this many solutions.
    pub limit: u64,
    /// The number of threads that may work on the puzzle; with 1, no thread is started.
    pub threads: usize,
    /// Whether each solution must be reported as it is found, and not only the first.
    pub every_solution: bool,
    /// The vector width to use, if the engine has registers.
    pub width: Width,
    /// Budgets and cancellation.
    pub control: &'a Control<'a>,
}

/// What an engine found. The solutions themselves have been passed to [`OnSolution`].
pub(crate) struct Findings {
    pub count: u64,
    pub end: End,
    /// The most complete position seen, 0 for open cells.
    pub attempt: Vec<u8>,
    pub statistics: Statistics,
}

/// Up to this limit, a search returns the same solutions in the same order on any number of
/// threads.
pub(crate) const ORDERED: u64 = 1_000;

/// A search that has found this many solutions has many to count. The next is easy to find, learning
/// has nothing to learn from, and the search is worth its time however long it takes.
pub(crate) const MANY: u64 = 16;

/// Receives each solution as it is found, and decides whether to continue.
pub(crate) type OnSolution<'a> = &'a mut (dyn FnMut(&[u8]) -> ControlFlow<()> + Send);

/// Solves puzzles: counts solutions up to a limit and returns the first.
///
/// A solver holds the settings of a search: the engine, the limit on solutions, the number of
/// threads, budgets, and a cancellation token. It can be used for any number of puzzles.
///
/// ```
/// use sudokit::{Puzzle, Solver};
///
/// let empty: Puzzle = "................".parse()?;
/// let outcome = Solver::new().limit(100).solve(&empty);
/// assert_eq!(outcome.count, 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    engine: Engine,
    limit: u64,
    threads: usize,
    node_limit: Option<u64>,
    time_limit: Option<Duration>,
    width: Option<Width>,
    cancel: CancelToken,
    progress: Option<SearchProgress>,
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new()
    }
}

impl Solver {
    /// Creates a solver that uses the fastest engine that fits, one thread, and a limit of two
    /// solutions: enough to tell whether a puzzle has none, one or several.
    pub fn new() -> Solver {
        Solver {
            engine: Engine::Auto,
            limit: 2,
            threads: 1,
            node_limit: None,
            time_limit: None,
            width: None,
            cancel: CancelToken::new(),
            progress: None,
        }
    }

    /// Sets the engine.
    pub fn engine(mut self, engine: Engine) -> Solver {
        self.engine = engine;
        self
    }

    /// Stops after `limit` solutions. `u64::MAX` counts them all.
    pub fn limit(mut self, limit: u64) -> Solver {
        self.limit = limit;
        self
    }

    /// Lets up to `threads` threads work on one puzzle, or on a batch, if the engine can; 0 means
    /// one per core.
    pub fn threads(mut self, threads: usize) -> Solver {
        self.threads = platform::threads(threads);
        self
    }

    /// Returns the limit on search nodes per puzzle.
    pub(crate) fn most_nodes(&self) -> Option<u64> {
        self.node_limit
    }

    /// Gives up on a puzzle after `nodes` search nodes.
    ///
    /// On one thread the result is always the same. Several threads can answer within a limit that
    /// is too small for one, and whether they do depends on timing.
    pub fn node_limit(mut self, nodes: u64) -> Solver {
        self.node_limit = Some(nodes);
        self
    }

    /// Gives up on a puzzle after `time`.
    pub fn time_limit(mut self, time: Duration) -> Solver {
        self.time_limit = Some(time);
        self
    }

    #[doc(hidden)]
    #[cfg(feature = "unstable-internals")]
    /// Sets the vector width of the engines for 9×9. The default is the widest that the CPU has.
    ///
    /// # Errors
    ///
    /// Returns an error if the CPU does not have this width.
    pub fn width(mut self, width: Width) -> Result<Solver, UnavailableWidth> {
        if !width.is_available() {
            return Err(UnavailableWidth(width));
        }
        self.width = Some(width);
        Ok(self)
    }

    /// Stops soon after `token` is cancelled.
    pub fn cancel_with(mut self, token: CancelToken) -> Solver {
        self.cancel = token;
        self
    }

    /// Returns the token that cancels its searches.
    pub(crate) fn cancel_token(&self) -> &CancelToken {
        &self.cancel
    }

    /// Returns this solver for a question that takes several searches: its time limit, counted from
    /// now, applies to all of them together.
    pub(crate) fn with_deadline(&self) -> Solver {
        let solver = self.clone();
        match self.time_limit {
            Some(time) => solver.cancel_with(self.cancel.with_time_limit(time)),
            None => solver,
        }
    }

    /// Returns this solver with what is left of its budgets after searches that cost `spent`.
    pub(crate) fn after(&self, spent: Statistics) -> Solver {
        let (nodes, time) = (self.node_limit, self.time_limit);
        Solver {
            node_limit: nodes.map(|all| all.saturating_sub(spent.nodes)),
            time_limit: time.map(|all| all.saturating_sub(spent.elapsed)),
            ..self.clone()
        }
    }

    /// Reports the progress of each search to `progress`, for another thread to read.
    pub fn report_to(mut self, progress: SearchProgress) -> Solver {
        self.progress = Some(progress);
        self
    }

    /// Searches for solutions up to the limit and keeps the first one.
    pub fn solve(&self, puzzle: &Puzzle) -> Outcome {
        self.search(puzzle, false, |_| ControlFlow::Continue(()))
    }

    /// Searches for solutions up to the limit and passes each to `take` as it is found, until `take`
    /// breaks. Only the first is kept. On one thread the order is always the same.
    pub fn each_solution(
        &self,
        puzzle: &Puzzle,
        take: impl FnMut(&[u8]) -> ControlFlow<()> + Send,
    ) -> Outcome {
        self.search(puzzle, true, take)
    }

    fn search(
        &self,
        puzzle: &Puzzle,
        every_solution: bool,
        mut take: impl FnMut(&[u8]) -> ControlFlow<()> + Send,
    ) -> Outcome {
        let start = Instant::now();
        if let Some(progress) = &self.progress {
            progress.begin(puzzle.shape().cells());
        }
        let mut kept = None;
        let findings = if self.limit == 0 {
            Findings {
                count: 0,
                end: End::Limit,
                attempt: puzzle.values().to_vec(),
                statistics: Statistics::default(),
            }
        } else {
            let control = Control::new(self.node_limit, self.time_limit, &self.cancel)
                .reporting_to(self.progress.as_ref());
            let task = Task {
                puzzle,
                limit: self.limit,
                threads: self.threads,
                every_solution,
                width: self.width.unwrap_or_else(Width::widest),
                control: &control,
            };
            choose::run(self.engine, &task, &mut |values| {
                if kept.is_none() {
                    kept = Some(values.to_vec());
                }
                take(values)
            })
        };
        let mut statistics = findings.statistics;
        statistics.elapsed = start.elapsed();
        let grid = |values| Grid::trusted(puzzle.shape().clone(), values);
        let mut outcome = Outcome {
            count: findings.count,
            end: findings.end,
            attempt: grid(kept.as_ref().map_or(findings.attempt, Clone::clone)),
            solution: kept.map(grid),
            statistics,
        };
        if outcome.count_held_back_solution(puzzle) {
            let _ = take(outcome.attempt.values());
        }
        outcome
    }

    /// Finds the lexicographically smallest solution: the one that, compared with any other, has
    /// the smaller value in the first cell in reading order where they differ.
    ///
    /// The `count` of the outcome is the number of solutions that are known, up to 2. If a budget
    /// or a cancellation ends the search, the solution may not be the smallest.
    pub fn first(&self, puzzle: &Puzzle) -> Outcome {
        first(self, puzzle)
    }

    /// Applies the four strategies of [`textbook`] without guessing. Ends with [`End::Stuck`] if they
    /// find nothing more.
    pub fn logic_only(&self, puzzle: &Puzzle) -> Outcome {
        let start = Instant::now();
        let mut outcome = textbook::logic_only(puzzle);
        outcome.statistics.elapsed = start.elapsed();
        outcome
    }
}

/// Finds the lexicographically smallest solution, with any engine.
///
/// Searching in reading order would find it first, but reading order is a bad order for a search.
/// Instead, any solution is found and improved: for each cell in reading order, if a smaller value
/// is possible with all earlier cells fixed, the solution that shows it replaces the best so far.
/// Each question is an ordinary search for one solution, so a hard puzzle costs a few hundred easy
/// searches instead of one hopeless one.
fn first(solver: &Solver, puzzle: &Puzzle) -> Outcome {
    // With a limit of 2, a puzzle with one solution is finished at once.
    let mut outcome = solver.clone().limit(2).solve(puzzle);
    if let (Some(found), 2..) = (&outcome.solution, outcome.count) {
        let rest = solver.after(outcome.statistics);
        let control = Control::new(rest.node_limit, rest.time_limit, &rest.cancel)
            .reporting_to(rest.progress.as_ref());
        let smallest = match choose::smallest(solver.engine, puzzle, found.values(), &control) {
            Some(findings) => {
                outcome.statistics += findings.statistics;
                if findings.end.is_early() {
                    outcome.end = findings.end;
                }
                Grid::trusted(puzzle.shape().clone(), findings.attempt)
            }
            None => improve(solver, puzzle, found.clone(), &mut outcome),
        };
        outcome.attempt = smallest.clone();
        outcome.solution = Some(smallest);
    }
    outcome
}

fn improve(solver: &Solver, puzzle: &Puzzle, mut best: Grid, outcome: &mut Outcome) -> Grid {
    let one = solver.clone().limit(1);
    let mut fixed = puzzle.clone();
    for cell in 0..puzzle.shape().cells() {
        if fixed.values()[cell] != 0 {
            continue;
        }
        let allowed = fixed.allowed(cell);
        for value in 1..best.values()[cell] {
            if allowed >> (value - 1) & 1 == 0 {
                continue;
            }
            fixed.set(cell, value, Origin::Given);
            let probe = one.solve(&fixed);
            outcome.statistics += probe.statistics;
            if probe.end.is_early() {
                outcome.end = probe.end;
                return best;
            }
            if let Some(smaller) = probe.solution {
                best = smaller;
                break;
            }
        }
        fixed.set(cell, best.values()[cell], Origin::Given);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_and_tokens_can_be_read_back() {
        assert_eq!(Solver::new().most_nodes(), None);
        assert_eq!(Solver::new().node_limit(7).most_nodes(), Some(7));
        let token = CancelToken::new();
        let solver = Solver::new().cancel_with(token.clone());
        assert!(!solver.cancel_token().is_cancelled());
        token.cancel();
        assert!(solver.cancel_token().is_cancelled());
    }
}
