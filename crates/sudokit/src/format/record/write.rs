//! Writes other values into the text of a puzzle.

use super::{Alignment, InsertedPart, Insertion, Record, Span};
use crate::format::forms::companions::Companion;
use crate::format::forms::link::Encoded;
use crate::format::read::segment::characters;
use crate::format::symbols::tokens::{fraction, number};
use crate::format::{Form, Symbols};

/// A board of a piece's text, and its new values.
enum Part<'a> {
    Puzzle(&'a [u8]),
    Answer(&'a [u8]),
    Other(&'a Companion, &'a [u8]),
}

impl Record {
    /// Writes the piece's text with these values in place of the puzzle's cells, or in the place
    /// that the form reserves for answers. 0 leaves or makes a cell empty.
    pub fn write_values(&self, text: &[u8], values: &[u8], out: &mut Vec<u8>) {
        if let (Some(encoded), None) = (&self.encoded, &self.answer) {
            return self.write_encoded(encoded, text, values, out);
        }
        match &self.answer {
            // A position that is the puzzle itself is not an answer.
            Some(_) if values.contains(&0) && values == self.puzzle.values() => {
                out.extend_from_slice(text);
            }
            Some(spans) if spans.len() == 1 => {
                let mut answer = Vec::new();
                self.push_run(values, &mut answer);
                replace(text, spans[0], &answer, out);
            }
            Some(spans) => self.write_cells(text, spans, values, out, |cell, value| {
                value == 0 || self.read(spans[cell].of(text)) == Some(value)
            }),
            None => {
                let old = self.puzzle.values();
                self.write_cells(text, &self.cells, values, out, |cell, value| {
                    old.get(cell) == Some(&value)
                });
            }
        }
    }

    /// Writes the piece's text with another puzzle's values in place of this one's. If the form
    /// reserves a place for answers, `answer` goes there; `None` leaves that place unchanged.
    pub fn write_puzzle(
        &self,
        text: &[u8],
        values: &[u8],
        answer: Option<&[u8]>,
        out: &mut Vec<u8>,
    ) {
        let mut parts = vec![Part::Puzzle(values)];
        parts.extend(answer.map(Part::Answer));
        self.write_parts(text, parts, out);
    }

    /// Writes the piece's text with every board transformed: the puzzle, the answer in the place
    /// that the form reserves for it, and other boards beside them. `map` returns the values of a
    /// transformed board.
    pub fn write_transformed(
        &self,
        text: &[u8],
        map: impl Fn(&[u8]) -> Vec<u8>,
        out: &mut Vec<u8>,
    ) {
        let puzzle = map(self.puzzle.values());
        let answer = self.answered().map(&map);
        let others: Vec<Vec<u8>> = self
            .companions
            .iter()
            .map(|board| map(&board.values))
            .collect();
        let mut parts = vec![Part::Puzzle(&puzzle)];
        parts.extend(answer.as_deref().map(Part::Answer));
        let others = self.companions.iter().zip(&others);
        parts.extend(others.map(|(board, values)| Part::Other(board, values)));
        self.write_parts(text, parts, out);
    }

    /// Copies the text with other values in some of its boards.
    fn write_parts(&self, text: &[u8], mut parts: Vec<Part>, out: &mut Vec<u8>) {
        let answer = self.answer.as_deref();
        let start = |part: &Part| match part {
            Part::Puzzle(_) => first_byte(&self.cells),
            Part::Answer(_) => answer.and_then(first_byte),
            Part::Other(board, _) => first_byte(&board.cells),
        };
        // Write the later parts first, so that the spans of the earlier ones stay valid.
        parts.sort_by_key(|part| std::cmp::Reverse(start(part)));
        let mut text = text.to_vec();
        for part in parts {
            let mut next = Vec::with_capacity(text.len());
            match (part, answer) {
                (Part::Puzzle(values), _) if self.encoded.is_some() => {
                    if let Some(encoded) = &self.encoded {
                        self.write_encoded(encoded, &text, values, &mut next);
                    }
                }
                (Part::Puzzle(values), _) => {
                    let old = self.puzzle.values();
                    self.write_cells(&text, &self.cells, values, &mut next, |cell, value| {
                        old.get(cell) == Some(&value)
                    });
                }
                (Part::Other(board, values), _) => {
                    self.write_companion(&text, board, values, &mut next);
                }
                (Part::Answer(_), None) => continue,
                (Part::Answer(values), Some([span])) => {
                    let mut run = Vec::new();
                    self.push_run(values, &mut run);
                    replace(&text, *span, &run, &mut next);
                }
                (Part::Answer(values), Some(spans)) => {
                    self.write_cells(&text, spans, values, &mut next, |cell, value| {
                        self.read(spans[cell].of(&text)).unwrap_or(0) == value
                    });
                }
            }
            text = next;
        }
        out.extend_from_slice(&text);
    }

    /// Returns the values in the place that the form reserves for answers: a solution, or a
    /// player's progress.
    fn answered(&self) -> Option<&[u8]> {
        let position = self.position();
        let is_played = position.values() != self.puzzle.values();
        match &self.claimed {
            Some(claimed) => Some(claimed.values()),
            None => is_played.then(|| position.values()),
        }
    }

    /// Copies the text with other values in a board beside the puzzle.
    fn write_companion(&self, text: &[u8], board: &Companion, values: &[u8], out: &mut Vec<u8>) {
        let mut copied = 0;
        for (cell, span) in board.cells.iter().enumerate() {
            let (start, end) = (span.start as usize, span.end as usize);
            let (Some(&old), Some(&new)) = (board.values.get(cell), values.get(cell)) else {
                break;
            };
            if old == new || start < copied || end > text.len() {
                continue;
            }
            out.extend_from_slice(&text[copied..start]);
            match new {
                0 => out.extend_from_slice(board.blank.as_bytes()),
                _ => self.symbols.push(new, out),
            }
            copied = end;
        }
        out.extend_from_slice(&text[copied..]);
    }

    /// Writes the piece's text with a word, such as `No Solution`, in place of the puzzle, or in
    /// the place that the form reserves for answers.
    pub fn write_word(&self, text: &[u8], word: &str, out: &mut Vec<u8>) {
        replace_with_word(text, self.field, self.quoted, word, out);
    }

    /// Copies the text with another encoded puzzle.
    fn write_encoded(&self, encoded: &Encoded, text: &[u8], values: &[u8], out: &mut Vec<u8>) {
        let same = values == self.puzzle.values();
        match encoded.with_values(&self.puzzle, values).filter(|_| !same) {
            Some(answer) => replace(text, encoded.span, answer.as_bytes(), out),
            None => out.extend_from_slice(text),
        }
    }

    /// Returns the value of a symbol of this record.
    fn read(&self, symbol: &[u8]) -> Option<u8> {
        let symbol = std::str::from_utf8(symbol).ok()?;
        self.symbols.value(symbol, self.puzzle.shape().size())
    }

    /// Writes all values in a row, with the form's separator between them.
    fn push_run(&self, values: &[u8], out: &mut Vec<u8>) {
        for (cell, &value) in values.iter().enumerate() {
            if cell > 0 {
                out.extend_from_slice(self.between.as_bytes());
            }
            match value {
                0 => out.extend_from_slice(self.blank.as_bytes()),
                _ => self.symbols.push(value, out),
            }
        }
    }

    /// Copies the text with other symbols in the spans, except in those whose content `keeps`.
    fn write_cells(
        &self,
        text: &[u8],
        spans: &[Span],
        values: &[u8],
        out: &mut Vec<u8>,
        keeps: impl Fn(usize, u8) -> bool,
    ) {
        let cells = spans.iter().copied().zip(values.iter().copied());
        let changes = cells
            .enumerate()
            .filter(|(cell, (_, value))| !keeps(*cell, *value));
        let mut copied = Copied::default();
        if spans.is_sorted_by_key(|span| span.start) {
            for (cell, (span, value)) in changes {
                self.write_cell(text, (cell, span), value, &mut copied, out);
            }
        } else {
            // The cells of a document may be in any order.
            let mut changes: Vec<_> = changes.collect();
            changes.sort_by_key(|(_, (span, _))| span.start);
            for (cell, (span, value)) in changes {
                self.write_cell(text, (cell, span), value, &mut copied, out);
            }
        }
        out.extend_from_slice(&text[copied.text..]);
    }

    /// Writes the text between the last cell and this one, and this cell with another value.
    fn write_cell(
        &self,
        text: &[u8],
        (cell, span): (usize, Span),
        value: u8,
        copied: &mut Copied,
        out: &mut Vec<u8>,
    ) {
        let (start, end) = (span.start as usize, span.end as usize);
        if start < copied.text || end < start || end > text.len() {
            return;
        }
        out.extend_from_slice(&text[copied.text..start]);
        if let Some(lead) = self.leads.get(cell).filter(|_| start == end) {
            // Cells before this one may have been written there already.
            let (_, line_end) = match copied.line_end {
                Some(known) if known.0 == start => known,
                _ => *copied.line_end.insert((start, out.len())),
            };
            let written = characters(&out[line_end..]).count();
            out.extend(lead.chars().skip(written).collect::<String>().bytes());
        }
        let symbol_start = out.len();
        match &self.insertion {
            Some(_) if start == end && value == 0 => {}
            Some(insertion) if start == end => {
                let mut symbol = Vec::new();
                self.push_cell(&[], value, &mut symbol);
                insertion.write(cell, self.puzzle.shape().size(), &symbol, out);
            }
            _ => self.push_cell(span.of(text), value, out),
        }
        copied.text = end;
        if self.alignment == Alignment::None {
            return;
        }
        let length = out.len() - symbol_start;
        let (shorter, longer) = match end - start {
            old if old > length => (old - length, 0),
            old => (0, length - old),
        };
        let padding = std::iter::repeat_n(b' ', shorter);
        if self.alignment == Alignment::Left {
            out.extend(padding);
            copied.text += longer.min(spare_after(&text[end..]));
        } else {
            let taken = longer.min(spare_before(&text[..start]));
            out.splice(symbol_start - taken..symbol_start, padding);
        }
    }

    /// Writes one cell in its form; `old` is its current text.
    fn push_cell(&self, old: &[u8], value: u8, out: &mut Vec<u8>) {
        let size = self.puzzle.shape().size();
        match (self.form, value) {
            (Form::CandidateLine, _) => self.push_candidates(old, value, out),
            (Form::Pencilmarks, 0) => {
                for value in 1..=size as u8 {
                    self.symbols.push(value, out);
                }
            }
            (_, 0) => out.extend_from_slice(self.blank.as_bytes()),
            _ => {
                out.extend_from_slice(self.prefix.as_bytes());
                let whole = &old[..old.len() - fraction(old).len()];
                let digits = match whole {
                    [b'0', ..] if self.symbols == Symbols::Numbers => whole.len(),
                    _ => self.digits,
                };
                let needed = if value < 10 { 1 } else { 2 };
                out.extend(std::iter::repeat_n(b'0', digits.saturating_sub(needed)));
                self.symbols.push(value, out);
                if whole.len() < old.len() || number(old).is_none() {
                    out.extend_from_slice(self.suffix.as_bytes());
                }
            }
        }
    }

    /// Writes a cell's group of candidates with only one of them, in its old position or else in
    /// that of its value; an empty cell gets all candidates.
    fn push_candidates(&self, old: &[u8], value: u8, out: &mut Vec<u8>) {
        let size = self.puzzle.shape().size();
        let old_place = characters(old).position(|(_, character)| {
            value != 0 && self.symbols.value_of(character, size) == Some(value)
        });
        let stays = old_place.unwrap_or(usize::from(value).saturating_sub(1));
        for place in 0..size {
            if value == 0 {
                self.symbols.push(place as u8 + 1, out);
            } else if place == stays {
                self.symbols.push(value, out);
            } else {
                out.extend_from_slice(self.blank.as_bytes());
            }
        }
    }
}

impl Insertion {
    /// Writes the text of a value in a cell of a board with this many columns.
    fn write(&self, cell: usize, size: usize, symbol: &[u8], out: &mut Vec<u8>) {
        // There is no comma before the first field of an object.
        let is_first = out.trim_ascii_end().ends_with(b"{");
        for (at, part) in self.parts.iter().enumerate() {
            match part {
                InsertedPart::Text(text) if at == 0 && is_first => {
                    out.extend_from_slice(text.trim_start_matches(',').as_bytes());
                }
                InsertedPart::Text(text) => out.extend_from_slice(text.as_bytes()),
                InsertedPart::Row => out.extend((cell / size + self.first).to_string().bytes()),
                InsertedPart::RowLetter => out.push(b'A' + (cell / size) as u8),
                InsertedPart::Column => out.extend((cell % size + self.first).to_string().bytes()),
                InsertedPart::Value => out.extend_from_slice(symbol),
            }
        }
    }
}

/// How far a text has been copied.
#[derive(Default)]
struct Copied {
    /// The offset in the text.
    text: usize,
    /// The end of the last line that cells were appended to, in the text and in the output.
    line_end: Option<(usize, usize)>,
}

/// Returns the offset of the first cell.
fn first_byte(spans: &[Span]) -> Option<u32> {
    spans.iter().map(|span| span.start).min()
}

/// Copies a text with a word in place of one span.
pub(in crate::format) fn replace_with_word(
    text: &[u8],
    span: Span,
    quoted: bool,
    word: &str,
    out: &mut Vec<u8>,
) {
    if quoted {
        replace(text, span, format!("\"{word}\"").as_bytes(), out);
    } else {
        replace(text, span, word.as_bytes(), out);
    }
}

/// Copies a text with other bytes in place of one span.
fn replace(text: &[u8], span: Span, with: &[u8], out: &mut Vec<u8>) {
    let end = (span.end as usize).min(text.len());
    let start = (span.start as usize).min(end);
    out.extend_from_slice(&text[..start]);
    out.extend_from_slice(with);
    out.extend_from_slice(&text[end..]);
}

/// Returns how many spaces after a cell may be overwritten by a longer symbol: all but the last one.
fn spare_after(after: &[u8]) -> usize {
    let blanks = after.iter().take_while(|byte| **byte == b' ').count();
    blanks.saturating_sub(1)
}

/// Returns how many spaces before a cell may be overwritten by a longer symbol: all but one, or all of
/// them at the start of a line.
fn spare_before(before: &[u8]) -> usize {
    let blanks = before.iter().rev().take_while(|b| **b == b' ').count();
    let line_start = matches!(
        before[..before.len() - blanks].last(),
        None | Some(b'\n' | b'\r')
    );
    blanks.saturating_sub(usize::from(!line_start))
}
