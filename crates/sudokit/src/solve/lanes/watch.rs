//! Searches that take long: conflicting givens, and puzzles for another engine.
//!
//! A sweep never compares a cell with another of the same box once both have a single value, so two
//! equal givens in a box are found only when the box fills up, which may take tens of thousands of
//! nodes. But the check takes longer than solving an easy puzzle. (Checking at each puzzle's first
//! split cost 5 % on the hardest puzzles and 30 % on those with 17 givens; counting the splits of each
//! puzzle, to check after 32, cost 8 % on hard ones.)
//!
//! So now and then the puzzles that are just being split are looked at: a long search is seen sooner
//! or later. When it is first seen, its givens are checked. Looks become frequent when conflicts are
//! found, and rarer the longer there are none.
//!
//! A search that is still going on much later has met a contradiction that no split touches, and
//! repeats it in every part of the tree, where an engine that learns may need a handful of nodes. It is
//! given up if the caller has such an engine.

use super::Puzzles;
use crate::solve::MANY;

/// The fewest and the most interruptions between two looks.
const FEWEST: u32 = 8;
const MOST: u32 = 1024;

/// The interruptions after which a search that has been seen is given up. An interruption handles
/// about a dozen nodes, and the hardest collections take about 160 nodes per puzzle.
const PATIENCE: u32 = MOST;

/// The long searches of a batch, and when to look for more.
pub(super) struct LongWatch<'a> {
    puzzles: Puzzles<'a>,
    gives_up: bool,
    /// The interruption at which each puzzle was first seen, 0 for never.
    seen: Vec<u32>,
    clashing: Vec<usize>,
    /// The puzzles that were given up, with the number of solutions found.
    given_up: Vec<(usize, u32)>,
    interruptions: u32,
    interval: u32,
    /// The interruption of the next look.
    next: u32,
}

impl<'a> LongWatch<'a> {
    /// Creates a watch over a number of puzzles, of which those given as cells are checked for
    /// conflicts.
    pub fn new(puzzles: Puzzles<'a>, number: usize, gives_up: bool) -> LongWatch<'a> {
        LongWatch {
            puzzles,
            gives_up,
            seen: vec![0; number],
            clashing: Vec::new(),
            given_up: Vec::new(),
            interruptions: 0,
            interval: MOST,
            next: MOST,
        }
    }

    /// Counts an interruption, and returns whether a look is due.
    #[inline(always)]
    pub fn is_due(&mut self) -> bool {
        self.interruptions = self.interruptions.wrapping_add(1);
        self.interruptions == self.next
    }

    /// Looks at puzzles that are being searched, and ends those that conflict or have taken too long:
    /// they count as having `limit` solutions, until the watch [closes](Self::close).
    pub fn look(&mut self, puzzles: impl Iterator<Item = usize>, counts: &mut [u32], limit: u32) {
        self.interval = MOST.min(2 * self.interval);
        for puzzle in puzzles {
            let count = &mut counts[puzzle];
            if *count >= limit {
                continue;
            }
            if self.seen[puzzle] == 0 {
                self.seen[puzzle] = self.interruptions.max(1);
                if puzzle < self.puzzles.len() && self.puzzles.clash(puzzle) {
                    self.clashing.push(puzzle);
                    *count = limit;
                    self.interval = FEWEST;
                }
            } else if self.gives_up
                && u64::from(*count) < MANY
                && self.interruptions.wrapping_sub(self.seen[puzzle]) >= PATIENCE
            {
                self.given_up.push((puzzle, *count));
                *count = limit;
            }
        }
        self.next = self.interruptions.wrapping_add(self.interval);
    }

    /// Writes the true counts of the puzzles that were ended, and returns those that were given up, in
    /// ascending order.
    pub fn close(&self, counts: &mut [u32]) -> Vec<u32> {
        for puzzle in &self.clashing {
            counts[*puzzle] = 0;
        }
        for (puzzle, count) in &self.given_up {
            counts[*puzzle] = *count;
        }
        let mut given_up: Vec<u32> = self.given_up.iter().map(|(at, _)| *at as u32).collect();
        given_up.sort_unstable();
        given_up
    }
}

/// Returns whether two cells of a house have the same single candidate.
pub(super) fn has_clash(candidates: impl IntoIterator<Item = u16>) -> bool {
    let (mut rows, mut columns, mut boxes) = ([0; 9], [0; 9], [0; 9]);
    let mut twice = 0;
    for (cell, mask) in candidates.into_iter().enumerate().take(81) {
        let single = if mask.is_power_of_two() { mask } else { 0 };
        let (row, column) = (cell / 9, cell % 9);
        let in_box = row / 3 * 3 + column / 3;
        twice |= single & (rows[row] | columns[column] | boxes[in_box]);
        rows[row] |= single;
        columns[column] |= single;
        boxes[in_box] |= single;
    }
    twice != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_house_is_checked() {
        for (other, clash) in [(8, true), (72, true), (20, true), (40, false)] {
            let mut candidates = [0x1ff; 81];
            candidates[0] = 4;
            candidates[other] = 4;
            assert_eq!(has_clash(candidates), clash, "{other}");
            candidates[other] = 8;
            assert!(!has_clash(candidates));
        }
    }
}
