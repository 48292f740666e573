//! The queue of new puzzles.
//!
//! Puzzles are side by side, like nodes in the store, and leave from the left. When fewer than a full
//! register are left, the last block of columns moves to the left edge and new puzzles are read behind
//! it, so that any number of free lanes can be filled at once.

use super::Puzzles;
use super::state::{AT, PUZZLE_ROWS, ROWS};
use super::store::Window;
use super::transpose::load_values;
use crate::solve::arch::{LOWEST, Masks, VectorToken};

/// The next puzzles of a batch, ready to move into lanes.
pub(super) struct PuzzleQueue<'a, T: VectorToken> {
    token: T,
    puzzles: Puzzles<'a>,
    /// One row for each cell and each part of the label. These nodes have no pending choice, so the
    /// rows for that stay empty.
    numbers: Vec<u16>,
    /// The index of the first row, at the start of a cache line.
    start: usize,
    /// The first column with a waiting puzzle.
    first: usize,
    /// The column after the last one.
    end: usize,
    /// The number of the first puzzle not yet read.
    unread: usize,
}

impl<'a, T: VectorToken> PuzzleQueue<'a, T> {
    const LANES: usize = T::Register::LANES;
    /// The capacity in registers. (With one, every second turn finds too few puzzles; four gain
    /// nothing.)
    const BLOCKS: usize = 2;
    const STRIDE: usize = Self::BLOCKS * Self::LANES;

    #[inline(always)]
    pub fn new(token: T, puzzles: Puzzles<'a>) -> PuzzleQueue<'a, T> {
        // A register may be read at any column in use.
        let room = if puzzles.is_empty() {
            0
        } else {
            ROWS * Self::STRIDE
        };
        let numbers = vec![0; 32 + room + Self::LANES];
        let start = numbers.as_ptr().align_offset(64).min(32);
        PuzzleQueue {
            token,
            puzzles,
            numbers,
            start,
            first: Self::LANES,
            end: Self::LANES,
            unread: 0,
        }
    }

    /// Returns the number of waiting puzzles.
    fn waiting(&self) -> usize {
        self.end - self.first
    }

    /// Returns the numbers of the puzzles that no lane has taken.
    pub fn remaining(&self) -> std::ops::Range<usize> {
        self.unread - self.waiting()..self.puzzles.len()
    }

    /// Returns the next puzzles, up to a full register, and their number; `None` if none are left.
    #[inline(always)]
    pub fn next(&mut self) -> Option<(Window<'_>, usize)> {
        if self.waiting() < Self::LANES && self.unread < self.puzzles.len() {
            self.refill();
        }
        let count = self.waiting().min(Self::LANES);
        let window = Window {
            numbers: &self.numbers[self.start + self.first..],
            stride: Self::STRIDE,
        };
        (count > 0).then_some((window, count))
    }

    /// Removes the puzzles that lanes have taken.
    pub fn take(&mut self, puzzles: usize) {
        self.first += puzzles;
    }

    #[inline(always)]
    fn refill(&mut self) {
        let last = self.end - Self::LANES;
        let rows = &mut self.numbers[self.start..];
        for row in rows.chunks_exact_mut(Self::STRIDE) {
            self.token.load(&row[last..]).store(row);
        }
        (self.first, self.end) = (self.first - last, Self::LANES);
        while self.end < Self::STRIDE && self.unread < self.puzzles.len() {
            let count = Self::LANES.min(self.puzzles.len() - self.unread);
            self.read(count);
            self.end += count;
            self.unread += count;
        }
    }

    /// Reads the next puzzles into the columns from `end` on.
    #[inline(always)]
    fn read(&mut self, count: usize) {
        let next = self.unread..self.unread + count;
        let numbers = &mut self.numbers[self.start + self.end..];
        match self.puzzles {
            Puzzles::Values(puzzles) => {
                // Columns without a puzzle repeat one; they are never taken.
                let mut rows = [&puzzles[self.unread]; 32];
                for (row, puzzle) in rows.iter_mut().zip(&puzzles[next.clone()]) {
                    *row = puzzle;
                }
                load_values(self.token, &rows[..Self::LANES], numbers, Self::STRIDE);
            }
            Puzzles::Candidates(puzzles) => {
                for (column, puzzle) in puzzles[next.clone()].iter().enumerate() {
                    for (mask, at) in puzzle.iter().zip(AT) {
                        numbers[at * Self::STRIDE + column] = (mask & 0x1ff) * LOWEST;
                    }
                }
            }
        }
        for (column, puzzle) in next.enumerate() {
            let [lower, upper] = PUZZLE_ROWS.map(|row| row * Self::STRIDE + column);
            numbers[lower] = puzzle as u16;
            numbers[upper] = (puzzle >> 16) as u16;
        }
    }
}
