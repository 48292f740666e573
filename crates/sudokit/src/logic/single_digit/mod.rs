//! Patterns of a single value: two strong links joined by a weak one, and the empty rectangle.

mod empty_rectangle;
pub(super) mod links;
mod two_links;

use super::board::Board;
use super::find::{Search, StepCollector};
use super::technique::Technique;

/// The steps of one technique of this family.
pub(super) fn find(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    match technique {
        Technique::EmptyRectangle => empty_rectangle::find(board, found),
        _ => two_links::find(technique, board, found),
    }
}
