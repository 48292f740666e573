//! The text that one form looks at, and how to point at a place in it.

use super::{Diagnostic, Kind, Place, ReadOptions, Span, Symbols};

/// A stretch of a file that holds one puzzle (or, for documents, all of them).
#[derive(Clone, Copy)]
pub(super) struct Unit<'a> {
    /// The bytes, which are also the text of the piece that they will become.
    pub text: &'a [u8],
    /// The number of the first line in the file, from 1.
    pub line: usize,
    /// What the caller knows better.
    pub options: &'a ReadOptions,
    /// The convention that earlier puzzles of the same file settled.
    pub convention: Option<&'a Symbols>,
}

impl Unit<'_> {
    /// The bytes of a span.
    pub fn bytes(&self, span: Span) -> &[u8] {
        &self.text[span.start as usize..span.end as usize]
    }

    /// Where a span stands, and the line around it.
    pub fn place(&self, span: Span) -> (Place, String) {
        let start = (span.start as usize).min(self.text.len());
        let before = &self.text[..start];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        let rest = &self.text[line_start..];
        let line_end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let characters = |bytes: &[u8]| String::from_utf8_lossy(bytes).chars().count();
        let width_end = (span.end as usize).clamp(start, (line_start + line_end).max(start));
        let place = Place {
            line: self.line + memchr::memchr_iter(b'\n', before).count(),
            column: 1 + characters(&self.text[line_start..start]),
            width: characters(&self.text[start..width_end]).max(1),
        };
        (
            place,
            String::from_utf8_lossy(&rest[..line_end]).into_owned(),
        )
    }

    /// A diagnostic that points at a span.
    pub fn error(
        &self,
        kind: Kind,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) -> Diagnostic {
        let (place, excerpt) = self.place(span);
        Diagnostic::new(kind, message, help).at(place, excerpt, label)
    }
}

/// Stub: how many lines end in a text.
pub(super) fn line_ends(text: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', text).count()
}
