//! Candidate puzzles with a given pattern.
//!
//! The values that a random grid has in the cells of the pattern hardly ever leave one solution. So
//! they are changed, one value at a time: among some random changes, the one that leaves the fewest
//! solutions (but at least one) is made, until one solution is left. If no change helps for a
//! while, the attempt fails; the next number starts from another grid. Patterns with few givens are
//! left to [`sparse_pattern`].

use std::ops::Range;

use super::CandidatePuzzle;
use super::sparse_pattern;
use crate::generate::generator::Setup;
use crate::random::Random;
use crate::solve::Answers;

/// Solutions are counted up to this limit; beyond it, all numbers are equally bad.
const MOST_SOLUTIONS: u64 = 2_000;
/// How many changes are compared before one is made.
const CHANGES: usize = 32;
/// How many rounds in a row may bring no improvement.
const PATIENCE: u32 = 12;

/// On the classic board, patterns with fewer givens than this are sparse.
const SPARSE: usize = 24;

pub(super) fn make(setup: &Setup, places: &[u16], numbers: Range<u64>) -> Vec<CandidatePuzzle> {
    numbers
        .filter_map(|number| one(setup, places, number))
        .collect()
}

fn one(setup: &Setup, places: &[u16], number: u64) -> Option<CandidatePuzzle> {
    let mut random = Random::new(setup.seed, number);
    let values = match setup.shape.is_classic() && places.len() < SPARSE {
        true => sparse_pattern::filled(setup, places, &mut random)?.to_vec(),
        false => filled(setup, places, &mut random)?,
    };
    let outcome = setup.solver.clone().limit(2).solve(&setup.puzzle(&values));
    let solution = outcome
        .solution
        .filter(|_| outcome.count == 1 && !outcome.end.is_early())?;
    Some(CandidatePuzzle {
        index: number,
        values,
        solution: solution.values().to_vec(),
        removed: Vec::new(),
        is_exhausted: false,
    })
}

/// Returns values for these cells that leave one solution; `None` if none were found soon.
fn filled(setup: &Setup, places: &[u16], random: &mut Random) -> Option<Vec<u8>> {
    let grid = setup.grids.draw(random, setup.solver.cancel_token())?;
    let mut values = vec![0; grid.len()];
    for place in places {
        values[*place as usize] = grid[*place as usize];
    }
    let mut count = counts(setup, &[values.clone()], MOST_SOLUTIONS)[0];
    let mut misses = 0;
    while count > 1 && misses < PATIENCE && !setup.solver.cancel_token().is_cancelled() {
        let changed = changes(setup, places, &values, random);
        let found = counts(setup, &changed, count);
        let some = found.iter().zip(&changed).filter(|(count, _)| **count > 0);
        let Some((least, best)) = some.min_by_key(|(count, _)| **count) else {
            misses += 1;
            continue;
        };
        misses = if *least < count { 0 } else { misses + 1 };
        // An equally good one is taken too: it may lead further.
        (count, values) = (*least, best.clone());
    }
    (count == 1).then_some(values)
}

/// Returns the puzzle with one given changed, in some random ways that no peer contradicts.
fn changes(setup: &Setup, places: &[u16], values: &[u8], random: &mut Random) -> Vec<Vec<u8>> {
    let mut changed = Vec::with_capacity(CHANGES);
    for _ in 0..CHANGES {
        let place = places[random.place(places.len())] as usize;
        let value = random.below(setup.shape.size() as u64) as u8 + 1;
        let clashes = || {
            let mut peers = setup.shape.peers(place).iter();
            peers.any(|peer| values[*peer as usize] == value)
        };
        if setup.is_clue(place) || values[place] == value || clashes() {
            continue;
        }
        let mut other = values.to_vec();
        other[place] = value;
        changed.push(other);
    }
    changed
}

/// Returns how many solutions each puzzle has, up to `limit`; `limit` if a budget ended the search.
fn counts(setup: &Setup, puzzles: &[Vec<u8>], limit: u64) -> Vec<u64> {
    let solver = setup.solver.clone().limit(limit);
    if setup.shape.is_classic() {
        let filled = |puzzle: &Vec<u8>| std::array::from_fn(|cell| puzzle[cell]);
        let puzzles: Vec<[u8; 81]> = puzzles.iter().map(filled).collect();
        let mut answers = Answers::new();
        solver.solve_batch(&puzzles, &mut answers);
        return answers
            .counts()
            .iter()
            .map(|count| u64::from(*count))
            .collect();
    }
    let count = |puzzle: &Vec<u8>| {
        let outcome = solver.solve(&setup.puzzle(puzzle));
        match outcome.end.is_early() {
            true => limit,
            false => outcome.count,
        }
    };
    puzzles.iter().map(count).collect()
}
