//! The columns of the table of forms, and rows to start from.

use crate::format::Form;
use crate::format::write::Item;
use crate::shape::MAX_SIZE;

/// What other code needs to know about a form.
#[derive(Clone, Copy)]
pub(crate) struct FormInfo {
    pub form: Form,
    /// Its names; the first one is the main name.
    pub names: &'static [&'static str],
    /// What a file of this form is, in a few words.
    pub description: &'static str,

    /// Whether a reader can be told to expect this form.
    pub read: bool,
    /// Writes one puzzle, if the form can be written.
    pub write: Option<fn(&Item, &mut String)>,

    /// Whether it stores the name of a puzzle.
    pub name: bool,
    /// Whether it stores the solution of a puzzle.
    pub solution: bool,
    /// Whether it distinguishes placed values from givens.
    pub placed: bool,
    /// Whether it stores candidates.
    pub candidates: bool,
    /// Whether it stores boards other than 9×9.
    pub any_size: bool,
    /// The size of the largest board that it stores.
    pub largest: usize,
    /// What it tells about the shape of a board.
    pub shapes: ShapeText,

    /// How a file is laid out.
    pub layout: Layout,
    /// Whether other parts of the text refer to cells by their places.
    pub refers_to_cells: bool,
    /// How a cell is written.
    pub cells: CellText,
    /// How an empty cell is written.
    pub blanks: Blanks,
    /// Whether symbols and blank may be chosen; other programs have fixed ones.
    pub follows_options: bool,

    /// The text before the first puzzle of a file.
    pub opening: &'static str,
    /// The text between two puzzles.
    pub between: &'static str,
    /// The text after the last puzzle, if there is any puzzle.
    pub after_last: &'static str,
    /// The text at the end of a file.
    pub closing: &'static str,
}

/// How a file of a form is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layout {
    /// Lines or sections that stand alone.
    Lines,
    /// Grids of several lines; the text above one may be its heading.
    Grids,
    /// Rows under a header, which appears once.
    Table,
    /// A document: the text between its puzzles is part of its syntax.
    Document,
}

/// What a text tells about the shape of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShapeText {
    /// Its size; the boxes are the usual ones of that size.
    Size,
    /// Its boxes, by a frame.
    Frame,
    /// The size of its boxes; there must be boxes.
    Boxes,
    /// Everything.
    All,
}

/// How a text writes a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellText {
    /// One character.
    Run,
    /// A symbol of any length between separators.
    Separated,
    /// One character up to nine values, a number between separators above.
    RunOrSeparated,
    /// A character for each value, which is a candidate or not.
    CandidateSlots,
    /// The candidates in sequence.
    CandidateList,
}

impl CellText {
    /// Returns whether a symbol may have several characters.
    pub fn separates(self) -> bool {
        matches!(self, CellText::Separated | CellText::RunOrSeparated)
    }
}

/// The blanks of a form, the preferred one first; a blank must not be the symbol of a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blanks {
    /// For boards of up to nine values.
    pub small: &'static [&'static str],
    /// For larger boards.
    pub large: &'static [&'static str],
}

impl Blanks {
    /// Returns the same blanks for all sizes.
    pub const fn of(blanks: &'static [&'static str]) -> Blanks {
        Blanks {
            small: blanks,
            large: blanks,
        }
    }

    /// Returns the blanks for boards of a size.
    pub fn for_size(self, size: usize) -> &'static [&'static str] {
        match size {
            0..=9 => self.small,
            _ => self.large,
        }
    }
}

/// A dot for empty cells.
pub(crate) const DOT: Blanks = Blanks::of(&[".", "0", "_"]);

/// A zero for empty cells.
pub(crate) const ZERO: Blanks = Blanks::of(&["0", ".", "_"]);

/// A dot, or above nine values a zero: next to letters it shows that the digits count from 1,
/// which a dot does not.
pub(crate) const DOT_OR_ZERO: Blanks = Blanks {
    small: DOT.small,
    large: ZERO.small,
};

/// Lines of puzzles whose cells are single characters, which may be chosen.
pub(crate) const RUN: FormInfo = FormInfo {
    form: Form::Line,
    names: &[],
    description: "",
    read: true,
    write: None,
    name: false,
    solution: false,
    placed: false,
    candidates: false,
    any_size: true,
    largest: MAX_SIZE,
    shapes: ShapeText::Size,
    layout: Layout::Lines,
    refers_to_cells: false,
    cells: CellText::Run,
    blanks: DOT_OR_ZERO,
    follows_options: true,
    opening: "",
    between: "",
    after_last: "",
    closing: "",
};

/// Grids with a blank line between them.
pub(crate) const GRID: FormInfo = FormInfo {
    layout: Layout::Grids,
    between: "\n",
    ..RUN
};

/// Lines of another program, which has its own symbols.
pub(crate) const FIXED: FormInfo = FormInfo {
    follows_options: false,
    ..RUN
};
