//! `Puzzle`: a position to solve, and everything that can be done with one.

use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};
use sudokit::format::{Form, Record, Symbols, read_puzzle, write};
use sudokit::logic::{Board, Logic, Words};
use sudokit::random::Random;
use sudokit::symmetry::{self, Notation, Transformation};
use sudokit::{Grid, Origin, Problem, Puzzle, Shape};
use sudokit_render::Figure;

use crate::batch::rows::{classic, read_line};
use crate::errors::Failure;
use crate::generate::generate_many;
use crate::grid::{PyGrid, as_array, numbers, rows, value_at};
use crate::interrupt::{run, worker_died};
use crate::search::{self, Budget, PyCheck, Solutions};
use crate::step::{self, PyExplanation, PyRating, PyStep};
use crate::{read, render};

/// A position to solve: givens, placed values and, if listed, candidates.
///
/// Two puzzles are equal if they pose the same question, whatever they are called and wherever
/// they come from.
///
/// >>> from sudokit import Puzzle
/// >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
/// >>> puzzle
/// Puzzle('1.....2..3.....4', shape='2x2')
/// >>> puzzle.clues
/// 4
/// >>> puzzle == Puzzle.from_values([[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]])
/// True
#[pyclass(frozen, eq, hash, name = "Puzzle", module = "sudokit")]
#[derive(Clone)]
pub struct PyPuzzle {
    pub puzzle: Puzzle,
    /// The name that its file gives it.
    pub name: Option<String>,
    /// The solution that came with it.
    pub answer: Option<Grid>,
    /// How its file writes values.
    pub symbols: Symbols,
}

impl PartialEq for PyPuzzle {
    fn eq(&self, other: &PyPuzzle) -> bool {
        self.puzzle == other.puzzle
    }
}

impl Hash for PyPuzzle {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.puzzle.hash(state);
    }
}

impl From<Puzzle> for PyPuzzle {
    fn from(puzzle: Puzzle) -> PyPuzzle {
        PyPuzzle {
            symbols: usual_symbols(puzzle.shape().size()),
            puzzle,
            name: None,
            answer: None,
        }
    }
}

impl From<Record> for PyPuzzle {
    fn from(record: Record) -> PyPuzzle {
        PyPuzzle {
            puzzle: record.puzzle,
            name: record.name,
            answer: record.claimed,
            symbols: record.symbols,
        }
    }
}

/// The symbols that puzzles without a file are written in, as their line is.
fn usual_symbols(size: usize) -> Symbols {
    match size <= Symbols::FromOne.capacity() {
        true => Symbols::FromOne,
        false => Symbols::Numbers,
    }
}

impl PyPuzzle {
    /// The rule that the puzzle breaks, if any.
    pub fn rule_problem(&self) -> Option<Problem> {
        let error = self.puzzle.check().err()?;
        let shape = self.puzzle.shape();
        Some(Problem::broken_rule(&error, shape, &self.symbols))
    }

    /// The same, with another puzzle of the same symbols.
    fn with(&self, puzzle: Puzzle) -> PyPuzzle {
        PyPuzzle {
            puzzle,
            name: None,
            answer: None,
            symbols: self.symbols.clone(),
        }
    }

    fn size(&self) -> usize {
        self.puzzle.shape().size()
    }

    /// Applies a transformation to the puzzle and the solution that came with it.
    fn transformed(&self, transformation: &Transformation) -> PyResult<PyPuzzle> {
        let fail = |error| Failure::symmetry(error, &self.puzzle);
        let puzzle = transformation.apply(&self.puzzle).map_err(fail)?;
        let answer = self.answer.as_ref().and_then(|answer| {
            let values = transformation.apply_values(answer.values());
            Grid::new(puzzle.shape().clone(), values).ok()
        });
        Ok(PyPuzzle {
            answer,
            ..self.with(puzzle)
        })
    }
}

/// Flattens numbers, rows of numbers and arrays.
fn flatten<T: for<'a, 'py> FromPyObject<'a, 'py>>(
    value: &Bound<'_, PyAny>,
    flat: &mut Vec<T>,
) -> PyResult<()> {
    if let Ok(number) = value.extract() {
        flat.push(number);
        return Ok(());
    }
    let items = match value.cast::<PyString>() {
        Ok(_) => Err(Failure::argument("expected numbers, found text")
            .help("use Puzzle.parse")
            .into()),
        Err(_) => value.try_iter(),
    };
    let items = items.map_err(|error| {
        match error.is_instance_of::<pyo3::exceptions::PyTypeError>(value.py()) {
            true => Failure::argument(format!("expected a number from 0 up, found {value}")).into(),
            false => error,
        }
    })?;
    for item in items {
        flatten(&item?, flat)?;
    }
    Ok(())
}

/// The shape of this name, or the usual one for this number of cells.
pub fn shape_for(name: Option<&str>, cells: usize) -> PyResult<Shape> {
    let shape = match name {
        Some(name) => name.parse(),
        None => Shape::with_size(cells.isqrt()),
    };
    let shape: Shape = shape.map_err(Failure::argument)?;
    match shape.cells() == cells {
        true => Ok(shape),
        false => {
            let expected = shape.cells();
            let message = format!("found {cells} cells; a board of shape {shape} has {expected}");
            Err(Failure::argument(message).into())
        }
    }
}

#[pymethods]
impl PyPuzzle {
    /// Reads a puzzle from text in any form that the library knows: a line, a grid, a candidate
    /// grid, JSON, a link and many others.
    ///
    /// `shape`, `blank`, `symbols` and `form` decide where the text leaves a choice. Raises
    /// `ParseError` with line, column and help.
    ///
    /// >>> import sudokit
    /// >>> sudokit.Puzzle.parse("1..! ..2. .3.. ...4")
    /// Traceback (most recent call last):
    ///     ...
    /// sudokit.ParseError: line 1, column 4: `!` in row 1, column 4 is neither a value nor a blank (...)
    #[staticmethod]
    #[pyo3(signature = (text, *, shape=None, blank=None, symbols=None, form=None))]
    fn parse(
        py: Python<'_>,
        text: &Bound<'_, PyAny>,
        shape: Option<&str>,
        blank: Option<&str>,
        symbols: Option<&str>,
        form: Option<&str>,
    ) -> PyResult<PyPuzzle> {
        let options = read::options(shape, blank, symbols, form)?;
        let bytes = read::bytes_of(text)?;
        let mut values = [0; 81];
        let is_open = [shape, blank, symbols, form].iter().all(Option::is_none);
        if is_open
            && read_line(&bytes, &mut values)
            && let Some(puzzle) = classic(&values)
        {
            return Ok(puzzle.into());
        }
        let record = py.detach(|| read_puzzle(&bytes, options));
        Ok(record.map_err(|problem| Failure::from(&problem))?.into())
    }

    /// Makes a puzzle from numbers: a flat list, rows, or an array; 0 is an open cell.
    #[staticmethod]
    #[pyo3(signature = (values, *, shape=None))]
    fn from_values(values: &Bound<'_, PyAny>, shape: Option<&str>) -> PyResult<PyPuzzle> {
        let mut flat = Vec::new();
        flatten(values, &mut flat)?;
        let shape = shape_for(shape, flat.len())?;
        let puzzle = Puzzle::from_values(shape, flat).map_err(Failure::argument)?;
        Ok(puzzle.into())
    }

    /// Makes a Sukaku from masks of candidates, one per cell; bit `v - 1` stands for value `v`.
    ///
    /// >>> from sudokit import Puzzle
    /// >>> Puzzle.from_candidates([0b1111] * 16).count()
    /// 288
    #[staticmethod]
    #[pyo3(signature = (masks, *, shape=None))]
    fn from_candidates(masks: &Bound<'_, PyAny>, shape: Option<&str>) -> PyResult<PyPuzzle> {
        let mut flat = Vec::new();
        flatten(masks, &mut flat)?;
        let mut puzzle = Puzzle::new(shape_for(shape, flat.len())?);
        puzzle.set_candidates(flat);
        Ok(puzzle.into())
    }

    /// Makes an empty board.
    #[staticmethod]
    #[pyo3(signature = (shape="3x3"))]
    fn empty(shape: &str) -> PyResult<PyPuzzle> {
        let shape = shape.parse().map_err(Failure::argument)?;
        Ok(Puzzle::new(shape).into())
    }

    /// Makes a new puzzle with exactly one solution; takes the arguments of `sudokit.generate`.
    ///
    /// >>> from sudokit import Puzzle
    /// >>> Puzzle.generate(seed=1, shape="2x2", givens=5).clues
    /// 5
    #[staticmethod]
    #[pyo3(signature = (**request))]
    fn generate(py: Python<'_>, request: Option<&Bound<'_, PyDict>>) -> PyResult<PyPuzzle> {
        let found = generate_many(1, request)?.next(py)?;
        found.ok_or_else(worker_died)
    }

    /// Makes a puzzle from its line, as `repr` shows it.
    #[new]
    #[pyo3(signature = (text, *, shape=None))]
    fn new(py: Python<'_>, text: &Bound<'_, PyAny>, shape: Option<&str>) -> PyResult<PyPuzzle> {
        PyPuzzle::parse(py, text, shape, None, None, None)
    }

    /// The name of the shape, such as "3x3" or "3x3+diagonals".
    #[getter]
    fn shape(&self) -> String {
        self.puzzle.shape().to_string()
    }

    /// The number of rows, columns and values.
    #[getter(size)]
    fn get_size(&self) -> usize {
        self.size()
    }

    /// The values, row by row; 0 for an open cell.
    #[getter]
    fn values(&self) -> Vec<u32> {
        numbers(self.puzzle.values())
    }

    /// The values as a list of rows.
    #[getter]
    fn rows(&self) -> Vec<Vec<u32>> {
        rows(self.puzzle.values(), self.size())
    }

    /// The number of cells with a value.
    #[getter]
    fn clues(&self) -> usize {
        self.puzzle.clues()
    }

    /// Whether every cell has a value.
    #[getter]
    fn is_full(&self) -> bool {
        self.puzzle.is_full()
    }

    /// The listed candidates as masks, one per cell, or None.
    #[getter]
    fn candidates(&self) -> Option<Vec<u64>> {
        self.puzzle.candidates().map(<[u64]>::to_vec)
    }

    /// The name that the puzzle has in its file, or None.
    #[getter]
    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The solution that came with the puzzle, from its file or its generator, or None.
    #[getter]
    fn answer(&self) -> Option<PyGrid> {
        let grid = self.answer.clone()?;
        Some(PyGrid { grid })
    }

    /// Whether a player placed the value at (row, column), rather than the puzzle giving it.
    fn is_placed(&self, row: usize, column: usize) -> PyResult<bool> {
        value_at(
            self.puzzle.values(),
            self.size(),
            (row as isize, column as isize),
        )?;
        let cell = row * self.size() + column;
        Ok(self.puzzle.origin(cell) == Some(Origin::Placed))
    }

    /// Returns the puzzle with a player's value at (row, column); 0 clears the cell.
    ///
    /// >>> from sudokit import Puzzle
    /// >>> Puzzle("1... ..2. .3.. ...4").place(0, 3, 3)[0, 3]
    /// 3
    fn place(&self, row: usize, column: usize, value: u8) -> PyResult<PyPuzzle> {
        value_at(
            self.puzzle.values(),
            self.size(),
            (row as isize, column as isize),
        )?;
        if usize::from(value) > self.size() {
            let message = format!("found value {value}; expected 0 to {}", self.size());
            return Err(Failure::argument(message).into());
        }
        let mut puzzle = self.puzzle.clone();
        puzzle.set(row * self.size() + column, value, Origin::Placed);
        Ok(PyPuzzle {
            puzzle,
            ..self.clone()
        })
    }

    /// Returns a solution.
    ///
    /// Of several solutions it is any one, unless `unique=True` refuses them. Raises
    /// `NoSolutionError`, `RuleError` (a value appears twice in a house), `SeveralSolutionsError`,
    /// or `LimitError` if a limit (`time_limit` in seconds, `node_limit` in search nodes) was
    /// reached. `threads=0` means all cores; they are used for hard puzzles only.
    #[pyo3(signature = (*, unique=false, time_limit=None, node_limit=None, threads=0))]
    fn solve(
        &self,
        py: Python<'_>,
        unique: bool,
        time_limit: Option<f64>,
        node_limit: Option<u64>,
        threads: usize,
    ) -> PyResult<PyGrid> {
        let budget = Budget {
            time_limit,
            node_limit,
            threads,
        };
        search::solve(py, self, unique, budget)
    }

    /// Returns a lazy iterator over the solutions, at most `limit`.
    ///
    /// >>> from itertools import islice
    /// >>> from sudokit import Puzzle
    /// >>> len(list(islice(Puzzle.empty().solutions(), 5)))
    /// 5
    #[pyo3(signature = (limit=None, *, time_limit=None, node_limit=None, threads=1))]
    fn solutions(
        &self,
        limit: Option<u64>,
        time_limit: Option<f64>,
        node_limit: Option<u64>,
        threads: usize,
    ) -> PyResult<Solutions> {
        let budget = Budget {
            time_limit,
            node_limit,
            threads,
        };
        Solutions::new(self.puzzle.clone(), limit, budget)
    }

    /// Returns the number of solutions, or `limit` if there are at least as many.
    #[pyo3(signature = (limit=None, *, time_limit=None, node_limit=None, threads=0))]
    fn count(
        &self,
        py: Python<'_>,
        limit: Option<u64>,
        time_limit: Option<f64>,
        node_limit: Option<u64>,
        threads: usize,
    ) -> PyResult<u64> {
        let budget = Budget {
            time_limit,
            node_limit,
            threads,
        };
        search::count(py, &self.puzzle, limit, budget)
    }

    /// Checks the puzzle: whether it has one solution, several or none, breaks a rule, or came with
    /// a wrong solution. With `minimal=True`, also which givens are not necessary.
    #[pyo3(signature = (*, minimal=false, time_limit=None, node_limit=None, threads=0))]
    fn check(
        &self,
        py: Python<'_>,
        minimal: bool,
        time_limit: Option<f64>,
        node_limit: Option<u64>,
        threads: usize,
    ) -> PyResult<PyCheck> {
        let budget = Budget {
            time_limit,
            node_limit,
            threads,
        };
        search::check(py, self, minimal, budget)
    }

    /// Returns the next logical step, or None if the puzzle is solved.
    ///
    /// `techniques` restricts the search to these, in this order. Raises `StuckError` if they find
    /// nothing, and `NoSolutionError` with the player's mistakes in `help`.
    #[pyo3(signature = (*, techniques=None))]
    fn hint(&self, py: Python<'_>, techniques: Option<Vec<String>>) -> PyResult<Option<PyStep>> {
        step::hint(py, self, &step::techniques(techniques, Logic::new)?)
    }

    /// Returns every logical step that is possible now.
    #[pyo3(signature = (*, techniques=None))]
    fn hints(&self, py: Python<'_>, techniques: Option<Vec<String>>) -> PyResult<Vec<PyStep>> {
        step::hints(py, self, &step::techniques(techniques, Logic::new)?)
    }

    /// Explains how to solve the puzzle, step by step, as far as logic gets.
    #[pyo3(signature = (*, techniques=None))]
    fn explain(&self, py: Python<'_>, techniques: Option<Vec<String>>) -> PyResult<PyExplanation> {
        step::explain(py, self, &step::techniques(techniques, Logic::new)?)
    }

    /// Rates the puzzle: level, score and techniques, by HoDoKu's rules. With `er`, also ER, EP and
    /// ED as Sudoku Explainer 1.2.1 has them, for plain 9×9 boards only.
    ///
    /// >>> from sudokit import Puzzle
    /// >>> puzzle = Puzzle(
    /// ...     ".......9.79.6.3.....6....45.2..3..1...3..5..61..7.8....8.9..2......6...9.4..8...."
    /// ... )
    /// >>> rating = puzzle.rate(er=True)
    /// >>> rating.er, rating.ep, rating.ed
    /// (7.1, 1.2, 1.2)
    #[pyo3(signature = (*, er=false))]
    fn rate(&self, py: Python<'_>, er: bool) -> PyResult<PyRating> {
        step::rate(py, self, er)
    }

    /// Returns the canonical form: the isomorphic puzzle whose line comes first.
    ///
    /// >>> from sudokit import Puzzle
    /// >>> Puzzle("1... ..2. .3.. ...4").canonical() == Puzzle("..3. 4... .2.. ...1").canonical()
    /// True
    fn canonical(&self, py: Python<'_>) -> PyResult<PyPuzzle> {
        Ok(self.with(self.canonical_form(py)?.puzzle))
    }

    /// Returns the number of transformations that map the puzzle to itself.
    fn automorphisms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let order = self.canonical_form(py)?.automorphisms;
        py.import("builtins")?
            .call_method1("int", (order.to_string(),))
    }

    /// Returns the transformation that turns this puzzle into another one, in the notation that
    /// `transform` reads, or None if they are not isomorphic.
    fn isomorphism(&self, py: Python<'_>, other: &Bound<'_, PyPuzzle>) -> PyResult<Option<String>> {
        let other = &other.get().puzzle;
        let found = run(py, |token| {
            symmetry::isomorphism_with(&self.puzzle, other, token)
        })?;
        let found = found.map_err(|error| Failure::symmetry(error, &self.puzzle))?;
        Ok(found.map(|transformation| transformation.to_string()))
    }

    /// Returns a transformed puzzle, with the solution that came with it.
    ///
    /// `notation` is `transpose`, `rows=2,1,3,…`, `columns=…` and `values=…`, counted from 1, any
    /// of them left out. Then the board is turned clockwise by `rotate` quarters, mirrored left to
    /// right, and flipped top to bottom, as asked. With a `seed`, it is shuffled instead: a random
    /// transformation that keeps all houses.
    ///
    /// >>> from sudokit import Puzzle
    /// >>> str(Puzzle("1... ..2. .3.. ...4").transform("rows=2,1,3,4"))
    /// '..2.1....3.....4'
    /// >>> str(Puzzle("1... ..2. .3.. ...4").transform(mirror=True))
    /// '...1.2....3.4...'
    #[pyo3(signature = (notation=None, *, rotate=0, mirror=false, flip=false, seed=None))]
    fn transform(
        &self,
        notation: Option<&str>,
        rotate: i64,
        mirror: bool,
        flip: bool,
        seed: Option<u64>,
    ) -> PyResult<PyPuzzle> {
        let size = self.size();
        let mut transformation = match (notation, seed) {
            (Some(text), _) => {
                let notation: Notation = text.parse().map_err(Failure::argument)?;
                notation.for_size(size).map_err(Failure::argument)?
            }
            (None, Some(seed)) => {
                let random = &mut Random::new(seed, 0);
                let shuffled = Transformation::random(self.puzzle.shape(), random);
                shuffled.map_err(|error| Failure::symmetry(error, &self.puzzle))?
            }
            (None, None) => Transformation::identity(size),
        };
        let quarters = rotate.rem_euclid(4) as usize;
        let moves = [
            (quarters > 0).then(|| Transformation::rotate(size, quarters)),
            mirror.then(|| Transformation::mirror(size)),
            flip.then(|| Transformation::flip(size)),
        ];
        for next in moves.into_iter().flatten() {
            transformation = transformation.then(&next);
        }
        self.transformed(&transformation)
    }

    /// Writes the puzzle in a form, one of `sudokit.FORMS`.
    ///
    /// >>> from sudokit import Puzzle
    /// >>> print(Puzzle("1... ..2. .3.. ...4").to_text("rows"), end="")
    /// 1...
    /// ..2.
    /// .3..
    /// ...4
    #[pyo3(signature = (form="line"))]
    fn to_text(&self, form: &str) -> PyResult<String> {
        let form: Form = form.parse().map_err(Failure::argument)?;
        let mut text = Vec::new();
        let (name, options) = (self.name.as_deref(), write::WriteOptions::default());
        write::puzzle(form, &self.puzzle, name, &options, &mut text)
            .map_err(Failure::unsupported)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Draws the board: a string for "svg", bytes for "png" and "pdf".
    ///
    /// `theme` is "light", "dark" or "print"; `width` is in pixels.
    #[pyo3(signature = (format="svg", *, candidates=None, title="", theme="light", width=None))]
    fn render(
        &self,
        py: Python<'_>,
        format: &str,
        candidates: Option<bool>,
        title: &str,
        theme: &str,
        width: Option<u32>,
    ) -> PyResult<Py<PyAny>> {
        let board = Board::new(&self.puzzle);
        let words = Words::new(&board).symbols(self.symbols.clone());
        let shows = candidates.unwrap_or(self.puzzle.candidates().is_some());
        let figure = Figure::new(board).words(words).candidates(shows);
        render::picture(py, figure.heading(title), format, theme, width)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.render(py, "svg", None, "", "light", None)
    }

    fn __getitem__(&self, place: (isize, isize)) -> PyResult<u8> {
        value_at(self.puzzle.values(), self.size(), place)
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
        as_array(py, self.puzzle.values(), self.size(), dtype)
    }

    fn __str__(&self) -> String {
        self.puzzle.to_string()
    }

    fn __repr__(&self) -> String {
        let mut text = format!("Puzzle('{}'", self.puzzle);
        if !self.puzzle.shape().is_classic() {
            text += &format!(", shape='{}'", self.puzzle.shape());
        }
        if self.puzzle.candidates().is_some() {
            text += ", candidates=…";
        }
        text + ")"
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.get_type::<PyPuzzle>().getattr("_restore")?;
        let puzzle = serde_json::to_vec(&self.puzzle).map_err(Failure::argument)?;
        let state = (
            PyBytes::new(py, &puzzle),
            self.name.clone(),
            self.answer(),
            self.symbols.to_string(),
        );
        (restore, state).into_pyobject(py)
    }

    #[staticmethod]
    fn _restore(
        puzzle: &[u8],
        name: Option<String>,
        answer: Option<Bound<'_, PyGrid>>,
        symbols: &str,
    ) -> PyResult<PyPuzzle> {
        let puzzle: Puzzle = serde_json::from_slice(puzzle).map_err(Failure::argument)?;
        let size = puzzle.shape().size();
        Ok(PyPuzzle {
            puzzle,
            name,
            answer: answer.map(|answer| answer.get().grid.clone()),
            symbols: symbols.parse().unwrap_or_else(|_| usual_symbols(size)),
        })
    }
}

impl PyPuzzle {
    fn canonical_form(&self, py: Python<'_>) -> PyResult<symmetry::Canonical> {
        // Microseconds on a classic board; a large regular one may take seconds.
        let found = match self.puzzle.shape().is_classic() {
            true => py.detach(|| symmetry::canonical(&self.puzzle)),
            false => run(py, |token| symmetry::canonical_with(&self.puzzle, token))?,
        };
        found.map_err(|error| Failure::symmetry(error, &self.puzzle).into())
    }
}
