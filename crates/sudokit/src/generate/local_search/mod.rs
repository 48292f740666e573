//! The local search, for requests that hardly any candidate puzzle matches.
//!
//! Candidates are made in blocks. The closest ones of each block are changed, a few givens at a
//! time, and a change that leads no further away is kept. Each candidate gives at most one puzzle,
//! so that no two puzzles are variations of each other. A block is a fixed range of numbers, and
//! what becomes of a candidate follows from the seed and its number; so neither the threads nor the
//! number of requested puzzles matter.

mod distance;
mod moves;

use super::candidate_puzzles::CandidatePuzzle;
use super::evaluate::DifficultyTarget;
use super::evaluate::{Evaluation, Evaluator};
use super::generator::Setup;
use crate::random::Random;
use crate::rate::Rating;
use distance::{Distance, DistanceMeter, Measured, Miss};

/// How many misses in a row start the local search. Puzzles that are more frequent are found as
/// fast without it.
const FIRST_LIMIT: u64 = 8_192;
/// The same if only levels and scores are requested, which small changes adjust best.
const FIRST_LIMIT_FOR_SCORES: u64 = 1_024;
/// The number of candidates in a block.
pub(super) const BLOCK: u64 = 1_024;
/// How many candidates of a block are changed at most.
const STARTS: usize = 4;
/// How many changes of each are tried at most.
const CHANGES: u64 = 6_000;
/// After this many changes in a row without progress, the search restarts from the candidate.
const PATIENCE: u64 = 1_000;
/// One change in this many may lead a little further away, to escape a local minimum.
const DETOUR: u64 = 20;

/// The local search uses random streams beyond those of the candidates.
const STREAMS: u64 = 1 << 63;

/// A candidate that does not match, and what is wrong with it.
pub(super) struct Start {
    candidate: CandidatePuzzle,
    miss: Miss,
}

/// The result of the first look at a candidate.
pub(super) enum Screening {
    /// The candidate matches the request.
    Hit(Evaluation),
    /// It does not, but the search can start from it.
    Start(Start),
}

/// The result of the search from one candidate.
pub(super) struct LocalSearchResult {
    /// How many changes were tried.
    pub tried: u64,
    /// The puzzle that the search ended with.
    pub evaluation: Evaluation,
}

/// The current position of a search.
struct Walk {
    values: Vec<u8>,
    miss: Miss,
    nearest: Distance,
    misses: u64,
}

impl Walk {
    fn new(start: &Start) -> Walk {
        Walk {
            values: start.candidate.values.clone(),
            miss: start.miss.clone(),
            nearest: start.miss.distance,
            misses: 0,
        }
    }

    fn go_to(&mut self, values: Vec<u8>, miss: Miss) {
        if miss.distance < self.nearest {
            self.nearest = miss.distance;
            self.misses = 0;
        }
        (self.values, self.miss) = (values, miss);
    }
}

/// Returns how many misses in a row start the local search.
pub(super) fn first_limit(setup: &Setup) -> u64 {
    let names_none =
        |target: &DifficultyTarget| target.hardest.is_empty() && target.uses.is_empty();
    match setup.target.as_ref().is_some_and(names_none) && setup.givens.is_none() {
        true => FIRST_LIMIT_FOR_SCORES,
        false => FIRST_LIMIT,
    }
}

/// Returns the closest candidates of a block, each with the number of changes it may take when
/// `left` remain in total.
pub(super) fn nearest(mut starts: Vec<Start>, mut left: u64) -> Vec<(Start, u64)> {
    starts.retain(|start| !start.miss.distance.is_blind());
    starts.sort_by_key(|start| (start.miss.distance, start.candidate.index));
    starts.truncate(STARTS);
    let with_changes = |start| {
        let changes = left.min(CHANGES);
        left -= changes;
        (start, changes)
    };
    starts.into_iter().map(with_changes).collect()
}

/// Measures candidates and changes them.
pub(super) struct LocalSearch<'s> {
    setup: &'s Setup,
    evaluator: &'s Evaluator<'s>,
    meter: Option<DistanceMeter<'s>>,
}

impl<'s> LocalSearch<'s> {
    pub fn new(setup: &'s Setup, evaluator: &'s Evaluator<'s>) -> LocalSearch<'s> {
        LocalSearch {
            setup,
            evaluator,
            meter: setup.target.as_ref().map(DistanceMeter::new),
        }
    }

    /// Returns whether a candidate matches, or what is wrong with it.
    pub fn start(&self, candidate: &CandidatePuzzle) -> Screening {
        match self.measure(candidate, &candidate.values) {
            Measured::Hit(rating) => {
                Screening::Hit(
                    self.evaluator
                        .evaluation(&candidate.values, candidate, rating, 0),
                )
            }
            Measured::Miss(miss) => Screening::Start(Start {
                candidate: candidate.clone(),
                miss,
            }),
        }
    }

    /// Measures a candidate with these values.
    fn measure(&self, candidate: &CandidatePuzzle, values: &[u8]) -> Measured {
        if let Some(givens) = self.evaluator.off(candidate, values) {
            return Measured::Miss(Miss {
                distance: Distance {
                    givens,
                    ..Distance::default()
                },
                ..Miss::default()
            });
        }
        let puzzle = self.setup.puzzle(values);
        match &self.meter {
            Some(meter) => meter.measure(&puzzle),
            None => Measured::Hit(self.evaluator.rating(&puzzle)),
        }
    }

    /// Changes a candidate up to `changes` times, until it matches. A search without progress
    /// restarts from the candidate with other random numbers.
    pub fn improve(&self, start: &Start, changes: u64) -> LocalSearchResult {
        let candidate = &start.candidate;
        let mut random = Random::new(self.setup.seed, STREAMS + candidate.index);
        let mut nearest = (start.miss.distance, candidate.values.clone());
        let mut tried = 0;
        while tried < changes && !self.is_cancelled() {
            let mut run = Walk::new(start);
            while run.misses < PATIENCE && tried < changes && !self.is_cancelled() {
                tried += 1;
                if let Some((values, rating)) = self.change(candidate, &mut run, &mut random) {
                    let (values, rating) = self.reduced(candidate, values, rating, &mut random);
                    let evaluation = self.evaluator.evaluation(&values, candidate, rating, 0);
                    return LocalSearchResult { tried, evaluation };
                }
                if run.miss.distance < nearest.0 {
                    nearest = (run.miss.distance, run.values.clone());
                }
            }
        }
        let changed = CandidatePuzzle {
            values: nearest.1,
            removed: Vec::new(),
            is_exhausted: false,
            ..candidate.clone()
        };
        let evaluation = self.evaluator.evaluate(&changed);
        LocalSearchResult { tried, evaluation }
    }

    /// Tries one change and keeps it if it leads no further away. Returns a puzzle that matches.
    fn change(
        &self,
        candidate: &CandidatePuzzle,
        run: &mut Walk,
        random: &mut Random,
    ) -> Option<(Vec<u8>, Option<Rating>)> {
        run.misses += 1;
        let (solution, values) = (&candidate.solution, &run.values);
        let changed = moves::changed(self.setup, solution, values, &run.miss, random)?;
        match self.measure(candidate, &changed) {
            Measured::Hit(rating) => Some((changed, rating)),
            Measured::Miss(miss) => {
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

    /// Removes the givens that a matching puzzle does not need in order to match.
    fn reduced(
        &self,
        candidate: &CandidatePuzzle,
        mut values: Vec<u8>,
        mut rating: Option<Rating>,
        random: &mut Random,
    ) -> (Vec<u8>, Option<Rating>) {
        let mut order = self.setup.free.clone();
        random.shuffle(&mut order);
        for orbit in order {
            let fewer = moves::without(self.setup, &candidate.solution, &values, orbit);
            if let Some(fewer) = fewer
                && let Measured::Hit(found) = self.measure(candidate, &fewer)
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
    use crate::generate::{Generator, candidate_puzzles};
    use crate::logic::Technique;
    use crate::puzzle::Grid;

    /// Searches from one candidate.
    fn searched(generator: &Generator, number: u64) -> Option<LocalSearchResult> {
        let setup = generator.setup().expect("possible");
        let evaluator = Evaluator::new(&setup);
        let search = LocalSearch::new(&setup, &evaluator);
        let candidate = candidate_puzzles::make(&setup, number..number + 1).pop()?;
        match search.start(&candidate) {
            Screening::Hit(_) => None,
            Screening::Start(start) => Some(search.improve(&start, CHANGES)),
        }
    }

    #[test]
    fn a_near_hit_becomes_a_hit() {
        let generator = Generator::classic().seed(1).hardest(Technique::HiddenQuad);
        let outcome = searched(&generator, 9_138).expect("a start");
        assert_eq!(outcome.evaluation.distance, 0);
        let Evaluation { generated, .. } = outcome.evaluation;
        assert_eq!(generated.rating, Rating::of_puzzle(&generated.puzzle));
        // The puzzle of a seed must never change.
        let values = generated.puzzle.values().to_vec();
        let line = Grid::trusted(generated.puzzle.shape().clone(), values).to_string();
        let expected =
            "...5.824.....923.7............1....2.64.8...9....6..3...2...7.83.1..9.....8..5.1.";
        assert_eq!(line, expected);
    }

    #[test]
    fn changes_are_limited_and_the_nearest_puzzle_is_reported() {
        let generator = Generator::classic().seed(1).givens(17..=17);
        let outcome = searched(&generator, 0).expect("a start");
        assert_eq!(outcome.tried, CHANGES);
        let before = Generator::classic()
            .seed(1)
            .puzzle()
            .expect("one")
            .expect("one");
        assert!(outcome.evaluation.distance > 0);
        assert!(outcome.evaluation.generated.puzzle.clues() < before.puzzle.clues());
    }

    #[test]
    fn the_nearest_of_a_block_share_the_remaining_changes() {
        let start = |index: u64, steps: u64| Start {
            candidate: CandidatePuzzle {
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
            .map(|(start, changes)| (start.candidate.index, *changes))
            .collect();
        assert_eq!(chosen, [(8, CHANGES), (9, 10), (6, 0), (7, 0)]);
    }
}
