//! A puzzle together with where each of its cells stood in the text.

use super::{Diagnostic, Form, Kind, Place, Symbols};
use crate::puzzle::{Grid, Puzzle, RuleError};

/// A stretch of bytes of a piece's text. It may be empty, as an empty CSV field is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

/// How columns of cells line up, so that a longer or shorter symbol can take or leave padding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Alignment {
    /// Cells do not line up, or are all one character wide.
    #[default]
    None,
    /// Cells of a column start together; padding stands behind them.
    Left,
    /// Cells of a column end together; padding stands before them.
    Right,
}

/// A puzzle as it stood in a file, and how to write its answer in the same form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The form it was written in.
    pub form: Form,
    /// Its name, where the form has one.
    pub name: Option<String>,
    /// The solution that the file itself claims, where it has a column or section for one.
    pub claimed: Option<Grid>,
    /// How values are written.
    pub symbols: Symbols,
    /// How an open cell is written.
    pub blank: String,
    /// Where the puzzle's cells stand: one span for each cell.
    pub(super) cells: Vec<Span>,
    /// Where an answer goes, when that is not where the puzzle stands (a solution column, the
    /// `[State]` of an SDK file): one span for each cell, or a single one for the whole answer.
    pub(super) answer: Option<Vec<Span>>,
    /// What a word such as `No Solution` takes the place of.
    pub(super) field: Span,
    /// Whether such a word needs quotation marks to keep the text well formed (JSON).
    pub(super) quoted: bool,
    /// What stands between two answers to the same puzzle.
    pub(super) separator: &'static str,
    /// How the columns line up.
    pub(super) alignment: Alignment,
    /// What marks a value that the puzzle did not have, as HoDoKu's `+` does.
    pub(super) prefix: &'static str,
    /// What stands between the cells of an answer that goes into a single span.
    pub(super) between: &'static str,
}

impl Record {
    /// Writes the piece's text with these values in the place of the puzzle's cells (or in the
    /// place that the form keeps for answers); 0 leaves or makes a cell open.
    pub fn write_values(&self, text: &[u8], values: &[u8], out: &mut Vec<u8>) {
        let spans = self.answer.as_deref().unwrap_or(&self.cells);
        let mut done = 0;
        if let [span] = spans {
            out.extend(&text[..span.start as usize]);
            for (cell, &value) in values.iter().enumerate() {
                if cell > 0 {
                    out.extend(self.between.bytes());
                }
                self.push(value, "", out);
            }
            done = span.end as usize;
        } else {
            for (cell, span) in spans.iter().enumerate() {
                out.extend(&text[done..span.start as usize]);
                if self.answer.is_none() && values[cell] == self.puzzle.values()[cell] {
                    out.extend(&text[span.start as usize..span.end as usize]);
                } else {
                    self.push(values[cell], self.prefix, out);
                }
                done = span.end as usize;
            }
        }
        out.extend(&text[done..]);
    }

    fn push(&self, value: u8, prefix: &str, out: &mut Vec<u8>) {
        if value == 0 {
            out.extend(self.blank.bytes());
        } else {
            out.extend(prefix.bytes());
            out.extend(self.symbols.symbol(value).bytes());
        }
    }

    /// Writes the piece's text with a word, such as `No Solution`, in the place of the puzzle
    /// (or in the place that the form keeps for answers).
    pub fn write_word(&self, text: &[u8], word: &str, out: &mut Vec<u8>) {
        out.extend(&text[..self.field.start as usize]);
        let quote = if self.quoted { "\"" } else { "" };
        out.extend(format!("{quote}{word}{quote}").bytes());
        out.extend(&text[self.field.end as usize..]);
    }

    /// What stands between two answers to the same puzzle.
    pub fn separator(&self) -> &'static str {
        self.separator
    }

    /// Where a cell stands in the file; `line` is the piece's.
    pub fn place(&self, _text: &[u8], _line: usize, _cell: usize) -> Place {
        Place {
            line: 1,
            column: 1,
            width: 1,
        }
    }

    /// A broken rule in words, with the places of the cells.
    pub fn rule_diagnostic(&self, _text: &[u8], _line: usize, _error: &RuleError) -> Diagnostic {
        Diagnostic::new(Kind::Twice, "stub", "")
    }
}
