//! The flags of `sudokit solve`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use sudokit::Engine;
use sudokit::format::ReadOptions;

use super::{SolutionSearch, WantedSolutions};
use crate::args::search::SearchOptions;
use crate::args::{BudgetArgs, ReadArgs, WorkArgs, quantities};
use crate::io::input::Source;
use crate::io::output::Destination;
use crate::report::error::CliError;

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

/// What `solve` was asked to do.
pub struct SolveOptions {
    pub sources: Vec<Source>,
    pub read: ReadOptions,
    pub destination: Destination,
    pub ask: SolutionSearch,
    /// JSON lines instead of the input's form.
    pub json: bool,
    /// A table of what it cost.
    pub stats: bool,
    /// Colour the cells that were filled in, where a lone puzzle goes to a terminal.
    pub highlight: bool,
    /// Draw the answer to a lone puzzle as a board on standard output, wherever it is saved.
    pub draw: bool,
}

impl SolveOptions {
    /// The options that the flags ask for.
    ///
    /// # Errors
    /// When there is nothing to read, or flags contradict each other.
    pub fn new(args: SolveArgs, search: SearchOptions) -> Result<SolveOptions, CliError> {
        let destination = match args.save {
            true => Destination::Beside,
            false => Destination::from_option(args.output.as_deref()),
        };
        let mut search = search.with(&args.work, &args.budget);
        if args.sequential {
            search.engine = strategies();
            search.threads = 1;
        }
        let wanted = match args.logic_only {
            true => WantedSolutions::Logic,
            false => wanted(&args.wanted),
        };
        Ok(SolveOptions {
            sources: args.read.sources()?,
            read: args.read.options(),
            highlight: destination.is_coloured(),
            destination,
            ask: SolutionSearch { wanted, search },
            json: args.json,
            stats: args.stats,
            draw: false,
        })
    }
}

impl SolveOptions {
    /// The options of `sudokit` alone at a terminal, which asks for a file.
    pub fn for_prompt(search: SearchOptions) -> SolveOptions {
        SolveOptions {
            sources: Vec::new(),
            read: ReadOptions::default(),
            destination: Destination::Beside,
            ask: SolutionSearch {
                wanted: WantedSolutions::One,
                search: search,
            },
            json: false,
            stats: false,
            highlight: false,
            draw: true,
        }
    }
}

fn wanted(args: &WantedArgs) -> WantedSolutions {
    match args.limit {
        Some(limit) => WantedSolutions::UpTo(limit),
        None if args.all => WantedSolutions::UpTo(u64::MAX),
        None if args.first => WantedSolutions::Smallest,
        None if args.unique => WantedSolutions::Unique,
        None => WantedSolutions::One,
    }
}

/// The engine of `--sequential`.
fn strategies() -> Engine {
    "strategies".parse().unwrap_or_default()
}
