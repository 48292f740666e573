//! Single damages: a line doubled, lost, cut or moved, a blank line, a character lost or doubled.
//!
//! A damaged text is still read as its puzzle, or is refused, or differs where it was damaged. If it
//! is read as another puzzle, nobody would notice.

use std::ops::Range;

use sudokit::Solver;
use sudokit::format::Content;

use crate::boards::Board;
use crate::{Case, Expected, pieces};

/// A damaged copy of a text.
pub struct Damaged {
    pub damage: String,
    pub text: Vec<u8>,
    /// The most cells that may differ.
    pub cells: usize,
}

/// Returns the lines of a text with their line ends.
fn line_ranges(text: &[u8]) -> Vec<Range<usize>> {
    let mut start = 0;
    let lines = text.split_inclusive(|byte| *byte == b'\n').map(|line| {
        let range = start..start + line.len();
        start = range.end;
        range
    });
    lines.collect()
}

/// Returns whether a line is part of a frame around a grid or between its boxes.
fn is_frame(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(line);
    let line = line.trim();
    let is_drawn = |c: char| ('\u{2500}'..='\u{257f}').contains(&c);
    let is_stroke = |c: char| "+-=|*:.'!".contains(c) || is_drawn(c);
    let is_corner = |c: char| "+=".contains(c) || is_drawn(c) && !"│┃║".contains(c);
    // The `+` of an added line is no corner.
    let corners = line.chars().filter(|c| is_corner(*c)).count();
    line.chars().all(is_stroke) && corners > 1
}

/// Returns every single damage of a text.
pub fn all(text: &str) -> Vec<Damaged> {
    let bytes = text.as_bytes();
    let mut damaged = Vec::new();
    let mut add = |damage: String, range: Range<usize>, new: &[u8], cells: usize| {
        let text = [&bytes[..range.start], new, &bytes[range.end..]].concat();
        if text != bytes {
            damaged.push(Damaged {
                damage,
                text,
                cells,
            });
        }
    };
    let lines = line_ranges(bytes);
    for (number, line) in lines.iter().enumerate() {
        let content = &bytes[line.clone()];
        let number = number + 1;
        // A line may be a single fact, and so a single cell.
        add(
            format!("line {number} doubled"),
            line.clone(),
            &content.repeat(2),
            1,
        );
        add(format!("line {number} lost"), line.clone(), b"", 1);
        add(
            format!("blank line before line {number}"),
            line.start..line.start,
            b"\n",
            0,
        );
        let next = lines
            .get(number)
            .map_or(&[][..], |next| &bytes[next.clone()]);
        let both = line.start..line.end + next.len();
        if content.ends_with(b"\n") && next.ends_with(b"\n") && !next.is_empty() {
            // Two rows that change places are a different puzzle.
            if is_frame(content) || is_frame(next) {
                add(
                    format!("lines {number} and {} swapped", number + 1),
                    both,
                    &[next, content].concat(),
                    0,
                );
            }
        }
        let half = content.trim_ascii_end().len() / 2;
        let shown = text.get(line.start..line.start + half).is_some();
        if shown {
            let end = line.start + content.trim_ascii_end().len();
            add(format!("line {number} cut"), line.start + half..end, b"", 1);
        }
    }
    let mut line = 0;
    for (at, character) in text.char_indices() {
        while lines[line].end <= at {
            line += 1;
        }
        let column = text[lines[line].start..at].chars().count() + 1;
        if character == '\n' {
            continue;
        }
        let range = at..at + character.len_utf8();
        let place = format!("{character:?} in line {}, column {column}", line + 1);
        add(format!("{place} lost"), range.clone(), b"", 2);
        let twice = character.to_string().repeat(2);
        add(format!("{place} doubled"), range, twice.as_bytes(), 2);
    }
    damaged
}

/// Returns what a damaged text was misread as. In a text with spaces as cells and without those at
/// the ends of its lines, a lost character moves the cells behind it, and nothing shows it.
pub fn misread(board: Board, positional: bool, damaged: &Damaged) -> Option<String> {
    let expected = board.values();
    let solution = Solver::new().solve(&board.puzzle()).solution;
    // What is left of a line with both may be the solution alone.
    let is_solution = |found: &[u8]| solution.as_ref().is_some_and(|s| s.values() == found);
    let mut wrong = None;
    for piece in pieces(&damaged.text) {
        match piece.content {
            Content::Verbatim => {}
            Content::Unreadable(_) => return None,
            Content::Puzzle(record) => {
                let (shape, found) = (record.puzzle.shape(), record.puzzle.values());
                let differs = |at: &usize| expected[*at] != found[*at];
                let is_right = shape == &board.shape() && {
                    let places: Vec<usize> = (0..expected.len()).filter(differs).collect();
                    let row = |place: &usize| place / board.size();
                    let in_one_row = places.windows(2).all(|pair| row(&pair[0]) == row(&pair[1]));
                    let may_move = positional && damaged.cells > 0 && in_one_row;
                    places.len() <= damaged.cells || may_move
                };
                if !is_right && !is_solution(found) {
                    wrong.get_or_insert(format!("read as {shape} {}", record.puzzle));
                }
            }
        }
    }
    wrong
}

/// Returns the text and the board of a case whose damages can be told.
pub fn subject(case: &Case) -> Option<(&str, Board)> {
    let board = match case.expected {
        Expected::Read(board) => board,
        _ => return None,
    };
    Some((std::str::from_utf8(&case.bytes).ok()?, board))
}
