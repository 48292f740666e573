//! The operations on a register that the algorithm needs, named by meaning.
//!
//! A [`Vector`] is one register of `LANES` masks of 16 bits. Each lane holds the same cell or triad of a
//! different search node. Values 1 to 9 are in bits 4 to 12 of a mask, so that shifting a mask by any
//! nonzero mask clears it. The AVX-512 implementation finds singles that way.
//!
//! Only a [`Token`] can create a vector, and a token exists only if the CPU has the instructions, so
//! everything that starts from a vector is safe.
//!
//! Every method is `#[inline(always)]`, and so is everything above, up to the entry point of a width,
//! which has the `target_feature` attribute. A closure or an ordinary function in between would be
//! compiled without the instructions.

/// A mask with all nine values.
pub(super) const ALL: u16 = 0x1ff0;

/// The mask of value 1; value `v` is this shifted left by `v - 1`.
pub(super) const LOWEST: u16 = 0x10;

/// The lower and the upper bytes of the masks of values 0 (an open cell) to 9, and 0 for other
/// numbers: tables for byte shuffles.
#[cfg(target_arch = "x86_64")]
pub(super) const MASK_BYTES: [[u8; 16]; 2] = {
    let mut bytes = [[0; 16]; 2];
    let mut value = 0;
    while value < 10 {
        let [low, high] = super::mask_of_value(value as u8).to_le_bytes();
        bytes[0][value] = low;
        bytes[1][value] = high;
        value += 1;
    }
    bytes
};

/// Proof that the CPU has the instructions of a width.
pub(super) trait Token: Copy {
    type Vector: Vector;

    /// Returns a vector with this number in every lane.
    fn splat(self, value: u16) -> Self::Vector;

    /// Loads the first `LANES` numbers of a longer slice.
    fn load(self, from: &[u16]) -> Self::Vector;

    /// Loads sixteen bytes of each lane's row, starting at `from`. Lanes 8 apart share a register, in
    /// blocks of 16 bytes: register `n` holds lanes n, n + 8, n + 16…
    fn load_rows(self, rows: &[&[u8; 81]], from: usize) -> [Self::Vector; 8];
}

/// One register of masks.
pub(super) trait Vector: Copy {
    const LANES: usize;
    /// One boolean per lane.
    type Flags: Copy;
    /// Where each lane comes from; see [`Vector::rearranged`].
    type Arrangement: Copy;

    // Sets of values.
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
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
    fn without_both(self, a: Self, b: Self) -> Self {
        self.without(a.or(b))
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
    /// The values in at least two of three.
    #[inline(always)]
    fn majority(self, a: Self, b: Self) -> Self {
        self.and(a).or(b.and(self.or(a)))
    }
    /// The values in one or all of three.
    fn odd(self, a: Self, b: Self) -> Self;
    /// The values in exactly one of three.
    #[inline(always)]
    fn exactly_one(self, a: Self, b: Self) -> Self {
        self.odd(a, b).without(self.and3(a, b))
    }
    /// The values in exactly two of three.
    #[inline(always)]
    fn exactly_two(self, a: Self, b: Self) -> Self {
        self.majority(a, b).without(self.and3(a, b))
    }
    /// The values in all three or in none.
    fn all_equal(self, a: Self, b: Self) -> Self;

    // Cells and triads.
    /// The mask itself if it holds a single value, else 0.
    fn single_values(self) -> Self;
    /// What the mask has in common with `wanted`, or the whole mask if that is empty.
    fn narrowed_to(self, wanted: Self) -> Self;
    /// `self`, but only the values of `asserted` where it has at least three.
    fn narrowed_to_three(self, asserted: Self) -> Self;
    /// The number of values in the mask.
    fn count(self) -> Self;
    /// The lowest value of the mask.
    fn lowest(self) -> Self;

    // Numbers.
    fn plus(self, other: Self) -> Self;
    fn minimum(self, other: Self) -> Self;

    // Output.
    fn equals(self, other: Self) -> Self::Flags;
    fn is_empty(self) -> Self::Flags;
    fn less_than(self, other: Self) -> Self::Flags;
    /// `yes` in lanes where the flag is set, `self` in the others.
    fn replaced_where(self, flags: Self::Flags, yes: Self) -> Self;
    /// The flag of lane n in bit n.
    fn bits(flags: Self::Flags) -> u32;
    /// All ones in these lanes, 0 in the others.
    fn lanes_of_bits(self, bits: u32) -> Self;

    // Lanes.
    /// Prepares an arrangement. `from[n]` is the source of lane n: a lane of this register, or, from
    /// `LANES` on, a lane of `window`.
    fn arrangement(self, from: &[u8; 32]) -> Self::Arrangement;
    fn rearranged(self, window: Self, arrangement: Self::Arrangement) -> Self;
    /// Returns one lane.
    fn lane(&self, number: usize) -> u16;
    /// Writes the lanes to the start of a longer slice.
    fn store(self, to: &mut [u16]);

    // Bytes, for transposing. These work within blocks of 16 bytes.
    /// The interleaved bytes of both: those of the first halves, then those of the second halves.
    fn interleaved(self, other: Self) -> (Self, Self);
    /// Converts bytes that are values (0 for an open cell) to masks, first halves and second halves. A
    /// byte above 9 becomes 0.
    fn masks_of_values(self) -> (Self, Self);
    /// Converts masks of one value each to bytes: in each block eight of the first vector, then eight
    /// of the second.
    fn values_of_masks(self, other: Self) -> Self;
    /// Returns one block of 16 bytes.
    fn block(&self, number: usize) -> [u8; 16];
}
