//! Many puzzles at a time, through the lanes, on as many threads as the caller wants.

use std::ffi::{c_char, c_uint};
use std::mem::MaybeUninit;
use std::ops::Range;

use sudokit::Solver;
use sudokit::solve::Answers;

use crate::symbols::{self, CELLS, OPEN};
use crate::{SUDOKIT_INVALID, guarded};

/// What stands in `counts` for a puzzle with a character that is neither a digit nor a dot.
pub const SUDOKIT_INVALID_COUNT: u32 = u32::MAX;

/// How many puzzles are read before they are solved: enough work for many threads, and few enough
/// that the copies of a long list do not fill the memory.
const CHUNK: usize = 1 << 17;

/// More than any machine gains from; a slip of the pen should not fill it with threads.
const MOST_THREADS: usize = 1024;

/// Counts the solutions of many puzzles up to a limit.
///
/// `puzzles` is `n` times 81 characters with nothing between them, a digit from 1 to 9 for a
/// given and `.` or `0` for an open cell. It is not looked at where `n` is 0.
///
/// `limit` ends the search of each puzzle after so many solutions: 1 to solve, 2 to see whether
/// the solution is the only one. With 0 nothing is searched, and all counts are 0.
///
/// `counts` takes the number of solutions of each puzzle, never more than the limit;
/// SUDOKIT_INVALID_COUNT for a puzzle with any other character, which does not hinder the others.
///
/// `solutions` takes 81 characters for each puzzle, the digits of the first solution found or 81
/// dots where there is none, with nothing between them and no zero byte at the end. It may be
/// NULL where only the counts are wanted.
///
/// `threads` is how many threads work: 1 is the calling thread alone, 0 one for each core. The
/// answers are the same whatever it is.
///
/// Returns how many puzzles have a solution. SUDOKIT_INVALID where a pointer is NULL that must
/// not be, `counts` is not aligned, `n` puzzles are more than memory can hold, or the buffers
/// overlap; then nothing is written. SUDOKIT_FAILED where the library itself failed; then the
/// buffers hold answers in part.
///
/// Any number of threads may call it at the same time.
///
/// # Safety
/// `puzzles` is readable for `n` times 81 characters, `counts` has room for `n` numbers,
/// `solutions` is NULL or has room for `n` times 81 characters, and no other thread uses them
/// meanwhile.
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
        // SAFETY: the caller keeps the same promise to us.
        match unsafe { Work::from_pointers(puzzles, n, counts, solutions) } {
            Some(work) => solve(work, limit.min(SUDOKIT_INVALID_COUNT - 1), threads),
            None => SUDOKIT_INVALID,
        }
    })
}

/// Puzzles, and the places for their answers, which C may have left without any value.
struct Work<'a> {
    puzzles: &'a [[u8; CELLS]],
    counts: &'a mut [MaybeUninit<u32>],
    solutions: Option<&'a mut [[MaybeUninit<u8>; CELLS]]>,
}

impl<'a> Work<'a> {
    /// `None` where the pointers cannot be what they should be.
    ///
    /// # Safety
    /// Where they are neither null nor overlap, they point to memory for `n` puzzles, counts and
    /// solutions that nobody else uses during `'a`.
    unsafe fn from_pointers(
        puzzles: *const c_char,
        n: usize,
        counts: *mut u32,
        solutions: *mut c_char,
    ) -> Option<Work<'a>> {
        let asked = addresses(puzzles, n.checked_mul(CELLS)?)?;
        let counted = addresses(counts, n)?;
        let mut apart = are_apart(&asked, &counted);
        if !solutions.is_null() {
            let solved = addresses(solutions, n * CELLS)?;
            apart &= are_apart(&asked, &solved) && are_apart(&counted, &solved);
        }
        if !apart {
            return None;
        }
        // SAFETY: neither null nor too large for a slice, aligned, apart from each other, and the
        // caller's for as long as he says.
        unsafe {
            Some(Work {
                puzzles: std::slice::from_raw_parts(puzzles.cast(), n),
                counts: std::slice::from_raw_parts_mut(counts.cast(), n),
                solutions: match solutions.is_null() {
                    true => None,
                    false => Some(std::slice::from_raw_parts_mut(solutions.cast(), n)),
                },
            })
        }
    }

    /// Takes the next chunk off, if any is left.
    fn next_chunk(&mut self) -> Option<Work<'a>> {
        let length = CHUNK.min(self.puzzles.len());
        if length == 0 {
            return None;
        }
        Some(Work {
            puzzles: self.puzzles.split_off(..length)?,
            counts: self.counts.split_off_mut(..length)?,
            solutions: match &mut self.solutions {
                Some(solutions) => Some(solutions.split_off_mut(..length)?),
                None => None,
            },
        })
    }
}

/// Where in memory so many items stand; `None` where they cannot.
fn addresses<T>(first: *const T, length: usize) -> Option<Range<usize>> {
    let bytes = length.checked_mul(size_of::<T>())?;
    let end = first.addr().checked_add(bytes)?;
    let fits = !first.is_null() && first.is_aligned() && isize::try_from(bytes).is_ok();
    fits.then_some(first.addr()..end)
}

fn are_apart(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.end <= other.start || other.end <= one.start
}

/// Solves everything and says how many puzzles have a solution.
fn solve(mut work: Work<'_>, limit: u32, threads: c_uint) -> usize {
    let threads = usize::try_from(threads).unwrap_or(usize::MAX);
    let mut desk = Desk {
        solver: Solver::new()
            .limit(limit.into())
            .threads(threads.min(MOST_THREADS)),
        puzzles: Vec::new(),
        readable: Vec::new(),
        answers: Answers::new(),
    };
    let mut solved = 0;
    while let Some(chunk) = work.next_chunk() {
        solved += desk.solve(chunk);
    }
    solved
}

/// What is kept from chunk to chunk.
struct Desk {
    solver: Solver,
    puzzles: Vec<[u8; CELLS]>,
    readable: Vec<bool>,
    answers: Answers,
}

impl Desk {
    /// Solves a chunk and says how many of its puzzles have a solution.
    fn solve(&mut self, chunk: Work<'_>) -> usize {
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
