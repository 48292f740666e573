//! When to look for givens that clash.
//!
//! A sweep never compares a cell with another of the same box once both have a single value, so
//! two givens of a box that clash are found out only where the box fills up: the puzzle dies of
//! it, but after tens of thousands of nodes. Looking for clashes takes longer than solving an
//! easy puzzle, though. (A look at each puzzle's first split cost 5 % on the hardest puzzles and
//! 30 % on those with 17 givens; counting the splits of each puzzle, to look after 32, cost 8 % on
//! hard ones.)
//!
//! So once in a while the puzzles that are just being split are looked at, each once: a search
//! that goes on for long is met sooner or later. Where there are clashes the looks become
//! frequent, and the rarer the longer there is none.

use super::Puzzles;

/// So many interruptions lie between two looks.
const FEWEST: u32 = 8;
const MOST: u32 = 1024;

/// Knows which puzzles of a batch were found to clash, and when to look again.
pub(super) struct ClashWatch<'a> {
    puzzles: Puzzles<'a>,
    looked_at: Vec<bool>,
    found: Vec<usize>,
    interval: u32,
    /// Interruptions until the next look.
    left: u32,
}

impl<'a> ClashWatch<'a> {
    pub fn new(puzzles: Puzzles<'a>) -> ClashWatch<'a> {
        ClashWatch {
            puzzles,
            looked_at: vec![false; puzzles.len()],
            found: Vec::new(),
            interval: MOST,
            left: MOST,
        }
    }

    /// Counts an interruption; says whether it is one for a look.
    #[inline(always)]
    pub fn is_due(&mut self) -> bool {
        self.left -= 1;
        self.left == 0
    }

    /// Looks at those of these puzzles that it has not seen, and gives those that clash.
    pub fn look(&mut self, puzzles: impl Iterator<Item = usize>) -> &[usize] {
        let before = self.found.len();
        for puzzle in puzzles {
            let Some(looked_at) = self.looked_at.get_mut(puzzle) else {
                continue;
            };
            if !std::mem::replace(looked_at, true) && self.puzzles.clash(puzzle) {
                self.found.push(puzzle);
            }
        }
        self.interval = if self.found.len() > before {
            FEWEST
        } else {
            MOST.min(2 * self.interval)
        };
        self.left = self.interval;
        &self.found[before..]
    }

    /// All that were found to clash.
    pub fn found(&self) -> &[usize] {
        &self.found
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
    fn every_kind_of_house_is_looked_at() {
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
