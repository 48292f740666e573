//! Puzzles with one solution, by number: from the seed and a number always the same one.

mod any;
mod classic;

use std::ops::Range;

use super::dig::Dig;
use super::grids;
use super::setup::{Draft, Setup};
use crate::random::Random;

pub(super) use any::search;

/// The drafts of these numbers. A number is missing where no grid was found in reasonable time,
/// and all may be where somebody cancelled.
pub(super) fn make(setup: &Setup, numbers: Range<u64>) -> Vec<Draft> {
    if setup.shape.is_classic() {
        classic::make(setup, numbers)
    } else {
        any::make(setup, numbers)
    }
}

/// How many drafts are best made together.
pub(super) fn batch(setup: &Setup) -> u64 {
    if setup.shape.is_classic() {
        classic::BATCH
    } else {
        1
    }
}

/// The grid of a number, and how it is to be dug.
fn begin(setup: &Setup, number: u64) -> Option<(Vec<u8>, Dig)> {
    let mut random = Random::new(setup.seed, number);
    let solution = grids::draw(setup, &mut random)?;
    let fewest = match &setup.givens {
        Some(range) if !setup.is_minimal => {
            let span = range.end().saturating_sub(*range.start()) as u64 + 1;
            range.start() + random.below(span) as usize
        }
        _ => 0,
    };
    let mut order = setup.removable.clone();
    random.shuffle(&mut order);
    Some((solution, Dig::new(setup.shape.cells(), order, fewest)))
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
