//! What a file consists of: puzzles, the text between them, and text that cannot be read.
//!
//! Document forms (JSON, XML, SDK) say where their puzzles are, in order; [`Pieces`] turns
//! everything between two puzzles into verbatim text, in one place, so that no form can lose a
//! byte.

use std::ops::Range;

use crate::format::read::segment::{Segment, line_ends};
use crate::format::read::text::line_end;
use crate::format::record::replace_with_word;
use crate::format::{Record, Span};
use crate::problem::{Field, Problem, ProblemCode};

/// A part of a file.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The bytes as they are in the file, including line ends.
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
                Some(record.rule_problem(&self.text, self.line, &error))
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
const LONGEST_LEAD: usize = 120;

/// Splits a document into pieces.
pub(crate) struct Pieces<'a> {
    segment: Segment<'a>,
    done: usize,
    line: usize,
    pieces: Vec<Piece>,
}

impl<'a> Pieces<'a> {
    /// Starts at the beginning of a document.
    pub fn new(segment: &Segment<'a>) -> Pieces<'a> {
        Pieces {
            segment: *segment,
            done: 0,
            line: segment.line,
            pieces: Vec::new(),
        }
    }

    /// Adds the puzzle in this range of the document, which must follow the last one.
    ///
    /// `read` gets a segment that ends where the puzzle ends and starts at the puzzle or a little
    /// before it on the same line. The segment borrows from the document, and the spans that `read`
    /// returns are relative to the segment.
    pub fn puzzle(
        &mut self,
        range: Range<usize>,
        read: impl FnOnce(&Segment<'a>) -> Result<Record, Problem>,
    ) {
        self.verbatim(range.start);
        let (start, end) = (
            self.done,
            range.end.clamp(self.done, self.segment.text.len()),
        );
        let line_start =
            memchr::memrchr2(b'\n', b'\r', &self.segment.text[..start]).map_or(0, |at| at + 1);
        let lead = match start - line_start {
            long if long > LONGEST_LEAD => 0,
            short => short,
        };
        let stretch = Segment {
            text: &self.segment.text[start - lead..end],
            line: self.line,
            ..self.segment
        };
        let content = match too_long(&stretch).map_or_else(|| read(&stretch), Err) {
            Ok(mut record) => {
                record.map_spans(|at| at.saturating_sub(lead as u32));
                Content::Puzzle(record)
            }
            Err(mut problem) => {
                if let Some(field) = &mut problem.field {
                    field.span = field.span.moved(|at| at.saturating_sub(lead as u32));
                }
                Content::Unreadable(problem)
            }
        };
        self.push(end, content);
    }

    /// Returns the pieces, including the text after the last puzzle.
    pub fn finish(mut self) -> Vec<Piece> {
        self.verbatim(self.segment.text.len());
        self.pieces
    }

    fn verbatim(&mut self, end: usize) {
        let end = end.clamp(self.done, self.segment.text.len());
        if end > self.done {
            self.push(end, Content::Verbatim);
        }
    }

    fn push(&mut self, end: usize, content: Content) {
        let text = self.segment.text[self.done..end].to_vec();
        let line = self.line;
        self.line += line_ends(&text);
        self.done = end;
        self.pieces.push(Piece {
            text,
            line,
            content,
        });
    }
}

/// Spans count bytes in 32 bits.
fn too_long(stretch: &Segment) -> Option<Problem> {
    (stretch.text.len() > u32::MAX as usize).then(|| {
        Problem::new(
            ProblemCode::BoardSize,
            "the puzzle is larger than 4 GB",
            "split the file",
        )
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::ReadOptions;

    fn word(text: &str, problem: Problem) -> String {
        let piece = Piece {
            text: text.as_bytes().to_vec(),
            line: 1,
            content: Content::Unreadable(problem),
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
