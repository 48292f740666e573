//! Groups of cells of which a puzzle must keep a given, known without a search.
//!
//! Where two values of a grid can be exchanged in some of their cells, or two rows of a band in
//! some of their columns, the grid has a sibling that differs in those cells alone: without a
//! given there, nothing tells the two apart. So the last given of such a group is needed, and a
//! search need not be asked. That saves a third of the questions.
//!
//! Groups of two values or two lines are most of the small ones; others are left to the search.

/// So many groups are remembered, one bit each; more hardly help.
const MOST: u32 = 64;
/// So many rows or columns a group may span; larger ones hardly ever come down to one given.
const WIDEST: u32 = 5;

/// The groups of one grid, and how many givens each still has.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    /// The groups that a cell is in, one bit each.
    of_cell: [u64; 81],
    found: u32,
    left: Left,
}

/// How many givens are left in each group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Left {
    counts: [u8; MOST as usize],
    /// The groups that have one left.
    last: u64,
}

impl Groups {
    /// Finds them; all cells are given.
    pub fn new(grid: &[u8; 81]) -> Groups {
        let mut groups = Groups {
            of_cell: [0; 81],
            found: 0,
            left: Left {
                counts: [0; MOST as usize],
                last: 0,
            },
        };
        groups.add_lines(grid);
        groups.add_values(grid);
        groups
    }

    /// How many givens are left in each group.
    pub fn left(&self) -> &Left {
        &self.left
    }

    /// Remembers that these are left.
    pub fn set_left(&mut self, left: Left) {
        self.left = left;
    }

    /// Whether a group would be without a given if these cells went.
    pub fn need(&self, left: &Left, cells: &[u16]) -> bool {
        if let [cell] = cells {
            return self.of_cell[*cell as usize] & left.last != 0;
        }
        let mut left = *left;
        cells.iter().any(|cell| {
            let is_needed = self.need(&left, &[*cell]);
            self.take(&mut left, &[*cell]);
            is_needed
        })
    }

    /// Takes cells away that no group needs.
    pub fn take(&self, left: &mut Left, cells: &[u16]) {
        for cell in cells {
            let mut touched = self.of_cell[*cell as usize];
            while touched != 0 {
                let group = touched.trailing_zeros() as usize;
                left.counts[group] = left.counts[group].saturating_sub(1);
                left.last |= u64::from(left.counts[group] == 1) << group;
                touched &= touched - 1;
            }
        }
    }

    /// A group of the cells that two lists have in the lines of a mask.
    fn add(&mut self, lines: u16, cells: impl Fn(usize) -> [usize; 2]) {
        let width = lines.count_ones();
        if width > WIDEST || self.found == MOST {
            return;
        }
        let bit = 1 << self.found;
        self.left.counts[self.found as usize] = 2 * width as u8;
        self.found += 1;
        let mut lines = lines;
        while lines != 0 {
            for cell in cells(lines.trailing_zeros() as usize) {
                self.of_cell[cell] |= bit;
            }
            lines &= lines - 1;
        }
    }

    /// Two rows of a band exchange their values in some columns; the same with columns.
    fn add_lines(&mut self, grid: &[u8; 81]) {
        for (along, across) in [(1, 9), (9, 1)] {
            for (one, other) in PAIRS_IN_BANDS {
                let [one, other] = [one * across, other * across];
                let mut place = [0; 10];
                for at in 0..9 {
                    place[grid[one + at * along] as usize] = at;
                }
                let mut open = 0x1ffu16;
                while open != 0 {
                    let (mut cycle, mut at) = (0u16, open.trailing_zeros() as usize);
                    while cycle & 1 << at == 0 {
                        cycle |= 1 << at;
                        at = place[grid[other + at * along] as usize];
                    }
                    open &= !cycle;
                    self.add(cycle, |at| [one + at * along, other + at * along]);
                }
            }
        }
    }

    /// Two values change places in some rows, and in as many columns and boxes.
    fn add_values(&mut self, grid: &[u8; 81]) {
        // The column of each value in each row, and its row in each column and box.
        let mut columns = [[0u8; 9]; 10];
        let mut rows = [[0u8; 9]; 10];
        let mut rows_in_boxes = [[0u8; 9]; 10];
        for (cell, value) in grid.iter().enumerate() {
            let (value, row, column) = (*value as usize, cell / 9, cell % 9);
            columns[value][row] = column as u8;
            rows[value][column] = row as u8;
            rows_in_boxes[value][row / 3 * 3 + column / 3] = row as u8;
        }
        for one in 1..10 {
            for other in one + 1..10 {
                // Rows that exchange their two together.
                let mut partners = [0u16; 9];
                for row in 0..9 {
                    let column = columns[one][row] as usize;
                    let below = rows[other][column] as usize;
                    let near = rows_in_boxes[other][row / 3 * 3 + column / 3] as usize;
                    partners[row] |= 1 << below | 1 << near;
                    partners[below] |= 1 << row;
                    partners[near] |= 1 << row;
                }
                let mut open = 0x1ffu16;
                while open != 0 {
                    let together = reached(open & open.wrapping_neg(), &partners);
                    open &= !together;
                    self.add(together, |row| {
                        [one, other].map(|value| 9 * row + columns[value][row] as usize)
                    });
                }
            }
        }
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

/// All rows that partners lead to.
fn reached(start: u16, partners: &[u16; 9]) -> u16 {
    let (mut all, mut new) = (start, start);
    while new != 0 {
        let row = new.trailing_zeros() as usize;
        new &= new - 1;
        new |= partners[row] & !all;
        all |= partners[row];
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random_grid;
    use crate::puzzle::{Origin, Puzzle};
    use crate::random::Random;
    use crate::shape::Shape;
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
            let groups = Groups::new(&grid);
            assert!(groups.found > 20, "{}", groups.found);
            for group in 0..groups.found {
                let mut puzzle =
                    Puzzle::from_values(Shape::classic(), grid.to_vec()).expect("a board");
                let is_in = |cell: &usize| groups.of_cell[*cell] >> group & 1 == 1;
                let cells: Vec<usize> = (0..81).filter(is_in).collect();
                assert_eq!(cells.len(), groups.left.counts[group as usize] as usize);
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
        let groups = Groups::new(&grid(0));
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
}
