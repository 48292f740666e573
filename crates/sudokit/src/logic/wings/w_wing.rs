//! W-wings: two cells with the same two candidates that do not see each other, joined by a strong
//! link of one of them. At least one of the two cells has the other value.

use crate::logic::board::{Board, mask_of, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::single_digit::links::Links;
use crate::logic::step::{HouseRole, Role, Step};
use crate::logic::technique::Technique;

pub(super) fn find(board: &Board, found: &mut StepCollector) -> Search {
    let mut left = board.pairs();
    while let Some(one) = left.first() {
        left.remove(one);
        let mask = board.candidates(one);
        let twins = (left - board.peers(one))
            .iter()
            .filter(|c| board.candidates(*c) == mask);
        for other in twins {
            for kept in values_of(mask) {
                let targets = board.cells(kept) & board.peers(one) & board.peers(other);
                if !targets.is_empty() {
                    join(board, [one, other], mask, kept, targets, found)?;
                }
            }
        }
    }
    Search::Continue(())
}

/// Looks for a strong link of the value that is not kept, with an end in sight of each twin.
fn join(
    board: &Board,
    [one, other]: [usize; 2],
    mask: u64,
    kept: u8,
    targets: CellSet,
    found: &mut StepCollector,
) -> Search {
    for value in values_of(mask & !mask_of(kept)) {
        for link in Links::of(board, value).as_slice() {
            let [first, second] = link.ends;
            for (near, far) in [(first, second), (second, first)] {
                if board.peers(one).contains(near) && board.peers(other).contains(far) {
                    found.add(
                        Step::new(Technique::WWing)
                            .eliminating(kept, targets)
                            .about([kept, value])
                            .in_cells([one, other, near, far])
                            .in_houses(HouseRole::Base, [link.house])
                            .marking(Role::Defining, kept, [one, other])
                            .marking(Role::Defining, value, [one, other, near, far]),
                    )?;
                }
            }
        }
    }
    Search::Continue(())
}
