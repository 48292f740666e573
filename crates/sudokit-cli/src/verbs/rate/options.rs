//! The flags of `sudokit rate`.

use clap::Args;
use sudokit::logic::{Logic, Technique};

use super::LineTemplate;
use crate::args::files::ReportStyle;
use crate::args::search::SearchOptions;
use crate::args::{LogicArgs, OutputArgs, ReadArgs, ReportArgs, ThreadsArgs};
use crate::io::puzzles::FileOptions;
use crate::report::error::CliError;

#[derive(Args, Debug)]
pub struct RateArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// Show only puzzles that require these techniques, separated by commas
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

    /// Write a line in this format for each puzzle: '%g %l %s'
    ///
    /// %g is the puzzle on one line, %l its level, %s its score, %h the hardest technique, %n the
    /// number of steps, %t all techniques with their numbers of steps, %u the status, %f the file,
    /// %L the line, %N the name, %% a percent sign.
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["json", "csv"], help_heading = "Output")]
    pub format: Option<LineTemplate>,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub threads: ThreadsArgs,
}

/// The options of `rate`.
pub struct RateOptions {
    pub job: FileOptions,
    pub logic: Logic,
    pub report: RateOutput,
    /// Show only puzzles that require all of these.
    pub wanted: Vec<Technique>,
}

/// The format of ratings.
pub enum RateOutput {
    Styled(ReportStyle),
    Template(LineTemplate),
}

impl RateOptions {
    /// The options for these flags.
    ///
    /// # Errors
    /// When there is nothing to read, or no technique is left.
    pub fn new(args: RateArgs, search: SearchOptions) -> Result<RateOptions, CliError> {
        let search = search.with_threads(&args.threads);
        let destination = args.output.destination();
        Ok(RateOptions {
            logic: args.logic.logic(Logic::rating())?,
            report: match args.format {
                Some(template) => RateOutput::Template(template),
                None => RateOutput::Styled(args.report.style()),
            },
            wanted: args.technique,
            job: FileOptions::new(args.read, destination, search)?,
        })
    }
}
