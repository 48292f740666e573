//! The progress of a search, kept in a file so that it can be resumed.

use serde::{Deserialize, Serialize};

use super::rounds::RoundPuzzle;
use super::write::NeighbourTotals;

/// The progress of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchState {
    /// How many rounds are done.
    pub round: u64,
    /// The puzzles of the current round, unless it is the first.
    pub origins: Vec<RoundPuzzle>,
    /// The hardest puzzles it has found so far.
    pub hardest: Vec<RoundPuzzle>,
    /// How many puzzles of the current round are done.
    pub puzzles: u64,
    /// How many removals of the next one are done.
    pub removals: u64,
    #[serde(rename = "tally")]
    pub totals: NeighbourTotals,
}
