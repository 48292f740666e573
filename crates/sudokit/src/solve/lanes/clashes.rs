//! Conflicting givens, and when to check for them.
//!
//! A sweep never compares a cell with another of the same box once both have a single value, so two
//! equal givens in a box are found only when the box fills up, which may take tens of thousands of
//! nodes. But the check takes longer than solving an easy puzzle. (Checking at each puzzle's first
//! split cost 5 % on the hardest puzzles and 30 % on those with 17 givens; counting the splits of each
//! puzzle, to check after 32, cost 8 % on hard ones.)
//!
//! So now and then the puzzles that are just being split are checked, each once: a long search is
//! checked sooner or later. Checks become frequent when conflicts are found, and rarer the longer
//! there are none.

use super::Puzzles;

/// The fewest and the most interruptions between two checks.
const FEWEST: u32 = 8;
const MOST: u32 = 1024;

/// The puzzles of a batch found to have conflicting givens, and when to check again.
pub(super) struct ClashWatch<'a> {
    puzzles: Puzzles<'a>,
    checked: Vec<bool>,
    found: Vec<usize>,
    interval: u32,
    /// Interruptions until the next check.
    left: u32,
}

impl<'a> ClashWatch<'a> {
    pub fn new(puzzles: Puzzles<'a>) -> ClashWatch<'a> {
        ClashWatch {
            puzzles,
            checked: vec![false; puzzles.len()],
            found: Vec::new(),
            interval: MOST,
            left: MOST,
        }
    }

    /// Counts an interruption, and returns whether a check is due.
    #[inline(always)]
    pub fn is_due(&mut self) -> bool {
        self.left -= 1;
        self.left == 0
    }

    /// Checks those of these puzzles that have not been checked, and returns those that conflict.
    pub fn check(&mut self, puzzles: impl Iterator<Item = usize>) -> &[usize] {
        let before = self.found.len();
        for puzzle in puzzles {
            let Some(checked) = self.checked.get_mut(puzzle) else {
                continue;
            };
            if !std::mem::replace(checked, true) && self.puzzles.clash(puzzle) {
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

    /// Returns all puzzles found to conflict.
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
