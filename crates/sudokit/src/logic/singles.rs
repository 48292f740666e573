//! Singles: one possibility left, in a cell or in a house.

use super::board::{Board, values_of};
use super::find::{Found, Search};
use super::step::{HouseRole, Role, Step};
use super::technique::Technique;

/// The steps of one technique of this family.
pub(super) fn find(technique: Technique, board: &Board, found: &mut Found) -> Search {
    match technique {
        Technique::FullHouse => full_houses(board, found),
        Technique::NakedSingle => naked(board, found),
        _ => hidden(board, found),
    }
}

/// The houses in the order in which a person looks: boxes (and what lies across them) first,
/// then rows, then columns.
pub(super) fn easiest_first(board: &Board) -> impl Iterator<Item = usize> {
    // A shape lists rows, then columns, then everything else.
    let lines = 2 * board.size();
    (lines..board.shape().houses().len()).chain(0..lines)
}

/// The last open cell of a house.
fn full_houses(board: &Board, found: &mut Found) -> Search {
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

/// A cell with one candidate.
fn naked(board: &Board, found: &mut Found) -> Search {
    for cell in 0..board.values().len() {
        if let Some(value) = only_value(board.candidates(cell)) {
            found.add(single(Technique::NakedSingle, cell, value))?;
        }
    }
    Search::Continue(())
}

/// A value with one place in a house.
fn hidden(board: &Board, found: &mut Found) -> Search {
    for house in easiest_first(board) {
        for value in 1..=board.size() as u8 {
            let places = board.places(house, value);
            if places.is_power_of_two() {
                for cell in board.cells_at(house, places) {
                    let step = single(Technique::HiddenSingle, cell, value);
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

fn only_value(mask: u64) -> Option<u8> {
    values_of(mask).next().filter(|_| mask.is_power_of_two())
}
