//! The search: propagate, learn from conflicts, choose.

use std::sync::Arc;

use super::Exchange;
use super::analysis::{Analysis, Context};
use super::clauses::Clauses;
use super::groups::{Groups, Literal};
use super::order::Order;
use super::phases::{Phases, Seeks};
use super::trail::{Conflict, Reason, Trail};
use crate::random::Random;
use crate::solve::control::Meter;
use crate::solve::{End, Phase, SearchProgress, Statistics};

/// How a search behaves. All strategies find the same solutions, but not in the same order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Strategy {
    /// Varies the order of the first choices; 0 prefers candidates of small groups.
    pub seed: u64,
    /// When to seek solutions instead of proving that there are none.
    pub seeks: Seeks,
}

/// The answer of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Every variable has a value.
    Solution,
    /// There is no solution, or no further one, in which all assumptions hold.
    Impossible,
    /// The budget does not allow more. The search can be continued.
    Stopped(End),
}

/// The share of its activity that a variable keeps with each conflict; 0.99 takes a sixth more
/// conflicts.
const DECAY: f64 = 0.985;

/// The conflicts before the first restart. Restarting often leaves half of the hard boards unsolved.
const RESTART_INTERVAL: u64 = 1_000;

/// The conflicts before clauses are removed for the first time; each later interval is longer by as
/// many.
const REDUCE_INTERVAL: u64 = 300;

/// Clauses of so few levels are always kept.
const BEST_LEVELS: u32 = 2;

/// Clauses of so few levels survive two reductions after they were used, others one.
const GOOD_LEVELS: u32 = 6;

/// A search that can be continued for further solutions, and asked under assumptions.
#[derive(Clone, Debug)]
pub(super) struct Learner {
    groups: Arc<Groups>,
    trail: Trail,
    clauses: Clauses,
    analysis: Analysis,
    order: Order,
    phases: Phases,
    /// Whether there is no solution, or no further one.
    is_over: bool,
    restarts: u64,
    next_restart: u64,
    reductions: u64,
    next_reduction: u64,
    /// The literals of level 0 when satisfied clauses were last removed.
    simplified: usize,
    /// The literals of the most complete assignment without a conflict.
    attempt: Vec<Literal>,
    /// The assumptions that the last answer follows from.
    core: Vec<Literal>,
    /// The cells with a value at level 0, and the literals of level 0 that were examined for that.
    fixed: (u64, usize),
    statistics: Statistics,
}

impl Learner {
    pub fn new(groups: Arc<Groups>, strategy: Strategy) -> Learner {
        let mut random = Random::new(strategy.seed, 0);
        let activity = (0..groups.variables() as u32).map(|variable| {
            let sizes = groups
                .of(variable)
                .iter()
                .map(|m| groups.members(m.group()).len());
            let tightness: f64 = sizes.map(|size| 1e-3 / size as f64).sum();
            match strategy.seed {
                0 => tightness,
                _ => tightness + 1e-6 * random.below(1_000) as f64,
            }
        });
        let fixed = (groups.decided(), 0);
        Learner {
            trail: Trail::new(&groups),
            clauses: Clauses::new(groups.variables()),
            analysis: Analysis::new(&groups),
            order: Order::new(activity.collect(), DECAY),
            phases: Phases::new(groups.variables(), strategy.seeks),
            groups,
            is_over: false,
            restarts: 0,
            next_restart: RESTART_INTERVAL,
            reductions: 0,
            next_reduction: REDUCE_INTERVAL,
            simplified: 0,
            attempt: Vec::new(),
            core: Vec::new(),
            fixed,
            statistics: Statistics::default(),
        }
    }

    /// Returns the variables and groups that it searches.
    #[cfg(feature = "threads")]
    pub fn groups(&self) -> Arc<Groups> {
        self.groups.clone()
    }

    /// Returns the statistics so far: nodes are choices, conflicts, restarts and solutions.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Returns the values of the cells, 0 for open ones: of the solution after it was found.
    pub fn values(&self) -> Vec<u8> {
        self.groups.values(self.trail.literals().iter().copied())
    }

    /// Returns the values of the cells in the most complete assignment, 0 for open cells.
    pub fn attempt(&self) -> Vec<u8> {
        self.groups.values(self.attempt.iter().copied())
    }

    /// Returns some of the assumptions that cannot all hold, after [`Verdict::Impossible`]. None if
    /// there is no solution without assumptions either.
    pub fn core(&self) -> &[Literal] {
        &self.core
    }

    /// Returns whether a literal is known to be false in every solution.
    pub fn is_false(&self, literal: Literal) -> bool {
        self.trail.value(literal) == -1 && self.trail.level_of(literal) == 0
    }

    /// Searches for a solution in which all assumptions hold.
    pub fn search(&mut self, assumptions: &[Literal], meter: &mut Meter<'_>) -> Verdict {
        self.search_with(assumptions, meter, &mut ())
    }

    /// Searches for a solution in which all assumptions hold, and exchanges facts meanwhile.
    pub fn search_with(
        &mut self,
        assumptions: &[Literal],
        meter: &mut Meter<'_>,
        exchange: &mut impl Exchange,
    ) -> Verdict {
        self.core.clear();
        if !assumptions.is_empty() {
            self.backtrack(0);
        }
        while !self.is_over {
            // Before it propagates: a conflict that is found must not be lost if the search stops.
            if let Err(end) = meter.node() {
                return Verdict::Stopped(end);
            }
            self.statistics.nodes += 1;
            let conflict = self.propagate().err();
            if conflict.is_none() && self.restructure(assumptions.len() as u32) {
                if self.trail.level() == 0 {
                    exchange.restarted(self);
                }
                continue;
            }
            if let Some(conflict) = conflict {
                self.learn(conflict);
                if let Some(progress) = meter.progress() {
                    self.report(progress, exchange.is_first());
                }
                exchange.learned(&self.analysis.clause, self.analysis.levels);
            } else if let Some(&assumed) = assumptions.get(self.trail.level() as usize) {
                if self.trail.value(assumed) == -1 {
                    self.core = self.assumptions_against(assumed);
                    return Verdict::Impossible;
                }
                self.trail.open_level();
                if self.trail.value(assumed) == 0 {
                    self.trail.assign(assumed, Reason::None);
                }
            } else if let Some(choice) = self.choose() {
                self.trail.open_level();
                self.trail.assign(choice, Reason::None);
                let depth = u64::from(self.trail.level());
                self.statistics.deepest = self.statistics.deepest.max(depth);
            } else {
                return Verdict::Solution;
            }
        }
        Verdict::Impossible
    }

    /// Reports a conflict, and what is certain by now.
    fn report(&mut self, progress: &SearchProgress, is_first: bool) {
        let root = &self.trail.literals()[..self.trail.len_before(0)];
        let (cells, examined) = self.fixed;
        let new = root[examined..].iter().filter(|l| l.is_positive()).count();
        self.fixed = (cells + new as u64, root.len());
        progress.add_conflicts(1);
        progress.note_fixed(self.fixed.0);
        if is_first {
            progress.set_phase(match self.phases.is_seeking() {
                true => Phase::Seeking,
                false => Phase::Proving,
            });
        }
    }

    /// Excludes the solution just found, and continues next to it.
    pub fn exclude_solution(&mut self) {
        // The choices alone lead to this solution. The last ones come first, because the search goes
        // back by one level only.
        let levels = (1..=self.trail.level()).rev();
        let choices = levels.filter_map(|level| self.trail.choice(level));
        let clause: Vec<Literal> = choices.map(|choice| !choice).collect();
        match clause.first() {
            Some(last) => self.backtrack(self.trail.level_of(*last) - 1),
            None => self.backtrack(0),
        }
        self.add_clause(&clause, clause.len() as u32, true);
    }

    /// Excludes a solution, given as values of all cells.
    pub fn exclude(&mut self, values: &[u8]) {
        self.backtrack(0);
        let is_part = |variable: &u32| {
            let (cell, value) = self.groups.candidate(*variable);
            values[cell] == value
        };
        let variables = (0..self.groups.variables() as u32).filter(is_part);
        let clause: Vec<Literal> = variables.map(Literal::negative).collect();
        self.require(&clause);
    }

    /// Requires one of these literals to be true, in this and every later search.
    pub fn require(&mut self, literals: &[Literal]) {
        self.add_at_root(literals, BEST_LEVELS, true);
    }

    /// Adds a clause that another search of the same puzzle has learned.
    #[cfg(feature = "threads")]
    pub fn import(&mut self, clause: &[Literal], levels: u32) {
        self.add_at_root(clause, levels, false);
    }

    fn add_at_root(&mut self, literals: &[Literal], levels: u32, is_permanent: bool) {
        self.backtrack(0);
        self.is_over |= self.propagate().is_err();
        let is_satisfied = literals.iter().any(|l| self.trail.value(*l) == 1);
        if !self.is_over && !is_satisfied {
            let open = literals.iter().filter(|l| self.trail.value(**l) == 0);
            let clause: Vec<Literal> = open.copied().collect();
            match clause.len() {
                // Nothing of it is true yet, so nothing follows from it.
                2.. => drop(self.clauses.add(&clause, levels, is_permanent)),
                _ => self.add_clause(&clause, 1, is_permanent),
            }
        }
    }

    /// Propagates what is new. Learned clauses come first: with them, conflicts are found earlier and
    /// have shorter reasons than with the groups first (130,000 against 183,000 conflicts).
    fn propagate(&mut self) -> Result<(), Conflict> {
        loop {
            if let Some(literal) = self.trail.next_for_clauses() {
                self.clauses.propagate(literal, &mut self.trail)?;
            } else if let Some(literal) = self.trail.next_for_groups() {
                self.trail.propagate(literal, &self.groups)?;
            } else {
                return Ok(());
            }
        }
    }

    fn backtrack(&mut self, level: u32) {
        if level >= self.trail.level() {
            return;
        }
        let consistent = self.trail.len_before(self.trail.level() - 1);
        self.phases.observe(&self.trail.literals()[..consistent]);
        self.trail.backtrack(level, &self.groups, |literal| {
            self.order.insert(literal.variable());
            self.phases.save(literal);
        });
    }

    /// Returns the open literal to make true next.
    fn choose(&mut self) -> Option<Literal> {
        loop {
            let variable = self.order.pop()?;
            let positive = Literal::positive(variable);
            if self.trail.value(positive) == 0 {
                return Some(match self.phases.wants(variable) {
                    true => positive,
                    false => !positive,
                });
            }
        }
    }

    /// Learns a clause from a conflict, and goes back to where it makes a difference.
    fn learn(&mut self, conflict: Conflict) {
        self.statistics.backtracks += 1;
        let Some(last) = self.trail.level().checked_sub(1) else {
            self.is_over = true;
            return;
        };
        let consistent = &self.trail.literals()[..self.trail.len_before(last)];
        if consistent.len() > self.attempt.len() {
            self.attempt.clear();
            self.attempt.extend_from_slice(consistent);
        }
        let context = Context {
            groups: &self.groups,
            trail: &self.trail,
            clauses: &self.clauses,
        };
        let back = self.analysis.learn(context, conflict);
        self.note_used_clauses();
        for &variable in &self.analysis.involved {
            self.order.bump(variable);
        }
        self.order.decay();
        self.backtrack(back);
        let clause = std::mem::take(&mut self.analysis.clause);
        self.add_clause(&clause, self.analysis.levels, false);
        self.analysis.clause = clause;
    }

    /// Adds a clause whose first literal is open and whose others are false.
    fn add_clause(&mut self, clause: &[Literal], levels: u32, is_permanent: bool) {
        match *clause {
            [] => self.is_over = true,
            [only] => self.trail.assign(only, Reason::None),
            [first, ..] => {
                let reason = self.clauses.add(clause, levels, is_permanent);
                self.trail.assign(first, reason);
            }
        }
    }

    /// Clauses that took part in a conflict stay for a while. Their literals may now have fewer
    /// levels than when they were learned.
    fn note_used_clauses(&mut self) {
        let used = std::mem::take(&mut self.analysis.used);
        for &index in &used {
            let mut levels = self.clauses.get(index).levels;
            if levels > BEST_LEVELS {
                let literals = self.clauses.literals(index);
                levels = levels.min(self.analysis.count_levels(&self.trail, literals));
            }
            let clause = self.clauses.get_mut(index);
            clause.levels = levels;
            clause.used = if levels <= GOOD_LEVELS { 2 } else { 1 };
        }
        self.analysis.used = used;
    }

    /// Removes clauses, restarts or changes the preferred values if it is time. Returns whether the
    /// search went back.
    fn restructure(&mut self, assumptions: u32) -> bool {
        let conflicts = self.statistics.backtracks;
        if conflicts >= self.next_reduction {
            self.reductions += 1;
            self.next_reduction = conflicts + REDUCE_INTERVAL * (self.reductions + 1);
            self.reduce();
        }
        let has_changed = self.phases.update(conflicts);
        if conflicts >= self.next_restart {
            self.restarts += 1;
            self.next_restart = conflicts + RESTART_INTERVAL * luby(self.restarts + 1);
        } else if !has_changed {
            return false;
        }
        let goes_back = self.trail.level() > assumptions;
        self.backtrack(assumptions);
        goes_back
    }

    /// Removes three quarters of the clauses that were not used for a while, those of many levels
    /// first, and clauses that are always true.
    fn reduce(&mut self) {
        let trail = &self.trail;
        let mut is_removed = vec![false; self.clauses.len()];
        let mut is_reason = vec![false; self.clauses.len()];
        let root = trail.len_before(0);
        for literal in &trail.literals()[root..] {
            if let Reason::Clause(clause) = trail.fact(literal.variable()).reason {
                is_reason[clause as usize] = true;
            }
        }
        let has_new_facts = root > self.simplified;
        self.simplified = root;
        let is_true = |l: &Literal| trail.value(*l) == 1 && trail.level_of(*l) == 0;
        let mut candidates = Vec::new();
        for index in 0..self.clauses.len() as u32 {
            if is_reason[index as usize] {
                continue;
            }
            let literals = self.clauses.literals(index);
            if has_new_facts && literals.iter().any(is_true) {
                is_removed[index as usize] = true;
                continue;
            }
            let len = literals.len();
            let clause = self.clauses.get_mut(index);
            if clause.is_permanent {
                continue;
            }
            match clause.used {
                0 if clause.levels > BEST_LEVELS => candidates.push((clause.levels, len, index)),
                used => clause.used = used.saturating_sub(1),
            }
        }
        candidates.sort_unstable();
        for (_, _, index) in &candidates[candidates.len() / 4..] {
            is_removed[*index as usize] = true;
        }
        let keep = |index| !is_removed[index as usize];
        self.clauses.retain(&mut self.trail, keep);
    }

    /// Returns the assumptions that a false assumption contradicts, and itself.
    fn assumptions_against(&mut self, assumed: Literal) -> Vec<Literal> {
        let context = Context {
            groups: &self.groups,
            trail: &self.trail,
            clauses: &self.clauses,
        };
        let mut core = self.analysis.choices_behind(context, !assumed);
        core.push(assumed);
        core
    }
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, …, from `index` 1 on.
fn luby(mut index: u64) -> u64 {
    while !(index + 1).is_power_of_two() {
        index -= (1 << index.ilog2()) - 1;
    }
    index.div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::solve::CancelToken;
    use crate::solve::control::Control;

    /// The solutions of a puzzle and the conflicts, if the search may take so many nodes at a time.
    fn found_in_parts(puzzle: &Puzzle, nodes: u64) -> (Vec<Vec<u8>>, u64) {
        let groups = super::super::groups(puzzle).expect("no contradiction");
        let mut learner = Learner::new(groups, Strategy::default());
        let mut found = Vec::new();
        loop {
            let token = CancelToken::new();
            let control = Control::new(Some(nodes), None, &token);
            match learner.search(&[], &mut Meter::new(&control, 1)) {
                Verdict::Stopped(end) => assert_eq!(end, End::NodeLimit),
                Verdict::Impossible => return (found, learner.statistics().backtracks),
                Verdict::Solution => {
                    found.push(learner.values());
                    learner.exclude_solution();
                }
            }
        }
    }

    #[test]
    fn a_search_that_was_stopped_continues_as_if_it_had_not_been() {
        // One solution, and several.
        for text in [
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            "...........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        ] {
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            let whole = found_in_parts(&puzzle, u64::MAX);
            assert!(whole.1 > 10);
            for nodes in [1, 2, 7] {
                assert_eq!(found_in_parts(&puzzle, nodes), whole, "{nodes} nodes");
            }
        }
    }

    #[test]
    fn restarts_follow_the_luby_sequence() {
        let sequence: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(sequence, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
