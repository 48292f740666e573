//! Repeated questions about one grid: is it the only solution once some of its values are removed?
//!
//! A generator that removes givens from a grid asks hundreds of such questions, each about a few
//! more cells than the last. Propagating all givens again for each question would cost more than
//! the search. So the order of the cells is fixed in advance, and the positions that follow from
//! the givens not yet in question are kept: without the next half of the cells, without the next
//! quarter, and so on. Each question then adds only a few givens. What follows from givens does not
//! depend on their order, so the answers are the same.

use std::ops::{ControlFlow, Range};

use super::search::{Observer, Path, Pause, Search, Subtree};
use crate::puzzle::Puzzle;
use crate::shape::Shape;
use crate::solve::CancelToken;
use crate::solve::control::{Control, Meter};
use crate::solve::propagate::{Propagator, SearchState};

/// The smallest range for which a base is worth keeping.
const SMALLEST_RANGE: usize = 4;

/// A grid, and positions that follow from most of its values.
pub(crate) struct Probe<'s> {
    solution: &'s [u8],
    /// The cells to ask about, in this order; those of one entry together.
    order: Vec<Vec<u16>>,
    search: Search<'s>,
    /// From the largest range to the smallest.
    bases: Vec<Base>,
    cancel: &'s CancelToken,
}

/// The position that follows from all givens except those in a range of the order.
struct Base {
    state: SearchState,
    without: Range<usize>,
}

/// How many solutions there are without some values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Solutions {
    One,
    Several,
    /// The search was ended by a budget or cancelled.
    Unknown,
}

impl<'s> Probe<'s> {
    /// Prepares to ask about cells in this order. Cells that are not in it always stay given.
    /// Returns `None` if the values contradict each other.
    pub fn new(
        shape: &'s Shape,
        solution: &'s [u8],
        order: Vec<Vec<u16>>,
        cancel: &'s CancelToken,
    ) -> Option<Probe<'s>> {
        let mut fixed = solution.to_vec();
        for cell in order.iter().flatten() {
            fixed[*cell as usize] = 0;
        }
        let puzzle = Puzzle::from_values(shape.clone(), fixed).ok()?;
        let mut propagator = Propagator::new(shape, shape.geometry());
        let state = propagator.start(&puzzle).ok()?;
        let base = Base {
            state,
            without: 0..order.len(),
        };
        Some(Probe {
            solution,
            order,
            search: Search::new(propagator, Subtree::default()),
            bases: vec![base],
            cancel,
        })
    }

    /// Asks about a range of the order, after everything before it is decided, with a budget of
    /// `nodes`. `values` has 0 where a value is removed or in question. A single cell is tested by
    /// searching for another value in it, unless `shown` asks for a proof from the givens alone.
    pub fn ask(
        &mut self,
        values: &[u8],
        places: Range<usize>,
        nodes: Option<u64>,
        shown: bool,
    ) -> Option<Solutions> {
        self.refine_bases(values, &places);
        let base = self.bases.last()?;
        let mut state = base.state.clone();
        let without = base.without.clone();
        self.add(&mut state, values, without)?;
        let mut known = 1;
        let in_question = || self.order[places.clone()].iter().flatten();
        let gone = in_question().filter(|cell| values[**cell as usize] == 0);
        if let [cell] = gone.copied().collect::<Vec<u16>>()[..]
            && !shown
        {
            let (cell, value) = (cell as usize, self.solution[cell as usize]);
            let struck = self
                .search
                .propagator()
                .remove_candidate(&mut state, cell, value - 1);
            if struck.is_err() {
                return Some(Solutions::One);
            }
            known = 0;
        }
        Some(self.count(state, known, nodes))
    }

    /// Adds bases with smaller ranges around a question, as far as that is worthwhile.
    fn refine_bases(&mut self, values: &[u8], places: &Range<usize>) {
        let is_over = |base: &Base| base.without.end < places.end;
        while self.bases.len() > 1 && self.bases.last().is_some_and(is_over) {
            self.bases.pop();
        }
        while let Some(base) = self.bases.last() {
            let middle = places.start + (base.without.end - places.start) / 2;
            if middle < places.end || middle - places.start < SMALLEST_RANGE {
                return;
            }
            let (mut state, without) = (base.state.clone(), base.without.clone());
            let before = self.add(&mut state, values, without.start..places.start);
            let behind = self.add(&mut state, values, middle..without.end);
            if before.is_none() || behind.is_none() {
                return;
            }
            self.bases.push(Base {
                state,
                without: places.start..middle,
            });
        }
    }

    /// Propagates the givens in a range of the order. Returns `None` if they contradict each other,
    /// which values of one grid never do.
    fn add(&mut self, state: &mut SearchState, values: &[u8], places: Range<usize>) -> Option<()> {
        let cells = self.order[places].iter().flatten();
        let givens = cells.map(|cell| (*cell as usize, values[*cell as usize]));
        let givens = givens.filter(|(_, value)| *value != 0);
        let givens = givens.map(|(cell, value)| (cell, value - 1));
        self.search.propagator().assign_all(state, givens).ok()
    }

    /// Searches for more solutions than are known.
    fn count(&mut self, state: SearchState, known: u64, nodes: Option<u64>) -> Solutions {
        let control = Control::new(nodes, None, self.cancel);
        let mut meter = Meter::new(&control, 1);
        self.search.restart(state);
        let mut counter = Counter { left: known + 1 };
        match self.search.run(&mut meter, &mut counter) {
            _ if counter.left == 0 => Solutions::Several,
            ControlFlow::Continue(()) => Solutions::One,
            ControlFlow::Break(_) => Solutions::Unknown,
        }
    }
}

/// Counts solutions down to 0.
struct Counter {
    left: u64,
}

impl Observer for Counter {
    fn solution(&mut self, _way: &Path, _board: &SearchState) -> ControlFlow<Pause> {
        self.left -= 1;
        match self.left {
            0 => ControlFlow::Break(Pause::Beaten),
            _ => ControlFlow::Continue(()),
        }
    }

    fn checkpoint(&mut self, _search: &mut Search<'_>) -> ControlFlow<Pause> {
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::solve::{Engine, Solver, complete};

    #[test]
    fn answers_are_those_of_a_search_from_scratch() {
        let mut random = Random::new(1, 0);
        let cancel = CancelToken::new();
        for name in ["6", "9+diagonals", "12", "16"] {
            let shape: Shape = name.parse().expect("a shape");
            let empty = Puzzle::new(shape.clone());
            let super::super::Completion::Found(solution) =
                complete(&empty, &mut random, 100_000, &cancel)
            else {
                panic!("{name} was not completed");
            };
            let mut order: Vec<Vec<u16>> = (0..shape.cells() as u16).map(|c| vec![c]).collect();
            random.shuffle(&mut order);
            let mut probe = Probe::new(&shape, &solution, order.clone(), &cancel).expect("a grid");
            let solver = Solver::new().engine(Engine::General).node_limit(50);
            let mut values = solution.clone();
            let mut start = 0;
            while start < order.len() {
                let many = [1, 1, 1, 2, 5][random.place(5)];
                let places = start..(start + many).min(order.len());
                let cells = || order[places.clone()].iter().map(|cell| cell[0] as usize);
                cells().for_each(|cell| values[cell] = 0);
                let mut puzzle = Puzzle::from_values(shape.clone(), values.clone()).expect("fits");
                let mut known = 1;
                if places.len() == 1 {
                    let cell = order[start][0] as usize;
                    let mut masks = vec![shape.all_values(); shape.cells()];
                    masks[cell] &= !(1 << (solution[cell] - 1));
                    puzzle.set_candidates(masks);
                    known = 0;
                }
                let outcome = solver.clone().limit(known + 1).solve(&puzzle);
                let expected = match outcome.count {
                    count if count > known => Solutions::Several,
                    _ if outcome.end.is_early() => Solutions::Unknown,
                    _ => Solutions::One,
                };
                let answer = probe.ask(&values, places.clone(), Some(50), false);
                assert_eq!(answer, Some(expected), "{name}, {places:?}");
                if expected != Solutions::One {
                    cells().for_each(|cell| values[cell] = solution[cell]);
                }
                start = places.end;
            }
        }
    }
}
