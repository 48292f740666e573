//! Any shape, one puzzle at a time: masks, propagation, smallest domain, work stealing.
//!
//! * [`board`]: a position seen from its cells and from its houses, and the conclusions (naked
//!   and hidden singles, locked candidates) to a fixpoint.
//! * [`branch`]: which cell to try next.
//! * [`mod@search`]: depth-first on one thread, without allocation once it has been as deep.
//! * [`parallel`]: several threads on one puzzle, once it has proved hard.
//! * [`complete()`]: a random completion, for those who make puzzles.
//! * [`probe`]: many questions about one grid, for the same.

mod board;
mod branch;
mod complete;
mod parallel;
mod probe;
mod search;

use std::ops::ControlFlow;

use self::board::{Board, Propagator};
pub(crate) use self::complete::{Completion, complete};
pub(crate) use self::probe::{Probe, Solutions};
use self::search::{BREATH, Observer, Pause, Search, Subtree, Way};
use super::control::Meter;
use super::{End, Findings, Report, Statistics, Task};

/// Finds solutions until the task's limit or budget.
pub(crate) fn search(task: &Task<'_>, report: Report<'_>) -> Findings {
    let shape = task.puzzle.shape();
    let geometry = shape.geometry();
    let mut propagator = Propagator::new(shape, geometry);
    let Ok(board) = propagator.start(task.puzzle) else {
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
    let way = Way::new();
    let mut search = Search::new(propagator, Subtree { board, way });
    let mut alone = Alone {
        breaths: match task.threads {
            1 => u64::MAX,
            _ => NODES_ALONE / BREATH,
        },
        limit: task.limit,
        report,
        count: 0,
        values: vec![0; geometry.cells],
    };
    let paused = search.run(&mut meter(task), &mut alone);
    let end = match paused {
        ControlFlow::Break(Pause::Help) => {
            return parallel::go_on(search, task, alone.count, alone.report);
        }
        ControlFlow::Break(Pause::Over(end)) => end,
        ControlFlow::Break(Pause::Beaten) | ControlFlow::Continue(()) => End::Exhausted,
    };
    Findings {
        count: alone.count,
        end,
        attempt: search.attempt.values(geometry),
        statistics: search.statistics(),
    }
}

/// How many nodes a search has to itself before other threads are asked to help: most puzzles
/// are solved long before, and starting threads would cost more than that.
const NODES_ALONE: u64 = 4 * BREATH;

/// A meter that looks at the clock often enough, whatever a node costs on a board of this size.
fn meter<'t>(task: &Task<'t>) -> Meter<'t> {
    let words = task.puzzle.shape().geometry().words() as u64;
    Meter::new(task.control, (65_536 / words).clamp(1, 64))
}

/// Watches the search that one thread does on its own.
struct Alone<'r> {
    breaths: u64,
    limit: u64,
    report: Report<'r>,
    count: u64,
    values: Vec<u8>,
}

impl Observer for Alone<'_> {
    fn solution(&mut self, _way: &Way, board: &Board) -> ControlFlow<Pause> {
        board.write_values(&mut self.values);
        self.count += 1;
        if (self.report)(&self.values).is_break() || self.count == self.limit {
            return ControlFlow::Break(Pause::Over(End::Limit));
        }
        ControlFlow::Continue(())
    }

    fn breath(&mut self, _search: &mut Search<'_>) -> ControlFlow<Pause> {
        self.breaths -= 1;
        match self.breaths {
            0 => ControlFlow::Break(Pause::Help),
            _ => ControlFlow::Continue(()),
        }
    }
}
