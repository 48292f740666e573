//! Subsets: as many values as cells.
//!
//! *Naked*: a few cells of a house have as many candidate values as cells, so they use up these
//! values. *Hidden*: a few values have as many places in a house as values, so no other value fits
//! there. *Direct*: a hidden subset that leaves only one place for another value.
//!
//! One search finds all of them, and basic fish too: [`unions`].

use super::board::{Board, bits, values_of};
use super::find::{Search, StepCollector};
use super::singles::easiest_first;
use super::step::{Candidate, HouseRole, Role, Step};
use super::technique::Technique;
use crate::shape::MAX_SIZE;

/// Finds the steps of one technique of this family.
pub(super) fn find(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    match technique {
        Technique::NakedPair => naked(technique, 2, board, found),
        Technique::NakedTriple => naked(technique, 3, board, found),
        Technique::NakedQuad => naked(technique, 4, board, found),
        Technique::HiddenPair => hidden(technique, 2, board, found),
        Technique::HiddenTriple => hidden(technique, 3, board, found),
        Technique::HiddenQuad => hidden(technique, 4, board, found),
        Technique::DirectHiddenPair => direct(technique, 2, board, found),
        _ => direct(technique, 3, board, found),
    }
}

/// Finds every choice of `count` masks that have exactly `count` bits in total, and at least two
/// each. Passes the chosen masks (as bits) and their union to `then`, in colexicographic order.
pub(super) fn unions(
    masks: &[u64],
    count: usize,
    then: &mut impl FnMut(u64, u64) -> Search,
) -> Search {
    let small_enough = |mask: u64| mask.count_ones() > 1 && mask.count_ones() as usize <= count;
    let eligible = masks.iter().enumerate().fold(0, |eligible, (index, mask)| {
        eligible | u64::from(small_enough(*mask)) << index
    });
    Goal { masks, count }.extend(eligible, count, 0, 0, then)
}

/// The search of [`unions`]: the masks, and how many to choose.
struct Goal<'a> {
    masks: &'a [u64],
    count: usize,
}

impl Goal<'_> {
    fn extend(
        &self,
        eligible: u64,
        missing: usize,
        chosen: u64,
        union: u64,
        then: &mut impl FnMut(u64, u64) -> Search,
    ) -> Search {
        if missing == 0 {
            return match union.count_ones() as usize == self.count {
                true => then(chosen, union),
                false => Search::Continue(()),
            };
        }
        if (eligible.count_ones() as usize) < missing {
            return Search::Continue(());
        }
        for last in bits(eligible) {
            let union = union | self.masks[last];
            if union.count_ones() as usize <= self.count {
                let (bit, before) = (1 << last, eligible & ((1 << last) - 1));
                self.extend(before, missing - 1, chosen | bit, union, then)?;
            }
        }
        Search::Continue(())
    }
}

/// Finds every naked subset of a house, with or without eliminations. Passes on its positions and
/// its values.
pub(super) fn naked_in(
    board: &Board,
    house: usize,
    count: usize,
    then: &mut impl FnMut(u64, u64) -> Search,
) -> Search {
    let cells = board.shape().houses()[house].cells();
    let mut masks = [0; MAX_SIZE];
    for (mask, cell) in masks.iter_mut().zip(cells) {
        *mask = board.candidates(*cell as usize);
    }
    unions(&masks[..cells.len()], count, then)
}

fn naked(technique: Technique, count: usize, board: &Board, found: &mut StepCollector) -> Search {
    for house in easiest_first(board) {
        naked_in(board, house, count, &mut |positions, values| {
            let houses = shared_houses(board, house, positions);
            if !houses
                .clone()
                .any(|h| leaves_something(board, h, values, count))
            {
                return Search::Continue(());
            }
            let mut step = subset(technique, board, house, positions, values);
            for shared in houses {
                cross_out_beside(board, shared, values, &mut step);
            }
            found.add(step)
        })?;
    }
    Search::Continue(())
}

/// Returns the houses that contain all these cells of a house, that house first.
pub(super) fn shared_houses(
    board: &Board,
    house: usize,
    positions: u64,
) -> impl Iterator<Item = usize> + Clone {
    let first = board.cells_at(house, positions).next();
    let houses = first.map_or(&[][..], |cell| board.shape().houses_of(cell));
    let others = houses.iter().map(|other| *other as usize);
    let others = others.filter(move |other| {
        let mut cells = board.cells_at(house, positions);
        *other != house
            && cells.all(|cell| board.shape().houses_of(cell).contains(&(*other as u16)))
    });
    std::iter::once(house).chain(others)
}

/// Returns whether some of these values have places in a house besides the `count` cells of their
/// naked subset.
fn leaves_something(board: &Board, house: usize, values: u64, count: usize) -> bool {
    let mut places = 0;
    for value in values_of(values) {
        places |= board.places(house, value);
    }
    places.count_ones() as usize > count
}

/// Eliminates the values of a naked subset from the other cells of a house.
pub(super) fn cross_out_beside(board: &Board, house: usize, values: u64, step: &mut Step) {
    for &cell in board.shape().houses()[house].cells() {
        if step.pattern.cells.contains(&cell) {
            continue;
        }
        let gone = values_of(board.candidates(cell as usize) & values);
        step.eliminations
            .extend(gone.map(|value| Candidate { cell, value }));
    }
    step.eliminations.sort_unstable();
    step.eliminations.dedup();
}

fn hidden(technique: Technique, count: usize, board: &Board, found: &mut StepCollector) -> Search {
    for house in easiest_first(board) {
        hidden_in(board, house, count, &mut |values, positions| {
            let mut cells = board.cells_at(house, positions);
            if !cells.any(|cell| board.candidates(cell) & !values != 0) {
                return Search::Continue(());
            }
            let mut step = subset(technique, board, house, positions, values);
            for cell in board.cells_at(house, positions) {
                let gone = values_of(board.candidates(cell) & !values);
                step.eliminations
                    .extend(gone.map(|value| Candidate::new(cell, value)));
            }
            step.eliminations.sort_unstable();
            found.add(step)
        })?;
    }
    Search::Continue(())
}

/// Finds every hidden subset of a house. Passes on its values and its positions.
fn hidden_in(
    board: &Board,
    house: usize,
    count: usize,
    then: &mut impl FnMut(u64, u64) -> Search,
) -> Search {
    let mut masks = [0; MAX_SIZE];
    for (mask, value) in masks.iter_mut().zip(1..=board.size() as u8) {
        *mask = board.places(house, value);
    }
    unions(&masks[..board.size()], count, then)
}

/// Finds hidden subsets in whose cells another value loses all its places but one.
fn direct(technique: Technique, count: usize, board: &Board, found: &mut StepCollector) -> Search {
    for house in areas_columns_rows(board) {
        hidden_in(board, house, count, &mut |values, positions| {
            for value in values_of(board.shape().all_values() & !values) {
                let places = board.places(house, value);
                let left = places & !positions;
                if places != left && left.is_power_of_two() {
                    let mut step = subset(technique, board, house, positions, values);
                    for cell in board.cells_at(house, left) {
                        step = step.placing(cell, value);
                    }
                    return found.add(step);
                }
            }
            Search::Continue(())
        })?;
    }
    Search::Continue(())
}

/// The order in which Sudoku Explainer looks for direct subsets.
fn areas_columns_rows(board: &Board) -> impl Iterator<Item = usize> {
    let (size, houses) = (board.size(), board.shape().houses().len());
    (2 * size..houses).chain(size..2 * size).chain(0..size)
}

/// Returns a step with the subset as its pattern.
pub(super) fn subset(
    technique: Technique,
    board: &Board,
    house: usize,
    positions: u64,
    values: u64,
) -> Step {
    let mut step = Step::new(technique)
        .about(values_of(values))
        .in_cells(board.cells_at(house, positions))
        .in_houses(HouseRole::Base, [house]);
    for cell in board.cells_at(house, positions) {
        for value in values_of(board.candidates(cell) & values) {
            step = step.marking(Role::Defining, value, [cell]);
        }
    }
    step
}
