//! `Grid`: the answer to a puzzle.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use sudokit::format::read_puzzle;
use sudokit::logic::{Board, Words};
use sudokit::{Grid, Puzzle};
use sudokit_render::{Figure, Picture};

use crate::errors::Failure;
use crate::puzzle::PyPuzzle;
use crate::read;

/// A value for every cell of a board: a solution.
///
/// >>> import sudokit
/// >>> grid = sudokit.solve("1... ..2. .3.. ...4")
/// >>> print(grid)
/// 1243342143122134
/// >>> grid[0, 1]
/// 2
/// >>> grid.rows[0]
/// [1, 2, 4, 3]
#[pyclass(frozen, eq, hash, name = "Grid", module = "sudokit")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PyGrid {
    pub grid: Grid,
}

#[pymethods]
impl PyGrid {
    /// The name of the shape, such as "3x3".
    #[getter]
    fn shape(&self) -> String {
        self.grid.shape().to_string()
    }

    /// The number of rows, columns and values.
    #[getter]
    fn size(&self) -> usize {
        self.grid.shape().size()
    }

    /// The values, row by row; 0 for an open cell.
    #[getter]
    fn values(&self) -> Vec<u32> {
        numbers(self.grid.values())
    }

    /// The values as a list of rows.
    #[getter]
    fn rows(&self) -> Vec<Vec<u32>> {
        rows(self.grid.values(), self.size())
    }

    /// Returns whether this is a solution of a puzzle.
    fn solves(&self, puzzle: &Bound<'_, PyPuzzle>) -> bool {
        self.grid.solves(&puzzle.get().puzzle)
    }

    fn __getitem__(&self, place: (isize, isize)) -> PyResult<u8> {
        value_at(self.grid.values(), self.size(), place)
    }

    fn __str__(&self) -> String {
        self.grid.to_string()
    }

    fn __repr__(&self) -> String {
        match self.grid.shape().is_classic() {
            true => format!("Grid('{}')", self.grid),
            false => format!("Grid('{}', shape='{}')", self.grid, self.grid.shape()),
        }
    }

    /// Makes a grid from its line, with the usual boxes of its size or another shape.
    #[new]
    #[pyo3(signature = (text, *, shape=None))]
    fn new(text: &str, shape: Option<&str>) -> PyResult<PyGrid> {
        let options = read::options(shape, None, None, None)?;
        let record = read_puzzle(text.as_bytes(), options);
        let puzzle = record.map_err(|problem| Failure::from(&problem))?.puzzle;
        Ok(PyGrid {
            grid: Grid::from(&puzzle),
        })
    }

    /// The values as a NumPy array of rows and columns.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // There is no array to share, so a copy is made whatever was asked.
        let _ = copy;
        as_array(py, self.grid.values(), self.size(), dtype)
    }

    fn _repr_svg_(&self) -> String {
        let board = Board::new(&Puzzle::from(self.grid.clone()));
        let words = Words::new(&board);
        Picture::new(Figure::new(board).words(words)).svg()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let class = py.get_type::<PyGrid>().getattr("_restore")?;
        let state = serde_json::to_vec(&self.grid).map_err(Failure::argument)?;
        (class, (PyBytes::new(py, &state),)).into_pyobject(py)
    }

    #[staticmethod]
    fn _restore(state: &[u8]) -> PyResult<PyGrid> {
        let grid = serde_json::from_slice(state).map_err(Failure::argument)?;
        Ok(PyGrid { grid })
    }
}

/// Values as Python integers: a `Vec<u8>` would become `bytes`.
pub fn numbers(values: &[u8]) -> Vec<u32> {
    values.iter().map(|value| u32::from(*value)).collect()
}

/// Values as a list of rows.
pub fn rows(values: &[u8], size: usize) -> Vec<Vec<u32>> {
    values.chunks(size).map(numbers).collect()
}

/// The value at a row and a column; negative ones count from the end, as in Python.
pub fn value_at(values: &[u8], size: usize, (row, column): (isize, isize)) -> PyResult<u8> {
    let line = |at: isize| {
        let from_start = if at < 0 { at + size as isize } else { at };
        usize::try_from(from_start).ok().filter(|at| *at < size)
    };
    match (line(row), line(column)) {
        (Some(row), Some(column)) => Ok(values[row * size + column]),
        _ => Err(pyo3::exceptions::PyIndexError::new_err(format!(
            "no cell ({row}, {column}) on a board of {size} rows and columns"
        ))),
    }
}

/// Values as an array of rows and columns.
pub fn as_array<'py>(
    py: Python<'py>,
    values: &[u8],
    size: usize,
    dtype: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let array = PyArray1::from_slice(py, values).reshape([size, size])?;
    match dtype {
        None => Ok(array.into_any()),
        Some(dtype) => array.call_method1("astype", (dtype,)),
    }
}
