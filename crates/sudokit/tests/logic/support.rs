//! Helpers for the logic tests.

use sudokit::format::Form;
use sudokit::format::write::{WriteOptions, Writer};
use sudokit::logic::{Board, Candidate, Step};
use sudokit::{Grid, Origin, Puzzle, Shape, Solver};

/// Returns 292 puzzles made for this project, from very easy to extremely hard.
pub fn own_puzzles() -> Vec<Puzzle> {
    let lines = include_str!("../../testdata/own_puzzles.txt").lines();
    lines.map(|line| line.parse().expect("a puzzle")).collect()
}

/// Returns the board of a puzzle. If the puzzle lists candidates, a search decides whether
/// techniques that assume a single solution are allowed.
pub fn board_of(puzzle: &Puzzle) -> Board {
    let mut board = Board::new(puzzle);
    board.allow_uniqueness_if_proven(puzzle, &Solver::new());
    board
}

/// Returns the only solution.
pub fn solution(puzzle: &Puzzle) -> Grid {
    let outcome = Solver::new().solve(puzzle);
    assert!(outcome.is_unique(), "not unique: {:?}", puzzle.values());
    outcome.solution.expect("unique")
}

/// Fails if a step eliminates a candidate of the solution, places one that is not, or names a
/// candidate that the board does not have.
pub fn assert_sound(board: &Board, step: &Step, solution: &Grid) {
    let right = |c: &Candidate| solution.values()[c.cell as usize] == c.value;
    let there = |c: &Candidate| board.has(c.cell as usize, c.value);
    let describe = || format!("{step:?}\nin {}", position(board));
    assert!(
        step.placements.iter().all(right),
        "wrong placement: {}",
        describe()
    );
    assert!(
        !step.eliminations.iter().any(right),
        "wrong elimination: {}",
        describe()
    );
    let mut named = step.placements.iter().chain(&step.eliminations);
    assert!(named.all(there), "not a candidate: {}", describe());
}

/// Returns a classic position as a HoDoKu library line, as in `testdata/techniques`, and any other
/// in the debug format.
pub fn position(board: &Board) -> String {
    let (puzzle, mut line) = (board.to_puzzle(), Vec::new());
    let mut writer = Writer::new(Form::Hodoku, WriteOptions::default());
    match writer.puzzle(&puzzle, &mut line) {
        Ok(_) => String::from_utf8_lossy(line.trim_ascii_end()).into_owned(),
        Err(_) => format!("{puzzle:?}"),
    }
}

/// Generates a puzzle of any shape with one solution, by clearing as many cells of a complete board
/// as possible. `number` is the seed.
pub fn dug(shape: &str, number: u64) -> Puzzle {
    let shape: Shape = shape.parse().expect("a shape");
    let mut dice = Dice(number);
    let mut values = some_solution(&shape, &mut dice).values().to_vec();
    let mut cells: Vec<usize> = (0..values.len()).collect();
    while !cells.is_empty() {
        let cell = cells.swap_remove(dice.roll(cells.len()));
        let value = std::mem::take(&mut values[cell]);
        let puzzle = Puzzle::from_values(shape.clone(), values.clone()).expect("values");
        if !Solver::new().solve(&puzzle).is_unique() {
            values[cell] = value;
        }
    }
    Puzzle::from_values(shape, values).expect("values")
}

/// Places random values in as many cells as a row has, skips those without a solution, and
/// completes the board.
fn some_solution(shape: &Shape, dice: &mut Dice) -> Grid {
    let mut puzzle = Puzzle::new(shape.clone());
    let mut solution = Solver::new().first(&puzzle).solution.expect("a solution");
    for _ in 0..shape.size() {
        let (cell, value) = (dice.roll(shape.cells()), dice.roll(shape.size()) as u8 + 1);
        if puzzle.values()[cell] != 0 {
            continue;
        }
        puzzle.set(cell, value, Origin::Given);
        match Solver::new().first(&puzzle).solution {
            Some(grid) => solution = grid,
            None => puzzle.set(cell, 0, Origin::Given),
        }
    }
    solution
}

/// A pseudo-random number generator, so that every run is the same.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}
