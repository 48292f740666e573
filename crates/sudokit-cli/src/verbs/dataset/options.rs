//! The flags of `sudokit dataset`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use sudokit::dataset::Split;
use sudokit::logic::Logic;
use sudokit::random::any_seed;

use super::write::TableStyle;
use crate::args::help;
use crate::args::search::SearchOptions;
use crate::args::{LogicArgs, OutputArgs, ReadArgs, ReportArgs, ThreadsArgs, quantities};
use crate::io::output::Destination;
use crate::io::puzzles::FileOptions;
use crate::report::error::CliError;
use crate::terminal::messages::Messages;

#[derive(Args, Debug)]
pub struct DatasetArgs {
    #[command(subcommand)]
    pub action: Action,
}

#[derive(Subcommand, Debug)]
pub enum Action {
    /// Write random isomorphs of each puzzle, with the solution transformed along
    #[command(after_long_help = help::after(help::AUGMENT_EXAMPLES))]
    Augment(AugmentArgs),
    /// Divide puzzles into train and test sets without isomorphic puzzles in both
    #[command(after_long_help = help::after(help::SPLIT_EXAMPLES))]
    Split(SplitArgs),
    /// Check that each solution is right and the only one
    #[command(after_long_help = help::after(help::VERIFY_EXAMPLES))]
    Verify(VerifyArgs),
    /// Count the guesses that each puzzle takes; optionally also level and score
    #[command(after_long_help = help::after(help::DATASET_RATE_EXAMPLES))]
    Rate(RateArgs),
    /// Write the steps of logical solves as a table
    #[command(after_long_help = help::after(help::TRAJECTORIES_EXAMPLES))]
    Trajectories(TrajectoriesArgs),
    /// Write NumPy arrays in the layout that HRM and TRM read
    #[command(after_long_help = help::after(help::DATASET_EXPORT_EXAMPLES))]
    Export(ExportArgs),
}

/// The random numbers of an action.
#[derive(Args, Debug)]
pub struct SeedArgs {
    /// Seed; the same seed gives the same result on every machine [default: random, and reported]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

impl SeedArgs {
    fn seed(&self) -> Seed {
        Seed {
            number: self.seed.unwrap_or_else(any_seed),
            is_new: self.seed.is_none(),
        }
    }
}

/// A seed, and whether it was chosen here.
#[derive(Clone, Copy)]
pub struct Seed {
    pub number: u64,
    is_new: bool,
}

impl Seed {
    /// Reports a seed that was not given, so that the run can be repeated.
    pub fn report(self, messages: &Messages) {
        if self.is_new {
            messages.remark(format_args!("Seed {}", self.number));
        }
    }
}

#[derive(Args, Debug)]
pub struct AugmentArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// Number of isomorphs of each puzzle
    #[arg(long, value_name = "N", value_parser = quantities::count)]
    pub copies: u64,

    #[command(flatten)]
    pub seed: SeedArgs,

    /// Write each puzzle itself before its isomorphs
    #[arg(long, help_heading = "Output")]
    pub originals: bool,

    #[command(flatten)]
    pub report: ReportArgs,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub threads: ThreadsArgs,
}

#[derive(Args, Debug)]
pub struct SplitArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// Size of the test set: a share (10%) or a number of classes (1000)
    #[arg(long, value_name = "SIZE", value_parser = test_size)]
    pub test: TestSize,

    /// Keep one puzzle of each class of isomorphic puzzles
    #[arg(long)]
    pub dedupe: bool,

    #[command(flatten)]
    pub seed: SeedArgs,

    /// Directory for train.csv and test.csv; it is created if necessary
    #[arg(id = "output", short = 'o', long = "output", value_name = "DIRECTORY", value_hint = ValueHint::DirPath, help_heading = "Output")]
    pub directory: PathBuf,

    #[command(flatten)]
    pub threads: ThreadsArgs,
}

/// The size of a test set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TestSize {
    Share(f64),
    Classes(u64),
}

impl TestSize {
    /// The split of this size.
    pub fn split(self, seed: u64) -> Split {
        match self {
            TestSize::Share(share) => Split::share(seed, share),
            TestSize::Classes(count) => {
                Split::count(seed, usize::try_from(count).unwrap_or(usize::MAX))
            }
        }
    }
}

/// Parses `10%`, `0.1` or `1000`.
fn test_size(text: &str) -> Result<TestSize, String> {
    let unknown = || "expected a share such as 10% or 0.1, or a number such as 1000".to_string();
    let share = |number: &str, unit: f64| {
        let share = number.trim().parse::<f64>().map_err(|_| unknown())? / unit;
        match (0.0..=1.0).contains(&share) {
            true => Ok(TestSize::Share(share)),
            false => Err("a share is from 0 to 100%".to_string()),
        }
    };
    match text.strip_suffix('%') {
        Some(number) => share(number, 100.0),
        None if text.contains('.') => share(text, 1.0),
        None => quantities::count(text)
            .map(TestSize::Classes)
            .map_err(|_| unknown()),
    }
}

#[derive(Args, Debug)]
pub struct VerifyArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    #[command(flatten)]
    pub report: ReportArgs,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub threads: ThreadsArgs,
}

#[derive(Args, Debug)]
pub struct RateArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// Also rate by techniques, which takes a hundred times longer: level, score and the hardest
    /// technique
    #[arg(long)]
    pub level: bool,

    /// Also rate as Sudoku Explainer 1.2.1 does, which takes milliseconds to seconds per puzzle: ER,
    /// EP and ED
    #[arg(long)]
    pub er: bool,

    #[command(flatten)]
    pub report: ReportArgs,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub threads: ThreadsArgs,
}

#[derive(Args, Debug)]
pub struct TrajectoriesArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    #[command(flatten)]
    pub logic: LogicArgs,

    #[command(flatten)]
    pub report: ReportArgs,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub threads: ThreadsArgs,
}

#[derive(Args, Debug)]
pub struct ExportArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// Number of isomorphs of each puzzle that follow it in its group
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        hide_default_value = true,
        value_parser = copies
    )]
    pub copies: u64,

    /// Part of the set: the name of the folder in the directory
    #[arg(long, value_name = "PART", default_value = "train")]
    pub part: PartName,

    #[command(flatten)]
    pub seed: SeedArgs,

    /// Directory of the set; it is created if necessary
    #[arg(id = "output", short = 'o', long = "output", value_name = "DIRECTORY", value_hint = ValueHint::DirPath, help_heading = "Output")]
    pub directory: PathBuf,

    #[command(flatten)]
    pub threads: ThreadsArgs,
}

/// Parses a number of copies, which may be 0.
fn copies(text: &str) -> Result<u64, String> {
    match text {
        "0" => Ok(0),
        _ => quantities::count(text),
    }
}

/// A part of a set.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartName {
    Train,
    Test,
}

impl PartName {
    /// The name of its folder.
    pub fn folder(self) -> &'static str {
        match self {
            PartName::Train => "train",
            PartName::Test => "test",
        }
    }
}

/// The options of `dataset`.
pub enum DatasetOptions {
    Augment(AugmentOptions),
    Split(SplitOptions),
    Verify(VerifyOptions),
    Rate(RateOptions),
    Trajectories(TrajectoriesOptions),
    Export(ExportOptions),
}

pub struct AugmentOptions {
    pub job: FileOptions,
    pub copies: usize,
    pub seed: Seed,
    pub originals: bool,
    pub style: TableStyle,
}

pub struct SplitOptions {
    pub job: FileOptions,
    pub test: TestSize,
    pub dedupe: bool,
    pub seed: Seed,
    pub directory: PathBuf,
}

pub struct VerifyOptions {
    pub job: FileOptions,
    pub report: crate::args::files::ReportStyle,
}

pub struct RateOptions {
    pub job: FileOptions,
    pub with_level: bool,
    pub with_er: bool,
    pub style: TableStyle,
}

pub struct TrajectoriesOptions {
    pub job: FileOptions,
    pub logic: Logic,
    pub style: TableStyle,
}

pub struct ExportOptions {
    pub job: FileOptions,
    pub copies: usize,
    pub part: PartName,
    pub seed: Seed,
    pub directory: PathBuf,
}

impl DatasetOptions {
    /// The options for these flags.
    ///
    /// # Errors
    /// When there is nothing to read, or no technique is left.
    pub fn new(args: DatasetArgs, search: SearchOptions) -> Result<DatasetOptions, CliError> {
        let job = |read: ReadArgs, destination: Destination, threads: &ThreadsArgs| {
            FileOptions::new(read, destination, search.clone().with_threads(threads))
        };
        let style = |report: &ReportArgs| TableStyle::new(report.json);
        let number = |copies: u64| usize::try_from(copies).unwrap_or(usize::MAX);
        Ok(match args.action {
            Action::Augment(args) => DatasetOptions::Augment(AugmentOptions {
                copies: number(args.copies),
                seed: args.seed.seed(),
                originals: args.originals,
                style: style(&args.report),
                job: job(args.read, args.output.destination(), &args.threads)?,
            }),
            Action::Split(args) => DatasetOptions::Split(SplitOptions {
                test: args.test,
                dedupe: args.dedupe,
                seed: args.seed.seed(),
                directory: args.directory,
                job: job(args.read, Destination::Stdout, &args.threads)?,
            }),
            Action::Verify(args) => DatasetOptions::Verify(VerifyOptions {
                report: args.report.style(),
                job: job(args.read, args.output.destination(), &args.threads)?,
            }),
            Action::Rate(args) => DatasetOptions::Rate(RateOptions {
                with_level: args.level,
                with_er: args.er,
                style: style(&args.report),
                job: job(args.read, args.output.destination(), &args.threads)?,
            }),
            Action::Trajectories(args) => DatasetOptions::Trajectories(TrajectoriesOptions {
                logic: args.logic.logic(Logic::new())?,
                style: style(&args.report),
                job: job(args.read, args.output.destination(), &args.threads)?,
            }),
            Action::Export(args) => DatasetOptions::Export(ExportOptions {
                copies: number(args.copies),
                part: args.part,
                seed: args.seed.seed(),
                directory: args.directory,
                job: job(args.read, Destination::Stdout, &args.threads)?,
            }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_sizes_are_shares_or_numbers() {
        assert_eq!(test_size("10%"), Ok(TestSize::Share(0.1)));
        assert_eq!(test_size("0.25"), Ok(TestSize::Share(0.25)));
        assert_eq!(test_size("1k"), Ok(TestSize::Classes(1_000)));
        for wrong in ["", "%", "101%", "-1%", "1.5", "ten", "0", "-3"] {
            assert!(test_size(wrong).is_err(), "{wrong}");
        }
    }
}
