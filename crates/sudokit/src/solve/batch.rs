//! Many classic 9×9 puzzles at once.
//!
//! Puzzles are plain arrays of 81 values (0 for an open cell) or of 81 candidate masks, the answers
//! arrays of 81 values: nothing is allocated for each puzzle. They are cut into packets of [`PACKET`], whatever the number of
//! threads, so the answers do not depend on it.

#[cfg(feature = "threads")]
use rayon::prelude::*;

use super::Solver;
use super::choose::{self, BatchEngine};
use super::lanes::{Batch, Puzzles};
use crate::puzzle::Puzzle;
use crate::shape::Shape;

/// How many puzzles one thread takes at a time: enough to fill the lanes many times over, few
/// enough to stay in the caches and to share out evenly.
const PACKET: usize = 2_048;

/// The answers to a batch, in memory that is used again for the next one.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    counts: Vec<u32>,
    solutions: Vec<[u8; 81]>,
    unfinished: Vec<u32>,
}

impl Answers {
    /// No answers yet.
    pub fn new() -> Answers {
        Answers::default()
    }

    /// How many solutions of each puzzle were found, up to the limit.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// A solution of a puzzle, or `None` where none was found.
    pub fn solution(&self, puzzle: usize) -> Option<&[u8; 81]> {
        (self.counts[puzzle] > 0).then(|| &self.solutions[puzzle])
    }

    /// The puzzles whose search was ended by a budget or a cancellation, so that there may be
    /// more solutions than were counted; in ascending order.
    pub fn unfinished(&self) -> &[u32] {
        &self.unfinished
    }

    fn reset(&mut self, puzzles: usize) {
        self.counts.clear();
        self.counts.resize(puzzles, 0);
        // What stands here is only shown where a count says that it was written.
        self.solutions.resize(puzzles, [0; 81]);
        self.unfinished.clear();
    }
}

impl Solver {
    /// Solves many classic 9×9 puzzles, each up to the limit, on as many threads as were asked
    /// for.
    ///
    /// ```
    /// use sudokit::Solver;
    /// use sudokit::solve::Answers;
    ///
    /// let mut clash = [0; 81];
    /// clash[..2].fill(7);
    /// let mut answers = Answers::new();
    /// Solver::new().solve_batch(&[[0; 81], clash], &mut answers);
    /// assert_eq!(answers.counts(), [2, 0]);
    /// ```
    pub fn solve_batch(&self, puzzles: &[[u8; 81]], answers: &mut Answers) {
        self.solve_puzzles(Puzzles::Values(puzzles), answers);
    }

    /// As [`solve_batch`](Self::solve_batch), from the values that each cell may have (Sukaku),
    /// value `v` in bit `v - 1`. Higher bits mean nothing.
    ///
    /// ```
    /// use sudokit::Solver;
    /// use sudokit::solve::Answers;
    ///
    /// let mut no_ones_above = [0x1ff; 81];
    /// no_ones_above[..72].fill(0x1fe);
    /// let mut answers = Answers::new();
    /// Solver::new().solve_candidates_batch(&[[0x1ff; 81], no_ones_above], &mut answers);
    /// assert_eq!(answers.counts(), [2, 0]);
    /// ```
    pub fn solve_candidates_batch(&self, puzzles: &[[u16; 81]], answers: &mut Answers) {
        self.solve_puzzles(Puzzles::Candidates(puzzles), answers);
    }

    fn solve_puzzles(&self, puzzles: Puzzles<'_>, answers: &mut Answers) {
        answers.reset(puzzles.len());
        #[cfg(feature = "threads")]
        if self.threads > 1 && puzzles.len() > PACKET {
            return self.solve_in_parallel(puzzles, answers);
        }
        let mut worker = Worker::new(self);
        let counts = answers.counts.chunks_mut(PACKET);
        let parts = counts.zip(answers.solutions.chunks_mut(PACKET));
        for (part, (counts, solutions)) in parts.enumerate() {
            let early = worker.solve(packet(puzzles, part), counts, solutions);
            let early = early.iter().map(|at| at + (part * PACKET) as u32);
            answers.unfinished.extend(early);
        }
    }

    #[cfg(feature = "threads")]
    fn solve_in_parallel(&self, puzzles: Puzzles<'_>, answers: &mut Answers) {
        let Answers {
            counts,
            solutions,
            unfinished,
        } = answers;
        let mut work = || {
            let parts = counts
                .par_chunks_mut(PACKET)
                .zip(solutions.par_chunks_mut(PACKET));
            let early = parts.enumerate().map_init(
                || Worker::new(self),
                |worker, (part, (counts, solutions))| {
                    let mut early = worker.solve(packet(puzzles, part), counts, solutions);
                    early
                        .iter_mut()
                        .for_each(|at| *at += (part * PACKET) as u32);
                    early
                },
            );
            unfinished.extend(early.collect::<Vec<_>>().into_iter().flatten());
        };
        if rayon::current_thread_index().is_some() {
            // The caller's pool decides.
            return work();
        }
        match rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .build()
        {
            Ok(pool) => pool.install(work),
            // The system gives no more threads: rayon's own are the last resort.
            Err(_) => work(),
        }
    }

    /// Whether [`solve_batch`](Self::solve_batch) is quicker than solving puzzles in turn. With a budget for
    /// each puzzle, or an engine for one at a time, it is no faster than solving them in turn.
    pub fn batches_are_quick(&self) -> bool {
        !matches!(choose::batch_engine(self), BatchEngine::OneByOne)
    }

    /// The same for puzzles that come one by one: reads ahead by a few thousand and gives the
    /// answers in order, in memory that does not grow.
    ///
    /// ```
    /// use sudokit::Solver;
    ///
    /// let empty = std::iter::repeat_n([0; 81], 5_000);
    /// let solver = Solver::new();
    /// assert!(solver.solve_iter(empty).all(|(count, _)| count == 2));
    /// ```
    pub fn solve_iter<I>(&self, puzzles: I) -> impl Iterator<Item = (u32, Option<[u8; 81]>)>
    where
        I: IntoIterator<Item = [u8; 81]>,
    {
        self.answers_in_order(puzzles, Solver::solve_batch)
    }

    /// As [`solve_iter`](Self::solve_iter), from what
    /// [`solve_candidates_batch`](Self::solve_candidates_batch) takes.
    pub fn solve_candidates_iter<I>(
        &self,
        puzzles: I,
    ) -> impl Iterator<Item = (u32, Option<[u8; 81]>)>
    where
        I: IntoIterator<Item = [u16; 81]>,
    {
        self.answers_in_order(puzzles, Solver::solve_candidates_batch)
    }

    fn answers_in_order<I: IntoIterator>(
        &self,
        puzzles: I,
        solve: fn(&Solver, &[I::Item], &mut Answers),
    ) -> impl Iterator<Item = (u32, Option<[u8; 81]>)> {
        let ahead = PACKET * 4 * self.threads;
        let mut puzzles = puzzles.into_iter();
        let mut taken = Vec::new();
        let mut answers = Answers::new();
        let mut next = 0;
        std::iter::from_fn(move || {
            if next == taken.len() {
                taken.clear();
                taken.extend(puzzles.by_ref().take(ahead));
                solve(self, &taken, &mut answers);
                next = 0;
            }
            let count = *answers.counts.get(next)?;
            let solution = answers.solution(next).copied();
            next += 1;
            Some((count, solution))
        })
    }
}

/// One packet of the puzzles, by its number.
fn packet(puzzles: Puzzles<'_>, number: usize) -> Puzzles<'_> {
    let start = number * PACKET;
    let range = start..puzzles.len().min(start + PACKET);
    match puzzles {
        Puzzles::Values(puzzles) => Puzzles::Values(&puzzles[range]),
        Puzzles::Candidates(puzzles) => Puzzles::Candidates(&puzzles[range]),
    }
}

/// One of the puzzles as the other engines take it; `None` where a value does not exist.
fn puzzle_at(puzzles: Puzzles<'_>, at: usize) -> Option<Puzzle> {
    match puzzles {
        Puzzles::Values(puzzles) => {
            Puzzle::from_values(Shape::classic(), puzzles[at].to_vec()).ok()
        }
        Puzzles::Candidates(puzzles) => {
            let mut puzzle = Puzzle::new(Shape::classic());
            puzzle.set_candidates(puzzles[at].map(u64::from).to_vec());
            Some(puzzle)
        }
    }
}

/// One thread's part in a batch.
struct Worker<'s> {
    solver: &'s Solver,
    engine: BatchEngine,
}

impl<'s> Worker<'s> {
    fn new(solver: &'s Solver) -> Worker<'s> {
        Worker {
            solver,
            engine: choose::batch_engine(solver),
        }
    }

    /// Solves a packet; gives the puzzles that were not finished.
    fn solve(
        &mut self,
        puzzles: Puzzles<'_>,
        counts: &mut [u32],
        solutions: &mut [[u8; 81]],
    ) -> Vec<u32> {
        let limit = u32::try_from(self.solver.limit).unwrap_or(u32::MAX);
        let cancel = &self.solver.cancel;
        let mut unfinished = Vec::new();
        match &mut self.engine {
            BatchEngine::Lanes(lanes) => {
                let batch = Batch::new(puzzles).limit(limit).cancel_with(cancel);
                unfinished = lanes.solve(&batch, counts, solutions).unfinished;
            }
            BatchEngine::Single(single) => {
                for at in 0..puzzles.len() {
                    if cancel.is_cancelled() {
                        unfinished.extend(at as u32..puzzles.len() as u32);
                        break;
                    }
                    let (answer, is_finished) = single.solve_one_of(puzzles, at, limit, cancel);
                    counts[at] = answer.count;
                    solutions[at] = answer.solution;
                    if !is_finished {
                        unfinished.push(at as u32);
                    }
                }
            }
            BatchEngine::OneByOne => {
                self.solve_one_by_one(puzzles, counts, solutions, &mut unfinished)
            }
        }
        unfinished
    }

    /// Each puzzle as [`Solver::solve`] does it.
    fn solve_one_by_one(
        &self,
        puzzles: Puzzles<'_>,
        counts: &mut [u32],
        solutions: &mut [[u8; 81]],
        unfinished: &mut Vec<u32>,
    ) {
        let limit = self.solver.limit.min(u32::MAX.into());
        for at in 0..puzzles.len() {
            let Some(puzzle) = puzzle_at(puzzles, at) else {
                continue;
            };
            let outcome = self.solver.clone().limit(limit).threads(1).solve(&puzzle);
            counts[at] = outcome.count as u32;
            if let Some(solution) = outcome.solution {
                solutions[at].copy_from_slice(solution.values());
            }
            if outcome.end.is_early() {
                unfinished.push(at as u32);
            }
        }
    }
}
