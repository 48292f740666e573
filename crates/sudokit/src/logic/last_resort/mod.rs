//! What is left when nothing else is: forcing chains and nets, templates, brute force.
//!
//! Chains follow one cause at a time (`spread`), nets everything at once (`net`); both know where
//! one of several candidates must be true (`units`) and keep for every consequence what it
//! follows from, so that only what the conclusion needs is told (`argument`). Of several
//! conclusions one that places a value is taken first, then the one that needs the least.

pub(in crate::logic) mod argument;
mod brute_force;
mod forcing_chains;
mod net;
mod nets;
pub(in crate::logic) mod spread;
mod templates;
mod units;

use super::board::Board;
use super::find::{Search, StepCollector};
use super::technique::Technique;

/// The steps of one technique of this family.
pub(super) fn find(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    match technique {
        Technique::Nishio => nets::nishio(board, found),
        Technique::ForcingChain => forcing_chains::forcing_chains(board, found),
        Technique::ForcingNet => nets::forcing_nets(board, found),
        Technique::TemplateSet => templates::set(board, found),
        Technique::TemplateDelete => templates::delete(board, found),
        _ => brute_force::look_up(board, found),
    }
}
