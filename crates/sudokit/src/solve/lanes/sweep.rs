//! One pass of deduction over all lanes, the core of the engine.
//!
//! ```text
//! for each band
//!     for each of its boxes
//!         remove what the triads may no longer keep
//!         remove naked singles from the other cells of the box
//!         remove all other values from the cells of hidden singles of the box
//!     row triads: locked candidates in the band
//! for each stack
//!     column triads: locked candidates in the stack
//! ```
//!
//! Locked candidates pass everything from box to box. A value that a box has in only one of its triads
//! leaves the rest of that row; a value that a row has in only one box leaves the rest of that box; and
//! a triad in which three values are asserted has no room for others. This makes the singles of rows
//! and columns redundant: no cell is ever compared with a cell of another box.
//!
//! The pass uses its own results where that is free: column triads are formed after the row
//! eliminations of their band, and a value that a box has in only one column leaves the boxes below
//! before they are processed. (Doing the same along the rows costs what it saves.)
//!
//! **When is a lane at rest?** If the pass found no single that the last pass had not, no new hidden
//! single, and no candidate to remove from a triad. Exactly then another pass would change nothing, so
//! none is needed to confirm it.
//!
//! **When is it dead?** If a house lacks a value or a cell has no candidates; or if the last pass had a new hidden single and this
//! one no new single, which means that one cell has two hidden singles (such a lane would never come
//! to rest).

use super::state::{COLUMNS, State, Triads};
use crate::solve::arch::{ALL, Vector, VectorToken};

/// What a pass found in each lane.
pub(super) struct SweepResult<V> {
    /// The values that are singles in every box.
    pub solved: V,
    /// The values that occur in every house.
    pub present: V,
    /// The candidates that triads lose in the next pass.
    pub pending: V,
    /// Hidden singles that were not singles before.
    pub hidden: V,
    /// A number that grows with every new single.
    pub progress: Progress<V>,
    /// Has its highest bit set if a cell had no candidates.
    pub empty: V,
}

/// The sum of the singles of eight boxes, which fits 16 bits, and the singles of the ninth.
#[derive(Clone, Copy)]
pub(super) struct Progress<V> {
    sum: V,
    last: V,
}

impl<V: Vector> Progress<V> {
    /// Returns a value that no pass produces: masks have no bit this low.
    #[inline(always)]
    pub fn none<T: VectorToken<Register = V>>(token: T) -> Progress<V> {
        Progress {
            sum: token.splat(1),
            last: token.splat(1),
        }
    }

    #[inline(always)]
    pub fn equal_lanes(self, other: Progress<V>) -> u32 {
        V::bits(self.sum.equals(other.sum)) & V::bits(self.last.equals(other.last))
    }

    /// Resets these lanes, which have received a node.
    #[inline(always)]
    pub fn restart(&mut self, lanes: u32) {
        let restarted = self.sum.lanes_of_bits(lanes);
        self.sum = self.sum.or(restarted);
    }
}

/// Runs one pass.
#[inline(always)]
pub(super) fn sweep<T: VectorToken>(
    token: T,
    state: &mut State<T::Register>,
) -> SweepResult<T::Register> {
    let nothing = token.splat(0);
    let mut result = SweepResult {
        solved: token.splat(ALL),
        present: token.splat(ALL),
        pending: nothing,
        hidden: nothing,
        progress: Progress {
            sum: nothing,
            last: nothing,
        },
        empty: nothing,
    };
    for band in 0..3 {
        let boxes = [3 * band, 3 * band + 1, 3 * band + 2];
        // In this order the CPU works on the next box while one box waits for its results.
        let first = naked_singles(state, boxes[0], &mut result);
        let second = naked_singles(state, boxes[1], &mut result);
        hidden_singles(state, boxes[0], first, &mut result);
        let third = naked_singles(state, boxes[2], &mut result);
        hidden_singles(state, boxes[1], second, &mut result);
        hidden_singles(state, boxes[2], third, &mut result);
        lock(&state.triads, &mut state.keep, boxes, &mut result);
        for number in boxes {
            form_column_triads(state, number);
            point_down(&state.triads, &mut state.keep, COLUMNS + number);
        }
    }
    for stack in 0..3 {
        let boxes = [COLUMNS + stack, COLUMNS + stack + 3, COLUMNS + stack + 6];
        lock(&state.triads, &mut state.keep, boxes, &mut result);
    }
    result
}

/// Returns the cells of a box without what its triads lost and what its naked singles exclude, and
/// those singles.
#[inline(always)]
fn naked_singles<V: Vector>(
    state: &State<V>,
    number: usize,
    result: &mut SweepResult<V>,
) -> ([V; 9], V) {
    let mut cells = state.cells[number];
    let (rows, columns) = (state.keep[number], state.keep[COLUMNS + number]);
    let mut singles = cells;
    for cell in 0..9 {
        cells[cell] = cells[cell].and3(rows[cell / 3], columns[cell % 3]);
        let minus_one = cells[cell].minus_one();
        singles[cell] = cells[cell].singles_from(minus_one);
        result.empty = result.empty.or(minus_one);
    }
    let single = {
        let [a, b, c] = once_in_rows(&singles);
        a.or3(b, c)
    };
    for cell in 0..9 {
        cells[cell] = cells[cell].without_or(single, singles[cell]);
    }
    (cells, single)
}

/// Finishes a box: removes all other values from the cells of hidden singles.
#[inline(always)]
fn hidden_singles<V: Vector>(
    state: &mut State<V>,
    number: usize,
    (mut cells, single): ([V; 9], V),
    result: &mut SweepResult<V>,
) {
    let once = once_in_rows(&cells);
    let twice = twice_in_rows(&cells);
    let present = once[0].or3(once[1], once[2]);
    let hidden = present.without_either(
        twice[0].or3(twice[1], twice[2]),
        once[0].majority(once[1], once[2]),
    );
    for cell in &mut cells {
        *cell = cell.narrowed_to(hidden);
    }

    state.cells[number] = cells;
    state.triads[number] = once_in_rows(&cells);
    result.solved = result.solved.and(single);
    result.present = result.present.and(present);
    result.hidden = result.hidden.or_without(hidden, single);
    if number < 8 {
        result.progress.sum = result.progress.sum.plus(single);
    } else {
        result.progress.last = single;
    }
}

/// Returns the values of each row triad.
#[inline(always)]
fn once_in_rows<V: Vector>(cells: &[V; 9]) -> [V; 3] {
    let [a, b, c, d, e, f, g, h, i] = *cells;
    [a.or3(b, c), d.or3(e, f), g.or3(h, i)]
}

/// Returns the values that each row triad has in at least two cells.
#[inline(always)]
fn twice_in_rows<V: Vector>(cells: &[V; 9]) -> [V; 3] {
    let [a, b, c, d, e, f, g, h, i] = *cells;
    [a.majority(b, c), d.majority(e, f), g.majority(h, i)]
}

/// Forms the column triads without what the row triads lose.
#[inline(always)]
fn form_column_triads<V: Vector>(state: &mut State<V>, number: usize) {
    let cells = &state.cells[number];
    let keep = state.keep[number];
    for column in 0..3 {
        let union = cells[column].and(keep[0]);
        let union = cells[column + 3].and_or(keep[1], union);
        let union = cells[column + 6].and_or(keep[2], union);
        state.triads[COLUMNS + number][column] = union;
    }
}

/// Removes a value that a box has in only one column from that column of the boxes below, before they
/// are processed.
#[inline(always)]
fn point_down<V: Vector>(triads: &Triads<V>, keep: &mut Triads<V>, number: usize) {
    let [a, b, c] = triads[number];
    let once = a.exactly_one(b, c);
    for column in 0..3 {
        let pointing = triads[number][column].and(once);
        let mut below = number + 3;
        while below < 18 {
            keep[below][column] = keep[below][column].without(pointing);
            below += 3;
        }
    }
}

/// Finds locked candidates among the triads of three adjacent boxes, and full triads.
#[inline(always)]
fn lock<V: Vector>(
    triads: &Triads<V>,
    keep: &mut Triads<V>,
    boxes: [usize; 3],
    result: &mut SweepResult<V>,
) {
    let triads = [triads[boxes[0]], triads[boxes[1]], triads[boxes[2]]];
    let mut once_in_line = triads[0];
    for line in 0..3 {
        let (a, b, c) = (triads[0][line], triads[1][line], triads[2][line]);
        once_in_line[line] = a.exactly_one(b, c);
        result.present = result.present.and(a.or3(b, c));
    }
    // A value is asserted in a triad if its box or its line has it nowhere else.
    let mut asserted = triads;
    let mut in_box = triads[0];
    for side in 0..3 {
        let [a, b, c] = triads[side];
        let once_in_box = a.exactly_one(b, c);
        for line in 0..3 {
            asserted[side][line] = triads[side][line].and_either(once_in_box, once_in_line[line]);
        }
        in_box[side] = asserted[side][0].odd(asserted[side][1], asserted[side][2]);
    }
    for line in 0..3 {
        let in_line = asserted[0][line].odd(asserted[1][line], asserted[2][line]);
        for side in 0..3 {
            // It may keep a value that is asserted here and nowhere else in its box and line, or not
            // asserted there at all. Two assertions in one line are both lost, which makes the lane
            // dead in the next pass; that is why this is `odd` and not a union.
            let may = asserted[side][line].all_equal(in_box[side], in_line);
            let may = may.narrowed_to_three(asserted[side][line]);
            keep[boxes[side]][line] = may;
            result.pending = result.pending.or_without(triads[side][line], may);
        }
    }
}
