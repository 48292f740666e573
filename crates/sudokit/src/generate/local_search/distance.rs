//! How near a puzzle is to what was asked for.
//!
//! That its hardest technique stands next to the wanted one in a list says little: a jellyfish
//! does not become a hidden quad by a small change. What says more is the solve itself. Somewhere
//! along it the wanted technique may find something, too, while an easier one is taken; then only
//! that easier step has to go. Or it is taken, and only other steps are too hard.

use crate::generate::evaluate::DifficultyTarget;
use crate::logic::{Board, Logic, Step, Technique};
use crate::puzzle::Puzzle;
use crate::rate::Rating;

/// What a look at a puzzle says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Measured {
    /// It is what was asked for; rated if that was asked for, too.
    Hit(Option<Rating>),
    /// It is not.
    Miss(Miss),
}

/// What is wrong with a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Miss {
    pub distance: Distance,
    /// Whether more givens would make it easier, and should.
    pub is_too_hard: bool,
    /// The cells that had a value where the wanted technique came nearest to being taken: as
    /// givens they leave that position as it is.
    pub settled: Vec<u16>,
}

/// How far off a puzzle is; what comes first weighs more than all that follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Distance {
    /// By the number of givens, or of those that are not needed.
    pub givens: u64,
    /// By techniques that are wanted and not taken.
    pub techniques: u64,
    /// By steps that should not be needed, and by cells that stay open without harder ones.
    pub steps: u64,
    /// By points outside of the wanted scores.
    pub scores: u64,
}

/// A wanted technique that never had anything to say is so much further away than one that had.
const NOWHERE: u64 = 1_000;
/// Being stuck is worse than a few steps that are too hard.
const STUCK: u64 = 5;

impl Distance {
    /// Whether a wanted technique shows nowhere in the solve, so that nothing says in which
    /// direction to go.
    pub fn is_blind(self) -> bool {
        self.givens == 0 && self.techniques >= NOWHERE
    }
}

/// Looks at solves.
pub(super) struct DistanceMeter<'s> {
    target: &'s DifficultyTarget,
    /// What a solve may take.
    allowed: Logic,
    /// What it takes here, to see what would come after a step that is too hard.
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
        let mut wanted = Wanted::new(self.target);
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
            // With all techniques it may be another path.
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

    /// How many steps take what should not be needed.
    fn unwanted_steps(&self, rating: &Rating) -> u64 {
        let allowed = self.allowed.techniques();
        let uses = rating.techniques.iter();
        let unwanted = uses.filter(|used| !allowed.contains(&used.technique));
        unwanted.map(|used| u64::from(used.steps)).sum()
    }
}

/// Techniques that should be taken, and how near they came to it.
struct Wanted {
    /// One of the first kind has to be taken, all of the second.
    any: Vec<Sought>,
    all: Vec<Sought>,
    settled: Vec<u16>,
}

struct Sought {
    technique: Technique,
    alone: Logic,
    /// How many techniques stand between it and what was taken in its place: 0 when it was taken
    /// itself.
    distance: u64,
}

impl Wanted {
    fn new(target: &DifficultyTarget) -> Wanted {
        let sought = |technique: &Technique| Sought {
            technique: *technique,
            alone: Logic::with([*technique]),
            distance: 2 * NOWHERE,
        };
        Wanted {
            any: target.hardest.iter().map(sought).collect(),
            all: target.uses.iter().map(sought).collect(),
            settled: Vec::new(),
        }
    }

    /// Takes note of a step, which is taken in this position.
    fn note(&mut self, board: &Board, step: &Step) {
        for sought in self.any.iter_mut().chain(&mut self.all) {
            if sought.comes_nearer(board, step) {
                let cells = board.values().iter().zip(0..);
                let placed = cells.filter(|(value, _)| **value != 0);
                self.settled = placed.map(|(_, cell)| cell).collect();
            }
        }
    }

    fn distance(&self) -> u64 {
        let any = self.any.iter().map(|sought| sought.distance).min();
        let all = self.all.iter().map(|sought| sought.distance);
        any.unwrap_or(0) + all.sum::<u64>()
    }
}

impl Sought {
    /// Whether it is nearer in this position, where that step is taken, than in all before.
    fn comes_nearer(&mut self, board: &Board, step: &Step) -> bool {
        let taken = step.technique;
        // Where a single is taken, hardly any change leaves the position as it is without it. And
        // where a later technique is taken, this one has nothing to say.
        if taken <= Technique::HiddenSingle || taken > self.technique {
            return false;
        }
        let apart = self.technique as u64 - taken as u64;
        if apart >= self.distance {
            return false;
        }
        let is_possible = apart == 0 || {
            let found = self.alone.next_step(board);
            found.is_some_and(|found| says_more(&found, step))
        };
        let distance = if is_possible { apart } else { NOWHERE + apart };
        let is_nearer = distance < self.distance;
        self.distance = self.distance.min(distance);
        is_nearer
    }
}

/// Whether a step leads to something that the other does not: a hidden quad that says the same as
/// the naked triple beside it is no sign of anything.
fn says_more(step: &Step, other: &Step) -> bool {
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
    fn a_hit_is_rated_as_always() {
        let puzzle: Puzzle = HIDDEN_QUAD.parse().expect("a puzzle");
        let rating = Rating::of_puzzle(&puzzle);
        assert_eq!(
            measure(&hardest(Technique::HiddenQuad), HIDDEN_QUAD),
            Measured::Hit(rating)
        );
    }

    #[test]
    fn a_technique_that_is_taken_is_nearer_than_one_that_shows_nowhere() {
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
    fn scores_count_where_techniques_do_not() {
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
