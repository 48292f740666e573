//! One engine in a comparison, and what it has done so far.

use sudokit::solve::{End, Statistics};
use sudokit::{Engine, Puzzle};

use crate::effort::Effort;

/// What an engine said about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Result {
    /// It found a solution, and it is one.
    Solved,
    /// It searched everything and found none.
    Impossible,
    /// A budget was reached.
    GaveUp,
    /// Somebody pressed Ctrl-C.
    Interrupted,
    /// What it found is no solution.
    Wrong,
}

/// An engine and the sum of its work.
pub struct Entrant {
    pub name: String,
    engine: Engine,
    pub solved: u64,
    pub impossible: u64,
    pub gave_up: u64,
    pub statistics: Statistics,
}

impl Entrant {
    pub fn new((name, engine): (String, Engine)) -> Entrant {
        Entrant {
            name,
            engine,
            solved: 0,
            impossible: 0,
            gave_up: 0,
            statistics: Statistics::default(),
        }
    }

    /// How many puzzles it has tried.
    pub fn puzzles(&self) -> u64 {
        self.solved + self.impossible + self.gave_up
    }

    /// Lets it try a puzzle within the budgets and counts what that cost.
    pub fn attempt(&mut self, puzzle: &Puzzle, effort: &Effort) -> Result {
        let outcome = effort.solver(1).engine(self.engine).limit(1).solve(puzzle);
        if outcome.end == End::Cancelled {
            return Result::Interrupted;
        }
        self.statistics += outcome.statistics;
        match outcome.solution {
            Some(grid) if grid.solves(puzzle) => {
                self.solved += 1;
                Result::Solved
            }
            Some(_) => Result::Wrong,
            None if outcome.end == End::Exhausted => {
                self.impossible += 1;
                Result::Impossible
            }
            None => {
                self.gave_up += 1;
                Result::GaveUp
            }
        }
    }
}
