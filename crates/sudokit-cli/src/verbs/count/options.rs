//! The flags of `sudokit count`.

use clap::Args;
use sudokit::format::ReadOptions;

use super::estimate::Sampling;
use crate::args::files::ReportStyle;
use crate::args::search::SearchOptions;
use crate::args::{BudgetArgs, OutputArgs, ReadArgs, ReportArgs, WorkArgs, quantities};
use crate::io::input::Source;
use crate::io::output::Destination;
use crate::report::error::CliError;

/// With --candidates every solution is examined cell by cell; a million show the picture.
const CANDIDATES_COUNTED: u64 = 1_000_000;

/// The samples of an estimate: an error of a few per cent on an empty 9×9 in half a second.
const SAMPLES: u32 = 20;

/// Parses a number of samples; an error takes at least two.
fn samples(text: &str) -> Result<u32, String> {
    let number = quantities::count(text)?;
    match u32::try_from(number) {
        Ok(0 | 1) => Err("must be at least 2".to_string()),
        Ok(samples) => Ok(samples),
        Err(_) => Err("number too large".to_string()),
    }
}

#[derive(Args, Debug)]
pub struct CountArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// Count at most N solutions of each puzzle [default with --candidates: 1M]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantities::count)]
    pub limit: Option<u64>,

    /// Show the values each cell has in some solution, and in how many
    ///
    /// If counting stops at a limit, the numbers are those of the solutions counted; which values
    /// occur is still exact.
    #[arg(long)]
    pub candidates: bool,

    /// Estimate the number of solutions where they are too many to count
    ///
    /// Prints the estimate and its standard error, such as `6.7e21 ± 3 %`. If a short search counts
    /// all solutions, the number is exact. The same seed gives the same estimate.
    #[arg(long, conflicts_with_all = ["candidates", "limit"], help_heading = "Estimate")]
    pub estimate: bool,

    /// Take this many samples; four times as many halve the error
    #[arg(long, value_name = "N", requires = "estimate", default_value_t = SAMPLES, value_parser = samples, help_heading = "Estimate")]
    pub samples: u32,

    /// Seed of the estimate
    #[arg(
        long,
        value_name = "N",
        requires = "estimate",
        default_value_t = 0,
        help_heading = "Estimate"
    )]
    pub seed: u64,

    /// Write one JSON object per line
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// Write a CSV table; with --candidates, one row per cell and value
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub csv: bool,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub work: WorkArgs,

    #[command(flatten)]
    pub budget: BudgetArgs,
}

/// The options of `count`.
pub struct CountOptions {
    pub sources: Vec<Source>,
    pub read: ReadOptions,
    pub search: SearchOptions,
    /// Stop after this many solutions.
    pub limit: u64,
    /// Also count for each cell and value.
    pub candidates: bool,
    /// Estimate instead of counting.
    pub sampling: Option<Sampling>,
    pub destination: Destination,
    pub colours: bool,
    pub style: ReportStyle,
}

impl CountOptions {
    /// The options for these flags.
    ///
    /// # Errors
    /// When there is nothing to read.
    pub fn new(args: CountArgs, search: SearchOptions) -> Result<CountOptions, CliError> {
        let (json, csv) = (args.json, args.csv);
        let destination = args.output.destination();
        let usual_limit = match args.candidates {
            true => CANDIDATES_COUNTED,
            false => u64::MAX,
        };
        Ok(CountOptions {
            sources: args.read.sources()?,
            read: args.read.options(),
            search: search.with(&args.work, &args.budget),
            limit: args.limit.unwrap_or(usual_limit),
            candidates: args.candidates,
            sampling: args.estimate.then_some(Sampling {
                samples: args.samples,
                seed: args.seed,
            }),
            colours: destination.is_coloured(),
            style: ReportArgs { json, csv }.style_for(&destination),
            destination,
        })
    }
}
