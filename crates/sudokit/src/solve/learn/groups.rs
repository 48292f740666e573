//! Variables and the groups of which exactly one is true.
//!
//! A variable is a candidate of an open cell: "this cell holds this value". The candidates of a cell
//! are a group, and so are the places of a value in a house, whatever the kind of the house.

use crate::bits::bits;
use crate::geometry::Geometry;
use crate::solve::propagate::{SearchState, is_single};

/// A variable or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Literal(u32);

impl Literal {
    /// Returns the literal that says that a variable is true.
    #[inline]
    pub fn positive(variable: u32) -> Literal {
        Literal(variable << 1)
    }

    /// Returns the literal that says that a variable is false.
    #[inline]
    pub fn negative(variable: u32) -> Literal {
        Literal(variable << 1 | 1)
    }

    #[inline]
    pub fn variable(self) -> u32 {
        self.0 >> 1
    }

    #[inline]
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// Returns a number as a literal, which [`index`](Self::index) turns back into the number.
    #[inline]
    pub fn from_number(number: u32) -> Literal {
        Literal(number)
    }

    /// Returns the literal as an index into tables of all literals.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    #[inline]
    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// A group that a variable belongs to, and its place in it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Membership(u32);

impl Membership {
    /// A group has at most 64 variables.
    const PLACE_BITS: u32 = 6;

    fn new(group: u32, place: usize) -> Membership {
        Membership(group << Membership::PLACE_BITS | place as u32)
    }

    #[inline]
    pub fn group(self) -> u32 {
        self.0 >> Membership::PLACE_BITS
    }

    /// Returns the variable's bit in a mask of the group.
    #[inline]
    pub fn bit(self) -> u64 {
        1 << (self.0 & ((1 << Membership::PLACE_BITS) - 1))
    }
}

/// Lists in a single allocation.
#[derive(Clone, Debug, Default)]
struct Lists<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    #[inline]
    fn get(&self, index: u32) -> &[T] {
        let (start, end) = (self.starts[index as usize], self.starts[index as usize + 1]);
        &self.items[start as usize..end as usize]
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }
}

impl Lists<u32> {
    /// Returns, for each number below `count`, the lists that contain it.
    fn inverted(&self, count: usize) -> Lists<Membership> {
        let mut starts = vec![0u32; count + 1];
        for &item in &self.items {
            starts[item as usize + 1] += 1;
        }
        for index in 0..count {
            starts[index + 1] += starts[index];
        }
        let mut next = starts.clone();
        let mut items = vec![Membership::default(); self.items.len()];
        for list in 0..self.len() as u32 {
            for (place, &item) in self.get(list).iter().enumerate() {
                let at = &mut next[item as usize];
                items[*at as usize] = Membership::new(list, place);
                *at += 1;
            }
        }
        Lists { starts, items }
    }
}

/// The variables of a position and the groups that they belong to.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    /// The values of the cells that are decided, 0 for the others.
    decided: Vec<u8>,
    /// The candidates of each open cell, 0 for the others.
    open: Vec<u64>,
    /// The variable of the first candidate of each cell.
    first: Vec<u32>,
    /// The cell of each variable.
    cells: Vec<u16>,
    members: Lists<u32>,
    memberships: Lists<Membership>,
}

impl Groups {
    /// Lists the groups of a position that is propagated to a fixpoint, so that each of them has
    /// either one candidate, which is decided, or at least two, which are all open.
    pub fn new(state: &SearchState, geometry: &Geometry) -> Groups {
        let (mut first, mut cells, mut open) = (Vec::new(), Vec::new(), Vec::new());
        let (mut starts, mut items) = (vec![0], Vec::new());
        for cell in 0..geometry.cells {
            let mask = state.word(cell);
            first.push(cells.len() as u32);
            open.push(if is_single(mask) { 0 } else { mask });
            if !is_single(mask) {
                items.extend((cells.len() as u32..).take(mask.count_ones() as usize));
                cells.extend(bits(mask).map(|_| cell as u16));
                starts.push(items.len() as u32);
            }
        }
        let variable = |cell: usize, value: usize| {
            let before = open[cell] & ((1 << value) - 1);
            first[cell] + before.count_ones()
        };
        for word in geometry.cells..geometry.words() {
            let places = state.word(word);
            if !is_single(places) {
                let (house, value) = geometry.house_and_value(word);
                let cells = bits(places).map(|place| geometry.cell_at(house, place as u32));
                items.extend(cells.map(|cell| variable(cell, value)));
                starts.push(items.len() as u32);
            }
        }
        let members = Lists { starts, items };
        Groups {
            decided: state.values(geometry),
            memberships: members.inverted(cells.len()),
            open,
            first,
            cells,
            members,
        }
    }

    /// Returns the number of variables.
    pub fn variables(&self) -> usize {
        self.cells.len()
    }

    /// Returns the number of cells that were decided before the search.
    pub fn decided(&self) -> u64 {
        self.decided.iter().filter(|value| **value != 0).count() as u64
    }

    /// Returns the number of groups.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Returns the variables of a group.
    #[inline]
    pub fn members(&self, group: u32) -> &[u32] {
        self.members.get(group)
    }

    /// Returns the groups of a variable.
    #[inline]
    pub fn of(&self, variable: u32) -> &[Membership] {
        self.memberships.get(variable)
    }

    /// Returns the cell and the value (from 1) of a variable.
    pub fn candidate(&self, variable: u32) -> (usize, u8) {
        let cell = self.cells[variable as usize] as usize;
        let rank = variable - self.first[cell];
        let value = bits(self.open[cell]).nth(rank as usize);
        (cell, value.map_or(0, |value| value as u8 + 1))
    }

    /// Returns the values of the cells if these literals, and what was decided before, are true; 0
    /// for open cells.
    pub fn values(&self, literals: impl Iterator<Item = Literal>) -> Vec<u8> {
        let mut values = self.decided.clone();
        for literal in literals.filter(|literal| literal.is_positive()) {
            let (cell, value) = self.candidate(literal.variable());
            values[cell] = value;
        }
        values
    }
}
