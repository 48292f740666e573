//! Puzzles of any shape, one after the other.

use std::ops::Range;

use super::{begin, finished};
use crate::generate::dig::Answer;
use crate::generate::setup::{Draft, Setup};
use crate::solve::{Probe, Solutions};

pub(super) fn make(setup: &Setup, numbers: Range<u64>) -> Vec<Draft> {
    numbers.filter_map(|number| one(setup, number)).collect()
}

fn one(setup: &Setup, number: u64) -> Option<Draft> {
    let (solution, mut dig) = begin(setup, number)?;
    let mut values = solution.clone();
    let orbits = dig.order().iter();
    let order = orbits.map(|orbit| setup.orbits[*orbit as usize].clone());
    let cancel = setup.solver.cancel_token();
    let budget = (setup.solver.most_nodes(), cancel);
    let mut probe = Probe::new(&setup.shape, &solution, order.collect(), budget)?;
    while let Some(question) = dig.ask(&setup.orbits) {
        let orbits = question.iter().map(|orbit| &setup.orbits[*orbit as usize]);
        let cells: Vec<usize> = orbits.flatten().map(|cell| *cell as usize).collect();
        for cell in &cells {
            values[*cell] = 0;
        }
        let answer = match probe.ask(&values, dig.in_question())? {
            Solutions::One => Answer::One,
            Solutions::Several => Answer::Several,
            Solutions::Unknown => Answer::Unknown,
        };
        if cancel.is_cancelled() {
            return None;
        }
        if answer != Answer::One {
            for cell in cells {
                values[cell] = solution[cell];
            }
        }
        dig.answer(&setup.orbits, answer);
    }
    Some(finished(setup, number, solution, &dig))
}

/// Whether there is another solution, which differs in at least one of these cells.
pub(in crate::generate) fn search(
    setup: &Setup,
    values: &[u8],
    solution: &[u8],
    cells: &[usize],
) -> Answer {
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
        count if count > known => Answer::Several,
        _ if outcome.end.is_early() => Answer::Unknown,
        _ => Answer::One,
    }
}
