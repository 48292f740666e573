//! Many lines at once: consecutive lines that look alike, each a classic 9×9 puzzle.
//!
//! This is the road for files of millions. A batch is one stretch of text and an array of 81
//! values for each line of it; reading a line is one pass over its 81 bytes, and nothing is
//! allocated for it. Whatever does not look like the line before it (a comment, an error, another
//! form) ends the batch and goes the ordinary way.

use super::template::LineTemplate;
use super::{Content, Piece};

/// Consecutive lines of classic 9×9 puzzles, filled by [`Reader::read_lines`].
///
/// [`Reader::read_lines`]: super::Reader::read_lines
#[derive(Default)]
pub struct LineBatch {
    pub(super) text: Vec<u8>,
    /// Where each line starts, and where the last one ends.
    starts: Vec<usize>,
    puzzles: Vec<[u8; 81]>,
    /// The number of the first line.
    line: usize,
    template: Option<LineTemplate>,
}

impl LineBatch {
    /// How many lines it has.
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// The puzzles, 0 for an open cell.
    pub fn puzzles(&self) -> &[[u8; 81]] {
        &self.puzzles
    }

    /// The text of a line, its end included.
    pub fn text(&self, line: usize) -> &[u8] {
        &self.text[self.starts[line]..self.starts[line + 1]]
    }

    /// The number of a line in the file, from 1.
    pub fn line_number(&self, line: usize) -> usize {
        self.line + line
    }

    /// Writes a line's text with these values in the place of its cells.
    pub fn write_values(&self, line: usize, values: &[u8; 81], out: &mut Vec<u8>) {
        let Some(template) = &self.template else {
            return;
        };
        let (text, field) = (self.text(line), template.field());
        out.extend_from_slice(&text[..field.start]);
        out.extend_from_slice(&values.map(|value| template.symbol(value)));
        out.extend_from_slice(&text[field.end..]);
    }

    /// A line as a piece like any other, for what is too rare to be quick about.
    pub fn piece(&self, line: usize) -> Piece {
        let mut piece = Piece {
            text: self.text(line).to_vec(),
            line: self.line_number(line),
            content: Content::Verbatim,
        };
        if let Some(template) = &self.template {
            let mut record = template.record().clone();
            template.read(&piece.text, &mut record);
            piece.content = Content::Puzzle(record);
        }
        piece
    }

    /// Starts anew with lines that look like this.
    pub(super) fn begin(&mut self, template: &LineTemplate, line: usize) {
        self.text.clear();
        self.starts.clear();
        self.starts.push(0);
        self.puzzles.clear();
        self.line = line;
        if self
            .template
            .as_ref()
            .is_none_or(|own| !own.is_like(template))
        {
            self.template = Some(template.clone());
        }
    }

    /// Takes lines off the front of a text for as long as they look alike, `most` at the most;
    /// gives the bytes that were taken.
    pub(super) fn take(&mut self, text: &[u8], most: usize) -> usize {
        let Some(template) = &self.template else {
            return 0;
        };
        let before = self.text.len();
        let mut taken = 0;
        while self.puzzles.len() < most {
            let Some((length, values)) = template.next_classic(&text[taken..]) else {
                break;
            };
            taken += length;
            self.puzzles.push(values);
            self.starts.push(before + taken);
        }
        self.text.extend_from_slice(&text[..taken]);
        taken
    }
}
