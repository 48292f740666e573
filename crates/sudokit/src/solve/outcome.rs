//! What a search found and what it cost.

use std::ops::AddAssign;
use std::time::Duration;

use crate::puzzle::{Grid, Puzzle};

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum End {
    /// Everything was searched: the count is exact.
    Exhausted,
    /// The limit on solutions was reached, or the caller wanted no more.
    Limit,
    /// The node limit was reached.
    NodeLimit,
    /// The time limit was reached.
    TimeLimit,
    /// Somebody cancelled it.
    Cancelled,
    /// Logic alone found nothing more.
    Stuck,
}

impl End {
    /// Whether a budget or a cancellation ended the search before it knew the answer.
    pub fn is_early(self) -> bool {
        !matches!(self, End::Exhausted | End::Limit)
    }

    /// The name that programs see.
    pub fn name(self) -> &'static str {
        match self {
            End::Exhausted => "exhausted",
            End::Limit => "limit",
            End::NodeLimit => "node-limit",
            End::TimeLimit => "time-limit",
            End::Cancelled => "interrupted",
            End::Stuck => "stuck",
        }
    }
}

/// What a search cost. Engines count what they have: a counter that means nothing to an engine
/// stays 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// Positions in which the search chose a cell, or found that it need not.
    pub nodes: u64,
    /// Values put into cells, by choice or by deduction.
    pub assignments: u64,
    /// Values taken back because they led nowhere.
    pub backtracks: u64,
    /// Times a cell or house was looked at to see whether a value fits.
    pub checks: u64,
    /// The most choices that were open at once.
    pub deepest: u64,
    /// The time it took.
    pub elapsed: Duration,
}

/// Adds up what several searches cost; `deepest` is the deepest of them.
impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Statistics) {
        self.nodes += other.nodes;
        self.assignments += other.assignments;
        self.backtracks += other.backtracks;
        self.checks += other.checks;
        self.deepest = self.deepest.max(other.deepest);
        self.elapsed += other.elapsed;
    }
}

/// What a search found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// How many solutions were found, up to the limit.
    pub count: u64,
    /// The first of them.
    pub solution: Option<Grid>,
    /// Why the search ended; only [`End::Exhausted`] makes the count exact.
    pub end: End,
    /// The solution, or the most complete position met, 0 for open cells.
    pub attempt: Grid,
    /// What it cost.
    pub statistics: Statistics,
}

impl Outcome {
    /// Whether there is exactly one solution, proven.
    pub fn is_unique(&self) -> bool {
        self.count == 1 && self.end == End::Exhausted
    }

    /// With nothing held back: a search on several threads that was stopped may hold a solution
    /// that it has not counted, because another might have come before it.
    pub fn settled(mut self, puzzle: &Puzzle) -> Outcome {
        if self.count == 0 && self.end.is_early() && self.attempt.solves(puzzle) {
            self.count = 1;
            self.solution = Some(self.attempt.clone());
        }
        self
    }

    /// Whether there is no solution, proven.
    pub fn is_impossible(&self) -> bool {
        self.count == 0 && self.end == End::Exhausted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Solver;

    #[test]
    fn a_solution_that_was_not_counted_counts() {
        let puzzle: Puzzle = "1... ..2. .3.. ...4".parse().unwrap();
        let mut outcome = Solver::new().solve(&puzzle);
        let solution = outcome.solution.take();
        assert!(solution.is_some());
        (outcome.count, outcome.end) = (0, End::Cancelled);
        let settled = outcome.clone().settled(&puzzle);
        assert_eq!((settled.count, settled.solution), (1, solution));
        outcome.attempt = Grid::trusted(puzzle.shape().clone(), puzzle.values().to_vec());
        assert_eq!(outcome.settled(&puzzle).count, 0);
    }
}
