//! Several threads on one puzzle.
//!
//! Each thread searches its own subtree. While fewer subtrees are queued than there are threads, a
//! search gives away the remaining branches of its earliest choice, and rayon's work stealing moves
//! them to idle threads.
//!
//! The result is that of one thread and does not depend on timing. Each solution comes with its
//! [`Path`]. Up to [`ORDERED`] solutions are kept in the order of their paths, and a search stops
//! only when enough solutions are known that come before everything it has left. With a larger
//! limit, or none, solutions are reported as they are found: then their order depends on timing, but
//! their number does not.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::Scope;

use super::search::{Observer, Path, Pause, Search, Subtree};
use crate::solve::propagate::{Propagator, SearchState};
use crate::solve::{End, Findings, ORDERED, OnSolution, Statistics, Task, pool};

/// Continues a search that has proved hard on several threads.
pub(super) fn continue_search(
    search: Search<'_>,
    task: &Task<'_>,
    found: u64,
    report: OnSolution<'_>,
) -> Findings {
    let attempt = search.attempt.clone();
    let shared = Shared {
        task,
        wanted: task.limit - found,
        waiting: AtomicUsize::new(0),
        is_full: AtomicBool::new(false),
        is_over: AtomicBool::new(false),
        joined: Mutex::new(Joined {
            report,
            kept: BTreeMap::new(),
            streamed: 0,
            end: None,
            attempt,
            statistics: Statistics::default(),
        }),
    };
    pool::scope(task.threads, |scope| shared.work(search, scope));
    shared.findings(found)
}

/// The state that the threads of one search share.
struct Shared<'t> {
    task: &'t Task<'t>,
    /// The number of solutions still wanted when the threads started.
    wanted: u64,
    /// The number of queued subtrees.
    waiting: AtomicUsize,
    /// Whether enough solutions are kept. Earlier ones may still replace them.
    is_full: AtomicBool,
    is_over: AtomicBool,
    joined: Mutex<Joined<'t>>,
}

/// The combined results of the threads.
struct Joined<'t> {
    report: OnSolution<'t>,
    kept: BTreeMap<Path, Vec<u8>>,
    streamed: u64,
    end: Option<End>,
    attempt: SearchState,
    statistics: Statistics,
}

impl<'t> Shared<'t> {
    /// Searches the rest of a subtree, giving parts away while other threads are idle.
    fn work<'env>(&'env self, mut search: Search<'env>, scope: &Scope<'env>)
    where
        't: 'env,
    {
        let mut worker = Worker {
            shared: self,
            scope,
        };
        let paused = search.run(&mut super::meter(self.task), &mut worker);
        let mut joined = self.lock();
        joined.statistics += search.statistics();
        if search.attempt.open < joined.attempt.open {
            joined.attempt.copy_from(&search.attempt);
        }
        if let ControlFlow::Break(Pause::Over(end)) = paused {
            joined.end.get_or_insert(end);
            self.is_over.store(true, Relaxed);
        }
    }

    fn begin<'env>(&'env self, subtree: Subtree, scope: &Scope<'env>)
    where
        't: 'env,
    {
        self.waiting.fetch_sub(1, Relaxed);
        if self.check(&subtree.path).is_continue() {
            let shape = self.task.puzzle.shape();
            let propagator = Propagator::new(shape, shape.geometry());
            self.work(Search::new(propagator, subtree), scope);
        }
    }

    /// Decides whether a search at this path should continue.
    fn check(&self, path: &Path) -> ControlFlow<Pause> {
        if self.is_over.load(Relaxed) {
            return ControlFlow::Break(Pause::Beaten);
        }
        if self.is_full.load(Relaxed) {
            let joined = self.lock();
            if joined
                .kept
                .last_key_value()
                .is_some_and(|(last, _)| last < path)
            {
                return ControlFlow::Break(Pause::Beaten);
            }
        }
        ControlFlow::Continue(())
    }

    fn is_ordered(&self) -> bool {
        self.task.limit <= ORDERED
    }

    fn lock(&self) -> MutexGuard<'_, Joined<'t>> {
        self.joined.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reports the kept solutions and returns the totals.
    fn findings(self, found: u64) -> Findings {
        let joined = self.joined.into_inner();
        let joined = joined.unwrap_or_else(PoisonError::into_inner);
        let mut count = found + joined.streamed;
        let mut end = joined.end;
        for values in joined.kept.values() {
            count += 1;
            if (joined.report)(values).is_break() || count == self.task.limit {
                end = Some(End::Limit);
                break;
            }
        }
        Findings {
            count,
            end: end.unwrap_or(End::Exhausted),
            attempt: joined.attempt.values(self.task.puzzle.shape().geometry()),
            statistics: joined.statistics,
        }
    }
}

/// Observes the search of one thread.
struct Worker<'w, 'env, 't> {
    shared: &'env Shared<'t>,
    scope: &'w Scope<'env>,
}

impl<'env, 't: 'env> Observer for Worker<'_, 'env, 't> {
    fn solution(&mut self, path: &Path, state: &SearchState) -> ControlFlow<Pause> {
        let shared = self.shared;
        let values = state.values(shared.task.puzzle.shape().geometry());
        let mut joined = shared.lock();
        if shared.is_ordered() {
            joined.kept.insert(path.clone(), values);
            if joined.kept.len() as u64 > shared.wanted {
                joined.kept.pop_last();
            }
            if joined.kept.len() as u64 == shared.wanted {
                shared.is_full.store(true, Relaxed);
            }
            drop(joined);
            return shared.check(path);
        }
        if joined.end.is_some() {
            return ControlFlow::Break(Pause::Beaten);
        }
        joined.streamed += 1;
        if (joined.report)(&values).is_break() || joined.streamed == shared.wanted {
            joined.end = Some(End::Limit);
            return ControlFlow::Break(Pause::Over(End::Limit));
        }
        ControlFlow::Continue(())
    }

    fn checkpoint(&mut self, search: &mut Search<'_>) -> ControlFlow<Pause> {
        let shared = self.shared;
        shared.check(search.path())?;
        if shared.waiting.load(Relaxed) < shared.task.threads {
            // A thread takes its newest task first, so the subtree that a search on one thread
            // would visit next is queued last.
            for subtree in search.give_away().into_iter().rev() {
                shared.waiting.fetch_add(1, Relaxed);
                self.scope.spawn(move |scope| shared.begin(subtree, scope));
            }
        }
        ControlFlow::Continue(())
    }
}
