//! The engine for one puzzle at a time, called directly.

use anyhow::Result;
use sudokit::internals::SingleSolver;
use sudokit::internals::{UnavailableWidth, Width};

use super::{Answers, Cells, Contender, Family};

/// The engine with the lowest latency, given one puzzle after another.
pub struct Single {
    name: String,
    solver: SingleSolver,
    puzzles: Vec<Cells>,
    limit: u32,
}

impl Single {
    /// Uses the best instructions of this CPU.
    pub fn fastest() -> Single {
        Single::with("single".to_string(), SingleSolver::new())
    }

    /// Uses the instructions of a width, if the CPU has them.
    pub fn of_width(width: Width) -> Result<Single, UnavailableWidth> {
        let solver = SingleSolver::with_width(width)?;
        Ok(Single::with(format!("single-{width}"), solver))
    }

    fn with(name: String, solver: SingleSolver) -> Single {
        Single {
            name,
            solver,
            puzzles: Vec::new(),
            limit: 0,
        }
    }
}

impl Contender for Single {
    fn name(&self) -> String {
        self.name.clone()
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
            let result = self.solver.solve(puzzle, self.limit);
            *count = result.count;
            if result.count > 0 {
                *solution = result.solution;
            }
        }
        Ok(())
    }
}
