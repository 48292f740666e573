//! Follows chains from one start that visit nothing twice, several to each end.

use super::links::{Links, members};
use crate::logic::cell_set::CellSet;

/// What a chain may visit only once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Once {
    /// Every cell, except for neighbours within a cell.
    Cells,
    /// Every node: the places of almost locked sets overlap.
    Nodes,
}

impl Once {
    /// The largest number of chains that are kept for each end. More cost time and rarely lead
    /// further.
    fn most_per_end(self) -> usize {
        match self {
            Once::Cells => 4,
            Once::Nodes => 2,
        }
    }
}

/// Chains from one start, as a tree: each adds a strong link to another.
pub(super) struct Trails {
    once: Once,
    trails: Vec<Trail>,
    /// By node: the trails that end there.
    by_end: Vec<Vec<u32>>,
}

/// A chain that ends in a true node.
struct Trail {
    end: u16,
    /// The false node before the end.
    before: u16,
    /// The chain that leads to it; `None` for the first link.
    from: Option<u32>,
    /// The cells of the chain.
    visited: CellSet,
    length: u16,
    /// Whether it returns to the start, or to its cell, and ends there.
    is_closed: bool,
}

impl Trails {
    pub fn new(links: &Links, once: Once) -> Trails {
        Trails {
            once,
            trails: Vec::new(),
            by_end: vec![Vec::new(); links.len()],
        }
    }

    /// Follows chains from a node that is assumed to be false, up to a number of links.
    pub fn follow(&mut self, links: &Links, start: usize, most_links: u16) {
        self.trails.clear();
        self.by_end.iter_mut().for_each(Vec::clear);
        let home = links.place(start).cells;
        self.extend(links, start, start, None, home);
        let mut next = 0;
        while let Some(trail) = self.trails.get(next) {
            let Trail { end, visited, .. } = *trail;
            if !trail.is_closed && trail.length + 2 <= most_links {
                let last = links.place(end as usize).cells;
                let linked = links.weak(end as usize).iter().zip(links.linked());
                let linked: Vec<u64> = linked.map(|(weak, linked)| weak & linked).collect();
                for before in members(&linked) {
                    let cells = links.place(before).cells;
                    let is_new = match self.once {
                        Once::Cells => cells == last || !visited.meets(cells),
                        Once::Nodes => before != start && !self.passes(next, before),
                    };
                    if is_new {
                        self.extend(links, start, before, Some(next as u32), visited | cells);
                    }
                }
            }
            next += 1;
        }
    }

    /// Adds the strong links of a false node to a chain that visited these cells.
    fn extend(
        &mut self,
        links: &Links,
        start: usize,
        before: usize,
        from: Option<u32>,
        visited: CellSet,
    ) {
        let length = from.map_or(1, |from| self.trails[from as usize].length + 2);
        let (home, last) = (links.place(start).cells, links.place(before).cells);
        for &end in links.strong(before) {
            let cells = links.place(end as usize).cells;
            let (is_new, is_return) = match self.once {
                Once::Cells => (cells == last || !visited.meets(cells), cells == home),
                Once::Nodes => {
                    let is_return = end as usize == start;
                    let is_known =
                        from.is_some_and(|from| self.passes(from as usize, end as usize));
                    (!is_return && !is_known, is_return)
                }
            };
            if is_new || is_return {
                self.add(Trail {
                    end,
                    before: before as u16,
                    from,
                    visited: visited | cells,
                    length,
                    is_closed: !is_new,
                });
            }
        }
    }

    /// Returns whether a chain has a node after its start.
    fn passes(&self, trail: usize, node: usize) -> bool {
        let mut next = Some(trail as u32);
        while let Some(index) = next {
            let trail = &self.trails[index as usize];
            if trail.end as usize == node || trail.before as usize == node {
                return true;
            }
            next = trail.from;
        }
        false
    }

    /// Adds a chain unless there are enough to its end, or a shorter one visits only cells that it
    /// visits too.
    fn add(&mut self, trail: Trail) {
        let known = &mut self.by_end[trail.end as usize];
        let is_better = |known: &u32| {
            let known = &self.trails[*known as usize];
            known.is_closed == trail.is_closed && trail.visited.contains_all(known.visited)
        };
        if known.len() < self.once.most_per_end() && !known.iter().any(is_better) {
            known.push(self.trails.len() as u32);
            self.trails.push(trail);
        }
    }

    /// Returns the chains, shortest first: their index, their end and their number of links.
    pub fn ends(&self) -> impl Iterator<Item = (usize, usize, u16)> {
        let trails = self.trails.iter().enumerate();
        trails.map(|(index, trail)| (index, trail.end as usize, trail.length))
    }

    /// Returns the nodes of a chain, alternately false and true.
    pub fn chain(&self, index: usize) -> Vec<u16> {
        let mut chain = Vec::new();
        let mut next = Some(index as u32);
        while let Some(index) = next {
            let trail = &self.trails[index as usize];
            chain.extend([trail.end, trail.before]);
            next = trail.from;
        }
        chain.reverse();
        chain
    }
}
