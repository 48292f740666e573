//! Avoidable rectangles: a deadly pattern in cells that were placed during the solve. Only givens
//! decide which of two swappable values goes where, so placed values cannot complete one either.

use crate::logic::board::{Board, mask_of, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::{Role, Step};
use crate::logic::technique::Technique;

/// Type 1: three corners are placed; the last must not complete the pattern.
pub(super) fn one_open(board: &Board, found: &mut StepCollector) -> Search {
    let placed = placed(board);
    let size = board.size();
    // The corner opposite the open one; its neighbours have the same value.
    for first in placed {
        let lines = board.geometry().main_houses(first);
        let a = board.value(first);
        for second in (placed & board.house(lines.row.into())) - CellSet::of(first) {
            for fourth in (placed & board.house(lines.column.into())) - CellSet::of(first) {
                let third = fourth / size * size + second % size;
                if board.value(fourth) == board.value(second)
                    && board.value(third) == 0
                    && board.has(third, a)
                    && super::can_be_exchanged(board, [first, third], [second, fourth])
                {
                    found.add(
                        Step::new(Technique::AvoidableRectangle1)
                            .eliminating(a, [third])
                            .about([a, board.value(second)])
                            .in_cells([first, second, third, fourth])
                            .marking(Role::Defining, a, [third]),
                    )?;
                }
            }
        }
    }
    Search::Continue(())
}

/// Type 2: two corners are placed, and the other two would complete the pattern if both did not
/// have the same other candidate.
pub(super) fn two_open(board: &Board, found: &mut StepCollector) -> Search {
    let placed = placed(board);
    let pairs = board.pairs();
    let size = board.size();
    for first in placed {
        let lines = board.geometry().main_houses(first);
        let (row, column) = (
            board.house(lines.row.into()),
            board.house(lines.column.into()),
        );
        // Placed corners side by side, in a row and in a column.
        for second in (placed & row) - CellSet::of(first) {
            for fourth in pairs & column {
                let third = fourth / size * size + second % size;
                rectangle(board, [first, second, third, fourth], found)?;
            }
        }
        for second in (placed & column) - CellSet::of(first) {
            for fourth in pairs & row {
                let third = second / size * size + fourth % size;
                rectangle(board, [first, second, third, fourth], found)?;
            }
        }
    }
    Search::Continue(())
}

/// A rectangle whose first two corners are placed, around from the first.
fn rectangle(board: &Board, corners: [usize; 4], found: &mut StepCollector) -> Search {
    let [first, second, third, fourth] = corners;
    let (a, b) = (board.value(first), board.value(second));
    let (third_has, fourth_has) = (board.candidates(third), board.candidates(fourth));
    let extra = third_has & !mask_of(a);
    let completes = third_has & mask_of(a) != 0 && fourth_has & mask_of(b) != 0;
    if !completes || extra.count_ones() != 1 || fourth_has & !mask_of(b) != extra {
        return Search::Continue(());
    }
    for value in values_of(extra) {
        let targets = board.cells(value) & board.peers(third) & board.peers(fourth);
        if !targets.is_empty() && super::can_be_exchanged(board, [first, third], [second, fourth]) {
            found.add(
                Step::new(Technique::AvoidableRectangle2)
                    .eliminating(value, targets)
                    .about([a, b, value])
                    .in_cells(corners)
                    .marking(Role::Defining, a, [third])
                    .marking(Role::Defining, b, [fourth])
                    .marking(Role::Extra, value, [third, fourth]),
            )?;
        }
    }
    Search::Continue(())
}

/// The cells with a value that is not a given.
fn placed(board: &Board) -> CellSet {
    let cells = 0..board.values().len();
    cells
        .filter(|cell| board.value(*cell) != 0 && !board.is_given(*cell))
        .collect()
}
