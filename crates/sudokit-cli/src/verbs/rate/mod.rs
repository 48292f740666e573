//! `sudokit rate`: rates each puzzle: level, score and required techniques.

mod options;
mod template;
mod write;

use sudokit::Grid;
use sudokit::format::Record;
use sudokit::logic::{Level, NoStep, Position, Standing, Step, Technique};
use sudokit::rate::Rating;
use sudokit::solve::Status;

use crate::args::files::ReportStyle;
use crate::args::quantities::{enumeration, plural, thousands};
use crate::io::puzzles;
use crate::report::Exit;
use crate::report::located::{LocatedPuzzle, PuzzleResult};
use crate::report::logic;
use crate::terminal::messages::Messages;
pub use options::{RateArgs, RateOptions, RateOutput};
pub use template::{LineTemplate, techniques};
use write::RateWriter;
#[cfg(feature = "library")]
pub use write::RatedPuzzle;
pub use write::as_object;

/// The result for a puzzle.
struct RateFinding {
    status: Status,
    /// How far logic led, if it was tried; absent if a step contradicts the solution.
    standing: Option<Standing>,
    /// The level and score of a solved puzzle.
    rating: Option<Rating>,
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
            _ if self.is_stuck() => Exit::GaveUp,
            Status::Unique | Status::Complete => Exit::Answered,
            _ => Exit::Failed,
        }
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
    let mut sink = options.job.destination.open()?;
    options.advise_on_missing(messages);
    let mut writer = RateWriter::new(options);
    let mut totals = RateTotals::default();
    let work =
        |located: &LocatedPuzzle<'_>, record: &Record| examine(options, record, located.alone);
    let exit = puzzles::each(
        &options.job,
        messages,
        &mut sink,
        work,
        |sink, located, found| {
            if found.as_ref().is_ok_and(|finding| finding.interrupted) {
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
            if let Some(technique) = found.as_ref().ok().and_then(|finding| finding.fault) {
                sink.flush_stream()?;
                messages.cli_error(&logic::problem(&located.place(), technique));
            }
            Ok(found.as_ref().map_or(Exit::Answered, RateFinding::exit))
        },
    )?;
    writer.finish(&mut sink)?;
    options.job.destination.finish(sink, true, messages)?;
    if matches!(options.report, RateOutput::Styled(ReportStyle::Words)) {
        totals.print(&options.wanted, messages);
    }
    Ok(exit)
}

impl RateOptions {
    /// Whether a puzzle requires the techniques asked for.
    fn wants(&self, found: &PuzzleResult<RateFinding>) -> bool {
        let rating = found.as_ref().ok().and_then(|found| found.rating.as_ref());
        let takes = |technique: &Technique| rating.is_some_and(|rating| rating.uses(*technique));
        self.wanted.iter().all(takes)
    }

    /// Notes how to enable techniques that were asked for but are not in use.
    fn advise_on_missing(&self, messages: &Messages) {
        let used = self.logic.techniques();
        for technique in self.wanted.iter().filter(|each| !used.contains(each)) {
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
#[derive(Default)]
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
    fn print(&self, wanted: &[Technique], messages: &Messages) {
        if self.puzzles < 2 {
            return;
        }
        let levels = Level::ALL.map(Level::name).into_iter().zip(self.levels);
        let parts = enumeration(levels.chain([("without a rating", self.unrated)]));
        let puzzles = plural(self.puzzles, "puzzle");
        let names: Vec<&str> = wanted.iter().map(|technique| technique.name()).collect();
        let subject = match (names.is_empty(), self.wanted) {
            (true, _) => puzzles,
            (_, 0) => format!("None of {puzzles} needs {}", names.join(" and ")),
            (_, 1) => format!("1 of {puzzles} needs {}", names.join(" and ")),
            (_, some) => format!(
                "{} of {puzzles} need {}",
                thousands(some),
                names.join(" and ")
            ),
        };
        let gap = if parts.is_empty() { "" } else { ": " };
        messages.remark(format_args!("{subject}{gap}{parts}"));
    }
}
