//! The fastest other Sudoku crate: `sudoku` 0.8, one puzzle at a time.

use anyhow::Result;
use sudoku::Sudoku;

use super::{Answers, Cells, Contender, Family};

/// The name of the crate as a contender; all others are compared with it.
pub const RIVAL: &str = "crate-sudoku";

/// The crate `sudoku`.
#[derive(Default)]
pub struct Rival {
    puzzles: Vec<Sudoku>,
    limit: usize,
}

impl Contender for Rival {
    fn name(&self) -> String {
        RIVAL.to_string()
    }

    fn family(&self) -> Family {
        Family::Rival
    }

    fn prepare(&mut self, puzzles: &[Cells], limit: u32) -> Result<()> {
        let boards = puzzles.iter().map(|cells| Sudoku::from_bytes(*cells));
        self.puzzles = boards.collect::<Result<_, _>>()?;
        self.limit = limit as usize;
        Ok(())
    }

    /// With a buffer for one solution, it does the same as ours: counts up to the limit and keeps the
    /// first.
    fn run(&mut self, answers: Answers<'_>) -> Result<()> {
        let places = answers.counts.iter_mut().zip(answers.solutions);
        for (puzzle, (count, solution)) in self.puzzles.iter().zip(places) {
            let found = puzzle.solutions_up_to_buffer(std::slice::from_mut(solution), self.limit);
            *count = found as u32;
        }
        Ok(())
    }
}
