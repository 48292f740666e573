//! Many classic 9×9 puzzles at once.
//!
//! Puzzles are arrays of 81 values (0 for an open cell) or of 81 candidate masks, and solutions are
//! arrays of 81 values, so nothing is allocated per puzzle. The batch is split into packets of
//! [`PACKET`] puzzles with any number of threads, so the answers do not depend on it.

#[cfg(feature = "threads")]
use rayon::prelude::*;

use super::choose::{self, BatchEngine};
use super::lanes::{Batch, Puzzles};
use super::{End, Solver};
use crate::puzzle::Puzzle;
use crate::shape::Shape;

/// The number of puzzles a thread takes at a time: enough to fill the lanes many times over, few
/// enough to stay in the caches and to spread evenly over threads.
const PACKET: usize = 2_048;

/// The answers to a batch. The memory is reused for the next one.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    counts: Vec<u32>,
    solutions: Vec<[u8; 81]>,
    unfinished: Vec<u32>,
}

impl Answers {
    /// Creates an empty set of answers.
    pub fn new() -> Answers {
        Answers::default()
    }

    /// Returns the number of solutions found for each puzzle, up to the limit.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// Returns a solution of a puzzle, or `None` if none was found.
    ///
    /// # Panics
    ///
    /// Panics if the batch had no such puzzle.
    pub fn solution(&self, puzzle: usize) -> Option<&[u8; 81]> {
        (self.counts[puzzle] > 0).then(|| &self.solutions[puzzle])
    }

    /// Returns the puzzles whose search was ended by a budget or a cancellation, in ascending order.
    /// They may have more solutions than were counted.
    pub fn unfinished(&self) -> &[u32] {
        &self.unfinished
    }

    fn reset(&mut self, puzzles: usize) {
        self.counts.clear();
        self.counts.resize(puzzles, 0);
        // Stale solutions are never returned: a count of 0 hides them.
        self.solutions.resize(puzzles, [0; 81]);
        self.unfinished.clear();
    }
}

impl Solver {
    /// Solves many classic 9×9 puzzles, each up to the limit on solutions, on the solver's number of
    /// threads.
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
        self.answer(Puzzles::Values(puzzles), answers);
    }

    /// Like [`solve_batch`](Self::solve_batch), but takes the values that each cell may hold
    /// (Sukaku), value `v` in bit `v - 1`. Higher bits are ignored.
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
        self.answer(Puzzles::Candidates(puzzles), answers);
    }

    /// Like [`solve_batch`](Self::solve_batch), but writes into the caller's memory: the number of
    /// solutions of each puzzle, and a solution of each that has one. The rest of `solutions` is
    /// unspecified. Returns the [unfinished](Answers::unfinished) puzzles.
    ///
    /// ```
    /// use sudokit::Solver;
    ///
    /// let (mut counts, mut solutions) = ([0; 3], [[0; 81]; 3]);
    /// let unfinished = Solver::new().solve_batch_into(&[[0; 81]; 3], &mut counts, &mut solutions);
    /// assert_eq!((counts, unfinished.len()), ([2; 3], 0));
    /// assert!(!solutions[2].contains(&0));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the lengths differ.
    pub fn solve_batch_into(
        &self,
        puzzles: &[[u8; 81]],
        counts: &mut [u32],
        solutions: &mut [[u8; 81]],
    ) -> Vec<u32> {
        self.solve_puzzles(Puzzles::Values(puzzles), counts, solutions)
    }

    /// Like [`solve_batch_into`](Self::solve_batch_into), but takes candidates as
    /// [`solve_candidates_batch`](Self::solve_candidates_batch) does.
    ///
    /// # Panics
    ///
    /// Panics if the lengths differ.
    pub fn solve_candidates_batch_into(
        &self,
        puzzles: &[[u16; 81]],
        counts: &mut [u32],
        solutions: &mut [[u8; 81]],
    ) -> Vec<u32> {
        self.solve_puzzles(Puzzles::Candidates(puzzles), counts, solutions)
    }

    fn answer(&self, puzzles: Puzzles<'_>, answers: &mut Answers) {
        answers.reset(puzzles.len());
        answers.unfinished =
            self.solve_puzzles(puzzles, &mut answers.counts, &mut answers.solutions);
    }

    fn solve_puzzles(
        &self,
        puzzles: Puzzles<'_>,
        counts: &mut [u32],
        solutions: &mut [[u8; 81]],
    ) -> Vec<u32> {
        let lengths = (counts.len(), solutions.len());
        assert_eq!(
            lengths,
            (puzzles.len(), puzzles.len()),
            "one entry per puzzle"
        );
        counts.fill(0);
        #[cfg(feature = "threads")]
        if self.threads > 1 && puzzles.len() > PACKET {
            return self.solve_in_parallel(puzzles, counts, solutions);
        }
        let mut worker = Worker::new(self);
        let mut unfinished = Vec::new();
        let parts = counts.chunks_mut(PACKET).zip(solutions.chunks_mut(PACKET));
        for (part, (counts, solutions)) in parts.enumerate() {
            let early = worker.solve(packet(puzzles, part), counts, solutions);
            unfinished.extend(early.iter().map(|at| at + (part * PACKET) as u32));
        }
        unfinished
    }

    #[cfg(feature = "threads")]
    fn solve_in_parallel(
        &self,
        puzzles: Puzzles<'_>,
        counts: &mut [u32],
        solutions: &mut [[u8; 81]],
    ) -> Vec<u32> {
        let work = || -> Vec<u32> {
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
            early.collect::<Vec<_>>().into_iter().flatten().collect()
        };
        crate::platform::in_pool(self.threads, work)
    }

    /// Returns whether [`solve_batch`](Self::solve_batch) is faster than solving the puzzles one by
    /// one. It is not if there is a budget per puzzle, or if the engine takes one puzzle at a time.
    pub fn batches_are_quick(&self) -> bool {
        !matches!(choose::batch_engine(self), BatchEngine::OneByOne)
    }

    /// Like [`solve_batch`](Self::solve_batch) for an iterator of puzzles: reads a few thousand ahead
    /// and yields the count and a solution of each in order, in constant memory.
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

    /// Like [`solve_iter`](Self::solve_iter), but takes candidates as
    /// [`solve_candidates_batch`](Self::solve_candidates_batch) does.
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

/// Returns one packet of the puzzles by its number.
fn packet(puzzles: Puzzles<'_>, number: usize) -> Puzzles<'_> {
    let start = number * PACKET;
    let range = start..puzzles.len().min(start + PACKET);
    match puzzles {
        Puzzles::Values(puzzles) => Puzzles::Values(&puzzles[range]),
        Puzzles::Candidates(puzzles) => Puzzles::Candidates(&puzzles[range]),
    }
}

/// Returns one of the puzzles as a [`Puzzle`], or `None` if it has a value above 9.
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

/// The state of one thread that works on a batch.
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

    /// Solves a packet and returns the puzzles that were not finished.
    fn solve(
        &mut self,
        puzzles: Puzzles<'_>,
        counts: &mut [u32],
        solutions: &mut [[u8; 81]],
    ) -> Vec<u32> {
        let limit = u32::try_from(self.solver.limit).unwrap_or(u32::MAX);
        let cancel = &self.solver.cancel;
        let mut unfinished = Vec::new();
        let mut long = Vec::new();
        match &mut self.engine {
            BatchEngine::Lanes(lanes) => {
                let batch = Batch::new(puzzles).limit(limit).give_up_long();
                let report = lanes.solve(&batch.cancel_with(cancel), counts, solutions);
                unfinished = report.unfinished;
                long = report.given_up;
            }
            BatchEngine::Single(single) => {
                for at in 0..puzzles.len() {
                    if cancel.is_cancelled() {
                        unfinished.extend(at as u32..puzzles.len() as u32);
                        break;
                    }
                    let (answer, end) = match puzzles {
                        Puzzles::Values(puzzles) => single.solve_until(&puzzles[at], limit, cancel),
                        Puzzles::Candidates(puzzles) => {
                            single.solve_candidates_until(&puzzles[at], limit, cancel)
                        }
                    };
                    counts[at] = answer.count;
                    solutions[at] = answer.solution;
                    match end {
                        End::Cancelled => unfinished.push(at as u32),
                        End::NodeLimit => long.push(at as u32),
                        _ => {}
                    }
                }
            }
            BatchEngine::OneByOne => {
                long.extend(0..puzzles.len() as u32);
            }
        }
        let limit = self.solver.limit.min(u32::MAX.into());
        for number in long {
            let at = number as usize;
            let Some(puzzle) = puzzle_at(puzzles, at) else {
                continue;
            };
            let outcome = self.solver.clone().limit(limit).threads(1).solve(&puzzle);
            counts[at] = outcome.count as u32;
            if let Some(solution) = outcome.solution {
                solutions[at].copy_from_slice(solution.values());
            }
            if outcome.end.is_early() {
                unfinished.push(number);
            }
        }
        unfinished.sort_unstable();
        unfinished
    }
}
