//! Puzzles with one cell per line, also as the items of a YAML list: `- 5`, or `- - 5` where a row
//! starts.

use crate::format::forms::cells::Cells;
use crate::format::forms::sizes::{is_usual, size_of};
use crate::format::read::context::last_line;
use crate::format::read::lines::{Line, Lines, trim};
use crate::format::read::segment::Segment;
use crate::format::read::text::{Found, Splitter};
use crate::format::symbols::tokens::{BLANKS, is_blank_word};
use crate::format::{Content, Form, Record, Span};
use crate::shape::{MAX_SIZE, MIN_SIZE, Shape};

/// A line of one cell, or of none.
struct CellLine {
    line: Line,
    cell: Span,
    /// How many items of lists start on the line.
    bullets: usize,
}

impl CellLine {
    /// Returns nothing if the line has anything but one cell. A dash alone starts a list if the
    /// cells are `listed`.
    fn new(text: &[u8], line: Line, listed: bool) -> Option<CellLine> {
        let mut cell = line.trimmed(text);
        let mut bullets = 0;
        while cell.of(text).starts_with(b"- ") || listed && cell.of(text) == b"-" {
            cell = trim(text, Span::new(cell.start as usize + 1, line.end));
            bullets += 1;
        }
        let content = cell.of(text);
        let is_cell = match bullets {
            0 => content.is_empty() || is_cell_text(content),
            _ => content.is_empty() || is_cell_text(content) || is_blank_word(content),
        };
        is_cell.then_some(CellLine {
            line,
            cell,
            bullets,
        })
    }

    fn is_open(&self) -> bool {
        self.cell.start == self.cell.end
    }
}

impl<'a> Splitter<'a> {
    /// Returns the puzzle with one cell per line that starts at a line. A line without a cell is an
    /// open one only if that makes a whole board.
    pub(super) fn cell_lines(&self, line: Line, ahead: &mut Lines<'a>) -> Option<Found> {
        let allowed = matches!(self.options.form, None | Some(Form::Cells));
        if !allowed || line.start < self.cells_searched.get() {
            return None;
        }
        let first = CellLine::new(self.text, line, self.starts_list(line, ahead))?;
        let is_first = line.start == 0 && self.number == 1;
        let listed = first.bullets > 0;
        if first.is_open() && !listed && !is_first {
            return None;
        }
        let mut lines: Vec<CellLine> = Vec::new();
        for next in ahead.by_ref() {
            match CellLine::new(self.text, next, listed) {
                Some(cell) if (cell.bullets > 0) == listed && lines.len() <= MOST_LINES => {
                    lines.push(cell);
                }
                _ => break,
            }
        }
        let end = lines.last().map_or(line.next, |last| last.line.next);
        let found = match listed {
            true => self.listed_cells(lines),
            false => self.plain_cells(&lines).map(|count| {
                lines.truncate(count);
                lines
            }),
        };
        let found = found.filter(|lines| listed || !self.is_cut_off(lines));
        let record = found.and_then(|lines| self.cells_of(&lines));
        if record.is_none() {
            self.cells_searched.set(end);
        }
        record
    }

    /// Returns whether the line above or below the cells has several blanks, so that it may be a
    /// damaged line of the same board.
    fn is_cut_off(&self, lines: &[CellLine]) -> bool {
        let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
            return false;
        };
        let above = match last_line(&self.text[..first.line.start]) {
            [] => &self.context.above,
            above => above,
        };
        let below = self.text[last.line.next..].split(|byte| matches!(byte, b'\n' | b'\r'));
        let below = below.into_iter().next().unwrap_or_default();
        [above, below].into_iter().any(|line| {
            let line = line.trim_ascii();
            let is_cell = |byte: &u8| byte.is_ascii_digit() || BLANKS.contains(&char::from(*byte));
            (2..MIN_SIZE).contains(&line.len())
                && line.iter().all(is_cell)
                && !line.iter().all(u8::is_ascii_digit)
                && !line.contains(&b' ')
        })
    }

    /// Returns whether a line is a dash with a list below it; otherwise it is an empty cell.
    fn starts_list(&self, line: Line, ahead: &Lines<'a>) -> bool {
        let mut below = ahead.clone();
        below.at = line.next;
        let is_item = |line: Line| line.of(self.text).trim_ascii().starts_with(b"- ");
        line.of(self.text).trim_ascii() == b"-" && below.next().is_some_and(is_item)
    }

    /// Returns how many of the lines are a board.
    fn plain_cells(&self, lines: &[CellLine]) -> Option<usize> {
        let filled = lines.iter().take_while(|line| !line.is_open()).count();
        let last = lines.iter().rposition(|line| !line.is_open());
        let last = last.map_or(0, |at| at + 1);
        let counts = [filled, lines.len(), last];
        counts.into_iter().find(|count| self.is_board(*count))
    }

    /// Returns the items of a list that are a board: all of them are, and if they are the items of
    /// inner lists, these are the rows.
    fn listed_cells(&self, lines: Vec<CellLine>) -> Option<Vec<CellLine>> {
        let mut starts = Vec::new();
        let mut cells: Vec<CellLine> = Vec::with_capacity(lines.len());
        for line in lines {
            // A dash alone, or a second one, starts a row.
            if line.bullets > 1 || line.is_open() {
                starts.push(cells.len());
            }
            if !line.is_open() {
                cells.push(line);
            }
        }
        let size = cells.len().isqrt();
        let mut rows = starts.iter().enumerate();
        let are_rows = starts.len() == size && rows.all(|(row, start)| *start == row * size);
        (self.is_board(cells.len()) && (starts.is_empty() || are_rows)).then_some(cells)
    }

    fn is_board(&self, count: usize) -> bool {
        let wanted = self.options.shape.as_ref();
        let has_boxes = |size: usize| Shape::usual_box_size(size).is_some();
        size_of(count, wanted).is_some_and(|size| has_boxes(size) || wanted.is_some())
    }

    fn cells_of(&self, lines: &[CellLine]) -> Option<Found> {
        let (first, last) = (lines.first()?, lines.last()?);
        let end = last.line.next;
        let segment = Segment {
            text: &self.text[..end],
            line: self.number,
            options: self.options,
            convention: self.context.convention.as_ref(),
        };
        let cells = Cells {
            size: lines.len().isqrt(),
            field: Span::new(first.line.start, last.line.end),
            spans: lines.iter().map(|line| line.cell).collect(),
            form: Form::Cells,
            drawn: None,
        };
        let record = cells.tokens(&segment).ok()?;
        // A list of other numbers hardly obeys the rules.
        let is_named = self.options.form.is_some() || self.options.shape.is_some();
        let is_expected = is_named || is_usual(record.puzzle.shape().size());
        if !is_expected && record.puzzle.check().is_err() {
            return None;
        }
        Some(Found {
            base: 0,
            end,
            content: Content::Puzzle(Record {
                separator: "\n",
                ..record
            }),
        })
    }
}

/// The most lines of a puzzle: each row may start with a line of its own.
const MOST_LINES: usize = MAX_SIZE * (MAX_SIZE + 1);

/// Returns whether a line may be a single cell.
fn is_cell_text(content: &[u8]) -> bool {
    match content {
        [only] => only.is_ascii_alphanumeric() || BLANKS.contains(&char::from(*only)),
        [tens, ones] => tens.is_ascii_digit() && ones.is_ascii_digit(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::format::{ReadOptions, read_puzzle};

    const ROWS: [&str; 4] = ["1...", "..2.", ".3..", "...4"];

    #[test]
    fn nested_lists_are_rows() {
        let answer = ["1243", "3421", "4312", "2134"];
        for (first, other, blank) in [
            ("  - - ", "    - ", "0"),
            ("- - ", "  - ", "null"),
            ("-\n  - ", "  - ", "."),
            ("- ", "- ", "0"),
        ] {
            let write = |rows: &[&str]| {
                let row = |row: &&str| -> String {
                    let cell = |(at, c): (usize, char)| {
                        let before = if at == 0 { first } else { other };
                        format!("{before}{}\n", c.to_string().replace('.', blank))
                    };
                    row.chars().enumerate().map(cell).collect()
                };
                format!("grid:\n{}", rows.iter().map(row).collect::<String>())
            };
            let text = write(&ROWS);
            let record = read_puzzle(text.as_bytes(), ReadOptions::default()).expect(&text);
            assert_eq!(record.puzzle.to_string(), ROWS.concat(), "{text}");
            let mut out = Vec::new();
            let values = answer.concat();
            let values: Vec<u8> = values.bytes().map(|digit| digit - b'0').collect();
            record.write_values(text.as_bytes(), &values, &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), write(&answer));
        }
    }

    #[test]
    fn rows_of_different_lengths_are_no_board() {
        let text = "- - 1\n  - 0\n  - 0\n- - 0\n  - 0\n  - 0\n  - 2\n  - 0\n- - 0\n  - 3\n  - 0\n  - 0\n- - 0\n  - 0\n  - 0\n  - 4\n";
        assert!(read_puzzle(text.as_bytes(), ReadOptions::default()).is_err());
    }
}
