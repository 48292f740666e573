//! What can be typed. Nothing is decided here: [`crate::plan`] turns it into what is meant.
//!
//! The verbs stand here, what several of them understand in the files beside this one, and what one of
//! them does with it. This one definition feeds the parser, `-h`, `--help`, the man pages and the completions.

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
use crate::verbs::dedupe::DedupeArgs;
use crate::verbs::explain::ExplainArgs;
use crate::verbs::generate::GenerateArgs;
use crate::verbs::hint::HintArgs;
use crate::verbs::library::LibraryArgs;
use crate::verbs::neighbours::NeighboursArgs;
use crate::verbs::rate::RateArgs;
use crate::verbs::render::RenderArgs;
use crate::verbs::serve::ServeArgs;
use crate::verbs::solve::SolveArgs;
use crate::verbs::transform::TransformArgs;
pub use files::{OutputArgs, ReadArgs, ReportArgs, WriteArgs, form_parser, named};
pub use search::{BudgetArgs, ThreadsArgs, WorkArgs};
pub use techniques::{LogicArgs, WordsArgs};

/// Solve, explain, rate, check, count, compare, convert, draw and make Sudoku puzzles of every size
/// and file form.
#[derive(Parser, Debug)]
#[command(
    name = "sudokit",
    disable_version_flag = true,
    subcommand_required = false,
    before_long_help = help::OVERVIEW_EXAMPLES,
    after_help = help::OVERVIEW_AFTER,
    after_long_help = help::OVERVIEW_AFTER_LONG,
    max_term_width = 100
)]
pub struct Command {
    #[command(subcommand)]
    pub verb: Option<Verb>,

    #[command(flatten)]
    pub messages: MessageArgs,

    /// Show the version and what this machine offers
    #[arg(short = 'V')]
    pub about: bool,

    /// Show the version
    #[arg(long)]
    pub version: bool,

    /// With --version: show what this machine offers, too
    #[arg(long)]
    pub verbose: bool,

    /// Nobody typed the verb; it was put there.
    #[arg(skip)]
    pub verb_was_missing: bool,
}

#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Solve puzzles and write the answers in the form that came in
    #[command(
        before_long_help = help::SOLVE_EXAMPLES,
        after_long_help = help::EXIT_CODES,
        mut_arg("json", explain_status)
    )]
    Solve(SolveArgs),
    /// Say of each puzzle whether it is valid and has exactly one solution
    #[command(
        before_long_help = help::CHECK_EXAMPLES,
        after_long_help = help::EXIT_CODES,
        mut_arg("json", explain_status)
    )]
    Check(CheckArgs),
    /// Count the solutions of each puzzle
    #[command(
        before_long_help = help::COUNT_EXAMPLES,
        after_long_help = help::EXIT_CODES,
        mut_arg("json", explain_status)
    )]
    Count(CountArgs),
    /// Run several algorithms on the same puzzles and compare what they cost
    #[command(before_long_help = help::COMPARE_EXAMPLES, after_long_help = help::EXIT_CODES)]
    Compare(CompareArgs),
    /// Write puzzles in another form
    #[command(before_long_help = help::CONVERT_EXAMPLES, after_long_help = help::EXIT_CODES)]
    Convert(ConvertArgs),
    /// Turn, swap, relabel or shuffle puzzles, or bring them into their canonical form
    #[command(before_long_help = help::TRANSFORM_EXAMPLES, after_long_help = help::EXIT_CODES)]
    Transform(TransformArgs),
    /// Keep one of all puzzles that are the same in another dress
    #[command(before_long_help = help::DEDUPE_EXAMPLES, after_long_help = help::EXIT_CODES)]
    Dedupe(DedupeArgs),
    /// Give a hint: where to look, for what, or the whole next step
    #[command(before_long_help = help::HINT_EXAMPLES, after_long_help = help::EXIT_CODES)]
    Hint(HintArgs),
    /// Explain every step of the way to the solution, as a person would find it
    #[command(
        before_long_help = help::EXPLAIN_EXAMPLES,
        after_long_help = help::EXIT_CODES,
        mut_arg("json", explain_status)
    )]
    Explain(ExplainArgs),
    /// Say how hard each puzzle is: level, score and the techniques that it takes
    #[command(
        before_long_help = help::RATE_EXAMPLES,
        after_long_help = help::EXIT_CODES,
        mut_arg("json", explain_status)
    )]
    Rate(RateArgs),
    /// Make new puzzles: of any shape, as hard as wanted, each with exactly one solution
    #[command(before_long_help = help::GENERATE_EXAMPLES, after_long_help = help::EXIT_CODES)]
    Generate(Box<GenerateArgs>),
    /// Draw puzzles: pictures (SVG, PNG), or pages to print (PDF)
    #[command(before_long_help = help::RENDER_EXAMPLES, after_long_help = help::EXIT_CODES)]
    Render(RenderArgs),
    /// Hunt: take givens away and complete the rest in every other way
    #[command(before_long_help = help::NEIGHBOURS_EXAMPLES, after_long_help = help::EXIT_CODES)]
    Neighbours(NeighboursArgs),
    /// Keep a collection in one file: take puzzles in, rate them, find them
    #[command(before_long_help = help::LIBRARY_EXAMPLES, after_long_help = help::EXIT_CODES)]
    Library(LibraryArgs),
    /// Serve the page and the JSON interface to a browser on this machine
    #[command(before_long_help = help::SERVE_EXAMPLES, after_long_help = help::SERVE_AFTER)]
    Serve(ServeArgs),
    /// Print completions for a shell
    #[command(before_long_help = help::COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),
    /// Print the manual page, or write one for each verb as well into a directory with --dir
    #[command(before_long_help = help::MAN_EXAMPLES)]
    Man(ManArgs),
}

/// How to speak, understood before and behind every verb.
#[derive(Args, Debug, Clone)]
pub struct MessageArgs {
    /// Say nothing but errors: no progress, notes or summaries
    #[arg(short, long, global = true)]
    pub quiet: bool,

    /// When to use colours; NO_COLOR and CLICOLOR_FORCE are honoured, this flag beats them
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
    /// The shell
    pub shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub struct ManArgs {
    /// Write a page for the command and one for each verb into this directory
    #[arg(long, value_name = "DIRECTORY", value_hint = ValueHint::DirPath)]
    pub dir: Option<PathBuf>,
}

/// Adds to the long help of `--json` what the words in it mean.
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
        for (_, names) in Form::ALL {
            assert!(names.iter().all(|name| help.contains(name)), "{names:?}");
        }
    }
}
