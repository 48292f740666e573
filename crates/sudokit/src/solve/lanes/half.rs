//! Sixteen lanes in 256-bit registers, with the AVX-512 instructions for them.
//!
//! A single puzzle seldom fills 32 lanes (about 18 on the hardest), and on a CPU that executes 512 bits
//! in two steps, a sweep of half the width takes half the time. Batches fill all lanes, so they use the
//! full width.
//!
//! A vector exists only if its [`Token`] does, which consists of the tokens of both instruction sets.
//! That is why the `unsafe` blocks are sound.

use core::arch::x86_64::*;

use super::avx2::{Avx2, HasAvx2};
use super::avx512::HasAvx512;
use super::intrinsic;
use super::vector::{Token, Vector};

/// Proof that the CPU has the instructions of this file.
#[derive(Clone, Copy)]
pub(super) struct HasBoth {
    avx2: HasAvx2,
    _avx512: HasAvx512,
}

impl HasBoth {
    pub fn detect() -> Option<HasBoth> {
        Some(HasBoth {
            avx2: HasAvx2::detect()?,
            _avx512: HasAvx512::detect()?,
        })
    }
}

/// One register of masks.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Half(Avx2);

#[inline(always)]
fn of(register: __m256i) -> Half {
    Half(Avx2(register))
}

/// Applies any function of three bits: bit `4a + 2b + c` of `TABLE` is its result.
#[inline(always)]
fn logic<const TABLE: i32>(a: Half, b: Half, c: Half) -> Half {
    of(intrinsic!(_mm256_ternarylogic_epi64::<TABLE>(
        a.0.0, b.0.0, c.0.0
    )))
}

#[inline(always)]
fn splat(value: u16) -> __m256i {
    intrinsic!(_mm256_set1_epi16(value.cast_signed()))
}

impl Token for HasBoth {
    type Vector = Half;

    #[inline(always)]
    fn splat(self, value: u16) -> Half {
        Half(self.avx2.splat(value))
    }
    #[inline(always)]
    fn load(self, from: &[u16]) -> Half {
        Half(self.avx2.load(from))
    }
    #[inline(always)]
    fn load_rows(self, rows: &[&[u8; 81]], from: usize) -> [Half; 8] {
        let [a, b, c, d, e, f, g, h] = self.avx2.load_rows(rows, from);
        [
            Half(a),
            Half(b),
            Half(c),
            Half(d),
            Half(e),
            Half(f),
            Half(g),
            Half(h),
        ]
    }
}

impl Vector for Half {
    const LANES: usize = Avx2::LANES;
    type Flags = u16;
    type Arrangement = Half;

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Half(self.0.and(other.0))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Half(self.0.or(other.0))
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Half(self.0.without(other.0))
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
        // Shifts out every lane with a second value.
        let second = self.and(self.plus(of(splat(u16::MAX))));
        of(intrinsic!(_mm256_srlv_epi16(self.0.0, second.0.0)))
    }
    #[inline(always)]
    fn narrowed_to(self, wanted: Self) -> Self {
        // As above: shifts out every lane with something in common.
        let common = self.and(wanted);
        common.or(of(intrinsic!(_mm256_srlv_epi16(self.0.0, common.0.0))))
    }
    #[inline(always)]
    fn narrowed_to_three(self, asserted: Self) -> Self {
        let three = asserted.count().equals(of(splat(3)));
        self.replaced_where(three, asserted)
    }
    #[inline(always)]
    fn count(self) -> Self {
        of(intrinsic!(_mm256_popcnt_epi16(self.0.0)))
    }
    #[inline(always)]
    fn lowest(self) -> Self {
        let negated = intrinsic!(_mm256_sub_epi16(splat(0), self.0.0));
        self.and(of(negated))
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Half(self.0.plus(other.0))
    }
    #[inline(always)]
    fn minimum(self, other: Self) -> Self {
        Half(self.0.minimum(other.0))
    }
    #[inline(always)]
    fn equals(self, other: Self) -> u16 {
        intrinsic!(_mm256_cmpeq_epi16_mask(self.0.0, other.0.0))
    }
    #[inline(always)]
    fn is_empty(self) -> u16 {
        intrinsic!(_mm256_testn_epi16_mask(self.0.0, self.0.0))
    }
    #[inline(always)]
    fn less_than(self, other: Self) -> u16 {
        intrinsic!(_mm256_cmplt_epu16_mask(self.0.0, other.0.0))
    }
    #[inline(always)]
    fn replaced_where(self, flags: u16, yes: Self) -> Self {
        of(intrinsic!(_mm256_mask_mov_epi16(self.0.0, flags, yes.0.0)))
    }
    #[inline(always)]
    fn bits(flags: u16) -> u32 {
        flags.into()
    }
    #[inline(always)]
    fn lanes_of_bits(self, bits: u32) -> Self {
        of(intrinsic!(_mm256_movm_epi16(bits as u16)))
    }
    #[inline(always)]
    fn arrangement(self, from: &[u8; 32]) -> Self {
        // SAFETY: a vector or token exists, so the CPU has the features. The load reads 16 of the
        // 32 bytes of `from`.
        of(unsafe { _mm256_cvtepu8_epi16(_mm_loadu_si128(from.as_ptr().cast())) })
    }
    #[inline(always)]
    fn rearranged(self, window: Self, arrangement: Self) -> Self {
        of(intrinsic!(_mm256_permutex2var_epi16(
            self.0.0,
            arrangement.0.0,
            window.0.0
        )))
    }
    #[inline(always)]
    fn lane(&self, number: usize) -> u16 {
        self.0.lane(number)
    }
    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        self.0.store(to);
    }
    #[inline(always)]
    fn interleaved(self, other: Self) -> (Self, Self) {
        let (first, second) = self.0.interleaved(other.0);
        (Half(first), Half(second))
    }
    #[inline(always)]
    fn masks_of_values(self) -> (Self, Self) {
        let (first, second) = self.0.masks_of_values();
        (Half(first), Half(second))
    }
    #[inline(always)]
    fn values_of_masks(self, other: Self) -> Self {
        Half(self.0.values_of_masks(other.0))
    }
    #[inline(always)]
    fn block(&self, number: usize) -> [u8; 16] {
        self.0.block(number)
    }
}
