//! The forms: their names, and one file per form or family of forms.

pub(crate) mod cells;
pub(crate) mod companions;
pub(crate) mod grid;
pub(crate) mod hodoku;
#[cfg(feature = "formats")]
pub(crate) mod json;
pub(crate) mod line;
pub(crate) mod list;
#[cfg(feature = "formats")]
pub(crate) mod opensudoku;
pub(crate) mod sdk;
pub(crate) mod separated;
pub(crate) mod table;

use std::fmt;
use std::str::FromStr;

use crate::format::Piece;
use crate::format::read::segment::Segment;
use crate::problem::{Problem, ProblemCode};

/// A file form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// One line of symbols per puzzle, with any columns around it (`.sdm`, forum collections).
    Line,
    /// One line of n³ characters, n for each cell: the candidates of a Sukaku.
    CandidateLine,
    /// Rows of symbols without separators (`.msk`, bare `.sdk` and `.ss`).
    Rows,
    /// Rows of symbols separated by spaces.
    Spaced,
    /// Rows of cells separated by commas, semicolons or tabs.
    Csv,
    /// Rows in a frame with spaces between the cells: `| 5 3 X |`.
    Boxed,
    /// Rows in a frame without spaces: `|53.|`.
    SimpleSudoku,
    /// A framed grid in which each cell lists its candidates.
    Pencilmarks,
    /// Sections with the headers `[Puzzle]`, `[State]`, `[PencilMarks]`.
    Sdk,
    /// HoDoKu's library lines, `:0000:x:<grid>:<deleted candidates>::`.
    Hodoku,
    /// OpenSudoku's XML.
    OpenSudoku,
    /// A table with a header, a column of puzzles and optionally one of solutions.
    Table,
    /// JSON: a document, or one value per line.
    Json,
    /// `name n box_rows box_columns v1 … vn²`, one puzzle per line.
    List,
}

impl Form {
    /// Every form with its names; the first one is the main name.
    pub const ALL: [(Form, &'static [&'static str]); 14] = [
        (Form::Line, &["line", "sdm"]),
        (Form::CandidateLine, &["candidates", "sukaku"]),
        (Form::Rows, &["rows", "msk"]),
        (Form::Spaced, &["spaced"]),
        (Form::Csv, &["csv"]),
        (Form::Boxed, &["boxed"]),
        (Form::SimpleSudoku, &["simple-sudoku", "ss"]),
        (Form::Pencilmarks, &["pencilmarks", "pm"]),
        (Form::Sdk, &["sdk"]),
        (Form::Hodoku, &["hodoku"]),
        (Form::OpenSudoku, &["opensudoku", "xml"]),
        (Form::Table, &["table", "kaggle"]),
        (Form::Json, &["json"]),
        (Form::List, &["list"]),
    ];

    /// Returns the main name of the form.
    pub fn name(self) -> &'static str {
        let entry = Form::ALL.iter().find(|(form, _)| *form == self);
        entry.map_or("", |(_, names)| names[0])
    }
}

/// Splits a document, a form that is read as a whole, into pieces.
pub(crate) fn split_document(form: Form, segment: &Segment) -> Result<Vec<Piece>, Problem> {
    match form {
        Form::Sdk => Ok(sdk::split(segment)),
        #[cfg(feature = "formats")]
        Form::Json => Ok(json::split(segment)),
        #[cfg(feature = "formats")]
        Form::OpenSudoku => Ok(opensudoku::split(segment)),
        _ => Err(Problem::new(
            ProblemCode::UnsupportedForm,
            format!("this build does not support the {form} form"),
            "enable the feature `formats` of the crate sudokit",
        )),
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a name that no form has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a form")]
pub struct UnknownForm(String);

impl FromStr for Form {
    type Err = UnknownForm;

    fn from_str(name: &str) -> Result<Form, UnknownForm> {
        let wanted = name.to_ascii_lowercase();
        Form::ALL
            .iter()
            .find(|(_, names)| names.contains(&wanted.as_str()))
            .map(|(form, _)| *form)
            .ok_or_else(|| UnknownForm(name.to_string()))
    }
}
