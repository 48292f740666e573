//! The places of a value that a fish could eliminate: those in no complete arrangement of the
//! value.
//!
//! An arrangement places the value once in every house. A fish depends only on the places of one
//! value, so whatever it eliminates is part of no arrangement. The search for large fish considers
//! only these places, and usually there are none.

use crate::logic::board::Board;
use crate::logic::cell_set::CellSet;

/// The number of places that the search for one arrangement may try. If that is not enough, the
/// place counts as doomed, which only costs time.
const TRIES: usize = 2_000;

/// Returns the places of a value for which no arrangement was found.
pub(super) fn doomed(board: &Board, value: u8) -> CellSet {
    let places = board.cells(value);
    let (mut unknown, mut doomed) = (places, CellSet::EMPTY);
    while let Some(cell) = unknown.first() {
        let mut search = Arranging {
            board,
            value,
            tries: 0,
        };
        match search.arrange(places - board.peers(cell), CellSet::EMPTY) {
            Some(arrangement) => unknown -= arrangement,
            None => doomed.insert(cell),
        }
        unknown.remove(cell);
    }
    doomed
}

struct Arranging<'a> {
    board: &'a Board,
    value: u8,
    tries: usize,
}

impl Arranging<'_> {
    /// Completes an arrangement row by row, the row with the fewest places first. A chosen place
    /// stays among the remaining places, as the only one of its row.
    fn arrange(&mut self, left: CellSet, chosen: CellSet) -> Option<CellSet> {
        let rows = self.board.geometry().rows.iter();
        let open = rows.map(|row| self.board.house(*row));
        let open = open.filter(|row| self.needs(*row) && !row.meets(chosen));
        let Some(row) = open.map(|row| row & left).min_by_key(|row| row.len()) else {
            return self.fills_every_house(chosen).then_some(chosen);
        };
        for cell in row {
            self.tries += 1;
            if self.tries > TRIES {
                return None;
            }
            let left = left - self.board.peers(cell);
            let arrangement = self.arrange(left, chosen | CellSet::of(cell));
            if arrangement.is_some() {
                return arrangement;
            }
        }
        None
    }

    fn needs(&self, house: CellSet) -> bool {
        house.meets(self.board.cells(self.value))
    }

    /// Returns whether the value is in every house that needs it, not only in every row.
    fn fills_every_house(&self, chosen: CellSet) -> bool {
        let mut houses = self.board.geometry().house_sets.iter();
        houses.all(|house| !self.needs(*house) || house.meets(chosen))
    }
}
