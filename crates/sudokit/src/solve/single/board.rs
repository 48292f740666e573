//! A position: the candidates of 81 cells, as nine planes of nine boxes.

use crate::solve::arch::{ALL, LOWEST, Plane, Token};

/// A plane in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(32))]
pub(super) struct Lanes(pub [u16; 16]);

/// A position in registers: the plane at `3 * row + column` holds the cell at that row and column
/// *of its box*, for all boxes.
#[derive(Clone, Copy)]
pub(super) struct Planes<P>(pub [P; 9]);

/// A position in memory, the same for every width.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StoredBoard(pub [Lanes; 9]);

/// The plane and the lane of each cell of the puzzle, in reading order.
const AT: [(u8, u8); 81] = {
    let mut at = [(0, 0); 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        at[cell] = (
            (row % 3 * 3 + column % 3) as u8,
            (row / 3 * 4 + column / 3) as u8,
        );
        cell += 1;
    }
    at
};

/// The candidates of a cell by its value: all at 0, one at 1 to 9, none elsewhere.
const MASKS: [u16; 256] = {
    let mut masks = [0; 256];
    masks[0] = ALL;
    let mut value = 1;
    while value <= 9 {
        masks[value] = LOWEST << (value - 1);
        value += 1;
    }
    masks
};

impl StoredBoard {
    pub fn of_values(values: &[u8; 81]) -> StoredBoard {
        let mut stored = StoredBoard::default();
        for (value, (plane, lane)) in values.iter().zip(AT) {
            stored.0[usize::from(plane)].0[usize::from(lane)] = MASKS[usize::from(*value)];
        }
        stored
    }

    /// Takes value `v` from bit `v - 1`; higher bits are ignored.
    pub fn of_candidates(candidates: &[u16; 81]) -> StoredBoard {
        let mut stored = StoredBoard::default();
        for (mask, (plane, lane)) in candidates.iter().zip(AT) {
            stored.0[usize::from(plane)].0[usize::from(lane)] = (mask << 4) & ALL;
        }
        stored
    }

    /// Returns the candidates as [`StoredBoard::of_candidates`] takes them.
    pub fn candidates(&self) -> [u16; 81] {
        AT.map(|(plane, lane)| self.0[usize::from(plane)].0[usize::from(lane)] >> 4)
    }

    /// Returns the masks as stored, box by box.
    pub fn box_by_box(&self) -> [u16; 81] {
        std::array::from_fn(|at| {
            let (number, cell) = (at / 9, at % 9);
            self.0[cell].0[number / 3 * 4 + number % 3]
        })
    }

    /// Returns the number of candidates of all cells.
    pub fn candidate_count(&self) -> u32 {
        let lanes = self.0.iter().flat_map(|lanes| &lanes.0);
        lanes.map(|mask| mask.count_ones()).sum()
    }

    /// Returns the number of cells with one candidate.
    pub fn settled(&self) -> usize {
        let lanes = self.0.iter().flat_map(|lanes| &lanes.0);
        lanes.filter(|mask| mask.is_power_of_two()).count()
    }

    /// Returns the value of each cell with one candidate, 0 for the others.
    pub fn values(&self) -> [u8; 81] {
        self.candidates().map(|mask| match mask.is_power_of_two() {
            true => mask.trailing_zeros() as u8 + 1,
            false => 0,
        })
    }
}

impl<P: Plane> Planes<P> {
    #[inline(always)]
    pub fn load<T: Token<Register = P>>(token: T, stored: &StoredBoard) -> Planes<P> {
        let mut planes = [token.splat(0); 9];
        for (plane, lanes) in planes.iter_mut().zip(&stored.0) {
            *plane = token.load(&lanes.0);
        }
        Planes(planes)
    }

    #[inline(always)]
    pub fn stored(&self) -> StoredBoard {
        let mut stored = StoredBoard::default();
        self.store(&mut stored);
        stored
    }

    /// Pushes a copy onto a stack. It is written in place, which saves a move.
    #[inline(always)]
    pub fn push_to(&self, stack: &mut Vec<StoredBoard>) {
        stack.push(StoredBoard::default());
        if let Some(top) = stack.last_mut() {
            self.store(top);
        }
    }

    #[inline(always)]
    fn store(&self, stored: &mut StoredBoard) {
        for (plane, lanes) in self.0.iter().zip(&mut stored.0) {
            plane.store(&mut lanes.0);
        }
    }
}
