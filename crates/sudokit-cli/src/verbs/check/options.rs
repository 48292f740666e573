//! The flags of `sudokit check`.

use clap::Args;
use sudokit::format::ReadOptions;

use super::ExtraArgs;
use crate::args::files::ReportStyle;
use crate::args::search::SearchOptions;
use crate::args::{BudgetArgs, OutputArgs, ReadArgs, ReportArgs, WorkArgs};
use crate::io::input::Source;
use crate::io::output::Destination;
use crate::report::error::CliError;

#[derive(Args, Debug)]
pub struct CheckArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    #[command(flatten)]
    pub report: ReportArgs,

    #[command(flatten)]
    pub output: OutputArgs,

    /// Require exactly one solution: several are a failure
    #[arg(long)]
    pub unique: bool,

    #[command(flatten)]
    pub extras: ExtraArgs,

    #[command(flatten)]
    pub work: WorkArgs,

    #[command(flatten)]
    pub budget: BudgetArgs,
}

/// The options of `check`.
pub struct CheckOptions {
    pub sources: Vec<Source>,
    pub read: ReadOptions,
    pub search: SearchOptions,
    pub style: ReportStyle,
    /// The report becomes columns of the input.
    pub adds_columns: bool,
    pub destination: Destination,
    /// Several solutions are a failure.
    pub unique: bool,
    /// What else to find out.
    pub asked: ExtraArgs,
}

impl CheckOptions {
    /// The options for these flags.
    ///
    /// # Errors
    /// When there is nothing to read.
    pub fn new(args: CheckArgs, search: SearchOptions) -> Result<CheckOptions, CliError> {
        let (sources, destination) = (args.read.sources()?, args.output.destination());
        Ok(CheckOptions {
            adds_columns: args.report.adds_columns(&sources, &destination),
            style: args.report.style_for(&destination),
            sources,
            destination,
            read: args.read.options(),
            search: search.with(&args.work, &args.budget),
            unique: args.unique,
            asked: args.extras,
        })
    }
}
