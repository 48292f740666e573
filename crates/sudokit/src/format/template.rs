//! The road for a file of a million lines: a line that looks like the one before it is read into
//! the same memory, with nothing to find out again.

use super::look::{Found, read_classic};
use super::{Form, Record, Symbols};
use crate::puzzle::Origin;

/// What stands in a [`LineTemplate`]'s table for a byte without a meaning.
const STRANGER: u8 = u8::MAX;

/// How the last puzzle of one line stood in it.
#[derive(Clone)]
pub(super) struct LineTemplate {
    /// A record of such a line.
    record: Record,
    /// How long the line is, without its end.
    length: usize,
    /// What each byte of the puzzle means.
    table: [u8; 256],
    /// The byte of an open cell.
    blank: u8,
}

impl LineTemplate {
    /// A template from a line and what was read from it, if its puzzle is a plain run of bytes.
    pub fn new(record: &Record, line: &[u8]) -> Option<LineTemplate> {
        let size = record.puzzle.shape().size();
        let (start, end) = (record.field.start as usize, record.field.end as usize);
        let [blank] = *record.blank.as_bytes() else {
            return None;
        };
        // A column before it must be too short to be a puzzle itself, whatever it says.
        let plain = record.form == Form::Line
            && record.symbols != Symbols::Numbers
            && record.cells.len() == end - start
            && start < 16;
        if !plain {
            return None;
        }
        let mut table = [STRANGER; 256];
        for byte in 0u8..128 {
            let value = record.symbols.value_of(char::from(byte), size);
            table[usize::from(byte)] = value.unwrap_or(STRANGER);
        }
        table[usize::from(blank)] = 0;
        Some(LineTemplate {
            record: record.clone(),
            length: line.len(),
            table,
            blank,
        })
    }

    /// Whether a line, without its end, holds such a puzzle in the same place.
    pub fn fits(&self, line: &[u8]) -> bool {
        let is_known = |byte: &u8| self.table[usize::from(*byte)] != STRANGER;
        line.len() == self.length
            && self.keeps_apart(line)
            && line[self.field()].iter().all(is_known)
    }

    /// Whether the columns around the puzzle, if there are any, are separated from it, and the
    /// line is no comment.
    fn keeps_apart(&self, line: &[u8]) -> bool {
        let field = self.field();
        let separates = |byte: Option<&u8>| {
            byte.is_none_or(|byte| matches!(byte, b' ' | b'\t' | b',' | b';' | b'|' | b'"'))
        };
        let before = field.start.checked_sub(1);
        before.is_none_or(|at| separates(line.get(at)) && !b"#/".contains(&line[0]))
            && separates(line.get(field.end))
    }

    /// Reads a line that [`fits`](Self::fits) into a record, which keeps its memory if it comes
    /// from such a line itself.
    pub fn read(&self, line: &[u8], record: &mut Record) {
        if !self.matches(record) {
            record.clone_from(&self.record);
        }
        record.puzzle.reset(self.record.puzzle.shape());
        let field = self.record.field.of(line);
        for (cell, byte) in field.iter().enumerate() {
            let value = self.table[usize::from(*byte)];
            if value != 0 {
                record.puzzle.set(cell, value, Origin::Given);
            }
        }
    }

    /// Reads the next line of a text, if it is a line like this with a classic 9×9 puzzle in
    /// plain digits.
    #[inline(always)]
    pub fn next_classic(&self, text: &[u8], values: &mut [u8; 81]) -> Option<Found> {
        let length = match text.get(self.length..)? {
            [b'\n', ..] => self.length + 1,
            [b'\r', b'\n', ..] => self.length + 2,
            _ => return None,
        };
        let line = &text[..self.length];
        let field = self.field();
        let symbols: &[u8; 81] = line.get(field.clone())?.try_into().ok()?;
        // Other columns may hold anything that keeps its distance; a line end ends them early.
        let is_alone = field.len() == self.length;
        let fits =
            is_alone || self.keeps_apart(line) && memchr::memchr2(b'\n', b'\r', line).is_none();
        let answer = field.start..field.end;
        (read_classic(symbols, self.blank, values) && fits).then_some(Found { length, answer })
    }

    /// Whether lines like this hold classic 9×9 puzzles written with digits.
    pub fn is_classic(&self) -> bool {
        self.record.puzzle.shape().is_classic()
            && self.record.puzzle.candidates().is_none()
            && (1..=9).all(|value| self.table[usize::from(b'0' + value)] == value)
    }

    /// Whether two templates read and write lines the same way.
    pub fn is_like(&self, other: &LineTemplate) -> bool {
        self.length == other.length && self.table == other.table && self.matches(&other.record)
    }

    /// Where the puzzle stands in the line.
    fn field(&self) -> std::ops::Range<usize> {
        self.record.field.start as usize..self.record.field.end as usize
    }

    /// The byte of an open cell.
    pub fn blank(&self) -> u8 {
        self.blank
    }

    /// A record to start from.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Whether a record differs from the template's in nothing but its values.
    fn matches(&self, record: &Record) -> bool {
        let own = &self.record;
        record.form == own.form
            && record.field == own.field
            && record.cells.first() == own.cells.first()
            && record.cells.len() == own.cells.len()
            && record.puzzle.shape() == own.puzzle.shape()
            && record.symbols == own.symbols
            && record.blank == own.blank
            && record.answer.is_none()
            && record.name.is_none()
            && record.claimed.is_none()
            && record.separator == own.separator
            && record.alignment == own.alignment
            && !record.quoted
    }
}
