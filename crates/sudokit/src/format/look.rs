//! How a line of a file of many looks, so that the next ones can be read without asking again.

use std::ops::Range;

use super::row_template::RowTemplate;
use super::template::LineTemplate;

/// How the last puzzle stood in its line.
#[derive(Clone)]
pub(super) enum Look {
    /// At a place of its own, in a line of a fixed length.
    Line(Box<LineTemplate>),
    /// In a column of a table.
    Row(RowTemplate),
}

/// A line that looks as expected.
pub(super) struct Found {
    /// How long it is, its end included.
    pub length: usize,
    /// Where in it an answer goes.
    pub answer: Range<usize>,
}

impl Look {
    /// Whether such lines hold classic 9×9 puzzles written with digits.
    pub fn is_classic(&self) -> bool {
        match self {
            Look::Line(template) => template.is_classic(),
            Look::Row(_) => true,
        }
    }

    /// Whether two looks read and write lines the same way.
    pub fn is_like(&self, other: &Look) -> bool {
        match (self, other) {
            (Look::Line(one), Look::Line(other)) => one.is_like(other),
            (Look::Row(one), Look::Row(other)) => one == other,
            _ => false,
        }
    }

    /// The byte of an open cell.
    pub fn blank(&self) -> u8 {
        match self {
            Look::Line(template) => template.blank(),
            Look::Row(template) => template.blank(),
        }
    }

    /// Whether the first lines of a text look like this and hold classic 9×9 puzzles: so many
    /// of them at least.
    pub fn opens(&self, mut text: &[u8], lines: usize) -> bool {
        let mut values = [0; 81];
        (0..lines).all(|_| {
            let found = match self {
                Look::Line(template) => template.next_classic(text, &mut values),
                Look::Row(template) => template.next_classic(text, &mut values),
            };
            text = found.as_ref().map_or(text, |found| &text[found.length..]);
            found.is_some()
        })
    }
}

/// Reads 81 symbols; `false` if one of them is neither a digit from 1 on nor an open cell.
///
/// One pass without a branch, which the compiler turns into vector instructions.
#[inline(always)]
pub(super) fn read_classic(symbols: &[u8; 81], blank: u8, values: &mut [u8; 81]) -> bool {
    let mut strange = false;
    for (value, &symbol) in values.iter_mut().zip(symbols) {
        let is_open = symbol == blank;
        let is_digit = symbol.wrapping_sub(b'1') < 9;
        strange |= !is_open & !is_digit;
        *value = if is_open {
            0
        } else {
            symbol.wrapping_sub(b'0')
        };
    }
    !strange
}
