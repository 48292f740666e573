//! Nodes that wait for a lane.
//!
//! One store holds the nodes of all puzzles, in frames of a register's width: a frame has a row for
//! each cell and each part of the label, and a node is one column of it. Several nodes move in or out
//! with one register per row, in any columns. The last frame has the newest nodes; taking nodes from
//! there keeps the store small.

use std::num::NonZeroU32;

use super::state::{LaneSet, PUZZLE_ROWS, ROWS, State};
use crate::solve::arch::{Masks, Vector, VectorToken};

/// The memory of a search, which later searches reuse.
#[derive(Default)]
pub(super) struct Store {
    numbers: Vec<u16>,
    /// The index of the first frame, at the start of a cache line.
    start: usize,
    /// The columns that hold a node, one bit each, for every frame up to the last that has one.
    taken: Vec<u32>,
}

/// The place of a node: a number, plus one, so that an `Option<Place>` is no larger.
#[derive(Clone, Copy)]
pub(super) struct Place(NonZeroU32);

impl Place {
    #[inline(always)]
    pub fn new(frame: usize, column: usize) -> Place {
        Place(NonZeroU32::MIN.saturating_add((32 * frame + column) as u32))
    }

    /// Returns the number of the place, counting 32 columns per frame.
    #[inline(always)]
    pub fn number(self) -> usize {
        self.0.get() as usize - 1
    }

    #[inline(always)]
    pub fn frame(self) -> usize {
        self.number() / 32
    }

    #[inline(always)]
    pub fn column(self) -> usize {
        self.number() % 32
    }
}

/// Up to one register of nodes, side by side in memory.
#[derive(Clone, Copy)]
pub(super) struct Window<'s> {
    /// One row for each cell and each part of the label, `stride` apart.
    pub numbers: &'s [u16],
    pub stride: usize,
}

impl Window<'_> {
    /// Returns one row of all nodes in the window. Columns without a node are undefined.
    #[inline(always)]
    pub fn row<T: VectorToken>(&self, token: T, row: usize) -> T::Register {
        token.load(&self.numbers[row * self.stride..])
    }

    /// Returns the puzzle of the node in this column.
    #[inline(always)]
    pub fn puzzle(&self, column: usize) -> usize {
        let [lower, upper] = PUZZLE_ROWS.map(|row| self.numbers[row * self.stride + column]);
        usize::from(lower) | usize::from(upper) << 16
    }
}

impl Store {
    pub fn clear(&mut self) {
        self.taken.clear();
    }

    /// Returns the columns that hold a node, for each frame.
    pub fn taken(&self) -> &[u32] {
        &self.taken
    }

    /// Returns the frame with the newest nodes.
    #[inline(always)]
    pub fn last(&self) -> Option<usize> {
        self.taken.len().checked_sub(1)
    }

    #[inline(always)]
    pub fn frame(&self, lanes: usize, frame: usize) -> Window<'_> {
        Window {
            numbers: &self.numbers[self.start + frame * ROWS * lanes..],
            stride: lanes,
        }
    }

    /// Returns the puzzle and the place of each node.
    pub fn nodes(&self, lanes: usize) -> impl Iterator<Item = (usize, Place)> {
        self.taken
            .iter()
            .enumerate()
            .flat_map(move |(frame, taken)| {
                let window = self.frame(lanes, frame);
                LaneSet(*taken)
                    .map(move |column| (window.puzzle(column), Place::new(frame, column)))
            })
    }

    /// Stores copies of these lanes in one frame. Returns the frame and the columns, where the lowest
    /// lane is in the lowest column, and so on.
    #[inline(always)]
    pub fn push<T: VectorToken>(
        &mut self,
        token: T,
        state: &State<T::Register>,
        lanes: u32,
    ) -> (usize, u32) {
        let count = T::Register::LANES;
        let frame = self.frame_with_room(count, lanes.count_ones());
        let free = LaneSet(!self.taken[frame]);
        let mut from: [u8; 32] = std::array::from_fn(|column| column as u8);
        let mut columns = 0;
        for (lane, column) in LaneSet(lanes).zip(free) {
            from[column] = (count + lane) as u8;
            columns |= 1 << column;
        }
        self.taken[frame] |= columns;
        let arrangement = state.cells[0][0].arrangement(&from);
        let start = self.start + frame * ROWS * count;
        let (cells, label) = self.numbers[start..].split_at_mut(81 * count);
        let rows = cells
            .chunks_exact_mut(count)
            .zip(state.cells.as_flattened());
        for (row, cell) in rows {
            token.load(row).rearranged(*cell, arrangement).store(row);
        }
        let rows = label.chunks_exact_mut(count).zip(state.label.rows());
        for (row, part) in rows {
            token.load(row).rearranged(part, arrangement).store(row);
        }
        (frame, columns)
    }

    /// Stores a node of the only puzzle, without a pending choice.
    pub fn add(&mut self, lanes: usize, cells: &[u16; 81]) {
        let frame = match self.taken.last() {
            Some(taken) if taken.count_ones() < lanes as u32 => self.taken.len() - 1,
            _ => self.add_frame(lanes),
        };
        let column = self.taken[frame].trailing_ones() as usize;
        self.taken[frame] |= 1 << column;
        let start = self.start + frame * ROWS * lanes + column;
        let (rows, label) = self.numbers[start..].split_at_mut(81 * lanes);
        for (row, mask) in rows.iter_mut().step_by(lanes).zip(cells) {
            *row = *mask;
        }
        for row in label.iter_mut().step_by(lanes).take(ROWS - 81) {
            *row = 0;
        }
    }

    /// Returns the newest frame with room for `count` nodes.
    #[inline(always)]
    fn frame_with_room(&mut self, lanes: usize, count: u32) -> usize {
        let room = |taken: &u32| lanes as u32 - taken.count_ones();
        if let Some(frame) = self.taken.iter().rposition(|taken| room(taken) >= count) {
            return frame;
        }
        self.add_frame(lanes)
    }

    #[inline(never)]
    fn add_frame(&mut self, lanes: usize) -> usize {
        self.taken.push(0);
        let needed = self.taken.len() * ROWS * lanes + 32;
        if self.numbers.len() < needed {
            let mut numbers: Vec<u16> = Vec::with_capacity(2 * needed);
            let start = numbers.as_ptr().align_offset(64).min(32);
            numbers.resize(start, 0);
            let old = self.start.min(self.numbers.len());
            numbers.extend_from_slice(&self.numbers[old..]);
            numbers.resize(2 * needed, 0);
            (self.numbers, self.start) = (numbers, start);
        }
        self.taken.len() - 1
    }

    /// Removes the nodes in these columns of a frame.
    #[inline(always)]
    pub fn remove(&mut self, frame: usize, columns: u32) {
        self.taken[frame] &= !columns;
        while self.taken.last() == Some(&0) {
            self.taken.pop();
        }
    }
}
