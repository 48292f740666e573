//! Nets: everything that follows from an assumption when every cell and house with one
//! possibility left is filled, breadth first, each consequence with its causes.

use super::argument::{Account, Conflict, Literal};
use super::units::Units;
use crate::logic::board::{Board, bits};
use crate::logic::chains::links::{Kind, Links, contains, insert};

/// What nets may look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// The places of the value that is assumed: Nishio.
    OneValue,
    /// Everything.
    All,
}

/// No cause: it was assumed.
const ASSUMED: u16 = u16::MAX;

/// From here on causes are numbers of nested refutations.
const NESTED: u16 = 1 << 15;

/// Follows one assumption after the other.
pub(super) struct Net {
    pub links: Links,
    pub units: Units,
    /// For each unit how many candidates it has on the board.
    sizes: Vec<u8>,
    /// What is true and what is false by now.
    pub on: Vec<u64>,
    pub off: Vec<u64>,
    /// For each unit how many candidates are not yet false.
    left: Vec<u8>,
    /// Everything that follows, in the order in which it was found.
    trail: Vec<Literal>,
    /// For each node why: the true node that makes it false, or the unit that leaves only it.
    causes: Vec<u16>,
    /// For each refutation within the net what it rests on.
    nested: Vec<Vec<Literal>>,
    conflict: Option<Clash>,
}

/// A conflict as it is met.
#[derive(Clone, Copy, Debug)]
enum Clash {
    /// A node is true, and another true node makes it false.
    Both { node: u16, by: u16 },
    /// Nothing is left in a unit.
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

    /// Follows an assumption until nothing new comes or a conflict is met; says whether one was.
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

    /// Follows an assumption further: whatever would fail under it is false too. Each try counts,
    /// and none is made when no more are left.
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
                if let Some(grounds) = self.refute_within(node) {
                    let start = self.trail.len();
                    self.take(Literal::off(node), NESTED + self.nested.len() as u16);
                    self.nested.push(grounds);
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

    /// Supposes one more candidate to be true for a moment; if that fails, what it takes.
    fn refute_within(&mut self, node: usize) -> Option<Vec<Literal>> {
        let saved = (self.on.clone(), self.off.clone(), self.left.clone());
        let start = self.trail.len();
        self.take(Literal::on(node), ASSUMED);
        let fails = self.run(start);
        let grounds = fails.then(|| self.grounds(start));
        self.conflict = None;
        self.trail.truncate(start);
        (self.on, self.off, self.left) = saved;
        grounds
    }

    /// What the conflict rests on among the entries of the trail before a point.
    fn grounds(&self, start: usize) -> Vec<Literal> {
        let wanted = self.wanted(&self.conflict_goals(), start);
        let before = self.trail[..start].iter();
        let needed = before.filter(|literal| contains(&wanted, literal.node as usize));
        needed.copied().collect()
    }

    /// Draws conclusions from the trail, from an entry on; says whether a conflict was met.
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

    /// A true node makes those false that it is weakly linked to.
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

    /// A false node may leave one candidate in a unit, or none.
    fn confine(&mut self, node: u16) -> Option<Clash> {
        for index in 0..self.units.of(node as usize).len() {
            let unit = self.units.of(node as usize)[index];
            let left = &mut self.left[unit as usize];
            *left -= 1;
            match *left {
                0 => return Some(Clash::Nothing { unit }),
                1 => {
                    // What was found false but not yet looked at is not counted, so it may be
                    // that the last one is false as well; that will be met in its turn.
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

    /// How many implications lead to these, the assumption included.
    pub fn size(&self, goals: &[Literal]) -> usize {
        self.ancestors(goals)
            .iter()
            .filter(|needed| **needed)
            .count()
    }

    /// How many implications lead to the conflict that was met.
    pub fn conflict_size(&self) -> usize {
        self.size(&self.conflict_goals())
    }

    /// The implications that lead to these, and no others.
    pub fn account(&self, goals: &[Literal]) -> Account {
        let needed = self.ancestors(goals);
        let mut account = Account::default();
        for (literal, _) in self
            .trail
            .iter()
            .zip(&needed)
            .filter(|(_, needed)| **needed)
        {
            let mut parents = Vec::new();
            self.for_parents(*literal, |parent| parents.extend(account.find(parent)));
            parents.sort_unstable();
            account.add(*literal, parents);
        }
        account
    }

    /// The implications that lead to the conflict that was met, and what it is.
    pub fn conflict_account(&self) -> Option<(Account, Conflict)> {
        let mut account = self.account(&self.conflict_goals());
        let conflict = match self.conflict? {
            Clash::Nothing { unit } => Conflict::Nothing(self.units.subject(unit as usize)),
            Clash::Both { node, by } => {
                let parents = account.find(Literal::on(by as usize)).into_iter().collect();
                account.add(Literal::off(node as usize), parents);
                Conflict::Clash
            }
        };
        Some((account, conflict))
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

    /// Which entries of the trail lead to these.
    fn ancestors(&self, goals: &[Literal]) -> Vec<bool> {
        let wanted = self.wanted(goals, 0);
        let trail = self.trail.iter();
        trail
            .map(|literal| contains(&wanted, literal.node as usize))
            .collect()
    }

    /// The nodes that these follow from, traced back to a point of the trail.
    fn wanted(&self, goals: &[Literal], start: usize) -> Vec<u64> {
        let mut wanted = vec![0u64; self.links.words()];
        let nodes = goals.iter().map(|goal| goal.node as usize);
        nodes.for_each(|node| insert(&mut wanted, node));
        // Causes come first in the trail, so one pass from the back meets every need.
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
                let grounds = self.nested[(cause - NESTED) as usize].iter();
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
