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

/// The last open cell of a house.
fn full_houses(board: &Board, found: &mut Found) -> Search {
    for (index, house) in board.shape().houses().iter().enumerate() {
        let mut open = house
            .cells()
            .iter()
            .filter(|c| board.value(**c as usize) == 0);
        if let (Some(&cell), None) = (open.next(), open.next()) {
            let cell = cell as usize;
            // In a broken position it may have several candidates, or none.
            if let Some(value) = only_value(board.candidates(cell)) {
                found.add(
                    single(Technique::FullHouse, cell, value).in_houses(HouseRole::Base, [index]),
                )?;
            }
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
    // Boxes come last in a shape, but people look at them first.
    for house in (0..board.shape().houses().len()).rev() {
        for value in 1..=board.size() as u8 {
            let places = board.places(house, value);
            if places.is_power_of_two() {
                for cell in board.cells_at(house, places) {
                    found.add(
                        single(Technique::HiddenSingle, cell, value)
                            .in_houses(HouseRole::Base, [house]),
                    )?;
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
