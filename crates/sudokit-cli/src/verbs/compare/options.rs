//! The flags of `sudokit compare`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint};
use sudokit::Engine;
use sudokit::format::ReadOptions;
use sudokit::solve::textbook::Axis;

use crate::args::files::ReportStyle;
use crate::args::search::{self, EngineParser, SearchOptions};
use crate::args::{BudgetArgs, ReadArgs, ReportArgs, named};
use crate::io::input::Source;
use crate::report::error::CliError;

/// A search that has not ended by then says as much by that as by its end.
const COMPARED_NODES: u64 = 10_000_000;

const COMPARED_TIME: Duration = Duration::from_secs(10);

#[derive(Args, Debug)]
pub struct CompareArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// The engines to compare, with commas between them [default: all of them]
    #[arg(long, value_name = "ENGINES", value_delimiter = ',', value_parser = EngineParser, help_heading = "Searching")]
    pub engine: Vec<Engine>,

    /// Change one rule of the engine and keep the others, to see what it is worth; several with
    /// commas between them are changed one after the other
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = named::<Axis>(search::axes()), help_heading = "Searching")]
    pub vary: Vec<Axis>,

    #[command(flatten)]
    pub report: ReportArgs,

    /// Draw the comparison as an SVG picture
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Writing")]
    pub plot: Option<PathBuf>,

    #[command(flatten)]
    pub budget: BudgetArgs,
}

/// What `compare` was asked to do.
pub struct CompareOptions {
    pub sources: Vec<Source>,
    pub read: ReadOptions,
    /// Each with the name to show.
    pub engines: Vec<(String, Engine)>,
    /// The budgets are for each puzzle and engine; the engine is not looked at.
    pub search: SearchOptions,
    pub style: ReportStyle,
    pub plot: Option<PathBuf>,
}

impl CompareOptions {
    /// The options that the flags ask for.
    ///
    /// # Errors
    /// When there is nothing to read, or flags contradict each other.
    pub fn new(args: CompareArgs, search: SearchOptions) -> Result<CompareOptions, CliError> {
        let given = args.budget.node_limit.is_some() || args.budget.time_limit.is_some();
        let (node_limit, time_limit) = match given {
            true => (args.budget.node_limit, args.budget.time_limit),
            false => (Some(COMPARED_NODES), Some(COMPARED_TIME)),
        };
        Ok(CompareOptions {
            sources: args.read.sources()?,
            read: args.read.options(),
            engines: search::compared(args.engine, &args.vary)?,
            search: SearchOptions {
                // One after the other, or they would slow each other down.
                threads: 1,
                node_limit,
                time_limit,
                ..search
            },
            style: args.report.style(),
            plot: args.plot,
        })
    }
}
