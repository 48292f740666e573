//! Text without a frame: lines and rows.

use super::super::candidates;
use super::style::Style;
use crate::puzzle::Puzzle;

/// All cells in one line.
pub(super) fn line(puzzle: &Puzzle, style: &Style, out: &mut String) {
    push_run(puzzle.values(), style, "", out);
    out.push('\n');
}

/// The cells one after the other, with something between them.
pub(super) fn push_run(values: &[u8], style: &Style, between: &str, out: &mut String) {
    for (cell, value) in values.iter().enumerate() {
        if cell > 0 {
            out.push_str(between);
        }
        out.push_str(&style.cell(*value));
    }
}

/// For each cell as many characters as there are values: a candidate's symbol, or a blank.
pub(super) fn candidate_line(puzzle: &Puzzle, style: &Style, out: &mut String) {
    for mask in candidates::left(puzzle) {
        for value in 1..=puzzle.shape().size() as u8 {
            let is_candidate = mask >> (value - 1) & 1 == 1;
            out.push_str(&style.cell(if is_candidate { value } else { 0 }));
        }
    }
    out.push('\n');
}

/// A line for each row; columns line up where blanks separate them.
pub(super) fn rows(puzzle: &Puzzle, style: &Style, between: &str, out: &mut String) {
    push_rows(puzzle.values(), puzzle.shape().size(), style, between, out);
}

/// [`rows`] of values that are not a puzzle's own.
pub(super) fn push_rows(
    values: &[u8],
    size: usize,
    style: &Style,
    between: &str,
    out: &mut String,
) {
    for row in values.chunks(size) {
        for (column, value) in row.iter().enumerate() {
            if column > 0 {
                out.push_str(between);
            }
            match between {
                " " => out.push_str(&style.aligned(*value)),
                _ => out.push_str(&style.cell(*value)),
            }
        }
        out.push('\n');
    }
}
