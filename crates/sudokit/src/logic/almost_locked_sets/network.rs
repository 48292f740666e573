//! Which almost locked sets exclude each other by a value, and which could eliminate one together.

use super::bit_rows::{self, BitRows};
use super::sets::Sets;
use crate::logic::board::{Board, mask_of, values_of};

/// The sets of a board and their connections.
///
/// Everything is indexed by the places of a value rather than by set, because many sets share them.
/// A query over all sets takes a few words of bits.
pub(super) struct Network {
    pub sets: Sets,
    /// By places: the sets in which the value excludes it here (restricted common).
    links: BitRows,
    /// By places: the sets that, together with these places, could eliminate the value from a cell.
    targets: BitRows,
    /// By cell: the sets that have it.
    holders: BitRows,
    /// Whether sets that share cells may be used together.
    allows_overlap: bool,
}

impl Network {
    pub(super) fn new(board: &Board, allows_overlap: bool) -> Network {
        let sets = Sets::collect(board);
        let width = sets.sets.len();
        let mut holders = BitRows::new(board.shape().cells(), width);
        for (index, set) in sets.sets.iter().enumerate() {
            set.cells.iter().for_each(|cell| holders.set(cell, index));
        }
        Network {
            links: links(board, &sets, &holders),
            targets: targets(board, &sets),
            holders,
            allows_overlap,
            sets,
        }
    }

    /// Returns the number of sets.
    pub(super) fn len(&self) -> usize {
        self.sets.sets.len()
    }

    /// Creates a row for a result.
    pub(super) fn blank(&self) -> Vec<u64> {
        vec![0; self.len().div_ceil(64)]
    }

    /// Returns the sets that exclude a value of a set, including those that share cells with it.
    pub(super) fn links(&self, set: usize, value: u8) -> &[u64] {
        self.links.row(self.sets.sets[set].places(value))
    }

    /// Returns the sets that, together with a set, eliminate a value from some cell.
    pub(super) fn targets(&self, set: usize, value: u8) -> &[u64] {
        self.targets.row(self.sets.sets[set].places(value))
    }

    /// Removes the sets that share a cell with a set, unless they may be used together.
    pub(super) fn remove_overlapping(&self, row: &mut [u64], set: usize) {
        if self.allows_overlap {
            return;
        }
        for cell in self.sets.sets[set].cells {
            bit_rows::remove(row, self.holders.row(cell));
        }
    }

    /// Returns the values by which two sets exclude each other.
    pub(super) fn commons(&self, one: usize, other: usize) -> u64 {
        let sets = &self.sets;
        let shared = sets.sets[one].values & sets.sets[other].values;
        let excludes = |value: &u8| {
            let peers = sets.of(one, *value).peers;
            peers.contains_all(sets.of(other, *value).cells)
        };
        let restricted = values_of(shared).filter(excludes);
        restricted.fold(0, |mask, value| mask | mask_of(value))
    }
}

/// Returns, for the places of a value, the sets that have the value only in cells that see all of
/// them.
fn links(board: &Board, sets: &Sets, holders: &BitRows) -> BitRows {
    let mut with_value = BitRows::new(board.size(), sets.sets.len());
    for (index, set) in sets.sets.iter().enumerate() {
        values_of(set.values).for_each(|value| with_value.set(value as usize - 1, index));
    }
    let mut links = BitRows::new(sets.places.len(), sets.sets.len());
    for (index, places) in sets.places.iter().enumerate() {
        let row = links.row_mut(index);
        row.copy_from_slice(with_value.row(places.value as usize - 1));
        for cell in board.cells(places.value) - places.peers {
            bit_rows::remove(row, holders.row(cell));
        }
    }
    links
}

/// Returns, for the places of a value, the sets that would eliminate it from one of the same cells.
fn targets(board: &Board, sets: &Sets) -> BitRows {
    let cells = board.shape().cells();
    let row = |value: u8, cell: usize| (value as usize - 1) * cells + cell;
    let mut seers = BitRows::new(board.size() * cells, sets.sets.len());
    for (index, set) in sets.sets.iter().enumerate() {
        for value in values_of(set.values) {
            for cell in sets.of(index, value).seen {
                seers.set(row(value, cell), index);
            }
        }
    }
    let mut targets = BitRows::new(sets.places.len(), sets.sets.len());
    for (index, places) in sets.places.iter().enumerate() {
        for cell in places.seen {
            let seers = seers.row(row(places.value, cell));
            bit_rows::add(targets.row_mut(index), seers);
        }
    }
    targets
}
