//! A puzzle together with the place of each of its cells in the text.
//!
//! The text is the template of every answer: writing copies it with other symbols in the spans of
//! the cells. A cell that keeps its value keeps its bytes, so a puzzle written with its own values
//! is the text it was read from.

mod write;

use crate::format::forms::companions::Companion;
use crate::format::forms::grid::header::Header;
use crate::format::forms::link::Encoded;
use crate::format::forms::separated;
use crate::format::forms::sizes::is_usual;
use crate::format::read::segment::locate;
use crate::format::read::text::is_text;
use crate::format::{Form, Symbols};
use crate::problem::{Place, Problem, ProblemCode, cell_name};
use crate::puzzle::{Grid, Puzzle, RuleError};
use crate::shape::Shape;

pub(super) use write::replace_with_word;

/// A range of bytes in a piece's text. It may be empty, like an empty CSV field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// Creates a span. Texts are shorter than 4 GB, so the offsets fit.
    pub(super) fn new(start: usize, end: usize) -> Span {
        Span {
            start: start as u32,
            end: end as u32,
        }
    }

    /// Returns the span with both ends mapped.
    pub(super) fn moved(self, to: impl Fn(u32) -> u32) -> Span {
        Span {
            start: to(self.start),
            end: to(self.end),
        }
    }

    /// Returns the bytes of the span, as far as the text has them.
    pub(super) fn of(self, text: &[u8]) -> &[u8] {
        let end = (self.end as usize).min(text.len());
        &text[(self.start as usize).min(end)..end]
    }
}

/// How columns of cells line up, which decides where padding goes when a symbol changes its width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Alignment {
    /// Cells do not line up, or are all one character wide.
    #[default]
    None,
    /// The cells of a column start together; padding follows them.
    Left,
    /// The cells of a column end together; padding precedes them.
    Right,
}

/// The text of a value that the puzzle has no cell for, such as another fact.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Insertion {
    pub parts: Vec<InsertedPart>,
    /// The number of the first row and column.
    pub first: usize,
}

/// A part of inserted text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum InsertedPart {
    Text(String),
    Row,
    /// The row as a letter: A is the first.
    RowLetter,
    Column,
    Value,
}

/// A puzzle read from a file, with what is needed to write its answer in the same form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The form it is written in.
    pub form: Form,
    /// Its name, if the form has one.
    pub name: Option<String>,
    /// The solution that the file itself gives, if it has a column or section for one.
    pub claimed: Option<Grid>,
    /// How values are written.
    pub symbols: Symbols,
    /// How an empty cell is written.
    pub blank: String,
    /// How many columns of its table hold neither the puzzle, its solution nor its name.
    pub other_columns: usize,
    /// The puzzle with the player's values, if the form keeps the two apart.
    pub(super) played: Option<Box<Puzzle>>,
    /// The span of each cell of the puzzle.
    pub(super) cells: Vec<Span>,
    /// Where an answer goes if not in place of the puzzle (a solution column, the `[State]` of an
    /// SDK file): one span for each cell, or a single one for the whole answer.
    pub(super) answer: Option<Vec<Span>>,
    /// Other boards beside the puzzle, such as a position in another column.
    pub(super) companions: Vec<Companion>,
    /// The span that a word such as `No Solution` replaces.
    pub(super) field: Span,
    /// Whether such a word needs quotation marks to keep the text well formed (JSON).
    pub(super) quoted: bool,
    /// The separator between two answers to the same puzzle.
    pub(super) separator: &'static str,
    /// How the columns line up.
    pub(super) alignment: Alignment,
    /// The mark before a value that the puzzle did not have, such as HoDoKu's `+`.
    pub(super) prefix: &'static str,
    /// What is written for a value in an empty span, if more than its symbol.
    pub(super) insertion: Option<Box<Insertion>>,
    /// What is missing between the end of the line and each cell that is behind it, in rows without
    /// the spaces at their ends; empty if no cell is.
    pub(super) leads: Vec<String>,
    /// What follows the digits of a number, such as `.0`.
    pub(super) suffix: &'static str,
    /// The separator between the cells of an answer that goes into a single span.
    pub(super) between: &'static str,
    /// The minimum number of digits of a number; leading zeros fill them.
    pub(super) digits: usize,
    /// Whether it is in comments.
    pub(super) commented: bool,
    /// Whether a frame shows the boxes.
    pub(super) drawn: bool,
    /// What the header above the puzzle says.
    pub(super) header: Option<Box<Header>>,
    /// The encoded puzzle that an answer replaces as a whole, if the cells have no places of their
    /// own.
    pub(super) encoded: Option<Box<Encoded>>,
}

impl Record {
    /// Creates a record whose answer replaces the puzzle.
    pub(super) fn new(
        puzzle: Puzzle,
        form: Form,
        symbols: Symbols,
        blank: String,
        cells: Vec<Span>,
        field: Span,
    ) -> Record {
        Record {
            puzzle,
            form,
            name: None,
            claimed: None,
            played: None,
            symbols,
            blank,
            other_columns: 0,
            cells,
            answer: None,
            companions: Vec::new(),
            field,
            quoted: false,
            separator: "",
            alignment: Alignment::None,
            prefix: "",
            insertion: None,
            leads: Vec::new(),
            suffix: "",
            between: "",
            digits: 1,
            commented: false,
            drawn: false,
            header: None,
            encoded: None,
        }
    }

    /// Returns the current position: the puzzle with the values that the file says a player has
    /// filled in. If the form does not keep the two apart, this is the puzzle.
    pub fn position(&self) -> &Puzzle {
        self.played.as_deref().unwrap_or(&self.puzzle)
    }

    /// Returns what the puzzle was read as if a line or a grid of plain text has a size or boxes that
    /// are not the usual ones: `read as 10×10 with 2×5 boxes`.
    pub fn unusual_shape(&self) -> Option<String> {
        let shape = self.puzzle.shape();
        let size = shape.size();
        let is_usual = is_usual(size) && Shape::with_size(size).is_ok_and(|usual| usual == *shape);
        let (rows, columns) = shape.box_size()?;
        (!is_usual && is_text(self.form))
            .then(|| format!("read as {size}×{size} with {rows}×{columns} boxes"))
    }

    /// Returns the separator between two answers to the same puzzle.
    pub fn separator(&self) -> &'static str {
        self.separator
    }

    /// Describes what is wrong with the solution that the file itself gives, or returns nothing if
    /// it is right or missing: the first cell that differs from `solution`, if the puzzle has only
    /// that one, and otherwise the first cell that contradicts the puzzle or a rule. `line` is the
    /// number of the piece's first line.
    pub fn claim_problem(
        &self,
        text: &[u8],
        line: usize,
        solution: Option<&Grid>,
    ) -> Option<Problem> {
        let claimed = self.claimed.as_ref()?;
        if claimed.solves(&self.puzzle) {
            return None;
        }
        let (shape, values) = (self.puzzle.shape(), claimed.values());
        let size = shape.size();
        let symbol = |value: u8| match value {
            0 => "empty".to_string(),
            _ => {
                let mut symbol = Vec::new();
                self.symbols.push(value, &mut symbol);
                String::from_utf8_lossy(&symbol).into_owned()
            }
        };
        let right = |cell: usize| match solution {
            Some(solution) => solution.values().get(cell).copied(),
            None => self.puzzle.values().get(cell).copied().filter(|v| *v > 0),
        };
        let differs = |cell: &usize| right(*cell).is_some_and(|value| value != values[*cell]);
        let repeats = |cell: &usize| {
            let in_house = |peer: &u16| values[usize::from(*peer)] == values[*cell];
            values[*cell] == 0 || shape.peers(*cell).iter().any(in_house)
        };
        let cell = (0..values.len())
            .find(differs)
            .or_else(|| (0..values.len()).find(repeats))?;
        let (row, column) = (cell / size + 1, cell % size + 1);
        let found = symbol(values[cell]);
        let expected = match right(cell) {
            Some(value) => format!("{found}, not {}", symbol(value)),
            None if values[cell] == 0 => found,
            None => format!("{found}, which appears twice in a house"),
        };
        let message =
            format!("the solution in the file is wrong: row {row}, column {column} is {expected}");
        let (place, excerpt) = locate(text, line, self.claimed_span(text, cell));
        let help = "correct or clear the solution; `sudokit solve` writes the right one";
        let problem = Problem::new(ProblemCode::WrongSolution, message, help);
        Some(problem.at(place, excerpt, cell_name(shape, cell)))
    }

    /// Returns the span of a cell of the solution that the file itself gives.
    fn claimed_span(&self, text: &[u8], cell: usize) -> Span {
        let Some([field]) = self.answer.as_deref() else {
            let spans = self.answer.as_ref();
            let span = spans.and_then(|spans| spans.get(cell).copied());
            return span.unwrap_or_else(|| self.span_of(cell));
        };
        let cells = separated::spans(field.of(text), self.puzzle.values().len());
        let shift = |at: u32| at + field.start;
        cells.get(cell).map_or(*field, |span| span.moved(shift))
    }

    /// Returns the place of a cell in the file; `line` is the number of the piece's first line.
    pub fn place(&self, text: &[u8], line: usize, cell: usize) -> Place {
        locate(text, line, self.span_of(cell)).0
    }

    /// Describes a broken rule of the puzzle, with the places of the cells in the piece's text;
    /// `line` is the number of the piece's first line.
    pub fn rule_problem(&self, text: &[u8], line: usize, error: &RuleError) -> Problem {
        let shape = self.puzzle.shape();
        let problem = Problem::broken_rule(error, shape, &self.symbols);
        let cells = match error {
            RuleError::Twice { cells, .. } => &cells[..],
            RuleError::NoCandidate { cell } => std::slice::from_ref(cell),
        };
        cells.iter().fold(problem, |problem, cell| {
            let (place, excerpt) = locate(text, line, self.span_of(*cell));
            problem.at(place, excerpt, cell_name(shape, *cell))
        })
    }

    /// Maps both ends of every span.
    pub(super) fn map_spans(&mut self, to: impl Fn(u32) -> u32) {
        let answer = self.answer.iter_mut().flatten();
        let companions = self
            .companions
            .iter_mut()
            .flat_map(|board| &mut board.cells);
        for span in self.cells.iter_mut().chain(answer).chain(companions) {
            *span = span.moved(&to);
        }
        self.field = self.field.moved(&to);
        if let Some(encoded) = &mut self.encoded {
            encoded.span = encoded.span.moved(&to);
        }
    }

    fn span_of(&self, cell: usize) -> Span {
        self.cells.get(cell).copied().unwrap_or(self.field)
    }
}

#[cfg(test)]
mod tests;
