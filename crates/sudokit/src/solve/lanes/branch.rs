//! Where a lane is split in two once nothing more follows.
//!
//! The search does not guess a cell. It takes the band or stack with the fewest candidates in its
//! triads, a value that can be placed there in only two ways, and a box that has this value in
//! exactly two triads: either the value is in the first of them, or it is not. Each child removes one
//! value from one or two triads. (Splitting on the first cell with two candidates takes twice the
//! nodes on hard puzzles.)
//!
//! All lanes choose at once, from the triads of the last sweep, which are exact for a lane at rest.
//! Only the nine triads of the winning band are examined closely.
//!
//! Tried without success: breaking ties between values by the number of boxes that have them twice.

use super::state::{COLUMNS, State, Triads};
use super::vector::{Token, Vector};

/// One choice per lane: the value is in this triad, or it is not.
pub(super) struct Choice<V> {
    /// The box and direction, as an index into [`Triads`].
    pub group: V,
    /// The line within the box.
    pub line: V,
    /// The mask of the value.
    pub value: V,
    /// The lanes that have a cell without candidates.
    pub hopeless: u32,
}

/// Chooses for every lane. The result is meaningful only for lanes at rest.
#[inline(always)]
pub(super) fn choose<T: Token>(token: T, state: &State<T::Vector>) -> Choice<T::Vector> {
    let mut best = Band {
        candidates: token.splat(u16::MAX),
        triads: [[token.splat(0); 3]; 3],
        group: token.splat(0),
        step: token.splat(0),
    };
    for band in 0..3 {
        let boxes = [3 * band, 3 * band + 1, 3 * band + 2];
        best.challenge(token, &state.triads, boxes);
    }
    for stack in 0..3 {
        let boxes = [COLUMNS + stack, COLUMNS + stack + 3, COLUMNS + stack + 6];
        best.challenge(token, &state.triads, boxes);
    }
    let (group, line, value) = best.split(token);
    Choice {
        group,
        line,
        value,
        hopeless: empty_cells(state),
    }
}

/// The band or stack that a lane prefers.
struct Band<V> {
    /// The number of candidates in its triads, minus 28: a solved band has 27, and sorts last because
    /// the difference wraps around.
    candidates: V,
    /// `triads[box][line]`.
    triads: [[V; 3]; 3],
    /// The index of its first box.
    group: V,
    /// The distance to the next box.
    step: V,
}

impl<V: Vector> Band<V> {
    #[inline(always)]
    fn challenge<T: Token<Vector = V>>(&mut self, token: T, triads: &Triads<V>, boxes: [usize; 3]) {
        let mut candidates = token.splat(28u16.wrapping_neg());
        for number in boxes {
            for triad in triads[number] {
                candidates = candidates.plus(triad.count());
            }
        }
        let better = candidates.less_than(self.candidates);
        self.candidates = self.candidates.minimum(candidates);
        for (kept, number) in self.triads.iter_mut().zip(boxes) {
            for (kept, triad) in kept.iter_mut().zip(triads[number]) {
                *kept = kept.replaced_where(better, triad);
            }
        }
        let group = token.splat(boxes[0] as u16);
        let step = token.splat((boxes[1] - boxes[0]) as u16);
        self.group = self.group.replaced_where(better, group);
        self.step = self.step.replaced_where(better, step);
    }

    /// Returns the box, the line and the value.
    #[inline(always)]
    fn split<T: Token<Vector = V>>(&self, token: T) -> (V, V, V) {
        let nothing = token.splat(0);
        let mut twice = [nothing; 3];
        let mut thrice = [nothing; 3];
        for (side, [a, b, c]) in self.triads.into_iter().enumerate() {
            twice[side] = a.exactly_two(b, c);
            thrice[side] = a.and3(b, c);
        }
        let open = twice[0].or3(twice[1], twice[2]);
        let wide = thrice[0].or3(thrice[1], thrice[2]);
        let two_ways = open.without(wide);
        let values = two_ways.replaced_where(two_ways.is_empty(), open);
        let only_wide = values.is_empty();
        let value = values.replaced_where(only_wide, wide).lowest();

        // The first box that has it twice, or thrice if none has any value twice.
        let mut first = self.triads[2][0];
        let mut group = self.group.plus(self.step).plus(self.step);
        for (side, at) in [(1, self.group.plus(self.step)), (0, self.group)] {
            let here = twice[side].replaced_where(only_wide, thrice[side]);
            let beyond = here.and(value).is_empty();
            first = self.triads[side][0].replaced_where(beyond, first);
            group = at.replaced_where(beyond, group);
        }

        // A value that is not in the first line of its box is in the second and the third.
        let line = nothing.replaced_where(first.and(value).is_empty(), token.splat(1));
        (group, line, value)
    }
}

/// Returns the lanes that have a cell without candidates. (Checking in every sweep costs more than it
/// gains; not checking before a split gives four times the splits on puzzles with 17 givens.)
#[inline(always)]
fn empty_cells<V: Vector>(state: &State<V>) -> u32 {
    // Three independent chains, so that the CPU can overlap them.
    let cells = state.cells.as_flattened();
    let mut least = [cells[0], cells[1], cells[2]];
    for three in cells.as_chunks::<3>().0 {
        for (least, cell) in least.iter_mut().zip(three) {
            *least = least.minimum(*cell);
        }
    }
    V::bits(least[0].minimum(least[1]).minimum(least[2]).is_empty())
}
