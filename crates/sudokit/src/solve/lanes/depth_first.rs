//! The nodes of each puzzle, for batches whose puzzles mostly reach the limit.
//!
//! If puzzles have more solutions than the limit, the work of every lane beyond the first on a puzzle
//! is likely to be wasted: the others find enough. Then a puzzle should keep to one lane, and continue
//! with the newest of its stored nodes. So the nodes of a puzzle are linked, newest first, and a node
//! is *ready* if it is the newest of a puzzle that has no lane.
//!
//! This takes a third fewer nodes with several solutions, but each split goes through the store, so it
//! is slower if all nodes have to be searched anyway. [`Waste`] decides when it pays off.

use super::store::{Place, Store};

/// The nodes of one puzzle.
#[derive(Clone, Copy, Default)]
struct PuzzleNodes {
    /// Its newest node in the store.
    newest: Option<Place>,
    /// The number of lanes that work on it.
    lanes: u32,
}

/// The nodes of all puzzles of a batch. They are tracked only while the search is depth-first.
#[derive(Default)]
pub(super) struct DepthFirst {
    is_on: bool,
    /// One entry per puzzle.
    puzzles: Vec<PuzzleNodes>,
    /// For each place in the store, the next older node of its puzzle.
    older: Vec<Option<Place>>,
    /// The columns of each frame whose node is ready.
    ready: Vec<u32>,
}

impl DepthFirst {
    /// Returns whether the search is depth-first.
    #[inline(always)]
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// Starts tracking, with these nodes in the store and in lanes.
    pub fn start(
        &mut self,
        puzzles: usize,
        stored: impl Iterator<Item = (usize, Place)>,
        in_lanes: impl Iterator<Item = usize>,
    ) {
        self.is_on = true;
        self.puzzles.resize(puzzles, PuzzleNodes::default());
        let mut open = Vec::new();
        for (puzzle, place) in stored {
            self.store(puzzle, place);
            self.add_lane(puzzle);
            open.push(puzzle);
        }
        for puzzle in in_lanes {
            self.add_lane(puzzle);
        }
        // Each stored node was counted as a lane; removing these shows which nodes are ready.
        for puzzle in open {
            self.remove_lane(puzzle);
        }
    }

    /// Stops tracking; these puzzles have nodes.
    pub fn stop(&mut self, open: impl Iterator<Item = usize>) {
        self.is_on = false;
        for puzzle in open {
            self.puzzles[puzzle] = PuzzleNodes::default();
        }
        self.older.clear();
        self.ready.clear();
    }

    /// Records that a lane starts to work on a puzzle.
    #[inline(always)]
    pub fn add_lane(&mut self, puzzle: usize) {
        self.puzzles[puzzle].lanes += 1;
    }

    /// Records that a lane of a puzzle has finished.
    #[inline(always)]
    pub fn remove_lane(&mut self, puzzle: usize) {
        let nodes = &mut self.puzzles[puzzle];
        nodes.lanes -= 1;
        if nodes.lanes == 0
            && let Some(newest) = nodes.newest
        {
            self.ready[newest.frame()] |= 1 << newest.column();
        }
    }

    /// Records that a node of a puzzle with a lane goes to the store.
    #[inline(always)]
    pub fn store(&mut self, puzzle: usize, place: Place) {
        if place.frame() >= self.ready.len() {
            self.ready.resize(place.frame() + 1, 0);
            self.older.resize(32 * (place.frame() + 1), None);
        }
        let nodes = &mut self.puzzles[puzzle];
        self.older[place.number()] = nodes.newest;
        nodes.newest = Some(place);
    }

    /// Records that a ready node goes to a lane.
    #[inline(always)]
    pub fn take(&mut self, puzzle: usize, place: Place) {
        self.ready[place.frame()] &= !(1 << place.column());
        self.puzzles[puzzle] = PuzzleNodes {
            newest: self.older[place.number()],
            lanes: 1,
        };
    }

    /// Removes the nodes of a puzzle that has reached the limit from the store, and returns their
    /// number.
    #[inline(always)]
    pub fn end(&mut self, puzzle: usize, store: &mut Store) -> u32 {
        let mut next = std::mem::take(&mut self.puzzles[puzzle]).newest;
        let mut dropped = 0;
        while let Some(place) = next {
            store.remove(place.frame(), 1 << place.column());
            next = self.older[place.number()];
            dropped += 1;
        }
        dropped
    }

    /// Returns the frame with the most ready nodes, if they are worth moving: enough for four lanes or
    /// for all free ones, or so many in total that no new puzzle should start before them.
    #[inline(always)]
    pub fn ready(&self, free: u32, are_more_puzzles: bool) -> Option<(usize, u32)> {
        let waiting: u32 = self.ready.iter().map(|ready| ready.count_ones()).sum();
        let frames = self.ready.iter().copied().enumerate();
        let (frame, ready) = frames.max_by_key(|(_, ready)| ready.count_ones())?;
        let enough = if are_more_puzzles && waiting < 64 {
            free.count_ones().min(4)
        } else {
            1
        };
        (ready.count_ones() >= enough).then_some((frame, ready))
    }
}

/// Counts nodes that are dropped because their puzzle has reached the limit.
#[derive(Default)]
pub(super) struct Waste {
    nodes: u32,
    interruptions: u32,
}

impl Waste {
    #[inline(always)]
    pub fn add(&mut self, nodes: u32) {
        self.nodes += nodes;
    }

    /// Counts an interruption. After every 64th, returns whether to search depth-first, which pays off
    /// if about a sixteenth of the lanes lose their node in this way at each interruption.
    #[inline(always)]
    pub fn decide(&mut self, lanes: usize, is_depth_first: bool) -> Option<bool> {
        self.interruptions += 1;
        (self.interruptions == 64).then(|| {
            let nodes = std::mem::take(self).nodes as usize;
            nodes >= if is_depth_first { 2 * lanes } else { 4 * lanes }
        })
    }
}
