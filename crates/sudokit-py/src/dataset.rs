//! Data sets: the functions of `sudokit::dataset` on arrays of 81 values per puzzle.
//!
//! `python/sudokit/dataset.py` turns other types into such arrays and back, and documents the
//! functions.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use rayon::prelude::*;
use sudokit::dataset::{
    Augmentation, ClassKey, Isomorph, Part, Split, Trajectory, class_key, first_of_each_class,
    guesses, hrm, verify,
};
use sudokit::logic::{Logic, Technique};
use sudokit::{CancelToken, Solver};

use crate::batch::{Reading, rows};
use crate::errors::Failure;
use crate::interrupt::run;

type Boards<'py> = PyReadonlyArray2<'py, u8>;
type BoardArray<'py, C = u8> = Bound<'py, PyArray2<C>>;
type BoardSlice<'a> = &'a [[u8; 81]];

/// The boards of an array, in place.
fn boards<'a, C: numpy::Element>(array: &'a PyReadonlyArray2<'_, C>) -> PyResult<&'a [[C; 81]]> {
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

fn array<C: numpy::Element>(py: Python<'_>, cells: Vec<C>) -> PyResult<BoardArray<'_, C>> {
    let length = cells.len() / 81;
    PyArray1::from_vec(py, cells).reshape([length, 81])
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
    Ok((
        array(py, read.0.into_flattened())?,
        PyArray1::from_vec(py, read.1),
    ))
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
    let (from, to) = (boards(&puzzles)?, boards(&solutions)?);
    if from.iter().flatten().any(|value| *value > 9) {
        return Err(Failure::argument("expected values from 0 to 9").into());
    }
    let request = Isomorphs {
        augmentation: Augmentation::new(seed, copies),
        threads,
        by_content,
    };
    request.of(py, from, to)
}

/// Like [`augment`], for masks of candidates.
#[pyfunction]
pub fn augment_masks<'py>(
    py: Python<'py>,
    masks: PyReadonlyArray2<'py, u16>,
    solutions: Boards<'py>,
    copies: usize,
    seed: u64,
    threads: usize,
    by_content: bool,
) -> PyResult<(BoardArray<'py, u16>, BoardArray<'py>)> {
    let (from, to) = (boards(&masks)?, boards(&solutions)?);
    let request = Isomorphs {
        augmentation: Augmentation::new(seed, copies),
        threads,
        by_content,
    };
    request.of(py, from, to)
}

/// What isomorphs are asked for.
struct Isomorphs {
    augmentation: Augmentation,
    threads: usize,
    by_content: bool,
}

/// The number of isomorphs after which a thread looks whether it should stop.
const PART: usize = 1 << 12;

impl Isomorphs {
    fn of<'py, C: Cell>(
        &self,
        py: Python<'py>,
        puzzles: &[[C; 81]],
        solutions: BoardSlice<'_>,
    ) -> PyResult<(BoardArray<'py, C>, BoardArray<'py>)> {
        if puzzles.len() != solutions.len() {
            let (found, expected) = (solutions.len(), puzzles.len());
            let message = format!("found {found} solutions for {expected} puzzles");
            return Err(Failure::argument(message).into());
        }
        if solutions.iter().flatten().any(|value| *value > 9) {
            return Err(Failure::argument("expected values from 0 to 9").into());
        }
        let copies = self.augmentation.copies();
        let length = room_for::<C>(puzzles.len(), copies)?;
        // The system's zeros: those of arrays of arrays would be written, before anything can end it.
        let (mut inputs, mut labels) = (vec![C::default(); 81 * length], vec![0; 81 * length]);
        let pairs = PART.div_ceil(copies.max(1));
        let places = pairs * copies.max(1);
        in_pool(py, self.threads, |token| {
            let (inputs, _) = inputs.as_chunks_mut::<81>();
            let (labels, _) = labels.as_chunks_mut::<81>();
            let parts = inputs
                .par_chunks_mut(places)
                .zip(labels.par_chunks_mut(places));
            parts.enumerate().for_each(|(part, (inputs, labels))| {
                let first = part * pairs;
                let places = inputs
                    .chunks_exact_mut(copies)
                    .zip(labels.chunks_exact_mut(copies));
                for (row, (inputs, labels)) in (first..).zip(places) {
                    self.fill(row, &puzzles[row], &solutions[row], inputs, labels, token);
                }
            });
        })?;
        Ok((array(py, inputs)?, array(py, labels)?))
    }

    /// Makes the isomorphs of one pair.
    fn fill<C: Cell>(
        &self,
        row: usize,
        puzzle: &[C; 81],
        solution: &[u8; 81],
        inputs: &mut [[C; 81]],
        labels: &mut [[u8; 81]],
        token: &CancelToken,
    ) {
        let number = match self.by_content {
            true => content_number(puzzle),
            false => row as u64,
        };
        let mut isomorphs = self.augmentation.isomorphs(number);
        for (inputs, labels) in inputs.chunks_mut(PART).zip(labels.chunks_mut(PART)) {
            if token.is_cancelled() {
                return;
            }
            let places = inputs.iter_mut().zip(labels);
            for ((input, label), isomorph) in places.zip(&mut isomorphs) {
                *input = C::transformed(puzzle, &isomorph);
                *label = isomorph.apply(solution);
            }
        }
    }
}

/// Returns the number of isomorphs. Arrays that do not fit into memory are an error of Python: Rust
/// ends the process.
fn room_for<C>(pairs: usize, copies: usize) -> PyResult<usize> {
    let length = pairs.checked_mul(copies);
    let bytes = length.and_then(|length| length.checked_mul(size_of::<[C; 81]>() + 81));
    let mut probe = Vec::<u8>::new();
    let has_room = bytes.is_some_and(|bytes| probe.try_reserve_exact(bytes).is_ok());
    // Without this, the compiler removes the allocation, which is not used, and assumes that it succeeds.
    drop(std::hint::black_box(probe));
    length.filter(|_| has_room).ok_or_else(|| {
        let message =
            format!("{copies} isomorphs of each of {pairs} puzzles do not fit into memory");
        PyMemoryError::new_err(message)
    })
}

/// What a board consists of: values, or masks of candidates.
trait Cell: numpy::Element + Copy + Default + Send + Sync {
    fn transformed(board: &[Self; 81], isomorph: &Isomorph) -> [Self; 81];

    fn bytes(self) -> impl Iterator<Item = u8>;
}

impl Cell for u8 {
    fn transformed(board: &[u8; 81], isomorph: &Isomorph) -> [u8; 81] {
        isomorph.apply(board)
    }

    fn bytes(self) -> impl Iterator<Item = u8> {
        [self].into_iter()
    }
}

impl Cell for u16 {
    fn transformed(board: &[u16; 81], isomorph: &Isomorph) -> [u16; 81] {
        let transformation = isomorph.transformation();
        let names = &transformation.values()[1..];
        let renamed = |mask: u16| {
            let names = names.iter().enumerate();
            names.fold(0, |made, (bit, name)| {
                made | (mask >> bit & 1) << (name - 1)
            })
        };
        std::array::from_fn(|cell| renamed(board[transformation.source(cell)]))
    }

    fn bytes(self) -> impl Iterator<Item = u8> {
        self.to_le_bytes().into_iter()
    }
}

/// A number that depends on the cells of a board alone and is the same in every release (FNV-1a).
fn content_number<C: Cell>(board: &[C; 81]) -> u64 {
    let bytes = board.iter().flat_map(|cell| cell.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
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
