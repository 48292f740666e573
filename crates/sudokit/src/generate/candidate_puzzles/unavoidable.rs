//! Unavoidable sets: sets of cells in which every puzzle of a grid must keep a given, found without
//! a search.
//!
//! If two values, or two lines, of a grid can be swapped in some of their cells, there is another
//! grid that differs in those cells alone, and only a given there can distinguish the two. So the
//! last given of such a set is needed, and no search is necessary.
//!
//! * Two values can be swapped in cells that are connected by common houses, in a grid of any
//!   shape.
//! * Two rows of a band can be swapped in some columns if those columns hold the same values in
//!   both rows. The same goes for two columns of a stack. This requires that boxes are the only
//!   other houses.
//!
//! [`ClassicUnavoidableSets`] has the swaps of lines on the classic board, one bit per set. These
//! are most of the small sets and are found quickly; the rest is left to the search.
//! [`UnavoidableSets`] has both kinds, for any shape.

use crate::bits::bits;
use crate::shape::Shape;

/// How many sets are kept, one bit each; more hardly help.
const MOST: u32 = 32;
/// How many rows or columns a set may span; larger sets hardly ever come down to one given.
const WIDEST: u32 = 5;

/// The unavoidable sets of a classic grid, and how many givens each still has.
#[derive(Clone, Debug)]
pub(super) struct ClassicUnavoidableSets {
    /// The sets that contain each cell, one bit each.
    of_cell: [u32; 81],
    found: u32,
    left: GivensLeft,
}

/// How many givens are left in each set. Word `i` holds bit `i` of every set's number, so that a
/// given is removed from all sets of its cell at once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GivensLeft {
    digits: [u32; 4],
}

impl GivensLeft {
    /// Returns the sets with one given left.
    fn last(&self) -> u32 {
        let [ones, twos, fours, eights] = self.digits;
        ones & !(twos | fours | eights)
    }

    /// Removes one given from each of these sets.
    fn take(&mut self, sets: u32) {
        let mut borrow = sets;
        for digit in &mut self.digits {
            *digit ^= borrow;
            borrow &= *digit;
        }
    }

    fn set(&mut self, set: u32, count: u32) {
        for (digit, place) in self.digits.iter_mut().zip(0..) {
            *digit |= (count >> place & 1) << set;
        }
    }
}

impl ClassicUnavoidableSets {
    /// Finds the sets of a grid in which all cells are given.
    pub fn new(grid: &[u8; 81]) -> ClassicUnavoidableSets {
        let mut sets = ClassicUnavoidableSets {
            of_cell: [0; 81],
            found: 0,
            left: GivensLeft::default(),
        };
        sets.add_lines(grid, &Places::new(grid));
        sets
    }

    /// Returns how many givens are left in each set.
    pub fn left(&self) -> &GivensLeft {
        &self.left
    }

    /// Sets how many givens are left.
    pub fn set_left(&mut self, left: GivensLeft) {
        self.left = left;
    }

    /// Returns whether a set would lose its last given if these cells were removed.
    pub fn need(&self, left: &GivensLeft, cells: &[u16]) -> bool {
        if let [cell] = cells {
            return self.of_cell[*cell as usize] & left.last() != 0;
        }
        let mut left = *left;
        cells.iter().any(|cell| {
            let is_needed = self.need(&left, &[*cell]);
            self.take(&mut left, &[*cell]);
            is_needed
        })
    }

    /// Removes cells that no set needs.
    pub fn take(&self, left: &mut GivensLeft, cells: &[u16]) {
        for cell in cells {
            left.take(self.of_cell[*cell as usize]);
        }
    }

    /// Adds a set of the cells in the lines of a mask.
    fn add(&mut self, lines: u16, cells: impl Fn(usize) -> [usize; 2]) {
        let width = lines.count_ones();
        if width > WIDEST || self.found == MOST {
            return;
        }
        let bit = 1 << self.found;
        self.left.set(self.found, 2 * width);
        self.found += 1;
        for line in bits(u64::from(lines)) {
            for cell in cells(line) {
                self.of_cell[cell] |= bit;
            }
        }
    }

    /// Adds the swaps of two rows of a band, and of two columns of a stack.
    fn add_lines(&mut self, grid: &[u8; 81], places: &Places) {
        for (along, across, place) in [(1, 9, &places.columns), (9, 1, &places.rows)] {
            for (one, other) in PAIRS_IN_BANDS {
                let place = |value: u8| usize::from(place[usize::from(value)][one]);
                let [one, other] = [one * across, other * across];
                let mut open = 0x1ffu16;
                while open != 0 {
                    let (mut cycle, mut at) = (0u16, open.trailing_zeros() as usize);
                    while cycle & 1 << at == 0 {
                        cycle |= 1 << at;
                        at = place(grid[other + at * along]);
                    }
                    open &= !cycle;
                    self.add(cycle, |at| [one + at * along, other + at * along]);
                }
            }
        }
    }
}

/// Where each value of a grid is.
struct Places {
    /// Its column in each row.
    columns: [[u8; 9]; 10],
    /// Its row in each column.
    rows: [[u8; 9]; 10],
}

impl Places {
    fn new(grid: &[u8; 81]) -> Places {
        let mut places = Places {
            columns: [[0; 9]; 10],
            rows: [[0; 9]; 10],
        };
        for (row, values) in grid.chunks_exact(9).enumerate() {
            for (column, value) in values.iter().enumerate() {
                let value = usize::from(*value);
                places.columns[value][row] = column as u8;
                places.rows[value][column] = row as u8;
            }
        }
        places
    }
}

/// The pairs of lines in one band or stack.
const PAIRS_IN_BANDS: [(usize, usize); 9] = [
    (0, 1),
    (0, 2),
    (1, 2),
    (3, 4),
    (3, 5),
    (4, 5),
    (6, 7),
    (6, 8),
    (7, 8),
];

/// The unavoidable sets of a grid of any shape, and how many givens each has left.
pub(super) struct UnavoidableSets {
    /// The numbers of the sets that contain each cell.
    sets_of_cell: Vec<Vec<u32>>,
    left: Vec<u16>,
}

impl UnavoidableSets {
    /// Finds the sets of a grid in which every cell is given.
    pub fn new(shape: &Shape, solution: &[u8]) -> UnavoidableSets {
        let mut sets = UnavoidableSets {
            sets_of_cell: vec![Vec::new(); shape.cells()],
            left: Vec::new(),
        };
        sets.add_values(shape, solution);
        if let (Some((rows, columns)), true) = (shape.box_size(), shape.is_plain()) {
            let size = shape.size();
            sets.add_lines(solution, size, rows, |line, place| line * size + place);
            sets.add_lines(solution, size, columns, |line, place| place * size + line);
        }
        sets
    }

    fn add(&mut self, cells: impl Iterator<Item = usize>) {
        let set = self.left.len() as u32;
        let mut count = 0;
        for cell in cells {
            self.sets_of_cell[cell].push(set);
            count += 1;
        }
        self.left.push(count);
    }

    /// Adds the swaps of two values.
    fn add_values(&mut self, shape: &Shape, solution: &[u8]) {
        let (size, houses) = (shape.size(), shape.houses());
        // The cell of each value in each house.
        let mut places = vec![0u16; houses.len() * size];
        for (house, cells) in houses.iter().enumerate() {
            for cell in cells.cells() {
                places[house * size + solution[*cell as usize] as usize - 1] = *cell;
            }
        }
        let mut cells_of = vec![Vec::new(); size];
        for (cell, value) in solution.iter().enumerate() {
            cells_of[*value as usize - 1].push(cell);
        }
        let mut seen = vec![usize::MAX; shape.cells()];
        for (one, starts) in cells_of.iter().enumerate() {
            for other in one + 1..size {
                let pair = one * size + other;
                for &start in starts {
                    if seen[start] == pair {
                        continue;
                    }
                    seen[start] = pair;
                    let mut set = vec![start];
                    let mut next = 0;
                    while let Some(&cell) = set.get(next) {
                        next += 1;
                        let partner = one + other + 1 - solution[cell] as usize;
                        for &house in shape.houses_of(cell) {
                            let found = places[house as usize * size + partner] as usize;
                            if seen[found] != pair {
                                seen[found] = pair;
                                set.push(found);
                            }
                        }
                    }
                    self.add(set.into_iter());
                }
            }
        }
    }

    /// Adds the swaps of two lines in bands of this thickness.
    fn add_lines(
        &mut self,
        solution: &[u8],
        size: usize,
        thickness: usize,
        cell: impl Fn(usize, usize) -> usize,
    ) {
        let mut place_of = vec![0; size];
        for one in 0..size {
            (0..size).for_each(|place| place_of[solution[cell(one, place)] as usize - 1] = place);
            for other in one + 1..(one / thickness + 1) * thickness {
                let mut seen = vec![false; size];
                for start in 0..size {
                    let mut set = Vec::new();
                    let mut place = start;
                    while !seen[place] {
                        seen[place] = true;
                        set.extend([cell(one, place), cell(other, place)]);
                        place = place_of[solution[cell(other, place)] as usize - 1];
                    }
                    if !set.is_empty() {
                        self.add(set.into_iter());
                    }
                }
            }
        }
    }

    /// Removes givens. Returns whether every set keeps one.
    pub fn take(&mut self, cells: &[usize]) -> bool {
        let mut keeps = true;
        for set in cells.iter().flat_map(|cell| &self.sets_of_cell[*cell]) {
            let left = &mut self.left[*set as usize];
            *left -= 1;
            keeps &= *left > 0;
        }
        keeps
    }

    /// Puts givens back.
    pub fn put_back(&mut self, cells: &[usize]) {
        for set in cells.iter().flat_map(|cell| &self.sets_of_cell[*cell]) {
            self.left[*set as usize] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random_grid;
    use crate::puzzle::{Origin, Puzzle};
    use crate::random::Random;
    use crate::solve::Solver;

    fn grid(stream: u64) -> [u8; 81] {
        let grid = random_grid(&Shape::classic(), &mut Random::new(9, stream));
        let grid = grid.expect("there are many");
        std::array::from_fn(|cell| grid.values()[cell])
    }

    #[test]
    fn without_a_classic_set_there_are_several_solutions() {
        for stream in 0..20 {
            let grid = grid(stream);
            let sets = ClassicUnavoidableSets::new(&grid);
            assert!(sets.found > 10, "{}", sets.found);
            for set in 0..sets.found {
                let mut puzzle =
                    Puzzle::from_values(Shape::classic(), grid.to_vec()).expect("a board");
                let is_in = |cell: &usize| sets.of_cell[*cell] >> set & 1 == 1;
                let cells: Vec<usize> = (0..81).filter(is_in).collect();
                let digits = sets.left.digits.iter().zip(0..);
                let left: u32 = digits
                    .map(|(digit, place)| (digit >> set & 1) << place)
                    .sum();
                assert_eq!(cells.len() as u32, left);
                for cell in &cells {
                    puzzle.set(*cell, 0, Origin::Given);
                }
                assert!(
                    Solver::new().solve(&puzzle).count > 1,
                    "{cells:?} of {grid:?}"
                );
            }
        }
    }

    #[test]
    fn the_last_given_of_a_classic_set_is_needed() {
        let sets = ClassicUnavoidableSets::new(&grid(0));
        let is_in = |cell: &u16| sets.of_cell[*cell as usize] & 1 == 1;
        let cells: Vec<u16> = (0..81).filter(is_in).collect();
        let (last, others) = cells.split_last().expect("it has cells");
        let mut left = *sets.left();
        assert!(!sets.need(&left, others));
        assert!(sets.need(&left, &cells));
        assert!(!sets.need(&left, &[*last]));
        sets.take(&mut left, others);
        assert!(sets.need(&left, &[*last]));
    }

    #[test]
    fn without_a_general_set_there_are_several_solutions() {
        for name in ["6", "8", "3x3+diagonals", "9+windows"] {
            let shape: Shape = name.parse().expect("a shape");
            let grid = random_grid(&shape, &mut Random::new(1, 0)).expect("there are many");
            let sets = UnavoidableSets::new(&shape, grid.values());
            assert!(sets.left.len() >= shape.size() * (shape.size() - 1) / 2);
            for set in 0..sets.left.len() as u32 {
                let mut values = grid.values().to_vec();
                let mut count = 0;
                for (cell, sets) in sets.sets_of_cell.iter().enumerate() {
                    if sets.contains(&set) {
                        values[cell] = 0;
                        count += 1;
                    }
                }
                assert_eq!(sets.left[set as usize], count);
                let puzzle = Puzzle::from_values(shape.clone(), values).expect("they fit");
                let outcome = Solver::new().limit(2).solve(&puzzle);
                assert_eq!(outcome.count, 2, "{name}: set {set}");
            }
        }
    }

    #[test]
    fn the_last_given_of_a_general_set_is_needed() {
        let shape: Shape = "6".parse().expect("a shape");
        let grid = random_grid(&shape, &mut Random::new(2, 0)).expect("there are many");
        let mut sets = UnavoidableSets::new(&shape, grid.values());
        // All cells with 1 or 2 are sets of these two values.
        let is_one_or_two = |cell: &usize| grid.values()[*cell] <= 2;
        let cells: Vec<usize> = (0..36).filter(is_one_or_two).collect();
        assert!(!sets.take(&cells));
        sets.put_back(&cells);
        assert!(sets.take(&cells[..1]));
    }
}
