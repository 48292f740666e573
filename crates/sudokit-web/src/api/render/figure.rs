//! One puzzle, ready to be drawn.

use sudokit::logic::{Board, Logic, Standing};
use sudokit::solve::Status;
use sudokit_render::{Figure, Item};

use super::options::RenderOptions;
use crate::api::puzzle_input::ParsedPuzzle;
use crate::api::verdict::Verdict;
use crate::api::walk;
use crate::error::ApiError;
use crate::queue::Budget;

/// A puzzle, and why some of what was asked for is missing.
pub struct DrawnPuzzle {
    pub item: Item,
    pub missing: Vec<String>,
}

/// Draws a puzzle, with its answer and its next step where they are wanted.
///
/// # Errors
/// When the time is over before the step is found.
pub fn draw(
    options: &RenderOptions,
    parsed: ParsedPuzzle,
    budget: &Budget,
) -> Result<DrawnPuzzle, ApiError> {
    let board = Board::new(&parsed.puzzle);
    let words = parsed.words(&board, options.coordinates);
    let figure = Figure::new(board.clone()).words(words.clone());
    let mut drawing = DrawnPuzzle {
        item: Item {
            figure: figure.candidates(options.show_candidates),
            answer: None,
            name: parsed.name.unwrap_or_default(),
            code: None,
        },
        missing: Vec::new(),
    };
    match options
        .qr
        .as_ref()
        .map(|page| page.code_of(&parsed.puzzle, &parsed.symbols))
    {
        Some(Err(error)) => drawing.lacks(&format!("no QR code: {error}")),
        code => drawing.item.code = code.and_then(Result::ok),
    }
    if !options.step && !options.answers {
        return Ok(drawing);
    }
    let verdict = Verdict::of(&parsed.puzzle, budget);
    if verdict.status.is_hopeless() {
        drawing.lacks("there is no solution");
        return Ok(drawing);
    }
    if options.answers {
        match verdict.only_solution() {
            Some(solution) => {
                let solved = Figure::solved(board.clone(), solution);
                drawing.item.answer = Some(solved.words(words));
            }
            None => drawing.lacks(answer_missing(verdict.status)),
        }
    }
    if options.step {
        let logic = verdict.found.sound(&Logic::new());
        match walk::next(&logic, &board, &verdict, budget)? {
            Ok(step) => drawing.item.figure = drawing.item.figure.step(step),
            Err(standing) => drawing.lacks(step_missing(standing)),
        }
    }
    Ok(drawing)
}

impl DrawnPuzzle {
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
