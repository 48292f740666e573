//! Eight lanes in an array, for any CPU.
//!
//! The loops are written so that the compiler can turn each into one or two vector instructions of
//! the target. Where another file knows better, this one is the model that tests compare with.

use super::pair::Narrow;
use super::{LANE_BITS, Masks, Token, Vector, VectorToken};

const LANES: usize = 8;

/// A token that every CPU has.
#[derive(Clone, Copy)]
pub(in crate::solve) struct Baseline;

/// One register.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub(in crate::solve) struct Scalar([u16; LANES]);

/// Applies an expression to each lane.
macro_rules! each {
    (|$lane:ident| $number:expr) => {{
        let mut result = [0u16; LANES];
        for ($lane, out) in result.iter_mut().enumerate() {
            *out = $number;
        }
        Scalar(result)
    }};
}

/// Returns all ones for yes, 0 for no.
#[inline(always)]
fn ones_if(yes: bool) -> u16 {
    (yes as u16).wrapping_neg()
}

#[inline(always)]
fn of_bytes(bytes: [u8; 16]) -> Scalar {
    each!(|n| u16::from_le_bytes([bytes[2 * n], bytes[2 * n + 1]]))
}

impl Token for Baseline {
    type Register = Scalar;

    #[inline(always)]
    fn splat(self, number: u16) -> Scalar {
        Scalar([number; LANES])
    }
    #[inline(always)]
    fn load(self, from: &[u16]) -> Scalar {
        let from = &from[..LANES];
        each!(|n| from[n])
    }
}

impl VectorToken for Baseline {
    #[inline(always)]
    fn load_blocks(self, rows: &[&[u8; 81]], first: usize, from: usize) -> Scalar {
        let mut block = [0; 16];
        block.copy_from_slice(&rows[first][from..from + 16]);
        of_bytes(block)
    }
}

impl Masks for Scalar {
    const LANES: usize = LANES;
    type Flags = Scalar;

    #[inline(always)]
    fn repeat(self, number: u16) -> Self {
        Scalar([number; LANES])
    }
    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        to[..LANES].copy_from_slice(&self.0);
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        each!(|n| self.0[n] & other.0[n])
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        each!(|n| self.0[n] | other.0[n])
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        each!(|n| self.0[n] ^ other.0[n])
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        each!(|n| self.0[n] & !other.0[n])
    }
    #[inline(always)]
    fn where_empty(self) -> Self {
        each!(|n| ones_if(self.0[n] == 0))
    }
    #[inline(always)]
    fn count(self) -> Self {
        each!(|n| self.0[n].count_ones() as u16)
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        each!(|n| self.0[n].wrapping_add(other.0[n]))
    }
    #[inline(always)]
    fn minimum(self, other: Self) -> Self {
        each!(|n| self.0[n].min(other.0[n]))
    }
    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        each!(|n| ones_if(self.0[n] == other.0[n]))
    }
    #[inline(always)]
    fn is_empty(self) -> Self {
        self.where_empty()
    }
    #[inline(always)]
    fn has_highest_bit(self) -> Self {
        each!(|n| ones_if(self.0[n] >> 15 != 0))
    }
    #[inline(always)]
    fn replaced_where(self, flags: Self, yes: Self) -> Self {
        self.without(flags).or(yes.and(flags))
    }
    #[inline(always)]
    fn bits(flags: Self) -> u32 {
        let mut bits = 0;
        for (n, lane) in flags.0.iter().enumerate() {
            bits |= u32::from(lane & 1) << n;
        }
        bits
    }
}

impl Vector for Scalar {
    type Arrangement = [u8; LANES];

    #[inline(always)]
    fn lanes_of_bits(self, bits: u32) -> Self {
        each!(|n| ones_if(bits as u16 & LANE_BITS[n] != 0))
    }
    #[inline(always)]
    fn lane(&self, number: usize) -> u16 {
        self.0[number]
    }
    #[inline(always)]
    fn arrangement(self, from: &[u8; 32]) -> [u8; LANES] {
        let mut arrangement = [0; LANES];
        arrangement.copy_from_slice(&from[..LANES]);
        arrangement
    }
    #[inline(always)]
    fn rearranged(self, window: Self, arrangement: [u8; LANES]) -> Self {
        let mut both = [0; 2 * LANES];
        both[..LANES].copy_from_slice(&self.0);
        both[LANES..].copy_from_slice(&window.0);
        each!(|n| both[usize::from(arrangement[n]) % (2 * LANES)])
    }
    #[inline(always)]
    fn block(&self, _number: usize) -> [u8; 16] {
        let mut bytes = [0; 16];
        for (pair, lane) in bytes.chunks_exact_mut(2).zip(self.0) {
            pair.copy_from_slice(&lane.to_le_bytes());
        }
        bytes
    }
    #[inline(always)]
    fn interleaved(self, other: Self) -> (Self, Self) {
        let (a, b) = (self.block(0), other.block(0));
        let (mut first, mut second) = ([0; 16], [0; 16]);
        for n in 0..8 {
            (first[2 * n], first[2 * n + 1]) = (a[n], b[n]);
            (second[2 * n], second[2 * n + 1]) = (a[n + 8], b[n + 8]);
        }
        (of_bytes(first), of_bytes(second))
    }
    #[inline(always)]
    fn minimum_bytes(self, other: Self) -> Self {
        let (mut bytes, other) = (self.block(0), other.block(0));
        for (byte, other) in bytes.iter_mut().zip(other) {
            *byte = (*byte).min(other);
        }
        of_bytes(bytes)
    }
    #[inline(always)]
    fn looked_up(self, table: &'static [u8; 16]) -> Self {
        of_bytes(self.block(0).map(|number| table[usize::from(number % 16)]))
    }
    #[inline(always)]
    fn shifted_by_four(self) -> Self {
        each!(|n| self.0[n] >> 4)
    }
    #[inline(always)]
    fn packed(self, other: Self) -> Self {
        let mut bytes = [0; 16];
        for n in 0..LANES {
            bytes[n] = self.0[n].min(0xff) as u8;
            bytes[n + 8] = other.0[n].min(0xff) as u8;
        }
        of_bytes(bytes)
    }
}

impl Narrow for Scalar {
    #[inline(always)]
    fn next_of_three(self) -> Self {
        let [a, b, c, d, e, f, g, h] = self.0;
        Scalar([b, c, a, d, f, g, e, h])
    }
    #[inline(always)]
    fn last_of_three(self) -> Self {
        let [a, b, c, d, e, f, g, h] = self.0;
        Scalar([c, a, b, d, g, e, f, h])
    }
    #[inline(always)]
    fn joined<const UPPER: bool, const OTHER_UPPER: bool>(self, other: Self) -> Self {
        let (from, other_from) = (4 * usize::from(UPPER), 4 * usize::from(OTHER_UPPER));
        each!(|n| match n < 4 {
            true => self.0[from + n % 4],
            false => other.0[other_from + n % 4],
        })
    }
}
