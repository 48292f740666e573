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

/// Something for each triad: `rows[box][row]`, `columns[box][column]`.
#[derive(Clone, Copy)]
pub(super) struct Triads<V> {
    pub rows: [[V; 3]; 9],
    pub columns: [[V; 3]; 9],
}

impl<V: Copy> Triads<V> {
    #[inline(always)]
    pub fn all(value: V) -> Triads<V> {
        Triads {
            rows: [[value; 3]; 9],
            columns: [[value; 3]; 9],
        }
    }

    /// A triad by its number: `3 * box + row`, or `27 + 3 * box + column`.
    #[inline(always)]
    pub fn numbered(&mut self, triad: usize) -> &mut V {
        let (direction, triad) = (triad / 27, triad % 27);
        let triads = if direction == 0 {
            &mut self.rows
        } else {
            &mut self.columns
        };
        &mut triads[triad / 3][triad % 3]
    }
}

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
            keep: Triads::all(token.splat(u16::MAX)),
            triads: Triads::all(nothing),
        }
    }

    /// Takes one value off a triad of one lane.
    #[inline(always)]
    pub fn remove(&mut self, triad: usize, lane: usize, value: u16) {
        self.keep.numbered(triad).lanes_mut()[lane] &= !value;
    }

    /// Forgets what is pending in these lanes, because another node has come in.
    #[inline(always)]
    pub fn forget_pending(&mut self, lanes: u32) {
        let fresh = self.cells[0][0].lanes_of_bits(lanes);
        for triads in [&mut self.keep.rows, &mut self.keep.columns] {
            for keep in triads.as_flattened_mut() {
                *keep = keep.or(fresh);
            }
        }
    }
}
