//! What a search says of a position, and which cells stand against each other.

use serde::Serialize;
use sudokit::Puzzle;
use sudokit::solve::{End, Outcome};
use utoipa::ToSchema;

/// What became of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It has exactly one solution.
    Unique,
    /// It has several.
    Several,
    /// It has none.
    None,
    /// It breaks a rule as it stands.
    Invalid,
    /// The time was over before this was known.
    Open,
}

impl Status {
    /// What a search with a limit of at least two says.
    pub fn of(puzzle: &Puzzle, outcome: &Outcome) -> Status {
        match (outcome.count, outcome.end) {
            _ if puzzle.check().is_err() => Status::Invalid,
            (0, End::Exhausted) => Status::None,
            (1, End::Exhausted) => Status::Unique,
            (0 | 1, _) => Status::Open,
            _ => Status::Several,
        }
    }
}

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
