//! Which other puzzles are a few givens away.
//!
//! Collectors write {−1+1} or {−2+2}: remove that many givens, and complete the rest in every other
//! way with that many. Each removal is independent, so that many can be worked on in parallel and a
//! search can resume at any of them:
//!
//! 1. [`Neighbourhood::removals`] lists which givens to remove, in a fixed order;
//! 2. [`Neighbourhood::complete`] finds all neighbours for one of them.
//!
//! Completing does not search for each completion. The solutions after a removal are found once,
//! with the set of solutions that contain each candidate: added givens leave one solution if their
//! sets have one member in common.
//!
//! ```
//! use sudokit::analyse::{Completions, Neighbourhood};
//! use sudokit::{Puzzle, Solver};
//!
//! let puzzle: Puzzle = "1... ..2. .3.. ...4".parse()?;
//! let around = Neighbourhood::new(1, 1).minimal(true);
//! let mut neighbours = 0;
//! for removed in around.removals(&puzzle) {
//!     if let Completions::Found(found) = around.complete(&Solver::new(), &puzzle, &removed) {
//!         neighbours += found.len();
//!     }
//! }
//! assert_eq!(neighbours, 32);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ops::ControlFlow;

use super::Minimality;
use super::bit_set::BitSet;
use crate::logic::Candidate;
use crate::puzzle::{Origin, Puzzle};
use crate::solve::{End, Solver};

/// How many givens neighbours differ by, and which ones to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbourhood {
    remove: usize,
    add: usize,
    limit: u64,
    minimal: bool,
}

/// A puzzle with one solution, and how it differs from the original.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Neighbour {
    /// Its givens, 0 for an open cell.
    pub values: Vec<u8>,
    /// The added givens, in ascending order.
    pub added: Vec<Candidate>,
}

/// The result of completing a removal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completions {
    /// All neighbours, ordered by the added givens.
    Found(Vec<Neighbour>),
    /// The removal leaves more solutions than the limit, so it was skipped.
    TooMany,
    /// A budget or a cancellation ended a search.
    Unfinished(End),
}

impl Neighbourhood {
    /// The default limit on the solutions of a removal.
    pub const LIMIT: u64 = 100_000;

    /// Removes `remove` givens and adds `add` others. A removed given is never added again, so a
    /// puzzle is a neighbour in one way only.
    pub fn new(remove: usize, add: usize) -> Neighbourhood {
        Neighbourhood {
            remove,
            add,
            limit: Neighbourhood::LIMIT,
            minimal: false,
        }
    }

    /// Skips removals that leave more solutions than this. Each solution takes one bit per
    /// candidate.
    pub fn limit(mut self, solutions: u64) -> Neighbourhood {
        self.limit = solutions;
        self
    }

    /// Sets whether to find only minimal puzzles, those that need every given.
    pub fn minimal(mut self, wanted: bool) -> Neighbourhood {
        self.minimal = wanted;
        self
    }

    /// Returns every way to remove givens, as cells in ascending order, in lexicographic order.
    /// Placed values are not givens.
    pub fn removals(&self, puzzle: &Puzzle) -> Removals {
        Removals::new(super::given_cells(puzzle).collect(), self.remove)
    }

    /// Finds every way to complete what is left without the givens of these cells. Placed values
    /// and listed candidates are ignored.
    pub fn complete(&self, solver: &Solver, puzzle: &Puzzle, removed: &[usize]) -> Completions {
        complete(self, solver, puzzle, removed)
    }
}

/// An iterator over every choice of givens to remove, each in ascending order, in lexicographic
/// order.
#[derive(Clone, Debug)]
pub struct Removals {
    cells: Vec<usize>,
    /// Indices into `cells`; `None` when all choices were returned.
    next: Option<Vec<usize>>,
}

impl Removals {
    pub(super) fn new(cells: Vec<usize>, choose: usize) -> Removals {
        Removals {
            next: (choose <= cells.len()).then(|| (0..choose).collect()),
            cells,
        }
    }

    /// Returns how many choices there are in total, at most `u64::MAX`.
    pub fn total(&self) -> u64 {
        let Some(choose) = self.next.as_ref().map(Vec::len) else {
            return 0;
        };
        let (mut total, cells) = (1u128, self.cells.len() as u128);
        for taken in 0..choose as u128 {
            total = total.saturating_mul(cells - taken) / (taken + 1);
        }
        u64::try_from(total).unwrap_or(u64::MAX)
    }
}

impl Iterator for Removals {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let chosen = self.next.as_mut()?;
        let removal = chosen.iter().map(|at| self.cells[*at]).collect();
        let (choose, cells) = (chosen.len(), self.cells.len());
        // The last index that can advance does, and all after it follow closely.
        let movable = (0..choose)
            .rev()
            .find(|at| chosen[*at] + choose - at < cells);
        match movable {
            Some(at) => {
                let first = chosen[at] + 1;
                for (offset, position) in chosen[at..].iter_mut().enumerate() {
                    *position = first + offset;
                }
            }
            None => self.next = None,
        }
        Some(removal)
    }
}

/// How many puzzles are tested for minimality at a time.
const TESTED_AT_A_TIME: usize = 4_096;

fn complete(
    around: &Neighbourhood,
    solver: &Solver,
    puzzle: &Puzzle,
    removed: &[usize],
) -> Completions {
    let mut left = Puzzle::new(puzzle.shape().clone());
    for cell in super::given_cells(puzzle).filter(|cell| !removed.contains(cell)) {
        left.set(cell, puzzle.values()[cell], Origin::Given);
    }
    let taken = removed.iter().map(|cell| (*cell, puzzle.values()[*cell]));
    let solutions = match SolutionSets::of(solver, &left, around.limit) {
        Ok(Some(solutions)) => solutions,
        Ok(None) => return Completions::TooMany,
        Err(end) => return Completions::Unfinished(end),
    };
    let all: BitSet = (0..solutions.count).collect();
    let candidates = solutions.candidates(&left, taken.collect());
    let mut found = Vec::new();
    let mut chosen = Vec::new();
    AdditionSearch {
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
struct SolutionSets {
    count: usize,
    /// The solutions that have a value in a cell, at `cell * size + value - 1`.
    having: Vec<BitSet>,
}

impl SolutionSets {
    /// Returns `None` if there are more than the limit.
    fn of(solver: &Solver, left: &Puzzle, limit: u64) -> Result<Option<SolutionSets>, End> {
        let size = left.shape().size();
        let mut having = vec![BitSet::default(); left.shape().cells() * size];
        let mut count = 0;
        // A solution beyond the limit shows that there is one.
        let one_more = solver.clone().limit(limit.saturating_add(1));
        let outcome = one_more.each_solution(left, |values| {
            for (cell, &value) in values.iter().enumerate() {
                having[cell * size + value as usize - 1].insert(count);
            }
            count += 1;
            ControlFlow::Continue(())
        });
        match outcome.end {
            End::Exhausted => Ok(Some(SolutionSets { count, having })),
            End::Limit => Ok(None),
            end => Err(end),
        }
    }

    /// Returns the candidates that could be added, except those that were removed.
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

/// Finds candidates that together leave a single solution.
struct AdditionSearch<'a> {
    candidates: &'a [(Candidate, BitSet)],
    /// Whether to skip givens that rule out nothing.
    minimal: bool,
}

impl AdditionSearch<'_> {
    /// Adds `more` candidates from index `from` on to those that leave these solutions.
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::shape::Shape;
    use crate::solve::CancelToken;

    /// Returns all puzzles with one solution that have the givens except `remove` of them, and
    /// `add` others: removes, adds and solves.
    fn by_brute_force(puzzle: &Puzzle, remove: usize, add: usize) -> BTreeSet<Vec<u8>> {
        let mut found = BTreeSet::new();
        for removed in Removals::new((0..puzzle.values().len()).collect(), remove) {
            if removed.iter().any(|cell| puzzle.values()[*cell] == 0) {
                continue;
            }
            let mut left = puzzle.clone();
            removed
                .iter()
                .for_each(|cell| left.set(*cell, 0, Origin::Given));
            fill(puzzle, &mut left, add, 0, &mut found);
        }
        found
    }

    fn fill(
        puzzle: &Puzzle,
        left: &mut Puzzle,
        add: usize,
        from: usize,
        found: &mut BTreeSet<Vec<u8>>,
    ) {
        if add == 0 {
            if left.check().is_ok() && Solver::new().solve(left).is_unique() {
                found.insert(left.values().to_vec());
            }
            return;
        }
        for cell in from..left.values().len() {
            if left.values()[cell] != 0 {
                continue;
            }
            for value in 1..=left.shape().size() as u8 {
                if value != puzzle.values()[cell] {
                    left.set(cell, value, Origin::Given);
                    fill(puzzle, left, add - 1, cell + 1, found);
                    left.set(cell, 0, Origin::Given);
                }
            }
        }
    }

    fn by_sets(puzzle: &Puzzle, around: &Neighbourhood) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        for removed in around.removals(puzzle) {
            match around.complete(&Solver::new(), puzzle, &removed) {
                Completions::Found(found) => all.extend(found.into_iter().map(|one| one.values)),
                other => panic!("{other:?}"),
            }
        }
        all
    }

    #[track_caller]
    fn agrees(text: &str, remove: usize, add: usize) -> usize {
        let puzzle: Puzzle = text.parse().unwrap();
        let expected = by_brute_force(&puzzle, remove, add);
        let around = Neighbourhood::new(remove, add).limit(u64::MAX);
        let found = by_sets(&puzzle, &around);
        assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), expected);
        assert_eq!(found.len(), expected.len(), "none comes twice");
        let is_minimal = |values: &Vec<u8>| {
            let puzzle = Puzzle::from_values(puzzle.shape().clone(), values.clone()).unwrap();
            crate::analyse::Minimality::of(&Solver::new(), &puzzle)
                .unwrap()
                .is_minimal()
        };
        let minimal: Vec<Vec<u8>> = found.into_iter().filter(is_minimal).collect();
        assert_eq!(by_sets(&puzzle, &around.minimal(true)), minimal);
        expected.len()
    }

    #[test]
    fn small_boards_agree_with_exhaustive_search() {
        for (remove, add) in [
            (1, 0),
            (1, 1),
            (2, 1),
            (2, 2),
            (0, 1),
            (0, 0),
            (1, 2),
            (3, 3),
        ] {
            for text in [
                "1... ..2. .3.. ...4",
                "12.. ..1. .... 2..3",
                "1234 3412 .... ....",
            ] {
                agrees(text, remove, add);
            }
        }
        assert!(agrees("1... ..2. .3.. ...4", 1, 1) > 0);
    }

    #[test]
    fn classic_boards_agree_with_exhaustive_search() {
        let seventeen =
            "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
        let redundant =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        assert!(agrees(seventeen, 1, 1) > 0);
        assert!(agrees(redundant, 1, 1) > 0);
        assert!(agrees(redundant, 1, 0) > 0);
        assert!(agrees(redundant, 2, 1) > 0);
    }

    #[test]
    fn a_puzzle_with_several_solutions_can_be_completed() {
        assert!(agrees("12.. .... .... ...3", 0, 2) > 0);
        assert!(agrees("12.. .... .... ...3", 1, 2) > 0);
    }

    #[test]
    fn removals_that_leave_too_many_solutions_are_skipped() {
        let puzzle: Puzzle = "1... ..2. .3.. ...4".parse().unwrap();
        let count = |removed: &[usize]| {
            let mut left = puzzle.clone();
            removed
                .iter()
                .for_each(|cell| left.set(*cell, 0, Origin::Given));
            Solver::new().limit(u64::MAX).solve(&left).count
        };
        let solver = Solver::new();
        let around = Neighbourhood::new(1, 1);
        for removed in around.removals(&puzzle) {
            let solutions = count(&removed);
            let at = around.limit(solutions).complete(&solver, &puzzle, &removed);
            assert!(matches!(at, Completions::Found(_)));
            let below = around.limit(solutions - 1);
            let below = below.complete(&solver, &puzzle, &removed);
            assert_eq!(below, Completions::TooMany);
        }
    }

    #[test]
    fn a_cancelled_search_is_reported() {
        let cancelled = CancelToken::new();
        cancelled.cancel();
        let stopped = Solver::new().cancel_with(cancelled);
        let puzzle = Puzzle::new(Shape::with_size(16).unwrap());
        let completions = Neighbourhood::new(0, 1).complete(&stopped, &puzzle, &[]);
        assert_eq!(completions, Completions::Unfinished(End::Cancelled));
    }

    #[test]
    fn every_choice_comes_once_and_in_order() {
        let removals = Removals::new(vec![2, 3, 5, 7], 2);
        assert_eq!(removals.total(), 6);
        let expected = [[2, 3], [2, 5], [2, 7], [3, 5], [3, 7], [5, 7]];
        assert_eq!(removals.collect::<Vec<_>>(), expected);
        let none = Removals::new(vec![2, 3], 0);
        assert_eq!((none.total(), none.collect::<Vec<_>>()), (1, vec![vec![]]));
        let all = Removals::new(vec![2, 3], 2);
        assert_eq!((all.total(), all.count()), (1, 1));
        let too_many = Removals::new(vec![2, 3], 3);
        assert_eq!((too_many.total(), too_many.count()), (0, 0));
        let many = Removals::new((0..30).collect(), 4);
        assert_eq!((many.total(), many.count()), (27_405, 27_405));
        assert_eq!(Removals::new((0..4096).collect(), 2000).total(), u64::MAX);
    }
}
