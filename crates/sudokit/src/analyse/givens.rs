//! The puzzle as it was set: without what a player added.

use crate::puzzle::{Origin, Puzzle};
use crate::solve::Solver;

/// The givens alone, without placed values. Listed candidates are pencil marks, and left out,
/// where the givens do without them; where they do not (a Sukaku), they belong to the puzzle.
pub(super) fn as_set(solver: &Solver, puzzle: &Puzzle) -> Puzzle {
    if !puzzle.has_placed() && puzzle.candidates().is_none() {
        return puzzle.clone();
    }
    let mut givens = Puzzle::new(puzzle.shape().clone());
    for cell in cells(puzzle) {
        givens.set(cell, puzzle.values()[cell], Origin::Given);
    }
    match puzzle.candidates() {
        Some(masks) if !solver.clone().limit(2).solve(&givens).is_unique() => {
            givens.set_candidates(masks.to_vec());
            givens
        }
        _ => givens,
    }
}

/// The cells with a given, in ascending order.
pub(super) fn cells(puzzle: &Puzzle) -> impl Iterator<Item = usize> {
    let cells = 0..puzzle.shape().cells();
    cells.filter(|cell| puzzle.origin(*cell) == Some(Origin::Given))
}
