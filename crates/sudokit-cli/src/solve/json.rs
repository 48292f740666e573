//! Answers as JSON, one object a line.

use serde::Serialize;
use sudokit::Grid;
use sudokit::format::{Piece, Record};
use sudokit::solve::{End, Outcome, Status};

use super::answer::Answer;
use crate::report::Costs;

#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    /// A line for one of many solutions has a number in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<Status>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attempt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<Costs>,
}

impl<'a> Line<'a> {
    fn new(
        source: &'a str,
        piece: &Piece,
        record: Option<&'a Record>,
        status: Option<Status>,
    ) -> Line<'a> {
        Line {
            file: source,
            line: piece.line,
            name: record.and_then(|record| record.name.as_deref()),
            status,
            number: None,
            count: None,
            exact: None,
            ended: None,
            solution: None,
            attempt: None,
            error: None,
            statistics: None,
        }
    }
}

/// One of several solutions that were asked for.
pub fn solution(
    source: &str,
    piece: &Piece,
    record: &Record,
    number: u64,
    values: &[u8],
    out: &mut Vec<u8>,
) {
    let grid = Grid::new(record.puzzle.shape().clone(), values.to_vec())
        .expect("a solution fits the shape of its puzzle");
    let mut line = Line::new(source, piece, Some(record), None);
    line.number = Some(number);
    line.solution = Some(grid.to_string());
    write(&line, out);
}

/// What became of a puzzle.
pub fn answer(
    source: &str,
    piece: &Piece,
    record: Option<&Record>,
    answer: &Answer,
    outcome: Option<&Outcome>,
    out: &mut Vec<u8>,
) {
    let mut line = Line::new(source, piece, record, Some(answer.status));
    line.error = answer.diagnostic.as_ref().map(ToString::to_string);
    if let Some(outcome) = outcome {
        line.count = Some(outcome.count);
        line.exact = Some(outcome.end == End::Exhausted);
        line.ended = Some(outcome.end.name());
        line.solution = outcome.solution.as_ref().map(Grid::to_string);
        if answer.status == Status::Open {
            line.attempt = Some(outcome.attempt.to_string());
        }
        line.statistics = Some(Costs::from(&outcome.statistics));
    }
    write(&line, out);
}

fn write(line: &Line<'_>, out: &mut Vec<u8>) {
    serde_json::to_writer(&mut *out, line).expect("plain data always becomes JSON");
    out.push(b'\n');
}
