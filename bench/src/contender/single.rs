//! Our engine for one puzzle at a time, through its lean door.

use anyhow::Result;
use sudokit::solve::single::SingleSolver;

use super::{Answers, Cells, Contender, Family};

/// The engine with the lowest latency, which is given the puzzles one after the other.
#[derive(Default)]
pub struct Single {
    solver: SingleSolver,
    puzzles: Vec<Cells>,
    limit: u32,
}

impl Contender for Single {
    fn name(&self) -> String {
        "single".to_string()
    }

    fn family(&self) -> Family {
        Family::InTurn
    }

    fn prepare(&mut self, puzzles: &[Cells], limit: u32) -> Result<()> {
        self.puzzles = puzzles.to_vec();
        self.limit = limit;
        Ok(())
    }

    fn run(&mut self, answers: Answers<'_>) -> Result<()> {
        let places = answers.counts.iter_mut().zip(answers.solutions);
        for (puzzle, (count, solution)) in self.puzzles.iter().zip(places) {
            let answer = self.solver.solve(puzzle, self.limit);
            *count = answer.count;
            if answer.count > 0 {
                *solution = answer.solution;
            }
        }
        Ok(())
    }
}
