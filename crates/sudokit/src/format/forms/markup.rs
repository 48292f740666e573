//! Tables in markup whose cells have been found: what is a board, and its record.

use crate::format::forms::code::{Context, Search};
use crate::format::forms::separated::{self, Token};
use crate::format::forms::sizes::may_have_size;
use crate::format::read::text::line_end;
use crate::format::symbols::tokens::number;
use crate::format::{Content, Form, Record, Span};
use crate::problem::ProblemCode;

/// Reads the rows of a table of this form, which ends at an offset.
pub(super) fn read(
    context: &Context,
    form: Form,
    rows: Vec<Vec<Token>>,
    body: Span,
    end: usize,
) -> Search {
    let segment = context.segment(end);
    let size = rows.len();
    if rows.iter().any(|row| row.len() != size) {
        let nine = rows.iter().filter(|row| row.len() == 9).count();
        if !(8..=10).contains(&size) || nine + 2 < size {
            return Search::Nothing;
        }
        let lengths: Vec<String> = rows.iter().map(|row| row.len().to_string()).collect();
        let problem = segment.problem(
            ProblemCode::RowLength,
            body,
            format!(
                "the table has {size} rows with {} cells",
                lengths.join(", ")
            ),
            "this table",
            "a 9×9 board has 9 rows of 9 cells",
        );
        return Search::Piece(end, Content::Unreadable(problem));
    }
    let tokens = rows.concat();
    let is_large = |token: &Token| number(token.read.of(context.text)).is_some_and(|n| n > 9);
    if !may_have_size(size, context.options, || tokens.iter().any(is_large)) {
        return Search::Nothing;
    }
    let record = match separated::read(&segment, &tokens) {
        Ok(record) => record,
        Err(problem) if problem.code == ProblemCode::UnknownSymbol => return Search::Nothing,
        Err(problem) => return Search::Piece(end, Content::Unreadable(problem)),
    };
    let rest = &context.text[end..];
    let length = rest
        .iter()
        .take_while(|byte| b" \t$\\]".contains(byte))
        .count();
    let length = match rest[length..] {
        [b'\r', b'\n', ..] => length + 2,
        [b'\n' | b'\r', ..] => length + 1,
        _ => 0,
    };
    let open = record.puzzle.values().iter().position(|value| *value == 0);
    let blank = match open {
        Some(cell) => segment.string(tokens[cell].span),
        None => String::new(),
    };
    let ends = line_end(&context.text[..end + length]);
    let record = Record {
        form,
        blank,
        field: body,
        separator: if ends.is_empty() { "\n" } else { ends },
        ..record
    };
    Search::Piece(end + length, Content::Puzzle(record))
}
