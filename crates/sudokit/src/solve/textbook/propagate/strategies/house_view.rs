//! A house seen from its values: where can each of them still go?

use crate::bits::{bits, mask_of, values_of};
use crate::solve::textbook::board::{Board, Confinement};

/// The open cells of one house and the places of the values that it lacks.
pub(super) struct HouseView {
    house: usize,
    /// The values that the house lacks.
    pub lacking: u64,
    /// The places of its open cells.
    pub open: u64,
    /// For each value, at index `value - 1`, the places where it can go.
    places: [u64; 64],
}

impl HouseView {
    pub fn new(board: &Board<'_>, house: usize) -> HouseView {
        let mut view = HouseView {
            house,
            lacking: board.lacking(house),
            open: 0,
            places: [0; 64],
        };
        for (place, &cell) in board.shape().houses()[house].cells().iter().enumerate() {
            if board.is_open(cell as usize) {
                view.open |= 1 << place;
                for value in values_of(board.domain(cell as usize)) {
                    view.places[value as usize - 1] |= 1 << place;
                }
            }
        }
        view
    }

    /// Where a value can go.
    pub fn places(&self, value: u8) -> u64 {
        self.places[value as usize - 1]
    }

    /// "In this house, this value has no place but these."
    pub fn confinement(&self, value: u8) -> Confinement {
        self.confined(mask_of(value), self.places(value))
    }

    /// "In this house, these values have no place but these."
    pub fn confined(&self, values: u64, places: u64) -> Confinement {
        Confinement {
            house: self.house as u16,
            values,
            places,
        }
    }

    /// The cells at some places.
    pub fn cells<'p>(&self, board: &Board<'p>, at: u64) -> impl Iterator<Item = usize> + use<'p> {
        let cells = board.shape().houses()[self.house].cells();
        bits(at).map(|place| cells[place] as usize)
    }
}
