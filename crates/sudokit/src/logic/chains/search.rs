//! The search for chains that eliminate something, and the choice among them.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::links::{Kind, LinkingSet, Links, contains, insert, members};
use super::reach::Reach;
use super::trails::{Once, Trails};
use crate::logic::almost_locked_sets::list_set;
use crate::logic::board::{Board, values_of};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::{Candidate, Chain, Node, Step};
use crate::logic::technique::Technique;

/// A chain of fewer links than this is a plain strong link, which eliminates nothing new.
const FEWEST_LINKS: u16 = 3;

/// A chain and its eliminations.
struct Finding {
    rank: Rank,
    chain: Vec<u16>,
    is_loop: bool,
    removed: Vec<u64>,
}

/// The order of preference between chains; the smallest is taken.
type Rank = (Reverse<u32>, u32, u16);

/// Finds the chains of one kind, best first.
pub(super) fn chains(
    technique: Technique,
    board: &Board,
    kind: Kind,
    most_links: u16,
    found: &mut StepCollector,
) -> Search {
    let links = Links::new(board, kind);
    let mut reach = Reach::new(&links);
    let mut choice = Choice {
        board,
        kind,
        wants_all: found.wants_all(),
        best: Vec::new(),
        known: HashMap::new(),
        removed: vec![0; links.words()],
        improper: Vec::new(),
    };
    // Every chain is found again from its other end.
    let is_wanted = |start, end, length| end >= start && length >= FEWEST_LINKS;
    for start in members(links.linked()) {
        reach.follow(&links, start, most_links);
        for (end, length) in reach.ends() {
            if is_wanted(start, end, length) {
                choice.consider(&links, (start, end, length), || reach.chain(end));
            }
        }
    }
    if choice.wants_all && kind.has_sets() {
        for start in members(links.linked()) {
            choice.close_loops(&links, &mut reach, start);
        }
    }
    // A rating takes the best chain, and the others would make no difference to it.
    if choice.wants_all {
        let once = match kind.has_sets() {
            true => Once::Nodes,
            false => Once::Cells,
        };
        let mut trails = Trails::new(&links, once);
        for start in std::mem::take(&mut choice.improper) {
            trails.follow(&links, start, most_links);
            for (index, end, length) in trails.ends() {
                if is_wanted(start, end, length) {
                    choice.consider(&links, (start, end, length), || trails.chain(index));
                }
            }
        }
    }
    choice.best.sort_by_key(|finding| finding.rank);
    for finding in &choice.best {
        let step = step(technique, &links, finding);
        let placing = placing(&step).filter(|_| found.wants_variants());
        found.add(step)?;
        if let Some(step) = placing {
            found.add(step)?;
        }
    }
    Search::Continue(())
}

/// Returns the step that places the value of a chain of one value that proves its own start. The
/// eliminations follow from the placement.
fn placing(step: &Step) -> Option<Step> {
    let nodes = &step.pattern.chains.first()?.nodes;
    let (first, last) = (nodes.first()?, nodes.last()?);
    let is_proof = step.technique == Technique::XChain && first.cells == last.cells;
    match first.cells[..] {
        [cell] if is_proof => {
            let mut step = step.clone();
            step.eliminations.clear();
            Some(step.placing(cell.into(), first.value))
        }
        _ => None,
    }
}

/// The chains to report so far: the best one, or the best for each effect.
struct Choice<'a> {
    board: &'a Board,
    kind: Kind,
    wants_all: bool,
    best: Vec<Finding>,
    /// The finding for each set of eliminations, if all are wanted.
    known: HashMap<Vec<u64>, usize>,
    /// A buffer for the eliminations of the current chain.
    removed: Vec<u64>,
    /// The starts of chains with an effect of their own that visit a cell twice.
    improper: Vec<usize>,
}

impl Choice<'_> {
    /// Considers a chain with this start, end and number of links. Its nodes are made only if they
    /// are needed.
    fn consider(
        &mut self,
        links: &Links,
        (start, end, length): (usize, usize, u16),
        nodes: impl Fn() -> Vec<u16>,
    ) {
        if self.kind == Kind::Pairs && links.place(start).value != links.place(end).value {
            return;
        }
        let is_loop = contains(links.weak(start), end);
        let mut chain = Vec::new();
        if is_loop {
            chain = nodes();
            self.removed.fill(0);
            for pair in 0..chain.len() / 2 {
                let next = chain[(2 * pair + 2) % chain.len()];
                self.remove_between(links, chain[2 * pair + 1] as usize, next as usize);
                self.remove_around_set(links, chain[2 * pair] as usize, chain[2 * pair + 1].into());
            }
        } else {
            self.removed.fill(0);
            self.remove_between(links, start, end);
        }
        if start == end && self.kind != Kind::OneValue {
            self.keep_to_cell(links, start);
        }
        self.keep_candidates(links);
        let count: u32 = self.removed.iter().map(|word| word.count_ones()).sum();
        if count == 0 {
            return;
        }
        let rank = (Reverse(count), self.weight(links), length);
        let rival = match self.wants_all {
            true => self.known.get(&self.removed).copied(),
            false => self.best.first().map(|_| 0),
        };
        if rival.is_some_and(|rival| self.best[rival].rank <= rank) {
            return;
        }
        if !is_loop {
            chain = nodes();
        }
        if !self.is_wanted_kind(links, &chain) {
            return;
        }
        if !self.is_proper(links, &chain) {
            if self.improper.last() != Some(&start) {
                self.improper.push(start);
            }
            return;
        }
        let finding = Finding {
            rank,
            chain,
            is_loop,
            removed: self.removed.clone(),
        };
        match rival {
            Some(rival) => self.best[rival] = finding,
            None => {
                if self.wants_all {
                    self.known.insert(self.removed.clone(), self.best.len());
                }
                self.best.push(finding);
            }
        }
    }

    /// Considers the loops that begin with each link of a node through an almost locked set. What
    /// a loop eliminates depends on its links, and the shortest chains may avoid these.
    fn close_loops(&mut self, links: &Links, reach: &mut Reach, start: usize) {
        for &first in links.strong(start) {
            if links.through(start, first.into()).is_none() {
                continue;
            }
            reach.follow_link(links, start, first.into());
            for (end, length) in reach.ends() {
                if length >= FEWEST_LINKS && contains(links.weak(start), end) {
                    self.consider(links, (start, end, length), || reach.chain(end));
                }
            }
        }
    }

    /// Removes the candidates that two nodes exclude, one of which is true.
    fn remove_between(&mut self, links: &Links, one: usize, other: usize) {
        let both = links.weak(one).iter().zip(links.weak(other));
        for (word, (one, other)) in self.removed.iter_mut().zip(both) {
            *word |= one & other;
        }
    }

    /// Removes what an almost locked set between two nodes of a loop excludes. It loses exactly one
    /// of these two values, so it contains all its others, if need be with the cell that it forces.
    fn remove_around_set(&mut self, links: &Links, one: usize, other: usize) {
        let Some(set) = links.through(one, other).map(|set| links.set(set)) else {
            return;
        };
        let linking = [one, other].map(|node| links.place(node).value);
        for value in values_of(set.values).filter(|value| !linking.contains(value)) {
            let places = set.locked_cells() & self.board.cells(value);
            match places.single() {
                Some(cell) => {
                    let weak = links.weak(links.candidate(cell, value));
                    let removed = self.removed.iter_mut().zip(weak);
                    removed.for_each(|(word, weak)| *word |= weak);
                }
                None => {
                    for cell in self.board.common_peers(places) & self.board.cells(value) {
                        insert(&mut self.removed, links.candidate(cell, value));
                    }
                }
            }
        }
    }

    /// Restricts the eliminations of a chain that proves its own start to the start's cell; the
    /// rest is left to the single that follows.
    fn keep_to_cell(&mut self, links: &Links, start: usize) {
        let cells = links.place(start).cells;
        if cells.len() > 1 {
            return;
        }
        for node in 0..links.candidates() {
            if links.place(node).cells != cells {
                self.removed[node / 64] &= !(1 << (node % 64));
            }
        }
    }

    /// Restricts the eliminations to candidates, because groups are not on the board themselves.
    fn keep_candidates(&mut self, links: &Links) {
        let count = links.candidates();
        if count < links.len() {
            self.removed[count / 64] &= (1 << (count % 64)) - 1;
            self.removed[count / 64 + 1..].fill(0);
        }
    }

    /// Returns a weight that is smaller for candidates that come first on the board, as in HoDoKu.
    fn weight(&self, links: &Links) -> u32 {
        let weighed = members(&self.removed).enumerate().map(|(index, node)| {
            let place = links.place(node);
            let cell = place.cells.first().unwrap_or_default();
            cell as u32 * (1 + 80 * index as u32) + u32::from(place.value)
        });
        weighed.sum()
    }

    /// Returns whether a chain has what its kind is named after: a group, or an almost locked set.
    fn is_wanted_kind(&self, links: &Links, chain: &[u16]) -> bool {
        match self.kind {
            Kind::Grouped => {
                let is_group = |node: &u16| *node as usize >= links.candidates();
                chain.iter().any(is_group)
            }
            Kind::WithSets | Kind::WithForcedCells => {
                let is_set = |link: &[u16]| links.through(link[0].into(), link[1].into()).is_some();
                chain.chunks(2).any(is_set)
            }
            _ => true,
        }
    }

    /// Returns whether a chain visits no cell twice, except for neighbours within a cell and for
    /// the start. The places of an almost locked set overlap, so a chain with such sets only has
    /// to visit no node twice.
    fn is_proper(&self, links: &Links, chain: &[u16]) -> bool {
        if self.kind.has_sets() {
            let is_known = |index: usize| chain[..index].contains(&chain[index]);
            return !(1..chain.len() - 1).any(is_known);
        }
        let place = |node: u16| links.place(node as usize);
        let mut visited = CellSet::EMPTY;
        let mut last = CellSet::EMPTY;
        let returns = chain.first() == chain.last();
        for (index, &node) in chain.iter().enumerate() {
            let cells = place(node).cells;
            let is_return = returns && index + 1 == chain.len();
            if cells != last && visited.meets(cells) && !is_return {
                // A loop may end in the cell where it began, with another value.
                let closes = index + 1 == chain.len() && cells == place(chain[0]).cells;
                if !closes {
                    return false;
                }
            }
            visited |= cells;
            last = cells;
        }
        true
    }
}

fn step(technique: Technique, links: &Links, finding: &Finding) -> Step {
    let places = || finding.chain.iter().map(|node| links.place(*node as usize));
    let mut step = Step::new(technique);
    // The set that makes each strong link, as an index into the sets of the pattern.
    let mut sets = Vec::new();
    for link in finding.chain.chunks(2) {
        let set = links.through(link[0].into(), link[1].into());
        sets.push(set.map(|_| step.pattern.sets.len() as u16));
        if let Some(set) = set {
            let LinkingSet {
                cells,
                values,
                forced,
            } = links.set(set);
            list_set(
                &mut step,
                cells,
                values,
                forced.map_or(0, |cell| cell.taken),
            );
        }
    }
    for place in places() {
        if !step.pattern.values.contains(&place.value) {
            step.pattern.values.push(place.value);
        }
        for cell in place.cells {
            if !step.pattern.cells.contains(&(cell as u16)) {
                step.pattern.cells.push(cell as u16);
            }
        }
    }
    let node = |(index, place): (usize, super::links::Place)| Node {
        cells: place.cells.iter().map(|cell| cell as u16).collect(),
        value: place.value,
        on: index % 2 == 1,
        parents: index
            .checked_sub(1)
            .map(|parent| parent as u16)
            .into_iter()
            .collect(),
        set: if index % 2 == 1 {
            sets[index / 2]
        } else {
            None
        },
        house: None,
    };
    step.pattern.chains.push(Chain {
        nodes: places().enumerate().map(node).collect(),
        is_loop: finding.is_loop,
    });
    step.eliminations = members(&finding.removed)
        .map(|node| {
            let place = links.place(node);
            Candidate::new(place.cells.first().unwrap_or_default(), place.value)
        })
        .collect();
    step
}
