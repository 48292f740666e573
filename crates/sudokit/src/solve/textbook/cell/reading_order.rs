//! The first open cell, row by row.
//!
//! It costs nothing and knows nothing: a search in this order may fill half the board before it
//! notices that a cell in the last row has long been impossible.

use super::ChooseCell;
use crate::solve::textbook::board::Board;

pub(super) struct ReadingOrder;

impl ChooseCell for ReadingOrder {
    fn choose(&mut self, board: &mut Board<'_>) -> Option<usize> {
        board.open_cells().next()
    }
}
