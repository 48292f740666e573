//! Planes in pairs of SSE2 registers, which every x86-64 has.
//!
//! This is the portable width on x86-64. Elsewhere it uses plain arrays (`portable`), for which the
//! compiler generates two to three times as many instructions. The first register holds the first
//! two bands, the second holds the third band and the spare lanes.

use core::arch::x86_64::*;

use super::plane::{ALL, BOXES, Lanes, Plane, Token};

/// A token that every x86-64 has.
#[derive(Clone, Copy)]
pub(super) struct Always;

/// One plane.
#[derive(Clone, Copy)]
pub(super) struct Sse2(__m128i, __m128i);

/// Calls an intrinsic on the first registers of planes, then on the second ones.
macro_rules! each {
    (|$a:ident| $call:expr, $first:expr) => {{
        let first = $first;
        let ($a, other) = (first.0, first.1);
        // SAFETY: SSE2 is part of the x86-64 target.
        let upper = unsafe { $call };
        let $a = other;
        // SAFETY: SSE2 is part of the x86-64 target.
        Sse2(upper, unsafe { $call })
    }};
    (|$a:ident, $b:ident| $call:expr, $first:expr, $second:expr) => {{
        let (first, second) = ($first, $second);
        let ($a, $b) = (first.0, second.0);
        // SAFETY: SSE2 is part of the x86-64 target.
        let upper = unsafe { $call };
        let ($a, $b) = (first.1, second.1);
        // SAFETY: SSE2 is part of the x86-64 target.
        Sse2(upper, unsafe { $call })
    }};
}

/// Calls intrinsics on single registers.
macro_rules! intrinsic {
    ($call:expr) => {
        // SAFETY: SSE2 is part of the x86-64 target.
        unsafe { $call }
    };
}

#[inline(always)]
fn splat(mask: u16) -> Sse2 {
    let register = intrinsic!(_mm_set1_epi16(mask.cast_signed()));
    Sse2(register, register)
}

impl Sse2 {
    #[inline(always)]
    fn without_lowest(self) -> Self {
        self.and(self.plus(splat(u16::MAX)))
    }

    /// All ones in lanes that are equal, 0 in the others.
    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        each!(|a, b| _mm_cmpeq_epi16(a, b), self, other)
    }

    /// The lanes that are all ones, lane n in bit n.
    #[inline(always)]
    fn bits(self) -> u32 {
        intrinsic!(_mm_movemask_epi8(_mm_packs_epi16(self.0, self.1))).cast_unsigned()
    }
}

impl Token for Always {
    type Plane = Sse2;

    #[inline(always)]
    fn splat(self, mask: u16) -> Sse2 {
        splat(mask)
    }

    #[inline(always)]
    fn load(self, from: &Lanes) -> Sse2 {
        let [lower, upper] = [&from.0[..8], &from.0[8..]].map(<[u16]>::as_ptr);
        // SAFETY: SSE2 is part of the x86-64 target. Each half of the lanes has the 16 bytes that are
        // read, and unaligned loads are allowed.
        unsafe { Sse2(_mm_loadu_si128(lower.cast()), _mm_loadu_si128(upper.cast())) }
    }
}

impl Plane for Sse2 {
    #[inline(always)]
    fn store(self, to: &mut Lanes) {
        let (lower, upper) = to.0.split_at_mut(8);
        // SAFETY: SSE2 is part of the x86-64 target. Each half of the lanes has the 16 bytes that are
        // written, and unaligned stores are allowed.
        unsafe {
            _mm_storeu_si128(lower.as_mut_ptr().cast(), self.0);
            _mm_storeu_si128(upper.as_mut_ptr().cast(), self.1);
        }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        each!(|a, b| _mm_and_si128(a, b), self, other)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        each!(|a, b| _mm_or_si128(a, b), self, other)
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        each!(|a, b| _mm_andnot_si128(b, a), self, other)
    }
    #[inline(always)]
    fn or3(self, a: Self, b: Self) -> Self {
        self.or(a).or(b)
    }
    #[inline(always)]
    fn majority(self, a: Self, b: Self) -> Self {
        self.and(a).or(self.or(a).and(b))
    }
    #[inline(always)]
    fn without_both(self, a: Self, b: Self) -> Self {
        self.without(a.and(b))
    }
    #[inline(always)]
    fn without_or(self, gone: Self, kept: Self) -> Self {
        self.without(gone).or(kept)
    }
    #[inline(always)]
    fn and_either(self, a: Self, b: Self) -> Self {
        self.and(a.or(b))
    }
    #[inline(always)]
    fn or_difference(self, a: Self, b: Self) -> Self {
        each!(|a, b| _mm_xor_si128(a, b), a, b).or(self)
    }

    #[inline(always)]
    fn singles(self) -> Self {
        self.and(self.without_lowest().equals(splat(0)))
    }
    #[inline(always)]
    fn narrowed(self, gone: Self, to: Self) -> Self {
        let left = self.without(gone);
        let shared = left.and(to);
        left.and(shared.equals(splat(0))).or(shared)
    }
    #[inline(always)]
    fn or_others_of(self, full: Self) -> Self {
        let is_open = full.without_lowest().without_lowest().equals(splat(0));
        splat(ALL).without(full.or(is_open)).or(self)
    }
    #[inline(always)]
    fn count(self) -> Self {
        // Sums of 2, 4, 8 and 16 neighbouring bits.
        let [ones, pairs, fours] = [0x5555, 0x3333, 0x0f0f].map(splat);
        let odd = each!(|a| _mm_srli_epi16::<1>(a), self).and(ones);
        let sums = each!(|a, b| _mm_sub_epi16(a, b), self, odd);
        let odd = each!(|a| _mm_srli_epi16::<2>(a), sums).and(pairs);
        let sums = sums.and(pairs).plus(odd);
        let sums = sums
            .plus(each!(|a| _mm_srli_epi16::<4>(a), sums))
            .and(fours);
        sums.plus(each!(|a| _mm_srli_epi16::<8>(a), sums))
            .and(splat(0x1f))
    }
    #[inline(always)]
    fn minimum(self, other: Self) -> Self {
        let beyond = each!(|a, b| _mm_subs_epu16(a, b), self, other);
        each!(|a, b| _mm_sub_epi16(a, b), self, beyond)
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        each!(|a, b| _mm_add_epi16(a, b), self, other)
    }

    #[inline(always)]
    fn next_box(self) -> Self {
        const ORDER: i32 = 0b11_00_10_01;
        Sse2(
            intrinsic!(_mm_shufflehi_epi16::<ORDER>(_mm_shufflelo_epi16::<ORDER>(
                self.0
            ))),
            intrinsic!(_mm_shufflelo_epi16::<ORDER>(self.1)),
        )
    }
    #[inline(always)]
    fn last_box(self) -> Self {
        const ORDER: i32 = 0b11_01_00_10;
        Sse2(
            intrinsic!(_mm_shufflehi_epi16::<ORDER>(_mm_shufflelo_epi16::<ORDER>(
                self.0
            ))),
            intrinsic!(_mm_shufflelo_epi16::<ORDER>(self.1)),
        )
    }
    #[inline(always)]
    fn next_band(self) -> Self {
        let second_and_third = intrinsic!(_mm_castpd_si128(_mm_shuffle_pd::<0b01>(
            _mm_castsi128_pd(self.0),
            _mm_castsi128_pd(self.1)
        )));
        Sse2(second_and_third, intrinsic!(_mm_move_epi64(self.0)))
    }
    #[inline(always)]
    fn last_band(self) -> Self {
        Sse2(
            intrinsic!(_mm_unpacklo_epi64(self.1, self.0)),
            intrinsic!(_mm_unpackhi_epi64(self.0, self.1)),
        )
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.equals(splat(0)).bits() == 0xffff
    }
    #[inline(always)]
    fn is_full(self) -> bool {
        self.equals(splat(ALL)).bits() & BOXES == BOXES
    }
    #[inline(always)]
    fn has_empty_box(self) -> bool {
        self.equals(splat(0)).bits() & BOXES != 0
    }
}
