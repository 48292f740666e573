//! The position: the values of the cells, what may still go into them, and how to undo changes.
//!
//! Rules read and change a [`TrackedBoard`] only through its methods, which guarantees two things:
//!
//! * **Everything can be undone.** Each change adds an entry to a *trail*; undoing walks the trail
//!   backwards to a mark. Nothing is copied for a choice, so a search may be thousands of choices
//!   deep.
//! * **Everything is counted.** The board counts every read, so that the figures of two algorithms
//!   mean the same.
//!
//! It also records *why* each value was placed or ruled out, for conflict-directed backjumping.

use std::cell::Cell;

use crate::bits::mask_of;
use crate::puzzle::Puzzle;
use crate::shape::Shape;

/// Where the domain of a cell comes from. The result is the same unless a strategy has ruled values
/// out; the cost is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Domains {
    /// From every peer, each time.
    FromPeers,
    /// From the sets of values that the cell's houses still lack.
    FromHouses,
    /// From a set kept for each cell, from which the propagation removes impossible values.
    Kept,
}

/// The fact "in this house, these values have no place but these", on which single possibilities,
/// preemptive sets and pointers rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Confinement {
    /// An index into the houses of the shape.
    pub house: u16,
    /// The values, as a set.
    pub values: u64,
    /// The places, as a set of indices into the cells of the house.
    pub places: u64,
}

/// Why a cell has its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// It is a given.
    Given,
    /// It was tried, as the choice of this level; the first choice of a search is level 1.
    Chosen { level: usize },
    /// No other value was left for the cell.
    OnlyValue,
    /// No other place was left for the value.
    OnlyPlace(Confinement),
}

/// Why a position cannot be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contradiction {
    /// A peer already has the value to be placed; it was not placed.
    Taken,
    /// A cell has no value left.
    NoValue { cell: usize },
    /// A house has fewer places for some values than there are values.
    TooFewPlaces(Confinement),
}

/// Why a value cannot be in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Obstacle {
    /// This cell (a peer, or the cell itself) has a value that excludes it.
    Cell(usize),
    /// A strategy ruled it out.
    Logic(Confinement),
}

#[derive(Clone, Copy)]
enum Change {
    Placed { cell: u16 },
    Removed { cell: u16, values: u64 },
    RuledOut { cell: u16, values: u64 },
}

/// Cells whose value, domain or number of open peers changed, each listed once.
#[derive(Clone)]
struct Touched {
    cells: Vec<u16>,
    is_listed: Vec<bool>,
}

/// A position of the search.
#[derive(Clone)]
pub(super) struct TrackedBoard<'p> {
    puzzle: &'p Puzzle,
    domains: Domains,
    values: Vec<u8>,
    open: usize,
    /// What each open cell may hold; maintained only for [`Domains::Kept`].
    kept: Vec<u64>,
    /// The values that each house still lacks.
    lacking: Vec<u64>,
    trail: Vec<Change>,
    /// For each filled cell, the reason, and the length of the trail when it was filled, which gives
    /// the order.
    filled: Vec<(usize, Reason)>,
    /// For each cell, what strategies ruled out, and why.
    ruled_out: Vec<Vec<(u64, Confinement)>>,
    /// For a rule that keeps the cells in order; `None` for the others.
    touched: Option<Touched>,
    checks: Cell<u64>,
    assignments: u64,
}

impl<'p> TrackedBoard<'p> {
    /// Creates the position of a puzzle: its givens, and nothing known about the other cells.
    pub fn new(puzzle: &'p Puzzle, domains: Domains) -> TrackedBoard<'p> {
        let shape = puzzle.shape();
        let mut board = TrackedBoard {
            puzzle,
            domains,
            values: vec![0; shape.cells()],
            open: shape.cells(),
            kept: (0..shape.cells()).map(|c| puzzle.allowed(c)).collect(),
            lacking: vec![shape.all_values(); shape.houses().len()],
            trail: Vec::new(),
            filled: vec![(0, Reason::Given); shape.cells()],
            ruled_out: vec![Vec::new(); shape.cells()],
            touched: None,
            checks: Cell::new(0),
            assignments: 0,
        };
        for (cell, &value) in puzzle.values().iter().enumerate() {
            if value != 0 {
                board.fill(cell, value);
            }
        }
        board
    }

    // --- reading ---------------------------------------------------------------------------

    pub fn shape(&self) -> &'p Shape {
        self.puzzle.shape()
    }

    /// Returns all values, 0 for an open cell.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    pub fn is_open(&self, cell: usize) -> bool {
        self.values[cell] == 0
    }

    /// Returns the open cells in reading order.
    pub fn open_cells(&self) -> impl Iterator<Item = usize> {
        (0..self.values.len()).filter(|cell| self.is_open(*cell))
    }

    /// Returns the open peers of a cell.
    pub fn open_peers(&self, cell: usize) -> impl Iterator<Item = usize> {
        let peers = self.shape().peers(cell).iter();
        peers.map(|p| *p as usize).filter(|p| self.is_open(*p))
    }

    /// Returns the number of cells with a value.
    pub fn clues(&self) -> usize {
        self.values.len() - self.open
    }

    pub fn is_full(&self) -> bool {
        self.open == 0
    }

    /// Returns the values that a house still lacks.
    pub fn lacking(&self, house: usize) -> u64 {
        self.lacking[house]
    }

    /// Returns what the puzzle itself allows in a cell, regardless of other cells.
    pub fn allowed(&self, cell: usize) -> u64 {
        self.puzzle.allowed(cell)
    }

    /// Returns the values that an open cell may still hold, as far as is known.
    pub fn domain(&self, cell: usize) -> u64 {
        match self.domains {
            Domains::Kept => {
                self.count_checks(1);
                self.kept[cell]
            }
            Domains::FromHouses => {
                let houses = self.shape().houses_of(cell);
                self.count_checks(houses.len());
                let lacking = houses.iter().map(|house| self.lacking[*house as usize]);
                lacking.fold(self.allowed(cell), |domain, lacking| domain & lacking)
            }
            Domains::FromPeers => {
                let peers = self.shape().peers(cell);
                self.count_checks(peers.len());
                let taken = peers
                    .iter()
                    .fold(0, |taken, peer| match self.values[*peer as usize] {
                        0 => taken,
                        value => taken | mask_of(value),
                    });
                self.allowed(cell) & !taken
            }
        }
    }

    /// Returns whether no peer of the cell has this value. Stops at the first that has it.
    pub fn fits(&self, cell: usize, value: u8) -> bool {
        let peers = self.shape().peers(cell);
        let clash = peers.iter().position(|p| self.values[*p as usize] == value);
        self.count_checks(clash.map_or(peers.len(), |index| index + 1));
        clash.is_none()
    }

    /// Returns why a filled cell has its value.
    pub fn reason(&self, cell: usize) -> Reason {
        self.filled[cell].1
    }

    /// Returns what first excluded a value from a cell: of several obstacles the oldest, because a
    /// deduction from the exclusion can only rest on that one.
    pub fn obstacle(&self, cell: usize, value: u8) -> Option<Obstacle> {
        // Strategies only rule out what nothing else has excluded yet, so they were first.
        let ruled_out = &self.ruled_out[cell];
        if let Some((_, why)) = ruled_out.iter().find(|(set, _)| set & mask_of(value) != 0) {
            return Some(Obstacle::Logic(*why));
        }
        let peers = self.shape().peers(cell);
        self.count_checks(peers.len());
        let holders = peers.iter().map(|peer| *peer as usize);
        let holders = holders.filter(|peer| self.values[*peer] == value);
        let itself = (!self.is_open(cell) && self.values[cell] != value).then_some(cell);
        let oldest = holders.chain(itself).min_by_key(|c| self.filled[*c].0);
        oldest.map(Obstacle::Cell)
    }

    // --- changing --------------------------------------------------------------------------

    /// Puts a value into an open cell. The caller propagates it.
    pub fn place(&mut self, cell: usize, value: u8, reason: Reason) {
        self.assignments += 1;
        self.filled[cell] = (self.trail.len() + 1, reason);
        self.trail.push(Change::Placed { cell: cell as u16 });
        self.fill(cell, value);
        self.touch_with_peers(cell);
    }

    /// Removes values from the domain of an open cell because a peer has them.
    pub fn remove(&mut self, cell: usize, values: u64) {
        self.kept[cell] &= !values;
        let cell = cell as u16;
        self.trail.push(Change::Removed { cell, values });
        self.touch(cell);
    }

    /// Removes values from the domain of an open cell because of a strategy, and returns whether any
    /// of them was there.
    pub fn rule_out(&mut self, cell: usize, values: u64, why: Confinement) -> bool {
        let values = self.kept[cell] & values;
        if values == 0 {
            return false;
        }
        self.kept[cell] &= !values;
        self.ruled_out[cell].push((values, why));
        let cell = cell as u16;
        self.trail.push(Change::RuledOut { cell, values });
        self.touch(cell);
        true
    }

    /// Returns a mark to which [`undo_to`](Self::undo_to) can return.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Undoes everything since the mark.
    pub fn undo_to(&mut self, mark: usize) {
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some(Change::Placed { cell }) => {
                    self.clear(cell as usize);
                    self.touch_with_peers(cell as usize);
                }
                Some(Change::Removed { cell, values }) => {
                    self.kept[cell as usize] |= values;
                    self.touch(cell);
                }
                Some(Change::RuledOut { cell, values }) => {
                    self.kept[cell as usize] |= values;
                    self.ruled_out[cell as usize].pop();
                    self.touch(cell);
                }
                None => return,
            }
        }
    }

    fn fill(&mut self, cell: usize, value: u8) {
        self.values[cell] = value;
        self.open -= 1;
        for house in self.shape().houses_of(cell) {
            self.lacking[*house as usize] &= !mask_of(value);
        }
    }

    fn clear(&mut self, cell: usize) {
        let value = std::mem::take(&mut self.values[cell]);
        self.open += 1;
        for house in self.shape().houses_of(cell) {
            self.lacking[*house as usize] |= mask_of(value);
        }
    }

    // --- changes and counters ---------------------------------------------------------------------------

    /// Starts to record which cells are touched.
    pub fn watch(&mut self) {
        self.touched = Some(Touched {
            cells: Vec::new(),
            is_listed: vec![false; self.values.len()],
        });
    }

    /// Returns the next cell that has been touched and not yet returned.
    pub fn next_touched(&mut self) -> Option<usize> {
        let touched = self.touched.as_mut()?;
        let cell = touched.cells.pop()? as usize;
        touched.is_listed[cell] = false;
        Some(cell)
    }

    fn touch(&mut self, cell: u16) {
        if let Some(touched) = &mut self.touched
            && !std::mem::replace(&mut touched.is_listed[cell as usize], true)
        {
            touched.cells.push(cell);
        }
    }

    fn touch_with_peers(&mut self, cell: usize) {
        if self.touched.is_some() {
            self.touch(cell as u16);
            for &peer in self.shape().peers(cell) {
                self.touch(peer);
            }
        }
    }

    /// Returns the number of reads of a peer's value, a cell's domain or a house's set.
    pub fn checks(&self) -> u64 {
        self.checks.get()
    }

    /// Returns the number of values placed, without givens.
    pub fn assignments(&self) -> u64 {
        self.assignments
    }

    /// Resets both counts, for a copy whose original reports them.
    pub fn forget_counts(&mut self) {
        self.checks.set(0);
        self.assignments = 0;
    }

    fn count_checks(&self, looks: usize) {
        self.checks.set(self.checks.get() + looks as u64);
    }
}

impl Confinement {
    /// Returns the cells that the fact rests on: those of the house outside the places, none of which
    /// can hold any of the values.
    pub fn elsewhere(self, shape: &Shape) -> impl Iterator<Item = usize> {
        let cells = shape.houses()[self.house as usize].cells();
        let outside = move |place: &usize| self.places >> place & 1 == 0;
        let places = (0..cells.len()).filter(outside);
        places.map(|place| cells[place] as usize)
    }

    /// Returns whether there are more values than places.
    pub fn is_impossible(self) -> bool {
        self.values.count_ones() > self.places.count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Origin;

    fn four_by_four() -> Puzzle {
        let mut puzzle = Puzzle::new(Shape::with_size(4).unwrap());
        puzzle.set(0, 1, Origin::Given);
        puzzle.set(9, 3, Origin::Given);
        puzzle
    }

    #[test]
    fn a_domain_does_not_depend_on_where_it_comes_from() {
        let puzzle = four_by_four();
        let from_peers = TrackedBoard::new(&puzzle, Domains::FromPeers);
        let from_houses = TrackedBoard::new(&puzzle, Domains::FromHouses);
        for cell in from_peers.open_cells() {
            assert_eq!(from_peers.domain(cell), from_houses.domain(cell));
        }
        assert_eq!(from_peers.domain(1), 0b1010);
        // 14 open cells, and one more read of cell 1: 7 peers against 3 houses.
        assert_eq!(from_peers.checks(), 15 * 7);
        assert_eq!(from_houses.checks(), 14 * 3);
    }

    #[test]
    fn undoing_restores_everything() {
        let puzzle = four_by_four();
        let mut board = TrackedBoard::new(&puzzle, Domains::Kept);
        let before = board.clone();
        let mark = board.mark();
        let why = Confinement {
            house: 0,
            values: 0b1000,
            places: 0b1000,
        };
        board.place(5, 4, Reason::Chosen { level: 1 });
        board.remove(6, 0b1000);
        assert!(board.rule_out(3, 0b0111, why));
        assert!(!board.rule_out(3, 0b0111, why));
        assert_eq!(board.clues(), 3);
        assert_eq!(board.lacking(1), 0b0111);
        assert_eq!(board.obstacle(3, 2), Some(Obstacle::Logic(why)));
        assert_eq!(board.obstacle(6, 4), Some(Obstacle::Cell(5)));
        assert_eq!(board.obstacle(5, 2), Some(Obstacle::Cell(5)));
        assert_eq!(board.obstacle(15, 2), None);
        board.undo_to(mark);
        assert_eq!(board.values(), before.values());
        assert_eq!(board.kept, before.kept);
        assert_eq!(board.lacking, before.lacking);
        assert_eq!(board.obstacle(3, 2), None);
        assert_eq!(board.clues(), 2);
    }

    #[test]
    fn the_older_of_two_obstacles_counts() {
        let puzzle = four_by_four();
        let mut board = TrackedBoard::new(&puzzle, Domains::Kept);
        // Cell 3 sees cell 1 in its row and cell 15 in its column.
        board.place(15, 2, Reason::Chosen { level: 1 });
        board.place(1, 2, Reason::Chosen { level: 2 });
        assert_eq!(board.obstacle(3, 2), Some(Obstacle::Cell(15)));
    }
}
