//! How far a puzzle is from the difficulty target.
//!
//! That its hardest technique is next to the wanted one in a list says little: a jellyfish does not
//! become a hidden quad by a small change. The solution path says more. Somewhere along it the
//! wanted technique may apply while an easier one is taken; then only that easier step has to
//! disappear. Or it is taken, and only other steps are too hard.

use crate::generate::evaluate::DifficultyTarget;
use crate::logic::{Board, Logic, Step, Technique};
use crate::puzzle::Puzzle;
use crate::rate::Rating;

/// The result of measuring a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Measured {
    /// The puzzle matches the request. Rated if that was requested.
    Hit(Option<Rating>),
    /// The puzzle does not match.
    Miss(Miss),
}

/// What is wrong with a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Miss {
    pub distance: Distance,
    /// Whether the puzzle is too hard, so that it should get more givens.
    pub is_too_hard: bool,
    /// The cells that had a value where the wanted technique came closest to being taken: as givens
    /// they do not change that position.
    pub settled: Vec<u16>,
}

/// The distance of a puzzle from the request. Each field outweighs all that follow it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Distance {
    /// The surplus or lack of givens, or the number of redundant ones.
    pub givens: u64,
    /// The distance of wanted techniques that are not used.
    pub techniques: u64,
    /// Steps that should not be needed, and cells that stay open without harder ones.
    pub steps: u64,
    /// Points outside the range of scores.
    pub scores: u64,
}

/// The distance added if a wanted technique never applies.
const NOWHERE: u64 = 1_000;
/// The distance added for being stuck, which is worse than a few steps that are too hard.
const STUCK: u64 = 5;

impl Distance {
    /// Returns whether a wanted technique never applies, so that nothing shows in which direction
    /// to go.
    pub fn is_blind(self) -> bool {
        self.givens == 0 && self.techniques >= NOWHERE
    }
}

/// Measures distances from a target.
pub(super) struct DistanceMeter<'s> {
    target: &'s DifficultyTarget,
    /// The techniques that the target allows.
    allowed: Logic,
    /// More techniques, to see what would come after a step that is too hard.
    wide: Logic,
}

impl<'s> DistanceMeter<'s> {
    pub fn new(target: &'s DifficultyTarget) -> DistanceMeter<'s> {
        DistanceMeter {
            target,
            allowed: target.logic(),
            wide: target.wide_logic(),
        }
    }

    pub fn measure(&self, puzzle: &Puzzle) -> Measured {
        let mut wanted = WantedTechniques::new(self.target);
        let (mut board, mut steps) = (Board::new(puzzle), Vec::new());
        while let Ok(step) = self.wide.advise(&board) {
            wanted.note(&board, &step);
            board.apply(&step);
            steps.push(step);
        }
        let is_solved = board.is_complete();
        let rating = Rating::of(puzzle.shape(), &steps);
        let mut steps = self.unwanted_steps(&rating);
        if !is_solved {
            steps += STUCK + board.open() as u64;
        } else if steps == 0 && self.target.allows(&rating) {
            // With all techniques the path may differ.
            match Rating::of_puzzle(puzzle) {
                Some(rating) if self.target.allows(&rating) => return Measured::Hit(Some(rating)),
                _ => steps = 1,
            }
        }
        let (levels, scores) = self.target.off(&rating);
        let is_above = rating.level > *self.target.levels.end();
        Measured::Miss(Miss {
            distance: Distance {
                givens: 0,
                techniques: wanted.distance(),
                steps: steps + levels,
                scores,
            },
            is_too_hard: steps > 0 || is_above || rating.score > *self.target.scores.end(),
            settled: wanted.settled,
        })
    }

    /// Returns how many steps use techniques that the target does not allow.
    fn unwanted_steps(&self, rating: &Rating) -> u64 {
        let allowed = self.allowed.techniques();
        let uses = rating.techniques.iter();
        let unwanted = uses.filter(|used| !allowed.contains(&used.technique));
        unwanted.map(|used| u64::from(used.steps)).sum()
    }
}

/// The wanted techniques, and how close they came to being used.
struct WantedTechniques {
    /// One of `any` has to be used, and all of `all`.
    any: Vec<WantedTechnique>,
    all: Vec<WantedTechnique>,
    settled: Vec<u16>,
}

struct WantedTechnique {
    technique: Technique,
    alone: Logic,
    /// How many techniques lie between it and the one used instead: 0 when it was used itself.
    distance: u64,
}

impl WantedTechniques {
    fn new(target: &DifficultyTarget) -> WantedTechniques {
        let technique_state = |technique: &Technique| WantedTechnique {
            technique: *technique,
            alone: Logic::with([*technique]),
            distance: 2 * NOWHERE,
        };
        WantedTechniques {
            any: target.hardest.iter().map(technique_state).collect(),
            all: target.uses.iter().map(technique_state).collect(),
            settled: Vec::new(),
        }
    }

    /// Updates the distances with a step that is taken in this position.
    fn note(&mut self, board: &Board, step: &Step) {
        for technique_state in self.any.iter_mut().chain(&mut self.all) {
            if technique_state.comes_nearer(board, step) {
                let cells = board.values().iter().zip(0..);
                let placed = cells.filter(|(value, _)| **value != 0);
                self.settled = placed.map(|(_, cell)| cell).collect();
            }
        }
    }

    fn distance(&self) -> u64 {
        let any = self
            .any
            .iter()
            .map(|technique_state| technique_state.distance)
            .min();
        let all = self
            .all
            .iter()
            .map(|technique_state| technique_state.distance);
        any.unwrap_or(0) + all.sum::<u64>()
    }
}

impl WantedTechnique {
    /// Returns whether it is closer in this position, where `step` is taken, than in all before.
    fn comes_nearer(&mut self, board: &Board, step: &Step) -> bool {
        let taken = step.technique;
        // Where a single is taken, hardly any change keeps the position without it. And where a
        // later technique is taken, this one does not apply.
        if taken <= Technique::HiddenSingle || taken > self.technique {
            return false;
        }
        let apart = self.technique as u64 - taken as u64;
        if apart >= self.distance {
            return false;
        }
        let is_possible = apart == 0 || {
            let found = self.alone.next_step(board);
            found.is_some_and(|found| concludes_more(&found, step))
        };
        let distance = if is_possible { apart } else { NOWHERE + apart };
        let is_nearer = distance < self.distance;
        self.distance = self.distance.min(distance);
        is_nearer
    }
}

/// Returns whether a step has a conclusion that the other lacks. A hidden quad with the same
/// conclusions as the naked triple in the same house does not count.
fn concludes_more(step: &Step, other: &Step) -> bool {
    let is_new = |candidate| !other.eliminations.contains(candidate);
    !step.placements.is_empty() || step.eliminations.iter().any(is_new)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measure(target: &DifficultyTarget, line: &str) -> Measured {
        DistanceMeter::new(target).measure(&line.parse().expect("a puzzle"))
    }

    fn miss(target: &DifficultyTarget, line: &str) -> Miss {
        match measure(target, line) {
            Measured::Miss(miss) => miss,
            Measured::Hit(rating) => panic!("a hit: {rating:?}"),
        }
    }

    fn hardest(technique: Technique) -> DifficultyTarget {
        DifficultyTarget {
            hardest: vec![technique],
            ..DifficultyTarget::default()
        }
    }

    /// Its hardest step is a hidden quad.
    const HIDDEN_QUAD: &str =
        "6.......3.........47.....869.8.......2.7...1....952...2...7...1.6..4..5.73..68.24";
    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn a_hit_has_the_usual_rating() {
        let puzzle: Puzzle = HIDDEN_QUAD.parse().expect("a puzzle");
        let rating = Rating::of_puzzle(&puzzle);
        assert_eq!(
            measure(&hardest(Technique::HiddenQuad), HIDDEN_QUAD),
            Measured::Hit(rating)
        );
    }

    #[test]
    fn a_technique_in_use_is_nearer_than_one_that_never_applies() {
        // A hidden quad is taken, but should not be; and there is no X-wing.
        let taken = miss(
            &DifficultyTarget {
                without: vec![Technique::HiddenQuad],
                ..DifficultyTarget::default()
            },
            HIDDEN_QUAD,
        );
        assert_eq!((taken.distance.techniques, taken.distance.steps), (0, 1));
        assert!(taken.is_too_hard && !taken.distance.is_blind());
        let nowhere = miss(&hardest(Technique::Swordfish), EASY);
        assert!(nowhere.distance.is_blind() && !nowhere.is_too_hard);
        assert!(taken.distance < nowhere.distance);
    }

    #[test]
    fn scores_count_if_techniques_do_not() {
        let target = DifficultyTarget {
            scores: 300..=310,
            ..DifficultyTarget::default()
        };
        let expected = Distance {
            scores: 300 - 204,
            ..Distance::default()
        };
        assert_eq!(miss(&target, EASY).distance, expected);
    }
}
