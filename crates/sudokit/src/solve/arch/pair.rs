//! Planes in two registers of 128 bits: the first two bands, and the third band with the spare lanes.

use super::{BOXES, Masks, Plane, Token};

/// What a register of eight lanes needs for a [`Pair`].
pub(super) trait Narrow: Masks {
    /// Rotates the first three of each four lanes: each receives the next one.
    fn next_of_three(self) -> Self;
    /// [`next_of_three`](Self::next_of_three), twice.
    fn last_of_three(self) -> Self;
    /// Joins four lanes of `self` and four of `other`: the upper ones if the constant says so, else
    /// the lower ones.
    fn joined<const UPPER: bool, const OTHER_UPPER: bool>(self, other: Self) -> Self;
    /// Returns the flags of two registers, lane n in bit n.
    #[inline(always)]
    fn bits_of_two(first: Self::Flags, second: Self::Flags) -> u32 {
        Self::bits(first) | Self::bits(second) << 8
    }
}

/// Proof that the CPU has the instructions for a pair.
#[derive(Clone, Copy)]
pub(super) struct Paired<T>(pub T);

/// One plane.
#[derive(Clone, Copy)]
pub(super) struct Pair<R>(R, R);

impl<T: Token<Register: Narrow>> Token for Paired<T> {
    type Register = Pair<T::Register>;

    #[inline(always)]
    fn splat(self, number: u16) -> Pair<T::Register> {
        Pair(self.0.splat(number), self.0.splat(number))
    }
    #[inline(always)]
    fn load(self, from: &[u16]) -> Pair<T::Register> {
        Pair(self.0.load(from), self.0.load(&from[8..]))
    }
}

/// Implements methods by calling them on both registers.
macro_rules! on_both {
    ($($name:ident($($other:ident),*);)*) => {$(
        #[inline(always)]
        fn $name(self $(, $other: Self)*) -> Self {
            Pair(self.0.$name($($other.0),*), self.1.$name($($other.1),*))
        }
    )*};
}

impl<R: Narrow> Masks for Pair<R> {
    const LANES: usize = 2 * R::LANES;
    type Flags = (R::Flags, R::Flags);

    on_both! {
        and(other);
        or(other);
        xor(other);
        without(other);
        majority(a, b);
        where_empty();
        singles_from(minus_one);
        count();
        plus(other);
        minimum(other);
    }

    #[inline(always)]
    fn repeat(self, number: u16) -> Self {
        Pair(self.0.repeat(number), self.1.repeat(number))
    }
    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        self.0.store(to);
        self.1.store(&mut to[8..]);
    }
    #[inline(always)]
    fn equals(self, other: Self) -> Self::Flags {
        (self.0.equals(other.0), self.1.equals(other.1))
    }
    #[inline(always)]
    fn is_empty(self) -> Self::Flags {
        (self.0.is_empty(), self.1.is_empty())
    }
    #[inline(always)]
    fn has_highest_bit(self) -> Self::Flags {
        (self.0.has_highest_bit(), self.1.has_highest_bit())
    }
    #[inline(always)]
    fn replaced_where(self, flags: Self::Flags, yes: Self) -> Self {
        Pair(
            self.0.replaced_where(flags.0, yes.0),
            self.1.replaced_where(flags.1, yes.1),
        )
    }
    #[inline(always)]
    fn bits(flags: Self::Flags) -> u32 {
        R::bits_of_two(flags.0, flags.1)
    }
}

impl<R: Narrow> Plane for Pair<R> {
    const ALL_BOXES: u32 = BOXES;

    #[inline(always)]
    fn next_box(self) -> Self {
        Pair(self.0.next_of_three(), self.1.next_of_three())
    }
    #[inline(always)]
    fn last_box(self) -> Self {
        Pair(self.0.last_of_three(), self.1.last_of_three())
    }
    #[inline(always)]
    fn next_band(self) -> Self {
        Pair(
            self.0.joined::<true, false>(self.1),
            self.0.joined::<false, true>(self.1),
        )
    }
    #[inline(always)]
    fn last_band(self) -> Self {
        Pair(
            self.1.joined::<false, false>(self.0),
            self.0.joined::<true, true>(self.1),
        )
    }
    #[inline(always)]
    fn box_bits(flags: Self::Flags) -> u32 {
        Self::bits(flags) & BOXES
    }
    #[inline(always)]
    fn is_blank(self) -> bool {
        R::bits(self.0.or(self.1).is_empty()) == 0xff
    }
}
