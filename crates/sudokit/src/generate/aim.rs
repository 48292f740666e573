//! How hard a puzzle should be, and whether one is.

use std::ops::RangeInclusive;

use crate::logic::{Level, Logic, Standing, Technique};
use crate::puzzle::Puzzle;
use crate::rate::Rating;

/// What is asked of a rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Aim {
    pub levels: RangeInclusive<Level>,
    pub scores: RangeInclusive<u32>,
    /// The hardest technique is one of these; any if there are none.
    pub hardest: Vec<Technique>,
    /// Steps of all of these are among those of the solve.
    pub uses: Vec<Technique>,
    /// No step of the solve is one of these.
    pub without: Vec<Technique>,
}

impl Default for Aim {
    fn default() -> Aim {
        Aim {
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
pub(super) enum Finding {
    /// It is as hard as asked for.
    Hit(Rating),
    /// It is not; the rating where it is known, and how far off it is.
    Miss(Option<Rating>, u64),
    /// It takes more than is allowed, whatever that is.
    TooHard,
}

/// How hard a technique is, as ratings see it.
pub(super) fn hardness(technique: Technique) -> (Level, u32, Technique) {
    (technique.level(), technique.score(), technique)
}

impl Aim {
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

    /// Looks whether a puzzle is as hard as asked for; `logic` is [`Aim::logic`].
    pub fn judge(&self, logic: &Logic, puzzle: &Puzzle) -> Finding {
        let path = logic.solve(puzzle);
        if path.standing != Standing::Solved {
            return Finding::TooHard;
        }
        let rating = Rating::of(puzzle.shape(), &path.steps);
        if rating.score > *self.scores.end() || rating.level > *self.levels.end() {
            return Finding::TooHard;
        }
        if !self.allows(&rating) {
            let distance = self.distance(&rating);
            return Finding::Miss(Some(rating), distance);
        }
        // With all techniques it may be another path.
        match Rating::of_puzzle(puzzle) {
            Some(rating) if self.allows(&rating) => Finding::Hit(rating),
            Some(_) => Finding::TooHard,
            None => Finding::Miss(None, u64::from(u32::MAX)),
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
