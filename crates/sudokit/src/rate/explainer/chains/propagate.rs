//! Everything that follows from one assumption.

use std::rc::Rc;

use super::super::argument::{Branch, BranchBuilder, Rule};
use super::super::grid::{
    Cells, HOUSE_CELLS, HOUSE_SET, POSITIONS, cells_at, digits, is_pair, lowest,
};
use super::*;
use crate::bits::bits;

/// What propagation may use.
#[derive(Clone, Copy, Default)]
pub struct Rules {
    /// Links between the candidates of a cell.
    pub has_y_links: bool,
    /// Candidates that turned off are removed, so that new links arise.
    pub is_dynamic: bool,
    /// The techniques tried when links lead no further, 0 for none.
    pub level: u8,
}

/// A node. Its key is its place among the nodes of its state.
#[derive(Clone, Copy)]
struct Node {
    cell: u8,
    digit: u8,
    cause: Cause,
    /// The node of the other state that it follows from; the number of its origin if the cause is
    /// advanced.
    parent: u16,
}

/// The "on" nodes that follow from one "off" node: cell, digit and cause.
struct StrongLinks {
    found: [(u8, u8, Cause); 4],
    count: usize,
}

impl Default for StrongLinks {
    fn default() -> StrongLinks {
        StrongLinks {
            found: [(0, 0, Cause::Cell); 4],
            count: 0,
        }
    }
}

impl StrongLinks {
    /// Adds a node unless another cause comes first.
    #[inline]
    fn add(&mut self, cell: usize, digit: usize, cause: Cause) {
        let link = (cell as u8, digit as u8);
        let known = &self.found[..self.count];
        if !known.iter().any(|(cell, digit, _)| (*cell, *digit) == link) {
            self.found[self.count] = (link.0, link.1, cause);
            self.count += 1;
        }
    }
}

/// Where "off" nodes of an advanced technique come from.
pub struct Origin {
    /// "Off" nodes.
    pub parents: Vec<u16>,
    pub nested: Option<Rc<Nested>>,
    /// What the technique says, if that is asked for.
    pub rule: Option<Rule>,
}

/// A chain inside another.
pub struct Nested {
    pub complexity: u32,
    /// The keys of its ends and their ancestors. Chains are the same if these are.
    pub nodes: Vec<u16>,
}

/// A node of a propagation: its state and its place among the nodes of that state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reference {
    pub is_on: bool,
    pub index: u16,
}

/// The nodes that follow from one assumption.
pub struct Propagation {
    /// The candidates that are on and off, by digit.
    on: [Cells; 9],
    off: [Cells; 9],
    /// In the order in which they were found, which is also that in which they are expanded. The
    /// node that completes a contradiction is the last, but not in the sets.
    ons: Vec<Node>,
    offs: Vec<Node>,
    /// The places of nodes in `ons` and `offs`; valid for those in the sets.
    on_index: [u16; 729],
    off_index: [u16; 729],
    /// The number of nodes that are in the sets.
    on_count: usize,
    off_count: usize,
    origins: Vec<Origin>,
    /// The "on" and the "off" node of the same candidate.
    pub contradiction: Option<[Reference; 2]>,
    rules: Rules,
    /// The numbers of nodes and origins where techniques that are not chains led no further.
    after_simple: Option<(usize, usize, usize)>,
    /// The number of ancestors of nodes, 0 if not counted yet.
    ancestors_of_on: Vec<u16>,
    ancestors_of_off: Vec<u16>,
}

impl Propagation {
    /// Creates an empty propagation.
    pub fn new() -> Box<Propagation> {
        Box::new(Propagation {
            on: [0; 9],
            off: [0; 9],
            ons: Vec::with_capacity(64),
            offs: Vec::with_capacity(256),
            on_index: [0; 729],
            off_index: [0; 729],
            on_count: 0,
            off_count: 0,
            origins: Vec::new(),
            contradiction: None,
            rules: Rules::default(),
            after_simple: None,
            ancestors_of_on: Vec::new(),
            ancestors_of_off: Vec::new(),
        })
    }

    /// Finds everything that follows from a candidate being on or off.
    pub fn start(
        &mut self,
        base: &Grid,
        (cell, digit): (usize, usize),
        is_on: bool,
        rules: Rules,
        workspace: &mut Workspace<'_>,
    ) {
        (self.on, self.off) = ([0; 9], [0; 9]);
        self.ons.clear();
        self.offs.clear();
        self.origins.clear();
        self.ancestors_of_on.clear();
        self.ancestors_of_off.clear();
        (self.contradiction, self.after_simple) = (None, None);
        self.rules = rules;
        match is_on {
            true => self.add_on(cell, digit, Cause::Assumption, 0),
            false => self.add_off(cell, digit, Cause::Assumption, 0),
        }
        match rules.is_dynamic {
            true => self.run(base, &mut base.clone(), (0, 0), 0, workspace),
            false => self.run_static(base),
        }
        self.count_nodes();
    }

    /// Goes on with a dynamic propagation at a higher level: up to where the rules of the lower
    /// level led no further, both are the same.
    pub fn raise(&mut self, base: &Grid, level: u8, workspace: &mut Workspace<'_>) {
        let mut done = self.rules.level;
        if done == level {
            return;
        }
        self.rules.level = level;
        if level >= 4 && matches!(done, 2 | 3) {
            // These levels do not use plain and multiple chains.
            done = 1;
            if let Some(end) = self.after_simple {
                self.truncate(end);
            }
        }
        if self.contradiction.is_some() {
            return;
        }
        let mut current = base.clone();
        for node in &self.offs {
            current.remove(node.cell.into(), node.digit.into());
        }
        let expanded = (self.ons.len(), self.offs.len());
        self.run(base, &mut current, expanded, done, workspace);
        self.count_nodes();
    }

    /// Notes that techniques that are not chains lead no further, for the first time.
    pub fn ends_simple(&mut self) {
        let end = (self.ons.len(), self.offs.len(), self.origins.len());
        self.after_simple.get_or_insert(end);
    }

    fn truncate(&mut self, (ons, offs, origins): (usize, usize, usize)) {
        for node in self.ons.drain(ons..) {
            let index = self.on_index[node.cell as usize * 9 + node.digit as usize];
            if index as usize >= ons {
                self.on[node.digit as usize] &= !(1 << node.cell);
            }
        }
        for node in self.offs.drain(offs..) {
            let index = self.off_index[node.cell as usize * 9 + node.digit as usize];
            if index as usize >= offs {
                self.off[node.digit as usize] &= !(1 << node.cell);
            }
        }
        self.origins.truncate(origins);
        self.ancestors_of_on.truncate(ons);
        self.ancestors_of_off.truncate(offs);
        self.contradiction = None;
    }

    /// Separates the nodes in the sets from the one that completes a contradiction.
    fn count_nodes(&mut self) {
        self.on_count = self.ons.len();
        self.off_count = self.offs.len();
        if let Some([on, _]) = self.contradiction {
            // One of the two is stored, the other is new and last.
            let node = self.ons[on.index as usize];
            let (cell, digit) = (node.cell as usize, node.digit as usize);
            let is_stored =
                self.on[digit] >> cell & 1 == 1 && self.on_index[cell * 9 + digit] == on.index;
            match is_stored {
                true => self.off_count -= 1,
                false => self.on_count -= 1,
            }
        }
    }

    /// The level up to which techniques are used.
    pub fn level(&self) -> u8 {
        self.rules.level
    }

    fn add_on(&mut self, cell: usize, digit: usize, cause: Cause, parent: u16) {
        self.on[digit] |= 1 << cell;
        self.on_index[cell * 9 + digit] = self.ons.len() as u16;
        self.push_on(cell, digit, cause, parent);
    }

    fn add_off(&mut self, cell: usize, digit: usize, cause: Cause, parent: u16) {
        self.off[digit] |= 1 << cell;
        self.off_index[cell * 9 + digit] = self.offs.len() as u16;
        self.push_off(cell, digit, cause, parent);
    }

    fn push_on(&mut self, cell: usize, digit: usize, cause: Cause, parent: u16) {
        self.ons.push(Node {
            cell: cell as u8,
            digit: digit as u8,
            cause,
            parent,
        });
    }

    fn push_off(&mut self, cell: usize, digit: usize, cause: Cause, parent: u16) {
        self.offs.push(Node {
            cell: cell as u8,
            digit: digit as u8,
            cause,
            parent,
        });
    }

    /// Whether an "off" node is new.
    pub fn is_new_off(&self, cell: usize, digit: usize) -> bool {
        self.off[digit] >> cell & 1 == 0
    }

    /// Adds an "off" node of an advanced technique unless it is known.
    pub fn add_advanced(&mut self, cell: usize, digit: usize, origin: usize) {
        if self.is_new_off(cell, digit) {
            self.add_off(cell, digit, Cause::Advanced, origin as u16);
        }
    }

    pub fn add_origin(&mut self, origin: Origin) -> usize {
        self.origins.push(origin);
        self.origins.len() - 1
    }

    /// The place of an "off" node that is in its set.
    pub fn off_index(&self, cell: usize, digit: usize) -> u16 {
        self.off_index[cell * 9 + digit]
    }

    /// "On" nodes are expanded before "off" nodes, one at a time. Where both lead no further,
    /// techniques are tried; those of the level `done` are known to find nothing at first.
    fn run(
        &mut self,
        base: &Grid,
        current: &mut Grid,
        (mut next_on, mut next_off): (usize, usize),
        mut done: u8,
        workspace: &mut Workspace<'_>,
    ) {
        while self.contradiction.is_none() {
            if next_on < self.ons.len() {
                self.expand_on(current, next_on);
                next_on += 1;
            } else if next_off < self.offs.len() {
                let links = self.links_of_off(current, next_off);
                let node = self.offs[next_off];
                current.remove(node.cell.into(), node.digit.into());
                self.follow(links, next_off);
                next_off += 1;
            } else {
                if self.rules.level == 0 || workspace.budget.tick() {
                    return;
                }
                super::advanced::find(self, base, current, done, workspace);
                done = 0;
                if next_off == self.offs.len() {
                    return;
                }
            }
        }
    }

    /// The same on a grid that does not change, without techniques.
    fn run_static(&mut self, base: &Grid) {
        let (mut next_on, mut next_off) = (0, 0);
        while self.contradiction.is_none() {
            if next_on < self.ons.len() {
                self.expand_on(base, next_on);
                next_on += 1;
            } else if next_off < self.offs.len() {
                let links = self.links_of_off(base, next_off);
                self.follow(links, next_off);
                next_off += 1;
            } else {
                return;
            }
        }
    }

    /// The candidates that an "on" node turns off: others of its cell, then the same digit in
    /// block, row and column.
    fn expand_on(&mut self, current: &Grid, index: usize) {
        let node = self.ons[index];
        let (cell, digit) = (node.cell as usize, node.digit as usize);
        let parent = index as u16;
        if self.rules.has_y_links {
            for other in digits(current.candidates(cell) & !(1 << digit)) {
                if self.on[other] >> cell & 1 == 1 {
                    return self.contradict_on(cell, other, Cause::Cell, parent);
                }
                if self.off[other] >> cell & 1 == 0 {
                    self.add_off(cell, other, Cause::Cell, parent);
                }
            }
        }
        let mut left = current.cells(digit) & !(1 << cell);
        for (house, cause) in HOUSES[cell].into_iter().zip(HOUSE_CAUSES) {
            let there = left & HOUSE_SET[house as usize];
            left &= !there;
            let clash = there & self.on[digit];
            let before = match clash {
                0 => there,
                _ => there & ((1 << clash.trailing_zeros()) - 1),
            };
            for other in bits(before & !self.off[digit]) {
                self.add_off(other, digit, cause, parent);
            }
            if clash != 0 {
                let other = clash.trailing_zeros() as usize;
                return self.contradict_on(other, digit, cause, parent);
            }
        }
    }

    /// A candidate that is on turns off.
    fn contradict_on(&mut self, cell: usize, digit: usize, cause: Cause, parent: u16) {
        let on = Reference {
            is_on: true,
            index: self.on_index[cell * 9 + digit],
        };
        let off = Reference {
            is_on: false,
            index: self.offs.len() as u16,
        };
        self.push_off(cell, digit, cause, parent);
        self.contradiction = Some([on, off]);
    }

    /// The candidates that an "off" node turns on: the last other one of its cell, and the last
    /// other place in block, row and column.
    fn links_of_off(&self, current: &Grid, index: usize) -> StrongLinks {
        let node = self.offs[index];
        let (cell, digit) = (node.cell as usize, node.digit as usize);
        let mut links = StrongLinks::default();
        if self.rules.has_y_links && is_pair(current.candidates(cell)) {
            let other = lowest(current.candidates(cell) & !(1 << digit));
            links.add(cell, other, Cause::Cell);
        }
        for (kind, cause) in HOUSE_CAUSES.into_iter().enumerate() {
            let house = HOUSES[cell][kind] as usize;
            let places = current.places(digit, house);
            if is_pair(places) {
                let other = lowest(places & !(1 << POSITIONS[cell][kind]));
                links.add(HOUSE_CELLS[house][other] as usize, digit, cause);
            }
        }
        links
    }

    fn follow(&mut self, links: StrongLinks, index: usize) {
        let parent = index as u16;
        for (cell, digit, cause) in links.found.into_iter().take(links.count) {
            let (cell, digit) = (cell as usize, digit as usize);
            if self.off[digit] >> cell & 1 == 1 {
                let on = Reference {
                    is_on: true,
                    index: self.ons.len() as u16,
                };
                let off = Reference {
                    is_on: false,
                    index: self.off_index[cell * 9 + digit],
                };
                self.push_on(cell, digit, cause, parent);
                self.contradiction = Some([on, off]);
                return;
            }
            if self.on[digit] >> cell & 1 == 0 {
                self.add_on(cell, digit, cause, parent);
            }
        }
    }

    fn node(&self, at: Reference) -> Node {
        match at.is_on {
            true => self.ons[at.index as usize],
            false => self.offs[at.index as usize],
        }
    }

    /// A node for use outside of the propagation.
    pub(super) fn link(&self, at: Reference) -> Link {
        let node = self.node(at);
        Link {
            cell: node.cell,
            digit: node.digit,
            is_on: at.is_on,
            cause: node.cause,
        }
    }

    /// The nodes of one state that are in their set, in the order in which they were found.
    pub(super) fn in_order(&self, is_on: bool) -> impl Iterator<Item = Link> + '_ {
        let count = if is_on { self.on_count } else { self.off_count };
        (0..count).map(move |index| {
            self.link(Reference {
                is_on,
                index: index as u16,
            })
        })
    }

    /// The candidates of one state, by digit.
    pub fn set(&self, is_on: bool) -> &[Cells; 9] {
        if is_on { &self.on } else { &self.off }
    }

    /// The node of a candidate that is in the set of its state.
    pub fn find(&self, cell: usize, digit: usize, is_on: bool) -> Reference {
        let index = match is_on {
            true => &self.on_index,
            false => &self.off_index,
        };
        Reference {
            is_on,
            index: index[cell * 9 + digit],
        }
    }

    /// Calls `visit` with the parents of a node, in order.
    ///
    /// An "on" node that follows from the last but one candidate of a cell or house has further
    /// parents: those that were removed there before. They are not stored, because "off" nodes are
    /// removed in the order in which they were found.
    fn each_parent(&self, base: &Grid, at: Reference, mut visit: impl FnMut(Reference)) {
        let node = self.node(at);
        let mut off = |index: u16| {
            visit(Reference {
                is_on: false,
                index,
            });
        };
        match node.cause {
            Cause::Assumption => {}
            Cause::Advanced => {
                let parents = &self.origins[node.parent as usize].parents;
                parents.iter().for_each(|parent| off(*parent));
            }
            _ if !at.is_on => visit(Reference {
                is_on: true,
                index: node.parent,
            }),
            cause => {
                off(node.parent);
                if !self.rules.is_dynamic {
                    return;
                }
                let (cell, digit) = (node.cell as usize, node.digit as usize);
                let mut hidden = |cell: usize, digit: usize| {
                    let index = self.off_index[cell * 9 + digit];
                    if self.off[digit] >> cell & 1 == 1 && index < node.parent {
                        off(index);
                    }
                };
                match cause.house(cell) {
                    None => digits(base.candidates(cell)).for_each(|digit| hidden(cell, digit)),
                    Some(house) => cells_at(house, base.places(digit, house))
                        .for_each(|cell| hidden(cell, digit)),
                }
            }
        }
    }

    /// A node and its ancestors breadth-first, equal ones once.
    pub fn ancestors(&self, base: &Grid, at: Reference) -> Vec<Reference> {
        let mut seen = [[0; 9]; 2];
        let mut is_new = |at: Reference| {
            let node = self.node(at);
            let set: &mut Cells = &mut seen[usize::from(at.is_on)][node.digit as usize];
            let is_new = *set >> node.cell & 1 == 0;
            *set |= 1 << node.cell;
            is_new
        };
        is_new(at);
        let mut all = vec![at];
        let mut next = 0;
        while let Some(at) = all.get(next).copied() {
            next += 1;
            self.each_parent(base, at, |parent| {
                if is_new(parent) {
                    all.push(parent);
                }
            });
        }
        all
    }

    /// Nodes and their ancestors with everything that is known about them, causes first.
    pub fn branch(&self, base: &Grid, ends: impl Iterator<Item = Reference>) -> Branch {
        let mut builder = BranchBuilder::new();
        for end in ends {
            self.add_to_branch(base, end, &mut builder);
        }
        builder.finish()
    }

    fn add_to_branch(&self, base: &Grid, at: Reference, builder: &mut BranchBuilder) -> usize {
        let link = self.link(at);
        if let Some(known) = builder.find(link) {
            return known;
        }
        let mut before = Vec::new();
        self.each_parent(base, at, |parent| before.push(parent));
        let parents = before.into_iter();
        let parents = parents.map(|parent| self.add_to_branch(base, parent, builder));
        let parents = parents.collect();
        let rule = match link.cause {
            Cause::Advanced => self.origins[self.node(at).parent as usize].rule.clone(),
            _ => None,
        };
        builder.add(link, parents, rule)
    }

    /// The number of ancestors of a node, itself included.
    pub fn count_ancestors(&mut self, base: &Grid, at: Reference) -> u32 {
        let index = at.index as usize;
        let known = match at.is_on {
            true => self.ancestors_of_on.get(index),
            false => self.ancestors_of_off.get(index),
        };
        if let Some(count @ 1..) = known {
            return u32::from(*count);
        }
        let count = match self.rules.is_dynamic {
            true => self.ancestors(base, at).len() as u16,
            false => self.chain_length(at),
        };
        let (counts, len) = match at.is_on {
            true => (&mut self.ancestors_of_on, self.ons.len()),
            false => (&mut self.ancestors_of_off, self.offs.len()),
        };
        counts.resize(len, 0);
        counts[index] = count;
        u32::from(count)
    }

    /// The number of nodes back to the assumption, if every node has one parent.
    fn chain_length(&self, mut at: Reference) -> u16 {
        let mut length = 1;
        loop {
            let node = self.node(at);
            if node.cause == Cause::Assumption {
                return length;
            }
            length += 1;
            at = Reference {
                is_on: !at.is_on,
                index: node.parent,
            };
        }
    }

    /// The chains inside a node's ancestors.
    pub fn nested(&self, at: Reference) -> Option<&Rc<Nested>> {
        let node = self.node(at);
        match node.cause {
            Cause::Advanced => self.origins[node.parent as usize].nested.as_ref(),
            _ => None,
        }
    }

    pub fn has_nested(&self) -> bool {
        self.origins.iter().any(|origin| origin.nested.is_some())
    }
}
