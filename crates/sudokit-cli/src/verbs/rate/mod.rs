//! `sudokit rate`: rates each puzzle: level, score and required techniques, and the ratings of
//! Sudoku Explainer.

mod options;
mod template;
mod write;

use serde::{Deserialize, Serialize};
use sudokit::Grid;
use sudokit::format::Record;
use sudokit::logic::{Level, NoStep, Position, Standing, Step, Technique};
use sudokit::rate::Rating;
use sudokit::rate::explainer::{Explainer, RatingFilter, Ratings, Unrated};
use sudokit::solve::{End, Status};

use crate::args::files::ReportStyle;
use crate::args::quantities::{enumeration, plural, thousands};
use crate::io::output::{Destination, Sink};
use crate::io::puzzles::{self, Place};
use crate::io::resumable::StateFile;
use crate::report::Exit;
use crate::report::located::{LocatedPuzzle, PuzzleResult};
use crate::report::logic;
use crate::terminal::messages::Messages;
pub use options::{RateArgs, RateOptions, RateOutput};
pub use template::{LineTemplate, techniques};
use write::RateWriter;
#[cfg(feature = "library")]
pub use write::RatedPuzzle;
pub use write::{ExplainerJson, ExplainerOptions, as_object};

/// The result for a puzzle.
struct RateFinding {
    status: Status,
    /// How far logic led, if it was tried; absent if a step contradicts the solution.
    standing: Option<Standing>,
    /// The level and score of a solved puzzle.
    rating: Option<Rating>,
    /// The ratings of Sudoku Explainer if they were asked for, absent if they do not fit.
    explained: Option<Result<Option<Ratings>, Unrated>>,
    /// How many cells have a value after the last step, if it was not solved.
    filled: usize,
    cells: usize,
    puzzle: Grid,
    /// The player's mistakes in a position without a solution, one sentence each.
    mistakes: Vec<String>,
    /// Uniqueness was unknown when logic began.
    is_unknown: bool,
    /// The technique whose step contradicts the solution, if any.
    fault: Option<Technique>,
    interrupted: bool,
}

impl RateFinding {
    fn exit(&self) -> Exit {
        match self.status {
            _ if self.interrupted => Exit::Interrupted,
            _ if self.fault.is_some() => Exit::Trouble,
            _ if matches!(self.explained, Some(Err(Unrated::Shape(_)))) => Exit::Trouble,
            _ if self.is_stuck() || self.unrated().is_some() => Exit::GaveUp,
            Status::Unique | Status::Complete => Exit::Answered,
            _ => Exit::Failed,
        }
    }

    /// The ratings of Sudoku Explainer.
    fn ratings(&self) -> Option<Ratings> {
        self.explained.as_ref()?.as_ref().ok().copied().flatten()
    }

    /// Why it has none, although they were asked for.
    fn unrated(&self) -> Option<&Unrated> {
        self.explained.as_ref()?.as_ref().err()
    }

    /// Whether the techniques in use do not solve it.
    fn is_stuck(&self) -> bool {
        self.standing == Some(Standing::Stuck)
    }
}

/// Rates every puzzle of every file.
///
/// # Errors
/// Whatever stops the whole run.
pub fn run(options: &RateOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let (mut sink, mut state) = open(options)?;
    let mut progress = state.as_ref().map(|state| state.progress().clone());
    let before = progress.clone().unwrap_or_default();
    if state.as_ref().is_some_and(StateFile::is_finished) {
        messages.remark("this run is complete");
        if matches!(options.report, RateOutput::Styled(ReportStyle::Words)) {
            before.totals.print(options, messages);
        }
        return Ok(before.exit());
    }
    options.advise_on_missing(messages);
    let mut writer = RateWriter::new(options);
    writer.any = state.as_ref().is_some_and(StateFile::has_output);
    let mut totals = before.totals.clone();
    let mut worst = before.exit();
    let mut is_interrupted = false;
    let work =
        |located: &LocatedPuzzle<'_>, record: &Record| examine(options, record, located.alone);
    let mut exit = puzzles::each_after(
        before.done,
        &options.job,
        messages,
        &mut sink,
        work,
        |sink, located, place, found| {
            is_interrupted |= found.as_ref().is_ok_and(|finding| finding.interrupted);
            // What is complete behind an interrupted one is rated again when the run is resumed.
            if is_interrupted && (state.is_some() || found.as_ref().is_ok_and(|f| f.interrupted)) {
                return Ok(Exit::Interrupted);
            }
            let is_wanted = options.wants(found);
            totals.count(found, is_wanted);
            if is_wanted {
                writer.write(sink, located, found)?;
            }
            if is_wanted && found.as_ref().is_ok_and(|finding| finding.is_unknown) {
                sink.flush_stream()?;
                messages.note(format_args!("{}: {}", located.place(), logic::UNKNOWN));
            }
            if let Some(reason) = found.as_ref().ok().and_then(RateFinding::unrated) {
                sink.flush_stream()?;
                messages.note(format_args!("{}: no ER: {reason}", located.place()));
            }
            if let Some(technique) = found.as_ref().ok().and_then(|finding| finding.fault) {
                sink.flush_stream()?;
                messages.cli_error(&logic::problem(&located.place(), technique));
            }
            let exit = match found {
                Ok(finding) => finding.exit(),
                Err(error) => error.exit(),
            };
            worst.raise(exit);
            if let (Some(state), Some(progress)) = (&mut state, &mut progress) {
                progress.done = Some(place);
                progress.totals = totals.clone();
                progress.exit = worst as u8;
                state.note(sink, |saved| saved.clone_from(progress))?;
            }
            Ok(exit)
        },
    )?;
    exit.raise(before.exit());
    writer.finish(&mut sink)?;
    match &mut state {
        None => options.job.destination.finish(sink, true, messages)?,
        Some(state) => {
            let is_whole = exit != Exit::Interrupted;
            state.finish(&mut sink, is_whole)?;
            if !is_whole {
                messages.note("run the same command to resume");
            }
        }
    }
    if matches!(options.report, RateOutput::Styled(ReportStyle::Words)) {
        totals.print(options, messages);
    }
    Ok(exit)
}

/// How far a run that can be resumed has come.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct RateProgress {
    /// The last puzzle that is done.
    done: Option<Place>,
    totals: RateTotals,
    /// The exit code so far.
    exit: u8,
}

impl RateProgress {
    fn exit(&self) -> Exit {
        let all = [Exit::Failed, Exit::Trouble, Exit::GaveUp];
        let known = all.into_iter().find(|exit| *exit as u8 == self.exit);
        known.unwrap_or_default()
    }
}

/// The output, and the state file of a run that can be resumed.
fn open(options: &RateOptions) -> anyhow::Result<(Sink, Option<StateFile<RateProgress>>)> {
    match (&options.job.destination, &options.resume) {
        (Destination::File(path), Some((state, asked))) => {
            options.job.destination.check(&options.job.sources)?;
            let (state, sink) = StateFile::open(state, path, "rate", asked.clone())?;
            Ok((sink, Some(state)))
        }
        (destination, _) if options.adds_columns => {
            let added = write::added_columns(options);
            Ok((destination.open_adding(&options.job.sources, added)?, None))
        }
        (destination, _) => Ok((destination.open()?, None)),
    }
}

impl RateOptions {
    /// Whether a puzzle requires the techniques asked for.
    fn wants(&self, found: &PuzzleResult<RateFinding>) -> bool {
        let rating = found.as_ref().ok().and_then(|found| found.rating.as_ref());
        let takes = |technique: &Technique| rating.is_some_and(|rating| rating.uses(*technique));
        let is_hardest =
            |technique: &Technique| rating.is_some_and(|rating| rating.hardest == Some(*technique));
        let hardest_fits = self.hardest.is_empty() || self.hardest.iter().any(is_hardest);
        self.wanted.iter().all(takes) && hardest_fits && self.fits_explainer(found)
    }

    /// Whether the ratings of Sudoku Explainer are those asked for, or could not be found out.
    fn fits_explainer(&self, found: &PuzzleResult<RateFinding>) -> bool {
        let Some(filter) = &self.explainer else {
            return true;
        };
        let explained = found
            .as_ref()
            .ok()
            .and_then(|found| found.explained.as_ref());
        match explained {
            Some(Ok(ratings)) => ratings.is_some(),
            Some(Err(_)) => true,
            None => *filter == RatingFilter::default(),
        }
    }

    /// Whether level and score are asked for: always, except by a template without them.
    fn needs_level(&self) -> bool {
        let by_template = match &self.report {
            RateOutput::Template(template) => template.has_level(),
            RateOutput::Styled(_) => true,
        };
        by_template || !self.wanted.is_empty() || !self.hardest.is_empty()
    }

    /// What `--er`, `--pearl` and `--diamond` ask for.
    fn ratings_demanded(&self) -> Vec<String> {
        let Some(filter) = &self.explainer else {
            return Vec::new();
        };
        let range = filter.er.as_ref().map(|range| format!("an ER of {range}"));
        let pearl = filter.pearl.then(|| "ER = EP".to_string());
        let diamond = filter.diamond.then(|| "ER = EP = ED".to_string());
        range.into_iter().chain(pearl).chain(diamond).collect()
    }

    /// What `--technique` and `--hardest` ask for, as the end of "a puzzle needs".
    fn demands(&self) -> String {
        let names = |techniques: &[Technique], between: &str| {
            let names: Vec<&str> = techniques.iter().map(|each| each.name()).collect();
            names.join(between)
        };
        let hardest = names(&self.hardest, " or ");
        match (self.wanted.is_empty(), self.hardest.is_empty()) {
            (_, true) => names(&self.wanted, " and "),
            (true, false) => format!("{hardest} as the hardest technique"),
            (false, false) => format!(
                "{}, with {hardest} as the hardest technique",
                names(&self.wanted, " and ")
            ),
        }
    }

    /// The rater within the budget.
    fn explainer(&self) -> Explainer {
        let rater = Explainer::new().cancel_with(self.job.search.cancel.clone());
        match self.job.search.time_limit {
            Some(time) => rater.time_limit(time),
            None => rater,
        }
    }

    /// Notes how to enable techniques that were asked for but are not in use.
    fn advise_on_missing(&self, messages: &Messages) {
        let used = self.logic.techniques();
        let named = self.wanted.iter().chain(&self.hardest);
        for technique in named.filter(|each| !used.contains(each)) {
            messages.note(format_args!(
                "{technique} is not among the techniques in use, so no puzzle requires it; add it \
                 with `--techniques +{}`",
                technique.slug()
            ));
        }
    }
}

fn examine(options: &RateOptions, record: &Record, alone: bool) -> RateFinding {
    let puzzle = &record.puzzle;
    let threads = if alone { 0 } else { 1 };
    let solver = options.job.search.solver(threads);
    let position = Position::new(puzzle, solver, &options.logic).symbols(record.symbols.clone());
    let mut finding = RateFinding {
        status: position.status(),
        standing: None,
        rating: None,
        explained: None,
        filled: puzzle.clues(),
        cells: puzzle.values().len(),
        puzzle: Grid::from(puzzle),
        mistakes: Vec::new(),
        is_unknown: position.is_uniqueness_unknown() && !position.is_cancelled(),
        fault: None,
        interrupted: position.is_cancelled(),
    };
    if finding.status == Status::NoSolution {
        finding.mistakes = logic::mistake_sentences(position.words(), &position.mistakes());
    }
    if matches!(
        finding.status,
        Status::Several | Status::NoSolution | Status::Complete
    ) {
        return finding;
    }
    if let Some(filter) = &options.explainer {
        let explained = options.explainer().rate_if(puzzle, filter);
        finding.interrupted |= explained == Err(Unrated::Ended(End::Cancelled));
        let is_out_of_range = explained == Ok(None);
        finding.explained = Some(explained);
        if finding.interrupted || is_out_of_range || !options.needs_level() {
            return finding;
        }
    }
    let mut walk = position.walk();
    let steps: Vec<Step> = walk.by_ref().collect();
    let end = walk.end().unwrap_or(NoStep::Stuck);
    finding.filled = finding.cells - walk.board().open();
    finding.status = position.status_after(end);
    finding.interrupted |= end == NoStep::Interrupted;
    finding.standing = end.standing();
    match end {
        NoStep::Solved => finding.rating = Some(Rating::of(puzzle.shape(), &steps)),
        NoStep::Wrong(technique) => finding.fault = Some(technique),
        _ => {}
    }
    finding
}

/// How many puzzles there are of each kind.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct RateTotals {
    puzzles: u64,
    /// Those that require the techniques asked for; the rest counts only these.
    wanted: u64,
    levels: [u64; Level::ALL.len()],
    unrated: u64,
}

impl RateTotals {
    fn count(&mut self, found: &PuzzleResult<RateFinding>, is_wanted: bool) {
        self.puzzles += 1;
        if !is_wanted {
            return;
        }
        self.wanted += 1;
        match found
            .as_ref()
            .ok()
            .and_then(|finding| finding.rating.as_ref())
        {
            Some(rating) => self.levels[rating.level as usize] += 1,
            None => self.unrated += 1,
        }
    }

    /// Writes a summary of many puzzles.
    fn print(&self, options: &RateOptions, messages: &Messages) {
        if self.puzzles < 2 {
            return;
        }
        let levels = Level::ALL.map(Level::name).into_iter().zip(self.levels);
        let ratings = options.ratings_demanded();
        let parts = enumeration(levels.chain([("without a rating", self.unrated)]));
        let puzzles = plural(self.puzzles, "puzzle");
        let demands = options.demands();
        if !ratings.is_empty() {
            let demands = match demands.is_empty() {
                true => ratings.join(" and "),
                false => format!("{} and {demands}", ratings.join(" and ")),
            };
            let wanted = thousands(self.wanted);
            messages.remark(format_args!("{wanted} of {puzzles} with {demands}"));
            return;
        }
        let subject = match (demands.is_empty(), self.wanted) {
            (true, _) => puzzles,
            (_, 0) => format!("None of {puzzles} needs {demands}"),
            (_, 1) => format!("1 of {puzzles} needs {demands}"),
            (_, some) => format!("{} of {puzzles} need {demands}", thousands(some)),
        };
        let gap = if parts.is_empty() { "" } else { ": " };
        messages.remark(format_args!("{subject}{gap}{parts}"));
    }
}
