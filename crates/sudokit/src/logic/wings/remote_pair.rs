//! Remote pairs: a chain of cells with the same two candidates, each seeing the next. Along it the
//! two values alternate, so cells an odd number of links apart have one value each.

use crate::logic::board::{Board, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::{Role, Step};
use crate::logic::technique::Technique;

/// No chain of equal pairs is nearly as long.
const LONGEST: usize = 32;

pub(super) fn find(board: &Board, found: &mut StepCollector) -> Search {
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

/// The chains among cells with the same two candidates, shortest first.
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
                    found.add(chain(board, &layers[..links], end, targets, mask))?;
                }
            }
        }
    }
    Search::Continue(())
}

/// The cells of a group by their distance from one of them.
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

fn chain(board: &Board, layers: &[CellSet], end: usize, targets: CellSet, mask: u64) -> Step {
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
