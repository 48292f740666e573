//! Which cell is filled next.

mod fullest;
mod heap;
mod least_domain;
mod least_domain_degree;
mod reading_order;

use super::board::Board;
use super::rules::CellRule;

/// A way to choose a cell. It may keep its own notes from one choice to the next, and takes the
/// board mutably only to hear which cells were touched in between.
pub(super) trait ChooseCell {
    /// The cell to fill next, or `None` when no cell is open.
    fn choose(&mut self, board: &mut Board<'_>) -> Option<usize>;
}

/// The rule with this name, ready for a search that starts on this board.
pub(super) fn rule(name: CellRule, board: &mut Board<'_>) -> Box<dyn ChooseCell + Send> {
    match name {
        CellRule::ReadingOrder => Box::new(reading_order::ReadingOrder),
        CellRule::LeastDomain => Box::new(least_domain::LeastDomain),
        CellRule::LeastDomainDegree => Box::new(least_domain_degree::LeastDomainDegree::new(board)),
        CellRule::FullestLine => Box::new(fullest::Fullest::line()),
        CellRule::FullestHouse => Box::new(fullest::Fullest::house()),
    }
}
