//! `sudokit rate`: level and score of each puzzle, and the techniques that it takes.

mod template;
mod write;

use sudokit::Grid;
use sudokit::format::Record;
use sudokit::logic::{Board, Level, Logic, Technique};
use sudokit::rate::Rating;

use crate::check::Style;
use crate::exit::Exit;
use crate::output::{Destination, Sink};
use crate::puzzles::{self, Case, Found, Job};
use crate::quantities::{plural, thousands};
use crate::status::Status;
use crate::talk::Talk;
use crate::verdict::Verdict;
use crate::walk::{self, Ending, Next};
pub use template::Template;
use write::Writer;

/// What `rate` was asked to do.
pub struct Plan {
    pub job: Job,
    pub logic: Logic,
    pub report: Report,
    /// Only puzzles that take all of these.
    pub wanted: Vec<Technique>,
}

/// How ratings are written.
pub enum Report {
    Styled(Style),
    Template(Template),
}

/// What was found out about a puzzle.
struct Finding {
    status: Status,
    /// The level and score of a puzzle that was solved.
    rating: Option<Rating>,
    /// Of a puzzle that was not, how many cells have a value after the last step.
    filled: usize,
    cells: usize,
    puzzle: Grid,
    interrupted: bool,
}

impl Finding {
    fn exit(&self) -> Exit {
        match self.status {
            _ if self.interrupted => Exit::Interrupted,
            Status::Unique | Status::Complete => Exit::Answered,
            Status::Open | Status::Solved => Exit::GaveUp,
            _ => Exit::Failed,
        }
    }
}

/// Rates every puzzle of every file.
///
/// # Errors
/// What stops the whole run.
pub fn run(plan: &Plan, talk: &Talk) -> anyhow::Result<Exit> {
    let mut sink = match &plan.job.destination {
        Destination::File(path) => Sink::create(path)?,
        _ => Sink::stdout(),
    };
    let mut writer = Writer::new(plan);
    let mut tally = Tally::default();
    let work = |case: &Case<'_>, record: &Record| examine(plan, record, case.alone);
    let exit = puzzles::each(&plan.job, talk, &mut sink, work, |sink, case, found| {
        if found.as_ref().is_ok_and(|finding| finding.interrupted) {
            return Ok(Exit::Interrupted);
        }
        tally.count(found);
        if plan.wants(found) {
            writer.write(sink, case, found)?;
        }
        Ok(found.as_ref().map_or(Exit::Answered, Finding::exit))
    })?;
    sink.finish()?;
    if let Destination::File(path) = &plan.job.destination {
        talk.remark(format_args!("Saved {}", path.display()));
    }
    if matches!(plan.report, Report::Styled(Style::Words)) {
        tally.tell(talk);
    }
    Ok(exit)
}

impl Plan {
    /// Whether a puzzle takes the techniques that were asked for.
    fn wants(&self, found: &Found<Finding>) -> bool {
        let rating = found.as_ref().ok().and_then(|found| found.rating.as_ref());
        let takes = |technique: &Technique| rating.is_some_and(|rating| rating.uses(*technique));
        self.wanted.iter().all(takes)
    }
}

fn examine(plan: &Plan, record: &Record, alone: bool) -> Finding {
    let (puzzle, effort) = (&record.puzzle, &plan.job.effort);
    let verdict = Verdict::of(puzzle, effort, if alone { 0 } else { 1 });
    let mut finding = Finding {
        status: verdict.status,
        rating: None,
        filled: puzzle.clues(),
        cells: puzzle.values().len(),
        puzzle: Grid::new(puzzle.shape().clone(), puzzle.values().to_vec()),
        interrupted: verdict.interrupted,
    };
    if matches!(
        verdict.status,
        Status::Several | Status::NoSolution | Status::Complete
    ) {
        return finding;
    }
    let mut board = Board::new(puzzle);
    let mut steps = Vec::new();
    let logic = verdict.sound(&plan.logic);
    let ending = walk::walk(&logic, &mut board, &effort.cancel, |_, step| {
        steps.push(step.clone());
        Next::GoOn
    });
    finding.filled = finding.cells - board.open();
    finding.interrupted |= ending == Ending::Interrupted;
    if ending == Ending::Solved {
        // Without an argument that takes it for granted, a solve proves that there is one.
        finding.status = Status::Unique;
        finding.rating = Some(Rating::of(puzzle.shape(), &steps));
    } else {
        finding.status = Status::Open;
    }
    finding
}

/// How many puzzles there are of each kind.
#[derive(Default)]
struct Tally {
    puzzles: u64,
    levels: [u64; LEVELS.len()],
    unrated: u64,
}

const LEVELS: [Level; 5] = [
    Level::Easy,
    Level::Medium,
    Level::Hard,
    Level::Unfair,
    Level::Extreme,
];

impl Tally {
    fn count(&mut self, found: &Found<Finding>) {
        self.puzzles += 1;
        match found
            .as_ref()
            .ok()
            .and_then(|finding| finding.rating.as_ref())
        {
            Some(rating) => self.levels[rating.level as usize] += 1,
            None => self.unrated += 1,
        }
    }

    /// A summary of many puzzles.
    fn tell(&self, talk: &Talk) {
        if self.puzzles < 2 {
            return;
        }
        let levels = LEVELS.iter().map(|level| level.to_string().to_lowercase());
        let counts = levels.zip(self.levels);
        let counts = counts.chain([("without a rating".to_string(), self.unrated)]);
        let parts: Vec<String> = counts
            .filter(|(_, count)| *count > 0)
            .map(|(word, count)| format!("{} {word}", thousands(count)))
            .collect();
        talk.remark(format_args!(
            "{}: {}",
            plural(self.puzzles, "puzzle"),
            parts.join(", ")
        ));
    }
}
