//! NEON (every aarch64): 8 lanes in 128 bits.
//!
//! NEON is part of the aarch64 target. That is why the `unsafe` blocks that call intrinsics are
//! sound.

use core::arch::aarch64::*;

use super::pair::Narrow;
use super::{LANE_BITS, Masks, Token, Vector, VectorToken, intrinsic};

const LANES: usize = 8;

/// A token that every aarch64 has.
#[derive(Clone, Copy)]
pub(super) struct Baseline;

/// One register.
#[derive(Clone, Copy)]
pub(super) struct Neon(uint16x8_t);

#[inline(always)]
fn load(from: &[u16]) -> Neon {
    let from = &from[..LANES];
    // SAFETY: NEON is part of the target, and the slice has the 16 bytes that are read.
    Neon(unsafe { vld1q_u16(from.as_ptr()) })
}

#[inline(always)]
fn load_bytes(from: &[u8]) -> uint8x16_t {
    let from = &from[..16];
    // SAFETY: NEON is part of the target, and the slice has the 16 bytes that are read.
    unsafe { vld1q_u8(from.as_ptr()) }
}

#[inline(always)]
fn of_bytes(bytes: uint8x16_t) -> Neon {
    Neon(intrinsic!(vreinterpretq_u16_u8(bytes)))
}

impl Neon {
    #[inline(always)]
    fn bytes(self) -> uint8x16_t {
        intrinsic!(vreinterpretq_u8_u16(self.0))
    }

    /// Reorders the bytes.
    #[inline(always)]
    fn shuffled(self, order: &'static [u8; 16]) -> Self {
        of_bytes(intrinsic!(vqtbl1q_u8(self.bytes(), load_bytes(order))))
    }
}

impl Token for Baseline {
    type Register = Neon;

    #[inline(always)]
    fn splat(self, number: u16) -> Neon {
        Neon(intrinsic!(vdupq_n_u16(number)))
    }
    #[inline(always)]
    fn load(self, from: &[u16]) -> Neon {
        load(from)
    }
}

impl VectorToken for Baseline {
    #[inline(always)]
    fn load_blocks(self, rows: &[&[u8; 81]], first: usize, from: usize) -> Neon {
        of_bytes(load_bytes(&rows[first][from..]))
    }
}

impl Masks for Neon {
    const LANES: usize = LANES;
    type Flags = Neon;

    #[inline(always)]
    fn repeat(self, number: u16) -> Self {
        Neon(intrinsic!(vdupq_n_u16(number)))
    }
    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        let to = &mut to[..LANES];
        // SAFETY: NEON is part of the target, and the slice has the 16 bytes that are written.
        unsafe { vst1q_u16(to.as_mut_ptr(), self.0) }
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Neon(intrinsic!(vandq_u16(self.0, other.0)))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Neon(intrinsic!(vorrq_u16(self.0, other.0)))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Neon(intrinsic!(veorq_u16(self.0, other.0)))
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Neon(intrinsic!(vbicq_u16(self.0, other.0)))
    }
    #[inline(always)]
    fn majority(self, a: Self, b: Self) -> Self {
        // Where two agree, that is the answer; otherwise the third decides.
        Neon(intrinsic!(vbslq_u16(veorq_u16(self.0, a.0), b.0, a.0)))
    }
    #[inline(always)]
    fn where_empty(self) -> Self {
        Neon(intrinsic!(vceqzq_u16(self.0)))
    }
    #[inline(always)]
    fn count(self) -> Self {
        Neon(intrinsic!(vpaddlq_u8(vcntq_u8(self.bytes()))))
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Neon(intrinsic!(vaddq_u16(self.0, other.0)))
    }
    #[inline(always)]
    fn minimum(self, other: Self) -> Self {
        Neon(intrinsic!(vminq_u16(self.0, other.0)))
    }
    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        Neon(intrinsic!(vceqq_u16(self.0, other.0)))
    }
    #[inline(always)]
    fn is_empty(self) -> Self {
        self.where_empty()
    }
    #[inline(always)]
    fn has_highest_bit(self) -> Self {
        Neon(intrinsic!(vtstq_u16(self.0, vdupq_n_u16(0x8000))))
    }
    #[inline(always)]
    fn replaced_where(self, flags: Self, yes: Self) -> Self {
        Neon(intrinsic!(vbslq_u16(flags.0, yes.0, self.0)))
    }
    #[inline(always)]
    fn bits(flags: Self) -> u32 {
        u32::from(intrinsic!(vaddvq_u16(flags.and(load(&LANE_BITS)).0)))
    }
}

impl Vector for Neon {
    /// The byte of both registers that each byte comes from.
    type Arrangement = Neon;

    #[inline(always)]
    fn lanes_of_bits(self, bits: u32) -> Self {
        let lane_bits = load(&LANE_BITS);
        let bits = self.repeat(bits as u16);
        Neon(intrinsic!(vtstq_u16(bits.0, lane_bits.0)))
    }
    #[inline(always)]
    fn lane(&self, number: usize) -> u16 {
        let mut lanes = [0; LANES];
        self.store(&mut lanes);
        lanes[number]
    }
    #[inline(always)]
    fn arrangement(self, from: &[u8; 32]) -> Neon {
        let mut bytes = [0; 16];
        for (pair, from) in bytes.chunks_exact_mut(2).zip(from) {
            pair.copy_from_slice(&[2 * from, 2 * from + 1]);
        }
        of_bytes(load_bytes(&bytes))
    }
    #[inline(always)]
    fn rearranged(self, window: Self, arrangement: Neon) -> Self {
        let both = uint8x16x2_t(self.bytes(), window.bytes());
        of_bytes(intrinsic!(vqtbl2q_u8(both, arrangement.bytes())))
    }
    #[inline(always)]
    fn block(&self, _number: usize) -> [u8; 16] {
        let mut bytes = [0; 16];
        // SAFETY: NEON is part of the target, and the array has the 16 bytes that are written.
        unsafe { vst1q_u8(bytes.as_mut_ptr(), self.bytes()) };
        bytes
    }
    #[inline(always)]
    fn interleaved(self, other: Self) -> (Self, Self) {
        let first = intrinsic!(vzip1q_u8(self.bytes(), other.bytes()));
        let second = intrinsic!(vzip2q_u8(self.bytes(), other.bytes()));
        (of_bytes(first), of_bytes(second))
    }
    #[inline(always)]
    fn minimum_bytes(self, other: Self) -> Self {
        of_bytes(intrinsic!(vminq_u8(self.bytes(), other.bytes())))
    }
    #[inline(always)]
    fn looked_up(self, table: &'static [u8; 16]) -> Self {
        of_bytes(intrinsic!(vqtbl1q_u8(load_bytes(table), self.bytes())))
    }
    #[inline(always)]
    fn shifted_by_four(self) -> Self {
        Neon(intrinsic!(vshrq_n_u16::<4>(self.0)))
    }
    #[inline(always)]
    fn packed(self, other: Self) -> Self {
        of_bytes(intrinsic!(vqmovn_high_u16(vqmovn_u16(self.0), other.0)))
    }
}

impl Narrow for Neon {
    #[inline(always)]
    fn next_of_three(self) -> Self {
        self.shuffled(&[2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15])
    }
    #[inline(always)]
    fn last_of_three(self) -> Self {
        self.shuffled(&[4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15])
    }
    #[inline(always)]
    fn joined<const UPPER: bool, const OTHER_UPPER: bool>(self, other: Self) -> Self {
        Neon(intrinsic!(match (UPPER, OTHER_UPPER) {
            (false, false) => vcombine_u16(vget_low_u16(self.0), vget_low_u16(other.0)),
            (true, false) => vextq_u16::<4>(self.0, other.0),
            (false, true) => vcombine_u16(vget_low_u16(self.0), vget_high_u16(other.0)),
            (true, true) => vcombine_u16(vget_high_u16(self.0), vget_high_u16(other.0)),
        }))
    }
}
