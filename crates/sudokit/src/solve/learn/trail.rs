//! The assignment, in the order in which it was made, and what follows from the groups.
//!
//! A true variable makes the others of its groups false, and the last variable of a group that is
//! not false is true. Neither is written out as clauses. A group keeps a mask of its variables that
//! are not known to be false.

use super::groups::{Groups, Literal};
use crate::bits::bits;

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// It was chosen, or it holds in every solution.
    None,
    /// This literal is false, and one of the two is true.
    Other(Literal),
    /// All other variables of this group are false.
    Group(u32),
    /// All other literals of this learned clause are false.
    Clause(u32),
}

/// A reason for a literal that is false already.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conflict {
    pub literal: Literal,
    pub reason: Reason,
}

/// What is known about a variable that has a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    pub reason: Reason,
    /// The number of choices before it, its own included.
    pub level: u32,
    /// Its place on the trail.
    pub place: u32,
}

/// The assignment and the queue of what has not been propagated yet.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    /// By variable, for the variable and its negation: 1 for a true literal, -1 for a false one, 0 for
    /// an open one.
    values: Vec<[i8; 2]>,
    facts: Vec<Fact>,
    literals: Vec<Literal>,
    /// Where each level starts.
    starts: Vec<u32>,
    /// By group, the variables that are not known to be false. Those that became false and have not
    /// been propagated are still there.
    remaining: Vec<u64>,
    /// The literals before this place have been propagated through the groups.
    through_groups: usize,
    /// The literals before this place have been propagated through the learned clauses.
    through_clauses: usize,
}

impl Trail {
    pub fn new(groups: &Groups) -> Trail {
        let variables = groups.variables();
        let all = |group| u64::MAX >> (u64::BITS as usize - groups.members(group).len());
        let unknown = Fact {
            reason: Reason::None,
            level: 0,
            place: 0,
        };
        Trail {
            values: vec![[0; 2]; variables],
            facts: vec![unknown; variables],
            literals: Vec::with_capacity(variables),
            starts: Vec::new(),
            remaining: (0..groups.len() as u32).map(all).collect(),
            through_groups: 0,
            through_clauses: 0,
        }
    }

    /// Returns 1 for a true literal, -1 for a false one, 0 for an open one.
    #[inline]
    pub fn value(&self, literal: Literal) -> i8 {
        self.values[literal.variable() as usize][literal.index() & 1]
    }

    #[inline]
    pub fn fact(&self, variable: u32) -> Fact {
        self.facts[variable as usize]
    }

    #[inline]
    pub fn set_reason(&mut self, variable: u32, reason: Reason) {
        self.facts[variable as usize].reason = reason;
    }

    /// Returns the level of a literal that has a value.
    #[inline]
    pub fn level_of(&self, literal: Literal) -> u32 {
        self.fact(literal.variable()).level
    }

    /// Returns the number of choices.
    #[inline]
    pub fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    /// Returns the true literals in the order in which they were found.
    #[inline]
    pub fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// Returns the number of literals that do not depend on any level above this one.
    pub fn len_before(&self, level: u32) -> usize {
        let start = self.starts.get(level as usize);
        start.map_or(self.literals.len(), |start| *start as usize)
    }

    /// Returns the literal chosen at a level above 0, if that level has one.
    pub fn choice(&self, level: u32) -> Option<Literal> {
        let (start, end) = (self.len_before(level - 1), self.len_before(level));
        (start < end).then(|| self.literals[start])
    }

    /// Opens a level.
    pub fn open_level(&mut self) {
        self.starts.push(self.literals.len() as u32);
    }

    /// Makes an open literal true.
    #[inline]
    pub fn assign(&mut self, literal: Literal, reason: Reason) {
        debug_assert_eq!(self.value(literal), 0);
        self.values[literal.variable() as usize] = match literal.is_positive() {
            true => [1, -1],
            false => [-1, 1],
        };
        self.facts[literal.variable() as usize] = Fact {
            reason,
            level: self.starts.len() as u32,
            place: self.literals.len() as u32,
        };
        self.literals.push(literal);
    }

    /// Makes a literal true, unless it is.
    #[inline]
    pub fn imply(&mut self, literal: Literal, reason: Reason) -> Result<(), Conflict> {
        match self.value(literal) {
            0 => self.assign(literal, reason),
            1 => {}
            _ => return Err(Conflict { literal, reason }),
        }
        Ok(())
    }

    /// Returns the next literal to propagate through the learned clauses.
    #[inline]
    pub fn next_for_clauses(&mut self) -> Option<Literal> {
        let literal = self.literals.get(self.through_clauses)?;
        self.through_clauses += 1;
        Some(*literal)
    }

    /// Returns the next literal to propagate through the groups.
    #[inline]
    pub fn next_for_groups(&mut self) -> Option<Literal> {
        let literal = self.literals.get(self.through_groups)?;
        self.through_groups += 1;
        Some(*literal)
    }

    /// Propagates one literal through the groups of its variable.
    #[inline]
    pub fn propagate(&mut self, literal: Literal, groups: &Groups) -> Result<(), Conflict> {
        match literal.is_positive() {
            true => self.exclude_others(literal.variable(), groups),
            false => self.narrow_groups(literal.variable(), groups),
        }
    }

    fn exclude_others(&mut self, variable: u32, groups: &Groups) -> Result<(), Conflict> {
        let reason = Reason::Other(Literal::negative(variable));
        for membership in groups.of(variable) {
            let group = membership.group();
            let members = groups.members(group);
            for place in bits(self.remaining[group as usize] & !membership.bit()) {
                self.imply(Literal::negative(members[place]), reason)?;
            }
        }
        Ok(())
    }

    fn narrow_groups(&mut self, variable: u32, groups: &Groups) -> Result<(), Conflict> {
        let mut result = Ok(());
        // All masks change, even after a conflict, so that backtracking can change them back.
        for membership in groups.of(variable) {
            let group = membership.group();
            let remaining = &mut self.remaining[group as usize];
            *remaining &= !membership.bit();
            if remaining.is_power_of_two() {
                let last = groups.members(group)[remaining.trailing_zeros() as usize];
                let last = Literal::positive(last);
                result = result.and(self.imply(last, Reason::Group(group)));
            }
        }
        result
    }

    /// Forgets what depends on levels above this one, and passes each variable that becomes open.
    pub fn backtrack(&mut self, level: u32, groups: &Groups, mut opened: impl FnMut(Literal)) {
        let start = self.len_before(level);
        for place in (start..self.literals.len()).rev() {
            let literal = self.literals[place];
            self.values[literal.variable() as usize] = [0; 2];
            if !literal.is_positive() && place < self.through_groups {
                let variable = literal.variable();
                for membership in groups.of(variable) {
                    self.remaining[membership.group() as usize] |= membership.bit();
                }
            }
            opened(literal);
        }
        self.literals.truncate(start);
        self.starts.truncate(level as usize);
        self.through_clauses = self.through_clauses.min(start);
        self.through_groups = self.through_groups.min(start);
    }
}
