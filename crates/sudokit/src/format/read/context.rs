//! What the puzzles read so far show about the rest of the file.

use std::cell::{Cell, OnceCell};

use crate::format::forms::grid::header::Header;
use crate::format::forms::number_tables;
use crate::format::read::lines::{Lines, is_closing};
use crate::format::{Form, Record, Symbols};
use crate::problem::{Problem, ProblemCode};
use crate::shape::MAX_SIZE;

/// What the puzzles read so far show about the file.
#[derive(Default)]
pub(crate) struct FileContext {
    /// The convention of its symbols.
    pub convention: Option<Symbols>,
    /// The size of the last puzzle, if it was on one line.
    pub line_size: Option<usize>,
    /// The form of the last puzzle.
    pub form: Option<Form>,
    /// The last header above a grid, as long as the grids have its size.
    pub header: Option<Header>,
    /// Whether the last puzzle was in comments.
    pub commented: bool,
    /// The size of the last puzzle, if it was an array in source text.
    pub array_size: Option<usize>,
    /// Whether the last puzzle was a string in source text or in prose.
    pub in_string: bool,
    /// Whether the text goes on in the middle of a line.
    pub in_line: bool,
    /// What was searched for last in other text: `code`, `html` or `latex`.
    pub embedded: Cell<Option<Form>>,
    /// How many decorations were removed to get at the text that is being read.
    pub undecorated_layers: Cell<u8>,
    /// The line before the text, if it is no part of a puzzle.
    pub above: Vec<u8>,
    /// How many cells the rows above have, if they were refused as a table of numbers.
    pub table_width: Option<usize>,
    /// Why the first array that is no puzzle is none.
    pub passed_over: OnceCell<Problem>,
}

impl FileContext {
    /// Keeps what may matter of a text between puzzles: its last line.
    pub fn pass_over(&mut self, text: &[u8]) {
        let line = last_line(text);
        let width = self.table_width;
        self.table_width = width.filter(|width| number_tables::ends_with_row(text, *width));
        // The end of a string of many lines, below which the source text goes on.
        let is_quote = |byte: &u8| b"\"'`".contains(byte);
        let closes = |line: &[u8]| is_closing(line) && line.iter().any(is_quote);
        let is_after_line = self.line_size.is_some();
        self.in_string |= is_after_line && Lines::new(text, true).any(|line| closes(line.of(text)));
        if line.is_empty() {
            return;
        }
        self.above.clear();
        if line.len() <= LONGEST_ABOVE {
            self.above.extend_from_slice(line);
        }
    }

    /// Keeps what may matter of a text that was refused: whether more rows of a table may follow.
    pub fn refuse(&mut self, problem: &Problem, text: &[u8]) {
        let is_table = problem.code == ProblemCode::BoardSize;
        self.table_width = is_table
            .then(|| number_tables::width_of_table(text))
            .flatten();
    }

    pub fn learn(&mut self, record: &Record) {
        self.above.clear();
        self.table_width = None;
        let size = record.puzzle.shape().size();
        let is_new = self.convention.as_ref() != Some(&record.symbols);
        if size > 9 && record.symbols != Symbols::Numbers && is_new {
            self.convention = Some(record.symbols.clone());
        }
        let in_one_line = matches!(record.form, Form::Line | Form::CandidateLine);
        self.line_size = in_one_line.then_some(size);
        self.form = Some(record.form);
        self.commented = record.commented;
        if let Some(header) = &record.header {
            self.header = Some(Header::clone(header));
        } else if self.header.as_ref().is_some_and(|h| h.size != size) {
            self.header = None;
        }
        self.array_size = (record.form == Form::Code).then_some(size);
    }
}

/// The longest line that may be a row above a grid.
const LONGEST_ABOVE: usize = 8 * MAX_SIZE;

/// Returns the last line of a text that is not empty, without its line end.
pub(super) fn last_line(text: &[u8]) -> &[u8] {
    let is_end = |byte: &&u8| matches!(**byte, b'\n' | b'\r');
    let text = &text[..text.len() - text.iter().rev().take_while(is_end).count()];
    let start = memchr::memrchr2(b'\n', b'\r', text).map_or(0, |at| at + 1);
    &text[start..]
}
