//! A cell that has only one value left gets it.
//!
//! ```text
//!   1 2 3 │ . . .      r1c4 sees 1, 2 and 3 in its row, 4, 5 and 6 in its
//!   . . . │ 4 . .      box, 7 and 8 in its column: what is left is 9
//!   . . . │ . 5 6
//!   ──────┼──────
//!   . . . │ 7 . .
//!   . . . │ 8 . .
//! ```

use crate::bits::lowest_value;
use crate::solve::textbook::board::{Board, Contradiction, Reason};

/// Goes over all cells once; a later pass sees what this one led to.
pub(super) fn apply(board: &mut Board<'_>) -> Result<bool, Contradiction> {
    let mut found = false;
    for cell in 0..board.values().len() {
        if !board.is_open(cell) {
            continue;
        }
        let domain = board.domain(cell);
        if domain.count_ones() == 1 {
            super::insert(board, cell, lowest_value(domain), Reason::OnlyValue)?;
            found = true;
        }
    }
    Ok(found)
}
