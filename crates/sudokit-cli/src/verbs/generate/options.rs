//! From what was typed behind `sudokit generate` to what is meant.

use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use sudokit::Problem;
use sudokit::format::write::{Entry, WriteError, WriteOptions, losses};
use sudokit::format::{Form, ReadOptions, Record, read_puzzle};
use sudokit::generate::Generator;
use sudokit::logic::{Level, Technique};
use sudokit::pattern::{Pattern, Symmetry};
use sudokit::random::any_seed;
use sudokit::range::Range;
use sudokit::solve::CancelToken;
use sudokit::{Puzzle, Shape};
use sudokit_render::{Booklet, Paper, PerPage};

use crate::args::search::{SearchOptions, useful_threads};
use crate::args::{OutputArgs, ReportArgs, ThreadsArgs, WriteArgs, form_parser, named, quantities};
use crate::io::input::Source;
use crate::io::output::Destination;
use crate::report::error::CliError;
use crate::verbs::render::{PaperName, PuzzlesPerPage};

/// Whoever makes more at once has other things in mind than printing them.
const MOST_IN_A_BOOKLET: u64 = 10_000;

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
    pub look: WriteArgs,

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

/// What `generate` was asked to do.
pub struct GenerateOptions {
    pub generator: Generator,
    pub shape: Shape,
    pub count: u64,
    pub seed: u64,
    /// Nobody asked for this seed.
    pub seed_is_new: bool,
    pub output: GenerateOutput,
    pub destination: Destination,
    /// The files that were read, which are never written over.
    pub sources: Vec<Source>,
    pub stats: bool,
    pub cancel: CancelToken,
}

/// What is written.
pub enum GenerateOutput {
    Form(Form, WriteOptions),
    /// A drawing of the board, for a person at a terminal.
    Drawing,
    Json,
    Csv,
    Booklet(BookletOptions),
}

/// How a booklet looks.
pub struct BookletOptions {
    pub title: String,
    pub per_page: Option<PerPage>,
    pub paper: Paper,
}

impl BookletOptions {
    /// An empty booklet like this is given its look.
    pub fn bind(&self, booklet: Booklet) -> Booklet {
        let booklet = booklet.title(&self.title).paper(self.paper);
        match self.per_page {
            Some(per_page) => booklet.per_page(per_page),
            None => booklet,
        }
    }
}

impl GenerateOptions {
    /// What was typed, with the files that it names.
    ///
    /// # Errors
    /// When it makes no sense together, or a file cannot be read.
    pub fn new(args: GenerateArgs, search: &SearchOptions) -> Result<GenerateOptions, CliError> {
        let destination = args.output.destination();
        let extended = args
            .extend
            .as_deref()
            .map(|path| clues(path, args.shape.as_ref()));
        let extended = extended.transpose()?;
        let shape = match (&args.shape, &extended) {
            (Some(shape), _) => shape.clone(),
            (None, Some(record)) => record.puzzle.shape().clone(),
            (None, None) => Shape::classic(),
        };
        let output = output(&args, &destination, &shape)?;
        let seed = args.seed.unwrap_or_else(any_seed);
        let mut generator = Generator::new(shape.clone())
            .seed(seed)
            .symmetry(args.symmetry)
            .minimal(args.minimal)
            .rated(output.shows_rating())
            .threads(useful_threads(args.threads.number))
            .cancel_with(search.cancel.clone());
        if let Some(width) = search.width {
            generator = generator
                .width(width)
                .expect("an unavailable width was refused when it was read");
        }
        if let Some(record) = extended {
            generator = generator.extend(record.puzzle);
        }
        if let Some(path) = &args.pattern {
            generator = generator.pattern(pattern(path, &shape)?);
        }
        if let Some(Range(givens)) = args.givens {
            let most = match *givens.end() {
                // Nobody named an end.
                u32::MAX => shape.cells(),
                most => most as usize,
            };
            generator = generator.givens(*givens.start() as usize..=most);
        }
        if let Some(Range(levels)) = args.difficulty {
            generator = generator.level(levels);
        }
        if let Some(Range(scores)) = args.score {
            generator = generator.score(scores);
        }
        if let Some(tries) = args.effort {
            generator = generator.attempt_limit(tries);
        }
        generator = args
            .technique
            .into_iter()
            .fold(generator, Generator::hardest);
        generator = args
            .with_technique
            .into_iter()
            .fold(generator, Generator::uses);
        generator = args
            .without_technique
            .into_iter()
            .fold(generator, Generator::without);
        let files = args.pattern.iter().chain(&args.extend);
        Ok(GenerateOptions {
            generator,
            shape,
            count: args.count,
            seed,
            seed_is_new: args.seed.is_none(),
            output,
            destination,
            sources: files.map(|path| Source::new(path)).collect(),
            stats: args.stats,
            cancel: search.cancel.clone(),
        })
    }
}

impl GenerateOutput {
    /// Whether puzzles are rated although no difficulty was asked for.
    fn shows_rating(&self) -> bool {
        match self {
            GenerateOutput::Form(form, _) => matches!(form, Form::Sdk | Form::Json | Form::List),
            GenerateOutput::Drawing
            | GenerateOutput::Json
            | GenerateOutput::Csv
            | GenerateOutput::Booklet(_) => true,
        }
    }
}

fn output(
    args: &GenerateArgs,
    destination: &Destination,
    shape: &Shape,
) -> Result<GenerateOutput, CliError> {
    let is_terminal = *destination == Destination::Stdout && std::io::stdout().is_terminal();
    let options = args.look.options();
    if args.pdf {
        if is_terminal {
            return Err(CliError::new(
                "a PDF cannot be shown on a terminal",
                "name a file with -o puzzles.pdf",
            ));
        }
        if args.count > MOST_IN_A_BOOKLET {
            return Err(CliError::new(
                format!("{} puzzles are too many for a booklet", args.count),
                format!("ask for no more than {MOST_IN_A_BOOKLET}"),
            ));
        }
        return Ok(GenerateOutput::Booklet(BookletOptions {
            title: args.title.clone().unwrap_or_default(),
            per_page: args.per_page.map(PerPage::from),
            paper: args.paper.map_or(Paper::A4, Paper::from),
        }));
    }
    Ok(match (args.to, args.report.json, args.report.csv) {
        (_, true, _) => GenerateOutput::Json,
        (_, _, true) => GenerateOutput::Csv,
        (Some(form), ..) => {
            // Told now rather than when the first puzzle is found.
            holds(form, shape, &options).map_err(|reason| cannot_write(&reason))?;
            GenerateOutput::Form(form, options)
        }
        (None, ..) if is_terminal && args.count == 1 => GenerateOutput::Drawing,
        (None, ..) => match holds(Form::Line, shape, &options) {
            Ok(()) => GenerateOutput::Form(Form::Line, options),
            Err(_) => GenerateOutput::Form(Form::Spaced, options),
        },
    })
}

/// Whether a form can hold boards of a shape.
fn holds(form: Form, shape: &Shape, options: &WriteOptions) -> Result<(), WriteError> {
    let empty = Puzzle::new(shape.clone());
    losses(form, Entry::from(&empty), options).map(drop)
}

/// Why a board cannot be written.
pub fn cannot_write(reason: &WriteError) -> CliError {
    CliError::new(
        format!("the puzzle cannot be written: {reason}"),
        "choose another form with --to",
    )
}

/// The text of a file that is small because it holds one board.
fn text_of(path: &Path) -> Result<Vec<u8>, CliError> {
    let source = Source::new(path);
    let mut text = Vec::new();
    let read = source.open()?.take(1 << 20).read_to_end(&mut text);
    read.map_err(|error| source.broken(&error))?;
    Ok(text)
}

fn clues(path: &Path, shape: Option<&Shape>) -> Result<Record, CliError> {
    let options = ReadOptions {
        shape: shape.cloned(),
        ..ReadOptions::default()
    };
    let record = read_puzzle(&text_of(path)?, options);
    let record = record.map_err(|problem| unreadable(path, problem))?;
    match record.puzzle.check() {
        Ok(()) => Ok(record),
        Err(error) => Err(CliError::new(
            format!(
                "`{}` cannot be extended: {}",
                path.display(),
                Problem::broken_rule(&error, record.puzzle.shape(), &record.symbols).message
            ),
            "change or remove one of its givens",
        )),
    }
}

/// Where a pattern has givens.
fn pattern(path: &Path, shape: &Shape) -> Result<Pattern, CliError> {
    let pattern = Pattern::read(&text_of(path)?, shape);
    pattern.map_err(|problem| unreadable(path, problem))
}

fn unreadable(path: &Path, problem: Problem) -> CliError {
    let message = format!("`{}`: {}", path.display(), problem.message);
    CliError::new(message, problem.help)
}
