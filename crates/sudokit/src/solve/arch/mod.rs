//! Vector registers of 16-bit masks, written once for each instruction set.
//!
//! The engines `lanes` and `single` are written in terms of the traits here, and every file beside
//! this one implements them for one instruction set. A register has the same meaning everywhere:
//! lanes of 16 bits, each with a set of values. Values 1 to 9 are in bits 4 to 12 of a lane, so that
//! shifting a mask by any nonzero mask clears it; AVX-512 finds singles that way.
//!
//! | trait | for |
//! |---|---|
//! | [`Token`] | proof that the CPU has the instructions; creates registers |
//! | [`Masks`] | sets of values and small numbers, lane by lane; most methods have a default |
//! | [`Vector`] | moving lanes, for search nodes side by side (`lanes`) |
//! | [`Plane`] | moving boxes, for a whole board in nine registers (`single`) |
//!
//! | file | registers | where |
//! |---|---|---|
//! | `avx512` | 32 or 16 lanes | x86-64 with AVX-512 (F, BW, VL and BITALG), found at run time |
//! | `avx2` | 16 lanes | x86-64 with AVX2, found at run time |
//! | `sse2` | 8 lanes | every x86-64 |
//! | `neon` | 8 lanes | every aarch64 |
//! | `simd128` | 8 lanes | WebAssembly compiled with `simd128` |
//! | `scalar` | 8 lanes in an array | anywhere else, and the model in tests |
//! | `pair` | two of 8 lanes | planes for registers of 128 bits |
//!
//! Everything that starts from a register is safe, because only a token creates one, and a token
//! exists only if the CPU has the instructions.
//!
//! Every method is `#[inline(always)]`, and so is everything above, up to the entry
//! points of [`Instructions`], which have the `target_feature` attribute. A closure or an ordinary
//! function in between would be compiled without the instructions.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod pair;
#[cfg(any(
    test,
    not(any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        all(target_arch = "wasm32", target_feature = "simd128")
    ))
))]
mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[cfg(test)]
mod tests;
mod width;

#[cfg(test)]
pub(super) use scalar::Baseline as PlainArrays;
pub(super) use width::{BoardKernel, Instructions, LaneKernel};
pub use width::{UnavailableWidth, UnknownWidth, Width};

/// A mask with all nine values.
pub(super) const ALL: u16 = 0x1ff0;

/// The mask of value 1; value `v` is this shifted left by `v - 1`.
pub(super) const LOWEST: u16 = 0x10;

/// Returns the candidates of a given, or of an open cell for 0. Numbers above 9 have none.
pub(super) const fn mask_of_value(value: u8) -> u16 {
    const MASKS: [u16; 11] = {
        let mut masks = [ALL; 11];
        let mut value = 1;
        while value < 10 {
            masks[value] = LOWEST << (value - 1);
            value += 1;
        }
        masks[10] = 0;
        masks
    };
    MASKS[if value < 10 { value as usize } else { 10 }]
}

/// Returns the value of a mask with one value.
pub(super) const fn value_of_mask(mask: u16) -> u8 {
    (mask.trailing_zeros() as u8).wrapping_sub(3)
}

/// Calls intrinsics on registers. Each file that uses it documents why that is sound.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! intrinsic {
    ($call:expr) => {
        // SAFETY: a register or token exists, so the CPU has the features: see the documentation of
        // the module that calls.
        unsafe { $call }
    };
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use intrinsic;

/// The lower and the upper bytes of the masks of values 0 (an open cell) to 9, and 0 for other
/// numbers.
const MASK_BYTES: [[u8; 16]; 2] = {
    let mut bytes = [[0; 16]; 2];
    let mut value = 0;
    while value < 10 {
        let [low, high] = mask_of_value(value as u8).to_le_bytes();
        bytes[0][value] = low;
        bytes[1][value] = high;
        value += 1;
    }
    bytes
};

/// Bit `n` in lane `n`.
const LANE_BITS: [u16; 16] = {
    let mut bits = [0; 16];
    let mut lane = 0;
    while lane < 16 {
        bits[lane] = 1 << lane;
        lane += 1;
    }
    bits
};

/// Proof that the CPU has the instructions for a register.
pub(super) trait Token: Copy {
    type Register: Masks;

    /// Returns a register with this number in every lane.
    fn splat(self, number: u16) -> Self::Register;

    /// Loads the first `LANES` numbers of a longer slice.
    fn load(self, from: &[u16]) -> Self::Register;
}

/// One register of masks.
pub(super) trait Masks: Copy {
    const LANES: usize;
    /// One boolean per lane.
    type Flags: Copy;

    /// Returns this number in every lane. The receiver proves that the CPU has the instructions.
    fn repeat(self, number: u16) -> Self;
    /// Writes the lanes to the start of a longer slice.
    fn store(self, to: &mut [u16]);

    // Sets of values.
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// The values in exactly one of both.
    fn xor(self, other: Self) -> Self;
    /// `self` without `other`.
    fn without(self, other: Self) -> Self;

    /// `self & a & b`.
    #[inline(always)]
    fn and3(self, a: Self, b: Self) -> Self {
        self.and(a).and(b)
    }
    /// `self | a | b`.
    #[inline(always)]
    fn or3(self, a: Self, b: Self) -> Self {
        self.or(a).or(b)
    }
    /// `self` without the values in `a` or `b`.
    #[inline(always)]
    fn without_either(self, a: Self, b: Self) -> Self {
        self.without(a.or(b))
    }
    /// `self` without the values that are in both `a` and `b`.
    #[inline(always)]
    fn without_common(self, a: Self, b: Self) -> Self {
        self.without(a.and(b))
    }
    /// `(self & keep) | more`.
    #[inline(always)]
    fn and_or(self, keep: Self, more: Self) -> Self {
        self.and(keep).or(more)
    }
    /// `self & (a | b)`.
    #[inline(always)]
    fn and_either(self, a: Self, b: Self) -> Self {
        self.and(a.or(b))
    }
    /// `(self without gone) | more`.
    #[inline(always)]
    fn without_or(self, gone: Self, more: Self) -> Self {
        self.without(gone).or(more)
    }
    /// `self | (of without gone)`.
    #[inline(always)]
    fn or_without(self, of: Self, gone: Self) -> Self {
        self.or(of.without(gone))
    }
    /// `self | (a ^ b)`.
    #[inline(always)]
    fn or_difference(self, a: Self, b: Self) -> Self {
        self.or(a.xor(b))
    }
    /// The values in at least two of three.
    #[inline(always)]
    fn majority(self, a: Self, b: Self) -> Self {
        self.and(a).or(b.and(self.or(a)))
    }
    /// The values in one or all of three.
    #[inline(always)]
    fn odd(self, a: Self, b: Self) -> Self {
        self.xor(a).xor(b)
    }
    /// The values in exactly one of three.
    #[inline(always)]
    fn exactly_one(self, a: Self, b: Self) -> Self {
        // If two have it, `odd` depends on the third alone.
        self.odd(a, b).without(self.and(a))
    }
    /// The values in exactly two of three.
    #[inline(always)]
    fn exactly_two(self, a: Self, b: Self) -> Self {
        self.or3(a, b).without(self.odd(a, b))
    }
    /// The values in all three or in none.
    #[inline(always)]
    fn all_equal(self, a: Self, b: Self) -> Self {
        self.repeat(u16::MAX)
            .without(self.xor(a).or_difference(self, b))
    }

    // Cells and triads.
    /// All ones in lanes without a value, 0 in the others.
    fn where_empty(self) -> Self;
    /// The lowest value of each lane.
    #[inline(always)]
    fn lowest(self) -> Self {
        self.without(self.minus_one())
    }
    /// The other values of each lane.
    #[inline(always)]
    fn without_lowest(self) -> Self {
        self.and(self.minus_one())
    }
    /// The mask as a number, minus one. Only an empty mask has the highest bit set then.
    #[inline(always)]
    fn minus_one(self) -> Self {
        self.plus(self.repeat(u16::MAX))
    }
    /// The lanes with exactly one value; the others are empty.
    #[inline(always)]
    fn singles(self) -> Self {
        self.singles_from(self.minus_one())
    }
    /// [`singles`](Self::singles), where the result of [`minus_one`](Self::minus_one) is known.
    #[inline(always)]
    fn singles_from(self, minus_one: Self) -> Self {
        self.and(self.and(minus_one).where_empty())
    }
    /// What the mask has in common with `wanted`, or the whole mask if that is empty.
    #[inline(always)]
    fn narrowed_to(self, wanted: Self) -> Self {
        self.and_either(wanted, self.and(wanted).where_empty())
    }
    /// `self` without `gone`, then narrowed to `wanted`.
    #[inline(always)]
    fn without_narrowed_to(self, gone: Self, wanted: Self) -> Self {
        self.without(gone).narrowed_to(wanted)
    }
    /// `asserted` where it has at least three values, else `self`. Whether it includes values that
    /// `self` lacks is left open: then the node has no solution.
    #[inline(always)]
    fn narrowed_to_three(self, asserted: Self) -> Self {
        let fewer = asserted.without_lowest().without_lowest().where_empty();
        self.and_either(asserted, fewer)
    }
    /// `self`, and where `full` has at least three values, all other values too.
    #[inline(always)]
    fn or_others_of(self, full: Self) -> Self {
        let is_open = full.without_lowest().without_lowest().where_empty();
        self.or(self.repeat(ALL).without(full.or(is_open)))
    }

    // Numbers.
    /// The number of values in each lane.
    fn count(self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minimum(self, other: Self) -> Self;

    // Flags.
    fn equals(self, other: Self) -> Self::Flags;
    fn is_empty(self) -> Self::Flags;
    /// Returns the lanes that have their highest bit set.
    fn has_highest_bit(self) -> Self::Flags;
    /// `yes` in lanes where the flag is set, `self` in the others.
    fn replaced_where(self, flags: Self::Flags, yes: Self) -> Self;
    /// The flag of lane n in bit n.
    fn bits(flags: Self::Flags) -> u32;
}

/// A token for registers whose lanes are search nodes.
pub(super) trait VectorToken: Token<Register: Vector> {
    /// Loads sixteen bytes, starting at `from`, of the rows `first`, `first + 8`, `first + 16`… one
    /// block of 16 bytes for each.
    fn load_blocks(self, rows: &[&[u8; 81]], first: usize, from: usize) -> Self::Register;
}

/// One register in which each lane holds the same cell or triad of a different search node.
pub(super) trait Vector: Masks {
    /// Where each lane comes from; see [`Vector::rearranged`].
    type Arrangement: Copy;

    /// All ones in these lanes, 0 in the others.
    fn lanes_of_bits(self, bits: u32) -> Self;
    /// Returns one lane.
    fn lane(&self, number: usize) -> u16;
    /// Prepares an arrangement. `from[n]` is the source of lane n: a lane of this register, or, from
    /// `LANES` on, a lane of `window`.
    fn arrangement(self, from: &[u8; 32]) -> Self::Arrangement;
    fn rearranged(self, window: Self, arrangement: Self::Arrangement) -> Self;

    // Bytes, for transposing. These work within blocks of 16 bytes.
    /// Returns one block of 16 bytes.
    fn block(&self, number: usize) -> [u8; 16];
    /// The interleaved bytes of both: those of the first halves, then those of the second halves.
    fn interleaved(self, other: Self) -> (Self, Self);
    /// The smaller byte of both.
    fn minimum_bytes(self, other: Self) -> Self;
    /// Takes the entry of a table for each byte, which must be below 16.
    fn looked_up(self, table: &'static [u8; 16]) -> Self;
    /// Shifts each lane right by four bits.
    fn shifted_by_four(self) -> Self;
    /// The lanes as bytes, in each block eight of the first register, then eight of the second.
    /// Numbers above 255 become 255.
    fn packed(self, other: Self) -> Self;
    /// Converts bytes that are values (0 for an open cell) to masks, first halves and second halves. A
    /// byte above 9 becomes 0.
    #[inline(always)]
    fn masks_of_values(self) -> (Self, Self) {
        let value = self.minimum_bytes(self.repeat(0x0a0a));
        value
            .looked_up(&MASK_BYTES[0])
            .interleaved(value.looked_up(&MASK_BYTES[1]))
    }
    /// Converts masks of one value each to bytes: in each block eight of the first register, then
    /// eight of the second.
    #[inline(always)]
    fn values_of_masks(self, other: Self) -> Self {
        // Value 9 does not fit a byte and saturates to all ones, so its four lower bits are 15.
        const OF_LOWER: [u8; 16] = [0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 9];
        const OF_UPPER: [u8; 16] = [0, 5, 6, 0, 7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0];
        let packed = self.shifted_by_four().packed(other.shifted_by_four());
        let half = self.repeat(0x0f0f);
        let lower = packed.and(half).looked_up(&OF_LOWER);
        lower.or(packed.shifted_by_four().and(half).looked_up(&OF_UPPER))
    }
}

/// The same cell of all nine boxes of one board: four lanes for each band, of which the last is
/// spare, and four spare lanes at the end.
///
/// ```text
/// box 1  box 2  box 3  –  box 4  box 5  box 6  –  box 7  box 8  box 9  –  –  –  –  –
/// ```
///
/// In this layout, moving to the next box of a band stays within 64 bits, and moving to the next
/// band moves 64 bits as one: each is a single instruction on every CPU with vectors. Spare lanes
/// are empty in every plane of a board.
pub(super) trait Plane: Masks {
    /// What [`Plane::box_bits`] returns if every flag is set.
    const ALL_BOXES: u32;

    /// Rotates each band: a lane receives the next box, and the last one receives the first.
    fn next_box(self) -> Self;
    /// [`next_box`](Self::next_box), twice.
    fn last_box(self) -> Self;
    /// Rotates the bands: a band receives the next one, and the last one receives the first.
    fn next_band(self) -> Self;
    /// [`next_band`](Self::next_band), twice.
    fn last_band(self) -> Self;

    /// Returns the flags of the lanes that hold a box, in any order.
    fn box_bits(flags: Self::Flags) -> u32;

    /// Returns whether all boxes are empty.
    #[inline(always)]
    fn is_blank(self) -> bool {
        Self::box_bits(self.is_empty()) == Self::ALL_BOXES
    }
    /// Returns whether every box has all nine values.
    #[inline(always)]
    fn is_full(self) -> bool {
        Self::box_bits(self.equals(self.repeat(ALL))) == Self::ALL_BOXES
    }
    /// Returns whether a box is empty.
    #[inline(always)]
    fn has_empty_box(self) -> bool {
        Self::box_bits(self.is_empty()) != 0
    }
}

/// The lanes of a [`Plane`] that hold a box, lane n in bit n.
const BOXES: u32 = 0b0111_0111_0111;
