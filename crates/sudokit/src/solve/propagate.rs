//! A position and what follows from it.
//!
//! A position is a list of 64-bit words in two parts that hold the same facts from two sides: for
//! each cell the values it may hold, and for each house and value the places where it may go.
//! Removing a candidate updates both sides at once, so a *naked single* is a cell word with one bit,
//! a *hidden single* is a place word with one bit, and a contradiction is a word with none. *Locked
//! candidates* are place words that lie inside the crossing of two houses. Each change queues what
//! it affects, and the queues are drained until nothing more follows. The board is never scanned.

use super::{End, Findings, Statistics};
use crate::geometry::Geometry;
use crate::puzzle::Puzzle;
use crate::shape::Shape;

/// The error for a position that cannot be completed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Contradiction;

/// A position. It is copied for each choice, so it holds nothing but its words.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchState {
    words: Vec<u64>,
    /// Cells with more than one candidate.
    pub open: usize,
}

impl SearchState {
    /// Returns the word at an index: a cell's candidates, or the places of a value in a house.
    #[inline]
    pub fn word(&self, index: usize) -> u64 {
        self.words[index]
    }

    /// Copies another position of the same shape into the memory of this one.
    #[inline]
    pub fn copy_from(&mut self, other: &SearchState) {
        self.words.clear();
        self.words.extend_from_slice(&other.words);
        self.open = other.open;
    }

    /// Returns the values of the cells that are decided, 0 for the others.
    pub fn values(&self, geometry: &Geometry) -> Vec<u8> {
        let mut values = vec![0; geometry.cells];
        self.write_values(&mut values);
        values
    }

    /// Writes the values of the cells that are decided, 0 for the others.
    pub fn write_values(&self, values: &mut [u8]) {
        for (value, &mask) in values.iter_mut().zip(&self.words) {
            *value = match mask.is_power_of_two() {
                true => mask.trailing_zeros() as u8 + 1,
                false => 0,
            };
        }
    }
}

/// Returns whether a mask that is not empty has one bit.
#[inline]
pub(crate) fn is_single(mask: u64) -> bool {
    mask & mask.wrapping_sub(1) == 0
}

/// Where a search starts: the position of a puzzle, with all that follows from it.
#[derive(Clone)]
pub(crate) struct Start<'s> {
    pub propagator: Propagator<'s>,
    pub state: SearchState,
}

impl<'s> Start<'s> {
    /// Returns the start of a puzzle, or the findings of a search if there is a contradiction.
    pub fn new(puzzle: &'s Puzzle) -> Result<Start<'s>, Findings> {
        let shape = puzzle.shape();
        let mut propagator = Propagator::new(shape, shape.geometry());
        match propagator.start(puzzle) {
            Ok(state) => Ok(Start { propagator, state }),
            Err(Contradiction) => Err(Findings {
                count: 0,
                end: End::Exhausted,
                attempt: puzzle.values().to_vec(),
                statistics: Statistics {
                    assignments: propagator.assignments,
                    checks: propagator.eliminations,
                    ..Statistics::default()
                },
            }),
        }
    }
}

/// Propagates changes to a fixpoint. Its queues are empty between two calls.
#[derive(Clone)]
pub(crate) struct Propagator<'s> {
    shape: &'s Shape,
    geometry: &'s Geometry,
    /// Cells with one value left.
    singles: Vec<u16>,
    /// Place words with one place left.
    hidden: Vec<u32>,
    /// Place words that have changed and may now be locked.
    changed: Vec<u32>,
    is_changed: Vec<bool>,
    /// The number of cells decided, for the statistics.
    pub assignments: u64,
    /// The number of candidates removed, for the statistics.
    pub eliminations: u64,
}

impl<'s> Propagator<'s> {
    pub fn new(shape: &'s Shape, geometry: &'s Geometry) -> Propagator<'s> {
        Propagator {
            shape,
            geometry,
            singles: Vec::new(),
            hidden: Vec::new(),
            changed: Vec::new(),
            is_changed: vec![false; geometry.words()],
            assignments: 0,
            eliminations: 0,
        }
    }

    pub fn geometry(&self) -> &'s Geometry {
        self.geometry
    }

    /// Returns the position of a puzzle, with all that follows from it.
    pub fn start(&mut self, puzzle: &Puzzle) -> Result<SearchState, Contradiction> {
        let geometry = self.geometry;
        let mut words = vec![0u64; geometry.words()];
        for (cell, word) in words.iter_mut().enumerate().take(geometry.cells) {
            let peers = self.shape.peers(cell).iter();
            let taken = peers.fold(0u64, |taken, peer| match puzzle.values()[*peer as usize] {
                0 => taken,
                value => taken | 1 << (value - 1),
            });
            *word = puzzle.allowed(cell) & !taken;
        }
        let mut open = 0;
        for cell in 0..geometry.cells {
            let mut mask = words[cell];
            match is_single(mask) {
                true if mask == 0 => {
                    self.clear_queues();
                    return Err(Contradiction);
                }
                // The masks of the peers already lack the value of a given.
                true if puzzle.values()[cell] != 0 => {}
                true => self.singles.push(cell as u16),
                false => open += 1,
            }
            while mask != 0 {
                let value = mask.trailing_zeros() as usize;
                mask &= mask - 1;
                for house in geometry.memberships(cell) {
                    words[house.places as usize + value] |= house.bit;
                }
            }
        }
        for (index, &places) in words.iter().enumerate().skip(geometry.cells) {
            match is_single(places) {
                true if places == 0 => {
                    self.clear_queues();
                    return Err(Contradiction);
                }
                true => self.hidden.push(index as u32),
                false => self.queue_change(index, places),
            }
        }
        let mut state = SearchState { words, open };
        self.run(&mut state)?;
        Ok(state)
    }

    /// Decides a cell and propagates.
    pub fn assign(
        &mut self,
        state: &mut SearchState,
        cell: usize,
        value: u32,
    ) -> Result<(), Contradiction> {
        let result = self.keep_only(state, cell, value);
        self.finish(state, result)
    }

    /// Decides several cells, then propagates.
    pub fn assign_all(
        &mut self,
        state: &mut SearchState,
        mut cells: impl Iterator<Item = (usize, u8)>,
    ) -> Result<(), Contradiction> {
        let result =
            cells.try_for_each(|(cell, value)| self.keep_only(state, cell, u32::from(value)));
        self.finish(state, result)
    }

    /// Removes a candidate and propagates.
    pub fn remove_candidate(
        &mut self,
        state: &mut SearchState,
        cell: usize,
        value: u8,
    ) -> Result<(), Contradiction> {
        let is_there = state.words[cell] >> value & 1 == 1;
        let result = match is_there {
            true => self.eliminate(state, cell, u32::from(value)),
            false => Ok(()),
        };
        self.finish(state, result)
    }

    fn run(&mut self, state: &mut SearchState) -> Result<(), Contradiction> {
        self.finish(state, Ok(()))
    }

    /// Drains the queues, and clears them after a contradiction.
    fn finish(
        &mut self,
        state: &mut SearchState,
        so_far: Result<(), Contradiction>,
    ) -> Result<(), Contradiction> {
        let result = so_far.and_then(|()| self.drain_queues(state));
        if result.is_err() {
            self.clear_queues();
        }
        result
    }

    /// Handles the cheapest deductions first: each queue only when those before it are empty.
    fn drain_queues(&mut self, state: &mut SearchState) -> Result<(), Contradiction> {
        loop {
            if let Some(cell) = self.singles.pop() {
                self.clear_peers(state, cell as usize)?;
            } else if let Some(index) = self.hidden.pop() {
                self.place_hidden(state, index as usize)?;
            } else if let Some(index) = self.changed.pop() {
                self.is_changed[index as usize] = false;
                self.lock(state, index as usize)?;
            } else {
                return Ok(());
            }
        }
    }

    fn clear_peers(&mut self, state: &mut SearchState, cell: usize) -> Result<(), Contradiction> {
        let bit = state.words[cell];
        let value = bit.trailing_zeros();
        self.assignments += 1;
        for &peer in self.shape.peers(cell) {
            if state.words[peer as usize] & bit != 0 {
                self.eliminate(state, peer as usize, value)?;
            }
        }
        Ok(())
    }

    fn place_hidden(&mut self, state: &mut SearchState, index: usize) -> Result<(), Contradiction> {
        let (house, value) = self.geometry.house_and_value(index);
        let cell = self
            .geometry
            .cell_at(house, state.words[index].trailing_zeros());
        self.keep_only(state, cell, value as u32)
    }

    fn keep_only(
        &mut self,
        state: &mut SearchState,
        cell: usize,
        value: u32,
    ) -> Result<(), Contradiction> {
        let mut others = state.words[cell] & !(1 << value);
        while others != 0 {
            self.eliminate(state, cell, others.trailing_zeros())?;
            others &= others - 1;
        }
        Ok(())
    }

    /// If all places of a value in one house also lie in another house, removes the value from the
    /// rest of that other house.
    fn lock(&mut self, state: &mut SearchState, index: usize) -> Result<(), Contradiction> {
        let (house, value) = self.geometry.house_and_value(index);
        let places = state.words[index];
        if is_single(places) {
            return Ok(());
        }
        for crossing in self.geometry.crossings(house) {
            if places & !crossing.here != 0 {
                continue;
            }
            let other = crossing.other as usize;
            let mut outside =
                state.words[self.geometry.places_word(other, value)] & !crossing.there;
            while outside != 0 {
                let cell = self.geometry.cell_at(other, outside.trailing_zeros());
                self.eliminate(state, cell, value as u32)?;
                outside &= outside - 1;
            }
        }
        Ok(())
    }

    /// Removes one candidate and queues what that affects.
    #[inline]
    fn eliminate(
        &mut self,
        state: &mut SearchState,
        cell: usize,
        value: u32,
    ) -> Result<(), Contradiction> {
        let left = state.words[cell] & !(1 << value);
        if left == 0 {
            return Err(Contradiction);
        }
        state.words[cell] = left;
        self.eliminations += 1;
        if is_single(left) {
            state.open -= 1;
            self.singles.push(cell as u16);
        }
        for house in self.geometry.memberships(cell) {
            let index = house.places as usize + value as usize;
            let places = state.words[index] & !house.bit;
            if places == 0 {
                return Err(Contradiction);
            }
            state.words[index] = places;
            match is_single(places) {
                true => self.hidden.push(index as u32),
                false => self.queue_change(index, places),
            }
        }
        Ok(())
    }

    #[inline]
    fn queue_change(&mut self, index: usize, places: u64) {
        if !self.is_changed[index] && places.count_ones() <= self.geometry.largest_crossing {
            self.is_changed[index] = true;
            self.changed.push(index as u32);
        }
    }

    /// Clears the queues after a contradiction.
    fn clear_queues(&mut self) {
        self.singles.clear();
        self.hidden.clear();
        while let Some(index) = self.changed.pop() {
            self.is_changed[index as usize] = false;
        }
    }
}
