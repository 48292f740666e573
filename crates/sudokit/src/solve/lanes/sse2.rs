//! Eight lanes in SSE2 registers, which every x86-64 has.
//!
//! This is the portable width on x86-64. Elsewhere it uses plain arrays (`portable`). The compiler
//! splits arrays of eight numbers before it vectorises, and the result is several times slower than
//! these few instructions.
//!
//! SSE2 is part of the x86-64 target. That is why the `unsafe` blocks that call intrinsics are sound.
//!
//! SSE2 has no unsigned minimum, no blend and no variable shuffle: they are built from other
//! instructions, or done number by number where they are rare.

use core::arch::x86_64::*;

use super::vector::{Token, Vector};
use super::{intrinsic, mask_of_value, value_of_mask};

const LANES: usize = 8;

/// A token that every x86-64 has.
#[derive(Clone, Copy)]
pub(super) struct Always;

/// One register of masks.
#[derive(Clone, Copy)]
pub(super) struct Sse2(__m128i);

#[inline(always)]
fn splat(value: u16) -> Sse2 {
    Sse2(intrinsic!(_mm_set1_epi16(value.cast_signed())))
}

#[inline(always)]
fn of_lanes(lanes: [u16; LANES]) -> Sse2 {
    // SAFETY: SSE2 is part of the target, and the array has the 16 bytes that are read.
    Sse2(unsafe { _mm_loadu_si128(lanes.as_ptr().cast()) })
}

#[inline(always)]
fn of_bytes(bytes: [u8; 16]) -> Sse2 {
    // SAFETY: SSE2 is part of the target, and the array has the 16 bytes that are read.
    Sse2(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
}

impl Sse2 {
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Sse2(intrinsic!(_mm_xor_si128(self.0, other.0)))
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        self.and(self.plus(splat(u16::MAX)))
    }

    #[inline(always)]
    fn to_lanes(self) -> [u16; LANES] {
        let mut lanes = [0; LANES];
        // SAFETY: SSE2 is part of the target, and the array has the 16 bytes that are written.
        unsafe { _mm_storeu_si128(lanes.as_mut_ptr().cast(), self.0) };
        lanes
    }

    #[inline(always)]
    fn to_bytes(self) -> [u8; 16] {
        let mut bytes = [0; 16];
        // SAFETY: SSE2 is part of the target, and the array has the 16 bytes that are written.
        unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), self.0) };
        bytes
    }
}

impl Token for Always {
    type Vector = Sse2;

    #[inline(always)]
    fn splat(self, value: u16) -> Sse2 {
        splat(value)
    }

    #[inline(always)]
    fn load(self, from: &[u16]) -> Sse2 {
        let mut lanes = [0; LANES];
        lanes.copy_from_slice(&from[..LANES]);
        of_lanes(lanes)
    }

    #[inline(always)]
    fn load_rows(self, rows: &[&[u8; 81]], from: usize) -> [Sse2; 8] {
        let mut loaded = [splat(0); 8];
        for (vector, row) in loaded.iter_mut().zip(rows) {
            let mut bytes = [0; 16];
            bytes.copy_from_slice(&row[from..from + 16]);
            *vector = of_bytes(bytes);
        }
        loaded
    }
}

impl Vector for Sse2 {
    const LANES: usize = LANES;
    type Flags = Sse2;
    type Arrangement = [u8; LANES];

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Sse2(intrinsic!(_mm_and_si128(self.0, other.0)))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Sse2(intrinsic!(_mm_or_si128(self.0, other.0)))
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Sse2(intrinsic!(_mm_andnot_si128(other.0, self.0)))
    }
    #[inline(always)]
    fn odd(self, a: Self, b: Self) -> Self {
        self.xor(a).xor(b)
    }
    #[inline(always)]
    fn all_equal(self, a: Self, b: Self) -> Self {
        splat(u16::MAX).without(self.xor(a).or(self.xor(b)))
    }
    #[inline(always)]
    fn single_values(self) -> Self {
        self.and(self.without_lowest().is_empty())
    }
    #[inline(always)]
    fn narrowed_to(self, wanted: Self) -> Self {
        self.and_either(wanted, self.and(wanted).is_empty())
    }
    #[inline(always)]
    fn narrowed_to_three(self, asserted: Self) -> Self {
        let fewer = asserted.without_lowest().without_lowest().is_empty();
        self.and_either(asserted, fewer)
    }
    #[inline(always)]
    fn count(self) -> Self {
        // Sums of 2, 4, 8 and 16 neighbouring bits.
        let [ones, pairs, fours] = [0x5555, 0x3333, 0x0f0f].map(splat);
        let odd = Sse2(intrinsic!(_mm_srli_epi16::<1>(self.0))).and(ones);
        let sums = Sse2(intrinsic!(_mm_sub_epi16(self.0, odd.0)));
        let odd = Sse2(intrinsic!(_mm_srli_epi16::<2>(sums.0))).and(pairs);
        let sums = sums.and(pairs).plus(odd);
        let sums = sums
            .plus(Sse2(intrinsic!(_mm_srli_epi16::<4>(sums.0))))
            .and(fours);
        let upper = Sse2(intrinsic!(_mm_srli_epi16::<8>(sums.0)));
        sums.plus(upper).and(splat(0x1f))
    }
    #[inline(always)]
    fn lowest(self) -> Self {
        self.without(self.without_lowest())
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Sse2(intrinsic!(_mm_add_epi16(self.0, other.0)))
    }
    #[inline(always)]
    fn minimum(self, other: Self) -> Self {
        let beyond = intrinsic!(_mm_subs_epu16(self.0, other.0));
        Sse2(intrinsic!(_mm_sub_epi16(self.0, beyond)))
    }
    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        Sse2(intrinsic!(_mm_cmpeq_epi16(self.0, other.0)))
    }
    #[inline(always)]
    fn is_empty(self) -> Self {
        self.equals(splat(0))
    }
    #[inline(always)]
    fn less_than(self, other: Self) -> Self {
        // There is no unsigned comparison, but a saturating difference is 0 unless one is larger.
        let beyond = Sse2(intrinsic!(_mm_subs_epu16(other.0, self.0)));
        beyond.is_empty().xor(splat(u16::MAX))
    }
    #[inline(always)]
    fn replaced_where(self, flags: Self, yes: Self) -> Self {
        self.without(flags).or(yes.and(flags))
    }
    #[inline(always)]
    fn bits(flags: Self) -> u32 {
        let bytes = intrinsic!(_mm_packs_epi16(flags.0, splat(0).0));
        intrinsic!(_mm_movemask_epi8(bytes)).cast_unsigned()
    }
    #[inline(always)]
    fn lanes_of_bits(self, bits: u32) -> Self {
        let lane_bits = of_lanes([1, 2, 4, 8, 16, 32, 64, 128]);
        lane_bits.and(splat(bits as u16)).equals(lane_bits)
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
        both[..LANES].copy_from_slice(&self.to_lanes());
        both[LANES..].copy_from_slice(&window.to_lanes());
        of_lanes(arrangement.map(|from| both[usize::from(from) % (2 * LANES)]))
    }
    #[inline(always)]
    fn lane(&self, number: usize) -> u16 {
        self.to_lanes()[number]
    }
    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        to[..LANES].copy_from_slice(&self.to_lanes());
    }
    #[inline(always)]
    fn interleaved(self, other: Self) -> (Self, Self) {
        let first = intrinsic!(_mm_unpacklo_epi8(self.0, other.0));
        let second = intrinsic!(_mm_unpackhi_epi8(self.0, other.0));
        (Sse2(first), Sse2(second))
    }
    #[inline(always)]
    fn masks_of_values(self) -> (Self, Self) {
        let masks = self.to_bytes().map(mask_of_value);
        let (mut first, mut second) = ([0; LANES], [0; LANES]);
        first.copy_from_slice(&masks[..LANES]);
        second.copy_from_slice(&masks[LANES..]);
        (of_lanes(first), of_lanes(second))
    }
    #[inline(always)]
    fn values_of_masks(self, other: Self) -> Self {
        let mut values = [0; 16];
        values[..LANES].copy_from_slice(&self.to_lanes().map(value_of_mask));
        values[LANES..].copy_from_slice(&other.to_lanes().map(value_of_mask));
        of_bytes(values)
    }
    #[inline(always)]
    fn block(&self, _number: usize) -> [u8; 16] {
        self.to_bytes()
    }
}
