//! The result of solving one puzzle, as text or as JSON.

use std::io;
use std::ops::ControlFlow;

use serde::Serialize;
use sudokit::Grid;
use sudokit::Problem;
use sudokit::format::{Content, Piece, Record};
use sudokit::solve::{End, Outcome, Statistics, Status};

use super::options::{SolveOptions, SolveOutput};
use super::{Resources, WantedSolutions};
use crate::report::located::PuzzleError;
use crate::report::{self, Costs, Exit};

/// The result of solving one puzzle.
pub struct SolveResult {
    pub status: Status,
    /// The output, unless it is written in another form.
    pub bytes: Vec<u8>,
    /// The solutions to be written in another form.
    pub solutions: Vec<Vec<u8>>,
    /// Why it is [broken](Status::RuleBroken) or [unreadable](Status::Unreadable).
    pub problem: Option<Problem>,
    /// Why the search ended.
    pub end: End,
    pub statistics: Statistics,
    /// The number of solutions found.
    pub count: u64,
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

    /// How many cells of the solution or the best attempt are filled, and how many there are.
    pub fn filled(&self) -> (usize, usize) {
        let values = self.attempt.as_ref().map_or(&[][..], Grid::values);
        let filled = values.iter().filter(|value| **value != 0).count();
        (filled, values.len())
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
    resources: Resources<'_>,
) -> Option<SolveResult> {
    // The order of several solutions is fixed only on a single thread.
    let threads = match options.solutions.wanted {
        WantedSolutions::UpTo(_) => 1,
        _ => resources.threads,
    };
    let resources = Resources {
        threads,
        ..resources
    };
    let (mut bytes, mut solutions) = (Vec::new(), Vec::new());
    let mut answer = search(options, source, piece, resources, &mut |part| {
        match part {
            Part::Text(text) => bytes.extend_from_slice(text),
            Part::Solution(values) => solutions.push(values.to_vec()),
        }
        Ok(())
    })
    .expect("writing to memory does not fail")?;
    answer.bytes = bytes;
    answer.solutions = solutions;
    Some(answer)
}

/// A part of the output for a puzzle.
pub enum Part<'a> {
    /// Text to write as it is.
    Text(&'a [u8]),
    /// A solution to write in another form.
    Solution(&'a [u8]),
}

/// Solves a piece that is a puzzle and writes its output as it comes.
///
/// # Errors
/// Those of `write`.
pub fn search(
    options: &SolveOptions,
    source: &str,
    piece: &Piece,
    resources: Resources<'_>,
    write: &mut (dyn FnMut(Part<'_>) -> io::Result<()> + Send),
) -> io::Result<Option<SolveResult>> {
    match &piece.content {
        Content::Verbatim => Ok(None),
        Content::Unreadable(problem) => {
            let answer = SolveResult::without_search(problem.clone().into());
            write(Part::Text(
                &answer.closing_text(options, source, piece, None, None),
            ))?;
            Ok(Some(answer))
        }
        Content::Puzzle(record) => {
            solve(options, source, piece, record, resources, write).map(Some)
        }
    }
}

fn solve(
    options: &SolveOptions,
    source: &str,
    piece: &Piece,
    record: &Record,
    resources: Resources<'_>,
    write: &mut (dyn FnMut(Part<'_>) -> io::Result<()> + Send),
) -> io::Result<SolveResult> {
    if let Some(problem) = piece.problem() {
        let answer = SolveResult::without_search(problem.into());
        write(Part::Text(&answer.closing_text(
            options,
            source,
            piece,
            Some(record),
            None,
        )))?;
        return Ok(answer);
    }
    let several_wanted =
        matches!(options.solutions.wanted, WantedSolutions::UpTo(limit) if limit > 1);
    let mut number = 0;
    let mut written = Ok(());
    let mut text = Vec::new();
    let ends_open = piece.text.last() != Some(&b'\n');
    let mut outcome = options.solutions.of(&record.puzzle, resources, |values| {
        number += 1;
        text.clear();
        match options.output {
            SolveOutput::InputForm => {
                if number > 1 {
                    let between = match record.separator() {
                        "" if ends_open => "\n",
                        between => between,
                    };
                    text.extend_from_slice(between.as_bytes());
                }
                record.write_values(&piece.text, values, &mut text);
            }
            SolveOutput::Json | SolveOutput::Csv if several_wanted => {
                let line = SolveLine::of_solution(source, piece, record, number, values);
                line.write(&options.output, &mut text);
            }
            _ => {}
        }
        written = match options.output {
            SolveOutput::Form(..) => write(Part::Solution(values)),
            _ => write(Part::Text(&text)),
        };
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    written?;
    let mut answer = SolveResult {
        status: Status::of(&record.puzzle, &outcome),
        bytes: Vec::new(),
        solutions: Vec::new(),
        problem: None,
        end: outcome.end,
        statistics: outcome.statistics,
        count: outcome.count,
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
    write(Part::Text(&answer.closing_text(
        options,
        source,
        piece,
        Some(record),
        Some(&outcome),
    )))?;
    answer.attempt = Some(outcome.attempt);
    Ok(answer)
}

impl SolveResult {
    fn without_search(error: PuzzleError) -> SolveResult {
        SolveResult {
            status: error.status,
            bytes: Vec::new(),
            solutions: Vec::new(),
            problem: Some(error.problem),
            end: End::Exhausted,
            statistics: Statistics::default(),
            count: 0,
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
        match &options.output {
            SolveOutput::InputForm => {}
            SolveOutput::Form(..) => return text,
            output @ (SolveOutput::Json | SolveOutput::Csv) => {
                SolveLine::of_status(source, piece, record, self, outcome).write(output, &mut text);
                return text;
            }
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

/// A line about a puzzle or one of its solutions, as JSON or as a row of a table.
#[derive(Serialize)]
struct SolveLine<'a> {
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

impl<'a> SolveLine<'a> {
    fn new(
        source: &'a str,
        piece: &Piece,
        record: Option<&'a Record>,
        status: Option<Status>,
    ) -> SolveLine<'a> {
        SolveLine {
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
    /// The line of one of several solutions.
    fn of_solution(
        source: &'a str,
        piece: &Piece,
        record: &'a Record,
        number: u64,
        values: &[u8],
    ) -> SolveLine<'a> {
        let grid = Grid::new(record.puzzle.shape().clone(), values.to_vec())
            .expect("a solution fits the shape of its puzzle");
        let mut line = SolveLine::new(source, piece, Some(record), None);
        line.number = Some(number);
        line.solution = Some(grid.to_string());
        line
    }

    /// The line with the status of a puzzle.
    fn of_status(
        source: &'a str,
        piece: &Piece,
        record: Option<&'a Record>,
        answer: &'a SolveResult,
        outcome: Option<&Outcome>,
    ) -> SolveLine<'a> {
        let mut line = SolveLine::new(source, piece, record, Some(answer.status));
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
        line
    }

    fn write(&self, output: &SolveOutput, out: &mut Vec<u8>) {
        match output {
            SolveOutput::Csv => out.extend(self.row()),
            _ => out.extend(report::json_line(self)),
        }
    }

    fn row(&self) -> Vec<u8> {
        let number = |number: Option<u64>| number.map(|n| n.to_string()).unwrap_or_default();
        let solution = self.solution.as_ref().or(self.attempt.as_ref());
        report::csv_row([
            self.file.to_string(),
            self.line.to_string(),
            self.name.unwrap_or_default().to_string(),
            self.status.map_or("", Status::name).to_string(),
            number(self.number),
            number(self.count),
            self.exact
                .map(|exact| exact.to_string())
                .unwrap_or_default(),
            solution.cloned().unwrap_or_default(),
            self.problem.map(|p| p.message.clone()).unwrap_or_default(),
        ])
        .expect("a row in memory can be written")
    }
}

/// The headings of the table. An unfinished attempt is in the column of the solution, with the
/// status `open`.
pub const HEADINGS: [&str; 9] = [
    "file", "line", "name", "status", "number", "count", "exact", "solution", "problem",
];
