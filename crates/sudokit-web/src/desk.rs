//! The seats of those who calculate, and the clock above them.
//!
//! A request that needs calculation takes a place in the queue, then a seat, and is worked on by
//! a blocking thread, so that the asynchronous workers always have time for everybody. There are
//! few seats (one for each core) and a queue of some length; who finds even the queue full is
//! sent away at once and told to come back.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sudokit::Solver;
use sudokit::solve::CancelToken;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout_at;

use crate::refusal::Refusal;

/// The seats, and the queue before them.
#[derive(Clone, Debug)]
pub struct Desk {
    seats: Arc<Semaphore>,
    /// One place for everybody who sits or waits.
    places: Arc<Semaphore>,
}

/// Somebody's place in the queue and, later, seat.
pub struct Seat {
    _place: OwnedSemaphorePermit,
    _seat: OwnedSemaphorePermit,
}

/// Until when to work, and whether anybody still waits for the answer.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Instant,
    cancel: CancelToken,
}

/// The budget is used up, or nobody waits any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Over;

/// A step of logic cannot be interrupted. Work that is not back so long after its deadline is
/// answered for, and keeps its seat until it is done.
const PATIENCE: Duration = Duration::from_millis(500);

impl Desk {
    /// A desk with so many seats, before which so many may wait.
    pub fn new(seats: usize, waiting: usize) -> Desk {
        let seats = seats.max(1);
        Desk {
            seats: Arc::new(Semaphore::new(seats)),
            places: Arc::new(Semaphore::new(seats + waiting)),
        }
    }

    /// Waits for a seat.
    ///
    /// # Errors
    /// When too many wait already, or the deadline comes first.
    pub async fn sit(&self, deadline: Instant) -> Result<Seat, Refusal> {
        let place = self.places.clone().try_acquire_owned();
        let place = place.map_err(|_| Refusal::busy())?;
        let seat = timeout_at(deadline.into(), self.seats.clone().acquire_owned()).await;
        match seat {
            Ok(Ok(seat)) => Ok(Seat {
                _place: place,
                _seat: seat,
            }),
            _ => Err(Refusal::busy()),
        }
    }

    /// Does the work on a seat, within so much time from now. Where this future is dropped,
    /// because the client went away, the work is cancelled.
    ///
    /// # Errors
    /// Those of the work, and what comes before it or in its way.
    pub async fn work<T: Send + 'static>(
        &self,
        time: Duration,
        work: impl FnOnce(&Budget) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let budget = Budget::new(time);
        let seat = self.sit(budget.deadline).await?;
        let _cancels = budget.cancel_on_drop();
        let last_call = budget.deadline + PATIENCE;
        let task = tokio::task::spawn_blocking(move || {
            let _seat = seat;
            work(&budget)
        });
        match timeout_at(last_call.into(), task).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(Refusal::internal("something went wrong inside the server")),
            Err(_) => Err(Refusal::out_of_time()),
        }
    }
}

impl Budget {
    /// So much time from now.
    pub fn new(time: Duration) -> Budget {
        Budget {
            deadline: Instant::now() + time,
            cancel: CancelToken::new(),
        }
    }

    /// A part of this budget: so much time, but no more than there is.
    pub fn at_most(&self, time: Duration) -> Budget {
        Budget {
            deadline: self.deadline.min(Instant::now() + time),
            cancel: self.cancel.clone(),
        }
    }

    /// The first of so many equal parts of what is left.
    pub fn share(&self, parts: u32) -> Budget {
        let left = self.deadline.saturating_duration_since(Instant::now());
        self.at_most(left / parts.max(1))
    }

    /// Whether there is something left.
    ///
    /// # Errors
    /// When there is not.
    pub fn check(&self) -> Result<(), Over> {
        match self.cancel.is_cancelled() || Instant::now() >= self.deadline {
            true => Err(Over),
            false => Ok(()),
        }
    }

    /// A solver within the budget. It uses one thread: others wait for the other cores.
    pub fn solver(&self) -> Solver {
        Solver::new()
            .time_limit(self.deadline.saturating_duration_since(Instant::now()))
            .cancel_with(self.cancel.clone())
    }

    /// A token that is cancelled when the time is over or nobody waits for the answer any more.
    pub fn cancel_token(&self) -> CancelToken {
        let left = self.deadline.saturating_duration_since(Instant::now());
        self.cancel.with_time_limit(left)
    }

    /// Something that cancels the budget when it goes away.
    pub fn cancel_on_drop(&self) -> impl Drop + Send + Sync + 'static {
        CancelOnDrop(self.cancel.clone())
    }
}

impl From<Over> for Refusal {
    fn from(_: Over) -> Refusal {
        Refusal::out_of_time()
    }
}

struct CancelOnDrop(CancelToken);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
