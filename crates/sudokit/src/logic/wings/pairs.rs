//! Wings around cells with two candidates: XY-wings and XYZ-wings, W-wings, and remote pairs.

use crate::logic::board::{Board, mask_of, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::single_digit::Links;
use crate::logic::step::{HouseRole, Role, Step};
use crate::logic::technique::Technique;

/// XY-wings: a pivot with two candidates, each shared with one pincer. Whatever the pivot is, one
/// of the pincers has the value that they share.
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

/// XYZ-wings: a pivot with three candidates, two of them shared with each pincer.
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

/// Returns a step from a pivot and its pincers; the eliminated value is named first.
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

/// W-wings: two cells with the same two candidates that do not see each other, joined by a strong
/// link on one of them. At least one of the two cells has the other value.
pub(super) fn w_wings(board: &Board, found: &mut StepCollector) -> Search {
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

/// An upper limit on the cells in a chain of equal pairs; none comes close.
const LONGEST: usize = 32;

/// Remote pairs: a chain of cells with the same two candidates, each seeing the next. The two
/// values alternate along it, so of two cells an odd number of links apart, each has one of the
/// values.
pub(super) fn remote_pairs(board: &Board, found: &mut StepCollector) -> Search {
    let mut left = board.pairs();
    while let Some(first) = left.first() {
        let mask = board.candidates(first);
        let group: CellSet = left
            .iter()
            .filter(|c| board.candidates(*c) == mask)
            .collect();
        left -= group;
        if group.len() >= 4 {
            in_group(board, group, mask, found)?;
        }
    }
    Search::Continue(())
}

/// Finds the chains among cells with the same two candidates, shortest first.
fn in_group(board: &Board, group: CellSet, mask: u64, found: &mut StepCollector) -> Search {
    for links in (3..group.len().min(LONGEST)).step_by(2) {
        for start in group {
            let layers = layers(board, group, start);
            // Each chain has two ends; one start is enough.
            let ends = layers[links].iter().filter(|end| *end > start);
            for end in ends {
                let targets = (board.peers(start) & board.peers(end)) - group;
                let open = values_of(mask).any(|v| targets.meets(board.cells(v)));
                if open {
                    found.add(remote_pair(board, &layers[..links], end, targets, mask))?;
                }
            }
        }
    }
    Search::Continue(())
}

/// Returns the cells of a group by their distance from one of them.
fn layers(board: &Board, group: CellSet, start: usize) -> [CellSet; LONGEST] {
    let mut layers = [CellSet::EMPTY; LONGEST];
    layers[0] = CellSet::of(start);
    let mut left = group - layers[0];
    for distance in 1..LONGEST {
        let before = layers[distance - 1].iter();
        let seen = before.fold(CellSet::EMPTY, |seen, cell| seen | board.peers(cell));
        layers[distance] = left & seen;
        left -= layers[distance];
    }
    layers
}

fn remote_pair(board: &Board, layers: &[CellSet], end: usize, targets: CellSet, mask: u64) -> Step {
    let mut cells = vec![end];
    for layer in layers.iter().rev() {
        let last = cells[cells.len() - 1];
        cells.extend((*layer & board.peers(last)).first());
    }
    cells.reverse();
    let mut step = Step::new(Technique::RemotePair)
        .about(values_of(mask))
        .in_cells(cells.iter().copied());
    for value in values_of(mask) {
        step = step
            .eliminating(value, targets & board.cells(value))
            .marking(Role::Defining, value, cells.iter().copied());
    }
    step
}
