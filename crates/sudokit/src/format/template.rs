//! The road for a file of a million lines: a line that looks like the one before it is read into
//! the same memory, with nothing to find out again.

use super::{Form, Record, Symbols};
use crate::puzzle::Origin;

/// What stands in a [`LineTemplate`]'s table for a byte without a meaning.
const STRANGER: u8 = u8::MAX;

/// How the last puzzle of one line stood in it.
pub(super) struct LineTemplate {
    /// A record of such a line.
    record: Record,
    /// How long the line is, without its end.
    length: usize,
    /// What each byte of the puzzle means.
    table: [u8; 256],
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
        })
    }

    /// The size of the board.
    pub fn size(&self) -> usize {
        self.record.puzzle.shape().size()
    }

    /// Whether a line, without its end, holds such a puzzle in the same place.
    pub fn fits(&self, line: &[u8]) -> bool {
        let (start, end) = (
            self.record.field.start as usize,
            self.record.field.end as usize,
        );
        let separates = |byte: Option<&u8>| {
            byte.is_none_or(|byte| matches!(byte, b' ' | b'\t' | b',' | b';' | b'|' | b'"'))
        };
        let is_known = |byte: &u8| self.table[usize::from(*byte)] != STRANGER;
        line.len() == self.length
            && (start == 0 || separates(line.get(start - 1)) && !b"#/".contains(&line[0]))
            && separates(line.get(end))
            && line[start..end].iter().all(is_known)
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
