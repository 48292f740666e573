//! The search nodes that are being worked on, one a lane.
//!
//! Cells stand box by box, within a box row by row. A *triad* is three cells where a box meets a
//! row or a column; each box has three row triads and three column triads.

use super::vector::{Token, Vector};

/// Where a cell of the puzzle stands in the box by box order.
pub(super) const AT: [usize; 81] = {
    let mut at = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        at[cell] = (row / 3 * 3 + column / 3) * 9 + row % 3 * 3 + column % 3;
        cell += 1;
    }
    at
};

/// Something for each triad: the row triads of box `b` at `b`, its column triads at
/// `COLUMNS + b`. Flattened, the place of a triad is its number.
pub(super) type Triads<V> = [[V; 3]; 18];

/// Where the column triads begin.
pub(super) const COLUMNS: usize = 9;

/// The other two triads of the same box and direction, by number.
const SIBLINGS: [[u8; 2]; 54] = {
    let mut siblings = [[0; 2]; 54];
    let mut triad = 0;
    while triad < 54 {
        let first = triad - triad % 3;
        siblings[triad][0] = (first + (triad + 1) % 3) as u8;
        siblings[triad][1] = (first + (triad + 2) % 3) as u8;
        triad += 1;
    }
    siblings
};

/// One node a lane.
pub(super) struct State<V> {
    /// The candidates of each cell, `cells[box][cell]`.
    pub cells: [[V; 9]; 9],
    /// What each triad may keep; taken off the cells when they are next looked at.
    pub keep: Triads<V>,
    /// The candidates of each triad when it was last looked at.
    pub triads: Triads<V>,
}

impl<V: Vector> State<V> {
    #[inline(always)]
    pub fn new<T: Token<Vector = V>>(token: T) -> State<V> {
        let nothing = token.splat(0);
        State {
            cells: [[nothing; 9]; 9],
            keep: [[token.splat(u16::MAX); 3]; 18],
            triads: [[nothing; 3]; 18],
        }
    }

    /// Takes one value off a triad of one lane.
    #[inline(always)]
    pub fn remove(&mut self, triad: usize, lane: usize, value: u16) {
        self.keep.as_flattened_mut()[triad].lanes_mut()[lane] &= !value;
    }

    /// Takes one value off the other two triads of the box.
    #[inline(always)]
    pub fn remove_elsewhere(&mut self, triad: usize, lane: usize, value: u16) {
        for sibling in SIBLINGS[triad] {
            self.remove(usize::from(sibling), lane, value);
        }
    }

    /// Forgets what is pending in these lanes, because another node has come in.
    #[inline(always)]
    pub fn forget_pending(&mut self, lanes: u32) {
        let fresh = self.cells[0][0].lanes_of_bits(lanes);
        for keep in self.keep.as_flattened_mut() {
            *keep = keep.or(fresh);
        }
    }
}
