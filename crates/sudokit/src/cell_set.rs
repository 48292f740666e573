//! Sets of cells, for boards of at most 128 cells.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub, SubAssign};

use crate::bits::{Bits, bits};

/// A set of cells of a board that has at most 128 of them: one bit a cell.
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
    /// The most cells a board may have for its cells to fit a set.
    pub const CAPACITY: usize = 128;
    /// No cell.
    pub const EMPTY: CellSet = CellSet(0);

    /// One cell.
    #[inline]
    pub const fn of(cell: usize) -> CellSet {
        CellSet(1 << cell)
    }

    /// Whether a cell is in it.
    #[inline]
    pub const fn contains(self, cell: usize) -> bool {
        self.0 >> cell & 1 != 0
    }

    /// Whether every cell of the other set is in it.
    #[inline]
    pub const fn contains_all(self, other: CellSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether the two have a cell in common.
    #[inline]
    pub const fn meets(self, other: CellSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether there is no cell in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cells are in it.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The first cell in reading order.
    #[inline]
    pub const fn first(self) -> Option<usize> {
        match self.0 {
            0 => None,
            bits => Some(bits.trailing_zeros() as usize),
        }
    }

    /// The one cell, if it is one.
    #[inline]
    pub const fn single(self) -> Option<usize> {
        match self.0.is_power_of_two() {
            true => self.first(),
            false => None,
        }
    }

    /// The two cells, if they are two.
    #[inline]
    pub fn pair(self) -> Option<[usize; 2]> {
        let first = self.first()?;
        let second = (self - CellSet::of(first)).single()?;
        Some([first, second])
    }

    /// Puts a cell in.
    #[inline]
    pub const fn insert(&mut self, cell: usize) {
        self.0 |= 1 << cell;
    }

    /// Takes a cell out.
    #[inline]
    pub const fn remove(&mut self, cell: usize) {
        self.0 &= !(1 << cell);
    }

    /// The cells in reading order.
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
