//! Candidate puzzles: puzzles with one solution, by number. Seed and number determine each of them.

mod any_shape;
mod classic;
mod dig;
pub(super) mod pattern;
mod sparse_pattern;
mod unavoidable;

use std::ops::Range;

use super::generator::Setup;
use crate::random::Random;
use dig::Dig;
use unavoidable::ClassicUnavoidableSets;

pub(super) use any_shape::search;

/// A puzzle with one solution that has not been compared with the request yet.
#[derive(Clone, Debug)]
pub(super) struct CandidatePuzzle {
    pub index: u64,
    pub values: Vec<u8>,
    pub solution: Vec<u8>,
    /// The orbits that were removed, in that order.
    pub removed: Vec<u16>,
    /// Whether it is known that no more orbits can be removed.
    pub is_exhausted: bool,
}

impl CandidatePuzzle {
    pub fn givens(&self) -> usize {
        self.values.iter().filter(|value| **value != 0).count()
    }
}

/// Makes the candidates with these numbers, without a pattern. A number is missing if no grid was
/// found in reasonable time; after a cancellation all may be missing.
pub(super) fn make(setup: &Setup, numbers: Range<u64>) -> Vec<CandidatePuzzle> {
    match setup.shape.is_classic() {
        true => classic::make(setup, numbers),
        false => any_shape::make(setup, numbers),
    }
}

/// Returns how many candidates are best made together.
pub(super) fn batch(setup: &Setup) -> u64 {
    match &setup.pattern {
        None if setup.shape.is_classic() => classic::BATCH,
        _ => 1,
    }
}

/// Returns the grid of a number, and the state of its digging.
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
