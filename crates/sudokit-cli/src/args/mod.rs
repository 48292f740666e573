//! The command line as typed: the verbs, the flags that all of them understand, and in the files
//! next to this one the flags that several share. The flags of one verb are in its `options` under
//! [`crate::verbs`]. This definition feeds the parser, `-h`, `--help`, the man pages and the
//! completions.

pub mod files;
pub mod help;
pub mod parse;
pub mod quantities;
pub mod search;
pub mod techniques;

use std::path::PathBuf;

use clap::{Arg, Args, Parser, Subcommand, ValueEnum, ValueHint};

use crate::verbs::check::CheckArgs;
use crate::verbs::compare::CompareArgs;
use crate::verbs::convert::ConvertArgs;
use crate::verbs::count::CountArgs;
use crate::verbs::dataset::DatasetArgs;
use crate::verbs::dedupe::DedupeArgs;
use crate::verbs::explain::ExplainArgs;
use crate::verbs::generate::GenerateArgs;
use crate::verbs::hint::HintArgs;
#[cfg(feature = "library")]
use crate::verbs::library::LibraryArgs;
use crate::verbs::neighbours::NeighboursArgs;
use crate::verbs::rate::RateArgs;
#[cfg(feature = "render")]
use crate::verbs::render::RenderArgs;
#[cfg(feature = "web")]
use crate::verbs::serve::ServeArgs;
use crate::verbs::solve::SolveArgs;
use crate::verbs::transform::TransformArgs;
pub use files::{OutputArgs, ReadArgs, ReportArgs, WriteArgs, form_parser, named};
pub use search::{BudgetArgs, ThreadsArgs, WorkArgs};
pub use techniques::{LogicArgs, RequiredArgs, WordsArgs};

/// Solve, explain, rate, check, count, compare, convert, draw and generate Sudoku puzzles of any
/// size and file form
#[derive(Parser, Debug)]
#[command(
    name = "sudokit",
    disable_version_flag = true,
    subcommand_required = false,
    after_help = help::OVERVIEW_AFTER,
    after_long_help = help::overview_after_long(),
    max_term_width = 100
)]
pub struct Command {
    #[command(subcommand)]
    pub verb: Option<Verb>,

    #[command(flatten)]
    pub messages: MessageArgs,

    /// Print the version and what this CPU supports
    #[arg(short = 'V')]
    pub about: bool,

    /// Print the version
    #[arg(long)]
    pub version: bool,

    /// With --version: also print what this CPU supports
    #[arg(long)]
    pub verbose: bool,

    /// No verb was typed; `solve` was inserted.
    #[arg(skip)]
    pub verb_was_missing: bool,
}

#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Solve puzzles and write the solutions in the form of the input
    #[command(
        after_long_help = help::after(help::SOLVE_EXAMPLES),
        mut_arg("json", explain_status)
    )]
    Solve(SolveArgs),
    /// Check that each puzzle is valid and has exactly one solution
    #[command(
        after_long_help = help::after(help::CHECK_EXAMPLES),
        mut_arg("json", explain_status)
    )]
    Check(CheckArgs),
    /// Count the solutions of each puzzle
    #[command(
        after_long_help = help::after(help::COUNT_EXAMPLES),
        mut_arg("json", explain_status)
    )]
    Count(CountArgs),
    /// Run several algorithms on the same puzzles and compare their costs
    #[command(after_long_help = help::after(help::COMPARE_EXAMPLES))]
    Compare(CompareArgs),
    /// Convert puzzles to another form
    #[command(after_long_help = help::after(help::CONVERT_EXAMPLES))]
    Convert(ConvertArgs),
    /// Rotate, swap, relabel or shuffle puzzles, or compute their canonical form
    #[command(after_long_help = help::after(help::TRANSFORM_EXAMPLES))]
    Transform(TransformArgs),
    /// Remove isomorphic duplicates
    #[command(after_long_help = help::after(help::DEDUPE_EXAMPLES))]
    Dedupe(DedupeArgs),
    /// Give a hint: where to look, what to look for, or the whole next step
    #[command(after_long_help = help::after(help::HINT_EXAMPLES))]
    Hint(HintArgs),
    /// Explain every step of the solution, as a person would find it
    #[command(
        after_long_help = help::after(help::EXPLAIN_EXAMPLES),
        mut_arg("json", explain_status)
    )]
    Explain(ExplainArgs),
    /// Rate how hard each puzzle is: level, score and required techniques
    #[command(
        after_long_help = help::after(help::RATE_EXAMPLES),
        mut_arg("json", explain_status)
    )]
    Rate(RateArgs),
    /// Generate puzzles of any shape and difficulty, each with exactly one solution
    #[command(after_long_help = help::after(help::GENERATE_EXAMPLES))]
    Generate(Box<GenerateArgs>),
    #[cfg(feature = "render")]
    /// Draw puzzles as pictures (SVG, PNG) or pages to print (PDF)
    #[command(after_long_help = help::after(help::RENDER_EXAMPLES))]
    Render(RenderArgs),
    /// Find similar puzzles: remove givens and add others in every possible way
    #[command(after_long_help = help::after(help::NEIGHBOURS_EXAMPLES))]
    Neighbours(NeighboursArgs),
    #[cfg(feature = "library")]
    /// Manage a collection in one file: add, rate and find puzzles
    #[command(after_long_help = help::after(help::LIBRARY_EXAMPLES))]
    Library(LibraryArgs),
    /// Make sets for machine learning: augment, split, verify, rate and export puzzles
    #[command(after_long_help = help::after(help::DATASET_EXAMPLES))]
    Dataset(Box<DatasetArgs>),
    #[cfg(feature = "web")]
    /// Serve the web page and the JSON interface on this machine
    #[command(after_long_help = help::SERVE_AFTER)]
    Serve(ServeArgs),
    /// Print shell completions
    #[command(after_long_help = help::COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),
    /// Print the manual page; with --dir, write one page per verb
    #[command(after_long_help = help::MAN_EXAMPLES)]
    Man(ManArgs),
}

/// Flags about messages, accepted before and after every verb.
#[derive(Args, Debug, Clone)]
pub struct MessageArgs {
    /// Print only errors: no progress, notes or summaries
    #[arg(short, long, global = true)]
    pub quiet: bool,

    /// When to use colours; overrides NO_COLOR and CLICOLOR_FORCE
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true
    )]
    pub color: When,
}

#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    Auto,
    Always,
    Never,
}

#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// Shell to print completions for
    pub shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub struct ManArgs {
    /// Write one page for the command and one per verb to this directory
    #[arg(long, value_name = "DIRECTORY", value_hint = ValueHint::DirPath)]
    pub dir: Option<PathBuf>,
}

/// Appends the meaning of `status` to the long help of `--json`.
fn explain_status(json: Arg) -> Arg {
    let help = json.get_long_help().or(json.get_help());
    let help = help.map(ToString::to_string).unwrap_or_default();
    json.long_help(format!("{help}\n\n{}", help::STATUS_WORDS))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use sudokit::format::Form;

    use super::*;

    #[test]
    fn flags_do_not_contradict_each_other() {
        Command::command().debug_assert();
    }

    #[test]
    fn the_help_names_every_form() {
        let mut command = Command::command();
        let solve = command.find_subcommand_mut("solve").unwrap();
        let help = solve.render_long_help().to_string();
        // The help is wrapped.
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        for form in Form::ALL.iter().filter(|form| form.can_read()) {
            let named = form.names().iter().all(|name| help.contains(name));
            assert!(named && help.contains(form.description()), "{form}");
        }
    }
}
