//! Solving, counting and checking one puzzle.

use std::time::Duration;

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use sudokit::analyse::Minimality;
use sudokit::solve::{End, Outcome, Solver, Status};
use sudokit::{CancelToken, Grid, Puzzle};

use crate::errors::Failure;
use crate::grid::PyGrid;
use crate::interrupt::run;
use crate::puzzle::PyPuzzle;
use crate::step::{status_member, status_of_code};
use crate::stream::Stream;

/// The search nodes times cells of an attempt on the calling thread: a millisecond or two. Starting
/// another thread takes longer than solving nearly every puzzle.
const QUICK_WORK: u64 = 200_000;

/// Budgets and threads of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    pub time_limit: Option<f64>,
    pub node_limit: Option<u64>,
    pub threads: usize,
}

impl Budget {
    /// Returns a solver with these settings.
    pub fn solver(&self, token: &CancelToken) -> PyResult<Solver> {
        let mut solver = Solver::new()
            .threads(self.threads)
            .cancel_with(token.clone());
        if let Some(seconds) = self.time_limit {
            let time = Duration::try_from_secs_f64(seconds)
                .map_err(|_| Failure::argument("time_limit: expected a number of seconds"))?;
            solver = solver.time_limit(time);
        }
        Ok(match self.node_limit {
            Some(nodes) => solver.node_limit(nodes),
            None => solver,
        })
    }
}

/// An attempt on the calling thread, which settles nearly every puzzle.
pub fn quick_search(puzzle: &Puzzle, limit: u64) -> Outcome {
    let nodes = QUICK_WORK / puzzle.shape().cells() as u64;
    Solver::new().limit(limit).node_limit(nodes).solve(puzzle)
}

/// Searches for up to `limit` solutions: at once if the puzzle is easy, or else on another thread.
pub fn search(py: Python<'_>, puzzle: &Puzzle, limit: u64, budget: Budget) -> PyResult<Outcome> {
    if budget.node_limit.is_none() && budget.time_limit.is_none() {
        let outcome = py.detach(|| quick_search(puzzle, limit));
        if !outcome.end.is_early() {
            return Ok(outcome);
        }
    }
    run(py, |token| {
        Ok(budget.solver(token)?.limit(limit).solve(puzzle))
    })?
}

/// Solves a puzzle.
pub fn solve(
    py: Python<'_>,
    puzzle: &PyPuzzle,
    is_unique_required: bool,
    budget: Budget,
) -> PyResult<PyGrid> {
    let limit = if is_unique_required { 2 } else { 1 };
    let outcome = search(py, &puzzle.puzzle, limit, budget)?;
    if is_unique_required && outcome.count > 1 {
        return Err(Failure::several().into());
    }
    if is_unique_required && outcome.count == 1 && outcome.end.is_early() {
        return Err(Failure::limit(outcome.end).into());
    }
    match outcome.solution {
        Some(solution) => Ok(PyGrid { grid: solution }),
        None if outcome.end == End::Exhausted => Err(Failure::no_solution(puzzle).into()),
        None => Err(Failure::limit(outcome.end).into()),
    }
}

/// Counts the solutions of a puzzle.
pub fn count(py: Python<'_>, puzzle: &Puzzle, limit: Option<u64>, budget: Budget) -> PyResult<u64> {
    let outcome = search(py, puzzle, limit.unwrap_or(u64::MAX), budget)?;
    match outcome.end {
        end if end.is_early() => Err(Failure::limit(end).into()),
        _ => Ok(outcome.count),
    }
}

/// What `Puzzle.check()` found.
///
/// >>> import sudokit
/// >>> sudokit.check("1... ..2. .3.. ...4", minimal=True)
/// <Check unique, minimal>
/// >>> sudokit.check("11.. .... .... ....")
/// <Check rule-broken: 1 appears twice in row 1, at r1c1 and r1c2>
#[pyclass(frozen, name = "Check", module = "sudokit")]
pub struct PyCheck {
    status: Status,
    solution: Option<Grid>,
    /// An exception that was not raised.
    problem: Option<Py<PyAny>>,
    redundant: Option<Vec<(usize, usize)>>,
}

#[pymethods]
impl PyCheck {
    /// The status, a member of `Status`.
    #[getter]
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        status_member(py, self.status)
    }

    /// Whether the puzzle has exactly one solution.
    #[getter]
    fn is_unique(&self) -> bool {
        matches!(self.status, Status::Unique | Status::Complete)
    }

    /// A solution, or None.
    #[getter]
    fn solution(&self) -> Option<PyGrid> {
        let grid = self.solution.clone()?;
        Some(PyGrid { grid })
    }

    /// What is wrong, as an exception that was not raised, or None.
    #[getter]
    fn problem(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.problem.as_ref().map(|problem| problem.clone_ref(py))
    }

    /// The cells (row, column) of givens that are not necessary, each on its own; None unless
    /// `check(minimal=True)` asked and the puzzle has exactly one solution.
    #[getter]
    fn redundant(&self) -> Option<Vec<(usize, usize)>> {
        self.redundant.clone()
    }

    /// Whether every given is necessary; None if that is not known.
    #[getter]
    fn is_minimal(&self) -> Option<bool> {
        self.redundant.as_ref().map(Vec::is_empty)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let status = self.status;
        if let Some(problem) = &self.problem {
            let message = problem.getattr(py, "message")?;
            return Ok(format!("<Check {status}: {message}>"));
        }
        Ok(match self.redundant.as_ref().map(Vec::len) {
            None => format!("<Check {status}>"),
            Some(0) => format!("<Check {status}, minimal>"),
            Some(1) => format!("<Check {status}, 1 redundant given>"),
            Some(count) => format!("<Check {status}, {count} redundant givens>"),
        })
    }

    fn __eq__(&self, other: &Bound<'_, PyCheck>) -> PyResult<bool> {
        let (py, other) = (other.py(), other.get());
        Ok(self.status == other.status
            && self.solution == other.solution
            && self.redundant == other.redundant
            && self
                .problem(py)
                .into_bound_py_any(py)?
                .eq(other.problem(py))?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.get_type::<PyCheck>().getattr("_restore")?;
        let parts = (
            self.status(py)?,
            self.solution(),
            self.problem(py),
            self.redundant(),
        );
        (restore, parts).into_pyobject(py)
    }

    #[staticmethod]
    fn _restore(
        status: usize,
        solution: Option<Bound<'_, PyGrid>>,
        problem: Option<Py<PyAny>>,
        redundant: Option<Vec<(usize, usize)>>,
    ) -> PyResult<PyCheck> {
        Ok(PyCheck {
            status: status_of_code(status)?,
            solution: solution.map(|solution| solution.get().grid.clone()),
            problem,
            redundant,
        })
    }
}

/// Checks a puzzle: its status, and the solution that came with it.
pub fn check(
    py: Python<'_>,
    puzzle: &PyPuzzle,
    is_minimality_asked: bool,
    budget: Budget,
) -> PyResult<PyCheck> {
    let outcome = search(py, &puzzle.puzzle, 2, budget)?;
    let mut status = Status::of(&puzzle.puzzle, &outcome);
    let mut problem = match status {
        Status::RuleBroken => puzzle.rule_problem().map(|problem| Failure::from(&problem)),
        _ => None,
    };
    if let Some(answer) = &puzzle.answer
        && outcome.count > 0
        && !answer.solves(&puzzle.puzzle)
    {
        status = Status::WrongSolution;
        problem = Some(Failure::wrong_answer());
    }
    let mut redundant = None;
    if is_minimality_asked && outcome.is_unique() {
        let minimality = run(py, |token| {
            Ok::<_, PyErr>(Minimality::of(&budget.solver(token)?, &puzzle.puzzle))
        })??;
        redundant = Some(minimality.map_err(Failure::limit)?.redundant);
    }
    let shape = puzzle.puzzle.shape();
    let place = |cell: u16| (shape.row(cell.into()), shape.column(cell.into()));
    let problem = problem.map(|problem| problem.exception(py)).transpose()?;
    Ok(PyCheck {
        status,
        solution: outcome.solution,
        problem: problem.map(Bound::unbind),
        redundant: redundant.map(|cells| cells.into_iter().map(place).collect()),
    })
}

/// The solutions of a puzzle, one by one; made by `Puzzle.solutions()`.
#[pyclass(frozen, module = "sudokit")]
pub struct Solutions(Stream<Result<Grid, End>>);

impl Solutions {
    pub fn new(puzzle: Puzzle, limit: Option<u64>, budget: Budget) -> PyResult<Solutions> {
        // Complains about the arguments now, not at the first solution.
        budget.solver(&CancelToken::new())?;
        Ok(Solutions(Stream::start(move |token, sink| {
            let Ok(solver) = budget.solver(token) else {
                return;
            };
            let solver = solver.limit(limit.unwrap_or(u64::MAX));
            let shape = puzzle.shape().clone();
            let outcome = solver.each_solution(&puzzle, |values| {
                match Grid::new(shape.clone(), values.to_vec()) {
                    Ok(grid) => sink.push(Ok(grid)),
                    Err(_) => std::ops::ControlFlow::Continue(()),
                }
            });
            if outcome.end.is_early() {
                let _ = sink.push(Err(outcome.end));
            }
        })))
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyGrid>> {
        match self.0.next(py)? {
            Some(Ok(grid)) => Ok(Some(PyGrid { grid })),
            Some(Err(end)) => Err(Failure::limit(end).into()),
            None => Ok(None),
        }
    }
}
