//! Conversion from rows of bytes to lanes of masks and back.
//!
//! A puzzle is 81 bytes in a row; the engine needs 81 registers with one lane per puzzle. Sixteen
//! cells of all lanes are transposed at a time by repeating one step: interleaving the bytes of two
//! registers moves one bit of the *register number* to the bottom of the *byte number*, and the top
//! bit of the byte number into the register number. With the address of a byte written as
//!
//! ```text
//! register | byte             lanes 8 apart share a register and never meet
//! L2 L1 L0 | C3 C2 C1 C0      a register per lane, the cells side by side
//! C3 C2 C1 | C0 L2 L1 L0      after three steps: a register per two cells, the lanes side by side
//! ```
//!
//! loading takes three steps and storing takes four. (Gathering the cells of 16 puzzles with one
//! instruction is slower, and so is scattering.)

use super::state::{AT, State};
use crate::solve::arch::{Masks, Vector, VectorToken, mask_of_value, value_of_mask};

/// Moves bit `bit` of the register number into the byte number.
#[inline(always)]
fn step<V: Vector>(vectors: &mut [V; 8], bit: usize) {
    for n in 0..8 {
        if n & bit == 0 {
            (vectors[n], vectors[n | bit]) = vectors[n].interleaved(vectors[n | bit]);
        }
    }
}

/// Writes the masks of one puzzle per column, with a row for each cell in the order of [`AT`].
#[inline(always)]
pub(super) fn load_values<T: VectorToken>(
    token: T,
    puzzles: &[&[u8; 81]],
    numbers: &mut [u16],
    stride: usize,
) {
    for first in (0..80).step_by(16) {
        let mut vectors = [token.splat(0); 8];
        for (lane, vector) in vectors.iter_mut().enumerate() {
            *vector = token.load_blocks(puzzles, lane, first);
        }
        step(&mut vectors, 4);
        step(&mut vectors, 2);
        step(&mut vectors, 1);
        for (pair, vector) in vectors.iter().enumerate() {
            let (even, odd) = vector.masks_of_values();
            even.store(&mut numbers[AT[first + 2 * pair] * stride..]);
            odd.store(&mut numbers[AT[first + 2 * pair + 1] * stride..]);
        }
    }
    // Only the last cell is left.
    for (column, puzzle) in puzzles.iter().enumerate() {
        numbers[AT[80] * stride + column] = mask_of_value(puzzle[80]);
    }
}

/// The values of all lanes as rows of bytes. Only lanes with 81 single values are meaningful.
pub(super) struct Rows<V: Vector> {
    blocks: [[V; 8]; 5],
    last: V,
}

impl<V: Vector> Rows<V> {
    #[inline(always)]
    pub fn of(state: &State<V>) -> Rows<V> {
        let cells = state.cells.as_flattened();
        let mut blocks = [[cells[0]; 8]; 5];
        for (group, vectors) in blocks.iter_mut().enumerate() {
            for (pair, vector) in vectors.iter_mut().enumerate() {
                let number = 16 * group + 2 * pair;
                *vector = cells[AT[number]].values_of_masks(cells[AT[number + 1]]);
            }
            step(vectors, 4);
            step(vectors, 2);
            step(vectors, 1);
            step(vectors, 4);
        }
        Rows {
            blocks,
            last: cells[AT[80]],
        }
    }

    /// Copies the values of one lane.
    #[inline(always)]
    pub fn copy(&self, lane: usize, to: &mut [u8; 81]) {
        // The four steps leave the lane's bits in the order L0 L2 L1.
        let register = (lane & 1) << 2 | (lane >> 2 & 1) << 1 | (lane >> 1 & 1);
        for (vectors, block) in self.blocks.iter().zip(to.chunks_exact_mut(16)) {
            block.copy_from_slice(&vectors[register].block(lane / 8));
        }
        to[80] = value_of_mask(self.last.lane(lane));
    }
}
