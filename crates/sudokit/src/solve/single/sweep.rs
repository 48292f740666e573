//! One pass of deduction over a whole board, the core of the engine.
//!
//! ```text
//! remove naked singles from the other cells of their box
//! along rows, then along columns:
//!     a value is asserted in a triad if its box or its line has it nowhere else
//!     remove a value asserted in a triad from the rest of its box and of its line
//!     remove all other values from a triad in which three are asserted
//!     along rows: a value asserted in a triad and in only one of its cells is a hidden single
//! ```
//!
//! The nine cells of all boxes are in nine registers, so deductions within boxes need no shuffles,
//! and a line is a triad and the two that are one step further. Naked singles need no lines: once
//! alone in their box, they are asserted. Hidden singles of boxes, rows and columns are one case: a
//! value that is asserted in a triad and occurs there once. A value asserted in a column is alone
//! in its box when the next pass handles the rows, so columns need not handle hidden singles.
//!
//! Columns are handled after the eliminations along rows. That makes a pass longer, but saves more
//! in passes.

use super::board::Planes;
use crate::solve::arch::{Masks, Plane, Token};

/// The result of a pass.
pub(super) struct Pass<P> {
    /// The values of each row triad, before this pass removed any.
    pub rows: [P; 3],
    /// The same for each column triad.
    pub columns: [P; 3],
    /// The hidden singles of each row triad.
    pub hidden: [P; 3],
    /// The values that each box has as naked singles.
    pub single: P,
    /// Empty if the pass changed nothing.
    pub changed: P,
}

/// Runs one pass. Returns `None` if a house lacks a value.
#[inline(always)]
pub(super) fn sweep<T: Token<Register: Plane>>(
    token: T,
    board: &mut Planes<T::Register>,
) -> Option<Pass<T::Register>> {
    let before = board.0;
    let mut cells = before;
    let single = settle_boxes(&mut cells);
    let [a, b, c, d, e, f, g, h, i] = cells;
    let rows = Direction::new([[a, b, c], [d, e, f], [g, h, i]], Along::Rows);
    if !rows.present.is_full() {
        return None;
    }
    for (cell, plane) in cells.iter_mut().enumerate() {
        *plane = rows.narrow(cell / 3, *plane);
    }
    let [a, b, c, d, e, f, g, h, i] = cells;
    let columns = Direction::new([[a, d, g], [b, e, h], [c, f, i]], Along::Columns);
    if !columns.present.is_full() {
        return None;
    }
    let mut changed = token.splat(0);
    for (cell, plane) in cells.iter_mut().enumerate() {
        *plane = plane.without(columns.leaving[cell % 3]);
        changed = changed.or_difference(before[cell], *plane);
    }
    board.0 = cells;
    Some(Pass {
        rows: rows.triads,
        columns: columns.triads,
        hidden: rows.hidden,
        single,
        changed,
    })
}

/// Removes naked singles from the other cells of their box, and returns their values.
#[inline(always)]
fn settle_boxes<P: Plane>(cells: &mut [P; 9]) -> P {
    let mut singles = *cells;
    for single in &mut singles {
        *single = single.singles();
    }
    let [a, b, c, d, e, f, g, h, i] = singles;
    let single = a.or3(b, c).or3(d.or3(e, f), g.or3(h, i));
    for (cell, kept) in cells.iter_mut().zip(singles) {
        *cell = cell.without_or(single, kept);
    }
    single
}

/// A direction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Along {
    Rows,
    Columns,
}

/// What follows along the three lines of each box.
struct Direction<P> {
    triads: [P; 3],
    leaving: [P; 3],
    hidden: [P; 3],
    present: P,
}

impl<P: Plane> Direction<P> {
    #[inline(always)]
    fn new(lines: [[P; 3]; 3], along: Along) -> Direction<P> {
        let mut triads = lines[0];
        for (triad, [a, b, c]) in triads.iter_mut().zip(lines) {
            *triad = a.or3(b, c);
        }
        let mut present = triads[0].or3(triads[1], triads[2]);
        let mut asserted = triads;
        let mut hidden = triads;
        for line in 0..3 {
            let [a, b, c] = lines[line];
            let (next, last) = steps(triads[line], along);
            let in_line = next.or(last);
            let in_box = triads[(line + 1) % 3].or(triads[(line + 2) % 3]);
            asserted[line] = triads[line].without_common(in_box, in_line);
            hidden[line] = asserted[line].without(a.majority(b, c));
            present = present.and_either(triads[line], in_line);
        }
        let mut leaving = asserted;
        for line in 0..3 {
            let (next, last) = steps(asserted[line], along);
            let in_box = asserted[(line + 1) % 3].or(asserted[(line + 2) % 3]);
            leaving[line] = in_box.or3(next, last).or_others_of(asserted[line]);
        }
        Direction {
            triads,
            leaving,
            hidden,
            present,
        }
    }

    /// Returns what a cell of a line keeps.
    #[inline(always)]
    fn narrow(&self, line: usize, cell: P) -> P {
        cell.without_narrowed_to(self.leaving[line], self.hidden[line])
    }
}

/// Returns the triads in the same line of the other two boxes.
#[inline(always)]
pub(super) fn steps<P: Plane>(triad: P, along: Along) -> (P, P) {
    match along {
        Along::Rows => (triad.next_box(), triad.last_box()),
        Along::Columns => (triad.next_band(), triad.last_band()),
    }
}
