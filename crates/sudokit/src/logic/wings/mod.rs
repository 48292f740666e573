//! Wings: a few cells with few candidates, one of which must have a value that they share.

mod bent;

mod remote_pair;
mod small;
mod w_wing;

use super::board::Board;
use super::find::{Search, StepCollector};
use super::technique::Technique;

/// The steps of one technique of this family.
pub(super) fn find(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    match technique {
        Technique::RemotePair => remote_pair::find(board, found),
        Technique::WWing => w_wing::find(board, found),
        Technique::XyWing => small::xy_wings(board, found),
        Technique::XyzWing => small::xyz_wings(board, found),
        Technique::WxyzWing => bent::find(technique, 4, board, found),
        _ => {
            for size in 5..=bent::LARGEST {
                bent::find(technique, size, board, found)?;
            }
            Search::Continue(())
        }
    }
}
