//! Iteration over the bits of a mask.
//!
//! A mask of values has bit `value - 1` set for each value in it, as in
//! [`Puzzle::allowed`](crate::Puzzle::allowed). Other masks hold positions in a house, rows or
//! columns, and number their bits from 0.

use std::iter::FusedIterator;

/// Returns the indices of the bits that are set, lowest first.
///
/// ```
/// assert!(sudokit::bits::bits(0b1010_0001u64).eq([0, 5, 7]));
/// ```
#[inline]
pub const fn bits<W: Word>(mask: W) -> Bits<W> {
    Bits(mask)
}

/// Returns the values in a mask, in ascending order.
///
/// ```
/// assert!(sudokit::bits::values_of(0b1_0000_0110).eq([2, 3, 9]));
/// ```
#[inline]
pub const fn values_of(mask: u64) -> Values {
    Values(mask)
}

/// Returns the mask that holds one value, which is 1 to 64.
///
/// # Panics
///
/// Panics in debug builds if the value is outside that range.
#[inline]
pub const fn mask_of(value: u8) -> u64 {
    1 << (value - 1)
}

/// Returns the smallest value in a mask that is not empty.
#[inline]
pub(crate) const fn lowest_value(mask: u64) -> u8 {
    mask.trailing_zeros() as u8 + 1
}

/// An unsigned integer whose bits can be iterated: `u64` or `u128`.
pub trait Word: Copy + sealed::Sealed {}

mod sealed {
    pub trait Sealed: Sized {
        /// The index of the lowest bit, which is cleared.
        fn take_lowest(&mut self) -> Option<usize>;
        fn count(self) -> usize;
    }
}

macro_rules! word {
    ($($word:ty)*) => {$(
        impl Word for $word {}

        impl sealed::Sealed for $word {
            #[inline]
            fn take_lowest(&mut self) -> Option<usize> {
                let lowest = self.trailing_zeros() as usize;
                (*self != 0).then(|| {
                    *self &= *self - 1;
                    lowest
                })
            }

            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }
        }
    )*};
}

word!(u64 u128);

/// The bits of a mask, as [`bits`] returns them.
#[derive(Clone, Debug)]
pub struct Bits<W>(W);

impl<W: Word> Iterator for Bits<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        self.0.take_lowest()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count();
        (left, Some(left))
    }
}

impl<W: Word> ExactSizeIterator for Bits<W> {}
impl<W: Word> FusedIterator for Bits<W> {}

/// The values in a mask, as [`values_of`] returns them.
#[derive(Clone, Debug)]
pub struct Values(u64);

impl Iterator for Values {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        sealed::Sealed::take_lowest(&mut self.0).map(|bit| bit as u8 + 1)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Values {}
impl FusedIterator for Values {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_in_ascending_order_up_to_the_last() {
        assert_eq!(bits(0u64).next(), None);
        assert!(bits(1u64 | 1 << 6 | 1 << 63).eq([0, 6, 63]));
        assert!(bits(1u128 | 1 << 64 | 1 << 127).eq([0, 64, 127]));
        assert_eq!(bits(u128::MAX).count(), 128);
    }

    #[test]
    fn values_start_at_one() {
        assert_eq!(values_of(0).next(), None);
        assert!(values_of(mask_of(1) | mask_of(7) | mask_of(64)).eq([1, 7, 64]));
    }

    #[test]
    fn lengths_are_exact() {
        let (mut left, mut values) = (bits(0b1011u64), values_of(0b1011));
        assert_eq!((left.len(), values.len()), (3, 3));
        assert_eq!((left.next(), values.next()), (Some(0), Some(1)));
        assert_eq!((left.len(), values.len()), (2, 2));
    }
}
