//! Whether a draft is what was asked for, and what can still be done about it.

use super::Generated;
use super::aim::{Aim, Finding};
use super::dig::Answer;
use super::drafts;
use super::setup::{Draft, Setup};
use crate::logic::Logic;
use crate::puzzle::{Grid, Puzzle};
use crate::rate::Rating;

/// A puzzle that was looked at, and how far it is from what was asked for: 0 if it is just that.
#[derive(Clone, Debug)]
pub(super) struct Judged {
    pub generated: Generated,
    pub distance: u64,
}

/// Being off by a given weighs more than any difference in difficulty, and not being minimal about
/// as much.
const GIVEN: u64 = 100_000_000;

/// Looks at drafts; one for each thread.
pub(super) struct Judge<'s> {
    setup: &'s Setup,
    logic: Option<Logic>,
}

impl<'s> Judge<'s> {
    pub fn new(setup: &'s Setup) -> Judge<'s> {
        Judge {
            setup,
            logic: setup.aim.as_ref().map(Aim::logic),
        }
    }

    pub fn judge(&self, draft: &Draft) -> Judged {
        if let Some(off) = self.off(draft, &draft.values) {
            return self.judged(&draft.values, draft, None, GIVEN * off);
        }
        match (&self.setup.aim, &self.logic) {
            (Some(aim), Some(logic)) => self.judge_difficulty(draft, aim, logic),
            _ => {
                let rating = self.rating(&self.setup.puzzle(&draft.values));
                self.judged(&draft.values, draft, rating, 0)
            }
        }
    }

    /// How many givens a draft with these values has too many or too few, or without need where it
    /// has to be minimal; `None` if there is nothing wrong with them.
    pub fn off(&self, draft: &Draft, values: &[u8]) -> Option<u64> {
        let givens = values.iter().filter(|value| **value != 0).count();
        let mut off = self.givens_off(givens);
        if off == 0 && self.setup.is_minimal {
            off = self.redundant(draft, values);
        }
        (off > 0).then_some(off)
    }

    /// The rating of a puzzle where no difficulty was asked for.
    pub fn rating(&self, puzzle: &Puzzle) -> Option<Rating> {
        let rating = self.setup.is_rated.then(|| Rating::of_puzzle(puzzle));
        rating.flatten()
    }

    /// How many givens too many or too few.
    fn givens_off(&self, givens: usize) -> u64 {
        let Some(range) = &self.setup.givens else {
            return 0;
        };
        let short = range.start().saturating_sub(givens);
        short.max(givens.saturating_sub(*range.end())) as u64
    }

    /// How many givens could go, or are not known to be needed. Where cells went one by one, and
    /// all were tried, none.
    fn redundant(&self, draft: &Draft, values: &[u8]) -> u64 {
        let is_dug = draft.is_exhausted && values == draft.values;
        if is_dug && self.setup.orbits.len() == self.setup.shape.cells() {
            return 0;
        }
        let mut values = values.to_vec();
        let mut redundant = 0;
        for cell in 0..values.len() {
            if values[cell] == 0 || self.setup.is_clue(cell) {
                continue;
            }
            let given = std::mem::take(&mut values[cell]);
            let answer = drafts::search(self.setup, &values, &draft.solution, &[cell]);
            redundant += u64::from(answer != Answer::Several);
            values[cell] = given;
        }
        redundant
    }

    fn judge_difficulty(&self, draft: &Draft, aim: &Aim, logic: &Logic) -> Judged {
        let finding = aim.judge(logic, &self.setup.puzzle(&draft.values));
        if finding == Finding::TooHard
            && !self.setup.is_minimal
            && let Some((values, finding)) = self.softened(draft, aim, logic)
        {
            return self.found(&values, draft, finding);
        }
        self.found(&draft.values, draft, finding)
    }

    /// The puzzle with some of what was removed put back, the last first: as few as make it no
    /// harder than allowed.
    fn softened(&self, draft: &Draft, aim: &Aim, logic: &Logic) -> Option<(Vec<u8>, Finding)> {
        let with_back = |back: usize| {
            let kept = draft.removed.len() - back;
            self.setup.without(&draft.solution, &draft.removed[..kept])
        };
        let most = self.most_back(draft);
        let (mut too_few, mut enough) = (0, most + 1);
        let mut best = None;
        while too_few + 1 < enough {
            let back = usize::midpoint(too_few, enough);
            let values = with_back(back);
            match aim.judge(logic, &self.setup.puzzle(&values)) {
                Finding::TooHard => too_few = back,
                finding => {
                    enough = back;
                    best = Some((values, finding));
                }
            }
        }
        best
    }

    /// How many orbits can be put back without too many givens.
    fn most_back(&self, draft: &Draft) -> usize {
        let limit = self
            .setup
            .givens
            .as_ref()
            .map_or(usize::MAX, |range| *range.end());
        let mut givens = draft.givens();
        let sizes = draft.removed.iter().rev();
        let sizes = sizes.map(|orbit| self.setup.orbits[*orbit as usize].len());
        sizes
            .take_while(|size| {
                givens += size;
                givens <= limit
            })
            .count()
    }

    fn found(&self, values: &[u8], draft: &Draft, finding: Finding) -> Judged {
        match finding {
            Finding::Hit(rating) => self.judged(values, draft, Some(rating), 0),
            Finding::Miss(rating, distance) => self.judged(values, draft, rating, distance.max(1)),
            Finding::TooHard => self.judged(values, draft, None, GIVEN / 2),
        }
    }

    /// What is handed on of a draft, with these givens.
    pub fn judged(
        &self,
        values: &[u8],
        draft: &Draft,
        rating: Option<Rating>,
        distance: u64,
    ) -> Judged {
        Judged {
            generated: Generated {
                index: draft.index,
                puzzle: self.setup.puzzle(values),
                solution: Grid::trusted(self.setup.shape.clone(), draft.solution.clone()),
                rating,
            },
            distance,
        }
    }
}
