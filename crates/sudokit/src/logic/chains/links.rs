//! The strong and weak links between candidates, built once for all chains of a search.

use crate::logic::board::{Board, bits, values_of};
use crate::logic::cell_set::CellSet;

/// The links that chains may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::logic) enum Kind {
    /// Only links within a value: X-chains.
    OneValue,
    /// Strong links only within cells of two candidates: XY-chains.
    Pairs,
    /// All links between single candidates.
    Plain,
    /// Also links of groups: the places of a value in the intersection of two houses, taken
    /// together.
    Grouped,
}

/// A value in a cell, or in one of the cells of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::logic) struct Place {
    pub cells: CellSet,
    pub value: u8,
}

/// The candidates of a board, and groups of them, as numbered nodes with their links.
///
/// A *weak* link joins two that cannot both be true, a *strong* link two that cannot both be
/// false. The candidates come first, by cell and then by value; the groups follow.
pub(in crate::logic) struct Links {
    nodes: Vec<Place>,
    candidates: usize,
    /// The number of words in a set of nodes.
    words: usize,
    /// By node: the set of nodes that are weakly linked to it.
    weak: Vec<u64>,
    /// By node: the index in `strong` of its first strong link.
    starts: Vec<u32>,
    strong: Vec<u16>,
    /// The nodes that have a strong link: a chain continues only through these.
    linked: Vec<u64>,
    /// By cell: the index of its first candidate, and the candidates.
    firsts: Vec<u16>,
    masks: Vec<u64>,
}

impl Links {
    pub fn new(board: &Board, kind: Kind) -> Links {
        let mut links = Links::of_candidates(board);
        if kind == Kind::Grouped {
            links.add_groups(board);
        }
        links.words = links.nodes.len().div_ceil(64);
        links.weak = vec![0; links.nodes.len() * links.words];
        links.link_weakly(board, kind != Kind::OneValue);
        links.link_strongly(board, kind);
        links
    }

    fn of_candidates(board: &Board) -> Links {
        let cells = board.values().len();
        let mut nodes = Vec::with_capacity(cells * 4);
        let (mut firsts, mut masks) = (Vec::with_capacity(cells), Vec::with_capacity(cells));
        for cell in 0..cells {
            firsts.push(nodes.len() as u16);
            masks.push(board.candidates(cell));
            nodes.extend(values_of(board.candidates(cell)).map(|value| Place {
                cells: CellSet::of(cell),
                value,
            }));
        }
        Links {
            candidates: nodes.len(),
            nodes,
            words: 0,
            weak: Vec::new(),
            starts: Vec::new(),
            strong: Vec::new(),
            linked: Vec::new(),
            firsts,
            masks,
        }
    }

    /// Adds the groups: the places of each value where two houses share more than one cell.
    fn add_groups(&mut self, board: &Board) {
        let houses = &board.geometry().house_sets;
        let mut crossings: Vec<CellSet> = Vec::new();
        for (index, one) in houses.iter().enumerate() {
            for other in &houses[index + 1..] {
                let crossing = *one & *other;
                // Two houses with the same cells need no group.
                if crossing.len() > 1 && crossing != *one && crossing != *other {
                    crossings.push(crossing);
                }
            }
        }
        crossings.sort_unstable();
        crossings.dedup();
        for value in 1..=board.size() as u8 {
            let from = self.nodes.len();
            for crossing in &crossings {
                let cells = *crossing & board.cells(value);
                let known = self.nodes[from..].iter().any(|node| node.cells == cells);
                if cells.len() > 1 && !known {
                    self.nodes.push(Place { cells, value });
                }
            }
        }
    }

    fn link_weakly(&mut self, board: &Board, within_cells: bool) {
        for node in 0..self.candidates {
            let Place { cells, value } = self.nodes[node];
            let cell = cells.first().unwrap_or_default();
            for peer in board.peers(cell) & board.cells(value) {
                let other = self.candidate(peer, value);
                insert(self.weak_mut(node), other);
            }
            if within_cells {
                let first = self.firsts[cell] as usize;
                for other in first..first + self.masks[cell].count_ones() as usize {
                    if other != node {
                        insert(self.weak_mut(node), other);
                    }
                }
            }
        }
        for group in self.candidates..self.nodes.len() {
            let Place { cells, value } = self.nodes[group];
            let seen = board.common_peers(cells) & board.cells(value);
            for cell in seen {
                let other = self.candidate(cell, value);
                insert(self.weak_mut(group), other);
                insert(self.weak_mut(other), group);
            }
            for other in group + 1..self.nodes.len() {
                let place = self.nodes[other];
                if place.value == value && seen.contains_all(place.cells) {
                    insert(self.weak_mut(group), other);
                    insert(self.weak_mut(other), group);
                }
            }
        }
    }

    fn link_strongly(&mut self, board: &Board, kind: Kind) {
        let mut pairs: Vec<(u16, u16)> = Vec::with_capacity(256);
        if kind != Kind::OneValue {
            for cell in board.pairs() {
                let first = self.firsts[cell];
                pairs.push((first, first + 1));
            }
        }
        if kind != Kind::Pairs {
            self.pair_in_houses(board, &mut pairs);
        }
        if kind == Kind::Grouped {
            self.pair_groups(board, &mut pairs);
        }
        let mirrored: Vec<(u16, u16)> = pairs.iter().map(|(a, b)| (*b, *a)).collect();
        pairs.extend(mirrored);
        pairs.sort_unstable();
        pairs.dedup();
        self.strong = pairs.iter().map(|(_, to)| *to).collect();
        self.starts = vec![0; self.nodes.len() + 1];
        self.linked = vec![0; self.words];
        for (from, _) in &pairs {
            self.starts[*from as usize + 1] += 1;
            insert(&mut self.linked, *from as usize);
        }
        for node in 0..self.nodes.len() {
            self.starts[node + 1] += self.starts[node];
        }
    }

    /// Links the two last places of a value in a house.
    fn pair_in_houses(&self, board: &Board, pairs: &mut Vec<(u16, u16)>) {
        for (index, house) in board.shape().houses().iter().enumerate() {
            // A house with fewer cells than values need not hold them all.
            if house.cells().len() != board.size() {
                continue;
            }
            for value in 1..=board.size() as u8 {
                let places = board.places(index, value);
                if places.count_ones() == 2 {
                    let mut ends = board.cells_at(index, places);
                    if let (Some(one), Some(other)) = (ends.next(), ends.next()) {
                        let pair = (self.candidate(one, value), self.candidate(other, value));
                        pairs.push((pair.0 as u16, pair.1 as u16));
                    }
                }
            }
        }
    }

    /// Links a group with the rest of a house, if the rest is a candidate or another group.
    fn pair_groups(&self, board: &Board, pairs: &mut Vec<(u16, u16)>) {
        for group in self.candidates..self.nodes.len() {
            let Place { cells, value } = self.nodes[group];
            for (index, house) in board.shape().houses().iter().enumerate() {
                let set = board.house(index);
                if house.cells().len() != board.size() || !set.contains_all(cells) {
                    continue;
                }
                let rest = (set & board.cells(value)) - cells;
                if let Some(partner) = self.node(rest, value) {
                    pairs.push((group as u16, partner as u16));
                }
            }
        }
    }

    /// Returns the node of these cells, if there is one.
    fn node(&self, cells: CellSet, value: u8) -> Option<usize> {
        if let Some(cell) = cells.single() {
            return Some(self.candidate(cell, value));
        }
        let wanted = Place { cells, value };
        let groups = self.candidates..self.nodes.len();
        groups.into_iter().find(|node| self.nodes[*node] == wanted)
    }

    /// Returns the index of a candidate that is on the board.
    pub fn candidate(&self, cell: usize, value: u8) -> usize {
        let below = self.masks[cell] & ((1 << (value - 1)) - 1);
        self.firsts[cell] as usize + below.count_ones() as usize
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of single candidates, which come first.
    pub fn candidates(&self) -> usize {
        self.candidates
    }

    /// Returns the number of words in a set of nodes.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Returns the value and the cells of a node.
    pub fn place(&self, node: usize) -> Place {
        self.nodes[node]
    }

    /// Returns the nodes that cannot be true together with a node.
    #[inline]
    pub fn weak(&self, node: usize) -> &[u64] {
        &self.weak[node * self.words..][..self.words]
    }

    fn weak_mut(&mut self, node: usize) -> &mut [u64] {
        &mut self.weak[node * self.words..][..self.words]
    }

    /// Returns the nodes that must be true if a node is false.
    #[inline]
    pub fn strong(&self, node: usize) -> &[u16] {
        &self.strong[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// Returns the nodes that have a strong link.
    pub fn linked(&self) -> &[u64] {
        &self.linked
    }
}

/// Returns whether a node is in a set.
#[inline]
pub(in crate::logic) fn contains(set: &[u64], node: usize) -> bool {
    set[node / 64] >> (node % 64) & 1 != 0
}

/// Adds a node to a set.
#[inline]
pub(in crate::logic) fn insert(set: &mut [u64], node: usize) {
    set[node / 64] |= 1 << (node % 64);
}

/// Returns the nodes of a set in ascending order.
pub(in crate::logic) fn members(set: &[u64]) -> impl Iterator<Item = usize> {
    let words = set.iter().enumerate();
    words.flat_map(|(index, word)| bits(*word).map(move |bit| index * 64 + bit))
}
