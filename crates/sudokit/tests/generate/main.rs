//! Generated puzzles match their request. An independent engine checks them.

mod promises;
mod refusals;
mod repeatable;

use sudokit::generate::{Generated, Generator};
use sudokit::pattern::Pattern;
use sudokit::{Engine, Puzzle, Solver};

/// Generates `count` puzzles.
fn puzzles(generator: &Generator, count: u64) -> Vec<Generated> {
    let puzzles = generator.puzzles(count).expect("a possible request");
    let puzzles: Vec<Generated> = puzzles
        .map(|generated| generated.expect("found within the attempt limit"))
        .collect();
    assert_eq!(puzzles.len() as u64, count);
    puzzles
}

/// Returns how many solutions there are, up to two, by an engine that the generator does not use.
fn solutions(puzzle: &Puzzle) -> u64 {
    let engine = "backtracking-mrv"
        .parse::<Engine>()
        .unwrap_or(Engine::General);
    Solver::new().engine(engine).limit(2).solve(puzzle).count
}

/// Returns the pattern with givens in these cells.
fn pattern(cells: impl IntoIterator<Item = bool>) -> Pattern {
    let values: Vec<u8> = cells.into_iter().map(u8::from).collect();
    Pattern::of(&values)
}

/// Returns the puzzle in one line.
fn line(generated: &Generated) -> String {
    let values = generated.puzzle.values().to_vec();
    sudokit::Grid::new(generated.puzzle.shape().clone(), values)
        .unwrap()
        .to_string()
}
