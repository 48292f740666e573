//! Depth-first search on one thread, which can hand parts of itself to others.

use std::ops::ControlFlow;

use super::board::{Board, Contradiction, Propagator};
use super::branch::{Branch, choose};
use crate::solve::control::Meter;
use crate::solve::{End, Statistics};

/// A part of the search tree: a position, and the way to it.
#[derive(Clone, Debug, Default)]
pub(super) struct Subtree {
    pub board: Board,
    pub way: Way,
}

/// The number of the answer taken at each choice from the root on.
///
/// Comparing ways compares places in the order of a search on one thread, which is how several
/// threads agree on what that search would have found first.
pub(super) type Way = Vec<u8>;

/// Why a search pauses before its subtree is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pause {
    /// The whole search is over.
    Over(End),
    /// Nothing that is left here can change the result.
    Beaten,
    /// It is time to let others help; the search can be resumed.
    Help,
}

/// Who watches a search.
pub(super) trait Observer {
    /// A solution was found at the end of this way.
    fn solution(&mut self, way: &Way, board: &Board) -> ControlFlow<Pause>;
    /// Called every [`BREATH`] nodes; may take subtrees with [`Search::give_away`].
    fn breath(&mut self, search: &mut Search<'_>) -> ControlFlow<Pause>;
}

/// How many nodes pass between two calls of [`Observer::breath`].
pub(super) const BREATH: u64 = 512;

/// A choice on the way to the present position.
struct Choice {
    branch: Branch,
    tried: u8,
}

/// The search itself. Positions are kept from one node to the next, so memory is allocated only
/// when it goes deeper than ever before.
pub(super) struct Search<'s> {
    propagator: Propagator<'s>,
    choices: Vec<Choice>,
    /// `boards[d]` is the position in which choice `d` is made; the last one is the present.
    boards: Vec<Board>,
    way: Way,
    /// How long the way to the root of this subtree is.
    root: usize,
    /// The most complete position met.
    pub attempt: Board,
    statistics: Statistics,
}

impl<'s> Search<'s> {
    pub fn new(propagator: Propagator<'s>, subtree: Subtree) -> Search<'s> {
        Search {
            propagator,
            choices: Vec::new(),
            root: subtree.way.len(),
            way: subtree.way,
            attempt: subtree.board.clone(),
            boards: vec![subtree.board],
            statistics: Statistics::default(),
        }
    }

    /// Forgets everything and begins with another position.
    pub fn start_again(&mut self, board: Board) {
        self.choices.clear();
        self.way.clear();
        self.root = 0;
        self.attempt.copy_from(&board);
        match self.boards.first_mut() {
            Some(first) => *first = board,
            None => self.boards.push(board),
        }
        self.statistics = Statistics::default();
    }

    /// Who draws the conclusions; free between two searches.
    pub fn propagator(&mut self) -> &mut Propagator<'s> {
        &mut self.propagator
    }

    /// Searches on until nothing of the subtree is left, or for as long as the observer and the
    /// meter allow.
    pub fn run(
        &mut self,
        meter: &mut Meter<'_>,
        observer: &mut impl Observer,
    ) -> ControlFlow<Pause> {
        loop {
            // A search that pauses here is resumed at the very same node.
            if (self.statistics.nodes + 1).is_multiple_of(BREATH) {
                observer.breath(self)?;
            }
            if let Err(end) = meter.node() {
                return ControlFlow::Break(Pause::Over(end));
            }
            self.statistics.nodes += 1;
            let board = &self.boards[self.choices.len()];
            if board.open < self.attempt.open {
                self.attempt.copy_from(board);
            }
            if board.open == 0 {
                observer.solution(&self.way, board)?;
            } else {
                let branch = choose(board, self.propagator.geometry());
                self.choices.push(Choice { branch, tried: 0 });
                self.way.push(0);
                let depth = (self.root + self.choices.len()) as u64;
                self.statistics.deepest = self.statistics.deepest.max(depth);
            }
            if !self.advance() {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Takes the next answer that does not contradict itself, going back as far as needed;
    /// `false` when there is none in the whole subtree.
    fn advance(&mut self) -> bool {
        while let depth @ 1.. = self.choices.len() {
            let choice = &mut self.choices[depth - 1];
            let Some(value) = choice.branch.next() else {
                self.choices.pop();
                self.way.pop();
                continue;
            };
            self.way[self.root + depth - 1] = choice.tried;
            choice.tried += 1;
            if self.boards.len() == depth {
                self.boards.push(Board::default());
            }
            if choice.branch.is_done() {
                // Nobody comes back to this position: use it up instead of copying it.
                self.boards.swap(depth - 1, depth);
            } else {
                let (before, after) = self.boards.split_at_mut(depth);
                after[0].copy_from(&before[depth - 1]);
            }
            let board = &mut self.boards[depth];
            match self.propagator.assign(board, choice.branch.cell, value) {
                Ok(()) => return true,
                Err(Contradiction) => self.statistics.backtracks += 1,
            }
        }
        false
    }

    /// Takes the answers that are left of the earliest unfinished choice off this search: the
    /// largest subtrees it has.
    pub fn give_away(&mut self) -> Vec<Subtree> {
        let unfinished = self.choices.iter().position(|c| !c.branch.is_done());
        let Some(depth) = unfinished else {
            return Vec::new();
        };
        let mut subtrees = Vec::new();
        let choice = &mut self.choices[depth];
        while let Some(value) = choice.branch.next() {
            let mut board = self.boards[depth].clone();
            let mut way = self.way[..self.root + depth].to_vec();
            way.push(choice.tried);
            choice.tried += 1;
            match self
                .propagator
                .assign(&mut board, choice.branch.cell, value)
            {
                Ok(()) => subtrees.push(Subtree { board, way }),
                Err(Contradiction) => self.statistics.backtracks += 1,
            }
        }
        subtrees
    }

    /// The way to the present position.
    pub fn way(&self) -> &Way {
        &self.way
    }

    /// What this search cost so far.
    pub fn statistics(&self) -> Statistics {
        Statistics {
            assignments: self.propagator.assignments,
            checks: self.propagator.eliminations,
            ..self.statistics
        }
    }
}
