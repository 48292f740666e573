//! Which solutions to find, and the search for them.

use std::ops::ControlFlow;
use std::time::Instant;

use sudokit::solve::{End, Outcome, SearchProgress};
use sudokit::{Puzzle, Solver};

use crate::args::search::SearchOptions;

/// The node limit of a uniqueness test that was not asked for.
///
/// Nearly every puzzle needs fewer than a thousand nodes. A large board may show a solution at once
/// and take hours to prove it unique.
const UNASKED_NODES: u64 = 1_000_000;

/// More solutions than this are written as they are found instead of being collected.
const COLLECTED_AT_MOST: u64 = 1_000;

/// Which solutions to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WantedSolutions {
    /// Any one, and whether it is the only one if that is quick to tell.
    One,
    /// The only one.
    Unique,
    /// The lexicographically smallest.
    Smallest,
    /// As far as strategies alone lead.
    Logic,
    /// Up to this many; `u64::MAX` means all.
    UpTo(u64),
}

impl WantedSolutions {
    /// Whether solutions are written as they are found.
    pub fn is_streamed(self) -> bool {
        matches!(self, WantedSolutions::UpTo(limit) if limit > COLLECTED_AT_MOST)
    }
}

/// What a search for one puzzle may use.
#[derive(Clone, Copy, Debug)]
pub struct Resources<'a> {
    pub threads: usize,
    /// Where to report to, if anyone watches.
    pub progress: Option<&'a SearchProgress>,
}

impl Resources<'_> {
    /// One thread, and nobody watches.
    pub fn one_thread() -> Resources<'static> {
        Resources {
            threads: 1,
            progress: None,
        }
    }

    /// A solver within the budgets.
    fn solver(self, search: &SearchOptions) -> Solver {
        let solver = search.solver(self.threads);
        match self.progress {
            Some(progress) => solver.report_to(progress.clone()),
            None => solver,
        }
    }
}

/// Which solutions to find for each puzzle, and how to search.
#[derive(Clone, Debug)]
pub struct SolutionSearch {
    pub wanted: WantedSolutions,
    pub search: SearchOptions,
}

impl SolutionSearch {
    /// Searches; passes every solution to `take`.
    pub fn of(
        &self,
        puzzle: &Puzzle,
        resources: Resources<'_>,
        mut take: impl FnMut(&[u8]) -> ControlFlow<()> + Send,
    ) -> Outcome {
        let solver = resources.solver(&self.search);
        if let WantedSolutions::UpTo(limit) = self.wanted {
            return solver.limit(limit).each_solution(puzzle, &mut take);
        }
        let outcome = match self.wanted {
            WantedSolutions::Unique => solver.solve(puzzle),
            WantedSolutions::Smallest => solver.first(puzzle),
            WantedSolutions::Logic => solver.logic_only(puzzle),
            WantedSolutions::One | WantedSolutions::UpTo(_) => self.one(puzzle, solver),
        };
        if let Some(solution) = &outcome.solution {
            let _ = take(solution.values());
        }
        outcome
    }

    /// Looks for two solutions first; if that takes too long, for one.
    fn one(&self, puzzle: &Puzzle, solver: Solver) -> Outcome {
        let begun = Instant::now();
        let nodes = self
            .search
            .node_limit
            .unwrap_or(u64::MAX)
            .min(UNASKED_NODES);
        let mut outcome = solver.clone().node_limit(nodes).solve(puzzle);
        let unasked_ended = outcome.end == End::NodeLimit && self.search.node_limit != Some(nodes);
        if outcome.count == 0 && unasked_ended {
            let mut solver = solver.limit(1);
            if let Some(time) = self.search.time_limit {
                solver = solver.time_limit(time.saturating_sub(begun.elapsed()));
            }
            let spent = outcome.statistics;
            outcome = solver.solve(puzzle);
            outcome.statistics += spent;
        }
        outcome
    }
}
