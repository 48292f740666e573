//! Boards to work on.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use sudokit::symmetry::Transformation;
use sudokit::{Origin, Puzzle, Shape, Solver};

pub fn random(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A board with up to so many values, none of which breaks a rule; it need not have a solution.
pub fn scattered(shape: &Shape, values: usize, random: &mut impl Rng) -> Puzzle {
    let mut puzzle = Puzzle::new(shape.clone());
    for _ in 0..values {
        let cell = (random.next_u32() as usize) % shape.cells();
        let value = (random.next_u32() as usize % shape.size()) as u8 + 1;
        let before = puzzle.values()[cell];
        puzzle.set(cell, value, Origin::Given);
        if puzzle.check().is_err() {
            puzzle.set(cell, before, Origin::Given);
        }
    }
    puzzle
}

/// A solved board.
pub fn solved(shape: &Shape, random: &mut impl Rng) -> Puzzle {
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

/// A solved board without some of its values.
pub fn dug(shape: &Shape, blanks: usize, random: &mut impl Rng) -> Puzzle {
    let mut puzzle = solved(shape, random);
    for _ in 0..blanks {
        let cell = (random.next_u32() as usize) % shape.cells();
        puzzle.set(cell, 0, Origin::Given);
    }
    puzzle
}
