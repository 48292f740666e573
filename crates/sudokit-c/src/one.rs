//! One puzzle per call, with the engine of the lowest latency.

use std::cell::RefCell;
use std::ffi::c_char;

use sudokit::solve::Statistics;
use sudokit::{Grid, Origin, Puzzle, Shape, Solver};

use crate::symbols::{self, CELLS, OPEN, Written};
use crate::{SUDOKIT_INVALID, guarded};

/// Counts the solutions of one puzzle up to a limit.
///
/// `input` is either 81 characters, the cells row by row, with a digit from 1 to 9 for a given and
/// `.` or `0` for an open cell; or 729 characters, nine for each cell, with the digit itself for
/// each candidate and `.` or `0` for each other value. After 81 characters, a character that is
/// neither a digit nor a dot must follow, such as the zero byte of a string or a line end.
///
/// The search stops after `limit` solutions: 1 to solve, 2 to test whether the solution is unique.
/// With 0 nothing is searched, and 0 is returned.
///
/// `configuration` is ignored. Benchmark programs pass one.
///
/// `solution` receives the 81 digits of the first solution found, or 81 dots if there is none,
/// without a terminating zero byte. It may be NULL, and it may be equal to `input`.
///
/// `num_guesses` receives the number of positions that the search tried after the first; 0 if
/// deduction was enough. It may be NULL.
///
/// Returns the number of solutions, at most `limit`. It is 0 for puzzles whose givens break the
/// rules. Returns SUDOKIT_INVALID if `input` is NULL or in neither form; then nothing is written.
/// Returns SUDOKIT_FAILED after an internal error.
///
/// This function is thread-safe.
///
/// # Safety
/// `input` must be readable up to the character that ends it, or for 729 characters. `solution`
/// must be NULL or have room for 81 characters, and `num_guesses` must be NULL or point to a
/// `size_t`. No other thread may use them during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sudokit_solve(
    input: *const c_char,
    limit: usize,
    configuration: u32,
    solution: *mut c_char,
    num_guesses: *mut usize,
) -> usize {
    let _ = configuration;
    guarded(|| {
        if input.is_null() {
            return SUDOKIT_INVALID;
        }
        // SAFETY: the caller guarantees what `read` requires.
        let Some(written) = (unsafe { symbols::read(input) }) else {
            return SUDOKIT_INVALID;
        };
        let result = STATE.with_borrow_mut(|state| state.solve(&written, limit));
        if !solution.is_null() {
            // SAFETY: the caller provides room for 81 characters.
            unsafe { solution.cast::<[u8; CELLS]>().write(result.solution) };
        }
        if !num_guesses.is_null() {
            // SAFETY: the caller provides room for one number, aligned or not.
            unsafe { num_guesses.write_unaligned(result.guesses) };
        }
        result.count
    })
}

struct SolveResult {
    count: usize,
    solution: [u8; CELLS],
    guesses: usize,
}

thread_local! {
    static STATE: RefCell<SolveState> = RefCell::new(SolveState::new());
}

/// What a thread reuses from call to call.
struct SolveState {
    shape: Shape,
    puzzle: Puzzle,
    solver: Solver,
    limit: usize,
}

impl SolveState {
    fn new() -> SolveState {
        let (shape, limit) = (Shape::classic(), 1);
        SolveState {
            puzzle: Puzzle::new(shape.clone()),
            solver: solver(limit),
            shape,
            limit,
        }
    }

    fn solve(&mut self, written: &Written, limit: usize) -> SolveResult {
        if self.limit != limit {
            (self.limit, self.solver) = (limit, solver(limit));
        }
        self.put(written);
        let outcome = self.solver.solve(&self.puzzle);
        SolveResult {
            // At most the limit, which is a `usize`.
            count: outcome.count as usize,
            solution: outcome.solution.as_ref().map_or([OPEN; CELLS], symbols_of),
            guesses: guesses(&outcome.statistics),
        }
    }

    fn put(&mut self, written: &Written) {
        self.puzzle.reset(&self.shape);
        match written {
            Written::Givens(values) => {
                for (cell, value) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
                    self.puzzle.set(cell, *value, Origin::Given);
                }
            }
            Written::Candidates(masks) => {
                let masks = masks.iter().map(|mask| u64::from(*mask)).collect();
                self.puzzle.set_candidates(masks);
            }
        }
    }
}

fn solver(limit: usize) -> Solver {
    Solver::new().limit(limit as u64)
}

fn symbols_of(grid: &Grid) -> [u8; CELLS] {
    let mut symbols = [OPEN; CELLS];
    for (symbol, value) in symbols.iter_mut().zip(grid.values()) {
        *symbol = symbols::symbol(*value);
    }
    symbols
}

/// The number of positions tried after the first. An engine need not count a position that
/// contradicts itself at once, but it does count the choice that led there.
fn guesses(statistics: &Statistics) -> usize {
    let positions = statistics.nodes.saturating_sub(1);
    usize::try_from(positions.max(statistics.deepest)).unwrap_or(usize::MAX)
}
