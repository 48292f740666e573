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
    /// Where the clause starts in the arena.
    start: u32,
    other: Literal,
}

/// Stands for a clause of two literals, which exists in their watches alone.
const PAIR: u32 = u32::MAX;

/// What is known about a clause of at least three literals, apart from what propagation needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clause {
    /// Where it starts in the arena.
    start: u32,
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
    /// All clauses, end to end: three numbers, then the literals, of which the first two are watched.
    /// Together they take one access to memory, and most clauses are examined no further.
    arena: Vec<Literal>,
    /// By literal.
    watches: Vec<Vec<Watch>>,
}

/// The numbers before the literals of a clause: its index, how many literals it has, and where the
/// last search for a literal that is not false ended.
const HEADER: usize = 3;
const INDEX: usize = 0;
const LEN: usize = 1;
const RESUME: usize = 2;

impl Clauses {
    pub fn new(variables: usize) -> Clauses {
        Clauses {
            clauses: Vec::new(),
            arena: Vec::new(),
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
        let start = self.clauses[clause as usize].start as usize;
        &self.arena[start + HEADER..self.end(start)]
    }

    /// Returns where the clause that starts here in the arena ends.
    #[inline]
    fn end(&self, start: usize) -> usize {
        start + HEADER + self.arena[start + LEN].index()
    }

    /// Adds a clause of at least two literals and returns why the first of them is true once the
    /// others are false. The first two must be the last to become open when the search backtracks.
    pub fn add(&mut self, literals: &[Literal], levels: u32, is_permanent: bool) -> Reason {
        if let [first, second] = *literals {
            self.watch(PAIR, first, second);
            return Reason::Other(second);
        }
        let (clause, start) = (self.clauses.len() as u32, self.arena.len() as u32);
        self.clauses.push(Clause {
            start,
            levels,
            used: 1,
            is_permanent,
        });
        let header = [clause, literals.len() as u32, 2].map(Literal::from_number);
        self.arena.extend(header);
        self.arena.extend_from_slice(literals);
        self.watch(start, literals[0], literals[1]);
        Reason::Clause(clause)
    }

    fn watch(&mut self, start: u32, first: Literal, second: Literal) {
        for (literal, other) in [(first, second), (second, first)] {
            self.watches[literal.index()].push(Watch { start, other });
        }
    }

    /// Propagates one literal through the clauses that watch its negation.
    pub fn propagate(&mut self, literal: Literal, trail: &mut Trail) -> Result<(), Conflict> {
        let falsified = !literal;
        // Most literals are not watched.
        if self.watches[falsified.index()].is_empty() {
            return Ok(());
        }
        // Taken out, because other lists grow meanwhile.
        let mut watches = std::mem::take(&mut self.watches[falsified.index()]);
        let mut result = Ok(());
        let (mut next, mut kept) = (0, 0);
        while next < watches.len() {
            let watch = watches[next];
            next += 1;
            let stays = match trail.value(watch.other) {
                1 => Some(watch),
                _ if watch.start == PAIR => {
                    result = trail.imply(watch.other, Reason::Other(falsified));
                    Some(watch)
                }
                _ => self.examine(watch.start, falsified, trail, &mut result),
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
        start: u32,
        falsified: Literal,
        trail: &mut Trail,
        result: &mut Result<(), Conflict>,
    ) -> Option<Watch> {
        let end = self.end(start as usize);
        let (header, literals) = self.arena[start as usize..end].split_at_mut(HEADER);
        let other = match literals[0] == falsified {
            true => literals[1],
            false => literals[0],
        };
        if trail.value(other) == 1 {
            return Some(Watch { start, other });
        }
        let resume = header[RESUME].index();
        let find = |literals: &[Literal]| literals.iter().position(|l| trail.value(*l) >= 0);
        let (before, after) = literals.split_at(resume);
        let found = find(after).map(|place| place + resume);
        let Some(place) = found.or_else(|| Some(find(&before[2..])? + 2)) else {
            let clause = header[INDEX].index() as u32;
            *result = trail.imply(other, Reason::Clause(clause));
            return Some(Watch { start, other });
        };
        header[RESUME] = Literal::from_number(place as u32);
        let replacement = literals[place];
        if trail.value(replacement) == 1 {
            let other = replacement;
            return Some(Watch { start, other });
        }
        literals[0] = other;
        literals[1] = replacement;
        literals[place] = falsified;
        self.watches[replacement.index()].push(Watch { start, other });
        None
    }

    /// Removes clauses. Those that are reasons on the trail must stay, unless they imply a literal of
    /// level 0.
    pub fn retain(&mut self, trail: &mut Trail, keep: impl Fn(u32) -> bool) {
        // By old index, the new index and start of each clause that stays.
        let (mut count, mut end) = (0, 0);
        let place = |index: u32| {
            keep(index).then(|| {
                let place = (count, end);
                count += 1;
                end += (HEADER + self.literals(index).len()) as u32;
                place
            })
        };
        let moved: Vec<Option<(u32, u32)>> = (0..self.len() as u32).map(place).collect();
        for watches in &mut self.watches {
            watches.retain_mut(|watch| {
                if watch.start == PAIR {
                    return true;
                }
                let index = self.arena[watch.start as usize + INDEX].index();
                let place = moved[index];
                if let Some((_, start)) = place {
                    watch.start = start;
                }
                place.is_some()
            });
        }
        for place in 0..trail.literals().len() {
            let variable = trail.literals()[place].variable();
            if let Reason::Clause(clause) = trail.fact(variable).reason {
                let index = moved[clause as usize].map(|(index, _)| index);
                trail.set_reason(variable, index.map_or(Reason::None, Reason::Clause));
            }
        }
        for (old, place) in moved.into_iter().enumerate() {
            if let Some((index, start)) = place {
                let mut clause = self.clauses[old];
                let from = clause.start as usize..self.end(clause.start as usize);
                self.arena.copy_within(from, start as usize);
                self.arena[start as usize + INDEX] = Literal::from_number(index);
                clause.start = start;
                self.clauses[index as usize] = clause;
            }
        }
        self.clauses.truncate(count as usize);
        self.arena.truncate(end as usize);
    }
}
