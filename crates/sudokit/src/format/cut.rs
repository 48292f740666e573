//! Cuts a document into pieces, so that together they are the document byte for byte.
//!
//! The forms of documents (JSON, XML, SDK) say where their puzzles stand, in order; everything
//! between two puzzles becomes verbatim text here, in one place, so no form can lose a byte.

use std::ops::Range;

use super::unit::{Unit, line_ends};
use super::{Content, Diagnostic, Kind, Piece, Record, Span};

/// How much of the line before a puzzle is shown in its diagnostics. A document without line
/// breaks is one line of megabytes, which nobody wants quoted once for each of its errors.
const LONGEST_LEAD: usize = 120;

/// The pieces of a document, as far as it is cut.
pub(super) struct Pieces<'a> {
    unit: Unit<'a>,
    done: usize,
    line: usize,
    pieces: Vec<Piece>,
}

impl<'a> Pieces<'a> {
    /// Starts at the beginning of a document.
    pub fn new(unit: &Unit<'a>) -> Pieces<'a> {
        Pieces {
            unit: *unit,
            done: 0,
            line: unit.line,
            pieces: Vec::new(),
        }
    }

    /// Adds the puzzle that stands in this range of the document, behind the last one.
    ///
    /// `read` is given the stretch to look at: it ends where the puzzle ends and starts at the
    /// puzzle or a little before it in the same line, and its memory is the document's own. The
    /// spans that `read` returns are those of the stretch.
    pub fn puzzle(
        &mut self,
        range: Range<usize>,
        read: impl FnOnce(&Unit<'a>) -> Result<Record, Diagnostic>,
    ) {
        self.verbatim(range.start);
        let (start, end) = (self.done, range.end.clamp(self.done, self.unit.text.len()));
        let line_start =
            memchr::memrchr2(b'\n', b'\r', &self.unit.text[..start]).map_or(0, |at| at + 1);
        let lead = match start - line_start {
            long if long > LONGEST_LEAD => 0,
            short => short,
        };
        let stretch = Unit {
            text: &self.unit.text[start - lead..end],
            line: self.line,
            ..self.unit
        };
        let content = match too_long(&stretch).map_or_else(|| read(&stretch), Err) {
            Ok(mut record) => {
                move_spans(&mut record, |at| at.saturating_sub(lead as u32));
                Content::Puzzle(record)
            }
            Err(mut diagnostic) => {
                if let Some(field) = &mut diagnostic.field {
                    field.span = field.span.moved(|at| at.saturating_sub(lead as u32));
                }
                Content::Unreadable(diagnostic)
            }
        };
        self.push(end, content);
    }

    /// The document, with all that stands behind the last puzzle.
    pub fn finish(mut self) -> Vec<Piece> {
        self.verbatim(self.unit.text.len());
        self.pieces
    }

    fn verbatim(&mut self, end: usize) {
        let end = end.clamp(self.done, self.unit.text.len());
        if end > self.done {
            self.push(end, Content::Verbatim);
        }
    }

    fn push(&mut self, end: usize, content: Content) {
        let text = self.unit.text[self.done..end].to_vec();
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
fn too_long(stretch: &Unit) -> Option<Diagnostic> {
    (stretch.text.len() > u32::MAX as usize).then(|| {
        Diagnostic::new(
            Kind::Size,
            "a puzzle of more than 4 gigabytes",
            "split the file",
        )
    })
}

/// Moves every place that a record remembers.
pub(super) fn move_spans(record: &mut Record, to: impl Fn(u32) -> u32) {
    let answer = record.answer.iter_mut().flatten();
    for span in record.cells.iter_mut().chain(answer) {
        *span = span.moved(&to);
    }
    record.field = record.field.moved(&to);
}

/// Where a part of a text stands in it. The part must be a slice of the text's own memory.
pub(super) fn span_of(text: &[u8], part: &[u8]) -> Option<Span> {
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
