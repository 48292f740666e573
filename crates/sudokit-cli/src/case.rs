//! A puzzle in its file, and what is wrong with those on which no verb can work.

use serde::Serialize;
use sudokit::Problem as Diagnostic;
use sudokit::RuleError;
use sudokit::format::{Content, Piece, Record};
use sudokit::solve::{End, Status};

use crate::exit::Exit;
use crate::report;
use crate::talk::Talk;

/// A puzzle in its file.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    /// The file's name, as it was typed.
    pub file: &'a str,
    pub piece: &'a Piece,
    /// Whether it is the only one in its file.
    pub alone: bool,
}

impl<'a> Case<'a> {
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
    pub fn head(&self, status: Status) -> Head<'a> {
        Head {
            file: self.file,
            line: self.piece.line,
            name: self.name(),
            status,
        }
    }
}

/// How every JSON object about a puzzle begins.
#[derive(Serialize)]
pub struct Head<'a> {
    file: &'a str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    status: Status,
}

/// Why there is no work to be done on a puzzle.
pub struct Trouble {
    /// [`Status::RuleBroken`] or [`Status::Unreadable`].
    pub status: Status,
    /// In one line.
    pub detail: String,
    /// With its place and the way out.
    pub diagnostic: Diagnostic,
}

/// What came of a puzzle.
pub type Found<T> = Result<T, Trouble>;

impl Trouble {
    /// What cannot be read.
    pub fn unreadable(diagnostic: &Diagnostic) -> Trouble {
        Trouble {
            status: Status::Unreadable,
            detail: diagnostic.message.clone(),
            diagnostic: diagnostic.clone(),
        }
    }

    /// What breaks a rule.
    pub fn broken(piece: &Piece, record: &Record, error: &RuleError) -> Trouble {
        Trouble {
            status: Status::RuleBroken,
            detail: report::rule_words(record, error),
            diagnostic: record.rule_problem(&piece.text, piece.line, error),
        }
    }

    /// Says what is wrong, with the place in the file.
    pub fn tell(&self, talk: &Talk, file: &str, piece: &Piece) {
        talk.diagnostic(file, piece, &self.diagnostic);
    }

    /// What it means for the run.
    pub fn exit(&self) -> Exit {
        match self.status {
            Status::RuleBroken => Exit::Failed,
            _ => Exit::Trouble,
        }
    }
}

/// What programs read of a trouble, with its place.
pub fn error<T>(found: &Found<T>) -> Option<String> {
    let trouble = found.as_ref().err();
    trouble.map(|trouble| trouble.diagnostic.to_string())
}

/// What comes of a piece: nothing if it is text between puzzles.
pub fn examine<T>(piece: &Piece, work: impl FnOnce(&Record) -> T) -> Option<Found<T>> {
    match &piece.content {
        Content::Verbatim => None,
        Content::Unreadable(diagnostic) => Some(Err(Trouble::unreadable(diagnostic))),
        Content::Puzzle(record) => Some(match record.puzzle.check() {
            Ok(()) => Ok(work(record)),
            Err(error) => Err(Trouble::broken(piece, record, &error)),
        }),
    }
}
