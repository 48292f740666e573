//! Candidate puzzles of any shape, one after another.

use std::ops::Range;

use super::CandidatePuzzle;
use super::dig::Dig;
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
    let mut second: Option<SecondOpinion> = None;
    loop {
        while let Some(question) = dig.ask(&setup.orbits) {
            let orbits = question.iter().map(|orbit| &setup.orbits[*orbit as usize]);
            let (asked, cells) = (question.len(), orbits.flatten());
            let cells: Vec<usize> = cells.map(|cell| *cell as usize).collect();
            for cell in &cells {
                values[*cell] = 0;
            }
            let answer = match (exchanges.take(&cells), &mut second) {
                (false, _) => Solutions::Several,
                (true, Some(second)) => second.ask(setup, &values, asked),
                (true, None) => {
                    let nodes = nodes(setup, cells.len());
                    probe.ask(&values, dig.in_question(), nodes, by_search)?
                }
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
                if let Some(second) = &mut second
                    && asked == 1
                {
                    second.probe.fix(&cells);
                }
            }
            dig.answer(&setup.orbits, answer);
        }
        if second.is_some() || nodes_again(setup, 1).is_none() || !dig.ask_again() {
            break;
        }
        second = Some(SecondOpinion::new(setup, &solution, &values, &dig)?);
    }
    setup.progress.note_made();
    Some(finished(setup, number, solution, &dig))
}

/// The engine that learns, which is asked what short searches left open.
///
/// It is asked when they have all been made: a given that it removes earlier makes the puzzle harder for
/// all searches to come, which then remove fewer (36×36 boards keep 634 givens instead of 599).
struct SecondOpinion {
    probe: LearningProbe,
    /// The number of questions that it could not answer either.
    unanswered: u64,
}

/// The number of questions without an answer after which it is no longer asked. The first ones remove
/// the most givens: on a 36×36, with 200 nodes each, 240 remove 13 in four seconds, all 623 remove 19 in
/// eleven.
const MOST_UNANSWERED: u64 = 250;

impl SecondOpinion {
    /// Prepares to ask about the orbits that may still be removed, given all of these values.
    fn new(setup: &Setup, solution: &[u8], values: &[u8], dig: &Dig) -> Option<SecondOpinion> {
        let mut probe = LearningProbe::new(&setup.shape, solution)?;
        let mut stays: Vec<bool> = values.iter().map(|value| *value != 0).collect();
        for orbit in dig.order() {
            for cell in &setup.orbits[*orbit as usize] {
                stays[*cell as usize] = false;
            }
        }
        let cells: Vec<usize> = (0..stays.len()).filter(|cell| stays[*cell]).collect();
        probe.fix(&cells);
        Some(SecondOpinion {
            probe,
            unanswered: 0,
        })
    }

    /// Asks whether the solution is the only one with these of its values. `orbits` is the number of
    /// orbits of givens that the question is about.
    fn ask(&mut self, setup: &Setup, values: &[u8], orbits: usize) -> Solutions {
        let Some(nodes) = nodes_again(setup, orbits) else {
            return Solutions::Unknown;
        };
        if self.unanswered == MOST_UNANSWERED {
            return Solutions::Unknown;
        }
        let cancel = setup.solver.cancel_token();
        let answer = self.probe.ask(values, nodes, cancel);
        self.unanswered += u64::from(answer == Solutions::Unknown);
        answer
    }
}

/// Returns the node limit of a question that is asked again, `None` if it is not.
///
/// Up to 15×15 the first answer is hardly ever unknown. Beyond 20×20 most questions stay open whatever
/// the limit, those about several orbits above all; 300 nodes save one given more than 100 on a 25×25,
/// and take three times as long. A request for a difficulty is not for the fewest givens.
fn nodes_again(setup: &Setup, orbits: usize) -> Option<u64> {
    match (setup.shape.size(), orbits) {
        (16..=20, _) => Some(400),
        (21..=36, 1) if setup.target.is_none() => Some(100),
        _ => None,
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
