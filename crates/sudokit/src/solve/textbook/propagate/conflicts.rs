//! Nothing is concluded: a value is compared with the peers when it is tried.
//!
//! Every value of the cell is tried, also those that a row has had from the beginning, and every
//! attempt looks at up to all the peers. That is what "brute force" means. A rule that asks for
//! the domain of a cell under this propagation makes the board look at all its peers, each time.

use super::Propagate;
use crate::solve::textbook::board::{Board, Contradiction, Domains, Reason};

pub(super) struct Conflicts;

impl Propagate for Conflicts {
    fn domains(&self) -> Domains {
        Domains::FromPeers
    }

    fn start(&self, _: &mut Board<'_>) -> Result<(), Contradiction> {
        Ok(())
    }

    fn worth_trying(&self, board: &Board<'_>, cell: usize) -> u64 {
        board.allowed(cell)
    }

    fn place(
        &self,
        board: &mut Board<'_>,
        cell: usize,
        value: u8,
        reason: Reason,
    ) -> Result<(), Contradiction> {
        if !board.fits(cell, value) {
            return Err(Contradiction::Taken);
        }
        board.place(cell, value, reason);
        Ok(())
    }
}
