//! Planes in AVX2 registers.
//!
//! A plane exists only if its [`Token`] does, and [`HasAvx2::detect`] returns a token only if the CPU has
//! all features that the intrinsics of this file need. That is why the `unsafe` blocks are sound.

use core::arch::x86_64::*;

use super::plane::{ALL, BOXES, LAST_BOX, Lanes, NEXT_BOX, Plane, Token};

/// Proof that the CPU has the instructions of this file.
#[derive(Clone, Copy)]
pub(super) struct HasAvx2(());

impl HasAvx2 {
    pub fn detect() -> Option<HasAvx2> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        has.then_some(HasAvx2(()))
    }
}

/// One register of masks.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Avx2(__m256i);

/// Calls intrinsics on planes.
macro_rules! intrinsic {
    ($call:expr) => {
        // SAFETY: a plane or token exists, so the CPU has the features: see the module documentation.
        unsafe { $call }
    };
}

#[inline(always)]
fn splat(mask: u16) -> __m256i {
    intrinsic!(_mm256_set1_epi16(mask.cast_signed()))
}

/// Reorders the bytes of each half.
#[inline(always)]
fn shuffled(plane: Avx2, order: &'static [u8; 32]) -> Avx2 {
    // SAFETY: a plane exists, so the CPU has the features. The load reads the 32 bytes of `order`.
    Avx2(unsafe { _mm256_shuffle_epi8(plane.0, _mm256_loadu_si256(order.as_ptr().cast())) })
}

/// All ones in lanes that are equal, 0 in the others.
#[inline(always)]
fn equal(a: __m256i, b: __m256i) -> Avx2 {
    Avx2(intrinsic!(_mm256_cmpeq_epi16(a, b)))
}

/// [`BOXES`] as `movemask` returns it, two bits per lane.
const BOX_BYTES: u32 = {
    let mut bytes = 0;
    let mut lane = 0;
    while lane < 16 {
        bytes |= ((BOXES >> lane & 1) * 0b11) << (2 * lane);
        lane += 1;
    }
    bytes
};

#[inline(always)]
fn box_bytes(answer: Avx2) -> u32 {
    intrinsic!(_mm256_movemask_epi8(answer.0)).cast_unsigned() & BOX_BYTES
}

impl Token for HasAvx2 {
    type Plane = Avx2;

    #[inline(always)]
    fn splat(self, mask: u16) -> Avx2 {
        Avx2(splat(mask))
    }

    #[inline(always)]
    fn load(self, from: &Lanes) -> Avx2 {
        // SAFETY: the token exists, so the CPU has the features. `Lanes` has the 32 bytes that are
        // read.
        Avx2(unsafe { _mm256_loadu_si256(from.0.as_ptr().cast()) })
    }
}

impl Plane for Avx2 {
    #[inline(always)]
    fn store(self, to: &mut Lanes) {
        // SAFETY: a plane exists, so the CPU has the features. `Lanes` has the 32 bytes that are
        // written.
        unsafe { _mm256_storeu_si256(to.0.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Avx2(intrinsic!(_mm256_and_si256(self.0, other.0)))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Avx2(intrinsic!(_mm256_or_si256(self.0, other.0)))
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Avx2(intrinsic!(_mm256_andnot_si256(other.0, self.0)))
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
        Avx2(intrinsic!(_mm256_xor_si256(a.0, b.0))).or(self)
    }

    #[inline(always)]
    fn singles(self) -> Self {
        let less_one = intrinsic!(_mm256_add_epi16(self.0, _mm256_set1_epi16(-1)));
        let others = self.and(Avx2(less_one));
        self.and(equal(others.0, splat(0)))
    }
    #[inline(always)]
    fn narrowed(self, gone: Self, to: Self) -> Self {
        let left = self.without(gone);
        let shared = left.and(to);
        left.and(equal(shared.0, splat(0))).or(shared)
    }
    #[inline(always)]
    fn or_others_of(self, full: Self) -> Self {
        let below = intrinsic!(_mm256_set1_epi16(-1));
        let less_one = full.and(Avx2(intrinsic!(_mm256_add_epi16(full.0, below))));
        let less_two = less_one.and(Avx2(intrinsic!(_mm256_add_epi16(less_one.0, below))));
        let is_open = equal(less_two.0, splat(0));
        Avx2(splat(ALL)).without(full.or(is_open)).or(self)
    }
    #[inline(always)]
    fn count(self) -> Self {
        // A lookup table of bit counts, applied to each half of each byte.
        Avx2(intrinsic!({
            let counts = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            ));
            let half = _mm256_set1_epi8(15);
            let low = _mm256_shuffle_epi8(counts, _mm256_and_si256(self.0, half));
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(self.0), half);
            let bytes = _mm256_add_epi8(low, _mm256_shuffle_epi8(counts, high));
            let sums = _mm256_add_epi8(bytes, _mm256_srli_epi16::<8>(bytes));
            _mm256_and_si256(sums, _mm256_set1_epi16(0xff))
        }))
    }
    #[inline(always)]
    fn minimum(self, other: Self) -> Self {
        Avx2(intrinsic!(_mm256_min_epu16(self.0, other.0)))
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Avx2(intrinsic!(_mm256_add_epi16(self.0, other.0)))
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
        Avx2(intrinsic!(_mm256_permute4x64_epi64::<0b11_00_10_01>(
            self.0
        )))
    }
    #[inline(always)]
    fn last_band(self) -> Self {
        Avx2(intrinsic!(_mm256_permute4x64_epi64::<0b11_01_00_10>(
            self.0
        )))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        intrinsic!(_mm256_testz_si256(self.0, self.0)) == 1
    }
    #[inline(always)]
    fn is_full(self) -> bool {
        box_bytes(equal(self.0, splat(ALL))) == BOX_BYTES
    }
    #[inline(always)]
    fn has_empty_box(self) -> bool {
        box_bytes(equal(self.0, splat(0))) != 0
    }
}
