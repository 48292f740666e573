//! The search nodes that are being worked on, one a lane.
//!
//! Cells stand box by box, within a box row by row. A *triad* is three cells where a box meets a
//! row or a column; each box has three row triads and three column triads.

use super::store::Window;
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
/// `COLUMNS + b`.
pub(super) type Triads<V> = [[V; 3]; 18];

/// Where the column triads begin.
pub(super) const COLUMNS: usize = 9;

/// How many registers a node takes: its cells, and its label.
pub(super) const ROWS: usize = 81 + LABEL_ROWS;
const LABEL_ROWS: usize = 5;
/// Where the halves of the puzzle's number stand among them.
pub(super) const PUZZLE_ROWS: [usize; 2] = [ROWS - 2, ROWS - 1];

/// What belongs to a node besides its candidates, a number a lane each. It moves with the node,
/// as if it were more cells.
#[derive(Clone, Copy)]
pub(super) struct Label<V> {
    /// The choice that made the node, which has still to be applied: the box and direction, as a
    /// place in [`Triads`], the line within it, and the value. No value, no choice.
    pub group: V,
    pub line: V,
    pub value: V,
    /// Whose node it is: the lower and the upper half of the puzzle's number.
    pub puzzle: [V; 2],
}

impl<V: Vector> Label<V> {
    /// Of lanes that hold nothing.
    #[inline(always)]
    pub fn none<T: Token<Vector = V>>(token: T) -> Label<V> {
        let nothing = token.splat(0);
        Label {
            group: nothing,
            line: nothing,
            value: nothing,
            puzzle: [nothing; 2],
        }
    }

    #[inline(always)]
    pub fn rows(&self) -> [V; LABEL_ROWS] {
        let [lower, upper] = self.puzzle;
        [self.group, self.line, self.value, lower, upper]
    }

    #[inline(always)]
    pub fn of_rows([group, line, value, lower, upper]: [V; LABEL_ROWS]) -> Label<V> {
        Label {
            group,
            line,
            value,
            puzzle: [lower, upper],
        }
    }

    /// The number of a lane's puzzle.
    #[inline(always)]
    pub fn puzzle(&self, lane: usize) -> usize {
        let [lower, upper] = &self.puzzle;
        usize::from(lower.lane(lane)) | usize::from(upper.lane(lane)) << 16
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
    pub label: Label<V>,
}

impl<V: Vector> State<V> {
    #[inline(always)]
    pub fn new<T: Token<Vector = V>>(token: T) -> State<V> {
        let nothing = token.splat(0);
        State {
            cells: [[nothing; 9]; 9],
            keep: [[token.splat(u16::MAX); 3]; 18],
            triads: [[nothing; 3]; 18],
            label: Label::none(token),
        }
    }

    /// Makes the choices of the labels what is pending: in `without` lanes, where another node
    /// has come in, the value leaves the triad; in `within` lanes it leaves the other two of its
    /// box.
    #[inline(always)]
    pub fn apply_choices<T: Token<Vector = V>>(&mut self, token: T, without: u32, within: u32) {
        let nothing = token.splat(0);
        let fresh = nothing.lanes_of_bits(without);
        let mut gone = [nothing; 3];
        for (line, gone) in gone.iter_mut().enumerate() {
            let here = V::bits(self.label.line.equals(token.splat(line as u16)));
            let lanes = (here & without) | (!here & within);
            *gone = self.label.value.and(nothing.lanes_of_bits(lanes));
        }
        for (group, keep) in self.keep.iter_mut().enumerate() {
            let here = self.label.group.equals(token.splat(group as u16));
            for (keep, gone) in keep.iter_mut().zip(gone) {
                *keep = keep.or(fresh).without(nothing.replaced_where(here, gone));
            }
        }
    }

    /// Moves nodes between lanes, and in from a window where there is one.
    #[inline(always)]
    pub fn rearrange<T: Token<Vector = V>>(
        &mut self,
        token: T,
        window: Option<Window<'_>>,
        from: &[u8; 32],
    ) {
        let arrangement = self.cells[0][0].arrangement(from);
        let mut label = self.label.rows();
        let cells = self.cells.as_flattened_mut();
        if let Some(window) = window {
            for (row, cell) in cells.iter_mut().enumerate() {
                *cell = cell.rearranged(window.row(token, row), arrangement);
            }
            for (row, part) in label.iter_mut().enumerate() {
                *part = part.rearranged(window.row(token, 81 + row), arrangement);
            }
        } else {
            for row in cells {
                *row = row.rearranged(*row, arrangement);
            }
            for row in &mut label {
                *row = row.rearranged(*row, arrangement);
            }
        }
        self.label = Label::of_rows(label);
    }
}

/// The lanes whose bits are set, lowest first.
#[derive(Clone, Copy)]
pub(super) struct LaneSet(pub u32);

impl Iterator for LaneSet {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let lane = self.0.trailing_zeros() as usize;
        (self.0 != 0).then(|| {
            self.0 &= self.0 - 1;
            lane
        })
    }
}
