//! A puzzle together with the place of each of its cells in the text.
//!
//! The text is the template of every answer: writing copies it with other symbols in the spans of
//! the cells. A cell that keeps its value keeps its bytes, so a puzzle written with its own values
//! is the text it was read from.

use crate::format::forms::cells::is_usual;
use crate::format::forms::companions::Companion;
use crate::format::forms::grid::header::Header;
use crate::format::forms::link::Encoded;
use crate::format::forms::separated;
use crate::format::read::segment::{characters, locate};
use crate::format::read::text::is_text;
use crate::format::symbols::tokens::{fraction, number};
use crate::format::{Form, Symbols};
use crate::problem::{Place, Problem, ProblemCode, cell_name};
use crate::puzzle::{Grid, Puzzle, RuleError};
use crate::shape::Shape;

/// A range of bytes in a piece's text. It may be empty, like an empty CSV field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// Creates a span. Texts are shorter than 4 GB, so the offsets fit.
    pub(super) fn new(start: usize, end: usize) -> Span {
        Span {
            start: start as u32,
            end: end as u32,
        }
    }

    /// Returns the span with both ends mapped.
    pub(super) fn moved(self, to: impl Fn(u32) -> u32) -> Span {
        Span {
            start: to(self.start),
            end: to(self.end),
        }
    }

    /// Returns the bytes of the span, as far as the text has them.
    pub(super) fn of(self, text: &[u8]) -> &[u8] {
        let end = (self.end as usize).min(text.len());
        &text[(self.start as usize).min(end)..end]
    }
}

/// How columns of cells line up, which decides where padding goes when a symbol changes its width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Alignment {
    /// Cells do not line up, or are all one character wide.
    #[default]
    None,
    /// The cells of a column start together; padding follows them.
    Left,
    /// The cells of a column end together; padding precedes them.
    Right,
}

/// The text of a value that the puzzle has no cell for, such as another fact.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Insertion {
    pub parts: Vec<InsertedPart>,
    /// The number of the first row and column.
    pub first: usize,
}

/// A part of inserted text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum InsertedPart {
    Text(String),
    Row,
    /// The row as a letter: A is the first.
    RowLetter,
    Column,
    Value,
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

/// A puzzle read from a file, with what is needed to write its answer in the same form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The form it is written in.
    pub form: Form,
    /// Its name, if the form has one.
    pub name: Option<String>,
    /// The solution that the file itself gives, if it has a column or section for one.
    pub claimed: Option<Grid>,
    /// How values are written.
    pub symbols: Symbols,
    /// How an empty cell is written.
    pub blank: String,
    /// How many columns of its table hold neither the puzzle, its solution nor its name.
    pub other_columns: usize,
    /// The puzzle with the player's values, if the form keeps the two apart.
    pub(super) played: Option<Box<Puzzle>>,
    /// The span of each cell of the puzzle.
    pub(super) cells: Vec<Span>,
    /// Where an answer goes if not in place of the puzzle (a solution column, the `[State]` of an
    /// SDK file): one span for each cell, or a single one for the whole answer.
    pub(super) answer: Option<Vec<Span>>,
    /// Other boards beside the puzzle, such as a position in another column.
    pub(super) companions: Vec<Companion>,
    /// The span that a word such as `No Solution` replaces.
    pub(super) field: Span,
    /// Whether such a word needs quotation marks to keep the text well formed (JSON).
    pub(super) quoted: bool,
    /// The separator between two answers to the same puzzle.
    pub(super) separator: &'static str,
    /// How the columns line up.
    pub(super) alignment: Alignment,
    /// The mark before a value that the puzzle did not have, such as HoDoKu's `+`.
    pub(super) prefix: &'static str,
    /// What is written for a value in an empty span, if more than its symbol.
    pub(super) insertion: Option<Box<Insertion>>,
    /// What is missing between the end of the line and each cell that is behind it, in rows without
    /// the spaces at their ends; empty if no cell is.
    pub(super) leads: Vec<String>,
    /// What follows the digits of a number, such as `.0`.
    pub(super) suffix: &'static str,
    /// The separator between the cells of an answer that goes into a single span.
    pub(super) between: &'static str,
    /// The minimum number of digits of a number; leading zeros fill them.
    pub(super) digits: usize,
    /// Whether it is in comments.
    pub(super) commented: bool,
    /// Whether a frame shows the boxes.
    pub(super) drawn: bool,
    /// What the header above the puzzle says.
    pub(super) header: Option<Box<Header>>,
    /// The encoded puzzle that an answer replaces as a whole, if the cells have no places of their
    /// own.
    pub(super) encoded: Option<Box<Encoded>>,
}

/// A board of a piece's text, and its new values.
enum Part<'a> {
    Puzzle(&'a [u8]),
    Answer(&'a [u8]),
    Other(&'a Companion, &'a [u8]),
}

impl Record {
    /// Creates a record whose answer replaces the puzzle.
    pub(super) fn new(
        puzzle: Puzzle,
        form: Form,
        symbols: Symbols,
        blank: String,
        cells: Vec<Span>,
        field: Span,
    ) -> Record {
        Record {
            puzzle,
            form,
            name: None,
            claimed: None,
            played: None,
            symbols,
            blank,
            other_columns: 0,
            cells,
            answer: None,
            companions: Vec::new(),
            field,
            quoted: false,
            separator: "",
            alignment: Alignment::None,
            prefix: "",
            insertion: None,
            leads: Vec::new(),
            suffix: "",
            between: "",
            digits: 1,
            commented: false,
            drawn: false,
            header: None,
            encoded: None,
        }
    }

    /// Returns the current position: the puzzle with the values that the file says a player has
    /// filled in. If the form does not keep the two apart, this is the puzzle.
    pub fn position(&self) -> &Puzzle {
        self.played.as_deref().unwrap_or(&self.puzzle)
    }

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

    /// Returns what the puzzle was read as if a line or a grid of plain text has a size or boxes that
    /// are not the usual ones: `read as 10×10 with 2×5 boxes`.
    pub fn unusual_shape(&self) -> Option<String> {
        let shape = self.puzzle.shape();
        let size = shape.size();
        let is_usual = is_usual(size) && Shape::with_size(size).is_ok_and(|usual| usual == *shape);
        let (rows, columns) = shape.box_size()?;
        (!is_usual && is_text(self.form))
            .then(|| format!("read as {size}×{size} with {rows}×{columns} boxes"))
    }

    /// Returns the separator between two answers to the same puzzle.
    pub fn separator(&self) -> &'static str {
        self.separator
    }

    /// Describes what is wrong with the solution that the file itself gives, or returns nothing if
    /// it is right or missing: the first cell that differs from `solution`, if the puzzle has only
    /// that one, and otherwise the first cell that contradicts the puzzle or a rule. `line` is the
    /// number of the piece's first line.
    pub fn claim_problem(
        &self,
        text: &[u8],
        line: usize,
        solution: Option<&Grid>,
    ) -> Option<Problem> {
        let claimed = self.claimed.as_ref()?;
        if claimed.solves(&self.puzzle) {
            return None;
        }
        let (shape, values) = (self.puzzle.shape(), claimed.values());
        let size = shape.size();
        let symbol = |value: u8| match value {
            0 => "empty".to_string(),
            _ => {
                let mut symbol = Vec::new();
                self.symbols.push(value, &mut symbol);
                String::from_utf8_lossy(&symbol).into_owned()
            }
        };
        let right = |cell: usize| match solution {
            Some(solution) => solution.values().get(cell).copied(),
            None => self.puzzle.values().get(cell).copied().filter(|v| *v > 0),
        };
        let differs = |cell: &usize| right(*cell).is_some_and(|value| value != values[*cell]);
        let repeats = |cell: &usize| {
            let in_house = |peer: &u16| values[usize::from(*peer)] == values[*cell];
            values[*cell] == 0 || shape.peers(*cell).iter().any(in_house)
        };
        let cell = (0..values.len())
            .find(differs)
            .or_else(|| (0..values.len()).find(repeats))?;
        let (row, column) = (cell / size + 1, cell % size + 1);
        let found = symbol(values[cell]);
        let expected = match right(cell) {
            Some(value) => format!("{found}, not {}", symbol(value)),
            None if values[cell] == 0 => found,
            None => format!("{found}, which appears twice in a house"),
        };
        let message =
            format!("the solution in the file is wrong: row {row}, column {column} is {expected}");
        let (place, excerpt) = locate(text, line, self.claimed_span(text, cell));
        let help = "correct or clear the solution; `sudokit solve` writes the right one";
        let problem = Problem::new(ProblemCode::WrongSolution, message, help);
        Some(problem.at(place, excerpt, cell_name(shape, cell)))
    }

    /// Returns the span of a cell of the solution that the file itself gives.
    fn claimed_span(&self, text: &[u8], cell: usize) -> Span {
        let Some([field]) = self.answer.as_deref() else {
            let spans = self.answer.as_ref();
            let span = spans.and_then(|spans| spans.get(cell).copied());
            return span.unwrap_or_else(|| self.span_of(cell));
        };
        let cells = separated::spans(field.of(text), self.puzzle.values().len());
        let shift = |at: u32| at + field.start;
        cells.get(cell).map_or(*field, |span| span.moved(shift))
    }

    /// Returns the place of a cell in the file; `line` is the number of the piece's first line.
    pub fn place(&self, text: &[u8], line: usize, cell: usize) -> Place {
        locate(text, line, self.span_of(cell)).0
    }

    /// Describes a broken rule of the puzzle, with the places of the cells in the piece's text;
    /// `line` is the number of the piece's first line.
    pub fn rule_problem(&self, text: &[u8], line: usize, error: &RuleError) -> Problem {
        let shape = self.puzzle.shape();
        let problem = Problem::broken_rule(error, shape, &self.symbols);
        let cells = match error {
            RuleError::Twice { cells, .. } => &cells[..],
            RuleError::NoCandidate { cell } => std::slice::from_ref(cell),
        };
        cells.iter().fold(problem, |problem, cell| {
            let (place, excerpt) = locate(text, line, self.span_of(*cell));
            problem.at(place, excerpt, cell_name(shape, *cell))
        })
    }

    /// Maps both ends of every span.
    pub(super) fn map_spans(&mut self, to: impl Fn(u32) -> u32) {
        let answer = self.answer.iter_mut().flatten();
        let companions = self
            .companions
            .iter_mut()
            .flat_map(|board| &mut board.cells);
        for span in self.cells.iter_mut().chain(answer).chain(companions) {
            *span = span.moved(&to);
        }
        self.field = self.field.moved(&to);
        if let Some(encoded) = &mut self.encoded {
            encoded.span = encoded.span.moved(&to);
        }
    }

    /// Copies the text with another encoded puzzle.
    fn write_encoded(&self, encoded: &Encoded, text: &[u8], values: &[u8], out: &mut Vec<u8>) {
        let same = values == self.puzzle.values();
        match encoded.with_values(&self.puzzle, values).filter(|_| !same) {
            Some(answer) => replace(text, encoded.span, answer.as_bytes(), out),
            None => out.extend_from_slice(text),
        }
    }

    fn span_of(&self, cell: usize) -> Span {
        self.cells.get(cell).copied().unwrap_or(self.field)
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
pub(super) fn replace_with_word(
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

/// Returns how many of the spaces after a cell a longer symbol may use: all but the last one.
fn spare_after(after: &[u8]) -> usize {
    let blanks = after.iter().take_while(|byte| **byte == b' ').count();
    blanks.saturating_sub(1)
}

/// Returns how many of the spaces before a cell a longer symbol may use: all but one, or all of
/// them at the start of a line.
fn spare_before(before: &[u8]) -> usize {
    let blanks = before.iter().rev().take_while(|b| **b == b' ').count();
    let line_start = matches!(
        before[..before.len() - blanks].last(),
        None | Some(b'\n' | b'\r')
    );
    blanks.saturating_sub(usize::from(!line_start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;

    /// A 4×4 record whose cells are the runs of symbols of a text.
    fn record(text: &str, symbols: Symbols) -> Record {
        let mut cells = Vec::new();
        for (at, character) in text.char_indices() {
            if !character.is_ascii_alphanumeric() && character != '.' {
                continue;
            }
            match cells.last_mut() {
                Some(Span { end, .. }) if *end as usize == at && symbols == Symbols::Numbers => {
                    *end += 1;
                }
                _ => cells.push(Span::new(at, at + 1)),
            }
        }
        let shape = Shape::with_size(4).unwrap();
        let values = cells.iter().map(|span| {
            let symbol = std::str::from_utf8(span.of(text.as_bytes())).unwrap();
            symbols.value(symbol, 4).unwrap_or(0)
        });
        let puzzle = Puzzle::from_values(shape, values.collect()).unwrap();
        let field = Span::new(0, text.len());
        Record::new(puzzle, Form::Rows, symbols, ".".to_string(), cells, field)
    }

    #[test]
    fn another_puzzle_replaces_this_one_and_its_answer() {
        let text = "12.. ..12 34.. ...4 = 1...............";
        let mut record = record(&text[..19], Symbols::FromOne);
        let [puzzle, answer] = [[2; 16], [3; 16]];
        let write = |record: &Record, answer| {
            let mut out = Vec::new();
            record.write_puzzle(text.as_bytes(), &puzzle, answer, &mut out);
            String::from_utf8(out).unwrap()
        };
        let alone = "2222 2222 2222 2222 = 1...............";
        assert_eq!(write(&record, Some(&answer[..])), alone);
        record.answer = Some(vec![Span::new(22, 38)]);
        assert_eq!(write(&record, None), alone);
        let both = "2222 2222 2222 2222 = 3333333333333333";
        assert_eq!(write(&record, Some(&answer)), both);
        record.answer = Some((22..38).map(|at| Span::new(at, at + 1)).collect());
        assert_eq!(write(&record, Some(&answer)), both);
        assert_eq!(
            write(&record, Some(&[0; 16])),
            alone.replace("1...", "....")
        );
    }

    fn written(record: &Record, text: &str, values: &[u8]) -> String {
        let mut out = Vec::new();
        record.write_values(text.as_bytes(), values, &mut out);
        String::from_utf8(out).unwrap()
    }

    const VALUES: [u8; 16] = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];

    #[test]
    fn only_cells_that_change_are_written() {
        let text = "[1. ..|..2.]\n.3../...4";
        let record = record(text, Symbols::FromOne);
        assert_eq!(written(&record, text, record.puzzle.values()), text);
        assert_eq!(written(&record, text, &VALUES), "[12 34|3412]\n2143/4321");
        assert_eq!(written(&record, text, &[0; 16]), "[.. ..|....]\n..../....");
    }

    #[test]
    fn cells_may_be_in_any_order() {
        let text = "1... ..2. .3.. ...4";
        let mut record = record(text, Symbols::FromOne);
        record.cells.reverse();
        let reversed: Vec<u8> = record.puzzle.values().iter().rev().copied().collect();
        record.puzzle = Puzzle::from_values(record.puzzle.shape().clone(), reversed).unwrap();
        let values: Vec<u8> = VALUES.iter().rev().copied().collect();
        assert_eq!(written(&record, text, &values), "1234 3412 2143 4321");
    }

    #[test]
    fn an_answer_may_have_its_own_place() {
        let text = "1.....2..3.....4,";
        let mut record = record("1.....2..3.....4", Symbols::FromOne);
        record.answer = Some(vec![Span::new(17, 17)]);
        let answer = format!("{text}1234341221434321");
        assert_eq!(written(&record, text, &VALUES), answer);
        let puzzle = record.puzzle.values().to_vec();
        assert_eq!(written(&record, text, &puzzle), text);

        let text = "1.....2..3.....4,12..............";
        record.answer = Some((17..33).map(|at| Span::new(at, at + 1)).collect());
        let mut values = VALUES;
        values[15] = 0;
        let answer = "1.....2..3.....4,123434122143432.";
        assert_eq!(written(&record, text, &values), answer);
    }

    #[test]
    fn columns_stay_aligned() {
        let text = " 1  .\n .  .";
        let mut record = record(&text.repeat(4), Symbols::Numbers);
        record.blank = "..".to_string();
        let mut open = record.puzzle.values().to_vec();
        open[0] = 0;
        let start = |alignment| {
            let record = Record {
                alignment,
                ..record.clone()
            };
            written(&record, &text.repeat(4), &open)[..6].to_string()
        };
        assert_eq!(start(Alignment::None), " ..  .");
        assert_eq!(start(Alignment::Left), " .. .\n");
        assert_eq!(start(Alignment::Right), "..  .\n");
    }

    #[test]
    fn numbers_keep_their_leading_zeros() {
        let text = "01 00 00 00 ".repeat(4);
        let record = record(&text, Symbols::Numbers);
        let answer = written(&record, &text, &VALUES);
        assert!(answer.starts_with("01 02 03 04 03"), "{answer}");
    }

    #[test]
    fn words_are_quoted_if_the_form_needs_it() {
        let text = "x1.....2..3.....4y";
        let mut record = record(&text[1..17], Symbols::FromOne);
        record.field = Span::new(1, 17);
        let word = |record: &Record| {
            let mut out = Vec::new();
            record.write_word(text.as_bytes(), "No Solution", &mut out);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(word(&record), "xNo Solutiony");
        record.quoted = true;
        assert_eq!(word(&record), "x\"No Solution\"y");
    }

    #[test]
    fn spans_outside_the_text_are_ignored() {
        let text = "1.....2..3.....4";
        let mut record = record(text, Symbols::FromOne);
        record.field = Span::new(90, 99);
        record.cells[3] = Span::new(90, 99);
        assert_eq!(written(&record, "1.", &VALUES), "12");
        assert_eq!(record.place(b"1.", 1, 3).line, 1);
        assert_eq!(record.place(b"1.", 1, 99).line, 1);
    }

    #[test]
    fn overlapping_and_inverted_spans_are_ignored() {
        let text = "1.....2..3.....4";
        let mut record = record(text, Symbols::FromOne);
        record.cells[2] = Span { start: 1, end: 3 };
        record.cells[5] = Span { start: 5, end: 4 };
        // The third cell overlaps the second one, which has just been written.
        assert_eq!(written(&record, text, &VALUES), "12.43.1221434321");
    }

    #[test]
    fn empty_spans_are_filled() {
        let text = ",,,;,,,;,,,;,,,";
        let mut record = record("................", Symbols::FromOne);
        let gaps = (0..16).map(|cell| Span::new(cell, cell));
        record.cells = gaps.collect();
        assert_eq!(
            written(&record, text, &VALUES),
            "1,2,3,4;3,4,1,2;2,1,4,3;4,3,2,1"
        );
    }

    #[test]
    fn answers_may_come_before_or_after_the_puzzle() {
        // Blanks of two characters move everything after them.
        let (puzzle, blanks) = ("1.....2..3.....4", "__".repeat(16));
        let mut record = record(puzzle, Symbols::FromOne);
        record.blank = "__".to_string();
        record.separator = ";";
        assert_eq!(record.separator(), ";");
        let write = |record: &Record, text: &str| {
            let mut out = Vec::new();
            record.write_puzzle(text.as_bytes(), &[0; 16], Some(&VALUES), &mut out);
            String::from_utf8(out).unwrap()
        };
        let answer = "1234341221434321";
        // The twelve empty cells of the puzzle keep their dots.
        let dots = |text: &str| {
            let cells = text.chars().map(|symbol| match symbol {
                '.' => ".",
                _ => "__",
            });
            cells.collect::<String>()
        };
        record.answer = Some(vec![Span::new(17, 17)]);
        let after = format!("{puzzle},");
        assert_eq!(write(&record, &after), format!("{},{answer}", dots(puzzle)));
        record.map_spans(|at| at + 1);
        record.answer = Some(vec![Span::new(0, 0)]);
        let before = format!(",{puzzle}");
        assert_eq!(
            write(&record, &before),
            format!("{answer},{}", dots(puzzle))
        );

        let mut out = Vec::new();
        record.write_puzzle(before.as_bytes(), &VALUES, Some(&[0; 16]), &mut out);
        assert_eq!(
            String::from_utf8(out).unwrap(),
            format!("{blanks},{answer}")
        );
    }

    #[test]
    fn cells_of_an_answer_that_agree_are_kept() {
        let mut record = record("A.....B..C.....D", Symbols::Letters);
        record.answer = Some((17..33).map(|at| Span::new(at, at + 1)).collect());
        let text = "A.....B..C.....D=abcd............";
        let mut values = VALUES;
        // An empty cell leaves the player's value alone, and a lower-case letter stays one.
        values[1] = 0;
        assert_eq!(
            written(&record, text, &values),
            "A.....B..C.....D=abcdCDABBADCDCBA"
        );
        let mut out = Vec::new();
        record.write_puzzle(text.as_bytes(), &[0; 16], Some(&values), &mut out);
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "................=a.cdCDABBADCDCBA"
        );
    }

    #[test]
    fn spans_are_mapped() {
        let text = "1.....2..3.....4,";
        let mut record = record(&text[..16], Symbols::FromOne);
        record.answer = Some(vec![Span::new(17, 17)]);
        record.map_spans(|at| at + 3);
        assert_eq!(record.cells[0], Span::new(3, 4));
        assert_eq!(record.cells[15], Span::new(18, 19));
        assert_eq!(record.answer, Some(vec![Span::new(20, 20)]));
        assert_eq!(record.field, Span::new(3, 19));
        let place = record.place(b"ab\n1.....2..3.....4,", 7, 6);
        assert_eq!((place.line, place.column, place.width), (8, 7, 1));
    }

    #[test]
    fn padding_follows_the_width_of_the_symbols() {
        let start = |text: &str, alignment: Alignment, value: u8, blank: &str| {
            let mut record = record(&"1 ".repeat(16), Symbols::Numbers);
            let spans = text.char_indices().filter(|(_, c)| *c == '1' || *c == '7');
            let mut spans: Vec<Span> = spans.map(|(at, _)| Span::new(at, at + 1)).collect();
            spans.dedup_by(|next, last| {
                let joins = last.end == next.start;
                last.end = if joins { next.end } else { last.end };
                joins
            });
            record.cells = spans;
            record.alignment = alignment;
            record.blank = blank.to_string();
            let mut values = vec![1; 16];
            values[1] = value;
            written(&record, text, &values)
        };
        // Shorter: padding takes the place of what is missing.
        assert_eq!(start("1 77  1\n", Alignment::Left, 0, "."), "1 .   1\n");
        assert_eq!(start("1 77  1\n", Alignment::Right, 0, "."), "1  .  1\n");
        assert_eq!(start("1 77  1\n", Alignment::None, 0, "."), "1 .  1\n");
        // Longer: padding is used up, but one space stays between two cells.
        assert_eq!(start("1 7    1\n", Alignment::Left, 0, "..."), "1 ...  1\n");
        assert_eq!(start("1 7  1\n", Alignment::Left, 0, "..."), "1 ... 1\n");
        assert_eq!(
            start("1    7 1\n", Alignment::Right, 0, "..."),
            "1  ... 1\n"
        );
        assert_eq!(start("1  7 1\n", Alignment::Right, 0, "..."), "1 ... 1\n");
        // At the start of a line there is nothing to be separated from.
        assert_eq!(
            start("1\n  7 1\n", Alignment::Right, 0, "..."),
            "1\n... 1\n"
        );
    }

    #[test]
    fn leading_zeros_depend_on_the_number() {
        let mut values = vec![0; 256];
        (values[0], values[1], values[2]) = (9, 10, 16);
        let puzzle = Puzzle::new(Shape::with_size(16).unwrap());
        let text = "- ".repeat(256);
        let cells = (0..256).map(|cell| Span::new(2 * cell, 2 * cell + 1));
        let mut record = Record::new(
            puzzle,
            Form::Spaced,
            Symbols::Numbers,
            "-".to_string(),
            cells.collect(),
            Span::default(),
        );
        let start = |record: &Record| written(record, &text, &values)[..10].to_string();
        assert_eq!(start(&record), "9 10 16 - ");
        record.digits = 2;
        record.prefix = "+";
        assert_eq!(start(&record), "+09 +10 +1");
    }

    #[test]
    fn candidates_are_written_as_groups() {
        let groups = ["1234", "4321", ".2.4", "...."].repeat(4).concat();
        let mut record = record("................", Symbols::FromOne);
        record.form = Form::CandidateLine;
        record.cells = (0..16)
            .map(|cell| Span::new(4 * cell, 4 * cell + 4))
            .collect();
        // A candidate stays in its place; a new one goes where its value belongs.
        let values = [[3, 4, 4, 2], [1; 4], [1; 4], [1; 4]].concat();
        assert!(written(&record, &groups, &values).starts_with(
            "..3.4......4.2..1...\
                                                                ...1"
        ));
        record.puzzle = Puzzle::from_values(Shape::with_size(4).unwrap(), vec![1; 16]).unwrap();
        assert_eq!(written(&record, &groups, &[0; 16]), "1234".repeat(16));
    }

    #[test]
    fn pencilmarks_are_written_as_lists() {
        let groups = ["0123 ", "12 "].repeat(8).concat();
        let mut record = record("................", Symbols::FromZero);
        record.form = Form::Pencilmarks;
        let starts = (0..8).flat_map(|pair| [(8 * pair, 4), (8 * pair + 5, 2)]);
        record.cells = starts
            .map(|(at, length)| Span::new(at, at + length))
            .collect();
        // The 0 of a list is a candidate, not a leading zero.
        assert!(written(&record, &groups, &[2; 16]).starts_with("1 1 1 1 "));
        record.puzzle = Puzzle::from_values(Shape::with_size(4).unwrap(), vec![1; 16]).unwrap();
        assert_eq!(written(&record, &groups, &[0; 16]), "0123 ".repeat(16));
    }

    #[test]
    fn broken_rules_name_the_house() {
        let text = "5....\n.5";
        let mut puzzle = Puzzle::new(Shape::classic());
        puzzle.set(0, 5, crate::puzzle::Origin::Given);
        puzzle.set(10, 5, crate::puzzle::Origin::Given);
        let cells = vec![Span::new(0, 1); 10]
            .into_iter()
            .chain([Span::new(7, 8)]);
        let record = Record::new(
            puzzle,
            Form::Rows,
            Symbols::FromOne,
            String::new(),
            cells.collect(),
            Span::default(),
        );
        let error = record.puzzle.check().unwrap_err();
        let problem = record.rule_problem(text.as_bytes(), 3, &error);
        let message = "5 appears twice in box 1, at r1c1 and r2c2";
        assert_eq!(problem.message, message);
        assert_eq!(problem.labels[1].place.line, 4);
        assert_eq!(problem.labels[1].text, "r2c2");
    }
}
