//! Last resorts: forcing chains and nets, templates, brute force.
//!
//! Chains follow one cause at a time (`spread`), nets all at once (`net`). Both use the cells and
//! houses where one of several candidates must be true (`units`), and record the causes of every
//! consequence, so that a step lists only what its conclusion needs (`argument`). A conclusion that
//! places a value comes first, then the one with the shortest argument.

pub(in crate::logic) mod argument;
mod forcing_chains;
mod net;
mod nets;
pub(in crate::logic) mod spread;
mod templates;
mod units;

use super::board::Board;
use super::find::{Search, StepCollector};
use super::step::Step;
use super::technique::Technique;
use crate::Solver;

/// Finds the steps of one technique of this family.
pub(super) fn find(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    match technique {
        Technique::Nishio => nets::nishio(board, found),
        Technique::ForcingChain => forcing_chains::forcing_chains(board, found),
        Technique::ForcingNet => nets::forcing_nets(board, found),
        Technique::TemplateSet => templates::set(board, found),
        Technique::TemplateDelete => templates::delete(board, found),
        _ => brute_force(board, found),
    }
}

/// Brute force: takes the value of the middle open cell from a solution, if there is one. It is the
/// only technique that uses a solution, and the last one tried.
fn brute_force(board: &Board, found: &mut StepCollector) -> Search {
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
