//! ClassicUnavoidableSets of cells of which a puzzle must keep a given, known without a search.
//!
//! Where two rows of a band, or two columns of a stack, can exchange their values in some of their
//! cells, the grid has a sibling that differs in those cells alone: without a given there, nothing
//! tells the two apart. So the last given of such a group is needed, and a search need not be
//! asked.
//!
//! These are most of the small groups, and quickly found; others are left to the search.

use crate::bits::bits;
use crate::shape::Shape;

/// So many groups are remembered, one bit each; more hardly help.
const MOST: u32 = 32;
/// So many rows or columns a group may span; larger ones hardly ever come down to one given.
const WIDEST: u32 = 5;

/// The groups of one grid, and how many givens each still has.
#[derive(Clone, Debug)]
pub(super) struct ClassicUnavoidableSets {
    /// The groups that a cell is in, one bit each.
    of_cell: [u32; 81],
    found: u32,
    left: GivensLeft,
}

/// How many givens are left in each group: the first word has the lowest digit of the number of
/// each group, one bit each, and so on. So a given goes from all groups of its cell at once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GivensLeft {
    digits: [u32; 4],
}

impl GivensLeft {
    /// The groups that have one left.
    fn last(&self) -> u32 {
        let [ones, twos, fours, eights] = self.digits;
        ones & !(twos | fours | eights)
    }

    /// One less in each of these groups.
    fn take(&mut self, groups: u32) {
        let mut borrow = groups;
        for digit in &mut self.digits {
            *digit ^= borrow;
            borrow &= *digit;
        }
    }

    fn set(&mut self, group: u32, count: u32) {
        for (digit, place) in self.digits.iter_mut().zip(0..) {
            *digit |= (count >> place & 1) << group;
        }
    }
}

impl ClassicUnavoidableSets {
    /// Finds them; all cells are given.
    pub fn new(grid: &[u8; 81]) -> ClassicUnavoidableSets {
        let mut groups = ClassicUnavoidableSets {
            of_cell: [0; 81],
            found: 0,
            left: GivensLeft::default(),
        };
        groups.add_lines(grid, &Places::new(grid));
        groups
    }

    /// How many givens are left in each group.
    pub fn left(&self) -> &GivensLeft {
        &self.left
    }

    /// Remembers that these are left.
    pub fn set_left(&mut self, left: GivensLeft) {
        self.left = left;
    }

    /// Whether a group would be without a given if these cells went.
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

    /// Takes cells away that no group needs.
    pub fn take(&self, left: &mut GivensLeft, cells: &[u16]) {
        for cell in cells {
            left.take(self.of_cell[*cell as usize]);
        }
    }

    /// A group of the cells that two lists have in the lines of a mask.
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

    /// Two rows of a band exchange their values in some columns; the same with columns.
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

/// Two lines of the same three.
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

/// The groups of a grid, and how many givens each has left.
pub(super) struct UnavoidableSets {
    /// The numbers of the groups in which each cell is.
    groups_of: Vec<Vec<u32>>,
    left: Vec<u16>,
}

impl UnavoidableSets {
    /// The groups of a grid in which every cell is given.
    pub fn new(shape: &Shape, solution: &[u8]) -> UnavoidableSets {
        let mut exchanges = UnavoidableSets {
            groups_of: vec![Vec::new(); shape.cells()],
            left: Vec::new(),
        };
        exchanges.add_values(shape, solution);
        if let (Some((rows, columns)), true) = (shape.box_size(), shape.is_plain()) {
            let size = shape.size();
            exchanges.add_lines(solution, size, rows, |line, place| line * size + place);
            exchanges.add_lines(solution, size, columns, |line, place| place * size + line);
        }
        exchanges
    }

    fn add(&mut self, cells: impl Iterator<Item = usize>) {
        let group = self.left.len() as u32;
        let mut count = 0;
        for cell in cells {
            self.groups_of[cell].push(group);
            count += 1;
        }
        self.left.push(count);
    }

    /// Pairs of values.
    fn add_values(&mut self, shape: &Shape, solution: &[u8]) {
        let (size, houses) = (shape.size(), shape.houses());
        // Where each value stands in each house.
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
                    let mut group = vec![start];
                    let mut next = 0;
                    while let Some(&cell) = group.get(next) {
                        next += 1;
                        let partner = one + other + 1 - solution[cell] as usize;
                        for &house in shape.houses_of(cell) {
                            let found = places[house as usize * size + partner] as usize;
                            if seen[found] != pair {
                                seen[found] = pair;
                                group.push(found);
                            }
                        }
                    }
                    self.add(group.into_iter());
                }
            }
        }
    }

    /// Pairs of lines that lie side by side in bands of so many.
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
                    let mut group = Vec::new();
                    let mut place = start;
                    while !seen[place] {
                        seen[place] = true;
                        group.extend([cell(one, place), cell(other, place)]);
                        place = place_of[solution[cell(other, place)] as usize - 1];
                    }
                    if !group.is_empty() {
                        self.add(group.into_iter());
                    }
                }
            }
        }
    }

    /// Takes givens away. Says whether every group keeps one.
    pub fn take(&mut self, cells: &[usize]) -> bool {
        let mut keeps = true;
        for group in cells.iter().flat_map(|cell| &self.groups_of[*cell]) {
            let left = &mut self.left[*group as usize];
            *left -= 1;
            keeps &= *left > 0;
        }
        keeps
    }

    /// Gives them back.
    pub fn put_back(&mut self, cells: &[usize]) {
        for group in cells.iter().flat_map(|cell| &self.groups_of[*cell]) {
            self.left[*group as usize] += 1;
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
    fn without_a_group_there_are_several_solutions() {
        for stream in 0..20 {
            let grid = grid(stream);
            let groups = ClassicUnavoidableSets::new(&grid);
            assert!(groups.found > 10, "{}", groups.found);
            for group in 0..groups.found {
                let mut puzzle =
                    Puzzle::from_values(Shape::classic(), grid.to_vec()).expect("a board");
                let is_in = |cell: &usize| groups.of_cell[*cell] >> group & 1 == 1;
                let cells: Vec<usize> = (0..81).filter(is_in).collect();
                let digits = groups.left.digits.iter().zip(0..);
                let left: u32 = digits
                    .map(|(digit, place)| (digit >> group & 1) << place)
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
    fn the_last_given_of_a_group_is_needed() {
        let groups = ClassicUnavoidableSets::new(&grid(0));
        let is_in = |cell: &u16| groups.of_cell[*cell as usize] & 1 == 1;
        let cells: Vec<u16> = (0..81).filter(is_in).collect();
        let (last, others) = cells.split_last().expect("it has cells");
        let mut left = *groups.left();
        assert!(!groups.need(&left, others));
        assert!(groups.need(&left, &cells));
        assert!(!groups.need(&left, &[*last]));
        groups.take(&mut left, others);
        assert!(groups.need(&left, &[*last]));
    }

    #[test]
    fn without_a_general_set_there_are_several_solutions() {
        for name in ["6", "8", "3x3+diagonals", "9+windows"] {
            let shape: Shape = name.parse().expect("a shape");
            let grid = random_grid(&shape, &mut Random::new(1, 0)).expect("there are many");
            let exchanges = UnavoidableSets::new(&shape, grid.values());
            assert!(exchanges.left.len() >= shape.size() * (shape.size() - 1) / 2);
            for group in 0..exchanges.left.len() as u32 {
                let mut values = grid.values().to_vec();
                let mut count = 0;
                for (cell, groups) in exchanges.groups_of.iter().enumerate() {
                    if groups.contains(&group) {
                        values[cell] = 0;
                        count += 1;
                    }
                }
                assert_eq!(exchanges.left[group as usize], count);
                let puzzle = Puzzle::from_values(shape.clone(), values).expect("they fit");
                let outcome = Solver::new().limit(2).solve(&puzzle);
                assert_eq!(outcome.count, 2, "{name}: group {group}");
            }
        }
    }

    #[test]
    fn the_last_given_of_a_general_set_is_needed() {
        let shape: Shape = "6".parse().expect("a shape");
        let grid = random_grid(&shape, &mut Random::new(2, 0)).expect("there are many");
        let mut exchanges = UnavoidableSets::new(&shape, grid.values());
        // All cells with 1 or 2 are groups of these two values.
        let is_one_or_two = |cell: &usize| grid.values()[*cell] <= 2;
        let cells: Vec<usize> = (0..36).filter(is_one_or_two).collect();
        assert!(!exchanges.take(&cells));
        exchanges.put_back(&cells);
        assert!(exchanges.take(&cells[..1]));
    }
}
