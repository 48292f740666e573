//! What several assumptions have in common, and assumptions that contradict themselves.

use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

use super::super::argument::{Argument, Branch, Cases, claim};
use super::super::grid::{COLUMNS, HOUSE_CELLS, ROWS, cells_at, count, digits, lowest};
use super::super::technique::{Branches, Level, Technique};
use super::links::LinkGraph;
use super::propagate::{Nested, Propagation, Reference, Rules};
use super::workspace::Propagations;
use super::*;

/// A producer of multiple chains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// One assumption, X-links only.
    Nishio,
    Chains(Level),
}

impl Mode {
    fn rating(self) -> f64 {
        match self {
            Mode::Nishio => 7.5,
            Mode::Chains(level) => 8.0 + 0.5 * f64::from(level as u8),
        }
    }

    fn rules(self) -> Rules {
        match self {
            Mode::Nishio => Rules {
                has_y_links: false,
                is_dynamic: true,
                level: 0,
            },
            Mode::Chains(level) => Rules {
                has_y_links: true,
                is_dynamic: level > Level::Multiple,
                level: (level as u8).saturating_sub(Level::Dynamic as u8),
            },
        }
    }

    fn is_static(self) -> bool {
        self == Mode::Chains(Level::Multiple)
    }
}

/// Which assumptions a hint compares.
#[derive(Clone, Copy)]
enum Assumptions {
    /// A candidate on (or off) that contradicts itself.
    Contradiction { source: u16, is_on: bool },
    /// A candidate on and off.
    Double { source: u16 },
    /// All candidates of a cell.
    Cell { cell: u8 },
    /// All places of a digit in a house.
    Region { house: u8, digit: u8 },
}

impl Assumptions {
    /// The order among hints of the same complexity.
    fn sort_key(self) -> u8 {
        match self {
            Assumptions::Double { .. } => 1,
            Assumptions::Cell { .. } => 5,
            Assumptions::Region { .. } => 6,
            Assumptions::Contradiction { .. } => 7,
        }
    }
}

/// A hint that is found but not told yet.
#[derive(Clone, Copy)]
pub struct MultipleChains {
    assumptions: Assumptions,
    /// The conclusion.
    cell: u8,
    digit: u8,
    is_on: bool,
    pub complexity: u32,
}

impl MultipleChains {
    fn rank(&self) -> (u32, u8) {
        (self.complexity, self.assumptions.sort_key())
    }

    pub fn eliminations(&self, grid: &Grid) -> Eliminations {
        conclusion(grid, self.cell.into(), self.digit.into(), self.is_on)
    }
}

/// Gives the easiest hint.
pub fn multiple(
    grid: &Grid,
    mode: Mode,
    workspace: &mut Workspace<'_>,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    // Levels go on from where the one before ended.
    let is_dynamic = matches!(mode, Mode::Chains(level) if level > Level::Multiple);
    let known = workspace.known.take_if(|_| is_dynamic);
    let mut search = Search::new(grid, mode, known.unwrap_or_else(Propagations::new));
    search.run(workspace);
    let mut best: Option<MultipleChains> = None;
    for hint in &search.found {
        if best.is_none_or(|best| hint.rank() < best.rank()) {
            best = Some(*hint);
        }
    }
    let hint = best.map(|best| {
        let mut hint = search.told(best);
        hint.argument = workspace
            .tells
            .then(|| Arc::new(search.argument(&best, workspace)));
        hint
    });
    match is_dynamic {
        true => workspace.known = Some(search.propagations),
        false => workspace.recycle(search.propagations),
    }
    hint.map_or(ControlFlow::Continue(()), found)
}

/// A search through all assumptions about a grid.
pub struct Search<'g> {
    grid: &'g Grid,
    mode: Mode,
    propagations: Propagations,
    /// The links of a grid that does not change, to tell in advance where nothing can be found.
    links: Option<Box<LinkGraph>>,
    found: Vec<MultipleChains>,
}

impl<'g> Search<'g> {
    fn new(grid: &'g Grid, mode: Mode, propagations: Propagations) -> Search<'g> {
        Search {
            grid,
            mode,
            propagations,
            links: None,
            found: Vec::new(),
        }
    }

    /// All hints, the easiest first; of those that remove the same only the first.
    pub fn all(
        grid: &'g Grid,
        mode: Mode,
        workspace: &mut Workspace<'_>,
    ) -> (Search<'g>, Vec<MultipleChains>) {
        let mut search = Search::new(grid, mode, Propagations::new());
        search.run(workspace);
        let mut hints = std::mem::take(&mut search.found);
        hints.sort_by_key(MultipleChains::rank);
        let mut seen = std::collections::HashSet::new();
        hints.retain(|hint| {
            let removed = match hint.is_on {
                true => grid.candidates(hint.cell.into()) & !(1 << hint.digit),
                false => 1 << hint.digit,
            };
            seen.insert((hint.cell, removed))
        });
        (search, hints)
    }

    fn run(&mut self, workspace: &mut Workspace<'_>) {
        // Few of the hints are used, and only these get an argument, afterwards.
        let tells = std::mem::replace(&mut workspace.tells, false);
        if self.mode.is_static() {
            let mut links = workspace.links.take().unwrap_or_else(LinkGraph::new);
            links.fill(self.grid);
            links.fill_turned_off();
            self.links = Some(links);
        }
        self.visit_sources(workspace);
        if let Some(links) = self.links.take() {
            workspace.links = Some(links);
        }
        workspace.tells = tells;
    }

    /// Why a hint holds. Its assumptions are followed once more, now with what techniques inside
    /// them say.
    pub fn argument(&self, hint: &MultipleChains, workspace: &mut Workspace<'_>) -> Argument {
        let mut again = Search::new(self.grid, self.mode, Propagations::new());
        let cases = match hint.assumptions {
            Assumptions::Contradiction { .. } => Cases::Contradiction,
            Assumptions::Double { .. } => Cases::Double,
            Assumptions::Cell { cell } => Cases::Cell(cell),
            Assumptions::Region { house, digit } => Cases::Region { house, digit },
        };
        let mut branches: Vec<Branch> = Vec::new();
        let mut together: Vec<(u16, bool, Vec<Reference>)> = Vec::new();
        for (source, is_on) in self.branches(hint.assumptions) {
            again.propagate(source, is_on, workspace);
            together.push((source, is_on, Vec::new()));
        }
        // A search that was cut short may lack what it had found before.
        if workspace.budget.ended().is_none() {
            for (source, is_on, end) in again.ends(hint) {
                let mut all = together.iter_mut();
                let of = all.find(|(other, on, _)| (*other, *on) == (source, is_on));
                of.into_iter().for_each(|(_, _, ends)| ends.push(end));
            }
            for (source, is_on, ends) in together {
                let propagation = again.propagation(source, is_on);
                branches.push(propagation.branch(self.grid, ends.into_iter()));
            }
        }
        again.finish(workspace);
        let proven = Link {
            cell: hint.cell,
            digit: hint.digit,
            is_on: hint.is_on,
            cause: Cause::Assumption,
        };
        Argument::new(cases, branches, claim(proven))
    }

    fn visit_sources(&mut self, workspace: &mut Workspace<'_>) {
        let smallest = if self.mode.is_static() { 3 } else { 2 };
        for cell in 0..81 {
            let candidates = self.grid.candidates(cell);
            if count(candidates) < smallest {
                continue;
            }
            for digit in digits(candidates) {
                if workspace.budget.tick() {
                    return;
                }
                self.source(cell, digit, workspace);
            }
            if self.mode != Mode::Nishio {
                let assumptions = Assumptions::Cell { cell: cell as u8 };
                self.reduce(assumptions, workspace);
            }
        }
    }

    fn source(&mut self, cell: usize, digit: usize, workspace: &mut Workspace<'_>) {
        let source = (cell * 9 + digit) as u16;
        if !self.mode.is_static() {
            self.propagate(source, true, workspace);
            self.contradiction(source, true);
            self.propagate(source, false, workspace);
            self.contradiction(source, false);
            if self.mode != Mode::Nishio && count(self.grid.candidates(cell)) >= 3 {
                self.reduce(Assumptions::Double { source }, workspace);
            }
        }
        if self.mode == Mode::Nishio {
            return;
        }
        for house in HOUSES[cell] {
            let places = self.grid.places(digit, house.into());
            let first = HOUSE_CELLS[house as usize][lowest(places)];
            if count(places) >= 2 && first as usize == cell {
                let digit = digit as u8;
                self.reduce(Assumptions::Region { house, digit }, workspace);
            }
        }
    }

    fn propagate(&mut self, source: u16, is_on: bool, workspace: &mut Workspace<'_>) {
        let known = match is_on {
            true => &mut self.propagations.on[source as usize],
            false => &mut self.propagations.off[source as usize],
        };
        let rules = self.mode.rules();
        match known {
            Some(propagation) => propagation.raise(self.grid, rules.level, workspace),
            None => {
                let candidate = (source as usize / 9, source as usize % 9);
                let mut propagation = workspace.spare.pop().unwrap_or_else(Propagation::new);
                propagation.start(self.grid, candidate, is_on, rules, workspace);
                *known = Some(propagation);
            }
        }
    }

    /// Gives the memory back.
    pub fn finish(self, workspace: &mut Workspace<'_>) {
        workspace.recycle(self.propagations);
    }

    fn contradiction(&mut self, source: u16, is_on: bool) {
        let assumptions = Assumptions::Contradiction { source, is_on };
        let (cell, digit) = (source as usize / 9, source as usize % 9);
        if self.propagation(source, is_on).contradiction.is_some() {
            self.add(assumptions, cell, digit, !is_on);
        }
    }

    /// Finds the nodes that all assumptions lead to.
    fn reduce(&mut self, assumptions: Assumptions, workspace: &mut Workspace<'_>) {
        let branches = self.branches(assumptions);
        if let Some(links) = &self.links {
            let ids = branches.iter().map(|(source, _)| {
                let (cell, digit) = (source / 9, source % 9);
                links.id(cell.into(), digit.into())
            });
            if !links.may_agree(ids) {
                return;
            }
        }
        for (source, is_on) in &branches {
            self.propagate(*source, *is_on, workspace);
        }
        for is_on in [true, false] {
            let sets = branches
                .iter()
                .map(|(source, on)| self.propagation(*source, *on).set(is_on));
            let mut common = [u128::MAX; 9];
            for set in sets {
                for (common, cells) in common.iter_mut().zip(set) {
                    *common &= cells;
                }
            }
            if common == [0; 9] {
                continue;
            }
            let (source, on) = branches[0];
            let nodes: Vec<Link> = self
                .propagation(source, on)
                .in_order(is_on)
                .filter(|node| common[node.digit as usize] >> node.cell & 1 == 1)
                .collect();
            for node in nodes {
                self.add(assumptions, node.cell.into(), node.digit.into(), is_on);
            }
        }
    }

    /// Candidates and whether they are assumed on.
    fn branches(&self, assumptions: Assumptions) -> Vec<(u16, bool)> {
        match assumptions {
            Assumptions::Contradiction { source, is_on } => vec![(source, is_on)],
            Assumptions::Double { source } => vec![(source, true), (source, false)],
            Assumptions::Cell { cell } => digits(self.grid.candidates(cell.into()))
                .map(|digit| (u16::from(cell) * 9 + digit as u16, true))
                .collect(),
            Assumptions::Region { house, digit } => {
                let (house, digit) = (house as usize, digit as usize);
                cells_at(house, self.grid.places(digit, house))
                    .map(|cell| ((cell * 9 + digit) as u16, true))
                    .collect()
            }
        }
    }

    pub fn propagation(&self, source: u16, is_on: bool) -> &Propagation {
        let all = match is_on {
            true => &self.propagations.on,
            false => &self.propagations.off,
        };
        all[source as usize].as_ref().expect("propagated before")
    }

    /// The propagations and nodes in which a hint's branches end.
    fn ends(&self, hint: &MultipleChains) -> Vec<(u16, bool, Reference)> {
        let branches = self.branches(hint.assumptions);
        if let Assumptions::Contradiction { .. } = hint.assumptions {
            let (source, is_on) = branches[0];
            let ends = self.propagation(source, is_on).contradiction;
            let ends = ends.into_iter().flatten();
            return ends.map(|end| (source, is_on, end)).collect();
        }
        let end = |(source, is_on)| {
            let propagation = self.propagation(source, is_on);
            let end = propagation.find(hint.cell.into(), hint.digit.into(), hint.is_on);
            (source, is_on, end)
        };
        branches.into_iter().map(end).collect()
    }

    fn add(&mut self, assumptions: Assumptions, cell: usize, digit: usize, is_on: bool) {
        if is_on && self.grid.candidates(cell) == 1 << digit {
            return;
        }
        let mut hint = MultipleChains {
            assumptions,
            cell: cell as u8,
            digit: digit as u8,
            is_on,
            complexity: 0,
        };
        let ends = self.ends(&hint);
        for (source, is_on, end) in &ends {
            let all = match *is_on {
                true => &mut self.propagations.on,
                false => &mut self.propagations.off,
            };
            let propagation = all[*source as usize].as_mut().expect("propagated before");
            hint.complexity += propagation.count_ancestors(self.grid, *end);
        }
        hint.complexity += self.nested_complexity(&ends);
        self.found.push(hint);
    }

    /// The complexity of the distinct chains inside.
    fn nested_complexity(&self, ends: &[(u16, bool, Reference)]) -> u32 {
        let mut distinct: Vec<&Rc<Nested>> = Vec::new();
        for (source, is_on, end) in ends {
            let propagation = self.propagation(*source, *is_on);
            if !propagation.has_nested() {
                continue;
            }
            for at in propagation.ancestors(self.grid, *end) {
                let Some(nested) = propagation.nested(at) else {
                    continue;
                };
                if !distinct.iter().any(|each| each.nodes == nested.nodes) {
                    distinct.push(nested);
                }
            }
        }
        distinct.iter().map(|nested| nested.complexity).sum()
    }

    /// The nodes of each end with its ancestors. Assumptions about a cell or a house have that as
    /// their cause.
    pub fn nodes(&self, hint: &MultipleChains) -> Vec<Vec<Link>> {
        let assumed = match hint.assumptions {
            Assumptions::Cell { .. } => Cause::Cell,
            Assumptions::Region { house, .. } => match house as usize {
                ..ROWS => Cause::Block,
                ROWS..COLUMNS => Cause::Row,
                _ => Cause::Column,
            },
            _ => Cause::Assumption,
        };
        let ends = self.ends(hint).into_iter();
        ends.map(|(source, is_on, end)| {
            let propagation = self.propagation(source, is_on);
            let nodes = propagation.ancestors(self.grid, end).into_iter();
            let nodes = nodes.map(|at| {
                let mut node = propagation.link(at);
                if node.cause == Cause::Assumption {
                    node.cause = assumed;
                }
                node
            });
            nodes.collect()
        })
        .collect()
    }

    fn told(&self, chains: MultipleChains) -> Hint {
        let technique = match (self.mode, chains.assumptions) {
            (Mode::Nishio, _) => Technique::Nishio,
            (Mode::Chains(level), assumptions) => Technique::ForcingChains {
                level,
                branches: match assumptions {
                    Assumptions::Contradiction { .. } => Branches::Contradiction,
                    Assumptions::Double { .. } => Branches::Double,
                    Assumptions::Cell { .. } => Branches::Cell,
                    Assumptions::Region { .. } => Branches::Region,
                },
            },
        };
        let rating = self.mode.rating() + length_rating(chains.complexity);
        let mut hint = Hint::new(technique, rating);
        hint.complexity = chains.complexity;
        match chains.assumptions {
            Assumptions::Contradiction { source, .. } | Assumptions::Double { source } => {
                hint.cells.push((source / 9) as u8);
                hint.digits = 1 << (source % 9);
            }
            Assumptions::Cell { cell } => hint.cells.push(cell),
            Assumptions::Region { house, digit } => {
                hint.houses = 1 << house;
                hint.digits = 1 << digit;
            }
        }
        let (cell, digit) = (chains.cell.into(), chains.digit.into());
        conclude(self.grid, &mut hint, cell, digit, chains.is_on);
        hint
    }
}
