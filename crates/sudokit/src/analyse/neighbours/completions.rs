//! Every way to complete what a removal has left.

use std::ops::ControlFlow;

use super::{Completions, Neighbour, Neighbourhood};
use crate::analyse::Minimality;
use crate::analyse::bit_set::BitSet;
use crate::logic::Candidate;
use crate::puzzle::{Origin, Puzzle};
use crate::solve::{End, Solver};

/// So many puzzles are tested for being minimal at a time.
const TESTED_AT_A_TIME: usize = 4_096;

pub(super) fn complete(
    around: &Neighbourhood,
    solver: &Solver,
    puzzle: &Puzzle,
    removed: &[usize],
) -> Completions {
    let mut left = Puzzle::new(puzzle.shape().clone());
    for cell in super::super::givens::cells(puzzle).filter(|cell| !removed.contains(cell)) {
        left.set(cell, puzzle.values()[cell], Origin::Given);
    }
    let taken = removed.iter().map(|cell| (*cell, puzzle.values()[*cell]));
    let solutions = match Solutions::of(solver, &left, around.limit) {
        Ok(Some(solutions)) => solutions,
        Ok(None) => return Completions::TooMany,
        Err(end) => return Completions::Unfinished(end),
    };
    let all: BitSet = (0..solutions.count).collect();
    let candidates = solutions.candidates(&left, taken.collect());
    let mut found = Vec::new();
    let mut chosen = Vec::new();
    Choosing {
        candidates: &candidates,
        minimal: around.minimal,
    }
    .choose(around.add, &all, 0, &mut chosen, &mut |added| {
        let mut values = left.values().to_vec();
        for candidate in added {
            values[candidate.cell as usize] = candidate.value;
        }
        found.push(Neighbour {
            values,
            added: added.to_vec(),
        });
    });
    if around.minimal
        && let Err(end) = keep_minimal(solver, &left, &mut found)
    {
        return Completions::Unfinished(end);
    }
    Completions::Found(found)
}

/// All solutions of what is left, by candidate.
struct Solutions {
    count: usize,
    /// For each cell and value the solutions that have it: `cell * size + value - 1`.
    having: Vec<BitSet>,
}

impl Solutions {
    /// Nothing where there are more than the limit.
    fn of(solver: &Solver, left: &Puzzle, limit: u64) -> Result<Option<Solutions>, End> {
        let size = left.shape().size();
        let mut having = vec![BitSet::default(); left.shape().cells() * size];
        let mut count = 0;
        // A solution beyond the limit tells that there is one.
        let one_more = solver.clone().limit(limit.saturating_add(1));
        let outcome = one_more.each_solution(left, |values| {
            for (cell, &value) in values.iter().enumerate() {
                having[cell * size + value as usize - 1].insert(count);
            }
            count += 1;
            ControlFlow::Continue(())
        });
        match outcome.end {
            End::Exhausted => Ok(Some(Solutions { count, having })),
            End::Limit => Ok(None),
            end => Err(end),
        }
    }

    /// What could be given besides what is left, but for what was taken away.
    fn candidates(self, left: &Puzzle, taken: Vec<(usize, u8)>) -> Vec<(Candidate, BitSet)> {
        let size = left.shape().size();
        let all = self.having.into_iter().enumerate();
        let possible = all.filter_map(|(index, having)| {
            let (cell, value) = (index / size, (index % size) as u8 + 1);
            let is_new = left.values()[cell] == 0 && !taken.contains(&(cell, value));
            (is_new && !having.is_empty()).then(|| (Candidate::new(cell, value), having))
        });
        possible.collect()
    }
}

/// Looks for candidates that leave a single solution together.
struct Choosing<'a> {
    candidates: &'a [(Candidate, BitSet)],
    /// A given that rules out nothing is not wanted.
    minimal: bool,
}

impl Choosing<'_> {
    /// Adds `more` candidates from position `from` on to those that leave these solutions.
    fn choose(
        &self,
        more: usize,
        solutions: &BitSet,
        from: usize,
        chosen: &mut Vec<Candidate>,
        take: &mut impl FnMut(&[Candidate]),
    ) {
        if more == 0 {
            if solutions.len() == 1 {
                take(chosen);
            }
            return;
        }
        let is_settled = self.minimal && solutions.len() == 1;
        if is_settled {
            return;
        }
        for (at, (candidate, having)) in self.candidates.iter().enumerate().skip(from) {
            if more == 1 {
                if solutions.meets_once(having) {
                    chosen.push(*candidate);
                    take(chosen);
                    chosen.pop();
                }
                continue;
            }
            let fewer = solutions.and(having);
            if fewer.is_empty() || self.minimal && fewer == *solutions {
                continue;
            }
            chosen.push(*candidate);
            self.choose(more - 1, &fewer, at + 1, chosen, take);
            chosen.pop();
        }
    }
}

/// Keeps the puzzles that need every given.
fn keep_minimal(solver: &Solver, left: &Puzzle, found: &mut Vec<Neighbour>) -> Result<(), End> {
    let mut are_minimal = Vec::with_capacity(found.len());
    if left.shape().is_classic() {
        for part in found.chunks(TESTED_AT_A_TIME) {
            let values = part.iter().filter_map(|one| one.values[..].try_into().ok());
            let puzzles: Vec<[u8; 81]> = values.collect();
            for one in Minimality::of_batch(solver, &puzzles) {
                are_minimal.push(one.ok_or(End::Cancelled)?.is_minimal());
            }
        }
    } else {
        for one in found.iter() {
            let values = one.values.clone();
            let puzzle = Puzzle::from_values(left.shape().clone(), values);
            are_minimal.push(match puzzle {
                Ok(puzzle) => Minimality::of(solver, &puzzle)?.is_minimal(),
                Err(_) => false,
            });
        }
    }
    let mut verdicts = are_minimal.into_iter();
    found.retain(|_| verdicts.next().unwrap_or(false));
    Ok(())
}
