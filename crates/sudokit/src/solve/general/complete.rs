//! Random completion of a position.
//!
//! Uses the propagation of the search, but chooses at random: any of the cells with the fewest
//! candidates, and its values in any order. A random start may be unlucky, especially on large
//! boards, so the attempt restarts after some nodes, with a larger budget each time.

use crate::puzzle::Puzzle;
use crate::random::Random;
use crate::shape::Shape;
use crate::solve::CancelToken;
use crate::solve::propagate::{Contradiction, Propagator, SearchState, is_single};

/// The result of an attempt to complete a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Completion {
    /// A solution.
    Found(Vec<u8>),
    /// There is no solution.
    Impossible,
    /// No solution was found within the budget.
    Unknown,
}

/// The number of nodes of the first attempt; each later one has half as many again.
const FIRST_ATTEMPT: u64 = 200;

/// Completes a position at random with at most `nodes` nodes. The result depends only on the
/// position and the random numbers.
pub(crate) fn complete(
    puzzle: &Puzzle,
    random: &mut Random,
    nodes: u64,
    cancel: &CancelToken,
) -> Completion {
    Completer::new(puzzle.shape()).complete(puzzle, random, nodes, cancel)
}

/// Completes positions of one shape, one after the other, with the same memory.
pub(crate) struct Completer<'s> {
    propagator: Propagator<'s>,
    /// Positions that are not needed any more: on the largest boards one takes 130 kB.
    spare: Vec<SearchState>,
}

impl<'s> Completer<'s> {
    pub fn new(shape: &'s Shape) -> Completer<'s> {
        Completer {
            propagator: Propagator::new(shape, shape.geometry()),
            spare: Vec::new(),
        }
    }

    /// Does the same as [`complete`] for a puzzle of this shape.
    pub fn complete(
        &mut self,
        puzzle: &Puzzle,
        random: &mut Random,
        nodes: u64,
        cancel: &CancelToken,
    ) -> Completion {
        let Ok(start) = self.propagator.start(puzzle) else {
            return Completion::Impossible;
        };
        let (mut left, mut attempt_nodes) = (nodes, FIRST_ATTEMPT);
        let mut choices = Vec::new();
        while left > 0 && !cancel.is_cancelled() {
            let granted = attempt_nodes.min(left);
            let found = self.attempt(&start, &mut choices, random, granted, cancel);
            let left_behind = choices.drain(..).map(|choice| choice.state);
            self.spare.extend(left_behind);
            if found != Completion::Unknown {
                return found;
            }
            left -= granted;
            attempt_nodes += attempt_nodes / 2;
        }
        Completion::Unknown
    }

    /// Tries some nodes. The positions on the way to the last one are left in `choices`.
    fn attempt(
        &mut self,
        start: &SearchState,
        choices: &mut Vec<Choice>,
        random: &mut Random,
        nodes: u64,
        cancel: &CancelToken,
    ) -> Completion {
        let geometry = self.propagator.geometry();
        if start.open == 0 {
            return Completion::Found(start.values(geometry));
        }
        let mut first = self.spare.pop().unwrap_or_default();
        first.copy_from(start);
        choices.push(choose(first, geometry.cells, random));
        for _ in 0..nodes {
            if cancel.is_cancelled() {
                break;
            }
            let Some(choice) = choices.last_mut() else {
                return Completion::Impossible;
            };
            if choice.left == 0 {
                self.spare.extend(choices.pop().map(|choice| choice.state));
                continue;
            }
            let value = pick_bit(choice.left, random);
            choice.left &= !(1 << value);
            let mut state = self.spare.pop().unwrap_or_default();
            match choice.left {
                // The search never returns to this position: move it instead of copying it.
                0 => std::mem::swap(&mut state, &mut choice.state),
                _ => state.copy_from(&choice.state),
            }
            match self.propagator.assign(&mut state, choice.cell, value) {
                Err(Contradiction) => self.spare.push(state),
                Ok(()) if state.open == 0 => return Completion::Found(state.values(geometry)),
                Ok(()) => choices.push(choose(state, geometry.cells, random)),
            }
        }
        Completion::Unknown
    }
}

/// A cell to decide, and the position in which to do so.
struct Choice {
    state: SearchState,
    cell: usize,
    /// The candidates not yet tried.
    left: u64,
}

/// Chooses any of the cells with the fewest candidates.
fn choose(state: SearchState, cells: usize, random: &mut Random) -> Choice {
    let open = (0..cells).filter(|cell| !is_single(state.word(*cell)));
    let fewest = open.clone().map(|cell| state.word(cell).count_ones()).min();
    let smallest: Vec<usize> = open
        .filter(|cell| Some(state.word(*cell).count_ones()) == fewest)
        .collect();
    let cell = smallest[random.place(smallest.len())];
    Choice {
        left: state.word(cell),
        state,
        cell,
    }
}

/// Returns the index of a random bit of a mask that is not empty.
pub(super) fn pick_bit(mask: u64, random: &mut Random) -> u32 {
    let skipped = random.place(mask.count_ones() as usize);
    (0..skipped)
        .fold(mask, |rest, _| rest & (rest - 1))
        .trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Grid, Origin};

    fn completed(puzzle: &Puzzle, stream: u64) -> Completion {
        complete(
            puzzle,
            &mut Random::new(1, stream),
            1 << 20,
            &CancelToken::new(),
        )
    }

    #[test]
    fn boards_of_every_shape_are_completed() {
        for name in ["4", "6", "3x3+diagonals", "9+windows", "1x7", "12", "16"] {
            let empty = Puzzle::new(name.parse().expect("a shape"));
            for stream in 0..3 {
                let Completion::Found(values) = completed(&empty, stream) else {
                    panic!("{name} was not completed");
                };
                assert!(
                    Grid::trusted(empty.shape().clone(), values).solves(&empty),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn all_grids_of_a_small_board_occur() {
        let empty = Puzzle::new(Shape::with_size(4).expect("a shape"));
        let mut found: Vec<_> = (0..4_000)
            .map(|stream| format!("{:?}", completed(&empty, stream)))
            .collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), 288);
    }

    #[test]
    fn an_impossible_position_is_recognised() {
        let mut puzzle = Puzzle::new(Shape::with_size(4).expect("a shape"));
        for (cell, value) in [(0, 1), (1, 2), (6, 3), (10, 4), (3, 4)] {
            puzzle.set(cell, value, Origin::Given);
        }
        assert_eq!(completed(&puzzle, 0), Completion::Impossible);
    }
}
