//! Other boards beside a puzzle, in the columns of its line or row: its solution, another position.
//!
//! A transformation moves them together with the puzzle. A line without a header whose one board
//! has open cells and whose other board has none is a puzzle with its solution.

use crate::format::forms::separated;
use crate::format::forms::table::is_region_map;
use crate::format::read::segment::{Segment, characters, length_of};
use crate::format::symbols::tokens::is_blank;
use crate::format::{Record, Span};
use crate::problem::{Problem, ProblemCode};
use crate::puzzle::Grid;
use crate::shape::MIN_SIZE;

/// Another board of the same size beside a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Companion {
    /// The span of each cell.
    pub cells: Vec<Span>,
    /// The value of each cell, 0 for an open one.
    pub values: Vec<u8>,
    /// How an open cell is written.
    pub blank: String,
}

impl Companion {
    /// Reads a field as a board in the symbols of a puzzle.
    fn read(segment: &Segment, span: Span, record: &Record) -> Option<Companion> {
        let count = record.puzzle.values().len();
        let text = segment.bytes(span);
        // Cheaper than counting characters: most fields are far too short.
        if text.len() < count {
            return None;
        }
        let cells = match separated::tokens(segment, span) {
            Some(tokens) => tokens.iter().map(|token| token.span).collect::<Vec<_>>(),
            None => characters(text)
                .map(|(at, c)| (span.start as usize + at, length_of(c)))
                .map(|(start, length)| Span::new(start, start + length))
                .collect(),
        };
        if cells.len() != count {
            return None;
        }
        let mut blank = None;
        let value = |cell: &Span| {
            let symbol = segment.bytes(*cell);
            let value = std::str::from_utf8(symbol)
                .ok()
                .and_then(|symbol| record.symbols.value(symbol, record.puzzle.shape().size()));
            let is_open = symbol == record.blank.as_bytes()
                || value.is_none() && (symbol == b"0" || is_blank(symbol, None));
            match value {
                _ if is_open => {
                    blank.get_or_insert_with(|| segment.string(*cell));
                    Some(0)
                }
                value => value,
            }
        };
        let values = cells.iter().map(value).collect::<Option<Vec<u8>>>()?;
        let blank = blank.unwrap_or_else(|| record.blank.clone());
        Some(Companion {
            cells,
            values,
            blank,
        })
    }

    fn is_full(&self) -> bool {
        !self.values.contains(&0)
    }
}

/// Adds the boards in other fields of a row to its record.
pub(crate) fn add(segment: &Segment, fields: impl Iterator<Item = Span>, record: &mut Record) {
    let found: Vec<_> = fields
        .filter_map(|span| Companion::read(segment, span, record))
        .collect();
    record.companions.extend(found);
}

/// Reads the puzzle of a line without a header, with the boards in the other columns. `read` reads
/// a column as a puzzle; `first` is the first column that is one.
///
/// Of a board with open cells and one without, the first is the puzzle and the other its solution,
/// in either order.
pub(crate) fn read_line(
    segment: &Segment,
    first: Span,
    columns: &[Span],
    read: impl Fn(Span) -> Result<Record, Problem>,
) -> Result<Record, Problem> {
    let mut record = read(first)?;
    let shortest = record.puzzle.values().len();
    if record.puzzle.is_full()
        && let Some(damaged) = damaged_board(segment, first, columns, shortest)
    {
        // Its own reading says what is wrong with it.
        return Err(match read(damaged) {
            Err(problem) => problem,
            Ok(_) => two_boards(segment, damaged),
        });
    }
    let may_be_board = |span: &&Span| **span != first && segment.bytes(**span).len() >= shortest;
    let others: Vec<Span> = columns.iter().filter(may_be_board).copied().collect();
    if others.is_empty() {
        return Ok(record);
    }
    let mut boards: Vec<(Span, Companion)> = others
        .iter()
        .filter_map(|span| Some((*span, Companion::read(segment, *span, &record)?)))
        .collect();
    // The solution may come first.
    if record.puzzle.is_full()
        && let Some(open) = boards.iter().position(|(_, board)| !board.is_full())
        && let Ok(puzzle) = read(boards[open].0)
        && puzzle.puzzle.values().len() == record.puzzle.values().len()
    {
        record = puzzle;
        boards.remove(open);
        boards.extend(Companion::read(segment, first, &record).map(|board| (first, board)));
    }
    let is_open = !record.puzzle.is_full();
    let mut full = boards
        .iter()
        .enumerate()
        .filter(|(_, (_, board))| board.is_full());
    let only = full.next().filter(|_| full.next().is_none());
    if let Some((index, (span, board))) = only.filter(|_| is_open) {
        if is_region_map(&board.values) {
            return match segment.options.shape {
                Some(_) => Ok(record),
                None => Err(region_map(segment, *span)),
            };
        }
        let (span, board) = (*span, board.values.clone());
        record.claimed = Grid::new(record.puzzle.shape().clone(), board).ok();
        record.answer = Some(vec![span]);
        record.field = span;
        boards.remove(index);
    }
    record.companions = boards.into_iter().map(|(_, board)| board).collect();
    Ok(record)
}

/// Returns the column beside a full board that is a puzzle with some cells too many or too few: the
/// full board is its solution, not the puzzle of the line.
fn damaged_board(segment: &Segment, full: Span, columns: &[Span], cells: usize) -> Option<Span> {
    let is_mark = |byte: &u8| matches!(byte, b'.' | b'_' | b'-' | b'*' | b'?');
    let size = cells.isqrt();
    let is_value = |byte: &u8| byte.is_ascii_digit() || size > 9 && byte.is_ascii_alphabetic();
    let is_damaged = |span: &&Span| {
        let text = segment.bytes(**span);
        let count = text.len();
        let marks = text.iter().filter(|byte| is_mark(byte)).count();
        let is_long = count * 4 >= cells * 3 || marks > 1 && count >= MIN_SIZE * MIN_SIZE;
        **span != full
            && is_long
            && count != cells
            && marks < count
            && text
                .iter()
                .filter(|byte| !is_mark(byte) && !is_value(byte))
                .count()
                <= 2
    };
    columns.iter().find(is_damaged).copied()
}

/// Creates the problem of a line with a full board and a board of another size.
fn two_boards(segment: &Segment, span: Span) -> Problem {
    segment
        .problem(
            ProblemCode::BoardSize,
            span,
            "the boards of this line have different sizes",
            "the puzzle",
            "give both boards as many cells, or one of them",
        )
        .in_field(span)
}

/// Creates the problem of a line with a map of regions, which a classic board would ignore.
fn region_map(segment: &Segment, span: Span) -> Problem {
    let labels = segment.string(span);
    segment
        .problem(
            ProblemCode::BoardSize,
            span,
            "this column is a map of the regions of a jigsaw",
            "one label per cell",
            format!("use --shape jigsaw:{labels}, or --shape 3x3 to ignore it"),
        )
        .in_field(span)
}

#[cfg(test)]
mod tests {
    use crate::format::{ReadOptions, read_puzzle};

    const OPEN: &str = "1.....3..2.....4";
    const FULL: &str = "1423234141323214";

    #[test]
    fn a_damaged_puzzle_is_not_replaced_by_its_solution() {
        let read = |line: &str| read_puzzle(line.as_bytes(), ReadOptions::default());
        let short = &OPEN[1..];
        let long = format!("{OPEN}.");
        let other = format!("{OPEN}X");
        for damaged in [short, &long, &other, &OPEN.replace('.', "0")[..15]] {
            for line in [
                format!("{damaged},{FULL}\n"),
                format!("{FULL};{damaged}\n"),
                format!("7,{damaged},{FULL}\n"),
                format!("givens,solution\n{damaged},{FULL}\n"),
                format!("question,answer\n{damaged},{FULL}\n"),
            ] {
                let problem = read(&line).expect_err(&line);
                let symbols = format!("{} symbols", damaged.len());
                assert!(problem.message.contains(&symbols), "{problem} in {line}");
            }
        }
        for line in [
            format!("{OPEN},{FULL}\n"),
            format!("{FULL},12,easy\n"),
            format!("{FULL} # 2024-01-01\n"),
            format!("{FULL},1234567\n"),
        ] {
            assert!(read(&line).is_ok(), "{line}");
        }
    }
}
