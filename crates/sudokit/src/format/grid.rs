//! Stub: rows of symbols.

use super::{Diagnostic, Form, Kind, Record, Span, line, unit::Unit};

/// Stub.
pub(super) fn read_rows(unit: &Unit, span: Span) -> Result<Record, Diagnostic> {
    let text = String::from_utf8_lossy(unit.bytes(span)).into_owned();
    let joined: String = text.chars().filter(|c| !c.is_ascii_whitespace()).collect();
    if !joined.is_ascii() {
        return Err(unit.error(Kind::Symbol, span, "not ASCII", "here", ""));
    }
    let inner = Unit {
        text: joined.as_bytes(),
        ..*unit
    };
    let all = Span {
        start: 0,
        end: joined.len() as u32,
    };
    let mut record = line::read_run(&inner, all).map_err(|mut error| {
        error.labels.clear();
        error
    })?;
    let starts = text
        .char_indices()
        .filter(|(_, c)| !c.is_ascii_whitespace());
    let at = |at: usize| span.start + at as u32;
    record.cells = starts
        .map(|(s, _)| Span {
            start: at(s),
            end: at(s) + 1,
        })
        .collect();
    record.form = Form::Rows;
    record.field = span;
    Ok(record)
}
