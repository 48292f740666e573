//! What can be typed behind `sudokit solve`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::args::{BudgetArgs, ReadArgs, WorkArgs};
use crate::quantities;

#[derive(Args, Debug)]
pub struct SolveArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// Write each answer beside its input, as `<name>_output.<ext>`
    #[arg(long, conflicts_with_all = ["output", "json"], help_heading = "Writing")]
    pub save: bool,

    /// Write all answers to this file; it appears whole or not at all
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Writing")]
    pub output: Option<PathBuf>,

    /// Write one JSON object a line instead of the input's form
    ///
    /// Where several solutions are asked for, each has a line with its `number` and no `status`,
    /// before the line that tells what became of the puzzle.
    #[arg(long, help_heading = "Writing")]
    pub json: bool,

    /// Show what the search cost, on standard error
    #[arg(long, help_heading = "Writing")]
    pub stats: bool,

    #[command(flatten)]
    pub wanted: WantedArgs,

    #[command(flatten)]
    pub work: WorkArgs,

    /// The four textbook strategies with a plain search behind them, on a single thread
    #[arg(short, long, conflicts_with_all = ["engine", "threads"], help_heading = "Searching")]
    pub sequential: bool,

    /// Use strategies alone and never guess; what stays open is shown as it is
    #[arg(long, conflicts_with_all = ["engine", "sequential"], help_heading = "Searching")]
    pub logic_only: bool,

    #[command(flatten)]
    pub budget: BudgetArgs,
}

/// Which solutions are wanted; one of them at most.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub struct WantedArgs {
    /// Give up to N solutions of each puzzle
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantities::count, help_heading = "Answers")]
    pub limit: Option<u64>,

    /// Give all solutions of each puzzle, each as soon as it is found
    #[arg(long, help_heading = "Answers")]
    pub all: bool,

    /// Of several solutions give the lexicographically smallest
    #[arg(long, help_heading = "Answers")]
    pub first: bool,

    /// Insist on exactly one solution: several are a failure
    #[arg(long, help_heading = "Answers")]
    pub unique: bool,
}
