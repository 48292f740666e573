//! Unique loops: six or more cells in which two values could be swapped, as in a rectangle.
//!
//! The cells take two colours so that every house which the loop touches has one of each. The
//! search keeps the houses of each colour as a mask: a house in one mask alone still needs its
//! second cell, and when none does, the loop is closed.

use super::deadly::Deadly;
use crate::logic::board::{Board, mask_of, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::technique::Technique;

/// The largest number of cells in a loop. Longer ones are very rare and hard to see.
const LONGEST: usize = 14;

pub(super) fn find(board: &Board, found: &mut StepCollector) -> Search {
    let mut houses = [0; CellSet::CAPACITY];
    for (cell, houses) in houses.iter_mut().enumerate().take(board.values().len()) {
        *houses = super::houses_of(board, cell);
    }
    let mut left = board.pairs();
    while let Some(first) = left.first() {
        let mask = board.candidates(first);
        let alike: CellSet = left
            .iter()
            .filter(|c| board.candidates(*c) == mask)
            .collect();
        left -= alike;
        let mut values = values_of(mask);
        let (Some(a), Some(b)) = (values.next(), values.next()) else {
            continue;
        };
        // Of six cells at most two have arbitrary other candidates; more must all have the same
        // one, which half of the loop would hardly do.
        if alike.len() < 3 {
            continue;
        }
        let mut search = Loops {
            board,
            values: [a, b],
            houses: &houses,
            alike,
            possible: board.cells(a) & board.cells(b),
            cells: [0; LONGEST],
            found,
        };
        for start in alike {
            search.cells[0] = start;
            search.extend(
                1,
                State {
                    used: CellSet::of(start),
                    sides: [houses[start], 0],
                    extra_cells: 0,
                    extra_values: 0,
                },
            )?;
            // Every loop through this cell is known now.
            search.possible.remove(start);
        }
    }
    Search::Continue(())
}

struct Loops<'a> {
    board: &'a Board,
    values: [u8; 2],
    houses: &'a [u64; CellSet::CAPACITY],
    /// The cells that have the two values alone.
    alike: CellSet,
    /// The cells that have both values.
    possible: CellSet,
    cells: [usize; LONGEST],
    found: &'a mut StepCollector,
}

#[derive(Clone, Copy)]
struct State {
    used: CellSet,
    /// The houses of the cells of each colour.
    sides: [u64; 2],
    extra_cells: u32,
    extra_values: u64,
}

impl Loops<'_> {
    fn extend(&mut self, length: usize, state: State) -> Search {
        let [even, odd] = state.sides;
        let unfinished = even ^ odd;
        if unfinished == 0 {
            return self.judge(length);
        }
        if length == LONGEST {
            return Search::Continue(());
        }
        let house = unfinished.trailing_zeros() as usize;
        let side = usize::from(even >> house & 1 != 0);
        for cell in (self.possible - state.used) & self.board.house(house) {
            if self.houses[cell] & state.sides[side] != 0 {
                continue;
            }
            let mut next = state;
            next.used.insert(cell);
            next.sides[side] |= self.houses[cell];
            if !self.alike.contains(cell) {
                let pair = mask_of(self.values[0]) | mask_of(self.values[1]);
                next.extra_cells += 1;
                next.extra_values |= self.board.candidates(cell) & !pair;
                if next.extra_cells > 2 && next.extra_values.count_ones() > 1 {
                    continue;
                }
            }
            self.cells[length] = cell;
            self.extend(length + 1, next)?;
        }
        Search::Continue(())
    }

    fn judge(&mut self, length: usize) -> Search {
        // Four cells are a unique rectangle.
        if length < 6 {
            return Search::Continue(());
        }
        let cells = &self.cells[..length];
        let deadly = Deadly::new(Technique::UniqueLoop, self.board, self.values, cells);
        deadly.one_cell(self.found)?;
        deadly.one_value(self.found)?;
        deadly.subset(self.found)?;
        deadly.strong_link(self.found)
    }
}
