//! Candidate puzzles with a pattern of few givens, on the classic board.
//!
//! Here hardly any change of a single value leads from a random grid to a puzzle. So the search
//! starts from the best of many grids, compares every change of one value before making one, and
//! compares many changes of two values if none of those helps. This is affordable because only the
//! fewest solutions matter: all puzzles are counted up to a low limit, and up to a higher one only
//! if none has fewer.
//!
//! What lost: the best of 128 grids takes too long to find, and the best of 4 too long to improve.
//! Listing the solutions without two or three givens, which shows how many solutions each choice of
//! their values leaves, finds more of the puzzles but takes longer for each.

use super::pattern::{Filling, batch_work, note_work};
use crate::generate::generator::Setup;
use crate::random::Random;
use crate::solve::Answers;

/// The search starts from the best of this many grids.
const GRIDS: usize = 32;
/// How many changes of two values are compared at once.
const PAIRS: usize = 512;
/// How many rounds in a row may bring no improvement.
const PATIENCE: u32 = 40;
/// Solutions are counted up to the first limit, then up to four times as many, and so on up to the
/// last.
const FIRST_LIMIT: u32 = 16;
const LAST_LIMIT: u32 = 50_000;

type Values = [u8; 81];

/// Returns the values for exactly these cells that leave the fewest solutions; `None` if there is no
/// grid. They leave more than one solution if no better ones were found soon.
pub(super) fn filled(
    setup: &Setup,
    places: &[u16],
    random: &mut Random,
    work: &mut u64,
) -> Option<Filling> {
    let cancel = setup.solver.cancel_token();
    let grids = (0..GRIDS).filter_map(|_| setup.grids.draw(random, cancel));
    let starts: Vec<Values> = grids.map(|grid| kept(&grid, places)).collect();
    let (mut count, mut values) = fewest(setup, &starts, LAST_LIMIT, random, work)?;
    // What a cancelled search has counted is not the whole number.
    if cancel.is_cancelled() {
        return None;
    }
    let free: Vec<u16> = places
        .iter()
        .copied()
        .filter(|place| !setup.is_clue(*place as usize))
        .collect();
    let (mut best, mut misses) = (count, 0);
    while count > 1 && misses < PATIENCE && !cancel.is_cancelled() {
        let limit = count.saturating_add(1).min(LAST_LIMIT);
        let changes = changes(setup, &free, &values);
        let mut found = fewest(setup, &changes, limit, random, work);
        if found.is_none_or(|(least, _)| least >= count) {
            let pairs = pairs(setup, &free, &values, random);
            found = fewest(setup, &pairs, limit, random, work);
        }
        if cancel.is_cancelled() {
            break;
        }
        if let Some(found) = found.filter(|(least, _)| *least <= count) {
            (count, values) = found;
        }
        misses = if count < best { 0 } else { misses + 1 };
        best = best.min(count);
    }
    Some(Filling {
        values: values.to_vec(),
        solutions: count.into(),
        or_more: count == LAST_LIMIT,
    })
}

/// Returns the values of a grid in these cells.
fn kept(grid: &[u8], places: &[u16]) -> Values {
    let mut values = [0; 81];
    for place in places {
        values[*place as usize] = grid[*place as usize];
    }
    values
}

/// Returns whether no peer contradicts a value.
fn fits(setup: &Setup, values: &Values, place: u16, value: u8) -> bool {
    let mut peers = setup.shape.peers(place.into()).iter();
    peers.all(|peer| values[*peer as usize] != value)
}

/// Returns the puzzle with one value changed, in every way.
fn changes(setup: &Setup, free: &[u16], values: &Values) -> Vec<Values> {
    let mut changed = Vec::new();
    for place in free {
        for value in 1..=9 {
            let is_other = values[*place as usize] != value;
            if is_other && fits(setup, values, *place, value) {
                let mut other = *values;
                other[*place as usize] = value;
                changed.push(other);
            }
        }
    }
    changed
}

/// Returns the puzzle with two values changed, in many random ways.
fn pairs(setup: &Setup, free: &[u16], values: &Values, random: &mut Random) -> Vec<Values> {
    let mut changed = Vec::new();
    if free.is_empty() {
        return changed;
    }
    for _ in 0..PAIRS {
        let mut other = *values;
        let both = [
            free[random.place(free.len())],
            free[random.place(free.len())],
        ];
        for place in both {
            other[place as usize] = 0;
        }
        let all_fit = both.iter().all(|place| {
            let value = random.below(9) as u8 + 1;
            let fits = fits(setup, &other, *place, value);
            other[*place as usize] = value;
            fits
        });
        if all_fit {
            changed.push(other);
        }
    }
    changed
}

/// Returns one of the puzzles with the fewest solutions (but at least one), chosen at random, and
/// how many it has: `most` if all have that many or more.
fn fewest(
    setup: &Setup,
    puzzles: &[Values],
    most: u32,
    random: &mut Random,
    work: &mut u64,
) -> Option<(u32, Values)> {
    let mut answers = Answers::new();
    let mut puzzles = puzzles.to_vec();
    let mut limit = FIRST_LIMIT.min(most);
    loop {
        let solver = setup.solver.clone().limit(limit.into());
        solver.solve_batch(&puzzles, &mut answers);
        note_work(setup, batch_work(&answers), work);
        let counts = answers.counts();
        let least = counts.iter().copied().filter(|count| *count > 0).min()?;
        if least < limit || limit == most {
            let equal: Vec<usize> = (0..counts.len())
                .filter(|at| counts[*at] == least)
                .collect();
            return Some((least, puzzles[equal[random.place(equal.len())]]));
        }
        let mut counts = counts.iter();
        puzzles.retain(|_| counts.next().is_some_and(|count| *count > 0));
        limit = limit.saturating_mul(4).min(most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Generator;
    use crate::puzzle::Puzzle;

    fn setup() -> Setup {
        Generator::classic().setup().expect("possible")
    }

    const TWENTY: &str =
        "...7.9.....6...1.5..28....4....36....81.2........5.....4.....7.1........9.....38.";

    fn values(line: &str) -> Values {
        let puzzle: Puzzle = line.parse().expect("a puzzle");
        std::array::from_fn(|cell| puzzle.values()[cell])
    }

    #[test]
    fn the_fewest_solutions_are_found_whatever_the_others_have() {
        let mut random = Random::new(1, 0);
        let unique = values(TWENTY);
        let mut several = unique;
        several[3] = 0;
        let mut none = unique;
        none[4] = unique[3];
        let puzzles = [[0; 81], none, several, unique];
        let found = |puzzles: &[Values], random: &mut Random| {
            fewest(&setup(), puzzles, 1_000, random, &mut 0).map(|(count, _)| count)
        };
        assert_eq!(found(&puzzles, &mut random), Some(1));
        assert!(found(&puzzles[..3], &mut random) > Some(1));
        assert_eq!(found(&puzzles[..2], &mut random), Some(1_000));
        assert_eq!(found(&puzzles[1..2], &mut random), None);
    }

    #[test]
    fn changes_keep_the_places_and_the_rules() {
        let (setup, values) = (setup(), values(TWENTY));
        let free: Vec<u16> = (0..81)
            .filter(|place| values[*place as usize] != 0)
            .collect();
        let single = changes(&setup, &free, &values);
        let double = pairs(&setup, &free, &values, &mut Random::new(1, 0));
        for (others, most) in [(single, 1), (double, 2)] {
            assert!(others.len() > 50);
            for other in others {
                let differ = (0..81).filter(|cell| other[*cell] != values[*cell]).count();
                assert!(differ <= most);
                assert!((0..81).all(|cell| (other[cell] == 0) == (values[cell] == 0)));
                assert_eq!(setup.puzzle(&other).check(), Ok(()));
            }
        }
    }
}
