//! What is concluded from a value before the next cell is chosen.

mod conflicts;
mod forward_checking;
mod house_sets;
pub(super) mod strategies;

use super::board::{Board, Contradiction, Domains, Reason};
use super::rules::PropagateRule;

/// A way to draw conclusions.
pub(super) trait Propagate {
    /// Who knows the domains of cells under this rule.
    fn domains(&self) -> Domains;

    /// Concludes from the givens, once, before the search.
    fn start(&self, board: &mut Board<'_>) -> Result<(), Contradiction>;

    /// The values of a cell that are worth trying.
    fn worth_trying(&self, board: &Board<'_>, cell: usize) -> u64 {
        board.domain(cell)
    }

    /// Puts a value into a cell and concludes from it. After a contradiction the board is left
    /// as it stood when it was found; the caller takes everything back.
    fn place(
        &self,
        board: &mut Board<'_>,
        cell: usize,
        value: u8,
        reason: Reason,
    ) -> Result<(), Contradiction>;
}

/// The rule with this name.
pub(super) fn rule(name: PropagateRule) -> &'static (dyn Propagate + Sync) {
    match name {
        PropagateRule::Conflicts => &conflicts::Conflicts,
        PropagateRule::ForwardChecking => &forward_checking::ForwardChecking,
        PropagateRule::HouseSets => &house_sets::HouseSets,
        PropagateRule::Strategies => &strategies::Strategies,
    }
}
