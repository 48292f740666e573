//! Sets of values, and of places in a house, as the bits of a `u64`.
//!
//! Bit `v - 1` stands for value `v`; bit `p` stands for the place `p` of a house, an index into
//! its list of cells. A board has at most 64 values, so every set is one machine word, and union,
//! intersection and size are one instruction each.

/// The set with nothing but this value.
pub(super) fn bit(value: u8) -> u64 {
    1 << (value - 1)
}

/// The smallest value of a set that is not empty.
pub(super) fn smallest(values: u64) -> u8 {
    values.trailing_zeros() as u8 + 1
}

/// The values of a set, ascending.
pub(super) fn values(set: u64) -> impl Iterator<Item = u8> {
    ones(set).map(|index| index as u8 + 1)
}

/// The places of a set, ascending.
pub(super) fn places(set: u64) -> impl Iterator<Item = usize> {
    ones(set)
}

fn ones(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let index = set.trailing_zeros() as usize;
        let any = set != 0;
        set &= set.wrapping_sub(1);
        any.then_some(index)
    })
}

/// The size of a set.
pub(super) fn size(set: u64) -> usize {
    set.count_ones() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_1_to_64() {
        let set = bit(1) | bit(7) | bit(64);
        assert_eq!(values(set).collect::<Vec<_>>(), [1, 7, 64]);
        assert_eq!(places(set).collect::<Vec<_>>(), [0, 6, 63]);
        assert_eq!((smallest(set), size(set)), (1, 3));
        assert_eq!(values(0).count(), 0);
    }
}
