//! Data sets: the functions of `sudokit::dataset` on arrays of 81 values per puzzle.
//!
//! `python/sudokit/dataset.py` turns other types into such arrays and back, and documents the
//! functions.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use rayon::prelude::*;
use sudokit::dataset::{
    Augmentation, ClassKey, Part, Split, Trajectory, class_key, first_of_each_class, guesses, hrm,
    verify,
};
use sudokit::logic::{Logic, Technique};
use sudokit::{CancelToken, Solver};

use crate::batch::{Reading, rows};
use crate::errors::Failure;
use crate::interrupt::run;

type Boards<'py> = PyReadonlyArray2<'py, u8>;
type BoardArray<'py> = Bound<'py, PyArray2<u8>>;
type BoardSlice<'a> = &'a [[u8; 81]];

/// The boards of an array, in place.
fn boards<'a>(array: &'a Boards<'_>) -> PyResult<&'a [[u8; 81]]> {
    let cells = array.as_slice().map_err(Failure::argument)?;
    match cells.as_chunks() {
        (boards, []) => Ok(boards),
        _ => Err(Failure::argument("expected 81 cells per puzzle").into()),
    }
}

/// Two arrays of as many boards.
fn pairs<'a>(
    puzzles: &'a Boards<'_>,
    solutions: &'a Boards<'_>,
) -> PyResult<(BoardSlice<'a>, BoardSlice<'a>)> {
    let (puzzles, solutions) = (boards(puzzles)?, boards(solutions)?);
    match puzzles.len() == solutions.len() {
        true => Ok((puzzles, solutions)),
        false => {
            let (found, expected) = (solutions.len(), puzzles.len());
            let message = format!("found {found} solutions for {expected} puzzles");
            Err(Failure::argument(message).into())
        }
    }
}

fn array<'py>(py: Python<'py>, boards: Vec<[u8; 81]>) -> PyResult<BoardArray<'py>> {
    let length = boards.len();
    PyArray1::from_vec(py, boards.into_flattened()).reshape([length, 81])
}

/// Reads puzzles of any type into an array of values; a row that is missing, broken or not a
/// classic board is False in the second array.
#[pyfunction]
pub fn to_values<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    reading: Reading,
    threads: usize,
) -> PyResult<(BoardArray<'py>, Bound<'py, PyArray1<bool>>)> {
    let source = reading.source(puzzles)?;
    let rows = source.rows();
    let read = in_pool(py, threads, |_| {
        let read = |row| match rows.question(row) {
            rows::Question::Classic(values) if values.iter().all(|value| *value <= 9) => {
                (values, true)
            }
            _ => ([0; 81], false),
        };
        let all = (0..rows.len()).into_par_iter().map(read);
        all.unzip::<_, _, Vec<_>, Vec<_>>()
    })?;
    Ok((array(py, read.0)?, PyArray1::from_vec(py, read.1)))
}

/// Writes boards as lines; `None` where `has_board` is False.
#[pyfunction]
pub fn to_lines(
    values: Boards<'_>,
    has_board: PyReadonlyArray1<'_, bool>,
) -> PyResult<Vec<Option<String>>> {
    let has_board = has_board.as_slice().map_err(Failure::argument)?;
    let line = |(board, has_board): (&[u8; 81], &bool)| {
        let symbol = |value: &u8| char::from(if *value == 0 { b'.' } else { value + b'0' });
        has_board.then(|| board.iter().map(symbol).collect())
    };
    let boards = boards(&values)?;
    Ok(boards.iter().zip(has_board).map(line).collect())
}

/// Random isomorphs of pairs of puzzle and solution. They depend on the row of a pair, or on its
/// puzzle.
#[pyfunction]
pub fn augment<'py>(
    py: Python<'py>,
    puzzles: Boards<'py>,
    solutions: Boards<'py>,
    copies: usize,
    seed: u64,
    threads: usize,
    by_content: bool,
) -> PyResult<(BoardArray<'py>, BoardArray<'py>)> {
    let (from, to) = pairs(&puzzles, &solutions)?;
    if from.iter().chain(to).flatten().any(|value| *value > 9) {
        return Err(Failure::argument("expected values from 0 to 9").into());
    }
    let augmentation = Augmentation::new(seed, copies).threads(threads);
    let (puzzles, solutions) = match by_content {
        false => run(py, |_| augmentation.pairs(from, to))?,
        true => in_pool(py, threads, |_| {
            let pairs = from.par_iter().zip(to).flat_map_iter(|(puzzle, solution)| {
                let isomorphs = augmentation.isomorphs(content_number(puzzle));
                isomorphs.map(|isomorph| (isomorph.apply(puzzle), isomorph.apply(solution)))
            });
            pairs.unzip()
        })?,
    };
    Ok((array(py, puzzles)?, array(py, solutions)?))
}

/// A number that depends on the values of a board alone and is the same in every release (FNV-1a).
fn content_number(values: &[u8; 81]) -> u64 {
    let add = |hash: u64, value: &u8| (hash ^ u64::from(*value)).wrapping_mul(0x100_0000_01b3);
    values.iter().fold(0xcbf2_9ce4_8422_2325, add)
}

/// The number of guesses of each puzzle, -1 if it does not have exactly one solution.
#[pyfunction]
#[pyo3(name = "guesses")]
pub fn guesses_of_each<'py>(
    py: Python<'py>,
    puzzles: Boards<'py>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let puzzles = boards(&puzzles)?;
    let counts = in_pool(py, threads, |token| {
        let count = |puzzle: &[u8; 81]| match token.is_cancelled() {
            true => -1,
            false => guesses(puzzle).map_or(-1, |found| i64::from(found.guesses)),
        };
        puzzles.par_iter().map(count).collect()
    })?;
    Ok(PyArray1::from_vec(py, counts))
}

/// The classes of puzzles: equal numbers for isomorphic puzzles, -1 for a puzzle without a class.
#[pyfunction]
pub fn classes<'py>(
    py: Python<'py>,
    puzzles: Boards<'py>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let keys = keys(py, &puzzles, threads)?;
    let firsts = first_of_each_class(&keys);
    let numbers = firsts.iter().zip(0..);
    let numbers = numbers.map(|(first, number)| (keys[*first], number));
    let numbers: std::collections::HashMap<_, i64> = numbers.collect();
    let number = |key| numbers.get(key).copied().unwrap_or(-1);
    Ok(PyArray1::from_vec(py, keys.iter().map(number).collect()))
}

fn keys(py: Python<'_>, puzzles: &Boards<'_>, threads: usize) -> PyResult<Vec<Option<ClassKey>>> {
    let puzzles = boards(puzzles)?;
    in_pool(py, threads, |token| {
        let key = |puzzle: &[u8; 81]| match token.is_cancelled() {
            true => None,
            false => class_key(puzzle),
        };
        puzzles.par_iter().map(key).collect()
    })
}

/// Whether each puzzle is for testing (1) or training (0); -1 for a puzzle without a class.
#[pyfunction]
pub fn split<'py>(
    py: Python<'py>,
    puzzles: Boards<'py>,
    strata: PyReadonlyArray1<'py, u32>,
    test: f64,
    seed: u64,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<i8>>> {
    let strata = strata.as_slice().map_err(Failure::argument)?;
    let keys = keys(py, &puzzles, threads)?;
    if strata.len() != keys.len() {
        let (found, expected) = (strata.len(), keys.len());
        let message = format!("found {found} strata for {expected} puzzles");
        return Err(Failure::argument(message).into());
    }
    let split = match test {
        0.0..1.0 => Split::share(seed, test),
        _ if test >= 1.0 && test.fract() == 0.0 => Split::count(seed, test as usize),
        _ => {
            let message = "test: expected a share below 1, or a whole number of classes";
            return Err(Failure::argument(message).into());
        }
    };
    let part = |part| match part {
        Some(Part::Test) => 1,
        Some(Part::Train) => 0,
        None => -1,
    };
    let parts = split.parts(&keys, strata).into_iter().map(part);
    Ok(PyArray1::from_vec(py, parts.collect()))
}

/// The verdict on each pair, by name.
#[pyfunction]
#[pyo3(name = "verify")]
pub fn verify_pairs(
    py: Python<'_>,
    puzzles: Boards<'_>,
    solutions: Boards<'_>,
    threads: usize,
) -> PyResult<Vec<&'static str>> {
    let (puzzles, solutions) = pairs(&puzzles, &solutions)?;
    let verdicts = run(py, |token| {
        let solver = Solver::new().threads(threads).cancel_with(token.clone());
        verify(puzzles, solutions, &solver)
    })?;
    Ok(verdicts.iter().map(|verdict| verdict.name()).collect())
}

/// The columns of a table of steps: puzzle, step, technique, cell, value, placed.
type TrajectoryColumns<'py> = (
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<i16>>,
    Bound<'py, PyArray1<u16>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<bool>>,
);

/// The steps of logical solves. Puzzles that logic does not get through end early.
#[pyfunction]
pub fn trajectories<'py>(
    py: Python<'py>,
    puzzles: Boards<'py>,
    threads: usize,
) -> PyResult<TrajectoryColumns<'py>> {
    let puzzles = boards(&puzzles)?;
    let logic = Logic::new();
    let solved: Vec<Option<Trajectory>> = in_pool(py, threads, |token| {
        let solve = |values: &[u8; 81]| {
            let puzzle = rows::classic(values).filter(|_| !token.is_cancelled())?;
            let solver = Solver::new().cancel_with(token.clone());
            Some(Trajectory::with(&puzzle, &logic, solver))
        };
        puzzles.par_iter().map(solve).collect()
    })?;
    let rows: Vec<_> = solved
        .iter()
        .zip(0..)
        .flat_map(|(solve, puzzle)| {
            let rows = solve.iter().flat_map(|solve| &solve.rows);
            rows.map(move |row| (puzzle, row))
        })
        .collect();
    let technique = |technique: Technique| {
        let at = Technique::ALL.iter().position(|each| *each == technique);
        at.map_or(-1, |at| at as i16)
    };
    let column = rows.iter();
    Ok((
        PyArray1::from_iter(py, column.clone().map(|(puzzle, _)| *puzzle)),
        PyArray1::from_iter(py, column.clone().map(|(_, row)| row.step)),
        PyArray1::from_iter(py, column.clone().map(|(_, row)| technique(row.technique))),
        PyArray1::from_iter(py, column.clone().map(|(_, row)| row.cell)),
        PyArray1::from_iter(py, column.clone().map(|(_, row)| row.value)),
        PyArray1::from_iter(py, column.map(|(_, row)| row.action.name() == "placed")),
    ))
}

/// The files of one part of a set in the layout of HRM and TRM that do not hold boards.
#[pyfunction]
pub fn hrm_index_files(groups: u64, group_size: u64) -> PyResult<Vec<(&'static str, Vec<u8>)>> {
    let files = hrm::index_files(groups, group_size);
    Ok(files.ok_or_else(|| Failure::argument("a part holds at most 2³¹ - 1 examples"))?)
}

/// Runs work on a pool of threads; Ctrl-C ends it.
fn in_pool<T: Send>(
    py: Python<'_>,
    threads: usize,
    work: impl FnOnce(&CancelToken) -> T + Send,
) -> PyResult<T> {
    run(py, |token| crate::batch::in_pool(threads, || work(token)))
}
