//! Rare patterns that span whole bands and stacks.
//!
//! | file | subject |
//! |---|---|
//! | `fireworks` | values confined to a crossing and one place each in its row and column |
//! | `sk_loop` | sixteen cells around four boxes that share sixteen values |
//! | `tridagon` | twelve cells that three values cannot fill |
//! | `exocet` | two base cells whose values must be those of two target cells |
//! | `multi_sector` | crossings of rows and columns with as many cells as values to fill them |
//!
//! Only what a counting argument proves is eliminated. Fireworks work on every shape; the others
//! need the classic board.

mod exocet;
mod fireworks;
mod multi_sector;
mod sk_loop;
mod tridagon;

use super::board::Board;
use super::find::{Search, StepCollector};
use super::technique::Technique;

/// Finds the steps of one technique of this family.
pub(super) fn find(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    match technique {
        Technique::Fireworks => fireworks::find(board, found),
        _ if !board.shape().is_classic() => Search::Continue(()),
        Technique::SkLoop => sk_loop::find(board, found),
        Technique::Tridagon => tridagon::find(board, found),
        Technique::JuniorExocet => exocet::juniors(board, found),
        Technique::SeniorExocet => exocet::seniors(board, found),
        Technique::MultiSectorLockedSets => multi_sector::find(board, found),
        _ => Search::Continue(()),
    }
}

/// The side of the classic board.
const SIDE: usize = 9;

/// Returns a cell of the classic board by line and position. Rows and columns are swapped if
/// `turned`, so that each pattern is written only once.
const fn at(turned: bool, line: usize, position: usize) -> usize {
    match turned {
        true => position * SIDE + line,
        false => line * SIDE + position,
    }
}
