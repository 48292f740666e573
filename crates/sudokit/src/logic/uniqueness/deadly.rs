//! Steps from a pattern that would be deadly with two values if it had no extra candidates: one of
//! these must be true. Unique rectangles and unique loops share them.

use crate::logic::board::{Board, bits, mask_of, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::{HouseRole, LockedSet, Role, Step};
use crate::logic::technique::Technique;

/// A pattern that is deadly if all its cells have one of two values.
pub(super) struct Deadly<'a> {
    pub technique: Technique,
    pub board: &'a Board,
    /// The two values.
    pub values: [u8; 2],
    /// The cells, around the pattern.
    pub cells: &'a [usize],
    /// The cells that have other candidates as well.
    pub extra: CellSet,
}

impl<'a> Deadly<'a> {
    /// Creates a pattern of these values and cells.
    pub(super) fn new(
        technique: Technique,
        board: &'a Board,
        values: [u8; 2],
        cells: &'a [usize],
    ) -> Deadly<'a> {
        let mask = mask_of(values[0]) | mask_of(values[1]);
        let has_more = |cell: &usize| board.candidates(*cell) & !mask != 0;
        Deadly {
            technique,
            board,
            values,
            cells,
            extra: cells.iter().copied().filter(has_more).collect(),
        }
    }

    fn mask(&self) -> u64 {
        mask_of(self.values[0]) | mask_of(self.values[1])
    }

    /// Returns the other candidates of the cells that have some.
    pub(super) fn extra_values(&self) -> u64 {
        self.board.union(self.extra) & !self.mask()
    }

    /// Type 1: one cell has other candidates, and must take one.
    pub(super) fn one_cell(&self, found: &mut StepCollector) -> Search {
        let Some(cell) = self.extra.single() else {
            return Search::Continue(());
        };
        let mut step = self.step(self.values);
        for value in values_of(self.mask() & self.board.candidates(cell)) {
            step = step.eliminating(value, [cell]);
        }
        found.add(step)
    }

    /// Type 2: all have the same one other candidate. One of them takes it.
    pub(super) fn one_value(&self, found: &mut StepCollector) -> Search {
        let extra = self.extra_values();
        if extra.count_ones() != 1 || self.extra.len() < 2 {
            return Search::Continue(());
        }
        for value in values_of(extra) {
            let targets = self.board.cells(value) & self.board.common_peers(self.extra);
            if !targets.is_empty() {
                let [a, b] = self.values;
                found.add(self.step([a, b, value]).eliminating(value, targets))?;
            }
        }
        Search::Continue(())
    }

    /// Type 3: two cells of one house act as one cell with the other candidates, and form a naked
    /// subset with further cells of the house.
    pub(super) fn subset(&self, found: &mut StepCollector) -> Search {
        let extra = self.extra_values();
        for house in self.shared_houses() {
            let others: CellSet = (self.board.house(house) - self.extra)
                .iter()
                .filter(|cell| self.board.value(*cell) == 0)
                .collect();
            let companions = subsets(self.board, others, extra);
            for (subset, values) in companions {
                let rest = others - subset;
                if !values_of(values).any(|value| rest.meets(self.board.cells(value))) {
                    continue;
                }
                let mut step = self
                    .step(self.values)
                    .in_houses(HouseRole::Base, [house])
                    .with_set(subset, values);
                for value in values_of(values) {
                    step = step.eliminating(value, rest & self.board.cells(value));
                }
                found.add(step)?;
            }
        }
        Search::Continue(())
    }

    /// Type 4: one of the two values has no other place in a house of the two cells, so it is in
    /// one of them, and neither can be the other value.
    pub(super) fn strong_link(&self, found: &mut StepCollector) -> Search {
        let [a, b] = self.values;
        for house in self.shared_houses() {
            for (linked, other) in [(a, b), (b, a)] {
                let targets = self.extra & self.board.cells(other);
                let places = self.board.house(house) & self.board.cells(linked);
                if places == self.extra && !targets.is_empty() {
                    found.add(
                        self.step([linked, other])
                            .in_houses(HouseRole::Base, [house])
                            .eliminating(other, targets),
                    )?;
                }
            }
        }
        Search::Continue(())
    }

    /// Returns the houses that the two cells with other candidates share; none if there are not
    /// two.
    fn shared_houses(&self) -> impl Iterator<Item = usize> {
        let shared = self.extra.pair().map_or(0, |[one, other]| {
            super::houses_of(self.board, one) & super::houses_of(self.board, other)
        });
        bits(shared)
    }

    /// Returns a step with the pattern.
    pub(super) fn step(&self, values: impl IntoIterator<Item = u8>) -> Step {
        let cells = self.cells.iter().copied();
        let mut step = Step::new(self.technique).about(values).in_cells(cells);
        for value in self.values {
            let places = self.board.cells(value);
            let cells = self.cells.iter().copied().filter(|c| places.contains(*c));
            step = step.marking(Role::Defining, value, cells);
        }
        for value in values_of(self.extra_values()) {
            step = step.marking(Role::Extra, value, self.extra & self.board.cells(value));
        }
        step
    }
}

/// Sets of cells that have, together with some values, one more value than cells, smallest first.
pub(super) fn subsets(
    board: &Board,
    cells: CellSet,
    values: u64,
) -> impl Iterator<Item = (CellSet, u64)> {
    let count = cells.len();
    // A house of a board with sets has at most eleven cells.
    let choices = 1u64 << count.min(11);
    (1..count).flat_map(move |size| {
        let chosen = (1..choices).filter(move |choice| choice.count_ones() as usize == size);
        chosen.filter_map(move |choice| {
            let chosen = cells
                .iter()
                .enumerate()
                .filter(|(i, _)| choice >> i & 1 != 0);
            let mut subset = CellSet::EMPTY;
            let mut union = values;
            for (_, cell) in chosen {
                subset.insert(cell);
                union |= board.candidates(cell);
            }
            (union.count_ones() as usize == size + 1).then_some((subset, union))
        })
    })
}

impl Step {
    /// Adds a naked subset that completes the pattern.
    pub(super) fn with_set(mut self, cells: CellSet, values: u64) -> Step {
        self.pattern.sets.push(LockedSet {
            cells: cells.iter().map(|cell| cell as u16).collect(),
            values: values_of(values).collect(),
            commons: Vec::new(),
        });
        self
    }
}
