//! What is wrong with an input, where, and how to mend it, in words that a player understands.

use std::fmt;

use crate::format::Span;

/// A place in a file. Lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The first column.
    pub column: usize,
    /// How many characters the place is wide; at least 1.
    pub width: usize,
}

/// A place with the line it stands in and a few words about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub place: Place,
    /// The whole line, without its end.
    pub excerpt: String,
    /// What to say at that place.
    pub text: String,
}

/// The kinds of trouble an input can have, for programs that want to tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// There is nothing in it.
    Empty,
    /// It is not text.
    NotText,
    /// No form fits.
    UnknownForm,
    /// Too many or too few rows.
    Rows,
    /// Too many or too few cells in a row.
    Columns,
    /// A number of cells that fits no shape.
    Size,
    /// A symbol that is neither a value nor a blank.
    Symbol,
    /// A number that the board does not have.
    Range,
    /// Two ways to read the symbols.
    Ambiguous,
    /// The same value twice in a house.
    Twice,
    /// A cell without candidates.
    NoCandidate,
    /// The frame of a form (XML, JSON, a section, a column) is broken.
    Structure,
    /// Several puzzles, where one was expected.
    Several,
}

/// One thing that is wrong, with its places and a way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of trouble it is.
    pub kind: Kind,
    /// What is wrong: what was found and what was expected.
    pub message: String,
    /// Where; the first label is the main one.
    pub labels: Vec<Label>,
    /// How to mend it.
    pub help: String,
    /// What a word in the place of the puzzle replaces, where the text around it is sound.
    pub(super) field: Option<Field>,
}

/// The part of a piece's text that a word takes the place of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub span: Span,
    /// Whether the word needs quotation marks to keep the text well formed (JSON).
    pub quoted: bool,
}

impl Diagnostic {
    /// A diagnostic without a place; [`at`](Self::at) adds places.
    pub fn new(kind: Kind, message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
        Diagnostic {
            kind,
            message: message.into(),
            labels: Vec::new(),
            help: help.into(),
            field: None,
        }
    }

    /// Says that a word should replace this part of the piece and leave the rest alone.
    pub(super) fn in_field(self, span: Span) -> Diagnostic {
        let quoted = false;
        Diagnostic {
            field: Some(Field { span, quoted }),
            ..self
        }
    }

    /// Adds a place.
    pub fn at(
        mut self,
        place: Place,
        excerpt: impl Into<String>,
        text: impl Into<String>,
    ) -> Diagnostic {
        self.labels.push(Label {
            place,
            excerpt: excerpt.into(),
            text: text.into(),
        });
        self
    }

    /// The main place, if it has one.
    pub fn place(&self) -> Option<Place> {
        self.labels.first().map(|label| label.place)
    }
}

/// `line 3, column 5: …; help`, on one line.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place() {
            write!(f, "line {}, column {}: ", place.line, place.column)?;
        }
        f.write_str(&self.message)?;
        if !self.help.is_empty() {
            write!(f, " ({})", self.help)?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}

/// `1 row`, `2 rows`.
pub(super) fn counted(count: usize, thing: &str) -> String {
    match count {
        1 => format!("1 {thing}"),
        _ => format!("{count} {thing}s"),
    }
}
