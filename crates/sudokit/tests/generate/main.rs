//! Generated puzzles are what they are promised to be, looked at with other eyes than those that
//! made them.

mod promises;
mod refusals;
mod repeatable;

use sudokit::generate::{Generated, Generator};
use sudokit::{Engine, Puzzle, Solver};

/// So many puzzles, none of them given up.
fn puzzles(generator: &Generator, count: u64) -> Vec<Generated> {
    let puzzles = generator.puzzles(count).expect("a possible request");
    let puzzles: Vec<Generated> = puzzles
        .map(|generated| generated.expect("found within the effort"))
        .collect();
    assert_eq!(puzzles.len() as u64, count);
    puzzles
}

/// How many solutions there are, up to two, by an engine that does not make puzzles.
fn solutions(puzzle: &Puzzle) -> u64 {
    let engine = "backtracking-mrv"
        .parse::<Engine>()
        .unwrap_or(Engine::General);
    Solver::new().engine(engine).limit(2).solve(puzzle).count
}

/// The line of a puzzle.
fn line(generated: &Generated) -> String {
    let values = generated.puzzle.values().to_vec();
    sudokit::Grid::new(generated.puzzle.shape().clone(), values)
        .unwrap()
        .to_string()
}
