//! The time budget of a request.

use std::time::Duration;

use sudokit::Solver;
use sudokit::solve::CancelToken;

use crate::error::ApiError;

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use web_time::Instant;

/// A request's deadline and cancellation token.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Instant,
    cancel: CancelToken,
}

/// The deadline has passed, or the request was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfBudget;

impl Budget {
    /// Creates a budget that ends `time` from now.
    pub fn new(time: Duration) -> Budget {
        Budget {
            deadline: Instant::now() + time,
            cancel: CancelToken::new(),
        }
    }

    /// Returns the remaining time.
    pub fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// Returns a part of this budget: at most `time`, and no more than is left.
    #[must_use]
    pub fn at_most(&self, time: Duration) -> Budget {
        Budget {
            deadline: self.deadline.min(Instant::now() + time),
            cancel: self.cancel.clone(),
        }
    }

    /// Returns a budget of one part in `parts` of the remaining time.
    #[must_use]
    pub fn share(&self, parts: u32) -> Budget {
        self.at_most(self.left() / parts.max(1))
    }

    /// Checks that the work may continue.
    ///
    /// # Errors
    /// If the deadline has passed or the request was cancelled.
    pub fn check(&self) -> Result<(), OutOfBudget> {
        match self.cancel.is_cancelled() || self.left().is_zero() {
            true => Err(OutOfBudget),
            false => Ok(()),
        }
    }

    /// Returns a solver with this budget. It uses one thread; the other cores serve other requests.
    pub fn solver(&self) -> Solver {
        Solver::new()
            .time_limit(self.left())
            .cancel_with(self.cancel.clone())
    }

    /// Returns a token that is cancelled at the deadline or with the request.
    pub fn cancel_token(&self) -> CancelToken {
        self.cancel.with_time_limit(self.left())
    }

    /// Returns a guard that cancels the request when dropped.
    pub fn cancel_on_drop(&self) -> impl Drop + Send + Sync + 'static {
        CancelOnDrop(self.cancel.clone())
    }
}

impl From<OutOfBudget> for ApiError {
    fn from(_: OutOfBudget) -> ApiError {
        ApiError::timed_out()
    }
}

struct CancelOnDrop(CancelToken);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
