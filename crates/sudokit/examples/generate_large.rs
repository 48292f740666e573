//! How long puzzles of a shape take: grids and digging apart.
//!
//! ```text
//! cargo run --release -p sudokit --example generate_large -- SHAPE…
//! ```

use std::time::Instant;

use sudokit::generate::{Generator, random_grid};
use sudokit::random::Random;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for name in std::env::args().skip(1) {
        let shape: sudokit::Shape = name.parse()?;
        let begun = Instant::now();
        let found = random_grid(&shape, &mut Random::new(1, 0)).is_some();
        let grid = begun.elapsed();
        let begun = Instant::now();
        let mut puzzles = Generator::new(shape).seed(1).threads(1).puzzles(1)?;
        let givens = match puzzles.next() {
            Some(Ok(puzzle)) => puzzle.puzzle.clues(),
            _ => 0,
        };
        let puzzle = begun.elapsed();
        println!(
            "{name}: a grid {grid:.1?} (found: {found}), a puzzle of {givens} givens {puzzle:.1?}"
        );
    }
    Ok(())
}
