//! Bidirectional cycles and forcing chains, in which every node has one parent.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::super::argument::{Argument, Cases, claim};
use super::super::step::removed_candidates;
use super::super::technique::{Links, Technique};
use super::links::{Id, Ids, LinkGraph, Target, insert};
use super::*;
use crate::bits::bits;
use crate::rate::explainer::grid::{Cells, PEER_SET, count, digits, is_pair};

/// A cycle or forcing chain.
pub struct PlainChain {
    links: Links,
    is_cycle: bool,
    pub rating: f64,
    pub complexity: u32,
    pub eliminations: Eliminations,
    /// From the end back to the source, which a cycle leaves out: its end is the source again.
    nodes: Vec<Link>,
}

impl PlainChain {
    /// The order among equally rated chains of the same length.
    fn sort_key(&self) -> u8 {
        match self.links {
            Links::X => 2,
            Links::Y => 3,
            Links::XY => 4,
        }
    }

    fn rank(&self) -> (f64, u32, u8) {
        (self.rating, self.complexity, self.sort_key())
    }

    /// The nodes of each end with its ancestors. The second end of a cycle is the cycle backwards,
    /// with all states inverted; each node keeps the cause of the one it mirrors.
    pub fn ends(&self) -> Vec<Vec<Link>> {
        let mut ends = vec![self.nodes.clone()];
        if self.is_cycle {
            let invert = |node: &Link| Link {
                is_on: !node.is_on,
                ..*node
            };
            let (source, others) = self.nodes.split_first().expect("a cycle has nodes");
            let mirrored = others.iter().rev().map(invert);
            ends.push([invert(source)].into_iter().chain(mirrored).collect());
        }
        ends
    }

    /// Why the chain proves what it does.
    pub fn argument(&self) -> Argument {
        let chain = self.nodes.iter().rev().copied();
        let proven = match (self.nodes[0], self.is_cycle) {
            (end, false) => claim(end),
            (_, true) => {
                let removed = self.eliminations.candidates();
                removed_candidates(removed.map(|(cell, digit)| (cell, digit as u8 + 1)))
            }
        };
        match self.is_cycle {
            false => Argument::of_chain(Cases::Opposite, chain, proven),
            true => {
                let source = Link {
                    cause: Cause::Assumption,
                    ..self.nodes[0]
                };
                let chain = [source].into_iter().chain(chain);
                Argument::of_chain(Cases::Cycle, chain, proven)
            }
        }
    }

    fn into_hint(self, grid: &Grid, tells: bool) -> Hint {
        let end = self.nodes[0];
        let technique = match (self.is_cycle, self.links, self.complexity) {
            (true, Links::X, 4) => Technique::GeneralizedXWing,
            (true, links, _) => Technique::Cycle(links),
            (false, links, complexity) => Technique::ForcingChain {
                links,
                short: complexity == 6,
            },
        };
        let mut hint = Hint::new(technique, self.rating);
        hint.complexity = self.complexity;
        hint.argument = tells.then(|| Arc::new(self.argument()));
        hint.eliminations = self.eliminations;
        for node in self.nodes.iter().rev() {
            if hint.cells.last() != Some(&node.cell) {
                hint.cells.push(node.cell);
            }
            hint.digits |= 1 << node.digit;
        }
        if !self.is_cycle {
            conclude(
                grid,
                &mut hint,
                end.cell.into(),
                end.digit.into(),
                end.is_on,
            );
        }
        hint
    }
}

/// Gives the easiest chain.
pub fn plain(grid: &Grid, workspace: &mut Workspace<'_>, found: &mut Found<'_>) -> ControlFlow<()> {
    let mut best: Option<PlainChain> = None;
    let is_better = |best: &Option<PlainChain>, rank: (f64, u32, u8)| match best {
        Some(best) => rank < best.rank(),
        None => true,
    };
    search(grid, workspace, &mut best, is_better, |best, chain| {
        *best = Some(chain)
    });
    match best {
        Some(chain) => found(chain.into_hint(grid, workspace.tells)),
        None => ControlFlow::Continue(()),
    }
}

/// All chains, the easiest first; of those that remove the same only the first.
pub fn all(grid: &Grid, workspace: &mut Workspace<'_>) -> Vec<PlainChain> {
    let mut chains = Vec::new();
    search(grid, workspace, &mut chains, |_, _| true, Vec::push);
    chains.sort_by(|a: &PlainChain, b| {
        let ((rating, ..), (other, ..)) = (a.rank(), b.rank());
        let rest = (a.complexity, a.sort_key()).cmp(&(b.complexity, b.sort_key()));
        rating.total_cmp(&other).then(rest)
    });
    let mut kept: Vec<PlainChain> = Vec::new();
    for chain in chains {
        if !kept
            .iter()
            .any(|other| other.eliminations.equals(&chain.eliminations))
        {
            kept.push(chain);
        }
    }
    kept
}

/// The parent of a source.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Node {
    target: Target,
    parent: u32,
}

/// A search from one source. Generations of "on" and "off" nodes alternate, and each follows the
/// one before it in `nodes`.
struct Search<'a> {
    graph: &'a LinkGraph,
    links: Links,
    nodes: Vec<Node>,
}

impl Search<'_> {
    fn start(&mut self, source: Id) {
        self.nodes.clear();
        let cause = Cause::Assumption;
        self.push(Target { id: source, cause }, NONE);
    }

    fn push(&mut self, target: Target, parent: u32) {
        self.nodes.push(Node { target, parent });
    }

    /// Calls `closed` for each cycle through the source with the node that closes it. "Off" nodes
    /// are only compared with the ancestors of the node that they follow from, so they may occur
    /// many times.
    fn cycles(&mut self, source: Id, mut closed: impl FnMut(&Search<'_>, Node)) {
        self.start(source);
        let mut seen: Ids = [0; 12];
        insert(&mut seen, source);
        let (graph, links) = (self.graph, self.links);
        let (mut from, mut generation) = (0, 0);
        while from < self.nodes.len() {
            let end = self.nodes.len();
            for on in from..end {
                for target in graph.weak(self.nodes[on].target.id, links) {
                    if !self.is_off_ancestor(on as u32, target.id) {
                        self.push(*target, on as u32);
                    }
                }
            }
            generation += 2;
            from = self.nodes.len();
            for off in end..from {
                for target in graph.strong(self.nodes[off].target.id, links) {
                    if target.id == source && generation >= 4 {
                        let (target, parent) = (*target, off as u32);
                        closed(self, Node { target, parent });
                    }
                    if insert(&mut seen, target.id) {
                        self.push(*target, off as u32);
                    }
                }
            }
        }
    }

    /// Whether the candidate is off among the ancestors of an "on" node.
    fn is_off_ancestor(&self, on: u32, id: Id) -> bool {
        let mut on = on;
        loop {
            let off = self.nodes[on as usize].parent;
            if off == NONE {
                return false;
            }
            let node = self.nodes[off as usize];
            if node.target.id == id {
                return true;
            }
            on = node.parent;
        }
    }

    /// Returns the first node that contradicts the source.
    fn forcing(&mut self, source: Id, is_on: bool) -> Option<Node> {
        self.start(source);
        let (mut seen_on, mut seen_off): (Ids, Ids) = ([0; 12], [0; 12]);
        insert(if is_on { &mut seen_on } else { &mut seen_off }, source);
        let (graph, links) = (self.graph, self.links);
        let (mut from, mut expands_on) = (0, is_on);
        while from < self.nodes.len() {
            let end = self.nodes.len();
            for index in from..end {
                let at = self.nodes[index].target.id;
                let parent = index as u32;
                if expands_on {
                    let cause = is_on.then(|| graph.weak_cause(at, source, links));
                    if let Some(cause) = cause.flatten() {
                        let target = Target { id: source, cause };
                        return Some(Node { target, parent });
                    }
                    for target in graph.weak(at, links) {
                        if insert(&mut seen_off, target.id) {
                            self.push(*target, parent);
                        }
                    }
                } else {
                    for target in graph.strong(at, links) {
                        if !is_on && target.id == source {
                            let target = *target;
                            return Some(Node { target, parent });
                        }
                        if insert(&mut seen_on, target.id) {
                            self.push(*target, parent);
                        }
                    }
                }
            }
            (from, expands_on) = (end, !expands_on);
        }
        None
    }

    /// The nodes from an end back to the source.
    fn chain(&self, end: Node, is_on: bool) -> Vec<Link> {
        let (mut chain, mut node, mut is_on) = (Vec::new(), end, is_on);
        loop {
            let (cell, digit) = self.graph.place(node.target.id);
            chain.push(Link {
                cell: cell as u8,
                digit: digit as u8,
                is_on,
                cause: node.target.cause,
            });
            if node.parent == NONE {
                return chain;
            }
            (node, is_on) = (self.nodes[node.parent as usize], !is_on);
        }
    }
}

/// Finds chains in the order of the original. `is_wanted` is asked by rank before a chain is
/// examined further.
fn search<T>(
    grid: &Grid,
    workspace: &mut Workspace<'_>,
    collected: &mut T,
    is_wanted: impl Fn(&T, (f64, u32, u8)) -> bool,
    add: impl Fn(&mut T, PlainChain),
) {
    let mut graph = workspace.links.take().unwrap_or_else(LinkGraph::new);
    graph.fill(grid);
    if !graph.has_refuted() {
        workspace.links = Some(graph);
        return;
    }
    let mut search = Search {
        graph: &graph,
        links: Links::X,
        nodes: Vec::with_capacity(512),
    };
    for links in [Links::X, Links::Y, Links::XY] {
        search.links = links;
        let mut propose = |chain: Vec<Link>, is_cycle: bool| {
            let complexity = chain.len() as u32;
            let base = match (links, is_cycle) {
                (Links::XY, _) => 7.0,
                (_, true) => 6.5,
                (_, false) => 6.6,
            };
            let mut chain = PlainChain {
                links,
                is_cycle,
                rating: base + length_rating(complexity),
                complexity,
                eliminations: Eliminations::default(),
                nodes: chain,
            };
            if !is_wanted(collected, chain.rank()) {
                return;
            }
            chain.eliminations = match is_cycle {
                true => around_cycle(grid, &chain.nodes),
                false => {
                    let end = chain.nodes[0];
                    conclusion(grid, end.cell.into(), end.digit.into(), end.is_on)
                }
            };
            if !chain.eliminations.is_empty() {
                add(collected, chain);
            }
        };
        for cell in bits(grid.open_cells()) {
            let candidates = grid.candidates(cell);
            let is_source = match links {
                Links::Y => is_pair(candidates),
                _ => count(candidates) > 1,
            };
            if !is_source || workspace.budget.tick() {
                continue;
            }
            for digit in digits(candidates) {
                // Most sources lead nowhere, which the sets of the graph tell faster than a
                // search. They contain all links; a search with fewer finds no more.
                let source = graph.id(cell, digit);
                if !graph.strong(source, links).is_empty() && graph.may_be_in_cycle(source) {
                    search.cycles(source, |search, end| {
                        let mut chain = search.chain(end, true);
                        chain.pop();
                        propose(chain, true);
                    });
                }
                if links == Links::Y {
                    continue;
                }
                if graph.refutes_itself(source)
                    && let Some(end) = search.forcing(source, true)
                {
                    propose(search.chain(end, false), false);
                }
                if graph.proves_itself(source)
                    && let Some(end) = search.forcing(source, false)
                {
                    propose(search.chain(end, true), false);
                }
            }
        }
    }
    workspace.links = Some(graph);
}

/// The candidates outside of a cycle that see both an "on" and an "off" node of their digit.
fn around_cycle(grid: &Grid, nodes: &[Link]) -> Eliminations {
    let (mut cells, mut seen): (Cells, [[Cells; 9]; 2]) = (0, [[0; 9]; 2]);
    for node in nodes {
        cells |= 1 << node.cell;
        seen[usize::from(node.is_on)][node.digit as usize] |= PEER_SET[node.cell as usize];
    }
    let mut eliminations = Eliminations::default();
    let [off, on] = seen;
    for (digit, (off, on)) in off.into_iter().zip(on).enumerate() {
        for cell in bits(off & on & grid.cells(digit) & !cells) {
            eliminations.add(cell, 1 << digit);
        }
    }
    eliminations
}
