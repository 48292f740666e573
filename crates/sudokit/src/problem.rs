//! What is wrong with a puzzle or a file, where, and how to fix it.
//!
//! Everything that reads puzzles reports a [`Problem`]: text that cannot be read, and positions
//! that break a rule. Its [`Display`](fmt::Display) is one line of text. As JSON (with the feature
//! `serde`) it is one object:
//!
//! | field | |
//! |---|---|
//! | `code` | a [`ProblemCode`] in kebab case |
//! | `message` | what was found and what was expected |
//! | `line`, `column` | the place in the file, from 1; left out if there is none |
//! | `help` | how to fix it; left out if there is nothing to suggest |
//!
//! ```
//! use sudokit::{ProblemCode, Puzzle};
//!
//! let problem = "1...\n..2.\n.3.?\n...x4\n".parse::<Puzzle>().unwrap_err();
//! assert_eq!(problem.code, ProblemCode::RowLength);
//! assert_eq!(problem.code.to_string(), "row-length");
//! assert_eq!(problem.place().map(|place| place.line), Some(4));
//! ```

use std::fmt;

use crate::format::{Span, Symbols};
use crate::puzzle::RuleError;
use crate::shape::Shape;

/// A place in a file. Lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The first column.
    pub column: usize,
    /// The width in characters, at least 1.
    pub width: usize,
}

/// A place with the line around it and a few words about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub place: Place,
    /// The line, without its line end.
    pub excerpt: String,
    /// The column at which the excerpt starts: 1, or more if the line is too long to be shown.
    pub excerpt_column: usize,
    /// What to say at that place.
    pub text: String,
}

/// The kinds of problems.
///
/// The names in kebab case, as [`as_str`](Self::as_str) returns them and JSON has them, are
/// stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProblemCode {
    /// `no-puzzle`: the text is empty, or contains no puzzle.
    NoPuzzle,
    /// `several-puzzles`: the text contains several puzzles where one was expected.
    SeveralPuzzles,
    /// `not-text`: the input is not UTF-8 text.
    NotText,
    /// `other-form`: the input has another form than the one that was named.
    OtherForm,
    /// `row-count`: a grid has too many or too few rows.
    RowCount,
    /// `row-length`: a row has too many or too few cells.
    RowLength,
    /// `board-size`: the number of cells, or the named shape, fits no board.
    BoardSize,
    /// `unknown-symbol`: a symbol is neither a value nor a blank.
    UnknownSymbol,
    /// `value-range`: a value is larger than the board allows.
    ValueRange,
    /// `ambiguous-symbols`: the symbols can be read in two ways.
    AmbiguousSymbols,
    /// `broken-structure`: the syntax of a form (XML, JSON, a section, a column) is broken.
    BrokenStructure,
    /// `unsupported-form`: the form needs a feature that is not enabled.
    UnsupportedForm,
    /// `duplicate-value`: a value appears twice in a house.
    DuplicateValue,
    /// `no-candidate`: an empty cell has no candidates.
    NoCandidate,
    /// `wrong-solution`: the solution that the file itself gives is not one.
    WrongSolution,
}

impl ProblemCode {
    /// Returns the name in kebab case.
    pub fn as_str(self) -> &'static str {
        match self {
            ProblemCode::NoPuzzle => "no-puzzle",
            ProblemCode::SeveralPuzzles => "several-puzzles",
            ProblemCode::NotText => "not-text",
            ProblemCode::OtherForm => "other-form",
            ProblemCode::RowCount => "row-count",
            ProblemCode::RowLength => "row-length",
            ProblemCode::BoardSize => "board-size",
            ProblemCode::UnknownSymbol => "unknown-symbol",
            ProblemCode::ValueRange => "value-range",
            ProblemCode::AmbiguousSymbols => "ambiguous-symbols",
            ProblemCode::BrokenStructure => "broken-structure",
            ProblemCode::UnsupportedForm => "unsupported-form",
            ProblemCode::DuplicateValue => "duplicate-value",
            ProblemCode::NoCandidate => "no-candidate",
            ProblemCode::WrongSolution => "wrong-solution",
        }
    }

    /// Returns whether the puzzle can be read but breaks a rule.
    pub fn is_broken_rule(self) -> bool {
        matches!(self, ProblemCode::DuplicateValue | ProblemCode::NoCandidate)
    }
}

impl fmt::Display for ProblemCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One thing that is wrong with a puzzle or a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The kind of problem, for programs.
    pub code: ProblemCode,
    /// What is wrong: what was found and what was expected.
    pub message: String,
    /// Where; the first label is the main one.
    pub labels: Vec<Label>,
    /// How to fix it; may be empty.
    pub help: String,
    /// The part of the piece's text that a word replaces, if the text around it is sound.
    pub(crate) field: Option<Field>,
}

/// The part of a piece's text that a word such as `Invalid` replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub span: Span,
    /// Whether the word needs quotation marks to keep the text well formed (JSON).
    pub quoted: bool,
}

impl Problem {
    /// Creates a problem without a place; [`at`](Self::at) adds places.
    pub fn new(code: ProblemCode, message: impl Into<String>, help: impl Into<String>) -> Problem {
        Problem {
            code,
            message: message.into(),
            labels: Vec::new(),
            help: help.into(),
            field: None,
        }
    }

    /// Describes a broken rule on a board of this shape, with values written in these symbols.
    ///
    /// Without a text there are no places:
    /// [`Piece::problem`](crate::format::Piece::problem) and
    /// [`Record::rule_problem`](crate::format::Record::rule_problem) add those of the cells.
    pub fn broken_rule(error: &RuleError, shape: &Shape, symbols: &Symbols) -> Problem {
        match error {
            RuleError::Twice {
                value,
                house,
                cells,
            } => {
                let house = shape.houses().get(*house);
                let house = house.map_or_else(|| "a house".to_string(), ToString::to_string);
                let symbol = symbols.symbol(*value);
                let [first, second] = cells.map(|cell| cell_name(shape, cell));
                Problem::new(
                    ProblemCode::DuplicateValue,
                    format!("{symbol} appears twice in {house}, at {first} and {second}"),
                    "change or clear one of the two cells",
                )
            }
            RuleError::NoCandidate { cell } => Problem::new(
                ProblemCode::NoCandidate,
                format!("{} has no candidates", cell_name(shape, *cell)),
                "give it at least one candidate, or a value",
            ),
        }
    }

    /// Adds a place.
    #[must_use]
    pub fn at(
        mut self,
        place: Place,
        excerpt: impl Into<String>,
        text: impl Into<String>,
    ) -> Problem {
        self.labels.push(Label {
            place,
            excerpt: excerpt.into(),
            excerpt_column: 1,
            text: text.into(),
        });
        self
    }

    /// Moves the labels on a line to the right, by the characters before the text they were made
    /// from.
    pub(crate) fn moved(mut self, line: usize, columns: usize) -> Problem {
        for label in &mut self.labels {
            if label.place.line == line {
                label.place.column += columns;
                label.excerpt_column += columns;
            }
        }
        self
    }

    /// Returns the main place, if there is one.
    pub fn place(&self) -> Option<Place> {
        self.labels.first().map(|label| label.place)
    }

    /// Makes a word replace this part of the piece and leave the rest unchanged.
    pub(crate) fn in_field(self, span: Span) -> Problem {
        let quoted = false;
        Problem {
            field: Some(Field { span, quoted }),
            ..self
        }
    }
}

/// `r3c5`: row and column, from 1.
pub(crate) fn cell_name(shape: &Shape, cell: usize) -> String {
    format!("r{}c{}", shape.row(cell) + 1, shape.column(cell) + 1)
}

/// `line 3, column 5: message (help)`, on one line.
impl fmt::Display for Problem {
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

impl std::error::Error for Problem {}

#[cfg(feature = "serde")]
impl serde::Serialize for ProblemCode {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Problem {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;

        let place = self.place();
        let help = Some(&self.help).filter(|help| !help.is_empty());
        let fields = 2 + 2 * usize::from(place.is_some()) + usize::from(help.is_some());
        let mut object = serializer.serialize_struct("Problem", fields)?;
        object.serialize_field("code", &self.code)?;
        object.serialize_field("message", &self.message)?;
        if let Some(place) = place {
            object.serialize_field("line", &place.line)?;
            object.serialize_field("column", &place.column)?;
        }
        if let Some(help) = help {
            object.serialize_field("help", help)?;
        }
        object.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Origin, Puzzle};

    #[cfg(all(feature = "serde", feature = "formats"))]
    #[test]
    fn json_and_text_have_the_same_content() {
        let place = Place {
            line: 3,
            column: 5,
            width: 2,
        };
        let problem = Problem::new(ProblemCode::UnknownSymbol, "a \"?\" here", "remove it");
        let placed = problem.clone().at(place, "..?", "this");
        assert_eq!(
            serde_json::to_string(&placed).unwrap(),
            r#"{"code":"unknown-symbol","message":"a \"?\" here","line":3,"column":5,"help":"remove it"}"#
        );
        assert_eq!(
            placed.to_string(),
            "line 3, column 5: a \"?\" here (remove it)"
        );
        assert_eq!(
            serde_json::to_string(&problem).unwrap(),
            r#"{"code":"unknown-symbol","message":"a \"?\" here","help":"remove it"}"#
        );
        let bare = Problem::new(ProblemCode::NoPuzzle, "nothing", "");
        assert_eq!(
            serde_json::to_string(&bare).unwrap(),
            r#"{"code":"no-puzzle","message":"nothing"}"#
        );
        assert_eq!(bare.to_string(), "nothing");
    }

    #[test]
    fn broken_rules_name_house_and_cells() {
        let shape = Shape::with_size(16).unwrap();
        let mut puzzle = Puzzle::new(shape.clone());
        puzzle.set(0, 11, Origin::Given);
        puzzle.set(15, 11, Origin::Given);
        let error = puzzle.check().unwrap_err();
        let problem = Problem::broken_rule(&error, &shape, &Symbols::FromOne);
        assert_eq!(
            problem.message,
            "B appears twice in row 1, at r1c1 and r1c16"
        );
        assert!(problem.code.is_broken_rule() && problem.place().is_none());

        let error = RuleError::NoCandidate { cell: 17 };
        let problem = Problem::broken_rule(&error, &shape, &Symbols::FromOne);
        assert_eq!(problem.message, "r2c2 has no candidates");
        assert_eq!(problem.code, ProblemCode::NoCandidate);
        assert!(!ProblemCode::NoPuzzle.is_broken_rule());
    }
}
