//! Multi-sector locked sets: crossings of rows and columns with as many cells as values to fill
//! them.
//!
//! Choose some lines and some positions. Some values count by line, all others by position. Each
//! open cell where a chosen line meets a chosen position takes a value of its line or of its
//! position, and each of these can be taken only once there. If there are as many cells as values
//! to take, all are taken there, and none of them can be elsewhere in its line or position.

use super::{SIDE, at};
use crate::logic::almost_locked_sets::Effects;
use crate::logic::board::{Board, bits, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::HouseRole;
use crate::logic::technique::Technique;

/// The number of lines to choose: the known patterns have four in one direction.
const LINES: u32 = 4;
/// The number of values that count by line: with fewer in either direction it is one fish, or two.
const COUNTED_BY_LINE: std::ops::RangeInclusive<u32> = 3..=6;
/// The number of sets of lines, positions or values.
const SUBSETS: usize = 1 << SIDE;

/// Tries all choices of lines and of values that count by line. They determine the positions: those
/// that have more cells in the lines than values that count by position.
pub(super) fn find(board: &Board, found: &mut StepCollector) -> Search {
    for turned in [false, true] {
        let search = Crossings::new(board, turned);
        for lines in (0..SUBSETS).filter(|lines| lines.count_ones() == LINES) {
            let columns = search.columns(lines);
            for by_line in
                (0..SUBSETS).filter(|values| COUNTED_BY_LINE.contains(&values.count_ones()))
            {
                let (positions, spare) = surplus(&columns, by_line as u16);
                // Each line takes at least one value that counts by line.
                if spare >= LINES && search.taken_by_lines(lines, positions, by_line) == spare {
                    search.report(lines, positions, by_line, found)?;
                }
            }
        }
    }
    Search::Continue(())
}

/// The contents of a position in the chosen lines.
#[derive(Clone, Copy, Default)]
struct Column {
    candidates: u16,
    cells: u32,
}

/// Returns the positions that have more cells than values by position, and the total difference.
fn surplus(columns: &[Column; SIDE], by_line: u16) -> (usize, u32) {
    let (mut positions, mut spare) = (0, 0);
    for (position, column) in columns.iter().enumerate() {
        let needed = (column.candidates & !by_line).count_ones();
        if column.cells > needed {
            positions |= 1 << position;
            spare += column.cells - needed;
        }
    }
    (positions, spare)
}

struct Crossings<'a> {
    board: &'a Board,
    turned: bool,
    /// The candidates by line and set of positions.
    unions: Vec<[u16; SUBSETS]>,
}

impl<'a> Crossings<'a> {
    fn new(board: &'a Board, turned: bool) -> Crossings<'a> {
        let union_of = |line: usize| {
            let mut unions = [0; SUBSETS];
            for positions in 1..SUBSETS {
                let lowest = positions.trailing_zeros() as usize;
                let candidates = board.candidates(at(turned, line, lowest)) as u16;
                unions[positions] = unions[positions & (positions - 1)] | candidates;
            }
            unions
        };
        Crossings {
            board,
            turned,
            unions: (0..SIDE).map(union_of).collect(),
        }
    }

    fn columns(&self, lines: usize) -> [Column; SIDE] {
        let mut columns = [Column::default(); SIDE];
        for line in bits(lines as u64) {
            for (position, column) in columns.iter_mut().enumerate() {
                let candidates = self.board.candidates(at(self.turned, line, position)) as u16;
                column.candidates |= candidates;
                column.cells += u32::from(candidates != 0);
            }
        }
        columns
    }

    /// Returns the number of values that the chosen lines take at the chosen positions.
    fn taken_by_lines(&self, lines: usize, positions: usize, by_line: usize) -> u32 {
        let taken = |line: usize| (self.unions[line][positions] & by_line as u16).count_ones();
        bits(lines as u64).map(taken).sum()
    }

    fn report(
        &self,
        lines: usize,
        positions: usize,
        by_line: usize,
        found: &mut StepCollector,
    ) -> Search {
        let board = self.board;
        let geometry = board.geometry();
        let (along, across) = match self.turned {
            true => (&geometry.columns, &geometry.rows),
            false => (&geometry.rows, &geometry.columns),
        };
        let together = |houses: &[usize], chosen: usize| {
            let chosen = bits(chosen as u64).map(|index| board.house(houses[index]));
            chosen.fold(CellSet::EMPTY, |all, house| all | house)
        };
        let crossing = together(along, lines) & together(across, positions);
        let mut gone = Effects::default();
        for (houses, chosen, values) in [
            (along, lines, by_line as u64),
            (across, positions, !by_line as u64),
        ] {
            for house in bits(chosen as u64).map(|index| board.house(houses[index])) {
                for value in values_of(board.union(house & crossing) & values) {
                    gone.add(value, (house - crossing) & board.cells(value));
                }
            }
        }
        if gone.is_empty() {
            return Search::Continue(());
        }
        let open = crossing.iter().filter(|cell| board.candidates(*cell) != 0);
        let chosen = |houses: &[usize], chosen: usize| -> Vec<usize> {
            bits(chosen as u64).map(|index| houses[index]).collect()
        };
        found.add(
            gone.step(Technique::MultiSectorLockedSets)
                .about(values_of(by_line as u64))
                .in_cells(open)
                .in_houses(HouseRole::Base, chosen(along, lines))
                .in_houses(HouseRole::Cover, chosen(across, positions)),
        )
    }
}
