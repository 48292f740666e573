//! Puzzles with one solution, by number: from the seed and a number always the same one.

mod any;
mod classic;
mod exchanges;
mod few;
mod pattern;

use std::ops::Range;

use super::dig::Dig;
use super::setup::{Draft, Setup};
use super::unavoidable::Groups;
use crate::random::Random;

pub(super) use any::search;

/// The drafts of these numbers. A number is missing where no grid, or nothing of the pattern, was
/// found in reasonable time, and all may be where somebody cancelled.
pub(super) fn make(setup: &Setup, numbers: Range<u64>) -> Vec<Draft> {
    match &setup.pattern {
        Some(places) => pattern::make(setup, places, numbers),
        None if setup.shape.is_classic() => classic::make(setup, numbers),
        None => any::make(setup, numbers),
    }
}

/// How many drafts are best made together.
pub(super) fn batch(setup: &Setup) -> u64 {
    match &setup.pattern {
        None if setup.shape.is_classic() => classic::BATCH,
        _ => 1,
    }
}

/// The grid of a number, and how it is to be dug.
fn begin(setup: &Setup, number: u64) -> Option<(Vec<u8>, Dig)> {
    let mut random = Random::new(setup.seed, number);
    let solution = setup.grids.draw(&mut random, setup.solver.cancel_token())?;
    let fewest = match &setup.givens {
        Some(range) if !setup.is_minimal => {
            let span = range.end().saturating_sub(*range.start()) as u64 + 1;
            range.start() + random.below(span) as usize
        }
        _ => 0,
    };
    let mut order = setup.free.clone();
    random.shuffle(&mut order);
    let mut dig = Dig::new(setup.shape.cells(), order, fewest);
    if setup.shape.is_classic()
        && let Ok(grid) = solution.as_slice().try_into()
    {
        dig = dig.knowing(Groups::new(grid));
    }
    Some((solution, dig))
}

fn finished(setup: &Setup, index: u64, solution: Vec<u8>, dig: &Dig) -> Draft {
    Draft {
        index,
        values: setup.without(&solution, dig.removed()),
        solution,
        removed: dig.removed().to_vec(),
        is_exhausted: dig.is_exhausted(),
    }
}
