//! The work that a request asks for.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use crate::budget::Budget;
use crate::error::ApiError;
use crate::limits::Limits;
use crate::puzzle_input::ParsedPuzzle;
use crate::request::PuzzleRequest;
use crate::response::Response;

/// The work that a request asks for, and the time it may take.
///
/// A transport decides when and on which thread to run it.
pub struct Work {
    time_limit: Duration,
    compute: Box<Compute>,
}

type Compute = dyn FnOnce(&Budget) -> Result<Response, ApiError> + Send;

impl Work {
    /// Creates work that takes at most `time_limit`.
    pub(crate) fn new(
        time_limit: Duration,
        compute: impl FnOnce(&Budget) -> Result<Response, ApiError> + Send + 'static,
    ) -> Work {
        Work {
            time_limit,
            compute: Box::new(compute),
        }
    }

    /// Creates work that parses the position of a request and computes an object about it.
    pub(crate) fn on_puzzle<T: Send + 'static, A: Serialize>(
        request: PuzzleRequest<T>,
        limits: &Limits,
        compute: impl FnOnce(&ParsedPuzzle, T, &Budget) -> Result<A, ApiError> + Send + 'static,
    ) -> Work {
        let PuzzleRequest {
            position,
            time_limit,
            params,
        } = request;
        Work::new(time_limit.duration(limits), move |budget| {
            compute(&position.read(budget)?, params, budget).map(Response::json)
        })
    }

    /// Returns the time that the work may take, from the last byte of its request.
    pub fn time_limit(&self) -> Duration {
        self.time_limit
    }

    /// Does the work. Time spent waiting before counts: the budget starts with the request.
    ///
    /// # Errors
    /// If the request cannot be fulfilled, or the time is up.
    pub fn run(self, budget: &Budget) -> Result<Response, ApiError> {
        (self.compute)(budget)
    }
}

impl fmt::Debug for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Work")
            .field("time_limit", &self.time_limit)
            .finish_non_exhaustive()
    }
}
