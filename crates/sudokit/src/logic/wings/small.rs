//! XY-wings and XYZ-wings: a pivot and two pincers in its sight. Whatever the pivot is, one of the
//! cells has the value that the pincers share.

use crate::logic::board::{Board, mask_of, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::{Role, Step};
use crate::logic::technique::Technique;

/// A pivot with two candidates, each shared with one pincer.
pub(super) fn xy_wings(board: &Board, found: &mut StepCollector) -> Search {
    for pivot in board.pairs() {
        let mask = board.candidates(pivot);
        let in_sight = board.pairs() & board.peers(pivot);
        let pincers = |value: u8| {
            let mine = (in_sight & board.cells(value)).iter();
            mine.filter(move |pincer| board.candidates(*pincer) != mask)
        };
        let mut values = values_of(mask);
        let (Some(x), Some(y)) = (values.next(), values.next()) else {
            continue;
        };
        for one in pincers(x) {
            let shared = board.candidates(one) & !mask;
            let others = pincers(y).filter(|other| board.candidates(*other) & !mask == shared);
            for other in others {
                for value in values_of(shared) {
                    let targets = board.cells(value) & board.peers(one) & board.peers(other);
                    if !targets.is_empty() {
                        let cells = [pivot, one, other];
                        found.add(wing(Technique::XyWing, board, cells, value, targets))?;
                    }
                }
            }
        }
    }
    Search::Continue(())
}

/// A pivot with three candidates, two of them shared with each pincer.
pub(super) fn xyz_wings(board: &Board, found: &mut StepCollector) -> Search {
    let open = (1..=board.size() as u8).fold(CellSet::EMPTY, |all, v| all | board.cells(v));
    for pivot in open - board.pairs() {
        let mask = board.candidates(pivot);
        if mask.count_ones() != 3 {
            continue;
        }
        let in_sight = (board.pairs() & board.peers(pivot)).iter();
        let pincers = in_sight.filter(|pincer| board.candidates(*pincer) & !mask == 0);
        for one in pincers.clone() {
            let others = pincers.clone().filter(|other| *other > one);
            for other in others {
                let shared = board.candidates(one) & board.candidates(other);
                if shared.count_ones() != 1 {
                    continue;
                }
                for value in values_of(shared) {
                    let targets = board.cells(value)
                        & board.peers(pivot)
                        & board.peers(one)
                        & board.peers(other);
                    if !targets.is_empty() {
                        let cells = [pivot, one, other];
                        found.add(wing(Technique::XyzWing, board, cells, value, targets))?;
                    }
                }
            }
        }
    }
    Search::Continue(())
}

/// A step from a pivot and its pincers; the value that goes is named first.
fn wing(
    technique: Technique,
    board: &Board,
    cells: [usize; 3],
    value: u8,
    targets: CellSet,
) -> Step {
    let all = cells
        .iter()
        .fold(0, |mask, cell| mask | board.candidates(*cell));
    let others = values_of(all & !mask_of(value));
    let mut step = Step::new(technique)
        .eliminating(value, targets)
        .about([value].into_iter().chain(others))
        .in_cells(cells);
    for cell in cells {
        for candidate in values_of(board.candidates(cell)) {
            step = step.marking(Role::Defining, candidate, [cell]);
        }
    }
    step
}
