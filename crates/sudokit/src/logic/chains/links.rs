//! The strong and weak links between candidates, built once for all chains of a search.

use std::collections::HashMap;

use crate::logic::almost_locked_sets::sets::Sets;
use crate::logic::board::{Board, bits, values_of};
use crate::logic::cell_set::CellSet;

/// The number of nodes beyond which no more almost locked sets are linked. Real puzzles have a
/// thousand nodes; only constructed candidates come near the limit.
const MOST_NODES: usize = 4096;

/// The largest number of sets that make links, those with a forced cell included.
const MOST_SETS: usize = 16384;

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
    /// Also links of almost locked sets: one that loses a value contains all its others.
    WithSets,
    /// Also links between almost locked sets and cells that these force.
    WithForcedCells,
}

impl Kind {
    /// Returns whether almost locked sets make links.
    pub fn has_sets(self) -> bool {
        matches!(self, Kind::WithSets | Kind::WithForcedCells)
    }
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
    /// By strong link: the index in `sets` of the almost locked set that makes it, if one does.
    through: Vec<Option<u16>>,
    /// The almost locked sets that make links.
    sets: Vec<LinkingSet>,
    /// The index of each node that is not a candidate.
    groups: HashMap<(CellSet, u8), u16>,
    /// The nodes that have a strong link: a chain continues only through these.
    linked: Vec<u64>,
    /// By cell: the index of its first candidate, and the candidates.
    firsts: Vec<u16>,
    masks: Vec<u64>,
}

/// An almost locked set that makes strong links between the places of its values, or between those
/// and a cell that it forces.
#[derive(Clone, Copy)]
pub(in crate::logic) struct LinkingSet {
    pub cells: CellSet,
    pub values: u64,
    pub forced: Option<ForcedCell>,
}

/// A cell outside the house of an almost locked set. It sees all places of some values of the set,
/// and has one other candidate. If the set loses a value that the cell does not have, it contains
/// the ones that the cell sees, and leaves the cell this candidate.
#[derive(Clone, Copy)]
pub(in crate::logic) struct ForcedCell {
    pub cell: usize,
    pub value: u8,
    /// The values that the set takes from the cell.
    pub taken: u64,
}

impl LinkingSet {
    /// Returns the cells that contain all values of the set but one, if exactly one of the two
    /// nodes of its link is true: its own cells, and the cell that it forces.
    ///
    /// If the set does not lose a value to the link, the forced cell has one of the values that it
    /// sees, and the set all others.
    pub fn locked_cells(&self) -> CellSet {
        match self.forced {
            Some(forced) => self.cells | CellSet::of(forced.cell),
            None => self.cells,
        }
    }
}

/// A strong link between two nodes, and the almost locked set that makes it.
type StrongLink = (u16, u16, Option<u16>);

impl Links {
    pub fn new(board: &Board, kind: Kind) -> Links {
        let mut links = Links::of_candidates(board);
        if kind == Kind::Grouped || kind.has_sets() {
            links.add_groups(board);
        }
        if kind.has_sets() {
            links.add_sets(board);
        }
        if kind == Kind::WithForcedCells {
            links.add_forced_cells(board);
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
            through: Vec::new(),
            sets: Vec::new(),
            groups: HashMap::new(),
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
            for crossing in &crossings {
                self.add_group(*crossing & board.cells(value), value);
            }
        }
    }

    /// Adds a node for these cells, unless there is one or they are a single candidate.
    fn add_group(&mut self, cells: CellSet, value: u8) {
        if cells.len() > 1 && !self.groups.contains_key(&(cells, value)) {
            self.groups.insert((cells, value), self.nodes.len() as u16);
            self.nodes.push(Place { cells, value });
        }
    }

    /// Adds the almost locked sets of several cells, small ones first, and the places of each of
    /// their values. A cell with two candidates has its link already.
    fn add_sets(&mut self, board: &Board) {
        let all = Sets::collect(board);
        let mut by_size: Vec<_> = all.sets.iter().filter(|set| set.cells.len() > 1).collect();
        by_size.sort_by_key(|set| set.cells.len());
        for set in by_size {
            if self.nodes.len() > MOST_NODES {
                break;
            }
            for value in values_of(set.values) {
                self.add_group(set.cells & board.cells(value), value);
            }
            self.sets.push(LinkingSet {
                cells: set.cells,
                values: set.values,
                forced: None,
            });
        }
    }

    /// Adds each almost locked set once more for each cell that it forces.
    fn add_forced_cells(&mut self, board: &Board) {
        for index in 0..self.sets.len() {
            self.add_cells_forced_by(board, self.sets[index]);
        }
    }

    fn add_cells_forced_by(&mut self, board: &Board, set: LinkingSet) {
        for cell in 0..board.values().len() {
            let candidates = board.candidates(cell);
            let (taken, left) = (candidates & set.values, candidates & !set.values);
            // A cell with two candidates needs no special link.
            if left.count_ones() != 1 || taken.count_ones() < 2 || set.values & !taken == 0 {
                continue;
            }
            let peers = board.peers(cell);
            let is_seen = |value| peers.contains_all(set.cells & board.cells(value));
            // With a cell of its own house, the set is a larger almost locked set.
            let together = set.cells | CellSet::of(cell);
            let mut houses = board.geometry().house_sets.iter();
            if !values_of(taken).all(is_seen) || houses.any(|house| house.contains_all(together)) {
                continue;
            }
            if self.sets.len() == MOST_SETS {
                return;
            }
            self.sets.push(LinkingSet {
                forced: values_of(left)
                    .next()
                    .map(|value| ForcedCell { cell, value, taken }),
                ..set
            });
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
        let mut pairs: Vec<StrongLink> = Vec::with_capacity(256);
        if kind != Kind::OneValue {
            for cell in board.pairs() {
                let first = self.firsts[cell];
                pairs.push((first, first + 1, None));
            }
        }
        if kind != Kind::Pairs {
            self.pair_in_houses(board, &mut pairs);
        }
        self.pair_groups(board, &mut pairs);
        self.pair_in_sets(board, &mut pairs);
        let mirrored: Vec<StrongLink> = pairs.iter().map(|(a, b, set)| (*b, *a, *set)).collect();
        pairs.extend(mirrored);
        // Of several links between the same nodes the one without a set comes first.
        pairs.sort_unstable();
        pairs.dedup_by_key(|(from, to, _)| (*from, *to));
        self.strong = pairs.iter().map(|(_, to, _)| *to).collect();
        self.through = pairs.iter().map(|(_, _, set)| *set).collect();
        self.starts = vec![0; self.nodes.len() + 1];
        self.linked = vec![0; self.words];
        for (from, ..) in &pairs {
            self.starts[*from as usize + 1] += 1;
            insert(&mut self.linked, *from as usize);
        }
        for node in 0..self.nodes.len() {
            self.starts[node + 1] += self.starts[node];
        }
    }

    /// Links the two last places of a value in a house.
    fn pair_in_houses(&self, board: &Board, pairs: &mut Vec<StrongLink>) {
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
                        pairs.push((pair.0 as u16, pair.1 as u16, None));
                    }
                }
            }
        }
    }

    /// Links a group with the rest of a house, if the rest is a candidate or another group.
    fn pair_groups(&self, board: &Board, pairs: &mut Vec<StrongLink>) {
        for group in self.candidates..self.nodes.len() {
            let Place { cells, value } = self.nodes[group];
            for (index, house) in board.shape().houses().iter().enumerate() {
                let set = board.house(index);
                if house.cells().len() != board.size() || !set.contains_all(cells) {
                    continue;
                }
                let rest = (set & board.cells(value)) - cells;
                if let Some(partner) = self.node(rest, value) {
                    pairs.push((group as u16, partner as u16, None));
                }
            }
        }
    }

    /// Links the places of any two values of an almost locked set, or those of the values that the
    /// cell it forces does not have with this cell.
    fn pair_in_sets(&self, board: &Board, pairs: &mut Vec<StrongLink>) {
        for (index, set) in self.sets.iter().enumerate() {
            let node = |value| self.node(set.cells & board.cells(value), value);
            let mut link = |one: usize, other: usize| {
                pairs.push((one as u16, other as u16, Some(index as u16)));
            };
            if let Some(forced) = set.forced {
                let end = self.candidate(forced.cell, forced.value);
                let nodes = values_of(set.values & !forced.taken).filter_map(node);
                nodes.for_each(|start| link(start, end));
                continue;
            }
            let nodes: Vec<usize> = values_of(set.values).filter_map(node).collect();
            for (place, one) in nodes.iter().enumerate() {
                nodes[place + 1..]
                    .iter()
                    .for_each(|other| link(*one, *other));
            }
        }
    }

    /// Returns the node of these cells, if there is one.
    fn node(&self, cells: CellSet, value: u8) -> Option<usize> {
        if let Some(cell) = cells.single() {
            return Some(self.candidate(cell, value));
        }
        self.groups.get(&(cells, value)).map(|node| *node as usize)
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

    /// Returns the almost locked set that makes the strong link between two nodes, if one does.
    pub fn through(&self, from: usize, to: usize) -> Option<usize> {
        let first = self.starts[from] as usize;
        let place = self
            .strong(from)
            .iter()
            .position(|node| *node as usize == to)?;
        self.through[first + place].map(usize::from)
    }

    /// Returns an almost locked set that makes links.
    pub fn set(&self, set: usize) -> LinkingSet {
        self.sets[set]
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
