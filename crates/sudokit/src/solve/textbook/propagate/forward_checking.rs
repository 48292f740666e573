//! A value leaves the domains of all its peers; an empty domain is a dead end at once.
//!
//! The domains are exact from the first given on, so a value in a cell's domain never clashes
//! with a peer, and no value has to be compared with anything when it is tried.

use super::Propagate;
use crate::bits::mask_of;
use crate::solve::textbook::board::{Board, Contradiction, Domains, Reason};

pub(super) struct ForwardChecking;

impl Propagate for ForwardChecking {
    fn domains(&self) -> Domains {
        Domains::Kept
    }

    fn start(&self, board: &mut Board<'_>) -> Result<(), Contradiction> {
        for cell in 0..board.values().len() {
            match board.values()[cell] {
                0 => {}
                value => remove_from_peers(board, cell, value)?,
            }
        }
        Ok(())
    }

    fn place(
        &self,
        board: &mut Board<'_>,
        cell: usize,
        value: u8,
        reason: Reason,
    ) -> Result<(), Contradiction> {
        board.place(cell, value, reason);
        remove_from_peers(board, cell, value)
    }
}

fn remove_from_peers(board: &mut Board<'_>, cell: usize, value: u8) -> Result<(), Contradiction> {
    for &peer in board.shape().peers(cell) {
        let peer = peer as usize;
        if !board.is_open(peer) {
            continue;
        }
        let domain = board.domain(peer);
        if domain & mask_of(value) != 0 {
            board.remove(peer, mask_of(value));
        }
        if domain & !mask_of(value) == 0 {
            return Err(Contradiction::NoValue { cell: peer });
        }
    }
    Ok(())
}
