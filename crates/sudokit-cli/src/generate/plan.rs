//! From what was typed behind `sudokit generate` to what is meant.

use std::io::{IsTerminal, Read};
use std::path::Path;

use sudokit::Problem as Diagnostic;
use sudokit::format::write::{Entry, WriteError, WriteOptions, losses};
use sudokit::format::{Form, ReadOptions, Record, read_puzzle};
use sudokit::generate::Generator;
use sudokit::pattern::Pattern;
use sudokit::random::any_seed;
use sudokit::range::Range;
use sudokit::solve::CancelToken;
use sudokit::{Puzzle, Shape};
use sudokit_render::{Booklet, Paper, PerPage};

use super::args::GenerateArgs;
use crate::effort::{Effort, useful_threads};
use crate::input::Source;
use crate::output::Destination;
use crate::problem::Problem;
use crate::report;

/// What `generate` was asked to do.
pub struct Plan {
    pub generator: Generator,
    pub shape: Shape,
    pub count: u64,
    pub seed: u64,
    /// Nobody asked for this seed.
    pub seed_is_new: bool,
    pub output: Output,
    pub destination: Destination,
    /// The files that were read, which are never written over.
    pub sources: Vec<Source>,
    pub stats: bool,
    pub cancel: CancelToken,
}

/// What is written.
pub enum Output {
    Form(Form, WriteOptions),
    /// A drawing of the board, for a person at a terminal.
    Drawing,
    Json,
    Csv,
    Booklet(Pages),
}

/// How a booklet looks.
pub struct Pages {
    pub title: String,
    pub per_page: Option<PerPage>,
    pub paper: Paper,
}

impl Pages {
    /// An empty booklet like this is given its look.
    pub fn bind(&self, booklet: Booklet) -> Booklet {
        let booklet = booklet.title(&self.title).paper(self.paper);
        match self.per_page {
            Some(per_page) => booklet.per_page(per_page),
            None => booklet,
        }
    }
}

/// Whoever makes more at once has other things in mind than printing them.
const MOST_IN_A_BOOKLET: u64 = 10_000;

impl Plan {
    /// What was typed, with the files that it names.
    ///
    /// # Errors
    /// When it makes no sense together, or a file cannot be read.
    pub fn new(args: GenerateArgs, effort: &Effort) -> Result<Plan, Problem> {
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
            .cancel_with(effort.cancel.clone());
        if let Some(width) = effort.width {
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
        Ok(Plan {
            generator,
            shape,
            count: args.count,
            seed,
            seed_is_new: args.seed.is_none(),
            output,
            destination,
            sources: files.map(|path| Source::new(path)).collect(),
            stats: args.stats,
            cancel: effort.cancel.clone(),
        })
    }
}

impl Output {
    /// Whether puzzles are rated although no difficulty was asked for.
    fn shows_rating(&self) -> bool {
        match self {
            Output::Form(form, _) => matches!(form, Form::Sdk | Form::Json | Form::List),
            Output::Drawing | Output::Json | Output::Csv | Output::Booklet(_) => true,
        }
    }
}

fn output(
    args: &GenerateArgs,
    destination: &Destination,
    shape: &Shape,
) -> Result<Output, Problem> {
    let is_terminal = *destination == Destination::Stdout && std::io::stdout().is_terminal();
    let options = args.look.options();
    if args.pdf {
        if is_terminal {
            return Err(Problem::new(
                "a PDF cannot be shown on a terminal",
                "name a file with -o puzzles.pdf",
            ));
        }
        if args.count > MOST_IN_A_BOOKLET {
            return Err(Problem::new(
                format!("{} puzzles are too many for a booklet", args.count),
                format!("ask for no more than {MOST_IN_A_BOOKLET}"),
            ));
        }
        return Ok(Output::Booklet(Pages {
            title: args.title.clone().unwrap_or_default(),
            per_page: args.per_page.map(PerPage::from),
            paper: args.paper.map_or(Paper::A4, Paper::from),
        }));
    }
    Ok(match (args.to, args.report.json, args.report.csv) {
        (_, true, _) => Output::Json,
        (_, _, true) => Output::Csv,
        (Some(form), ..) => {
            // Told now rather than when the first puzzle is found.
            holds(form, shape, &options).map_err(|reason| cannot_write(&reason))?;
            Output::Form(form, options)
        }
        (None, ..) if is_terminal && args.count == 1 => Output::Drawing,
        (None, ..) => match holds(Form::Line, shape, &options) {
            Ok(()) => Output::Form(Form::Line, options),
            Err(_) => Output::Form(Form::Spaced, options),
        },
    })
}

/// Whether a form can hold boards of a shape.
fn holds(form: Form, shape: &Shape, options: &WriteOptions) -> Result<(), WriteError> {
    let empty = Puzzle::new(shape.clone());
    losses(form, Entry::from(&empty), options).map(drop)
}

/// Why a board cannot be written.
pub fn cannot_write(reason: &WriteError) -> Problem {
    Problem::new(
        format!("the puzzle cannot be written: {reason}"),
        "choose another form with --to",
    )
}

/// The text of a file that is small because it holds one board.
fn text_of(path: &Path) -> Result<Vec<u8>, Problem> {
    let source = Source::new(path);
    let mut text = Vec::new();
    let read = source.open()?.take(1 << 20).read_to_end(&mut text);
    read.map_err(|error| source.broken(&error))?;
    Ok(text)
}

fn clues(path: &Path, shape: Option<&Shape>) -> Result<Record, Problem> {
    let options = ReadOptions {
        shape: shape.cloned(),
        ..ReadOptions::default()
    };
    let record = read_puzzle(&text_of(path)?, options);
    let record = record.map_err(|diagnostic| unreadable(path, diagnostic))?;
    match record.puzzle.check() {
        Ok(()) => Ok(record),
        Err(error) => Err(Problem::new(
            format!(
                "`{}` cannot be extended: {}",
                path.display(),
                report::rule_words(&record, &error)
            ),
            "change one of its givens, or leave it out",
        )),
    }
}

/// Where a pattern has givens.
fn pattern(path: &Path, shape: &Shape) -> Result<Vec<bool>, Problem> {
    let pattern = Pattern::read(&text_of(path)?, shape);
    let pattern = pattern.map_err(|diagnostic| unreadable(path, diagnostic))?;
    Ok(pattern.cells().to_vec())
}

fn unreadable(path: &Path, diagnostic: Diagnostic) -> Problem {
    let message = format!("`{}`: {}", path.display(), diagnostic.message);
    Problem::new(message, diagnostic.help)
}
