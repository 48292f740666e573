//! A puzzle with its place in a file, and the error of one that is unusable.

use serde::Serialize;
use sudokit::RuleError;
use sudokit::format::{Content, Diagnostic, Piece, Record};
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
    /// The message in one line.
    pub detail: String,
    /// The message with its place and help.
    pub diagnostic: Diagnostic,
}

/// A result, or the error of an unusable puzzle.
pub type PuzzleResult<T> = Result<T, PuzzleError>;

impl PuzzleError {
    /// The error of an unreadable puzzle.
    pub fn unreadable(diagnostic: &Diagnostic) -> PuzzleError {
        PuzzleError {
            status: Status::Unreadable,
            detail: diagnostic.message.clone(),
            diagnostic: diagnostic.clone(),
        }
    }

    /// The error of a puzzle that breaks a rule.
    pub fn broken(piece: &Piece, record: &Record, error: &RuleError) -> PuzzleError {
        PuzzleError {
            status: Status::RuleBroken,
            detail: report::rule_words(record, error),
            diagnostic: record.rule_diagnostic(&piece.text, piece.line, error),
        }
    }

    /// Writes the error, with the place in the file.
    pub fn print(&self, messages: &Messages, file: &str, piece: &Piece) {
        messages.diagnostic(file, piece, &self.diagnostic);
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self.status {
            Status::RuleBroken => Exit::Failed,
            _ => Exit::Trouble,
        }
    }
}

/// The error for JSON, with its place.
pub fn error<T>(found: &PuzzleResult<T>) -> Option<String> {
    let problem = found.as_ref().err();
    problem.map(|problem| problem.diagnostic.to_string())
}

/// Examines a piece; `None` for text between puzzles.
pub fn examine<T>(piece: &Piece, work: impl FnOnce(&Record) -> T) -> Option<PuzzleResult<T>> {
    match &piece.content {
        Content::Verbatim => None,
        Content::Unreadable(diagnostic) => Some(Err(PuzzleError::unreadable(diagnostic))),
        Content::Puzzle(record) => Some(match record.puzzle.check() {
            Ok(()) => Ok(work(record)),
            Err(error) => Err(PuzzleError::broken(piece, record, &error)),
        }),
    }
}
