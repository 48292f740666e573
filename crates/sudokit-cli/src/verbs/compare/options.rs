//! The flags of `sudokit compare`.

use std::time::Duration;

use clap::Args;
use sudokit::Engine;
use sudokit::format::ReadOptions;
use sudokit::solve::textbook::Axis;

use crate::args::files::ReportStyle;
use crate::args::search::{self, EngineParser, SearchOptions};
use crate::args::{BudgetArgs, OutputArgs, ReadArgs, ReportArgs, named};
use crate::io::input::Source;
use crate::io::output::Destination;
use crate::report::error::CliError;

/// The default limits: a search that exceeds them is slow enough to compare.
const COMPARED_NODES: u64 = 10_000_000;

const COMPARED_TIME: Duration = Duration::from_secs(10);

#[derive(Args, Debug)]
pub struct CompareArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// Engines to compare, separated by commas [default: all]
    #[arg(long, value_name = "ENGINES", value_delimiter = ',', value_parser = EngineParser, long_help = search::engine_help("Engines to compare, separated by commas [default: all]"), help_heading = "Search")]
    pub engine: Vec<Engine>,

    /// Try every rule on this axis and keep the others; several axes, separated by commas, are
    /// varied one at a time
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = named::<Axis>(search::axes()), help_heading = "Search")]
    pub vary: Vec<Axis>,

    #[command(flatten)]
    pub report: ReportArgs,

    #[command(flatten)]
    pub output: OutputArgs,

    /// Draw the comparison as an SVG chart
    #[cfg(feature = "render")]
    #[arg(long, value_name = "PATH", value_hint = clap::ValueHint::FilePath, help_heading = "Output")]
    pub plot: Option<std::path::PathBuf>,

    #[command(flatten)]
    pub budget: BudgetArgs,
}

/// The options of `compare`.
pub struct CompareOptions {
    pub sources: Vec<Source>,
    pub read: ReadOptions,
    /// Each with the name to show.
    pub engines: Vec<(String, Engine)>,
    /// The budgets apply per puzzle and engine; the engine in here is not used.
    pub search: SearchOptions,
    pub style: ReportStyle,
    pub destination: Destination,
    #[cfg(feature = "render")]
    pub plot: Option<std::path::PathBuf>,
}

impl CompareOptions {
    /// The options for these flags.
    ///
    /// # Errors
    /// When there is nothing to read, or an engine cannot be compared.
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
                // One at a time, or they would slow each other down.
                threads: 1,
                node_limit,
                time_limit,
                ..search
            },
            style: args.report.style(),
            destination: args.output.destination(),
            #[cfg(feature = "render")]
            plot: args.plot,
        })
    }
}
