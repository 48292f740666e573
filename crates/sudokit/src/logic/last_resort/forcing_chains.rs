//! Forcing chains: several plain chains from one start that cannot all be true.
//!
//! An assumption fails if chains make something both true and false (a contradiction), or if they
//! leave no candidate in a cell, or no place for a value in a house. The latter, read backwards,
//! says that every candidate of that cell or house leads to the opposite of the assumption (a
//! verity), which is easier to follow.

use super::argument::{Account, Literal, about_subject, conclude};
use super::spread::{Closures, Spread};
use super::units::Units;
use crate::logic::board::Board;
use crate::logic::chains::links::{Kind, Links, contains, members};
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::Step;
use crate::logic::technique::Technique;

/// The shortest proof that an assumption fails.
struct Failure {
    assumption: Literal,
    reason: Reason,
    links: usize,
}

#[derive(Clone, Copy)]
enum Reason {
    /// A node is both true and false.
    Clash(usize),
    /// No candidate is left in a unit.
    Nothing(usize),
}

/// Finds the assumptions that fail; those that would place a value come first, then those with
/// the fewest links.
pub(super) fn forcing_chains(board: &Board, found: &mut StepCollector) -> Search {
    let links = Links::new(board, Kind::Grouped);
    let units = Units::new(board, &links, true);
    let mut spread = Spread::new(&links);
    let mut failures: Vec<Failure> = failing(&links, &units)
        .into_iter()
        .filter_map(|assumption| explain(&links, &units, &mut spread, assumption))
        .collect();
    failures.sort_by_key(|failure| (failure.assumption.on, failure.links));
    for failure in failures {
        spread.follow(&links, failure.assumption);
        found.add(step(&links, &units, &spread, &failure))?;
    }
    Search::Continue(())
}

/// Returns the assumptions from which chains lead to a contradiction.
fn failing(links: &Links, units: &Units) -> Vec<Literal> {
    let closures = Closures::new(links);
    let (mut on, mut off) = (vec![0; links.words()], vec![0; links.words()]);
    let mut failing = Vec::new();
    for node in 0..links.candidates() {
        let (on_if_false, off_if_false) = closures.if_false(node);
        if fails(units, on_if_false, off_if_false) {
            failing.push(Literal::off(node));
        }
        closures.if_true(links, node, &mut on, &mut off);
        if fails(units, &on, &off) {
            failing.push(Literal::on(node));
        }
    }
    failing
}

fn fails(units: &Units, on: &[u64], off: &[u64]) -> bool {
    on.iter().zip(off).any(|(on, off)| on & off != 0) || empty_units(units, off).next().is_some()
}

/// Returns the units without candidates.
fn empty_units(units: &Units, off: &[u64]) -> impl Iterator<Item = usize> {
    let is_off = |node: &u16| contains(off, *node as usize);
    (0..units.len()).filter(move |unit| {
        let members = units.members(*unit);
        // A unit with one candidate on the board is a single, and needs no chain.
        members.len() > 1 && members.iter().all(is_off)
    })
}

/// Returns the shortest proof that an assumption fails.
fn explain(
    links: &Links,
    units: &Units,
    spread: &mut Spread,
    assumption: Literal,
) -> Option<Failure> {
    spread.follow(links, assumption);
    let depth = |literal: Literal| spread.depth(literal) as usize;
    let both: Vec<u64> = spread
        .on
        .iter()
        .zip(&spread.off)
        .map(|(a, b)| a & b)
        .collect();
    let clashes = members(&both).map(|node| {
        let length = depth(Literal::on(node)) + depth(Literal::off(node));
        (length, Reason::Clash(node))
    });
    let nothing = empty_units(units, &spread.off).map(|unit| {
        let members = units.members(unit).iter();
        let length = members
            .map(|node| depth(Literal::off(*node as usize)))
            .sum();
        (length, Reason::Nothing(unit))
    });
    let (links, reason) = clashes.chain(nothing).min_by_key(|(length, _)| *length)?;
    Some(Failure {
        assumption,
        reason,
        links,
    })
}

fn step(links: &Links, units: &Units, spread: &Spread, failure: &Failure) -> Step {
    let conclusion = failure.assumption.opposite();
    let mut step = conclude(Technique::ForcingChain, links, conclusion);
    match failure.reason {
        Reason::Clash(node) => {
            let mut account = Account::default();
            for end in [Literal::on(node), Literal::off(node)] {
                account.add_chain(spread.chain(end));
            }
            step.pattern.chains.push(account.into_chain(links));
        }
        Reason::Nothing(unit) => {
            step = about_subject(step, units.subject(unit));
            for &member in units.members(unit) {
                let mut account = Account::default();
                account.add_chain(spread.chain_back(Literal::off(member as usize)));
                step.pattern.chains.push(account.into_chain(links));
            }
        }
    }
    step
}
