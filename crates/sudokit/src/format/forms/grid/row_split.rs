//! The ways to split a row of a grid into cells, regardless of what the symbols mean.

use crate::format::Span;
use crate::format::read::characters::ESCAPE;
use crate::format::read::lines::{Line, is_bar, is_layout, split, trim};
use crate::format::read::segment::{characters, length_of};

/// How a row is split into cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowSplit {
    /// At a separator, so that a cell may be empty.
    Fields {
        separator: u8,
        /// Whether the separator also follows the last cell.
        trailing: bool,
    },
    /// At bars, so that a cell may be empty: the rows of a Markdown table.
    Table {
        /// Whether a row starts and ends with a bar.
        outer: bool,
    },
    /// At blanks and bars.
    Tokens,
    /// Each character is a cell; blanks and bars are layout.
    Characters,
    /// By position between bars, so that a space may be an empty cell.
    Columns {
        /// The number of cells in a row.
        size: usize,
    },
}

impl RowSplit {
    /// Returns the cells of a line.
    pub fn cells(self, text: &[u8], line: Line) -> Vec<Span> {
        match self {
            RowSplit::Fields {
                separator,
                trailing,
            } => fields(text, line, separator, trailing),
            RowSplit::Table { outer } => table(text, line, outer),
            RowSplit::Tokens => shifted(bracketed_tokens(line.of(text)), line.start),
            RowSplit::Characters => {
                let cells = characters(line.of(text)).filter(|(_, c)| !is_layout(*c));
                let start = line.start;
                cells
                    .map(|(at, c)| Span::new(start + at, start + at + length_of(c)))
                    .collect()
            }
            RowSplit::Columns { size } => columns(text, line, size),
        }
    }
}

/// Splits a line at blanks and bars, but not inside of brackets: `{1 2 5}` are candidates.
pub(crate) fn bracketed_tokens(line: &[u8]) -> Vec<Span> {
    let tokens = split(line, is_layout);
    if memchr::memchr3(b'{', b'[', b'(', line).is_none() {
        return tokens;
    }
    let mut merged: Vec<Span> = Vec::with_capacity(tokens.len());
    let mut closing = None;
    for token in tokens {
        let bytes = token.of(line);
        match (closing, merged.last_mut()) {
            (Some(_), Some(last)) => last.end = token.end,
            _ => {
                closing = match bytes.iter().find(|byte| !b"*#@".contains(byte)) {
                    Some(b'{') => Some(b'}'),
                    Some(b'[') => Some(b']'),
                    Some(b'(') => Some(b')'),
                    _ => None,
                };
                merged.push(token);
            }
        }
        if closing.is_some_and(|closing| bytes.ends_with(&[closing])) {
            closing = None;
        }
    }
    merged
}

/// Returns the separator between the cells of a line: the first kind that occurs.
pub(crate) fn separator(text: &[u8], line: Line) -> Option<u8> {
    let content = line.trimmed(text).of(text);
    let first = content[memchr::memchr3(b',', b';', b'\t', content)?];
    let before: &[u8] = match first {
        b',' => &[],
        b';' => b",",
        _ => b",;",
    };
    let mut before = before.iter().copied();
    let found = before.find(|separator| memchr::memchr(*separator, content).is_some());
    Some(found.unwrap_or(first))
}

fn fields(text: &[u8], line: Line, separator: u8, trailing: bool) -> Vec<Span> {
    let content = match separator {
        // With tabs as separators, a tab at the edge means an empty cell.
        b'\t' => line.span(),
        _ => line.trimmed(text),
    };
    let is_bar = |at: usize| text.get(at) == Some(&b'|');
    let (mut cells, mut start) = (Vec::new(), content.start as usize);
    let mut end = content.end as usize;
    if end > start + 1 && is_bar(start) && is_bar(end - 1) {
        (start, end) = (start + 1, end - 1);
    }
    loop {
        // Bars between boxes separate cells, too.
        let separates = |byte: &u8| *byte == separator || *byte == b'|';
        let found = text[start..end].iter().position(separates);
        let stop = found.map_or(end, |at| start + at);
        cells.push(unquoted(text, trim(text, Span::new(start, stop))));
        if found.is_none() {
            break;
        }
        start = stop + 1;
    }
    if trailing && cells.last().is_some_and(|cell| cell.start == cell.end) {
        cells.pop();
    }
    cells
}

/// Returns the cells between the bars of a row, without the marks for bold text and code.
fn table(text: &[u8], line: Line, outer: bool) -> Vec<Span> {
    let trimmed = line.trimmed(text);
    let (inner, mut start) = match (outer, trimmed.of(text)) {
        (true, [b'|', inner @ .., b'|']) => (inner, trimmed.start as usize + 1),
        (true, _) => {
            let stretches = stretches(text, line);
            let cells = stretches.iter().map(|cell| {
                let ((first, _), (last, character)) = cell.first().zip(cell.last())?;
                Some(trim(text, Span::new(*first, last + length_of(*character))))
            });
            return cells.collect::<Option<_>>().unwrap_or_default();
        }
        (false, _) => (line.of(text), line.start),
    };
    let cells = inner.split(|byte| *byte == b'|').map(|cell| {
        let mut span = trim(text, Span::new(start, start + cell.len()));
        start += cell.len() + 1;
        while let [b'*', _, .., b'*'] | [b'`', _, .., b'`'] = span.of(text) {
            (span.start, span.end) = (span.start + 1, span.end - 1);
        }
        span
    });
    cells.collect()
}

/// Returns the inside of quotation marks.
fn unquoted(text: &[u8], span: Span) -> Span {
    match span.of(text) {
        [b'"', .., b'"'] | [b'\'', .., b'\''] => trim(
            text,
            Span {
                start: span.start + 1,
                end: span.end - 1,
            },
        ),
        _ => span,
    }
}

/// Returns the characters of a line with their offsets, in sections between two bars; nothing if
/// the line does not start and end with a bar.
fn stretches(text: &[u8], line: Line) -> Vec<Vec<(usize, char)>> {
    let content = line.trimmed(text);
    let start = content.start as usize;
    let places: Vec<(usize, char)> = characters(content.of(text))
        .filter(|(_, character)| *character != ESCAPE)
        .map(|(at, character)| (start + at, character))
        .collect();
    match places.as_slice() {
        [(_, first), inner @ .., (_, last)] if is_bar(*first) && is_bar(*last) => {
            let stretches = inner.split(|(_, character)| is_bar(*character));
            stretches.map(<[_]>::to_vec).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the possible numbers of cells of a line that is split by position, judging by its first
/// section.
pub(crate) fn column_sizes(text: &[u8], line: Line) -> Vec<usize> {
    let stretches = stretches(text, line);
    let width = stretches.first().map_or(0, Vec::len);
    let each = [width.saturating_sub(1) / 2, width, width.div_ceil(2)];
    let mut sizes = each.map(|cells| cells * stretches.len()).to_vec();
    sizes.dedup();
    sizes
}

/// Returns the cells between bars if a space may be an empty cell: each section has the same number
/// of positions, with or without a space between them.
fn columns(text: &[u8], line: Line, size: usize) -> Vec<Span> {
    let stretches = stretches(text, line);
    if stretches.is_empty() || !size.is_multiple_of(stretches.len()) {
        return Vec::new();
    }
    let each = size / stretches.len();
    let is_blank = |place: &&(usize, char)| place.1 == ' ';
    let mut cells = Vec::with_capacity(size);
    for stretch in stretches {
        let (first, step) = match stretch.len() {
            width if width == each => (0, 1),
            width if width == 2 * each + 1 => (1, 2),
            width if width + 1 == 2 * each => (0, 2),
            _ => return Vec::new(),
        };
        let between = stretch.iter().skip(1 - first).step_by(2);
        if step == 2 && !between.clone().all(|place| is_blank(&place)) {
            return Vec::new();
        }
        let places = stretch.iter().skip(first).step_by(step);
        cells.extend(places.map(|(at, character)| Span::new(*at, at + length_of(*character))));
    }
    cells
}

fn shifted(mut spans: Vec<Span>, by: usize) -> Vec<Span> {
    for span in &mut spans {
        span.start += by as u32;
        span.end += by as u32;
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::read::lines::Lines;

    #[test]
    fn rows_are_split_into_cells() {
        let cut = |text: &str, row_split: RowSplit| {
            let line = Lines::new(text.as_bytes(), true).next().unwrap();
            let cells = row_split.cells(text.as_bytes(), line).into_iter();
            let cells: Vec<_> = cells
                .map(|span| String::from_utf8(span.of(text.as_bytes()).to_vec()).unwrap())
                .collect();
            cells.join("/")
        };
        let comma = |trailing| RowSplit::Fields {
            separator: b',',
            trailing,
        };
        assert_eq!(cut(" \t5,, \"3\" ,4 ", comma(false)), "5//3/4");
        assert_eq!(cut("5,,3,4,", comma(true)), "5//3/4");
        assert_eq!(cut("5,,3,4,", comma(false)), "5//3/4/");
        assert_eq!(cut("| 16 3 │ x |", RowSplit::Tokens), "16/3/x");
        assert_eq!(cut("|5·.|1 2|", RowSplit::Characters), "5/·/./1/2");
        let columns = RowSplit::Columns { size: 4 };
        assert_eq!(cut(" | 5   |   3 |", columns), "5/ / /3");
        assert_eq!(cut("|5 | 3|", columns), "5/ / /3");
        assert_eq!(cut("|5| | |3|", columns), "5/ / /3");
        assert_eq!(cut("| 55  |   3 |", columns), "");
    }
}
