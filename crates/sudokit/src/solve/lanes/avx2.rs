//! Sixteen lanes in AVX2 registers (nearly every x86-64 since 2013).
//!
//! A vector exists only if its [`Token`] does, and [`HasAvx2::detect`] returns a token only if the CPU
//! has all features that the intrinsics of this file need. That is why the `unsafe` blocks are sound.
//!
//! AVX2 has no three-input logic and no bit count, so the default methods of the trait apply, and "at
//! least three values" is tested by clearing the lowest one twice.

use core::arch::x86_64::*;

use super::intrinsic;
use super::vector::{MASK_BYTES, Token, Vector};

const LANES: usize = 16;

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
pub(super) struct Avx2(pub(super) __m256i);

#[inline(always)]
fn splat(value: u16) -> __m256i {
    intrinsic!(_mm256_set1_epi16(value.cast_signed()))
}

/// Repeats a table of 16 bytes in every block. Called only with a vector or token at hand.
#[inline(always)]
fn table(entries: [u8; 16]) -> __m256i {
    // SAFETY: a vector or token exists, so the CPU has the features. The load reads the 16 bytes of
    // `entries`.
    unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(entries.as_ptr().cast())) }
}

impl Avx2 {
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Avx2(intrinsic!(_mm256_xor_si256(self.0, other.0)))
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        self.and(self.plus(Avx2(splat(u16::MAX))))
    }
}

/// The bytes of a register, and of the register with its halves swapped, that go to each lane.
#[derive(Clone, Copy)]
struct Shuffle {
    straight: __m256i,
    crossed: __m256i,
}

impl Shuffle {
    #[inline(always)]
    fn apply(self, vector: Avx2) -> Avx2 {
        let swapped = intrinsic!(_mm256_permute4x64_epi64::<0b01_00_11_10>(vector.0));
        let straight = intrinsic!(_mm256_shuffle_epi8(vector.0, self.straight));
        let crossed = intrinsic!(_mm256_shuffle_epi8(swapped, self.crossed));
        Avx2(straight).or(Avx2(crossed))
    }
}

/// The shuffles for the lanes that come from the register itself and from the window.
#[derive(Clone, Copy)]
pub(super) struct Arrangement {
    own: Shuffle,
    window: Shuffle,
}

/// Returns the shuffle for the lanes whose source is in `first..first + LANES`. The others are cleared,
/// which is the effect of a byte index with its top bit set.
#[inline(always)]
fn shuffle(from: &[u8; 32], first: u8) -> Shuffle {
    let (mut straight, mut crossed) = ([0x80u8; 32], [0x80u8; 32]);
    for lane in 0..LANES {
        let source = from[lane].wrapping_sub(first);
        if usize::from(source) < LANES {
            let same_half = usize::from(source) / 8 == lane / 8;
            let bytes = if same_half {
                &mut straight
            } else {
                &mut crossed
            };
            bytes[2 * lane] = source % 8 * 2;
            bytes[2 * lane + 1] = source % 8 * 2 + 1;
        }
    }
    // SAFETY: a vector or token exists, so the CPU has the features. Each load reads the 32 bytes
    // of its array.
    unsafe {
        Shuffle {
            straight: _mm256_loadu_si256(straight.as_ptr().cast()),
            crossed: _mm256_loadu_si256(crossed.as_ptr().cast()),
        }
    }
}

impl Token for HasAvx2 {
    type Vector = Avx2;

    #[inline(always)]
    fn splat(self, value: u16) -> Avx2 {
        Avx2(splat(value))
    }

    #[inline(always)]
    fn load(self, from: &[u16]) -> Avx2 {
        let from = &from[..LANES];
        // SAFETY: a vector or token exists, so the CPU has the features. The slice has the 32 bytes
        // that are read.
        Avx2(unsafe { _mm256_loadu_si256(from.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_rows(self, rows: &[&[u8; 81]], from: usize) -> [Avx2; 8] {
        let rows = &rows[..LANES];
        assert!(from + 16 <= 81);
        let mut loaded = [self.splat(0); 8];
        for (n, vector) in loaded.iter_mut().enumerate() {
            // SAFETY: a vector or token exists, so the CPU has the features. `from + 16` is within
            // each row.
            *vector = Avx2(unsafe {
                let first = _mm_loadu_si128(rows[n].as_ptr().add(from).cast());
                let second = _mm_loadu_si128(rows[n + 8].as_ptr().add(from).cast());
                _mm256_set_m128i(second, first)
            });
        }
        loaded
    }
}

impl Vector for Avx2 {
    const LANES: usize = LANES;
    type Flags = Avx2;
    type Arrangement = Arrangement;

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
    fn odd(self, a: Self, b: Self) -> Self {
        self.xor(a).xor(b)
    }
    #[inline(always)]
    fn all_equal(self, a: Self, b: Self) -> Self {
        Avx2(splat(u16::MAX)).without(self.xor(a).or(self.xor(b)))
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
        let bits = table([0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]);
        let four = intrinsic!(_mm256_and_si256(self.0, splat(0x0f0f)));
        let upper = intrinsic!(_mm256_and_si256(
            _mm256_srli_epi16::<4>(self.0),
            splat(0x0f0f)
        ));
        let bytes = intrinsic!(_mm256_add_epi8(
            _mm256_shuffle_epi8(bits, four),
            _mm256_shuffle_epi8(bits, upper)
        ));
        Avx2(intrinsic!(_mm256_maddubs_epi16(bytes, splat(0x0101))))
    }
    #[inline(always)]
    fn lowest(self) -> Self {
        self.without(self.without_lowest())
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Avx2(intrinsic!(_mm256_add_epi16(self.0, other.0)))
    }
    #[inline(always)]
    fn minimum(self, other: Self) -> Self {
        Avx2(intrinsic!(_mm256_min_epu16(self.0, other.0)))
    }
    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        Avx2(intrinsic!(_mm256_cmpeq_epi16(self.0, other.0)))
    }
    #[inline(always)]
    fn is_empty(self) -> Self {
        self.equals(Avx2(splat(0)))
    }
    #[inline(always)]
    fn less_than(self, other: Self) -> Self {
        // There is no unsigned comparison, but a saturating difference is 0 unless one is larger.
        let beyond = Avx2(intrinsic!(_mm256_subs_epu16(other.0, self.0)));
        beyond.is_empty().xor(Avx2(splat(u16::MAX)))
    }
    #[inline(always)]
    fn replaced_where(self, flags: Self, yes: Self) -> Self {
        Avx2(intrinsic!(_mm256_blendv_epi8(self.0, yes.0, flags.0)))
    }
    #[inline(always)]
    fn bits(flags: Self) -> u32 {
        intrinsic!({
            let bytes = _mm256_packs_epi16(flags.0, splat(0));
            let pairs = _mm256_movemask_epi8(bytes).cast_unsigned();
            // The flags of the second half start at bit 16.
            (pairs & 0xff) | (pairs >> 8 & 0xff00)
        })
    }
    #[inline(always)]
    fn lanes_of_bits(self, bits: u32) -> Self {
        let lane_bits: [u16; LANES] = {
            let mut lane_bits = [0; LANES];
            let mut lane = 0;
            while lane < LANES {
                lane_bits[lane] = 1 << lane;
                lane += 1;
            }
            lane_bits
        };
        // SAFETY: a vector or token exists, so the CPU has the features. The load reads the 32
        // bytes of the array.
        let lane_bits = Avx2(unsafe { _mm256_loadu_si256(lane_bits.as_ptr().cast()) });
        lane_bits.and(Avx2(splat(bits as u16))).equals(lane_bits)
    }
    #[inline(always)]
    fn arrangement(self, from: &[u8; 32]) -> Arrangement {
        Arrangement {
            own: shuffle(from, 0),
            window: shuffle(from, LANES as u8),
        }
    }
    #[inline(always)]
    fn rearranged(self, window: Self, arrangement: Arrangement) -> Self {
        let own = arrangement.own.apply(self);
        own.or(arrangement.window.apply(window))
    }
    #[inline(always)]
    fn lane(&self, number: usize) -> u16 {
        // SAFETY: the register is 32 bytes, as is the array; any bits are valid numbers, and a register
        // has the larger alignment.
        let lanes: &[u16; LANES] = unsafe { &*(&raw const *self).cast() };
        lanes[number]
    }
    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        let to = &mut to[..LANES];
        // SAFETY: a vector exists, so the CPU has the features. The slice has the 32 bytes that are
        // written.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn interleaved(self, other: Self) -> (Self, Self) {
        let first = intrinsic!(_mm256_unpacklo_epi8(self.0, other.0));
        let second = intrinsic!(_mm256_unpackhi_epi8(self.0, other.0));
        (Avx2(first), Avx2(second))
    }
    #[inline(always)]
    fn masks_of_values(self) -> (Self, Self) {
        let [low, high] = MASK_BYTES;
        let value = intrinsic!(_mm256_min_epu8(self.0, _mm256_set1_epi8(10)));
        let low = intrinsic!(_mm256_shuffle_epi8(table(low), value));
        let high = intrinsic!(_mm256_shuffle_epi8(table(high), value));
        Avx2(low).interleaved(Avx2(high))
    }
    #[inline(always)]
    fn values_of_masks(self, other: Self) -> Self {
        // Value 9 does not fit a byte and saturates to all ones, so its four lower bits are 15.
        let of_lower = table([0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 9]);
        let of_upper = table([0, 5, 6, 0, 7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0]);
        Avx2(intrinsic!({
            let masks = _mm256_srli_epi16::<4>(self.0);
            let others = _mm256_srli_epi16::<4>(other.0);
            let packed = _mm256_packus_epi16(masks, others);
            let lower = _mm256_and_si256(packed, splat(0x0f0f));
            let upper = _mm256_and_si256(_mm256_srli_epi16::<4>(packed), splat(0x0f0f));
            _mm256_or_si256(
                _mm256_shuffle_epi8(of_lower, lower),
                _mm256_shuffle_epi8(of_upper, upper),
            )
        }))
    }
    #[inline(always)]
    fn block(&self, number: usize) -> [u8; 16] {
        // SAFETY: the register is 32 bytes, as are the two blocks; any bytes are valid.
        let blocks: &[[u8; 16]; 2] = unsafe { &*(&raw const *self).cast() };
        blocks[number]
    }
}
