//! HoDoKu's library lines: `:0401:3:9.567.1..61.5+4…:249 261 165:328::`.
//!
//! The fields are the technique, its candidates, the grid, the deleted candidates, the eliminations
//! of the step, and extra text. In the grid, `+` precedes a value that a player placed; an answer
//! is marked the same way. A deleted candidate is three digits: value, row, column.

use crate::format::forms::separated::{self, Token};
use crate::format::read::segment::Segment;
use crate::format::{Form, Record, Span, candidates};
use crate::problem::{Problem, ProblemCode};
use crate::puzzle::{Origin, Puzzle};

/// Reads one line.
pub(crate) fn read(segment: &Segment) -> Result<Record, Problem> {
    let fields = fields(segment)?;
    let record = read_fields(segment, &fields);
    record.map_err(|problem| problem.in_field(fields.grid))
}

fn read_fields(segment: &Segment, fields: &Fields) -> Result<Record, Problem> {
    let mut record = read_marked(segment, fields.grid)?;
    record.form = Form::Hodoku;
    delete(segment, fields.deleted, &mut record.puzzle)?;
    Ok(record)
}

/// Restricts a puzzle by the deleted candidates in a field.
pub(crate) fn delete(segment: &Segment, field: Span, puzzle: &mut Puzzle) -> Result<(), Problem> {
    let deleted = deleted(segment, field, puzzle.shape().size())?;
    if !deleted.is_empty() {
        restrict(puzzle, &deleted);
    }
    Ok(())
}

/// Reads cells of one character each, with `+` before placed values.
pub(crate) fn read_marked(segment: &Segment, grid: Span) -> Result<Record, Problem> {
    let cells = cells(segment, grid);
    let mut record = separated::read(segment, &cells)?;
    record.field = grid;
    record.prefix = "+";
    for (cell, span) in record.cells.iter().enumerate() {
        let value = record.puzzle.values()[cell];
        if value != 0 && segment.bytes(*span).starts_with(b"+") {
            record.puzzle.set(cell, value, Origin::Placed);
        }
    }
    Ok(record)
}

struct Fields {
    grid: Span,
    deleted: Span,
}

fn fields(segment: &Segment) -> Result<Fields, Problem> {
    let line = segment.text.trim_ascii_end();
    let colons: Vec<usize> = memchr::memchr_iter(b':', line).take(5).collect();
    let [_, _, before_grid, rest @ ..] = colons.as_slice() else {
        let whole = span(0, line.len());
        return Err(segment.problem(
            ProblemCode::BrokenStructure,
            whole,
            "the HoDoKu line has no grid",
            "expected :technique:candidates:grid:deleted candidates::",
            "put the grid after the third colon",
        ));
    };
    let after_grid = rest.first().copied().unwrap_or(line.len());
    let after_deleted = rest.get(1).copied().unwrap_or(line.len());
    Ok(Fields {
        grid: span(before_grid + 1, after_grid),
        deleted: span((after_grid + 1).min(line.len()), after_deleted),
    })
}

fn span(start: usize, end: usize) -> Span {
    Token::plain(start, end.max(start)).span
}

/// Returns the cells of the grid; the `+` of a placed value belongs to its cell.
fn cells(segment: &Segment, grid: Span) -> Vec<Token> {
    let mut cells: Vec<Token> = Vec::new();
    let mut plus = None;
    for character in separated::characters(segment, grid) {
        if segment.bytes(character.read) == b"+" && plus.is_none() {
            plus = Some(character.span.start);
            continue;
        }
        let start = plus.take().unwrap_or(character.span.start);
        let end = character.span.end;
        cells.push(Token {
            span: Span { start, end },
            read: character.read,
        });
    }
    cells
}

/// Returns the deleted candidates as value and cell.
fn deleted(segment: &Segment, field: Span, size: usize) -> Result<Vec<(u8, usize)>, Problem> {
    let candidate = |(start, end): (usize, usize)| {
        let place = span(field.start as usize + start, field.start as usize + end);
        let digit = |byte: u8| match byte {
            b'1'..=b'9' if usize::from(byte - b'0') <= size => Some(byte - b'0'),
            _ => None,
        };
        let triple = match segment.bytes(place) {
            &[value, row, column] => digit(value).zip(digit(row)).zip(digit(column)),
            _ => None,
        };
        let ((value, row), column) = triple.ok_or_else(|| {
            segment.problem(
                ProblemCode::BrokenStructure,
                place,
                format!(
                    "`{}` is not a deleted candidate",
                    String::from_utf8_lossy(segment.bytes(place))
                ),
                "expected three digits: value, row, column",
                "correct or remove it",
            )
        })?;
        Ok((value, usize::from(row - 1) * size + usize::from(column - 1)))
    };
    separated::words(segment.bytes(field))
        .map(candidate)
        .collect()
}

/// Restricts the empty cells to what their peers allow, without the deleted candidates.
fn restrict(puzzle: &mut Puzzle, deleted: &[(u8, usize)]) {
    let mut masks = candidates::left(puzzle);
    for &(value, cell) in deleted {
        masks[cell] &= !(1 << (value - 1));
    }
    puzzle.set_candidates(masks);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::ReadOptions;

    const LINE: &str = ":0401:3:9.567.1..61.5+4...+9.849+3+15+6....8.39.....+2.+9....+987.4...+5+61.+9782.+8+7+9.+26.51..2+1857+96:249 261 165 367 369:328::\n";

    fn read_text(text: &str) -> Result<Record, Problem> {
        read(&Segment {
            text: text.as_bytes(),
            line: 7,
            options: &ReadOptions::default(),
            convention: None,
        })
    }

    #[test]
    fn a_library_line_has_givens_placed_values_and_deleted_candidates() {
        let record = read_text(LINE).unwrap();
        let puzzle = &record.puzzle;
        assert_eq!(puzzle.origin(0), Some(Origin::Given));
        assert_eq!(
            (puzzle.values()[13], puzzle.origin(13)),
            (4, Some(Origin::Placed))
        );
        let masks = puzzle.candidates().expect("candidates were deleted");
        let cell = 3 * 9 + 8;
        assert_eq!(puzzle.values()[cell], 0);
        assert_eq!(masks[cell] & 0b10, 0, "249 deletes 2 from r4c9");
        assert_eq!(puzzle.check(), Ok(()));
    }

    #[test]
    fn own_values_keep_the_line_and_new_values_get_a_plus() {
        let record = read_text(LINE).unwrap();
        let mut copy = Vec::new();
        record.write_values(LINE.as_bytes(), record.puzzle.values(), &mut copy);
        assert_eq!(copy, LINE.as_bytes());

        let mut values = record.puzzle.values().to_vec();
        values[1] = 2;
        copy.clear();
        record.write_values(LINE.as_bytes(), &values, &mut copy);
        assert_eq!(copy, LINE.replace(":9.5", ":9+25").as_bytes());
    }

    #[test]
    fn missing_parts_are_reported() {
        let error = read_text(":0000:x").unwrap_err();
        assert_eq!(error.code, ProblemCode::BrokenStructure);
        let error = read_text(&LINE.replace("261", "2x1")).unwrap_err();
        let place = error.place().unwrap();
        assert_eq!((place.line, place.width), (7, 3));
        assert_eq!(place.column, LINE.find("261").unwrap() + 1);
        assert!(read_text(&LINE.replace(":0401:3:9.", ":0401:3:9")).is_err());
    }

    #[test]
    fn a_line_may_end_after_the_grid() {
        let grid = &LINE[8..LINE.find(":249").unwrap()];
        let record = read_text(&format!(":0000:x:{grid}")).unwrap();
        assert_eq!(record.puzzle.candidates(), None);
        assert!(record.puzzle.has_placed());
    }
}
