//! Fireworks: values that have at most one place in a row and one in a column outside a box.
//!
//! If such a row and column cross in the box, the value must be in the crossing or in one of the
//! two places outside: the box has it only once, so the row and the column cannot have it in two
//! different cells of the box.

use crate::logic::almost_locked_sets::Effects;
use crate::logic::board::{Board, mask_of, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::Role;
use crate::logic::technique::Technique;

/// Three values with the same three cells fill them. Four values, two around each of two opposite
/// corners of a rectangle, fill its four cells.
pub(super) fn find(board: &Board, found: &mut StepCollector) -> Search {
    let mut pairs: Vec<Burst> = Vec::new();
    for cross in (0..board.shape().cells()).filter(|cell| board.candidates(*cell) != 0) {
        let single = bursts(board, cross);
        for (index, one) in single.iter().enumerate() {
            for (later, two) in single.iter().enumerate().skip(index + 1) {
                let Some(pair) = one.with(two) else { continue };
                for triple in single[later + 1..]
                    .iter()
                    .filter_map(|three| pair.with(three))
                {
                    if let Some(wings) = triple.wings() {
                        fill(board, &[(triple.values, cross)], wings, found)?;
                    }
                }
                if pair.wings().is_some() {
                    pairs.push(pair);
                }
            }
        }
    }
    opposite(board, &pairs, found)
}

/// Two values around one corner and two around the opposite one.
fn opposite(board: &Board, pairs: &[Burst], found: &mut StepCollector) -> Search {
    for (index, one) in pairs.iter().enumerate() {
        for other in &pairs[index + 1..] {
            // Seen from the opposite corner, the row wing is the column wing.
            let same = one.in_row == other.in_column && one.in_column == other.in_row;
            if same
                && one.values & other.values == 0
                && let Some(wings) = one.wings()
            {
                let corners = [(one.values, one.cross), (other.values, other.cross)];
                fill(board, &corners, wings, found)?;
            }
        }
    }
    Search::Continue(())
}

/// Values that must be in a crossing or in one of its two wings.
#[derive(Clone, Copy)]
struct Burst {
    values: u64,
    cross: usize,
    /// The places in the row outside the box: at most one cell.
    in_row: CellSet,
    /// The places in the column outside the box: at most one cell.
    in_column: CellSet,
}

impl Burst {
    /// Returns both together, if they have the same wings or lack one.
    fn with(&self, other: &Burst) -> Option<Burst> {
        let both = Burst {
            values: self.values | other.values,
            cross: self.cross,
            in_row: self.in_row | other.in_row,
            in_column: self.in_column | other.in_column,
        };
        (both.in_row.len() <= 1 && both.in_column.len() <= 1).then_some(both)
    }

    fn wings(&self) -> Option<[usize; 2]> {
        Some([self.in_row.single()?, self.in_column.single()?])
    }
}

/// Returns the values that burst from a crossing, each on its own.
fn bursts(board: &Board, cross: usize) -> Vec<Burst> {
    let houses = board.geometry().main_houses(cross);
    let [row, column, block] = [houses.row, houses.column, houses.block].map(usize::from);
    let mut bursts = Vec::new();
    for value in 1..=board.size() as u8 {
        if board.places(row, value) == 0 || board.places(column, value) == 0 {
            continue;
        }
        let outside = board.cells(value) - board.house(block);
        let (in_row, in_column) = (outside & board.house(row), outside & board.house(column));
        if in_row.len() <= 1 && in_column.len() <= 1 {
            bursts.push(Burst {
                values: mask_of(value),
                cross,
                in_row,
                in_column,
            });
        }
    }
    bursts
}

/// Adds a step if it eliminates anything. The values of the corners fill corners and wings, because
/// there are as many cells as values. So the cells have no other values, and each corner has none
/// of the other corner's.
fn fill(
    board: &Board,
    corners: &[(u64, usize)],
    wings: [usize; 2],
    found: &mut StepCollector,
) -> Search {
    let all = corners.iter().fold(0, |all, (values, _)| all | values);
    let mut gone = Effects::default();
    let wings_keep = wings.into_iter().map(|wing| (all, wing));
    for (kept, cell) in corners.iter().copied().chain(wings_keep) {
        for value in values_of(board.candidates(cell) & !kept) {
            gone.add(value, CellSet::of(cell));
        }
    }
    if gone.is_empty() {
        return Search::Continue(());
    }
    let mut step = gone
        .step(Technique::Fireworks)
        .in_cells(corners.iter().map(|(_, cross)| *cross))
        .in_cells(wings);
    for &(values, cross) in corners {
        step = step.about(values_of(values));
        for value in values_of(values) {
            let cells = [cross, wings[0], wings[1]].into_iter();
            let there = cells.filter(|cell| board.has(*cell, value));
            step = step.marking(Role::Defining, value, there);
        }
    }
    found.add(step)
}
