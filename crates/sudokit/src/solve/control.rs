//! Budgets and cancellation, shared by all threads that work on one puzzle.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::End;
use super::progress::{Phase, SearchProgress};
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
    progress: Option<&'a SearchProgress>,
    /// Set when another thread has found the answer.
    #[cfg(feature = "threads")]
    is_answered: Option<&'a AtomicBool>,
}

impl<'a> Control<'a> {
    pub fn new(nodes: Option<u64>, time: Option<Duration>, cancel: &'a CancelToken) -> Control<'a> {
        Control {
            nodes_left: nodes.map(AtomicU64::new),
            // A time limit too long for the clock is none.
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
            cancel,
            progress: None,
            #[cfg(feature = "threads")]
            is_answered: None,
        }
    }

    /// Returns this control with a view that the search reports to.
    pub fn reporting_to(self, progress: Option<&'a SearchProgress>) -> Control<'a> {
        Control { progress, ..self }
    }

    /// Returns the view to report to, if anyone watches.
    pub fn progress(&self) -> Option<&'a SearchProgress> {
        self.progress
    }

    /// Reports what the search is doing.
    pub fn report_phase(&self, phase: Phase) {
        if let Some(progress) = self.progress {
            progress.set_phase(phase);
        }
    }

    /// Returns a part of this budget: at most `nodes`. What is used of it is to be taken from this
    /// one with [`Control::charge`].
    pub fn part(&self, nodes: u64) -> Control<'a> {
        Control {
            nodes_left: Some(AtomicU64::new(nodes.min(self.nodes_left()))),
            ..*self
        }
    }

    /// Takes nodes that a part has used.
    pub fn charge(&self, nodes: u64) {
        if let Some(nodes_left) = &self.nodes_left {
            nodes_left.fetch_sub(nodes.min(self.nodes_left()), Ordering::Relaxed);
        }
    }

    /// Returns the number of nodes left, `u64::MAX` if there is no limit.
    pub fn nodes_left(&self) -> u64 {
        let left = self.nodes_left.as_ref();
        left.map_or(u64::MAX, |left| left.load(Ordering::Relaxed))
    }

    /// Returns this control for one of several threads, which stops as cancelled once the flag is
    /// set. Each of them may take as many nodes as are left.
    #[cfg(feature = "threads")]
    pub fn until(&self, is_answered: &'a AtomicBool) -> Control<'a> {
        let nodes_left = self.nodes_left.as_ref();
        Control {
            nodes_left: nodes_left.map(|left| AtomicU64::new(left.load(Ordering::Relaxed))),
            is_answered: Some(is_answered),
            ..*self
        }
    }

    /// Returns whether there is a limit on nodes.
    pub fn limits_nodes(&self) -> bool {
        self.nodes_left.is_some()
    }

    /// Returns a token that counts as cancelled once the time is up or the search is cancelled.
    pub fn token(&self) -> CancelToken {
        CancelToken {
            flag: self.cancel.flag.clone(),
            deadline: self.deadline.into_iter().chain(self.cancel.deadline).min(),
        }
    }

    /// Returns why [`Control::token`] counts as cancelled.
    pub fn end_of_token(&self) -> End {
        match self.cancel.is_cancelled() {
            true => End::Cancelled,
            false => End::TimeLimit,
        }
    }

    /// Takes up to `wanted` nodes, and at least 1, from the budget, and reports them.
    fn grant(&self, wanted: u64) -> Result<u64, End> {
        let granted = self.take(wanted)?;
        if let Some(progress) = self.progress {
            progress.add_nodes(granted);
        }
        Ok(granted)
    }

    fn take(&self, wanted: u64) -> Result<u64, End> {
        #[cfg(feature = "threads")]
        if self
            .is_answered
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
        {
            return Err(End::Cancelled);
        }
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

    /// Returns the view to report to, if anyone watches.
    pub fn progress(&self) -> Option<&'c SearchProgress> {
        self.control.progress()
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

    #[test]
    fn the_token_of_a_budget_knows_why_it_ended() {
        let token = CancelToken::new();
        let control = Control::new(None, None, &token);
        assert!(!control.token().is_cancelled());
        let late = Control::new(None, Some(Duration::ZERO), &token);
        assert!(late.token().is_cancelled());
        assert_eq!(late.end_of_token(), End::TimeLimit);
        let expired = token.with_time_limit(Duration::ZERO);
        let control = Control::new(None, Some(Duration::MAX), &expired);
        assert!(control.token().is_cancelled());
        assert_eq!(control.end_of_token(), End::Cancelled);
    }
}
