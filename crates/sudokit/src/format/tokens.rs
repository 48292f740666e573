//! Puzzles whose cells stand apart: JSON arrays, lists of numbers, `5;3;0` in a table.
//!
//! A [`Token`] is the text of one cell. Tokens of one character each are read as the run that
//! they are when put together, so that symbols and blanks are found by the same rules as in a
//! line; longer ones are numbers.

use super::line;
use super::record::Alignment;
use super::unit::Unit;
use super::{Diagnostic, Form, Kind, Place, ReadOptions, Record, Span, Symbols};
use crate::puzzle::{Grid, Origin, Puzzle};
use crate::shape::Shape;

/// One cell of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// What an answer replaces.
    pub span: Span,
    /// What is read: the span itself, or the part of it inside quotation marks.
    pub read: Span,
}

impl Token {
    /// A cell that is read and replaced as a whole.
    pub fn plain(start: usize, end: usize) -> Token {
        let span = Span {
            start: start as u32,
            end: end as u32,
        };
        Token { span, read: span }
    }
}

/// The bytes that stand between two cells and never are one.
fn is_separator(byte: u8) -> bool {
    matches!(byte, b';' | b',' | b'\t' | b' ' | b'|')
}

/// Reads the puzzle in a field of a larger text: a run of symbols, or symbols with separators.
pub(super) fn read_field(unit: &Unit, span: Span) -> Result<Record, Diagnostic> {
    match separated(unit, span) {
        Some((tokens, between)) => {
            let mut record = read(unit, &tokens)?;
            record.field = span;
            record.between = between;
            Ok(record)
        }
        None => line::read_run(unit, span),
    }
}

/// The tokens of a field that has separators, and what to write between them. A field without
/// semicolons or commas whose blanks are open cells rather than separators has none.
fn separated(unit: &Unit, span: Span) -> Option<(Vec<Token>, &'static str)> {
    let bytes = unit.bytes(span);
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

/// The cells of one row: its words where it has separators, otherwise its characters.
pub(super) fn row(unit: &Unit, span: Span) -> Vec<Token> {
    let bytes = unit.bytes(span);
    match memchr::memchr2(b';', b',', bytes) {
        Some(at) => shifted(fields(bytes, bytes[at]), span.start),
        None if bytes.trim_ascii().iter().any(|byte| is_separator(*byte)) => {
            shifted(words(bytes), span.start)
        }
        None => characters(unit, span),
    }
}

/// Every character of a span as a cell of its own.
pub(super) fn characters(unit: &Unit, span: Span) -> Vec<Token> {
    let mut cells = Vec::new();
    let mut at = span.start as usize;
    for chunk in unit.bytes(span).utf8_chunks() {
        for symbol in chunk.valid().chars() {
            cells.push(Token::plain(at, at + symbol.len_utf8()));
            at += symbol.len_utf8();
        }
        for _ in chunk.invalid() {
            cells.push(Token::plain(at, at + 1));
            at += 1;
        }
    }
    cells
}

/// The stretches between separators, without the separators.
pub(super) fn words(bytes: &[u8]) -> impl Iterator<Item = (usize, usize)> {
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

/// The fields between delimiters, empty ones included, without the blanks around them.
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

/// Reads cells that stand apart.
pub(super) fn read(unit: &Unit, tokens: &[Token]) -> Result<Record, Diagnostic> {
    let longest = tokens.iter().map(|token| length(unit, token)).max();
    match longest {
        Some(0 | 1) => joined(unit, tokens),
        _ => numbers(unit, tokens),
    }
}

/// How many characters a token has; an open cell counts as at most one.
fn length(unit: &Unit, token: &Token) -> usize {
    match unit.bytes(token.read) {
        b"null" => 0,
        text => String::from_utf8_lossy(text).chars().count(),
    }
}

/// Reads one-character cells as the run that they are when put together.
fn joined(unit: &Unit, tokens: &[Token]) -> Result<Record, Diagnostic> {
    let (mut text, mut starts) = (Vec::new(), Vec::new());
    for token in tokens {
        starts.push(text.len() as u32);
        match unit.bytes(token.read) {
            b"" | b"null" => text.push(b'.'),
            symbol => text.extend(symbol),
        }
    }
    let whole = Span {
        start: 0,
        end: text.len() as u32,
    };
    // The number of cells is known, so it cannot be taken for one of candidates.
    let options = ReadOptions {
        shape: Some(shape_for(unit, tokens.len(), around(tokens))?),
        ..unit.options.clone()
    };
    let run = Unit {
        text: &text,
        options: &options,
        ..*unit
    };
    let mut record = line::read_run(&run, whole)
        .map_err(|diagnostic| place_in_tokens(unit, tokens, diagnostic))?;
    let index = |at: u32| {
        starts
            .partition_point(|start| *start <= at)
            .saturating_sub(1)
    };
    for span in &mut record.cells {
        *span = Span {
            start: tokens[index(span.start)].span.start,
            end: tokens[index(span.end.saturating_sub(1))].span.end,
        };
    }
    record.field = around(tokens);
    Ok(record)
}

/// Points a diagnostic about joined cells at the cells where they really stand.
fn place_in_tokens(unit: &Unit, tokens: &[Token], mut diagnostic: Diagnostic) -> Diagnostic {
    for label in &mut diagnostic.labels {
        let Place { column, width, .. } = label.place;
        let first = column.saturating_sub(1).min(tokens.len() - 1);
        let last = (first + width).saturating_sub(1).min(tokens.len() - 1);
        let span = Span {
            start: tokens[first].span.start,
            end: tokens[last].span.end,
        };
        (label.place, label.excerpt) = unit.place(span);
    }
    diagnostic
}

/// Reads cells that are numbers from 1, or a sign for an open cell.
pub(super) fn numbers(unit: &Unit, tokens: &[Token]) -> Result<Record, Diagnostic> {
    let shape = shape_for(unit, tokens.len(), around(tokens))?;
    let mut puzzle = Puzzle::new(shape);
    let mut blank = None;
    for (cell, token) in tokens.iter().enumerate() {
        match number(unit, token, puzzle.shape())? {
            0 => blank = blank.or_else(|| std::str::from_utf8(unit.bytes(token.span)).ok()),
            value => puzzle.set(cell, value, Origin::Given),
        }
    }
    Ok(Record {
        puzzle,
        form: Form::List,
        name: None,
        claimed: None,
        symbols: Symbols::Numbers,
        blank: blank.unwrap_or("0").to_string(),
        cells: tokens.iter().map(|token| token.span).collect(),
        answer: None,
        field: around(tokens),
        quoted: false,
        separator: "",
        alignment: Alignment::None,
        prefix: "",
        between: " ",
    })
}

/// The value that a token names, 0 for an open cell.
fn number(unit: &Unit, token: &Token, shape: &Shape) -> Result<u8, Diagnostic> {
    let text = unit.bytes(token.read);
    if is_open(unit, text) {
        return Ok(0);
    }
    let shown = String::from_utf8_lossy(text);
    if text.iter().all(u8::is_ascii_digit) {
        return match shown.parse::<u8>() {
            Ok(value) if value as usize <= shape.size() => Ok(value),
            _ => Err(unit.error(
                Kind::Range,
                token.span,
                format!(
                    "the number {shown} on a board of {0}×{0} cells",
                    shape.size()
                ),
                format!("1 to {}, or 0 for an open cell", shape.size()),
                "correct the number, or name the shape of the board",
            )),
        };
    }
    Err(unit.error(
        Kind::Symbol,
        token.span,
        format!("`{shown}` is not a number"),
        format!("1 to {}, or 0 for an open cell", shape.size()),
        "write the value as a number",
    ))
}

fn is_open(unit: &Unit, text: &[u8]) -> bool {
    let named = unit.options.blank.map(|blank| blank.to_string());
    matches!(
        text,
        b"" | b"0" | b"." | b"-" | b"_" | b"*" | b"x" | b"X" | b"null"
    ) || named.is_some_and(|blank| blank.as_bytes() == text)
}

/// The shape of a board of so many cells: the one the caller named, or the usual one.
pub(super) fn shape_for(unit: &Unit, cells: usize, field: Span) -> Result<Shape, Diagnostic> {
    let wrong = |message: String, help: &str| {
        Err(unit.error(Kind::Size, field, message, format!("{cells} cells"), help))
    };
    if let Some(shape) = &unit.options.shape {
        if shape.cells() == cells {
            return Ok(shape.clone());
        }
        return wrong(
            format!(
                "{cells} cells, where a board of the shape {shape} has {}",
                shape.cells()
            ),
            "add or remove cells, or name another shape",
        );
    }
    let size = cells.isqrt();
    if size * size != cells {
        return wrong(
            format!("{cells} cells are not a square board"),
            "a 4×4 board has 16 cells, a 6×6 board 36, a 9×9 board 81, a 16×16 board 256",
        );
    }
    if size == 9 {
        return Ok(Shape::classic());
    }
    Shape::with_size(size).or_else(|error| wrong(error.to_string(), "name the shape of the board"))
}

/// From the first cell to the last.
fn around(tokens: &[Token]) -> Span {
    match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => Span {
            start: first.span.start,
            end: last.span.end,
        },
        _ => Span::default(),
    }
}

/// Where an answer goes that has a field of its own, and the solution that stands there now.
///
/// A run of symbols is replaced as a whole, whatever is in the field; separated numbers too,
/// with the separator of the puzzle between them.
pub(super) fn answer_in_field(unit: &Unit, span: Span, record: &mut Record) {
    record.claimed = claimed_in_field(unit, span, record);
    record.answer = Some(vec![span]);
    record.field = span;
    record.quoted = false;
}

fn claimed_in_field(unit: &Unit, span: Span, record: &Record) -> Option<Grid> {
    if let Some((tokens, _)) = separated(unit, span) {
        return claimed(unit, &tokens, record);
    }
    let run = std::str::from_utf8(unit.bytes(span)).ok()?;
    grid(record, run.split("").filter(|symbol| !symbol.is_empty()))
}

/// The solution that these cells hold, if they are one.
pub(super) fn claimed(unit: &Unit, cells: &[Token], record: &Record) -> Option<Grid> {
    let symbol = |token: &Token| std::str::from_utf8(unit.bytes(token.read)).unwrap_or_default();
    grid(record, cells.iter().map(symbol))
}

/// A grid of these symbols, if every cell has a value.
fn grid<'a>(record: &Record, symbols: impl Iterator<Item = &'a str>) -> Option<Grid> {
    let shape = record.puzzle.shape();
    let mut values = Vec::with_capacity(shape.cells());
    for symbol in symbols {
        values.push(record.symbols.value(symbol, shape.size())?);
    }
    (values.len() == shape.cells()).then(|| Grid::new(shape.clone(), values))
}
