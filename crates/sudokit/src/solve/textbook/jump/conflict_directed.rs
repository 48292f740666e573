//! Back to the latest choice that had a part in the failure, past all that had none.
//!
//! Every open choice keeps a *blame set*: the levels of earlier choices because of which some of
//! its values failed. When its last value has failed, then
//!
//! > with the choices in the blame set as they are, there is no solution (that was not found
//! > already),
//!
//! whatever the choices in between are. So the search may return to the latest choice in the set,
//! and hands it the rest of the set, since those had their part in the failure of its value too.
//!
//! A value fails in one of three ways, and each has its blame:
//!
//! * it was never worth trying, or clashed with a peer: blame what excluded it;
//! * it was placed and led straight to a contradiction: blame what the contradiction rests on;
//! * it was placed, and a later choice was exhausted and returned here: blame what that handed
//!   over.
//!
//! **No solution is lost.** A value under which a solution was found has not failed, so no reason
//! can be given; then every earlier choice is blamed, and the search goes back step by step, as
//! it would without jumping.

use super::Jump;
use super::explain::Explainer;
use super::levels::Levels;
use crate::solve::textbook::board::{Board, Contradiction};

pub(super) struct ConflictDirected {
    /// The blame set of each level, level 1 first; those of closed choices are kept for reuse.
    blame: Vec<Levels>,
    explainer: Explainer,
}

impl ConflictDirected {
    pub fn new(cells: usize) -> ConflictDirected {
        ConflictDirected {
            blame: Vec::new(),
            explainer: Explainer::new(cells),
        }
    }
}

impl Jump for ConflictDirected {
    fn opened(&mut self, level: usize) {
        if self.blame.len() < level {
            self.blame.resize_with(level, Levels::default);
        }
        self.blame[level - 1].clear();
    }

    fn refuted(&mut self, level: usize, board: &Board<'_>, contradiction: Contradiction) {
        let blame = &mut self.blame[level - 1];
        self.explainer.contradiction(board, contradiction, blame);
        // That the value itself had a part in it is why it goes; blame is for the choices before.
        blame.remove(level);
    }

    fn solved(&mut self, level: usize) {
        if level > 0 {
            self.blame[level - 1].insert_all_below(level);
        }
    }

    fn exhausted(&mut self, level: usize, board: &Board<'_>, cell: usize) -> usize {
        let mut blame = std::mem::take(&mut self.blame[level - 1]);
        let excluded = board.allowed(cell) & !board.domain(cell);
        self.explainer.excluded(board, cell, excluded, &mut blame);
        let target = blame.highest().unwrap_or(0);
        if target > 0 {
            blame.remove(target);
            self.blame[target - 1].insert_all_of(&blame);
        }
        self.blame[level - 1] = blame;
        target
    }
}
