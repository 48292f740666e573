//! Puzzles of any shape, one after the other.

use std::ops::Range;

use super::{begin, finished};
use crate::generate::dig::Answer;
use crate::generate::setup::{Draft, Setup};

pub(super) fn make(setup: &Setup, numbers: Range<u64>) -> Vec<Draft> {
    numbers.filter_map(|number| one(setup, number)).collect()
}

fn one(setup: &Setup, number: u64) -> Option<Draft> {
    let (solution, mut dig) = begin(setup, number)?;
    let mut values = solution.clone();
    while let Some(question) = dig.ask(&setup.orbits) {
        let orbits = question.iter().map(|orbit| &setup.orbits[*orbit as usize]);
        let cells: Vec<usize> = orbits.flatten().map(|cell| *cell as usize).collect();
        for cell in &cells {
            values[*cell] = 0;
        }
        let answer = search(setup, &values, &solution, &cells);
        if setup.solver.cancel_token().is_cancelled() {
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
