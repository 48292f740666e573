//! The SK loop: sixteen cells around four boxes that share sixteen values.
//!
//! Two rows and two columns cross in four boxes. In each box, two cells of the row and two of the
//! column, without the crossing itself, form the eight pairs of a loop. Neighbouring pairs share a
//! house, alternately a line and a box.

use super::at;
use crate::logic::almost_locked_sets::{Effects, list_set};
use crate::logic::board::{Board, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::technique::Technique;

/// The number of pairs in the loop.
const PAIRS: usize = 8;
/// The largest number of values in a pair that can close a loop.
const MOST_VALUES: u32 = 5;

/// If every candidate of a pair belongs to the link before or after the pair, and the links have as
/// many values as the pairs have cells, then each link's values are all used within its two pairs.
pub(super) fn find(board: &Board, found: &mut StepCollector) -> Search {
    let thirds = [[0, 1], [0, 2], [1, 2]];
    for bands in thirds {
        for stacks in thirds {
            for place in 0..81 {
                let row = |which: usize, digit: usize| bands[which] * 3 + place / digit % 3;
                let column = |which: usize, digit: usize| stacks[which] * 3 + place / digit % 3;
                let lines = [row(0, 1), row(1, 3)];
                let files = [column(0, 9), column(1, 27)];
                if let Some(pairs) = pairs(board, lines, files) {
                    close(board, &pairs, found)?;
                }
            }
        }
    }
    Search::Continue(())
}

/// Returns the eight pairs in the order of the loop, if all sixteen cells are open. The house
/// between the first and the second is a row.
fn pairs(board: &Board, rows: [usize; 2], columns: [usize; 2]) -> Option<[CellSet; PAIRS]> {
    let in_row = |row: usize, column: usize| others(false, row, column);
    let in_column = |row: usize, column: usize| others(true, column, row);
    let ([top, bottom], [left, right]) = (rows, columns);
    let pairs = [
        in_row(top, left),
        in_row(top, right),
        in_column(top, right),
        in_column(bottom, right),
        in_row(bottom, right),
        in_row(bottom, left),
        in_column(bottom, left),
        in_column(top, left),
    ];
    let fits = |pair: &CellSet| {
        let open = pair.iter().all(|cell| board.candidates(cell) != 0);
        open && board.union(*pair).count_ones() <= MOST_VALUES
    };
    pairs.iter().all(fits).then_some(pairs)
}

/// Returns the two other cells of a line in the box of a cell.
fn others(turned: bool, line: usize, position: usize) -> CellSet {
    let start = position / 3 * 3;
    let cells = (start..start + 3).filter(|other| *other != position);
    cells.map(|other| at(turned, line, other)).collect()
}

/// Tries each way to divide the first pair's values between its two links; the other links follow.
fn close(board: &Board, pairs: &[CellSet; PAIRS], found: &mut StepCollector) -> Search {
    let values = pairs.map(|pair| board.union(pair));
    let mut before = values[0];
    // Every subset of the first pair's values, from all to none.
    loop {
        let mut links = [0; PAIRS];
        let mut entering = before;
        for (link, values) in links.iter_mut().zip(values) {
            *link = values & !entering;
            entering = *link;
        }
        let size: u32 = links.iter().map(|link| link.count_ones()).sum();
        // The last link leads back to the first pair.
        if links[PAIRS - 1] == before && size as usize == 2 * PAIRS {
            report(board, pairs, &links, found)?;
        }
        if before == 0 {
            return Search::Continue(());
        }
        before = (before - 1) & values[0];
    }
}

fn report(
    board: &Board,
    pairs: &[CellSet; PAIRS],
    links: &[u64; PAIRS],
    found: &mut StepCollector,
) -> Search {
    let mut gone = Effects::default();
    for (index, link) in links.iter().enumerate() {
        let cells = pairs[index] | pairs[(index + 1) % PAIRS];
        // The house between two pairs: the cells that see all of theirs.
        let rest = board.common_peers(cells);
        for value in values_of(*link) {
            gone.add(value, rest & board.cells(value));
        }
    }
    if gone.is_empty() {
        return Search::Continue(());
    }
    let mut step = gone.step(Technique::SkLoop);
    for (pair, link) in pairs.iter().zip(links) {
        step = step.in_cells(*pair);
        list_set(&mut step, *pair, board.union(*pair), *link);
    }
    found.add(step)
}
