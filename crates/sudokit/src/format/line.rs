//! Stub: one run of symbols.

use super::{Diagnostic, Form, Kind, Record, Span, Symbols, unit::Unit};
use crate::puzzle::{Origin, Puzzle};
use crate::shape::Shape;

/// Stub.
pub(super) fn read_run(unit: &Unit, span: Span) -> Result<Record, Diagnostic> {
    let bad = |message: String| unit.error(Kind::Size, span, message, "here", "");
    let text = std::str::from_utf8(unit.bytes(span)).map_err(|_| bad("not text".into()))?;
    let count = text.chars().count();
    let size = if count == 729 { 9 } else { count.isqrt() };
    let shape = match &unit.options.shape {
        Some(shape) => Ok(shape.clone()),
        None => Shape::with_size(size),
    };
    let shape = shape.map_err(|error| bad(error.to_string()))?;
    if count != shape.cells() {
        return Err(bad(format!("{count} symbols")));
    }
    let symbols = unit.options.symbols.clone().unwrap_or(Symbols::FromOne);
    let mut record = Record {
        puzzle: Puzzle::new(shape.clone()),
        form: Form::Line,
        name: None,
        claimed: None,
        symbols,
        blank: ".".into(),
        cells: Vec::new(),
        answer: None,
        field: span,
        quoted: false,
        separator: "",
        alignment: Default::default(),
        prefix: "",
        between: "",
    };
    for (cell, (at, symbol)) in text.char_indices().enumerate() {
        let start = span.start + at as u32;
        let here = Span {
            start,
            end: start + symbol.len_utf8() as u32,
        };
        match record
            .symbols
            .value(symbol.encode_utf8(&mut [0; 4]), shape.size())
        {
            Some(value) => record.puzzle.set(cell, value, Origin::Given),
            None if ".0*_-xX ".contains(symbol) => record.blank = symbol.to_string(),
            None => return Err(unit.error(Kind::Symbol, here, "no symbol", "here", "")),
        }
        record.cells.push(here);
    }
    Ok(record)
}
