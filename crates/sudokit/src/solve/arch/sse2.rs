//! SSE2 (every x86-64): 8 lanes in 128 bits.
//!
//! SSE2 has no unsigned minimum, no blend, no bit count and no variable shuffle: they are built from
//! other instructions, or done number by number where they are rare. (The compiler splits arrays of
//! eight numbers before it vectorises, and the result is several times slower than these few
//! instructions.)
//!
//! SSE2 is part of the x86-64 target. That is why the `unsafe` blocks that call intrinsics are sound.

use core::arch::x86_64::*;

use super::pair::Narrow;
use super::{
    LANE_BITS, Masks, Token, Vector, VectorToken, intrinsic, mask_of_value, value_of_mask,
};

const LANES: usize = 8;

/// A token that every x86-64 has.
#[derive(Clone, Copy)]
pub(super) struct Baseline;

/// One register.
#[derive(Clone, Copy)]
pub(super) struct Sse2(__m128i);

#[inline(always)]
fn splat(number: u16) -> Sse2 {
    Sse2(intrinsic!(_mm_set1_epi16(number.cast_signed())))
}

#[inline(always)]
fn load(from: &[u16]) -> Sse2 {
    let from = &from[..LANES];
    // SAFETY: SSE2 is part of the target, and the slice has the 16 bytes that are read.
    Sse2(unsafe { _mm_loadu_si128(from.as_ptr().cast()) })
}

#[inline(always)]
fn of_bytes(bytes: &[u8]) -> Sse2 {
    let bytes = &bytes[..16];
    // SAFETY: SSE2 is part of the target, and the slice has the 16 bytes that are read.
    Sse2(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
}

impl Sse2 {
    #[inline(always)]
    fn to_lanes(self) -> [u16; LANES] {
        let mut lanes = [0; LANES];
        self.store(&mut lanes);
        lanes
    }

    #[inline(always)]
    fn shifted<const BITS: i32>(self) -> Self {
        Sse2(intrinsic!(_mm_srli_epi16::<BITS>(self.0)))
    }
}

impl Token for Baseline {
    type Register = Sse2;

    #[inline(always)]
    fn splat(self, number: u16) -> Sse2 {
        splat(number)
    }
    #[inline(always)]
    fn load(self, from: &[u16]) -> Sse2 {
        load(from)
    }
}

impl VectorToken for Baseline {
    #[inline(always)]
    fn load_blocks(self, rows: &[&[u8; 81]], first: usize, from: usize) -> Sse2 {
        of_bytes(&rows[first][from..])
    }
}

impl Masks for Sse2 {
    const LANES: usize = LANES;
    type Flags = Sse2;

    #[inline(always)]
    fn repeat(self, number: u16) -> Self {
        splat(number)
    }
    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        let to = &mut to[..LANES];
        // SAFETY: SSE2 is part of the target, and the slice has the 16 bytes that are written.
        unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Sse2(intrinsic!(_mm_and_si128(self.0, other.0)))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Sse2(intrinsic!(_mm_or_si128(self.0, other.0)))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Sse2(intrinsic!(_mm_xor_si128(self.0, other.0)))
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Sse2(intrinsic!(_mm_andnot_si128(other.0, self.0)))
    }
    #[inline(always)]
    fn where_empty(self) -> Self {
        self.equals(splat(0))
    }
    #[inline(always)]
    fn count(self) -> Self {
        // Sums of 2, 4, 8 and 16 neighbouring bits.
        let [ones, pairs, fours] = [splat(0x5555), splat(0x3333), splat(0x0f0f)];
        let odd = self.shifted::<1>().and(ones);
        let sums = Sse2(intrinsic!(_mm_sub_epi16(self.0, odd.0)));
        let sums = sums.and(pairs).plus(sums.shifted::<2>().and(pairs));
        let sums = sums.plus(sums.shifted::<4>()).and(fours);
        sums.plus(sums.shifted::<8>()).and(splat(0x1f))
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
        self.where_empty()
    }
    #[inline(always)]
    fn has_highest_bit(self) -> Self {
        Sse2(intrinsic!(_mm_srai_epi16::<15>(self.0)))
    }
    #[inline(always)]
    fn replaced_where(self, flags: Self, yes: Self) -> Self {
        self.without(flags).or(yes.and(flags))
    }
    #[inline(always)]
    fn bits(flags: Self) -> u32 {
        Self::bits_of_two(flags, splat(0))
    }
}

impl Vector for Sse2 {
    type Arrangement = [u8; LANES];

    #[inline(always)]
    fn lanes_of_bits(self, bits: u32) -> Self {
        let lane_bits = load(&LANE_BITS);
        lane_bits.and(splat(bits as u16)).equals(lane_bits)
    }
    #[inline(always)]
    fn lane(&self, number: usize) -> u16 {
        self.to_lanes()[number]
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
        self.store(&mut both);
        window.store(&mut both[LANES..]);
        load(&arrangement.map(|from| both[usize::from(from) % (2 * LANES)]))
    }
    #[inline(always)]
    fn block(&self, _number: usize) -> [u8; 16] {
        let mut bytes = [0; 16];
        // SAFETY: SSE2 is part of the target, and the array has the 16 bytes that are written.
        unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), self.0) };
        bytes
    }
    #[inline(always)]
    fn interleaved(self, other: Self) -> (Self, Self) {
        let first = intrinsic!(_mm_unpacklo_epi8(self.0, other.0));
        let second = intrinsic!(_mm_unpackhi_epi8(self.0, other.0));
        (Sse2(first), Sse2(second))
    }
    #[inline(always)]
    fn minimum_bytes(self, other: Self) -> Self {
        Sse2(intrinsic!(_mm_min_epu8(self.0, other.0)))
    }
    #[inline(always)]
    fn looked_up(self, table: &'static [u8; 16]) -> Self {
        of_bytes(&self.block(0).map(|number| table[usize::from(number % 16)]))
    }
    #[inline(always)]
    fn masks_of_values(self) -> (Self, Self) {
        // Without a byte shuffle, one table of masks is faster than two of bytes.
        let masks = self.block(0).map(mask_of_value);
        (load(&masks[..LANES]), load(&masks[LANES..]))
    }
    #[inline(always)]
    fn values_of_masks(self, other: Self) -> Self {
        let mut masks = [0; 2 * LANES];
        self.store(&mut masks);
        other.store(&mut masks[LANES..]);
        of_bytes(&masks.map(value_of_mask))
    }
    #[inline(always)]
    fn shifted_by_four(self) -> Self {
        self.shifted::<4>()
    }
    #[inline(always)]
    fn packed(self, other: Self) -> Self {
        Sse2(intrinsic!(_mm_packus_epi16(self.0, other.0)))
    }
}

impl Narrow for Sse2 {
    #[inline(always)]
    fn next_of_three(self) -> Self {
        const ORDER: i32 = 0b11_00_10_01;
        let lower = intrinsic!(_mm_shufflelo_epi16::<ORDER>(self.0));
        Sse2(intrinsic!(_mm_shufflehi_epi16::<ORDER>(lower)))
    }
    #[inline(always)]
    fn last_of_three(self) -> Self {
        const ORDER: i32 = 0b11_01_00_10;
        let lower = intrinsic!(_mm_shufflelo_epi16::<ORDER>(self.0));
        Sse2(intrinsic!(_mm_shufflehi_epi16::<ORDER>(lower)))
    }
    #[inline(always)]
    fn joined<const UPPER: bool, const OTHER_UPPER: bool>(self, other: Self) -> Self {
        Sse2(intrinsic!({
            let (a, b) = (_mm_castsi128_pd(self.0), _mm_castsi128_pd(other.0));
            _mm_castpd_si128(match (UPPER, OTHER_UPPER) {
                (false, false) => _mm_shuffle_pd::<0b00>(a, b),
                (true, false) => _mm_shuffle_pd::<0b01>(a, b),
                (false, true) => _mm_shuffle_pd::<0b10>(a, b),
                (true, true) => _mm_shuffle_pd::<0b11>(a, b),
            })
        }))
    }
    #[inline(always)]
    fn bits_of_two(first: Self, second: Self) -> u32 {
        let bytes = intrinsic!(_mm_packs_epi16(first.0, second.0));
        intrinsic!(_mm_movemask_epi8(bytes)).cast_unsigned()
    }
}
