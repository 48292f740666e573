//! Prepares one puzzle for drawing.

use sudokit::logic::{Board, Logic, NoStep, Words};
use sudokit::solve::Status;
use sudokit_render::{BookletPuzzle, Figure};

use super::super::position;
use super::options::RenderOptions;
use crate::budget::Budget;
use crate::error::ApiError;
use crate::puzzle_input::ParsedPuzzle;

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
    let words = Words::new(&board)
        .coordinates(options.coordinates.unwrap_or_default())
        .symbols(parsed.symbols.clone());
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
    let position = position::examine(&parsed.puzzle, &Logic::new(), budget);
    let status = position.status();
    if status.is_hopeless() {
        drawing.note("the puzzle has no solution");
        return Ok(drawing);
    }
    if options.answers {
        match position.only_solution() {
            Some(solution) => {
                let solved = Figure::solved(board.clone(), solution);
                drawing.item.answer = Some(solved.words(words));
            }
            None => drawing.note(answer_missing(status)),
        }
    }
    if options.step {
        match position.next_step() {
            Ok(step) => drawing.item.figure = drawing.item.figure.step(step),
            Err(end) => match position::error(end) {
                Some(error) => return Err(error),
                None => drawing.note(step_missing(end)),
            },
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
        Status::Several => "no answer because the puzzle has several solutions",
        _ => "no answer because the search took too long",
    }
}

fn step_missing(end: NoStep) -> &'static str {
    match end {
        NoStep::Solved => "no step because the puzzle is solved",
        _ => "no step because no known technique applies",
    }
}
