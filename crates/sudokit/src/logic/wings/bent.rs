//! WXYZ-wings and larger ones: as many cells as values, not all in one house.
//!
//! Of all values but one, any two cells that have it see each other, so each of these can stand in
//! at most one of the cells. They are one fewer than the cells: some cell must have the value that
//! is left, and whatever sees all its places in the wing loses it.

use crate::logic::board::{Board, mask_of, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Found, Search};
use crate::logic::step::{Role, Step};
use crate::logic::technique::Technique;

/// The largest wing that is looked for: beyond it an almost locked set tells the same better.
pub(super) const LARGEST: usize = 7;

/// The wings of so many cells.
pub(super) fn find(technique: Technique, size: usize, board: &Board, found: &mut Found) -> Search {
    let open = (1..=board.size() as u8).fold(CellSet::EMPTY, |all, v| all | board.cells(v));
    let few = |cell: &usize| board.candidates(*cell).count_ones() as usize <= size;
    let mut search = Wings {
        technique,
        size,
        board,
        chosen: [0; LARGEST],
        found,
    };
    let start = Wing {
        cells: CellSet::EMPTY,
        values: 0,
        scattered: 0,
    };
    search.grow(0, open.iter().filter(few).collect(), start)
}

struct Wings<'a> {
    technique: Technique,
    size: usize,
    board: &'a Board,
    chosen: [usize; LARGEST],
    found: &'a mut Found,
}

/// The cells chosen so far.
#[derive(Clone, Copy)]
struct Wing {
    cells: CellSet,
    values: u64,
    /// The values with two places in the wing that do not see each other: at most one.
    scattered: u64,
}

impl Wings<'_> {
    fn grow(&mut self, depth: usize, mut left: CellSet, wing: Wing) -> Search {
        if depth == self.size {
            return self.finish(wing);
        }
        while left.len() >= self.size - depth
            && let Some(cell) = left.first()
        {
            left.remove(cell);
            let Some(larger) = self.with(wing, cell) else {
                continue;
            };
            self.chosen[depth] = cell;
            self.grow(depth + 1, left, larger)?;
        }
        Search::Continue(())
    }

    /// The wing with one more cell, unless it can no longer become one.
    fn with(&self, wing: Wing, cell: usize) -> Option<Wing> {
        let mask = self.board.candidates(cell);
        let values = wing.values | mask;
        if values.count_ones() as usize > self.size {
            return None;
        }
        let unseen = (wing.cells - self.board.peers(cell)).iter();
        let scattered = unseen.fold(wing.scattered, |scattered, other| {
            scattered | mask & self.board.candidates(other)
        });
        if scattered.count_ones() > 1 {
            return None;
        }
        let larger = Wing {
            cells: wing.cells | CellSet::of(cell),
            values,
            scattered,
        };
        let hopeless = scattered != 0 && self.targets(larger).is_empty();
        (!hopeless).then_some(larger)
    }

    /// The cells that lose the scattered value.
    fn targets(&self, wing: Wing) -> CellSet {
        let value = wing.scattered.trailing_zeros() as u8 + 1;
        let places = self.board.cells(value);
        (places & self.board.common_peers(wing.cells & places)) - wing.cells
    }

    fn finish(&mut self, wing: Wing) -> Search {
        if wing.scattered == 0 || wing.values.count_ones() as usize != self.size {
            return Search::Continue(());
        }
        let value = wing.scattered.trailing_zeros() as u8 + 1;
        let others = values_of(wing.values & !mask_of(value));
        let mut step = Step::new(self.technique)
            .eliminating(value, self.targets(wing))
            .about([value].into_iter().chain(others))
            .in_cells(self.chosen[..self.size].iter().copied());
        for marked in values_of(wing.values) {
            let cells = wing.cells & self.board.cells(marked);
            step = step.marking(Role::Defining, marked, cells);
        }
        self.found.add(step)
    }
}
