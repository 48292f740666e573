//! What a file consists of: puzzles, the text between them, and text that cannot be read.
//!
//! A document form (JSON, XML, SDK) sees the text in memory as a [`Window`] and says how much of it
//! is the next piece. Nothing is skipped: the reader moves the window by the length of the piece.

use crate::format::read::layout::Layout;
use crate::format::read::segment::Segment;
use crate::format::read::text::line_end;
use crate::format::record::replace_with_word;
use crate::format::{ReadOptions, Record, Span};
use crate::problem::{Field, Problem};

/// A part of a file.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The bytes as they are in the file, including line ends.
    pub text: Vec<u8>,
    /// The number of its first line, from 1.
    pub line: usize,
    /// The column of its first character, from 1: puzzles of a document may share a line.
    pub column: usize,
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
    /// A puzzle. It may still break the rules: see [`Piece::problem`].
    Puzzle(Record),
    /// Text that should be a puzzle but cannot be read.
    Unreadable(Problem),
}

impl From<Result<Record, Problem>> for Content {
    fn from(read: Result<Record, Problem>) -> Content {
        match read {
            Ok(record) => Content::Puzzle(record),
            Err(problem) => Content::Unreadable(problem),
        }
    }
}

impl Default for Piece {
    fn default() -> Self {
        Piece {
            text: Vec::new(),
            line: 1,
            column: 1,
            content: Content::Verbatim,
        }
    }
}

impl Piece {
    /// Returns what is wrong with the piece: it cannot be read, or its puzzle breaks a rule. The
    /// labels point into the file.
    pub fn problem(&self) -> Option<Problem> {
        match &self.content {
            Content::Verbatim => None,
            Content::Unreadable(problem) => Some(problem.clone()),
            Content::Puzzle(record) => {
                let error = record.puzzle.check().err()?;
                let problem = record.rule_problem(&self.text, self.line, &error);
                Some(problem.moved(self.line, self.column - 1))
            }
        }
    }

    /// Writes the piece with a word, such as `Invalid`, in place of its puzzle, or in the place
    /// that the form reserves for answers. Of an unreadable puzzle with nothing around it, only the
    /// line end is kept. Text between puzzles is copied.
    pub fn write_word(&self, word: &str, out: &mut Vec<u8>) {
        match &self.content {
            Content::Verbatim => out.extend_from_slice(&self.text),
            Content::Puzzle(record) => record.write_word(&self.text, word, out),
            Content::Unreadable(problem) => {
                let field = problem.field.unwrap_or_else(|| self.all_but_line_end());
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

/// The longest text before a puzzle, on its line, that is quoted in its problems. A document
/// without line breaks is one line of megabytes, which should not be quoted for each problem.
pub(crate) const LONGEST_LEAD: usize = 120;

/// More text than any puzzle takes: the candidates of a 64×64 board, spelled out. A value, an
/// element, a section or a line that is longer is not read as a puzzle.
pub(crate) const LONGEST_PUZZLE: usize = 1 << 20;

/// The longest text between puzzles that becomes one piece.
pub(crate) const VERBATIM: usize = 64 * 1024;

/// The next piece of a text.
pub(crate) struct NextPiece {
    /// Its length in bytes.
    pub length: usize,
    pub content: Content,
}

impl NextPiece {
    /// Creates a piece of text between puzzles.
    pub fn verbatim(length: usize) -> NextPiece {
        NextPiece {
            length,
            content: Content::Verbatim,
        }
    }
}

/// What a document form does with the text in memory.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one step at a time, and a box would be an allocation for each puzzle"
)]
pub(crate) enum Step {
    /// The text starts with this piece.
    Piece(NextPiece),
    /// The text starts with a puzzle of the layout of the last one.
    SameLayout,
    /// More text is needed to tell.
    More,
}

/// A document form, which splits a text that is read bit by bit.
pub(crate) trait Document: Send + Sync {
    /// Returns the next piece. The window has moved by the length of the last one. At the end of
    /// the document, the window may be empty; a piece may then report what is missing.
    fn next(&mut self, window: &Window) -> Step;
}

/// The text in memory that has not been returned yet.
pub(crate) struct Window<'a> {
    /// The text, after the beginning of its line if that is short.
    pub buffer: &'a [u8],
    /// The length of that beginning.
    pub lead: usize,
    /// The number of characters on the line before the buffer.
    pub skipped: usize,
    /// The number of the line on which the text starts.
    pub line: usize,
    /// Whether nothing follows the text.
    pub ended: bool,
    /// Options that override what the content suggests.
    pub options: &'a ReadOptions,
    /// The layout of the last puzzle.
    pub layout: Option<&'a Layout>,
}

impl<'a> Window<'a> {
    /// Returns whether the text starts with a puzzle of this length that has the layout of the last
    /// one, and nothing else would differ.
    pub fn has_same_layout(&self, length: usize, separator: Option<&str>) -> bool {
        self.layout.is_some_and(|layout| {
            // A name may come from outside the text.
            layout.len() == length
                && layout.record().name.is_none()
                && separator.is_none_or(|separator| layout.record().separator == separator)
                && layout.fits(self.text())
        })
    }

    /// Returns the text.
    pub fn text(&self) -> &'a [u8] {
        &self.buffer[self.lead..]
    }

    /// Creates a piece from the puzzle at the start of the text.
    ///
    /// `read` gets a segment that ends where the puzzle ends and starts at the puzzle or a little
    /// before it on the same line. The segment borrows from the text, and the spans that `read`
    /// returns are relative to the segment.
    pub fn puzzle(
        &self,
        length: usize,
        read: impl FnOnce(&Segment<'a>) -> Result<Record, Problem>,
    ) -> NextPiece {
        let lead = self.lead as u32;
        let segment = Segment {
            text: &self.buffer[..(self.lead + length).min(self.buffer.len())],
            line: self.line,
            options: self.options,
            convention: None,
        };
        let content = match read(&segment) {
            Ok(mut record) => {
                record.map_spans(|at| at.saturating_sub(lead));
                Content::Puzzle(record)
            }
            Err(problem) => {
                let mut problem = problem.moved(self.line, self.skipped);
                if let Some(field) = &mut problem.field {
                    field.span = field.span.moved(|at| at.saturating_sub(lead));
                }
                Content::Unreadable(problem)
            }
        };
        NextPiece { length, content }
    }
}

/// Returns the span of a part within a text. The part must borrow from the text.
pub(crate) fn span_of(text: &[u8], part: &[u8]) -> Option<Span> {
    let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    let end = start.checked_add(part.len())?;
    if end > text.len() {
        return None;
    }
    Some(Span {
        start: u32::try_from(start).ok()?,
        end: u32::try_from(end).ok()?,
    })
}

/// Reads all pieces of a document.
#[cfg(test)]
pub(crate) fn pieces_of(text: &[u8], form: crate::format::Form) -> Vec<Piece> {
    pieces_with(text, form, &ReadOptions::default())
}

/// Reads all pieces of a document with these options, but not the one that reports that there are
/// no puzzles.
#[cfg(test)]
pub(crate) fn pieces_with(
    text: &[u8],
    form: crate::format::Form,
    options: &ReadOptions,
) -> Vec<Piece> {
    let mut reader = crate::format::Reader::of_document(text, form, options.clone());
    let (mut piece, mut pieces) = (Piece::default(), Vec::new());
    while reader.read(&mut piece).expect("memory can be read") {
        pieces.push(piece.clone());
    }
    let is_final = |piece: &Piece| match &piece.content {
        Content::Unreadable(problem) => problem.code == crate::ProblemCode::NoPuzzle,
        _ => false,
    };
    if pieces
        .last()
        .is_some_and(|last| last.text.is_empty() && is_final(last))
    {
        pieces.pop();
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::ProblemCode;

    fn word(text: &str, problem: Problem) -> String {
        let piece = Piece {
            text: text.as_bytes().to_vec(),
            content: Content::Unreadable(problem),
            ..Piece::default()
        };
        let mut out = Vec::new();
        piece.write_word("Invalid", &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_word_replaces_unreadable_text() {
        let problem = || Problem::new(ProblemCode::NoPuzzle, "", "");
        for (text, expected) in [
            ("12?\r\n", "Invalid\r\n"),
            ("12?\n13?\n", "Invalid\n"),
            ("12?", "Invalid"),
            ("{\"puzzle\": \n", "\"Invalid\"\n"),
            (" [1, 2", "\"Invalid\""),
            ("\"12\n", "\"Invalid\"\n"),
        ] {
            assert_eq!(word(text, problem()), expected, "{text:?}");
        }
        let in_field = problem().in_field(Span::new(2, 4));
        assert_eq!(word("[\"12\"]", in_field.clone()), "[\"Invalid\"]");
        let field = in_field.field.map(|_| Field {
            span: Span::new(1, 5),
            quoted: true,
        });
        assert_eq!(
            word("[1234]", Problem { field, ..in_field }),
            "[\"Invalid\"]"
        );
    }

    #[test]
    fn problems_are_those_of_the_text_or_of_the_rules() {
        let piece = |text: &str| {
            let mut reader = crate::format::Reader::new(text.as_bytes(), ReadOptions::default());
            let mut piece = Piece::default();
            assert!(reader.read(&mut piece).unwrap());
            piece
        };
        assert_eq!(piece("1.....2..3.....4\n").problem(), None);
        assert_eq!(piece("# comment\n1.....2..3.....4\n").problem(), None);
        let twice = piece("1...\n..2.\n.3..\n1..4\n").problem().unwrap();
        assert_eq!(twice.code, ProblemCode::DuplicateValue);
        let places: Vec<_> = twice.labels.iter().map(|label| label.place.line).collect();
        assert_eq!(places, [1, 4]);
        let wrong = piece("1...\n..2.\n.3..\n1..9\n").problem().unwrap();
        assert_eq!(wrong.code, ProblemCode::ValueRange);
    }
}
