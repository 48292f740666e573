//! What can be typed behind `sudokit library`.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::TypedValueParser;
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use sudokit::Shape;
use sudokit::format::Form;
use sudokit::logic::{Level, Technique};
use sudokit::pattern::Symmetry;
use sudokit::range::Range;
use sudokit_library::SolutionCount;

use super::help;
use crate::args::{OutputArgs, ReadArgs, ReportArgs, ThreadsArgs, form_parser, named};
use crate::help::EXIT_CODES;
use crate::quantities;

#[derive(Args, Debug)]
pub struct LibraryArgs {
    #[command(subcommand)]
    pub action: Action,
}

#[derive(Subcommand, Debug)]
pub enum Action {
    /// Take puzzles in, each once: isomorphs are the same puzzle
    #[command(before_long_help = help::ADD_EXAMPLES, after_long_help = EXIT_CODES)]
    Add(AddArgs),
    /// Rate the puzzles that have no rating yet; goes on where it was stopped
    #[command(before_long_help = help::RATE_EXAMPLES, after_long_help = EXIT_CODES)]
    Rate(RateArgs),
    /// Find puzzles, as a table, as puzzles, as JSON lines or as CSV
    #[command(visible_alias = "find", before_long_help = help::LIST_EXAMPLES, after_long_help = EXIT_CODES)]
    List(ListArgs),
    /// Show puzzles with everything that is known about them
    #[command(before_long_help = help::SHOW_EXAMPLES, after_long_help = EXIT_CODES)]
    Show(ShowArgs),
    /// Count puzzles by level, givens, score and technique
    #[command(before_long_help = help::STATS_EXAMPLES, after_long_help = EXIT_CODES)]
    Stats(StatsArgs),
    /// Write puzzles to a file of any form
    #[command(before_long_help = help::EXPORT_EXAMPLES, after_long_help = EXIT_CODES)]
    Export(ExportArgs),
    /// Throw puzzles away
    #[command(before_long_help = help::REMOVE_EXAMPLES, after_long_help = EXIT_CODES)]
    Remove(RemoveArgs),
}

/// The library to work on.
#[derive(Args, Debug)]
pub struct PlaceArgs {
    /// The library, a file such as puzzles.db
    #[arg(value_name = "LIBRARY", value_hint = ValueHint::FilePath)]
    pub library: PathBuf,
}

#[derive(Args, Debug)]
pub struct AddArgs {
    #[command(flatten)]
    pub place: PlaceArgs,

    #[command(flatten)]
    pub read: ReadArgs,

    /// Keep isomorphs of puzzles that are there as puzzles of their own
    #[arg(long, help_heading = "Keeping")]
    pub keep_isomorphs: bool,

    /// Take in puzzles with several solutions, too; they are never rated
    #[arg(long, help_heading = "Keeping")]
    pub keep_several: bool,

    /// Rate everything that has no rating when all files have been read
    #[arg(long)]
    pub rate: bool,

    /// Write a JSON object for each puzzle, when it is kept for good
    ///
    /// `taken` is new, duplicate, isomorph or refused; `id` the number of the puzzle in the
    /// library, or of the one that it is a duplicate or an isomorph of.
    #[arg(long, conflicts_with = "rate", help_heading = "Writing")]
    pub json: bool,

    #[command(flatten)]
    pub threads: ThreadsArgs,

    /// How long to search for a second solution of each puzzle (500ms, 10s, 2m)
    ///
    /// Only boards larger than 9×9 take that long. Where the time is over first the puzzle is
    /// taken in as one of which that is not known.
    #[arg(long, value_name = "TIME", default_value = "10s", allow_hyphen_values = true, value_parser = quantities::time, help_heading = "Budgets")]
    pub time_limit: Duration,
}

#[derive(Args, Debug)]
pub struct RateArgs {
    #[command(flatten)]
    pub place: PlaceArgs,

    /// Rate all puzzles anew, as after a change of the techniques
    #[arg(long)]
    pub again: bool,

    /// Rate no more than so many puzzles now (10000, 10k, 5M)
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantities::count)]
    pub limit: Option<u64>,

    /// Write a JSON object for each puzzle, when its rating is kept for good
    #[arg(long, help_heading = "Writing")]
    pub json: bool,

    #[command(flatten)]
    pub threads: ThreadsArgs,
}

/// Which puzzles are meant: those that all of this is true of.
#[derive(Args, Debug)]
pub struct FilterArgs {
    /// Numbers of puzzles in the library
    #[arg(value_name = "ID")]
    pub ids: Vec<i64>,

    /// How many givens: 24, 22..25, ..25 or 22..
    #[arg(
        long,
        value_name = "RANGE",
        allow_hyphen_values = true,
        help_heading = "Finding"
    )]
    pub givens: Option<Range>,

    /// One of these levels: easy, medium, hard, unfair, extreme
    #[arg(long, value_name = "LEVELS", value_delimiter = ',', value_parser = named::<Level>(Level::ALL.map(Level::name)), hide_possible_values = true, help_heading = "Finding")]
    pub level: Vec<Level>,

    /// Such a score: 500..900, ..800 or 1500..
    #[arg(
        long,
        value_name = "RANGE",
        allow_hyphen_values = true,
        help_heading = "Finding"
    )]
    pub score: Option<Range>,

    /// All of these techniques are used, wherever in the solve
    #[arg(
        long,
        value_name = "TECHNIQUES",
        value_delimiter = ',',
        help_heading = "Finding"
    )]
    pub technique: Vec<Technique>,

    /// One of these is the hardest technique
    #[arg(
        long,
        value_name = "TECHNIQUES",
        value_delimiter = ',',
        help_heading = "Finding"
    )]
    pub hardest: Vec<Technique>,

    /// The givens stand where they do in this file, or in this mask (x.x..x…)
    #[arg(
        long,
        value_name = "PATTERN",
        allow_hyphen_values = true,
        help_heading = "Finding"
    )]
    pub pattern: Option<String>,

    /// The pattern of the givens has all these symmetries: half-turn, quarter-turn, left-right,
    /// top-bottom, mirrors, diagonal, anti-diagonal, diagonals, all
    #[arg(long, value_name = "SYMMETRIES", value_delimiter = ',', value_parser = symmetries(), hide_possible_values = true, help_heading = "Finding")]
    pub symmetry: Vec<Symmetry>,

    /// These words stand in the title or in the name of the file
    #[arg(long, value_name = "WORDS", help_heading = "Finding")]
    pub text: Option<String>,

    /// The board has this shape: 9, 3x4, jigsaw:LABELS…
    #[arg(long, value_name = "SHAPE", help_heading = "Finding")]
    pub shape: Option<Shape>,

    /// What is known about solutions: unique, several or open
    #[arg(
        long,
        value_name = "STATUS",
        hide_possible_values = true,
        value_parser = named::<SolutionCount>(SolutionCount::ALL.map(SolutionCount::name)),
        help_heading = "Finding"
    )]
    pub status: Option<SolutionCount>,

    /// Only puzzles with a rating
    #[arg(long, conflicts_with = "unrated", help_heading = "Finding")]
    pub rated: bool,

    /// Only puzzles without a rating
    #[arg(long, help_heading = "Finding")]
    pub unrated: bool,
}

/// In which order, and how many.
#[derive(Args, Debug)]
pub struct OrderArgs {
    /// What comes first: id (the order of taking in), score, givens or seen
    #[arg(
        long,
        value_name = "COLUMN",
        default_value = "id",
        hide_default_value = true,
        hide_possible_values = true,
        help_heading = "ListOptions"
    )]
    pub sort: SortArg,

    /// The highest first
    #[arg(long, help_heading = "ListOptions")]
    pub reverse: bool,

    /// In no order
    #[arg(long, conflicts_with_all = ["sort", "reverse"], help_heading = "ListOptions")]
    pub random: bool,

    /// With --random: the same number gives the same order
    #[arg(
        long,
        value_name = "N",
        requires = "random",
        help_heading = "ListOptions"
    )]
    pub seed: Option<u64>,

    /// No more than so many puzzles (20, 10k)
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantities::count, help_heading = "ListOptions")]
    pub limit: Option<u64>,
}

#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum SortArg {
    Id,
    Score,
    Givens,
    Seen,
}

#[derive(Args, Debug)]
pub struct ListArgs {
    #[command(flatten)]
    pub place: PlaceArgs,

    #[command(flatten)]
    pub filter: FilterArgs,

    #[command(flatten)]
    pub order: OrderArgs,

    #[command(flatten)]
    pub report: ReportArgs,

    /// Write the puzzles themselves, in this form
    #[arg(long, value_name = "FORM", value_parser = form_parser(), conflicts_with_all = ["json", "csv"], hide_possible_values = true, help_heading = "Writing")]
    pub to: Option<Form>,

    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Args, Debug)]
pub struct ShowArgs {
    #[command(flatten)]
    pub place: PlaceArgs,

    /// Numbers of puzzles in the library
    #[arg(value_name = "ID", required = true)]
    pub ids: Vec<i64>,

    /// Write one JSON object a line
    #[arg(long, help_heading = "Writing")]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct StatsArgs {
    #[command(flatten)]
    pub place: PlaceArgs,

    #[command(flatten)]
    pub filter: FilterArgs,

    /// Write one JSON object
    #[arg(long, help_heading = "Writing")]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct ExportArgs {
    #[command(flatten)]
    pub place: PlaceArgs,

    #[command(flatten)]
    pub filter: FilterArgs,

    #[command(flatten)]
    pub order: OrderArgs,

    /// The form to write
    #[arg(long, value_name = "FORM", value_parser = form_parser(), default_value = "line", hide_possible_values = true, help_heading = "Writing")]
    pub to: Form,

    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Args, Debug)]
pub struct RemoveArgs {
    #[command(flatten)]
    pub place: PlaceArgs,

    #[command(flatten)]
    pub filter: FilterArgs,

    /// Of isomorphs that were kept keep the first, and remember where the others were seen
    #[arg(long, conflicts_with = "ids", help_heading = "Removing")]
    pub isomorphs: bool,

    /// Only say how many puzzles it would be
    #[arg(long, conflicts_with = "isomorphs", help_heading = "Removing")]
    pub dry_run: bool,
}

/// Every puzzle has no symmetry at all, so that is nothing to look for.
fn symmetries() -> impl TypedValueParser<Value = Symmetry> {
    let all = Symmetry::ALL.into_iter();
    let some = all.filter(|symmetry| *symmetry != Symmetry::None);
    named::<Symmetry>(some.map(Symmetry::name).collect::<Vec<_>>())
}
