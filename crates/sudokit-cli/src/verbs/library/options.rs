//! The flags of `sudokit library`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::TypedValueParser;
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use sudokit::Shape;
use sudokit::format::{Content, Form, Piece, ReadOptions};
use sudokit::logic::Level;
use sudokit::pattern::{Pattern, Symmetry};
use sudokit::random::any_seed;
use sudokit::range::Range;
use sudokit::rate::explainer::Difficulty;
use sudokit::solve::CancelToken;
use sudokit_library::{Isomorphs, ListOptions, Query, RatingKind, SolutionCount, SortKey};

use super::write::EntryFormat;
use super::{LibraryOptions, add, list, rate, show, stats};
use crate::args::help;
use crate::args::search::SearchOptions;
use crate::args::{
    OutputArgs, ReadArgs, ReportArgs, RequiredArgs, ThreadsArgs, form_parser, named, quantities,
};
use crate::io::input::Source;
use crate::io::interrupt;
use crate::io::output::Destination;
use crate::report::error::CliError;

#[derive(Args, Debug)]
pub struct LibraryArgs {
    #[command(subcommand)]
    pub action: Action,
}

#[derive(Subcommand, Debug)]
pub enum Action {
    /// Add puzzles, each class of isomorphs once
    #[command(after_long_help = help::after(help::ADD_EXAMPLES))]
    Add(AddArgs),
    /// Rate puzzles without a rating; resumes where it was stopped
    #[command(after_long_help = help::after(help::LIBRARY_RATE_EXAMPLES))]
    Rate(LibraryRateArgs),
    /// Find puzzles; write a table, puzzles, JSON lines or CSV
    #[command(visible_alias = "find", after_long_help = help::after(help::LIST_EXAMPLES))]
    List(ListArgs),
    /// Show everything that is known about puzzles
    #[command(after_long_help = help::after(help::SHOW_EXAMPLES))]
    Show(ShowArgs),
    /// Count puzzles by level, givens, score and technique
    #[command(after_long_help = help::after(help::STATS_EXAMPLES))]
    Stats(StatsArgs),
    /// Write puzzles to a file of any form
    #[command(after_long_help = help::after(help::EXPORT_EXAMPLES))]
    Export(ExportArgs),
    /// Remove puzzles
    #[command(after_long_help = help::after(help::REMOVE_EXAMPLES))]
    Remove(RemoveArgs),
}

/// The library to work on.
#[derive(Args, Debug)]
pub struct LibraryPathArgs {
    /// Library file, such as puzzles.db
    #[arg(value_name = "LIBRARY", value_hint = ValueHint::FilePath)]
    pub library: PathBuf,
}

#[derive(Args, Debug)]
pub struct AddArgs {
    #[command(flatten)]
    pub place: LibraryPathArgs,

    #[command(flatten)]
    pub read: ReadArgs,

    /// Store isomorphs of known puzzles as puzzles of their own
    #[arg(long, help_heading = "Adding")]
    pub keep_isomorphs: bool,

    /// Also add puzzles with several solutions; they are never rated
    #[arg(long, help_heading = "Adding")]
    pub keep_several: bool,

    /// After all files are read, rate everything without a rating
    #[arg(long)]
    pub rate: bool,

    /// Write one JSON object per puzzle, once it is committed
    ///
    /// `taken` is new, duplicate, isomorph or refused; `id` is the number of the puzzle in the
    /// library, or of the one that it duplicates or is isomorphic to.
    #[arg(long, conflicts_with = "rate", help_heading = "Output")]
    pub json: bool,

    #[command(flatten)]
    pub threads: ThreadsArgs,

    /// Time limit for finding a second solution of each puzzle (500ms, 10s, 2m)
    ///
    /// Only boards larger than 9×9 take that long. If time runs out, the puzzle is added with
    /// unknown uniqueness.
    #[arg(long, value_name = "TIME", default_value = "10s", allow_hyphen_values = true, value_parser = quantities::time, help_heading = "Budgets")]
    pub time_limit: Duration,
}

#[derive(Args, Debug)]
pub struct LibraryRateArgs {
    #[command(flatten)]
    pub place: LibraryPathArgs,

    /// Compute ER, EP and ED of Sudoku Explainer instead of level and score
    #[arg(long)]
    pub er: bool,

    /// Rate all puzzles again, for example after a change of the techniques
    #[arg(long)]
    pub again: bool,

    /// Rate at most N puzzles (10000, 10k, 5M)
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantities::count)]
    pub limit: Option<u64>,

    /// Write one JSON object per puzzle, once its rating is committed
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    #[command(flatten)]
    pub threads: ThreadsArgs,

    /// With --er: give up on a puzzle after this time (500ms, 10s, 2m, 1h)
    #[arg(long, value_name = "TIME", requires = "er", allow_hyphen_values = true, value_parser = quantities::time, help_heading = "Budgets")]
    pub time_limit: Option<Duration>,
}

/// Which puzzles to find; all conditions must hold.
#[derive(Args, Debug)]
pub struct QueryArgs {
    /// Ids of puzzles in the library
    #[arg(value_name = "ID")]
    pub ids: Vec<i64>,

    /// Number of givens: 24, 22..25, ..25 or 22..
    #[arg(
        long,
        value_name = "RANGE",
        allow_hyphen_values = true,
        help_heading = "Filters"
    )]
    pub givens: Option<Range>,

    /// Any of these levels: easy, medium, hard, unfair, extreme
    #[arg(long, value_name = "LEVELS", value_delimiter = ',', value_parser = named::<Level>(Level::ALL.map(Level::name)), hide_possible_values = true, help_heading = "Filters")]
    pub level: Vec<Level>,

    /// Score: 500..900, ..800 or 1500..
    #[arg(
        long,
        value_name = "RANGE",
        allow_hyphen_values = true,
        help_heading = "Filters"
    )]
    pub score: Option<Range>,

    /// ER of Sudoku Explainer: 7.1, 7.1..7.3, ..7.3 or 7.1..
    #[arg(
        long,
        value_name = "RANGE",
        allow_hyphen_values = true,
        help_heading = "Filters"
    )]
    pub er: Option<Range<Difficulty>>,

    #[command(flatten)]
    pub required: RequiredArgs,

    /// Has givens in the same cells as this file or mask (x.x..x…)
    #[arg(
        long,
        value_name = "PATTERN",
        allow_hyphen_values = true,
        help_heading = "Filters"
    )]
    pub pattern: Option<String>,

    /// Pattern of givens has all these symmetries: half-turn, quarter-turn, left-right, top-bottom,
    /// mirrors, diagonal, anti-diagonal, diagonals, all
    #[arg(long, value_name = "SYMMETRIES", value_delimiter = ',', value_parser = symmetries(), hide_possible_values = true, help_heading = "Filters")]
    pub symmetry: Vec<Symmetry>,

    /// Has these words in its title or file name
    #[arg(long, value_name = "WORDS", help_heading = "Filters")]
    pub text: Option<String>,

    /// Has this shape: 9, 3x4, jigsaw:LABELS…
    #[arg(long, value_name = "SHAPE", help_heading = "Filters")]
    pub shape: Option<Shape>,

    /// Number of solutions: unique, several or open (unknown)
    #[arg(
        long,
        value_name = "STATUS",
        hide_possible_values = true,
        value_parser = named::<SolutionCount>(SolutionCount::ALL.map(SolutionCount::name)),
        help_heading = "Filters"
    )]
    pub status: Option<SolutionCount>,

    /// Only puzzles with a rating
    #[arg(long, conflicts_with = "unrated", help_heading = "Filters")]
    pub rated: bool,

    /// Only puzzles without a rating
    #[arg(long, help_heading = "Filters")]
    pub unrated: bool,
}

/// In which order, and how many.
#[derive(Args, Debug)]
pub struct OrderArgs {
    /// Sort by id (the order of adding), score, er, givens or seen
    #[arg(
        long,
        value_name = "COLUMN",
        default_value = "id",
        hide_default_value = true,
        hide_possible_values = true,
        help_heading = "Order"
    )]
    pub sort: SortArg,

    /// Reverse the order
    #[arg(long, help_heading = "Order")]
    pub reverse: bool,

    /// Shuffle
    #[arg(long, conflicts_with_all = ["sort", "reverse"], help_heading = "Order")]
    pub random: bool,

    /// With --random: the seed; the same seed gives the same order
    #[arg(long, value_name = "N", requires = "random", help_heading = "Order")]
    pub seed: Option<u64>,

    /// Write at most N puzzles (20, 10k)
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantities::count, help_heading = "Order")]
    pub limit: Option<u64>,
}

#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum SortArg {
    Id,
    Score,
    Er,
    Givens,
    Seen,
}

#[derive(Args, Debug)]
pub struct ListArgs {
    #[command(flatten)]
    pub place: LibraryPathArgs,

    #[command(flatten)]
    pub filter: QueryArgs,

    #[command(flatten)]
    pub order: OrderArgs,

    #[command(flatten)]
    pub report: ReportArgs,

    /// Write the puzzles in this form
    #[arg(long, value_name = "FORM", value_parser = form_parser(Form::can_write), conflicts_with_all = ["json", "csv"], hide_possible_values = true, help_heading = "Output")]
    pub to: Option<Form>,

    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Args, Debug)]
pub struct ShowArgs {
    #[command(flatten)]
    pub place: LibraryPathArgs,

    /// Ids of puzzles in the library
    #[arg(value_name = "ID", required = true)]
    pub ids: Vec<i64>,

    /// Write one JSON object per line
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct StatsArgs {
    #[command(flatten)]
    pub place: LibraryPathArgs,

    #[command(flatten)]
    pub filter: QueryArgs,

    /// Write one JSON object
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct ExportArgs {
    #[command(flatten)]
    pub place: LibraryPathArgs,

    #[command(flatten)]
    pub filter: QueryArgs,

    #[command(flatten)]
    pub order: OrderArgs,

    /// Form to write
    #[arg(long, value_name = "FORM", value_parser = form_parser(Form::can_write), default_value = "line", hide_possible_values = true, help_heading = "Output")]
    pub to: Form,

    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Args, Debug)]
pub struct RemoveArgs {
    #[command(flatten)]
    pub place: LibraryPathArgs,

    #[command(flatten)]
    pub filter: QueryArgs,

    /// Remove all isomorphs but the first, and remember where they were found
    #[arg(long, conflicts_with = "ids", help_heading = "Removing")]
    pub isomorphs: bool,

    /// Only report how many puzzles would be removed
    #[arg(long, conflicts_with = "isomorphs", help_heading = "Removing")]
    pub dry_run: bool,
}

/// `none` is not a symmetry to look for.
fn symmetries() -> impl TypedValueParser<Value = Symmetry> {
    let all = Symmetry::ALL.into_iter();
    let some = all.filter(|symmetry| *symmetry != Symmetry::None);
    named::<Symmetry>(some.map(Symmetry::name).collect::<Vec<_>>())
}

/// The default number of rows in a text table.
const USUAL_ROWS: u64 = 20;

impl LibraryOptions {
    /// The options for these flags.
    ///
    /// # Errors
    /// When there is nothing to read, or flags contradict each other.
    pub fn new(args: LibraryArgs, search: SearchOptions) -> Result<LibraryOptions, CliError> {
        Ok(match args.action {
            Action::Add(args) => LibraryOptions::Add(add_options(args, search)?),
            Action::Rate(args) => LibraryOptions::Rate(rate::LibraryRateOptions {
                library: args.place.library,
                kind: match args.er {
                    true => RatingKind::Explainer,
                    false => RatingKind::Level,
                },
                again: args.again,
                limit: args.limit,
                json: args.json,
                search: SearchOptions {
                    time_limit: args.time_limit,
                    ..search.with_threads(&args.threads)
                },
            }),
            Action::List(args) => LibraryOptions::List(list_options(args)?),
            Action::Export(args) => LibraryOptions::List(export_options(args)?),
            Action::Show(args) => LibraryOptions::Show(show::ShowOptions {
                library: args.place.library,
                ids: args.ids,
                json: args.json,
            }),
            Action::Stats(args) => LibraryOptions::Stats(stats::StatsOptions {
                library: args.place.library,
                query: query(args.filter)?,
                json: args.json,
            }),
            Action::Remove(args) => LibraryOptions::Remove(remove_options(args)?),
        })
    }
}

fn add_options(args: AddArgs, search: SearchOptions) -> Result<add::AddOptions, CliError> {
    Ok(add::AddOptions {
        library: args.place.library,
        sources: args.read.sources()?,
        read: args.read.options(),
        isomorphs: match args.keep_isomorphs {
            true => Isomorphs::Keep,
            false => Isomorphs::Merge,
        },
        keep_several: args.keep_several,
        rate: args.rate,
        json: args.json,
        search: SearchOptions {
            threads: args.threads.number,
            time_limit: Some(args.time_limit),
            ..search
        },
    })
}

fn list_options(args: ListArgs) -> Result<list::LibraryListOptions, CliError> {
    let format = match (args.to, args.report.json, args.report.csv) {
        (Some(form), ..) => EntryFormat::Puzzles(form),
        (_, true, _) => EntryFormat::Json,
        (_, _, true) => EntryFormat::Csv,
        _ => EntryFormat::Table,
    };
    let mut order = order(&args.order);
    let is_short = format == EntryFormat::Table && order.limit.is_none();
    if is_short {
        order.limit = Some(USUAL_ROWS);
    }
    let destination = destination(args.output.path, &args.place.library)?;
    Ok(list::LibraryListOptions {
        library: args.place.library,
        query: query(args.filter)?,
        reports_seed: args.order.random && args.order.seed.is_none(),
        order,
        is_short,
        format,
        destination,
    })
}

fn export_options(args: ExportArgs) -> Result<list::LibraryListOptions, CliError> {
    let destination = destination(args.output.path, &args.place.library)?;
    Ok(list::LibraryListOptions {
        library: args.place.library,
        query: query(args.filter)?,
        reports_seed: args.order.random && args.order.seed.is_none(),
        order: order(&args.order),
        is_short: false,
        format: EntryFormat::Puzzles(args.to),
        destination,
    })
}

/// The destination of `-o`; never the library itself.
fn destination(
    output: Option<PathBuf>,
    library: &std::path::Path,
) -> Result<Destination, CliError> {
    let destination = Destination::from_option(output.as_deref());
    destination.check(&[Source::new(library)])?;
    Ok(destination)
}

fn remove_options(args: RemoveArgs) -> Result<list::RemoveOptions, CliError> {
    let query = query(args.filter)?;
    let chosen = match (args.isomorphs, is_everything(&query)) {
        (true, true) => list::RemoveTarget::Isomorphs,
        (true, false) => {
            return Err(CliError::new(
                "--isomorphs applies to the whole library",
                "remove the other flags",
            ));
        }
        (false, true) => {
            return Err(CliError::new(
                "no puzzles were named to remove",
                "name their ids, or what they have in common: --givens 30.. or --level easy; \
                 to remove all of them, delete the file",
            ));
        }
        (false, false) => list::RemoveTarget::Found(Box::new(query)),
    };
    Ok(list::RemoveOptions {
        library: args.place.library,
        chosen,
        dry_run: args.dry_run,
    })
}

/// The query of the flags.
///
/// # Errors
/// When the pattern is invalid.
pub fn query(args: QueryArgs) -> Result<Query, CliError> {
    let mut ids = args.ids;
    ids.sort_unstable();
    ids.dedup();
    Ok(Query {
        ids,
        givens: args.givens.map(|span| span.0),
        levels: args.level,
        score: args.score.map(|span| span.0),
        er: args.er.map(|span| span.0),
        techniques: args.required.technique,
        hardest: args.required.hardest,
        pattern: args.pattern.as_deref().map(pattern).transpose()?,
        symmetries: args.symmetry,
        shape: args.shape,
        solutions: args.status,
        has_rating: match (args.rated, args.unrated) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        },
        text: args.text,
    })
}

/// Whether the query matches every puzzle.
pub fn is_everything(query: &Query) -> bool {
    let Query {
        ids,
        givens,
        levels,
        score,
        er,
        techniques,
        hardest,
        pattern,
        symmetries,
        shape,
        solutions,
        has_rating,
        text,
    } = query;
    let lists_are_empty = ids.is_empty()
        && levels.is_empty()
        && techniques.is_empty()
        && hardest.is_empty()
        && symmetries.is_empty();
    let nothing_is_asked = givens.is_none()
        && score.is_none()
        && er.is_none()
        && pattern.is_none()
        && shape.is_none()
        && solutions.is_none()
        && has_rating.is_none()
        && text.is_none();
    lists_are_empty && nothing_is_asked
}

/// The order of the flags. Without a seed every run differs.
pub fn order(args: &OrderArgs) -> ListOptions {
    let sort = match args.sort {
        _ if args.random => SortKey::Random(args.seed.unwrap_or_else(any_seed)),
        SortArg::Id => SortKey::Id,
        SortArg::Score => SortKey::Score,
        SortArg::Er => SortKey::Er,
        SortArg::Givens => SortKey::Givens,
        SortArg::Seen => SortKey::Seen,
    };
    ListOptions {
        sort,
        reverse: args.reverse,
        offset: 0,
        limit: args.limit,
    }
}

/// The pattern of the first puzzle of a file, or a mask.
fn pattern(text: &str) -> Result<Pattern, CliError> {
    if !Path::new(text).exists() {
        return text.parse().map_err(|error| {
            CliError::new(
                format!("`{text}` is neither a file nor a pattern: {error}"),
                "name a file with a puzzle, or a mask such as x..x…",
            )
        });
    }
    let source = Source::new(Path::new(text));
    let mut reader = source
        .open()?
        .reader(ReadOptions::default(), CancelToken::new());
    let mut piece = Piece::default();
    // Nothing has been written, so an interruption may end the program at once.
    let mut read = |piece: &mut Piece| interrupt::while_waiting(|| reader.read(piece));
    while read(&mut piece).map_err(|error| source.broken(&error))? {
        if let Content::Puzzle(record) = &piece.content {
            return Ok(Pattern::of(record.puzzle.values()));
        }
    }
    Err(source.without_puzzle())
}
