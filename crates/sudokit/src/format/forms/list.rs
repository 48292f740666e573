//! The list form: `name n box_rows box_columns v1 … vn²`, one puzzle per line, 0 for an empty cell.

use crate::format::forms::separated::{self, Token};
use crate::format::read::segment::{Segment, counted};
use crate::format::symbols::tokens;
use crate::format::{Form, ReadOptions, Record, Span};
use crate::problem::{Problem, ProblemCode};
use crate::shape::{MAX_SIZE, MIN_SIZE, Shape};

/// Reads one line.
pub(crate) fn read(segment: &Segment) -> Result<Record, Problem> {
    let line = segment.text.trim_ascii_end();
    let all: Vec<Token> = separated::words(line)
        .map(|(start, end)| Token::plain(start, end))
        .collect();
    let [name, size, box_rows, box_columns, cells @ ..] = all.as_slice() else {
        return Err(segment.problem(
            ProblemCode::BrokenStructure,
            Token::plain(0, line.len()).span,
            format!(
                "found {}; a list line has a name, three sizes and the cells",
                counted(all.len(), "word")
            ),
            "the line ends too early",
            "write: name size box_rows box_columns v1 v2 …",
        ));
    };
    check_name(segment, &all)?;
    let record = read_cells(segment, size, [box_rows, box_columns], cells);
    let mut record = record.map_err(|problem| match (cells.first(), cells.last()) {
        (Some(first), Some(last)) => problem.in_field(Span {
            start: first.span.start,
            end: last.span.end,
        }),
        _ => problem,
    })?;
    record.form = Form::List;
    record.name = Some(String::from_utf8_lossy(segment.bytes(name.span)).into_owned());
    Ok(record)
}

/// Checks that the name is one word: several words before the first number are a name with spaces.
fn check_name(segment: &Segment, all: &[Token]) -> Result<(), Problem> {
    let number = |token: &Token| tokens::number(segment.bytes(token.span));
    let words = all.iter().take_while(|token| number(token).is_none());
    let words = words.count();
    let is_rest = |rest: &[Token]| match rest {
        [size, _, _, cells @ ..] => {
            number(size).and_then(|n| n.checked_mul(n)) == Some(cells.len())
        }
        _ => false,
    };
    if words < 2 || !is_rest(&all[words..]) {
        return Ok(());
    }
    let spelled: Vec<String> = all[..words]
        .iter()
        .map(|t| segment.string(t.span))
        .collect();
    let name = Span {
        start: all[0].span.start,
        end: all[words - 1].span.end,
    };
    Err(segment.problem(
        ProblemCode::BrokenStructure,
        name,
        format!("the name `{}` is more than one word", spelled.join(" ")),
        "expected one word, then the size of the board",
        format!("write it without spaces: {}", spelled.join("_")),
    ))
}

fn read_cells(
    segment: &Segment,
    size: &Token,
    [box_rows, box_columns]: [&Token; 2],
    cells: &[Token],
) -> Result<Record, Problem> {
    let size = number(segment, size, "the size of the board")?;
    let shape = shape(segment, size, box_rows, box_columns)?;
    check_count(segment, cells, shape.cells(), box_columns)?;
    let options = ReadOptions {
        shape: Some(shape),
        ..segment.options.clone()
    };
    let with_shape = Segment {
        options: &options,
        ..*segment
    };
    separated::numbers(&with_shape, cells)
}

fn number(segment: &Segment, token: &Token, what: &str) -> Result<usize, Problem> {
    let text = String::from_utf8_lossy(segment.bytes(token.span));
    match text.parse() {
        Ok(number) if (1..=MAX_SIZE).contains(&number) => Ok(number),
        _ => Err(segment.problem(
            ProblemCode::BrokenStructure,
            token.span,
            format!("`{text}` is not {what}"),
            format!("expected a number from 1 to {MAX_SIZE}"),
            "write: name size box_rows box_columns v1 v2 …",
        )),
    }
}

/// Returns the boxes that the line names, unless the options name another shape of the same size (a
/// jigsaw, diagonals).
fn shape(
    segment: &Segment,
    size: usize,
    box_rows: &Token,
    box_columns: &Token,
) -> Result<Shape, Problem> {
    let rows = number(segment, box_rows, "the rows of a box")?;
    let columns = number(segment, box_columns, "the columns of a box")?;
    if let Some(shape) = &segment.options.shape
        && shape.size() == size
    {
        return Ok(shape.clone());
    }
    let wrong = |message: String| {
        segment.problem(
            ProblemCode::BoardSize,
            Span {
                start: box_rows.span.start,
                end: box_columns.span.end,
            },
            message,
            "the rows and columns of a box",
            format!(
                "the rows times the columns of a box must equal the board size, {MIN_SIZE} to {MAX_SIZE}"
            ),
        )
    };
    if rows * columns != size {
        return Err(wrong(format!(
            "boxes of {rows}×{columns} cells do not fit a {size}×{size} board"
        )));
    }
    if size == 9 && rows == 3 {
        return Ok(Shape::classic());
    }
    Shape::boxes(rows, columns).map_err(|error| wrong(error.to_string()))
}

fn check_count(
    segment: &Segment,
    cells: &[Token],
    expected: usize,
    last_size: &Token,
) -> Result<(), Problem> {
    if cells.len() == expected {
        return Ok(());
    }
    let (token, label) = match cells.get(expected) {
        Some(extra) => (extra, "the first extra cell"),
        None => (cells.last().unwrap_or(last_size), "the line ends here"),
    };
    Err(segment.problem(
        ProblemCode::BoardSize,
        token.span,
        format!("found {} cells; the board has {expected}", cells.len()),
        label,
        "add or remove cells, or correct the size",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "six 6 3 2  1 0 0 0 0 6  0 0 2 0 0 0  0 0 0 0 3 0  0 4 0 0 0 0  0 0 0 5 0 0  6 0 0 0 0 1\r\n";

    fn read_text(text: &str) -> Result<Record, Problem> {
        read(&Segment {
            text: text.as_bytes(),
            line: 1,
            options: &ReadOptions::default(),
            convention: None,
        })
    }

    #[test]
    fn a_line_names_its_boxes() {
        let record = read_text(LINE).unwrap();
        assert_eq!(record.name.as_deref(), Some("six"));
        assert_eq!(record.puzzle.shape().box_size(), Some((3, 2)));
        assert_eq!(record.puzzle.clues(), 8);
        let mut copy = Vec::new();
        record.write_values(LINE.as_bytes(), record.puzzle.values(), &mut copy);
        assert_eq!(copy, LINE.as_bytes());
    }

    #[test]
    fn problems_point_at_the_token() {
        let column = |text: &str| {
            let error = read_text(text).unwrap_err();
            (error.code, error.place().unwrap().column)
        };
        assert_eq!(
            column(&LINE.replace(" 6 3 2", " q 3 2")),
            (ProblemCode::BrokenStructure, 5)
        );
        assert_eq!(
            column(&LINE.replace(" 6 3 2", " 6 2 2")),
            (ProblemCode::BoardSize, 7)
        );
        assert_eq!(
            column(&LINE.replace("  1 0", "  7 0")),
            (ProblemCode::ValueRange, 12)
        );
        assert_eq!(
            column(&LINE.replace("  1 0", "  a 0")),
            (ProblemCode::UnknownSymbol, 12)
        );
        assert_eq!(
            column(&LINE.replace("  1 0", "  99999999999999999999 0")),
            (ProblemCode::ValueRange, 12)
        );
        let end = LINE.trim_end().len();
        assert_eq!(
            column(&LINE.replace("\r", " 5")),
            (ProblemCode::BoardSize, end + 2)
        );
        assert_eq!(column("one 9"), (ProblemCode::BrokenStructure, 1));
        let error = read_text(&format!("the {LINE}")).unwrap_err();
        assert_eq!(error.message, "the name `the six` is more than one word");
        assert_eq!(error.help, "write it without spaces: the_six");
        assert_eq!(column("one 4 2 2"), (ProblemCode::BoardSize, 9));
    }
}
