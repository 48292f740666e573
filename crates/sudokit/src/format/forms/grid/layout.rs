//! What is around the cells of a grid and between them without being a cell: labels of rows and
//! columns, bullets, empty rows and columns of a spreadsheet.
//!
//! Each way to leave such things out gives another [`Block`], which is read like any other. A
//! column or row is left out only if all of it is layout and the rest is a whole board, so a 9×9
//! table with nine columns never loses one; if the rest can be chosen in two ways, neither counts.

use crate::format::forms::grid::row_split::RowSplit;
use crate::format::forms::grid::{Block, Entry};
use crate::format::forms::sizes::is_usual;
use crate::format::read::lines::{Line, LineKind, kind_of, trim};
use crate::format::symbols::tokens::number;
use crate::format::{ReadOptions, Span};
use crate::shape::{MAX_SIZE, MIN_SIZE, Shape};

/// A label that counts: a number, a letter, or a number with a word before it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Label {
    word: Vec<u8>,
    number: usize,
}

impl Label {
    /// Reads `3`, `C`, `r3` or `Row 3`; marks after it are not part of it.
    fn new(token: &[u8]) -> Option<Label> {
        let end = token.iter().rposition(u8::is_ascii_alphanumeric)? + 1;
        let token = &token[..end];
        let start = token.iter().rposition(|b| !b.is_ascii_digit());
        let (word, digits) = token.split_at(start.map_or(0, |at| at + 1));
        let word = word.trim_ascii();
        let is_word = word.iter().all(u8::is_ascii_alphabetic) && word.len() <= LONGEST_WORD;
        match (digits, word) {
            ([], [letter]) if letter.is_ascii_alphabetic() => Some(Label {
                word: b"A".to_vec(),
                number: usize::from(letter.to_ascii_uppercase() - b'A'),
            }),
            ([], _) => None,
            _ if is_word && digits.len() <= 2 => Some(Label {
                word: word.to_vec(),
                number: number(digits)?,
            }),
            _ => None,
        }
    }

    /// Returns whether another label comes next.
    fn precedes(&self, next: &Label) -> bool {
        self.word == next.word && self.number + 1 == next.number
    }

    fn is_first(&self) -> bool {
        self.number <= 1
    }
}

/// The longest word before the number of a row: `column`.
const LONGEST_WORD: usize = 6;

/// Returns whether labels count up from the first one.
fn count_up(labels: &[Option<Label>]) -> bool {
    let first = labels.first().and_then(Option::as_ref);
    labels.len() >= MIN_SIZE
        && first.is_some_and(Label::is_first)
        && labels.windows(2).all(|pair| match pair {
            [Some(one), Some(next)] => one.precedes(next),
            _ => false,
        })
}

/// Returns the label at the start of a line and the offset of what follows it.
fn row_label(text: &[u8], line: Line) -> Option<(Label, usize)> {
    let content = line.trimmed(text);
    let bytes = content.of(text);
    // `Row 3:` is a word and a number.
    let word = bytes.iter().take_while(|b| b.is_ascii_alphabetic()).count();
    let gap = match bytes.get(word) {
        Some(b' ') if word > 1 => 1,
        _ => 0,
    };
    let digits = bytes[word + gap..]
        .iter()
        .take_while(|b| b.is_ascii_digit());
    let end = match digits.count() {
        0 if word == 1 => 1,
        0 => return None,
        digits => word + gap + digits,
    };
    let label = Label::new(&bytes[..end])?;
    let marks = bytes[end..]
        .iter()
        .take_while(|b| b":.)]".contains(b))
        .count();
    let behind = &bytes[end + marks..];
    let apart = match behind.first() {
        Some(b' ' | b'\t' | b',' | b';') => 1,
        Some(_) if marks > 0 => 0,
        Some(b'|') | Some(0xe2) => 0,
        _ => return None,
    };
    Some((label, content.start as usize + end + marks + apart))
}

/// Returns whether a line that looks like words is a row behind a label.
pub(crate) fn is_labelled_row(text: &[u8], line: Line, options: &ReadOptions) -> bool {
    row_label(text, line).is_some_and(|(_, start)| {
        let rest = &text[start.min(line.end)..line.end];
        let is_code = |byte: &u8| b"[](){}=<>\"'\\".contains(byte);
        rest.len() >= MIN_SIZE
            && !rest.iter().any(is_code)
            && kind_of(rest, options) == LineKind::Row
    })
}

impl<'a> Block<'a> {
    /// Returns the block with other rows, and without other lines that may be rows.
    fn with_rows(&self, rows: impl Fn(usize, &Entry) -> Option<Line>) -> Block<'a> {
        let entries = self.entries.iter().enumerate();
        let entries = entries.filter_map(|(at, entry)| match entry.kind {
            LineKind::Row | LineKind::MaybeFrame => {
                let line = rows(at, entry)?;
                Some(Entry { line, ..*entry })
            }
            _ => Some(Entry { ..*entry }),
        });
        Block {
            entries: entries.collect(),
            skipped: self.skipped.clone(),
            ..*self
        }
    }

    /// Returns the other ways to see the lines.
    pub fn variants(&self) -> Vec<Block<'a>> {
        let mut variants = Vec::new();
        let separator = self.separator().map(super::fields);
        // A label and the cells behind it are no fields.
        let separator = separator.filter(|fields| {
            let first = self.row_lines().next();
            first.is_some_and(|(_, row)| fields.cells(self.text, row).len() >= MIN_SIZE)
        });
        if let Some(row_split) = separator.or_else(|| self.table()) {
            variants.extend(self.without_borders(row_split));
        }
        if separator.is_none() {
            variants.extend(self.without_row_labels());
        }
        variants.extend(self.without_column_labels());
        if separator.is_none() {
            variants.extend(self.without_bullets());
            variants.extend(self.without_title());
        }
        variants
    }

    fn row_lines(&self) -> impl Iterator<Item = (usize, Line)> + '_ {
        let rows = self.entries.iter().enumerate();
        rows.filter(|(_, entry)| entry.kind == LineKind::Row)
            .map(|(at, entry)| (at, entry.line))
    }

    /// Returns the rows without the labels that count them: the first run of labels that is long
    /// enough. Rows above it have the labels of the columns.
    fn without_row_labels(&self) -> Option<Block<'a>> {
        let labelled: Vec<_> = self
            .row_lines()
            .map(|(at, line)| (at, line, row_label(self.text, line)))
            .collect();
        let label = |at: usize| labelled.get(at)?.2.as_ref().map(|(label, _)| label);
        let run = |start: usize| {
            let follows = |at: &usize| match (label(*at), label(at + 1)) {
                (Some(one), Some(next)) => one.precedes(next),
                _ => false,
            };
            1 + (start..).take_while(follows).count()
        };
        let start = (0..labelled.len())
            .find(|at| label(*at).is_some_and(Label::is_first) && run(*at) >= MIN_SIZE)?;
        let rows = &labelled[start..start + run(start)];
        let mut block = self.with_rows(|at, entry| {
            let (_, _, label) = rows.iter().find(|(row, ..)| *row == at)?;
            let (_, start) = label.as_ref()?;
            Some(Line {
                start: (*start).min(entry.line.end),
                ..entry.line
            })
        });
        block.closed = true;
        let first = rows.first()?.1.start;
        block
            .entries
            .retain(|entry| entry.line.end > first || entry.kind == LineKind::Frame);
        Some(block.without_right_labels())
    }

    /// Removes labels that are repeated at the end of each row.
    fn without_right_labels(self) -> Block<'a> {
        let count = |line: Line| RowSplit::Tokens.cells(self.text, line).len();
        let rows: Vec<Line> = self.row_lines().map(|(_, line)| line).collect();
        let last = |line: &Line| {
            let last = *RowSplit::Tokens.cells(self.text, *line).last()?;
            Label::new(last.of(self.text)).map(|label| (label, last))
        };
        let labels: Vec<_> = rows.iter().map(last).collect();
        let only: Vec<Option<Label>> = labels
            .iter()
            .map(|label| label.as_ref().map(|(label, _)| label.clone()))
            .collect();
        if !count_up(&only) || rows.iter().any(|line| count(*line) != rows.len() + 1) {
            return self;
        }
        self.with_rows(|_, entry| {
            let (_, span) = last(&entry.line)?;
            Some(Line {
                end: span.start as usize,
                ..entry.line
            })
        })
    }

    /// Returns the rows without the one that labels the columns, above the others or below them.
    fn without_column_labels(&self) -> Option<Block<'a>> {
        let rows: Vec<(usize, Line)> = self.row_lines().collect();
        let labels = |line: Line| {
            let row_split = match self.separator() {
                Some(separator) => super::fields(separator),
                None => RowSplit::Tokens,
            };
            let cells = row_split.cells(self.text, line);
            let cells: Vec<Option<Label>> = cells
                .iter()
                .filter(|cell| cell.start < cell.end)
                .map(|cell| Label::new(cell.of(self.text)))
                .collect();
            count_up(&cells).then_some(cells.len())
        };
        let (first, last) = (rows.first()?, rows.last()?);
        let (dropped, size) = [first, last]
            .into_iter()
            .find_map(|row| Some((row.0, labels(row.1)?)))?;
        // Only a row too many is a label.
        (rows.len() > size || !self.closed).then(|| {
            let mut block = self.with_rows(|at, entry| (at != dropped).then_some(entry.line));
            if dropped == last.0 && rows.len() == size + 1 {
                block.tail = last.1.next;
            }
            block
        })
    }

    /// Returns the rows without a title on the first one: `Puzzle 1: 53..7....`.
    fn without_title(&self) -> Option<Block<'a>> {
        let (first, line) = self.row_lines().next()?;
        let content = line.of(self.text);
        let at = content
            .iter()
            .rposition(|byte| matches!(byte, b':' | b'='))?;
        content[..at].iter().any(u8::is_ascii_alphabetic).then(|| {
            self.with_rows(|row, entry| match row == first {
                true => Some(Line {
                    start: line.start + at + 1,
                    ..line
                }),
                false => Some(entry.line),
            })
        })
    }

    /// Returns the rows without the same mark in front of each of them, if it cannot be an empty
    /// cell because it is nowhere else.
    pub fn without_sure_bullets(&self) -> Option<Block<'a>> {
        let bare = self.without_bullets()?;
        let mark = |text: &[u8]| {
            text.iter()
                .copied()
                .find(|byte| !byte.is_ascii_whitespace())
        };
        let (_, first) = self.row_lines().next()?;
        let mark = mark(first.of(self.text))?;
        let is_cell = |(_, line): (usize, Line)| line.of(self.text).contains(&mark);
        let is_blank = bare.row_lines().any(is_cell);
        (!is_blank).then_some(bare)
    }

    /// Returns the rows without the same mark in front of each of them.
    fn without_bullets(&self) -> Option<Block<'a>> {
        let start = |line: Line| {
            let content = line.trimmed(self.text);
            let bytes = content.of(self.text);
            let marks = bytes.iter().take_while(|b| b">*-+%;#/".contains(b)).count();
            let is_apart = matches!(bytes.get(marks), Some(b' ' | b'\t'));
            if marks == bytes.len() && (1..=3).contains(&marks) {
                return Some((bytes.to_vec(), content.end as usize));
            }
            let bullet = match bytes {
                [0xe2, 0x80, 0xa2, b' ' | b'\t', ..] => 3,
                [0xc2, 0xb7, b' ' | b'\t', ..] => 2,
                _ if is_apart && (1..=3).contains(&marks) => marks,
                _ => return None,
            };
            Some((
                bytes[..bullet].to_vec(),
                content.start as usize + bullet + 1,
            ))
        };
        let (_, first) = self.row_lines().next()?;
        let (mark, _) = start(first)?;
        let is_same = |line: Line| start(line).is_some_and(|(other, _)| other == mark);
        self.row_lines().all(|(_, line)| is_same(line)).then(|| {
            self.with_rows(|_, entry| {
                let (_, start) = start(entry.line)?;
                // A mark alone is a gap.
                (start < entry.line.end).then_some(Line {
                    start,
                    ..entry.line
                })
            })
        })
    }

    /// Returns the boards that are left of a table if labels and empty rows and columns are left
    /// out.
    fn without_borders(&self, row_split: RowSplit) -> Vec<Block<'a>> {
        let all: Vec<(usize, Line)> = self.row_lines().collect();
        let first = all.iter().skip(1).position(|(at, _)| self.entries[*at].gap);
        let first = first.map_or(all.len(), |at| at + 1);
        let mut found = self.boards(&all, row_split);
        if found.is_empty() && first < all.len() {
            found = self.boards(&all[..first], row_split);
        }
        found
    }

    fn boards(&self, rows: &[(usize, Line)], row_split: RowSplit) -> Vec<Block<'a>> {
        let sheet = Sheet::new(self.text, rows, row_split);
        if sheet.width > 2 * MAX_SIZE {
            return Vec::new();
        }
        let mut found: Vec<(usize, Vec<usize>, Vec<usize>)> = Vec::new();
        for (top, left) in sheet.corners() {
            let sizes = match &self.options.shape {
                Some(shape) => shape.size()..=shape.size(),
                None => MIN_SIZE..=MAX_SIZE,
            };
            for size in sizes.filter(|size| self.options.shape.is_some() || is_usual(*size)) {
                let plain = top == 0 && left == 0 && sheet.width == size && rows.len() == size;
                let is_too_large = size > rows.len() || size > sheet.width;
                if plain || is_too_large {
                    continue;
                }
                let boxes = match &self.options.shape {
                    Some(shape) => shape.box_size(),
                    None => Shape::usual_box_size(size),
                };
                let gaps = boxes.unwrap_or((size, size));
                let columns = choices(size, gaps.1, left, &sheet.empty_columns(top));
                let chosen = choices(size, gaps.0, top, &sheet.empty_rows(left));
                for columns in &columns {
                    for chosen in &chosen {
                        let choice = (size, chosen.clone(), columns.clone());
                        let fits = sheet.is_whole(chosen, columns)
                            && sheet.is_bordered(chosen, columns, (top, left));
                        if fits && !found.contains(&choice) {
                            found.push(choice);
                        }
                    }
                }
            }
        }
        let block = |(_, chosen, columns): &(usize, Vec<usize>, Vec<usize>)| {
            let kept: Vec<usize> = chosen.iter().map(|row| rows[*row].0).collect();
            let mut block = self.with_rows(|at, entry| kept.contains(&at).then_some(entry.line));
            block.skipped = (0..sheet.width).filter(|c| !columns.contains(c)).collect();
            block.closed = true;
            block.tail = rows.last().map_or(0, |(_, line)| line.next);
            block
        };
        found.iter().map(block).collect()
    }
}

/// Returns the ways to choose this many lines out of the ones from `first` on, so that all others
/// are empty: side by side, or with a gap after every box.
fn choices(size: usize, gap: usize, first: usize, empty: &[bool]) -> Vec<Vec<usize>> {
    let with_gaps =
        |start: usize| -> Vec<usize> { (0..size).map(|at| start + at + at / gap.max(1)).collect() };
    let together = |start: usize| -> Vec<usize> { (start..start + size).collect() };
    let starts = first..empty.len().min(first + MOST_BORDER + 1);
    let all = starts.flat_map(|start| [together(start), with_gaps(start)]);
    let mut found: Vec<Vec<usize>> = Vec::new();
    for choice in all {
        let fits = choice.last().is_some_and(|last| *last < empty.len());
        let rest_is_empty = || (first..empty.len()).all(|at| choice.contains(&at) || empty[at]);
        if fits && !found.contains(&choice) && rest_is_empty() {
            found.push(choice);
        }
    }
    found
}

/// The most empty rows or columns before a grid.
const MOST_BORDER: usize = 8;

/// The fields of separated rows.
struct Sheet<'a> {
    text: &'a [u8],
    rows: Vec<Vec<Span>>,
    width: usize,
}

impl<'a> Sheet<'a> {
    fn new(text: &'a [u8], rows: &[(usize, Line)], row_split: RowSplit) -> Sheet<'a> {
        let cells = |(_, line): &(usize, Line)| row_split.cells(text, *line);
        let rows: Vec<Vec<Span>> = rows.iter().map(cells).collect();
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        Sheet { text, rows, width }
    }

    fn field(&self, row: usize, column: usize) -> &[u8] {
        let span = self.rows.get(row).and_then(|row| row.get(column));
        span.map_or(&[], |span| trim(self.text, *span).of(self.text))
    }

    fn empty_columns(&self, top: usize) -> Vec<bool> {
        let is_empty =
            |column: usize| (top..self.rows.len()).all(|row| self.field(row, column).is_empty());
        (0..self.width).map(is_empty).collect()
    }

    fn empty_rows(&self, left: usize) -> Vec<bool> {
        let is_empty = |row: usize| (left..self.width).all(|c| self.field(row, c).is_empty());
        (0..self.rows.len()).map(is_empty).collect()
    }

    /// Returns whether all chosen cells are in the text, and no field is missing or too many before
    /// one of them.
    fn is_whole(&self, rows: &[usize], columns: &[usize]) -> bool {
        let last = columns.last().copied().unwrap_or(0);
        let width = rows.first().map_or(0, |row| self.rows[*row].len());
        width > last && rows.iter().all(|row| self.rows[*row].len() == width)
    }

    /// Returns whether the chosen cells end where the border starts. A row or column of empty fields
    /// at their edge may be part of the border, so that one of theirs is missing.
    fn is_bordered(&self, rows: &[usize], columns: &[usize], corner: (usize, usize)) -> bool {
        let (top, left) = corner;
        let borders = |chosen: &[usize], first: usize, count: usize| {
            chosen.first().is_some_and(|at| *at > first)
                || chosen.last().is_some_and(|at| at + 1 < count)
        };
        if !borders(rows, top, self.rows.len()) && !borders(columns, left, self.width) {
            return true;
        }
        let is_empty = |row: usize, column: usize| self.field(row, column).is_empty();
        let edges = |chosen: &[usize]| [chosen.first().copied(), chosen.last().copied()];
        let empty_row = |row: usize| columns.iter().all(|column| is_empty(row, *column));
        let empty_column = |column: usize| rows.iter().all(|row| is_empty(*row, column));
        !edges(rows).into_iter().flatten().any(empty_row)
            && !edges(columns).into_iter().flatten().any(empty_column)
    }

    /// Returns the first row and column of the cells, with and without labels as cells.
    fn corners(&self) -> Vec<(usize, usize)> {
        let (empty_rows, empty_columns) = (self.empty_rows(0), self.empty_columns(0));
        let top = empty_rows.iter().position(|empty| !empty);
        let left = empty_columns.iter().position(|empty| !empty);
        let (Some(top), Some(left)) = (top, left) else {
            return Vec::new();
        };
        let row_labels = |from: usize| {
            let labels = (from..self.rows.len()).filter(|row| !self.field(*row, left).is_empty());
            let labels: Vec<_> = labels
                .map(|row| Label::new(self.field(row, left)))
                .collect();
            count_up(&labels)
        };
        let column_labels = |from: usize| {
            let labels = (from..self.width).filter(|c| !self.field(top, *c).is_empty());
            let labels: Vec<_> = labels.map(|c| Label::new(self.field(top, c))).collect();
            count_up(&labels)
        };
        let mut corners = vec![(0, 0)];
        if row_labels(top) {
            corners.push((0, left + 1));
        }
        if column_labels(left) {
            corners.push((top + 1, 0));
        }
        if row_labels(top + 1) && column_labels(left + 1) {
            corners.push((top + 1, left + 1));
        }
        corners
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_count() {
        let label = |text: &str| Label::new(text.as_bytes()).map(|label| label.number);
        for (text, number) in [
            ("3", Some(3)),
            ("C", Some(2)),
            ("c", Some(2)),
            ("r3", Some(3)),
            ("Row 3:", Some(3)),
            ("col12", Some(12)),
            ("123", None),
            ("", None),
            ("ab", None),
            ("5.3", None),
        ] {
            assert_eq!(label(text), number, "{text}");
        }
    }

    #[test]
    fn columns_are_chosen_if_the_rest_is_empty() {
        let empty = |text: &str| text.bytes().map(|b| b == b'_').collect::<Vec<bool>>();
        let count = |text: &str, size, gap| choices(size, gap, 0, &empty(text)).len();
        assert_eq!(count("_xxxx", 4, 2), 1);
        assert_eq!(count("xxxx_", 4, 2), 1);
        assert_eq!(count("xx_xx", 4, 2), 1);
        assert_eq!(count("_xxx_", 4, 2), 2);
        assert_eq!(count("xxxxx", 4, 2), 0);
        assert_eq!(count("_xx_xx_", 4, 2), 1);
    }
}
