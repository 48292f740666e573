//! Several searches of the same puzzle, with different strategies, that share what they learn.
//!
//! The result does not depend on timing. The first search, the leader, takes nothing from the others:
//! it finds the same solutions in the same order as on one thread. The others, the helpers, take from
//! it and from each other, and can only end the search by a proof that there is no solution, or no
//! second one; then there is nothing to choose between. If a helper finds a second solution, helpers
//! are of no more use.
//!
//! What is shared is a list that only grows: solutions, which every helper excludes from its own
//! search, and short clauses. A clause that follows from the absence of a solution comes after that
//! solution, so a helper that reads the list in order never draws a wrong conclusion.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::groups::Literal;
use super::learner::{Learner, Strategy, Verdict};
use super::phases::Seeks;
use super::{Exchange, Run, Task, meter};
use crate::solve::{End, Findings, Statistics, pool};

/// The most literals of a shared clause.
const SHARED_LITERALS: usize = 8;

/// The most levels of a shared clause.
const SHARED_LEVELS: u32 = 2;

/// A fact that one search has found.
#[derive(Clone, Debug)]
enum News {
    Solution(Vec<u8>),
    Clause(Vec<Literal>),
}

/// What the searches share.
struct Shared {
    news: Mutex<Vec<News>>,
    /// Set when the answer is known.
    is_answered: AtomicBool,
    /// Set when helpers are of no more use.
    is_several: AtomicBool,
    /// The only solution, if any, and the cost, of the helper that proved that there is no other.
    proof: Mutex<Option<Option<Vec<u8>>>>,
    cost: Mutex<Statistics>,
}

/// Searches with the first search as the leader, on as many threads as the task allows.
pub(super) fn search(mut leader: Run<'_>, task: &Task<'_>, known: &[Vec<u8>]) -> Findings {
    let shared = Shared {
        news: Mutex::new(known.iter().cloned().map(News::Solution).collect()),
        is_answered: AtomicBool::new(false),
        is_several: AtomicBool::new(known.len() > 1),
        proof: Mutex::new(None),
        cost: Mutex::new(Statistics::default()),
    };
    let start = leader.learner.clone();
    let mut end = End::Exhausted;
    pool::scope(task.threads, |scope| {
        for helper in 1..task.threads as u64 {
            let (shared, start) = (&shared, &start);
            scope.spawn(move |_| shared.help(start, helper, task));
        }
        let control = task.control.until(&shared.is_answered);
        end = leader.go(
            &mut meter(task.puzzle.shape().cells(), &control),
            &mut Sharing::new(&shared, 0, true),
        );
        shared.is_answered.store(true, Relaxed);
    });
    let proof = lock(&shared.proof).take();
    if let (Some(solution), true) = (proof, end.is_early()) {
        end = End::Exhausted;
        if let (Some(values), 0) = (&solution, leader.count) {
            leader.count = 1;
            if (leader.report)(values).is_break() || leader.limit == 1 {
                end = End::Limit;
            }
        }
    }
    let mut findings = leader.findings(end);
    findings.statistics += *lock(&shared.cost);
    findings
}

impl Shared {
    fn help(&self, start: &Learner, helper: u64, task: &Task<'_>) {
        if self.is_several.load(Relaxed) || self.is_answered.load(Relaxed) {
            return;
        }
        let strategy = Strategy {
            seed: helper,
            seeks: match helper % 3 {
                1 => Seeks::Never,
                2 => Seeks::Always,
                _ => Seeks::InTurns,
            },
        };
        let mut learner = start.restarted_with(strategy);
        let control = task.control.until(&self.is_answered);
        let mut meter = meter(task.puzzle.shape().cells(), &control);
        let mut sharing = Sharing::new(self, 0, false);
        sharing.restarted(&mut learner);
        while !self.is_several.load(Relaxed) {
            match learner.search_with(&[], &mut meter, &mut sharing) {
                Verdict::Stopped(_) => break,
                Verdict::Solution => {
                    if sharing.found(&learner.values()).is_break() {
                        break;
                    }
                    learner.exclude_solution();
                }
                Verdict::Impossible => {
                    // Anything else that was found would contradict this proof.
                    let solution = lock(&self.news).iter().find_map(|news| match news {
                        News::Solution(values) => Some(values.clone()),
                        News::Clause(_) => None,
                    });
                    *lock(&self.proof) = Some(solution);
                    self.is_answered.store(true, Relaxed);
                    break;
                }
            }
        }
        *lock(&self.cost) += learner.statistics();
    }
}

/// One search's view of what is shared.
struct Sharing<'s> {
    shared: &'s Shared,
    /// The number of news read.
    read: usize,
    is_leader: bool,
}

impl<'s> Sharing<'s> {
    fn new(shared: &'s Shared, read: usize, is_leader: bool) -> Sharing<'s> {
        Sharing {
            shared,
            read,
            is_leader,
        }
    }
}

impl Exchange for Sharing<'_> {
    fn is_first(&self) -> bool {
        self.is_leader
    }

    fn restarted(&mut self, learner: &mut Learner) {
        if self.is_leader {
            return;
        }
        let news = lock(&self.shared.news)[self.read..].to_vec();
        self.read += news.len();
        for news in news {
            match news {
                News::Solution(values) => learner.exclude(&values),
                News::Clause(clause) => learner.import(&clause),
            }
        }
    }

    fn learned(&mut self, clause: &[Literal], levels: u32) {
        let is_short = clause.len() <= 2;
        if is_short || (levels <= SHARED_LEVELS && clause.len() <= SHARED_LITERALS) {
            lock(&self.shared.news).push(News::Clause(clause.to_vec()));
        }
    }

    fn found(&mut self, values: &[u8]) -> ControlFlow<()> {
        let mut news = lock(&self.shared.news);
        let mut others = 0;
        for solution in news.iter() {
            if let News::Solution(found) = solution {
                if found == values {
                    return ControlFlow::Continue(());
                }
                others += 1;
            }
        }
        news.push(News::Solution(values.to_vec()));
        if others > 0 {
            self.shared.is_several.store(true, Relaxed);
        }
        match self.is_leader || others == 0 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
