//! Colouring: candidates joined by strong links take two colours in turn. One colour is true
//! throughout, the other false.

mod medusa;
mod one_value;

use super::board::Board;
use super::find::{Search, StepCollector};
use super::technique::Technique;

/// Finds the steps of one technique of this family.
pub(super) fn find(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    match technique {
        Technique::SimpleColouring => one_value::simple(board, found),
        Technique::MultiColouring => one_value::multiple(board, found),
        _ => medusa::find(board, found),
    }
}
