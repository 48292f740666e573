//! Who searches, and what it may cost.

use std::ffi::OsStr;
use std::time::Duration;

use sudokit::solve::lanes::{UnavailableWidth, Width};
use sudokit::solve::{CancelToken, End};
use sudokit::{Engine, Solver};

use crate::problem::Problem;
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
    /// How wide the lanes are, known to be available; unless told, as wide as can be.
    pub width: Option<Width>,
    pub cancel: CancelToken,
}

/// Threads beyond this for each core can only wait for each other. A few more than cores are
/// allowed, because what a container says about its cores is not always the truth.
const MOST_THREADS_A_CORE: usize = 4;

/// Of so many threads those that this machine has a use for; 0 is one for each core.
pub fn useful_threads(threads: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    match threads {
        0 => cores,
        threads => threads.min(cores * MOST_THREADS_A_CORE),
    }
}

impl Effort {
    /// The fastest engine on all cores, for as long as it takes.
    pub fn unlimited(cancel: CancelToken) -> Effort {
        Effort {
            engine: Engine::Auto,
            threads: 0,
            node_limit: None,
            time_limit: None,
            width: None,
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
        if let Some(width) = self.width {
            solver = solver
                .width(width)
                .expect("an unavailable width was refused when it was read");
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

/// The environment variable that decides how wide the lanes are.
pub const WIDTH_VARIABLE: &str = "SUDOKIT_SIMD";

/// Reads what the variable holds; nothing at all leaves the choice to the program.
///
/// # Errors
/// When no width has that name, or this CPU does not have that width.
pub fn width(held: Option<&OsStr>) -> Result<Option<Width>, Problem> {
    let Some(held) = held.filter(|held| !held.is_empty()) else {
        return Ok(None);
    };
    let refused = |reason: &dyn std::fmt::Display| {
        let available = Width::ALL.into_iter().filter(|width| width.is_available());
        let names: Vec<String> = available.map(|width| width.to_string()).collect();
        Problem::new(
            format!("{WIDTH_VARIABLE}: {reason}"),
            format!(
                "this machine offers {}; without {WIDTH_VARIABLE} the first of them is used",
                names.join(", ")
            ),
        )
    };
    let name = held.to_string_lossy();
    let width: Width = name.parse().map_err(|error| refused(&error))?;
    match width.is_available() {
        true => Ok(Some(width)),
        false => Err(refused(&UnavailableWidth(width))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_width_is_read_if_this_machine_has_it() {
        let read = |held: &str| width(Some(OsStr::new(held)));
        for each in Width::ALL {
            match read(&each.to_string()) {
                Ok(found) => assert_eq!((found, each.is_available()), (Some(each), true)),
                Err(problem) => {
                    assert!(!each.is_available());
                    assert!(problem.message.contains("this CPU has no"), "{problem}");
                }
            }
        }
        assert_eq!(width(None).unwrap(), None);
        assert_eq!(read("").unwrap(), None);
        assert!(read("sse9").unwrap_err().message.contains("sse9"));
        assert!(read("AVX2 ").is_err());
    }
}
