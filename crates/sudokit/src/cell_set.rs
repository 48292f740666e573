//! Sets of cells, for boards of at most 128 cells.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub, SubAssign};

use crate::bits::{Bits, bits};

/// A set of cells of a board with at most 128 cells, one bit per cell.
///
/// ```
/// use sudokit::logic::CellSet;
///
/// let set: CellSet = [3, 70].into_iter().collect();
/// assert!(set.contains(70));
/// assert_eq!((set - CellSet::of(3)).first(), Some(70));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellSet(u128);

impl CellSet {
    /// The largest number of cells of a board that fits a set.
    pub const CAPACITY: usize = 128;
    /// The empty set.
    pub const EMPTY: CellSet = CellSet(0);

    /// Creates a set of one cell.
    #[inline]
    pub const fn of(cell: usize) -> CellSet {
        CellSet(1 << cell)
    }

    /// Returns whether the set contains a cell.
    #[inline]
    pub const fn contains(self, cell: usize) -> bool {
        self.0 >> cell & 1 != 0
    }

    /// Returns whether the set contains every cell of the other.
    #[inline]
    pub const fn contains_all(self, other: CellSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// Returns whether the two sets have a cell in common.
    #[inline]
    pub const fn meets(self, other: CellSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of cells.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the first cell in reading order.
    #[inline]
    pub const fn first(self) -> Option<usize> {
        match self.0 {
            0 => None,
            bits => Some(bits.trailing_zeros() as usize),
        }
    }

    /// Returns the cell if there is exactly one.
    #[inline]
    pub const fn single(self) -> Option<usize> {
        match self.0.is_power_of_two() {
            true => self.first(),
            false => None,
        }
    }

    /// Returns the cells if there are exactly two.
    #[inline]
    pub fn pair(self) -> Option<[usize; 2]> {
        let first = self.first()?;
        let second = (self - CellSet::of(first)).single()?;
        Some([first, second])
    }

    /// Inserts a cell.
    #[inline]
    pub const fn insert(&mut self, cell: usize) {
        self.0 |= 1 << cell;
    }

    /// Removes a cell.
    #[inline]
    pub const fn remove(&mut self, cell: usize) {
        self.0 &= !(1 << cell);
    }

    /// Returns the cells in reading order.
    #[inline]
    pub const fn iter(self) -> Cells {
        Cells(bits(self.0))
    }
}

/// The cells of a [`CellSet`], in reading order.
#[derive(Clone, Debug)]
pub struct Cells(Bits<u128>);

impl Iterator for Cells {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Cells {}

impl IntoIterator for CellSet {
    type Item = usize;
    type IntoIter = Cells;

    fn into_iter(self) -> Cells {
        self.iter()
    }
}

impl FromIterator<usize> for CellSet {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl BitAnd for CellSet {
    type Output = CellSet;
    #[inline]
    fn bitand(self, other: CellSet) -> CellSet {
        CellSet(self.0 & other.0)
    }
}

impl BitOr for CellSet {
    type Output = CellSet;
    #[inline]
    fn bitor(self, other: CellSet) -> CellSet {
        CellSet(self.0 | other.0)
    }
}

impl BitXor for CellSet {
    type Output = CellSet;
    #[inline]
    fn bitxor(self, other: CellSet) -> CellSet {
        CellSet(self.0 ^ other.0)
    }
}

impl Sub for CellSet {
    type Output = CellSet;
    #[inline]
    fn sub(self, other: CellSet) -> CellSet {
        CellSet(self.0 & !other.0)
    }
}

impl Not for CellSet {
    type Output = CellSet;
    #[inline]
    fn not(self) -> CellSet {
        CellSet(!self.0)
    }
}

impl BitAndAssign for CellSet {
    #[inline]
    fn bitand_assign(&mut self, other: CellSet) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for CellSet {
    #[inline]
    fn bitor_assign(&mut self, other: CellSet) {
        self.0 |= other.0;
    }
}

impl SubAssign for CellSet {
    #[inline]
    fn sub_assign(&mut self, other: CellSet) {
        self.0 &= !other.0;
    }
}
