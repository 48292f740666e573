//! Difficulty as the number of guesses of one precisely defined search.
//!
//! The search is not the fastest one: its definition is short and will not change, so that counts of
//! different releases can be compared. A board of candidates is *closed* under two rules: a cell
//! with one candidate removes it from its peers, and a value with one place in a house removes the
//! other candidates of that cell. The closed board does not depend on the order of the rules. The
//! board is contradictory if a cell has no candidate or a value has no place in a house.

/// A search with more guesses than this is given up. No puzzle with one solution is known to need
/// a hundredth of it.
pub const GUESS_LIMIT: u32 = 1_000_000;

/// How hard a puzzle with one solution is for the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Guesses {
    /// The number of guesses; 0 if singles solve the puzzle.
    pub guesses: u32,
    /// The solution.
    pub solution: [u8; 81],
}

/// Why a puzzle has no number of guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum NoGuesses {
    /// The puzzle has a value above 9.
    #[error("the puzzle has a value above 9")]
    Value,
    /// The puzzle has no solution, or breaks a rule.
    #[error("the puzzle has no solution")]
    NoSolution,
    /// The puzzle has several solutions.
    #[error("the puzzle has several solutions")]
    Several,
    /// The search needs more than [`GUESS_LIMIT`] guesses.
    #[error("the search needs more than {GUESS_LIMIT} guesses")]
    GaveUp,
}

/// Counts the guesses that prove that a puzzle has one solution, and which.
///
/// The search closes the board under naked and hidden singles. If cells are open, it takes the one
/// with the fewest candidates, of several the first, and guesses each of its candidates in turn:
/// each is one guess, followed by the same search. It always searches the whole tree, so neither
/// the order of the candidates nor the names of the values matter. Isomorphs that move cells may
/// have another number of guesses.
///
/// ```
/// use sudokit::dataset::{NoGuesses, guesses};
///
/// let line = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
/// let puzzle: sudokit::Puzzle = line.parse()?;
/// let found = guesses(puzzle.values().try_into()?)?;
/// assert!(found.guesses > 10);
/// assert_eq!(guesses(&[0; 81]), Err(NoGuesses::Several));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the puzzle does not have exactly one solution.
pub fn guesses(puzzle: &[u8; 81]) -> Result<Guesses, NoGuesses> {
    if puzzle.iter().any(|value| *value > 9) {
        return Err(NoGuesses::Value);
    }
    let mut search = Search {
        guesses: 0,
        solution: None,
    };
    if let Some(board) = Board::new(puzzle) {
        search.run(board)?;
    }
    let solution = search.solution.ok_or(NoGuesses::NoSolution)?;
    Ok(Guesses {
        guesses: search.guesses,
        solution,
    })
}

/// Counts the guesses for each puzzle on this many threads; 0 means one per core.
pub fn guesses_of_all(puzzles: &[[u8; 81]], threads: usize) -> Vec<Result<Guesses, NoGuesses>> {
    super::each(puzzles, threads, guesses)
}

/// Returns the stratum of a number of guesses for a [`Split`](super::Split): the number of its
/// binary digits, so that 0, 1, 2 to 3, 4 to 7, 8 to 15 guesses and so on are a stratum each.
pub fn stratum(guesses: u32) -> u32 {
    u32::BITS - guesses.leading_zeros()
}

struct Search {
    guesses: u32,
    solution: Option<[u8; 81]>,
}

impl Search {
    fn run(&mut self, mut board: Board) -> Result<(), NoGuesses> {
        if !board.close() {
            return Ok(());
        }
        let Some(cell) = board.smallest() else {
            return match self.solution.replace(board.values()) {
                None => Ok(()),
                Some(_) => Err(NoGuesses::Several),
            };
        };
        let mut rest = board.candidates[cell];
        while rest != 0 {
            let candidate = rest & rest.wrapping_neg();
            rest ^= candidate;
            if self.guesses == GUESS_LIMIT {
                return Err(NoGuesses::GaveUp);
            }
            self.guesses += 1;
            let mut guess = board.clone();
            guess.set(cell, candidate);
            self.run(guess)?;
        }
        Ok(())
    }
}

/// The candidates of each cell, value `v` in bit `v - 1`.
#[derive(Clone)]
struct Board {
    candidates: [u16; 81],
    /// Cells with one candidate that their peers may still have.
    singles: [u8; 81],
    waiting: usize,
    /// Houses that lost a candidate since they were searched for hidden singles, as bits.
    changed: u32,
}

impl Board {
    /// Returns the board with the givens, or `None` if two peers have the same one.
    fn new(puzzle: &[u8; 81]) -> Option<Board> {
        let mut board = Board {
            candidates: [0x1ff; 81],
            singles: [0; 81],
            waiting: 0,
            changed: (1 << HOUSES.len()) - 1,
        };
        for (cell, &value) in puzzle.iter().enumerate().filter(|(_, value)| **value > 0) {
            let given = 1 << (value - 1);
            match board.candidates[cell] & given {
                0 => return None,
                // The givens before it left only this candidate: it waits already.
                same if same == board.candidates[cell] => {}
                _ => board.set(cell, given),
            }
            if !board.remove_from_peers() {
                return None;
            }
        }
        Some(board)
    }

    fn set(&mut self, cell: usize, candidate: u16) {
        self.candidates[cell] = candidate;
        self.changed |= HOUSES_OF[cell];
        self.singles[self.waiting] = cell as u8;
        self.waiting += 1;
    }

    /// Applies both rules until nothing changes. Returns whether the board is not contradictory.
    fn close(&mut self) -> bool {
        loop {
            if !self.remove_from_peers() {
                return false;
            }
            if self.changed == 0 {
                return true;
            }
            while self.changed != 0 {
                let house = self.changed.trailing_zeros() as usize;
                self.changed &= self.changed - 1;
                if !self.fix_hidden_singles(&HOUSES[house]) {
                    return false;
                }
            }
        }
    }

    /// Applies the first rule until nothing changes. Returns whether every cell has a candidate.
    fn remove_from_peers(&mut self) -> bool {
        while self.waiting > 0 {
            self.waiting -= 1;
            let cell = self.singles[self.waiting] as usize;
            let candidate = self.candidates[cell];
            for &peer in &PEERS[cell] {
                let peer = peer as usize;
                let before = self.candidates[peer];
                if before & candidate == 0 {
                    continue;
                }
                let after = before ^ candidate;
                self.candidates[peer] = after;
                self.changed |= HOUSES_OF[peer];
                if after == 0 {
                    return false;
                }
                if after & (after - 1) == 0 {
                    self.set(peer, after);
                }
            }
        }
        true
    }

    /// Applies the second rule to a house. Returns whether every value has a place.
    fn fix_hidden_singles(&mut self, house: &[u8; 9]) -> bool {
        let (mut once, mut twice) = (0, 0);
        for &cell in house {
            let candidates = self.candidates[cell as usize];
            twice |= once & candidates;
            once |= candidates;
        }
        if once != 0x1ff {
            return false;
        }
        let hidden = once & !twice;
        if hidden == 0 {
            return true;
        }
        for &cell in house {
            let candidates = self.candidates[cell as usize];
            let only_here = candidates & hidden;
            if only_here == 0 || only_here == candidates && candidates.is_power_of_two() {
                continue;
            }
            if !only_here.is_power_of_two() {
                return false;
            }
            self.set(cell as usize, only_here);
        }
        true
    }

    /// Returns the first of the cells with the fewest candidates among those with several.
    fn smallest(&self) -> Option<usize> {
        let sizes = self.candidates.iter().map(|mask| mask.count_ones());
        let open = sizes.enumerate().filter(|(_, size)| *size > 1);
        open.min_by_key(|(_, size)| *size).map(|(cell, _)| cell)
    }

    fn values(&self) -> [u8; 81] {
        self.candidates.map(|mask| mask.trailing_zeros() as u8 + 1)
    }
}

/// The cells of the rows, columns and boxes.
const HOUSES: [[u8; 9]; 27] = {
    let mut houses = [[0; 9]; 27];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let (box_number, box_place) = (row / 3 * 3 + column / 3, row % 3 * 3 + column % 3);
        houses[row][column] = cell as u8;
        houses[9 + column][row] = cell as u8;
        houses[18 + box_number][box_place] = cell as u8;
        cell += 1;
    }
    houses
};

/// The houses of each cell, as bits.
const HOUSES_OF: [u32; 81] = {
    let mut houses_of = [0; 81];
    let mut place = 0;
    while place < 27 * 9 {
        houses_of[HOUSES[place / 9][place % 9] as usize] |= 1 << (place / 9);
        place += 1;
    }
    houses_of
};

const PEERS: [[u8; 20]; 81] = {
    let mut peers = [[0; 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (mut other, mut count) = (0, 0);
        while other < 81 {
            let same_row = cell / 9 == other / 9;
            let same_column = cell % 9 == other % 9;
            let same_box = cell / 27 == other / 27 && cell % 9 / 3 == other % 9 / 3;
            if cell != other && (same_row || same_column || same_box) {
                peers[cell][count] = other as u8;
                count += 1;
            }
            other += 1;
        }
        cell += 1;
    }
    peers
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Puzzle, Shape, Solver};

    fn board(text: &str) -> [u8; 81] {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        puzzle.values().try_into().expect("81 cells")
    }

    fn own_puzzles() -> Vec<[u8; 81]> {
        let text = include_str!("../../testdata/own_puzzles.txt");
        let lines = text.lines().map(|line| line.get(..81));
        let boards = lines.flatten().filter(|line| !line.starts_with('#'));
        boards.take(150).map(board).collect()
    }

    /// The definition, as directly as it can be written: rules one by one over lists of values.
    fn plain(candidates: &[Vec<u8>], guesses: &mut u32, solutions: &mut u32) {
        let shape = Shape::classic();
        let mut cells = candidates.to_vec();
        loop {
            let before = cells.clone();
            for cell in 0..81 {
                if let [value] = cells[cell][..] {
                    for peer in shape.peers(cell) {
                        cells[*peer as usize].retain(|other| *other != value);
                    }
                }
            }
            for house in shape.houses() {
                for value in 1..=9 {
                    let places = house.cells().iter().copied();
                    let places = places.filter(|cell| cells[*cell as usize].contains(&value));
                    match places.collect::<Vec<_>>()[..] {
                        [] => return,
                        [cell] => cells[cell as usize].retain(|other| *other == value),
                        _ => {}
                    }
                }
            }
            if cells.iter().any(Vec::is_empty) {
                return;
            }
            if cells == before {
                break;
            }
        }
        let open = (0..81).filter(|cell| cells[*cell].len() > 1);
        let Some(cell) = open.min_by_key(|cell| (cells[*cell].len(), *cell)) else {
            *solutions += 1;
            return;
        };
        for value in cells[cell].clone() {
            *guesses += 1;
            let mut next = cells.clone();
            next[cell] = vec![value];
            plain(&next, guesses, solutions);
        }
    }

    #[test]
    fn the_search_is_the_one_that_is_defined() {
        let mut most = 0;
        for puzzle in own_puzzles() {
            let candidates = puzzle.map(|value| match value {
                0 => (1..=9).collect(),
                value => vec![value],
            });
            let (mut count, mut solutions) = (0, 0);
            plain(&candidates, &mut count, &mut solutions);
            let found = guesses(&puzzle).map(|found| found.guesses);
            match solutions {
                1 => assert_eq!(found, Ok(count), "{puzzle:?}"),
                0 => assert_eq!(found, Err(NoGuesses::NoSolution), "{puzzle:?}"),
                _ => assert_eq!(found, Err(NoGuesses::Several), "{puzzle:?}"),
            }
            most = most.max(count);
        }
        assert!(most > 5, "some of the puzzles are hard");
    }

    #[test]
    fn the_solution_is_that_of_the_solver() {
        for puzzle in own_puzzles() {
            let shape = Shape::classic();
            let board = Puzzle::from_values(shape, puzzle.to_vec()).expect("values up to 9");
            let outcome = Solver::new().solve(&board);
            if let (true, Some(solution)) = (outcome.is_unique(), outcome.solution) {
                let found = guesses(&puzzle).expect("one solution");
                assert_eq!(found.solution[..], *solution.values());
            }
        }
    }

    #[test]
    fn puzzles_without_a_single_solution_say_so() {
        let mut clash = [0; 81];
        (clash[0], clash[80]) = (9, 9);
        assert_eq!(guesses(&clash), Err(NoGuesses::Several));
        clash[8] = 9;
        assert_eq!(guesses(&clash), Err(NoGuesses::NoSolution));
        clash[8] = 10;
        assert_eq!(guesses(&clash), Err(NoGuesses::Value));
        let full = guesses(&own_puzzles()[0]).expect("one solution").solution;
        let found = guesses(&full).expect("it is its own solution");
        assert_eq!((found.guesses, found.solution), (0, full));
    }

    #[test]
    fn strata_double() {
        let strata = [0, 1, 2, 3, 4, 7, 8, u32::MAX].map(stratum);
        assert_eq!(strata, [0, 1, 2, 2, 3, 3, 4, 32]);
    }
}
