//! The search from near hits, for requests that hardly any draft meets.
//!
//! Drafts are looked at in blocks. Of each block the ones that came nearest are changed, a few
//! givens at a time, and what is no further away is kept. Each becomes at most one puzzle, so that
//! no two are variations of each other. A block is a fixed range of numbers, and what becomes of
//! a draft follows from the seed and its number; so it does not matter who does the work, nor how
//! many puzzles are asked for.

mod change;
mod nearness;

use super::aim::Aim;
use super::judge::{Judge, Judged};
use super::setup::{Draft, Setup};
use crate::random::Random;
use crate::rate::Rating;
use nearness::{Distance, Look, Miss, Nearness};

/// So many drafts in a row have to be in vain before the search begins: what is found more often is
/// found as fast without it.
const FIRST_EFFORT: u64 = 8_192;
/// The same where nothing but a score is wrong, which small changes mend best.
const FIRST_EFFORT_FOR_SCORES: u64 = 1_024;
/// So many drafts are a block.
pub(super) const BLOCK: u64 = 1_024;
/// So many of them are changed, at most.
const STARTS: usize = 4;
/// So many changes of each are looked at, at most.
const CHANGES: u64 = 6_000;
/// After so many changes in a row that bring nothing nearer it starts again.
const PATIENCE: u64 = 1_000;
/// One change in so many may be a little further away, to get around what is in the way.
const DETOUR: u64 = 20;

/// Random numbers of the search come from streams beyond those of the drafts.
const STREAMS: u64 = 1 << 63;

/// A draft that is not what was asked for, and what is wrong with it.
pub(super) struct Start {
    draft: Draft,
    miss: Miss,
}

/// What a first look at a draft says.
pub(super) enum First {
    /// It is what was asked for.
    Hit(Judged),
    /// It is not, but the search can start from it.
    Near(Start),
}

/// What became of a draft.
pub(super) struct Outcome {
    /// So many changes were looked at.
    pub tried: u64,
    /// What it ended as.
    pub judged: Judged,
}

/// Where a search is.
struct Run {
    values: Vec<u8>,
    miss: Miss,
    nearest: Distance,
    in_vain: u64,
}

impl Run {
    fn new(start: &Start) -> Run {
        Run {
            values: start.draft.values.clone(),
            miss: start.miss.clone(),
            nearest: start.miss.distance,
            in_vain: 0,
        }
    }

    fn go_to(&mut self, values: Vec<u8>, miss: Miss) {
        if miss.distance < self.nearest {
            self.nearest = miss.distance;
            self.in_vain = 0;
        }
        (self.values, self.miss) = (values, miss);
    }
}

/// After how many drafts in vain the search begins.
pub(super) fn first_effort(setup: &Setup) -> u64 {
    let names_none = |aim: &Aim| aim.hardest.is_empty() && aim.uses.is_empty();
    match setup.aim.as_ref().is_some_and(names_none) && setup.givens.is_none() {
        true => FIRST_EFFORT_FOR_SCORES,
        false => FIRST_EFFORT,
    }
}

/// The nearest of a block, with the changes that may be made of each when so many are left in
/// all.
pub(super) fn nearest(mut starts: Vec<Start>, mut left: u64) -> Vec<(Start, u64)> {
    starts.retain(|start| !start.miss.distance.is_blind());
    starts.sort_by_key(|start| (start.miss.distance, start.draft.index));
    starts.truncate(STARTS);
    let with_changes = |start| {
        let changes = left.min(CHANGES);
        left -= changes;
        (start, changes)
    };
    starts.into_iter().map(with_changes).collect()
}

/// Looks at drafts and changes them.
pub(super) struct Search<'s> {
    setup: &'s Setup,
    judge: &'s Judge<'s>,
    nearness: Option<Nearness<'s>>,
}

impl<'s> Search<'s> {
    pub fn new(setup: &'s Setup, judge: &'s Judge<'s>) -> Search<'s> {
        Search {
            setup,
            judge,
            nearness: setup.aim.as_ref().map(Nearness::new),
        }
    }

    /// Looks whether a draft is what was asked for.
    pub fn start(&self, draft: &Draft) -> First {
        match self.look(draft, &draft.values) {
            Look::Hit(rating) => First::Hit(self.judge.judged(&draft.values, draft, rating, 0)),
            Look::Miss(miss) => First::Near(Start {
                draft: draft.clone(),
                miss,
            }),
        }
    }

    /// Looks at a draft with these values.
    fn look(&self, draft: &Draft, values: &[u8]) -> Look {
        if let Some(givens) = self.judge.off(draft, values) {
            return Look::Miss(Miss {
                distance: Distance {
                    givens,
                    ..Distance::default()
                },
                ..Miss::default()
            });
        }
        let puzzle = self.setup.puzzle(values);
        match &self.nearness {
            Some(nearness) => nearness.look(&puzzle),
            None => Look::Hit(self.judge.rating(&puzzle)),
        }
    }

    /// Changes a draft up to so many times, until it is what was asked for. What gets no nearer
    /// for a while starts again from the draft, with other random numbers.
    pub fn go_on(&self, start: &Start, changes: u64) -> Outcome {
        let draft = &start.draft;
        let mut random = Random::new(self.setup.seed, STREAMS + draft.index);
        let mut nearest = (start.miss.distance, draft.values.clone());
        let mut tried = 0;
        while tried < changes && !self.is_cancelled() {
            let mut run = Run::new(start);
            while run.in_vain < PATIENCE && tried < changes && !self.is_cancelled() {
                tried += 1;
                if let Some((values, rating)) = self.change(draft, &mut run, &mut random) {
                    let (values, rating) = self.polished(draft, values, rating, &mut random);
                    let judged = self.judge.judged(&values, draft, rating, 0);
                    return Outcome { tried, judged };
                }
                if run.miss.distance < nearest.0 {
                    nearest = (run.miss.distance, run.values.clone());
                }
            }
        }
        let changed = Draft {
            values: nearest.1,
            removed: Vec::new(),
            is_exhausted: false,
            ..draft.clone()
        };
        let judged = self.judge.judge(&changed);
        Outcome { tried, judged }
    }

    /// Tries one change, which is made if it leads no further away. A hit is handed over.
    fn change(
        &self,
        draft: &Draft,
        run: &mut Run,
        random: &mut Random,
    ) -> Option<(Vec<u8>, Option<Rating>)> {
        run.in_vain += 1;
        let (solution, values) = (&draft.solution, &run.values);
        let changed = change::changed(self.setup, solution, values, &run.miss, random)?;
        match self.look(draft, &changed) {
            Look::Hit(rating) => Some((changed, rating)),
            Look::Miss(miss) => {
                let mut limit = run.miss.distance;
                limit.steps += u64::from(random.below(DETOUR) == 0);
                if miss.distance <= limit {
                    run.go_to(changed, miss);
                }
                None
            }
        }
    }

    fn is_cancelled(&self) -> bool {
        self.setup.solver.cancel_token().is_cancelled()
    }

    /// A hit without the givens that are not needed to make it one.
    fn polished(
        &self,
        draft: &Draft,
        mut values: Vec<u8>,
        mut rating: Option<Rating>,
        random: &mut Random,
    ) -> (Vec<u8>, Option<Rating>) {
        let mut order = self.setup.free.clone();
        random.shuffle(&mut order);
        for orbit in order {
            let fewer = change::without(self.setup, &draft.solution, &values, orbit);
            if let Some(fewer) = fewer
                && let Look::Hit(found) = self.look(draft, &fewer)
            {
                (values, rating) = (fewer, found);
            }
        }
        (values, rating)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Generator, drafts};
    use crate::logic::Technique;
    use crate::puzzle::Grid;

    /// What becomes of one draft.
    fn searched(generator: &Generator, number: u64) -> Option<Outcome> {
        let setup = generator.setup().expect("possible");
        let judge = Judge::new(&setup);
        let search = Search::new(&setup, &judge);
        let draft = drafts::make(&setup, number..number + 1).pop()?;
        match search.start(&draft) {
            First::Hit(_) => None,
            First::Near(start) => Some(search.go_on(&start, CHANGES)),
        }
    }

    #[test]
    fn a_near_hit_becomes_a_hit() {
        let generator = Generator::classic().seed(1).hardest(Technique::HiddenQuad);
        let outcome = searched(&generator, 9_138).expect("a start");
        assert_eq!(outcome.judged.distance, 0);
        let Judged { generated, .. } = outcome.judged;
        assert_eq!(generated.rating, Rating::of_puzzle(&generated.puzzle));
        // What this seed gives is a promise.
        let values = generated.puzzle.values().to_vec();
        let line = Grid::trusted(generated.puzzle.shape().clone(), values).to_string();
        let expected =
            "...5.824.....923.7............1....2.64.8...9....6..3...2...7.83.1..9.....8..5.1.";
        assert_eq!(line, expected);
    }

    #[test]
    fn no_more_changes_are_made_than_allowed_and_the_nearest_is_told() {
        let generator = Generator::classic().seed(1).givens(17..=17);
        let outcome = searched(&generator, 0).expect("a start");
        assert_eq!(outcome.tried, CHANGES);
        let before = Generator::classic()
            .seed(1)
            .one()
            .expect("one")
            .expect("one");
        assert!(outcome.judged.distance > 0);
        assert!(outcome.judged.generated.puzzle.clues() < before.puzzle.clues());
    }

    #[test]
    fn the_nearest_of_a_block_share_what_is_left() {
        let start = |index: u64, steps: u64| Start {
            draft: Draft {
                index,
                values: Vec::new(),
                solution: Vec::new(),
                removed: Vec::new(),
                is_exhausted: false,
            },
            miss: Miss {
                distance: Distance {
                    steps,
                    ..Distance::default()
                },
                ..Miss::default()
            },
        };
        let starts = (0..10).map(|index| start(index, 100 - index / 2)).collect();
        let chosen = nearest(starts, CHANGES + 10);
        let chosen: Vec<(u64, u64)> = chosen
            .iter()
            .map(|(start, changes)| (start.draft.index, *changes))
            .collect();
        assert_eq!(chosen, [(8, CHANGES), (9, 10), (6, 0), (7, 0)]);
    }
}
