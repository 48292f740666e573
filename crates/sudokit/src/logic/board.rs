//! A board with its candidates, indexed three ways.

use super::cell_set::CellSet;
use super::step::{Candidate, Step};
pub(super) use crate::bits::{bits, mask_of, values_of};
use crate::geometry::Geometry;
use crate::puzzle::{Grid, Origin, Puzzle};
use crate::shape::Shape;
use crate::solve::Solver;

/// A board with its candidates.
///
/// The candidates are kept by cell (which values), by house and value (which positions of the
/// house) and, on boards of at most 128 cells, by value (which cells), so that each technique
/// reads what it needs without counting. Placing and eliminating keep all three up to date.
#[derive(Clone, Debug)]
pub struct Board {
    shape: Shape,
    values: Vec<u8>,
    given: Vec<bool>,
    candidates: Vec<u64>,
    /// The positions still possible for each house and value: `house * size + value - 1`.
    places: Vec<u64>,
    /// The cells still possible for each value; empty on boards too large for sets.
    cells: Vec<CellSet>,
    /// The open cells with two candidates, which every chain needs.
    pairs: CellSet,
    open: usize,
    allows_uniqueness: bool,
}

/// Why a position cannot be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Contradiction {
    /// An open cell has no candidate.
    #[error("cell {0} has no candidates")]
    Cell(usize),
    /// A value has no place in a house: the house's index and the value.
    #[error("value {1} has no place in house {0}")]
    House(usize, u8),
}

/// Takes the values of the board.
impl From<&Board> for Grid {
    fn from(board: &Board) -> Grid {
        Grid::trusted(board.shape.clone(), board.values.clone())
    }
}

impl Board {
    /// Creates the board of a puzzle. If the puzzle lists candidates (pencil marks), the board
    /// takes those that no value forbids; otherwise all that the values allow.
    pub fn new(puzzle: &Puzzle) -> Board {
        let shape = puzzle.shape().clone();
        let (size, cells) = (shape.size(), shape.cells());
        let mut board = Board {
            values: puzzle.values().to_vec(),
            given: vec![false; cells],
            candidates: vec![0; cells],
            places: vec![0; shape.houses().len() * size],
            cells: vec![CellSet::EMPTY; if cells <= CellSet::CAPACITY { size } else { 0 }],
            pairs: CellSet::EMPTY,
            open: cells - puzzle.clues(),
            allows_uniqueness: puzzle.candidates().is_none(),
            shape,
        };
        for cell in 0..cells {
            match puzzle.origin(cell) {
                Some(origin) => board.given[cell] = origin == Origin::Given,
                None => board.open_cell(cell, puzzle.allowed(cell)),
            }
        }
        board
    }

    /// Sets the candidates of an open cell for the first time.
    fn open_cell(&mut self, cell: usize, allowed: u64) {
        let peers = self.shape.peers(cell).iter();
        let seen = peers.fold(0, |seen, peer| match self.values[*peer as usize] {
            0 => seen,
            value => seen | 1 << (value - 1),
        });
        let mask = allowed & !seen;
        self.candidates[cell] = mask;
        self.note_pair(cell);
        for value in values_of(mask) {
            let index = value as usize - 1;
            for house in self.shape.geometry().memberships(cell) {
                self.places[house.house as usize * self.shape.size() + index] |= house.bit;
            }
            if let Some(cells) = self.cells.get_mut(index) {
                cells.insert(cell);
            }
        }
    }

    /// Returns the shape of the board.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the number of values.
    #[inline]
    pub fn size(&self) -> usize {
        self.shape.size()
    }

    /// Returns the value of a cell, or 0 if it is open.
    #[inline]
    pub fn value(&self, cell: usize) -> u8 {
        self.values[cell]
    }

    /// Returns the values of all cells, 0 for an open cell.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// Returns whether the value of a cell is a given of the puzzle.
    pub fn is_given(&self, cell: usize) -> bool {
        self.given[cell]
    }

    /// Returns whether techniques that assume a single solution prove anything here.
    ///
    /// They argue that two values of a pattern could be swapped, which would make a second
    /// solution. If the puzzle needs its listed candidates to be unique (a Sukaku), these may
    /// forbid the swap, and the pattern is harmless. So a puzzle that lists candidates does
    /// not allow these techniques unless its values are known to have one solution by themselves,
    /// as those of an ordinary puzzle with pencil marks do.
    pub fn allows_uniqueness(&self) -> bool {
        self.allows_uniqueness
    }

    /// Allows techniques that assume a single solution although the puzzle lists candidates: its
    /// values alone are known to have one solution.
    pub fn allow_uniqueness(&mut self) {
        self.allows_uniqueness = true;
    }

    /// Searches whether the values of the puzzle, without its listed candidates, have one
    /// solution, and [allows uniqueness](Board::allow_uniqueness) if the solver proves it.
    ///
    /// Does nothing if uniqueness is allowed already, or on boards of more than 128 cells, where
    /// no such technique is tried.
    pub fn allow_uniqueness_if_proven(&mut self, puzzle: &Puzzle, solver: &Solver) {
        if self.allows_uniqueness || !self.has_sets() {
            return;
        }
        let values = Puzzle::from_values(puzzle.shape().clone(), puzzle.values().to_vec());
        let is_unique = |values| solver.clone().limit(2).solve(&values).is_unique();
        self.allows_uniqueness = values.is_ok_and(is_unique);
    }

    /// Returns the number of open cells.
    pub fn open(&self) -> usize {
        self.open
    }

    /// Returns whether every cell has a value.
    pub fn is_complete(&self) -> bool {
        self.open == 0
    }

    /// Returns the candidates of a cell, one bit `value - 1` for each, or 0 if it has a value.
    #[inline]
    pub fn candidates(&self, cell: usize) -> u64 {
        self.candidates[cell]
    }

    /// Returns whether a value is a candidate of a cell.
    #[inline]
    pub fn has(&self, cell: usize, value: u8) -> bool {
        self.candidates[cell] >> (value - 1) & 1 != 0
    }

    /// Returns the positions of a house where a value is a candidate, as bits, or 0 if the house
    /// contains the value.
    #[inline]
    pub fn places(&self, house: usize, value: u8) -> u64 {
        self.places[house * self.shape.size() + value as usize - 1]
    }

    /// Returns the cells where a value is a candidate. Empty on boards of more than 128 cells.
    #[inline]
    pub fn cells(&self, value: u8) -> CellSet {
        match self.cells.get(value as usize - 1) {
            Some(cells) => *cells,
            None => CellSet::EMPTY,
        }
    }

    /// Returns the open cells with exactly two candidates. Empty on boards of more than 128 cells.
    #[inline]
    pub fn pairs(&self) -> CellSet {
        self.pairs
    }

    /// Returns whether the board has few enough cells for [`CellSet`]s.
    #[inline]
    pub fn has_sets(&self) -> bool {
        !self.cells.is_empty()
    }

    #[inline]
    pub(super) fn geometry(&self) -> &Geometry {
        self.shape.geometry()
    }

    /// Returns the cells of a house, as a set. Only on boards that have sets.
    #[inline]
    pub(super) fn house(&self, house: usize) -> CellSet {
        self.geometry().house_sets[house]
    }

    /// Returns the cells that see a cell, as a set. Only on boards that have sets.
    #[inline]
    pub(super) fn peers(&self, cell: usize) -> CellSet {
        self.geometry().peer_sets[cell]
    }

    /// Returns the cells that see all of these. Only on boards that have sets.
    #[inline]
    pub(super) fn common_peers(&self, cells: CellSet) -> CellSet {
        let peers = cells.iter().map(|cell| self.peers(cell));
        peers.fold(!CellSet::EMPTY, |common, peers| common & peers)
    }

    /// Returns the open cells of a house where a value is a candidate, in the order of the house.
    pub(super) fn places_as_cells(&self, house: usize, value: u8) -> impl Iterator<Item = usize> {
        self.cells_at(house, self.places(house, value))
    }

    /// Returns the cells at these positions of a house.
    pub(super) fn cells_at(&self, house: usize, positions: u64) -> impl Iterator<Item = usize> {
        let cells = self.shape.houses()[house].cells();
        bits(positions).map(move |position| cells[position] as usize)
    }

    /// Returns the union of the candidates of some cells.
    pub(super) fn union(&self, cells: CellSet) -> u64 {
        cells
            .iter()
            .fold(0, |mask, cell| mask | self.candidates[cell])
    }

    /// Places a value in an open cell and eliminates it from the peers of the cell. Does nothing if
    /// the cell has a value.
    pub fn place(&mut self, cell: usize, value: u8) {
        if self.values[cell] != 0 {
            return;
        }
        for other in values_of(self.candidates[cell]) {
            self.eliminate(cell, other);
        }
        self.values[cell] = value;
        self.open -= 1;
        let shape = self.shape.clone();
        for &peer in shape.peers(cell) {
            self.eliminate(peer as usize, value);
        }
    }

    /// Eliminates a candidate. Does nothing if it is not there.
    #[inline]
    pub fn eliminate(&mut self, cell: usize, value: u8) {
        let bit = 1u64 << (value - 1);
        if self.candidates[cell] & bit == 0 {
            return;
        }
        self.candidates[cell] ^= bit;
        self.note_pair(cell);
        let (size, index) = (self.shape.size(), value as usize - 1);
        for house in self.shape.geometry().memberships(cell) {
            self.places[house.house as usize * size + index] &= !house.bit;
        }
        if let Some(cells) = self.cells.get_mut(index) {
            cells.remove(cell);
        }
    }

    fn note_pair(&mut self, cell: usize) {
        if self.cells.is_empty() {
            return;
        }
        match self.candidates[cell].count_ones() {
            2 => self.pairs.insert(cell),
            _ => self.pairs.remove(cell),
        }
    }

    /// Applies a step: its eliminations, then its placements.
    pub fn apply(&mut self, step: &Step) {
        for &Candidate { cell, value } in &step.eliminations {
            self.eliminate(cell as usize, value);
        }
        for &Candidate { cell, value } in &step.placements {
            self.place(cell as usize, value);
        }
    }

    /// Returns the first open cell without candidates, or else the first value without a place in a
    /// house.
    pub fn contradiction(&self) -> Option<Contradiction> {
        let empty = |cell: &usize| self.values[*cell] == 0 && self.candidates[*cell] == 0;
        if let Some(cell) = (0..self.values.len()).find(empty) {
            return Some(Contradiction::Cell(cell));
        }
        for (index, house) in self.shape.houses().iter().enumerate() {
            if house.cells().len() != self.size() {
                continue;
            }
            let cells = house.cells().iter().map(|cell| *cell as usize);
            let possible = cells.fold(0, |mask, cell| match self.values[cell] {
                0 => mask | self.candidates[cell],
                value => mask | 1 << (value - 1),
            });
            if let Some(value) = values_of(self.shape.all_values() & !possible).next() {
                return Some(Contradiction::House(index, value));
            }
        }
        None
    }

    /// Converts the board to a puzzle that lists its candidates.
    pub fn to_puzzle(&self) -> Puzzle {
        let mut puzzle = Puzzle::new(self.shape.clone());
        for cell in 0..self.values.len() {
            let origin = match self.given[cell] {
                true => Origin::Given,
                false => Origin::Placed,
            };
            puzzle.set(cell, self.values[cell], origin);
        }
        let mask = |cell: usize| match self.values[cell] {
            0 => self.candidates[cell],
            value => 1 << (value - 1),
        };
        puzzle.set_candidates((0..self.values.len()).map(mask).collect());
        puzzle
    }
}
