//! Boards for the tests.

use sudokit::random::Random;
use sudokit::symmetry::Transformation;
use sudokit::{Origin, Puzzle, Shape, Solver};

pub fn random(seed: u64) -> Random {
    Random::new(seed, 0)
}

/// Returns a board with up to `values` values, none of which breaks a rule; it need not have a
/// solution.
pub fn scattered(shape: &Shape, values: usize, random: &mut Random) -> Puzzle {
    let mut puzzle = Puzzle::new(shape.clone());
    for _ in 0..values {
        let cell = random.place(shape.cells());
        let value = random.place(shape.size()) as u8 + 1;
        let before = puzzle.values()[cell];
        puzzle.set(cell, value, Origin::Given);
        if puzzle.check().is_err() {
            puzzle.set(cell, before, Origin::Given);
        }
    }
    puzzle
}

/// Returns a complete grid.
pub fn solved(shape: &Shape, random: &mut Random) -> Puzzle {
    loop {
        let start = scattered(shape, shape.size(), random);
        if let Some(grid) = Solver::new().solve(&start).solution {
            let puzzle = Puzzle::from_values(shape.clone(), grid.values().to_vec()).unwrap();
            return Transformation::random(shape, random)
                .unwrap()
                .apply(&puzzle)
                .unwrap();
        }
    }
}

/// Returns a complete grid without some of its values.
pub fn dug(shape: &Shape, blanks: usize, random: &mut Random) -> Puzzle {
    let mut puzzle = solved(shape, random);
    for _ in 0..blanks {
        let cell = random.place(shape.cells());
        puzzle.set(cell, 0, Origin::Given);
    }
    puzzle
}
