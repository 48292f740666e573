//! Repeated questions about one grid: is it the only solution of some of its values?
//!
//! The search is asked for another solution under the assumption that those values are given. What
//! it learns from one question serves the next. If there is no other solution, it also names values
//! from which that follows (a core), so that questions about values outside of the core need no
//! search.

use std::sync::Arc;

use super::groups::{Groups, Literal};
use super::learner::{Learner, Strategy, Verdict};
use super::phases::Seeks;
use super::{groups, meter};
use crate::puzzle::Puzzle;
use crate::shape::Shape;
use crate::solve::control::Control;
use crate::solve::{CancelToken, Solutions};

/// A grid, and what has been learned about it.
pub(crate) struct LearningProbe {
    groups: Arc<Groups>,
    learner: Learner,
    /// The variable that is true in the grid, for each cell.
    variables: Vec<u32>,
    /// Cells that stay given for good.
    is_fixed: Vec<bool>,
    /// Cells of which the grid is the only solution, together with the fixed ones.
    core: Option<Vec<usize>>,
}

impl LearningProbe {
    /// Prepares to ask about a grid of a shape. Returns `None` if the shape has no grids.
    pub fn new(shape: &Shape, solution: &[u8]) -> Option<LearningProbe> {
        let groups = groups(&Puzzle::new(shape.clone()))?;
        let strategy = Strategy {
            seed: 0,
            seeks: Seeks::Never,
        };
        let mut learner = Learner::new(groups.clone(), strategy);
        let mut variables = vec![0; shape.cells()];
        for variable in 0..groups.variables() as u32 {
            let (cell, value) = groups.candidate(variable);
            if solution[cell] == value {
                variables[cell] = variable;
            }
        }
        learner.exclude(solution);
        Some(LearningProbe {
            groups,
            learner,
            variables,
            is_fixed: vec![false; shape.cells()],
            core: None,
        })
    }

    /// Returns whether the grid is the only solution of these of its values, 0 for cells that are not
    /// given, with a budget of `nodes`.
    pub fn ask(&mut self, values: &[u8], nodes: u64, cancel: &CancelToken) -> Solutions {
        let is_given = |cell: &usize| values[*cell] != 0;
        if self
            .core
            .as_ref()
            .is_some_and(|core| core.iter().all(is_given))
        {
            return Solutions::One;
        }
        let assumed = (0..values.len()).filter(|cell| is_given(cell) && !self.is_fixed[*cell]);
        let assumptions: Vec<Literal> = assumed
            .map(|cell| Literal::positive(self.variables[cell]))
            .collect();
        let control = Control::new(Some(nodes + assumptions.len() as u64), None, cancel);
        match self
            .learner
            .search(&assumptions, &mut meter(values.len(), &control))
        {
            Verdict::Solution => Solutions::Several,
            Verdict::Stopped(_) => Solutions::Unknown,
            Verdict::Impossible => {
                let core = self.learner.core().iter();
                let cells = core.map(|literal| self.groups.candidate(literal.variable()).0);
                self.core = Some(cells.collect());
                Solutions::One
            }
        }
    }

    /// Keeps cells given in all questions to come.
    pub fn fix(&mut self, cells: &[usize]) {
        for &cell in cells {
            self.is_fixed[cell] = true;
            self.learner
                .require(&[Literal::positive(self.variables[cell])]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::solve::{Completion, Engine, Solver, complete};

    #[test]
    fn answers_are_those_of_a_search_from_scratch() {
        let cancel = CancelToken::new();
        for name in ["6", "9+diagonals", "9+windows", "12"] {
            let shape: Shape = name.parse().expect("a shape");
            let mut random = Random::new(3, 0);
            let empty = Puzzle::new(shape.clone());
            let Completion::Found(solution) = complete(&empty, &mut random, 100_000, &cancel)
            else {
                panic!("{name} was not completed");
            };
            let mut probe = LearningProbe::new(&shape, &solution).expect("a grid");
            let solver = Solver::new().engine(Engine::General);
            let mut order: Vec<usize> = (0..shape.cells()).collect();
            random.shuffle(&mut order);
            let mut values = solution.clone();
            let mut kept = 0;
            for cell in order {
                values[cell] = 0;
                let puzzle = Puzzle::from_values(shape.clone(), values.clone()).expect("fits");
                let is_unique = solver.solve(&puzzle).is_unique();
                let expected = match is_unique {
                    true => Solutions::One,
                    false => Solutions::Several,
                };
                let answer = probe.ask(&values, 1_000_000, &cancel);
                assert_eq!(answer, expected, "{name}, cell {cell}");
                if !is_unique {
                    values[cell] = solution[cell];
                    probe.fix(&[cell]);
                    kept += 1;
                }
            }
            assert!(kept > 0, "{name}");
        }
    }
}
