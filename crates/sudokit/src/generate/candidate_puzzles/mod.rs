//! Puzzles with one solution, by number: from the seed and a number always the same one.

mod any_shape;
mod classic;
mod dig;
mod pattern;
mod sparse_pattern;
mod unavoidable;

use std::ops::Range;

use super::generator::Setup;
use crate::random::Random;
use dig::Dig;
use unavoidable::ClassicUnavoidableSets;

pub(super) use any_shape::search;

/// A puzzle before anybody has looked whether it is what was asked for. It has one solution.
#[derive(Clone, Debug)]
pub(super) struct CandidatePuzzle {
    pub index: u64,
    pub values: Vec<u8>,
    pub solution: Vec<u8>,
    /// The orbits that have gone, in that order.
    pub removed: Vec<u16>,
    /// Whether it is known that no more can go.
    pub is_exhausted: bool,
}

impl CandidatePuzzle {
    pub fn givens(&self) -> usize {
        self.values.iter().filter(|value| **value != 0).count()
    }
}

/// The candidates of these numbers. A number is missing where no grid, or nothing of the pattern, was
/// found in reasonable time, and all may be where somebody cancelled.
pub(super) fn make(setup: &Setup, numbers: Range<u64>) -> Vec<CandidatePuzzle> {
    match &setup.pattern {
        Some(places) => pattern::make(setup, places, numbers),
        None if setup.shape.is_classic() => classic::make(setup, numbers),
        None => any_shape::make(setup, numbers),
    }
}

/// How many candidates are best made together.
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
        dig = dig.with_sets(ClassicUnavoidableSets::new(grid));
    }
    Some((solution, dig))
}

fn finished(setup: &Setup, index: u64, solution: Vec<u8>, dig: &Dig) -> CandidatePuzzle {
    CandidatePuzzle {
        index,
        values: setup.without(&solution, dig.removed()),
        solution,
        removed: dig.removed().to_vec(),
        is_exhausted: dig.is_exhausted(),
    }
}
