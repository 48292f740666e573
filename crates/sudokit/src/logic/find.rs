//! Calls the finder of a technique, and collects its first step or all of them.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::board::Board;
use super::step::{Candidate, Chain, Step};
use super::technique::{Family, Technique};
use super::{
    almost_locked_sets, chains, colouring, exotic, fish, intersections, last_resort, single_digit,
    singles, subsets, uniqueness, wings,
};

/// The result of a finder: `Break` once no more steps are wanted.
///
/// A finder passes every step to [`StepCollector::add`] and applies `?` to the result, so it stops
/// if the first step is enough and continues if all are wanted.
pub(super) type Search = ControlFlow<()>;

/// Collects steps.
pub(super) struct StepCollector {
    steps: Vec<Step>,
    wants_all: bool,
    wants_variants: bool,
    /// The effects of the steps so far, so that each is listed once per technique.
    effects: HashSet<(Technique, Vec<Candidate>, Vec<Candidate>)>,
}

impl StepCollector {
    /// Adds a step. Ignores steps without effect, and those with the same effect as another of the
    /// same technique.
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

    /// Returns whether all steps are wanted. A finder that sorts its steps by simplicity may
    /// collect them itself and add the simplest first.
    pub(super) fn wants_all(&self) -> bool {
        self.wants_all
    }

    /// Returns whether the optional variants of the technique are wanted, which ratings do not use.
    pub(super) fn wants_variants(&self) -> bool {
        self.wants_variants
    }
}

/// Returns the first step of a technique.
pub(super) fn first(technique: Technique, with_variants: bool, board: &Board) -> Option<Step> {
    let steps = find(technique, board, false, with_variants);
    steps.into_iter().next()
}

/// Returns all steps of a technique.
pub(super) fn all(technique: Technique, with_variants: bool, board: &Board) -> Vec<Step> {
    find(technique, board, true, with_variants)
}

fn find(technique: Technique, board: &Board, wants_all: bool, wants_variants: bool) -> Vec<Step> {
    let mut found = StepCollector {
        steps: Vec::new(),
        wants_all,
        wants_variants,
        effects: HashSet::new(),
    };
    // Whether the search ended early does not matter here.
    let _ = search(technique, board, &mut found);
    for step in &mut found.steps {
        note_houses(board, step);
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
        // The others need sets of cells, which large boards do not have.
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

/// Records the houses of the links in the chains of a step.
///
/// Two cells may share a line and a box, and only one of these may have lost all other places of
/// the value. The search does not care which; the words must name the right one.
fn note_houses(board: &Board, step: &mut Step) {
    let cases = step.pattern.refutations.iter_mut();
    let cases = cases.map(|refutation| &mut refutation.case);
    for chain in step.pattern.chains.iter_mut().chain(cases) {
        for index in 0..chain.nodes.len() {
            chain.nodes[index].house = house(board, chain, index);
        }
    }
}

/// Returns the house in which a node is the only place left for its value once its parents are
/// false. A box or another area comes before a line, because it is easier to see.
fn house(board: &Board, chain: &Chain, index: usize) -> Option<u16> {
    let node = &chain.nodes[index];
    let parents = node.parents.iter();
    let parents = parents.filter_map(|parent| chain.nodes.get(*parent as usize));
    let is_place_left = node.on
        && node.set.is_none()
        && parents.clone().next().is_some()
        && parents.clone().all(|p| !p.on && p.value == node.value);
    if !is_place_left {
        return None;
    }
    let is_named =
        |cell: u16| node.cells.contains(&cell) || parents.clone().any(|p| p.cells.contains(&cell));
    let houses = board.shape().houses();
    let leaves_it = |house: &usize| {
        let cells = houses[*house].cells();
        // A house with fewer cells than values need not contain them all.
        cells.len() == board.size()
            && node.cells.iter().all(|cell| cells.contains(cell))
            && board
                .places_as_cells(*house, node.value)
                .all(|cell| is_named(cell as u16))
    };
    let lines = 2 * board.size();
    let mut by_ease = (lines..houses.len()).chain(0..lines);
    by_ease.find(leaves_it).map(|house| house as u16)
}
