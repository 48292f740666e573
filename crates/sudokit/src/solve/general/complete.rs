//! Random completion of a position.
//!
//! Uses the propagation of the search, but chooses at random: any of the cells with the fewest
//! candidates, and its values in any order. A random start may be unlucky, especially on large
//! boards, so the attempt restarts after some nodes, with a larger budget each time.

use crate::puzzle::Puzzle;
use crate::random::Random;
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
    let shape = puzzle.shape();
    let mut propagator = Propagator::new(shape, shape.geometry());
    let Ok(start) = propagator.start(puzzle) else {
        return Completion::Impossible;
    };
    let (mut left, mut attempt_nodes) = (nodes, FIRST_ATTEMPT);
    while left > 0 && !cancel.is_cancelled() {
        let granted = attempt_nodes.min(left);
        match attempt(&mut propagator, &start, random, granted, cancel) {
            Completion::Unknown => {}
            known => return known,
        }
        left -= granted;
        attempt_nodes += attempt_nodes / 2;
    }
    Completion::Unknown
}

/// A cell to decide, and the position in which to do so.
struct Choice {
    state: SearchState,
    cell: usize,
    /// The candidates not yet tried.
    left: u64,
}

fn attempt(
    propagator: &mut Propagator<'_>,
    start: &SearchState,
    random: &mut Random,
    nodes: u64,
    cancel: &CancelToken,
) -> Completion {
    let geometry = propagator.geometry();
    if start.open == 0 {
        return Completion::Found(start.values(geometry));
    }
    let mut choices = vec![choose(start.clone(), geometry.cells, random)];
    // On the largest boards a position takes 130 kB, so its memory is used again.
    let mut spare: Vec<SearchState> = Vec::new();
    for _ in 0..nodes {
        if cancel.is_cancelled() {
            break;
        }
        let Some(choice) = choices.last_mut() else {
            return Completion::Impossible;
        };
        if choice.left == 0 {
            spare.extend(choices.pop().map(|choice| choice.state));
            continue;
        }
        let value = pick_bit(choice.left, random);
        choice.left &= !(1 << value);
        let mut state = spare.pop().unwrap_or_default();
        match choice.left {
            // The search never returns to this position: move it instead of copying it.
            0 => std::mem::swap(&mut state, &mut choice.state),
            _ => state.copy_from(&choice.state),
        }
        match propagator.assign(&mut state, choice.cell, value) {
            Err(Contradiction) => spare.push(state),
            Ok(()) if state.open == 0 => return Completion::Found(state.values(geometry)),
            Ok(()) => choices.push(choose(state, geometry.cells, random)),
        }
    }
    Completion::Unknown
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
    use crate::shape::Shape;

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
