//! Puzzles whose cells are separated: JSON arrays, lists of numbers, `5;3;0` in a table.
//!
//! A [`Token`] is the text of one cell; its meaning follows the rules that all text forms share.

use crate::format::forms::cells::Cells;
use crate::format::forms::sizes::size_of;
use crate::format::forms::{line, link};
use crate::format::read::segment::{self, Segment, counted};
use crate::format::{Form, ReadOptions, Record, Span, Symbols, read_puzzle};
use crate::problem::{Problem, ProblemCode};
use crate::puzzle::Grid;
use crate::shape::MAX_SIZE;

/// One cell of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// The span that an answer replaces.
    pub span: Span,
    /// The span that is read: the same, or the part inside quotation marks.
    pub read: Span,
}

impl Token {
    /// Creates a cell that is read and replaced as a whole.
    pub fn plain(start: usize, end: usize) -> Token {
        let span = Span::new(start, end);
        Token { span, read: span }
    }
}

/// Returns whether a byte separates cells and is never one itself.
fn is_separator(byte: u8) -> bool {
    matches!(byte, b';' | b',' | b'\t' | b' ' | b'|')
}

/// Reads the puzzle in a field of a larger text: a run of symbols, symbols with separators, or a
/// link.
pub(crate) fn read_field(segment: &Segment, span: Span) -> Result<Record, Problem> {
    if let Some(record) = link::read_field(segment, span) {
        return record;
    }
    if memchr::memchr2(b'\n', b'\r', segment.bytes(span)).is_some() {
        return read_lines(segment, span);
    }
    match separated(segment, span) {
        Some((tokens, between)) => {
            let mut record = read(segment, &tokens)?;
            record.field = span;
            record.between = between;
            Ok(record)
        }
        None => line::read_run(segment, span, None),
    }
}

/// Reads the puzzle in a field of several lines, in any form that a file may have.
fn read_lines(segment: &Segment, span: Span) -> Result<Record, Problem> {
    // A table inside of a field could hold another one in turn.
    if let Some(at) = memchr::memchr(b'"', segment.bytes(span)) {
        let at = span.start as usize + at;
        let mark = segment.problem(
            ProblemCode::BrokenStructure,
            Span::new(at, at + 1),
            "a puzzle in a field of several lines cannot contain quotation marks",
            "a quotation mark inside of a quoted field",
            "write the puzzle without quotation marks",
        );
        return Err(mark.in_field(span));
    }
    let before = &segment.text[..(span.start as usize).min(segment.text.len())];
    let options = ReadOptions {
        form: None,
        ..segment.options.clone()
    };
    match read_puzzle(segment.bytes(span), options) {
        Ok(mut record) => {
            record.map_spans(|at| at + span.start);
            record.field = span;
            record.separator = "";
            // An answer in a field of its own is one line.
            let is_number = record.symbols == Symbols::Numbers;
            record.between = if is_number { " " } else { "" };
            Ok(record)
        }
        Err(mut problem) => {
            let lines = segment.line + segment::line_ends(before) - 1;
            let column =
                before.len() - memchr::memrchr2(b'\n', b'\r', before).map_or(0, |at| at + 1);
            for label in &mut problem.labels {
                if label.place.line == 1 {
                    label.place.column += column;
                }
                label.place.line += lines;
            }
            if problem.labels.is_empty() {
                let (message, help) = (problem.message, problem.help);
                problem = segment.problem(problem.code, span, message, "this field", help);
            }
            Err(problem.in_field(span))
        }
    }
}

/// Returns the cells of a separated field; `None` if its cells are not separated.
pub(crate) fn tokens(segment: &Segment, span: Span) -> Option<Vec<Token>> {
    separated(segment, span).map(|(tokens, _)| tokens)
}

/// Returns the spans of this many cells in a field; nothing if it has another number of cells.
pub(crate) fn spans(field: &[u8], count: usize) -> Vec<Span> {
    let by_fields = |delimiter: u8| -> Vec<Span> {
        let cells = fields(field, delimiter);
        cells.map(|(start, end)| Span::new(start, end)).collect()
    };
    let by_words = || {
        words(field)
            .map(|(start, end)| Span::new(start, end))
            .collect()
    };
    let by_characters = || {
        let cells = segment::characters(field);
        cells
            .map(|(at, c)| Span::new(at, at + segment::length_of(c)))
            .collect()
    };
    let found: [Vec<Span>; 4] = [
        by_characters(),
        by_fields(b';'),
        by_fields(b','),
        by_words(),
    ];
    let fits = |spans: &Vec<Span>| spans.len() == count;
    found.into_iter().find(fits).unwrap_or_default()
}

/// Returns the tokens of a separated field, and what to write between them; `None` if the field has
/// no semicolons or commas and its spaces are empty cells rather than separators.
fn separated(segment: &Segment, span: Span) -> Option<(Vec<Token>, &'static str)> {
    let bytes = segment.bytes(span);
    if let Some(at) = memchr::memchr2(b';', b',', bytes) {
        let between = if bytes[at] == b';' { ";" } else { "," };
        let cells = fields(bytes, bytes[at]);
        return Some((shifted(cells, span.start), between));
    }
    memchr::memchr2(b' ', b'\t', bytes)?;
    let tokens = shifted(words(bytes), span.start);
    let size = tokens.len().isqrt();
    let is_board = size >= crate::shape::MIN_SIZE && size * size == tokens.len();
    is_board.then_some((tokens, " "))
}

/// Returns the cells of one row: its words if it has separators, otherwise its characters.
pub(crate) fn row(segment: &Segment, span: Span) -> Vec<Token> {
    let bytes = segment.bytes(span);
    match memchr::memchr2(b';', b',', bytes) {
        Some(at) => shifted(fields(bytes, bytes[at]), span.start),
        None if bytes.trim_ascii().iter().any(|byte| is_separator(*byte)) => {
            shifted(words(bytes), span.start)
        }
        None => characters(segment, span),
    }
}

/// Returns every character of a span as a cell.
pub(crate) fn characters(segment: &Segment, span: Span) -> Vec<Token> {
    let start = span.start as usize;
    segment::characters(segment.bytes(span))
        .map(|(at, c)| Token::plain(start + at, start + at + segment::length_of(c)))
        .collect()
}

/// Returns a span without the blanks at its ends.
pub(crate) fn trimmed(segment: &Segment, span: Span) -> Span {
    crate::format::read::lines::trim(segment.text, span)
}

/// Iterates over the parts between separators.
pub(crate) fn words(bytes: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += bytes[at..].iter().position(|byte| !is_separator(*byte))?;
        let start = at;
        let rest = &bytes[at..];
        at += rest
            .iter()
            .position(|byte| is_separator(*byte))
            .unwrap_or(rest.len());
        Some((start, at))
    })
}

/// Iterates over the fields between delimiters, including empty ones, without surrounding blanks.
fn fields(bytes: &[u8], delimiter: u8) -> impl Iterator<Item = (usize, usize)> {
    let mut start = 0;
    bytes
        .split(move |byte| *byte == delimiter)
        .map(move |field| {
            let from = start + field.len() - field.trim_ascii_start().len();
            start += field.len() + 1;
            (from, from + field.trim_ascii().len())
        })
}

fn shifted(cells: impl Iterator<Item = (usize, usize)>, by: u32) -> Vec<Token> {
    let by = by as usize;
    cells
        .map(|(start, end)| Token::plain(by + start, by + end))
        .collect()
}

/// Reads separated cells: characters, numbers, or candidates.
pub(crate) fn read(segment: &Segment, tokens: &[Token]) -> Result<Record, Problem> {
    let mut record = cells(segment, tokens)?.tokens(segment)?;
    record.cells = tokens.iter().map(|token| token.span).collect();
    Ok(record)
}

/// Reads cells as numbers, whatever they look like.
pub(crate) fn numbers(segment: &Segment, tokens: &[Token]) -> Result<Record, Problem> {
    let mut record = cells(segment, tokens)?.numbers(segment)?;
    // An empty cell is written with all that an answer replaces, including quotation marks.
    let open = record.puzzle.values().iter().position(|value| *value == 0);
    if let Some(cell) = open {
        record.blank = segment.string(tokens[cell].span);
    }
    record.cells = tokens.iter().map(|token| token.span).collect();
    Ok(record)
}

fn cells(segment: &Segment, tokens: &[Token]) -> Result<Cells, Problem> {
    let field = around(tokens);
    match size_of(tokens.len(), segment.options.shape.as_ref()) {
        Some(size) => Ok(Cells {
            size,
            spans: tokens.iter().map(|token| token.read).collect(),
            field,
            form: Form::List,
            drawn: None,
        }),
        None => Err(wrong_count(segment, tokens.len(), field)),
    }
}

fn wrong_count(segment: &Segment, count: usize, field: Span) -> Problem {
    let cells = counted(count, "cell");
    let (message, help) = match &segment.options.shape {
        Some(shape) => (
            format!(
                "found {cells}; a board of shape {shape} has {}",
                shape.cells()
            ),
            "add or remove cells, or name another shape",
        ),
        None if count > MAX_SIZE * MAX_SIZE => (
            format!("{cells} are too many: the largest board is {MAX_SIZE}×{MAX_SIZE}"),
            "give the board at most 4096 cells",
        ),
        None => (
            format!(
                "{cells} {} not form a board",
                if count == 1 { "does" } else { "do" }
            ),
            "a 4×4 board has 16 cells, a 6×6 board 36, a 9×9 board 81, a 16×16 board 256",
        ),
    };
    segment.problem(ProblemCode::BoardSize, field, message, cells, help)
}

/// Returns the span from the first cell to the last.
fn around(tokens: &[Token]) -> Span {
    match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => Span {
            start: first.span.start,
            end: last.span.end,
        },
        _ => Span::default(),
    }
}

/// Makes the answer go into a field of its own, and reads the solution that is there now.
///
/// The content of the field is replaced as a whole; separated numbers get the puzzle's separator.
pub(crate) fn answer_in_field(segment: &Segment, span: Span, record: &mut Record) {
    record.claimed = claimed_in_field(segment, span, record);
    record.answer = Some(vec![span]);
    record.field = span;
    record.quoted = false;
}

fn claimed_in_field(segment: &Segment, span: Span, record: &Record) -> Option<Grid> {
    if let Some((tokens, _)) = separated(segment, span) {
        return claimed(segment, &tokens, record);
    }
    let run = segment.bytes(span);
    let shape = record.puzzle.shape();
    if record.symbols == Symbols::FromOne && shape.size() <= 9 {
        // Tables have millions of digits; asking the convention about each takes too long.
        let value = |byte: &u8| {
            byte.checked_sub(b'0')
                .filter(|v| (1..=shape.size()).contains(&usize::from(*v)))
        };
        let values = run.iter().map(value).collect::<Option<Vec<u8>>>()?;
        return Grid::new(shape.clone(), values).ok();
    }
    let run = std::str::from_utf8(run).ok()?;
    grid(record, run.split("").filter(|symbol| !symbol.is_empty()))
}

/// Returns the solution in these cells, if they are one.
pub(crate) fn claimed(segment: &Segment, cells: &[Token], record: &Record) -> Option<Grid> {
    let symbol = |token: &Token| std::str::from_utf8(segment.bytes(token.read)).unwrap_or_default();
    grid(record, cells.iter().map(symbol))
}

/// Returns a grid of these symbols, if every cell has a value.
fn grid<'a>(record: &Record, symbols: impl Iterator<Item = &'a str>) -> Option<Grid> {
    let shape = record.puzzle.shape();
    let mut values = Vec::with_capacity(shape.cells());
    for symbol in symbols {
        values.push(record.symbols.value(symbol, shape.size())?);
    }
    Grid::new(shape.clone(), values).ok()
}
