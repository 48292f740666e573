//! One puzzle at a time, through the fastest engine for that.

use std::cell::RefCell;
use std::ffi::c_char;

use sudokit::solve::Statistics;
use sudokit::{Grid, Origin, Puzzle, Shape, Solver};

use crate::symbols::{self, CELLS, OPEN, Written};
use crate::{SUDOKIT_INVALID, guarded};

/// Counts the solutions of one puzzle up to a limit.
///
/// `input` is either 81 characters, the cells row by row, a digit from 1 to 9 for a given and `.`
/// or `0` for an open cell; or 729 characters, nine for each cell, the digits that it may have in
/// their places and `.` or `0` for those that it may not have. After 81 characters, any character
/// that is neither a digit nor a dot must follow, such as the zero byte of a string or the end of
/// a line.
///
/// `limit` ends the search after so many solutions: 1 to solve, 2 to see whether the solution is
/// the only one. With 0 nothing is searched, and 0 is returned.
///
/// `configuration` is there for the benchmark programs that pass one. It is not looked at.
///
/// `solution` takes the 81 digits of the first solution found, or 81 dots where there is none;
/// no zero byte follows. It may be NULL where only the count is wanted, and it may be `input`.
///
/// `num_guesses` takes how many positions the search tried beyond the first, 0 where deduction
/// alone was enough. It may be NULL.
///
/// Returns the number of solutions, never more than the limit; 0 includes puzzles whose givens
/// break the rules. SUDOKIT_INVALID where `input` is NULL or neither form; then nothing is
/// written. SUDOKIT_FAILED where the library itself failed.
///
/// Any number of threads may call it at the same time.
///
/// # Safety
/// `input` is readable up to the character that ends it, or for 729 characters. `solution` is
/// NULL or has room for 81 characters, `num_guesses` is NULL or points to a `size_t`, and no
/// other thread uses them meanwhile.
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
        // SAFETY: the caller keeps the same promise to us.
        let Some(written) = (unsafe { symbols::read(input) }) else {
            return SUDOKIT_INVALID;
        };
        let answer = DESK.with_borrow_mut(|desk| desk.solve(&written, limit));
        if !solution.is_null() {
            // SAFETY: the caller has room for 81 characters, whatever was there before.
            unsafe { solution.cast::<[u8; CELLS]>().write(answer.solution) };
        }
        if !num_guesses.is_null() {
            // SAFETY: the caller has room for one number; it need not even be aligned.
            unsafe { num_guesses.write_unaligned(answer.guesses) };
        }
        answer.count
    })
}

struct Answer {
    count: usize,
    solution: [u8; CELLS],
    guesses: usize,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk::new());
}

/// What each thread keeps from one puzzle to the next.
struct Desk {
    shape: Shape,
    puzzle: Puzzle,
    solver: Solver,
    limit: usize,
}

impl Desk {
    fn new() -> Desk {
        let (shape, limit) = (Shape::classic(), 1);
        Desk {
            puzzle: Puzzle::new(shape.clone()),
            solver: solver(limit),
            shape,
            limit,
        }
    }

    fn solve(&mut self, written: &Written, limit: usize) -> Answer {
        if self.limit != limit {
            (self.limit, self.solver) = (limit, solver(limit));
        }
        self.put(written);
        let outcome = self.solver.solve(&self.puzzle);
        Answer {
            // The count is at most the limit, which came as a `usize`.
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

/// The positions that a search tried beyond the first. An engine need not count a position that
/// contradicts itself at once, but then it still knows that it made a choice.
fn guesses(statistics: &Statistics) -> usize {
    let positions = statistics.nodes.saturating_sub(1);
    usize::try_from(positions.max(statistics.deepest)).unwrap_or(usize::MAX)
}
