//! The moves of the local search: small changes of a puzzle that keep its solution.

use super::distance::Miss;
use crate::generate::candidate_puzzles;
use crate::generate::generator::Setup;
use crate::random::Random;
use crate::solve::Solutions;

/// How many more orbits than were removed may be added before there is one solution again.
const MOST_ADDED: usize = 6;
/// How many orbits are tried when one should be removed.
const MOST_TRIED: usize = 12;

/// Returns the puzzle with a few other givens, chosen by what is wrong with it; `None` if that did
/// not leave one solution.
pub(super) fn changed(
    setup: &Setup,
    solution: &[u8],
    values: &[u8],
    miss: &Miss,
    random: &mut Random,
) -> Option<Vec<u8>> {
    let first = |orbit: u16| setup.orbits[orbit as usize][0];
    let is_given = |orbit: &u16| values[first(*orbit) as usize] != 0;
    let (mut given, mut open): (Vec<u16>, Vec<u16>) = setup.free.iter().partition(|o| is_given(o));
    random.shuffle(&mut given);
    random.shuffle(&mut open);
    if miss.is_too_hard && random.below(2) == 0 {
        // Orbits are taken from the end.
        open.sort_by_key(|orbit| miss.settled.contains(&first(*orbit)));
    }
    let mut change = Change {
        setup,
        solution,
        values: values.to_vec(),
        given,
        open,
        digs_on: setup.is_minimal || miss.distance.givens > 0,
    };
    let is_done = match random.below(8) {
        0 | 1 if miss.is_too_hard && !setup.is_minimal => change.add(1),
        2 | 3 if miss.is_too_hard && !setup.is_minimal => change.add(3),
        0 | 1 if !setup.is_minimal => change.remove_one(),
        4 | 5 => change.exchange(2),
        6 => change.exchange(3),
        _ => change.exchange(1),
    };
    is_done.then_some(change.values)
}

/// Returns the puzzle without an orbit, if the orbit is given and one solution remains.
pub(super) fn without(
    setup: &Setup,
    solution: &[u8],
    values: &[u8],
    orbit: u16,
) -> Option<Vec<u8>> {
    let cells = setup.orbits[orbit as usize].iter();
    let cells: Vec<usize> = cells.map(|cell| *cell as usize).collect();
    if values[cells[0]] == 0 {
        return None;
    }
    let mut values = values.to_vec();
    for cell in &cells {
        values[*cell] = 0;
    }
    let answer = candidate_puzzles::search(setup, &values, solution, &cells);
    (answer == Solutions::One).then_some(values)
}

/// A puzzle being changed.
struct Change<'s> {
    setup: &'s Setup,
    solution: &'s [u8],
    values: Vec<u8>,
    /// The orbits that may be removed, and those that may be added, in random order.
    given: Vec<u16>,
    open: Vec<u16>,
    /// Whether to remove everything possible, not just as much as was added.
    digs_on: bool,
}

impl Change<'_> {
    fn put(&mut self, orbit: u16) {
        for cell in &self.setup.orbits[orbit as usize] {
            self.values[*cell as usize] = self.solution[*cell as usize];
        }
    }

    fn add(&mut self, count: usize) -> bool {
        for _ in 0..count {
            let Some(orbit) = self.open.pop() else {
                return false;
            };
            self.put(orbit);
        }
        true
    }

    fn remove_one(&mut self) -> bool {
        let orbits = std::mem::take(&mut self.given);
        orbits
            .into_iter()
            .take(MOST_TRIED)
            .any(|orbit| self.can_go(orbit))
    }

    /// Removes some orbits, adds others until there is one solution again, and removes the surplus.
    fn exchange(&mut self, count: usize) -> bool {
        let before = self.given.len();
        if before < count {
            return false;
        }
        for orbit in self.given.split_off(before - count) {
            for cell in &self.setup.orbits[orbit as usize] {
                self.values[*cell as usize] = 0;
            }
        }
        let mut added = Vec::new();
        while !self.is_unique() {
            if added.len() == count + MOST_ADDED {
                return false;
            }
            let Some(orbit) = self.open.pop() else {
                return false;
            };
            self.put(orbit);
            added.push(orbit);
        }
        let mut left = before - count + added.len();
        added.append(&mut self.given);
        for orbit in added.into_iter().rev() {
            if left <= before && !self.digs_on {
                break;
            }
            left -= usize::from(self.can_go(orbit));
        }
        true
    }

    /// Removes an orbit if one solution remains.
    fn can_go(&mut self, orbit: u16) -> bool {
        match without(self.setup, self.solution, &self.values, orbit) {
            Some(values) => {
                self.values = values;
                true
            }
            None => false,
        }
    }

    fn is_unique(&self) -> bool {
        candidate_puzzles::search(self.setup, &self.values, self.solution, &[]) == Solutions::One
    }
}
