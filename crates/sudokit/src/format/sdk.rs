//! STAND-IN, dropped when the form itself is merged.

use super::unit::Unit;
use super::{Content, Piece};

pub(super) fn split(unit: &Unit) -> Vec<Piece> {
    vec![Piece {
        text: unit.text.to_vec(),
        line: unit.line,
        content: Content::Verbatim,
    }]
}
