//! The text that a form reads, and how to point at a place in it.

pub(crate) use crate::format::read::characters::{characters, first_character, length_of};
use crate::format::{ReadOptions, Span, Symbols};
use crate::problem::{Place, Problem, ProblemCode};

/// A part of a file that contains one puzzle (or, for documents, all of them).
#[derive(Clone, Copy)]
pub(crate) struct Segment<'a> {
    /// The bytes, which are also the text of the resulting piece.
    pub text: &'a [u8],
    /// The number of the first line in the file, from 1.
    pub line: usize,
    /// Options that override what the content suggests.
    pub options: &'a ReadOptions,
    /// The convention shown by earlier puzzles of the same file.
    pub convention: Option<&'a Symbols>,
}

impl Segment<'_> {
    /// Returns the bytes of a span.
    pub fn bytes(&self, span: Span) -> &[u8] {
        span.of(self.text)
    }

    /// Returns the text of a span, with replacement characters for what is not UTF-8.
    pub fn string(&self, span: Span) -> String {
        String::from_utf8_lossy(self.bytes(span)).into_owned()
    }

    /// Returns the place of a span and the line around it.
    pub fn place(&self, span: Span) -> (Place, String) {
        locate(self.text, self.line, span)
    }

    /// Creates a problem that points at a span.
    pub fn problem(
        &self,
        code: ProblemCode,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) -> Problem {
        let (place, excerpt) = self.place(span);
        Problem::new(code, message, help).at(place, excerpt, label)
    }
}

/// Returns the place of a span and the line around it, for a text that starts at the given line.
pub(crate) fn locate(text: &[u8], line: usize, span: Span) -> (Place, String) {
    let start = (span.start as usize).min(text.len());
    let before = &text[..start];
    let line_start = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |at| at + 1);
    let rest = &text[line_start..];
    let line_end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    let count = |bytes: &[u8]| characters(bytes).count();
    let width_end = (span.end as usize).clamp(start, (line_start + line_end).max(start));
    let place = Place {
        line: line + line_ends(before),
        column: 1 + count(&text[line_start..start]),
        width: count(&text[start..width_end]).max(1),
    };
    (
        place,
        String::from_utf8_lossy(&rest[..line_end]).into_owned(),
    )
}

/// Counts the line ends of a text: a line feed, a carriage return, or both as one.
pub(crate) fn line_ends(text: &[u8]) -> usize {
    let feeds = memchr::memchr_iter(b'\n', text).count();
    let returns = memchr::memchr_iter(b'\r', text);
    feeds
        + returns
            .filter(|at| text.get(at + 1) != Some(&b'\n'))
            .count()
}

/// `1 row`, `2 rows`.
pub(crate) fn counted(count: usize, thing: &str) -> String {
    match count {
        1 => format!("1 {thing}"),
        _ => format!("{count} {thing}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters() {
        let text = "ab\r\nc·d\re\n".as_bytes();
        let span = |start, end| Span { start, end };
        let (place, excerpt) = locate(text, 7, span(7, 8));
        assert_eq!((place.line, place.column, place.width), (8, 3, 1));
        assert_eq!(excerpt, "c·d");
        let (place, excerpt) = locate(text, 7, span(9, 10));
        assert_eq!((place.line, place.column), (9, 1));
        assert_eq!(excerpt, "e");
        let (place, _) = locate(text, 1, span(900, 1000));
        assert_eq!((place.line, place.width), (4, 1));
    }
}
