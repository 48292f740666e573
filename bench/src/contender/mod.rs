//! The contenders: everything that can be timed implements [`Contender`].

mod in_turn;
mod lanes;
mod process;
mod rival;
mod single;
mod threaded;

use anyhow::Result;
use serde::Serialize;
use sudokit::Engine;
use sudokit::internals::Width;

pub use in_turn::InTurn;
pub use lanes::Lanes;
pub use process::Process;
pub use rival::{RIVAL, Rival};
pub use single::Single;
pub use threaded::Threaded;

/// A puzzle or a solution, cell by cell in reading order, 0 for an open cell.
pub type Cells = [u8; 81];

/// The results of a contender, one entry per puzzle. If a puzzle has no solution, its entry is left
/// unchanged.
pub struct Answers<'a> {
    /// The number of solutions, up to the limit.
    pub counts: &'a mut [u32],
    /// The first of them.
    pub solutions: &'a mut [Cells],
}

/// The claimed results of a run.
pub enum Claim {
    /// All counts and solutions are in the [`Answers`].
    Answers,
    /// These solutions were printed, in this order, for `times` copies of the corpus; counts are
    /// unknown.
    Printed { solutions: Vec<Cells>, times: usize },
}

/// What kind of solver a contender is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Ours, whole batches at a time.
    Batch,
    /// Ours, one puzzle at a time.
    InTurn,
    /// Our command, from file to file.
    Command,
    /// Another crate, in this process.
    Rival,
    /// Another program.
    External,
}

impl Family {
    /// Every family, ours first.
    pub const ALL: [Family; 5] = [
        Family::Batch,
        Family::InTurn,
        Family::Command,
        Family::Rival,
        Family::External,
    ];

    /// Returns whether it is a separate process, so that its time includes starting, reading and
    /// printing.
    pub fn is_process(self) -> bool {
        matches!(self, Family::Command | Family::External)
    }
}

/// Something that solves puzzles and can be timed.
pub trait Contender: Send {
    /// Its name in tables.
    fn name(&self) -> String;

    /// What kind of solver it is.
    fn family(&self) -> Family;

    /// Converts the puzzles to its preferred form, outside the measured time.
    fn prepare(&mut self, puzzles: &[Cells], limit: u32) -> Result<()>;

    /// The number of times one run solves the prepared puzzles.
    fn times(&self) -> usize {
        1
    }

    /// Solves the prepared puzzles. Only this is timed.
    fn run(&mut self, answers: Answers<'_>) -> Result<()>;

    /// The search nodes of the last run, if the contender counts them.
    fn nodes(&self) -> Option<u64> {
        None
    }

    /// Returns the results of the last run, outside the measured time.
    fn claim(&mut self) -> Result<Claim> {
        Ok(Claim::Answers)
    }
}

/// The name of the `sudokit` command as a contender.
pub const COMMAND: &str = "cli";

/// Returns the contenders in this process: ours for this CPU, then the rival.
pub fn in_memory() -> Vec<Box<dyn Contender>> {
    let mut all: Vec<Box<dyn Contender>> = Vec::new();
    for width in Width::ALL {
        if let Ok(lanes) = Lanes::new(width) {
            all.push(Box::new(lanes));
        }
    }
    all.push(Box::new(Single::fastest()));
    all.push(Box::new(InTurn::new(Engine::Auto)));
    all.push(Box::new(InTurn::new(Engine::General)));
    all.push(Box::new(Rival::default()));
    all
}

/// Returns the contenders that take part only if they are named: the engine for one puzzle at a time
/// with the instructions of each width.
pub fn on_request() -> Vec<Box<dyn Contender>> {
    let singles = Width::ALL
        .into_iter()
        .filter_map(|width| Single::of_width(width).ok());
    singles.map(|single| Box::new(single) as _).collect()
}
