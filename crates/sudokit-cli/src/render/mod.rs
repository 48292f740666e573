//! `sudokit render`: puzzles as pictures, and as pages to print.

mod args;
mod plan;
mod write;

use sudokit::format::Record;
use sudokit::logic::{Board, Logic, NoStep, Position, Words};
use sudokit::solve::Status;
use sudokit_render::Figure;
use sudokit_render::qr::Code;

use crate::case::Case;
use crate::exit::Exit;
use crate::output::Sink;
use crate::problem::Problem;
use crate::puzzles;
use crate::quantities::{plural, thousands};
use crate::talk::Talk;
pub use args::{PaperName, PuzzlesPerPage, RenderArgs};
pub use plan::Plan;

/// All figures are kept until the last one is known.
const MOST: usize = 10_000;

/// A puzzle, ready to be drawn.
#[derive(Clone)]
struct Drawing {
    figure: Figure,
    /// The solved board, if it was asked for and there is one.
    answer: Option<Figure>,
    /// The name that its file gives it.
    name: String,
    /// A QR code to play it by.
    code: Option<Code>,
    /// Why some of what was asked for is missing.
    missing: Vec<String>,
    exit: Exit,
}

/// Draws every puzzle of every file.
///
/// # Errors
/// What stops the whole run.
pub fn run(plan: &Plan, talk: &Talk) -> anyhow::Result<Exit> {
    let (mut drawings, mut count) = (Vec::new(), 0);
    let work = |case: &Case<'_>, record: &Record| draw(plan, case, record);
    // Nothing is written before everything is read.
    let mut sink = Sink::stdout();
    let exit = puzzles::each(&plan.job, talk, &mut sink, work, |_, case, found| {
        let Ok(drawing) = found else {
            return Ok(Exit::Answered);
        };
        for missing in &drawing.missing {
            talk.note(format_args!("{}: {missing}", case.place()));
        }
        count += 1;
        if drawings.len() < MOST {
            drawings.push(drawing.clone());
        }
        Ok(drawing.exit)
    })?;
    if count > MOST {
        return Err(Problem::new(
            format!(
                "{} are too many to draw at once",
                plural(count as u64, "puzzle")
            ),
            format!("draw no more than {} at a time", thousands(MOST as u64)),
        )
        .into());
    }
    if plan.job.effort.cancel.is_cancelled() {
        drawings.clear();
    }
    write::write(plan, talk, sink, drawings)?;
    Ok(exit)
}

fn draw(plan: &Plan, case: &Case<'_>, record: &Record) -> Drawing {
    let board = Board::new(&record.puzzle);
    let words = Words::new(&board).symbols(record.symbols.clone());
    let figure = Figure::new(board.clone()).words(words.clone());
    let mut drawing = Drawing {
        figure: figure.candidates(plan.candidates),
        answer: None,
        name: case.name().unwrap_or_default().to_string(),
        code: None,
        missing: Vec::new(),
        exit: Exit::Answered,
    };
    match plan
        .qr
        .as_ref()
        .map(|page| page.code_of(&record.puzzle, &record.symbols))
    {
        Some(Err(error)) => drawing.missing.push(format!("no QR code: {error}")),
        code => drawing.code = code.and_then(Result::ok),
    }
    if !plan.step && !plan.answers {
        return drawing;
    }
    let threads = if case.alone { 0 } else { 1 };
    let solver = plan.job.effort.solver(threads);
    let position = Position::new(&record.puzzle, solver, &Logic::new());
    let status = position.status();
    if position.is_cancelled() {
        drawing.exit = Exit::Interrupted;
        return drawing;
    }
    if status.is_hopeless() {
        drawing.missing.push("there is no solution".to_string());
        drawing.exit = Exit::Failed;
        return drawing;
    }
    if plan.answers {
        match position.only_solution() {
            Some(solution) => {
                let solved = Figure::solved(board.clone(), solution);
                drawing.answer = Some(solved.words(words.clone()));
            }
            None => drawing.lacks(answer_missing(status)),
        }
    }
    if plan.step {
        match position.next_step() {
            Ok(step) => drawing.figure = drawing.figure.step(step),
            Err(end @ NoStep::Wrong(_)) => drawing.lacks((&end.to_string(), Exit::Trouble)),
            Err(end) => drawing.lacks(step_missing(end)),
        }
    }
    drawing
}

impl Drawing {
    fn lacks(&mut self, (why, exit): (&str, Exit)) {
        self.missing.push(why.to_string());
        self.exit.raise(exit);
    }
}

fn answer_missing(status: Status) -> (&'static str, Exit) {
    match status {
        Status::Several => ("no answer, for there are several solutions", Exit::Answered),
        _ => ("no answer: the search gave up", Exit::GaveUp),
    }
}

fn step_missing(end: NoStep) -> (&'static str, Exit) {
    match end {
        NoStep::Solved => ("no step, for it is solved", Exit::Answered),
        NoStep::Broken => ("no step: it cannot be completed", Exit::Failed),
        NoStep::Interrupted => ("no step: interrupted", Exit::Interrupted),
        _ => ("no step: no technique leads further", Exit::GaveUp),
    }
}
