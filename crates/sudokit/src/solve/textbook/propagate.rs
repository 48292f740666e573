//! The rules for what follows from a value before the next cell is chosen.

use super::board::{Contradiction, Domains, Reason, TrackedBoard};
use super::rules::PropagateRule;
use super::strategies::Strategies;
use crate::bits::mask_of;

/// A rule for propagation.
pub(super) trait Propagate {
    /// Returns where the domains of cells come from under this rule.
    fn domains(&self) -> Domains;

    /// Propagates the givens, once, before the search.
    fn start(&self, board: &mut TrackedBoard<'_>) -> Result<(), Contradiction>;

    /// Returns the values of a cell that are worth trying.
    fn worth_trying(&self, board: &TrackedBoard<'_>, cell: usize) -> u64 {
        board.domain(cell)
    }

    /// Puts a value into a cell and propagates it. A contradiction leaves the board as it was when
    /// it was found; the caller undoes everything.
    fn place(
        &self,
        board: &mut TrackedBoard<'_>,
        cell: usize,
        value: u8,
        reason: Reason,
    ) -> Result<(), Contradiction>;
}

/// Returns the rule with this name.
pub(super) fn rule(name: PropagateRule) -> &'static (dyn Propagate + Sync) {
    match name {
        PropagateRule::Conflicts => &Conflicts,
        PropagateRule::ForwardChecking => &ForwardChecking,
        PropagateRule::HouseSets => &HouseSets,
        PropagateRule::Strategies => &Strategies,
    }
}

/// No propagation: a value is compared with the peers when it is tried.
///
/// Every value of the cell is tried, including those that its row has held from the start, and each
/// attempt looks at up to all the peers. That is what "brute force" means. A rule that asks for the
/// domain of a cell makes the board look at all its peers each time.
struct Conflicts;

impl Propagate for Conflicts {
    fn domains(&self) -> Domains {
        Domains::FromPeers
    }

    fn start(&self, _: &mut TrackedBoard<'_>) -> Result<(), Contradiction> {
        Ok(())
    }

    fn worth_trying(&self, board: &TrackedBoard<'_>, cell: usize) -> u64 {
        board.allowed(cell)
    }

    fn place(
        &self,
        board: &mut TrackedBoard<'_>,
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

/// A value leaves the domains of all its peers; an empty domain is a dead end at once.
///
/// The domains are exact from the first given on, so a value in a cell's domain never conflicts with
/// a peer, and no value has to be compared with anything when it is tried.
pub(super) struct ForwardChecking;

impl Propagate for ForwardChecking {
    fn domains(&self) -> Domains {
        Domains::Kept
    }

    fn start(&self, board: &mut TrackedBoard<'_>) -> Result<(), Contradiction> {
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
        board: &mut TrackedBoard<'_>,
        cell: usize,
        value: u8,
        reason: Reason,
    ) -> Result<(), Contradiction> {
        board.place(cell, value, reason);
        remove_from_peers(board, cell, value)
    }
}

fn remove_from_peers(
    board: &mut TrackedBoard<'_>,
    cell: usize,
    value: u8,
) -> Result<(), Contradiction> {
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

/// Each house keeps the set of values it lacks; the domain of a cell is the intersection of the sets
/// of its houses.
///
/// Placing a value changes one set for each house of the cell: three changes where forward checking
/// makes twenty. In return, an empty domain goes unnoticed until the cell is chosen, so this goes best
/// with a rule that chooses the smallest domain: it finds the empty one next.
struct HouseSets;

impl Propagate for HouseSets {
    fn domains(&self) -> Domains {
        Domains::FromHouses
    }

    fn start(&self, _: &mut TrackedBoard<'_>) -> Result<(), Contradiction> {
        Ok(())
    }

    fn place(
        &self,
        board: &mut TrackedBoard<'_>,
        cell: usize,
        value: u8,
        reason: Reason,
    ) -> Result<(), Contradiction> {
        // The board keeps the sets of the houses itself, since other rules read them too.
        board.place(cell, value, reason);
        Ok(())
    }
}
