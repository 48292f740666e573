//! Patterns that would give a puzzle two solutions, and so cannot be part of one.
//!
//! A deadly pattern is a set of open cells whose values could be swapped without changing any other
//! cell, because every house keeps its values. None of the cells is a given, so a solution with the
//! pattern would imply a second one. That remains true when candidates of the pattern are
//! eliminated. It assumes that the puzzle has one solution, and that the swap preserves every house
//! of the shape, which is checked cell by cell.

mod avoidable;
mod bug;
mod deadly;
mod extended;
mod rectangles;
mod unique_loop;

use super::board::Board;
use super::find::{Search, StepCollector};
use super::technique::Technique;

/// Finds the steps of one technique of this family.
pub(super) fn find(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    match technique {
        Technique::BugPlusOne
        | Technique::BugType2
        | Technique::BugType3
        | Technique::BugType4
        | Technique::BugPlusN => bug::find(technique, board, found),
        Technique::AvoidableRectangle1 => avoidable::one_open(board, found),
        Technique::AvoidableRectangle2 => avoidable::two_open(board, found),
        Technique::ExtendedRectangle => extended::find(board, found),
        Technique::UniqueLoop => unique_loop::find(board, found),
        _ => rectangles::find(technique, board, found),
    }
}

/// Returns the houses of a cell as a mask. Boards of at most 128 cells have fewer than 64 houses.
fn houses_of(board: &Board, cell: usize) -> u64 {
    let houses = board.shape().houses_of(cell).iter();
    houses.fold(0, |mask, house| mask | 1u64.wrapping_shl((*house).into()))
}

/// Returns whether two values could be swapped between these cells: each house with one of the
/// first has one of the second, and no house has two of either.
fn can_be_exchanged(board: &Board, [a, b]: [usize; 2], [c, d]: [usize; 2]) -> bool {
    let [a, b, c, d] = [a, b, c, d].map(|cell| houses_of(board, cell));
    a & b == 0 && c & d == 0 && a | b == c | d
}
