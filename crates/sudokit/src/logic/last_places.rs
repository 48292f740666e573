//! In which house a value has only one place left, where a chain says so.
//!
//! Two cells may share a line and a box, and only one of these may have lost all other places of
//! the value. The search does not care which; words have to name the right one.

use super::board::Board;
use super::step::{Chain, Step};

/// Notes the houses in the chains of a step.
pub(super) fn note(board: &Board, step: &mut Step) {
    for chain in &mut step.pattern.chains {
        for index in 0..chain.nodes.len() {
            chain.nodes[index].house = house(board, chain, index);
        }
    }
}

/// The house that leaves a node as the only place of its value, once those that it follows from
/// are false; a box or another area before a line, as it is easier to see.
fn house(board: &Board, chain: &Chain, index: usize) -> Option<u16> {
    let node = &chain.nodes[index];
    let parents = node.parents.iter();
    let parents = parents.filter_map(|parent| chain.nodes.get(*parent as usize));
    let is_place_left = node.on
        && node.set.is_none()
        && parents.clone().next().is_some()
        && parents.clone().all(|p| !p.on && p.value == node.value);
    if !is_place_left {
        return None;
    }
    let is_named =
        |cell: u16| node.cells.contains(&cell) || parents.clone().any(|p| p.cells.contains(&cell));
    let houses = board.shape().houses();
    let leaves_it = |house: &usize| {
        let cells = houses[*house].cells();
        // A house with fewer cells than values need not hold them all.
        cells.len() == board.size()
            && node.cells.iter().all(|cell| cells.contains(cell))
            && board
                .places_as_cells(*house, node.value)
                .all(|cell| is_named(cell as u16))
    };
    let lines = 2 * board.size();
    let mut by_ease = (lines..houses.len()).chain(0..lines);
    by_ease.find(leaves_it).map(|house| house as u16)
}
