//! AVX2 (nearly every x86-64 since 2013): 16 lanes in 256 bits.
//!
//! AVX2 has no three-input logic, no bit count and no flags, so most default methods apply. A flag
//! is a lane of ones.
//!
//! A register exists only if its token does, and [`HasAvx2::detect`] returns a token only if the CPU
//! has all features that the intrinsics of this file need. That is why the `unsafe` blocks are sound.

use core::arch::x86_64::*;

use super::{BOXES, LANE_BITS, Masks, Plane, Token, Vector, VectorToken, intrinsic};

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

/// One register.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Avx2(__m256i);

#[inline(always)]
fn splat(number: u16) -> __m256i {
    intrinsic!(_mm256_set1_epi16(number.cast_signed()))
}

/// Loads the first numbers of a longer slice. Called only with a register or token at hand.
#[inline(always)]
fn load(from: &[u16]) -> Avx2 {
    let from = &from[..LANES];
    // SAFETY: a register or token exists, so the CPU has the features. The slice has the 32 bytes
    // that are read.
    Avx2(unsafe { _mm256_loadu_si256(from.as_ptr().cast()) })
}

/// The bytes of a register, and of the register with its halves swapped, that go to each lane.
#[derive(Clone, Copy)]
struct Shuffle {
    straight: __m256i,
    crossed: __m256i,
}

impl Shuffle {
    /// Returns the shuffle for the lanes whose source is in `first..first + LANES`. The others are
    /// cleared, which is the effect of a byte index with its top bit set.
    #[inline(always)]
    fn new(from: &[u8; 32], first: u8) -> Shuffle {
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
        // SAFETY: a register exists, so the CPU has the features. Each load reads the 32 bytes of
        // its array.
        unsafe {
            Shuffle {
                straight: _mm256_loadu_si256(straight.as_ptr().cast()),
                crossed: _mm256_loadu_si256(crossed.as_ptr().cast()),
            }
        }
    }

    #[inline(always)]
    fn apply(self, register: Avx2) -> Avx2 {
        let swapped = intrinsic!(_mm256_permute4x64_epi64::<0b01_00_11_10>(register.0));
        let straight = intrinsic!(_mm256_shuffle_epi8(register.0, self.straight));
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

impl Token for HasAvx2 {
    type Register = Avx2;

    #[inline(always)]
    fn splat(self, number: u16) -> Avx2 {
        Avx2(splat(number))
    }
    #[inline(always)]
    fn load(self, from: &[u16]) -> Avx2 {
        load(from)
    }
}

impl VectorToken for HasAvx2 {
    #[inline(always)]
    fn load_blocks(self, rows: &[&[u8; 81]], first: usize, from: usize) -> Avx2 {
        let [lower, upper] = [
            &rows[first][from..from + 16],
            &rows[first + 8][from..from + 16],
        ];
        // SAFETY: the token exists, so the CPU has the features. The slices have the 16 bytes that
        // are read.
        Avx2(unsafe {
            _mm256_set_m128i(
                _mm_loadu_si128(upper.as_ptr().cast()),
                _mm_loadu_si128(lower.as_ptr().cast()),
            )
        })
    }
}

impl Masks for Avx2 {
    const LANES: usize = LANES;
    type Flags = Avx2;

    #[inline(always)]
    fn repeat(self, number: u16) -> Self {
        Avx2(splat(number))
    }
    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        let to = &mut to[..LANES];
        // SAFETY: a register exists, so the CPU has the features. The slice has the 32 bytes that
        // are written.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), self.0) }
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
    fn xor(self, other: Self) -> Self {
        Avx2(intrinsic!(_mm256_xor_si256(self.0, other.0)))
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Avx2(intrinsic!(_mm256_andnot_si256(other.0, self.0)))
    }
    #[inline(always)]
    fn where_empty(self) -> Self {
        self.equals(Avx2(splat(0)))
    }
    #[inline(always)]
    fn count(self) -> Self {
        // A table of bit counts, applied to each half of each byte.
        const COUNTS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
        let half = Avx2(splat(0x0f0f));
        let lower = self.and(half).looked_up(&COUNTS);
        let upper = self.shifted_by_four().and(half).looked_up(&COUNTS);
        let bytes = intrinsic!(_mm256_add_epi8(lower.0, upper.0));
        Avx2(intrinsic!(_mm256_maddubs_epi16(bytes, splat(0x0101))))
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
        self.where_empty()
    }
    #[inline(always)]
    fn has_highest_bit(self) -> Self {
        Avx2(intrinsic!(_mm256_srai_epi16::<15>(self.0)))
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
}

impl Vector for Avx2 {
    type Arrangement = Arrangement;

    #[inline(always)]
    fn lanes_of_bits(self, bits: u32) -> Self {
        let lane_bits = load(&LANE_BITS);
        lane_bits.and(Avx2(splat(bits as u16))).equals(lane_bits)
    }
    #[inline(always)]
    fn lane(&self, number: usize) -> u16 {
        // SAFETY: the register is 32 bytes, as is the array; any bits are valid numbers, and a
        // register has the larger alignment.
        let lanes: &[u16; LANES] = unsafe { &*(&raw const *self).cast() };
        lanes[number]
    }
    #[inline(always)]
    fn arrangement(self, from: &[u8; 32]) -> Arrangement {
        Arrangement {
            own: Shuffle::new(from, 0),
            window: Shuffle::new(from, LANES as u8),
        }
    }
    #[inline(always)]
    fn rearranged(self, window: Self, arrangement: Arrangement) -> Self {
        let own = arrangement.own.apply(self);
        own.or(arrangement.window.apply(window))
    }
    #[inline(always)]
    fn block(&self, number: usize) -> [u8; 16] {
        // SAFETY: the register is 32 bytes, as are the two blocks; any bytes are valid.
        let blocks: &[[u8; 16]; 2] = unsafe { &*(&raw const *self).cast() };
        blocks[number]
    }
    #[inline(always)]
    fn interleaved(self, other: Self) -> (Self, Self) {
        let first = intrinsic!(_mm256_unpacklo_epi8(self.0, other.0));
        let second = intrinsic!(_mm256_unpackhi_epi8(self.0, other.0));
        (Avx2(first), Avx2(second))
    }
    #[inline(always)]
    fn minimum_bytes(self, other: Self) -> Self {
        Avx2(intrinsic!(_mm256_min_epu8(self.0, other.0)))
    }
    #[inline(always)]
    fn looked_up(self, table: &'static [u8; 16]) -> Self {
        // SAFETY: a register exists, so the CPU has the features. The load reads the table.
        let table = unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast())) };
        Avx2(intrinsic!(_mm256_shuffle_epi8(table, self.0)))
    }
    #[inline(always)]
    fn shifted_by_four(self) -> Self {
        Avx2(intrinsic!(_mm256_srli_epi16::<4>(self.0)))
    }
    #[inline(always)]
    fn packed(self, other: Self) -> Self {
        Avx2(intrinsic!(_mm256_packus_epi16(self.0, other.0)))
    }
}

/// The moves between the boxes of a band, as byte shuffles within each half of a plane.
pub(super) struct BoxShuffles {
    next: [u8; 32],
    last: [u8; 32],
}

pub(super) static BOX_SHUFFLES: BoxShuffles = BoxShuffles {
    next: steps([1, 2, 0, 3]),
    last: steps([2, 0, 1, 3]),
};

const fn steps(from: [u8; 4]) -> [u8; 32] {
    let mut bytes = [0; 32];
    let mut byte = 0;
    while byte < 32 {
        let within_half = byte % 16;
        bytes[byte] = (within_half / 8 * 8) as u8 + 2 * from[within_half % 8 / 2] + byte as u8 % 2;
        byte += 1;
    }
    bytes
}

impl BoxShuffles {
    /// Returns [`Plane::next_box`] as a shuffle. Called only with a register at hand.
    #[inline(always)]
    pub unsafe fn next(&'static self) -> __m256i {
        // SAFETY: a register exists, so the CPU has the features. The load reads the array.
        unsafe { _mm256_loadu_si256(self.next.as_ptr().cast()) }
    }

    /// Returns [`Plane::last_box`] as a shuffle. Called only with a register at hand.
    #[inline(always)]
    pub unsafe fn last(&'static self) -> __m256i {
        // SAFETY: a register exists, so the CPU has the features. The load reads the array.
        unsafe { _mm256_loadu_si256(self.last.as_ptr().cast()) }
    }
}

impl Plane for Avx2 {
    /// [`BOXES`] as `movemask` returns it, two bits per lane.
    const ALL_BOXES: u32 = {
        let mut bytes = 0;
        let mut lane = 0;
        while lane < 16 {
            bytes |= ((BOXES >> lane & 1) * 0b11) << (2 * lane);
            lane += 1;
        }
        bytes
    };

    #[inline(always)]
    fn next_box(self) -> Self {
        Avx2(intrinsic!(_mm256_shuffle_epi8(self.0, BOX_SHUFFLES.next())))
    }
    #[inline(always)]
    fn last_box(self) -> Self {
        Avx2(intrinsic!(_mm256_shuffle_epi8(self.0, BOX_SHUFFLES.last())))
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
    fn box_bits(flags: Avx2) -> u32 {
        intrinsic!(_mm256_movemask_epi8(flags.0)).cast_unsigned() & Self::ALL_BOXES
    }
    #[inline(always)]
    fn is_blank(self) -> bool {
        intrinsic!(_mm256_testz_si256(self.0, self.0)) == 1
    }
}
