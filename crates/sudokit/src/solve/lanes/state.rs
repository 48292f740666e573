//! The search nodes in the lanes, one per lane.
//!
//! Cells are ordered box by box, and row by row within a box. A *triad* is the three cells where a box
//! meets a row or a column; each box has three row triads and three column triads.

use super::store::Window;
use crate::solve::arch::{Vector, VectorToken};

/// The index of each cell of the puzzle in the order box by box.
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

/// One entry per triad: the row triads of box `b` at `b`, its column triads at `COLUMNS + b`.
pub(super) type Triads<V> = [[V; 3]; 18];

/// The index of the first column triads.
pub(super) const COLUMNS: usize = 9;

/// The number of registers a node takes: its cells and its label.
pub(super) const ROWS: usize = 81 + LABEL_ROWS;
const LABEL_ROWS: usize = 5;
/// The rows with the halves of the puzzle's number.
pub(super) const PUZZLE_ROWS: [usize; 2] = [ROWS - 2, ROWS - 1];

/// What belongs to a node besides its candidates, one number per lane each. It moves with the node
/// like its cells.
#[derive(Clone, Copy)]
pub(super) struct Label<V> {
    /// The choice that created the node and is still to be applied: the box and direction, as an
    /// index into [`Triads`].
    pub group: V,
    /// The line of the choice within the box.
    pub line: V,
    /// The value of the choice, empty if there was none.
    pub value: V,
    /// The lower and the upper half of the puzzle's number.
    pub puzzle: [V; 2],
}

impl<V: Vector> Label<V> {
    /// Returns the label of lanes without a node.
    #[inline(always)]
    pub fn none<T: VectorToken<Register = V>>(token: T) -> Label<V> {
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

    /// Returns the number of a lane's puzzle.
    #[inline(always)]
    pub fn puzzle(&self, lane: usize) -> usize {
        let [lower, upper] = &self.puzzle;
        usize::from(lower.lane(lane)) | usize::from(upper.lane(lane)) << 16
    }
}

/// One node per lane.
pub(super) struct State<V> {
    /// The candidates of each cell, `cells[box][cell]`.
    pub cells: [[V; 9]; 9],
    /// What each triad may keep; applied to the cells in the next sweep.
    pub keep: Triads<V>,
    /// The candidates of each triad in the last sweep.
    pub triads: Triads<V>,
    pub label: Label<V>,
}

impl<V: Vector> State<V> {
    #[inline(always)]
    pub fn new<T: VectorToken<Register = V>>(token: T) -> State<V> {
        let nothing = token.splat(0);
        State {
            cells: [[nothing; 9]; 9],
            keep: [[token.splat(u16::MAX); 3]; 18],
            triads: [[nothing; 3]; 18],
            label: Label::none(token),
        }
    }

    /// Makes the choices of the labels pending: in `without` lanes, which have received a node, the
    /// value leaves the triad; in `within` lanes it leaves the other two triads of the box.
    #[inline(always)]
    pub fn apply_choices<T: VectorToken<Register = V>>(
        &mut self,
        token: T,
        without: u32,
        within: u32,
    ) {
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

    /// Moves nodes between lanes, and from a window if there is one.
    #[inline(always)]
    pub fn rearrange<T: VectorToken<Register = V>>(
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

/// A set of lanes, or of columns in a frame, as bits. Iterates over them, lowest first.
///
/// This is not [`bits`](crate::bits::bits), because it must be inlined into code that is compiled
/// for an instruction set.
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
