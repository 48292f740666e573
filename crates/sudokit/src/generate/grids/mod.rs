//! Random complete grids.

mod mixed;
mod uniform;

use std::ops::ControlFlow;

use crate::puzzle::{Grid, Puzzle};
use crate::random::Random;
use crate::shape::Shape;
use crate::solve::{CancelToken, Completion, Engine, Solver, complete, draw};

/// Returns the node limit of the search for a random grid, which is enough for most shapes. A node
/// of a large board costs more, so it gets fewer.
pub(super) fn grid_nodes(shape: &Shape) -> u64 {
    (1 << 17) * 81 / shape.cells() as u64
}

/// On boards larger than this a random completion is rarely found.
const LARGEST_COMPLETED: usize = 25;

/// If there are no more grids than this, all are listed.
const MOST_LISTED: usize = 1_000;

/// The grids of a shape that contain given clues.
#[derive(Clone, Debug)]
pub(super) enum Grids {
    /// All grids of the classic board, with a uniform distribution.
    Classic,
    /// So few that all are listed and drawn uniformly.
    Listed(Vec<Vec<u8>>),
    /// Completed at random, some more often than others.
    Completed(Puzzle),
    /// A regular grid of this shape, changed until nothing of its regularity is left.
    Mixed(Shape),
}

impl Grids {
    /// Returns the completions of a board.
    pub fn new(clues: &Puzzle) -> Grids {
        let is_empty = clues.clues() == 0;
        if is_empty && clues.shape().is_classic() {
            return Grids::Classic;
        }
        let shape = clues.shape();
        if is_empty && shape.is_plain() && shape.size() > LARGEST_COMPLETED {
            return Grids::Mixed(shape.clone());
        }
        let may_be_few = !is_empty || clues.shape().cells() <= 16;
        match may_be_few.then(|| listed(clues)).flatten() {
            Some(grids) => Grids::Listed(grids),
            None => Grids::Completed(clues.clone()),
        }
    }

    /// Draws one of them; returns `None` if none was found in reasonable time.
    pub fn draw(&self, random: &mut Random, cancel: &CancelToken) -> Option<Vec<u8>> {
        match self {
            Grids::Classic => Some(uniform::draw(random).to_vec()),
            Grids::Listed(grids) => grids.get(random.place(grids.len())).cloned(),
            Grids::Completed(clues) => {
                let mut found = complete(clues, random, grid_nodes(clues.shape()), cancel);
                if found == Completion::Unknown {
                    found = draw(clues, random, cancel);
                }
                match found {
                    Completion::Found(values) => Some(values),
                    Completion::Impossible | Completion::Unknown => None,
                }
            }
            Grids::Mixed(shape) => {
                let (rows, columns) = shape.box_size()?;
                let mut values = mixed::regular_grid(rows, columns, random);
                mixed::mix(shape, &mut values, random, cancel);
                Some(values)
            }
        }
    }
}

/// Returns all completions in ascending order, if they are few and found soon.
fn listed(clues: &Puzzle) -> Option<Vec<Vec<u8>>> {
    let mut grids = Vec::new();
    let solver = Solver::new().engine(Engine::General).node_limit(10_000);
    let outcome = solver
        .limit(MOST_LISTED as u64 + 1)
        .each_solution(clues, |values| {
            grids.push(values.to_vec());
            ControlFlow::Continue(())
        });
    let are_few = grids.len() <= MOST_LISTED && !outcome.end.is_early();
    grids.sort_unstable();
    are_few.then_some(grids)
}

/// Returns a random complete grid of any shape, or `None` if none was found in reasonable time.
///
/// On the classic 9×9 board and on 4×4 boards the distribution is uniform. On other boards up to
/// 25×25 every grid can occur, but not equally often. Larger ones start as regular grids and are
/// changed many times; `docs/generate.md` has the details.
///
/// ```
/// use sudokit::generate::random_grid;
/// use sudokit::random::Random;
/// use sudokit::{Puzzle, Shape};
///
/// let shape = Shape::classic();
/// let grid = random_grid(&shape, &mut Random::new(1, 0)).expect("a grid");
/// assert!(grid.solves(&Puzzle::new(shape)));
/// ```
pub fn random_grid(shape: &Shape, random: &mut Random) -> Option<Grid> {
    random_grid_with(shape, random, &CancelToken::new())
}

/// Returns a random complete grid as [`random_grid`] does, unless it is cancelled first. Boards
/// above 25×25 take up to some seconds; a cancelled one may return a grid that is less random.
pub fn random_grid_with(shape: &Shape, random: &mut Random, cancel: &CancelToken) -> Option<Grid> {
    let values = match shape.is_classic() {
        true => uniform::draw(random).to_vec(),
        false => Grids::new(&Puzzle::new(shape.clone())).draw(random, cancel)?,
    };
    Some(Grid::trusted(shape.clone(), values))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn small_grids_are_equally_likely() {
        let shape = Shape::with_size(4).expect("a shape");
        let grids = Grids::new(&Puzzle::new(shape));
        let (mut random, cancel) = (Random::new(1, 0), CancelToken::new());
        let mut counts = BTreeMap::new();
        for _ in 0..28_800 {
            *counts
                .entry(grids.draw(&mut random, &cancel))
                .or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 288);
        // Five standard deviations.
        assert!(
            counts.values().all(|count| count.abs_diff(100) < 50),
            "{counts:?}"
        );
    }

    #[test]
    fn few_completions_are_listed() {
        let clues: Puzzle =
            "53..7....6..195....98....6.8...6...3...8.3...7...2...6.6....28....4.9..5.......79"
                .parse()
                .expect("a puzzle");
        assert!(matches!(Grids::new(&clues), Grids::Listed(grids) if grids.len() == 37));
        let empty = Puzzle::new(Shape::with_size(6).expect("a shape"));
        assert!(matches!(Grids::new(&empty), Grids::Completed(_)));
    }
}
