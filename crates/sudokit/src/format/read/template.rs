//! The layout of the puzzles in the lines of a long file, so that the next line can be read without
//! detecting it again.
//!
//! A line that matches the template of the one before is read into the same memory in one pass.
//! Anything else (quotation marks, blanks around a field, another length) does not match and is
//! left to the forms.

use std::ops::Range;

use crate::format::forms::table::{Board, Table, is_region_map};
use crate::format::{Form, Record, Span, Symbols};
use crate::puzzle::{Grid, Origin};

/// The layout of the last puzzle in its line.
#[derive(Clone)]
pub(crate) enum Template {
    /// At a fixed position in a line of a fixed length.
    Line(Box<LineTemplate>),
    /// In a column of a table.
    Row(Box<RowTemplate>),
}

/// A line that matches a template.
pub(crate) struct LineMatch {
    /// Its length, including the line end.
    pub length: usize,
    /// The range of the answer within the line.
    pub answer: Range<usize>,
}

impl Template {
    /// Returns whether such lines contain classic 9×9 puzzles in digits.
    pub fn is_classic(&self) -> bool {
        match self {
            Template::Line(template) => template.is_classic(),
            Template::Row(_) => true,
        }
    }

    /// Returns a record to start from.
    pub fn record(&self) -> &Record {
        match self {
            Template::Line(template) => template.record(),
            Template::Row(template) => template.record(),
        }
    }

    /// Returns whether two templates read and write lines the same way.
    pub fn is_equivalent(&self, other: &Template) -> bool {
        match (self, other) {
            (Template::Line(one), Template::Line(other)) => one.is_equivalent(other),
            (Template::Row(one), Template::Row(other)) => one.is_equivalent(other),
            _ => false,
        }
    }

    /// Returns the byte of an empty cell.
    pub fn blank(&self) -> u8 {
        match self {
            Template::Line(template) => template.blank(),
            Template::Row(template) => template.blank(),
        }
    }

    /// Returns whether at least this many lines at the start of a text match and contain classic
    /// 9×9 puzzles.
    pub fn matches_lines(&self, mut text: &[u8], lines: usize) -> bool {
        let mut values = [0; 81];
        (0..lines).all(|_| {
            let found = match self {
                Template::Line(template) => template.next_classic(text, &mut values),
                Template::Row(template) => template.next_classic(text, &mut values),
            };
            text = found.as_ref().map_or(text, |found| &text[found.length..]);
            found.is_some()
        })
    }
}

/// Reads 81 symbols; returns `false` if one of them is neither a digit from 1 to 9 nor a blank.
///
/// One pass without a branch, which the compiler vectorises.
#[inline(always)]
pub(crate) fn read_classic(symbols: &[u8; 81], blank: u8, values: &mut [u8; 81]) -> bool {
    let mut unknown = false;
    for (value, &symbol) in values.iter_mut().zip(symbols) {
        let is_open = symbol == blank;
        let is_digit = symbol.wrapping_sub(b'1') < 9;
        unknown |= !is_open & !is_digit;
        *value = if is_open {
            0
        } else {
            symbol.wrapping_sub(b'0')
        };
    }
    !unknown
}

/// Returns whether a byte, or the end of the line, separates columns.
fn separates(byte: Option<&u8>) -> bool {
    byte.is_none_or(|byte| matches!(byte, b' ' | b'\t' | b',' | b';' | b'|' | b'"'))
}

/// The entry of a [`LineTemplate`]'s table for a byte without a meaning.
const UNKNOWN: u8 = u8::MAX;

/// The layout of a line with a puzzle at a fixed position.
#[derive(Clone)]
pub(crate) struct LineTemplate {
    /// The record of such a line.
    record: Record,
    /// The range of the puzzle in the line.
    puzzle: Range<usize>,
    /// The range of its solution, if it has one in another column.
    solution: Option<Range<usize>>,
    /// Whether the rest of the line may contain another board, which only a closer look finds.
    has_room: bool,
    /// What follows the puzzle, if that is a colon: columns after colons mean what a closer look
    /// finds, so they must be the same.
    colons: Option<Vec<u8>>,
    /// The length of the line without its line end.
    length: usize,
    /// The value of each byte of the puzzle.
    table: [u8; 256],
    /// The byte of an empty cell.
    blank: u8,
}

impl LineTemplate {
    /// Creates a template from a line and its record, if the puzzle is a plain run of bytes.
    pub fn new(record: &Record, line: &[u8]) -> Option<LineTemplate> {
        let size = record.puzzle.shape().size();
        let (first, last) = (record.cells.first()?, record.cells.last()?);
        let (start, end) = (first.start as usize, last.end as usize);
        let solution = match (&record.claimed, record.answer.as_deref()) {
            (Some(_), Some([span])) => Some(span.start as usize..span.end as usize),
            (None, None) => None,
            _ => return None,
        };
        let [blank] = *record.blank.as_bytes() else {
            return None;
        };
        // A column before it must be too short to be a puzzle itself.
        let plain = record.form == Form::Line
            && record.symbols != Symbols::Numbers
            && record.cells.len() == end - start
            && solution
                .as_ref()
                .is_none_or(|solution| solution.len() == end - start)
            && record.companions.is_empty()
            && start < 16;
        if !plain {
            return None;
        }
        let mut table = [UNKNOWN; 256];
        for byte in 0u8..128 {
            let value = record.symbols.value_of(char::from(byte), size);
            table[usize::from(byte)] = value.unwrap_or(UNKNOWN);
        }
        table[usize::from(blank)] = 0;
        let boards = (end - start) * (1 + usize::from(solution.is_some()));
        Some(LineTemplate {
            record: record.clone(),
            has_room: line.len() - boards >= end - start,
            colons: line[end..].starts_with(b":").then(|| line[end..].to_vec()),
            puzzle: start..end,
            solution,
            length: line.len(),
            table,
            blank,
        })
    }

    /// Returns whether a line, without its line end, has such a puzzle in the same place.
    pub fn fits(&self, line: &[u8]) -> bool {
        let is_known = |byte: &u8| self.table[usize::from(*byte)] != UNKNOWN;
        line.len() == self.length
            && self.keeps_apart(line)
            && line[self.field()].iter().all(is_known)
            && self.has_same_boards(line)
    }

    /// Returns whether the columns beside the puzzle are boards as in the template's line: one
    /// solution, or none.
    fn has_same_boards(&self, line: &[u8]) -> bool {
        let value = |byte: &u8| self.table[usize::from(*byte)];
        let is_pair = self.solution.as_ref().is_none_or(|range| {
            let is_value = |byte: &u8| !matches!(value(byte), 0 | UNKNOWN);
            let solution = &line[range.clone()];
            let before = range.start.checked_sub(1).and_then(|at| line.get(at));
            separates(before)
                && separates(line.get(range.end))
                && solution.iter().all(is_value)
                && !is_region_map(solution)
                && line[self.field()].iter().any(|byte| value(byte) == 0)
        });
        let boards = 1 + usize::from(self.solution.is_some());
        let is_long = |column: &&[u8]| column.len() >= self.puzzle.len();
        let columns = || {
            line.split(|byte| separates(Some(byte)))
                .filter(is_long)
                .count()
        };
        is_pair && (!self.has_room || columns() == boards)
    }

    /// Returns whether any columns around the puzzle are separated from it, and the line is not a
    /// comment.
    fn keeps_apart(&self, line: &[u8]) -> bool {
        let field = self.field();
        let before = field.start.checked_sub(1);
        before.is_none_or(|at| separates(line.get(at)) && !b"#/".contains(&line[0]))
            && match &self.colons {
                Some(columns) => line[field.end..] == **columns,
                None => separates(line.get(field.end)),
            }
    }

    /// Reads a line that [`fits`](Self::fits) into a record, which keeps its memory if it comes
    /// from such a line.
    pub fn read(&self, line: &[u8], record: &mut Record) {
        if !self.matches(record) {
            record.clone_from(&self.record);
        }
        let shape = self.record.puzzle.shape();
        record.puzzle.reset(shape);
        let values = |range: Range<usize>| line[range].iter().map(|b| self.table[usize::from(*b)]);
        record.claimed = self
            .solution
            .clone()
            .and_then(|range| Grid::new(shape.clone(), values(range).collect()).ok());
        let field = &line[self.field()];
        for (cell, byte) in field.iter().enumerate() {
            let value = self.table[usize::from(*byte)];
            if value != 0 {
                record.puzzle.set(cell, value, Origin::Given);
            }
        }
    }

    /// Reads the next line of a text if it matches and contains a classic 9×9 puzzle in plain
    /// digits.
    #[inline(always)]
    pub fn next_classic(&self, text: &[u8], values: &mut [u8; 81]) -> Option<LineMatch> {
        let length = match text.get(self.length..)? {
            [b'\n', ..] => self.length + 1,
            [b'\r', b'\n', ..] => self.length + 2,
            _ => return None,
        };
        let line = &text[..self.length];
        let field = self.field();
        let symbols: &[u8; 81] = line.get(field.clone())?.try_into().ok()?;
        // Other columns may contain anything but a line end.
        let is_alone = field.len() == self.length;
        let fits = is_alone
            || self.keeps_apart(line)
                && memchr::memchr2(b'\n', b'\r', line).is_none()
                && self.has_same_boards(line);
        let answer = self.solution.clone().unwrap_or(field);
        (read_classic(symbols, self.blank, values) && fits).then_some(LineMatch { length, answer })
    }

    /// Returns whether matching lines contain classic 9×9 puzzles in digits.
    pub fn is_classic(&self) -> bool {
        self.record.puzzle.shape().is_classic()
            && self.record.puzzle.candidates().is_none()
            && (1..=9).all(|value| self.table[usize::from(b'0' + value)] == value)
    }

    /// Returns whether two templates read and write lines the same way.
    pub fn is_equivalent(&self, other: &LineTemplate) -> bool {
        self.length == other.length && self.table == other.table && self.matches(&other.record)
    }

    /// Returns the range of the puzzle in the line.
    fn field(&self) -> Range<usize> {
        self.puzzle.clone()
    }

    /// Returns whether such lines have their solution in another column.
    pub fn has_solution(&self) -> bool {
        self.solution.is_some()
    }

    /// Returns the byte of an empty cell.
    pub fn blank(&self) -> u8 {
        self.blank
    }

    /// Returns a record to start from.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Returns whether a record differs from the template's only in its values.
    fn matches(&self, record: &Record) -> bool {
        let own = &self.record;
        record.form == own.form
            && record.field == own.field
            && record.cells.first() == own.cells.first()
            && record.cells.len() == own.cells.len()
            && record.puzzle.shape() == own.puzzle.shape()
            && record.symbols == own.symbols
            && record.blank == own.blank
            && record.answer == own.answer
            && record.companions.is_empty()
            && record.name.is_none()
            && record.separator == own.separator
            && record.alignment == own.alignment
            && !record.quoted
    }
}

/// The layout of the rows of a table of classic 9×9 puzzles.
#[derive(Clone)]
pub(crate) struct RowTemplate {
    pub table: Table,
    /// The byte of an empty cell.
    blank: u8,
    /// The record of such a row.
    record: Record,
}

/// A row that matches a template.
struct RowMatch {
    /// Its length without and with the line end.
    end: usize,
    length: usize,
    puzzle: Range<usize>,
    solution: Option<Range<usize>>,
}

impl RowTemplate {
    /// Creates a template from a row's record, if that is a classic 9×9 puzzle in a plain run of
    /// digits.
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
            && record.cells.len() == 81
            && record
                .cells
                .is_sorted_by(|one, other| one.end == other.start)
            && table.board == Board::Field
            && record.between.is_empty();
        (is_classic && !means_something).then(|| RowTemplate {
            table,
            blank,
            record: record.clone(),
        })
    }

    /// Returns whether two templates read and write rows the same way.
    fn is_equivalent(&self, other: &RowTemplate) -> bool {
        self.table == other.table && self.blank == other.blank
    }

    /// Reads the next row of a text if it matches.
    #[inline(always)]
    pub fn next_classic(&self, text: &[u8], values: &mut [u8; 81]) -> Option<LineMatch> {
        let found = self.find(text, values)?;
        Some(LineMatch {
            length: found.length,
            answer: found.solution.unwrap_or(found.puzzle),
        })
    }

    #[inline(always)]
    fn find(&self, text: &[u8], values: &mut [u8; 81]) -> Option<RowMatch> {
        let end = memchr::memchr2(b'\n', b'\r', text)?;
        let length = match text[end..] {
            [b'\n', ..] => end + 1,
            [b'\r', b'\n', ..] => end + 2,
            _ => return None,
        };
        let row = &text[..end];
        // It may be a comment, or start with blanks that do not belong to the first field.
        let starts_plainly = row.first().is_some_and(|first| first.is_ascii_graphic())
            && !matches!(row[0], b'#' | b'/');
        if !starts_plainly || memchr::memchr(b'"', row).is_some() {
            return None;
        }
        let (puzzle, solution) = self.fields(row)?;
        let symbols = row[puzzle.clone()].try_into().ok()?;
        let is_read = read_classic(symbols, self.blank, values);
        // A field too few or too many may put the solution here, which `Table::read` reports.
        if !is_read || !values.contains(&0) {
            return None;
        }
        let is_clear = |field: &Range<usize>| is_empty_or_solution(&row[field.clone()]);
        solution.as_ref().is_none_or(is_clear).then_some(RowMatch {
            end,
            length,
            puzzle,
            solution,
        })
    }

    /// Reads the next row of a text into a record, if it matches, and returns its length. The record
    /// keeps its memory if it comes from such a row.
    pub fn read(&self, text: &[u8], record: &mut Record) -> Option<usize> {
        let mut values = [0; 81];
        let found = self.find(text, &mut values)?;
        let row = &text[..found.end];
        // Another column may be a board only if there is room for one.
        let solution = found.solution.clone().unwrap_or(0..0);
        let has_room = found.end - found.puzzle.len() - solution.len() >= 81;
        if has_room || !self.record.companions.is_empty() {
            return None;
        }
        if !self.matches(record) {
            record.clone_from(&self.record);
        }
        let shape = self.record.puzzle.shape();
        record.puzzle.reset(shape);
        for (cell, value) in values.into_iter().enumerate().filter(|(_, v)| *v != 0) {
            record.puzzle.set(cell, value, Origin::Given);
        }
        let start = found.puzzle.start as u32;
        for (at, span) in (start..).zip(&mut record.cells) {
            *span = Span {
                start: at,
                end: at + 1,
            };
        }
        record.claimed = match solution.len() {
            81 => {
                let values = row[solution.clone()].iter().map(|byte| byte - b'0');
                Grid::new(shape.clone(), values.collect()).ok()
            }
            _ => None,
        };
        let answer = found.solution.unwrap_or(found.puzzle);
        record.field = Span::new(answer.start, answer.end);
        if let Some([span]) = record.answer.as_deref_mut() {
            *span = record.field;
        }
        let name = self.table.name_in(row);
        record.name = name.map(|name| String::from_utf8_lossy(name.of(row)).into_owned());
        Some(found.length)
    }

    /// Returns a record to start from.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Returns whether a record differs from the template's only in its values, its places and its
    /// name.
    fn matches(&self, record: &Record) -> bool {
        let own = &self.record;
        record.form == own.form
            && record.cells.len() == own.cells.len()
            && record.puzzle.shape() == own.puzzle.shape()
            && record.puzzle.candidates().is_none()
            && record.played.is_none()
            && record.symbols == own.symbols
            && record.blank == own.blank
            && record.answer.as_ref().map(Vec::len) == own.answer.as_ref().map(Vec::len)
            && record.companions.is_empty()
            && record.separator == own.separator
            && record.alignment == own.alignment
            && record.between == own.between
            && record.quoted == own.quoted
            && record.encoded.is_none()
            && record.insertion.is_none()
    }

    /// Returns the byte of an empty cell.
    pub fn blank(&self) -> u8 {
        self.blank
    }

    /// Returns the ranges of the puzzle and, if the table has a column for it, the solution, in a
    /// row without quotation marks.
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

/// Returns whether a field is empty or has 81 values, so that its meaning is clear.
#[inline]
fn is_empty_or_solution(field: &[u8]) -> bool {
    match <&[u8; 81]>::try_from(field) {
        Ok(symbols) => symbols
            .iter()
            .fold(true, |all, symbol| all & (symbol.wrapping_sub(b'1') < 9)),
        Err(_) => field.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use crate::format::{Content, Piece, ReadOptions, Reader, Record};

    const PUZZLES: [&str; 2] = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        ".....9..2.3..78..98..1..75...6.9....57.....6...2.....5..3.8.5..4..6......9..2...4",
    ];
    const SOLUTION: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn records(text: &str) -> Vec<Record> {
        let mut reader = Reader::new(text.as_bytes(), ReadOptions::default());
        let (mut piece, mut records) = (Piece::default(), Vec::new());
        while reader.read(&mut piece).unwrap() {
            if let Content::Puzzle(record) = &piece.content {
                records.push(record.clone());
            }
        }
        records
    }

    #[test]
    fn columns_after_a_colon_are_read_like_single_lines() {
        let [one, other] = PUZZLES;
        let lines = [
            format!("{one}:\n"),
            format!("{other}:\n"),
            format!("{one}:3\n"),
            format!("{other}:4\n"),
            format!("{one}:{SOLUTION}\n"),
            format!("{one}:213 214\n"),
            format!("{one}:215 216\n"),
            format!("{other}:\n"),
        ];
        let all = records(&lines.concat());
        let alone: Vec<Record> = lines.iter().flat_map(|line| records(line)).collect();
        assert_eq!(all, alone);
    }

    #[test]
    fn rows_of_a_table_are_read_like_the_first() {
        let [one, other] = PUZZLES;
        let zeros = other.replace('.', "0");
        let header = "id,puzzle,solution,rating\n";
        let rows = [
            format!("1,{one},{SOLUTION},1.2\n"),
            format!("12,{other},,\n"),
            format!("a longer name,{one},,3\n"),
            format!("4,{one},{SOLUTION},\n"),
            format!("5,{zeros},,\n"),
            format!("\"6\",{other},,\n"),
            format!("7,{one},{SOLUTION},{other}\n"),
            format!("8,{other},,\r\n"),
            format!("9,{one},{SOLUTION},{SOLUTION}\n"),
            format!(",{other},,"),
        ];
        let all = records(&format!("{header}{}", rows.concat()));
        assert_eq!(all.len(), rows.len());
        for (row, record) in rows.iter().zip(all) {
            let alone = records(&format!("{header}{row}"));
            assert_eq!(alone, [record], "{row}");
        }
    }
}
