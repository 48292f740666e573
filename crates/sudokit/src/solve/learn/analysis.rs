//! What a conflict teaches: a clause that would have avoided it.
//!
//! From the conflict back along the trail, literals of the last level are replaced by their reasons
//! until one is left (the first unique implication point). The clause says that not all of what
//! remains can be true. It is then made shorter in three ways:
//!
//! * Literals that follow from the others are removed.
//! * The literals of a level are replaced by the one that they all follow from, if there is one
//!   ([Fleury and Biere 2021](https://doi.org/10.34727/2021/isbn.978-3-85448-046-4_27)).
//! * A positive literal is removed if the clause has the negation of a variable of the same group:
//!   "b or not a" is the same as "not a" where a and b exclude each other.

use super::clauses::Clauses;
use super::groups::{Groups, Literal};
use super::trail::{Conflict, Reason, Trail};

/// What a variable is to the clause under construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Unknown,
    /// Its literal follows from the clause.
    Implied,
    /// Its literal does not follow from the clause, as far as has been examined.
    Independent,
}

/// The literals of the clause at one level.
#[derive(Clone, Copy, Debug)]
struct LevelUse {
    count: u32,
    /// The place of the earliest on the trail.
    earliest: u32,
}

const UNUSED: LevelUse = LevelUse {
    count: 0,
    earliest: u32::MAX,
};

/// A position in which conflicts are analysed.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub groups: &'a Groups,
    pub trail: &'a Trail,
    pub clauses: &'a Clauses,
}

impl<'a> Context<'a> {
    /// Returns the false literals that, for this reason, imply the literal of a variable.
    #[inline]
    fn causes(self, reason: Reason, variable: u32) -> impl Iterator<Item = Literal> + 'a {
        let (one, group, clause): (Option<Literal>, &[u32], &[Literal]) = match reason {
            Reason::None => (None, &[], &[]),
            Reason::Other(other) => (Some(other), &[], &[]),
            Reason::Group(group) => (None, self.groups.members(group), &[]),
            Reason::Clause(clause) => (None, &[], self.clauses.literals(clause)),
        };
        let group = group.iter().map(|member| Literal::positive(*member));
        let all = one.into_iter().chain(group).chain(clause.iter().copied());
        all.filter(move |literal| literal.variable() != variable)
    }
}

/// The clause learned from the last conflict, and the memory to find it.
#[derive(Clone, Debug)]
pub(super) struct Analysis {
    /// The learned clause. Its first literal is open once the search has gone back, and its second is
    /// of the level to go back to.
    pub clause: Vec<Literal>,
    /// The number of levels of its literals.
    pub levels: u32,
    /// The variables that took part in the conflict.
    pub involved: Vec<u32>,
    /// The clauses that took part in the conflict.
    pub used: Vec<u32>,
    /// By variable: whether it took part, and its literal is in the clause or of the last level.
    is_involved: Vec<bool>,
    roles: Vec<Role>,
    /// Variables whose role is known.
    known: Vec<u32>,
    /// By level.
    level_uses: Vec<LevelUse>,
    levels_used: Vec<u32>,
    /// By variable: whether it is among those of a level that are to be replaced by one.
    in_block: Vec<bool>,
    block: Vec<u32>,
    /// Literals with their places on the trail.
    sorted: Vec<(u32, Literal)>,
    /// By group and by level, the last round in which it was seen.
    group_rounds: Vec<u32>,
    level_rounds: Vec<u32>,
    round: u32,
}

/// The depth at which the search for reasons ends.
const DEEPEST: u32 = 1_000;

impl Analysis {
    pub fn new(groups: &Groups) -> Analysis {
        let variables = groups.variables();
        Analysis {
            clause: Vec::new(),
            levels: 0,
            involved: Vec::new(),
            used: Vec::new(),
            is_involved: vec![false; variables],
            roles: vec![Role::Unknown; variables],
            known: Vec::new(),
            level_uses: Vec::new(),
            levels_used: Vec::new(),
            in_block: vec![false; variables],
            block: Vec::new(),
            sorted: Vec::new(),
            group_rounds: vec![0; groups.len()],
            level_rounds: Vec::new(),
            round: 0,
        }
    }

    /// Learns from a conflict at a level above 0. Returns the level to go back to.
    pub fn learn(&mut self, context: Context<'_>, conflict: Conflict) -> u32 {
        let trail = context.trail;
        self.start(trail);
        let mut open = 0;
        self.involve(trail, conflict.literal, &mut open);
        self.resolve(context, conflict.literal, conflict.reason, &mut open);
        let mut place = trail.literals().len();
        self.clause[0] = loop {
            place -= 1;
            let literal = trail.literals()[place];
            let variable = literal.variable();
            if self.is_involved[variable as usize] {
                open -= 1;
                if open == 0 {
                    break !literal;
                }
                self.resolve(context, literal, trail.fact(variable).reason, &mut open);
            }
        };
        self.shorten(context);
        self.exclude_by_groups(context.groups);
        let clause = std::mem::take(&mut self.clause);
        self.levels = self.count_levels(trail, &clause);
        self.clause = clause;
        self.finish();
        let mut back = 0;
        for place in 1..self.clause.len() {
            let level = trail.level_of(self.clause[place]);
            if level > back {
                back = level;
                self.clause.swap(1, place);
            }
        }
        back
    }

    fn start(&mut self, trail: &Trail) {
        self.clause.clear();
        self.clause.push(Literal::positive(0));
        self.involved.clear();
        self.used.clear();
        let levels = trail.level() as usize + 1;
        if self.level_uses.len() < levels {
            self.level_uses.resize(levels, UNUSED);
            self.level_rounds.resize(levels, 0);
        }
    }

    fn finish(&mut self) {
        let literals = self.clause.iter().map(|literal| literal.variable());
        for variable in literals.chain(self.involved.iter().copied()) {
            self.is_involved[variable as usize] = false;
        }
        for variable in self.known.drain(..) {
            self.roles[variable as usize] = Role::Unknown;
        }
        for level in self.levels_used.drain(..) {
            self.level_uses[level as usize] = UNUSED;
        }
    }

    /// Replaces a literal by its reason.
    #[inline]
    fn resolve(&mut self, context: Context<'_>, literal: Literal, reason: Reason, open: &mut u32) {
        if let Reason::Clause(clause) = reason {
            self.used.push(clause);
        }
        let causes = context.causes(reason, literal.variable());
        causes.for_each(|cause| self.involve(context.trail, cause, open));
    }

    /// Adds a false literal: to the clause, or to those of the last level that will be replaced.
    #[inline]
    fn involve(&mut self, trail: &Trail, literal: Literal, open: &mut u32) {
        let variable = literal.variable();
        let fact = trail.fact(variable);
        if fact.level == 0 || self.is_involved[variable as usize] {
            return;
        }
        self.is_involved[variable as usize] = true;
        self.involved.push(variable);
        if fact.level == trail.level() {
            *open += 1;
            return;
        }
        self.clause.push(literal);
        let level_use = &mut self.level_uses[fact.level as usize];
        if level_use.count == 0 {
            self.levels_used.push(fact.level);
        }
        level_use.count += 1;
        level_use.earliest = level_use.earliest.min(fact.place);
    }

    /// Replaces the literals of each level by one, or removes those that follow from others.
    fn shorten(&mut self, context: Context<'_>) {
        let trail = context.trail;
        let mut clause = std::mem::take(&mut self.clause);
        // Sorted beside their places, because a lookup in each comparison would take longer.
        let others = clause.drain(1..);
        let with_places = others.map(|literal| (trail.fact(literal.variable()).place, literal));
        self.sorted.clear();
        self.sorted.extend(with_places);
        self.sorted.sort_unstable_by(|one, other| other.cmp(one));
        clause.extend(self.sorted.iter().map(|(_, literal)| *literal));
        let (mut start, mut kept) = (1, 1);
        while start < clause.len() {
            let level = trail.level_of(clause[start]);
            let same = clause[start..].iter();
            let end = start + same.take_while(|l| trail.level_of(**l) == level).count();
            match self.common_cause(context, &clause[start..end], level) {
                Some(cause) => {
                    for literal in &clause[start..end] {
                        self.is_involved[literal.variable() as usize] = false;
                        self.set_role(literal.variable(), Role::Implied);
                    }
                    self.is_involved[cause.variable() as usize] = true;
                    clause[kept] = cause;
                    kept += 1;
                }
                None => {
                    for place in start..end {
                        let literal = clause[place];
                        if !self.follows(context, literal, 0) {
                            clause[kept] = literal;
                            kept += 1;
                        }
                    }
                }
            }
            start = end;
        }
        clause.truncate(kept);
        self.clause = clause;
    }

    /// Finds the literal of a level that these literals of the level, the latest first, follow from,
    /// together with other literals of the clause.
    fn common_cause(
        &mut self,
        context: Context<'_>,
        literals: &[Literal],
        level: u32,
    ) -> Option<Literal> {
        let trail = context.trail;
        if literals.len() < 2 {
            return None;
        }
        let mut open = literals.len();
        let mut place = trail.fact(literals[0].variable()).place as usize;
        for literal in literals {
            self.in_block[literal.variable() as usize] = true;
            self.block.push(literal.variable());
        }
        let found = loop {
            let literal = trail.literals()[place];
            let variable = literal.variable();
            place = place.wrapping_sub(1);
            if !self.in_block[variable as usize] {
                continue;
            }
            if open == 1 {
                break Some(!literal);
            }
            open -= 1;
            let mut causes = context.causes(trail.fact(variable).reason, variable);
            let is_possible = causes.all(|cause| {
                let variable = cause.variable();
                if trail.fact(variable).level != level {
                    return self.is_involved[variable as usize] || self.follows(context, cause, 1);
                }
                if !self.in_block[variable as usize] {
                    self.in_block[variable as usize] = true;
                    self.block.push(variable);
                    open += 1;
                }
                true
            });
            if !is_possible {
                break None;
            }
        };
        for variable in self.block.drain(..) {
            self.in_block[variable as usize] = false;
        }
        found
    }

    /// Returns whether a false literal follows from the others of the clause. At a depth above 0, a
    /// literal of the clause follows from itself.
    fn follows(&mut self, context: Context<'_>, literal: Literal, depth: u32) -> bool {
        let variable = literal.variable();
        let fact = context.trail.fact(variable);
        if fact.level == 0 || (depth > 0 && self.is_involved[variable as usize]) {
            return true;
        }
        match self.roles[variable as usize] {
            Role::Implied => return true,
            Role::Independent => return false,
            Role::Unknown => {}
        }
        // It cannot follow from the clause if nothing of its level before it does.
        let level_use = self.level_uses[fact.level as usize];
        if fact.reason == Reason::None || depth > DEEPEST || fact.place < level_use.earliest {
            return false;
        }
        let mut causes = context.causes(fact.reason, variable);
        let follows = causes.all(|cause| self.follows(context, cause, depth + 1));
        let role = match follows {
            true => Role::Implied,
            false => Role::Independent,
        };
        self.set_role(variable, role);
        follows
    }

    fn set_role(&mut self, variable: u32, role: Role) {
        self.roles[variable as usize] = role;
        self.known.push(variable);
    }

    /// Removes each positive literal with a variable that excludes it, negated, in the clause.
    fn exclude_by_groups(&mut self, groups: &Groups) {
        self.round += 1;
        for literal in self.clause.iter().filter(|literal| !literal.is_positive()) {
            for membership in groups.of(literal.variable()) {
                self.group_rounds[membership.group() as usize] = self.round;
            }
        }
        let mut is_first = true;
        self.clause.retain(|literal| {
            let variable = literal.variable();
            let mut groups = groups.of(variable).iter().map(|m| m.group() as usize);
            let is_excluded =
                literal.is_positive() && groups.any(|group| self.group_rounds[group] == self.round);
            if is_excluded {
                self.is_involved[variable as usize] = false;
            }
            std::mem::take(&mut is_first) || !is_excluded
        });
    }

    /// Counts the levels above 0 of these literals.
    pub fn count_levels(&mut self, trail: &Trail, literals: &[Literal]) -> u32 {
        self.round += 1;
        let mut count = 0;
        for literal in literals {
            let level = trail.level_of(*literal);
            let round = &mut self.level_rounds[level as usize];
            if level > 0 && *round != self.round {
                *round = self.round;
                count += 1;
            }
        }
        count
    }

    /// Returns the choices that the truth of a literal follows from, at any level.
    pub fn choices_behind(&mut self, context: Context<'_>, literal: Literal) -> Vec<Literal> {
        let trail = context.trail;
        self.start(trail);
        let mut choices = Vec::new();
        let mut queue = vec![literal.variable()];
        while let Some(variable) = queue.pop() {
            let fact = trail.fact(variable);
            if fact.level == 0 || self.is_involved[variable as usize] {
                continue;
            }
            self.is_involved[variable as usize] = true;
            self.involved.push(variable);
            match fact.reason {
                Reason::None => choices.push(trail.literals()[fact.place as usize]),
                reason => queue.extend(context.causes(reason, variable).map(Literal::variable)),
            }
        }
        self.clause.clear();
        self.finish();
        choices
    }
}
