//! Which groups are boards: N rows of N cells, N² cells, N texts of N cells, or one text of all.

use super::group::{Cell, CellKind, Group};
use crate::format::forms::separated::Token;
use crate::format::forms::sizes::may_have_size;
use crate::format::read::segment::characters;
use crate::format::symbols::alphabet::{Tally, fits_any};
use crate::format::symbols::tokens::{is_blank, number};
use crate::format::{ReadOptions, Span};
use crate::shape::{MAX_SIZE, MIN_SIZE};

/// The cells of a board in the order of its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub size: usize,
    pub cells: Vec<Cell>,
    /// The whole array or text.
    pub span: Span,
    /// Whether all cells are in one group, so that only their number shows the rows.
    pub flat: bool,
}

/// What a group is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Board(Board),
    /// Cells that may be a row of a board.
    Row(Row),
    /// Rows that are grouped once more, by boxes or within each row.
    Boxes(usize),
    Nothing,
}

/// A row of a board, and a board of its own if it has as many cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub cells: Vec<Cell>,
    pub span: Span,
}

/// What is known about the text in which a group was found.
pub(super) struct Boards<'a> {
    pub text: &'a [u8],
    pub options: &'a ReadOptions,
}

impl Boards<'_> {
    /// Returns whether a board may have this size: a usual one, or that of the options.
    pub fn may_have_size(&self, size: usize) -> bool {
        may_have_size(size, self.options, || false)
    }

    /// Returns whether rows of this many cells may form a board.
    fn may_have_rows(&self, cells: &[Cell], size: usize) -> bool {
        let is_large = |cell: &Cell| self.value(cell).is_some_and(|n| n > 9);
        may_have_size(size, self.options, || cells.iter().any(is_large))
    }

    /// Returns the size of the board with this many cells.
    pub fn size_of(&self, cells: usize) -> Option<usize> {
        let size = cells.isqrt();
        (size * size == cells && self.may_have_size(size)).then_some(size)
    }

    /// Finds out what a group is.
    pub fn find(&self, group: &Group) -> Found {
        let span = Span::new(group.start, group.end);
        if let Some(cells) = group.cells(None) {
            return self.flat(group, cells, span);
        }
        if let Some(texts) = group.texts() {
            return self.texts(&texts, group.has_commas, span);
        }
        match group.groups().as_deref() {
            Some([only]) => match self.find(only) {
                Found::Row(row) => Found::Row(Row { span, ..row }),
                Found::Board(board) => Found::Board(Board { span, ..board }),
                other => other,
            },
            Some(groups) => self.nested(groups, span),
            None => Found::Nothing,
        }
    }

    /// Finds out what a group of cells is; `;` and `|` may separate rows.
    fn flat(&self, group: &Group, cells: Vec<Cell>, span: Span) -> Found {
        let ends = group.bars.iter().copied().chain([cells.len()]);
        let mut start = 0;
        let lengths = ends.map(|end| end - std::mem::replace(&mut start, end));
        let lengths: Vec<usize> = lengths.filter(|length| *length > 0).collect();
        let rows = lengths.len();
        let separates_rows = rows > 1 && lengths.iter().any(|length| *length > 1);
        if !separates_rows {
            return Found::Row(Row { cells, span });
        }
        if lengths.iter().all(|length| *length == rows) && self.may_have_rows(&cells, rows) {
            return Found::Board(Board {
                size: rows,
                cells,
                span,
                flat: false,
            });
        }
        Found::Nothing
    }

    /// Returns the number in a cell.
    pub fn value(&self, cell: &Cell) -> Option<usize> {
        number(cell.token.read.of(self.text))
    }

    /// Returns the rows of a group that is no board, if they are equally long.
    pub fn equal_rows(&self, group: &Group) -> Option<Vec<Vec<Cell>>> {
        let row = |found: Found| match found {
            Found::Row(row) => Some(row.cells),
            _ => None,
        };
        let rows: Option<Vec<_>> = match (group.texts(), group.groups()) {
            (Some(texts), _) if texts.len() > 1 => {
                let rows = texts.iter().map(|text| row(self.row_of_text(*text, *text)));
                rows.collect()
            }
            (_, Some(groups)) if groups.len() > 1 => {
                groups.iter().map(|group| row(self.find(group))).collect()
            }
            _ => None,
        };
        let rows = rows?;
        let length = rows.first()?.len();
        rows.iter().all(|row| row.len() == length).then_some(rows)
    }

    /// Finds out what groups in a group are.
    fn nested(&self, groups: &[&Group], span: Span) -> Found {
        let mut rows = Vec::with_capacity(groups.len());
        let mut boxes = true;
        for group in groups {
            let cells = match group.cells(Some(groups.len())) {
                Some(cells) if group.bars.is_empty() => cells,
                Some(_) => match self.find(group) {
                    Found::Row(row) => row.cells,
                    _ => return Found::Nothing,
                },
                None => match self.find(group) {
                    Found::Row(row) => row.cells,
                    _ => {
                        let parts = group.groups().unwrap_or_default();
                        let cells = parts.iter().map(|part| part.cells(None).map(|c| c.len()));
                        let cells: Option<usize> = cells.sum();
                        if cells != Some(groups.len()) {
                            return Found::Nothing;
                        }
                        continue;
                    }
                },
            };
            boxes = false;
            rows.push(cells);
        }
        if boxes && self.may_have_size(groups.len()) {
            return Found::Boxes(groups.len());
        }
        self.rows(rows, span).map_or(Found::Nothing, Found::Board)
    }

    /// Returns the board with these rows. A first column that counts the rows is left out.
    pub fn rows(&self, mut rows: Vec<Vec<Cell>>, span: Span) -> Option<Board> {
        let size = rows.len();
        let length = rows.first()?.len();
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) || rows.iter().any(|row| row.len() != length) {
            return None;
        }
        if length == size + 1 && self.counts(&rows) {
            for row in &mut rows {
                row.remove(0);
            }
        } else if length != size {
            return None;
        }
        let cells = rows.concat();
        self.may_have_rows(&cells, size).then_some(Board {
            size,
            cells,
            span,
            flat: false,
        })
    }

    /// Returns whether the first cells of the rows are 0, 1, 2… or 1, 2, 3….
    fn counts(&self, rows: &[Vec<Cell>]) -> bool {
        let number = |row: &Vec<Cell>| number(row[0].token.read.of(self.text));
        let first = rows.first().and_then(number);
        first.is_some_and(|first| {
            let mut numbers = rows.iter().map(number).enumerate();
            first <= 1 && numbers.all(|(row, number)| number == Some(first + row))
        })
    }

    /// Finds out what texts in a group are: rows, or with operators between them parts of one text.
    pub fn texts(&self, texts: &[Span], separate: bool, span: Span) -> Found {
        for split in [Split::Characters, Split::Words, Split::Joined] {
            let lines = texts.iter().map(|text| split.lines(self.text, *text));
            let Some(lines) = lines.collect::<Option<Vec<_>>>() else {
                continue;
            };
            if texts.len() > 1 {
                let rows: Option<Vec<Vec<Cell>>> = lines.iter().map(only).collect();
                if let Some(board) = rows.and_then(|rows| self.rows(rows, span))
                    && self.are_symbols(&board.cells, board.size, split)
                {
                    return Found::Board(board);
                }
                if separate {
                    continue;
                }
            }
            let lines: Vec<Vec<Cell>> = lines.concat();
            if let Some(board) = self.lines(lines, span)
                && self.are_symbols(&board.cells, board.size, split)
            {
                return Found::Board(board);
            }
        }
        match texts {
            [only] => self.row_of_text(*only, span),
            _ => Found::Nothing,
        }
    }

    /// Returns the row that a text may be.
    fn row_of_text(&self, text: Span, span: Span) -> Found {
        for split in [Split::Characters, Split::Words, Split::Joined] {
            let lines = split.lines(self.text, text).unwrap_or_default();
            if let [cells] = lines.as_slice()
                && cells.len() >= MIN_SIZE
                && self.may_have_rows(cells, cells.len())
                && self.are_symbols(cells, cells.len(), split)
            {
                let cells = cells.clone();
                return Found::Row(Row { cells, span });
            }
        }
        Found::Nothing
    }

    /// Returns the board of a text: all cells in one line, or N lines of N cells.
    fn lines(&self, lines: Vec<Vec<Cell>>, span: Span) -> Option<Board> {
        if lines.len() > 1 {
            return self.rows(lines, span);
        }
        let cells = lines.into_iter().next()?;
        Some(Board {
            size: self.size_of(cells.len())?,
            cells,
            span,
            flat: true,
        })
    }

    /// Returns whether cells of a text can be symbols of a board of this size, with a digit or a
    /// letter of a large board among them.
    fn are_symbols(&self, cells: &[Cell], size: usize, split: Split) -> bool {
        let bytes = |cell: &Cell| cell.token.read.of(self.text);
        let has_digit = cells
            .iter()
            .any(|cell| bytes(cell).iter().any(u8::is_ascii_digit));
        if split == Split::Words
            && cells
                .iter()
                .any(|cell| characters(bytes(cell)).nth(1).is_some())
        {
            let is_number = |cell: &Cell| number(bytes(cell)).is_some_and(|n| n <= size);
            return cells
                .iter()
                .all(|cell| is_number(cell) || is_blank(bytes(cell), self.options.blank));
        }
        let mut tally = Tally::new();
        for cell in cells {
            characters(bytes(cell)).for_each(|(_, c)| tally.add(c));
        }
        (has_digit || size > 9) && fits_any(&tally, size, self.options)
    }
}

fn only(lines: &Vec<Vec<Cell>>) -> Option<Vec<Cell>> {
    match lines.as_slice() {
        [line] => Some(line.clone()),
        _ => None,
    }
}

/// How a text is split into cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Split {
    /// Every character is a cell.
    Characters,
    /// Separators stand between the cells.
    Words,
    /// Every character but separators is a cell.
    Joined,
}

impl Split {
    /// Returns the cells of each line of a text that is not empty; `None` if there is an escape
    /// other than a line break.
    fn lines(self, text: &[u8], span: Span) -> Option<Vec<Vec<Cell>>> {
        let mut lines = vec![Vec::new()];
        let (start, end) = (span.start as usize, span.end as usize);
        let mut at = start;
        let mut word: Option<usize> = None;
        while at < end {
            let (break_length, joins) = match text[at..end] {
                [b'\\', b'\r', b'\n', ..] => (3, true),
                [b'\\', b'\n' | b'\r', ..] => (2, true),
                [b'\\', b'r', b'\\', b'n', ..] => (4, false),
                [b'\\', b'n' | b'r', ..] => (2, false),
                [b'\r', b'\n', ..] => (2, false),
                [b'\n' | b'\r', ..] => (1, false),
                [b'\\', ..] => return None,
                _ => (0, false),
            };
            if break_length > 0 {
                let line = lines.last_mut()?;
                line.extend(word.take().map(|from| symbol(from, at)));
                if !joins && !line.is_empty() {
                    lines.push(Vec::new());
                }
                at += break_length;
                if joins {
                    // Rust leaves out the indentation of the next line.
                    let rest = text[at..end].iter();
                    at += rest.take_while(|byte| b" \t".contains(byte)).count();
                }
                continue;
            }
            let length = crate::format::read::segment::first_character(&text[at..end])?.1;
            let separates = matches!(text[at], b' ' | b'\t' | b',' | b';' | b'|');
            let line = lines.last_mut()?;
            match self {
                Split::Characters => line.push(symbol(at, at + length)),
                Split::Joined if !separates => line.push(symbol(at, at + length)),
                Split::Words if separates => {
                    line.extend(word.take().map(|from| symbol(from, at)));
                }
                Split::Words => word = word.or(Some(at)),
                Split::Joined => {}
            }
            at += length;
        }
        let line = lines.last_mut()?;
        line.extend(word.map(|from| symbol(from, end)));
        lines.retain(|line| !line.is_empty());
        Some(lines)
    }
}

fn symbol(start: usize, end: usize) -> Cell {
    Cell {
        token: Token::plain(start, end),
        kind: CellKind::Symbol,
    }
}
