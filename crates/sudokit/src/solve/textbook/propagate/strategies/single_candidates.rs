//! A cell that has only one value left gets it.
//!
//! ```text
//!   1 2 3 │ . . .      r1c4 is the only cell that sees all of 1 to 8
//!   . . . │ 4 . .      (1, 2, 3 in its row, 4 in its box, and so on):
//!   . . . │ . 5 6      what is left for it is 9
//! ```

use crate::solve::textbook::board::{Board, Contradiction, Reason};
use crate::solve::textbook::mask::{size, smallest};

/// Goes over all cells once; a later pass sees what this one led to.
pub(super) fn apply(board: &mut Board<'_>) -> Result<bool, Contradiction> {
    let mut found = false;
    for cell in 0..board.values().len() {
        if !board.is_open(cell) {
            continue;
        }
        let domain = board.domain(cell);
        if size(domain) == 1 {
            super::insert(board, cell, smallest(domain), Reason::OnlyValue)?;
            found = true;
        }
    }
    Ok(found)
}
