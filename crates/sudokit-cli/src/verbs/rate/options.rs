//! The flags of `sudokit rate`.

use std::time::Duration;

use clap::Args;
use sudokit::logic::{Logic, Technique};
use sudokit::range::{Range, Scale};
use sudokit::rate::explainer::{Difficulty, RatingFilter};

use super::LineTemplate;
use crate::args::files::ReportStyle;
use crate::args::search::SearchOptions;
use crate::args::{
    LogicArgs, OutputArgs, ReadArgs, ReportArgs, RequiredArgs, ThreadsArgs, quantities,
};
use crate::io::puzzles::FileOptions;
use crate::report::error::CliError;

#[derive(Args, Debug)]
pub struct RateArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    #[command(flatten)]
    pub required: RequiredArgs,

    #[command(flatten)]
    pub explainer: ExplainerArgs,

    #[command(flatten)]
    pub logic: LogicArgs,

    #[command(flatten)]
    pub report: ReportArgs,

    /// Write a line in this format for each puzzle: '%g %l %s'
    ///
    /// %g is the puzzle on one line, %l its level, %s its score, %h the hardest technique, %n the
    /// number of steps, %t all techniques with their numbers of steps, %u the status, %f the file,
    /// %L the line, %N the name, %r %p %d ER, EP and ED of Sudoku Explainer, %% a percent sign.
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["json", "csv"], help_heading = "Output")]
    pub format: Option<LineTemplate>,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub threads: ThreadsArgs,

    /// Give up on a puzzle after this time (500ms, 10s, 2m, 1h)
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = quantities::time, help_heading = "Budgets")]
    pub time_limit: Option<Duration>,
}

/// Ratings of Sudoku Explainer.
#[derive(Args, Debug)]
pub struct ExplainerArgs {
    /// Also rate as Sudoku Explainer 1.2.1 does; with a range, only puzzles whose ER is in it
    ///
    /// ER is the rating of the hardest step, ED that of the first, EP that of the hardest up to the
    /// first placement. Ranges are written as 7.1, 7.1..7.3, ..7.3 or 7.1.. and a puzzle is left as
    /// soon as it is out of range.
    #[arg(
        long,
        value_name = "RANGE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "..",
        help_heading = "Sudoku Explainer"
    )]
    pub er: Option<Range<Difficulty>>,

    /// Only pearls: no step is harder than those up to the first placement (ER = EP)
    #[arg(long, help_heading = "Sudoku Explainer")]
    pub pearl: bool,

    /// Only diamonds: no step is harder than the first (ER = EP = ED)
    #[arg(long, help_heading = "Sudoku Explainer")]
    pub diamond: bool,
}

impl ExplainerArgs {
    /// What is asked for, if anything is.
    pub fn filter(self) -> Option<RatingFilter> {
        let is_wanted = self.er.is_some() || self.pearl || self.diamond;
        is_wanted.then(|| {
            let everything = Range(Difficulty::FIRST..=Difficulty::LAST);
            let mut filter = RatingFilter::default();
            filter.er = self.er.filter(|range| *range != everything);
            filter.pearl = self.pearl;
            filter.diamond = self.diamond;
            filter
        })
    }
}

/// The options of `rate`.
pub struct RateOptions {
    pub job: FileOptions,
    pub logic: Logic,
    pub report: RateOutput,
    /// The report becomes columns of the input.
    pub adds_columns: bool,
    /// Show only puzzles that require all of these.
    pub wanted: Vec<Technique>,
    /// Show only puzzles whose hardest technique is one of these, if any are named.
    pub hardest: Vec<Technique>,
    /// Rate as Sudoku Explainer does, and show only puzzles that fit.
    pub explainer: Option<RatingFilter>,
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
        let search = SearchOptions {
            time_limit: args.time_limit.or(search.time_limit),
            ..search.with_threads(&args.threads)
        };
        let asks_in_template = args
            .format
            .as_ref()
            .is_some_and(LineTemplate::has_explainer);
        let filter = args.explainer.filter();
        let destination = args.output.destination();
        let style = args.report.style_for(&destination);
        let job = FileOptions::new(args.read, destination, search)?;
        let is_template = args.format.is_some();
        Ok(RateOptions {
            adds_columns: !is_template && args.report.adds_columns(&job.sources, &job.destination),
            logic: args.logic.logic(Logic::rating())?,
            report: match args.format {
                Some(template) => RateOutput::Template(template),
                None => RateOutput::Styled(style),
            },
            explainer: filter.or_else(|| asks_in_template.then(RatingFilter::default)),
            wanted: args.required.technique,
            hardest: args.required.hardest,
            job,
        })
    }
}
