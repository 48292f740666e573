//! Several searches of the same puzzle, with different strategies, that share what they learn.
//!
//! The result does not depend on timing. The first search, the leader, finds the same solutions in the
//! same order as on one thread, because it takes nothing from the others while that could change what
//! it finds. The others, the helpers, take from it and from each other, and can only end the search by
//! a proof that there is no solution, or no second one; then there is nothing to choose between.
//!
//! Nearly always the question is whether there is a second solution, and which one does not matter.
//! Then the leader takes from the others as well from its first solution on, and a second solution that
//! anyone finds is the answer. Otherwise helpers are of no more use once a second solution is known.
//!
//! What is shared is a list that only grows: solutions, which every helper excludes from its own
//! search, and short clauses. A clause that follows from the absence of a solution comes after that
//! solution, so a search that reads the list in order never draws a wrong conclusion.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::groups::{Groups, Literal};
use super::learner::{Learner, Strategy, Verdict};
use super::phases::Seeks;
use super::{Exchange, Run, Task, meter};
use crate::solve::{End, Findings, Statistics, pool};

/// The most literals of a shared clause.
const SHARED_LITERALS: usize = 16;

/// The most levels of a shared clause.
const SHARED_LEVELS: u32 = 2;

/// The nodes of the leader before others help. Most boards are solved before that, in less time than
/// starting threads takes.
const NODES_ALONE: u64 = 4_000;

/// A fact that one search has found.
#[derive(Clone, Debug)]
enum Fact {
    Solution(Vec<u8>),
    Clause { literals: Vec<Literal>, levels: u32 },
}

/// A fact, and the number of the search that found it.
#[derive(Clone, Debug)]
struct News {
    author: usize,
    fact: Fact,
}

/// The number of the leader.
const LEADER: usize = 0;

/// What the searches share.
struct Shared {
    news: Mutex<Vec<News>>,
    /// Whether only the first solution and the existence of a second are asked for.
    asks_for_second: bool,
    /// Set when that is so and the leader knows the first, so that it may take from others.
    has_first: AtomicBool,
    /// Set when the answer is known.
    is_answered: AtomicBool,
    /// Set when two solutions are known.
    is_several: AtomicBool,
    /// The only solution, if any, once a helper has proved that there is no other.
    proof: Mutex<Option<Option<Vec<u8>>>>,
    /// The cost of the helpers.
    cost: Mutex<Statistics>,
}

/// Searches with the first search as the leader, on as many threads as the task allows.
pub(super) fn search(mut leader: Run<'_>, task: &Task<'_>, known: &[Vec<u8>]) -> Findings {
    let news = known.iter().map(|values| News {
        author: LEADER,
        fact: Fact::Solution(values.clone()),
    });
    let asks_for_second = task.limit == 2 && !task.every_solution;
    let shared = Shared {
        news: Mutex::new(news.collect()),
        asks_for_second,
        has_first: AtomicBool::new(asks_for_second && !known.is_empty()),
        is_answered: AtomicBool::new(false),
        is_several: AtomicBool::new(known.len() > 1),
        proof: Mutex::new(None),
        cost: Mutex::new(Statistics::default()),
    };
    let cells = task.puzzle.shape().cells();
    let mut sharing = Sharing::new(&shared, LEADER);
    let alone = task.control.part(NODES_ALONE);
    let mut end = leader.go(&mut meter(cells, &alone), &mut sharing);
    task.control.charge(leader.learner.statistics().nodes);
    if end == End::NodeLimit && task.control.nodes_left() > 0 {
        let groups = leader.learner.groups();
        pool::scope(task.threads, |scope| {
            for helper in 1..task.threads {
                let (shared, groups) = (&shared, &groups);
                scope.spawn(move |_| shared.help(groups, helper, task));
            }
            let control = task.control.until(&shared.is_answered);
            end = leader.go(&mut meter(cells, &control), &mut sharing);
            shared.is_answered.store(true, Relaxed);
        });
    }
    let proof = lock(&shared.proof).take();
    if shared.asks_for_second && leader.count == 1 && shared.is_several.load(Relaxed) {
        (leader.count, end) = (2, End::Limit);
    } else if let (Some(solution), true) = (proof, end.is_early()) {
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
    fn help(&self, groups: &Arc<Groups>, helper: usize, task: &Task<'_>) {
        if self.is_several.load(Relaxed) || self.is_answered.load(Relaxed) {
            return;
        }
        let strategy = Strategy {
            seed: helper as u64,
            seeks: match helper % 3 {
                1 => Seeks::Never,
                2 => Seeks::Always,
                _ => Seeks::InTurns,
            },
        };
        let mut learner = Learner::new(groups.clone(), strategy);
        let control = task.control.until(&self.is_answered);
        let mut meter = meter(task.puzzle.shape().cells(), &control);
        let mut sharing = Sharing::new(self, helper);
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
                    self.note_proof();
                    break;
                }
            }
        }
        *lock(&self.cost) += learner.statistics();
    }

    /// Notes that there are no solutions other than those in the list.
    fn note_proof(&self) {
        let news = lock(&self.news);
        let mut solutions = news.iter().filter_map(|news| match &news.fact {
            Fact::Solution(values) => Some(values.clone()),
            Fact::Clause { .. } => None,
        });
        let solution = solutions.next();
        // With several, the leader decides in which order they are found.
        if solutions.next().is_none() {
            *lock(&self.proof) = Some(solution);
            self.is_answered.store(true, Relaxed);
        }
    }
}

/// One search's view of what is shared.
struct Sharing<'s> {
    shared: &'s Shared,
    author: usize,
    /// The number of news read.
    read: usize,
}

impl<'s> Sharing<'s> {
    fn new(shared: &'s Shared, author: usize) -> Sharing<'s> {
        Sharing {
            shared,
            author,
            read: 0,
        }
    }

    fn is_leader(&self) -> bool {
        self.author == LEADER
    }

    fn news(&self, fact: Fact) -> News {
        let author = self.author;
        News { author, fact }
    }
}

impl Exchange for Sharing<'_> {
    fn is_first(&self) -> bool {
        self.is_leader()
    }

    fn restarted(&mut self, learner: &mut Learner) {
        if self.is_leader() && !self.shared.has_first.load(Relaxed) {
            return;
        }
        let news = lock(&self.shared.news)[self.read..].to_vec();
        self.read += news.len();
        for news in news.into_iter().filter(|news| news.author != self.author) {
            match news.fact {
                Fact::Solution(values) => learner.exclude(&values),
                Fact::Clause { literals, levels } => learner.import(&literals, levels),
            }
        }
    }

    fn learned(&mut self, clause: &[Literal], levels: u32) {
        let is_short = clause.len() <= 2;
        if is_short || (levels <= SHARED_LEVELS && clause.len() <= SHARED_LITERALS) {
            let literals = clause.to_vec();
            let news = self.news(Fact::Clause { literals, levels });
            lock(&self.shared.news).push(news);
        }
    }

    fn found(&mut self, values: &[u8]) -> ControlFlow<()> {
        let shared = self.shared;
        let mut news = lock(&shared.news);
        let (mut is_new, mut is_second) = (true, false);
        for news in news.iter() {
            if let Fact::Solution(found) = &news.fact {
                is_new &= found != values;
                is_second |= found != values;
            }
        }
        if is_new {
            news.push(self.news(Fact::Solution(values.to_vec())));
        }
        if is_second {
            shared.is_several.store(true, Relaxed);
        }
        if self.is_leader() && shared.asks_for_second {
            shared.has_first.store(true, Relaxed);
        }
        if is_second && shared.has_first.load(Relaxed) {
            shared.is_answered.store(true, Relaxed);
        }
        match is_second && (!self.is_leader() || shared.asks_for_second) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
