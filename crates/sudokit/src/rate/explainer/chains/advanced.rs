//! Techniques inside an assumption: where links lead no further, they turn more candidates off.

use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

use super::super::argument::{Argument, Rule};
use super::super::grid::{HOUSE_CELLS, HOUSE_SET, cells_at, digits};
use super::super::step::Step;
use super::super::technique::Level;
use super::super::{fish, locking, sets};
use super::multiple::{Mode, Search};
use super::propagate::{Nested, Origin, Propagation};
use super::{Cause, Eliminations, Grid, Hint, Link, Workspace, plain};
use crate::bits::bits;

/// Adds the "off" nodes of the first technique that has any. The techniques of the level `done` are
/// known to have none.
pub fn find(
    all: &mut Propagation,
    base: &Grid,
    current: &Grid,
    done: u8,
    workspace: &mut Workspace<'_>,
) {
    let removed = Removed { base, current };
    if done == 0 {
        if find_simple(all, &removed, workspace.tells) {
            return;
        }
        all.ends_simple();
    }
    match all.level() {
        2 => {
            find_plain(all, &removed, workspace);
        }
        3 => {
            let _ = done < 2 && find_plain(all, &removed, workspace)
                || find_multiple(all, &removed, Level::Multiple, workspace);
        }
        4 => {
            find_multiple(all, &removed, Level::Dynamic, workspace);
        }
        5 => {
            let _ = done < 4 && find_multiple(all, &removed, Level::Dynamic, workspace)
                || find_multiple(all, &removed, Level::PlusChains, workspace);
        }
        _ => {}
    }
}

type Producer<'a> = &'a dyn Fn(&mut super::Found<'_>) -> ControlFlow<()>;

/// Locking, hidden pairs, naked pairs and X-wings.
fn find_simple(all: &mut Propagation, removed: &Removed<'_>, tells: bool) -> bool {
    let current = removed.current;
    let simple: [Producer<'_>; 4] = [
        &|found| locking::indirect(current, found),
        &|found| sets::hidden(current, 2, found),
        &|found| sets::naked(current, 2, found),
        &|found| fish::fish(current, 2, found),
    ];
    for (rule, produce) in simple.into_iter().enumerate() {
        let mut hints = Vec::new();
        let _ = produce(&mut |hint| {
            hints.push(hint);
            ControlFlow::Continue(())
        });
        let mut is_productive = false;
        for hint in hints {
            let mut parents = Parents::new(all);
            match rule {
                1 => removed.of_hidden_pair(&hint, &mut parents),
                2 => removed.of_naked_pair(&hint, &mut parents),
                _ => removed.of_lines(&hint, &mut parents),
            }
            let parents = parents.found;
            let rule = tells.then(|| Rule::Pattern(described(&hint)));
            is_productive |= add(all, parents, &hint.eliminations, None, rule);
        }
        if is_productive {
            return true;
        }
    }
    false
}

fn find_plain(all: &mut Propagation, removed: &Removed<'_>, workspace: &mut Workspace<'_>) -> bool {
    let mut is_productive = false;
    for chain in plain::all(removed.current, workspace) {
        let ends = chain.ends();
        let argument = workspace.tells.then(|| chain.argument());
        let removes = &chain.eliminations;
        is_productive |= add_chain(all, removed, &ends, chain.complexity, removes, argument);
    }
    is_productive
}

fn find_multiple(
    all: &mut Propagation,
    removed: &Removed<'_>,
    level: Level,
    workspace: &mut Workspace<'_>,
) -> bool {
    let (search, hints) = Search::all(removed.current, Mode::Chains(level), workspace);
    let mut is_productive = false;
    for hint in hints {
        let eliminations = hint.eliminations(removed.current);
        let ends = search.nodes(&hint);
        let is_told = workspace.tells
            && eliminations
                .candidates()
                .any(|(cell, digit)| all.is_new_off(cell, digit));
        let argument = is_told.then(|| search.argument(&hint, workspace));
        let complexity = hint.complexity;
        is_productive |= add_chain(all, removed, &ends, complexity, &eliminations, argument);
    }
    search.finish(workspace);
    is_productive
}

fn add_chain(
    all: &mut Propagation,
    removed: &Removed<'_>,
    ends: &[Vec<Link>],
    complexity: u32,
    eliminations: &Eliminations,
    argument: Option<Argument>,
) -> bool {
    let mut parents = Parents::new(all);
    let mut nodes = Vec::new();
    for end in ends {
        for node in end {
            nodes.push(node.key());
            removed.of_node(*node, &mut parents);
        }
        // A separator: no node has this key.
        nodes.push(u16::MAX);
    }
    let parents = parents.found;
    let nested = Rc::new(Nested { complexity, nodes });
    let rule = argument.map(|argument| Rule::Chains(Arc::new(argument)));
    add(all, parents, eliminations, Some(nested), rule)
}

/// Adds what a hint eliminates, if removed candidates are what makes it possible.
fn add(
    all: &mut Propagation,
    parents: Vec<u16>,
    eliminations: &Eliminations,
    nested: Option<Rc<Nested>>,
    rule: Option<Rule>,
) -> bool {
    if parents.is_empty() {
        return false;
    }
    let origin = all.add_origin(Origin {
        parents,
        nested,
        rule,
    });
    for (cell, digit) in eliminations.candidates() {
        all.add_advanced(cell, digit, origin);
    }
    true
}

/// A pattern with its name: `Pointing: 5 in r4c4, r6c4 of block 5`.
fn described(hint: &Hint) -> String {
    format!("{} ({})", hint.technique, Step::new(hint).pattern())
}

/// "Off" nodes in the order in which they were met, each once.
struct Parents<'a> {
    all: &'a Propagation,
    found: Vec<u16>,
    seen: [u64; 12],
}

impl Parents<'_> {
    fn new(all: &Propagation) -> Parents<'_> {
        Parents {
            all,
            found: Vec::new(),
            seen: [0; 12],
        }
    }

    fn add(&mut self, cell: usize, digit: usize) {
        let index = self.all.off_index(cell, digit);
        let (word, bit) = (index as usize / 64, 1 << (index % 64));
        if self.seen[word] & bit == 0 {
            self.seen[word] |= bit;
            self.found.push(index);
        }
    }
}

/// The candidates that the assumption has removed so far.
struct Removed<'a> {
    base: &'a Grid,
    current: &'a Grid,
}

impl Removed<'_> {
    fn in_cell(&self, cell: usize) -> u16 {
        self.base.candidates(cell) & !self.current.candidates(cell)
    }

    fn in_house(&self, digit: usize, house: usize) -> u16 {
        self.base.places(digit, house) & !self.current.places(digit, house)
    }

    /// Pointing, claiming and X-wings.
    fn of_lines(&self, hint: &Hint, parents: &mut Parents<'_>) {
        let covers = bits(u64::from(hint.covers)).fold(0, |all, house| all | HOUSE_SET[house]);
        for digit in digits(hint.digits) {
            for house in bits(u64::from(hint.houses)) {
                for cell in cells_at(house, self.in_house(digit, house)) {
                    if covers >> cell & 1 == 0 {
                        parents.add(cell, digit);
                    }
                }
            }
        }
    }

    fn of_hidden_pair(&self, hint: &Hint, parents: &mut Parents<'_>) {
        let house = hint.houses.trailing_zeros() as usize;
        for cell in HOUSE_CELLS[house].map(usize::from) {
            if self.current.candidates(cell) & hint.digits == 0 {
                for digit in digits(self.base.candidates(cell) & hint.digits) {
                    parents.add(cell, digit);
                }
            }
        }
    }

    fn of_naked_pair(&self, hint: &Hint, parents: &mut Parents<'_>) {
        for cell in hint.cells.iter().map(|cell| *cell as usize) {
            for digit in digits(self.base.candidates(cell) & !hint.digits) {
                parents.add(cell, digit);
            }
        }
    }

    /// What made the node of a nested chain possible.
    fn of_node(&self, node: Link, parents: &mut Parents<'_>) {
        if !node.is_on {
            return;
        }
        let (cell, digit) = (node.cell as usize, node.digit as usize);
        match node.cause {
            Cause::Cell => digits(self.in_cell(cell)).for_each(|digit| parents.add(cell, digit)),
            Cause::Block | Cause::Row | Cause::Column => {
                if let Some(house) = node.cause.house(cell) {
                    cells_at(house, self.in_house(digit, house))
                        .for_each(|cell| parents.add(cell, digit));
                }
            }
            Cause::Assumption | Cause::Advanced => {}
        }
    }
}
