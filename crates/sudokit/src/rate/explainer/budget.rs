//! When to give up.

use crate::platform::Instant;
use crate::solve::{CancelToken, End};

/// The time that a walk may take. It is examined once per few propagations; after the end all
/// searches return early, and their results are not used.
pub struct Budget<'a> {
    cancel: &'a CancelToken,
    deadline: Option<Instant>,
    ticks: u32,
    ended: Option<End>,
}

impl<'a> Budget<'a> {
    pub fn new(cancel: &'a CancelToken, deadline: Option<Instant>) -> Budget<'a> {
        Budget {
            cancel,
            deadline,
            ticks: 0,
            ended: None,
        }
    }

    /// Counts a unit of work of a few microseconds, and returns whether the budget is used up.
    #[inline]
    pub fn tick(&mut self) -> bool {
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks.is_multiple_of(256) {
            self.examine();
        }
        self.ended.is_some()
    }

    /// Looks at the clock and the token now.
    pub fn examine(&mut self) {
        if self.cancel.is_cancelled() {
            self.ended = Some(End::Cancelled);
        } else if self.deadline.is_some_and(|at| Instant::now() >= at) {
            self.ended = Some(End::TimeLimit);
        }
    }

    /// Why the walk ended early, if it did.
    pub fn ended(&self) -> Option<End> {
        self.ended
    }
}
