//! Many lines at once: consecutive lines that template alike, each a classic 9×9 puzzle.
//!
//! This is the road for files of millions. A batch is one stretch of text and an array of 81
//! values for each line of it; reading a line is one pass over its 81 bytes, and nothing is
//! allocated for it. Whatever does not template like the line before it (a comment, an error, another
//! form) ends the batch and goes the ordinary way.

use std::ops::Range;

use crate::format::read::segment::Segment;
use crate::format::read::template::{LineMatch, Template};
use crate::format::{Content, Piece, ReadOptions, Symbols};

/// Memory for puzzles grows by so many at a time.
const MORE_LINES: usize = 256;

/// Consecutive lines of classic 9×9 puzzles, filled by [`Reader::read_lines`].
///
/// [`Reader::read_lines`]: super::Reader::read_lines
#[derive(Default)]
pub struct LineBatch {
    /// The lines, and perhaps other text around them.
    pub(crate) text: Vec<u8>,
    /// Where the first line starts in the text.
    pub(crate) start: usize,
    lines: Lines,
    /// The number of the first line.
    number: usize,
    template: Option<Template>,
    /// What the reader knew, for lines that are read once more.
    options: ReadOptions,
    convention: Option<Symbols>,
}

/// What was read, in memory that is used again.
#[derive(Default)]
struct Lines {
    entries: Vec<BatchLine>,
    /// A puzzle for each place, and room for more.
    puzzles: Vec<[u8; 81]>,
    /// How long all lines are together.
    length: usize,
}

/// Where a line stands, from the start of the first.
#[derive(Clone, Copy)]
struct BatchLine {
    start: usize,
    /// Where in the line an answer goes, from here to there.
    answer: (u32, u32),
}

impl LineBatch {
    /// How many lines it has.
    pub fn len(&self) -> usize {
        self.lines.entries.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.lines.entries.is_empty()
    }

    /// The puzzles, 0 for an open cell.
    pub fn puzzles(&self) -> &[[u8; 81]] {
        &self.lines.puzzles[..self.len()]
    }

    /// The text of a line, its end included.
    pub fn text(&self, line: usize) -> &[u8] {
        let Lines {
            entries, length, ..
        } = &self.lines;
        let end = entries.get(line + 1).map_or(*length, |next| next.start);
        &self.text[self.start..][entries[line].start..end]
    }

    /// The number of a line in the file, from 1.
    pub fn line_number(&self, line: usize) -> usize {
        self.number + line
    }

    /// The solution that a line itself claims, in digits, where there is one in its column.
    pub fn claimed(&self, line: usize) -> Option<&[u8; 81]> {
        match &self.template {
            Some(Template::Row(row)) if row.table.solution.is_some() => {
                self.text(line)[self.answer(line)].try_into().ok()
            }
            _ => None,
        }
    }

    /// Writes a line's text with these values in the place of its cells, or in its column for
    /// solutions.
    pub fn write_values(&self, line: usize, values: &[u8; 81], out: &mut Vec<u8>) {
        let Some(template) = &self.template else {
            return;
        };
        let (text, answer) = (self.text(line), self.answer(line));
        let is_row = matches!(template, Template::Row(_));
        // A position that is the puzzle itself is no answer.
        if is_row && values.contains(&0) && *values == self.puzzles()[line] {
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
            // Most lines are a puzzle and nothing else: one copy of a known length.
            ([], [b'\n']) => out.extend_from_slice(&plain),
            (before, behind) => {
                out.extend_from_slice(before);
                out.extend_from_slice(&plain[..81]);
                out.extend_from_slice(behind);
            }
        }
    }

    /// A line as a piece like any other, for what is too rare to be quick about.
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
            content,
        }
    }

    /// Forgets all lines.
    pub(crate) fn clear(&mut self) {
        self.start = 0;
        self.lines.entries.clear();
        self.lines.length = 0;
    }

    /// Says how the lines to come template, and which number the first of them has.
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

    /// Reads lines off the front of a text for as long as they template alike, `most` at the most;
    /// gives how long they are together.
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
