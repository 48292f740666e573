//! Where a board at rest is split in two.
//!
//! The search does not guess a cell. It takes the band or stack with the fewest candidates in its
//! triads, in it a value that can stand there in two ways only, and a box that has this value in
//! exactly two triads: either the value is in the first of them, or it is not.

use super::board::Board;
use super::plane::{Lanes, Plane, Token};
use super::sweep::Pass;

/// The value is in this triad, or it is not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// The planes of the triad, and those of its box that are not in it.
    triad: [usize; 3],
    others: [usize; 6],
    /// The lane of the box.
    lane: usize,
    /// The mask of the value.
    value: u16,
}

/// The planes of each row triad and column triad, each followed by the others of its box.
const PLANES: [([usize; 3], [usize; 6]); 6] = [
    ([0, 1, 2], [3, 4, 5, 6, 7, 8]),
    ([3, 4, 5], [0, 1, 2, 6, 7, 8]),
    ([6, 7, 8], [0, 1, 2, 3, 4, 5]),
    ([0, 3, 6], [1, 2, 4, 5, 7, 8]),
    ([1, 4, 7], [0, 2, 3, 5, 6, 8]),
    ([2, 5, 8], [0, 1, 3, 4, 6, 7]),
];

/// The lanes of each band and stack.
const LANES: [[usize; 3]; 6] = [
    [0, 1, 2],
    [4, 5, 6],
    [8, 9, 10],
    [0, 4, 8],
    [1, 5, 9],
    [2, 6, 10],
];

/// A lane's mask is all ones at 15, to be read from `15 - lane` on.
const LANE: [u16; 31] = {
    let mut lanes = [0; 31];
    lanes[15] = u16::MAX;
    lanes
};

/// Chooses for a board at rest, after the pass that changed nothing.
#[inline(always)]
pub(super) fn choose<P: Plane>(pass: &Pass<P>) -> Choice {
    let [a, b, c] = pass.rows;
    let in_bands = a.count().plus(b.count()).plus(c.count());
    let in_bands = in_bands.plus(in_bands.next_box()).plus(in_bands.last_box());
    let [a, b, c] = pass.columns;
    let in_stacks = a.count().plus(b.count()).plus(c.count());
    let in_stacks = in_stacks
        .plus(in_stacks.next_band())
        .plus(in_stacks.last_band());
    let mut counts = [Lanes::default(); 2];
    in_bands.store(&mut counts[0]);
    in_stacks.store(&mut counts[1]);
    let mut triads = [Lanes::default(); 6];
    for (triad, lanes) in pass.rows.iter().chain(&pass.columns).zip(&mut triads) {
        triad.store(lanes);
    }

    // One that is settled has 27, and comes last because the difference wraps around.
    let bands = [0, 4, 8].map(|lane| counts[0].0[lane].wrapping_sub(28));
    let stacks = [0, 1, 2].map(|lane| counts[1].0[lane].wrapping_sub(28));
    let mut best = 0;
    let mut fewest = u16::MAX;
    for (number, count) in bands.into_iter().chain(stacks).enumerate() {
        if count < fewest {
            best = number;
            fewest = count;
        }
    }
    let lines = match best {
        0..3 => &triads[..3],
        _ => &triads[3..],
    };
    split(lines, best)
}

/// Chooses within a band or stack.
#[inline(always)]
fn split(lines: &[Lanes], number: usize) -> Choice {
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
    let side = if sides[0] & value != 0 {
        0
    } else if sides[1] & value != 0 {
        1
    } else {
        2
    };
    let lane = boxes[side];
    let line = usize::from(lines[0].0[lane] & value == 0);
    let (triad, others) = PLANES[number / 3 * 3 + line];
    Choice {
        triad,
        others,
        lane,
        value,
    }
}

impl Choice {
    /// The value is in the triad.
    #[inline(always)]
    pub fn assert<T: Token>(&self, token: T, board: &mut Board<T::Plane>) {
        let gone = self.gone(token);
        for plane in self.others {
            board.0[plane] = board.0[plane].without(gone);
        }
    }

    /// The value is not in the triad.
    #[inline(always)]
    pub fn deny<T: Token>(&self, token: T, board: &mut Board<T::Plane>) {
        let gone = self.gone(token);
        for plane in self.triad {
            board.0[plane] = board.0[plane].without(gone);
        }
    }

    #[inline(always)]
    fn gone<T: Token>(&self, token: T) -> T::Plane {
        let mut lanes = Lanes::default();
        lanes.0.copy_from_slice(&LANE[15 - self.lane..][..16]);
        token.load(&lanes).and(token.splat(self.value))
    }
}
