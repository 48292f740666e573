//! Boards that are followed as far as easy logic leads, thousands of times per second.
//!
//! Only values of the solution are ever placed, on puzzles that have one, so nothing can go wrong
//! and nothing is checked.

use super::bit_set::BitSet;
use crate::geometry::Geometry;
use crate::logic::{Board, CellSet, Logic};
use crate::puzzle::Puzzle;

/// A board that easy logic can complete as far as it leads.
pub(super) trait Deduction: Clone {
    /// Places a value of the solution in an open cell.
    fn place(&mut self, cell: usize, value: u8);

    /// Places values as far as easy logic leads.
    fn deduce(&mut self);

    /// Returns whether every cell has its value.
    fn is_complete(&self) -> bool;

    /// Returns the cells that have a value.
    fn filled(&self) -> BitSet;
}

/// The largest number of values on a board of at most 128 cells.
const MOST_VALUES: usize = 11;

/// Singles on boards of at most 128 cells: the possible cells of each value, and all singles of a
/// pass at once.
#[derive(Clone)]
pub(super) struct SmallDeduction<'s> {
    geometry: &'s Geometry,
    /// The houses that contain every value.
    houses: &'s [CellSet],
    size: usize,
    cells: usize,
    possible: [CellSet; MOST_VALUES],
    open: CellSet,
}

/// Returns the houses that contain every value, so that the last place of a value is its place.
pub(super) fn full_houses(puzzle: &Puzzle) -> Vec<CellSet> {
    let (shape, geometry) = (puzzle.shape(), puzzle.shape().geometry());
    let houses = shape.houses().iter().zip(&geometry.house_sets);
    let full = houses.filter(|(house, _)| house.cells().len() == shape.size());
    full.map(|(_, cells)| *cells).collect()
}

impl<'s> SmallDeduction<'s> {
    /// Makes the board of a puzzle with at most 128 cells.
    pub fn new(puzzle: &'s Puzzle, houses: &'s [CellSet]) -> SmallDeduction<'s> {
        let shape = puzzle.shape();
        let mut board = SmallDeduction {
            geometry: shape.geometry(),
            houses,
            size: shape.size(),
            cells: shape.cells(),
            possible: [CellSet::EMPTY; MOST_VALUES],
            open: (0..shape.cells()).collect(),
        };
        for cell in 0..shape.cells() {
            for value in 0..shape.size() {
                if puzzle.allowed(cell) >> value & 1 != 0 {
                    board.possible[value].insert(cell);
                }
            }
        }
        for (cell, &value) in puzzle.values().iter().enumerate() {
            if value != 0 {
                board.place(cell, value);
            }
        }
        board
    }

    /// Returns the cells with one candidate left.
    fn naked(&self) -> CellSet {
        let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
        for possible in &self.possible[..self.size] {
            twice |= once & *possible;
            once |= *possible;
        }
        once - twice
    }

    /// Returns the last places of a value in its houses.
    fn hidden(&self, value: usize) -> CellSet {
        let possible = self.possible[value];
        let mut places = CellSet::EMPTY;
        for house in self.houses {
            let left = possible & *house;
            if left.single().is_some() {
                places |= left;
            }
        }
        places
    }
}

impl Deduction for SmallDeduction<'_> {
    fn place(&mut self, cell: usize, value: u8) {
        let value = value as usize - 1;
        for possible in &mut self.possible[..self.size] {
            possible.remove(cell);
        }
        self.possible[value] -= self.geometry.peer_sets[cell];
        self.open.remove(cell);
    }

    fn deduce(&mut self) {
        loop {
            let open = self.open;
            let naked = self.naked();
            for value in 0..self.size {
                let singles = (naked | self.hidden(value)) & self.possible[value];
                for cell in singles {
                    self.place(cell, value as u8 + 1);
                }
            }
            if self.open == open {
                return;
            }
        }
    }

    fn is_complete(&self) -> bool {
        self.open.is_empty()
    }

    fn filled(&self) -> BitSet {
        let cells = 0..self.cells;
        cells.filter(|cell| !self.open.contains(*cell)).collect()
    }
}

/// Boards of any size, with singles alone or with other techniques as well.
#[derive(Clone)]
pub(super) struct GeneralDeduction<'l> {
    board: Board,
    /// The techniques to try when singles lead no further.
    beyond: Option<&'l Logic>,
}

impl<'l> GeneralDeduction<'l> {
    pub fn new(puzzle: &Puzzle, beyond: Option<&'l Logic>) -> GeneralDeduction<'l> {
        GeneralDeduction {
            board: Board::new(puzzle),
            beyond,
        }
    }

    fn place_singles(&mut self) {
        let cells = self.board.values().len();
        loop {
            let open = self.board.open();
            for cell in 0..cells {
                let candidates = self.board.candidates(cell);
                if candidates.is_power_of_two() {
                    self.board
                        .place(cell, candidates.trailing_zeros() as u8 + 1);
                }
            }
            self.place_hidden();
            if self.board.open() == open {
                return;
            }
        }
    }

    fn place_hidden(&mut self) {
        let (shape, size) = (self.board.shape().clone(), self.board.size());
        for (index, house) in shape.houses().iter().enumerate() {
            if house.cells().len() != size {
                continue;
            }
            for value in 1..=size as u8 {
                let places = self.board.places(index, value);
                if places.is_power_of_two() {
                    let cell = house.cells()[places.trailing_zeros() as usize];
                    self.board.place(cell as usize, value);
                }
            }
        }
    }
}

impl Deduction for GeneralDeduction<'_> {
    fn place(&mut self, cell: usize, value: u8) {
        self.board.place(cell, value);
    }

    fn deduce(&mut self) {
        loop {
            self.place_singles();
            if self.board.is_complete() {
                return;
            }
            match self.beyond.and_then(|logic| logic.next_step(&self.board)) {
                Some(step) => self.board.apply(&step),
                None => return,
            }
        }
    }

    fn is_complete(&self) -> bool {
        self.board.is_complete()
    }

    fn filled(&self) -> BitSet {
        let values = self.board.values();
        (0..values.len())
            .filter(|cell| values[*cell] != 0)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{Family, Technique};

    fn singles() -> Logic {
        let all = Technique::ALL.iter().copied();
        Logic::with(all.filter(|technique| technique.family() == Family::Singles))
    }

    #[test]
    fn every_board_gets_as_far_as_logic_with_singles() {
        let puzzles = include_str!("../../testdata/own_puzzles.txt");
        for line in puzzles.lines().take(60) {
            let puzzle: Puzzle = line.parse().unwrap();
            let houses = full_houses(&puzzle);
            let mut small = SmallDeduction::new(&puzzle, &houses);
            let mut any = GeneralDeduction::new(&puzzle, None);
            small.deduce();
            any.deduce();
            assert_eq!(small.filled(), any.filled(), "{line}");
            let path = singles().solve(&puzzle);
            assert_eq!(any.board.values(), path.board.values(), "{line}");
            assert_eq!(small.is_complete(), path.board.is_complete());
        }
    }

    #[test]
    fn other_techniques_lead_further() {
        let subsets = Logic::with(Technique::ALL.iter().copied().filter(|technique| {
            matches!(technique.family(), Family::Intersections | Family::Subsets)
        }));
        let puzzles = include_str!("../../testdata/own_puzzles.txt");
        let further = puzzles.lines().take(60).filter(|line| {
            let puzzle: Puzzle = line.parse().unwrap();
            let mut alone = GeneralDeduction::new(&puzzle, None);
            let mut helped = GeneralDeduction::new(&puzzle, Some(&subsets));
            alone.deduce();
            helped.deduce();
            assert!(helped.board.open() <= alone.board.open());
            helped.board.open() < alone.board.open()
        });
        assert!(further.count() > 0);
    }
}
