//! Where the search goes when every value of a cell has failed.

mod chronological;
mod conflict_directed;
mod explain;
mod levels;

use super::board::{Board, Contradiction};
use super::rules::JumpRule;

/// A way to go back. Choices are numbered by *level*: the first choice of the search is level 1,
/// the latest open choice has the highest level.
pub(super) trait Jump {
    /// A choice of this level was made, with nothing tried yet.
    fn opened(&mut self, level: usize);

    /// The value tried at this level led straight to a contradiction, which still stands on the
    /// board.
    fn refuted(&mut self, level: usize, board: &Board<'_>, contradiction: Contradiction);

    /// A solution was found with this as the latest choice.
    fn solved(&mut self, level: usize);

    /// Every value that the cell could have at this level was tried and taken back: the level of
    /// the choice to go back to, or 0 when there is nothing more to find.
    fn exhausted(&mut self, level: usize, board: &Board<'_>, cell: usize) -> usize;
}

/// The rule with this name, for a board with so many cells.
pub(super) fn rule(name: JumpRule, cells: usize) -> Box<dyn Jump + Send> {
    match name {
        JumpRule::Chronological => Box::new(chronological::Chronological),
        JumpRule::ConflictDirected => Box::new(conflict_directed::ConflictDirected::new(cells)),
    }
}
