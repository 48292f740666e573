//! WebAssembly with `simd128`: 8 lanes in 128 bits.
//!
//! WebAssembly cannot ask what the engine supports: a module that contains these instructions loads
//! only where they exist. So this file is compiled if the target has the feature, and its intrinsics
//! are safe to call there.

use core::arch::wasm32::*;

use super::pair::Narrow;
use super::{LANE_BITS, Masks, Token, Vector, VectorToken};

const LANES: usize = 8;

/// A token that exists wherever this file is compiled.
#[derive(Clone, Copy)]
pub(super) struct Baseline;

/// One register.
#[derive(Clone, Copy)]
pub(super) struct Simd128(v128);

#[inline(always)]
fn load(from: &[u16]) -> Simd128 {
    let from = &from[..LANES];
    // SAFETY: the slice has the 16 bytes that are read; any alignment is allowed.
    Simd128(unsafe { v128_load(from.as_ptr().cast()) })
}

#[inline(always)]
fn load_bytes(from: &[u8]) -> Simd128 {
    let from = &from[..16];
    // SAFETY: the slice has the 16 bytes that are read; any alignment is allowed.
    Simd128(unsafe { v128_load(from.as_ptr().cast()) })
}

impl Token for Baseline {
    type Register = Simd128;

    #[inline(always)]
    fn splat(self, number: u16) -> Simd128 {
        Simd128(u16x8_splat(number))
    }
    #[inline(always)]
    fn load(self, from: &[u16]) -> Simd128 {
        load(from)
    }
}

impl VectorToken for Baseline {
    #[inline(always)]
    fn load_blocks(self, rows: &[&[u8; 81]], first: usize, from: usize) -> Simd128 {
        load_bytes(&rows[first][from..])
    }
}

impl Masks for Simd128 {
    const LANES: usize = LANES;
    type Flags = Simd128;

    #[inline(always)]
    fn repeat(self, number: u16) -> Self {
        Simd128(u16x8_splat(number))
    }
    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        let to = &mut to[..LANES];
        // SAFETY: the slice has the 16 bytes that are written; any alignment is allowed.
        unsafe { v128_store(to.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Simd128(v128_and(self.0, other.0))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Simd128(v128_or(self.0, other.0))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Simd128(v128_xor(self.0, other.0))
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Simd128(v128_andnot(self.0, other.0))
    }
    #[inline(always)]
    fn where_empty(self) -> Self {
        self.equals(self.repeat(0))
    }
    #[inline(always)]
    fn count(self) -> Self {
        Simd128(u16x8_extadd_pairwise_u8x16(u8x16_popcnt(self.0)))
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Simd128(u16x8_add(self.0, other.0))
    }
    #[inline(always)]
    fn minimum(self, other: Self) -> Self {
        Simd128(u16x8_min(self.0, other.0))
    }
    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        Simd128(u16x8_eq(self.0, other.0))
    }
    #[inline(always)]
    fn is_empty(self) -> Self {
        self.where_empty()
    }
    #[inline(always)]
    fn has_highest_bit(self) -> Self {
        Simd128(i16x8_shr(self.0, 15))
    }
    #[inline(always)]
    fn replaced_where(self, flags: Self, yes: Self) -> Self {
        Simd128(v128_bitselect(yes.0, self.0, flags.0))
    }
    #[inline(always)]
    fn bits(flags: Self) -> u32 {
        u16x8_bitmask(flags.0).into()
    }
}

impl Vector for Simd128 {
    /// The byte of the register itself, and of the window, that each byte comes from; 0 if the index
    /// is too large.
    type Arrangement = (Simd128, Simd128);

    #[inline(always)]
    fn lanes_of_bits(self, bits: u32) -> Self {
        let lane_bits = load(&LANE_BITS);
        lane_bits.and(self.repeat(bits as u16)).equals(lane_bits)
    }
    #[inline(always)]
    fn lane(&self, number: usize) -> u16 {
        let mut lanes = [0; LANES];
        self.store(&mut lanes);
        lanes[number]
    }
    #[inline(always)]
    fn arrangement(self, from: &[u8; 32]) -> (Simd128, Simd128) {
        let mut bytes = [0; 16];
        for (pair, from) in bytes.chunks_exact_mut(2).zip(from) {
            pair.copy_from_slice(&[2 * from, 2 * from + 1]);
        }
        let own = load_bytes(&bytes);
        (own, Simd128(u8x16_sub(own.0, u8x16_splat(16))))
    }
    #[inline(always)]
    fn rearranged(self, window: Self, (own, other): (Simd128, Simd128)) -> Self {
        let own = Simd128(u8x16_swizzle(self.0, own.0));
        own.or(Simd128(u8x16_swizzle(window.0, other.0)))
    }
    #[inline(always)]
    fn block(&self, _number: usize) -> [u8; 16] {
        let mut bytes = [0; 16];
        // SAFETY: the array has the 16 bytes that are written; any alignment is allowed.
        unsafe { v128_store(bytes.as_mut_ptr().cast(), self.0) };
        bytes
    }
    #[inline(always)]
    fn interleaved(self, other: Self) -> (Self, Self) {
        let first = u8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(
            self.0, other.0,
        );
        let second = u8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(
            self.0, other.0,
        );
        (Simd128(first), Simd128(second))
    }
    #[inline(always)]
    fn minimum_bytes(self, other: Self) -> Self {
        Simd128(u8x16_min(self.0, other.0))
    }
    #[inline(always)]
    fn looked_up(self, table: &'static [u8; 16]) -> Self {
        Simd128(u8x16_swizzle(load_bytes(table).0, self.0))
    }
    #[inline(always)]
    fn shifted_by_four(self) -> Self {
        Simd128(u16x8_shr(self.0, 4))
    }
    #[inline(always)]
    fn packed(self, other: Self) -> Self {
        Simd128(u8x16_narrow_i16x8(self.0, other.0))
    }
}

impl Narrow for Simd128 {
    #[inline(always)]
    fn next_of_three(self) -> Self {
        Simd128(u16x8_shuffle::<1, 2, 0, 3, 5, 6, 4, 7>(self.0, self.0))
    }
    #[inline(always)]
    fn last_of_three(self) -> Self {
        Simd128(u16x8_shuffle::<2, 0, 1, 3, 6, 4, 5, 7>(self.0, self.0))
    }
    #[inline(always)]
    fn joined<const UPPER: bool, const OTHER_UPPER: bool>(self, other: Self) -> Self {
        Simd128(match (UPPER, OTHER_UPPER) {
            (false, false) => u64x2_shuffle::<0, 2>(self.0, other.0),
            (true, false) => u64x2_shuffle::<1, 2>(self.0, other.0),
            (false, true) => u64x2_shuffle::<0, 3>(self.0, other.0),
            (true, true) => u64x2_shuffle::<1, 3>(self.0, other.0),
        })
    }
    #[inline(always)]
    fn bits_of_two(first: Self, second: Self) -> u32 {
        i8x16_bitmask(i8x16_narrow_i16x8(first.0, second.0)).into()
    }
}
