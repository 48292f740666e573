//! The layout of a puzzle in several lines or in a document, so that the next one with the same
//! layout is read without being split into cells again.
//!
//! Two puzzles have the same layout if their texts have the same length and the same bytes
//! everywhere but in the cells. The second is then read by the table of symbols that the first
//! used. A symbol that the first did not use is left to the forms.

use crate::format::{Form, Record, Symbols};
use crate::puzzle::{Grid, Origin};

/// The longest text whose layout is remembered.
const LONGEST: usize = 4_096;

/// The entry of the table for a byte without a meaning.
const UNKNOWN: u8 = u8::MAX;

/// The layout of a puzzle.
pub(crate) struct Layout {
    record: Record,
    text: Vec<u8>,
    /// 255 for each byte that is a cell, 0 for the others.
    mask: Vec<u8>,
    /// The value of each byte of the puzzle.
    table: [u8; 256],
    /// Where the solution is, if there is one.
    claimed: Option<usize>,
}

impl Layout {
    /// Creates a layout from a piece's text and its record, if each cell is one byte.
    pub fn new(record: &Record, text: &[u8]) -> Option<Layout> {
        let puzzle = &record.puzzle;
        let size = puzzle.shape().size();
        let is_plain = text.len() <= LONGEST
            && size <= 9
            && record.digits == 1
            && puzzle.candidates().is_none()
            && record.played.is_none()
            && !matches!(record.form, Form::CandidateLine | Form::Pencilmarks)
            && matches!(record.symbols, Symbols::FromOne | Symbols::Numbers)
            && record.cells.len() == puzzle.shape().cells();
        if !is_plain {
            return None;
        }
        let mut mask = vec![0; text.len()];
        let mut table = [UNKNOWN; 256];
        for value in 1..=size as u8 {
            table[usize::from(b'0' + value)] = value;
        }
        for (cell, span) in record.cells.iter().enumerate() {
            let at = span.start as usize;
            if span.end as usize != at + 1 || *mask.get(at)? != 0 {
                return None;
            }
            mask[at] = UNKNOWN;
            let value = puzzle.values()[cell];
            let entry = &mut table[usize::from(text[at])];
            let is_given = puzzle.origin(cell) == Some(Origin::Given);
            match (value, *entry) {
                (0, UNKNOWN | 0) => *entry = 0,
                (value, known) if value != 0 && value == known && is_given => {}
                _ => return None,
            }
        }
        let claimed = match (&record.claimed, record.answer.as_deref()) {
            (None, _) => None,
            (Some(grid), Some([span])) if grid.values().len() == record.cells.len() => {
                let (start, end) = (span.start as usize, span.end as usize);
                let is_run = end - start == record.cells.len() && record.between.is_empty();
                let range = mask.get_mut(start..end).filter(|_| is_run)?;
                range.fill(UNKNOWN);
                Some(start)
            }
            _ => return None,
        };
        Some(Layout {
            record: record.clone(),
            text: text.to_vec(),
            mask,
            table,
            claimed,
        })
    }

    /// Returns the length of such a text.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Returns a record to start from.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Returns whether a text starts with such a puzzle.
    pub fn fits(&self, text: &[u8]) -> bool {
        let Some(text) = text.get(..self.text.len()) else {
            return false;
        };
        let own = self.text.iter().zip(&self.mask);
        let differs =
            |different, (byte, (own, mask)): (&u8, (&u8, &u8))| different | ((byte ^ own) & !mask);
        text.iter().zip(own).fold(0, differs) == 0
            && self
                .record
                .cells
                .iter()
                .all(|span| self.value(text, span.start) != UNKNOWN)
            && self.claimed.is_none_or(|start| {
                let range = start..start + self.record.cells.len();
                text[range]
                    .iter()
                    .all(|byte| matches!(self.table[usize::from(*byte)], 1..=9))
            })
    }

    fn value(&self, text: &[u8], at: u32) -> u8 {
        self.table[usize::from(text[at as usize])]
    }

    /// Reads a text that [`fits`](Self::fits) into a record, which keeps its memory if it has the
    /// same layout.
    pub fn read(&self, text: &[u8], record: &mut Record) {
        if !self.is_layout_of(record) {
            record.clone_from(&self.record);
        }
        record.puzzle.reset(self.record.puzzle.shape());
        for (cell, span) in self.record.cells.iter().enumerate() {
            let value = self.value(text, span.start);
            if value != 0 {
                record.puzzle.set(cell, value, Origin::Given);
            }
        }
        if let Some(start) = self.claimed {
            let range = start..start + self.record.cells.len();
            let values = text[range]
                .iter()
                .map(|byte| self.table[usize::from(*byte)]);
            let shape = self.record.puzzle.shape().clone();
            record.claimed = Grid::new(shape, values.collect()).ok();
        }
    }

    /// Returns whether a record differs only in its values.
    fn is_layout_of(&self, record: &Record) -> bool {
        let own = &self.record;
        record.form == own.form
            && record.field == own.field
            && record.cells == own.cells
            && record.puzzle.shape() == own.puzzle.shape()
            && record.symbols == own.symbols
            && record.blank == own.blank
            && record.answer == own.answer
            && record.name == own.name
            && record.separator == own.separator
            && record.alignment == own.alignment
            && record.between == own.between
            && record.prefix == own.prefix
            && record.quoted == own.quoted
            && record.digits == own.digits
            && record.claimed.is_some() == own.claimed.is_some()
            && record.played.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Content, Piece, ReadOptions, Reader};

    /// Reads all pieces, and each puzzle once more on its own.
    fn check(text: &str) -> usize {
        let mut reader = Reader::new(text.as_bytes(), ReadOptions::default());
        let (mut piece, mut puzzles) = (Piece::default(), 0);
        while reader.read(&mut piece).unwrap() {
            let Content::Puzzle(record) = &piece.content else {
                continue;
            };
            puzzles += 1;
            let mut alone = Reader::new(&piece.text[..], ReadOptions::default());
            let mut other = Piece::default();
            assert!(alone.read(&mut other).unwrap());
            let Content::Puzzle(expected) = &other.content else {
                panic!("{text}");
            };
            assert_eq!(record.puzzle, expected.puzzle, "{text}");
            assert_eq!(record.cells, expected.cells);
            assert_eq!(record.claimed, expected.claimed);
        }
        puzzles
    }

    #[test]
    fn puzzles_of_the_same_layout_are_read_like_the_first() {
        let rows = [
            "1...\n..2.\n.3..\n...4\n",
            ".2..\n....\n....\n...1\n",
            "....\n....\n1...\n....\n",
        ];
        assert_eq!(check(&rows.join("\n")), 3);
        // Another row makes it another grid, and another blank another symbol.
        assert_eq!(
            check(&format!(
                "{}\n{}\n{}",
                rows[0],
                rows[1].replace('.', "0"),
                rows[2]
            )),
            3
        );
        let json = |puzzle: &str, answer: &str| {
            format!("{{\"puzzle\":\"{puzzle}\",\"solution\":\"{answer}\"}}\n")
        };
        let (puzzle, answer) = ("1.....2..3.....4", "1234341221434321");
        let text = json(puzzle, answer)
            + &json(".2.....2..3.....", answer)
            + &json(puzzle, "")
            + &json(answer, answer);
        assert_eq!(check(&text), 4);
    }

    #[test]
    fn a_layout_needs_the_same_bytes_around_the_cells() {
        let text = b"|1.|..|\n|..|2.|\n|.3|..|\n|..|.4|\n";
        let mut reader = Reader::new(&text[..], ReadOptions::default());
        let mut piece = Piece::default();
        assert!(reader.read(&mut piece).unwrap());
        let Content::Puzzle(record) = &piece.content else {
            panic!("a puzzle");
        };
        let layout = Layout::new(record, &piece.text).unwrap();
        assert!(layout.fits(text));
        let with = |at: usize, byte: u8| {
            let mut text = *text;
            text[at] = byte;
            layout.fits(&text)
        };
        assert!(with(1, b'.') && with(2, b'4'));
        assert!(!with(0, b'+') && !with(2, b'5') && !with(2, b'0') && !with(7, b' '));
        assert!(!layout.fits(&text[..20]));
    }
}
