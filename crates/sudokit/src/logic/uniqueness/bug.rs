//! The bivalue universal grave (BUG): every open cell has two candidates, and every value has two
//! places in each house that lacks it.
//!
//! Switching every cell to its other candidate turns one solution of such a position into another.
//! So if a position is a BUG except for a few candidates, one of these is true.

use super::deadly::subsets;
use crate::logic::board::{Board, bits, mask_of, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::{HouseRole, Role, Step};
use crate::logic::technique::Technique;

/// The largest number of cells with extra candidates.
const MOST: usize = 6;

/// The largest number of values on a board of at most 128 cells.
const VALUES: usize = 11;

/// The extra candidates of a position that would otherwise be a BUG.
struct Bug {
    /// The cells with extra candidates.
    cells: CellSet,
    /// The cells where each value is extra.
    places: [CellSet; VALUES],
}

impl Bug {
    /// Finds the extra candidates, if the position is a BUG without them.
    fn of(board: &Board) -> Option<Bug> {
        let many = board.open() - board.pairs().len();
        if many == 0 || many > MOST {
            return None;
        }
        let values = 1..=board.size() as u8;
        let open = values
            .clone()
            .fold(CellSet::EMPTY, |all, v| all | board.cells(v));
        let mut bug = Bug {
            cells: open - board.pairs(),
            places: [CellSet::EMPTY; VALUES],
        };
        let houses = 0..board.shape().houses().len();
        for house in houses.clone() {
            for value in values.clone() {
                if !matches!(board.places(house, value).count_ones(), 0 | 2) {
                    let places = board.cells(value) & board.house(house) & bug.cells;
                    // With several such places, another house decides which is extra.
                    match places.single() {
                        Some(cell) => bug.places[value as usize - 1].insert(cell),
                        None if places.is_empty() => return None,
                        None => {}
                    }
                }
            }
        }
        let is_pair = |cell: usize| {
            let rest = board.candidates(cell) & !bug.values_in(cell);
            rest.count_ones() == 2 && bug.values_in(cell) != 0
        };
        let mut pairs_of_places = houses.flat_map(|house| values.clone().map(move |v| (house, v)));
        let is_bug = bug.cells.iter().all(is_pair)
            && pairs_of_places.all(|(house, value)| {
                let places = (board.cells(value) & board.house(house)) - bug.places(value);
                matches!(places.len(), 0 | 2)
            });
        is_bug.then_some(bug)
    }

    /// Returns the cells where a value is extra.
    fn places(&self, value: u8) -> CellSet {
        self.places[value as usize - 1]
    }

    /// Returns the values that are extra somewhere.
    fn values(&self) -> u64 {
        let values = 1..=VALUES as u8;
        let extra = values.filter(|value| !self.places(*value).is_empty());
        extra.fold(0, |mask, value| mask | mask_of(value))
    }

    /// Returns the extra values of a cell.
    fn values_in(&self, cell: usize) -> u64 {
        let values = values_of(self.values());
        let here = values.filter(|value| self.places(*value).contains(cell));
        here.fold(0, |mask, value| mask | mask_of(value))
    }
}

pub(super) fn find(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    let Some(bug) = Bug::of(board) else {
        return Search::Continue(());
    };
    let (cells, values) = (bug.cells.len(), bug.values().count_ones());
    match technique {
        Technique::BugPlusOne if cells == 1 && values == 1 => only_one(board, &bug, found),
        Technique::BugType2 if cells > 1 && values == 1 => {
            everything_else(technique, board, &bug, found)
        }
        Technique::BugType3 if cells > 1 && values > 1 => subset(board, &bug, found),
        Technique::BugType4 if cells == 2 => strong_link(board, &bug, found),
        Technique::BugPlusN if cells + values as usize > 2 => {
            everything_else(technique, board, &bug, found)
        }
        _ => Search::Continue(()),
    }
}

/// BUG + 1: the only extra candidate is true, so the others of its cell are not.
fn only_one(board: &Board, bug: &Bug, found: &mut StepCollector) -> Search {
    let mut step = step(Technique::BugPlusOne, bug);
    for cell in bug.cells {
        for value in values_of(board.candidates(cell) & !bug.values()) {
            step = step.eliminating(value, [cell]);
        }
    }
    found.add(step)
}

/// Type 2 and BUG + n: a candidate that every extra candidate excludes is false.
fn everything_else(
    technique: Technique,
    board: &Board,
    bug: &Bug,
    found: &mut StepCollector,
) -> Search {
    let against = |value: u8, cell: usize, too_many: u8| match value == too_many {
        true => board.peers(cell),
        false => CellSet::of(cell),
    };
    let mut step = step(technique, bug);
    for value in 1..=board.size() as u8 {
        let mut targets = board.cells(value) - bug.places(value);
        for too_many in values_of(bug.values()) {
            for cell in bug.places(too_many) {
                targets &= against(value, cell, too_many);
            }
        }
        step = step.eliminating(value, targets);
    }
    found.add(step)
}

/// Type 3: cells of one house act as one cell with the extra candidates, and form a naked subset
/// with other cells of the house.
fn subset(board: &Board, bug: &Bug, found: &mut StepCollector) -> Search {
    for house in shared_houses(board, bug.cells) {
        let others = board.house(house) & board.pairs();
        for (subset, values) in subsets(board, others, bug.values()) {
            let rest = others - subset;
            if !values_of(values).any(|value| rest.meets(board.cells(value))) {
                continue;
            }
            let mut step = step(Technique::BugType3, bug)
                .in_houses(HouseRole::Base, [house])
                .with_set(subset, values);
            for value in values_of(values) {
                step = step.eliminating(value, rest & board.cells(value));
            }
            found.add(step)?;
        }
    }
    Search::Continue(())
}

/// Type 4: two cells have another value between them, for which they are the only places of a
/// house. One takes it, and the other takes one of its extra candidates.
fn strong_link(board: &Board, bug: &Bug, found: &mut StepCollector) -> Search {
    let Some([one, other]) = bug.cells.pair() else {
        return Search::Continue(());
    };
    let shared = board.candidates(one) & board.candidates(other) & !bug.values();
    for house in shared_houses(board, bug.cells) {
        for linked in values_of(shared) {
            if board.cells(linked) & board.house(house) != bug.cells {
                continue;
            }
            let mut step = step(Technique::BugType4, bug)
                .about([linked])
                .in_houses(HouseRole::Base, [house])
                .marking(Role::Defining, linked, bug.cells);
            for cell in bug.cells {
                let kept = mask_of(linked) | bug.values_in(cell);
                for value in values_of(board.candidates(cell) & !kept) {
                    step = step.eliminating(value, [cell]);
                }
            }
            found.add(step)?;
        }
    }
    Search::Continue(())
}

fn shared_houses(board: &Board, cells: CellSet) -> impl Iterator<Item = usize> {
    let houses = cells.iter().map(|cell| super::houses_of(board, cell));
    bits(houses.fold(u64::MAX, |shared, houses| shared & houses))
}

fn step(technique: Technique, bug: &Bug) -> Step {
    let step = Step::new(technique).in_cells(bug.cells);
    values_of(bug.values()).fold(step, |step, value| {
        step.marking(Role::Extra, value, bug.places(value))
    })
}
