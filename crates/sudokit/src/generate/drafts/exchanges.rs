//! Where two values, or two lines, of a grid can be exchanged in some of their cells: there the
//! grid has a sibling that differs in those cells alone, so one of them must keep its given.
//!
//! Of two values in a grid of any shape, those cells belong together that lie in a common house.
//! Two rows of a band can exchange their values in some columns if those hold the same values in
//! both rows, and columns of a stack likewise; that holds where there are boxes and no other
//! houses.

use crate::shape::Shape;

/// The groups of a grid, and how many givens each has left.
pub(super) struct Exchanges {
    /// The numbers of the groups in which each cell is.
    groups_of: Vec<Vec<u32>>,
    left: Vec<u16>,
}

impl Exchanges {
    /// The groups of a grid in which every cell is given.
    pub fn new(shape: &Shape, solution: &[u8]) -> Exchanges {
        let mut exchanges = Exchanges {
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
    use crate::puzzle::Puzzle;
    use crate::random::Random;
    use crate::solve::Solver;

    #[test]
    fn without_all_givens_of_a_group_there_are_several_solutions() {
        for name in ["6", "8", "3x3+diagonals", "9+windows"] {
            let shape: Shape = name.parse().expect("a shape");
            let grid = random_grid(&shape, &mut Random::new(1, 0)).expect("there are many");
            let exchanges = Exchanges::new(&shape, grid.values());
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
    fn the_last_given_of_a_group_is_known_to_be_needed() {
        let shape: Shape = "6".parse().expect("a shape");
        let grid = random_grid(&shape, &mut Random::new(2, 0)).expect("there are many");
        let mut exchanges = Exchanges::new(&shape, grid.values());
        // All cells with 1 or 2 are groups of these two values.
        let is_one_or_two = |cell: &usize| grid.values()[*cell] <= 2;
        let cells: Vec<usize> = (0..36).filter(is_one_or_two).collect();
        assert!(!exchanges.take(&cells));
        exchanges.put_back(&cells);
        assert!(exchanges.take(&cells[..1]));
    }
}
