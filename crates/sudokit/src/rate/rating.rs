//! Level and score from the steps of a solve.

use std::collections::BTreeMap;

use crate::logic::{Board, Level, Logic, Position, Standing, Step, Technique};
use crate::puzzle::Puzzle;
use crate::shape::Shape;
use crate::solve::Solver;

/// Level and score of a puzzle, and the techniques behind them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Rating {
    /// The level of the hardest step, raised if the score is too high for it.
    pub level: Level,
    /// The sum of the scores of all steps.
    pub score: u32,
    /// The hardest technique among the steps, or `None` if there are no steps.
    pub hardest: Option<Technique>,
    /// The techniques used, in the order in which they are tried.
    pub techniques: Vec<Use>,
}

/// How often a technique is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Use {
    /// The technique.
    pub technique: Technique,
    /// The number of its steps.
    pub steps: u32,
}

impl Use {
    /// Returns what these steps add to the score.
    pub fn score(self) -> u32 {
        self.technique.score().saturating_mul(self.steps)
    }
}

impl Rating {
    /// Creates a rating from its parts, for instance from a database.
    pub fn new(
        level: Level,
        score: u32,
        hardest: Option<Technique>,
        techniques: Vec<Use>,
    ) -> Rating {
        Rating {
            level,
            score,
            hardest,
            techniques,
        }
    }

    /// Rates a puzzle of this shape that these steps solve.
    ///
    /// HoDoKu's score limits are for 81 cells. For other boards they are scaled with the number of
    /// cells, as the number of steps is.
    pub fn of<'a>(shape: &Shape, steps: impl IntoIterator<Item = &'a Step>) -> Rating {
        let mut counts: BTreeMap<Technique, u32> = BTreeMap::new();
        for step in steps {
            *counts.entry(step.technique).or_default() += 1;
        }
        let techniques: Vec<Use> = counts
            .into_iter()
            .map(|(technique, steps)| Use { technique, steps })
            .collect();
        let scores = techniques.iter().map(|used| used.score());
        let score = scores.fold(0, u32::saturating_add);
        // Of equally hard techniques, the one that is tried last.
        let hardest = techniques.iter().map(|used| used.technique);
        let hardest = hardest.max_by_key(|t| (t.level(), t.score(), *t));
        Rating {
            level: raised(
                hardest.map_or(Level::Easy, Technique::level),
                score,
                shape.cells(),
            ),
            score,
            hardest,
            techniques,
        }
    }

    /// Rates a puzzle that has exactly one solution, or returns `None` if the techniques that
    /// determine level and score do not solve it.
    pub fn of_puzzle(puzzle: &Puzzle) -> Option<Rating> {
        let mut board = Board::new(puzzle);
        let nodes = Position::node_limit(puzzle.shape().cells());
        board.allow_uniqueness_if_proven(puzzle, &Solver::new().node_limit(nodes));
        let path = Logic::rating().solve_from(board);
        (path.standing == Standing::Solved).then(|| Rating::of(puzzle.shape(), &path.steps))
    }

    /// Returns the number of steps.
    pub fn steps(&self) -> u32 {
        self.techniques.iter().map(|used| used.steps).sum()
    }

    /// Returns whether a technique is used.
    pub fn uses(&self, technique: Technique) -> bool {
        self.techniques
            .iter()
            .any(|used| used.technique == technique)
    }
}

/// The highest score of a level on 81 cells.
fn highest_score(level: Level) -> u32 {
    match level {
        Level::Easy => 800,
        Level::Medium => 1_000,
        Level::Hard => 1_600,
        Level::Unfair => 1_800,
        Level::Extreme => u32::MAX,
    }
}

/// Raises a level until it allows the score on a board with `cells` cells.
pub(crate) fn raised(level: Level, score: u32, cells: usize) -> Level {
    let scaled = u64::from(score) * 81 / cells as u64;
    let score = u32::try_from(scaled).unwrap_or(u32::MAX);
    let levels = [
        Level::Easy,
        Level::Medium,
        Level::Hard,
        Level::Unfair,
        Level::Extreme,
    ];
    let mut allowed = levels
        .into_iter()
        .filter(|each| *each >= level && score <= highest_score(*each));
    allowed.next().unwrap_or(Level::Extreme)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(count: usize) -> Vec<Step> {
        let puzzle: Puzzle = "1... ..2. .3.. ...4".parse().expect("a puzzle");
        let step = Logic::new().next_step(&Board::new(&puzzle));
        vec![step.expect("a first step"); count]
    }

    #[test]
    fn a_solved_puzzle_is_easy() {
        let rating = Rating::of(&Shape::classic(), &[]);
        assert_eq!((rating.level, rating.score), (Level::Easy, 0));
        assert_eq!(rating.hardest, None);
    }

    #[test]
    fn scores_add_up() {
        let steps = steps(3);
        let rating = Rating::of(&Shape::classic(), &steps);
        assert_eq!(rating.score, 3 * steps[0].technique.score());
        assert_eq!(rating.steps(), 3);
        assert!(rating.uses(steps[0].technique) && !rating.uses(Technique::Swordfish));
    }

    #[test]
    fn a_high_score_raises_the_level() {
        assert_eq!(raised(Level::Easy, 800, 81), Level::Easy);
        assert_eq!(raised(Level::Easy, 801, 81), Level::Medium);
        assert_eq!(raised(Level::Medium, 1_001, 81), Level::Hard);
        assert_eq!(raised(Level::Easy, 1_601, 81), Level::Unfair);
        assert_eq!(raised(Level::Hard, 1_801, 81), Level::Extreme);
        assert_eq!(raised(Level::Extreme, 0, 81), Level::Extreme);
        // The highest score of each level still belongs to it.
        assert_eq!(raised(Level::Easy, 1_000, 81), Level::Medium);
        assert_eq!(raised(Level::Easy, 1_600, 81), Level::Hard);
        assert_eq!(raised(Level::Easy, 1_800, 81), Level::Unfair);
        assert_eq!(raised(Level::Easy, u32::MAX, 81), Level::Extreme);
    }

    #[test]
    fn limits_are_scaled_with_the_number_of_cells() {
        assert_eq!(raised(Level::Easy, 355, 36), Level::Easy);
        assert_eq!(raised(Level::Easy, 356, 36), Level::Medium);
        assert_eq!(raised(Level::Easy, 2_528, 256), Level::Easy);
        assert_eq!(raised(Level::Easy, 2_532, 256), Level::Medium);
        assert_eq!(raised(Level::Easy, u32::MAX / 5, 16), Level::Extreme);
    }

    #[test]
    fn techniques_are_counted_and_the_hardest_is_found() {
        let mut steps = steps(6);
        let techniques = [
            Technique::Swordfish,
            Technique::NakedQuad,
            Technique::NakedPair,
            Technique::HiddenQuad,
            Technique::NakedPair,
            Technique::NakedPair,
        ];
        for (step, technique) in steps.iter_mut().zip(techniques) {
            step.technique = technique;
        }
        let rating = Rating::of(&Shape::classic(), &steps);
        let counts: Vec<_> = rating
            .techniques
            .iter()
            .map(|u| (u.technique, u.steps))
            .collect();
        let expected = [
            (Technique::NakedPair, 3),
            (Technique::NakedQuad, 1),
            (Technique::HiddenQuad, 1),
            (Technique::Swordfish, 1),
        ];
        assert_eq!(counts, expected);
        assert_eq!(rating.techniques[0].score(), 180);
        assert_eq!(rating.score, 180 + 120 + 150 + 150);
        assert_eq!((rating.level, rating.steps()), (Level::Hard, 6));
        // As hard as the hidden quad, but tried later.
        assert_eq!(rating.hardest, Some(Technique::Swordfish));
        assert!(rating.uses(Technique::NakedQuad) && !rating.uses(Technique::XWing));
    }

    #[test]
    fn only_a_solved_puzzle_has_a_rating() {
        let rating = |text: &str| Rating::of_puzzle(&text.parse().expect("a puzzle"));
        let rated = rating("1... ..2. .3.. ...4").expect("logic solves it");
        assert_eq!(
            (rated.level, rated.score, rated.steps()),
            (Level::Easy, 48, 12)
        );
        assert_eq!(rating("123. ...4 .... ...."), None);
    }
}
