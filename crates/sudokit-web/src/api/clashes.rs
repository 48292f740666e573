//! What is wrong with a position as it stands, cell by cell.

use sudokit::Puzzle;

/// The cells whose value stands twice in a house, in ascending order.
pub fn clashes(puzzle: &Puzzle) -> Vec<usize> {
    let (shape, values) = (puzzle.shape(), puzzle.values());
    let clashes = |cell: &usize| {
        let peers = shape.peers(*cell);
        let is_same = |peer: &u16| values[usize::from(*peer)] == values[*cell];
        values[*cell] != 0 && peers.iter().any(is_same)
    };
    (0..shape.cells()).filter(clashes).collect()
}

/// The open cells to which the listed candidates leave nothing.
pub fn without_candidates(puzzle: &Puzzle) -> Vec<usize> {
    let cells = 0..puzzle.shape().cells();
    cells.filter(|cell| puzzle.allowed(*cell) == 0).collect()
}
