//! Where a board is split in two once nothing more follows.
//!
//! The search does not guess a cell. It takes the band or stack with the fewest unsettled values, a
//! value that can be placed there in only two ways, and a box that has this value in exactly two
//! triads: either the value is in the first of them, or it is not. A value is *settled* in a band if
//! each of its boxes has it in one triad.

use super::board::{Lanes, Planes};
use super::sweep::{Along, Pass, steps};
use crate::solve::arch::{Masks, Plane, Token};

/// A choice: the value is in this triad, or it is not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// The number of the triad in its box: rows 0 to 2, columns 3 to 5.
    triad: usize,
    /// The lane of the box.
    lane: usize,
    /// The mask of the value.
    value: u16,
}

/// The lanes of each band and stack.
const LANES: [[usize; 3]; 6] = [
    [0, 1, 2],
    [4, 5, 6],
    [8, 9, 10],
    [0, 4, 8],
    [1, 5, 9],
    [2, 6, 10],
];

/// For each triad of a box, all ones in its planes and zeros in the others.
static PLANES: [[Lanes; 9]; 6] = {
    let mut planes = [[Lanes([0; 16]); 9]; 6];
    let mut plane = 0;
    while plane < 9 {
        planes[plane / 3][plane] = Lanes([u16::MAX; 16]);
        planes[3 + plane % 3][plane] = Lanes([u16::MAX; 16]);
        plane += 1;
    }
    planes
};

/// All ones in one lane.
static LANE: [Lanes; 16] = {
    let mut lanes = [Lanes([0; 16]); 16];
    let mut lane = 0;
    while lane < 16 {
        lanes[lane].0[lane] = u16::MAX;
        lane += 1;
    }
    lanes
};

/// Chooses a split, from the pass that changed nothing.
#[inline(always)]
pub(super) fn choose<P: Plane>(pass: &Pass<P>) -> Choice {
    let in_bands = openness(pass.rows, Along::Rows);
    let in_stacks = openness(pass.columns, Along::Columns);
    let mut counts = [Lanes::default(); 2];
    in_bands.store(&mut counts[0].0);
    in_stacks.store(&mut counts[1].0);
    let mut triads = [Lanes::default(); 6];
    for (triad, lanes) in pass.rows.iter().chain(&pass.columns).zip(&mut triads) {
        triad.store(&mut lanes.0);
    }

    // A band without unsettled values sorts last because the difference wraps around.
    let bands = [0, 4, 8].map(|lane| counts[0].0[lane].wrapping_sub(1));
    let stacks = [0, 1, 2].map(|lane| counts[1].0[lane].wrapping_sub(1));
    let mut best = 0;
    let mut least = u16::MAX;
    for (number, count) in bands.into_iter().chain(stacks).enumerate() {
        if count < least {
            best = number;
            least = count;
        }
    }
    let [a, b, c, d, e, f] = &triads;
    let lines = if best < 3 { [a, b, c] } else { [d, e, f] };
    choose_within(lines, best)
}

/// Returns how open the band or stack of each box is: four for each unsettled value, and one for each
/// that two boxes have in all three triads.
#[inline(always)]
fn openness<P: Plane>([a, b, c]: [P; 3], along: Along) -> P {
    let (twice, thrice) = (a.majority(b, c), a.and3(b, c));
    let (next, last) = steps(twice, along);
    let unsettled = twice.or3(next, last).count();
    let (next, last) = steps(thrice, along);
    let wide = thrice.exactly_two(next, last).count();
    let double = unsettled.plus(unsettled);
    double.plus(double).plus(wide)
}

/// Chooses within a band or stack.
#[inline(always)]
fn choose_within(lines: [&Lanes; 3], number: usize) -> Choice {
    let boxes = LANES[number];
    let mut twice = [0; 3];
    let mut thrice = [0; 3];
    for side in 0..3 {
        let lane = boxes[side];
        let (a, b, c) = (lines[0].0[lane], lines[1].0[lane], lines[2].0[lane]);
        thrice[side] = a & b & c;
        twice[side] = (a & b | (a | b) & c) & !thrice[side];
    }
    let open = twice[0] | twice[1] | twice[2];
    let wide = thrice[0] | thrice[1] | thrice[2];
    let (values, sides) = match (open & !wide, open) {
        (0, 0) => (wide, thrice),
        (0, _) => (open, twice),
        (two_ways, _) => (two_ways, twice),
    };
    let value = values & values.wrapping_neg();
    // The CPU would mispredict branches here half the time.
    let has = |side: usize| u32::from(sides[side] & value != 0);
    let side = (has(0) | has(1) << 1 | 0b100).trailing_zeros() as usize;
    let lane = boxes[side];
    let line = usize::from(lines[0].0[lane] & value == 0);
    Choice {
        triad: number / 3 * 3 + line,
        lane,
        value,
    }
}

impl Choice {
    /// Turns `board` into the child in which the value is in the triad, and returns the other child.
    #[inline(always)]
    pub fn split<T: Token<Register: Plane>>(
        &self,
        token: T,
        board: &mut Planes<T::Register>,
    ) -> Planes<T::Register> {
        let gone = token.load(&LANE[self.lane].0).and(token.splat(self.value));
        let mut other = *board;
        for (plane, lanes) in PLANES[self.triad].iter().enumerate() {
            let in_triad = token.load(&lanes.0).and(gone);
            other.0[plane] = other.0[plane].without(in_triad);
            board.0[plane] = board.0[plane].without_or(gone, board.0[plane].and(in_triad));
        }
        other
    }
}
