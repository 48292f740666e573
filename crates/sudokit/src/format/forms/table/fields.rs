//! The fields of a row, and where a row with quoted line breaks ends.

use crate::format::Span;

/// The longest row that continues on the next line, and the most lines it may have: a quotation
/// mark that is never closed must not make the rest of a file one row.
const LONGEST_ROW: usize = 64 * 1024;
const MOST_LINES: usize = 200;

/// Iterates over the fields of a row, without quotation marks and surrounding blanks.
pub(super) struct Fields<'a> {
    row: &'a [u8],
    delimiter: u8,
    next: Option<usize>,
}

impl<'a> Fields<'a> {
    pub fn new(row: &'a [u8], delimiter: u8) -> Self {
        Fields {
            row,
            delimiter,
            next: Some(0),
        }
    }
}

impl Iterator for Fields<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let start = self.next?;
        let rest = &self.row[start..];
        let length = field_length(rest, self.delimiter);
        self.next = (length < rest.len()).then_some(start + length + 1);
        let field = &rest[..length];
        let inside = unquoted(field);
        let from = start + (inside.as_ptr() as usize - field.as_ptr() as usize);
        Some(Span::new(from, from + inside.len()))
    }
}

/// Returns the length up to the next delimiter outside of quotation marks.
fn field_length(rest: &[u8], delimiter: u8) -> usize {
    let at = quotation_end(rest, delimiter).unwrap_or(rest.len());
    at + memchr::memchr(delimiter, &rest[at..]).unwrap_or(rest.len() - at)
}

/// Returns the offset after the quotation that a field starts with, 0 if it starts with none, and
/// nothing if the quotation is not closed.
fn quotation_end(rest: &[u8], delimiter: u8) -> Option<usize> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | 0x0c) && *byte != delimiter;
    let mut at = rest.iter().take_while(|byte| is_blank(byte)).count();
    if rest.get(at) != Some(&b'"') {
        return Some(0);
    }
    // A doubled quotation mark closes and reopens the quotation.
    while rest.get(at) == Some(&b'"') {
        at += 1;
        at += memchr::memchr(b'"', &rest[at..])? + 1;
    }
    Some(at)
}

fn unquoted(field: &[u8]) -> &[u8] {
    let field = field.trim_ascii();
    match field {
        [b'"', inside @ .., b'"'] => inside,
        _ => field,
    }
}

/// The end of a row.
pub(crate) enum RowEnd {
    /// The row is the first line.
    Line,
    /// A quoted field has line breaks; the row ends at this offset, before its line end.
    At(usize),
    /// A quotation is not closed in the text so far.
    Open,
    /// A quotation is not closed within the longest row.
    TooFar,
}

/// Finds the end of the row that starts a text; `line` is the length of its first line.
pub(crate) fn row_end(text: &[u8], line: usize, delimiter: u8) -> RowEnd {
    if memchr::memchr(b'"', &text[..line]).is_none() {
        return RowEnd::Line;
    }
    let limit = text.len().min(LONGEST_ROW);
    let (mut start, mut end) = (0, line);
    loop {
        match quotation_end(&text[start..end], delimiter) {
            Some(at) => {
                let rest = &text[start + at..end];
                match memchr::memchr(delimiter, rest) {
                    Some(next) => start += at + next + 1,
                    None if end == line => return RowEnd::Line,
                    None => return RowEnd::At(end),
                }
            }
            None => {
                // The quotation continues: the row ends with the line in which it is closed.
                let closed = quotation_end(&text[start..limit], delimiter).map(|at| start + at);
                let lines = |end: usize| memchr::memchr_iter(b'\n', &text[line..end]).count();
                end = match closed {
                    Some(closed) if lines(closed) <= MOST_LINES => {
                        let rest = &text[closed..];
                        closed + memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())
                    }
                    None if text.len() < LONGEST_ROW && lines(limit) <= MOST_LINES => {
                        return RowEnd::Open;
                    }
                    _ => return RowEnd::TooFar,
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(text: &str) -> Option<usize> {
        let line = text.find('\n').unwrap_or(text.len());
        match row_end(text.as_bytes(), line, b',') {
            RowEnd::Line => Some(line),
            RowEnd::At(end) => Some(end),
            RowEnd::Open | RowEnd::TooFar => None,
        }
    }

    #[test]
    fn quoted_line_breaks_belong_to_the_row() {
        assert_eq!(end("a,b\nc"), Some(3));
        assert_eq!(end("a,\"b\nc\",d\ne"), Some(9));
        assert_eq!(end("\"a\n\"\"b\", \"c\nd\"\n\"e"), Some(14));
        assert_eq!(end("a,5\" x\nb"), Some(6));
        assert_eq!(end("\"a\nb"), None);
        let far = format!("\"a{}", "\nb".repeat(300));
        let line = 2;
        assert!(matches!(
            row_end(far.as_bytes(), line, b','),
            RowEnd::TooFar
        ));
    }
}
