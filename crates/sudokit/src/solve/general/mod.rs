//! The engine for any shape: propagation on bit masks, branching on the smallest domain, work
//! stealing.
//!
//! * [`propagate`](super::propagate): a position seen from its cells and from its houses, and what
//!   follows from it (naked and hidden singles, locked candidates), to a fixpoint.
//! * [`mod@search`]: depth-first search on one thread, and the choice of the next cell. It allocates
//!   only when it goes deeper than before.
//! * `parallel`: several threads on one puzzle that has proved hard.
//! * [`complete()`]: random completion, for generators.
//! * [`walks`]: about how many solutions there are, and random ones where a search finds none.
//! * [`probe`]: many questions about one grid, for generators.

mod complete;
#[cfg(feature = "threads")]
mod parallel;
mod probe;
mod search;
mod walks;

use std::ops::ControlFlow;

pub(crate) use self::complete::{Completer, Completion, complete};
pub(crate) use self::probe::{Probe, Solutions};
use self::search::{CHECK_INTERVAL, Observer, Path, Pause, Search, Subtree};
pub(crate) use self::walks::{draw, sample};
use super::control::Meter;
use super::propagate::{SearchState, Start};
use super::{End, Findings, OnSolution, Phase, Task};

/// Finds solutions up to the limit and budget of the task.
pub(crate) fn search(task: &Task<'_>, report: OnSolution<'_>) -> Findings {
    match Start::new(task.puzzle) {
        Ok(start) => search_from(start, task, report),
        Err(contradiction) => contradiction,
    }
}

/// Does the same from a position that has been propagated.
pub(crate) fn search_from(start: Start<'_>, task: &Task<'_>, report: OnSolution<'_>) -> Findings {
    search_with_patience(start, task, u64::MAX, report)
}

/// Does the same, but after more contradictions than this it ends as at the node limit.
pub(crate) fn search_with_patience(
    start: Start<'_>,
    task: &Task<'_>,
    patience: u64,
    report: OnSolution<'_>,
) -> Findings {
    let Start { propagator, state } = start;
    let geometry = propagator.geometry();
    task.control.report_phase(Phase::Searching);
    let path = Path::new();
    let mut search = Search::new(propagator, Subtree { state, path });
    search.patience = patience;
    let mut observer = SingleThread {
        checks_left: match task.threads {
            1 => u64::MAX,
            _ => NODES_BEFORE_HELP / CHECK_INTERVAL,
        },
        limit: task.limit,
        report,
        count: 0,
        values: vec![0; geometry.cells],
    };
    let paused = search.run(&mut meter(task), &mut observer);
    let end = match paused {
        #[cfg(feature = "threads")]
        ControlFlow::Break(Pause::Help) => {
            return parallel::continue_search(search, task, observer.count, observer.report);
        }
        ControlFlow::Break(Pause::Over(end)) => end,
        ControlFlow::Break(_) | ControlFlow::Continue(()) => End::Exhausted,
    };
    Findings {
        count: observer.count,
        end,
        attempt: search.attempt.values(geometry),
        statistics: search.statistics(),
    }
}

/// The number of nodes searched on one thread before others help. Most puzzles are solved long
/// before that, in less time than starting threads takes.
const NODES_BEFORE_HELP: u64 = 4 * CHECK_INTERVAL;

/// Returns a meter that checks the clock often enough for the cost of a node on a board of this
/// size.
fn meter<'t>(task: &Task<'t>) -> Meter<'t> {
    let words = task.puzzle.shape().geometry().words() as u64;
    Meter::new(task.control, (65_536 / words).clamp(1, 64))
}

/// Observes the search while it runs on one thread.
struct SingleThread<'r> {
    checks_left: u64,
    limit: u64,
    report: OnSolution<'r>,
    count: u64,
    values: Vec<u8>,
}

impl Observer for SingleThread<'_> {
    fn solution(&mut self, _way: &Path, state: &SearchState) -> ControlFlow<Pause> {
        state.write_values(&mut self.values);
        self.count += 1;
        if (self.report)(&self.values).is_break() || self.count == self.limit {
            return ControlFlow::Break(Pause::Over(End::Limit));
        }
        ControlFlow::Continue(())
    }

    fn checkpoint(&mut self, _search: &mut Search<'_>) -> ControlFlow<Pause> {
        self.checks_left -= 1;
        match self.checks_left {
            0 => ControlFlow::Break(Pause::Help),
            _ => ControlFlow::Continue(()),
        }
    }
}
