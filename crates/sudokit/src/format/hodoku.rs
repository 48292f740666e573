//! STAND-IN, dropped when the form itself is merged.

use super::unit::Unit;
use super::{Diagnostic, Kind, Record, Span};

pub(super) fn read(unit: &Unit) -> Result<Record, Diagnostic> {
    Err(unit.error(Kind::Structure, Span::default(), "stand-in", "", ""))
}
