//! Thirty-two lanes in AVX-512 registers (Intel since Ice Lake, AMD since Zen 4).
//!
//! A vector exists only if its [`Token`] does, and [`HasAvx512::detect`] returns a token only if the CPU
//! has all features that the intrinsics of this file need. That is why the `unsafe` blocks are sound.

use core::arch::x86_64::*;

use super::intrinsic;
use super::vector::{MASK_BYTES, Token, Vector};

const LANES: usize = 32;

/// Proof that the CPU has the instructions of this file.
#[derive(Clone, Copy)]
pub(super) struct HasAvx512(());

impl HasAvx512 {
    pub fn detect() -> Option<HasAvx512> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        has.then_some(HasAvx512(()))
    }
}

/// One register of masks.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Avx512(__m512i);

/// Applies any function of three bits: bit `4a + 2b + c` of `TABLE` is its result.
#[inline(always)]
fn logic<const TABLE: i32>(a: Avx512, b: Avx512, c: Avx512) -> Avx512 {
    Avx512(intrinsic!(_mm512_ternarylogic_epi64::<TABLE>(
        a.0, b.0, c.0
    )))
}

#[inline(always)]
fn splat(value: u16) -> __m512i {
    intrinsic!(_mm512_set1_epi16(value.cast_signed()))
}

/// Repeats a table of 16 bytes in every block. Called only with a vector or token at hand.
#[inline(always)]
fn table(entries: [u8; 16]) -> __m512i {
    // SAFETY: a vector or token exists, so the CPU has the features. The load reads the 16 bytes of
    // `entries`.
    unsafe { _mm512_broadcast_i32x4(_mm_loadu_si128(entries.as_ptr().cast())) }
}

impl Token for HasAvx512 {
    type Vector = Avx512;

    #[inline(always)]
    fn splat(self, value: u16) -> Avx512 {
        Avx512(splat(value))
    }

    #[inline(always)]
    fn load(self, from: &[u16]) -> Avx512 {
        let from = &from[..LANES];
        // SAFETY: a vector or token exists, so the CPU has the features. The slice has the 64 bytes
        // that are read.
        Avx512(unsafe { _mm512_loadu_si512(from.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_rows(self, rows: &[&[u8; 81]], from: usize) -> [Avx512; 8] {
        let rows = &rows[..LANES];
        assert!(from + 16 <= 81);
        let mut loaded = [self.splat(0); 8];
        for (n, vector) in loaded.iter_mut().enumerate() {
            // SAFETY: a vector or token exists, so the CPU has the features. `from + 16` is within
            // each row.
            *vector = Avx512(unsafe {
                let first = _mm_loadu_si128(rows[n].as_ptr().add(from).cast());
                let second = _mm_loadu_si128(rows[n + 8].as_ptr().add(from).cast());
                let third = _mm_loadu_si128(rows[n + 16].as_ptr().add(from).cast());
                let fourth = _mm_loadu_si128(rows[n + 24].as_ptr().add(from).cast());
                let blocks = _mm512_castsi128_si512(first);
                let blocks = _mm512_inserti32x4::<1>(blocks, second);
                let blocks = _mm512_inserti32x4::<2>(blocks, third);
                _mm512_inserti32x4::<3>(blocks, fourth)
            });
        }
        loaded
    }
}

impl Vector for Avx512 {
    const LANES: usize = LANES;
    type Flags = u32;
    type Arrangement = Avx512;

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Avx512(intrinsic!(_mm512_and_si512(self.0, other.0)))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Avx512(intrinsic!(_mm512_or_si512(self.0, other.0)))
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Avx512(intrinsic!(_mm512_andnot_si512(other.0, self.0)))
    }
    #[inline(always)]
    fn and3(self, a: Self, b: Self) -> Self {
        logic::<0b1000_0000>(self, a, b)
    }
    #[inline(always)]
    fn or3(self, a: Self, b: Self) -> Self {
        logic::<0b1111_1110>(self, a, b)
    }
    #[inline(always)]
    fn without_both(self, a: Self, b: Self) -> Self {
        logic::<0b0001_0000>(self, a, b)
    }
    #[inline(always)]
    fn and_or(self, keep: Self, more: Self) -> Self {
        logic::<0b1110_1010>(self, keep, more)
    }
    #[inline(always)]
    fn and_either(self, a: Self, b: Self) -> Self {
        logic::<0b1110_0000>(self, a, b)
    }
    #[inline(always)]
    fn without_or(self, gone: Self, more: Self) -> Self {
        logic::<0b1011_1010>(self, gone, more)
    }
    #[inline(always)]
    fn or_without(self, of: Self, gone: Self) -> Self {
        logic::<0b1111_0100>(self, of, gone)
    }
    #[inline(always)]
    fn majority(self, a: Self, b: Self) -> Self {
        logic::<0b1110_1000>(self, a, b)
    }
    #[inline(always)]
    fn odd(self, a: Self, b: Self) -> Self {
        logic::<0b1001_0110>(self, a, b)
    }
    #[inline(always)]
    fn exactly_one(self, a: Self, b: Self) -> Self {
        logic::<0b0001_0110>(self, a, b)
    }
    #[inline(always)]
    fn exactly_two(self, a: Self, b: Self) -> Self {
        logic::<0b0110_1000>(self, a, b)
    }
    #[inline(always)]
    fn all_equal(self, a: Self, b: Self) -> Self {
        logic::<0b1000_0001>(self, a, b)
    }
    #[inline(always)]
    fn single_values(self) -> Self {
        // Shifts out every lane with a second value. (Masked moves take as many instructions, and are
        // slower here, where all cells of a box wait for the last.)
        let second = self.and(self.plus(Avx512(splat(u16::MAX))));
        Avx512(intrinsic!(_mm512_srlv_epi16(self.0, second.0)))
    }
    #[inline(always)]
    fn narrowed_to(self, wanted: Self) -> Self {
        // As above: shifts out every lane with something in common.
        let common = self.and(wanted);
        common.or(Avx512(intrinsic!(_mm512_srlv_epi16(self.0, common.0))))
    }
    #[inline(always)]
    fn narrowed_to_three(self, asserted: Self) -> Self {
        let three = intrinsic!(_mm512_cmpeq_epi16_mask(asserted.count().0, splat(3)));
        self.replaced_where(three, asserted)
    }
    #[inline(always)]
    fn count(self) -> Self {
        Avx512(intrinsic!(_mm512_popcnt_epi16(self.0)))
    }
    #[inline(always)]
    fn lowest(self) -> Self {
        let negated = intrinsic!(_mm512_sub_epi16(splat(0), self.0));
        self.and(Avx512(negated))
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Avx512(intrinsic!(_mm512_add_epi16(self.0, other.0)))
    }
    #[inline(always)]
    fn minimum(self, other: Self) -> Self {
        Avx512(intrinsic!(_mm512_min_epu16(self.0, other.0)))
    }
    #[inline(always)]
    fn equals(self, other: Self) -> u32 {
        intrinsic!(_mm512_cmpeq_epi16_mask(self.0, other.0))
    }
    #[inline(always)]
    fn is_empty(self) -> u32 {
        intrinsic!(_mm512_testn_epi16_mask(self.0, self.0))
    }
    #[inline(always)]
    fn less_than(self, other: Self) -> u32 {
        intrinsic!(_mm512_cmplt_epu16_mask(self.0, other.0))
    }
    #[inline(always)]
    fn replaced_where(self, flags: u32, yes: Self) -> Self {
        Avx512(intrinsic!(_mm512_mask_mov_epi16(self.0, flags, yes.0)))
    }
    #[inline(always)]
    fn bits(flags: u32) -> u32 {
        flags
    }
    #[inline(always)]
    fn lanes_of_bits(self, bits: u32) -> Self {
        Avx512(intrinsic!(_mm512_movm_epi16(bits)))
    }
    #[inline(always)]
    fn arrangement(self, from: &[u8; 32]) -> Self {
        // SAFETY: a vector or token exists, so the CPU has the features. The load reads the 32
        // bytes of `from`.
        Avx512(unsafe { _mm512_cvtepu8_epi16(_mm256_loadu_si256(from.as_ptr().cast())) })
    }
    #[inline(always)]
    fn rearranged(self, window: Self, arrangement: Self) -> Self {
        Avx512(intrinsic!(_mm512_permutex2var_epi16(
            self.0,
            arrangement.0,
            window.0
        )))
    }
    #[inline(always)]
    fn lane(&self, number: usize) -> u16 {
        // SAFETY: the register is 64 bytes, as is the array; any bits are valid numbers, and a register
        // has the larger alignment.
        let lanes: &[u16; LANES] = unsafe { &*(&raw const *self).cast() };
        lanes[number]
    }
    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        let to = &mut to[..LANES];
        // SAFETY: a vector exists, so the CPU has the features. The slice has the 64 bytes that are
        // written.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn interleaved(self, other: Self) -> (Self, Self) {
        let first = intrinsic!(_mm512_unpacklo_epi8(self.0, other.0));
        let second = intrinsic!(_mm512_unpackhi_epi8(self.0, other.0));
        (Avx512(first), Avx512(second))
    }
    #[inline(always)]
    fn masks_of_values(self) -> (Self, Self) {
        let [low, high] = MASK_BYTES;
        let value = intrinsic!(_mm512_min_epu8(self.0, _mm512_set1_epi8(10)));
        let low = intrinsic!(_mm512_shuffle_epi8(table(low), value));
        let high = intrinsic!(_mm512_shuffle_epi8(table(high), value));
        Avx512(low).interleaved(Avx512(high))
    }
    #[inline(always)]
    fn values_of_masks(self, other: Self) -> Self {
        // Counts the bits below the only one: smaller values, and four that are never used.
        let below = self.plus(Avx512(splat(u16::MAX))).count();
        let other_below = other.plus(Avx512(splat(u16::MAX))).count();
        let packed = intrinsic!(_mm512_packus_epi16(below.0, other_below.0));
        Avx512(intrinsic!(_mm512_sub_epi8(packed, _mm512_set1_epi8(3))))
    }
    #[inline(always)]
    fn block(&self, number: usize) -> [u8; 16] {
        // SAFETY: the register is 64 bytes, as are the four blocks; any bytes are valid.
        let blocks: &[[u8; 16]; 4] = unsafe { &*(&raw const *self).cast() };
        blocks[number]
    }
}
