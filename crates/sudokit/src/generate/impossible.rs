//! Which requests nothing can meet, as far as that can be told beforehand.

use std::ops::RangeInclusive;

use super::Symmetry;
use super::evaluate::DifficultyTarget;
use crate::logic::{Level, Technique};
use crate::puzzle::{Puzzle, RuleError};
use crate::shape::{HouseKind, Shape};
use crate::solve::Solver;

/// Why there can be no such puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Impossible {
    /// The lower end of a range is above the upper.
    #[error("no number is both {low} or more and {high} or less")]
    EmptyRange {
        /// The lower end.
        low: u64,
        /// The upper end.
        high: u64,
    },
    /// The lower end of the levels is above the upper.
    #[error("no level is both {0} or harder and {1} or easier")]
    NoLevel(Level, Level),
    /// Too few givens for a single solution.
    #[error("a puzzle with one solution has at least {least} givens here, not {asked}")]
    TooFewGivens {
        /// How many were asked for at most.
        asked: usize,
        /// How many there must be.
        least: usize,
    },
    /// More givens than cells.
    #[error("the board has {cells} cells, fewer than {asked} givens")]
    TooManyGivens {
        /// How many were asked for at least.
        asked: usize,
        /// How many cells there are.
        cells: usize,
    },
    /// The symmetry, or the clues with it, allow no such number of givens.
    #[error("with this symmetry no puzzle has {low} to {high} givens")]
    Symmetry {
        /// The fewest that were asked for.
        low: usize,
        /// The most.
        high: usize,
    },
    /// The clues to be kept break a rule.
    #[error("the clues to be kept break a rule")]
    Rule(RuleError),
    /// The clues are of another shape.
    #[error("the clues to be kept are of another shape: {found} where {asked} was asked for")]
    OtherShape {
        /// The shape of the clues.
        found: String,
        /// The shape that was asked for.
        asked: String,
    },
    /// The clues to be kept, or the shape itself, allow no solution.
    #[error("there is no complete grid to make a puzzle from")]
    NoSolution,
    /// The clues to be kept are a puzzle already.
    #[error("the clues to be kept have one solution already")]
    AlreadyUnique,
    /// The pattern has another number of cells than the board.
    #[error("the pattern has {found} cells, the board {cells}")]
    PatternSize {
        /// How many cells the pattern has.
        found: usize,
        /// How many the board has.
        cells: usize,
    },
    /// The pattern has another number of givens than was asked for.
    #[error("the pattern has {0} givens, which is not what was asked for")]
    PatternGivens(usize),
    /// The pattern does not have the symmetry that was asked for.
    #[error("the pattern does not have the symmetry `{0}`")]
    PatternSymmetry(Symmetry),
    /// Two lines without givens could be exchanged.
    #[error(
        "no puzzle of this pattern has one solution: {0} and {1} have no givens and could be exchanged"
    )]
    EmptyLines(String, String),
    /// A clue to be kept is where the pattern has none.
    #[error("a clue to be kept, r{row}c{column}, is where the pattern has no given")]
    ClueOutsidePattern {
        /// Its row, from 1.
        row: usize,
        /// Its column, from 1.
        column: usize,
    },
    /// Ratings do not use a technique, so no puzzle needs it.
    #[error("no rating uses the technique {}, so no puzzle can be asked to need it", .0.slug())]
    NotRated(Technique),
    /// Techniques and levels that exclude each other.
    #[error("a puzzle that takes the technique {} is at least {}, which is harder than asked for", .0.slug(), .0.level())]
    TechniqueAboveLevel(Technique),
    /// No sum of scores is in the range, because every technique's is even.
    #[error("every score is even, so none is {0}")]
    OddScore(u32),
    /// A tiny board on which every puzzle is easier than asked for.
    #[error("every puzzle on {shape} is solved by {} at most, with a score up to {score}: none is as hard as asked for", .hardest.slug())]
    BoardTooSmall {
        /// The shape of the board.
        shape: String,
        /// The hardest technique that a puzzle takes there.
        hardest: Technique,
        /// The score that none exceeds.
        score: u32,
    },
    /// The same technique wanted and not wanted.
    #[error("the technique {} is both asked for and excluded", .0.slug())]
    TechniqueExcluded(Technique),
}

/// The fewest givens that a puzzle with one solution can have, as far as that is known: two
/// values that are nowhere given can be exchanged; and on the classic board an exhaustive search
/// (McGuire, Tugemann and Civario, 2012) found no puzzle with 16.
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

/// Clues have to be of the shape and to have several completions.
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

/// Whether whole orbits can leave such a number of givens; `free` of them may go.
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

/// Whether a puzzle can have givens just where a pattern has `true`.
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

/// Two rows of the same boxes, or two such columns, can be exchanged if neither has a given and
/// nothing but boxes tells them apart.
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
