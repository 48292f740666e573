//! AVX-512 (Intel since Ice Lake, AMD since Zen 4): 32 lanes in 512 bits, or 16 in 256.
//!
//! The instructions are the same for both widths: logic with three inputs, a shift and a bit count
//! per lane, and flags in registers of their own. A batch fills all 32 lanes. A single puzzle seldom
//! does (about 18 on the hardest), and a board has nine boxes; on a CPU that executes 512 bits in two
//! steps, half the width takes half the time.
//!
//! A register exists only if its token does, and [`HasAvx512::detect`] returns a token only if the
//! CPU has all features that the intrinsics of this file need. That is why the `unsafe` blocks are
//! sound.

use core::arch::x86_64::*;

use super::avx2::{BOX_SHUFFLES, HasAvx2};
use super::{BOXES, Masks, Plane, Token, Vector, VectorToken, intrinsic};

/// Proof that the CPU has the instructions of this file, for registers of 512 bits.
#[derive(Clone, Copy)]
pub(super) struct HasAvx512(());

impl HasAvx512 {
    pub fn detect() -> Option<HasAvx512> {
        let has = HasAvx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bitalg");
        has.then_some(HasAvx512(()))
    }
}

/// The same proof, for registers of 256 bits.
#[derive(Clone, Copy)]
pub(super) struct HalfAvx512(pub HasAvx512);

/// The intrinsics for 512 bits, by names that both widths share.
mod full {
    use core::arch::x86_64::*;
    pub use core::arch::x86_64::{
        __m512i as Register, __mmask32 as Flags, _mm512_add_epi16 as add, _mm512_and_si512 as and,
        _mm512_andnot_si512 as andnot, _mm512_cmpeq_epi16_mask as equal,
        _mm512_cmpgt_epu16_mask as greater, _mm512_loadu_si512 as load,
        _mm512_mask_mov_epi16 as replace, _mm512_min_epu8 as min_bytes, _mm512_min_epu16 as min,
        _mm512_movepi16_mask as sign, _mm512_movm_epi16 as spread, _mm512_or_si512 as or,
        _mm512_packus_epi16 as pack, _mm512_permutex2var_epi16 as permute,
        _mm512_popcnt_epi16 as count, _mm512_set1_epi8 as set_bytes, _mm512_set1_epi16 as set,
        _mm512_shuffle_epi8 as shuffle, _mm512_srli_epi16 as shift,
        _mm512_srlv_epi16 as shift_each, _mm512_storeu_si512 as store,
        _mm512_sub_epi8 as subtract_bytes, _mm512_ternarylogic_epi64 as logic,
        _mm512_testn_epi16_mask as empty, _mm512_unpackhi_epi8 as interleave_second,
        _mm512_unpacklo_epi8 as interleave_first, _mm512_xor_si512 as xor,
    };

    /// The number of lanes.
    pub const LANES: usize = 32;

    /// Repeats a table of 16 bytes in every block.
    #[inline(always)]
    pub unsafe fn table(entries: &[u8; 16]) -> Register {
        // SAFETY: the caller has a register, so the CPU has the features. The load reads the bytes
        // of `entries`.
        unsafe { _mm512_broadcast_i32x4(_mm_loadu_si128(entries.as_ptr().cast())) }
    }

    /// Loads a byte per lane.
    #[inline(always)]
    pub unsafe fn widen(bytes: &[u8; 32]) -> Register {
        // SAFETY: the caller has a register, so the CPU has the features. The load reads the bytes
        // of the array.
        unsafe { _mm512_cvtepu8_epi16(_mm256_loadu_si256(bytes.as_ptr().cast())) }
    }

    /// Joins blocks of 16 bytes.
    #[inline(always)]
    pub unsafe fn join(block: impl Fn(usize) -> __m128i) -> Register {
        // SAFETY: the caller has a token, so the CPU has the features.
        unsafe {
            let blocks = _mm512_castsi128_si512(block(0));
            let blocks = _mm512_inserti32x4::<1>(blocks, block(1));
            let blocks = _mm512_inserti32x4::<2>(blocks, block(2));
            _mm512_inserti32x4::<3>(blocks, block(3))
        }
    }
}

/// The intrinsics for 256 bits, by names that both widths share.
mod half {
    use core::arch::x86_64::*;
    pub use core::arch::x86_64::{
        __m256i as Register, __mmask16 as Flags, _mm256_add_epi16 as add, _mm256_and_si256 as and,
        _mm256_andnot_si256 as andnot, _mm256_cmpeq_epi16_mask as equal,
        _mm256_cmpgt_epu16_mask as greater, _mm256_loadu_si256 as load,
        _mm256_mask_mov_epi16 as replace, _mm256_min_epu8 as min_bytes, _mm256_min_epu16 as min,
        _mm256_movepi16_mask as sign, _mm256_movm_epi16 as spread, _mm256_or_si256 as or,
        _mm256_packus_epi16 as pack, _mm256_permutex2var_epi16 as permute,
        _mm256_popcnt_epi16 as count, _mm256_set1_epi8 as set_bytes, _mm256_set1_epi16 as set,
        _mm256_shuffle_epi8 as shuffle, _mm256_srli_epi16 as shift,
        _mm256_srlv_epi16 as shift_each, _mm256_storeu_si256 as store,
        _mm256_sub_epi8 as subtract_bytes, _mm256_ternarylogic_epi64 as logic,
        _mm256_testn_epi16_mask as empty, _mm256_unpackhi_epi8 as interleave_second,
        _mm256_unpacklo_epi8 as interleave_first, _mm256_xor_si256 as xor,
    };

    /// The number of lanes.
    pub const LANES: usize = 16;

    /// Repeats a table of 16 bytes in every block.
    #[inline(always)]
    pub unsafe fn table(entries: &[u8; 16]) -> Register {
        // SAFETY: the caller has a register, so the CPU has the features. The load reads the bytes
        // of `entries`.
        unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(entries.as_ptr().cast())) }
    }

    /// Loads a byte per lane.
    #[inline(always)]
    pub unsafe fn widen(bytes: &[u8; 32]) -> Register {
        // SAFETY: the caller has a register, so the CPU has the features. The load reads half of
        // the array.
        unsafe { _mm256_cvtepu8_epi16(_mm_loadu_si128(bytes.as_ptr().cast())) }
    }

    /// Joins blocks of 16 bytes.
    #[inline(always)]
    pub unsafe fn join(block: impl Fn(usize) -> __m128i) -> Register {
        // SAFETY: the caller has a token, so the CPU has the features.
        unsafe { _mm256_set_m128i(block(1), block(0)) }
    }
}

/// Implements everything for one width, with the intrinsics of a module.
macro_rules! implement {
    ($token:ty, $name:ident, $ops:ident) => {
        #[doc = concat!("One register of `", stringify!($ops), "` width.")]
        #[derive(Clone, Copy)]
        #[repr(transparent)]
        pub(super) struct $name($ops::Register);

        impl $name {
            /// Applies any function of three bits: bit `4a + 2b + c` of `TABLE` is its result.
            #[inline(always)]
            fn logic<const TABLE: i32>(self, b: Self, c: Self) -> Self {
                $name(intrinsic!($ops::logic::<TABLE>(self.0, b.0, c.0)))
            }

            /// Shifts each lane by a mask, which clears it unless the mask is empty.
            #[inline(always)]
            fn unless(self, mask: Self) -> Self {
                $name(intrinsic!($ops::shift_each(self.0, mask.0)))
            }

            /// Returns the lanes with at least three values.
            #[inline(always)]
            fn at_least_three(self) -> $ops::Flags {
                intrinsic!($ops::greater(self.count().0, $ops::set(2)))
            }
        }

        impl Token for $token {
            type Register = $name;

            #[inline(always)]
            fn splat(self, number: u16) -> $name {
                $name(intrinsic!($ops::set(number.cast_signed())))
            }
            #[inline(always)]
            fn load(self, from: &[u16]) -> $name {
                let from = &from[..$ops::LANES];
                // SAFETY: the token exists, so the CPU has the features. The slice has the bytes
                // that are read.
                $name(unsafe { $ops::load(from.as_ptr().cast()) })
            }
        }

        impl VectorToken for $token {
            #[inline(always)]
            fn load_blocks(self, rows: &[&[u8; 81]], first: usize, from: usize) -> $name {
                let block = |number: usize| {
                    let bytes = &rows[first + 8 * number][from..from + 16];
                    // SAFETY: SSE2 is part of the target. The slice has the bytes that are read.
                    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
                };
                $name(intrinsic!($ops::join(block)))
            }
        }

        impl Masks for $name {
            const LANES: usize = $ops::LANES;
            type Flags = $ops::Flags;

            #[inline(always)]
            fn repeat(self, number: u16) -> Self {
                $name(intrinsic!($ops::set(number.cast_signed())))
            }
            #[inline(always)]
            fn store(self, to: &mut [u16]) {
                let to = &mut to[..$ops::LANES];
                // SAFETY: a register exists, so the CPU has the features. The slice has the bytes
                // that are written.
                unsafe { $ops::store(to.as_mut_ptr().cast(), self.0) }
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                $name(intrinsic!($ops::and(self.0, other.0)))
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                $name(intrinsic!($ops::or(self.0, other.0)))
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                $name(intrinsic!($ops::xor(self.0, other.0)))
            }
            #[inline(always)]
            fn without(self, other: Self) -> Self {
                $name(intrinsic!($ops::andnot(other.0, self.0)))
            }
            #[inline(always)]
            fn and3(self, a: Self, b: Self) -> Self {
                self.logic::<0b1000_0000>(a, b)
            }
            #[inline(always)]
            fn or3(self, a: Self, b: Self) -> Self {
                self.logic::<0b1111_1110>(a, b)
            }
            #[inline(always)]
            fn without_either(self, a: Self, b: Self) -> Self {
                self.logic::<0b0001_0000>(a, b)
            }
            #[inline(always)]
            fn without_common(self, a: Self, b: Self) -> Self {
                self.logic::<0b0111_0000>(a, b)
            }
            #[inline(always)]
            fn and_or(self, keep: Self, more: Self) -> Self {
                self.logic::<0b1110_1010>(keep, more)
            }
            #[inline(always)]
            fn and_either(self, a: Self, b: Self) -> Self {
                self.logic::<0b1110_0000>(a, b)
            }
            #[inline(always)]
            fn without_or(self, gone: Self, more: Self) -> Self {
                self.logic::<0b1011_1010>(gone, more)
            }
            #[inline(always)]
            fn or_without(self, of: Self, gone: Self) -> Self {
                self.logic::<0b1111_0100>(of, gone)
            }
            #[inline(always)]
            fn or_difference(self, a: Self, b: Self) -> Self {
                self.logic::<0b1111_0110>(a, b)
            }
            #[inline(always)]
            fn majority(self, a: Self, b: Self) -> Self {
                self.logic::<0b1110_1000>(a, b)
            }
            #[inline(always)]
            fn odd(self, a: Self, b: Self) -> Self {
                self.logic::<0b1001_0110>(a, b)
            }
            #[inline(always)]
            fn exactly_one(self, a: Self, b: Self) -> Self {
                self.logic::<0b0001_0110>(a, b)
            }
            #[inline(always)]
            fn exactly_two(self, a: Self, b: Self) -> Self {
                self.logic::<0b0110_1000>(a, b)
            }
            #[inline(always)]
            fn all_equal(self, a: Self, b: Self) -> Self {
                self.logic::<0b1000_0001>(a, b)
            }
            #[inline(always)]
            fn where_empty(self) -> Self {
                $name(intrinsic!($ops::spread(self.is_empty())))
            }
            #[inline(always)]
            fn singles_from(self, minus_one: Self) -> Self {
                // Masked moves take as many instructions, and are slower where all cells of a box
                // wait for the last.
                self.unless(self.and(minus_one))
            }
            #[inline(always)]
            fn narrowed_to(self, wanted: Self) -> Self {
                let common = self.and(wanted);
                common.or(self.unless(common))
            }
            #[inline(always)]
            fn without_narrowed_to(self, gone: Self, wanted: Self) -> Self {
                let common = self.logic::<0b0100_0000>(wanted, gone);
                self.unless(common).without_or(gone, common)
            }
            #[inline(always)]
            fn narrowed_to_three(self, asserted: Self) -> Self {
                self.replaced_where(asserted.at_least_three(), asserted)
            }
            #[inline(always)]
            fn or_others_of(self, full: Self) -> Self {
                let is_full = $name(intrinsic!($ops::spread(full.at_least_three())));
                self.or_without(is_full, full)
            }
            #[inline(always)]
            fn count(self) -> Self {
                $name(intrinsic!($ops::count(self.0)))
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                $name(intrinsic!($ops::add(self.0, other.0)))
            }
            #[inline(always)]
            fn minimum(self, other: Self) -> Self {
                $name(intrinsic!($ops::min(self.0, other.0)))
            }
            #[inline(always)]
            fn equals(self, other: Self) -> $ops::Flags {
                intrinsic!($ops::equal(self.0, other.0))
            }
            #[inline(always)]
            fn is_empty(self) -> $ops::Flags {
                intrinsic!($ops::empty(self.0, self.0))
            }
            #[inline(always)]
            fn has_highest_bit(self) -> $ops::Flags {
                intrinsic!($ops::sign(self.0))
            }
            #[inline(always)]
            fn replaced_where(self, flags: $ops::Flags, yes: Self) -> Self {
                $name(intrinsic!($ops::replace(self.0, flags, yes.0)))
            }
            #[inline(always)]
            fn bits(flags: $ops::Flags) -> u32 {
                flags.into()
            }
        }

        impl Vector for $name {
            type Arrangement = $name;

            #[inline(always)]
            fn lanes_of_bits(self, bits: u32) -> Self {
                $name(intrinsic!($ops::spread(bits as $ops::Flags)))
            }
            #[inline(always)]
            fn lane(&self, number: usize) -> u16 {
                // SAFETY: the register has as many bytes as the array; any bits are valid numbers,
                // and a register has the larger alignment.
                let lanes: &[u16; $ops::LANES] = unsafe { &*(&raw const *self).cast() };
                lanes[number]
            }
            #[inline(always)]
            fn arrangement(self, from: &[u8; 32]) -> Self {
                $name(intrinsic!($ops::widen(from)))
            }
            #[inline(always)]
            fn rearranged(self, window: Self, arrangement: Self) -> Self {
                $name(intrinsic!($ops::permute(self.0, arrangement.0, window.0)))
            }
            #[inline(always)]
            fn block(&self, number: usize) -> [u8; 16] {
                // SAFETY: the register has as many bytes as the blocks; any bytes are valid.
                let blocks: &[[u8; 16]; $ops::LANES / 8] = unsafe { &*(&raw const *self).cast() };
                blocks[number]
            }
            #[inline(always)]
            fn interleaved(self, other: Self) -> (Self, Self) {
                let first = intrinsic!($ops::interleave_first(self.0, other.0));
                let second = intrinsic!($ops::interleave_second(self.0, other.0));
                ($name(first), $name(second))
            }
            #[inline(always)]
            fn minimum_bytes(self, other: Self) -> Self {
                $name(intrinsic!($ops::min_bytes(self.0, other.0)))
            }
            #[inline(always)]
            fn looked_up(self, table: &'static [u8; 16]) -> Self {
                $name(intrinsic!($ops::shuffle($ops::table(table), self.0)))
            }
            #[inline(always)]
            fn shifted_by_four(self) -> Self {
                $name(intrinsic!($ops::shift::<4>(self.0)))
            }
            #[inline(always)]
            fn packed(self, other: Self) -> Self {
                $name(intrinsic!($ops::pack(self.0, other.0)))
            }
            #[inline(always)]
            fn values_of_masks(self, other: Self) -> Self {
                // Counts the bits below the only one: smaller values, and four that are never used.
                let last = self.repeat(u16::MAX);
                let below = self.plus(last).count().packed(other.plus(last).count());
                let three = intrinsic!($ops::set_bytes(3));
                $name(intrinsic!($ops::subtract_bytes(below.0, three)))
            }
        }
    };
}

implement!(HasAvx512, Avx512, full);
implement!(HalfAvx512, Half, half);

impl Plane for Half {
    const ALL_BOXES: u32 = BOXES;

    #[inline(always)]
    fn next_box(self) -> Self {
        Half(intrinsic!(_mm256_shuffle_epi8(self.0, BOX_SHUFFLES.next())))
    }
    #[inline(always)]
    fn last_box(self) -> Self {
        Half(intrinsic!(_mm256_shuffle_epi8(self.0, BOX_SHUFFLES.last())))
    }
    #[inline(always)]
    fn next_band(self) -> Self {
        Half(intrinsic!(_mm256_permute4x64_epi64::<0b11_00_10_01>(
            self.0
        )))
    }
    #[inline(always)]
    fn last_band(self) -> Self {
        Half(intrinsic!(_mm256_permute4x64_epi64::<0b11_01_00_10>(
            self.0
        )))
    }
    #[inline(always)]
    fn box_bits(flags: u16) -> u32 {
        u32::from(flags) & BOXES
    }
    #[inline(always)]
    fn is_blank(self) -> bool {
        intrinsic!(_mm256_testz_si256(self.0, self.0)) == 1
    }
}
