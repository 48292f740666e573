//! Candidate puzzles of any shape, one after another.

use std::ops::Range;

use super::CandidatePuzzle;
use super::unavoidable::UnavoidableSets;
use super::{begin, finished};
use crate::generate::generator::Setup;
use crate::solve::{LearningProbe, Probe, Solutions};

/// On larger boards a given is removed only if a search of the puzzle without it completes within a
/// few nodes. That the given follows from the others by logic would prove as much, but after some
/// hundreds of such steps no search would find the solution again or show that it is the only one.
const LARGEST_BY_STEPS: usize = 25;

pub(super) fn make(setup: &Setup, numbers: Range<u64>) -> Vec<CandidatePuzzle> {
    numbers.filter_map(|number| one(setup, number)).collect()
}

fn one(setup: &Setup, number: u64) -> Option<CandidatePuzzle> {
    let (solution, mut dig) = begin(setup, number)?;
    let mut values = solution.clone();
    let orbits = dig.order().iter();
    let order = orbits.map(|orbit| setup.orbits[*orbit as usize].clone());
    let cancel = setup.solver.cancel_token();
    let mut probe = Probe::new(&setup.shape, &solution, order.collect(), cancel)?;
    let by_search = setup.shape.size() > LARGEST_BY_STEPS;
    let mut exchanges = UnavoidableSets::new(&setup.shape, &solution);
    let mut learning = None;
    while let Some(question) = dig.ask(&setup.orbits) {
        let is_one_orbit = question.len() == 1;
        let orbits = question.iter().map(|orbit| &setup.orbits[*orbit as usize]);
        let cells: Vec<usize> = orbits.flatten().map(|cell| *cell as usize).collect();
        for cell in &cells {
            values[*cell] = 0;
        }
        let nodes = nodes(setup, cells.len());
        let answer = match exchanges.take(&cells) {
            false => Solutions::Several,
            true => match probe.ask(&values, dig.in_question(), nodes, by_search)? {
                Solutions::Unknown => ask_again(setup, &mut learning, &solution, &values),
                known => known,
            },
        };
        if cancel.is_cancelled() {
            return None;
        }
        if answer != Solutions::One {
            exchanges.put_back(&cells);
            for cell in &cells {
                values[*cell] = solution[*cell];
            }
            // Of several orbits, some may still be removed.
            if let (Some(learning), true) = (&mut learning, is_one_orbit) {
                learning.fix(&cells);
            }
        }
        dig.answer(&setup.orbits, answer);
    }
    setup.progress.note_made();
    Some(finished(setup, number, solution, &dig))
}

/// Boards on which a question is asked again of the engine that learns. On smaller ones the first
/// answer is hardly ever unknown, on larger ones a question takes too long.
const ASKED_AGAIN: Range<usize> = 16..21;

/// The nodes of a question that is asked again.
const NODES_AGAIN: u64 = 400;

/// Asks the engine that learns about these values of the solution.
fn ask_again(
    setup: &Setup,
    learning: &mut Option<LearningProbe>,
    solution: &[u8],
    values: &[u8],
) -> Solutions {
    if !ASKED_AGAIN.contains(&setup.shape.size()) {
        return Solutions::Unknown;
    }
    if learning.is_none() {
        *learning = LearningProbe::new(&setup.shape, solution);
    }
    match learning {
        Some(learning) => learning.ask(values, NODES_AGAIN, setup.solver.cancel_token()),
        None => Solutions::Unknown,
    }
}

/// Returns the node limit of a question about this many cells.
///
/// On large boards a question is answered soon or not for a long time, above all with several
/// cells, which are then asked about one by one: a hundred nodes for each saved one given in a
/// hundred and took seven times as long.
fn nodes(setup: &Setup, cells: usize) -> Option<u64> {
    let most = setup.solver.most_nodes();
    match (setup.shape.size(), cells) {
        (..=16, _) => most,
        (_, 1) => most.map(|most| most.min(20)),
        _ => most.map(|most| most.min(10)),
    }
}

/// Searches for another solution, which differs in at least one of these cells.
pub(in crate::generate) fn search(
    setup: &Setup,
    values: &[u8],
    solution: &[u8],
    cells: &[usize],
) -> Solutions {
    let mut puzzle = setup.puzzle(values);
    let mut known = 1;
    if let [cell] = cells {
        let mut masks = vec![setup.shape.all_values(); values.len()];
        masks[*cell] &= !(1 << (solution[*cell] - 1));
        puzzle.set_candidates(masks);
        known = 0;
    }
    let outcome = setup.solver.clone().limit(known + 1).solve(&puzzle);
    match outcome.count {
        count if count > known => Solutions::Several,
        _ if outcome.end.is_early() => Solutions::Unknown,
        _ => Solutions::One,
    }
}
