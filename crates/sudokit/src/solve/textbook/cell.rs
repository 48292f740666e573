//! The rules for which cell is filled next.

use std::cmp::Reverse;

use super::board::TrackedBoard;
use super::heap::Heap;
use super::rules::CellRule;
use crate::shape::HouseKind;

/// A rule for choosing a cell. It may keep state from one choice to the next, and takes the board
/// mutably only to learn which cells have changed since.
pub(super) trait ChooseCell {
    /// Returns the cell to fill next, or `None` if no cell is open.
    fn choose(&mut self, board: &mut TrackedBoard<'_>) -> Option<usize>;
}

/// Returns the rule with this name, ready for a search that starts on this board.
pub(super) fn rule(name: CellRule, board: &mut TrackedBoard<'_>) -> Box<dyn ChooseCell + Send> {
    match name {
        CellRule::ReadingOrder => Box::new(ReadingOrder),
        CellRule::LeastDomain => Box::new(LeastDomain),
        CellRule::LeastDomainDegree => Box::new(LeastDomainDegree::new(board)),
        CellRule::FullestLine => Box::new(Fullest::line()),
        CellRule::FullestHouse => Box::new(Fullest::house()),
    }
}

/// The first open cell, row by row.
///
/// It costs nothing and knows nothing: a search in this order may fill half the board before it
/// notices that a cell in the last row has long been impossible.
struct ReadingOrder;

impl ChooseCell for ReadingOrder {
    fn choose(&mut self, board: &mut TrackedBoard<'_>) -> Option<usize> {
        board.open_cells().next()
    }
}

/// A cell with the fewest possible values; of several, the first in reading order.
///
/// Also known as *minimum remaining values*, or "fail first". One of the cell's values must be
/// right, so the first guess is right half of the time with two values, and once in eight with eight.
/// A cell with no value left is chosen at once, because 0 is the smallest size there is: a dead end
/// shows one choice after it arises, even without any propagation.
struct LeastDomain;

impl ChooseCell for LeastDomain {
    fn choose(&mut self, board: &mut TrackedBoard<'_>) -> Option<usize> {
        let mut best = None;
        let mut fewest = u32::MAX;
        for cell in board.open_cells() {
            let choices = board.domain(cell).count_ones();
            if choices < fewest {
                (best, fewest) = (Some(cell), choices);
            }
            // No cell beats one without values. (A cell with one value can still be beaten.)
            if choices == 0 {
                break;
            }
        }
        best
    }
}

/// Filled cells last, then small domains first, then many open peers first, then reading order.
type Urgency = (bool, u8, Reverse<u16>, u16);

/// A cell with the fewest possible values; of several, the one with the most open peers.
///
/// On an empty board all domains have the same size. The *degree*, the number of open cells that a
/// cell constrains, breaks the tie: the more cells a choice affects, the sooner a wrong one shows.
///
/// Looking at every cell and counting its open peers for each choice would be slow, so a heap keeps
/// the cells in order, and only cells whose domain or degree has changed are moved.
struct LeastDomainDegree {
    heap: Heap<Urgency>,
}

impl LeastDomainDegree {
    pub fn new(board: &mut TrackedBoard<'_>) -> LeastDomainDegree {
        board.watch();
        let cells = 0..board.values().len();
        let urgencies = cells.map(|cell| urgency(board, cell)).collect();
        LeastDomainDegree {
            heap: Heap::new(urgencies),
        }
    }
}

impl ChooseCell for LeastDomainDegree {
    fn choose(&mut self, board: &mut TrackedBoard<'_>) -> Option<usize> {
        while let Some(cell) = board.next_touched() {
            self.heap.update(cell, urgency(board, cell));
        }
        // If a filled cell is on top, all cells are filled.
        self.heap.first().filter(|cell| board.is_open(*cell))
    }
}

fn urgency(board: &TrackedBoard<'_>, cell: usize) -> Urgency {
    if !board.is_open(cell) {
        return (true, 0, Reverse(0), cell as u16);
    }
    let choices = board.domain(cell).count_ones() as u8;
    let degree = board.open_peers(cell).count() as u16;
    (false, choices, Reverse(degree), cell as u16)
}

/// A cell in the fullest row or column, or in the fullest house of any kind; of several, the first in
/// reading order.
///
/// Counting what is filled is cheaper than finding out what is possible, and nearly full lines do
/// leave little choice. But it is a crude measure: a cell whose row, column and box are each half
/// full may have no choice left at all, and this rule passes over it.
struct Fullest {
    counts: fn(HouseKind) -> bool,
}

impl Fullest {
    /// Counts rows and columns only.
    pub fn line() -> Fullest {
        Fullest {
            counts: |kind| matches!(kind, HouseKind::Row | HouseKind::Column),
        }
    }

    /// Counts houses of every kind.
    pub fn house() -> Fullest {
        Fullest { counts: |_| true }
    }
}

impl ChooseCell for Fullest {
    fn choose(&mut self, board: &mut TrackedBoard<'_>) -> Option<usize> {
        let still_lacking = |cell: &usize| {
            let houses = board.shape().houses_of(*cell).iter().map(|h| *h as usize);
            let counted = houses.filter(|h| (self.counts)(board.shape().houses()[*h].kind()));
            counted.map(|house| board.lacking(house).count_ones()).min()
        };
        board.open_cells().min_by_key(still_lacking)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Origin, Puzzle};
    use crate::shape::Shape;
    use crate::solve::textbook::board::Domains;

    #[test]
    fn boxes_count_only_for_the_house_rule() {
        let mut puzzle = Puzzle::new(Shape::with_size(4).unwrap());
        // Row 3 and column 3 have two values each, the box where they meet has three.
        for (cell, value) in [(10, 3), (11, 4), (14, 1)] {
            puzzle.set(cell, value, Origin::Given);
        }
        let mut board = TrackedBoard::new(&puzzle, Domains::FromHouses);
        assert_eq!(Fullest::line().choose(&mut board), Some(2));
        assert_eq!(Fullest::house().choose(&mut board), Some(15));
    }
}
