//! Nets: everything that follows from an assumption if every cell and house with one possibility
//! left is filled, breadth first. Each consequence is recorded with its causes.

use super::argument::{Account, Conflict, Literal};
use super::units::{Subject, Units};
use crate::logic::board::{Board, bits};
use crate::logic::chains::links::{Kind, Links, contains, insert};
use crate::logic::step::Refutation;

/// The candidates that nets may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// Only the places of the assumed value: Nishio.
    OneValue,
    /// All candidates.
    All,
}

/// No cause: the literal was assumed.
const ASSUMED: u16 = u16::MAX;

/// Causes from this value on are indices of nested refutations.
const NESTED: u16 = 1 << 15;

/// Follows assumptions, one at a time.
pub(super) struct Net {
    pub links: Links,
    pub units: Units,
    /// By unit: the number of its candidates on the board.
    sizes: Vec<u8>,
    /// The nodes known to be true and those known to be false.
    pub on: Vec<u64>,
    pub off: Vec<u64>,
    /// By unit: the number of its candidates that are not yet false.
    left: Vec<u8>,
    /// All consequences, in the order in which they were found.
    trail: Vec<Literal>,
    /// By node: its cause, which is the true node that makes it false, or the unit in which it is
    /// the last candidate.
    causes: Vec<u16>,
    nested: Vec<Nested>,
    conflict: Option<Clash>,
}

/// The refutation of one more assumption under the first.
struct Nested {
    /// The literals of the trail that it depends on.
    grounds: Vec<Literal>,
    /// Everything that it needs, with causes: first the grounds, then the assumption.
    account: Account,
    conflict: Conflict,
}

/// A conflict, as found by the net.
#[derive(Clone, Copy, Debug)]
enum Clash {
    /// A node is true, and another true node makes it false.
    Both { node: u16, by: u16 },
    /// No candidate is left in a unit.
    Nothing { unit: u16 },
}

impl Net {
    pub fn new(board: &Board, scope: Scope) -> Net {
        let kind = match scope {
            Scope::OneValue => Kind::OneValue,
            Scope::All => Kind::Plain,
        };
        let links = Links::new(board, kind);
        let units = Units::new(board, &links, scope == Scope::All);
        let sizes: Vec<u8> = (0..units.len())
            .map(|unit| units.members(unit).len() as u8)
            .collect();
        Net {
            on: vec![0; links.words()],
            off: vec![0; links.words()],
            left: sizes.clone(),
            trail: Vec::with_capacity(links.len()),
            causes: vec![0; links.len()],
            nested: Vec::new(),
            conflict: None,
            sizes,
            units,
            links,
        }
    }

    /// Follows an assumption until nothing more follows or there is a conflict. Returns whether
    /// there is one.
    pub fn follow(&mut self, assumption: Literal) -> bool {
        self.on.fill(0);
        self.off.fill(0);
        self.left.copy_from_slice(&self.sizes);
        self.trail.clear();
        self.nested.clear();
        self.conflict = None;
        self.take(assumption, ASSUMED);
        self.run(0)
    }

    /// Follows an assumption further: every candidate that fails under it is false too. Each test
    /// of a candidate uses up one of the `tries`; with none left, the search ends.
    pub fn follow_nested(&mut self, assumption: Literal, tries: &mut u32) -> bool {
        if self.follow(assumption) {
            return true;
        }
        loop {
            let before = self.trail.len();
            for node in 0..self.links.candidates() {
                if contains(&self.on, node) || contains(&self.off, node) {
                    continue;
                }
                if *tries == 0 {
                    return false;
                }
                *tries -= 1;
                if let Some(nested) = self.refute_within(node) {
                    let start = self.trail.len();
                    self.take(Literal::off(node), NESTED + self.nested.len() as u16);
                    self.nested.push(nested);
                    if self.run(start) {
                        return true;
                    }
                }
            }
            if self.trail.len() == before {
                return false;
            }
        }
    }

    /// Assumes for the moment that one more candidate is true. If that fails, returns why.
    fn refute_within(&mut self, node: usize) -> Option<Nested> {
        let saved = (self.on.clone(), self.off.clone(), self.left.clone());
        let start = self.trail.len();
        self.take(Literal::on(node), ASSUMED);
        let fails = self.run(start);
        let nested = fails.then(|| self.refutation(start)).flatten();
        self.conflict = None;
        self.trail.truncate(start);
        (self.on, self.off, self.left) = saved;
        nested
    }

    /// Returns why the assumption that was added to the trail at `start` fails.
    fn refutation(&self, start: usize) -> Option<Nested> {
        let wanted = self.wanted(&self.conflict_goals(), start);
        let is_needed = |literal: &&Literal| contains(&wanted, literal.node as usize);
        let grounds: Vec<Literal> = self.trail[..start]
            .iter()
            .filter(is_needed)
            .copied()
            .collect();
        let mut account = Account::default();
        for ground in &grounds {
            account.add(*ground, Vec::new());
        }
        for literal in self.trail[start..].iter().filter(is_needed) {
            self.add_to(&mut account, *literal);
        }
        let conflict = self.conclude_conflict(&mut account)?;
        Some(Nested {
            grounds,
            account,
            conflict,
        })
    }

    /// Draws conclusions from the trail, from entry `next` on. Returns whether there is a conflict.
    fn run(&mut self, mut next: usize) -> bool {
        while let Some(&literal) = self.trail.get(next) {
            next += 1;
            self.conflict = match literal.on {
                true => self.exclude(literal.node),
                false => self.confine(literal.node),
            };
            if self.conflict.is_some() {
                return true;
            }
        }
        false
    }

    #[inline]
    fn take(&mut self, literal: Literal, cause: u16) {
        let node = literal.node as usize;
        insert(
            if literal.on {
                &mut self.on
            } else {
                &mut self.off
            },
            node,
        );
        self.causes[node] = cause;
        self.trail.push(literal);
    }

    /// Makes all nodes false that are weakly linked to a true node.
    fn exclude(&mut self, node: u16) -> Option<Clash> {
        for word in 0..self.links.words() {
            let weak = self.links.weak(node as usize)[word];
            if let Some(bit) = bits(weak & self.on[word]).next() {
                let other = (word * 64 + bit) as u16;
                return Some(Clash::Both {
                    node: other,
                    by: node,
                });
            }
            for bit in bits(weak & !self.off[word]) {
                self.take(Literal::off(word * 64 + bit), node);
            }
        }
        None
    }

    /// Checks the units of a false node, which may have one candidate left, or none.
    fn confine(&mut self, node: u16) -> Option<Clash> {
        for index in 0..self.units.of(node as usize).len() {
            let unit = self.units.of(node as usize)[index];
            let left = &mut self.left[unit as usize];
            *left -= 1;
            match *left {
                0 => return Some(Clash::Nothing { unit }),
                1 => {
                    // Nodes that are false but not yet processed are not counted, so the last
                    // candidate may be false as well. That is found when it is processed.
                    let members = self.units.members(unit as usize).iter();
                    let mut open = members.filter(|m| !contains(&self.off, **m as usize));
                    if let Some(&last) = open.next()
                        && !contains(&self.on, last as usize)
                    {
                        self.take(Literal::on(last as usize), unit);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Returns the number of implications that lead to these, including the assumption.
    pub fn size(&self, goals: &[Literal]) -> usize {
        self.ancestors(goals)
            .iter()
            .filter(|needed| **needed)
            .count()
    }

    /// Returns the number of implications that lead to the conflict.
    pub fn conflict_size(&self) -> usize {
        self.size(&self.conflict_goals())
    }

    /// Returns the implications that lead to these, and no others.
    pub fn account(&self, goals: &[Literal]) -> Account {
        let needed = self.ancestors(goals);
        let mut account = Account::default();
        for (literal, _) in self
            .trail
            .iter()
            .zip(&needed)
            .filter(|(_, needed)| **needed)
        {
            self.add_to(&mut account, *literal);
        }
        account
    }

    /// Adds a literal whose causes are in the account.
    fn add_to(&self, account: &mut Account, literal: Literal) {
        let mut parents = Vec::new();
        self.for_parents(literal, |parent| parents.extend(account.find(parent)));
        parents.sort_unstable();
        account.add(literal, parents);
    }

    /// Returns the implications that lead to the conflict, and the conflict.
    pub fn conflict_account(&self) -> Option<(Account, Conflict)> {
        let mut account = self.account(&self.conflict_goals());
        let conflict = self.conclude_conflict(&mut account)?;
        Some((account, conflict))
    }

    /// Adds to an account what completes the conflict, and returns the conflict.
    fn conclude_conflict(&self, account: &mut Account) -> Option<Conflict> {
        Some(match self.conflict? {
            Clash::Nothing { unit } => Conflict::Nothing(self.units.subject(unit as usize)),
            Clash::Both { node, by } => {
                let parents = account.find(Literal::on(by as usize)).into_iter().collect();
                account.add(Literal::off(node as usize), parents);
                Conflict::Clash
            }
        })
    }

    /// Returns the nested refutations that an account uses.
    pub fn refutations(&self, account: &Account) -> Vec<Refutation> {
        let entries = account.literals().enumerate();
        let nested = entries.filter_map(|(index, literal)| {
            let cause = self.causes[literal.node as usize];
            let is_nested = !literal.on && (NESTED..ASSUMED).contains(&cause);
            let nested = self.nested.get((cause.checked_sub(NESTED)?) as usize);
            Some((index, nested.filter(|_| is_nested)?))
        });
        let refutation = |(index, nested): (usize, &Nested)| {
            let (cell, house) = match nested.conflict {
                Conflict::Clash => (None, None),
                Conflict::Nothing(Subject::Cell(cell)) => (Some(cell as u16), None),
                Conflict::Nothing(Subject::House(house, value)) => {
                    (None, Some((house as u16, value)))
                }
            };
            Refutation {
                node: index as u16,
                case: nested.account.clone().into_chain(&self.links),
                known: nested.grounds.len() as u16,
                cell,
                house,
            }
        };
        nested.map(refutation).collect()
    }

    fn conflict_goals(&self) -> Vec<Literal> {
        match self.conflict {
            None => Vec::new(),
            Some(Clash::Both { node, by }) => {
                vec![Literal::on(node as usize), Literal::on(by as usize)]
            }
            Some(Clash::Nothing { unit }) => {
                let members = self.units.members(unit as usize).iter();
                members.map(|node| Literal::off(*node as usize)).collect()
            }
        }
    }

    /// Returns, for each entry of the trail, whether it leads to these.
    fn ancestors(&self, goals: &[Literal]) -> Vec<bool> {
        let wanted = self.wanted(goals, 0);
        let trail = self.trail.iter();
        trail
            .map(|literal| contains(&wanted, literal.node as usize))
            .collect()
    }

    /// Returns the nodes that these follow from, traced back to `start` in the trail.
    fn wanted(&self, goals: &[Literal], start: usize) -> Vec<u64> {
        let mut wanted = vec![0u64; self.links.words()];
        let nodes = goals.iter().map(|goal| goal.node as usize);
        nodes.for_each(|node| insert(&mut wanted, node));
        // Causes come first in the trail, so one backward pass finds all of them.
        for literal in self.trail[start..].iter().rev() {
            if contains(&wanted, literal.node as usize) {
                self.for_parents(*literal, |parent| insert(&mut wanted, parent.node as usize));
            }
        }
        wanted
    }

    fn for_parents(&self, literal: Literal, mut each: impl FnMut(Literal)) {
        let cause = self.causes[literal.node as usize];
        match (cause, literal.on) {
            (ASSUMED, _) => {}
            (NESTED.., false) => {
                let grounds = self.nested[(cause - NESTED) as usize].grounds.iter();
                grounds.for_each(|ground| each(*ground));
            }
            (_, false) => each(Literal::on(cause as usize)),
            (_, true) => {
                let members = self.units.members(cause as usize).iter();
                let others = members.filter(|member| **member != literal.node);
                others.for_each(|member| each(Literal::off(*member as usize)));
            }
        }
    }
}
