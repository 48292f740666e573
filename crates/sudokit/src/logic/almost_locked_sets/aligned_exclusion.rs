//! Aligned exclusion: two or three cells, combination by combination.
//!
//! A combination of values for the cells is impossible if two cells that see each other would be
//! equal, or if a cell that sees all of them would have no candidate left. A candidate without a
//! possible combination is eliminated. The choice of cells and their order are those of Sudoku
//! Explainer, so that ratings can be compared.
//!
//! Where variants are wanted, two cells also exclude a combination if it takes two values from an
//! almost locked set, as SudokuWiki does. A cell that would have no candidate left is the smallest
//! such set.

use super::bit_rows::{BitRows, common_from, meet};
use super::sets::Sets;
use super::{Effects, list_set};
use crate::logic::board::{Board, mask_of, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::Case;
use crate::logic::technique::Technique;

/// Finds aligned pair exclusions.
pub(super) fn pairs(board: &Board, found: &mut StepCollector) -> Search {
    let table = Table::new(board, 2);
    for (index, &other) in table.cells.iter().enumerate() {
        for &one in &table.cells[..index] {
            let excluders = table.excluders(one) & table.excluders(other);
            if excluders.len() >= 2 {
                examine(board, &[one, other], excluders, found)?;
            }
        }
    }
    match found.wants_variants() {
        true => pairs_with_sets(board, found),
        false => Search::Continue(()),
    }
}

/// Finds aligned pair exclusions by almost locked sets.
fn pairs_with_sets(board: &Board, found: &mut StepCollector) -> Search {
    let losses = Losses::new(board);
    let open = |from: usize| {
        let cells = from..board.shape().cells();
        cells.filter(move |cell| board.candidates(*cell) != 0)
    };
    for one in open(0) {
        for other in open(one + 1) {
            losses.examine([one, other], found)?;
        }
    }
    Search::Continue(())
}

/// The almost locked sets that lose a value if a cell has it.
struct Losses<'a> {
    board: &'a Board,
    sets: Sets,
    /// By cell and value: the sets that lose the value.
    losing: BitRows,
}

impl<'a> Losses<'a> {
    fn new(board: &'a Board) -> Losses<'a> {
        let sets = Sets::collect(board);
        let mut losing = BitRows::new(board.shape().cells() * board.size(), sets.sets.len());
        for (index, set) in sets.sets.iter().enumerate() {
            for value in values_of(set.values) {
                for cell in sets.of(index, value).seen {
                    losing.set(cell * board.size() + value as usize - 1, index);
                }
            }
        }
        Losses {
            board,
            sets,
            losing,
        }
    }

    /// Returns the sets that lose the value of a candidate.
    fn of(&self, cell: usize, value: u8) -> &[u64] {
        self.losing
            .row(cell * self.board.size() + value as usize - 1)
    }

    /// Returns whether two cells cannot have these values together.
    fn exclude(&self, cells: [usize; 2], values: [u8; 2]) -> bool {
        match values[0] == values[1] {
            true => self.board.peers(cells[0]).contains(cells[1]),
            false => meet(self.of(cells[0], values[0]), self.of(cells[1], values[1])),
        }
    }

    /// Eliminates the candidates of a cell that go with no candidate of the other.
    fn examine(&self, cells: [usize; 2], found: &mut StepCollector) -> Search {
        let mut gone = Effects::default();
        let mut excluded = Vec::new();
        for [cell, other] in [cells, [cells[1], cells[0]]] {
            for value in values_of(self.board.candidates(cell)) {
                let partners = || values_of(self.board.candidates(other));
                if partners().any(|partner| !self.exclude([cell, other], [value, partner])) {
                    continue;
                }
                gone.add(value, CellSet::of(cell));
                for partner in partners() {
                    let (one, two) = (self.of(cell, value), self.of(other, partner));
                    let sets = common_from(one, two, 0).filter(|_| value != partner);
                    let set = sets.min_by_key(|set| self.sets.sets[*set].cells.len());
                    excluded.push(([cell, other], [value, partner], set));
                }
            }
        }
        if gone.is_empty() {
            return Search::Continue(());
        }
        let mut used: Vec<usize> = excluded.iter().filter_map(|(_, _, set)| *set).collect();
        used.sort_unstable();
        used.dedup();
        let cases = excluded.iter().map(|(cells, values, set)| {
            let set = set.and_then(|set| used.binary_search(&set).ok());
            case(cells, values, set)
        });
        let mut step = gone
            .step(Technique::AlignedPairExclusion)
            .in_cells(cells)
            .by_cases(cases.collect());
        for set in used {
            let set = &self.sets.sets[set];
            list_set(&mut step, set.cells, set.values, 0);
        }
        found.add(step)
    }
}

/// Finds aligned triplet exclusions. The third cell excludes a value from one of the others.
pub(super) fn triplets(board: &Board, found: &mut StepCollector) -> Search {
    let table = Table::new(board, 3);
    let listed: CellSet = table.cells.iter().copied().collect();
    for (index, &other) in table.cells.iter().enumerate() {
        for &one in &table.cells[..index] {
            let two = table.excluders(one) & table.excluders(other);
            if two.len() < 2 {
                continue;
            }
            let mut thirds = table.excluders(one) | table.excluders(other);
            thirds &= listed - CellSet::of(one) - CellSet::of(other);
            for third in [one, other]
                .into_iter()
                .flat_map(|cell| neighbours(board, cell))
            {
                if !thirds.contains(third) {
                    continue;
                }
                thirds.remove(third);
                let excluders = two & table.excluders(third);
                if excluders.len() >= 2 {
                    examine(board, &[one, other, third], excluders, found)?;
                }
            }
        }
    }
    Search::Continue(())
}

/// Returns the cells of a cell's box, then of its row, then of its column; some come twice.
fn neighbours(board: &Board, cell: usize) -> impl Iterator<Item = usize> {
    let houses = board.geometry().main_houses(cell);
    let in_order = [houses.block, houses.row, houses.column].into_iter();
    in_order.flat_map(|house| board.house(house as usize))
}

/// The cells to choose from.
struct Table<'a> {
    board: &'a Board,
    cells: Vec<usize>,
    /// Cells with few enough candidates that they could lose all of them.
    small: CellSet,
}

impl<'a> Table<'a> {
    fn new(board: &'a Board, count: u32) -> Table<'a> {
        let all = 0..board.shape().cells();
        let candidates = |cell: &usize| board.candidates(*cell).count_ones();
        let small = all
            .clone()
            .filter(|cell| (2..=count).contains(&candidates(cell)));
        let mut table = Table {
            board,
            cells: Vec::new(),
            small: small.collect(),
        };
        let single: CellSet = all.clone().filter(|cell| candidates(cell) == 1).collect();
        let useful = all.filter(|cell| {
            candidates(cell) >= 2
                && !table.excluders(*cell).is_empty()
                && !board.peers(*cell).meets(single)
        });
        table.cells = useful.collect();
        table
    }

    /// Returns the cells that see a cell and could lose all candidates.
    fn excluders(&self, cell: usize) -> CellSet {
        self.board.peers(cell) & self.small
    }
}

/// Eliminates what no possible combination of these cells contains.
fn examine(
    board: &Board,
    cells: &[usize],
    excluders: CellSet,
    found: &mut StepCollector,
) -> Search {
    let mut combinations = Combinations {
        board,
        cells,
        excluders,
        kept: [0; MOST_CELLS],
    };
    combinations.fill(&mut [0; MOST_CELLS], 0, 0);
    let kept = combinations.kept;
    let mut gone = Effects::default();
    for (&cell, kept) in cells.iter().zip(kept) {
        for value in values_of(board.candidates(cell) & !kept) {
            gone.add(value, CellSet::of(cell));
        }
    }
    if gone.is_empty() {
        return Search::Continue(());
    }
    let technique = match cells.len() {
        2 => Technique::AlignedPairExclusion,
        _ => Technique::AlignedTripletExclusion,
    };
    let mut step = gone.step(technique).in_cells(cells.iter().copied());
    // The cells that lose all candidates in a combination with an eliminated value.
    let chosen = board.union(cells.iter().copied().collect());
    let is_emptied = |excluder: &usize| board.candidates(*excluder) & !chosen == 0;
    let emptied: Vec<usize> = excluders.iter().filter(is_emptied).collect();
    for excluder in &emptied {
        list_set(
            &mut step,
            CellSet::of(*excluder),
            board.candidates(*excluder),
            0,
        );
    }
    let mut cases = Vec::new();
    each_combination(board, cells, &mut Vec::new(), &mut |values| {
        let is_gone = |(value, kept): (&u8, u64)| kept & mask_of(*value) == 0;
        if !values.iter().zip(kept).any(is_gone) {
            return;
        }
        let taken = values
            .iter()
            .fold(0, |taken, value| taken | mask_of(*value));
        let is_blank = |excluder: &usize| board.candidates(*excluder) & !taken == 0;
        cases.push(case(cells, values, emptied.iter().position(is_blank)));
    });
    found.add(step.by_cases(cases))
}

/// Calls `then` with every way to choose a candidate for each cell.
fn each_combination(
    board: &Board,
    cells: &[usize],
    chosen: &mut Vec<u8>,
    then: &mut impl FnMut(&[u8]),
) {
    let Some(&cell) = cells.get(chosen.len()) else {
        return then(chosen);
    };
    for value in values_of(board.candidates(cell)) {
        chosen.push(value);
        each_combination(board, cells, chosen, then);
        chosen.pop();
    }
}

/// Values that these cells cannot have together, because of a set or because two of the cells see
/// each other.
fn case(cells: &[usize], values: &[u8], set: Option<usize>) -> Case {
    Case {
        values: values.to_vec(),
        cells: cells.iter().map(|cell| *cell as u16).collect(),
        set: set.map(|set| set as u16),
    }
}

/// The largest number of cells in a combination.
const MOST_CELLS: usize = 3;

/// All ways to fill two or three cells.
struct Combinations<'a> {
    board: &'a Board,
    cells: &'a [usize],
    excluders: CellSet,
    /// The values of each cell in possible combinations.
    kept: [u64; MOST_CELLS],
}

impl Combinations<'_> {
    /// Fills the remaining cells. `chosen` holds the values so far, `mask` the same as a set.
    fn fill(&mut self, chosen: &mut [u8; MOST_CELLS], depth: usize, mask: u64) {
        let Some(&cell) = self.cells.get(depth) else {
            let blank = |cell| self.board.candidates(cell) & !mask == 0;
            if !self.excluders.iter().any(blank) {
                for (kept, value) in self.kept.iter_mut().zip(&chosen[..depth]) {
                    *kept |= mask_of(*value);
                }
            }
            return;
        };
        for value in values_of(self.board.candidates(cell)) {
            let earlier = self.cells[..depth].iter().zip(&chosen[..depth]);
            let clashes = |(other, taken): (&usize, &u8)| {
                *taken == value && self.board.peers(cell).contains(*other)
            };
            if !earlier.into_iter().any(clashes) {
                chosen[depth] = value;
                self.fill(chosen, depth + 1, mask | mask_of(value));
            }
        }
    }
}
