//! Prepares one puzzle for drawing.

use sudokit::logic::{Board, Logic, Standing};
use sudokit::solve::Status;
use sudokit_render::{BookletPuzzle, Figure};

use super::options::RenderOptions;
use crate::api::puzzle_input::ParsedPuzzle;
use crate::api::verdict::Verdict;
use crate::api::walk;
use crate::error::ApiError;
use crate::queue::Budget;

/// A puzzle to draw, and notes about missing parts.
pub struct DrawnPuzzle {
    pub item: BookletPuzzle,
    pub notes: Vec<String>,
}

/// Prepares a puzzle, with its solution and its next step if requested.
///
/// # Errors
/// If the time is up before the step is found.
pub fn draw(
    options: &RenderOptions,
    parsed: ParsedPuzzle,
    budget: &Budget,
) -> Result<DrawnPuzzle, ApiError> {
    let board = Board::new(&parsed.puzzle);
    let words = parsed.words(&board, options.coordinates);
    let figure = Figure::new(board.clone()).words(words.clone());
    let mut drawing = DrawnPuzzle {
        item: BookletPuzzle {
            figure: figure.candidates(options.show_candidates),
            answer: None,
            name: parsed.name.unwrap_or_default(),
            code: None,
        },
        notes: Vec::new(),
    };
    match options
        .qr
        .as_ref()
        .map(|page| page.qr_code(&parsed.puzzle, &parsed.symbols))
    {
        Some(Err(error)) => drawing.note(&format!("no QR code: {error}")),
        code => drawing.item.code = code.and_then(Result::ok),
    }
    if !options.step && !options.answers {
        return Ok(drawing);
    }
    let verdict = Verdict::of(&parsed.puzzle, budget);
    if verdict.status.is_hopeless() {
        drawing.note("the puzzle has no solution");
        return Ok(drawing);
    }
    if options.answers {
        match verdict.only_solution() {
            Some(solution) => {
                let solved = Figure::solved(board.clone(), solution);
                drawing.item.answer = Some(solved.words(words));
            }
            None => drawing.note(answer_missing(verdict.status)),
        }
    }
    if options.step {
        let logic = verdict.found.sound(&Logic::new());
        match walk::next(&logic, &board, &verdict, budget)? {
            Ok(step) => drawing.item.figure = drawing.item.figure.step(step),
            Err(standing) => drawing.note(step_missing(standing)),
        }
    }
    Ok(drawing)
}

impl DrawnPuzzle {
    fn note(&mut self, note: &str) {
        self.notes.push(note.to_string());
    }
}

fn answer_missing(status: Status) -> &'static str {
    match status {
        Status::Several => "no answer: the puzzle has several solutions",
        _ => "no answer: the search took too long",
    }
}

fn step_missing(standing: Standing) -> &'static str {
    match standing {
        Standing::Solved => "no step: the puzzle is solved",
        _ => "no step: no known technique applies",
    }
}
