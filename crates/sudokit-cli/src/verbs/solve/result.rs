//! The result of solving one puzzle, as text or as JSON.

use std::io;
use std::ops::ControlFlow;

use serde::Serialize;
use sudokit::Grid;
use sudokit::Problem;
use sudokit::format::{Content, Piece, Record};
use sudokit::solve::{End, Outcome, Statistics, Status};

use super::WantedSolutions;
use super::options::SolveOptions;
use crate::report::located::PuzzleError;
use crate::report::{self, Costs, Exit};

/// The result of solving one puzzle.
pub struct SolveResult {
    pub status: Status,
    /// The output.
    pub bytes: Vec<u8>,
    /// Why it is [broken](Status::RuleBroken) or [unreadable](Status::Unreadable).
    pub problem: Option<Problem>,
    /// Why the search ended.
    pub end: End,
    pub statistics: Statistics,
    /// The solution or the best attempt.
    pub attempt: Option<Grid>,
}

impl SolveResult {
    /// Whether it needs a message even among many.
    pub fn is_remarkable(&self) -> bool {
        matches!(
            self.status,
            Status::NoSolution
                | Status::RuleBroken
                | Status::Unreadable
                | Status::Solved
                | Status::Open
        )
    }

    /// The exit code.
    pub fn exit(&self, wanted: WantedSolutions) -> Exit {
        match self.status {
            Status::Unreadable => Exit::Trouble,
            Status::NoSolution | Status::RuleBroken => Exit::Failed,
            Status::Several if wanted == WantedSolutions::Unique => Exit::Failed,
            // Uniqueness was not asked for.
            Status::Solved if wanted == WantedSolutions::One => Exit::Answered,
            _ => report::exit_of(self.end),
        }
    }
}

/// Solves a piece that is a puzzle and collects its output.
pub fn find(
    options: &SolveOptions,
    source: &str,
    piece: &Piece,
    threads: usize,
) -> Option<SolveResult> {
    // The order of several solutions is fixed only on a single thread.
    let threads = match options.solutions.wanted {
        WantedSolutions::UpTo(_) => 1,
        _ => threads,
    };
    let mut bytes = Vec::new();
    let mut answer = search(options, source, piece, threads, &mut |more| {
        bytes.extend_from_slice(more);
        Ok(())
    })
    .expect("writing to memory does not fail")?;
    answer.bytes = bytes;
    Some(answer)
}

/// Solves a piece that is a puzzle and writes its output as it comes.
///
/// # Errors
/// Those of `write`.
pub fn search(
    options: &SolveOptions,
    source: &str,
    piece: &Piece,
    threads: usize,
    write: &mut (dyn FnMut(&[u8]) -> io::Result<()> + Send),
) -> io::Result<Option<SolveResult>> {
    match &piece.content {
        Content::Verbatim => Ok(None),
        Content::Unreadable(problem) => {
            let answer = SolveResult::without_search(problem.clone().into());
            write(&answer.closing_text(options, source, piece, None, None))?;
            Ok(Some(answer))
        }
        Content::Puzzle(record) => solve(options, source, piece, record, threads, write).map(Some),
    }
}

fn solve(
    options: &SolveOptions,
    source: &str,
    piece: &Piece,
    record: &Record,
    threads: usize,
    write: &mut (dyn FnMut(&[u8]) -> io::Result<()> + Send),
) -> io::Result<SolveResult> {
    if let Some(problem) = piece.problem() {
        let answer = SolveResult::without_search(problem.into());
        write(&answer.closing_text(options, source, piece, Some(record), None))?;
        return Ok(answer);
    }
    let several_wanted =
        matches!(options.solutions.wanted, WantedSolutions::UpTo(limit) if limit > 1);
    let mut number = 0;
    let mut written = Ok(());
    let mut text = Vec::new();
    let ends_open = piece.text.last() != Some(&b'\n');
    let mut outcome = options.solutions.of(&record.puzzle, threads, |values| {
        number += 1;
        text.clear();
        if !options.json {
            if number > 1 {
                let between = match record.separator() {
                    "" if ends_open => "\n",
                    between => between,
                };
                text.extend_from_slice(between.as_bytes());
            }
            record.write_values(&piece.text, values, &mut text);
        } else if several_wanted {
            solution(source, piece, record, number, values, &mut text);
        }
        written = write(&text);
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    written?;
    let mut answer = SolveResult {
        status: Status::of(&record.puzzle, &outcome),
        bytes: Vec::new(),
        problem: None,
        end: outcome.end,
        statistics: outcome.statistics,
        attempt: None,
    };
    if options.solutions.wanted == WantedSolutions::Smallest {
        // One solution is reported, whatever is known of others.
        outcome.count = outcome.count.min(1);
        if outcome.end.is_early() {
            // Which solution is the smallest is not known.
            answer.status = Status::of(&record.puzzle, &outcome);
        }
    }
    write(&answer.closing_text(options, source, piece, Some(record), Some(&outcome)))?;
    answer.attempt = Some(outcome.attempt);
    Ok(answer)
}

impl SolveResult {
    fn without_search(error: PuzzleError) -> SolveResult {
        SolveResult {
            status: error.status,
            bytes: Vec::new(),
            problem: Some(error.problem),
            end: End::Exhausted,
            statistics: Statistics::default(),
            attempt: None,
        }
    }

    /// The output after the solutions, or instead of them.
    fn closing_text(
        &self,
        options: &SolveOptions,
        source: &str,
        piece: &Piece,
        record: Option<&Record>,
        outcome: Option<&Outcome>,
    ) -> Vec<u8> {
        let mut text = Vec::new();
        if options.json {
            answer(source, piece, record, self, outcome, &mut text);
            return text;
        }
        match (self.status, record, outcome) {
            (Status::Unreadable, ..) => piece.write_word("Invalid", &mut text),
            (Status::RuleBroken, Some(record), _) => {
                record.write_word(&piece.text, "Invalid", &mut text);
            }
            (Status::NoSolution, Some(record), _) => {
                record.write_word(&piece.text, "No Solution", &mut text);
            }
            (Status::Open, Some(record), Some(outcome)) => {
                record.write_values(&piece.text, outcome.attempt.values(), &mut text);
            }
            _ => {}
        }
        text
    }
}

#[derive(Serialize)]
struct SolveJson<'a> {
    file: &'a str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    /// Absent in lines for one of several solutions, which have a number.
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
    problem: Option<&'a Problem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<Costs>,
}

impl<'a> SolveJson<'a> {
    fn new(
        source: &'a str,
        piece: &Piece,
        record: Option<&'a Record>,
        status: Option<Status>,
    ) -> SolveJson<'a> {
        SolveJson {
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
            problem: None,
            statistics: None,
        }
    }
}

/// One of several solutions.
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
    let mut line = SolveJson::new(source, piece, Some(record), None);
    line.number = Some(number);
    line.solution = Some(grid.to_string());
    write(&line, out);
}

/// The status of a puzzle.
pub fn answer(
    source: &str,
    piece: &Piece,
    record: Option<&Record>,
    answer: &SolveResult,
    outcome: Option<&Outcome>,
    out: &mut Vec<u8>,
) {
    let mut line = SolveJson::new(source, piece, record, Some(answer.status));
    line.problem = answer.problem.as_ref();
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

fn write(line: &SolveJson<'_>, out: &mut Vec<u8>) {
    serde_json::to_writer(&mut *out, line).expect("plain data serializes to JSON");
    out.push(b'\n');
}
