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
    let mut second = SecondOpinion::default();
    while let Some(question) = dig.ask(&setup.orbits) {
        let asked = question.len();
        let orbits = question.iter().map(|orbit| &setup.orbits[*orbit as usize]);
        let cells: Vec<usize> = orbits.flatten().map(|cell| *cell as usize).collect();
        for cell in &cells {
            values[*cell] = 0;
        }
        let nodes = nodes(setup, cells.len());
        let answer = match exchanges.take(&cells) {
            false => Solutions::Several,
            true => match probe.ask(&values, dig.in_question(), nodes, by_search)? {
                Solutions::Unknown => second.ask(setup, &solution, &values, asked),
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
            if asked == 1 {
                second.fix(&cells);
            }
        }
        dig.answer(&setup.orbits, answer);
    }
    setup.progress.note_made();
    Some(finished(setup, number, solution, &dig))
}

/// The engine that learns, which is asked what a short search leaves open.
#[derive(Default)]
struct SecondOpinion {
    probe: Option<LearningProbe>,
    /// The number of questions that it could not answer either.
    unanswered: u64,
}

/// The number of questions without an answer after which it is no longer asked. The first ones remove
/// the most givens: on a 36×36, with 200 nodes each, 240 remove 13 in four seconds, all 623 remove 19 in
/// eleven.
const MOST_UNANSWERED: u64 = 250;

impl SecondOpinion {
    /// Asks whether the solution is the only one with these of its values. `orbits` is the number of
    /// orbits of givens that the question is about.
    fn ask(&mut self, setup: &Setup, solution: &[u8], values: &[u8], orbits: usize) -> Solutions {
        let Some(nodes) = nodes_again(setup, orbits) else {
            return Solutions::Unknown;
        };
        if self.unanswered == MOST_UNANSWERED {
            return Solutions::Unknown;
        }
        if self.probe.is_none() {
            self.probe = LearningProbe::new(&setup.shape, solution);
        }
        let probe = self.probe.as_mut();
        let cancel = setup.solver.cancel_token();
        let answer = probe.map_or(Solutions::Unknown, |p| p.ask(values, nodes, cancel));
        self.unanswered += u64::from(answer == Solutions::Unknown);
        answer
    }

    /// Keeps cells given in all questions to come.
    fn fix(&mut self, cells: &[usize]) {
        if let Some(probe) = &mut self.probe {
            probe.fix(cells);
        }
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
