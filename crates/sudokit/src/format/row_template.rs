//! The road for a table of a million rows: those whose puzzle is a plain run of 81 symbols are
//! read in one pass. Whatever needs a second look (quotation marks, blanks around a field, another
//! length) is left to the [table](super::table) itself.

use std::ops::Range;

use super::look::{Found, read_classic};
use super::table::Table;
use super::{Record, Symbols};

/// How the rows of a table look that hold classic 9×9 puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowTemplate {
    pub table: Table,
    /// The byte of an open cell.
    blank: u8,
}

impl RowTemplate {
    /// A template from a row and what was read from it, if that is a classic 9×9 puzzle in a
    /// plain run of digits.
    pub fn new(table: Table, record: &Record) -> Option<RowTemplate> {
        let [blank] = *record.blank.as_bytes() else {
            return None;
        };
        let means_something =
            blank.is_ascii_whitespace() || [b'"', table.delimiter].contains(&blank);
        let puzzle = &record.puzzle;
        let is_classic = puzzle.shape().is_classic()
            && puzzle.candidates().is_none()
            && record.symbols == Symbols::FromOne
            && record.between.is_empty();
        (is_classic && !means_something).then_some(RowTemplate { table, blank })
    }

    /// Reads the next row of a text, if it is one like this.
    #[inline(always)]
    pub fn next_classic(&self, text: &[u8], values: &mut [u8; 81]) -> Option<Found> {
        let end = memchr::memchr2(b'\n', b'\r', text)?;
        let length = match text[end..] {
            [b'\n', ..] => end + 1,
            [b'\r', b'\n', ..] => end + 2,
            _ => return None,
        };
        let row = &text[..end];
        // A comment, perhaps, or blanks that are no part of the first field.
        let starts_plainly = row.first().is_some_and(|first| first.is_ascii_graphic())
            && !matches!(row[0], b'#' | b'/');
        if !starts_plainly || memchr::memchr(b'"', row).is_some() {
            return None;
        }
        let (puzzle, solution) = self.fields(row)?;
        let symbols = row[puzzle.clone()].try_into().ok()?;
        let is_read = read_classic(symbols, self.blank, values);
        let answer = match solution {
            None => puzzle,
            Some(field) if is_empty_or_solution(&row[field.clone()]) => field,
            Some(_) => return None,
        };
        is_read.then_some(Found { length, answer })
    }

    /// The byte of an open cell.
    pub fn blank(&self) -> u8 {
        self.blank
    }

    /// Where the puzzle stands in a row without quotation marks, and the solution, if the table
    /// has a column for it.
    #[inline]
    fn fields(&self, row: &[u8]) -> Option<(Range<usize>, Option<Range<usize>>)> {
        let Table {
            delimiter,
            puzzle,
            solution,
            ..
        } = self.table;
        let last = puzzle.max(solution.unwrap_or(0));
        let (mut puzzle_field, mut solution_field) = (None, None);
        let mut start = 0;
        for column in 0..=last {
            let rest = row.get(start..)?;
            let end = start + memchr::memchr(delimiter, rest).unwrap_or(rest.len());
            if column == puzzle {
                puzzle_field = Some(start..end);
            } else if Some(column) == solution {
                solution_field = Some(start..end);
            }
            start = end + 1;
        }
        Some((puzzle_field?, solution_field))
    }
}

/// Whether a field is empty or holds 81 values, so that nobody has to ask what it means.
#[inline]
fn is_empty_or_solution(field: &[u8]) -> bool {
    match <&[u8; 81]>::try_from(field) {
        Ok(symbols) => symbols
            .iter()
            .fold(true, |all, symbol| all & (symbol.wrapping_sub(b'1') < 9)),
        Err(_) => field.is_empty(),
    }
}
