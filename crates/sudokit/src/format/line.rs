//! Puzzles that stand in one line: a run of symbols, whatever columns around it.

use super::alphabet::{Alphabet, Hints, Tally, Undecided};
use super::cells::Cells;
use super::sizes::{Board, board_of, nearest_size, shape_of, size_of};
use super::unit::{Unit, characters};
use super::{Diagnostic, Form, Kind, ReadOptions, Record, Span};

/// Reads the symbols of a span, one character each, as a puzzle: its cells, or the candidates of
/// its cells.
pub(super) fn read_run(unit: &Unit, span: Span) -> Result<Record, Diagnostic> {
    let count = characters(unit.bytes(span)).count();
    let Some(board) = board_of(count, unit.options.shape.as_ref()) else {
        return Err(wrong_length(unit, span, count));
    };
    let start = span.start as usize;
    let mut starts: Vec<usize> = characters(unit.bytes(span))
        .map(|(at, _)| start + at)
        .collect();
    starts.push(span.end as usize);
    let width = match board {
        Board::Cells(_) => 1,
        Board::Candidates(size) => size,
    };
    let ends = starts.iter().step_by(width);
    let spans = ends.clone().zip(ends.skip(1));
    let cells = Cells {
        size: board.size(),
        spans: spans.map(|(start, end)| Span::new(*start, *end)).collect(),
        field: span,
        form: match board {
            Board::Cells(_) => Form::Line,
            Board::Candidates(_) => Form::CandidateLine,
        },
    };
    match board {
        Board::Cells(_) => cells.characters(unit),
        Board::Candidates(_) => cells.candidates(unit),
    }
}

/// How many symbols there are and how many there should be.
fn wrong_length(unit: &Unit, span: Span, count: usize) -> Diagnostic {
    let (size, asked) = match &unit.options.shape {
        Some(shape) => (shape.size(), format!(" (--shape {shape})")),
        None => (nearest_size(count), String::new()),
    };
    let cells = size * size;
    let symbols = if count == 1 { "symbol" } else { "symbols" };
    let help = match count < cells {
        true => "add what is missing; write 0 or . for an open cell",
        false => "take out what is too much",
    };
    unit.error(
        Kind::Size,
        span,
        format!("this line has {count} {symbols}; a {size}×{size} puzzle{asked} has {cells}"),
        format!("{count} {symbols}"),
        help,
    )
}
