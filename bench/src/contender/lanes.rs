//! The lane engine, a whole batch at a time, with one vector width.

use anyhow::Result;
use sudokit::internals::{Batch, LaneSolver, Puzzles, UnavailableWidth, Width};

use super::{Answers, Cells, Contender, Family};

/// The lanes with one width.
pub struct Lanes {
    solver: LaneSolver,
    puzzles: Vec<Cells>,
    limit: u32,
    nodes: u64,
}

impl Lanes {
    /// Uses this width, if the CPU has it.
    pub fn new(width: Width) -> Result<Lanes, UnavailableWidth> {
        Ok(Lanes {
            solver: LaneSolver::with_width(width)?,
            puzzles: Vec::new(),
            limit: 0,
            nodes: 0,
        })
    }

    /// Returns the name of the lanes of a width.
    pub fn name_of(width: Width) -> String {
        format!("lanes-{width}")
    }
}

impl Contender for Lanes {
    fn name(&self) -> String {
        Lanes::name_of(self.solver.width())
    }

    fn family(&self) -> Family {
        Family::Batch
    }

    fn prepare(&mut self, puzzles: &[Cells], limit: u32) -> Result<()> {
        self.puzzles = puzzles.to_vec();
        self.limit = limit;
        Ok(())
    }

    fn run(&mut self, answers: Answers<'_>) -> Result<()> {
        let batch = Batch::new(Puzzles::Values(&self.puzzles)).limit(self.limit);
        let report = self.solver.solve(&batch, answers.counts, answers.solutions);
        self.nodes = report.nodes;
        Ok(())
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.nodes)
    }
}
