//! Easy puzzles: 36 to 40 givens, solvable by singles alone, the same on every machine and for every
//! version of the engines.
//!
//! A grid starts with three boxes on a diagonal, which do not affect each other, and continues with
//! random values in the cells with the fewest candidates, propagating singles; a grid that ends in a
//! contradiction is discarded. Its puzzle starts with 30 of its values, gets another one whenever the
//! singles stop, and is then filled up to its number of givens. So one pass of deduction both makes a
//! puzzle and proves that it is easy, and a hundred thousand take seconds.

use sudokit::Shape;

use crate::contender::Cells;
use crate::random::Random;

/// Every candidate of a cell; bit `v - 1` stands for value `v`.
const ALL: u16 = 0x1ff;

/// The number of givens a puzzle starts with.
const FIRST_GIVENS: usize = 30;

/// The smallest number of givens of a finished puzzle, and the number of possible values.
const FEWEST_GIVENS: usize = 36;
const SPREAD: usize = 5;

/// Returns the first `count` puzzles of the set.
pub fn easy_puzzles(count: usize) -> Vec<Cells> {
    let shape = Shape::classic();
    let mut random = Random::new(0x5EED_0F5D_0C17_2026);
    (0..count)
        .map(|_| {
            let solution = random_grid(&shape, &mut random);
            puzzle_of(&shape, &solution, &mut random)
        })
        .collect()
}

/// Returns a full grid, as masks of one candidate.
fn random_grid(shape: &Shape, random: &mut Random) -> [u16; 81] {
    let mut order: [usize; 81] = std::array::from_fn(|cell| cell);
    loop {
        random.shuffle(&mut order);
        let mut board = Board::new(shape);
        if board.place(&diagonal_boxes(random)).is_err() {
            continue;
        }
        while let Some(cell) = board.tightest_open_cell(&order) {
            let value = random.pick_bit(board.masks[cell]);
            if board.place(&[(cell, value)]).is_err() {
                break;
            }
        }
        if board.open == 0 {
            return board.masks;
        }
    }
}

/// Returns random values for three boxes without a common row or column.
fn diagonal_boxes(random: &mut Random) -> Vec<(usize, u16)> {
    let mut moves = Vec::with_capacity(27);
    for corner in [0, 30, 60] {
        let mut values: [u16; 9] = std::array::from_fn(|index| 1 << index);
        random.shuffle(&mut values);
        let cells = (0..9).map(|index| corner + index / 3 * 9 + index % 3);
        moves.extend(cells.zip(values));
    }
    moves
}

fn puzzle_of(shape: &Shape, solution: &[u16; 81], random: &mut Random) -> Cells {
    let mut order: [usize; 81] = std::array::from_fn(|cell| cell);
    random.shuffle(&mut order);
    let wanted = FEWEST_GIVENS + random.below(SPREAD);
    let (mut givens, mut spare) = (order[..FIRST_GIVENS].to_vec(), Vec::new());
    let first: Vec<_> = givens.iter().map(|&cell| (cell, solution[cell])).collect();
    let mut board = Board::new(shape);
    let follow = |moves: &[(usize, u16)], board: &mut Board<'_>| {
        board
            .place(moves)
            .expect("values of a solution cannot contradict each other");
    };
    follow(&first, &mut board);
    for &cell in &order[FIRST_GIVENS..] {
        if board.is_settled(cell) {
            spare.push(cell);
        } else {
            givens.push(cell);
            follow(&[(cell, solution[cell])], &mut board);
        }
    }
    let missing = wanted.saturating_sub(givens.len());
    givens.extend(spare.into_iter().take(missing));
    let mut puzzle = [0; 81];
    for cell in givens {
        puzzle[cell] = solution[cell].trailing_zeros() as u8 + 1;
    }
    puzzle
}

/// A contradiction: a cell has no candidate left, or a house has no place for a value.
#[derive(Debug)]
struct Contradiction;

/// A position with all naked and hidden singles applied.
struct Board<'s> {
    shape: &'s Shape,
    masks: [u16; 81],
    /// The cells whose value has been removed from their peers, as bits.
    settled: u128,
    /// The values of those cells, house by house.
    placed: [u16; 27],
    open: usize,
}

impl<'s> Board<'s> {
    fn new(shape: &'s Shape) -> Board<'s> {
        Board {
            shape,
            masks: [ALL; 81],
            settled: 0,
            placed: [0; 27],
            open: 81,
        }
    }

    fn is_settled(&self, cell: usize) -> bool {
        self.settled >> cell & 1 == 1
    }

    /// Returns the first, in this order, of the open cells with the fewest candidates.
    fn tightest_open_cell(&self, order: &[usize]) -> Option<usize> {
        let open = order.iter().copied().filter(|cell| !self.is_settled(*cell));
        open.min_by_key(|cell| self.masks[*cell].count_ones())
    }

    /// Places values and propagates singles until nothing more follows.
    fn place(&mut self, moves: &[(usize, u16)]) -> Result<(), Contradiction> {
        let mut waiting = moves.to_vec();
        while !waiting.is_empty() {
            while let Some((cell, value)) = waiting.pop() {
                self.settle(cell, value, &mut waiting)?;
            }
            self.find_hidden_singles(&mut waiting)?;
        }
        Ok(())
    }

    fn settle(
        &mut self,
        cell: usize,
        value: u16,
        waiting: &mut Vec<(usize, u16)>,
    ) -> Result<(), Contradiction> {
        if self.masks[cell] & value == 0 {
            return Err(Contradiction);
        }
        if self.is_settled(cell) {
            return Ok(());
        }
        self.masks[cell] = value;
        self.settled |= 1 << cell;
        self.open -= 1;
        for house in self.shape.houses_of(cell) {
            self.placed[*house as usize] |= value;
        }
        for peer in self.shape.peers(cell).iter().map(|peer| *peer as usize) {
            if self.masks[peer] & value == 0 {
                continue;
            }
            self.masks[peer] &= !value;
            match self.masks[peer].count_ones() {
                0 => return Err(Contradiction),
                1 => waiting.push((peer, self.masks[peer])),
                _ => {}
            }
        }
        Ok(())
    }

    fn find_hidden_singles(&self, waiting: &mut Vec<(usize, u16)>) -> Result<(), Contradiction> {
        for (house, placed) in self.shape.houses().iter().zip(self.placed) {
            if placed == ALL {
                continue;
            }
            let cells = || house.cells().iter().map(|cell| *cell as usize);
            let (once, twice) = cells().fold((0, 0), |(once, twice), cell| {
                (once | self.masks[cell], twice | once & self.masks[cell])
            });
            if once != ALL {
                return Err(Contradiction);
            }
            let hidden = once & !twice & !placed;
            if hidden != 0 {
                let found = cells().filter(|cell| self.masks[*cell] & hidden != 0);
                waiting.extend(found.map(|cell| (cell, self.masks[cell] & hidden)));
            }
        }
        // A cell with two hidden singles is a contradiction that `settle` cannot see.
        match waiting.iter().all(|(_, value)| value.is_power_of_two()) {
            true => Ok(()),
            false => Err(Contradiction),
        }
    }
}

#[cfg(test)]
mod tests {
    use sudokit::{Puzzle, Solver};

    use super::*;

    fn is_solved_by_singles(puzzle: &Cells) -> bool {
        let shape = Shape::classic();
        let mut board = Board::new(&shape);
        let givens = puzzle.iter().enumerate().filter(|(_, value)| **value != 0);
        let moves: Vec<_> = givens
            .map(|(cell, value)| (cell, 1 << (value - 1)))
            .collect();
        board.place(&moves).is_ok() && board.open == 0
    }

    #[test]
    fn puzzles_are_unique_easy_and_have_about_38_givens() {
        let puzzles = easy_puzzles(300);
        let mut total = 0;
        for puzzle in &puzzles {
            let board = Puzzle::from_values(Shape::classic(), puzzle.to_vec()).unwrap();
            assert!(Solver::new().solve(&board).is_unique());
            assert!(is_solved_by_singles(puzzle));
            total += board.clues();
        }
        let mean = total as f64 / puzzles.len() as f64;
        assert!((37.5..38.5).contains(&mean), "{mean}");
    }

    /// Figures from different machines and years can only be compared on the same puzzles.
    #[test]
    fn the_set_is_always_the_same() {
        let puzzles = easy_puzzles(200);
        assert_eq!(puzzles[..10], easy_puzzles(10));
        let sum = puzzles.iter().flatten().fold(0u64, |sum, value| {
            sum.wrapping_mul(0x0100_0000_01b3)
                .wrapping_add(u64::from(*value))
        });
        assert_eq!(sum, 6_276_856_050_189_575_035);
    }
}
