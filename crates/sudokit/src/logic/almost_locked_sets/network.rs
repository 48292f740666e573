//! Which almost locked sets exclude each other by a value, and which could cross one out together.

use super::bit_rows::{self, BitRows};
use super::sets::Sets;
use crate::logic::board::{Board, mask_of, values_of};

/// The sets of a board with what connects them.
///
/// Everything is kept by the places of a value rather than by set, because many sets share them:
/// a question to all sets is a few words of bits.
pub(super) struct Network {
    pub sets: Sets,
    /// By places: the sets in which the value excludes it here (restricted common).
    links: BitRows,
    /// By places: the sets with which the value would leave a cell that sees it in both.
    targets: BitRows,
    /// By cell: the sets that have it.
    holders: BitRows,
}

impl Network {
    pub(super) fn new(board: &Board) -> Network {
        let sets = Sets::collect(board);
        let width = sets.sets.len();
        let mut holders = BitRows::new(board.shape().cells(), width);
        let mut members = BitRows::new(sets.places.len(), width);
        for (index, set) in sets.sets.iter().enumerate() {
            set.cells.iter().for_each(|cell| holders.set(cell, index));
            values_of(set.values).for_each(|value| members.set(set.places(value), index));
        }
        let (links, targets) = connect(board, &sets, &members);
        Network {
            sets,
            links,
            targets,
            holders,
        }
    }

    /// How many sets there are.
    pub(super) fn len(&self) -> usize {
        self.sets.sets.len()
    }

    /// A row for answers.
    pub(super) fn blank(&self) -> Vec<u64> {
        vec![0; self.len().div_ceil(64)]
    }

    /// The sets that exclude a value of a set, those that share cells with it included.
    pub(super) fn links(&self, set: usize, value: u8) -> &[u64] {
        self.links.row(self.sets.sets[set].places(value))
    }

    /// The sets with which a value of a set can be crossed out somewhere.
    pub(super) fn targets(&self, set: usize, value: u8) -> &[u64] {
        self.targets.row(self.sets.sets[set].places(value))
    }

    /// Takes the sets away that share a cell with a set.
    pub(super) fn remove_overlapping(&self, row: &mut [u64], set: usize) {
        for cell in self.sets.sets[set].cells {
            bit_rows::remove(row, self.holders.row(cell));
        }
    }

    /// The values by which two sets exclude each other.
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

/// Compares the places of each value with each other.
fn connect(board: &Board, sets: &Sets, members: &BitRows) -> (BitRows, BitRows) {
    let (rows, width) = (sets.places.len(), sets.sets.len());
    let (mut links, mut targets) = (BitRows::new(rows, width), BitRows::new(rows, width));
    let mut of_value: Vec<usize> = Vec::with_capacity(rows);
    for value in 1..=board.size() as u8 {
        of_value.clear();
        of_value.extend((0..rows).filter(|row| sets.places[*row].value == value));
        for (position, &one) in of_value.iter().enumerate() {
            let here = sets.places[one];
            for &other in &of_value[position..] {
                let there = sets.places[other];
                if here.peers.contains_all(there.cells) {
                    bit_rows::add(links.row_mut(one), members.row(other));
                    bit_rows::add(links.row_mut(other), members.row(one));
                }
                if here.seen.meets(there.seen) {
                    bit_rows::add(targets.row_mut(one), members.row(other));
                    bit_rows::add(targets.row_mut(other), members.row(one));
                }
            }
        }
    }
    (links, targets)
}
