//! Budgets and cancellation, shared by all threads that work on one puzzle.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::End;
use crate::platform::Instant;

/// Cancels searches from outside, for instance from a Ctrl-C handler. Clones share one flag.
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    flag: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl CancelToken {
    /// Creates a token that is not cancelled.
    pub fn new() -> CancelToken {
        CancelToken::default()
    }

    /// Cancels every search that holds this token.
    pub fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Returns a token that shares this one's flag and also counts as cancelled after `time`, or
    /// earlier if this one does.
    pub fn with_time_limit(&self, time: Duration) -> CancelToken {
        // A time limit too long for the clock is no limit.
        let deadline = Instant::now().checked_add(time);
        CancelToken {
            flag: self.flag.clone(),
            deadline: deadline.into_iter().chain(self.deadline).min(),
        }
    }

    /// Returns whether the token has been cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::Relaxed) || self.deadline.is_some_and(|at| Instant::now() >= at)
    }
}

/// The budget of one search.
pub(crate) struct Control<'a> {
    /// `None` if there is no limit, so that no shared counter is needed.
    nodes_left: Option<AtomicU64>,
    deadline: Option<Instant>,
    cancel: &'a CancelToken,
}

impl<'a> Control<'a> {
    pub fn new(nodes: Option<u64>, time: Option<Duration>, cancel: &'a CancelToken) -> Control<'a> {
        Control {
            nodes_left: nodes.map(AtomicU64::new),
            // A time limit too long for the clock is none.
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
            cancel,
        }
    }

    /// Takes up to `wanted` nodes, and at least 1, from the budget.
    fn grant(&self, wanted: u64) -> Result<u64, End> {
        if self.cancel.is_cancelled() {
            return Err(End::Cancelled);
        }
        if self.deadline.is_some_and(|at| Instant::now() >= at) {
            return Err(End::TimeLimit);
        }
        let Some(nodes_left) = &self.nodes_left else {
            return Ok(wanted);
        };
        let take = |left: u64| Some(left - left.min(wanted));
        let left = nodes_left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take)
            .unwrap_or_default();
        match left.min(wanted) {
            0 => Err(End::NodeLimit),
            granted => Ok(granted),
        }
    }

    /// Returns unused nodes to the budget.
    fn give_back(&self, nodes: u64) {
        if let Some(nodes_left) = &self.nodes_left {
            nodes_left.fetch_add(nodes, Ordering::Relaxed);
        }
    }
}

/// One thread's view of a [`Control`]. It takes nodes in small packets, so that the clock and the
/// shared counter cost next to nothing, yet the node limit is exact.
pub(crate) struct Meter<'c> {
    control: &'c Control<'c>,
    packet: u64,
    left: u64,
    used: u64,
}

impl<'c> Meter<'c> {
    /// Creates a meter that checks the clock every `packet` nodes.
    pub fn new(control: &'c Control<'c>, packet: u64) -> Meter<'c> {
        Meter {
            control,
            packet,
            left: 0,
            used: 0,
        }
    }

    /// Counts a node, or returns why no more are allowed.
    #[inline]
    pub fn node(&mut self) -> Result<(), End> {
        if self.left == 0 {
            self.left = self.control.grant(self.packet)?;
        }
        self.left -= 1;
        self.used += 1;
        Ok(())
    }

    /// Returns the number of nodes counted here.
    pub fn used(&self) -> u64 {
        self.used
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.control.give_back(self.left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_node_limit_is_exact() {
        let token = CancelToken::new();
        let control = Control::new(Some(100), None, &token);
        let mut meter = Meter::new(&control, 64);
        assert!((0..90).all(|_| meter.node().is_ok()));
        drop(meter);
        let mut meter = Meter::new(&control, 64);
        assert!((0..10).all(|_| meter.node().is_ok()));
        assert_eq!(meter.node(), Err(End::NodeLimit));
        assert_eq!(meter.used(), 10);
    }

    #[test]
    fn a_token_with_a_time_limit_ends_with_the_time_or_with_its_parent() {
        let token = CancelToken::new();
        let (over, left) = (Duration::ZERO, Duration::from_secs(3600));
        let expired = token.with_time_limit(over);
        assert!(expired.is_cancelled() && !token.is_cancelled());
        assert!(expired.with_time_limit(left).is_cancelled());
        let running = token.with_time_limit(left);
        assert!(!running.is_cancelled());
        assert!(running.with_time_limit(over).is_cancelled());
        token.cancel();
        assert!(running.is_cancelled());
        assert!(
            !CancelToken::new()
                .with_time_limit(Duration::MAX)
                .is_cancelled()
        );
    }

    #[test]
    fn cancellation_and_deadlines_stop_it() {
        let token = CancelToken::new();
        let control = Control::new(None, None, &token);
        token.cancel();
        assert_eq!(Meter::new(&control, 64).node(), Err(End::Cancelled));
        let token = CancelToken::new();
        let control = Control::new(None, Some(Duration::ZERO), &token);
        assert_eq!(Meter::new(&control, 64).node(), Err(End::TimeLimit));
        let control = Control::new(None, Some(Duration::MAX), &token);
        assert_eq!(Meter::new(&control, 64).node(), Ok(()));
    }
}
