//! Brute force: one value, looked up in the solution. The only technique that does so, the last
//! one tried, and called what it is.

use crate::Solver;
use crate::logic::board::Board;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::Step;
use crate::logic::technique::Technique;

/// The value of the open cell in the middle of those that are open, if there is a solution.
pub(super) fn look_up(board: &Board, found: &mut StepCollector) -> Search {
    let open: Vec<usize> = (0..board.values().len())
        .filter(|cell| board.value(*cell) == 0)
        .collect();
    let Some(&cell) = open.get(open.len() / 2) else {
        return Search::Continue(());
    };
    match Solver::new().threads(1).first(&board.to_puzzle()).solution {
        Some(solution) => {
            let value = solution.values()[cell];
            let step = Step::new(Technique::BruteForce).placing(cell, value);
            found.add(step.about([value]).in_cells([cell]))
        }
        None => Search::Continue(()),
    }
}
