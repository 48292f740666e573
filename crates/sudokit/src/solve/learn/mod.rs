//! The engine for large and hard boards: a search that learns from its conflicts.
//!
//! Other engines repeat the same mistake in every part of the tree where it can be made. This one
//! writes down, after each contradiction, which few candidates cannot be true together, and never
//! makes that mistake again. It is slower per node, so it pays off where thousands of nodes are
//! needed. The idea, figures and what lost are in docs/learn.md.
//!
//! * [`mod@groups`]: the candidates of a position as variables, and groups of which exactly one is true.
//! * [`trail`]: the assignment, and what follows from the groups.
//! * [`clauses`]: what was learned, and what follows from it.
//! * [`analysis`]: a clause from a conflict.
//! * [`order`] and [`phases`]: which candidate to choose next, and whether to make it true.
//! * [`learner`]: the search itself, with restarts, removal of clauses, and assumptions.
//! * [`probe`]: many questions about one grid, for generators.
//! * `portfolio`: several searches of the same puzzle on several threads.

mod analysis;
mod clauses;
mod groups;
mod learner;
mod order;
mod phases;
#[cfg(feature = "threads")]
mod portfolio;
mod probe;
mod trail;

use std::ops::ControlFlow;
use std::sync::Arc;

use self::groups::{Groups, Literal};
use self::learner::{Learner, Strategy, Verdict};
pub(crate) use self::probe::LearningProbe;
use super::control::{Control, Meter};
use super::propagate::{SearchState, Start};
use super::{End, Findings, OnSolution, Statistics, Task};
use crate::puzzle::Puzzle;

/// Finds solutions up to the limit and budget of the task, except `known` ones, which count as
/// found.
pub(crate) fn search(task: &Task<'_>, known: &[Vec<u8>], report: OnSolution<'_>) -> Findings {
    match Start::new(task.puzzle) {
        Ok(start) => search_from(&start.state, task, known, report),
        Err(contradiction) => contradiction,
    }
}

/// Does the same from a position that has been propagated.
pub(crate) fn search_from(
    state: &SearchState,
    task: &Task<'_>,
    known: &[Vec<u8>],
    report: OnSolution<'_>,
) -> Findings {
    let groups = Arc::new(Groups::new(state, task.puzzle.shape().geometry()));
    let mut learner = Learner::new(groups, Strategy::default());
    for values in known {
        learner.exclude(values);
    }
    let mut run = Run {
        learner,
        limit: task.limit,
        count: known.len() as u64,
        report,
    };
    #[cfg(feature = "threads")]
    if task.threads > 1 {
        return portfolio::search(run, task, known);
    }
    let end = run.go(
        &mut meter(task.puzzle.shape().cells(), task.control),
        &mut (),
    );
    run.findings(end)
}

/// Finds the lexicographically smallest solution, given any of them. The `attempt` of the findings is
/// the smallest one found, whatever the end.
///
/// One learner answers, for each cell in reading order, whether a smaller value is possible. What it
/// learned for one cell holds for the next, because values once fixed stay.
pub(crate) fn smallest(puzzle: &Puzzle, found: &[u8], control: &Control<'_>) -> Findings {
    let mut best = found.to_vec();
    let mut statistics = Statistics::default();
    let mut end = End::Exhausted;
    if let Some(groups) = groups(puzzle) {
        let mut learner = Learner::new(groups.clone(), Strategy::default());
        end = improve(
            &groups,
            &mut learner,
            &mut best,
            &mut meter(puzzle.shape().cells(), control),
        );
        statistics = learner.statistics();
    }
    Findings {
        count: 1,
        end,
        attempt: best,
        statistics,
    }
}

fn improve(
    groups: &Groups,
    learner: &mut Learner,
    best: &mut Vec<u8>,
    meter: &mut Meter<'_>,
) -> End {
    for variable in 0..groups.variables() as u32 {
        // Variables are in the order of cells, then values.
        let (cell, value) = groups.candidate(variable);
        let literal = Literal::positive(variable);
        if value < best[cell] && !learner.is_false(literal) {
            match learner.search(&[literal], meter) {
                Verdict::Solution => *best = learner.values(),
                Verdict::Impossible => {}
                Verdict::Stopped(end) => return end,
            }
        }
        let is_best = value == best[cell];
        learner.require(&[if is_best { literal } else { !literal }]);
    }
    End::Exhausted
}

/// Returns the variables and groups of a puzzle after propagation, `None` if it has no solution.
fn groups(puzzle: &Puzzle) -> Option<Arc<Groups>> {
    let start = Start::new(puzzle).ok()?;
    Some(Arc::new(Groups::new(
        &start.state,
        puzzle.shape().geometry(),
    )))
}

/// Returns a meter that checks the clock often enough for the cost of a node on a board of this
/// size.
fn meter<'c>(cells: usize, control: &'c Control<'c>) -> Meter<'c> {
    Meter::new(control, (16_384 / cells as u64).clamp(1, 64))
}

/// Exchanges facts with other searches of the same puzzle.
trait Exchange {
    /// Returns whether this search stands for all of them where one is to be named.
    fn is_first(&self) -> bool {
        true
    }
    /// Called when the search is at level 0.
    fn restarted(&mut self, _learner: &mut Learner) {}
    /// Called for each clause that is learned.
    fn learned(&mut self, _clause: &[Literal], _levels: u32) {}
    /// Called when a solution is found, before it is excluded. Breaks if the search may end.
    fn found(&mut self, _values: &[u8]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// No exchange.
impl Exchange for () {}

/// A search for solutions up to a limit.
struct Run<'r> {
    learner: Learner,
    limit: u64,
    count: u64,
    report: OnSolution<'r>,
}

impl Run<'_> {
    fn go(&mut self, meter: &mut Meter<'_>, exchange: &mut impl Exchange) -> End {
        loop {
            match self.learner.search_with(&[], meter, exchange) {
                Verdict::Impossible => return End::Exhausted,
                Verdict::Stopped(end) => return end,
                Verdict::Solution => {}
            }
            let values = self.learner.values();
            self.count += 1;
            // Both are told, whatever the other answers.
            let stops = (self.report)(&values).is_break() | exchange.found(&values).is_break();
            if stops || self.count == self.limit {
                return End::Limit;
            }
            self.learner.exclude_solution();
        }
    }

    fn findings(self, end: End) -> Findings {
        Findings {
            count: self.count,
            end,
            attempt: self.learner.attempt(),
            statistics: self.learner.statistics(),
        }
    }
}
