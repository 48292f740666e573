//! What can be typed. Nothing is decided here: [`crate::plan`] turns it into what is meant.
//!
//! This one definition feeds the parser, `-h`, `--help`, the man pages and the completions.

use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Parser, Subcommand, ValueEnum, ValueHint};
use sudokit::format::{Form, Symbols};
use sudokit::logic::{Coordinates, Stage, Technique};
use sudokit::solve::textbook::Axis;
use sudokit::{Engine, Shape};

use crate::check::ExtraArgs;
use crate::dedupe::DedupeArgs;
use crate::engines::{self, EngineParser};
use crate::generate::GenerateArgs;
use crate::help;
use crate::hint::Claim;
use crate::library::{self, LibraryArgs};
use crate::neighbours::NeighboursArgs;
use crate::quantities;
use crate::rate::Template;
use crate::render::RenderArgs;
use crate::techniques::Choice;
use crate::transform::TransformArgs;

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
    pub talk: TalkArgs,

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
    #[command(before_long_help = library::EXAMPLES, after_long_help = help::EXIT_CODES)]
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
pub struct TalkArgs {
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

/// Which files to read, and what the reader should not have to guess.
#[derive(Args, Debug)]
pub struct ReadArgs {
    /// Files to read; `-` or no file at all is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,

    /// The form of the input [default: found from its content]
    ///
    /// One of line (sdm), candidates (sukaku), rows (msk), spaced, csv, boxed, simple-sudoku (ss),
    /// pencilmarks (pm), sdk, hodoku, opensudoku (xml), table (kaggle), json, list.
    #[arg(long, value_name = "FORM", value_parser = form_parser(), help_heading = "Reading", hide_possible_values = true)]
    pub from: Option<Form>,

    /// The shape of the boards: a size (9), box rows x box columns (3x4), jigsaw:LABELS, and
    /// +diagonals or +windows behind it
    #[arg(long, value_name = "SHAPE", help_heading = "Reading")]
    pub shape: Option<Shape>,

    /// The character of an open cell
    #[arg(long, value_name = "CHARACTER", help_heading = "Reading")]
    pub blank: Option<char>,

    /// How values are written: 1-9A-G, 0-9A-F, A-P, numbers, or all symbols in order (MONTHSDAY)
    #[arg(long, value_name = "SYMBOLS", help_heading = "Reading")]
    pub symbols: Option<Symbols>,
}

/// What the work may cost.
#[derive(Args, Debug)]
pub struct BudgetArgs {
    /// Give up on a puzzle after so many search nodes (10000, 10k, 5M)
    #[arg(long, value_name = "NODES", allow_negative_numbers = true, value_parser = quantities::count, help_heading = "Budgets")]
    pub node_limit: Option<u64>,

    /// Give up on a puzzle after so much time (500ms, 10s, 2m, 1h)
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = quantities::time, help_heading = "Budgets")]
    pub time_limit: Option<Duration>,
}

/// Who does the work.
#[derive(Args, Debug)]
pub struct WorkArgs {
    /// The engine that searches [default: auto, the fastest that fits]
    #[arg(long, value_name = "ENGINE", value_parser = EngineParser, help_heading = "Searching")]
    pub engine: Option<Engine>,

    /// How many threads to use, up to 1024; 0 is one for each core
    ///
    /// No more than four for each core are started: answers do not depend on their number, and
    /// more of them would only wait for each other.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        hide_default_value = true,
        allow_negative_numbers = true,
        value_parser = quantities::threads,
        help_heading = "Searching"
    )]
    pub threads: usize,
}

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

/// How to write a report; one of them at most.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub struct ReportArgs {
    /// Write one JSON object a line
    #[arg(long, help_heading = "Writing")]
    pub json: bool,

    /// Write a CSV table
    #[arg(long, help_heading = "Writing")]
    pub csv: bool,
}

#[derive(Args, Debug)]
pub struct CountArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// Stop counting at N [default with --candidates: 1M]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantities::count)]
    pub limit: Option<u64>,

    /// Show for each cell the values that it has in some solution, and in how many
    ///
    /// Where counting stops at a limit, the numbers are those of the solutions that were counted;
    /// which values occur is found out all the same.
    #[arg(long)]
    pub candidates: bool,

    /// Write one JSON object a line
    #[arg(long, help_heading = "Writing")]
    pub json: bool,

    /// With --candidates: write a CSV table, a row for each cell and value
    #[arg(
        long,
        requires = "candidates",
        conflicts_with = "json",
        help_heading = "Writing"
    )]
    pub csv: bool,

    #[command(flatten)]
    pub work: WorkArgs,

    #[command(flatten)]
    pub budget: BudgetArgs,
}

#[derive(Args, Debug)]
pub struct CompareArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// The engines to compare, with commas between them [default: all of them]
    #[arg(long, value_name = "ENGINES", value_delimiter = ',', value_parser = EngineParser, help_heading = "Searching")]
    pub engine: Vec<Engine>,

    /// Change one rule of the engine and keep the others, to see what it is worth; several with
    /// commas between them are changed one after the other
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = named::<Axis>(engines::axes()), help_heading = "Searching")]
    pub vary: Vec<Axis>,

    #[command(flatten)]
    pub report: ReportArgs,

    /// Draw the comparison as an SVG picture
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Writing")]
    pub plot: Option<PathBuf>,

    #[command(flatten)]
    pub budget: BudgetArgs,
}

#[derive(Args, Debug)]
pub struct ConvertArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// The form to write
    #[arg(long, value_name = "FORM", value_parser = form_parser(), help_heading = "Writing")]
    pub to: Form,

    /// The character to write for an open cell
    #[arg(long, value_name = "CHARACTER", help_heading = "Writing")]
    pub to_blank: Option<char>,

    /// How to write values: 1-9A-G, 0-9A-F, A-P, numbers, or all symbols in order (MONTHSDAY)
    #[arg(long, value_name = "SYMBOLS", help_heading = "Writing")]
    pub to_symbols: Option<Symbols>,

    /// Write to this file; it appears whole or not at all
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Writing")]
    pub output: Option<PathBuf>,
}

/// How to solve as a person does.
#[derive(Args, Debug)]
pub struct LogicArgs {
    /// Which techniques to use and in which order; `list` or nothing at all shows them
    ///
    /// Names of techniques, of families (singles, fish…) and of sets (all, usual, rating) with
    /// commas between them are used in this order. `-x-wing` switches one off, `+squirmbag` on;
    /// where such a change comes first, it changes what is used anyway.
    #[arg(
        long,
        value_name = "TECHNIQUES",
        num_args = 0..=1,
        default_missing_value = "list",
        allow_hyphen_values = true,
        help_heading = "Techniques"
    )]
    pub techniques: Option<Choice>,

    /// Leave out techniques that take a single solution for granted
    #[arg(long, help_heading = "Techniques")]
    pub no_uniqueness: bool,
}

/// How cells are named.
#[derive(Args, Debug)]
pub struct WordsArgs {
    /// How cells are named: rc is r4c5, a1 is D5
    #[arg(
        long,
        value_name = "STYLE",
        default_value = "rc",
        hide_default_value = true,
        hide_possible_values = true,
        value_parser = named::<Coordinates>(Coordinates::ALL.map(Coordinates::name)),
        help_heading = "Writing"
    )]
    pub coordinates: Coordinates,

    /// Write chains in Eureka notation and nothing else: (5)r1c2=r1c8-(5=3)r2c8
    #[arg(long, help_heading = "Writing")]
    pub eureka: bool,

    /// Draw the position with its candidates
    #[arg(long, help_heading = "Writing")]
    pub grid: bool,
}

#[derive(Args, Debug)]
pub struct HintArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    #[command(flatten)]
    pub asked: AskedArgs,

    #[command(flatten)]
    pub logic: LogicArgs,

    #[command(flatten)]
    pub words: WordsArgs,

    /// Write one JSON object a line
    #[arg(long, help_heading = "Writing")]
    pub json: bool,
}

/// What is asked about a position; one of them at most.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub struct AskedArgs {
    /// How much to tell: 1 where to look, 2 for which technique, 3 the whole step
    #[arg(
        long,
        value_name = "N",
        default_value = "3",
        allow_negative_numbers = true,
        value_parser = stage,
        help_heading = "Asking"
    )]
    pub stage: Stage,

    /// Show every step that is possible now, by technique
    #[arg(long, help_heading = "Asking")]
    pub all: bool,

    /// Say whether this is right, and which step shows it: r4c5!=7, r4c5=3, D5≠7, r4c57!=3
    #[arg(long, value_name = "CLAIM", help_heading = "Asking")]
    pub why: Option<Claim>,
}

#[derive(Args, Debug)]
pub struct ExplainArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    #[command(flatten)]
    pub logic: LogicArgs,

    #[command(flatten)]
    pub document: DocumentArgs,

    /// Explain each step in whole paragraphs
    #[arg(long, help_heading = "Writing")]
    pub full: bool,

    #[command(flatten)]
    pub words: WordsArgs,

    /// Write to this file; it appears whole or not at all
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Writing")]
    pub output: Option<PathBuf>,
}

/// How to write explanations; one of them at most.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub struct DocumentArgs {
    /// Write one JSON object a line, with every step as data and in words
    ///
    /// Cells count from 0 along the rows, so that r1c1 is 0 and r2c1 of a 9×9 board is 9; houses
    /// count from 0, too: rows, columns, then boxes.
    #[arg(long, help_heading = "Writing")]
    pub json: bool,

    /// Write Markdown
    #[arg(long, help_heading = "Writing")]
    pub markdown: bool,

    /// Write a page for a browser, with a drawing of every step
    #[arg(long, help_heading = "Writing")]
    pub html: bool,
}

#[derive(Args, Debug)]
pub struct RateArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// Show only puzzles that take these techniques, with commas between them
    #[arg(
        long,
        value_name = "TECHNIQUES",
        value_delimiter = ',',
        help_heading = "Techniques"
    )]
    pub technique: Vec<Technique>,

    #[command(flatten)]
    pub logic: LogicArgs,

    #[command(flatten)]
    pub report: ReportArgs,

    /// Write a line of your own for each puzzle: '%g %l %s'
    ///
    /// %g is the puzzle in one line, %l its level, %s its score, %h the hardest technique, %n the
    /// number of steps, %t all techniques with the number of their steps, %u the status, %f the
    /// file, %L the line, %N the name, %% a percent sign.
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["json", "csv"], help_heading = "Writing")]
    pub format: Option<Template>,

    /// Write to this file; it appears whole or not at all
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Writing")]
    pub output: Option<PathBuf>,

    /// How many threads to use, up to 1024; 0 is one for each core
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        hide_default_value = true,
        allow_negative_numbers = true,
        value_parser = quantities::threads,
        help_heading = "Searching"
    )]
    pub threads: usize,
}

#[derive(Args, Debug)]
pub struct ServeArgs {
    /// The port to listen on; 0 is any free one
    #[arg(long, value_name = "N", default_value_t = sudokit_web::Config::PORT)]
    pub port: u16,

    /// The address to listen on; only this machine can ask unless another one is given
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: IpAddr,

    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,

    /// A library that can be asked for puzzles; it is only read
    #[arg(long, value_name = "LIBRARY", value_hint = ValueHint::FilePath)]
    pub library: Option<PathBuf>,

    /// How long a request may take (500ms, 10s, 2m)
    #[arg(long, value_name = "TIME", default_value = "10s", allow_hyphen_values = true, value_parser = quantities::time)]
    pub time_limit: Duration,
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

fn stage(text: &str) -> Result<Stage, String> {
    let number = text.trim().parse().ok();
    let stage = number.and_then(Stage::of_number);
    stage.ok_or_else(|| "say 1, 2 or 3".to_string())
}

/// Adds to the long help of `--json` what the words in it mean.
fn explain_status(json: Arg) -> Arg {
    let help = json.get_long_help().or(json.get_help());
    let help = help.map(ToString::to_string).unwrap_or_default();
    json.long_help(format!("{help}\n\n{}", help::STATUS_WORDS))
}

pub fn form_parser() -> impl TypedValueParser<Value = Form> {
    let names = Form::ALL
        .iter()
        .map(|(_, names)| PossibleValue::new(names[0]).aliases(names[1..].iter().copied()));
    named::<Form>(names)
}

/// Reads one of a few names, which the help lists.
pub fn named<T>(names: impl Into<PossibleValuesParser>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    names.into().try_map(|name| name.parse::<T>())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

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
