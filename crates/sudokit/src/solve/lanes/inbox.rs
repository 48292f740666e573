//! New puzzles, a register's worth at a time.

use std::ops::Range;

use super::Puzzles;
use super::state::AT;
use super::store::Label;
use super::transpose::load_values;
use super::vector::{LOWEST, Token, Vector};

/// The next puzzles of a batch, ready to move into lanes.
pub(super) struct Inbox<'a, T: Token> {
    token: T,
    puzzles: Puzzles<'a>,
    /// The candidates of the puzzles that wait, one a lane.
    pub cells: [T::Vector; 81],
    /// The lanes that have not been taken.
    waiting: Range<usize>,
    /// The number of the puzzle in lane 0, and of the first that has not been read.
    first: usize,
    unread: usize,
}

impl<'a, T: Token> Inbox<'a, T> {
    #[inline(always)]
    pub fn new(token: T, puzzles: Puzzles<'a>) -> Inbox<'a, T> {
        Inbox {
            token,
            puzzles,
            cells: [token.splat(0); 81],
            waiting: 0..0,
            first: 0,
            unread: 0,
        }
    }

    pub fn waiting(&self) -> Range<usize> {
        self.waiting.clone()
    }

    pub fn label(&self, lane: usize) -> Label {
        Label {
            puzzle: (self.first + lane) as u32,
            triad: 0,
            value: 0,
        }
    }

    pub fn take(&mut self, lanes: usize) {
        self.waiting.start += lanes;
    }

    /// The numbers of the puzzles that no lane has taken.
    pub fn remaining(&self) -> Range<u32> {
        (self.first + self.waiting.start) as u32..self.puzzles.len() as u32
    }

    /// Reads more puzzles if none waits; `false` if there are no more.
    #[inline(always)]
    pub fn refill(&mut self) -> bool {
        if self.waiting.is_empty() {
            let count = T::Vector::LANES.min(self.puzzles.len() - self.unread);
            if count == 0 {
                return false;
            }
            self.read(self.unread, count);
            self.waiting = 0..count;
            self.first = self.unread;
            self.unread += count;
        }
        true
    }

    #[inline(always)]
    fn read(&mut self, first: usize, count: usize) {
        match self.puzzles {
            Puzzles::Values(puzzles) => {
                // Lanes without a puzzle repeat one; nobody takes them.
                let mut rows = [&puzzles[first]; 32];
                for (row, puzzle) in rows.iter_mut().zip(&puzzles[first..first + count]) {
                    *row = puzzle;
                }
                load_values(self.token, &rows[..T::Vector::LANES], &mut self.cells);
            }
            Puzzles::Candidates(puzzles) => {
                for (lane, puzzle) in puzzles[first..first + count].iter().enumerate() {
                    for (mask, at) in puzzle.iter().zip(AT) {
                        self.cells[at].lanes_mut()[lane] = (mask & 0x1ff) * LOWEST;
                    }
                }
            }
        }
    }
}
