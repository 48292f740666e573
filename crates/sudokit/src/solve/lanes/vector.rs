//! What the algorithm asks of a register, named by meaning.
//!
//! A [`Vector`] is one register: `LANES` masks of 16 bits, each lane the same cell or triad of
//! another search node. Values 1 to 9 sit in bits 4 to 12 of a mask, so that shifting a mask by
//! any nonzero mask clears it; the AVX-512 body finds singles that way.
//!
//! A vector can only be made by its [`Token`], and a token only where the CPU has the
//! instructions. That is why everything that starts from a vector is safe: whoever holds one has
//! already asked the CPU.
//!
//! Every method is `#[inline(always)]`, and so is everything above them up to the one entry a
//! width has, which carries the `target_feature`. A closure or an ordinary helper in between
//! would be compiled without the instructions and lose them.

/// A mask with all nine values.
pub(super) const ALL: u16 = 0x1ff0;

/// The mask of value 1; value `v` is this shifted left by `v - 1`.
pub(super) const LOWEST: u16 = 0x10;

/// The lower and the upper bytes of the masks of values 0 (an open cell) to 9, and nothing for
/// other numbers: tables for byte shuffles.
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

/// Proof that the CPU can run a width.
pub(super) trait Token: Copy {
    type Vector: Vector;

    /// Every lane holds this.
    fn splat(self, value: u16) -> Self::Vector;

    /// The first `LANES` numbers of a longer slice.
    fn load(self, from: &[u16]) -> Self::Vector;

    /// Sixteen bytes of each lane's row, from this place on; lanes 8 apart share a register, in
    /// blocks of 16 bytes: the answer's register `n` holds lanes n, n + 8, n + 16…
    fn load_rows(self, rows: &[&[u8; 81]], from: usize) -> [Self::Vector; 8];
}

/// One register of masks.
pub(super) trait Vector: Copy {
    const LANES: usize;
    /// One answer, yes or no, for each lane.
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
    /// The values in neither `a` nor `b`.
    #[inline(always)]
    fn without_both(self, a: Self, b: Self) -> Self {
        self.without(a.or(b))
    }
    /// `(self & keep) | more`.
    #[inline(always)]
    fn and_or(self, keep: Self, more: Self) -> Self {
        self.and(keep).or(more)
    }
    /// `(self & (a | b))`.
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
    /// The mask itself where it holds a single value, else nothing.
    fn single_values(self) -> Self;
    /// What the mask has in common with `wanted`, or all of it if that is nothing.
    fn narrowed_to(self, wanted: Self) -> Self;
    /// `self`, but where `asserted` has three values or more, only those.
    fn narrowed_to_three(self, asserted: Self) -> Self;
    /// How many values the mask has.
    fn count(self) -> Self;
    /// The lowest value alone.
    fn lowest(self) -> Self;

    // Numbers.
    fn plus(self, other: Self) -> Self;
    fn minimum(self, other: Self) -> Self;

    // Output.
    fn equals(self, other: Self) -> Self::Flags;
    fn is_empty(self) -> Self::Flags;
    fn less_than(self, other: Self) -> Self::Flags;
    /// `yes` where the answer is yes, `self` elsewhere.
    fn replaced_where(self, answer: Self::Flags, yes: Self) -> Self;
    /// The answer of lane n in bit n.
    fn bits(answer: Self::Flags) -> u32;
    /// All bits set in those lanes, none elsewhere.
    fn lanes_of_bits(self, bits: u32) -> Self;

    // Lanes.
    /// `from[n]` says which lane comes to lane n: one of this register, or, from `LANES` on, one
    /// of `window`.
    fn arrangement(self, from: &[u8; 32]) -> Self::Arrangement;
    fn rearranged(self, window: Self, arrangement: Self::Arrangement) -> Self;
    /// What one lane holds.
    fn lane(&self, number: usize) -> u16;
    /// Writes the lanes to the start of a longer slice.
    fn store(self, to: &mut [u16]);

    // Bytes, for the transposes. All of them work within blocks of 16 bytes.
    /// The bytes of both in turn: those of the first halves, then those of the second halves.
    fn interleaved(self, other: Self) -> (Self, Self);
    /// Bytes that are values (0 for an open cell) become masks, first halves and second halves; a
    /// byte above 9 allows nothing.
    fn masks_of_values(self) -> (Self, Self);
    /// Two masks of one value each become bytes: in each block eight of the first, eight of the
    /// second.
    fn values_of_masks(self, other: Self) -> Self;
    /// One block of 16 bytes.
    fn block(&self, number: usize) -> [u8; 16];
}
