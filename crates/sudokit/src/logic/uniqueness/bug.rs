//! The bivalue universal grave (BUG): every open cell has two candidates, and every value has two
//! places in each house that lacks it.
//!
//! Whatever solves such a position, taking the other candidate everywhere solves it too. So where a
//! position is a BUG but for a few candidates, one of these is true.

use crate::logic::board::{Board, mask_of, values_of};
use crate::logic::cell_set::CellSet;

/// The most cells with a candidate too many.
const MOST: usize = 6;

/// The most values of a board of at most 128 cells.
const VALUES: usize = 11;

/// What keeps a position from being a BUG.
pub(super) struct Bug {
    /// The cells with candidates too many.
    pub cells: CellSet,
    /// For each value the cells where it is too many.
    places: [CellSet; VALUES],
}

impl Bug {
    /// The candidates that keep the position from being a BUG, if taking away a few is enough.
    pub(super) fn of(board: &Board) -> Option<Bug> {
        let many = board.open() - board.pairs().len();
        if many == 0 || many > MOST {
            return None;
        }
        let values = 1..=board.size() as u8;
        let open = values
            .clone()
            .fold(CellSet::EMPTY, |all, v| all | board.cells(v));
        let mut bug = Bug {
            cells: open - board.pairs(),
            places: [CellSet::EMPTY; VALUES],
        };
        let houses = 0..board.shape().houses().len();
        for house in houses.clone() {
            for value in values.clone() {
                if !matches!(board.places(house, value).count_ones(), 0 | 2) {
                    let places = board.cells(value) & board.house(house) & bug.cells;
                    // Of several places in larger cells another house tells which is too many.
                    match places.single() {
                        Some(cell) => bug.places[value as usize - 1].insert(cell),
                        None if places.is_empty() => return None,
                        None => {}
                    }
                }
            }
        }
        let is_pair = |cell: usize| {
            let rest = board.candidates(cell) & !bug.values_in(cell);
            rest.count_ones() == 2 && bug.values_in(cell) != 0
        };
        let mut pairs_of_places = houses.flat_map(|house| values.clone().map(move |v| (house, v)));
        let is_bug = bug.cells.iter().all(is_pair)
            && pairs_of_places.all(|(house, value)| {
                let places = (board.cells(value) & board.house(house)) - bug.places(value);
                matches!(places.len(), 0 | 2)
            });
        is_bug.then_some(bug)
    }

    /// The cells where a value is too many.
    pub(super) fn places(&self, value: u8) -> CellSet {
        self.places[value as usize - 1]
    }

    /// The values that are too many somewhere.
    pub(super) fn values(&self) -> u64 {
        let values = 1..=VALUES as u8;
        let extra = values.filter(|value| !self.places(*value).is_empty());
        extra.fold(0, |mask, value| mask | mask_of(value))
    }

    /// The values that are too many in a cell.
    pub(super) fn values_in(&self, cell: usize) -> u64 {
        let values = values_of(self.values());
        let here = values.filter(|value| self.places(*value).contains(cell));
        here.fold(0, |mask, value| mask | mask_of(value))
    }
}
