//! What can be typed behind `sudokit generate`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use sudokit::Shape;
use sudokit::format::Form;
use sudokit::logic::{Level, Technique};
use sudokit::pattern::Symmetry;
use sudokit::range::Range;

use crate::args::{LookArgs, OutputArgs, ReportArgs, ThreadsArgs, form_parser, named};
use crate::quantities;
use crate::render::{PaperName, PuzzlesPerPage};

#[derive(Args, Debug)]
pub struct GenerateArgs {
    /// How many puzzles
    #[arg(value_name = "COUNT", default_value = "1", value_parser = quantities::count)]
    pub count: u64,

    /// The shape of the boards: a size (9), box rows x box columns (3x4), jigsaw:LABELS, and
    /// +diagonals or +windows behind it [default: 9]
    #[arg(
        long,
        visible_alias = "size",
        value_name = "SHAPE",
        help_heading = "Puzzles"
    )]
    pub shape: Option<Shape>,

    /// How many givens, or from how many to how many: 24, 24..28, ..28
    #[arg(long, value_name = "RANGE", help_heading = "Puzzles")]
    pub givens: Option<Range>,

    /// Insist that no given can be left out
    ///
    /// Puzzles are dug until nothing more can go, so without a symmetry, a number of givens, a
    /// pattern or a difficulty they are minimal anyway. With a symmetry whole groups of givens
    /// go together, and one of a group that is needed may keep others that are not; this passes
    /// over such puzzles. Of clues that are extended only the added ones have to be needed.
    #[arg(long, help_heading = "Puzzles")]
    pub minimal: bool,

    /// The symmetry of the givens' places: none, half-turn, quarter-turn, left-right, top-bottom,
    /// mirrors, diagonal, anti-diagonal, diagonals, all
    #[arg(
        long,
        value_name = "SYMMETRY",
        default_value = "none",
        hide_default_value = true,
        hide_possible_values = true,
        value_parser = named::<Symmetry>(Symmetry::ALL.map(Symmetry::name)),
        help_heading = "Puzzles"
    )]
    pub symmetry: Symmetry,

    /// Where the givens stand: a file with X and . for each cell, or a puzzle in any form
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "symmetry", help_heading = "Puzzles")]
    pub pattern: Option<PathBuf>,

    /// Keep the givens of the puzzle in this file, and add others until there is one solution
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Puzzles")]
    pub extend: Option<PathBuf>,

    /// The level, or from which to which: easy, medium, hard, unfair, extreme; easy..hard
    #[arg(
        long,
        visible_alias = "level",
        value_name = "LEVELS",
        help_heading = "Difficulty"
    )]
    pub difficulty: Option<Range<Level>>,

    /// The score, or from what to what: 500..800, 2000..
    #[arg(long, value_name = "RANGE", help_heading = "Difficulty")]
    pub score: Option<Range>,

    /// The hardest technique that a solve takes; of several with commas between them, any
    ///
    /// The solve is that of `rate`: step by step, always with the simplest technique that finds
    /// something. The hardest of its steps is of this technique.
    #[arg(
        long,
        value_name = "TECHNIQUES",
        value_delimiter = ',',
        help_heading = "Difficulty"
    )]
    pub technique: Vec<Technique>,

    /// Techniques that a solve takes as well, all of them, however hard the others are
    #[arg(
        long,
        value_name = "TECHNIQUES",
        value_delimiter = ',',
        help_heading = "Difficulty"
    )]
    pub with_technique: Vec<Technique>,

    /// Techniques that no step of a solve takes
    #[arg(
        long,
        value_name = "TECHNIQUES",
        value_delimiter = ',',
        help_heading = "Difficulty"
    )]
    pub without_technique: Vec<Technique>,

    /// The same puzzles for the same number, on every machine [default: a new one, which is told]
    #[arg(long, value_name = "N", help_heading = "Searching")]
    pub seed: Option<u64>,

    /// Give up after so many puzzles in a row that were not what was asked for
    ///
    /// Without it 100,000, or 1,000 on boards with more than 100 cells and with a pattern.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantities::count, help_heading = "Searching")]
    pub effort: Option<u64>,

    #[command(flatten)]
    pub threads: ThreadsArgs,

    /// The form to write [default: line, or a drawing of a single puzzle on a terminal]
    ///
    /// Solutions are written where the form has a place for them (table, json), and level, score
    /// and hardest technique where it has one for a name (sdk, json, list).
    #[arg(long, value_name = "FORM", value_parser = form_parser(), hide_possible_values = true, conflicts_with_all = ["json", "csv", "pdf"], help_heading = "Writing")]
    pub to: Option<Form>,

    #[command(flatten)]
    pub look: LookArgs,

    #[command(flatten)]
    pub report: ReportArgs,

    /// Write a booklet to print, with the answers at its end
    #[arg(long, conflicts_with_all = ["json", "csv"], help_heading = "Writing")]
    pub pdf: bool,

    /// A line at the top of every page of the booklet
    #[arg(long, value_name = "TEXT", requires = "pdf", help_heading = "Writing")]
    pub title: Option<String>,

    /// How many puzzles stand on a page of the booklet [default: up to 4]
    #[arg(long, value_name = "N", requires = "pdf", help_heading = "Writing")]
    pub per_page: Option<PuzzlesPerPage>,

    /// The paper of the booklet [default: a4]
    #[arg(long, value_name = "PAPER", requires = "pdf", help_heading = "Writing")]
    pub paper: Option<PaperName>,

    #[command(flatten)]
    pub output: OutputArgs,

    /// Show how many puzzles were tried and how long it took, on standard error
    #[arg(long, help_heading = "Writing")]
    pub stats: bool,
}
