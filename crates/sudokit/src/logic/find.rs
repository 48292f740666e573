//! Which file finds which technique, and how steps are collected: the first, or all.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::board::Board;
use super::step::{Candidate, Step};
use super::technique::{Family, Technique};
use super::{
    almost_locked_sets, chains, colouring, exotic, fish, intersections, last_places, last_resort,
    single_digit, singles, subsets, uniqueness, wings,
};

/// What a finder answers with: `Break` once no more steps are wanted.
///
/// A finder hands every step to [`StepCollector::add`] with a `?` behind it, so it ends where the first
/// step is enough and goes on where all are wanted.
pub(super) type Search = ControlFlow<()>;

/// Collects steps.
pub(super) struct StepCollector {
    steps: Vec<Step>,
    wants_all: bool,
    /// What the steps collected so far do, so that the same effect is listed once a technique.
    effects: HashSet<(Technique, Vec<Candidate>, Vec<Candidate>)>,
}

impl StepCollector {
    /// Takes a step. Idle ones are ignored, and those that do what another of the same technique
    /// does.
    pub(super) fn add(&mut self, step: Step) -> Search {
        if step.is_idle() {
            return Search::Continue(());
        }
        if !self.wants_all {
            self.steps.push(step);
            return Search::Break(());
        }
        let effect = (
            step.technique,
            step.placements.clone(),
            step.eliminations.clone(),
        );
        if self.effects.insert(effect) {
            self.steps.push(step);
        }
        Search::Continue(())
    }

    /// Whether all steps are wanted. A finder that would have to sort its steps by how simple
    /// they are may collect them itself and add the simplest first.
    pub(super) fn wants_all(&self) -> bool {
        self.wants_all
    }
}

/// The first step of a technique.
pub(super) fn first(technique: Technique, board: &Board) -> Option<Step> {
    find(technique, board, false).into_iter().next()
}

/// All steps of a technique.
pub(super) fn all(technique: Technique, board: &Board) -> Vec<Step> {
    find(technique, board, true)
}

fn find(technique: Technique, board: &Board, wants_all: bool) -> Vec<Step> {
    let mut found = StepCollector {
        steps: Vec::new(),
        wants_all,
        effects: HashSet::new(),
    };
    // Whether the search ended early does not matter here.
    let _ = search(technique, board, &mut found);
    for step in &mut found.steps {
        last_places::note(board, step);
    }
    found.steps
}

fn search(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    match technique.family() {
        Family::Singles => singles::find(technique, board, found),
        Family::Intersections => intersections::find(technique, board, found),
        Family::Subsets => subsets::find(technique, board, found),
        Family::Fish => fish::find(technique, board, found),
        Family::LastResort if technique == Technique::BruteForce => {
            last_resort::find(technique, board, found)
        }
        // The rest think in sets of cells, which large boards do not have.
        _ if !board.has_sets() => Search::Continue(()),
        Family::SingleDigit => single_digit::find(technique, board, found),
        Family::Wings => wings::find(technique, board, found),
        Family::Uniqueness if !board.allows_uniqueness() => Search::Continue(()),
        Family::Uniqueness => uniqueness::find(technique, board, found),
        Family::Colouring => colouring::find(technique, board, found),
        Family::Chains => chains::find(technique, board, found),
        Family::AlmostLockedSets => almost_locked_sets::find(technique, board, found),
        Family::Exotic => exotic::find(technique, board, found),
        Family::LastResort => last_resort::find(technique, board, found),
    }
}
