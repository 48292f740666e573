//! The lexicographically smallest solution, with the help of any engine.
//!
//! Searching in reading order would find it first, but reading order is a bad order for a
//! search. Instead any solution is taken and improved: walk the cells in reading order; where a
//! smaller value is possible with everything before it fixed, take the solution that shows it.
//! Each question is an ordinary search for one solution, so a hard puzzle costs a few hundred
//! easy searches instead of one hopeless one.

use super::{Outcome, Solver};
use crate::puzzle::{Origin, Puzzle};

pub(crate) fn first(solver: &Solver, puzzle: &Puzzle) -> Outcome {
    // Two solutions are asked for, because a puzzle with one is finished at once.
    let mut outcome = solver.clone().limit(2).solve(puzzle);
    let several = outcome.count > 1;
    outcome.count = outcome.count.min(1);
    let (Some(found), true) = (outcome.solution.take(), several) else {
        return outcome;
    };
    let one = solver.clone().limit(1);
    let mut best = found.values().to_vec();
    let mut fixed = puzzle.clone();
    for cell in 0..best.len() {
        if fixed.values()[cell] != 0 {
            continue;
        }
        let allowed = fixed.allowed(cell);
        for value in (1..best[cell]).filter(|value| allowed >> (value - 1) & 1 == 1) {
            fixed.set(cell, value, Origin::Given);
            let probe = one.solve(&fixed);
            outcome.statistics += probe.statistics;
            if let Some(smaller) = probe.solution {
                best.copy_from_slice(smaller.values());
                break;
            }
            if probe.end.is_early() {
                outcome.end = probe.end;
            }
        }
        fixed.set(cell, best[cell], Origin::Given);
    }
    let grid = crate::puzzle::Grid::new(puzzle.shape().clone(), best);
    outcome.attempt = grid.clone();
    outcome.solution = Some(grid);
    outcome
}
