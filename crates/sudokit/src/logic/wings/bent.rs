//! WXYZ-wings and larger ones: as many cells as values, not all in one house.
//!
//! Of all values but one, any two cells that have it see each other, so each of these can be in at
//! most one of the cells. There is one fewer of them than cells, so some cell must have the
//! remaining value, and whatever sees all its places in the wing loses it.

use crate::logic::board::{Board, mask_of, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::{Role, Step};
use crate::logic::technique::Technique;

/// The largest wing to look for: beyond it, almost locked sets are easier to follow.
pub(super) const LARGEST: usize = 6;

/// Finds the wings of `size` cells.
///
/// A wing without a smaller one inside has each of its values at least twice: a cell with a value
/// that no other cell has could be left out. So the search starts with two places of the value to
/// eliminate, and continues with cells for a value that has one place so far.
pub(super) fn find(
    technique: Technique,
    size: usize,
    board: &Board,
    found: &mut StepCollector,
) -> Search {
    let values = 1..=board.size() as u8;
    let open = values
        .clone()
        .fold(CellSet::EMPTY, |all, v| all | board.cells(v));
    for value in values {
        let places = board.cells(value);
        let mut wings = Wings {
            technique,
            size,
            board,
            value,
            chosen: [0; LARGEST],
            found,
        };
        for one in places {
            let Some(start) = wings.with(Wing::empty(open, places), one) else {
                continue;
            };
            wings.chosen[0] = one;
            for other in (places - board.peers(one)) & start.allowed {
                if other > one
                    && let Some(pair) = wings.with(start, other)
                {
                    wings.chosen[1] = other;
                    wings.grow(2, pair)?;
                }
            }
        }
    }
    Search::Continue(())
}

struct Wings<'a> {
    technique: Technique,
    size: usize,
    board: &'a Board,
    /// The value that one of the cells must have.
    value: u8,
    chosen: [usize; LARGEST],
    found: &'a mut StepCollector,
}

/// The cells chosen so far.
#[derive(Clone, Copy)]
struct Wing {
    cells: CellSet,
    values: u64,
    /// The values that more than one of the cells has.
    repeated: u64,
    /// The cells that see each chosen one with which they share a value other than the wing's.
    allowed: CellSet,
    /// The cells that would lose the wing's value.
    targets: CellSet,
}

impl Wing {
    fn empty(allowed: CellSet, targets: CellSet) -> Wing {
        Wing {
            cells: CellSet::EMPTY,
            values: 0,
            repeated: 0,
            allowed,
            targets,
        }
    }
}

impl Wings<'_> {
    fn grow(&mut self, depth: usize, wing: Wing) -> Search {
        if depth == wing.values.count_ones() as usize {
            // A smaller wing was found when smaller ones were looked for.
            return match depth == self.size {
                true => self.finish(wing),
                false => Search::Continue(()),
            };
        }
        if depth == self.size {
            return Search::Continue(());
        }
        let alone = wing.values & !wing.repeated & !mask_of(self.value);
        let mut missing = values_of(alone).map(|value| self.board.cells(value));
        let mut choices = wing.allowed & missing.next().unwrap_or(!CellSet::EMPTY);
        if depth + 1 == self.size {
            choices = missing.fold(choices, |choices, places| choices & places);
        }
        for cell in choices {
            if let Some(larger) = self.with(wing, cell) {
                self.chosen[depth] = cell;
                self.grow(depth + 1, larger)?;
            }
        }
        Search::Continue(())
    }

    /// Returns the wing with one more cell, unless that can no longer become a wing.
    fn with(&self, wing: Wing, cell: usize) -> Option<Wing> {
        let mask = self.board.candidates(cell);
        let values = wing.values | mask;
        if values.count_ones() as usize > self.size {
            return None;
        }
        let has_value = mask & mask_of(self.value) != 0;
        let targets = match has_value {
            true => wing.targets & self.board.peers(cell),
            false => wing.targets - CellSet::of(cell),
        };
        if targets.is_empty() {
            return None;
        }
        let others = values_of(mask & !mask_of(self.value));
        let alike = others.fold(CellSet::EMPTY, |all, v| all | self.board.cells(v));
        Some(Wing {
            cells: wing.cells | CellSet::of(cell),
            values,
            repeated: wing.repeated | wing.values & mask,
            allowed: wing.allowed & (self.board.peers(cell) | !alike),
            targets,
        })
    }

    fn finish(&mut self, wing: Wing) -> Search {
        let others = values_of(wing.values & !mask_of(self.value));
        let mut cells = self.chosen;
        let cells = &mut cells[..self.size];
        cells.sort_unstable();
        let mut step = Step::new(self.technique)
            .eliminating(self.value, wing.targets)
            .about([self.value].into_iter().chain(others))
            .in_cells(cells.iter().copied());
        for marked in values_of(wing.values) {
            let cells = wing.cells & self.board.cells(marked);
            step = step.marking(Role::Defining, marked, cells);
        }
        self.found.add(step)
    }
}
