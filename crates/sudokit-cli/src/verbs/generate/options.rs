//! The flags of `sudokit generate`.

use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueHint};
use sudokit::Problem;
use sudokit::format::write::{Entry, WriteError, WriteOptions, losses};
use sudokit::format::{Form, ReadOptions, Record, read_puzzle};
use sudokit::generate::Generator;
use sudokit::logic::{Level, Technique};
use sudokit::pattern::{Pattern, Symmetry};
use sudokit::random::any_seed;
use sudokit::range::Range;
use sudokit::rate::explainer::Difficulty;
use sudokit::solve::CancelToken;
use sudokit::{Puzzle, Shape};

#[cfg(feature = "render")]
use super::booklet::{BookletArgs, BookletOptions};
use crate::args::search::{SearchOptions, useful_threads};
use crate::args::{
    OutputArgs, ReportArgs, RequiredArgs, ThreadsArgs, WriteArgs, form_parser, named, quantities,
};
use crate::io::input::Source;
use crate::io::output::Destination;
use crate::report::error::CliError;

#[derive(Args, Debug)]
pub struct GenerateArgs {
    /// Number of puzzles
    #[arg(value_name = "COUNT", default_value = "1", value_parser = quantities::count)]
    pub count: u64,

    /// Shape of the boards: a size (9), box rows x box columns (3x4) or jigsaw:LABELS, optionally
    /// with +diagonals or +windows [default: 9]
    #[arg(
        long,
        visible_alias = "size",
        value_name = "SHAPE",
        help_heading = "Puzzles"
    )]
    pub shape: Option<Shape>,

    /// Number of givens, or a range: 24, 24..28, ..28
    #[arg(long, value_name = "RANGE", help_heading = "Puzzles")]
    pub givens: Option<Range>,

    /// Require that no given is redundant
    ///
    /// Givens are removed until no more can go, so puzzles without a symmetry, a number of givens,
    /// a pattern or a difficulty are minimal anyway. With a symmetry, givens are removed in groups,
    /// and one needed given may keep redundant ones; this flag skips such puzzles. With --extend,
    /// only the added givens have to be needed.
    #[arg(long, help_heading = "Puzzles")]
    pub minimal: bool,

    /// Symmetry of the pattern of givens: none, half-turn, quarter-turn, left-right, top-bottom,
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

    /// Put the givens where this file has X (and . elsewhere), or where its puzzle has givens
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "symmetry", help_heading = "Puzzles")]
    pub pattern: Option<PathBuf>,

    /// Keep the givens of the puzzle in this file, and add others until the solution is unique
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Puzzles")]
    pub extend: Option<PathBuf>,

    /// Level, or a range: easy, medium, hard, unfair, extreme; easy..hard
    #[arg(
        long,
        visible_alias = "level",
        value_name = "LEVELS",
        help_heading = "Difficulty"
    )]
    pub difficulty: Option<Range<Level>>,

    /// Score, or a range: 500..800, 2000..
    #[arg(long, value_name = "RANGE", help_heading = "Difficulty")]
    pub score: Option<Range>,

    /// ER of Sudoku Explainer 1.2.1, or a range: 7.1..7.3, 8.5..
    #[arg(long, value_name = "RANGE", help_heading = "Difficulty")]
    pub er: Option<Range<Difficulty>>,

    #[command(flatten)]
    pub required: RequiredArgs,

    /// Only puzzles that require none of these techniques, separated by commas
    #[arg(
        long,
        value_name = "TECHNIQUES",
        value_delimiter = ',',
        help_heading = "Techniques"
    )]
    pub without_technique: Vec<Technique>,

    /// Seed; the same seed gives the same puzzles on every machine [default: random, and reported]
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub seed: Option<u64>,

    /// Give up after N puzzles in a row that do not match
    ///
    /// The default takes about a minute, but is a count, so that it does not depend on the machine:
    /// 100,000, or 1,000 for boards of more than 100 cells and fewer beyond 400 cells. With a
    /// pattern it is 1,000, and fewer where each of them takes long.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantities::count, help_heading = "Search")]
    pub effort: Option<u64>,

    /// End after this time (500ms, 10s, 2m, 1h) with what was found; replaces the default --effort
    ///
    /// Which puzzles are found does not depend on it, only how many of them.
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = quantities::time, help_heading = "Search")]
    pub time_limit: Option<Duration>,

    #[command(flatten)]
    pub threads: ThreadsArgs,

    /// Form to write [default: line, or a drawing of a single puzzle at a terminal]
    ///
    /// Solutions are written if the form has a place for them (table, json); level, score and
    /// hardest technique if it has a place for a name (sdk, json, list).
    #[arg(long, value_name = "FORM", value_parser = form_parser(Form::can_write), hide_possible_values = true, conflicts_with_all = ["json", "csv"], help_heading = "Output")]
    pub to: Option<Form>,

    #[command(flatten)]
    pub look: WriteArgs,

    #[command(flatten)]
    pub report: ReportArgs,

    #[cfg(feature = "render")]
    #[command(flatten)]
    pub booklet: BookletArgs,

    #[command(flatten)]
    pub output: OutputArgs,

    /// Print how many puzzles were tried and the time taken to standard error
    #[arg(long, help_heading = "Output")]
    pub stats: bool,
}

/// The options of `generate`.
pub struct GenerateOptions {
    pub generator: Generator,
    pub shape: Shape,
    pub count: u64,
    pub seed: u64,
    /// The seed was not given.
    pub seed_is_new: bool,
    pub output: GenerateOutput,
    pub destination: Destination,
    /// The files that were read, which are never overwritten.
    pub sources: Vec<Source>,
    pub stats: bool,
    pub time_limit: Option<Duration>,
    /// Ctrl-C; the time limit does not cancel it.
    pub cancel: CancelToken,
}

/// What to write.
pub enum GenerateOutput {
    Form(Form, WriteOptions),
    /// A drawing of the board, for a terminal.
    Drawing,
    Json,
    Csv,
    #[cfg(feature = "render")]
    Booklet(BookletOptions),
}

impl GenerateOptions {
    /// The options for these flags, with the files that they name.
    ///
    /// # Errors
    /// When flags contradict each other, or a file cannot be read.
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
            .cancel_with(match args.time_limit {
                Some(time) => search.cancel.with_time_limit(time),
                None => search.cancel.clone(),
            });
        if let Some(width) = search.width {
            generator = generator
                .width(width)
                .expect("unavailable widths were rejected by `width`");
        }
        if let Some(record) = extended {
            generator = generator.extend(record.puzzle);
        }
        if let Some(path) = &args.pattern {
            generator = generator.pattern(pattern(path, &shape)?);
        }
        if let Some(Range(givens)) = args.givens {
            let most = match *givens.end() {
                // The range has no upper end.
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
        if let Some(er) = args.er {
            generator = generator.er(er);
        }
        if let Some(tries) = args.effort.or(args.time_limit.map(|_| u64::MAX)) {
            generator = generator.attempt_limit(tries);
        }
        generator = args
            .required
            .hardest
            .into_iter()
            .fold(generator, Generator::hardest);
        generator = args
            .required
            .technique
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
            time_limit: args.time_limit,
            cancel: search.cancel.clone(),
        })
    }
}

impl GenerateOutput {
    /// Whether puzzles are rated even if no difficulty was requested.
    fn shows_rating(&self) -> bool {
        match self {
            GenerateOutput::Form(form, _) => form.stores_name(),
            _ => true,
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
    #[cfg(feature = "render")]
    if let Some(booklet) = args.booklet.options(args.count, is_terminal)? {
        return Ok(GenerateOutput::Booklet(booklet));
    }
    Ok(match (args.to, args.report.json, args.report.csv) {
        (_, true, _) => GenerateOutput::Json,
        (_, _, true) => GenerateOutput::Csv,
        (Some(form), ..) => {
            // Reported now rather than when the first puzzle is found.
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

/// The error for a board that cannot be written.
pub fn cannot_write(reason: &WriteError) -> CliError {
    CliError::new(
        format!("cannot write the puzzle: {reason}"),
        "choose another form with --to",
    )
}

/// The text of a file with one board, which is small.
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
                "cannot extend `{}`: {}",
                path.display(),
                Problem::broken_rule(&error, record.puzzle.shape(), &record.symbols).message
            ),
            "change or remove one of its givens",
        )),
    }
}

/// The cells with givens in a pattern.
fn pattern(path: &Path, shape: &Shape) -> Result<Pattern, CliError> {
    let pattern = Pattern::read(&text_of(path)?, shape);
    pattern.map_err(|problem| unreadable(path, problem))
}

fn unreadable(path: &Path, problem: Problem) -> CliError {
    let message = format!("`{}`: {}", path.display(), problem.message);
    CliError::new(message, problem.help)
}
