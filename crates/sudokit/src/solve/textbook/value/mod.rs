//! Which of a cell's values is tried first.
//!
//! The order of values matters only until the first solution is found: to prove that there is no
//! other one, every value of a cell has to be tried anyway.

mod ascending;
mod least_constraining;

use super::board::Board;
use super::rules::ValueRule;

/// A way to choose a value. It is asked again for each value that is tried, on the same position.
pub(super) trait ChooseValue {
    /// One of the values that the cell has not tried yet, of which there is at least one.
    fn choose(&self, board: &Board<'_>, cell: usize, untried: u64) -> u8;
}

/// The rule with this name.
pub(super) fn rule(name: ValueRule) -> &'static (dyn ChooseValue + Sync) {
    match name {
        ValueRule::Ascending => &ascending::Ascending,
        ValueRule::LeastConstraining => &least_constraining::LeastConstraining,
    }
}
