//! Which values a cell has in some solution, and in how many.
//!
//! The solutions are counted value by value as they are found, up to the solver's limit. If there
//! are more, each value that was not seen is searched for: at most one search per candidate, and
//! each solution found shows a value for every cell. So it is known which values occur even if the
//! solutions are too many to count.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use crate::puzzle::{Origin, Puzzle};
use crate::solve::{End, Solver, Statistics};

/// The values that each cell has in some solution, and in how many.
///
/// ```
/// use sudokit::analyse::TrueCandidates;
/// use sudokit::{Puzzle, Shape, Solver};
///
/// let empty = Puzzle::new(Shape::classic());
/// let found = TrueCandidates::of(&Solver::new().limit(1_000), &empty);
/// assert!(found.are_known() && !found.is_exact());
/// assert!((0..81).all(|cell| found.values(cell) == 0x1ff));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TrueCandidates {
    size: usize,
    /// The values that occur in each cell.
    masks: Vec<u64>,
    /// The number of known solutions with a value in a cell, at `cell * size + value - 1`.
    counts: Vec<u64>,
    solutions: u64,
    end: End,
    search: End,
}

impl TrueCandidates {
    /// Counts up to the solver's limit, then searches for the values that were not seen. The budgets of
    /// the solver apply to all searches together.
    pub fn of(solver: &Solver, puzzle: &Puzzle) -> TrueCandidates {
        let (size, cells) = (puzzle.shape().size(), puzzle.shape().cells());
        let mut counts = vec![0; cells * size];
        let outcome = solver.each_solution(puzzle, |values| {
            for (counts, &value) in counts.chunks_exact_mut(size).zip(values) {
                counts[value as usize - 1] += 1;
            }
            ControlFlow::Continue(())
        });
        let met = |counts: &[u64]| {
            let bits = counts.iter().enumerate();
            bits.fold(0, |mask, (bit, count)| mask | u64::from(*count > 0) << bit)
        };
        let mut found = TrueCandidates {
            size,
            masks: counts.chunks_exact(size).map(met).collect(),
            counts,
            solutions: outcome.count,
            end: outcome.end,
            search: outcome.end,
        };
        if outcome.end == End::Limit {
            found.search = found.find_the_rest(solver, puzzle, outcome.statistics);
        }
        found
    }

    /// Searches for every value that was not seen; returns how the last search ended.
    fn find_the_rest(&mut self, solver: &Solver, puzzle: &Puzzle, mut spent: Statistics) -> End {
        let mut supposed = puzzle.clone();
        for cell in (0..self.masks.len()).filter(|cell| puzzle.values()[*cell] == 0) {
            for value in 1..=self.size as u8 {
                let bit = 1u64 << (value - 1);
                if puzzle.allowed(cell) & !self.masks[cell] & bit == 0 {
                    continue;
                }
                supposed.set(cell, value, Origin::Given);
                let outcome = solver.after(spent).limit(1).solve(&supposed);
                spent += outcome.statistics;
                match &outcome.solution {
                    Some(solution) => self.meet(solution.values()),
                    None if outcome.end.is_early() => return outcome.end,
                    None => {}
                }
            }
            supposed.set(cell, 0, Origin::Given);
        }
        End::Exhausted
    }

    fn meet(&mut self, solution: &[u8]) {
        for (cell, &value) in solution.iter().enumerate() {
            self.masks[cell] |= 1 << (value - 1);
            let count = &mut self.counts[cell * self.size + value as usize - 1];
            *count = (*count).max(1);
        }
    }

    /// Returns the values that a cell has in some solution, as bits `value - 1`.
    pub fn values(&self, cell: usize) -> u64 {
        self.masks[cell]
    }

    /// Returns in how many solutions a cell has a value: a lower bound unless the count is
    /// [exact](Self::is_exact).
    pub fn count(&self, cell: usize, value: u8) -> u64 {
        self.counts[cell * self.size + value as usize - 1]
    }

    /// Returns the values of each cell in ascending order, with the number of solutions that have
    /// each.
    pub fn by_cell(&self) -> Vec<BTreeMap<u8, u64>> {
        let of_cell = |cell: usize| {
            let values = 1..=self.size as u8;
            let occurring = values.filter(|value| self.values(cell) >> (value - 1) & 1 != 0);
            occurring
                .map(|value| (value, self.count(cell, value)))
                .collect()
        };
        (0..self.masks.len()).map(of_cell).collect()
    }

    /// Returns how many solutions were counted.
    pub fn solutions(&self) -> u64 {
        self.solutions
    }

    /// Returns whether all solutions were counted.
    pub fn is_exact(&self) -> bool {
        self.end == End::Exhausted
    }

    /// Returns why counting ended.
    pub fn end(&self) -> End {
        self.end
    }

    /// Returns whether [`values`](Self::values) is complete: every search came to its end.
    pub fn are_known(&self) -> bool {
        self.search == End::Exhausted
    }

    /// Returns why the search for values ended.
    pub fn search_end(&self) -> End {
        self.search
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;

    fn puzzle(text: &str) -> Puzzle {
        text.parse().unwrap()
    }

    #[test]
    fn counts_add_up_to_the_solutions_in_every_cell() {
        let found = TrueCandidates::of(
            &Solver::new().limit(u64::MAX),
            &puzzle("12.. .... .... ...3"),
        );
        assert!(found.is_exact() && found.are_known() && found.solutions() > 1);
        for cell in 0..16 {
            let counts = (1..=4).map(|value| found.count(cell, value));
            assert_eq!(counts.sum::<u64>(), found.solutions());
            let occurs = |value: &u8| found.values(cell) >> (value - 1) & 1 == 1;
            assert!((1..=4).all(|value| occurs(&value) == (found.count(cell, value) > 0)));
        }
    }

    #[test]
    fn a_limit_hides_no_value() {
        let puzzle = puzzle("1... .... ...2 ....");
        let all = TrueCandidates::of(&Solver::new().limit(u64::MAX), &puzzle);
        for limit in [1, 2, 5] {
            let some = TrueCandidates::of(&Solver::new().limit(limit), &puzzle);
            assert_eq!((some.solutions(), some.is_exact()), (limit, false));
            assert!(some.are_known());
            assert!((0..16).all(|cell| some.values(cell) == all.values(cell)));
            assert!((0..16).all(|cell| some.count(cell, 1) <= all.count(cell, 1)));
        }
    }

    #[test]
    fn without_a_solution_there_is_no_value() {
        let found = TrueCandidates::of(&Solver::new(), &puzzle("123. ...4 .... ...."));
        assert_eq!((found.solutions(), found.is_exact()), (0, true));
        assert!((0..16).all(|cell| found.values(cell) == 0));
    }

    #[test]
    fn a_budget_is_reported() {
        let empty = Puzzle::new(Shape::with_size(16).unwrap());
        let found = TrueCandidates::of(&Solver::new().limit(u64::MAX).node_limit(2), &empty);
        assert!(!found.is_exact() && !found.are_known());
        assert_eq!(found.search_end(), End::NodeLimit);
    }
}
