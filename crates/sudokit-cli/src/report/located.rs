//! A puzzle with its place in a file, and the error of one that is unusable.

use serde::Serialize;
use sudokit::Problem;
use sudokit::format::{Content, Encoding, Piece, Record};
use sudokit::solve::{End, Status};

use crate::report::{self, Exit};
use crate::terminal::messages::Messages;

/// A puzzle with its place in a file.
#[derive(Clone, Copy)]
pub struct LocatedPuzzle<'a> {
    /// The name of the file, as typed.
    pub file: &'a str,
    pub piece: &'a Piece,
    /// Whether it is the only one in its file.
    pub alone: bool,
    /// The encoding of the file.
    pub encoding: Encoding,
}

impl<'a> LocatedPuzzle<'a> {
    /// Its name in messages.
    pub fn place(&self) -> String {
        report::place(self.file, self.piece, self.alone)
    }

    /// Its title on a page.
    pub fn title(&self) -> String {
        match self.name() {
            Some(name) => format!("{}: {name}", self.place()),
            None => self.place(),
        }
    }

    /// Its name in the file.
    pub fn name(&self) -> Option<&'a str> {
        self.record().and_then(|record| record.name.as_deref())
    }

    /// The record, if it could be read.
    pub fn record(&self) -> Option<&'a Record> {
        match &self.piece.content {
            Content::Puzzle(record) => Some(record),
            _ => None,
        }
    }

    /// Its status, given the number of solutions found and the end of the search.
    pub fn status(&self, count: u64, end: End) -> Status {
        match self.record() {
            Some(record) => Status::after(&record.puzzle, count, end),
            None => Status::Unreadable,
        }
    }

    /// The start of a row about it in a CSV table: file, line and name.
    pub fn csv_head(&self) -> [String; 3] {
        [
            self.file.to_string(),
            self.piece.line.to_string(),
            self.name().unwrap_or_default().to_string(),
        ]
    }

    /// The start of a JSON object about it.
    pub fn head(&self, status: Status) -> JsonHead<'a> {
        JsonHead {
            file: self.file,
            line: self.piece.line,
            name: self.name(),
            status,
        }
    }
}

/// The start of every JSON object about a puzzle.
#[derive(Serialize)]
pub struct JsonHead<'a> {
    file: &'a str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    status: Status,
}

/// Why a puzzle is unusable.
pub struct PuzzleError {
    /// [`Status::RuleBroken`] or [`Status::Unreadable`].
    pub status: Status,
    /// What is wrong with it.
    pub problem: Problem,
}

/// The result of work on one puzzle.
pub type PuzzleResult<T> = Result<T, PuzzleError>;

impl From<Problem> for PuzzleError {
    fn from(problem: Problem) -> PuzzleError {
        PuzzleError {
            status: match problem.code.is_broken_rule() {
                true => Status::RuleBroken,
                false => Status::Unreadable,
            },
            problem,
        }
    }
}

impl PuzzleError {
    /// Prints the problem, with its place in the file.
    pub fn print(&self, messages: &Messages, file: &str, piece: &Piece) {
        messages.puzzle_problem(file, piece, &self.problem);
    }

    /// Returns the exit status that it causes.
    pub fn exit(&self) -> Exit {
        match self.status {
            Status::RuleBroken => Exit::Failed,
            _ => Exit::Trouble,
        }
    }
}

/// Returns the `problem` of a JSON object about a puzzle.
pub fn problem<T>(found: &PuzzleResult<T>) -> Option<&Problem> {
    found.as_ref().err().map(|error| &error.problem)
}

/// Processes the puzzle of a piece, unless it has a problem; `None` for text between puzzles.
pub fn examine<T>(piece: &Piece, work: impl FnOnce(&Record) -> T) -> Option<PuzzleResult<T>> {
    match &piece.content {
        Content::Verbatim => None,
        Content::Unreadable(problem) => Some(Err(problem.clone().into())),
        Content::Puzzle(record) => Some(match piece.problem() {
            None => Ok(work(record)),
            Some(problem) => Err(problem.into()),
        }),
    }
}
