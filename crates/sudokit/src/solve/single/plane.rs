//! What the algorithm asks of a register, named by meaning.
//!
//! A [`Plane`] holds the same cell of all nine boxes of one board: four lanes of 16 bits for each
//! band, of which the last is spare, and four spare lanes at the end.
//!
//! ```text
//! box 1  box 2  box 3  –  box 4  box 5  box 6  –  box 7  box 8  box 9  –  –  –  –  –
//! ```
//!
//! With that, stepping to the next box of a band stays within 64 bits, and stepping to the next
//! band moves 64 bits as one: each is a single instruction wherever there are vectors at all.
//! Spare lanes are empty in every plane of a board.
//!
//! Values 1 to 9 sit in bits 4 to 12 of a lane, so that shifting by any nonzero mask clears it;
//! the AVX-512 body finds singles that way.
//!
//! A plane can only be made by its [`Token`], and a token only where the CPU has the instructions:
//! whoever holds a plane has already asked. Every method is `#[inline(always)]`, and so is all that
//! passes planes on, up to the one entry a width has, which carries the `target_feature`.

/// A mask with all nine values.
pub(super) const ALL: u16 = 0x1ff0;

/// The mask of value 1; value `v` is this shifted left by `v - 1`.
pub(super) const LOWEST: u16 = 0x10;

/// The lanes that stand for a box, lane n in bit n.
pub(super) const BOXES: u32 = 0b0111_0111_0111;

/// A plane in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(32))]
pub(super) struct Lanes(pub [u16; 16]);

/// For a byte shuffle within each half of a plane: the steps that [`Plane`] names.
#[cfg(target_arch = "x86_64")]
pub(super) const NEXT_BOX: [u8; 32] = steps([1, 2, 0, 3]);
#[cfg(target_arch = "x86_64")]
pub(super) const LAST_BOX: [u8; 32] = steps([2, 0, 1, 3]);

#[cfg(target_arch = "x86_64")]
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

/// Proof that the CPU can run a width.
pub(super) trait Token: Copy {
    type Plane: Plane;

    /// Every lane holds this, spare ones too.
    fn splat(self, mask: u16) -> Self::Plane;

    fn load(self, from: &Lanes) -> Self::Plane;
}

/// One register of masks.
pub(super) trait Plane: Copy {
    fn store(self, to: &mut Lanes);

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn without(self, other: Self) -> Self;
    fn or3(self, a: Self, b: Self) -> Self;
    /// What at least two of the three have.
    fn majority(self, a: Self, b: Self) -> Self;
    /// All but what both have.
    fn without_both(self, a: Self, b: Self) -> Self;
    /// `self` without `gone`, and `kept` in any case.
    fn without_or(self, gone: Self, kept: Self) -> Self;
    /// What `self` shares with either.
    fn and_either(self, a: Self, b: Self) -> Self;
    /// `self` and all in which the two differ.
    fn or_difference(self, a: Self, b: Self) -> Self;

    /// Lanes with exactly one value, the others empty.
    fn singles(self) -> Self;
    /// Without `gone`; lanes that then share something with `to` keep only that.
    fn narrowed(self, gone: Self, to: Self) -> Self;
    /// `self`, and where `full` has three values or more, all the others too.
    fn or_others_of(self, full: Self) -> Self;
    /// How many values each lane has.
    fn count(self) -> Self;
    /// The smaller number of each lane.
    fn minimum(self, other: Self) -> Self;
    fn plus(self, other: Self) -> Self;

    /// Each lane holds what the next box of its band held, and the last what the first did.
    fn next_box(self) -> Self;
    /// The same, twice.
    fn last_box(self) -> Self;
    /// Each band holds what the next band held, and the last what the first did.
    fn next_band(self) -> Self;
    /// The same, twice.
    fn last_band(self) -> Self;

    /// Whether no lane has anything.
    fn is_empty(self) -> bool;
    /// Whether every box has all nine values.
    fn is_full(self) -> bool;
    /// Whether some box has nothing.
    fn has_empty_box(self) -> bool;
}
