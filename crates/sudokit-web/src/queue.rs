//! The work queue, and the time budget of a request.
//!
//! Computation runs on blocking threads, so that the asynchronous workers stay responsive. A
//! request first takes a place in the queue, then one of a few worker slots (one per core). If the
//! queue is full, the request is rejected at once with `Retry-After`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sudokit::Solver;
use sudokit::solve::CancelToken;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout_at;

use crate::error::ApiError;

/// A limited number of worker slots, with a queue of limited length.
#[derive(Clone, Debug)]
pub struct WorkQueue {
    slots: Arc<Semaphore>,
    /// One permit for each request that is running or waiting.
    places: Arc<Semaphore>,
}

/// A request's worker slot, with its place in the queue. Dropping it frees both.
pub struct WorkerSlot {
    _place: OwnedSemaphorePermit,
    _slot: OwnedSemaphorePermit,
}

/// A request's deadline and cancellation token.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Instant,
    cancel: CancelToken,
}

/// The deadline has passed, or the request was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfBudget;

/// How long to wait after the deadline before responding with a time-out. A single technique cannot
/// be interrupted; such work keeps its slot until it finishes.
const GRACE_PERIOD: Duration = Duration::from_millis(500);

impl WorkQueue {
    /// Creates a queue with `slots` worker slots and room for `waiting` more requests.
    pub fn new(slots: usize, waiting: usize) -> WorkQueue {
        let slots = slots.max(1);
        WorkQueue {
            slots: Arc::new(Semaphore::new(slots)),
            places: Arc::new(Semaphore::new(slots + waiting)),
        }
    }

    /// Waits for a worker slot.
    ///
    /// # Errors
    /// If the queue is full, or the deadline passes first.
    pub async fn acquire(&self, deadline: Instant) -> Result<WorkerSlot, ApiError> {
        let place = self.places.clone().try_acquire_owned();
        let place = place.map_err(|_| ApiError::busy())?;
        let slot = timeout_at(deadline.into(), self.slots.clone().acquire_owned()).await;
        match slot {
            Ok(Ok(slot)) => Ok(WorkerSlot {
                _place: place,
                _slot: slot,
            }),
            _ => Err(ApiError::busy()),
        }
    }

    /// Runs `work` in a worker slot, with a budget of `time` from now. Dropping the future, because
    /// the client disconnected, cancels the work.
    ///
    /// # Errors
    /// The errors of `work`; also if the queue is full, the time is up, or `work` panics.
    pub async fn run<T: Send + 'static>(
        &self,
        time: Duration,
        work: impl FnOnce(&Budget) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let budget = Budget::new(time);
        let slot = self.acquire(budget.deadline).await?;
        let _cancels = budget.cancel_on_drop();
        let give_up_at = budget.deadline + GRACE_PERIOD;
        let task = tokio::task::spawn_blocking(move || {
            let _slot = slot;
            work(&budget)
        });
        match timeout_at(give_up_at.into(), task).await {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => Err(ApiError::internal("internal server error")),
            Err(_) => Err(ApiError::timed_out()),
        }
    }
}

impl Budget {
    /// Creates a budget that ends `time` from now.
    pub fn new(time: Duration) -> Budget {
        Budget {
            deadline: Instant::now() + time,
            cancel: CancelToken::new(),
        }
    }

    /// Returns a part of this budget: at most `time`, and no more than is left.
    pub fn at_most(&self, time: Duration) -> Budget {
        Budget {
            deadline: self.deadline.min(Instant::now() + time),
            cancel: self.cancel.clone(),
        }
    }

    /// Returns a budget of one part in `parts` of the remaining time.
    pub fn share(&self, parts: u32) -> Budget {
        let left = self.deadline.saturating_duration_since(Instant::now());
        self.at_most(left / parts.max(1))
    }

    /// Checks that the work may continue.
    ///
    /// # Errors
    /// If the deadline has passed or the request was cancelled.
    pub fn check(&self) -> Result<(), OutOfBudget> {
        match self.cancel.is_cancelled() || Instant::now() >= self.deadline {
            true => Err(OutOfBudget),
            false => Ok(()),
        }
    }

    /// Returns a solver with this budget. It uses one thread; the other cores serve other requests.
    pub fn solver(&self) -> Solver {
        Solver::new()
            .time_limit(self.deadline.saturating_duration_since(Instant::now()))
            .cancel_with(self.cancel.clone())
    }

    /// Returns a token that is cancelled at the deadline or with the request.
    pub fn cancel_token(&self) -> CancelToken {
        let left = self.deadline.saturating_duration_since(Instant::now());
        self.cancel.with_time_limit(left)
    }

    /// Returns a guard that cancels the token when dropped.
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
