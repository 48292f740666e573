//! When two puzzles are the same.
//!
//! Two puzzles are isomorphs when one becomes the other by renaming values and by moving rows,
//! columns, bands and stacks as the shape allows, turning and mirroring included. All of them
//! have the same canonical form, so that is what they are recognised by. What has no canonical
//! form (a board with diagonals, windows or jigsaw regions, a puzzle with candidates of its own)
//! is recognised by exactly what it is.

use sudokit::Puzzle;
use sudokit::solve::CancelToken;
use sudokit::symmetry::{self, Canonical, Misfit};

use crate::packed;

/// The bytes that a puzzle shares with its isomorphs and with no other puzzle of its shape.
pub fn key(puzzle: &Puzzle) -> Vec<u8> {
    key_by(puzzle, symmetry::canonical(puzzle).ok())
}

/// The same, unless it is cancelled first.
pub fn key_unless_cancelled(puzzle: &Puzzle, cancel: &CancelToken) -> Option<Vec<u8>> {
    match symmetry::canonical_with(puzzle, cancel) {
        Err(Misfit::Cancelled) => None,
        found => Some(key_by(puzzle, found.ok())),
    }
}

fn key_by(puzzle: &Puzzle, canonical: Option<Canonical>) -> Vec<u8> {
    let size = puzzle.shape().size();
    if let Some(canonical) = canonical {
        return packed::pack(canonical.puzzle.values(), size);
    }
    let mut key = packed::pack(puzzle.values(), size);
    if let Some(masks) = puzzle.candidates() {
        key.extend(packed::pack_candidates(masks, size));
    }
    key
}

/// The same for the values of a classic 9×9 puzzle.
pub fn classic_key(values: &[u8; 81]) -> Vec<u8> {
    let canonical = symmetry::canonical_values_9x9(values);
    packed::pack(canonical.as_ref().unwrap_or(values), 9)
}
