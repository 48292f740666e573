//! What run.mjs calls: puzzles go in as bytes, a contender solves them all, and the counts and
//! solutions are checked after the clock has stopped.

use std::cell::RefCell;

use sudokit::internals::{Batch, LaneSolver, Puzzles, SingleSolver};
use sudokit::{Puzzle, Shape, Solver};
use sudoku::Sudoku;

getrandom::register_custom_getrandom!(no_random_numbers);

fn no_random_numbers(_: &mut [u8]) -> Result<(), getrandom::Error> {
    Err(getrandom::Error::UNSUPPORTED)
}

#[derive(Default)]
struct Run {
    puzzles: Vec<[u8; 81]>,
    /// The puzzles in the forms that the rival and [`Solver`] take.
    boards: Vec<Sudoku>,
    ours: Vec<Puzzle>,
    counts: Vec<u32>,
    solutions: Vec<[u8; 81]>,
    /// The counts of the first contender.
    expected: Option<Vec<u32>>,
}

thread_local! {
    static RUN: RefCell<Run> = RefCell::default();
}

/// Makes room for this many puzzles and returns the address of their bytes, 0 for an open cell.
#[unsafe(no_mangle)]
pub extern "C" fn puzzles(count: usize) -> *mut u8 {
    RUN.with_borrow_mut(|run| {
        run.expected = None;
        run.counts = vec![0; count];
        run.solutions = vec![[0; 81]; count];
        run.puzzles = vec![[0; 81]; count];
        run.puzzles.as_mut_ptr().cast()
    })
}

/// Converts the puzzles to the form that each contender takes.
#[unsafe(no_mangle)]
pub extern "C" fn prepare() {
    RUN.with_borrow_mut(|run| {
        let board = |cells: &[u8; 81]| Sudoku::from_bytes(*cells).expect("a puzzle");
        run.boards = run.puzzles.iter().map(board).collect();
        let ours = |cells: &[u8; 81]| {
            Puzzle::from_values(Shape::classic(), cells.to_vec()).expect("a puzzle")
        };
        run.ours = run.puzzles.iter().map(ours).collect();
    });
}

/// Solves all puzzles with a contender, by its place in the list of run.mjs.
#[unsafe(no_mangle)]
pub extern "C" fn run(contender: u32, limit: u32) {
    RUN.with_borrow_mut(|run| {
        let places = run.counts.iter_mut().zip(&mut run.solutions);
        match contender {
            0 => {
                for (board, (count, solution)) in run.boards.iter().zip(places) {
                    let solution = std::slice::from_mut(solution);
                    *count = board.solutions_up_to_buffer(solution, limit as usize) as u32;
                }
            }
            1 => {
                let batch = Batch::new(Puzzles::Values(&run.puzzles)).limit(limit);
                LaneSolver::new().solve(&batch, &mut run.counts, &mut run.solutions);
            }
            2 => {
                let mut solver = SingleSolver::new();
                for (puzzle, (count, solution)) in run.puzzles.iter().zip(places) {
                    let result = solver.solve(puzzle, limit);
                    (*count, *solution) = (result.count, result.solution);
                }
            }
            _ => {
                let solver = Solver::new().limit(limit.into());
                for (puzzle, (count, solution)) in run.ours.iter().zip(places) {
                    let outcome = solver.solve(puzzle);
                    *count = outcome.count as u32;
                    if let Some(grid) = outcome.solution {
                        solution.copy_from_slice(grid.values());
                    }
                }
            }
        }
    });
}

/// Checks the answers of the last contender. Returns the number of the first puzzle, from 1, whose
/// count differs from that of the first contender or whose solution is wrong; 0 if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn first_wrong() -> usize {
    RUN.with_borrow_mut(|run| {
        let expected = run.expected.get_or_insert_with(|| run.counts.clone());
        let is_right = |at: &usize| {
            run.counts[*at] == expected[*at]
                && (run.counts[*at] == 0 || solves(&run.solutions[*at], &run.puzzles[*at]))
        };
        let at = (0..run.puzzles.len()).find(|at| !is_right(at));
        run.solutions.fill([0; 81]);
        at.map_or(0, |at| at + 1)
    })
}

/// Returns whether a grid has the givens of a puzzle and every value once in each house.
fn solves(grid: &[u8; 81], puzzle: &[u8; 81]) -> bool {
    let mut houses = [0u16; 27];
    for (cell, (value, given)) in grid.iter().zip(puzzle).enumerate() {
        if !(1..=9).contains(value) || (*given != 0 && given != value) {
            return false;
        }
        let (row, column) = (cell / 9, cell % 9);
        for house in [row, 9 + column, 18 + row / 3 * 3 + column / 3] {
            houses[house] |= 1 << value;
        }
    }
    houses.iter().all(|values| *values == 0x3fe)
}
