//! The work queue.
//!
//! Computation runs on blocking threads, so that the asynchronous workers stay responsive. A
//! request first takes a place in the queue, then one of a few worker slots (one per core). If the
//! queue is full, the request is rejected at once with `Retry-After`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sudokit_service::{ApiError, Budget};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout_at;

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

    /// Whether a request would be rejected now.
    pub fn is_full(&self) -> bool {
        self.places.available_permits() == 0
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
        let (budget, deadline) = (Budget::new(time), Instant::now() + time);
        let slot = self.acquire(deadline).await?;
        let _cancels = budget.cancel_on_drop();
        let give_up_at = deadline + GRACE_PERIOD;
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
