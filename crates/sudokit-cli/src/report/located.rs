//! A puzzle in its file, and what is wrong with those on which no verb can work.

use serde::Serialize;
use sudokit::Problem;
use sudokit::format::{Content, Piece, Record};
use sudokit::solve::{End, Status};

use crate::report::{self, Exit};
use crate::terminal::messages::Messages;

/// A puzzle in its file.
#[derive(Clone, Copy)]
pub struct LocatedPuzzle<'a> {
    /// The file's name, as it was typed.
    pub file: &'a str,
    pub piece: &'a Piece,
    /// Whether it is the only one in its file.
    pub alone: bool,
}

impl<'a> LocatedPuzzle<'a> {
    /// How to speak of it.
    pub fn place(&self) -> String {
        report::place(self.file, self.piece, self.alone)
    }

    /// How to head a page about it.
    pub fn title(&self) -> String {
        match self.name() {
            Some(name) => format!("{}: {name}", self.place()),
            None => self.place(),
        }
    }

    /// The name that the file gives it.
    pub fn name(&self) -> Option<&'a str> {
        self.record().and_then(|record| record.name.as_deref())
    }

    /// What was read, if it could be.
    pub fn record(&self) -> Option<&'a Record> {
        match &self.piece.content {
            Content::Puzzle(record) => Some(record),
            _ => None,
        }
    }

    /// What so many solutions say about it, if the search for them ended like this.
    pub fn status(&self, count: u64, end: End) -> Status {
        match self.record() {
            Some(record) => Status::after(&record.puzzle, count, end),
            None => Status::Unreadable,
        }
    }

    /// How an object about it begins.
    pub fn head(&self, status: Status) -> JsonHead<'a> {
        JsonHead {
            file: self.file,
            line: self.piece.line,
            name: self.name(),
            status,
        }
    }
}

/// How every JSON object about a puzzle begins.
#[derive(Serialize)]
pub struct JsonHead<'a> {
    file: &'a str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    status: Status,
}

/// Why a puzzle cannot be worked on.
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
    pub fn tell(&self, messages: &Messages, file: &str, piece: &Piece) {
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

/// Works on the puzzle of a piece, unless it has a problem; text between puzzles is `None`.
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
