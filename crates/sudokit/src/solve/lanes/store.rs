//! Nodes that wait for a lane.
//!
//! One last-in-first-out store for all puzzles together, in frames: a frame has a row of numbers
//! for each cell and each part of the label, so that a handful of nodes goes in or out with one register a cell, at any
//! column. Newest first keeps it small, about a register's worth for each level of the search.

use super::state::{PUZZLE_ROWS, ROWS, State};
use super::vector::{Token, Vector};

/// The memory of a search, which later searches use again.
#[derive(Default)]
pub(super) struct Store {
    numbers: Vec<u16>,
    /// How many nodes each frame holds, up to the newest frame.
    filled: Vec<usize>,
}

/// Nodes side by side in memory, at most a register's worth.
#[derive(Clone, Copy)]
pub(super) struct Window<'s> {
    /// A row for each cell and each part of the label, `stride` apart.
    pub numbers: &'s [u16],
    pub stride: usize,
    /// How many nodes there are.
    pub length: usize,
}

impl Window<'_> {
    /// One row of all nodes in the window; lanes beyond its length hold anything.
    #[inline(always)]
    pub fn row<T: Token>(&self, token: T, row: usize) -> T::Vector {
        token.load(&self.numbers[row * self.stride..])
    }

    /// Whose node stands at this place.
    #[inline(always)]
    pub fn puzzle(&self, place: usize) -> usize {
        let [lower, upper] = PUZZLE_ROWS.map(|row| self.numbers[row * self.stride + place]);
        usize::from(lower) | usize::from(upper) << 16
    }
}

/// The width of a frame's rows. A register may be written at any column that is in use, so there
/// is one more register's room than [`capacity`] says.
const fn stride(lanes: usize) -> usize {
    3 * lanes
}

const fn capacity(lanes: usize) -> usize {
    2 * lanes
}

impl Store {
    pub fn clear(&mut self) {
        self.filled.clear();
    }

    pub fn is_empty(&self) -> bool {
        self.filled.is_empty()
    }

    /// Whose nodes wait.
    pub fn puzzles(&self, lanes: usize) -> impl Iterator<Item = usize> {
        let frames = self.numbers.chunks(ROWS * stride(lanes)).zip(&self.filled);
        frames.flat_map(move |(numbers, &length)| {
            let frame = Window {
                numbers,
                stride: stride(lanes),
                length,
            };
            (0..length).map(move |place| frame.puzzle(place))
        })
    }

    /// Takes in copies of some lanes, `from[0]` to `from[count - 1]`.
    #[inline(always)]
    pub fn push<V: Vector>(&mut self, state: &State<V>, from: &[u8; 32], count: usize) {
        let column = self.make_room(V::LANES, count);
        let stride = stride(V::LANES);
        let start = (self.filled.len() - 1) * ROWS * stride + column;
        let arrangement = state.cells[0][0].arrangement(from);
        let (cells, label) = self.numbers[start..].split_at_mut(81 * stride);
        for (cell, row) in state
            .cells
            .as_flattened()
            .iter()
            .zip(cells.chunks_mut(stride))
        {
            cell.rearranged(*cell, arrangement).store(row);
        }
        for (part, row) in state.label.rows().iter().zip(label.chunks_mut(stride)) {
            part.rearranged(*part, arrangement).store(row);
        }
    }

    /// Says in which column of the newest frame so many nodes go.
    fn make_room(&mut self, lanes: usize, count: usize) -> usize {
        if self
            .filled
            .last()
            .is_none_or(|filled| filled + count > capacity(lanes))
        {
            self.filled.push(0);
            let needed = self.filled.len() * ROWS * stride(lanes);
            if self.numbers.len() < needed {
                self.numbers.resize(needed, 0);
            }
        }
        let frame = self.filled.len() - 1;
        let column = self.filled[frame];
        self.filled[frame] += count;
        column
    }

    /// The newest nodes, at most a register's worth; `None` if there are none.
    pub fn newest(&self, lanes: usize) -> Option<Window<'_>> {
        let filled = *self.filled.last()?;
        let frame = self.filled.len() - 1;
        let length = filled.min(lanes);
        Some(Window {
            numbers: &self.numbers[frame * ROWS * stride(lanes) + filled - length..],
            stride: stride(lanes),
            length,
        })
    }

    /// Forgets the newest nodes.
    pub fn drop_newest(&mut self, nodes: usize) {
        if let Some(filled) = self.filled.last_mut() {
            *filled -= nodes;
            if *filled == 0 {
                self.filled.pop();
            }
        }
    }
}
