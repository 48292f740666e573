//! Sue de Coq: the intersection of a line and a box, with an almost locked set in each.

use super::{Effects, list_set};
use crate::logic::board::{Board, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::HouseRole;
use crate::logic::technique::Technique;

/// Two or three cells in the intersection of a line and a box, with at least two values more than
/// cells. Cells of the line take some of these values, cells of the box others, and together they
/// take exactly the surplus. So every value is used in the cells of its own house.
///
/// The cells outside may have other values as well, if there are enough cells for them (the
/// extended kind).
pub(super) fn find(board: &Board, found: &mut StepCollector) -> Search {
    let geometry = board.geometry();
    let (mut in_line, mut in_box) = (Vec::new(), Vec::new());
    for &line in geometry.rows.iter().chain(&geometry.columns) {
        for &block in &geometry.boxes {
            let meeting = open_cells(board, board.house(line) & board.house(block));
            for core in cores(board, meeting) {
                let rest = open_cells(board, board.house(line)) - core.cells;
                core.collect(board, rest, &mut in_line);
                if in_line.is_empty() {
                    continue;
                }
                let rest = open_cells(board, board.house(block)) - core.cells;
                core.collect(board, rest, &mut in_box);
                for along in &in_line {
                    for around in in_box.iter().filter(|part| core.fits(along, part)) {
                        core.examine(board, [(line, along), (block, around)], found)?;
                    }
                }
            }
        }
    }
    Search::Continue(())
}

fn open_cells(board: &Board, cells: CellSet) -> CellSet {
    let open = cells.iter().filter(|cell| board.candidates(*cell) != 0);
    open.collect()
}

/// Returns every two or three of these cells with at least two values more than cells.
fn cores(board: &Board, cells: CellSet) -> impl Iterator<Item = Core> {
    let pairs = cells.iter().flat_map(move |one| {
        let later = cells.iter().filter(move |other| *other > one);
        later.map(move |other| (other, CellSet::of(one) | CellSet::of(other)))
    });
    let subsets = pairs.flat_map(move |(last, pair)| {
        let later = cells.iter().filter(move |other| *other > last);
        let triples = later.map(move |other| pair | CellSet::of(other));
        std::iter::once(pair).chain(triples)
    });
    subsets.filter_map(move |cells| {
        let values = board.union(cells);
        let surplus = values.count_ones().checked_sub(cells.len() as u32)?;
        (surplus >= 2).then_some(Core {
            cells,
            values,
            surplus,
        })
    })
}

/// The cells in the intersection of line and box.
struct Core {
    cells: CellSet,
    values: u64,
    /// The number of values minus the number of cells.
    surplus: u32,
}

/// Cells outside the core, in one of the two houses.
struct Part {
    cells: CellSet,
    values: u64,
    /// The smallest number of values that they take from the core.
    takes: u32,
}

impl Core {
    /// Returns the parts that some of these cells form.
    fn collect(&self, board: &Board, cells: CellSet, parts: &mut Vec<Part>) {
        parts.clear();
        self.extend(board, cells, (CellSet::EMPTY, 0), parts);
    }

    /// Extends the chosen cells by each of the remaining ones.
    fn extend(
        &self,
        board: &Board,
        mut left: CellSet,
        taken: (CellSet, u64),
        parts: &mut Vec<Part>,
    ) {
        while let Some(next) = left.first() {
            left.remove(next);
            let cells = taken.0 | CellSet::of(next);
            let values = taken.1 | board.candidates(next);
            let own = (values & !self.values).count_ones() as usize;
            // Each additional cell has room for at most one value.
            if own >= cells.len() + left.len() {
                continue;
            }
            let takes = cells.len().saturating_sub(own) as u32;
            if (1..self.surplus).contains(&takes) && values & self.values != 0 {
                parts.push(Part {
                    cells,
                    values,
                    takes,
                });
            }
            self.extend(board, left, (cells, values), parts);
        }
    }

    /// Returns whether two parts take the whole surplus, and no value of the core twice.
    fn fits(&self, one: &Part, other: &Part) -> bool {
        one.takes + other.takes == self.surplus
            && one.values & other.values & self.values == 0
            && !one.cells.meets(other.cells)
    }

    fn examine(
        &self,
        board: &Board,
        parts: [(usize, &Part); 2],
        found: &mut StepCollector,
    ) -> Search {
        let [(line, along), (block, around)] = parts;
        let mut gone = Effects::default();
        for (house, part, other) in [(line, along, around), (block, around, along)] {
            let rest = board.house(house) - self.cells - part.cells;
            // A value of both parts is not in the core, and each part has room for it.
            let values = (self.values & !other.values) | part.values;
            for value in values_of(values) {
                gone.add(value, rest & board.cells(value));
            }
        }
        if gone.is_empty() {
            return Search::Continue(());
        }
        let mut step = gone
            .step(Technique::SueDeCoq)
            .about(values_of(self.values))
            .in_cells(self.cells)
            .in_houses(HouseRole::Base, [line, block]);
        list_set(&mut step, self.cells, self.values, 0);
        for part in [along, around] {
            let commons = part.values & self.values;
            list_set(&mut step, part.cells, part.values, commons);
        }
        found.add(step)
    }
}
