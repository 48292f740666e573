//! The flags of `sudokit rate`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint};
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
use crate::io::resumable;
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

    /// Save the progress in this file, and resume from it if it exists; needs -o
    ///
    /// The output grows during the run. However the run ended, the same command resumes it, and the
    /// final output is the same as without an interruption.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub resume: Option<PathBuf>,

    #[command(flatten)]
    pub threads: ThreadsArgs,

    /// Give up on a puzzle after this time (500ms, 10s, 2m, 1h)
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = quantities::time, help_heading = "Budgets")]
    pub time_limit: Option<Duration>,
}

impl RateArgs {
    /// Everything that determines the output, on one line.
    fn asked(&self) -> String {
        let RateArgs {
            read,
            required,
            explainer,
            logic,
            report,
            format,
            time_limit,
            // These change how a run works and not what it writes.
            output: _,
            resume: _,
            threads: _,
        } = self;
        let mut asked = vec!["rate".to_string()];
        let mut flag = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                asked.push(format!("--{name} {value}").trim_end().to_string());
            }
        };
        let is_set = |is_set: bool| is_set.then(String::new);
        let slugs = |techniques: &[Technique]| {
            let slugs: Vec<&str> = techniques.iter().map(|each| each.slug()).collect();
            (!slugs.is_empty()).then(|| slugs.join(","))
        };
        flag("er", explainer.er.as_ref().map(written_range));
        flag("pearl", is_set(explainer.pearl));
        flag("diamond", is_set(explainer.diamond));
        flag("technique", slugs(&required.technique));
        flag("hardest", slugs(&required.hardest));
        let techniques = logic.techniques.as_ref();
        flag("techniques", techniques.map(|choice| format!("{choice:?}")));
        flag("no-uniqueness", is_set(logic.no_uniqueness));
        flag("json", is_set(report.json));
        flag("csv", is_set(report.csv));
        flag(
            "format",
            format.as_ref().map(|format| format!("{format:?}")),
        );
        flag("time-limit", time_limit.map(|time| format!("{time:?}")));
        flag("from", read.from.map(|form| format!("{form:?}")));
        flag("shape", read.shape.as_ref().map(|shape| shape.to_string()));
        flag(
            "blank",
            read.blank.as_ref().map(|blank| format!("{blank:?}")),
        );
        flag(
            "symbols",
            read.symbols.as_ref().map(|symbols| format!("{symbols:?}")),
        );
        for file in &read.files {
            // A file of another length is not the one that was read before.
            let bytes = file.metadata().map_or(0, |metadata| metadata.len());
            asked.push(format!("{} ({bytes} bytes)", file.display()));
        }
        asked.join(" ")
    }
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

/// Every rating, which `--er` without a range means.
fn every_rating() -> Range<Difficulty> {
    Range(Difficulty::FIRST..=Difficulty::LAST)
}

/// A range as it is given to `--er`: nothing if every rating fits.
fn written_range(range: &Range<Difficulty>) -> String {
    match *range == every_rating() {
        true => String::new(),
        false => range.to_string(),
    }
}

impl ExplainerArgs {
    /// What is asked for, if anything is.
    pub fn filter(self) -> Option<RatingFilter> {
        let is_wanted = self.er.is_some() || self.pearl || self.diamond;
        is_wanted.then(|| {
            let mut filter = RatingFilter::default();
            filter.er = self.er.filter(|range| *range != every_rating());
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
    /// The state file of a run that can be resumed, and the request that it belongs to.
    pub resume: Option<(PathBuf, String)>,
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
        let asked = args.asked();
        let filter = args.explainer.filter();
        let destination = args.output.destination();
        let style = args.report.style_for(&destination);
        let is_template = args.format.is_some();
        let resume = args.resume.clone().map(|state| (state, asked));
        if let Some((state, _)) = &resume {
            resumable::check(state, &destination)?;
        }
        let job = FileOptions::new(args.read, destination, search)?;
        if resume.is_some() && job.sources.iter().any(|source| source.path().is_none()) {
            return Err(CliError::new(
                "cannot resume: the input is not a file",
                "name the files to rate",
            ));
        }
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
            resume,
        })
    }
}
