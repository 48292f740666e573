//! From the cells of an array to a puzzle, or to the reason why the array is none.

use super::board::Board;
use super::group::{Cell, CellKind};
use crate::format::forms::lookalikes::{Lookalike, Repeats, counts_from_zero};
use crate::format::forms::separated::{self, Token};
use crate::format::read::segment::Segment;
use crate::format::symbols::tokens::number;
use crate::format::{Form, ReadOptions, Record, Span, Symbols};
use crate::problem::{Field, Problem, ProblemCode};

/// What an array with the form of a board contains.
#[expect(clippy::large_enum_variant, reason = "there is one reading at a time")]
pub(super) enum Reading {
    Puzzle(Record),
    /// It should be a puzzle but cannot be read.
    Problem(Problem),
    /// It is no puzzle, for this reason.
    Other(Problem),
}

/// Reads an array. The segment ends with it.
pub(super) fn read(segment: &Segment, board: &Board) -> Reading {
    let other = |message: String, label: &str| {
        Reading::Other(segment.problem(
            ProblemCode::NoPuzzle,
            board.span,
            message,
            label,
            "an array is a puzzle if it has values from 1 to its size and obeys the rules",
        ))
    };
    let size = board.size;
    let Some(cells) = Tokens::new(segment, board) else {
        let message = format!("the {size}×{size} array contains names");
        return other(message, "expected numbers, or one name for empty cells");
    };
    let record = match cells.read(segment) {
        Ok(record) => record,
        Err(problem) if problem.code == ProblemCode::ValueRange => {
            let is_large = |cell: &&Cell| {
                let token = segment.bytes(cell.token.read);
                number(token).is_some_and(|n| n > size)
            };
            let large = board.cells.iter().filter(is_large).count();
            // One or two are mistakes, more are another kind of table.
            return match large <= 2 && size >= 8 {
                true => Reading::Problem(in_field(problem, board)),
                false => Reading::Other(problem),
            };
        }
        Err(problem) => return Reading::Problem(in_field(problem, board)),
    };
    let values = record.puzzle.values();
    let distinct = (1..=size as u8).filter(|v| values.contains(v)).count();
    let neighbours = equal_neighbours(values, size);
    let obeys = record.puzzle.check().is_ok();
    if distinct == 0 {
        return other(format!("the {size}×{size} array is empty"), "only blanks");
    }
    // A named form also covers sparse puzzles, but no other arrays.
    if segment.options.form == Some(Form::Code) && obeys {
        return Reading::Puzzle(record);
    }
    if distinct < 3 {
        let message = format!("the {size}×{size} array has only {distinct} different values");
        return other(message, "not a Sudoku");
    }
    if counts_from_zero(&record.puzzle) {
        let last = size - 1;
        let message =
            format!("each row of the {size}×{size} array has the numbers 0 to {last} once");
        return other(message, "not a Sudoku");
    }
    // A wrong answer repeats values too, but hardly in most of its rows.
    let Repeats { rows, boxes, .. } = Repeats::of(&record.puzzle);
    if 2 * rows > size {
        let message = format!("the {size}×{size} array repeats values in {rows} rows");
        return other(message, "not a Sudoku");
    }
    // That a list has as many numbers as a board has cells says little.
    if board.flat && 2 * boxes > size {
        let message = format!("the {size}×{size} array repeats values in {boxes} boxes");
        return other(message, "not a Sudoku");
    }
    let is_map = is_even(values, size) && neighbours.0 >= size * (size - 1);
    if is_map || neighbours.1 > size || !obeys && size < 8 {
        let message = format!("the {size}×{size} array is not a Sudoku");
        return other(message, "equal values next to each other");
    }
    Reading::Puzzle(record)
}

/// Returns the problem of a drawn grid that repeats values almost everywhere: a map of regions,
/// cages or lines beside a puzzle.
pub(super) fn map_of_regions(segment: &Segment, record: &Record) -> Option<Problem> {
    let lookalike = Lookalike::of(&record.puzzle, false)?;
    let (message, help) = lookalike.words(record.puzzle.shape().size());
    let label = "rather a map of regions";
    Some(segment.problem(ProblemCode::NoPuzzle, record.field, message, label, help))
}

fn in_field(problem: Problem, board: &Board) -> Problem {
    Problem {
        field: Some(Field {
            span: board.span,
            quoted: !board.cells.iter().any(|cell| cell.kind == CellKind::Symbol),
        }),
        ..problem
    }
}

/// Returns the problem of rows that are grouped once more.
pub(super) fn nested_rows(segment: &Segment, span: Span, size: usize) -> Problem {
    segment.problem(
        ProblemCode::BrokenStructure,
        span,
        format!("the {size} groups of {size} cells are grouped once more, by rows or by boxes"),
        "rows or boxes?",
        format!("write {size} rows of {size} cells"),
    )
}

/// The cells of an array with their meaning in source text.
struct Tokens {
    tokens: Vec<Token>,
    span: Span,
    /// Whether cells are numbers rather than single characters.
    are_numbers: bool,
    /// Whether -1 is the blank, so that values count from 0.
    from_zero: bool,
    /// Whether values have a constructor: `Just 5`.
    just: bool,
    in_quotes: bool,
}

impl Tokens {
    /// Returns `None` if several names occur that are not letters of a large board.
    fn new(segment: &Segment, board: &Board) -> Option<Tokens> {
        let text = |cell: &Cell| cell.token.read.of(segment.text);
        let has = |kind| board.cells.iter().any(|cell| cell.kind == kind);
        let names = board
            .cells
            .iter()
            .filter(|cell| cell.kind == CellKind::Name);
        let mut names: Vec<&[u8]> = names.map(text).collect();
        names.sort_unstable();
        names.dedup();
        let are_letters = board.size > 9 && names.iter().all(|name| name.len() == 1);
        if names.len() > 1 && !are_letters {
            return None;
        }
        let name_is_blank = names.len() == 1 && !are_letters;
        let is_digit =
            |cell: &Cell| cell.kind == CellKind::Plain && text(cell).iter().any(u8::is_ascii_digit);
        let has_digits = board.cells.iter().any(is_digit);
        let are_numbers =
            has_digits && !has(CellKind::Hexadecimal) && (names.is_empty() || name_is_blank);
        let zero = |cell: &Cell| cell.kind == CellKind::Plain && number(text(cell)) == Some(0);
        let from_zero = has(CellKind::MinusOne) && board.cells.iter().any(zero);
        let is_symbol = has(CellKind::Symbol);
        let before = |start: usize| segment.text[..start].ends_with(b"Just ");
        let just = board
            .cells
            .iter()
            .any(|cell| before(cell.token.span.start as usize));
        let token = |cell: &Cell| {
            let Token { mut span, mut read } = cell.token;
            let empty = Span::new(span.start as usize, span.start as usize);
            match cell.kind {
                CellKind::Nothing | CellKind::MinusOne => read = empty,
                CellKind::Name if name_is_blank => read = empty,
                // Next to numbers, a blank in quotation marks goes with them.
                CellKind::Quoted if !are_numbers => {
                    span = Span::new(span.start as usize + 1, span.end as usize - 1);
                }
                CellKind::Plain if just && before(span.start as usize) => {
                    span = Span::new(span.start as usize - 5, span.end as usize);
                }
                _ => {}
            }
            Token { span, read }
        };
        Some(Tokens {
            tokens: board.cells.iter().map(token).collect(),
            span: board.span,
            are_numbers,
            from_zero,
            just,
            in_quotes: is_symbol,
        })
    }

    fn read(&self, segment: &Segment) -> Result<Record, Problem> {
        let mut options: ReadOptions = segment.options.clone();
        let is_large = self.tokens.len() > 100;
        if self.from_zero && options.symbols.is_none() {
            if is_large {
                return Err(segment.problem(
                    ProblemCode::AmbiguousSymbols,
                    self.span,
                    "-1 is the blank and 0 a value",
                    "values from 0",
                    "count values from 1, with 0 as the blank",
                ));
            }
            options.symbols = Some(Symbols::FromZero);
        }
        let segment = &Segment {
            options: &options,
            ..*segment
        };
        let mut record = match self.are_numbers && !self.from_zero {
            true => separated::numbers(segment, &self.tokens)?,
            false => separated::read(segment, &self.tokens)?,
        };
        let values = record.puzzle.values();
        if let Some(open) = values.iter().position(|value| *value == 0) {
            record.blank = segment.string(self.tokens[open].span);
        }
        if self.just {
            record.prefix = "Just ";
        }
        record.form = Form::Code;
        record.field = self.span;
        record.quoted = !self.in_quotes;
        Ok(record)
    }
}

/// Returns whether every number, 0 included, occurs as often as a board has rows, or not at all.
fn is_even(values: &[u8], size: usize) -> bool {
    let mut counts = [0; 256];
    for value in values {
        counts[usize::from(*value)] += 1;
    }
    counts.iter().all(|count| *count == 0 || *count == size)
}

/// Returns how many neighbours in rows and columns are equal: all of them, and those with a value.
fn equal_neighbours(values: &[u8], size: usize) -> (usize, usize) {
    let (mut all, mut filled) = (0, 0);
    for (cell, value) in values.iter().enumerate() {
        let right = (cell % size + 1 < size).then(|| values[cell + 1]);
        let below = values.get(cell + size).copied();
        for neighbour in [right, below].into_iter().flatten() {
            all += usize::from(neighbour == *value);
            filled += usize::from(neighbour == *value && *value != 0);
        }
    }
    (all, filled)
}
