//! The words for a position, in the puzzle's own symbols.

use sudokit::logic::{Board, Coordinates, Words};

use super::position::Subject;

/// The words for a position.
pub fn words(subject: &Subject, board: &Board, coordinates: Option<Coordinates>) -> Words {
    Words::new(board)
        .coordinates(coordinates.unwrap_or_default())
        .symbols(subject.symbols.clone())
}
