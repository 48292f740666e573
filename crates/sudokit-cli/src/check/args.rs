//! What can be typed behind `sudokit check`.

use clap::Args;

use super::ExtraArgs;
use crate::args::{BudgetArgs, ReadArgs, ReportArgs, WorkArgs};

#[derive(Args, Debug)]
pub struct CheckArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    #[command(flatten)]
    pub report: ReportArgs,

    /// Insist on exactly one solution: several are a failure
    #[arg(long)]
    pub unique: bool,

    #[command(flatten)]
    pub extras: ExtraArgs,

    #[command(flatten)]
    pub work: WorkArgs,

    #[command(flatten)]
    pub budget: BudgetArgs,
}
