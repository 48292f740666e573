//! The search for chains that eliminate something, and the choice among them.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::links::{Kind, Links, contains, members};
use super::reach::Reach;
use crate::logic::board::Board;
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
        kind,
        wants_all: found.wants_all(),
        best: Vec::new(),
        known: HashMap::new(),
        removed: vec![0; links.words()],
    };
    for start in members(links.linked()) {
        reach.follow(&links, start, most_links);
        for (end, length) in reach.ends() {
            // Every chain is found again from its other end.
            if end >= start && length >= FEWEST_LINKS {
                choice.consider(&links, &reach, start, end, length);
            }
        }
    }
    choice.best.sort_by_key(|finding| finding.rank);
    for finding in &choice.best {
        found.add(step(technique, &links, finding))?;
    }
    Search::Continue(())
}

/// The chains to report so far: the best one, or the best for each effect.
struct Choice {
    kind: Kind,
    wants_all: bool,
    best: Vec<Finding>,
    /// The finding for each set of eliminations, if all are wanted.
    known: HashMap<Vec<u64>, usize>,
    /// A buffer for the eliminations of the current chain.
    removed: Vec<u64>,
}

impl Choice {
    fn consider(&mut self, links: &Links, reach: &Reach, start: usize, end: usize, length: u16) {
        if self.kind == Kind::Pairs && links.place(start).value != links.place(end).value {
            return;
        }
        let is_loop = contains(links.weak(start), end);
        let mut chain = Vec::new();
        if is_loop {
            chain = reach.chain(end);
            self.removed.fill(0);
            for pair in 0..chain.len() / 2 {
                let next = chain[(2 * pair + 2) % chain.len()];
                self.remove_between(links, chain[2 * pair + 1] as usize, next as usize);
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
            chain = reach.chain(end);
        }
        if !self.is_proper(links, &chain) {
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

    /// Removes the candidates that two nodes exclude, one of which is true.
    fn remove_between(&mut self, links: &Links, one: usize, other: usize) {
        let both = links.weak(one).iter().zip(links.weak(other));
        for (word, (one, other)) in self.removed.iter_mut().zip(both) {
            *word |= one & other;
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

    /// Returns whether a chain visits no cell twice, except for neighbours within a cell and for
    /// the start. If groups are wanted, it must have one.
    fn is_proper(&self, links: &Links, chain: &[u16]) -> bool {
        let place = |node: u16| links.place(node as usize);
        let is_group = |node: &u16| *node as usize >= links.candidates();
        if self.kind == Kind::Grouped && !chain.iter().any(is_group) {
            return false;
        }
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
        set: None,
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
