//! The known part of the order of the columns, and the part that is still free.
//!
//! Each column is in a *place*. Places form *slots*, one for each stack, and each slot consists
//! of *cells*: the columns of a cell may still be permuted, and so may whole stacks of a *group* of
//! slots. Whatever their order, the rows placed so far read the same; so no choice is made
//! before it makes a difference.

/// The order of the columns as far as it is known, on a board of up to `N` of them.
#[derive(Clone)]
pub(super) struct Columns<const N: usize> {
    /// The column currently in each place.
    at: [u8; N],
    /// The current place of each column.
    place: [u8; N],
    /// The places where a cell starts.
    cell_starts: u64,
    /// The places where a group of slots starts.
    group_starts: u64,
    /// The number of columns of a stack.
    width: u8,
    size: u8,
}

impl<const N: usize> Columns<N> {
    /// Makes an order in which every stack may be anywhere, and every column anywhere in its stack.
    pub fn free(size: usize, width: usize) -> Self {
        let mut columns = Columns {
            at: [0; N],
            place: [0; N],
            cell_starts: 0,
            group_starts: 1,
            width: width as u8,
            size: size as u8,
        };
        for column in 0..size {
            columns.at[column] = column as u8;
            columns.place[column] = column as u8;
            if column % width == 0 {
                columns.cell_starts |= 1 << column;
            }
        }
        columns
    }

    /// Returns the column currently in a place.
    pub fn at(&self, place: usize) -> usize {
        self.at[place] as usize
    }

    /// Returns the column that has a place for itself, if that is settled.
    pub fn settled_at(&self, place: usize) -> Option<usize> {
        let slot = self.slot(place);
        let is_alone = self.cell_end(place) == place + 1
            && self.group_starts >> slot & 1 == 1
            && self.group_end(slot) == slot + self.width as usize;
        is_alone.then(|| self.at(place))
    }

    /// Returns all columns in the order of their places.
    pub fn order(&self) -> &[u8] {
        &self.at[..self.size as usize]
    }

    /// Returns the place after the cell that starts here.
    pub fn cell_end(&self, start: usize) -> usize {
        self.next(self.cell_starts, start)
    }

    /// Returns the place after the group of slots that starts here.
    pub fn group_end(&self, start: usize) -> usize {
        self.next(self.group_starts, start)
    }

    fn next(&self, starts: u64, start: usize) -> usize {
        let behind = starts & (u64::MAX << start) & !(1 << start);
        (behind.trailing_zeros() as usize).min(self.size as usize)
    }

    /// Returns the first place that a column can still take.
    pub fn lowest(&self, column: usize) -> usize {
        let place = self.place[column] as usize;
        let slot = self.slot(place);
        start_at(self.group_starts, slot) + start_at(self.cell_starts, place) - slot
    }

    fn slot(&self, place: usize) -> usize {
        place - (place as u8 % self.width) as usize
    }

    /// Fixes a column in the first place that it can still take.
    pub fn pin(&mut self, column: usize) {
        let slot = self.slot(self.place[column] as usize);
        self.pin_stack(slot);
        let place = self.place[column] as usize;
        let first = start_at(self.cell_starts, place);
        self.swap(first, place);
        self.start_cell(first + 1);
    }

    /// Fixes the stack of this slot in the first slot of its group.
    pub fn pin_stack(&mut self, slot: usize) {
        let first = start_at(self.group_starts, slot);
        self.swap_stacks(first, slot);
        self.start_group(first + self.width as usize);
    }

    /// Swaps two stacks of a group.
    pub fn swap_stacks(&mut self, one: usize, other: usize) {
        if one != other {
            for offset in 0..self.width as usize {
                self.swap(one + offset, other + offset);
            }
        }
    }

    /// Moves the columns of a cell that are not in the mask before the others and returns the place
    /// where the others begin. This settles nothing yet.
    pub fn part(&mut self, start: usize, end: usize, mask: u64) -> usize {
        let mut middle = start;
        for place in start..end {
            if mask >> self.at[place] & 1 == 0 {
                self.swap(middle, place);
                middle += 1;
            }
        }
        middle
    }

    /// Splits a cell before a place.
    pub fn start_cell(&mut self, place: usize) {
        if place < self.size as usize {
            self.cell_starts |= 1 << place;
        }
    }

    /// Splits a group before a slot.
    pub fn start_group(&mut self, slot: usize) {
        if slot < self.size as usize {
            self.group_starts |= 1 << slot;
        }
    }

    /// Returns whether a permutation of the columns keeps everything that is settled.
    pub fn is_kept_by(&self, permutation: &[u8; N]) -> bool {
        (0..self.size as usize).all(|c| self.lowest(c) == self.lowest(permutation[c] as usize))
    }

    /// Passes the number of orders that are still free to `factors`, factor by factor.
    pub fn freedom(&self, factors: &mut impl FnMut(usize)) {
        let (size, width) = (self.size as usize, self.width as usize);
        let mut place = 0;
        while place < size {
            let end = self.cell_end(place);
            (2..=end - place).for_each(&mut *factors);
            place = end;
        }
        let mut slot = 0;
        while slot < size {
            let end = self.group_end(slot);
            (2..=(end - slot) / width).for_each(&mut *factors);
            slot = end;
        }
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.at.swap(one, other);
        self.place[self.at[one] as usize] = one as u8;
        self.place[self.at[other] as usize] = other as u8;
    }
}

/// Returns the last start at this place or before it.
fn start_at(starts: u64, place: usize) -> usize {
    63 - (starts & (u64::MAX >> (63 - place))).leading_zeros() as usize
}
