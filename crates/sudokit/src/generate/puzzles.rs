//! The iterator over generated puzzles: makes candidate puzzles in batches, evaluates them in
//! order, and keeps those that match.
//!
//! Everything about a candidate puzzle follows from the seed and its number. So it does not matter
//! which thread makes it, how many are made at once, or how many are discarded: the puzzles that
//! are kept are the matching ones with the lowest numbers.
//!
//! After many misses in a row, candidates are made in blocks, and the closest of each block are
//! modified ([`local_search`]). When that starts, and the blocks, depend on request and seed alone.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

#[cfg(feature = "threads")]
use rayon::prelude::*;

use super::candidate_puzzles::CandidatePuzzle;
use super::evaluate::{Evaluation, Evaluator};
use super::generator::Setup;
use super::local_search::{self, LocalSearch, Screening};
use super::{GaveUp, Generated, candidate_puzzles};
use crate::rate::Rating;

/// Counters that show how far the generator has come. They can be read from any thread at any time.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    tried: AtomicU64,
    kept: AtomicU64,
}

impl Progress {
    /// Returns how many puzzles were tried.
    pub fn tried(&self) -> u64 {
        self.tried.load(Ordering::Relaxed)
    }

    /// Returns how many of them matched the request.
    pub fn kept(&self) -> u64 {
        self.kept.load(Ordering::Relaxed)
    }
}

/// An iterator over generated puzzles, made by [`Generator::puzzles`](super::Generator::puzzles).
///
/// Puzzles come in the order of their numbers; rare ones found by modifying others come in an order
/// of their own, which is always the same. The iterator ends when all requested puzzles were
/// returned, when it is cancelled, or after [`GaveUp`].
#[derive(Debug)]
pub struct Puzzles {
    setup: Arc<Setup>,
    /// How many puzzles are still to be returned.
    left: u64,
    attempt_limit: u64,
    workers: Workers,
    progress: Arc<Progress>,
    next: u64,
    ready: VecDeque<Generated>,
    /// How many puzzles in a row did not match.
    misses: u64,
    closest: Option<Evaluation>,
    last_batch: u64,
    /// Whether the local search has started, because candidates alone missed too often.
    searches: bool,
}

impl Puzzles {
    pub(super) fn new(setup: Setup, count: u64, attempt_limit: u64, threads: usize) -> Puzzles {
        Puzzles {
            setup: Arc::new(setup),
            left: count,
            attempt_limit,
            workers: Workers::new(threads),
            progress: Arc::default(),
            next: 0,
            ready: VecDeque::new(),
            misses: 0,
            closest: None,
            last_batch: 0,
            searches: false,
        }
    }

    /// Returns the progress counters.
    pub fn progress(&self) -> Arc<Progress> {
        Arc::clone(&self.progress)
    }

    /// Returns the closest puzzle among those that did not match so far, rated if a difficulty was
    /// requested.
    pub fn closest(&self) -> Option<Generated> {
        let mut closest = self.closest.as_ref()?.generated.clone();
        if closest.rating.is_none() && self.setup.target.is_some() {
            closest.rating = Rating::of_puzzle(&closest.puzzle);
        }
        Some(closest)
    }

    /// Makes the next candidates and keeps those that match.
    fn work(&mut self) {
        let setup = Arc::clone(&self.setup);
        let length = self.batch_length();
        let numbers = self.next..self.next + length;
        self.next = numbers.end;
        self.last_batch = length;
        let candidates = self.workers.make(&setup, numbers.clone());
        let evaluator = Evaluator::new(&setup);
        let mut looked_at = numbers.start;
        for part in candidates.chunks(self.evaluated_at_once()) {
            if self.is_cancelled() {
                return;
            }
            for evaluation in self
                .workers
                .each(part, |candidate| evaluator.evaluate(candidate))
            {
                // Numbers without a candidate count as attempts.
                self.misses += evaluation.generated.index - looked_at;
                looked_at = evaluation.generated.index + 1;
                self.sort_in(evaluation, 1);
                if self.has_enough() {
                    self.progress.tried.store(looked_at, Ordering::Relaxed);
                    return;
                }
            }
            self.progress.tried.store(looked_at, Ordering::Relaxed);
        }
        self.misses += numbers.end - looked_at;
        self.progress.tried.store(numbers.end, Ordering::Relaxed);
    }

    /// Makes a block of candidates and modifies the closest ones.
    fn search(&mut self) {
        let setup = Arc::clone(&self.setup);
        let evaluator = Evaluator::new(&setup);
        let search = LocalSearch::new(&setup, &evaluator);
        let length = local_search::BLOCK.min((self.attempt_limit - self.misses).max(1));
        let numbers = self.next..self.next + length;
        self.next = numbers.end;
        let candidates = self.workers.make(&setup, numbers);
        // Numbers without a candidate count as attempts.
        let without = length - candidates.len() as u64;
        self.note_tried(without);
        self.misses += without;
        let mut starts = Vec::new();
        for part in candidates.chunks(self.evaluated_at_once()) {
            if self.is_cancelled() {
                return;
            }
            for start in self.workers.each(part, |candidate| search.start(candidate)) {
                self.note_tried(1);
                match start {
                    Screening::Hit(hit) => self.sort_in(hit, 1),
                    Screening::Start(start) => {
                        self.misses += 1;
                        starts.push(start);
                    }
                }
                if self.has_enough() {
                    return;
                }
            }
        }
        // The closest of a part of a block might be others than those of the block, and what is
        // found should not depend on the attempt_limit.
        if length < local_search::BLOCK {
            return;
        }
        let starts = local_search::nearest(starts, self.attempt_limit.saturating_sub(self.misses));
        for part in starts.chunks(self.workers.threads() as usize) {
            let outcomes = self
                .workers
                .each(part, |(start, most)| search.improve(start, *most));
            if self.is_cancelled() {
                return;
            }
            for outcome in outcomes {
                self.note_tried(outcome.tried);
                self.sort_in(outcome.evaluation, outcome.tried);
                if self.has_enough() {
                    return;
                }
            }
        }
    }

    fn has_enough(&self) -> bool {
        self.ready.len() as u64 == self.left
    }

    fn note_tried(&self, count: u64) {
        self.progress.tried.fetch_add(count, Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.setup.solver.cancel_token().is_cancelled()
    }

    /// Keeps a puzzle that matches; counts the misses otherwise. It took `tries` attempts.
    fn sort_in(&mut self, evaluation: Evaluation, tries: u64) {
        if evaluation.distance == 0 {
            self.misses = 0;
            self.progress.kept.fetch_add(1, Ordering::Relaxed);
            self.ready.push_back(evaluation.generated);
            return;
        }
        self.misses += tries;
        let closest = self
            .closest
            .as_ref()
            .map_or(u64::MAX, |closest| closest.distance);
        if evaluation.distance < closest {
            self.closest = Some(evaluation);
        }
    }

    /// Returns how many candidates to make next: as many as are probably needed, but no more than
    /// are efficient to make together and no more than the attempt limit allows.
    fn batch_length(&self) -> u64 {
        let tried = self.progress.tried().max(1);
        let kept = self.progress.kept();
        let wanted = match kept {
            // The hit rate is not known yet: start small, and double.
            0 if self.is_selective() => (self.last_batch * 2).max(16 * self.workers.threads()),
            0 => self.left,
            _ => self.left.saturating_mul(tried).div_ceil(kept),
        };
        let most = candidate_puzzles::batch(&self.setup) * self.workers.threads();
        // At least a few for each thread where one takes long.
        let most = most.max(4 * self.workers.threads());
        wanted
            .clamp(1, most)
            .min((self.attempt_limit - self.misses).max(1))
            .min(match self.may_search() {
                true => local_search::first_limit(&self.setup) - self.misses,
                false => u64::MAX,
            })
    }

    /// Returns whether the local search applies.
    fn may_search(&self) -> bool {
        self.is_selective() && self.setup.pattern.is_none()
    }

    /// Returns whether a candidate can miss the request.
    fn is_selective(&self) -> bool {
        let setup = &self.setup;
        let narrows = setup.givens.is_some() || setup.pattern.is_some() || setup.is_minimal;
        setup.target.is_some() || narrows
    }

    /// Returns how many candidates to evaluate together: few where each takes long, so that little
    /// work is wasted at the end.
    fn evaluated_at_once(&self) -> usize {
        let threads = self.workers.threads() as usize;
        match self.setup.target.is_some() || self.setup.is_rated {
            true => 16 * threads,
            false => 1_024 * threads,
        }
    }

    fn give_up(&self) -> GaveUp {
        GaveUp {
            tried: self.progress.tried(),
            misses: self.misses,
            closest: self.closest().map(Box::new),
        }
    }
}

impl Iterator for Puzzles {
    type Item = Result<Generated, GaveUp>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.left > 0 {
            if let Some(generated) = self.ready.pop_front() {
                self.left -= 1;
                return Some(Ok(generated));
            }
            if self.is_cancelled() {
                break;
            }
            if self.misses >= self.attempt_limit {
                self.left = 0;
                return Some(Err(self.give_up()));
            }
            self.searches |=
                self.may_search() && self.misses >= local_search::first_limit(&self.setup);
            match self.searches {
                true => self.search(),
                false => self.work(),
            }
        }
        None
    }
}

/// The threads that do the work.
#[derive(Debug)]
enum Workers {
    Alone,
    #[cfg(feature = "threads")]
    Pool(rayon::ThreadPool),
}

impl Workers {
    pub fn new(threads: usize) -> Workers {
        match threads {
            #[cfg(feature = "threads")]
            2.. => match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
                Ok(pool) => Workers::Pool(pool),
                // The system provides no threads, so this one does all the work.
                Err(_) => Workers::Alone,
            },
            _ => Workers::Alone,
        }
    }

    pub fn threads(&self) -> u64 {
        match self {
            Workers::Alone => 1,
            #[cfg(feature = "threads")]
            Workers::Pool(pool) => pool.current_num_threads() as u64,
        }
    }

    /// Makes the candidates with these numbers, in order.
    pub fn make(&self, setup: &Setup, numbers: Range<u64>) -> Vec<CandidatePuzzle> {
        match self {
            Workers::Alone => candidate_puzzles::make(setup, numbers),
            #[cfg(feature = "threads")]
            Workers::Pool(pool) => {
                let length = numbers.end - numbers.start;
                let part = length
                    .div_ceil(self.threads())
                    .clamp(1, candidate_puzzles::batch(setup));
                let range = |number: u64| {
                    let start = numbers.start + number * part;
                    start..numbers.end.min(start + part)
                };
                let made = || {
                    (0..length.div_ceil(part))
                        .into_par_iter()
                        .map(|number| candidate_puzzles::make(setup, range(number)))
                };
                let parts: Vec<Vec<CandidatePuzzle>> = pool.install(|| made().collect());
                parts.into_iter().flatten().collect()
            }
        }
    }

    /// Does the same work for each item and returns the results in order.
    pub fn each<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(&T) -> R + Send + Sync,
    ) -> Vec<R> {
        match self {
            Workers::Alone => items.iter().map(work).collect(),
            #[cfg(feature = "threads")]
            Workers::Pool(pool) => pool.install(|| items.par_iter().map(work).collect()),
        }
    }
}
