//! `sudokit explain`: every step to the end, for people to read and for programs.

mod document;
mod html;
mod json;
mod markdown;
mod sentences;

use std::io::Write;

use sudokit::format::Record;
use sudokit::logic::{Board, Coordinates, Family, Logic, Step, Words};

use crate::exit::Exit;
use crate::output::{Destination, Sink};
use crate::puzzles::{self, Case, Job};
use crate::status::Status;
use crate::talk::Talk;
use crate::verdict::Verdict;
use crate::walk::{self, Ending, Next};
use document::Document;

/// What `explain` was asked to do.
pub struct Plan {
    pub job: Job,
    pub logic: Logic,
    pub coordinates: Coordinates,
    /// Chains in Eureka notation.
    pub eureka: bool,
    pub style: Style,
    /// Paragraphs and not only sentences, where the style has the choice.
    pub full: bool,
    /// Draw the position before each step that is not a single.
    pub grid: bool,
    pub colours: bool,
}

/// How explanations are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Sentences,
    Json,
    Markdown,
    Html,
}

impl Style {
    fn document(self) -> &'static dyn Document {
        match self {
            Style::Sentences => &sentences::Sentences,
            Style::Json => &json::Json,
            Style::Markdown => &markdown::Markdown,
            Style::Html => &html::Html,
        }
    }
}

/// A solve from the beginning to where it ends.
struct Solve {
    status: Status,
    ending: Ending,
    words: Words,
    start: Board,
    steps: Vec<Step>,
    end: Board,
}

impl Solve {
    fn new(plan: &Plan, record: &Record, alone: bool) -> Solve {
        let (puzzle, effort) = (&record.puzzle, &plan.job.effort);
        let verdict = Verdict::of(puzzle, effort, if alone { 0 } else { 1 });
        let start = Board::new(puzzle);
        let words = Words::new(&start)
            .coordinates(plan.coordinates)
            .symbols(record.symbols.clone());
        let (mut end, mut steps) = (start.clone(), Vec::new());
        let ending = match verdict.status {
            _ if verdict.interrupted => Ending::Interrupted,
            // Steps that lead to a contradiction would only mislead.
            Status::NoSolution => Ending::Broken,
            _ => walk::walk(
                &verdict.sound(&plan.logic),
                &mut end,
                &effort.cancel,
                |_, step| {
                    steps.push(step.clone());
                    Next::GoOn
                },
            ),
        };
        let status = match (verdict.status, ending) {
            // Without an argument that takes it for granted, a solve proves that there is one.
            (Status::Solved | Status::Open, Ending::Solved) => Status::Unique,
            (Status::Unique | Status::Solved, Ending::Stuck) => Status::Open,
            (status, _) => status,
        };
        Solve {
            status,
            ending,
            words,
            start,
            steps,
            end,
        }
    }

    fn exit(&self) -> Exit {
        match (self.ending, self.status) {
            (Ending::Interrupted, _) => Exit::Interrupted,
            (_, Status::Unique | Status::Complete) => Exit::Answered,
            (_, Status::Open | Status::Solved) => Exit::GaveUp,
            _ => Exit::Failed,
        }
    }

    /// The steps, each with the position before it.
    fn each_step(&self, mut tell: impl FnMut(&Board, &Step)) {
        let mut board = self.start.clone();
        for step in &self.steps {
            tell(&board, step);
            board.apply(step);
        }
    }

    /// How it ended, in a sentence.
    fn ending_words(&self) -> String {
        let steps = crate::quantities::plural(self.steps.len() as u64, "step");
        let cells = self.end.values().len();
        let filled = cells - self.end.open();
        match (self.ending, self.status) {
            (Ending::Interrupted, _) => format!("Interrupted after {steps}."),
            (_, Status::NoSolution) => "There is no solution.".to_string(),
            (_, Status::Complete) => "Every cell has a value from the start.".to_string(),
            (_, Status::Several) => format!(
                "There are several solutions, so logic cannot decide the rest: {filled} of {cells} cells after {steps}."
            ),
            (Ending::Solved, _) => {
                let hardest = self.steps.iter().map(|step| step.technique);
                let hardest = hardest.max_by_key(|t| (t.level(), t.score(), *t));
                let hardest = hardest.map_or_else(String::new, |t| format!("; the hardest is {t}"));
                format!("Solved in {steps}{hardest}.")
            }
            _ => format!(
                "Stuck after {steps}, with {filled} of {cells} cells: these techniques lead no further."
            ),
        }
    }
}

/// Whether a step is worth a drawing on a terminal.
fn is_simple(step: &Step) -> bool {
    step.technique.family() == Family::Singles
}

/// Explains every puzzle of every file.
///
/// # Errors
/// What stops the whole run.
pub fn run(plan: &Plan, talk: &Talk) -> anyhow::Result<Exit> {
    let mut sink = match &plan.job.destination {
        Destination::File(path) => Sink::create(path)?,
        _ => Sink::stdout(),
    };
    let document = plan.style.document();
    sink.write_all(document.begin(plan).as_bytes())?;
    let mut any = false;
    let work = |case: &Case<'_>, record: &Record| {
        let solve = Solve::new(plan, record, case.alone);
        (document.puzzle(plan, case, &solve), solve.exit())
    };
    let exit = puzzles::each(&plan.job, talk, &mut sink, work, |sink, case, found| {
        let text = match found {
            Ok((text, _)) => text.clone(),
            Err(trouble) => document.trouble(case, trouble),
        };
        if std::mem::replace(&mut any, true) && !text.is_empty() {
            sink.write_all(document.between().as_bytes())?;
        }
        sink.write_all(text.as_bytes())?;
        Ok(found.as_ref().map_or(Exit::Answered, |(_, exit)| *exit))
    })?;
    sink.write_all(document.end().as_bytes())?;
    finish(plan, talk, sink, any)?;
    Ok(exit)
}

/// A file without an explanation in it does not appear.
fn finish(plan: &Plan, talk: &Talk, sink: Sink, any: bool) -> anyhow::Result<()> {
    match &plan.job.destination {
        Destination::File(path) if !any || plan.job.effort.cancel.is_cancelled() => {
            talk.note(format_args!("`{}` was not written", path.display()));
        }
        Destination::File(path) => {
            sink.finish()?;
            talk.remark(format_args!("Saved {}", path.display()));
        }
        _ => sink.finish()?,
    }
    Ok(())
}
