//! Eight lanes in plain arrays, for any CPU.
//!
//! The loops are written so that the compiler can turn each into one or two vector instructions of the
//! target. On x86-64 it does not; there `sse2` is used instead, and this file is compiled for tests
//! only.

use super::vector::{Token, Vector};
use super::{mask_of_value, value_of_mask};

const LANES: usize = 8;

/// A token that every CPU has.
#[derive(Clone, Copy)]
pub(super) struct Anywhere;

/// The masks of one register.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub(super) struct Portable([u16; LANES]);

/// Applies an expression to each lane.
macro_rules! each {
    (|$lane:ident| $value:expr) => {{
        let mut result = [0u16; LANES];
        for ($lane, out) in result.iter_mut().enumerate() {
            *out = $value;
        }
        Portable(result)
    }};
}

/// Returns all ones for yes, 0 for no.
#[inline(always)]
fn ones_if(yes: bool) -> u16 {
    (yes as u16).wrapping_neg()
}

#[inline(always)]
fn bytes_of(vector: Portable) -> [u8; 16] {
    let mut bytes = [0; 16];
    for (pair, lane) in bytes.chunks_exact_mut(2).zip(vector.0) {
        pair.copy_from_slice(&lane.to_le_bytes());
    }
    bytes
}

#[inline(always)]
fn of_bytes(bytes: [u8; 16]) -> Portable {
    each!(|n| u16::from_le_bytes([bytes[2 * n], bytes[2 * n + 1]]))
}

impl Token for Anywhere {
    type Vector = Portable;

    #[inline(always)]
    fn splat(self, value: u16) -> Portable {
        Portable([value; LANES])
    }

    #[inline(always)]
    fn load(self, from: &[u16]) -> Portable {
        let from = &from[..LANES];
        each!(|n| from[n])
    }

    #[inline(always)]
    fn load_rows(self, rows: &[&[u8; 81]], from: usize) -> [Portable; 8] {
        let mut loaded = [self.splat(0); 8];
        for (vector, row) in loaded.iter_mut().zip(rows) {
            let mut block = [0; 16];
            block.copy_from_slice(&row[from..from + 16]);
            *vector = of_bytes(block);
        }
        loaded
    }
}

impl Vector for Portable {
    const LANES: usize = LANES;
    type Flags = Portable;
    type Arrangement = [u8; LANES];

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        each!(|n| self.0[n] & other.0[n])
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        each!(|n| self.0[n] | other.0[n])
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        each!(|n| self.0[n] & !other.0[n])
    }
    #[inline(always)]
    fn odd(self, a: Self, b: Self) -> Self {
        each!(|n| self.0[n] ^ a.0[n] ^ b.0[n])
    }
    #[inline(always)]
    fn all_equal(self, a: Self, b: Self) -> Self {
        each!(|n| !((self.0[n] ^ a.0[n]) | (self.0[n] ^ b.0[n])))
    }
    #[inline(always)]
    fn single_values(self) -> Self {
        each!(|n| self.0[n] & ones_if(self.0[n] & self.0[n].wrapping_sub(1) == 0))
    }
    #[inline(always)]
    fn narrowed_to(self, wanted: Self) -> Self {
        each!(|n| self.0[n] & (wanted.0[n] | ones_if(self.0[n] & wanted.0[n] == 0)))
    }
    #[inline(always)]
    fn narrowed_to_three(self, asserted: Self) -> Self {
        each!(|n| {
            let fewer = asserted.0[n] & asserted.0[n].wrapping_sub(1);
            self.0[n] & (asserted.0[n] | ones_if(fewer & fewer.wrapping_sub(1) == 0))
        })
    }
    #[inline(always)]
    fn count(self) -> Self {
        each!(|n| self.0[n].count_ones() as u16)
    }
    #[inline(always)]
    fn lowest(self) -> Self {
        each!(|n| self.0[n] & self.0[n].wrapping_neg())
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
        each!(|n| ones_if(self.0[n] == 0))
    }
    #[inline(always)]
    fn less_than(self, other: Self) -> Self {
        each!(|n| ones_if(self.0[n] < other.0[n]))
    }
    #[inline(always)]
    fn replaced_where(self, flags: Self, yes: Self) -> Self {
        each!(|n| (self.0[n] & !flags.0[n]) | (yes.0[n] & flags.0[n]))
    }
    #[inline(always)]
    fn bits(flags: Self) -> u32 {
        let mut bits = 0;
        for (n, lane) in flags.0.iter().enumerate() {
            bits |= u32::from(lane & 1) << n;
        }
        bits
    }
    #[inline(always)]
    fn lanes_of_bits(self, bits: u32) -> Self {
        each!(|n| ones_if(bits >> n & 1 == 1))
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
    fn lane(&self, number: usize) -> u16 {
        self.0[number]
    }
    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        to[..LANES].copy_from_slice(&self.0);
    }
    #[inline(always)]
    fn interleaved(self, other: Self) -> (Self, Self) {
        let (a, b) = (bytes_of(self), bytes_of(other));
        let (mut first, mut second) = ([0; 16], [0; 16]);
        for n in 0..8 {
            (first[2 * n], first[2 * n + 1]) = (a[n], b[n]);
            (second[2 * n], second[2 * n + 1]) = (a[n + 8], b[n + 8]);
        }
        (of_bytes(first), of_bytes(second))
    }
    #[inline(always)]
    fn masks_of_values(self) -> (Self, Self) {
        let values = bytes_of(self).map(mask_of_value);
        (each!(|n| values[n]), each!(|n| values[n + 8]))
    }
    #[inline(always)]
    fn values_of_masks(self, other: Self) -> Self {
        let mut values = [0; 16];
        for n in 0..LANES {
            values[n] = value_of_mask(self.0[n]);
            values[n + 8] = value_of_mask(other.0[n]);
        }
        of_bytes(values)
    }
    #[inline(always)]
    fn block(&self, _number: usize) -> [u8; 16] {
        bytes_of(*self)
    }
}
