//! How fast canonical forms of classic 9×9 boards are found: those of the puzzles in the files,
//! and those of their solutions.
//!
//! ```text
//! cargo run --release -p sudokit --example canonical_measure -- FILE…
//! ```

use std::collections::HashSet;
use std::time::Instant;

use sudokit::symmetry::canonical_values_9x9;
use sudokit::{Puzzle, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path)?;
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let lines = lines.filter_map(|line| line.get(..81));
        let puzzles: Vec<Puzzle> = lines.filter_map(|line| line.parse().ok()).collect();
        let solver = Solver::new();
        let solutions = puzzles.iter().map(|puzzle| solver.solve(puzzle).solution);
        let solutions: Vec<_> = solutions.flatten().collect();
        println!("{path}");
        measure("puzzles", puzzles.iter().map(Puzzle::values));
        measure("solutions", solutions.iter().map(|grid| grid.values()));
    }
    Ok(())
}

fn measure<'a>(name: &str, boards: impl Iterator<Item = &'a [u8]>) {
    let boards: Vec<[u8; 81]> = boards.filter_map(|values| values.try_into().ok()).collect();
    let begun = Instant::now();
    let forms: Vec<_> = boards.iter().map(canonical_values_9x9).collect();
    let seconds = begun.elapsed().as_secs_f64();
    let classes: HashSet<_> = forms.into_iter().flatten().collect();
    println!(
        "  {:>6} {name}, {} classes, {:.0} a second",
        boards.len(),
        classes.len(),
        boards.len() as f64 / seconds
    );
}
