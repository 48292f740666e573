//! New puzzles.

use std::sync::atomic::{AtomicU64, Ordering};

use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use sudokit::generate::{GenerateError, Generated, Generator, Puzzles};
use sudokit::logic::{Level, Technique};
use sudokit::pattern::Pattern;
use sudokit::random::any_seed;
use sudokit::range::{Range, Scale};
use sudokit::{CancelToken, Shape};

use crate::errors::Failure;
use crate::interrupt::run_watched;
use crate::puzzle::PyPuzzle;
use crate::stream::Stream;

/// A request for puzzles, from keyword arguments. `python/sudokit/_generate.py` documents them.
struct Request {
    shape: Shape,
    generator: Generator,
}

/// The keyword arguments of a request.
const ARGUMENTS: [&str; 15] = [
    "seed",
    "shape",
    "difficulty",
    "score",
    "er",
    "givens",
    "symmetry",
    "pattern",
    "extend",
    "minimal",
    "techniques",
    "hardest",
    "without",
    "attempt_limit",
    "threads",
];

/// Reads `(low, high)`, a single value, or text such as `22..26`.
fn range<T: Scale + std::str::FromStr>(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Range<T>> {
    let text = match value.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() {
        Ok((low, high)) if value.is_instance_of::<PyTuple>() => {
            format!("{}..{}", low.str()?, high.str()?)
        }
        _ => value.str()?.to_string(),
    };
    text.parse()
        .map_err(|error| Failure::argument(format!("{name}: {error}")).into())
}

/// Reads one technique or several.
fn technique_list(value: &Bound<'_, PyAny>) -> PyResult<Vec<Technique>> {
    let names = match value.extract::<String>() {
        Ok(name) => vec![name],
        Err(_) => value.extract::<Vec<String>>()?,
    };
    let techniques = names.iter().map(|name| name.parse());
    Ok(techniques
        .collect::<Result<_, _>>()
        .map_err(Failure::argument)?)
}

impl Request {
    fn new(arguments: Option<&Bound<'_, PyDict>>) -> PyResult<Request> {
        let names = arguments.iter().flat_map(|arguments| arguments.keys());
        for name in names.map(|name| name.extract::<String>()) {
            let name = name?;
            if !ARGUMENTS.contains(&&name[..]) {
                let known = ARGUMENTS.join(", ");
                let message =
                    format!("unexpected keyword argument '{name}'; expected one of {known}");
                return Err(PyTypeError::new_err(message));
            }
        }
        let get = |name: &str| match arguments {
            Some(arguments) => Ok(arguments.get_item(name)?.filter(|value| !value.is_none())),
            None => PyResult::Ok(None),
        };
        let shape: Shape = match get("shape")? {
            Some(name) => name
                .extract::<String>()?
                .parse()
                .map_err(Failure::argument)?,
            None => Shape::classic(),
        };
        let seed = match get("seed")? {
            Some(seed) => seed.extract()?,
            None => any_seed(),
        };
        let mut generator = Generator::new(shape.clone())
            .seed(seed)
            .threads(get("threads")?.map_or(Ok(0), |threads| threads.extract())?);
        if let Some(levels) = get("difficulty")? {
            generator = generator.level(range::<Level>("difficulty", &levels)?.0);
        }
        if let Some(scores) = get("score")? {
            generator = generator.score(range::<u32>("score", &scores)?.0);
        }
        if let Some(ratings) = get("er")? {
            generator = generator.er(range("er", &ratings)?);
        }
        if let Some(givens) = get("givens")? {
            let givens = range::<u32>("givens", &givens)?.0;
            generator = generator.givens(*givens.start() as usize..=*givens.end() as usize);
        }
        if let Some(symmetry) = get("symmetry")? {
            let symmetry: String = symmetry.extract()?;
            generator = generator.symmetry(symmetry.parse().map_err(Failure::argument)?);
        }
        if let Some(pattern) = get("pattern")? {
            let pattern: String = pattern.extract()?;
            let pattern = Pattern::read(pattern.as_bytes(), &shape);
            generator = generator.pattern(pattern.map_err(|problem| Failure::from(&problem))?);
        }
        if let Some(clues) = get("extend")? {
            let clues = clues.cast::<PyPuzzle>().map_err(PyErr::from)?;
            generator = generator.extend(clues.get().puzzle.clone());
        }
        if let Some(minimal) = get("minimal")? {
            generator = generator.minimal(minimal.extract()?);
        }
        for technique in get("hardest")?.map_or(Ok(Vec::new()), |names| technique_list(&names))? {
            generator = generator.hardest(technique);
        }
        for technique in
            get("techniques")?.map_or(Ok(Vec::new()), |names| technique_list(&names))?
        {
            generator = generator.uses(technique);
        }
        for technique in get("without")?.map_or(Ok(Vec::new()), |names| technique_list(&names))? {
            generator = generator.without(technique);
        }
        if let Some(attempts) = get("attempt_limit")? {
            generator = generator.attempt_limit(attempts.extract()?);
        }
        Ok(Request { shape, generator })
    }

    /// Starts to generate. The token ends it.
    fn puzzles(&self, count: u64, token: &CancelToken) -> Result<Puzzles, Failure> {
        let generator = self.generator.clone().cancel_with(token.clone());
        let puzzles = generator.puzzles(count).map_err(GenerateError::from);
        puzzles.map_err(Failure::from)
    }
}

impl From<Generated> for PyPuzzle {
    fn from(generated: Generated) -> PyPuzzle {
        PyPuzzle {
            answer: Some(generated.solution),
            ..PyPuzzle::from(generated.puzzle)
        }
    }
}

/// New puzzles, one by one; made by `generate_many`.
#[pyclass(frozen, module = "sudokit")]
pub struct GeneratedPuzzles(Stream<Result<Box<PyPuzzle>, Failure>>);

#[pymethods]
impl GeneratedPuzzles {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyPuzzle>> {
        self.next(py)
    }
}

impl GeneratedPuzzles {
    /// Returns the next puzzle.
    pub fn next(&self, py: Python<'_>) -> PyResult<Option<PyPuzzle>> {
        match self.0.next(py)? {
            Some(Ok(puzzle)) => Ok(Some(*puzzle)),
            Some(Err(failure)) => Err(failure.into()),
            None => Ok(None),
        }
    }
}

/// Returns a lazy iterator over `count` new puzzles.
#[pyfunction]
#[pyo3(signature = (count, **request))]
pub fn generate_many(
    count: u64,
    request: Option<&Bound<'_, PyDict>>,
) -> PyResult<GeneratedPuzzles> {
    let request = Request::new(request)?;
    // Complains about the request now, not at the first puzzle.
    request.puzzles(count, &CancelToken::new())?;
    Ok(GeneratedPuzzles(Stream::start(move |token, sink| {
        let puzzles = match request.puzzles(count, token) {
            Ok(puzzles) => puzzles,
            Err(failure) => {
                let _ = sink.push(Err(failure));
                return;
            }
        };
        for found in puzzles {
            let item = found
                .map(|generated| Box::new(generated.into()))
                .map_err(|error| GenerateError::from(error).into());
            if sink.push(item).is_break() {
                break;
            }
        }
    })))
}

/// Generates `count` puzzles into arrays: puzzles and their solutions, a row of cells for each.
#[pyfunction]
#[pyo3(signature = (count, progress=None, **request))]
pub fn generate_batch<'py>(
    py: Python<'py>,
    count: u64,
    progress: Option<Bound<'py, PyAny>>,
    request: Option<&Bound<'py, PyDict>>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let request = Request::new(request)?;
    let done = AtomicU64::new(0);
    let work = |token: &CancelToken| {
        let (mut givens, mut solutions) = (Vec::new(), Vec::new());
        for found in request.puzzles(count, token)? {
            let generated = found.map_err(|error| Failure::from(GenerateError::from(error)))?;
            givens.extend_from_slice(generated.puzzle.values());
            solutions.extend_from_slice(generated.solution.values());
            done.fetch_add(1, Ordering::Relaxed);
        }
        Ok::<_, Failure>((givens, solutions))
    };
    let watch = |_: Python<'_>| match &progress {
        Some(progress) => progress
            .call1((done.load(Ordering::Relaxed), count))
            .map(drop),
        None => Ok(()),
    };
    let (givens, solutions) = run_watched(py, work, watch)??;
    watch(py)?;
    let shape = [count as usize, request.shape.cells()];
    let array = |values| PyArray1::from_vec(py, values).reshape(shape);
    Ok((array(givens)?.into_any(), array(solutions)?.into_any()))
}
