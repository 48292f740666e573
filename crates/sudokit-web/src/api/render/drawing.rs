//! One puzzle, ready to be drawn.

use sudokit::logic::{Board, Logic, Standing};
use sudokit::solve::Status;
use sudokit_render::{BookletPuzzle, Figure};

use super::asked::Plan;
use crate::api::position::Subject;
use crate::api::verdict::Verdict;
use crate::api::walk;
use crate::api::words::words;
use crate::desk::Budget;
use crate::refusal::Refusal;

/// A puzzle, and why some of what was asked for is missing.
pub struct Drawing {
    pub item: BookletPuzzle,
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
        item: BookletPuzzle {
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
        .map(|page| page.qr_code(&subject.puzzle, &subject.symbols))
    {
        Some(Err(error)) => drawing.lacks(&format!("no QR code: {error}")),
        code => drawing.item.code = code.and_then(Result::ok),
    }
    if !plan.step && !plan.answers {
        return Ok(drawing);
    }
    let verdict = Verdict::of(&subject.puzzle, budget);
    if verdict.status.is_hopeless() {
        drawing.lacks("there is no solution");
        return Ok(drawing);
    }
    if plan.answers {
        match verdict.only_solution() {
            Some(solution) => {
                let solved = Figure::solved(board.clone(), solution);
                drawing.item.answer = Some(solved.words(words));
            }
            None => drawing.lacks(answer_missing(verdict.status)),
        }
    }
    if plan.step {
        let logic = verdict.found.sound(&Logic::new());
        match walk::next(&logic, &board, &verdict, budget)? {
            Ok(step) => drawing.item.figure = drawing.item.figure.step(step),
            Err(standing) => drawing.lacks(step_missing(standing)),
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

fn step_missing(standing: Standing) -> &'static str {
    match standing {
        Standing::Solved => "no step, for it is solved",
        _ => "no step: no technique leads further",
    }
}
