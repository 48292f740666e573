//! Reads many lines at once: consecutive lines that match one template, each a classic 9×9 puzzle.
//!
//! Files of millions of lines are read this way. A batch is one block of text and an array of 81
//! values for each of its lines; reading a line is one pass over its 81 bytes, without an
//! allocation. A line that does not match (a comment, an error, another form) ends the batch and is
//! read as a piece.

use std::ops::Range;

use crate::format::read::segment::Segment;
use crate::format::read::template::{LineMatch, Template};
use crate::format::{Content, Piece, ReadOptions, Symbols};

/// The number of puzzles by which the buffer grows.
const MORE_LINES: usize = 256;

/// Consecutive lines of classic 9×9 puzzles, filled by [`Reader::read_lines`].
///
/// [`Reader::read_lines`]: super::Reader::read_lines
#[derive(Default)]
pub struct LineBatch {
    /// The lines, and possibly other text around them.
    pub(crate) text: Vec<u8>,
    /// Where the first line starts in the text.
    pub(crate) start: usize,
    lines: Lines,
    /// The number of the first line.
    number: usize,
    template: Option<Template>,
    /// The reader's options, for lines that are read again as pieces.
    options: ReadOptions,
    convention: Option<Symbols>,
}

/// The lines of a batch, in buffers that are reused.
#[derive(Default)]
struct Lines {
    entries: Vec<BatchLine>,
    /// The puzzle of each entry, and room for more.
    puzzles: Vec<[u8; 81]>,
    /// The total length of all lines.
    length: usize,
}

/// The position of a line, relative to the first.
#[derive(Clone, Copy)]
struct BatchLine {
    start: usize,
    /// The range of the answer within the line.
    answer: (u32, u32),
}

impl LineBatch {
    /// Returns the number of lines.
    pub fn len(&self) -> usize {
        self.lines.entries.len()
    }

    /// Returns whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.lines.entries.is_empty()
    }

    /// Returns the puzzles, with 0 for an empty cell.
    pub fn puzzles(&self) -> &[[u8; 81]] {
        &self.lines.puzzles[..self.len()]
    }

    /// Returns the text of a line with its line end.
    pub fn text(&self, line: usize) -> &[u8] {
        let Lines {
            entries, length, ..
        } = &self.lines;
        let end = entries.get(line + 1).map_or(*length, |next| next.start);
        &self.text[self.start..][entries[line].start..end]
    }

    /// Returns the number of a line in the file, from 1.
    pub fn line_number(&self, line: usize) -> usize {
        self.number + line
    }

    /// Returns the solution that the line itself gives in its solution column, in digits.
    pub fn claimed(&self, line: usize) -> Option<&[u8; 81]> {
        let has_solution = match self.template.as_ref()? {
            Template::Row(row) => row.table.solution.is_some(),
            Template::Line(line) => line.has_solution(),
        };
        let claimed = || self.text(line)[self.answer(line)].try_into().ok();
        has_solution.then(claimed).flatten()
    }

    /// Writes a line's text with these values in place of its cells, or in its solution column.
    pub fn write_values(&self, line: usize, values: &[u8; 81], out: &mut Vec<u8>) {
        let Some(template) = &self.template else {
            return;
        };
        let (text, answer) = (self.text(line), self.answer(line));
        let has_column = match template {
            Template::Row(_) => true,
            Template::Line(line) => line.has_solution(),
        };
        // A position that is the puzzle itself is not an answer.
        if has_column && values.contains(&0) && *values == self.puzzles()[line] {
            return out.extend_from_slice(text);
        }
        let blank = template.blank();
        let symbol = |value: u8| match value {
            0 => blank,
            value => b'0'.wrapping_add(value),
        };
        let mut plain = [b'\n'; 82];
        for (place, &value) in plain.iter_mut().zip(values) {
            *place = symbol(value);
        }
        match (&text[..answer.start], &text[answer.end..]) {
            // Most lines are nothing but a puzzle: one copy of a known length.
            ([], [b'\n']) => out.extend_from_slice(&plain),
            (before, after) => {
                out.extend_from_slice(before);
                out.extend_from_slice(&plain[..81]);
                out.extend_from_slice(after);
            }
        }
    }

    /// Returns a line as a piece, for rare cases that need not be fast.
    pub fn piece(&self, line: usize) -> Piece {
        let text = self.text(line);
        let segment = Segment {
            text,
            line: self.line_number(line),
            options: &self.options,
            convention: self.convention.as_ref(),
        };
        let content = match &self.template {
            Some(Template::Line(template)) => {
                let mut record = template.record().clone();
                template.read(text, &mut record);
                Content::Puzzle(record)
            }
            Some(Template::Row(row)) => row.table.read(&segment).into(),
            None => Content::Verbatim,
        };
        Piece {
            text: text.to_vec(),
            line: segment.line,
            column: 1,
            content,
        }
    }

    /// Removes all lines.
    pub(crate) fn clear(&mut self) {
        self.start = 0;
        self.lines.entries.clear();
        self.lines.length = 0;
    }

    /// Sets the template of the next lines, and the number of the first.
    pub(crate) fn begin(
        &mut self,
        template: &Template,
        number: usize,
        options: &ReadOptions,
        convention: Option<&Symbols>,
    ) {
        self.number = number;
        self.options.clone_from(options);
        self.convention = convention.cloned();
        if self
            .template
            .as_ref()
            .is_none_or(|own| !own.is_equivalent(template))
        {
            self.template = Some(template.clone());
        }
    }

    /// Reads up to `most` lines from the start of a text while they match the template, and returns
    /// their total length.
    pub(crate) fn take(&mut self, text: &[u8], most: usize) -> usize {
        match &self.template {
            Some(Template::Line(line)) => self
                .lines
                .take(text, most, |text, values| line.next_classic(text, values)),
            Some(Template::Row(row)) => self
                .lines
                .take(text, most, |text, values| row.next_classic(text, values)),
            None => {}
        }
        self.lines.length
    }

    fn answer(&self, line: usize) -> Range<usize> {
        let (start, end) = self.lines.entries[line].answer;
        start as usize..end as usize
    }
}

impl Lines {
    fn take(
        &mut self,
        text: &[u8],
        most: usize,
        next: impl Fn(&[u8], &mut [u8; 81]) -> Option<LineMatch>,
    ) {
        while self.entries.len() < most {
            let line = self.entries.len();
            if line == self.puzzles.len() {
                self.puzzles.resize(line + MORE_LINES, [0; 81]);
            }
            let Some(found) = next(&text[self.length..], &mut self.puzzles[line]) else {
                break;
            };
            self.entries.push(BatchLine {
                start: self.length,
                answer: (found.answer.start as u32, found.answer.end as u32),
            });
            self.length += found.length;
        }
    }
}
