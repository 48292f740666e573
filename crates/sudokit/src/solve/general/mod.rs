//! Any shape, one puzzle at a time: masks, propagation, smallest domain, work stealing.
//!
//! * [`state`]: a position seen from its cells and from its houses, and the conclusions (naked
//!   and hidden singles, locked candidates) to a fixpoint.
//! * [`branch`]: which cell to try next.
//! * [`mod@search`]: depth-first on one thread, without allocation once it has been as deep.
//! * `parallel`: several threads on one puzzle, once it has proved hard.
//! * [`complete()`]: a random completion, for those who make puzzles.
//! * [`probe`]: many questions about one grid, for the same.

mod complete;
#[cfg(feature = "threads")]
mod parallel;
mod probe;
mod propagate;
mod search;

use std::ops::ControlFlow;

pub(crate) use self::complete::{Completion, complete};
pub(crate) use self::probe::{Probe, Solutions};
use self::propagate::{Propagator, SearchState};
use self::search::{CHECK_INTERVAL, Observer, Path, Pause, Search, Subtree};
use super::control::Meter;
use super::{End, Findings, OnSolution, Statistics, Task};

/// Finds solutions until the task's limit or budget.
pub(crate) fn search(task: &Task<'_>, report: OnSolution<'_>) -> Findings {
    let shape = task.puzzle.shape();
    let geometry = shape.geometry();
    let mut propagator = Propagator::new(shape, geometry);
    let Ok(state) = propagator.start(task.puzzle) else {
        return Findings {
            count: 0,
            end: End::Exhausted,
            attempt: task.puzzle.values().to_vec(),
            statistics: Statistics {
                assignments: propagator.assignments,
                checks: propagator.eliminations,
                ..Statistics::default()
            },
        };
    };
    let path = Path::new();
    let mut search = Search::new(propagator, Subtree { state, path });
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

/// How many nodes a search has to itself before other threads are asked to help: most puzzles
/// are solved long before, and starting threads would cost more than that.
const NODES_BEFORE_HELP: u64 = 4 * CHECK_INTERVAL;

/// A meter that looks at the clock often enough, whatever a node costs on a state of this size.
fn meter<'t>(task: &Task<'t>) -> Meter<'t> {
    let words = task.puzzle.shape().geometry().words() as u64;
    Meter::new(task.control, (65_536 / words).clamp(1, 64))
}

/// Watches the search that one thread does on its own.
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
