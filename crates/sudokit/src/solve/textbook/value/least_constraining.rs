//! The value that the fewest open peers could hold; of several the smallest.
//!
//! The cell was chosen to fail early; its value should succeed. A value that no peer could have
//! anyway takes nothing from anybody, while one that stands in ten domains leaves ten cells with
//! less to choose from.

use super::ChooseValue;
use crate::bits::{lowest_value, values_of};
use crate::solve::textbook::board::Board;

pub(super) struct LeastConstraining;

impl ChooseValue for LeastConstraining {
    fn choose(&self, board: &Board<'_>, cell: usize, untried: u64) -> u8 {
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
        // 4 stands where it takes itself from four peers of r1c1 but not from r1c1.
        puzzle.set(7, 4, Origin::Given);
        puzzle.set(14, 4, Origin::Given);
        let board = Board::new(&puzzle, Domains::FromHouses);
        assert_eq!(LeastConstraining.choose(&board, 0, 0b1111), 4);
        // Once 4 was tried the other values are alike, and the smallest is next.
        assert_eq!(LeastConstraining.choose(&board, 0, 0b0111), 1);
    }
}
