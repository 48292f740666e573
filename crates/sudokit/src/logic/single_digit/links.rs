//! Strong links of one value: houses where it has exactly two places left, so that it stands in
//! one of them.

use crate::logic::board::Board;
use crate::logic::cell_set::CellSet;

/// More houses than any board of at most 128 cells has.
const MOST: usize = 64;

/// A house with two places for the value.
#[derive(Clone, Copy, Debug)]
pub(in crate::logic) struct Link {
    pub house: usize,
    pub ends: [usize; 2],
    pub direction: Direction,
}

/// What kind of house a link lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::logic) enum Direction {
    Row,
    Column,
    /// A box, a region, a diagonal or a window.
    Other,
}

/// All strong links of a value, in the order of the houses, on the stack.
pub(in crate::logic) struct Links {
    links: [Link; MOST],
    len: usize,
}

impl Links {
    /// The strong links of a value.
    pub(in crate::logic) fn of(board: &Board, value: u8) -> Links {
        let none = Link {
            house: 0,
            ends: [0, 0],
            direction: Direction::Other,
        };
        let mut all = Links {
            links: [none; MOST],
            len: 0,
        };
        let houses = board.shape().houses();
        let (rows, columns) = (board.geometry().rows.len(), board.geometry().columns.len());
        for (house, members) in houses.iter().enumerate().take(MOST) {
            let places = board.places(house, value);
            if places.count_ones() == 2 {
                let cells = members.cells();
                let first = places.trailing_zeros() as usize;
                let second = (places & (places - 1)).trailing_zeros() as usize;
                all.links[all.len] = Link {
                    house,
                    ends: [cells[first] as usize, cells[second] as usize],
                    // Rows come first in a shape, then columns.
                    direction: match house {
                        _ if house < rows => Direction::Row,
                        _ if house < rows + columns => Direction::Column,
                        _ => Direction::Other,
                    },
                };
                all.len += 1;
            }
        }
        all
    }

    /// The links.
    pub(in crate::logic) fn as_slice(&self) -> &[Link] {
        &self.links[..self.len]
    }
}

impl Link {
    /// Its two ends.
    pub(in crate::logic) fn cells(&self) -> CellSet {
        CellSet::of(self.ends[0]) | CellSet::of(self.ends[1])
    }

    /// The end that is not this one.
    pub(in crate::logic) fn other_end(&self, end: usize) -> usize {
        self.ends[usize::from(self.ends[0] == end)]
    }
}
