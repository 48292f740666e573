//! Wings: a few cells with few candidates, one of which must have a value that they share.

mod bent;
mod pairs;

use super::board::Board;
use super::find::{Search, StepCollector};
use super::technique::Technique;

/// Finds the steps of one technique of this family.
pub(super) fn find(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    match technique {
        Technique::RemotePair => pairs::remote_pairs(board, found),
        Technique::WWing => pairs::w_wings(board, found),
        Technique::XyWing => pairs::xy_wings(board, found),
        Technique::XyzWing => pairs::xyz_wings(board, found),
        Technique::WxyzWing => bent::find(technique, 4, board, found),
        _ => {
            for size in 5..=bent::LARGEST {
                bent::find(technique, size, board, found)?;
            }
            Search::Continue(())
        }
    }
}
