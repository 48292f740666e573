//! Where some values of a house have only as many places as there are values, nothing else can
//! go into those places.
//!
//! ```text
//!   12 │ 12 │ 1234 │ 345 │ 345      1 and 2 fill the first two cells, in one order or
//!                                   the other, so the third cell is 3 or 4
//! ```
//!
//! There are two ways to see such a set, and both are the same fact. From the values: *n* values
//! that are found in no more than *n* cells. From the cells: *n* cells that hold no more than
//! *n* values, so that all the **other** values are confined to the other cells. In both the
//! question is whether *n* masks have a union of *n* bits, so one search serves both.
//!
//! Sets of up to [`LARGEST`] values and of up to [`LARGEST`] cells are looked for. On a 9×9 board
//! that is every set there is, because one that leaves more than four values inside leaves at
//! most four cells outside; on larger boards the rare set that is large both ways is passed over,
//! since the number of subsets to look at would grow without measure.

use super::house_view::HouseView;
use super::is_unfinished;
use crate::bits::{bits, mask_of, values_of};
use crate::solve::textbook::board::{Board, Confinement, Contradiction};

const LARGEST: usize = 4;

/// Applies the first set that rules anything out, the smallest sets of a house first.
pub(super) fn apply(board: &mut Board<'_>) -> Result<bool, Contradiction> {
    for house in 0..board.shape().houses().len() {
        if is_unfinished(board, house) && apply_in_house(board, house)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn apply_in_house(board: &mut Board<'_>, house: usize) -> Result<bool, Contradiction> {
    let view = HouseView::new(board, house);
    let by_value: Vec<(u64, u64)> = values_of(view.lacking)
        .map(|value| (mask_of(value), view.places(value)))
        .collect();
    let by_cell: Vec<(u64, u64)> = bits(view.open)
        .zip(view.cells(board, view.open))
        .map(|(place, cell)| (1 << place, board.domain(cell)))
        .collect();
    for count in 2..=LARGEST {
        let mut use_values =
            |values: u64, places: u64| use_set(board, &view, view.confined(values, places));
        if tight_sets(&by_value, count, &mut use_values)? {
            return Ok(true);
        }
        let mut use_cells = |places: u64, values: u64| {
            let others = view.confined(view.lacking & !values, view.open & !places);
            use_set(board, &view, others)
        };
        if tight_sets(&by_cell, count, &mut use_cells)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Rules out everything but the values at the places; whether there was anything.
fn use_set(
    board: &mut Board<'_>,
    view: &HouseView,
    set: Confinement,
) -> Result<bool, Contradiction> {
    if set.is_impossible() {
        return Err(Contradiction::TooFewPlaces(set));
    }
    let mut found = false;
    for cell in view.cells(board, set.places) {
        found |= board.rule_out(cell, !set.values, set);
    }
    Ok(found)
}

/// Finds every way to take `count` of the items so that the union of their masks has at most
/// `count` bits, and hands the names and the union to `found` until that says `true`.
fn tight_sets(
    items: &[(u64, u64)],
    count: usize,
    found: &mut impl FnMut(u64, u64) -> Result<bool, Contradiction>,
) -> Result<bool, Contradiction> {
    fn add(
        items: &[(u64, u64)],
        (names, union): (u64, u64),
        missing: usize,
        count: usize,
        found: &mut impl FnMut(u64, u64) -> Result<bool, Contradiction>,
    ) -> Result<bool, Contradiction> {
        if missing == 0 {
            return found(names, union);
        }
        for (index, (name, mask)) in items.iter().enumerate() {
            // A union that is too large only grows, so nothing below it needs to be looked at.
            let larger = (names | name, union | mask);
            if larger.1.count_ones() as usize <= count
                && add(&items[index + 1..], larger, missing - 1, count, found)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
    add(items, (0, 0), count, count, found)
}
