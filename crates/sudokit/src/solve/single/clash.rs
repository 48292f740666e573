//! Givens that clash.
//!
//! A pass never compares the single of a cell with those of its own box, so a board whose givens
//! clash may look sound for thousands of nodes. It is looked at before a puzzle is split for the
//! first time; one that needs no split shows the clash in the end.

use super::board::Board;
use super::plane::Plane;

/// Whether two cells of a house have the same single candidate.
#[inline(always)]
pub(super) fn has_clash<P: Plane>(board: &Board<P>) -> bool {
    let [a, b, c, d, e, f, g, h, i] = board.0.map(P::singles);
    let rows = [[a, b, c], [d, e, f], [g, h, i]];
    let columns = [[a, d, g], [b, e, h], [c, f, i]];
    let row_triads = rows.map(|[a, b, c]| a.or3(b, c));
    let column_triads = columns.map(|[a, b, c]| a.or3(b, c));
    let [top, middle, bottom] = row_triads;
    let mut twice = top.majority(middle, bottom);
    for [a, b, c] in rows {
        twice = twice.or(a.majority(b, c));
    }
    for triad in row_triads {
        twice = twice.or(triad.majority(triad.next_box(), triad.last_box()));
    }
    for ([a, b, c], triad) in columns.into_iter().zip(column_triads) {
        let other = triad.majority(triad.next_band(), triad.last_band());
        twice = twice.or3(a.majority(b, c), other);
    }
    !twice.is_empty()
}
