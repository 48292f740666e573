//! What was asked for, checked and made ready to work with.

use std::ops::RangeInclusive;

use super::aim::Aim;
use super::grids::Grids;
use crate::puzzle::Puzzle;
use crate::shape::Shape;
use crate::solve::Solver;

/// A request that is not known to be impossible.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    pub shape: Shape,
    pub seed: u64,
    /// Givens that every puzzle has; an empty board if none were asked for.
    pub clues: Puzzle,
    /// The complete grids that have them.
    pub grids: Grids,
    pub orbits: Vec<Vec<u16>>,
    /// The orbits that may go.
    pub free: Vec<u16>,
    pub givens: Option<RangeInclusive<usize>>,
    /// Where givens stand, if that was asked for.
    pub pattern: Option<Vec<u16>>,
    pub is_minimal: bool,
    pub aim: Option<Aim>,
    pub is_rated: bool,
    /// How uniqueness is proven.
    pub solver: Solver,
}

/// A puzzle before anybody has looked whether it is what was asked for. It has one solution.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub index: u64,
    pub values: Vec<u8>,
    pub solution: Vec<u8>,
    /// The orbits that have gone, in that order.
    pub removed: Vec<u16>,
    /// Whether it is known that no more can go.
    pub is_exhausted: bool,
}

impl Draft {
    pub fn givens(&self) -> usize {
        self.values.iter().filter(|value| **value != 0).count()
    }
}

impl Setup {
    /// Whether a cell has a given that every puzzle has.
    pub fn is_clue(&self, cell: usize) -> bool {
        self.clues.values()[cell] != 0
    }

    /// The values of a solution without these orbits.
    pub fn without(&self, solution: &[u8], removed: &[u16]) -> Vec<u8> {
        let mut values = solution.to_vec();
        for orbit in removed {
            for cell in &self.orbits[*orbit as usize] {
                values[*cell as usize] = 0;
            }
        }
        values
    }

    /// A puzzle of the shape; values come from a grid, so they always fit.
    pub fn puzzle(&self, values: &[u8]) -> Puzzle {
        Puzzle::from_values(self.shape.clone(), values.to_vec())
            .unwrap_or_else(|_| Puzzle::new(self.shape.clone()))
    }
}
