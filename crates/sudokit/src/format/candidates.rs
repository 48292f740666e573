//! The candidates of each cell, for the forms that list them.

use crate::puzzle::Puzzle;
use crate::solve::Solver;

/// Returns the candidates of each cell: those that the puzzle lists, or, if it lists none, those
/// that the values allow.
pub(crate) fn left(puzzle: &Puzzle) -> Vec<u64> {
    match puzzle.candidates() {
        Some(_) => {
            let cells = 0..puzzle.shape().cells();
            cells.map(|cell| puzzle.allowed(cell)).collect()
        }
        None => left_by_values(puzzle),
    }
}

/// Returns the candidates of each cell that the values allow: its own value, or all values that no
/// peer has.
pub(crate) fn left_by_values(puzzle: &Puzzle) -> Vec<u64> {
    let cells = 0..puzzle.shape().cells();
    cells
        .map(|cell| match puzzle.values()[cell] {
            0 => puzzle.shape().all_values() & !taken(puzzle, cell),
            _ => puzzle.allowed(cell),
        })
        .collect()
}

/// Returns whether the candidates of a puzzle exclude more than its values do, as in a Sukaku.
pub(crate) fn restrict(puzzle: &Puzzle) -> bool {
    let missing = |cell: usize| puzzle.shape().all_values() & !puzzle.allowed(cell);
    let open = (0..puzzle.shape().cells()).filter(|cell| puzzle.values()[*cell] == 0);
    puzzle.candidates().is_some()
        && open
            .into_iter()
            .any(|cell| missing(cell) & !taken(puzzle, cell) != 0)
}

/// Returns whether what the candidates exclude is a player's progress, not a part of the puzzle: the
/// values alone have one solution, which the candidates allow. `false` if a short search cannot tell.
pub(crate) fn are_progress(puzzle: &Puzzle) -> bool {
    let values = puzzle.values().to_vec();
    let Ok(plain) = Puzzle::from_values(puzzle.shape().clone(), values) else {
        return false;
    };
    let outcome = Solver::new().node_limit(NODES).solve(&plain);
    outcome.is_unique() && outcome.solution.is_some_and(|grid| grid.solves(puzzle))
}

/// A puzzle from a book takes a few dozen.
const NODES: u64 = 10_000;

fn taken(puzzle: &Puzzle, cell: usize) -> u64 {
    let peers = puzzle.shape().peers(cell).iter();
    peers.fold(0, |taken, peer| match puzzle.values()[*peer as usize] {
        0 => taken,
        value => taken | 1 << (value - 1),
    })
}
