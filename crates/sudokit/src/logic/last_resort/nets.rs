//! Nishio and forcing nets: assumptions that fail, and conclusions that all possibilities share.

use super::argument::{Conflict, Literal, about_subject, conclude};
use super::net::{Net, Scope};
use super::units::Subject;
use crate::logic::board::Board;
use crate::logic::chains::links::members;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::Step;
use crate::logic::technique::Technique;

/// The number of nested assumptions after which a search gives up. The hardest known puzzles need
/// far fewer; a board with many solutions would use up any number.
const NESTED_TRIES: u32 = 100_000;

/// Finds candidates that, if placed, leave no place for the same value in another house.
pub(super) fn nishio(board: &Board, found: &mut StepCollector) -> Search {
    let mut net = Net::new(board, Scope::OneValue);
    let assumptions = (0..net.links.candidates()).map(Literal::on);
    let failures = failures(&mut net, assumptions.collect(), &mut Tables::none());
    refute(Technique::Nishio, &mut net, failures, found)
}

/// Finds assumptions that fail and conclusions that all possibilities share, or else a nested
/// refutation.
pub(super) fn forcing_nets(board: &Board, found: &mut StepCollector) -> Search {
    let mut net = Net::new(board, Scope::All);
    let mut tables = Tables::new(&net);
    let candidates = 0..net.links.candidates();
    let assumptions = candidates.flat_map(|node| [Literal::on(node), Literal::off(node)]);
    let failures = failures(&mut net, assumptions.collect(), &mut tables);
    let none_fails = failures.is_empty();
    refute(Technique::ForcingNet, &mut net, failures, found)?;
    let verities = verities(&mut net, &tables);
    if none_fails && verities.is_empty() {
        return refute_nested(&mut net, found);
    }
    for verity in verities {
        found.add(verity_step(&mut net, &verity))?;
    }
    Search::Continue(())
}

/// Finds an assumption that fails if further assumptions are tried under it. This is slow, so the
/// search ends with the first.
fn refute_nested(net: &mut Net, found: &mut StepCollector) -> Search {
    let mut candidates = 0..net.links.candidates();
    let mut tries = NESTED_TRIES;
    match candidates.find(|node| net.follow_nested(Literal::on(*node), &mut tries)) {
        Some(node) => add_refutation(Technique::ForcingNet, net, Literal::on(node), found),
        None => Search::Continue(()),
    }
}

/// The consequences of each assumption that does not fail: two sets of nodes for each candidate
/// being true, and two for its being false.
struct Tables {
    words: usize,
    rows: Vec<u64>,
}

impl Tables {
    /// Creates tables that store nothing.
    fn none() -> Tables {
        Tables {
            words: 0,
            rows: Vec::new(),
        }
    }

    fn new(net: &Net) -> Tables {
        let words = net.links.words();
        Tables {
            words,
            rows: vec![0; net.links.candidates() * 4 * words],
        }
    }

    fn keep(&mut self, assumption: Literal, net: &Net) {
        if self.words > 0 {
            let row = self.row(assumption);
            self.rows[row..][..self.words].copy_from_slice(&net.on);
            self.rows[row + self.words..][..self.words].copy_from_slice(&net.off);
        }
    }

    /// Returns the nodes that are true under an assumption and, in the second half, those that are
    /// false.
    fn get(&self, assumption: Literal) -> &[u64] {
        &self.rows[self.row(assumption)..][..2 * self.words]
    }

    fn row(&self, assumption: Literal) -> usize {
        (usize::from(assumption.node) * 2 + usize::from(assumption.on)) * 2 * self.words
    }
}

/// Returns the assumptions that fail; those whose failure places a value come first, then those
/// with the smallest nets.
fn failures(net: &mut Net, assumptions: Vec<Literal>, tables: &mut Tables) -> Vec<Literal> {
    let mut failures: Vec<(usize, Literal)> = Vec::new();
    for assumption in assumptions {
        match net.follow(assumption) {
            true => failures.push((net.conflict_size(), assumption)),
            false => tables.keep(assumption, net),
        }
    }
    failures.sort_by_key(|(size, assumption)| (assumption.on, *size));
    failures
        .into_iter()
        .map(|(_, assumption)| assumption)
        .collect()
}

fn refute(
    technique: Technique,
    net: &mut Net,
    failures: Vec<Literal>,
    found: &mut StepCollector,
) -> Search {
    for assumption in failures {
        net.follow(assumption);
        add_refutation(technique, net, assumption, found)?;
    }
    Search::Continue(())
}

/// Adds the step that follows from the conflict just found.
fn add_refutation(
    technique: Technique,
    net: &Net,
    assumption: Literal,
    found: &mut StepCollector,
) -> Search {
    let Some((account, conflict)) = net.conflict_account() else {
        return Search::Continue(());
    };
    let mut step = conclude(technique, &net.links, assumption.opposite());
    if let Conflict::Nothing(subject) = conflict {
        step = about_subject(step, subject);
    }
    step.pattern.refutations = net.refutations(&account);
    step.pattern.chains.push(account.into_chain(&net.links));
    found.add(step)
}

/// Several assumptions of which one must be true, and a conclusion that follows from all of them.
struct Verity {
    assumptions: Vec<Literal>,
    subject: Option<Subject>,
    conclusion: Literal,
    size: usize,
}

/// Finds conclusions that follow from all values of a cell, from all places of a value in a house,
/// or from a candidate both if it is true and if it is false. Those that place a value come first,
/// then those with the smallest nets.
fn verities(net: &mut Net, tables: &Tables) -> Vec<Verity> {
    let mut verities = Vec::new();
    for unit in 0..net.units.len() {
        let members = net.units.members(unit).iter();
        let assumptions: Vec<Literal> = members.map(|node| Literal::on(*node as usize)).collect();
        collect(
            tables,
            assumptions,
            Some(net.units.subject(unit)),
            &mut verities,
        );
    }
    for node in 0..net.links.candidates() {
        collect(
            tables,
            vec![Literal::on(node), Literal::off(node)],
            None,
            &mut verities,
        );
    }
    for verity in &mut verities {
        for assumption in &verity.assumptions {
            net.follow(*assumption);
            verity.size += net.size(&[verity.conclusion]);
        }
    }
    verities.sort_by_key(|verity| (!verity.conclusion.on, verity.size));
    verities
}

fn collect(
    tables: &Tables,
    assumptions: Vec<Literal>,
    subject: Option<Subject>,
    verities: &mut Vec<Verity>,
) {
    // A unit with one candidate is a single and needs no net.
    let [first, rest @ ..] = &assumptions[..] else {
        return;
    };
    if rest.is_empty() {
        return;
    }
    let mut common = tables.get(*first).to_vec();
    for assumption in rest {
        for (word, other) in common.iter_mut().zip(tables.get(*assumption)) {
            *word &= other;
        }
    }
    let (on, off) = common.split_at(tables.words);
    let conclusions = members(on)
        .map(Literal::on)
        .chain(members(off).map(Literal::off));
    verities.extend(conclusions.map(|conclusion| Verity {
        assumptions: assumptions.clone(),
        subject,
        conclusion,
        size: 0,
    }));
}

fn verity_step(net: &mut Net, verity: &Verity) -> Step {
    let mut step = conclude(Technique::ForcingNet, &net.links, verity.conclusion);
    if let Some(subject) = verity.subject {
        step = about_subject(step, subject);
    }
    for assumption in &verity.assumptions {
        net.follow(*assumption);
        let account = net.account(&[verity.conclusion]);
        step.pattern.chains.push(account.into_chain(&net.links));
    }
    step
}
