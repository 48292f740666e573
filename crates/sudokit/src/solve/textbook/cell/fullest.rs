//! A cell in the fullest row or column, or in the fullest house of any kind; of several such
//! cells the first in reading order.
//!
//! Counting what is filled is cheaper than finding out what is possible, and nearly full lines
//! do leave little choice. But it is a crude measure: a cell whose row, column and box are each
//! half full may have no choice left at all, and this rule passes it by.

use super::ChooseCell;
use crate::shape::HouseKind;
use crate::solve::textbook::board::Board;

pub(super) struct Fullest {
    counts: fn(HouseKind) -> bool,
}

impl Fullest {
    /// Only rows and columns count.
    pub fn line() -> Fullest {
        Fullest {
            counts: |kind| matches!(kind, HouseKind::Row | HouseKind::Column),
        }
    }

    /// Boxes, regions and whatever else there is count too.
    pub fn house() -> Fullest {
        Fullest { counts: |_| true }
    }
}

impl ChooseCell for Fullest {
    fn choose(&mut self, board: &mut Board<'_>) -> Option<usize> {
        let still_lacking = |cell: &usize| {
            let houses = board.shape().houses_of(*cell).iter().map(|h| *h as usize);
            let counted = houses.filter(|h| (self.counts)(board.shape().houses()[*h].kind()));
            counted.map(|house| board.lacking(house).count_ones()).min()
        };
        board.open_cells().min_by_key(still_lacking)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Origin, Puzzle};
    use crate::shape::Shape;
    use crate::solve::textbook::board::Domains;

    #[test]
    fn boxes_count_only_for_the_house_rule() {
        let mut puzzle = Puzzle::new(Shape::with_size(4).unwrap());
        // Row 3 and column 3 have two values each, the box where they meet has three.
        for (cell, value) in [(10, 3), (11, 4), (14, 1)] {
            puzzle.set(cell, value, Origin::Given);
        }
        let mut board = Board::new(&puzzle, Domains::FromHouses);
        assert_eq!(Fullest::line().choose(&mut board), Some(2));
        assert_eq!(Fullest::house().choose(&mut board), Some(15));
    }
}
