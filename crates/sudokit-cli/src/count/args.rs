//! What can be typed behind `sudokit count`.

use clap::Args;

use crate::args::{BudgetArgs, ReadArgs, WorkArgs};
use crate::quantities;

#[derive(Args, Debug)]
pub struct CountArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// Stop counting at N [default with --candidates: 1M]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantities::count)]
    pub limit: Option<u64>,

    /// Show for each cell the values that it has in some solution, and in how many
    ///
    /// Where counting stops at a limit, the numbers are those of the solutions that were counted;
    /// which values occur is found out all the same.
    #[arg(long)]
    pub candidates: bool,

    /// Write one JSON object a line
    #[arg(long, help_heading = "Writing")]
    pub json: bool,

    /// With --candidates: write a CSV table, a row for each cell and value
    #[arg(
        long,
        requires = "candidates",
        conflicts_with = "json",
        help_heading = "Writing"
    )]
    pub csv: bool,

    #[command(flatten)]
    pub work: WorkArgs,

    #[command(flatten)]
    pub budget: BudgetArgs,
}
