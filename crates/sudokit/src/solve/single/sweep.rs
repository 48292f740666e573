//! One pass of deduction over a whole board: the heart of the engine.
//!
//! ```text
//! naked singles leave the other cells of their box
//! along rows, then along columns:
//!     a triad has once, and twice, the values that it has in one cell, and in two or more
//!     a value is asserted in a triad if its box or its line has it nowhere else
//!     a value asserted in a triad leaves the rest of its box and of its line
//!     where three values are asserted in a triad, it has no room for others
//!     along rows: asserted and not twice in the triad: a hidden single
//! ```
//!
//! The nine cells of all boxes lie in nine registers, so what concerns boxes takes no shuffles at
//! all, and a line is a triad and the two a step further. Naked singles need no lines: alone in
//! their box they are asserted. Hidden singles of boxes, rows and columns are all one: what is
//! asserted in a triad and stands there once. What a column has asserted is alone in its box when
//! the next rows are looked at, so the columns leave hidden singles to them.
//!
//! Columns are looked at after the rows have had their say, which saves more passes than it makes
//! them longer.

use super::board::Planes;
use super::plane::{Plane, Token};

/// What a pass has found out.
pub(super) struct Pass<P> {
    /// The values of each triad, before this pass took any off: by rows, and by columns.
    pub rows: [P; 3],
    pub columns: [P; 3],
    /// The values that each box has as naked singles.
    pub single: P,
    /// Empty if the pass has changed nothing.
    pub changed: P,
}

/// One pass; `None` if some house lacks a value.
#[inline(always)]
pub(super) fn sweep<T: Token>(token: T, board: &mut Planes<T::Plane>) -> Option<Pass<T::Plane>> {
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
        single,
        changed,
    })
}

/// Takes naked singles off the other cells of their box, and says which values they are.
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Along {
    Rows,
    Columns,
}

/// What the three lines of each box say.
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
            asserted[line] = triads[line].without_both(in_box, in_line);
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

    /// What a cell keeps as one of a line.
    #[inline(always)]
    fn narrow(&self, line: usize, cell: P) -> P {
        cell.narrowed(self.leaving[line], self.hidden[line])
    }
}

/// The triads in the same line of the other two boxes.
#[inline(always)]
fn steps<P: Plane>(triad: P, along: Along) -> (P, P) {
    match along {
        Along::Rows => (triad.next_box(), triad.last_box()),
        Along::Columns => (triad.next_band(), triad.last_band()),
    }
}
