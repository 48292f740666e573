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
}

impl Record {
    /// Writes the piece's text with these values in the place of the puzzle's cells (or in the
    /// place that the form keeps for answers); 0 leaves or makes a cell open.
    pub fn write_values(&self, text: &[u8], values: &[u8], out: &mut Vec<u8>) {
        let start = out.len();
        out.extend(text);
        for (span, value) in self.cells.iter().zip(values) {
            out[start + span.start as usize] =
                b".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[*value as usize];
        }
    }

    /// Writes the piece's text with a word, such as `No Solution`, in the place of the puzzle
    /// (or in the place that the form keeps for answers).
    pub fn write_word(&self, text: &[u8], word: &str, out: &mut Vec<u8>) {
        out.extend(&text[..self.field.start as usize]);
        out.extend(word.as_bytes());
        out.extend(&text[self.field.end as usize..]);
    }

    /// What stands between two answers to the same puzzle.
    pub fn separator(&self) -> &'static str {
        self.separator
    }

    /// Where a cell stands in the file; `line` is the piece's.
    pub fn place(&self, text: &[u8], line: usize, cell: usize) -> Place {
        let before = &text[..self.cells[cell].start as usize];
        let start = before
            .iter()
            .rposition(|b| *b == b'\n')
            .map_or(0, |at| at + 1);
        Place {
            line: line + before.iter().filter(|b| **b == b'\n').count(),
            column: before.len() - start + 1,
            width: 1,
        }
    }

    /// A broken rule in words, with the places of the cells.
    pub fn rule_diagnostic(&self, text: &[u8], line: usize, error: &RuleError) -> Diagnostic {
        let RuleError::Twice {
            value,
            house,
            cells,
        } = error
        else {
            return Diagnostic::new(Kind::NoCandidate, "no candidate", "");
        };
        let house = &self.puzzle.shape().houses()[*house];
        let mut d = Diagnostic::new(
            Kind::Twice,
            format!("{value} stands twice in {house}"),
            "change one of them",
        );
        for cell in cells {
            d = d.at(self.place(text, line, *cell), "", format!("{value} here"));
        }
        d
    }
}
