//! Whether a candidate puzzle matches the request, and whether putting givens back makes it match.

use std::ops::RangeInclusive;

use super::Generated;
use super::candidate_puzzles;
use super::candidate_puzzles::CandidatePuzzle;
use super::generator::Setup;
use crate::logic::{Level, Logic, Standing, Technique};
use crate::puzzle::{Grid, Puzzle};
use crate::range::{Range, Scale};
use crate::rate::Rating;
use crate::rate::explainer::{Difficulty, Explainer, RatingFilter};
use crate::solve::Solutions;

/// The difficulty that a request demands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DifficultyTarget {
    pub levels: RangeInclusive<Level>,
    pub scores: RangeInclusive<u32>,
    /// The hardest technique must be one of these; any if empty.
    pub hardest: Vec<Technique>,
    /// All of these must be used.
    pub uses: Vec<Technique>,
    /// None of these may be used.
    pub without: Vec<Technique>,
    /// The range of Sudoku Explainer's ER.
    pub er: Option<Range<Difficulty>>,
}

impl Default for DifficultyTarget {
    fn default() -> DifficultyTarget {
        DifficultyTarget {
            levels: Level::Easy..=Level::Extreme,
            scores: 0..=u32::MAX,
            hardest: Vec::new(),
            uses: Vec::new(),
            without: Vec::new(),
            er: None,
        }
    }
}

/// How a puzzle's difficulty compares with the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TargetCheck {
    /// The difficulty is as requested.
    Met(Rating),
    /// It is not: the rating, if known, and the distance from the target.
    Missed(Option<Rating>, u64),
    /// It needs techniques, a score or a level above the target.
    TooHard,
}

/// Returns a key that orders techniques by difficulty, as ratings do.
pub(super) fn hardness(technique: Technique) -> (Level, u32, Technique) {
    (technique.level(), technique.score(), technique)
}

impl DifficultyTarget {
    /// Returns whether a rating matches the target.
    pub fn allows(&self, rating: &Rating) -> bool {
        self.levels.contains(&rating.level)
            && self.scores.contains(&rating.score)
            && (self.hardest.is_empty()
                || rating.hardest.is_some_and(|t| self.hardest.contains(&t)))
            && self.uses.iter().all(|technique| rating.uses(*technique))
            && !self.without.iter().any(|technique| rating.uses(*technique))
    }

    /// Returns logic with the rated techniques that the target allows.
    ///
    /// If a solve with all techniques uses only these, it is the same without the others, because
    /// each step is the first one in the order of techniques. So a puzzle that these techniques do
    /// not solve misses the target, and the slowest techniques need not be tried.
    pub fn logic(&self) -> Logic {
        let ceiling = self.hardest.iter().map(|t| hardness(*t)).max();
        let rated = Technique::ALL.iter().copied().filter(|t| t.is_rated());
        Logic::with(rated.filter(|technique| {
            technique.level() <= *self.levels.end()
                && ceiling.is_none_or(|ceiling| hardness(*technique) <= ceiling)
                && !self.without.contains(technique)
        }))
    }

    /// Returns logic with all rated techniques up to the level of the target. With them a solve
    /// continues where it is already too hard.
    pub fn wide_logic(&self) -> Logic {
        let named = self.hardest.iter().map(|technique| technique.level());
        let highest = named
            .max()
            .unwrap_or(Level::Extreme)
            .min(*self.levels.end());
        let rated = Technique::ALL.iter().copied().filter(|t| t.is_rated());
        Logic::with(rated.filter(|technique| technique.level() <= highest))
    }

    /// Checks a puzzle's difficulty; `logic` is [`DifficultyTarget::logic`].
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
        // With all techniques the path may differ.
        match Rating::of_puzzle(puzzle) {
            Some(rating) if self.allows(&rating) => self.check_er(puzzle, rating),
            Some(_) => TargetCheck::TooHard,
            None => TargetCheck::Missed(None, u64::from(u32::MAX)),
        }
    }

    /// Checks ER, which takes longest and therefore comes last.
    fn check_er(&self, puzzle: &Puzzle, rating: Rating) -> TargetCheck {
        let Some(range) = &self.er else {
            return TargetCheck::Met(rating);
        };
        let (low, high) = (*range.0.start(), *range.0.end());
        let filter = RatingFilter {
            er: Some(Range(Difficulty::FIRST..=high)),
            ..RatingFilter::default()
        };
        match Explainer::new().rate_if(puzzle, &filter) {
            Ok(Some(ratings)) if ratings.er >= low => TargetCheck::Met(rating),
            Ok(Some(ratings)) => {
                let missing = low.tenths() - ratings.er.tenths();
                TargetCheck::Missed(Some(rating), u64::from(missing) * 1_000)
            }
            _ => TargetCheck::TooHard,
        }
    }

    /// Returns how many levels and how many points a rating is outside the target.
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

    /// Returns the distance of a rating from the target: by level, then technique, then score.
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

/// An evaluated puzzle, and its distance from the request: 0 if it matches.
#[derive(Clone, Debug)]
pub(super) struct Evaluation {
    pub generated: Generated,
    pub distance: u64,
}

/// One given too many or too few weighs more than any difference in difficulty, and so, roughly,
/// does a redundant given.
const GIVEN: u64 = 100_000_000;

/// Evaluates candidates; each thread has its own.
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

    /// Returns how many givens a candidate with these values has too many or too few, or how many
    /// are redundant where it must be minimal; `None` if the givens match.
    pub fn off(&self, candidate: &CandidatePuzzle, values: &[u8]) -> Option<u64> {
        let givens = values.iter().filter(|value| **value != 0).count();
        let mut off = self.givens_off(givens);
        if off == 0 && self.setup.is_minimal {
            off = self.redundant(candidate, values);
        }
        (off > 0).then_some(off)
    }

    /// Returns the rating of a puzzle when no difficulty was requested.
    pub fn rating(&self, puzzle: &Puzzle) -> Option<Rating> {
        let rating = self.setup.is_rated.then(|| Rating::of_puzzle(puzzle));
        rating.flatten()
    }

    /// Returns how many givens are too many or too few.
    fn givens_off(&self, givens: usize) -> u64 {
        let Some(range) = &self.setup.givens else {
            return 0;
        };
        let short = range.start().saturating_sub(givens);
        short.max(givens.saturating_sub(*range.end())) as u64
    }

    /// Returns how many givens can be removed or are not known to be needed. There are none if
    /// cells were removed one by one and all were tried.
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

    /// Returns the puzzle with removed orbits put back, last removed first: as few as make it no
    /// harder than the target.
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

    /// Returns how many orbits can be put back without exceeding the number of givens.
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

    /// Returns the evaluation of a candidate with these givens.
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
                solution: Grid::trusted(self.setup.shape.clone(), candidate.solution.clone()),
                rating,
            },
            distance,
        }
    }
}
