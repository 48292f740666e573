//! How hard puzzles on a tiny board can be, known by enumeration.
//!
//! A board of 16 cells has at most 576 grids, and every puzzle contains a minimal one. Adding
//! givens never removes a single: the only possible value of a cell, or the only possible cell of a
//! value, is still the only one, or is placed. So if singles of some kinds solve every minimal
//! puzzle, they solve every puzzle, there is one in every position, and a rating, which takes the
//! simplest step first, has no other steps. Values can be permuted, so grids with the same first
//! row are enough.

use super::Impossible;
use super::evaluate::{DifficultyTarget, hardness};
use super::grids::Grids;
use crate::logic::{Level, Logic, Standing, Technique};
use crate::puzzle::Puzzle;
use crate::rate::raised;
use crate::shape::Shape;

/// Boards with more cells have too many puzzles.
const MOST_CELLS: usize = 16;

/// The singles that ratings use, simplest first.
const SINGLES: [Technique; 3] = [
    Technique::FullHouse,
    Technique::NakedSingle,
    Technique::HiddenSingle,
];

/// The difficulty that no puzzle of a board exceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ceiling {
    hardest: Technique,
    level: Level,
    score: u32,
}

/// Checks that a difficulty is not above what a tiny board can have.
pub(super) fn check(shape: &Shape, target: &DifficultyTarget) -> Result<(), Impossible> {
    let is_anything = *target.levels.start() == Level::Easy && *target.scores.start() == 0;
    if is_anything && target.hardest.is_empty() && target.uses.is_empty() {
        return Ok(());
    }
    let Some(ceiling) = ceiling(shape) else {
        return Ok(());
    };
    let beyond = |technique: &Technique| hardness(*technique) > hardness(ceiling.hardest);
    let is_beyond = *target.levels.start() > ceiling.level
        || *target.scores.start() > ceiling.score
        || target.uses.iter().any(beyond)
        || (!target.hardest.is_empty() && target.hardest.iter().all(beyond));
    match is_beyond {
        false => Ok(()),
        true => Err(Impossible::BoardTooSmall {
            shape: shape.to_string(),
            hardest: ceiling.hardest,
            score: ceiling.score,
        }),
    }
}

/// Returns how hard a puzzle of a tiny board can be, if singles solve them all.
fn ceiling(shape: &Shape) -> Option<Ceiling> {
    if shape.cells() > MOST_CELLS {
        return None;
    }
    let Grids::Listed(grids) = Grids::new(&Puzzle::new(shape.clone())) else {
        return None;
    };
    let in_order = |grid: &&Vec<u8>| {
        grid.iter()
            .take(shape.size())
            .zip(1..)
            .all(|(a, b)| *a == b)
    };
    let (mut fewest, mut kinds) = (shape.cells(), 1);
    for grid in grids.iter().filter(in_order) {
        for givens in minimal_puzzles(grid, &grids) {
            fewest = fewest.min(givens.count_ones() as usize);
            let puzzle = puzzle(shape, grid, givens)?;
            let is_solved = |kinds: usize| {
                let logic = Logic::with(SINGLES.into_iter().take(kinds));
                logic.solve(&puzzle).standing == Standing::Solved
            };
            kinds = (kinds..=SINGLES.len()).find(|kinds| is_solved(*kinds))?;
        }
    }
    let hardest = SINGLES[kinds - 1];
    // Each step places a value, so there are no more steps than open cells.
    let score = (shape.cells() - fewest) as u32 * hardest.score();
    Some(Ceiling {
        hardest,
        level: raised(hardest.level(), score, shape.cells()),
        score,
    })
}

/// Returns the sets of cells whose values in this grid make a minimal puzzle.
fn minimal_puzzles(grid: &[u8], grids: &[Vec<u8>]) -> impl Iterator<Item = u16> {
    let difference = |other: &Vec<u8>| {
        let differ = grid.iter().zip(other).map(|(a, b)| a != b);
        differ
            .rev()
            .fold(0u16, |set, is_other| set << 1 | u16::from(is_other))
    };
    let mut differences: Vec<u16> = grids.iter().map(difference).filter(|d| *d != 0).collect();
    differences.sort_unstable_by_key(|set| (set.count_ones(), *set));
    // A given that resolves a small difference resolves all that contain it.
    let mut unavoidable: Vec<u16> = Vec::new();
    for set in differences {
        if !unavoidable.iter().any(|smaller| smaller & set == *smaller) {
            unavoidable.push(set);
        }
    }
    let is_unique = move |givens: u16| unavoidable.iter().all(|set| set & givens != 0);
    (0..=u16::MAX).filter(move |givens| {
        let mut single = (0..16)
            .map(|cell| 1 << cell)
            .filter(|cell| givens & cell != 0);
        is_unique(*givens) && single.all(|cell| !is_unique(givens & !cell))
    })
}

/// Returns the puzzle with the values of a grid in these cells.
fn puzzle(shape: &Shape, grid: &[u8], givens: u16) -> Option<Puzzle> {
    let value = |(cell, value): (usize, &u8)| if givens >> cell & 1 == 1 { *value } else { 0 };
    let values = grid.iter().enumerate().map(value).collect();
    Puzzle::from_values(shape.clone(), values).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::rate::Rating;

    fn shape(name: &str) -> Shape {
        name.parse().expect("a shape")
    }

    #[test]
    fn puzzles_of_four_by_four_need_naked_singles_at_most() {
        let expected = Ceiling {
            hardest: Technique::NakedSingle,
            level: Level::Easy,
            score: 48,
        };
        assert_eq!(ceiling(&shape("4")), Some(expected));
        let diagonals = ceiling(&shape("4+diagonals")).expect("singles do");
        assert_eq!(diagonals.hardest, Technique::HiddenSingle);
    }

    #[test]
    fn the_number_of_minimal_puzzles_is_the_known_one() {
        let Grids::Listed(grids) = Grids::new(&Puzzle::new(shape("4"))) else {
            panic!("there are 288");
        };
        // There are 25,728, 58,368 and 1,536 with 4, 5 and 6 givens, over all 288 grids.
        let mut counts = [0; 17];
        for grid in grids.iter().filter(|grid| grid[..4] == [1, 2, 3, 4]) {
            for givens in minimal_puzzles(grid, &grids) {
                counts[givens.count_ones() as usize] += 24;
            }
        }
        assert_eq!(counts[4..7], [25_728, 58_368, 1_536]);
        assert_eq!(counts.iter().sum::<u32>(), 85_632);
    }

    #[test]
    fn there_is_no_ceiling_if_singles_are_not_enough() {
        // Some puzzles of this jigsaw need pointing.
        assert_eq!(ceiling(&shape("jigsaw:AAABACBBDCCBDDDC")), None);
        assert_eq!(ceiling(&shape("6")), None);
    }

    #[test]
    fn no_puzzle_is_rated_above_the_ceiling() {
        let shape = shape("4+diagonals");
        let ceiling = ceiling(&shape).expect("singles do");
        let Grids::Listed(grids) = Grids::new(&Puzzle::new(shape.clone())) else {
            panic!("there are 48");
        };
        let mut random = Random::new(1, 0);
        for grid in &grids {
            let minimal: Vec<u16> = minimal_puzzles(grid, &grids).collect();
            for _ in 0..50 {
                let more = random.number() as u16 & random.number() as u16;
                let givens = minimal[random.place(minimal.len())] | more;
                let puzzle = puzzle(&shape, grid, givens).expect("values of a grid");
                let rating = Rating::of_puzzle(&puzzle).expect("singles solve it");
                assert!(rating.level <= ceiling.level && rating.score <= ceiling.score);
                let hardest = rating.hardest.map(hardness);
                assert!(hardest <= Some(hardness(ceiling.hardest)), "{rating:?}");
            }
        }
    }
}
