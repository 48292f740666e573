//! A cell with the fewest possible values; of several the one with the most open peers.
//!
//! On an empty board all domains are alike, and the smallest says nothing. The *degree* (how many
//! open cells a cell constrains) breaks the tie: the more cells learn from a choice, the sooner
//! a wrong one shows.
//!
//! Looking at every cell and counting its open peers for each choice would be slow, so a heap
//! keeps the cells in order, and only those are moved whose domain or degree changed.

use std::cmp::Reverse;

use super::ChooseCell;
use super::heap::Heap;
use crate::solve::textbook::board::Board;

/// Filled cells last, then small domains first, then many open peers first, then reading order.
type Urgency = (bool, u8, Reverse<u16>, u16);

pub(super) struct LeastDomainDegree {
    heap: Heap<Urgency>,
}

impl LeastDomainDegree {
    pub fn new(board: &mut Board<'_>) -> LeastDomainDegree {
        board.watch();
        let cells = 0..board.values().len();
        let urgencies = cells.map(|cell| urgency(board, cell)).collect();
        LeastDomainDegree {
            heap: Heap::new(urgencies),
        }
    }
}

impl ChooseCell for LeastDomainDegree {
    fn choose(&mut self, board: &mut Board<'_>) -> Option<usize> {
        while let Some(cell) = board.next_touched() {
            self.heap.update(cell, urgency(board, cell));
        }
        // A filled cell on top means that nothing but filled cells is below it.
        self.heap.first().filter(|cell| board.is_open(*cell))
    }
}

fn urgency(board: &Board<'_>, cell: usize) -> Urgency {
    if !board.is_open(cell) {
        return (true, 0, Reverse(0), cell as u16);
    }
    let choices = board.domain(cell).count_ones() as u8;
    let degree = board.open_peers(cell).count() as u16;
    (false, choices, Reverse(degree), cell as u16)
}
