//! What a file is made of: puzzles, the text between them, and what cannot be read.

use super::diagnostic::Field;
use super::record::replace_with_word;
use super::text::line_end;
use super::{Diagnostic, Record, Span};

/// A stretch of a file.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The bytes as they stood, line ends included.
    pub text: Vec<u8>,
    /// The number of its first line, from 1.
    pub line: usize,
    /// What it is.
    pub content: Content,
}

/// What a piece is.
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "there is one piece at a time, and a box would be an allocation for each puzzle"
)]
pub enum Content {
    /// Text between puzzles: comments, headers, blank lines.
    Verbatim,
    /// A puzzle. It can be read, but may still break the rules: see [`Puzzle::check`](crate::Puzzle::check).
    Puzzle(Record),
    /// Something that should have been a puzzle and cannot be read.
    Unreadable(Diagnostic),
}

impl From<Result<Record, Diagnostic>> for Content {
    fn from(read: Result<Record, Diagnostic>) -> Content {
        match read {
            Ok(record) => Content::Puzzle(record),
            Err(diagnostic) => Content::Unreadable(diagnostic),
        }
    }
}

impl Default for Piece {
    fn default() -> Self {
        Piece {
            text: Vec::new(),
            line: 1,
            content: Content::Verbatim,
        }
    }
}

impl Piece {
    /// Writes the piece with a word, such as `Invalid`, in the place of its puzzle (or in the
    /// place that the form keeps for answers). Of a puzzle that cannot be read and has nothing
    /// around it, only the line end is kept. Text between puzzles stays as it is.
    pub fn write_word(&self, word: &str, out: &mut Vec<u8>) {
        match &self.content {
            Content::Verbatim => out.extend_from_slice(&self.text),
            Content::Puzzle(record) => record.write_word(&self.text, word, out),
            Content::Unreadable(diagnostic) => {
                let field = diagnostic.field.unwrap_or_else(|| self.all_but_line_end());
                replace_with_word(&self.text, field.span, field.quoted, word, out);
            }
        }
    }

    fn all_but_line_end(&self) -> Field {
        Field {
            span: Span::new(0, self.text.len() - line_end(&self.text).len()),
            quoted: matches!(
                self.text.trim_ascii_start().first(),
                Some(b'{' | b'[' | b'"')
            ),
        }
    }
}
