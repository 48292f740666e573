//! The one door to all engines.
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
//! # Ok::<(), sudokit::format::Diagnostic>(())
//! ```
//!
//! An engine is one way to search. [`Engine::Auto`] takes the fastest that fits; the others are
//! there to be compared. Counts up to a limit are the same whatever the engine and the number of
//! threads, and so is the solution that one engine gives; of several solutions another engine may
//! give another one ([`Solver::first`] gives the smallest, whatever the engine).

mod batch;
mod choose;
mod control;
mod general;
pub mod lanes;
mod outcome;
pub mod single;
pub mod textbook;

use std::ops::ControlFlow;
use std::time::Duration;

use crate::platform::{self, Instant};
use crate::puzzle::{Grid, Origin, Puzzle};
pub use batch::Answers;
pub use choose::{Engine, UnknownEngine};
pub use control::CancelToken;
use control::Control;
pub(crate) use general::{Completion, Probe, Solutions, complete};
use lanes::{UnavailableWidth, Width};
pub use outcome::{End, Outcome, Statistics, Status};

/// What an engine is told to do. Givens may clash: that is a puzzle without a solution.
pub(crate) struct Task<'a> {
    pub puzzle: &'a Puzzle,
    /// Stop after so many solutions.
    pub limit: u64,
    /// How many threads may work on it; 1 means that no other thread is used.
    pub threads: usize,
    /// Budgets and cancellation.
    pub control: &'a Control<'a>,
}

/// What an engine found; the solutions themselves went to the caller as they were found.
pub(crate) struct Findings {
    pub count: u64,
    pub end: End,
    /// The most complete position met, 0 for open cells.
    pub attempt: Vec<u8>,
    pub statistics: Statistics,
}

/// Up to this limit a search gives the same solutions, in the same order, on any number of
/// threads.
pub(crate) const ORDERED: u64 = 1_000;

/// Takes each solution as it is found and says whether to go on.
pub(crate) type OnSolution<'a> = &'a mut (dyn FnMut(&[u8]) -> ControlFlow<()> + Send);

/// How to solve: which engine, how many solutions, and what it may cost.
#[derive(Clone, Debug)]
pub struct Solver {
    engine: Engine,
    limit: u64,
    threads: usize,
    node_limit: Option<u64>,
    time_limit: Option<Duration>,
    width: Option<Width>,
    cancel: CancelToken,
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new()
    }
}

impl Solver {
    /// The fastest engine that fits, one thread, and two solutions: enough to tell whether a
    /// puzzle has none, one or several.
    pub fn new() -> Solver {
        Solver {
            engine: Engine::Auto,
            limit: 2,
            threads: 1,
            node_limit: None,
            time_limit: None,
            width: None,
            cancel: CancelToken::new(),
        }
    }

    /// Searches with this engine.
    pub fn engine(mut self, engine: Engine) -> Solver {
        self.engine = engine;
        self
    }

    /// Stops after so many solutions. `u64::MAX` counts them all.
    pub fn limit(mut self, solutions: u64) -> Solver {
        self.limit = solutions;
        self
    }

    /// Lets so many threads work on one puzzle, where the engine can; 0 means one for each core.
    pub fn threads(mut self, threads: usize) -> Solver {
        self.threads = platform::threads(threads);
        self
    }

    /// After how many search nodes it gives up on a puzzle.
    pub(crate) fn most_nodes(&self) -> Option<u64> {
        self.node_limit
    }

    /// Gives up on a puzzle after so many search nodes.
    pub fn node_limit(mut self, nodes: u64) -> Solver {
        self.node_limit = Some(nodes);
        self
    }

    /// Gives up on a puzzle after so much time.
    pub fn time_limit(mut self, time: Duration) -> Solver {
        self.time_limit = Some(time);
        self
    }

    /// Lets the lanes use registers of this width instead of the widest that the CPU has.
    ///
    /// # Errors
    /// When the CPU does not have it.
    pub fn width(mut self, width: Width) -> Result<Solver, UnavailableWidth> {
        if !width.is_available() {
            return Err(UnavailableWidth(width));
        }
        self.width = Some(width);
        Ok(self)
    }

    /// Stops soon after somebody cancels this token.
    pub fn cancel_with(mut self, token: CancelToken) -> Solver {
        self.cancel = token;
        self
    }

    /// Who may stop its searches.
    pub(crate) fn cancel_token(&self) -> &CancelToken {
        &self.cancel
    }

    /// Searches up to the limit and keeps the first solution.
    pub fn solve(&self, puzzle: &Puzzle) -> Outcome {
        self.each_solution(puzzle, |_| ControlFlow::Continue(()))
    }

    /// Searches up to the limit and hands each solution over as it is found; nothing but the
    /// first is kept. With one thread the order is always the same.
    pub fn each_solution(
        &self,
        puzzle: &Puzzle,
        mut take: impl FnMut(&[u8]) -> ControlFlow<()> + Send,
    ) -> Outcome {
        let start = Instant::now();
        let mut kept = None;
        let findings = if self.limit == 0 {
            Findings {
                count: 0,
                end: End::Limit,
                attempt: puzzle.values().to_vec(),
                statistics: Statistics::default(),
            }
        } else {
            let control = Control::new(self.node_limit, self.time_limit, &self.cancel);
            let task = Task {
                puzzle,
                limit: self.limit,
                threads: self.threads,
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
        Outcome {
            count: findings.count,
            end: findings.end,
            attempt: grid(kept.as_ref().map_or(findings.attempt, Clone::clone)),
            solution: kept.map(grid),
            statistics,
        }
    }

    /// The lexicographically smallest solution: of all solutions the one whose first differing
    /// cell, in reading order, holds the smaller value. Its `count` is 1 or 0.
    pub fn first(&self, puzzle: &Puzzle) -> Outcome {
        first(self, puzzle)
    }

    /// Applies the four strategies of [`textbook`] and never guesses; ends as
    /// [`End::Stuck`] where they find nothing more.
    pub fn logic_only(&self, puzzle: &Puzzle) -> Outcome {
        let start = Instant::now();
        let mut outcome = textbook::logic_only(puzzle);
        outcome.statistics.elapsed = start.elapsed();
        outcome
    }
}

fn first(solver: &Solver, puzzle: &Puzzle) -> Outcome {
    // Two solutions are asked for, because a puzzle with one is finished at once.
    let mut outcome = solver.clone().limit(2).solve(puzzle);
    let several = outcome.count > 1;
    outcome.count = outcome.count.min(1);
    if let (Some(found), true) = (&outcome.solution, several) {
        let smallest = improve(solver, puzzle, found.clone(), &mut outcome);
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
