//! Tables of numbers that are recognised only to be refused as a whole: their rows are longer than
//! those of any board, most of their numbers are no values, or there are far more rows than a board
//! of that width has. Read as boards, they would be refused once for every few rows.

use crate::format::forms::grid::row_split::separator;
use crate::format::forms::sizes::is_usual;
use crate::format::read::lines::{Line, Lines};
use crate::format::symbols::tokens::{cell_number, is_blank, lists_candidates};
use crate::shape::{MAX_SIZE, MIN_SIZE, Shape};

/// Why a table is no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberTable {
    /// Its rows have more cells than those of the largest board.
    TooLarge(usize),
    /// Most of its cells are no values of a board with rows of this many cells.
    OtherNumbers(usize),
    /// There are many more rows than cells in a row, and no board has rows of this many.
    TooLong(usize),
}

/// The most rows that are examined. The others are passed over one by one.
const MOST_ROWS: usize = 256;

/// The fewest rows that are a table although each could be a damaged board on one line.
const FEWEST_ROWS: usize = 3;

/// The most text that is examined, apart from [`FEWEST_ROWS`].
const MOST_TEXT: usize = 64 * 1024;

/// How many cells a damaged board on one line may have too many or too few, and how many columns of
/// other numbers may be beside a board.
const MARGIN: usize = 3;

/// The longest number.
const LONGEST_NUMBER: usize = 24;

/// Returns why the table that starts at a line is no board, and where the rows that were examined
/// end.
pub(crate) fn find(ahead: &mut Lines, line: Line) -> Option<(NumberTable, usize)> {
    let text = ahead.text;
    let mut first = line;
    let row = match Row::new(line.of(text)) {
        Some(row) => row,
        None => {
            let names = names(line.of(text))?;
            ahead.at = line.next;
            first = ahead.find(|line| !is_rule(line.of(text)))?;
            let row = Row::new(first.of(text))?;
            Some(row).filter(|row| row.cells > MAX_SIZE && row.cells.abs_diff(names) <= 1)?
        }
    };
    if !row.may_start_table() {
        return None;
    }
    ahead.at = first.next;
    let cells = row.cells;
    let (mut rows, mut end) = (vec![row], first.next);
    while rows.len() < MOST_ROWS && (rows.len() < FEWEST_ROWS || end - line.start < MOST_TEXT) {
        let row = ahead
            .next()
            .and_then(|next| Some((Row::new(next.of(text))?, next)));
        let Some((row, next)) = row.filter(|(row, _)| row.cells == cells) else {
            break;
        };
        rows.push(row);
        end = next.next;
    }
    Some((of_rows(&rows)?, end))
}

/// Returns the number of cells in the rows of a text that was refused as a table.
pub(crate) fn width_of_table(text: &[u8]) -> Option<usize> {
    let mut lines = Lines::new(text, true);
    let first = lines.next()?;
    find(&mut lines, first)?;
    width(Lines::new(text, true).last()?.of(text))
}

/// Returns whether a text ends with a row of this many numbers, and with at most one line end.
pub(crate) fn ends_with_row(text: &[u8], cells: usize) -> bool {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    let start = memchr::memrchr2(b'\n', b'\r', text).map_or(0, |at| at + 1);
    width(&text[start..]) == Some(cells)
}

/// Returns how many cells a line has if it is a row of numbers.
pub(crate) fn width(line: &[u8]) -> Option<usize> {
    Row::new(line).map(|row| row.cells)
}

fn of_rows(rows: &[Row]) -> Option<NumberTable> {
    let (count, cells) = (rows.len(), rows[0].cells);
    if cells > MAX_SIZE {
        let fewest = match rows[0].is_run {
            true => cells.min(MOST_ROWS),
            false => FEWEST_ROWS,
        };
        let is_table = count >= 2 && rows.iter().all(Row::is_no_board)
            || count >= fewest && !is_near_board(cells);
        return is_table.then_some(NumberTable::TooLarge(cells));
    }
    let others = rows.iter().filter(|row| row.is_mostly_other()).count();
    let is_long = count > 3 * cells || count > cells && !count.is_multiple_of(cells);
    if count >= MIN_SIZE && 2 * others > count {
        Some(NumberTable::OtherNumbers(cells))
    } else {
        (rows[0].has_no_boxes() && is_long).then_some(NumberTable::TooLong(cells))
    }
}

/// A row of numbers.
struct Row {
    cells: usize,
    /// Whether each character is a cell.
    is_run: bool,
    /// The numbers that may be values, 0 for other cells.
    values: Vec<usize>,
    /// How many cells are neither open nor values of a board with as many rows.
    others: usize,
}

impl Row {
    /// Returns nothing if the line has anything but numbers and open cells.
    fn new(line: &[u8]) -> Option<Row> {
        let line = line.trim_ascii();
        let line = line.strip_prefix(b"- ").unwrap_or(line);
        let is_row = |byte: &u8| !byte.is_ascii_alphabetic() || b"eEnNaAoOuUlLxX".contains(byte);
        if line.len() < 2 * MIN_SIZE - 1 || !line.iter().all(is_row) {
            return None;
        }
        if !line.iter().any(|byte| b",; \t|".contains(byte)) {
            return Row::run(line);
        }
        let (mut values, mut others) = (Vec::new(), 0);
        let cells = split(line);
        for cell in &cells {
            let value = match cell_number(cell) {
                _ if cell.len() > LONGEST_NUMBER => return None,
                Some(value) => value,
                None if is_blank(cell, None) => 0,
                None if is_decimal(cell) => usize::MAX,
                None => return None,
            };
            let is_other = value > cells.len() && !lists_candidates(cell);
            others += usize::from(is_other);
            values.push(if value > 9 && lists_candidates(cell) {
                0
            } else {
                value
            });
        }
        let is_row = cells.len() >= MIN_SIZE && !are_groups(&cells);
        is_row.then_some(Row {
            cells: cells.len(),
            is_run: false,
            values,
            others,
        })
    }

    fn run(line: &[u8]) -> Option<Row> {
        let value = |byte: &u8| match byte {
            b'0'..=b'9' => Some(usize::from(byte - b'0')),
            b'.' | b'_' | b'-' | b'*' | b'?' => Some(0),
            _ => None,
        };
        let values: Vec<usize> = line.iter().map(value).collect::<Option<_>>()?;
        (line.len() > MAX_SIZE).then_some(Row {
            cells: line.len(),
            is_run: true,
            values,
            others: 0,
        })
    }

    fn may_start_table(&self) -> bool {
        self.cells > MAX_SIZE && !(self.is_run && is_usual_count(self.cells))
            || self.cells <= MAX_SIZE && (self.is_mostly_other() || self.has_no_boxes())
    }

    fn is_mostly_other(&self) -> bool {
        2 * self.others > self.cells
    }

    /// Returns whether no board has rows of this many cells and boxes.
    fn has_no_boxes(&self) -> bool {
        Shape::usual_box_size(self.cells).is_none()
    }

    /// Returns whether the row cannot be a board with all its cells on one line: it has more larger
    /// values than columns of other numbers would give it or, if that size is unusual, the same value
    /// twice in a row or column.
    fn is_no_board(&self) -> bool {
        let size = self.cells.isqrt();
        let large = self.values.iter().filter(|value| **value > size).count();
        if size > MAX_SIZE || large > MARGIN {
            return true;
        }
        if size * size != self.cells || is_usual(size) {
            return false;
        }
        let repeats = |cells: &mut dyn Iterator<Item = usize>| {
            let mut seen = 0u128;
            let values = cells.map(|cell| self.values[cell]);
            let mut values = values.filter(|value| (1..=size).contains(value));
            values.any(|value| {
                let is_seen = seen >> value & 1 == 1;
                seen |= 1 << value;
                is_seen
            })
        };
        (0..size).any(|at| {
            repeats(&mut (at * size..(at + 1) * size))
                || repeats(&mut (at..self.cells).step_by(size))
        })
    }
}

/// Splits a row at its separator, or at spaces and bars, and removes brackets.
fn split(line: &[u8]) -> Vec<&[u8]> {
    let whole = Line {
        start: 0,
        end: line.len(),
        next: line.len(),
    };
    let is_bracket = |byte: &u8| b" \t[](){}|\"';,".contains(byte);
    let bare = |cell: &'_ [u8]| -> (usize, usize) {
        let start = cell.iter().take_while(|byte| is_bracket(byte)).count();
        let end = cell
            .iter()
            .rev()
            .take_while(|byte| is_bracket(byte))
            .count();
        (start, cell.len() - end.min(cell.len() - start))
    };
    let trimmed = |cell| {
        let (start, end) = bare(cell);
        &cell[start..end]
    };
    let count = |separator: &u8| line.iter().filter(|byte| *byte == separator).count();
    let separator = separator(line, whole).filter(|separator| count(separator) + 1 >= MIN_SIZE);
    let Some(separator) = separator else {
        let cells = line.split(|byte| byte.is_ascii_whitespace() || b"|&\\".contains(byte));
        return cells.map(trimmed).filter(|cell| !cell.is_empty()).collect();
    };
    let mut cells: Vec<&[u8]> = line.split(|byte| *byte == separator).map(trimmed).collect();
    // The separator may follow the last cell, too.
    if cells.last().is_some_and(|cell| cell.is_empty()) {
        cells.pop();
    }
    cells
}

/// Returns whether a line is the rule below the names of a Markdown table.
fn is_rule(line: &[u8]) -> bool {
    line.contains(&b'|') && line.iter().all(|byte| b"|-: ".contains(byte))
}

/// Returns whether these are no numbers but groups of cells: `530 070 000`, or the rows of a board.
fn are_groups(cells: &[&[u8]]) -> bool {
    const MOST_GROUPS: usize = 8;
    let length = cells.first().map_or(0, |cell| cell.len());
    let has_point = |cell: &&[u8]| {
        let before_last = cell.split_last().map_or(&[][..], |(_, before)| before);
        before_last.contains(&b'.') && is_decimal(cell)
    };
    length > 1
        && !cells.iter().all(has_point)
        && cells.iter().all(|cell| cell.len() == length)
        && (cells.len() <= MOST_GROUPS || cells.len() == length)
}

/// Returns how many fields a line has that names the columns of a table: more than a board has.
fn names(line: &[u8]) -> Option<usize> {
    let fields = line.iter().filter(|byte| b",;\t|".contains(byte)).count();
    (fields >= MAX_SIZE).then(|| split(line).len())
}

/// Returns whether a cell is a number with a sign, a decimal point or an exponent.
fn is_decimal(cell: &[u8]) -> bool {
    let points = cell.iter().filter(|byte| **byte == b'.').count();
    points <= 1
        && cell.iter().any(u8::is_ascii_digit)
        && cell
            .iter()
            .all(|byte| byte.is_ascii_digit() || b"+-.eE%".contains(byte))
        && !cell[0].eq_ignore_ascii_case(&b'e')
}

/// Returns whether a board of a usual size has this many cells, or any board this many candidates.
fn is_usual_count(cells: usize) -> bool {
    let size = cells.isqrt();
    size * size == cells && is_usual(size)
        || (MIN_SIZE..=MAX_SIZE).any(|size| size * size * size == cells)
}

/// Returns whether one to three boards have about this many cells, so that rows of that many may be
/// boards with a few cells too many or too few.
fn is_near_board(cells: usize) -> bool {
    let sizes = (MAX_SIZE.isqrt()..=MAX_SIZE).filter(|size| Shape::usual_box_size(*size).is_some());
    let mut counts = sizes.flat_map(|size| (1..=3).map(move |boards| boards * size * size));
    counts.any(|count| count.abs_diff(cells) <= MARGIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_decimals_may_have_empty_cells() {
        assert_eq!(width(b"1.5,,2.5,3.5,4.5"), Some(5));
    }
}
