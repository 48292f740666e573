//! A cell with the fewest possible values; of several the first in reading order.
//!
//! Also known as *minimum remaining values*, or "fail first". One value of the cell must be
//! right, so with two to try the first guess is right half of the time, with eight once in
//! eight. And a cell for which nothing is left is chosen at once, 0 being the smallest size there
//! is: a dead end shows one choice after it came about, even where nobody propagates anything.

use super::ChooseCell;
use crate::solve::textbook::board::Board;

pub(super) struct LeastDomain;

impl ChooseCell for LeastDomain {
    fn choose(&mut self, board: &mut Board<'_>) -> Option<usize> {
        let mut best = None;
        let mut fewest = u32::MAX;
        for cell in board.open_cells() {
            let choices = board.domain(cell).count_ones();
            if choices < fewest {
                (best, fewest) = (Some(cell), choices);
            }
            // Nothing beats an impossible cell. (A cell with one value might still be beaten.)
            if choices == 0 {
                break;
            }
        }
        best
    }
}
