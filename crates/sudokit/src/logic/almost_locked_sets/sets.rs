//! All almost locked sets of a board.

use crate::logic::board::{Board, values_of};
use crate::logic::cell_set::CellSet;

/// The largest number of values on a board with sets of cells: 11×11.
pub(in crate::logic) const MOST_VALUES: usize = 11;

/// The largest number of sets to collect. Real puzzles have a few hundred; only constructed
/// candidates come near the limit.
const MOST_SETS: usize = 4096;

/// No places.
const NONE: u16 = u16::MAX;

/// Cells of one house with one candidate value more than cells.
pub(in crate::logic) struct AlmostLockedSet {
    pub cells: CellSet,
    pub values: u64,
    /// The places of each value, as an index into [`Sets::places`].
    places: [u16; MOST_VALUES],
}

impl AlmostLockedSet {
    /// Returns the places of a value of the set, as an index into [`Sets::places`].
    #[inline]
    pub(super) fn places(&self, value: u8) -> usize {
        self.places[value as usize - 1] as usize
    }
}

/// The places of a value within a set. Many sets share them, so they are stored once.
#[derive(Clone, Copy)]
pub(in crate::logic) struct Places {
    pub value: u8,
    pub cells: CellSet,
    /// The cells that see all of these.
    pub peers: CellSet,
    /// The peers that have the value as a candidate and lose it if it is in one of these cells.
    pub seen: CellSet,
}

/// All almost locked sets of a board, house by house.
pub(in crate::logic) struct Sets {
    pub sets: Vec<AlmostLockedSet>,
    pub places: Vec<Places>,
}

impl Sets {
    /// Finds all of them, including single cells with two candidates.
    pub(in crate::logic) fn collect(board: &Board) -> Sets {
        let mut collector = Collector {
            board,
            house: 0,
            open: [0; MOST_VALUES],
            candidates: [0; MOST_VALUES],
            count: 0,
            sets: Sets {
                sets: Vec::with_capacity(256),
                places: Vec::with_capacity(512),
            },
            last: vec![NONE; board.size() * CellSet::CAPACITY],
            before: Vec::with_capacity(512),
        };
        for house in 0..board.shape().houses().len() {
            collector.collect_house(house);
        }
        collector.sets
    }

    /// Returns the places of a value of a set.
    #[inline]
    pub(super) fn of(&self, set: usize, value: u8) -> &Places {
        &self.places[self.sets[set].places(value)]
    }

    /// Returns the cells that lose a value if it is in one set or the other.
    #[inline]
    pub(super) fn seen_by_both(&self, one: usize, other: usize, value: u8) -> CellSet {
        self.of(one, value).seen & self.of(other, value).seen
    }
}

struct Collector<'a> {
    board: &'a Board,
    house: usize,
    open: [usize; MOST_VALUES],
    candidates: [u64; MOST_VALUES],
    count: usize,
    sets: Sets,
    /// Linked lists of the places by value and first cell: the last entry of each list, and for
    /// each entry the previous one.
    last: Vec<u16>,
    before: Vec<u16>,
}

impl Collector<'_> {
    fn collect_house(&mut self, house: usize) {
        (self.house, self.count) = (house, 0);
        for cell in self.board.house(house) {
            let candidates = self.board.candidates(cell);
            if candidates != 0 {
                self.open[self.count] = cell;
                self.candidates[self.count] = candidates;
                self.count += 1;
            }
        }
        self.extend(0, CellSet::EMPTY, 0, 0);
    }

    /// Extends the chosen cells by each of the following ones.
    fn extend(&mut self, start: usize, cells: CellSet, taken: u32, values: u64) {
        for next in start..self.count {
            let values = values | self.candidates[next];
            let (taken, left) = (taken + 1, (self.count - next - 1) as u32);
            // Each additional cell reduces the difference by at most one.
            if values.count_ones() > taken + 1 + left {
                continue;
            }
            let cells = cells | CellSet::of(self.open[next]);
            let full = self.sets.sets.len() >= MOST_SETS;
            if values.count_ones() == taken + 1 && !full && self.is_new(cells) {
                self.add(cells, values);
            }
            self.extend(next + 1, cells, taken, values);
        }
    }

    /// Returns whether the cells are not all in an earlier house, where they would have been found.
    fn is_new(&self, cells: CellSet) -> bool {
        let first = cells.first().unwrap_or_default();
        let mut houses = self.board.shape().houses_of(first).iter();
        !houses.any(|house| {
            (*house as usize) < self.house && self.board.house(*house as usize).contains_all(cells)
        })
    }

    fn add(&mut self, cells: CellSet, values: u64) {
        let mut places = [0; MOST_VALUES];
        for value in values_of(values) {
            places[value as usize - 1] = self.intern(value, cells & self.board.cells(value));
        }
        self.sets.sets.push(AlmostLockedSet {
            cells,
            values,
            places,
        });
    }

    /// Returns the index of the places of a value, and adds them if they are new.
    fn intern(&mut self, value: u8, cells: CellSet) -> u16 {
        let first = cells.first().unwrap_or_default();
        let last = &mut self.last[(value as usize - 1) * CellSet::CAPACITY + first];
        let places = &mut self.sets.places;
        let mut known = *last;
        while known != NONE {
            if places[known as usize].cells == cells {
                return known;
            }
            known = self.before[known as usize];
        }
        let peers = self.board.common_peers(cells);
        self.before.push(*last);
        *last = places.len() as u16;
        places.push(Places {
            value,
            cells,
            peers,
            seen: peers & self.board.cells(value),
        });
        *last
    }
}
