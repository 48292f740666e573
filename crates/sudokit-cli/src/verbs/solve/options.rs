//! The flags of `sudokit solve`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use sudokit::Engine;
use sudokit::format::ReadOptions;
use sudokit::solve::textbook::{CellRule, JumpRule, PropagateRule, Rules, ValueRule};

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

    /// Write each solution beside its input, as `<name>_output.<ext>`
    #[arg(long, conflicts_with_all = ["output", "json"], help_heading = "Output")]
    pub save: bool,

    /// Write all solutions to this file, which is created whole or not at all
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Write one JSON object per line instead of the form of the input
    ///
    /// If several solutions are requested, each has a line with its `number` and without `status`,
    /// before the line with the puzzle's `status`.
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// Print the costs of the search to standard error
    #[arg(long, help_heading = "Output")]
    pub stats: bool,

    #[command(flatten)]
    pub wanted: WantedArgs,

    #[command(flatten)]
    pub work: WorkArgs,

    /// Use the four textbook strategies, then plain search, on one thread
    #[arg(short, long, conflicts_with_all = ["engine", "threads"], help_heading = "Search")]
    pub sequential: bool,

    /// Use strategies only and never guess; unsolved cells stay empty
    #[arg(long, conflicts_with_all = ["engine", "sequential"], help_heading = "Search")]
    pub logic_only: bool,

    #[command(flatten)]
    pub budget: BudgetArgs,
}

/// Which solutions to find; at most one of these.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub struct WantedArgs {
    /// Find up to N solutions of each puzzle
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantities::count, help_heading = "Solutions")]
    pub limit: Option<u64>,

    /// Find all solutions of each puzzle; write each as soon as it is found
    #[arg(long, help_heading = "Solutions")]
    pub all: bool,

    /// Of several solutions, write the lexicographically smallest
    #[arg(long, help_heading = "Solutions")]
    pub first: bool,

    /// Require exactly one solution: several are a failure
    #[arg(long, help_heading = "Solutions")]
    pub unique: bool,
}

/// The options of `solve`.
pub struct SolveOptions {
    pub sources: Vec<Source>,
    pub read: ReadOptions,
    pub destination: Destination,
    pub solutions: SolutionSearch,
    /// Write JSON lines instead of the form of the input.
    pub json: bool,
    /// Print a table of costs.
    pub stats: bool,
    /// Colour the cells that were filled in, if a lone puzzle goes to a terminal.
    pub highlight: bool,
    /// Draw the solution of a lone puzzle on standard output, wherever it is saved.
    pub draw: bool,
}

impl SolveOptions {
    /// The options for these flags.
    ///
    /// # Errors
    /// When there is nothing to read.
    pub fn new(args: SolveArgs, search: SearchOptions) -> Result<SolveOptions, CliError> {
        let destination = match args.save {
            true => Destination::Beside,
            false => Destination::from_option(args.output.as_deref()),
        };
        let mut search = search.with(&args.work, &args.budget);
        if args.sequential {
            search.engine = Engine::Textbook(STRATEGIES);
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
            solutions: SolutionSearch { wanted, search },
            json: args.json,
            stats: args.stats,
            draw: false,
        })
    }

    /// The options of `sudokit` alone at a terminal, which asks for a file.
    pub fn for_prompt(search: SearchOptions) -> SolveOptions {
        SolveOptions {
            sources: Vec::new(),
            read: ReadOptions::default(),
            destination: Destination::Beside,
            solutions: SolutionSearch {
                wanted: WantedSolutions::One,
                search,
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

/// The rules of `--sequential`: the preset `strategies`, as a constant, so that a renamed preset
/// cannot select another engine.
const STRATEGIES: Rules = Rules {
    cell: CellRule::LeastDomain,
    value: ValueRule::Ascending,
    propagate: PropagateRule::Strategies,
    jump: JumpRule::Chronological,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequential_uses_the_strategies_preset() {
        assert_eq!(Engine::Textbook(STRATEGIES).to_string(), "strategies");
    }
}
