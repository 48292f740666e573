//! Death blossoms: a stem cell, and for each of its candidates a petal, an almost locked set that
//! loses the value if the stem has it.

use super::list_set;
use super::sets::{MOST_VALUES, Sets};
use crate::logic::board::{Board, mask_of, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::{Role, Step};
use crate::logic::technique::Technique;

/// The largest number of petals: a person would not look for more.
const MOST_PETALS: u32 = 4;

/// Finds death blossoms. Whichever value the stem has, the petal of that value loses it and
/// contains all its other values. So a value of all petals is in one of them.
///
/// The argument takes one value of the stem at a time, so petals may share cells, and one set may
/// even be the petal of several values.
pub(super) fn find(board: &Board, found: &mut StepCollector) -> Search {
    let sets = Sets::collect(board);
    let mut garden = Garden::new(board, &sets);
    garden.search(found)?;
    // One blossom is taken for each stem and target, so the variants come in searches of their own
    // and replace none.
    if found.wants_variants() {
        for petals in [Petals::Overlapping, Petals::Repeated] {
            garden.petals = petals;
            garden.search(found)?;
        }
    }
    Search::Continue(())
}

/// What petals may have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Petals {
    /// No cell.
    Disjoint,
    /// Cells, but each petal is a set of its own.
    Overlapping,
    /// A set may be the petal of several values.
    Repeated,
}

struct Garden<'a> {
    board: &'a Board,
    sets: &'a Sets,
    petals: Petals,
    /// By places: the sets that have them.
    holders: Vec<Vec<u16>>,
    /// By places and value: the cells from which some set with these places eliminates the value.
    reach: Vec<[CellSet; MOST_VALUES]>,
}

impl<'a> Garden<'a> {
    fn new(board: &'a Board, sets: &'a Sets) -> Garden<'a> {
        let mut garden = Garden {
            board,
            sets,
            petals: Petals::Disjoint,
            holders: vec![Vec::new(); sets.places.len()],
            reach: vec![[CellSet::EMPTY; MOST_VALUES]; sets.places.len()],
        };
        for (index, set) in sets.sets.iter().enumerate() {
            for lost in values_of(set.values) {
                let places = set.places(lost);
                garden.holders[places].push(index as u16);
                for kept in values_of(set.values & !mask_of(lost)) {
                    garden.reach[places][kept as usize - 1] |= sets.of(index, kept).seen;
                }
            }
        }
        for holders in &mut garden.holders {
            holders.sort_by_key(|set| sets.sets[*set as usize].cells.len());
        }
        garden
    }

    /// Looks for blossoms around every stem.
    fn search(&self, found: &mut StepCollector) -> Search {
        for stem in 0..self.board.shape().cells() {
            let candidates = self.board.candidates(stem);
            if (2..=MOST_PETALS).contains(&candidates.count_ones()) {
                self.around(stem, candidates, found)?;
            }
        }
        Search::Continue(())
    }

    /// Looks for petals around a stem, for each value that the stem does not have and each cell
    /// from which petals of all candidates could eliminate it.
    fn around(&self, stem: usize, candidates: u64, found: &mut StepCollector) -> Search {
        let mut targets = [!CellSet::EMPTY; MOST_VALUES];
        for value in values_of(candidates) {
            let mut reach = [CellSet::EMPTY; MOST_VALUES];
            for (index, places) in self.sets.places.iter().enumerate() {
                if places.value == value && places.seen.contains(stem) {
                    let more = reach.iter_mut().zip(&self.reach[index]);
                    more.for_each(|(reach, more)| *reach |= *more);
                }
            }
            let both = targets.iter_mut().zip(reach);
            both.for_each(|(targets, reach)| *targets &= reach);
        }
        let outside = self.board.shape().all_values() & !candidates;
        for value in values_of(outside) {
            for target in targets[value as usize - 1] - CellSet::of(stem) {
                let mut petals = Vec::new();
                let blossom = Blossom {
                    stem,
                    value,
                    target,
                };
                if self.choose(&blossom, candidates, CellSet::EMPTY, &mut petals) {
                    found.add(self.step(&blossom, candidates, &petals))?;
                }
            }
        }
        Search::Continue(())
    }

    /// Chooses a petal for each remaining candidate.
    fn choose(&self, blossom: &Blossom, left: u64, used: CellSet, petals: &mut Vec<u16>) -> bool {
        let Some(lost) = values_of(left).next() else {
            return true;
        };
        for (index, places) in self.sets.places.iter().enumerate() {
            if places.value != lost || !places.seen.contains(blossom.stem) {
                continue;
            }
            for &holder in &self.holders[index] {
                let set = &self.sets.sets[holder as usize];
                let fits = set.values & mask_of(blossom.value) != 0
                    && match self.petals {
                        Petals::Disjoint => !set.cells.meets(used),
                        Petals::Overlapping => !petals.contains(&holder),
                        Petals::Repeated => true,
                    }
                    && self
                        .sets
                        .of(holder as usize, blossom.value)
                        .seen
                        .contains(blossom.target);
                if !fits {
                    continue;
                }
                petals.push(holder);
                if self.choose(blossom, left & !mask_of(lost), used | set.cells, petals) {
                    return true;
                }
                petals.pop();
            }
        }
        false
    }

    fn step(&self, blossom: &Blossom, candidates: u64, petals: &[u16]) -> Step {
        let Blossom { stem, value, .. } = *blossom;
        let seen = petals
            .iter()
            .map(|petal| self.sets.of(*petal as usize, value).seen);
        let seen = seen.fold(!CellSet::EMPTY, |all, seen| all & seen);
        let mut step = Step::new(Technique::DeathBlossom)
            .eliminating(value, seen - CellSet::of(stem))
            .about([value])
            .in_cells([stem]);
        let lost = |petal: u16| {
            let pairs = petals.iter().zip(values_of(candidates));
            let lost = pairs.filter(|(other, _)| **other == petal);
            lost.fold(0, |lost, (_, value)| lost | mask_of(value))
        };
        for (index, petal) in petals.iter().enumerate() {
            // A set that is the petal of several values is listed once, with all of them.
            if petals[..index].contains(petal) {
                continue;
            }
            let places = self.sets.of(*petal as usize, value).cells;
            step = step.marking(Role::Defining, value, places);
            let set = &self.sets.sets[*petal as usize];
            list_set(&mut step, set.cells, set.values, lost(*petal));
        }
        step
    }
}

/// The stem cell of the petals, and what they would eliminate.
struct Blossom {
    stem: usize,
    value: u8,
    target: usize,
}
