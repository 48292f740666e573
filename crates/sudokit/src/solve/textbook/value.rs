//! The rules for which of a cell's values is tried first.
//!
//! The order of values matters only until the first solution is found: to prove that there is no
//! other, every value of a cell has to be tried anyway.

use super::board::TrackedBoard;
use super::rules::ValueRule;
use crate::bits::{lowest_value, values_of};

/// A rule for choosing a value. It is asked again, on the same position, for each value that is
/// tried.
pub(super) trait ChooseValue {
    /// Returns one of the values that the cell has not tried yet; there is at least one.
    fn choose(&self, board: &TrackedBoard<'_>, cell: usize, untried: u64) -> u8;
}

/// Returns the rule with this name.
pub(super) fn rule(name: ValueRule) -> &'static (dyn ChooseValue + Sync) {
    match name {
        ValueRule::Ascending => &Ascending,
        ValueRule::LeastConstraining => &LeastConstraining,
    }
}

/// The smallest value first.
///
/// Together with reading order this finds the solutions in lexicographic order.
struct Ascending;

impl ChooseValue for Ascending {
    fn choose(&self, _: &TrackedBoard<'_>, _: usize, untried: u64) -> u8 {
        lowest_value(untried)
    }
}

/// The value that the fewest open peers could hold; of several, the smallest.
///
/// The cell was chosen to fail early; its value should succeed. A value that no peer could hold
/// anyway takes nothing away, while one that is in ten domains leaves ten cells with less choice.
struct LeastConstraining;

impl ChooseValue for LeastConstraining {
    fn choose(&self, board: &TrackedBoard<'_>, cell: usize, untried: u64) -> u8 {
        if untried.count_ones() == 1 {
            return lowest_value(untried);
        }
        let mut occurrences = [0u16; 64];
        for peer in board.open_peers(cell) {
            for value in values_of(board.domain(peer) & untried) {
                occurrences[value as usize - 1] += 1;
            }
        }
        let rarest = values_of(untried).min_by_key(|value| occurrences[*value as usize - 1]);
        rarest.unwrap_or(lowest_value(untried))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Origin, Puzzle};
    use crate::shape::Shape;
    use crate::solve::textbook::board::Domains;

    #[test]
    fn the_rarest_value_of_the_peers_comes_first() {
        let mut puzzle = Puzzle::new(Shape::with_size(4).unwrap());
        // The two 4s exclude 4 from four peers of r1c1, but not from r1c1.
        puzzle.set(7, 4, Origin::Given);
        puzzle.set(14, 4, Origin::Given);
        let board = TrackedBoard::new(&puzzle, Domains::FromHouses);
        assert_eq!(LeastConstraining.choose(&board, 0, 0b1111), 4);
        // Once 4 has been tried, the other values tie, and the smallest is next.
        assert_eq!(LeastConstraining.choose(&board, 0, 0b0111), 1);
    }
}
