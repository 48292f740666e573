//! Many puzzles per call, on any number of threads.

use std::ffi::{c_char, c_uint};
use std::mem::MaybeUninit;
use std::ops::Range;

use sudokit::Solver;
use sudokit::solve::Answers;

use crate::symbols::{self, CELLS, OPEN};
use crate::{SUDOKIT_INVALID, guarded};

/// The count of a puzzle with a character that is neither a digit nor a dot.
pub const SUDOKIT_INVALID_COUNT: u32 = u32::MAX;

/// The number of puzzles that are read before they are solved: enough work for many threads, and
/// few enough to bound the memory of a long list.
const CHUNK: usize = 1 << 17;

/// A bound on the number of threads, so that a wrong argument does not exhaust the system.
const MOST_THREADS: usize = 1024;

/// Counts the solutions of many puzzles up to a limit.
///
/// `puzzles` is `n` times 81 characters with nothing between them, a digit from 1 to 9 for a
/// given and `.` or `0` for an open cell. It is ignored if `n` is 0.
///
/// The search of each puzzle stops after `limit` solutions: 1 to solve, 2 to test whether the
/// solution is unique. With 0 nothing is searched, and all counts are 0.
///
/// `counts` receives the number of solutions of each puzzle, at most `limit`, and
/// SUDOKIT_INVALID_COUNT for a puzzle with any other character. The other puzzles are still
/// solved.
///
/// `solutions` receives 81 characters for each puzzle, the digits of the first solution found or
/// 81 dots if there is none, without separators or a terminating zero byte. It may be NULL.
///
/// `threads` is the number of threads: 1 is the calling thread alone, 0 is one per core. The
/// results do not depend on it.
///
/// Returns the number of puzzles that have a solution. Returns SUDOKIT_INVALID if a pointer is
/// NULL that must not be, `counts` is not aligned, `n` puzzles do not fit in memory, or the
/// buffers overlap; then nothing is written. Returns SUDOKIT_FAILED after an internal error; then
/// the buffers are partly written.
///
/// This function is thread-safe.
///
/// # Safety
/// `puzzles` must be readable for `n` times 81 characters, `counts` must have room for `n` numbers,
/// and `solutions` must be NULL or have room for `n` times 81 characters. No other thread may use
/// them during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sudokit_solve_batch(
    puzzles: *const c_char,
    n: usize,
    limit: u32,
    counts: *mut u32,
    solutions: *mut c_char,
    threads: c_uint,
) -> usize {
    guarded(|| {
        if n == 0 {
            return 0;
        }
        // SAFETY: the caller guarantees what `from_pointers` requires.
        match unsafe { BatchBuffers::from_pointers(puzzles, n, counts, solutions) } {
            Some(buffers) => solve(buffers, limit.min(SUDOKIT_INVALID_COUNT - 1), threads),
            None => SUDOKIT_INVALID,
        }
    })
}

/// Puzzles, and the buffers for their results, which C may have left uninitialized.
struct BatchBuffers<'a> {
    puzzles: &'a [[u8; CELLS]],
    counts: &'a mut [MaybeUninit<u32>],
    solutions: Option<&'a mut [[MaybeUninit<u8>; CELLS]]>,
}

impl<'a> BatchBuffers<'a> {
    /// Returns `None` if the pointers are null, misaligned or overlap.
    ///
    /// # Safety
    /// Otherwise they must point to memory for `n` puzzles, counts and solutions that nothing else
    /// uses during `'a`.
    unsafe fn from_pointers(
        puzzles: *const c_char,
        n: usize,
        counts: *mut u32,
        solutions: *mut c_char,
    ) -> Option<BatchBuffers<'a>> {
        let read = addresses(puzzles, n.checked_mul(CELLS)?)?;
        let counted = addresses(counts, n)?;
        let mut apart = are_apart(&read, &counted);
        if !solutions.is_null() {
            let solved = addresses(solutions, n * CELLS)?;
            apart &= are_apart(&read, &solved) && are_apart(&counted, &solved);
        }
        if !apart {
            return None;
        }
        // SAFETY: the pointers are not null, aligned, disjoint and not too large for a slice; the
        // caller guarantees the rest.
        unsafe {
            Some(BatchBuffers {
                puzzles: std::slice::from_raw_parts(puzzles.cast(), n),
                counts: std::slice::from_raw_parts_mut(counts.cast(), n),
                solutions: match solutions.is_null() {
                    true => None,
                    false => Some(std::slice::from_raw_parts_mut(solutions.cast(), n)),
                },
            })
        }
    }

    /// Splits off the next chunk.
    fn next_chunk(&mut self) -> Option<BatchBuffers<'a>> {
        let length = CHUNK.min(self.puzzles.len());
        if length == 0 {
            return None;
        }
        Some(BatchBuffers {
            puzzles: self.puzzles.split_off(..length)?,
            counts: self.counts.split_off_mut(..length)?,
            solutions: match &mut self.solutions {
                Some(solutions) => Some(solutions.split_off_mut(..length)?),
                None => None,
            },
        })
    }
}

/// The addresses of `length` items, or `None` if there can be no such slice.
fn addresses<T>(first: *const T, length: usize) -> Option<Range<usize>> {
    let bytes = length.checked_mul(size_of::<T>())?;
    let end = first.addr().checked_add(bytes)?;
    let fits = !first.is_null() && first.is_aligned() && isize::try_from(bytes).is_ok();
    fits.then_some(first.addr()..end)
}

fn are_apart(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.end <= other.start || other.end <= one.start
}

/// Solves everything and returns the number of puzzles that have a solution.
fn solve(mut buffers: BatchBuffers<'_>, limit: u32, threads: c_uint) -> usize {
    let threads = usize::try_from(threads).unwrap_or(usize::MAX);
    let mut state = BatchState {
        solver: Solver::new()
            .limit(limit.into())
            .threads(threads.min(MOST_THREADS)),
        puzzles: Vec::new(),
        readable: Vec::new(),
        answers: Answers::new(),
    };
    let mut solved = 0;
    while let Some(chunk) = buffers.next_chunk() {
        solved += state.solve(chunk);
    }
    solved
}

/// What is reused from chunk to chunk.
struct BatchState {
    solver: Solver,
    puzzles: Vec<[u8; CELLS]>,
    readable: Vec<bool>,
    answers: Answers,
}

impl BatchState {
    /// Solves a chunk and returns the number of its puzzles that have a solution.
    fn solve(&mut self, chunk: BatchBuffers<'_>) -> usize {
        self.read(chunk.puzzles);
        self.solver.solve_batch(&self.puzzles, &mut self.answers);
        self.write_counts(chunk.counts);
        if let Some(solutions) = chunk.solutions {
            self.write_solutions(solutions);
        }
        let counts = self.answers.counts().iter();
        counts.filter(|count| **count > 0).count()
    }

    fn read(&mut self, puzzles: &[[u8; CELLS]]) {
        self.puzzles.resize(puzzles.len(), [0; CELLS]);
        self.readable.resize(puzzles.len(), false);
        let places = self.puzzles.iter_mut().zip(&mut self.readable);
        for (symbols, (values, readable)) in puzzles.iter().zip(places) {
            *readable = symbols::read_cells(symbols, values);
        }
    }

    fn write_counts(&self, places: &mut [MaybeUninit<u32>]) {
        let counts = self.answers.counts().iter().zip(&self.readable);
        for (place, (count, readable)) in places.iter_mut().zip(counts) {
            place.write(match readable {
                true => *count,
                false => SUDOKIT_INVALID_COUNT,
            });
        }
    }

    fn write_solutions(&self, places: &mut [[MaybeUninit<u8>; CELLS]]) {
        for (puzzle, place) in places.iter_mut().enumerate() {
            match self.answers.solution(puzzle) {
                Some(values) => {
                    for (place, value) in place.iter_mut().zip(values) {
                        place.write(symbols::symbol(*value));
                    }
                }
                None => *place = [MaybeUninit::new(OPEN); CELLS],
            }
        }
    }
}
