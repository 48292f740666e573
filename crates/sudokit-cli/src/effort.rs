//! Who searches, and what it may cost.

use std::time::Duration;

use sudokit::solve::{CancelToken, End};
use sudokit::{Engine, Solver};

use crate::quantities::{self, thousands};

/// Who searches, and what it may cost.
#[derive(Clone, Debug)]
pub struct Effort {
    pub engine: Engine,
    /// How many threads work; 0 is one for each core.
    pub threads: usize,
    /// For each puzzle.
    pub node_limit: Option<u64>,
    /// For each puzzle.
    pub time_limit: Option<Duration>,
    pub cancel: CancelToken,
}

impl Effort {
    /// The fastest engine on all cores, for as long as it takes.
    pub fn unlimited(cancel: CancelToken) -> Effort {
        Effort {
            engine: Engine::Auto,
            threads: 0,
            node_limit: None,
            time_limit: None,
            cancel,
        }
    }

    /// A solver within the budgets, on so many threads.
    pub fn solver(&self, threads: usize) -> Solver {
        let mut solver = Solver::new()
            .engine(self.engine)
            .threads(threads)
            .cancel_with(self.cancel.clone());
        if let Some(nodes) = self.node_limit {
            solver = solver.node_limit(nodes);
        }
        if let Some(time) = self.time_limit {
            solver = solver.time_limit(time);
        }
        solver
    }

    /// Why a search ended, as the end of a sentence; budgets are named as they were given.
    pub fn stopped(&self, end: End) -> String {
        match (end, self.node_limit, self.time_limit) {
            (End::Exhausted, ..) => "searched to the end".to_string(),
            (End::Limit, ..) => "stopped at the limit".to_string(),
            (End::NodeLimit, Some(nodes), _) => {
                format!("stopped at the node limit of {}", thousands(nodes))
            }
            (End::NodeLimit, ..) => "stopped at the node limit".to_string(),
            (End::TimeLimit, _, Some(time)) => {
                format!("stopped at the time limit of {}", quantities::round(time))
            }
            (End::TimeLimit, ..) => "stopped at the time limit".to_string(),
            (End::Cancelled, ..) => "interrupted".to_string(),
            (End::Stuck, ..) => "logic alone leads no further".to_string(),
        }
    }
}
