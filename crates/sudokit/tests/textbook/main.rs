//! The textbook engine: every combination of rules agrees with a simple oracle, and counts what it
//! should.

mod agreement;
mod counters;
mod logic_alone;
mod oracle;
mod positions;
mod promises;

use std::ops::ControlFlow;

use sudokit::solve::textbook::Rules;
use sudokit::solve::{Outcome, Statistics};
use sudokit::{Engine, Puzzle, Solver};

fn solver(rules: Rules) -> Solver {
    Solver::new().engine(Engine::Textbook(rules))
}

/// Returns the solutions in the order they were found, with the outcome.
fn solutions(solver: &Solver, puzzle: &Puzzle) -> (Vec<Vec<u8>>, Outcome) {
    let mut found = Vec::new();
    let outcome = solver.each_solution(puzzle, |values| {
        found.push(values.to_vec());
        ControlFlow::Continue(())
    });
    (found, outcome)
}

/// Returns the counters without the time.
fn counters(outcome: &Outcome) -> [u64; 5] {
    let Statistics {
        nodes,
        assignments,
        backtracks,
        checks,
        deepest,
        ..
    } = outcome.statistics;
    [nodes, assignments, backtracks, checks, deepest]
}
