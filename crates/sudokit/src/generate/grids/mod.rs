//! Complete grids, drawn at random.

mod uniform;

use super::setup::Setup;
use crate::puzzle::Puzzle;
use crate::random::Random;
use crate::shape::Shape;
use crate::solve::{CancelToken, Completion, complete};

/// A grid that has the clues of a setup, or nothing where none was found in reasonable time.
pub(super) fn draw(setup: &Setup, random: &mut Random) -> Option<Vec<u8>> {
    if setup.shape.is_classic() && setup.clues.clues() == 0 {
        return Some(uniform::draw(random).to_vec());
    }
    let cancel = setup.solver.cancel_token();
    match complete(&setup.clues, random, setup.grid_nodes, cancel) {
        Completion::Found(values) => Some(values),
        Completion::Impossible | Completion::Unknown => None,
    }
}

/// So many search nodes are enough for a random grid of most shapes; 64×64 may need luck.
pub(super) const GRID_NODES: u64 = 1 << 17;

/// A random complete grid of any shape, or `None` where none was found in reasonable time.
///
/// On the classic 9×9 board each grid is exactly as likely as any other. On other boards all grids
/// come up, but not equally often: see the page about generating.
///
/// ```
/// use sudokit::generate::random_grid;
/// use sudokit::random::Random;
/// use sudokit::{Puzzle, Shape};
///
/// let shape = Shape::classic();
/// let grid = random_grid(&shape, &mut Random::new(1, 0)).expect("there are many");
/// assert!(grid.solves(&Puzzle::new(shape)));
/// ```
pub fn random_grid(shape: &Shape, random: &mut Random) -> Option<crate::Grid> {
    let values = if shape.is_classic() {
        uniform::draw(random).to_vec()
    } else {
        let empty = Puzzle::new(shape.clone());
        match complete(&empty, random, GRID_NODES, &CancelToken::new()) {
            Completion::Found(values) => values,
            Completion::Impossible | Completion::Unknown => return None,
        }
    };
    Some(crate::Grid::new(shape.clone(), values))
}
