//! Requests that no puzzle can match, as far as that is known in advance.

use std::ops::RangeInclusive;

use super::Symmetry;
use super::evaluate::DifficultyTarget;
use crate::logic::{Level, Technique};
use crate::puzzle::{Puzzle, RuleError};
use crate::shape::{HouseKind, Shape};
use crate::solve::Solver;

/// Why no puzzle can match a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Impossible {
    /// A range whose lower end is above its upper end.
    #[error("the range {low} to {high} is empty")]
    EmptyRange {
        /// The lower end.
        low: u64,
        /// The upper end.
        high: u64,
    },
    /// A range of levels whose lower end is above its upper end.
    #[error("the range of levels {0} to {1} is empty")]
    NoLevel(Level, Level),
    /// Too few givens for a single solution.
    #[error(
        "{asked} givens are too few: a puzzle of this shape with one solution has at least {least}"
    )]
    TooFewGivens {
        /// The largest number requested.
        asked: usize,
        /// The smallest number possible.
        least: usize,
    },
    /// More givens than cells.
    #[error("{asked} givens are too many: the board has {cells} cells")]
    TooManyGivens {
        /// The smallest number requested.
        asked: usize,
        /// The number of cells.
        cells: usize,
    },
    /// The symmetry, or the clues together with it, rules out such a number of givens.
    #[error("no puzzle with this symmetry has {low} to {high} givens")]
    Symmetry {
        /// The smallest number requested.
        low: usize,
        /// The largest number requested.
        high: usize,
    },
    /// The givens to extend break a rule.
    #[error("the givens to extend break a rule")]
    Rule(RuleError),
    /// The givens to extend have another shape.
    #[error("the givens to extend have another shape: {found} instead of {asked}")]
    OtherShape {
        /// The shape of the givens.
        found: String,
        /// The requested shape.
        asked: String,
    },
    /// The givens to extend, or the shape itself, have no solution.
    #[error("no complete grid exists to make a puzzle from")]
    NoSolution,
    /// The givens to extend already have exactly one solution.
    #[error("the givens to extend already have exactly one solution")]
    AlreadyUnique,
    /// The pattern and the board have different numbers of cells.
    #[error("the pattern has {found} cells, but the board has {cells}")]
    PatternSize {
        /// The number of cells in the pattern.
        found: usize,
        /// The number of cells on the board.
        cells: usize,
    },
    /// The pattern's number of givens is not the requested one.
    #[error("the pattern has {0} givens, which is outside the requested range")]
    PatternGivens(usize),
    /// The pattern does not have the requested symmetry.
    #[error("the pattern does not have the symmetry `{0}`")]
    PatternSymmetry(Symmetry),
    /// Two lines without givens could be swapped.
    #[error(
        "no puzzle of this pattern has one solution: {0} and {1} have no givens and could be swapped"
    )]
    EmptyLines(String, String),
    /// A given to extend lies outside the pattern.
    #[error("the given r{row}c{column} lies outside the pattern")]
    ClueOutsidePattern {
        /// The row of the given, from 1.
        row: usize,
        /// The column of the given, from 1.
        column: usize,
    },
    /// A technique that ratings do not use.
    #[error("ratings do not use the technique {}, so no puzzle can be required to need it", .0.slug())]
    NotRated(Technique),
    /// A required technique above the requested levels.
    #[error("a puzzle that needs the technique {} is at least {}, which is harder than requested", .0.slug(), .0.level())]
    TechniqueAboveLevel(Technique),
    /// The only score in the range is odd, and every technique's score is even.
    #[error("no puzzle has the score {0}: all scores are even")]
    OddScore(u32),
    /// A tiny board on which every puzzle is easier than requested.
    #[error("no puzzle on {shape} is that hard: all are solved by {} or easier techniques, with a score of at most {score}", .hardest.slug())]
    BoardTooSmall {
        /// The shape of the board.
        shape: String,
        /// The hardest technique that any puzzle on it needs.
        hardest: Technique,
        /// The highest score possible.
        score: u32,
    },
    /// An ER on a board that Sudoku Explainer does not know.
    #[error("Sudoku Explainer rates plain 9×9 boards only, not {0}")]
    ErOnOtherBoard(String),
    /// A technique that is both required and excluded.
    #[error("the technique {} is both required and excluded", .0.slug())]
    TechniqueExcluded(Technique),
}

/// Returns a lower bound on the number of givens of a puzzle with one solution. Two values without
/// givens could be swapped; and on the classic board an exhaustive search (McGuire, Tugemann and
/// Civario, 2012) found no puzzle with 16.
fn least_givens(shape: &Shape) -> usize {
    match shape.is_classic() {
        true => 17,
        false => shape.size() - 1,
    }
}

pub(super) fn check_range(low: u64, high: u64) -> Result<(), Impossible> {
    match low <= high {
        true => Ok(()),
        false => Err(Impossible::EmptyRange { low, high }),
    }
}

/// Checks that the clues have the right shape and several solutions.
pub(super) fn check_clues(
    shape: &Shape,
    clues: &Puzzle,
    solver: &Solver,
) -> Result<(), Impossible> {
    if clues.shape() != shape {
        return Err(Impossible::OtherShape {
            found: clues.shape().to_string(),
            asked: shape.to_string(),
        });
    }
    clues.check().map_err(Impossible::Rule)?;
    if shape.is_plain() && clues.clues() == 0 {
        return Ok(());
    }
    let outcome = solver.clone().limit(2).solve(clues);
    match outcome.count {
        0 if !outcome.end.is_early() => Err(Impossible::NoSolution),
        1 if !outcome.end.is_early() => Err(Impossible::AlreadyUnique),
        _ => Ok(()),
    }
}

pub(super) fn check_difficulty(target: &DifficultyTarget) -> Result<(), Impossible> {
    let (lowest, highest) = (*target.levels.start(), *target.levels.end());
    if lowest > highest {
        return Err(Impossible::NoLevel(lowest, highest));
    }
    check_range(
        (*target.scores.start()).into(),
        (*target.scores.end()).into(),
    )?;
    let (low, high) = (*target.scores.start(), *target.scores.end());
    if low == high && low % 2 == 1 {
        return Err(Impossible::OddScore(low));
    }
    let wanted = || target.hardest.iter().chain(&target.uses).copied();
    if let Some(technique) = wanted().find(|technique| !technique.is_rated()) {
        return Err(Impossible::NotRated(technique));
    }
    let above = |technique: &Technique| technique.level() > highest;
    if let Some(technique) = target.uses.iter().copied().find(above) {
        return Err(Impossible::TechniqueAboveLevel(technique));
    }
    if let Some(first) = target.hardest.first()
        && target.hardest.iter().all(above)
    {
        return Err(Impossible::TechniqueAboveLevel(*first));
    }
    match wanted().find(|technique| target.without.contains(technique)) {
        Some(technique) => Err(Impossible::TechniqueExcluded(technique)),
        None => Ok(()),
    }
}

/// Checks that removing whole orbits can leave such a number of givens; only those in `free` may be
/// removed.
pub(super) fn check_givens(
    shape: &Shape,
    givens: &RangeInclusive<usize>,
    orbits: &[Vec<u16>],
    free: &[u16],
) -> Result<(), Impossible> {
    let (low, high) = (*givens.start(), *givens.end());
    check_range(low as u64, high as u64)?;
    let (least, cells) = (least_givens(shape), shape.cells());
    if high < least {
        return Err(Impossible::TooFewGivens { asked: high, least });
    }
    if low > cells {
        return Err(Impossible::TooManyGivens { asked: low, cells });
    }
    let sizes = free.iter().map(|orbit| orbits[*orbit as usize].len());
    let fixed = cells - sizes.clone().sum::<usize>();
    let mut reachable = vec![false; cells + 1];
    reachable[fixed] = true;
    for size in sizes {
        for count in (size..=cells).rev() {
            reachable[count] |= reachable[count - size];
        }
    }
    match (low..=high.min(cells)).any(|count| reachable[count]) {
        true => Ok(()),
        false => Err(Impossible::Symmetry { low, high }),
    }
}

/// Checks that a puzzle can have givens in exactly the cells of a pattern.
pub(super) fn check_pattern(
    shape: &Shape,
    pattern: &[bool],
    symmetry: Symmetry,
    givens: Option<&RangeInclusive<usize>>,
    clues: &Puzzle,
) -> Result<(), Impossible> {
    let cells = shape.cells();
    if pattern.len() != cells {
        return Err(Impossible::PatternSize {
            found: pattern.len(),
            cells,
        });
    }
    let count = pattern.iter().filter(|is_given| **is_given).count();
    let least = least_givens(shape);
    if count < least {
        return Err(Impossible::TooFewGivens {
            asked: count,
            least,
        });
    }
    if givens.is_some_and(|range| !range.contains(&count)) {
        return Err(Impossible::PatternGivens(count));
    }
    if !symmetry.holds(shape.size(), pattern) {
        return Err(Impossible::PatternSymmetry(symmetry));
    }
    let outside = (0..cells).find(|cell| clues.values()[*cell] != 0 && !pattern[*cell]);
    if let Some(cell) = outside {
        return Err(Impossible::ClueOutsidePattern {
            row: shape.row(cell) + 1,
            column: shape.column(cell) + 1,
        });
    }
    check_lines(shape, pattern)
}

/// Checks for two rows of one band, or two columns of one stack, without givens. They can be
/// swapped if the shape has no houses but rows, columns and boxes.
fn check_lines(shape: &Shape, pattern: &[bool]) -> Result<(), Impossible> {
    let Some((rows, columns)) = shape.box_size().filter(|_| shape.is_plain()) else {
        return Ok(());
    };
    let is_empty = |cells: &[u16]| !cells.iter().any(|cell| pattern[*cell as usize]);
    for (kind, thickness) in [(HouseKind::Row, rows), (HouseKind::Column, columns)] {
        let lines = shape.houses().iter().filter(|house| house.kind() == kind);
        let empty: Vec<_> = lines.filter(|line| is_empty(line.cells())).collect();
        for pair in empty.windows(2) {
            if pair[0].number() / thickness == pair[1].number() / thickness {
                let [first, second] = [pair[0].to_string(), pair[1].to_string()];
                return Err(Impossible::EmptyLines(first, second));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_score_is_even() {
        let mut rated = Technique::ALL.iter().filter(|t| t.is_rated());
        assert!(rated.all(|technique| technique.score() % 2 == 0));
        let asked = |score| {
            check_difficulty(&DifficultyTarget {
                scores: score..=score,
                ..DifficultyTarget::default()
            })
        };
        assert_eq!(asked(777), Err(Impossible::OddScore(777)));
        assert_eq!(asked(778), Ok(()));
    }
}
