//! JSON: one puzzle, an array of puzzles, an object with `puzzles`, or one value per line.
//!
//! A puzzle is a string, an array of rows, an array of all cells, or an object with one of those
//! (see [`puzzle`]). JSON is never serialised again: the bytes of each cell are located in the
//! text, and an answer replaces those bytes.

mod puzzle;
mod value;

use crate::format::Piece;
use crate::format::forms::separated::Token;
use crate::format::read::pieces::Pieces;
use crate::format::read::segment::Segment;
use crate::problem::{Problem, ProblemCode};
use value::{Type, Value};

/// The fields of a document that contain its puzzles.
const COLLECTIONS: [&str; 3] = ["puzzles", "sudokus", "games"];

/// Splits a document into puzzles and the text between them.
pub(crate) fn split(segment: &Segment) -> Vec<Piece> {
    let mut pieces = Pieces::new(segment);
    let mark = match segment.text {
        [0xef, 0xbb, 0xbf, ..] => 3,
        _ => 0,
    };
    let body = &segment.text[mark..];
    if is_lines(body) {
        let mut start = mark;
        for line in body.split_inclusive(|byte| *byte == b'\n') {
            add_values(segment, start, line, &mut pieces);
            start += line.len();
        }
    } else {
        add_values(segment, mark, body, &mut pieces);
    }
    pieces.finish()
}

/// Returns whether each line is a value of its own, so that one broken line affects no other.
fn is_lines(body: &[u8]) -> bool {
    let lines = || {
        body.split(|byte| *byte == b'\n')
            .filter(|line| !line.trim_ascii().is_empty())
    };
    let is_value = |line: &&[u8]| Value::parse(line).is_ok();
    if lines().nth(1).is_none() {
        return false;
    }
    if lines().next().as_ref().is_some_and(is_value) {
        return true;
    }
    // The first line is broken or the start of a longer value: the others decide.
    Value::parse(body).is_err() && 2 * lines().filter(is_value).count() > lines().count()
}

/// Adds the consecutive values of a part of the document.
fn add_values(segment: &Segment, start: usize, part: &[u8], pieces: &mut Pieces) {
    let mut at = 0;
    loop {
        at += part[at..].len() - part[at..].trim_ascii_start().len();
        let rest = part[at..].trim_ascii_end();
        if rest.is_empty() {
            return;
        }
        match Value::first(rest) {
            Ok(value) => {
                add_value(segment, value, pieces);
                at += value.text().len();
            }
            Err(error) => {
                let range = start + at..start + at + rest.len();
                pieces.puzzle(range, |stretch| Err(broken(stretch, rest, &error)));
                return;
            }
        }
    }
}

fn broken(stretch: &Segment, rest: &[u8], error: &serde_json::Error) -> Problem {
    let lead = stretch.text.len() - rest.len();
    if let Err(error) = std::str::from_utf8(rest) {
        let at = lead + error.valid_up_to();
        return stretch.problem(
            ProblemCode::NotText,
            Token::plain(at, at + 1).span,
            "the text is not UTF-8",
            "here",
            "save it as UTF-8",
        );
    }
    // The parser counts lines from 1 and columns in bytes, with the line break as column 0.
    let line_start = match error.line() {
        0 | 1 => 0,
        line => memchr::memchr_iter(b'\n', rest)
            .nth(line - 2)
            .map_or(0, |at| at + 1),
    };
    let at = (line_start + error.column().saturating_sub(1)).min(rest.len() - 1);
    let message = error.to_string();
    let reason = message.split(" at line ").next().unwrap_or(&message);
    stretch.problem(
        ProblemCode::BrokenStructure,
        Token::plain(lead + at, lead + at + 1).span,
        format!("invalid JSON: {reason}"),
        "here",
        "check the brackets, quotation marks and commas",
    )
}

/// Adds the puzzle or puzzles of one top-level value.
fn add_value(segment: &Segment, value: Value, pieces: &mut Pieces) {
    let collection = match value.kind() {
        Type::Object => value
            .fields()
            .into_iter()
            .find(|(name, field)| {
                COLLECTIONS.contains(&name.as_str()) && field.kind() == Type::Array
            })
            .map(|(_, field)| field.items()),
        Type::Array => Some(value.items()).filter(|items| !puzzle::is_one(segment, items)),
        _ => None,
    };
    match collection {
        Some(items) => {
            for item in items {
                add_puzzle(segment, item, ",", pieces);
            }
        }
        None => add_puzzle(segment, value, "\n", pieces),
    }
}

fn add_puzzle(segment: &Segment, value: Value, separator: &'static str, pieces: &mut Pieces) {
    let Some(range) = value.range_in(segment.text) else {
        return;
    };
    pieces.puzzle(range, |stretch| {
        let mut record = puzzle::read(stretch, value)?;
        record.separator = separator;
        Ok(record)
    });
}

#[cfg(test)]
mod tests;
