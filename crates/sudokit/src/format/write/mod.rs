//! stub
use crate::puzzle::Puzzle;

/// What the values of its peers leave each cell, within what the puzzle itself allows.
pub(super) fn candidates_left(puzzle: &Puzzle) -> Vec<u64> {
    let values = puzzle.values();
    let left = |cell: usize| {
        let peers = puzzle.shape().peers(cell).iter();
        let taken = peers.fold(0, |taken, peer| match values[*peer as usize] {
            0 => taken,
            value => taken | 1u64 << (value - 1),
        });
        match values[cell] {
            0 => puzzle.allowed(cell) & !taken,
            _ => puzzle.allowed(cell),
        }
    };
    (0..values.len()).map(left).collect()
}
