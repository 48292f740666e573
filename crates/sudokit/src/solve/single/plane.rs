//! The operations on a register that the algorithm needs, named by meaning.
//!
//! A [`Plane`] holds the same cell of all nine boxes of one board: four lanes of 16 bits for each
//! band, of which the last is spare, and four spare lanes at the end.
//!
//! ```text
//! box 1  box 2  box 3  –  box 4  box 5  box 6  –  box 7  box 8  box 9  –  –  –  –  –
//! ```
//!
//! In this layout, moving to the next box of a band stays within 64 bits, and moving to the next
//! band moves 64 bits as one: each is a single instruction on every CPU with vectors. Spare lanes
//! are empty in every plane of a board.
//!
//! Values 1 to 9 are in bits 4 to 12 of a lane, so that shifting by any nonzero mask clears it. The
//! AVX-512 implementation finds singles that way.
//!
//! Only a [`Token`] can create a plane, and a token exists only if the CPU has the instructions, so
//! everything that starts from a plane is safe. Every method is `#[inline(always)]`, and so is
//! everything that passes planes on, up to the entry point of a width, which has the
//! `target_feature` attribute.

/// A mask with all nine values.
pub(super) const ALL: u16 = 0x1ff0;

/// The mask of value 1; value `v` is this shifted left by `v - 1`.
pub(super) const LOWEST: u16 = 0x10;

/// The lanes that hold a box, lane n in bit n.
pub(super) const BOXES: u32 = 0b0111_0111_0111;

/// A plane in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(32))]
pub(super) struct Lanes(pub [u16; 16]);

/// [`Plane::next_box`] as a byte shuffle within each half of a plane.
#[cfg(target_arch = "x86_64")]
pub(super) const NEXT_BOX: [u8; 32] = steps([1, 2, 0, 3]);
/// [`Plane::last_box`] as a byte shuffle within each half of a plane.
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

/// Proof that the CPU has the instructions of a width.
pub(super) trait Token: Copy {
    type Plane: Plane;

    /// Returns a plane with this mask in every lane, including the spare ones.
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
    /// The values in at least two of the three.
    fn majority(self, a: Self, b: Self) -> Self;
    /// `self` without the values that are in both `a` and `b`.
    fn without_both(self, a: Self, b: Self) -> Self;
    /// `(self without gone) | kept`.
    fn without_or(self, gone: Self, kept: Self) -> Self;
    /// `self & (a | b)`.
    fn and_either(self, a: Self, b: Self) -> Self;
    /// `self | (a ^ b)`.
    fn or_difference(self, a: Self, b: Self) -> Self;

    /// The lanes with exactly one value; the others are empty.
    fn singles(self) -> Self;
    /// `self` without `gone`; lanes that then share values with `to` keep only those.
    fn narrowed(self, gone: Self, to: Self) -> Self;
    /// `self`, and in lanes where `full` has at least three values, all other values too.
    fn or_others_of(self, full: Self) -> Self;
    /// The number of values in each lane.
    fn count(self) -> Self;
    /// The smaller number in each lane.
    fn minimum(self, other: Self) -> Self;
    fn plus(self, other: Self) -> Self;

    /// Rotates each band: a lane receives the next box, and the last one receives the first.
    fn next_box(self) -> Self;
    /// [`next_box`](Self::next_box), twice.
    fn last_box(self) -> Self;
    /// Rotates the bands: a band receives the next one, and the last one receives the first.
    fn next_band(self) -> Self;
    /// [`next_band`](Self::next_band), twice.
    fn last_band(self) -> Self;

    /// Whether all lanes are empty.
    fn is_empty(self) -> bool;
    /// Whether every box has all nine values.
    fn is_full(self) -> bool;
    /// Whether a box is empty.
    fn has_empty_box(self) -> bool;
}
