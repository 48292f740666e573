//! Singles: one possibility left, in a cell or in a house.

use super::board::{Board, values_of};
use super::find::{Search, StepCollector};
use super::step::{HouseRole, Role, Step};
use super::technique::Technique;

/// Finds the steps of one technique of this family.
pub(super) fn find(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    match technique {
        Technique::FullHouse => full_houses(board, found),
        Technique::NakedSingle => naked(board, found),
        _ => hidden(board, found),
    }
}

/// Returns the houses in the order in which a person looks: boxes and other areas first, then rows,
/// then columns.
pub(super) fn easiest_first(board: &Board) -> impl Iterator<Item = usize> {
    // A shape lists rows, then columns, then everything else.
    let lines = 2 * board.size();
    (lines..board.shape().houses().len()).chain(0..lines)
}

/// Finds the last open cell of a house.
fn full_houses(board: &Board, found: &mut StepCollector) -> Search {
    let lines = 2 * board.size();
    for cell in 0..board.values().len() {
        // In a broken position the last cell may have several candidates, or none.
        let Some(value) = only_value(board.candidates(cell)) else {
            continue;
        };
        let houses = board.shape().houses_of(cell).iter();
        let houses = houses.map(|house| *house as usize);
        let is_full = |house: &usize| {
            let mut cells = board.shape().houses()[*house].cells().iter();
            cells.all(|other| *other as usize == cell || board.value(*other as usize) != 0)
        };
        let areas = houses.clone().filter(|house| *house >= lines);
        let easiest_first = areas.chain(houses.filter(|house| *house < lines));
        if let Some(house) = easiest_first.into_iter().find(is_full) {
            let step = single(Technique::FullHouse, cell, value);
            found.add(step.in_houses(HouseRole::Base, [house]))?;
        }
    }
    Search::Continue(())
}

/// Finds cells with one candidate.
fn naked(board: &Board, found: &mut StepCollector) -> Search {
    for cell in 0..board.values().len() {
        if let Some(value) = only_value(board.candidates(cell)) {
            let step = single(Technique::NakedSingle, cell, value);
            found.add(step.in_cells(holders(board, cell, value)))?;
        }
    }
    Search::Continue(())
}

/// Finds values with one place in a house.
fn hidden(board: &Board, found: &mut StepCollector) -> Search {
    for house in easiest_first(board) {
        for value in 1..=board.size() as u8 {
            let places = board.places(house, value);
            if places.is_power_of_two() {
                for cell in board.cells_at(house, places) {
                    let step = single(Technique::HiddenSingle, cell, value);
                    let step = step.in_cells(blockers(board, house, cell, value));
                    found.add(step.in_houses(HouseRole::Base, [house]))?;
                }
            }
        }
    }
    Search::Continue(())
}

fn single(technique: Technique, cell: usize, value: u8) -> Step {
    Step::new(technique)
        .placing(cell, value)
        .about([value])
        .in_cells([cell])
        .marking(Role::Defining, value, [cell])
}

/// Returns, for each other value, a cell that has it and sees this one, in order of value. Empty if
/// some of the values were eliminated instead.
fn holders(board: &Board, cell: usize, but: u8) -> Vec<usize> {
    let mut holder = [None; crate::shape::MAX_SIZE];
    for &peer in board.shape().peers(cell).iter().rev() {
        if let Some(value) = board.value(peer as usize).checked_sub(1) {
            holder[value as usize] = Some(peer as usize);
        }
    }
    let others = (1..=board.size() as u8).filter(|value| *value != but);
    let holders: Option<Vec<usize>> = others.map(|value| holder[value as usize - 1]).collect();
    holders.unwrap_or_default()
}

/// Returns a few cells with the value that together see every other open cell of the house. Empty
/// if it was eliminated from some of these instead.
fn blockers(board: &Board, house: usize, place: usize, value: u8) -> Vec<usize> {
    let cells = board.shape().houses()[house].cells().iter().enumerate();
    let cells = cells.map(|(position, cell)| (position, *cell as usize));
    let open = cells.filter(|(_, cell)| *cell != place && board.value(*cell) == 0);
    let mut left = open
        .clone()
        .fold(0u64, |mask, (position, _)| mask | 1 << position);
    let with_value = (0..board.values().len()).filter(|cell| board.value(*cell) == value);
    let views: Vec<(usize, u64)> = with_value
        .map(|holder| {
            let peers = board.shape().peers(holder);
            let sees = |cell: usize| peers.binary_search(&(cell as u16)).is_ok();
            let seen = open.clone().filter(|(_, cell)| sees(*cell));
            (
                holder,
                seen.fold(0, |mask, (position, _)| mask | 1 << position),
            )
        })
        .collect();
    let mut blockers = Vec::new();
    while left != 0 {
        let best = views
            .iter()
            .max_by_key(|(_, seen)| (seen & left).count_ones());
        match best {
            Some((holder, seen)) if seen & left != 0 => {
                blockers.push(*holder);
                left &= !seen;
            }
            _ => return Vec::new(),
        }
    }
    blockers.sort_unstable();
    blockers
}

fn only_value(mask: u64) -> Option<u8> {
    values_of(mask).next().filter(|_| mask.is_power_of_two())
}
