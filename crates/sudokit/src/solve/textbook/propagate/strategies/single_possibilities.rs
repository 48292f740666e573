//! A value that has only one place left in a house goes there.
//!
//! ```text
//!   . 2 3 │ 7 . . │ . . .      the first box needs a 7; the 7s in rows 1
//!   4 5 . │ . . . │ . 7 .      and 2 and in column 2 leave only r3c1 for
//!   . . 6 │ . . . │ . . .      it, whatever else r3c1 could hold
//!   ──────┼───────┼──────
//!   . 7 . │ . . . │ . . .
//! ```
//!
//! A value with no place left at all is a contradiction that no single cell shows.

use super::house_view::HouseView;
use super::unfinished_houses;
use crate::bits::values_of;
use crate::solve::textbook::board::{Board, Contradiction, Reason};

/// Places the first such value.
pub(super) fn apply(board: &mut Board<'_>) -> Result<bool, Contradiction> {
    let found = unfinished_houses(board).find_map(|house| {
        let view = HouseView::new(board, house);
        let value = values_of(view.lacking).find(|value| view.places(*value).count_ones() < 2)?;
        Some((view, value))
    });
    let Some((view, value)) = found else {
        return Ok(false);
    };
    let why = view.confinement(value);
    match view.cells(board, why.places).next() {
        None => Err(Contradiction::TooFewPlaces(why)),
        Some(cell) => super::insert(board, cell, value, Reason::OnlyPlace(why)).map(|()| true),
    }
}
