//! The lexicographically smallest solution, with the help of any engine.
//!
//! Searching in reading order would find it first, but reading order is a bad order for a
//! search. Instead any solution is taken and improved: walk the cells in reading order; where a
//! smaller value is possible with everything before it fixed, take the solution that shows it.
//! Each question is an ordinary search for one solution, so a hard puzzle costs a few hundred
//! easy searches instead of one hopeless one.

use super::{Outcome, Solver};
use crate::puzzle::{Grid, Origin, Puzzle};

pub(crate) fn first(solver: &Solver, puzzle: &Puzzle) -> Outcome {
    // Two solutions are asked for, because a puzzle with one is finished at once.
    let mut outcome = solver.clone().limit(2).solve(puzzle);
    let several = outcome.count > 1;
    outcome.count = outcome.count.min(1);
    if let (Some(found), true) = (&outcome.solution, several) {
        let smallest = improve(solver, puzzle, found.clone(), &mut outcome);
        outcome.attempt = smallest.clone();
        outcome.solution = Some(smallest);
    }
    outcome
}

fn improve(solver: &Solver, puzzle: &Puzzle, mut best: Grid, outcome: &mut Outcome) -> Grid {
    let one = solver.clone().limit(1);
    let mut fixed = puzzle.clone();
    for cell in 0..puzzle.shape().cells() {
        if fixed.values()[cell] != 0 {
            continue;
        }
        let allowed = fixed.allowed(cell);
        for value in 1..best.values()[cell] {
            if allowed >> (value - 1) & 1 == 0 {
                continue;
            }
            fixed.set(cell, value, Origin::Given);
            let probe = one.solve(&fixed);
            outcome.statistics += probe.statistics;
            if probe.end.is_early() {
                outcome.end = probe.end;
                return best;
            }
            if let Some(smaller) = probe.solution {
                best = smaller;
                break;
            }
        }
        fixed.set(cell, best.values()[cell], Origin::Given);
    }
    best
}
