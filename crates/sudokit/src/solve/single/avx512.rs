//! Planes in 256-bit registers with the AVX-512 instructions for them (Intel since Ice Lake, AMD since
//! Zen 4): logic with three inputs, a shift per lane, and a bit count per lane.
//!
//! A plane exists only if its [`Token`] does, and [`HasAvx512::detect`] returns a token only if the CPU has
//! all features that the intrinsics of this file need. That is why the `unsafe` blocks are sound.

use core::arch::x86_64::*;

use super::plane::{ALL, BOXES, LAST_BOX, Lanes, NEXT_BOX, Plane, Token};

/// Proof that the CPU has the instructions of this file.
#[derive(Clone, Copy)]
pub(super) struct HasAvx512(());

impl HasAvx512 {
    pub fn detect() -> Option<HasAvx512> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("avx512f")
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
pub(super) struct Avx512(__m256i);

/// Calls one intrinsic on planes.
macro_rules! intrinsic {
    ($call:expr) => {
        // SAFETY: a plane or token exists, so the CPU has the features: see the module documentation.
        unsafe { $call }
    };
}

/// Applies any function of three bits: bit `4a + 2b + c` of `TABLE` is its result.
#[inline(always)]
fn logic<const TABLE: i32>(a: Avx512, b: Avx512, c: Avx512) -> Avx512 {
    Avx512(intrinsic!(_mm256_ternarylogic_epi64::<TABLE>(
        a.0, b.0, c.0
    )))
}

#[inline(always)]
fn splat(mask: u16) -> __m256i {
    intrinsic!(_mm256_set1_epi16(mask.cast_signed()))
}

/// Reorders the bytes of each half.
#[inline(always)]
fn shuffled(plane: Avx512, order: &'static [u8; 32]) -> Avx512 {
    // SAFETY: a plane exists, so the CPU has the features. The load reads the 32 bytes of `order`.
    Avx512(unsafe { _mm256_shuffle_epi8(plane.0, _mm256_loadu_si256(order.as_ptr().cast())) })
}

impl Token for HasAvx512 {
    type Plane = Avx512;

    #[inline(always)]
    fn splat(self, mask: u16) -> Avx512 {
        Avx512(splat(mask))
    }

    #[inline(always)]
    fn load(self, from: &Lanes) -> Avx512 {
        // SAFETY: the token exists, so the CPU has the features. `Lanes` has the 32 bytes that are
        // read.
        Avx512(unsafe { _mm256_loadu_si256(from.0.as_ptr().cast()) })
    }
}

impl Plane for Avx512 {
    #[inline(always)]
    fn store(self, to: &mut Lanes) {
        // SAFETY: a plane exists, so the CPU has the features. `Lanes` has the 32 bytes that are
        // written.
        unsafe { _mm256_storeu_si256(to.0.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Avx512(intrinsic!(_mm256_and_si256(self.0, other.0)))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Avx512(intrinsic!(_mm256_or_si256(self.0, other.0)))
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Avx512(intrinsic!(_mm256_andnot_si256(other.0, self.0)))
    }
    #[inline(always)]
    fn or3(self, a: Self, b: Self) -> Self {
        logic::<0b1111_1110>(self, a, b)
    }
    #[inline(always)]
    fn majority(self, a: Self, b: Self) -> Self {
        logic::<0b1110_1000>(self, a, b)
    }
    #[inline(always)]
    fn without_both(self, a: Self, b: Self) -> Self {
        logic::<0b0111_0000>(self, a, b)
    }
    #[inline(always)]
    fn without_or(self, gone: Self, kept: Self) -> Self {
        logic::<0b1011_1010>(self, gone, kept)
    }
    #[inline(always)]
    fn and_either(self, a: Self, b: Self) -> Self {
        logic::<0b1110_0000>(self, a, b)
    }
    #[inline(always)]
    fn or_difference(self, a: Self, b: Self) -> Self {
        logic::<0b1111_0110>(self, a, b)
    }

    #[inline(always)]
    fn singles(self) -> Self {
        // Shifting by the mask without its lowest value clears every lane with a second value.
        Avx512(intrinsic!({
            let less_one = _mm256_add_epi16(self.0, _mm256_set1_epi16(-1));
            _mm256_srlv_epi16(self.0, _mm256_and_si256(self.0, less_one))
        }))
    }
    #[inline(always)]
    fn narrowed(self, gone: Self, to: Self) -> Self {
        let shared = logic::<0b0100_0000>(self, to, gone);
        let others = Avx512(intrinsic!(_mm256_srlv_epi16(self.0, shared.0)));
        others.without_or(gone, shared)
    }
    #[inline(always)]
    fn or_others_of(self, full: Self) -> Self {
        let count = intrinsic!(_mm256_popcnt_epi16(full.0));
        let is_full = intrinsic!(_mm256_cmpgt_epi16(count, _mm256_set1_epi16(2)));
        logic::<0b1111_0100>(self, Avx512(is_full), full)
    }
    #[inline(always)]
    fn count(self) -> Self {
        Avx512(intrinsic!(_mm256_popcnt_epi16(self.0)))
    }
    #[inline(always)]
    fn minimum(self, other: Self) -> Self {
        Avx512(intrinsic!(_mm256_min_epu16(self.0, other.0)))
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Avx512(intrinsic!(_mm256_add_epi16(self.0, other.0)))
    }

    #[inline(always)]
    fn next_box(self) -> Self {
        shuffled(self, &NEXT_BOX)
    }
    #[inline(always)]
    fn last_box(self) -> Self {
        shuffled(self, &LAST_BOX)
    }
    #[inline(always)]
    fn next_band(self) -> Self {
        Avx512(intrinsic!(_mm256_permute4x64_epi64::<0b11_00_10_01>(
            self.0
        )))
    }
    #[inline(always)]
    fn last_band(self) -> Self {
        Avx512(intrinsic!(_mm256_permute4x64_epi64::<0b11_01_00_10>(
            self.0
        )))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        intrinsic!(_mm256_testz_si256(self.0, self.0)) == 1
    }
    #[inline(always)]
    fn is_full(self) -> bool {
        let other = intrinsic!(_mm256_cmpneq_epi16_mask(self.0, splat(ALL)));
        u32::from(other) & BOXES == 0
    }
    #[inline(always)]
    fn has_empty_box(self) -> bool {
        let empty = intrinsic!(_mm256_testn_epi16_mask(self.0, self.0));
        u32::from(empty) & BOXES != 0
    }
}
