//! The nodes of each puzzle, for batches whose puzzles mostly reach the limit.
//!
//! Where puzzles have more solutions than are asked for, every lane beyond the first that works
//! on a puzzle is likely to work in vain: the others find enough. Then a puzzle had better keep to
//! one lane, and when its node is done, go on with the newest of its nodes that wait. So the nodes
//! of a puzzle are linked, newest first, and a node is *ready* if it is the newest of a puzzle
//! that has no lane.
//!
//! That is a third fewer nodes with several solutions, but each split goes through the store, and
//! where all nodes have to be looked at anyway it is wasted effort. [`Waste`] says when it pays.

use super::store::{Place, Store};

/// What a puzzle has.
#[derive(Clone, Copy, Default)]
struct PuzzleNodes {
    /// The newest of its nodes in the store.
    newest: Option<Place>,
    /// How many lanes work on it.
    lanes: u32,
}

/// The families of all puzzles of a batch. They are kept only while the search goes depth first.
#[derive(Default)]
pub(super) struct DepthFirst {
    is_on: bool,
    /// One for each puzzle.
    puzzles: Vec<PuzzleNodes>,
    /// For each place in the store, the next older node of the same puzzle.
    older: Vec<Option<Place>>,
    /// The columns of each frame whose node is ready.
    ready: Vec<u32>,
}

impl DepthFirst {
    /// Whether the search goes depth first.
    #[inline(always)]
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// Begins to keep them: of so many puzzles, with these nodes in the store and in lanes.
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
        // The lanes that only stood for stored nodes go; now it shows which nodes are ready.
        for puzzle in open {
            self.remove_lane(puzzle);
        }
    }

    /// Keeps them no longer; these puzzles have some.
    pub fn stop(&mut self, open: impl Iterator<Item = usize>) {
        self.is_on = false;
        for puzzle in open {
            self.puzzles[puzzle] = PuzzleNodes::default();
        }
        self.older.clear();
        self.ready.clear();
    }

    /// A lane begins to work on a puzzle.
    #[inline(always)]
    pub fn add_lane(&mut self, puzzle: usize) {
        self.puzzles[puzzle].lanes += 1;
    }

    /// A lane of a puzzle has nothing more to do.
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

    /// A node of a puzzle that has a lane goes to the store.
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

    /// The node that was ready goes to a lane.
    #[inline(always)]
    pub fn take(&mut self, puzzle: usize, place: Place) {
        self.ready[place.frame()] &= !(1 << place.column());
        self.puzzles[puzzle] = PuzzleNodes {
            newest: self.older[place.number()],
            lanes: 1,
        };
    }

    /// A puzzle has reached the limit: its nodes leave the store. Says how many they were.
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

    /// The frame with the most nodes that are ready, if they are worth a pass over the cells:
    /// enough for four lanes or for all that are free, or so many have gathered that no new
    /// puzzles should come in before them.
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

    /// Counts an interruption. After every 64th it says whether to go depth first, which pays
    /// where about a sixteenth of the lanes lose their node so at each interruption.
    #[inline(always)]
    pub fn decide(&mut self, lanes: usize, is_depth_first: bool) -> Option<bool> {
        self.interruptions += 1;
        (self.interruptions == 64).then(|| {
            let nodes = std::mem::take(self).nodes as usize;
            nodes >= if is_depth_first { 2 * lanes } else { 4 * lanes }
        })
    }
}
