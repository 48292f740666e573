//! The flags of `sudokit solve`.

use clap::Args;
use sudokit::Engine;
use sudokit::format::write::WriteOptions;
use sudokit::format::{Form, ReadOptions};
use sudokit::solve::textbook::{CellRule, JumpRule, PropagateRule, Rules, ValueRule};

use super::{SolutionSearch, WantedSolutions};
use crate::args::search::SearchOptions;
use crate::args::{BudgetArgs, OutputArgs, ReadArgs, WorkArgs, WriteArgs, form_parser, quantities};
use crate::io::input::Source;
use crate::io::output::Destination;
use crate::report::error::CliError;

#[derive(Args, Debug)]
pub struct SolveArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// Write each solution beside its input, as `<name>_output.<ext>`
    ///
    /// An input `<name>_output.<ext>` is left out if `<name>.<ext>` is an input too, so that the
    /// same command can be run again.
    #[arg(long, conflicts_with_all = ["output", "json", "csv", "to"], help_heading = "Output")]
    pub save: bool,

    #[command(flatten)]
    pub output: OutputArgs,

    /// Form to write [default: that of the input]
    ///
    /// A form with a place for the solution gets puzzle and solution; in others the solution takes
    /// the place of the puzzle. `sudokit help convert` lists the forms.
    #[arg(long, value_name = "FORM", value_parser = form_parser(Form::can_write), conflicts_with_all = ["json", "csv"], help_heading = "Output", hide_possible_values = true)]
    pub to: Option<Form>,

    #[command(flatten)]
    pub look: WriteArgs,

    /// Write one JSON object per line instead of the form of the input
    ///
    /// If several solutions are requested, each has a line with its `number` and without `status`,
    /// before the line with the puzzle's `status`.
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// Write a CSV table instead of the form of the input
    ///
    /// Several solutions have a row each, as in JSON.
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub csv: bool,

    /// Print the costs of the search to standard error
    #[arg(long, help_heading = "Output")]
    pub stats: bool,

    #[command(flatten)]
    pub wanted: WantedArgs,

    #[command(flatten)]
    pub work: WorkArgs,

    /// Use the four strategies of --logic-only, then plain search, on one thread
    #[arg(short, long, conflicts_with_all = ["engine", "threads"], help_heading = "Search")]
    pub sequential: bool,

    /// Use four strategies only and never guess; unsolved cells stay empty
    ///
    /// The strategies are: single candidates (a cell with one value left), single possibilities (a
    /// value with one place left in a row, column or box), preemptive sets (up to four values
    /// confined to as many cells, or the other way round) and pointers (a value whose places in one
    /// house all lie in another). `explain` uses all techniques.
    #[arg(long, conflicts_with_all = ["engine", "sequential"], help_heading = "Search")]
    pub logic_only: bool,

    #[command(flatten)]
    pub budget: BudgetArgs,
}

/// Which solutions to find; at most one of these.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub struct WantedArgs {
    /// Find at most N solutions of each puzzle
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
    pub output: SolveOutput,
    /// Print a table of costs.
    pub stats: bool,
    /// Colour the cells that were filled in, if a lone puzzle goes to a terminal.
    pub highlight: bool,
    /// This is the prompt: a lone puzzle is drawn, many are summarised, and a solution that cannot
    /// be saved is shown nevertheless.
    pub is_prompt: bool,
}

/// What is written about each puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveOutput {
    /// The text of the input with the solution in it.
    InputForm,
    /// The solution in this form.
    Form(Form, WriteOptions),
    /// Lines of JSON.
    Json,
    /// Rows of a table.
    Csv,
}

impl SolveOutput {
    /// Whether text between puzzles, encoding and line ends are those of the input.
    pub fn keeps_text(&self) -> bool {
        *self == SolveOutput::InputForm
    }
}

impl SolveOptions {
    /// The options for these flags.
    ///
    /// # Errors
    /// When there is nothing to read.
    pub fn new(args: SolveArgs, search: SearchOptions) -> Result<SolveOptions, CliError> {
        let destination = match args.save {
            true => Destination::Beside,
            false => args.output.destination(),
        };
        let output = match (args.to, args.json, args.csv) {
            (Some(form), ..) => SolveOutput::Form(form, args.look.options()),
            (None, true, _) => SolveOutput::Json,
            (None, _, true) => SolveOutput::Csv,
            (None, ..) => SolveOutput::InputForm,
        };
        if args.to.is_none() && (args.look.to_blank.is_some() || args.look.to_symbols.is_some()) {
            return Err(CliError::new(
                "--to-blank and --to-symbols need --to: the form of the input keeps its symbols",
                "add --to FORM, such as `--to line`",
            ));
        }
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
            output,
            stats: args.stats,
            is_prompt: false,
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
            output: SolveOutput::InputForm,
            stats: false,
            highlight: false,
            is_prompt: true,
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
