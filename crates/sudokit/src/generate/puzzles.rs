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
use super::candidate_puzzles::pattern::{self, Filling};
use super::evaluate::{Evaluation, Evaluator};
use super::generator::Setup;
use super::local_search::{self, LocalSearch, Screening};
use super::{GaveUp, Generated, SeveralSolutions, candidate_puzzles};
use crate::rate::Rating;

/// Counters that show how far the generator has come. They can be read from any thread at any time.
#[derive(Debug)]
#[non_exhaustive]
pub struct Progress {
    tried: AtomicU64,
    /// Counts at once where a puzzle takes long; the others only once they were evaluated.
    made: AtomicU64,
    kept: AtomicU64,
    /// How many in a row did not match.
    misses: AtomicU64,
    /// The work for a pattern, and what it was at the last match.
    work: AtomicU64,
    work_at_match: AtomicU64,
    /// The fewest solutions of the values for a pattern; 0 if unknown.
    fewest: AtomicU64,
    attempt_limit: u64,
    work_limit: u64,
}

impl Progress {
    pub(super) fn new(attempt_limit: u64, work_limit: u64) -> Progress {
        Progress {
            tried: AtomicU64::new(0),
            made: AtomicU64::new(0),
            kept: AtomicU64::new(0),
            misses: AtomicU64::new(0),
            work: AtomicU64::new(0),
            work_at_match: AtomicU64::new(0),
            fewest: AtomicU64::new(0),
            attempt_limit,
            work_limit,
        }
    }

    /// Returns how many puzzles were tried.
    pub fn tried(&self) -> u64 {
        let tried = self.tried.load(Ordering::Relaxed);
        tried.max(self.made.load(Ordering::Relaxed))
    }

    /// Returns the share of the effort that has been spent since the last match, from 0 to 1. At 1
    /// the generator gives up.
    pub fn effort(&self) -> f64 {
        let load = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let work = load(&self.work).saturating_sub(load(&self.work_at_match));
        let work = work as f64 / self.work_limit as f64;
        let attempts = load(&self.misses) as f64 / self.attempt_limit.max(1) as f64;
        work.max(attempts).min(1.0)
    }

    /// Returns the fewest solutions that values for a pattern have left so far.
    pub fn fewest_solutions(&self) -> Option<u64> {
        Some(self.fewest.load(Ordering::Relaxed)).filter(|fewest| *fewest > 0)
    }

    pub(super) fn note_made(&self) {
        self.made.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn note_work(&self, work: u64) {
        self.work.fetch_add(work, Ordering::Relaxed);
    }

    /// Returns how many of them matched the request.
    pub fn kept(&self) -> u64 {
        self.kept.load(Ordering::Relaxed)
    }
}

/// After so many numbers in a row for which no grid was found, there is little hope to find one.
const MOST_WITHOUT_GRID: u64 = 5;

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
    work_limit: u64,
    workers: Workers,
    progress: Arc<Progress>,
    next: u64,
    ready: VecDeque<Generated>,
    /// How many puzzles in a row did not match.
    misses: u64,
    /// For how many numbers in a row no grid was found.
    without_grid: u64,
    /// The work for a pattern since the last match, in the order of the numbers.
    work: u64,
    closest: Option<Evaluation>,
    /// The values for a pattern that leave the fewest solutions.
    fewest: Option<Filling>,
    last_batch: u64,
    /// Whether the local search has started, because candidates alone missed too often.
    searches: bool,
}

impl Puzzles {
    pub(super) fn new(setup: Setup, count: u64, threads: usize) -> Puzzles {
        let progress = Arc::clone(&setup.progress);
        Puzzles {
            setup: Arc::new(setup),
            left: count,
            attempt_limit: progress.attempt_limit,
            work_limit: progress.work_limit,
            workers: Workers::new(threads),
            progress,
            next: 0,
            ready: VecDeque::new(),
            misses: 0,
            without_grid: 0,
            work: 0,
            closest: None,
            fewest: None,
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

    /// Returns the values for the pattern that leave the fewest solutions so far, if none of them
    /// leave only one.
    pub fn fewest_solutions(&self) -> Option<SeveralSolutions> {
        let fewest = self.fewest.as_ref()?;
        (fewest.solutions > 1).then(|| SeveralSolutions {
            puzzle: self.setup.puzzle(&fewest.values),
            solutions: fewest.solutions,
            or_more: fewest.or_more,
        })
    }

    /// Makes the next attempts for a pattern and keeps those that match.
    ///
    /// Attempts count in the order of their numbers, so it does not depend on the number of threads
    /// where the limits are reached.
    fn work_on_pattern(&mut self, places: &[u16]) {
        let setup = Arc::clone(&self.setup);
        let length = match pattern::is_slow(&setup, places) {
            true => self.workers.threads(),
            false => self.batch_length(),
        };
        let numbers: Vec<u64> = (self.next..self.next + length).collect();
        self.next += length;
        self.last_batch = length;
        let evaluator = Evaluator::new(&setup);
        let attempts = self.workers.each(&numbers, |number| {
            let attempt = pattern::attempt(&setup, places, *number);
            let evaluation = attempt
                .candidate
                .as_ref()
                .map(|candidate| evaluator.evaluate(candidate));
            setup.progress.note_made();
            (attempt, evaluation)
        });
        for (attempt, evaluation) in attempts {
            self.work += attempt.work;
            self.note_filling(attempt.fewest);
            // After a cancellation the values are those that were reached; nothing is missed.
            if self.is_cancelled() && evaluation.is_none() {
                continue;
            }
            self.progress
                .tried
                .store(attempt.number + 1, Ordering::Relaxed);
            match evaluation {
                Some(evaluation) => self.sort_in(evaluation, 1),
                None => self.note_misses(1),
            }
            if self.has_enough() || self.is_exhausted() {
                return;
            }
        }
    }

    /// Keeps values for a pattern if no others leave fewer solutions.
    fn note_filling(&mut self, filling: Option<Filling>) {
        let fewest = self.fewest.as_ref().map_or(u64::MAX, |best| best.solutions);
        if let Some(filling) = filling.filter(|filling| filling.solutions < fewest) {
            let fewest = &self.progress.fewest;
            fewest.store(filling.solutions, Ordering::Relaxed);
            self.fewest = Some(filling);
        }
    }

    fn note_misses(&mut self, misses: u64) {
        self.misses += misses;
        self.progress.misses.store(self.misses, Ordering::Relaxed);
    }

    /// Returns whether the effort has been spent without a match.
    fn is_exhausted(&self) -> bool {
        self.misses >= self.attempt_limit
            || self.work >= self.work_limit
            || self.without_grid >= MOST_WITHOUT_GRID
    }

    /// Makes the next candidates and keeps those that match.
    fn work(&mut self) {
        let setup = Arc::clone(&self.setup);
        let length = self.batch_length();
        let numbers = self.next..self.next + length;
        self.next = numbers.end;
        self.last_batch = length;
        let mut candidates = self.workers.make(&setup, numbers.clone());
        let is_cancelled = self.is_cancelled();
        // Where a puzzle takes long, those that were finished count: the ones before the first that
        // was not.
        if is_cancelled {
            let mut expected = numbers.clone();
            candidates.retain(|candidate| expected.next() == Some(candidate.index));
        }
        let evaluator = Evaluator::new(&setup);
        let mut looked_at = numbers.start;
        for part in candidates.chunks(self.evaluated_at_once()) {
            if self.is_cancelled() && setup.shape.is_classic() {
                return;
            }
            for evaluation in self
                .workers
                .each(part, |candidate| evaluator.evaluate(candidate))
            {
                // Numbers without a candidate count as attempts.
                let missing = evaluation.generated.index - looked_at;
                self.note_misses(missing);
                self.without_grid += missing;
                if self.without_grid >= MOST_WITHOUT_GRID {
                    return;
                }
                self.without_grid = 0;
                looked_at = evaluation.generated.index + 1;
                self.sort_in(evaluation, 1);
                if self.has_enough() {
                    self.progress.tried.store(looked_at, Ordering::Relaxed);
                    return;
                }
            }
            self.progress.tried.store(looked_at, Ordering::Relaxed);
        }
        if is_cancelled {
            return;
        }
        self.note_misses(numbers.end - looked_at);
        self.without_grid += numbers.end - looked_at;
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
        self.note_misses(without);
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
                        self.note_misses(1);
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
            (self.misses, self.work) = (0, 0);
            let progress = &self.progress;
            progress.misses.store(0, Ordering::Relaxed);
            let work = progress.work.load(Ordering::Relaxed);
            progress.work_at_match.store(work, Ordering::Relaxed);
            progress.kept.fetch_add(1, Ordering::Relaxed);
            self.ready.push_back(evaluation.generated);
            return;
        }
        self.note_misses(tries);
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
            fewest: self.fewest_solutions().map(Box::new),
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
            if self.is_exhausted() {
                self.left = 0;
                return Some(Err(self.give_up()));
            }
            self.searches |=
                self.may_search() && self.misses >= local_search::first_limit(&self.setup);
            match (self.setup.pattern.clone(), self.searches) {
                (Some(places), _) => self.work_on_pattern(&places),
                (None, true) => self.search(),
                (None, false) => self.work(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Generator;
    use crate::pattern::Pattern;
    use crate::range::Range;
    use crate::rate::explainer::{Difficulty, Explainer};
    use crate::shape::Shape;

    /// Three full rows and three givens elsewhere: no values leave one solution.
    fn hopeless() -> Pattern {
        let row = |row: usize| match row {
            0 | 3 | 6 => "XXXXXXXXX",
            1 | 4 | 7 => "X........",
            _ => ".........",
        };
        let rows: String = (0..9).map(row).collect();
        rows.parse().expect("a pattern")
    }

    fn gave_up(attempts: u64, work: u64, threads: usize) -> (GaveUp, Arc<Progress>) {
        let generator = Generator::classic().seed(3).pattern(hopeless());
        let mut setup = generator.setup().expect("not known to be impossible");
        setup.progress = Arc::new(Progress::new(attempts, work));
        let mut puzzles = Puzzles::new(setup, 1, threads);
        let reason = puzzles.next().expect("an answer").expect_err("no puzzle");
        (reason, puzzles.progress())
    }

    #[test]
    fn a_pattern_is_given_up_after_the_same_work_on_any_number_of_threads() {
        let (one, progress) = gave_up(1_000, 1_000_000, 1);
        assert!((1..1_000).contains(&one.misses), "{one:?}");
        assert_eq!(progress.effort(), 1.0);
        let fewest = one.fewest.as_ref().expect("the best values");
        assert!(fewest.solutions > 1 && one.closest.is_none());
        assert_eq!(fewest.puzzle.clues(), 30);
        assert_eq!(progress.fewest_solutions(), Some(fewest.solutions));
        for threads in [2, 3] {
            assert_eq!(gave_up(1_000, 1_000_000, threads).0, one, "{threads}");
        }
    }

    #[test]
    fn the_attempt_limit_replaces_the_limit_on_work() {
        let generator = Generator::classic().pattern(hopeless());
        let limits = |generator: &Generator| {
            let progress = generator.setup().expect("possible").progress;
            (progress.attempt_limit, progress.work_limit)
        };
        assert!(limits(&generator).1 < u64::MAX);
        assert_eq!(limits(&generator.attempt_limit(7)), (7, u64::MAX));
        let (reason, _) = gave_up(2, u64::MAX, 2);
        assert_eq!((reason.misses, reason.tried), (2, 2));
    }

    #[test]
    fn er_is_as_requested_on_any_number_of_threads() {
        let range: Range<Difficulty> = "2.6..3.4".parse().expect("a range");
        let generate = |threads| {
            let generator = Generator::classic().seed(5).er(range.clone());
            let setup = generator.setup().expect("possible");
            let found = Puzzles::new(setup, 2, threads);
            found
                .map(|one| one.expect("a puzzle").puzzle)
                .collect::<Vec<_>>()
        };
        let puzzles = generate(1);
        for puzzle in &puzzles {
            let er = Explainer::new().rate(puzzle).expect("ratings").er;
            assert!(range.contains(er), "{puzzle}: {er}");
        }
        assert_eq!((puzzles.len(), &puzzles), (2, &generate(2)));
        let small = Generator::new(Shape::boxes(2, 2).expect("a shape")).er(range);
        let error = small.setup().expect_err("not on this board");
        assert_eq!(
            error.to_string(),
            "Sudoku Explainer rates plain 9×9 boards only, not 4×4 (2x2)"
        );
    }

    #[test]
    fn large_boards_take_fewer_attempts() {
        let limit = |size: usize| {
            let shape: Shape = size.to_string().parse().expect("a shape");
            Generator::new(shape).effective_attempt_limit()
        };
        assert_eq!([9, 16, 20].map(limit), [100_000, 1_000, 1_000]);
        assert_eq!([25, 36, 49, 64].map(limit), [409, 95, 27, 9]);
    }
}
