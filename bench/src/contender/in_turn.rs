//! One of our engines, one puzzle at a time through [`Solver`].

use anyhow::Result;
use sudokit::{Engine, Puzzle, Shape, Solver};

use super::{Answers, Cells, Contender, Family};

/// An engine that solves the puzzles one after another.
pub struct InTurn {
    engine: Engine,
    solver: Solver,
    puzzles: Vec<Puzzle>,
    nodes: u64,
}

impl InTurn {
    /// Uses this engine.
    pub fn new(engine: Engine) -> InTurn {
        InTurn {
            engine,
            solver: Solver::new().engine(engine),
            puzzles: Vec::new(),
            nodes: 0,
        }
    }
}

impl Contender for InTurn {
    fn name(&self) -> String {
        self.engine.to_string()
    }

    fn family(&self) -> Family {
        Family::InTurn
    }

    fn prepare(&mut self, puzzles: &[Cells], limit: u32) -> Result<()> {
        self.solver = Solver::new().engine(self.engine).limit(limit.into());
        let boards = puzzles
            .iter()
            .map(|cells| Puzzle::from_values(Shape::classic(), cells.to_vec()));
        self.puzzles = boards.collect::<Result<_, _>>()?;
        Ok(())
    }

    fn run(&mut self, answers: Answers<'_>) -> Result<()> {
        self.nodes = 0;
        let places = answers.counts.iter_mut().zip(answers.solutions);
        for (puzzle, (count, solution)) in self.puzzles.iter().zip(places) {
            let outcome = self.solver.solve(puzzle);
            self.nodes += outcome.statistics.nodes;
            // The count never exceeds the limit, which is a `u32`.
            *count = outcome.count as u32;
            if let Some(grid) = outcome.solution {
                solution.copy_from_slice(grid.values());
            }
        }
        Ok(())
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.nodes)
    }
}
