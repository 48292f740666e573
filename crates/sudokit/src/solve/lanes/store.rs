//! Nodes that wait for a lane.
//!
//! One last-in-first-out store for all puzzles together, in frames: a frame has a row of numbers
//! for each cell, so that a handful of nodes goes in or out with one register a cell, at any
//! column. Newest first keeps it small, about a register's worth for each level of the search.

use super::vector::{Token, Vector};

/// What belongs to a node besides its candidates: whose it is, and the choice that has still to
/// be applied.
#[derive(Clone, Copy, Default)]
pub(super) struct Label {
    pub puzzle: u32,
    pub triad: u16,
    /// The mask of the value to take off the triad; nothing for a new puzzle.
    pub value: u16,
}

/// The memory of a search, which later searches use again.
#[derive(Default)]
pub(super) struct Store {
    candidates: Vec<u16>,
    labels: Vec<Label>,
    /// How many nodes each frame holds, up to the newest frame.
    filled: Vec<usize>,
}

/// The newest nodes of a store.
pub(super) struct Window<'s> {
    pub labels: &'s [Label],
    candidates: &'s [u16],
    stride: usize,
}

impl Window<'_> {
    /// One cell of all nodes in the window; lanes beyond its length hold anything.
    #[inline(always)]
    pub fn cell<T: Token>(&self, token: T, cell: usize) -> T::Vector {
        token.load(&self.candidates[cell * self.stride..])
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

    /// All nodes that wait.
    pub fn labels(&self, lanes: usize) -> impl Iterator<Item = &Label> {
        let frames = self.labels.chunks(capacity(lanes)).zip(&self.filled);
        frames.flat_map(|(labels, &filled)| &labels[..filled])
    }

    /// Takes in copies of some lanes.
    #[inline(always)]
    pub fn push<V: Vector>(&mut self, cells: &[V], from: &[u8; 32], labels: &[Label]) {
        let column = self.make_room(V::LANES, labels);
        let stride = stride(V::LANES);
        let start = (self.filled.len() - 1) * 81 * stride + column;
        let arrangement = cells[0].arrangement(from);
        let rows = self.candidates[start..].chunks_mut(stride);
        for (cell, row) in cells.iter().zip(rows) {
            cell.rearranged(*cell, arrangement).store(row);
        }
    }

    /// Files the labels and says in which column of the newest frame the nodes go.
    fn make_room(&mut self, lanes: usize, labels: &[Label]) -> usize {
        let capacity = capacity(lanes);
        if self
            .filled
            .last()
            .is_none_or(|filled| filled + labels.len() > capacity)
        {
            self.filled.push(0);
            let frames = self.filled.len();
            if self.labels.len() < frames * capacity {
                self.labels.resize(frames * capacity, Label::default());
            }
            if self.candidates.len() < frames * 81 * stride(lanes) {
                self.candidates.resize(frames * 81 * stride(lanes), 0);
            }
        }
        let frame = self.filled.len() - 1;
        let column = self.filled[frame];
        self.labels[frame * capacity + column..][..labels.len()].copy_from_slice(labels);
        self.filled[frame] += labels.len();
        column
    }

    /// The newest nodes, at most a register's worth; `None` if there are none.
    pub fn newest(&self, lanes: usize) -> Option<Window<'_>> {
        let filled = *self.filled.last()?;
        let frame = self.filled.len() - 1;
        let length = filled.min(lanes);
        let column = filled - length;
        Some(Window {
            labels: &self.labels[frame * capacity(lanes) + column..][..length],
            candidates: &self.candidates[frame * 81 * stride(lanes) + column..],
            stride: stride(lanes),
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
