//! One puzzle, ready to be drawn.

use sudokit::logic::{Board, Logic, NoStep};
use sudokit::solve::Status;
use sudokit_render::{Figure, Item};

use super::asked::Plan;
use crate::api::position::Subject;
use crate::api::verdict;
use crate::api::words::words;
use crate::desk::Budget;
use crate::refusal::Refusal;

/// A puzzle, and why some of what was asked for is missing.
pub struct Drawing {
    pub item: Item,
    pub missing: Vec<String>,
}

/// Draws a puzzle, with its answer and its next step where they are wanted.
///
/// # Errors
/// When the time is over before the step is found.
pub fn draw(plan: &Plan, subject: Subject, budget: &Budget) -> Result<Drawing, Refusal> {
    let board = Board::new(&subject.puzzle);
    let words = words(&subject, &board, plan.coordinates);
    let figure = Figure::new(board.clone()).words(words.clone());
    let mut drawing = Drawing {
        item: Item {
            figure: figure.candidates(plan.show_candidates),
            answer: None,
            name: subject.name.unwrap_or_default(),
            code: None,
        },
        missing: Vec::new(),
    };
    match plan
        .qr
        .as_ref()
        .map(|page| page.code_of(&subject.puzzle, &subject.symbols))
    {
        Some(Err(error)) => drawing.lacks(&format!("no QR code: {error}")),
        code => drawing.item.code = code.and_then(Result::ok),
    }
    if !plan.step && !plan.answers {
        return Ok(drawing);
    }
    let position = verdict::examine(&subject.puzzle, &Logic::new(), budget);
    let status = position.status();
    if status.is_hopeless() {
        drawing.lacks("there is no solution");
        return Ok(drawing);
    }
    if plan.answers {
        match position.only_solution() {
            Some(solution) => {
                let solved = Figure::solved(board.clone(), solution);
                drawing.item.answer = Some(solved.words(words));
            }
            None => drawing.lacks(answer_missing(status)),
        }
    }
    if plan.step {
        match position.next_step() {
            Ok(step) => drawing.item.figure = drawing.item.figure.step(step),
            Err(end) => match verdict::refusal(end) {
                Some(refusal) => return Err(refusal),
                None => drawing.lacks(step_missing(end)),
            },
        }
    }
    Ok(drawing)
}

impl Drawing {
    fn lacks(&mut self, why: &str) {
        self.missing.push(why.to_string());
    }
}

fn answer_missing(status: Status) -> &'static str {
    match status {
        Status::Several => "no answer, for there are several solutions",
        _ => "no answer: the search took too long",
    }
}

fn step_missing(end: NoStep) -> &'static str {
    match end {
        NoStep::Solved => "no step, for it is solved",
        _ => "no step: no technique leads further",
    }
}
