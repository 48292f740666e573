//! Whether a candidate is what was asked for, and what can still be done about it.

use std::ops::RangeInclusive;

use super::Generated;
use super::candidate_puzzles;
use super::candidate_puzzles::CandidatePuzzle;
use super::generator::Setup;
use crate::logic::{Level, Logic, Standing, Technique};
use crate::puzzle::{Grid, Puzzle};
use crate::rate::Rating;
use crate::solve::Solutions;

/// What is asked of a rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DifficultyTarget {
    pub levels: RangeInclusive<Level>,
    pub scores: RangeInclusive<u32>,
    /// The hardest technique is one of these; any if there are none.
    pub hardest: Vec<Technique>,
    /// Steps of all of these are among those of the solve.
    pub uses: Vec<Technique>,
    /// No step of the solve is one of these.
    pub without: Vec<Technique>,
}

impl Default for DifficultyTarget {
    fn default() -> DifficultyTarget {
        DifficultyTarget {
            levels: Level::Easy..=Level::Extreme,
            scores: 0..=u32::MAX,
            hardest: Vec::new(),
            uses: Vec::new(),
            without: Vec::new(),
        }
    }
}

/// What a look at a puzzle's difficulty says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TargetCheck {
    /// It is as hard as asked for.
    Met(Rating),
    /// It is not; the rating where it is known, and how far off it is.
    Missed(Option<Rating>, u64),
    /// It takes more than is allowed, whatever that is.
    TooHard,
}

/// How hard a technique is, as ratings see it.
pub(super) fn hardness(technique: Technique) -> (Level, u32, Technique) {
    (technique.level(), technique.score(), technique)
}

impl DifficultyTarget {
    /// Whether a rating is what is asked for.
    pub fn allows(&self, rating: &Rating) -> bool {
        self.levels.contains(&rating.level)
            && self.scores.contains(&rating.score)
            && (self.hardest.is_empty()
                || rating.hardest.is_some_and(|t| self.hardest.contains(&t)))
            && self.uses.iter().all(|technique| rating.uses(*technique))
            && !self.without.iter().any(|technique| rating.uses(*technique))
    }

    /// The techniques of ratings that a solve may use. Where a solve uses no others, it is the
    /// same without the others: each step is the first that there is, in the order of techniques.
    /// So a puzzle that these do not solve is none of those asked for, and that shows without
    /// trying what takes the longest.
    pub fn logic(&self) -> Logic {
        let ceiling = self.hardest.iter().map(|t| hardness(*t)).max();
        let rated = Technique::ALL.iter().copied().filter(|t| t.is_rated());
        Logic::with(rated.filter(|technique| {
            technique.level() <= *self.levels.end()
                && ceiling.is_none_or(|ceiling| hardness(*technique) <= ceiling)
                && !self.without.contains(technique)
        }))
    }

    /// The techniques of ratings up to the level of what is asked for: with them a solve goes on
    /// where it already is too hard.
    pub fn wide_logic(&self) -> Logic {
        let named = self.hardest.iter().map(|technique| technique.level());
        let highest = named
            .max()
            .unwrap_or(Level::Extreme)
            .min(*self.levels.end());
        let rated = Technique::ALL.iter().copied().filter(|t| t.is_rated());
        Logic::with(rated.filter(|technique| technique.level() <= highest))
    }

    /// Looks whether a puzzle is as hard as asked for; `logic` is [`DifficultyTarget::logic`].
    pub fn check(&self, logic: &Logic, puzzle: &Puzzle) -> TargetCheck {
        let path = logic.solve(puzzle);
        if path.standing != Standing::Solved {
            return TargetCheck::TooHard;
        }
        let rating = Rating::of(puzzle.shape(), &path.steps);
        if rating.score > *self.scores.end() || rating.level > *self.levels.end() {
            return TargetCheck::TooHard;
        }
        if !self.allows(&rating) {
            let distance = self.distance(&rating);
            return TargetCheck::Missed(Some(rating), distance);
        }
        // With all techniques it may be another path.
        match Rating::of_puzzle(puzzle) {
            Some(rating) if self.allows(&rating) => TargetCheck::Met(rating),
            Some(_) => TargetCheck::TooHard,
            None => TargetCheck::Missed(None, u64::from(u32::MAX)),
        }
    }

    /// How many levels and how many points a rating is outside of what is asked for.
    pub fn off(&self, rating: &Rating) -> (u64, u64) {
        let outside = |value: u64, low: u64, high: u64| {
            low.saturating_sub(value).max(value.saturating_sub(high))
        };
        let (lowest, highest) = (*self.levels.start(), *self.levels.end());
        let levels = outside(rating.level as u64, lowest as u64, highest as u64);
        let (low, high) = (*self.scores.start(), *self.scores.end());
        let scores = outside(rating.score.into(), low.into(), high.into());
        (levels, scores)
    }

    /// How far a rating is from what is asked for: by level, then by technique, then by score.
    pub fn distance(&self, rating: &Rating) -> u64 {
        let (levels, scores) = self.off(rating);
        let rank = |technique: Technique| {
            let easier = |other: &&Technique| hardness(**other) < hardness(technique);
            Technique::ALL.iter().filter(easier).count() as u64
        };
        let hardest = rating.hardest.map_or(0, rank);
        let asked = self.hardest.iter().map(|t| rank(*t).abs_diff(hardest));
        let unwanted = self.without.iter().filter(|t| rating.uses(**t)).count();
        let missing = self.uses.iter().filter(|t| !rating.uses(**t)).count();
        let techniques = asked.min().unwrap_or(0) + 10 * (unwanted + missing) as u64;
        1_000_000 * levels + 10_000 * techniques + scores.min(9_999)
    }
}

/// A puzzle that was looked at, and how far it is from what was asked for: 0 if it is just that.
#[derive(Clone, Debug)]
pub(super) struct Evaluation {
    pub generated: Generated,
    pub distance: u64,
}

/// Being off by a given weighs more than any difference in difficulty, and not being minimal about
/// as much.
const GIVEN: u64 = 100_000_000;

/// Looks at candidates; one for each thread.
pub(super) struct Evaluator<'s> {
    setup: &'s Setup,
    logic: Option<Logic>,
}

impl<'s> Evaluator<'s> {
    pub fn new(setup: &'s Setup) -> Evaluator<'s> {
        Evaluator {
            setup,
            logic: setup.target.as_ref().map(DifficultyTarget::logic),
        }
    }

    pub fn evaluate(&self, candidate: &CandidatePuzzle) -> Evaluation {
        if let Some(off) = self.off(candidate, &candidate.values) {
            return self.evaluation(&candidate.values, candidate, None, GIVEN * off);
        }
        match (&self.setup.target, &self.logic) {
            (Some(target), Some(logic)) => self.evaluate_difficulty(candidate, target, logic),
            _ => {
                let rating = self.rating(&self.setup.puzzle(&candidate.values));
                self.evaluation(&candidate.values, candidate, rating, 0)
            }
        }
    }

    /// How many givens a candidate with these values has too many or too few, or without need where it
    /// has to be minimal; `None` if there is nothing wrong with them.
    pub fn off(&self, candidate: &CandidatePuzzle, values: &[u8]) -> Option<u64> {
        let givens = values.iter().filter(|value| **value != 0).count();
        let mut off = self.givens_off(givens);
        if off == 0 && self.setup.is_minimal {
            off = self.redundant(candidate, values);
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
    fn redundant(&self, candidate: &CandidatePuzzle, values: &[u8]) -> u64 {
        let is_dug = candidate.is_exhausted && values == candidate.values;
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
            let answer =
                candidate_puzzles::search(self.setup, &values, &candidate.solution, &[cell]);
            redundant += u64::from(answer != Solutions::Several);
            values[cell] = given;
        }
        redundant
    }

    fn evaluate_difficulty(
        &self,
        candidate: &CandidatePuzzle,
        target: &DifficultyTarget,
        logic: &Logic,
    ) -> Evaluation {
        let finding = target.check(logic, &self.setup.puzzle(&candidate.values));
        if finding == TargetCheck::TooHard
            && !self.setup.is_minimal
            && let Some((values, finding)) = self.eased(candidate, target, logic)
        {
            return self.found(&values, candidate, finding);
        }
        self.found(&candidate.values, candidate, finding)
    }

    /// The puzzle with some of what was removed put back, the last first: as few as make it no
    /// harder than allowed.
    fn eased(
        &self,
        candidate: &CandidatePuzzle,
        target: &DifficultyTarget,
        logic: &Logic,
    ) -> Option<(Vec<u8>, TargetCheck)> {
        let with_back = |back: usize| {
            let kept = candidate.removed.len() - back;
            self.setup
                .without(&candidate.solution, &candidate.removed[..kept])
        };
        let most = self.most_back(candidate);
        let (mut too_few, mut enough) = (0, most + 1);
        let mut best = None;
        while too_few + 1 < enough {
            let back = usize::midpoint(too_few, enough);
            let values = with_back(back);
            match target.check(logic, &self.setup.puzzle(&values)) {
                TargetCheck::TooHard => too_few = back,
                finding => {
                    enough = back;
                    best = Some((values, finding));
                }
            }
        }
        best
    }

    /// How many orbits can be put back without too many givens.
    fn most_back(&self, candidate: &CandidatePuzzle) -> usize {
        let limit = self
            .setup
            .givens
            .as_ref()
            .map_or(usize::MAX, |range| *range.end());
        let mut givens = candidate.givens();
        let sizes = candidate.removed.iter().rev();
        let sizes = sizes.map(|orbit| self.setup.orbits[*orbit as usize].len());
        sizes
            .take_while(|size| {
                givens += size;
                givens <= limit
            })
            .count()
    }

    fn found(
        &self,
        values: &[u8],
        candidate: &CandidatePuzzle,
        finding: TargetCheck,
    ) -> Evaluation {
        match finding {
            TargetCheck::Met(rating) => self.evaluation(values, candidate, Some(rating), 0),
            TargetCheck::Missed(rating, distance) => {
                self.evaluation(values, candidate, rating, distance.max(1))
            }
            TargetCheck::TooHard => self.evaluation(values, candidate, None, GIVEN / 2),
        }
    }

    /// What is handed on of a candidate, with these givens.
    pub fn evaluation(
        &self,
        values: &[u8],
        candidate: &CandidatePuzzle,
        rating: Option<Rating>,
        distance: u64,
    ) -> Evaluation {
        Evaluation {
            generated: Generated {
                index: candidate.index,
                puzzle: self.setup.puzzle(values),
                solution: Grid::new(self.setup.shape.clone(), candidate.solution.clone()),
                rating,
            },
            distance,
        }
    }
}
