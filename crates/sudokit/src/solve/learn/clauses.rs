//! The learned clauses, of which at least one literal is true in every solution.
//!
//! Each clause watches two of its literals. Only when one of them becomes false is the clause
//! examined: another literal takes its place, or the other watched one must be true.

use super::groups::Literal;
use super::trail::{Conflict, Reason, Trail};

/// A clause that watches a literal, and another of its literals: if that one is true, the clause need
/// not be examined.
#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: u32,
    other: Literal,
}

/// Stands for a clause of two literals, which exists in their watches alone.
const PAIR: u32 = u32::MAX;

/// What is known about a clause of at least three literals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clause {
    start: u32,
    len: u32,
    /// Where the last search for a literal that is not false ended.
    resume: u32,
    /// The number of levels that its literals had. Clauses with few are the most useful.
    pub levels: u32,
    /// How many more reductions it survives, because it was used.
    pub used: u8,
    /// Whether it must be kept because it excludes a solution that has been found.
    pub is_permanent: bool,
}

/// The learned clauses and who watches what.
#[derive(Clone, Debug)]
pub(super) struct Clauses {
    clauses: Vec<Clause>,
    /// The literals of all clauses, end to end. The first two of each are watched.
    literals: Vec<Literal>,
    /// By literal.
    watches: Vec<Vec<Watch>>,
}

impl Clauses {
    pub fn new(variables: usize) -> Clauses {
        Clauses {
            clauses: Vec::new(),
            literals: Vec::new(),
            watches: vec![Vec::new(); 2 * variables],
        }
    }

    /// Returns the number of clauses of at least three literals.
    pub fn len(&self) -> usize {
        self.clauses.len()
    }

    #[inline]
    pub fn get(&self, clause: u32) -> Clause {
        self.clauses[clause as usize]
    }

    #[inline]
    pub fn get_mut(&mut self, clause: u32) -> &mut Clause {
        &mut self.clauses[clause as usize]
    }

    #[inline]
    pub fn literals(&self, clause: u32) -> &[Literal] {
        let Clause { start, len, .. } = self.clauses[clause as usize];
        &self.literals[start as usize..(start + len) as usize]
    }

    /// Adds a clause of at least two literals and returns why the first of them is true once the
    /// others are false. The first two must be the last to become open when the search backtracks.
    pub fn add(&mut self, literals: &[Literal], levels: u32, is_permanent: bool) -> Reason {
        if let [first, second] = *literals {
            self.watch(PAIR, first, second);
            return Reason::Other(second);
        }
        let clause = self.clauses.len() as u32;
        self.clauses.push(Clause {
            start: self.literals.len() as u32,
            len: literals.len() as u32,
            resume: 2,
            levels,
            used: 1,
            is_permanent,
        });
        self.literals.extend_from_slice(literals);
        self.watch(clause, literals[0], literals[1]);
        Reason::Clause(clause)
    }

    fn watch(&mut self, clause: u32, first: Literal, second: Literal) {
        for (literal, other) in [(first, second), (second, first)] {
            self.watches[literal.index()].push(Watch { clause, other });
        }
    }

    /// Propagates one literal through the clauses that watch its negation.
    pub fn propagate(&mut self, literal: Literal, trail: &mut Trail) -> Result<(), Conflict> {
        let falsified = !literal;
        // Taken out, because other lists grow meanwhile.
        let mut watches = std::mem::take(&mut self.watches[falsified.index()]);
        let mut result = Ok(());
        let (mut next, mut kept) = (0, 0);
        while next < watches.len() {
            let watch = watches[next];
            next += 1;
            let stays = match trail.value(watch.other) {
                1 => Some(watch),
                _ if watch.clause == PAIR => {
                    result = trail.imply(watch.other, Reason::Other(falsified));
                    Some(watch)
                }
                _ => self.examine(watch.clause, falsified, trail, &mut result),
            };
            if let Some(watch) = stays {
                watches[kept] = watch;
                kept += 1;
            }
            if result.is_err() {
                break;
            }
        }
        watches.copy_within(next.., kept);
        watches.truncate(watches.len() - (next - kept));
        self.watches[falsified.index()] = watches;
        result
    }

    /// Examines a clause of which a watched literal has become false. Returns the watch that stays on
    /// that literal, or `None` if another literal is watched instead.
    #[inline]
    fn examine(
        &mut self,
        clause: u32,
        falsified: Literal,
        trail: &mut Trail,
        result: &mut Result<(), Conflict>,
    ) -> Option<Watch> {
        let Clause {
            start, len, resume, ..
        } = self.clauses[clause as usize];
        let literals = &mut self.literals[start as usize..(start + len) as usize];
        let other = match literals[0] == falsified {
            true => literals[1],
            false => literals[0],
        };
        if trail.value(other) == 1 {
            return Some(Watch { clause, other });
        }
        let find = |literals: &[Literal]| literals.iter().position(|l| trail.value(*l) >= 0);
        let (before, after) = literals.split_at(resume as usize);
        let found = find(after).map(|place| place + resume as usize);
        let Some(place) = found.or_else(|| Some(find(&before[2..])? + 2)) else {
            *result = trail.imply(other, Reason::Clause(clause));
            return Some(Watch { clause, other });
        };
        self.clauses[clause as usize].resume = place as u32;
        let replacement = literals[place];
        if trail.value(replacement) == 1 {
            let other = replacement;
            return Some(Watch { clause, other });
        }
        literals[0] = other;
        literals[1] = replacement;
        literals[place] = falsified;
        self.watches[replacement.index()].push(Watch { clause, other });
        None
    }

    /// Removes clauses. Those that are reasons on the trail must stay, unless they imply a literal of
    /// level 0.
    pub fn retain(&mut self, trail: &mut Trail, keep: impl Fn(u32) -> bool) {
        let mut moved = vec![None; self.clauses.len()];
        let (mut count, mut end) = (0, 0);
        for (index, place) in moved.iter_mut().enumerate() {
            if !keep(index as u32) {
                continue;
            }
            let mut clause = self.clauses[index];
            let from = clause.start as usize;
            self.literals
                .copy_within(from..from + clause.len as usize, end);
            clause.start = end as u32;
            end += clause.len as usize;
            self.clauses[count] = clause;
            *place = Some(count as u32);
            count += 1;
        }
        self.clauses.truncate(count);
        self.literals.truncate(end);
        for watches in &mut self.watches {
            watches.retain_mut(|watch| match watch.clause {
                PAIR => true,
                clause => match moved[clause as usize] {
                    Some(clause) => {
                        watch.clause = clause;
                        true
                    }
                    None => false,
                },
            });
        }
        for place in 0..trail.literals().len() {
            let variable = trail.literals()[place].variable();
            if let Reason::Clause(clause) = trail.fact(variable).reason {
                let reason = moved[clause as usize].map_or(Reason::None, Reason::Clause);
                trail.set_reason(variable, reason);
            }
        }
    }
}
