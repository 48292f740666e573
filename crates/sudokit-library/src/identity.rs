//! When two puzzles are the same.
//!
//! Two puzzles are isomorphs when one becomes the other by renaming values and by moving rows,
//! columns, bands and stacks as the shape allows, turning and mirroring included. All of them
//! have the same canonical form, so that is what they are recognised by.

use sudokit::Puzzle;

use crate::packed;

/// The bytes that a puzzle shares with its isomorphs and with no other puzzle of its shape.
///
/// A puzzle with candidates of its own (a Sukaku) is recognised by exactly what it is.
pub fn key(puzzle: &Puzzle) -> Vec<u8> {
    let size = puzzle.shape().size();
    let mut key = packed::pack(puzzle.values(), size);
    if let Some(masks) = puzzle.candidates() {
        key.extend(packed::pack_candidates(masks, size));
    }
    key
}

/// The same for the values of a classic 9×9 puzzle.
pub fn classic_key(values: &[u8; 81]) -> Vec<u8> {
    packed::pack(values, 9)
}
