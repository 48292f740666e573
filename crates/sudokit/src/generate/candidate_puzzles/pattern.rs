//! Candidate puzzles with a given pattern.
//!
//! The values that a random grid has in the cells of the pattern hardly ever leave one solution. So
//! they are changed, one value at a time: among some random changes, the one that leaves the fewest
//! solutions (but at least one) is made, until one solution is left. If no change helps for a
//! while, the attempt fails; the next number starts from another grid. Patterns with few givens are
//! left to [`sparse_pattern`].

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

/// On other boards, a node costs as much as this part of the cells in solutions of the classic one.
const NODE_SHARE: u64 = 9;

/// On the classic board, patterns with fewer givens than this are sparse.
const SPARSE: usize = 24;

/// The search for values that leave one solution, from one grid.
#[derive(Clone, Debug, Default)]
pub(in crate::generate) struct PatternAttempt {
    pub number: u64,
    /// What it cost: the same on every machine, and roughly proportional to the time. On the
    /// classic board one for each puzzle and each of its solutions that were counted; on others
    /// the nodes of the searches, weighted by the size of the board.
    pub work: u64,
    pub candidate: Option<CandidatePuzzle>,
    /// The best values, and how many solutions they leave.
    pub fewest: Option<Filling>,
}

/// Values for the cells of a pattern.
#[derive(Clone, Debug)]
pub(in crate::generate) struct Filling {
    pub values: Vec<u8>,
    pub solutions: u64,
    /// Counting ended at that number.
    pub or_more: bool,
}

/// Returns whether an attempt takes long, so that only one should be made on each thread at a time.
pub(in crate::generate) fn is_slow(setup: &Setup, places: &[u16]) -> bool {
    !setup.shape.is_classic() || places.len() < SPARSE
}

/// Makes an attempt.
pub(in crate::generate) fn attempt(setup: &Setup, places: &[u16], number: u64) -> PatternAttempt {
    let mut random = Random::new(setup.seed, number);
    let mut attempt = PatternAttempt {
        number,
        ..PatternAttempt::default()
    };
    attempt.fewest = match setup.shape.is_classic() && places.len() < SPARSE {
        true => sparse_pattern::filled(setup, places, &mut random, &mut attempt.work),
        false => filled(setup, places, &mut random, &mut attempt.work),
    };
    attempt.candidate = attempt
        .fewest
        .as_ref()
        .filter(|filling| filling.solutions == 1)
        .and_then(|filling| candidate(setup, filling, number));
    attempt
}

/// Proves that the values leave one solution.
fn candidate(setup: &Setup, filling: &Filling, number: u64) -> Option<CandidatePuzzle> {
    let solver = setup.solver.clone().limit(2);
    let outcome = solver.solve(&setup.puzzle(&filling.values));
    let solution = outcome
        .solution
        .filter(|_| outcome.count == 1 && !outcome.end.is_early())?;
    Some(CandidatePuzzle {
        index: number,
        values: filling.values.clone(),
        solution: solution.values().to_vec(),
        removed: Vec::new(),
        is_exhausted: false,
    })
}

/// Returns the values for these cells that leave the fewest solutions; `None` if there is no grid.
fn filled(setup: &Setup, places: &[u16], random: &mut Random, work: &mut u64) -> Option<Filling> {
    let grid = setup.grids.draw(random, setup.solver.cancel_token())?;
    let mut values = vec![0; grid.len()];
    for place in places {
        values[*place as usize] = grid[*place as usize];
    }
    let mut count = counts(setup, &[values.clone()], MOST_SOLUTIONS, work)[0];
    // What a cancelled search has counted is not the whole number.
    if setup.solver.cancel_token().is_cancelled() {
        return None;
    }
    let mut misses = 0;
    while count > 1 && misses < PATIENCE && !setup.solver.cancel_token().is_cancelled() {
        let changed = changes(setup, places, &values, random);
        let found = counts(setup, &changed, count, work);
        if setup.solver.cancel_token().is_cancelled() {
            break;
        }
        let some = found.iter().zip(&changed).filter(|(count, _)| **count > 0);
        let Some((least, best)) = some.min_by_key(|(count, _)| **count) else {
            misses += 1;
            continue;
        };
        misses = if *least < count { 0 } else { misses + 1 };
        // An equally good one is taken too: it may lead further.
        (count, values) = (*least, best.clone());
    }
    Some(Filling {
        values,
        solutions: count,
        or_more: count == MOST_SOLUTIONS,
    })
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
fn counts(setup: &Setup, puzzles: &[Vec<u8>], limit: u64, work: &mut u64) -> Vec<u64> {
    let solver = setup.solver.clone().limit(limit);
    if setup.shape.is_classic() {
        let filled = |puzzle: &Vec<u8>| std::array::from_fn(|cell| puzzle[cell]);
        let puzzles: Vec<[u8; 81]> = puzzles.iter().map(filled).collect();
        let mut answers = Answers::new();
        solver.solve_batch(&puzzles, &mut answers);
        note_work(setup, batch_work(&answers), work);
        return answers
            .counts()
            .iter()
            .map(|count| u64::from(*count))
            .collect();
    }
    let count = |puzzle: &Vec<u8>| {
        let outcome = solver.solve(&setup.puzzle(puzzle));
        let nodes = outcome.statistics.nodes + 1;
        note_work(setup, nodes * setup.shape.cells() as u64 / NODE_SHARE, work);
        match outcome.end.is_early() {
            true => limit,
            false => outcome.count,
        }
    };
    puzzles.iter().map(count).collect()
}

/// Returns the work of a batch: its puzzles and their solutions.
pub(super) fn batch_work(answers: &Answers) -> u64 {
    let counts = answers.counts();
    let solutions = counts.iter().map(|count| u64::from(*count)).sum::<u64>();
    solutions + counts.len() as u64
}

/// Adds to the work of an attempt, and to what the progress shows.
pub(super) fn note_work(setup: &Setup, done: u64, work: &mut u64) {
    *work += done;
    setup.progress.note_work(done);
}
