//! The flags of `sudokit neighbours`.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueHint};
use sudokit::analyse::Neighbourhood;
use sudokit::format::ReadOptions;
use sudokit::logic::{Level, Technique};
use sudokit::range::Range;
use sudokit::rate::Rating;
use sudokit::rate::explainer::Difficulty;

use crate::args::files::ReportStyle;
use crate::args::search::SearchOptions;
use crate::args::{ReadArgs, ReportArgs, ThreadsArgs, named, quantities};
use crate::io::input::Source;
use crate::io::output::Destination;
use crate::io::resumable;
use crate::report::error::CliError;

/// The most givens to remove: beyond this there are too many combinations.
const MOST_REMOVED: u64 = 6;

/// The most givens to add: beyond this one removal may fill the memory.
const MOST_ADDED: u64 = 3;

#[derive(Args, Debug)]
pub struct NeighboursArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// Number of givens to remove
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(0..=MOST_REMOVED))]
    pub remove: usize,

    /// Number of givens to add instead
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(0..=MOST_ADDED))]
    pub add: usize,

    /// Skip removals that leave more than N solutions
    #[arg(long, value_name = "N", default_value_t = Neighbourhood::LIMIT, allow_negative_numbers = true, value_parser = quantities::count)]
    pub max_solutions: u64,

    /// Was the name of --max-solutions; elsewhere it limits the number of results.
    #[arg(long, value_name = "N", hide = true, allow_negative_numbers = true, value_parser = renamed_limit)]
    pub limit: Option<u64>,

    /// Number of rounds; each continues from the hardest puzzles of the last
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    pub rounds: u64,

    /// With --rounds: continue from the N hardest
    #[arg(long, value_name = "N", default_value_t = 10, requires = "rounds", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub keep: usize,

    #[command(flatten)]
    pub filter: FilterArgs,

    /// Keep isomorphic puzzles, and leave out only equal ones
    #[arg(long, help_heading = "Filters")]
    pub isomorphs: bool,

    /// Write one JSON object per line, with the removed and added givens
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// Write a CSV table with the fields of --json as columns; cannot be resumed
    #[arg(long, conflicts_with_all = ["json", "resume"], help_heading = "Output")]
    pub csv: bool,

    /// Write to this file, which is created whole or not at all; with --resume it grows
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Save the progress in this file, and resume from it if it exists
    ///
    /// The output grows during the search. However a search ended, the same command resumes it, and
    /// the output is the same as without the interruption.
    #[arg(long, value_name = "PATH", requires = "output", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub resume: Option<PathBuf>,

    #[command(flatten)]
    pub threads: ThreadsArgs,
}

/// Which neighbours to keep; all conditions must hold.
#[derive(Args, Clone, Debug, Default)]
pub struct FilterArgs {
    /// Only minimal puzzles
    #[arg(long, help_heading = "Filters")]
    pub minimal: bool,

    /// Only puzzles with this many givens: 17, 20..24, ..22
    #[arg(long, value_name = "RANGE", help_heading = "Filters")]
    pub givens: Option<Range>,

    /// Only puzzles of these levels, separated by commas: easy, medium, hard, unfair, extreme
    #[arg(
        long,
        value_name = "LEVELS",
        value_delimiter = ',',
        value_parser = named::<Level>(Level::ALL.map(Level::name)),
        hide_possible_values = true,
        help_heading = "Filters"
    )]
    pub level: Vec<Level>,

    /// Only puzzles with this score: 1000.., 500..800
    #[arg(long, value_name = "RANGE", help_heading = "Filters")]
    pub score: Option<Range>,

    /// Only puzzles with this ER of Sudoku Explainer 1.2.1: 7.1..7.3, 8.5..
    #[arg(long, value_name = "RANGE", help_heading = "Filters")]
    pub er: Option<Range<Difficulty>>,

    /// Only puzzles whose hardest technique is one of these, separated by commas
    #[arg(
        long,
        value_name = "TECHNIQUES",
        value_delimiter = ',',
        help_heading = "Filters"
    )]
    pub hardest: Vec<Technique>,
}

/// The error for a flag that has another name here.
fn renamed_limit(_: &str) -> Result<u64, String> {
    Err(
        "--max-solutions skips removals that leave more solutions; --limit is not a flag of \
         `neighbours`"
            .to_string(),
    )
}

/// The options of `neighbours`.
pub struct NeighboursOptions {
    pub sources: Vec<Source>,
    pub read: ReadOptions,
    pub search: SearchOptions,
    pub around: Neighbourhood,
    /// The request as typed, for the state file.
    pub asked: String,
    pub max_solutions: u64,
    pub rounds: u64,
    /// How many puzzles go into the next round.
    pub keep: usize,
    pub filter: FilterArgs,
    pub isomorphs: bool,
    pub style: ReportStyle,
    pub destination: Destination,
    pub resume: Option<PathBuf>,
}

impl NeighboursOptions {
    /// The options for these flags.
    ///
    /// # Errors
    /// When there is nothing to read, or flags contradict each other.
    pub fn new(args: NeighboursArgs, search: SearchOptions) -> Result<NeighboursOptions, CliError> {
        let destination = Destination::from_option(args.output.as_deref());
        if let Some(state) = &args.resume {
            resumable::check(state, &destination)?;
        }
        Ok(NeighboursOptions {
            asked: args.asked(),
            sources: args.read.sources()?,
            read: args.read.options(),
            around: Neighbourhood::new(args.remove, args.add)
                .limit(args.max_solutions)
                .minimal(args.filter.minimal),
            max_solutions: args.max_solutions,
            rounds: args.rounds,
            keep: args.keep,
            filter: args.filter,
            isomorphs: args.isomorphs,
            style: ReportArgs {
                json: args.json,
                csv: args.csv,
            }
            .style(),
            destination,
            resume: args.resume,
            search: search.with_threads(&args.threads),
        })
    }
}

impl NeighboursArgs {
    /// Everything that determines the output, on one line.
    pub fn asked(&self) -> String {
        let filter = &self.filter;
        // State files were written when the flag was called so.
        let mut asked = format!(
            "-{}+{} --limit {}",
            self.remove, self.add, self.max_solutions
        );
        if self.rounds > 1 {
            asked += &format!(" --rounds {} --keep {}", self.rounds, self.keep);
        }
        let mut flag = |is_set: bool, name: &str| {
            if is_set {
                asked += &format!(" --{name}");
            }
        };
        flag(filter.minimal, "minimal");
        flag(self.isomorphs, "isomorphs");
        flag(self.json, "json");
        if let Some(givens) = &filter.givens {
            asked += &format!(" --givens {givens}");
        }
        if let Some(score) = &filter.score {
            asked += &format!(" --score {score}");
        }
        if let Some(er) = &filter.er {
            asked += &format!(" --er {er}");
        }
        for level in &filter.level {
            asked += &format!(" --level {}", level.name());
        }
        for technique in &filter.hardest {
            asked += &format!(" --hardest {}", technique.slug());
        }
        for file in &self.read.files {
            asked += &format!(" {}", file.display());
        }
        asked
    }
}

impl FilterArgs {
    /// Whether puzzles must be rated.
    pub fn needs_rating(&self) -> bool {
        !self.level.is_empty() || self.score.is_some() || !self.hardest.is_empty()
    }

    /// Whether a puzzle with this many givens passes.
    pub fn accepts_givens(&self, givens: usize) -> bool {
        let holds = |range: &Range| range.contains(givens as u32);
        self.givens.as_ref().is_none_or(holds)
    }

    /// Whether a puzzle with this rating passes; `None` if the techniques do not solve it.
    pub fn accepts_rating(&self, rating: Option<&Rating>) -> bool {
        let Some(rating) = rating else {
            return !self.needs_rating();
        };
        let score = |range: &Range| range.contains(rating.score);
        (self.level.is_empty() || self.level.contains(&rating.level))
            && self.score.as_ref().is_none_or(score)
            && (self.hardest.is_empty()
                || rating.hardest.is_some_and(|t| self.hardest.contains(&t)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_conditions_must_hold() {
        let puzzle: sudokit::Puzzle = "1... ..2. .3.. ...4".parse().unwrap();
        let rating = Rating::of_puzzle(&puzzle).unwrap();
        let (score, hardest) = (rating.score, rating.hardest.unwrap());
        let mut filter = FilterArgs::default();
        assert!(!filter.needs_rating() && filter.accepts_rating(None));
        filter.level = vec![Level::Easy];
        filter.score = score.to_string().parse().ok();
        filter.hardest = vec![Technique::XWing, hardest];
        assert!(filter.needs_rating() && filter.accepts_rating(Some(&rating)));
        assert!(!filter.accepts_rating(None));
        filter.score = format!("{}..", score + 1).parse().ok();
        assert!(!filter.accepts_rating(Some(&rating)));
        filter.givens = "17..20".parse().ok();
        assert!(filter.accepts_givens(20) && !filter.accepts_givens(16));
    }
}
