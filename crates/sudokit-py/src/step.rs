//! Logic: steps, whole explanations, and ratings.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyIterator, PyList, PyTuple};
use sudokit::format::Symbols;
use sudokit::logic::{
    Board, Candidate, Level, Logic, NoStep, Position, Stage, Step, StepReport, Technique, Words,
};
use sudokit::rate::explainer::{Difficulty, Explainer, Ratings, Unrated};
use sudokit::rate::{Rating, Use};
use sudokit::solve::Status;
use sudokit::{CancelToken, Puzzle, Solver};
use sudokit_render::Figure;

use crate::errors::Failure;
use crate::interrupt::run;
use crate::puzzle::PyPuzzle;
use crate::render::picture;

/// Returns the member of the Python enumeration `Status`.
pub fn status_member(py: Python<'_>, status: Status) -> PyResult<Bound<'_, PyAny>> {
    let code = Status::ALL.iter().position(|each| *each == status);
    member(py, "Status", code.unwrap_or_default())
}

/// Returns the status of a member of the Python enumeration `Status`.
pub fn status_of_code(code: usize) -> PyResult<Status> {
    let status = Status::ALL.get(code).copied();
    status.ok_or_else(|| Failure::argument(format!("unknown status {code}")).into())
}

/// Returns the member of the Python enumeration `Level`.
fn level_member(py: Python<'_>, level: Level) -> PyResult<Bound<'_, PyAny>> {
    member(py, "Level", level as usize)
}

fn member<'py>(py: Python<'py>, class: &str, code: usize) -> PyResult<Bound<'py, PyAny>> {
    py.import("sudokit._enums")?.getattr(class)?.call1((code,))
}

/// The techniques of these names, or those that `usual` has.
pub fn techniques(names: Option<Vec<String>>, usual: fn() -> Logic) -> PyResult<Logic> {
    match names {
        None => Ok(usual()),
        Some(names) => {
            let techniques = names.iter().map(|name| name.parse::<Technique>());
            let techniques: Result<Vec<_>, _> = techniques.collect();
            let techniques = techniques.map_err(Failure::argument)?;
            Ok(Logic::with(techniques.iter().copied()).with_variants_of(techniques))
        }
    }
}

/// Searches a position and prepares its words.
fn position(puzzle: &PyPuzzle, token: &CancelToken, logic: &Logic) -> Position {
    let solver = Solver::new().cancel_with(token.clone());
    Position::new(&puzzle.puzzle, solver, logic).symbols(puzzle.symbols.clone())
}

/// The reason why a position has no solution, with the player's mistakes.
fn hopeless(puzzle: &PyPuzzle, position: &Position) -> Failure {
    let mistakes = position.mistakes();
    let mistakes = mistakes.iter().map(|each| position.words().mistake(each));
    let failure = Failure::no_solution(puzzle);
    match mistakes.collect::<Vec<_>>() {
        mistakes if mistakes.is_empty() => failure,
        mistakes => failure.help(mistakes.join(" ")),
    }
}

/// A step that logic can take: its technique, its effect, its words and its drawing.
///
/// >>> import sudokit
/// >>> step = sudokit.hint("1... ..2. .3.. ...4")
/// >>> step.technique
/// 'naked-single'
/// >>> step.placements
/// [(0, 3, 3)]
/// >>> step.whereabouts
/// 'Look at r1c4.'
#[pyclass(frozen, eq, name = "Step", module = "sudokit")]
pub struct PyStep {
    step: Step,
    board: Board,
    /// How the puzzle writes values.
    symbols: Symbols,
    words: Words,
    report: StepReport,
}

impl PartialEq for PyStep {
    fn eq(&self, other: &PyStep) -> bool {
        self.step == other.step && self.board.values() == other.board.values()
    }
}

impl PyStep {
    fn new(step: Step, board: Board, symbols: &Symbols) -> PyStep {
        let words = Words::new(&board).symbols(symbols.clone());
        PyStep {
            report: words.report(&step, Stage::Step),
            step,
            board,
            symbols: symbols.clone(),
            words,
        }
    }

    /// A position of the solve.
    fn position(&self, board: &Board) -> PyPuzzle {
        PyPuzzle {
            symbols: self.symbols.clone(),
            ..PyPuzzle::from(board.to_puzzle())
        }
    }

    fn places(&self, candidates: &[Candidate]) -> Vec<(usize, usize, u8)> {
        let shape = self.board.shape();
        let place = |candidate: &Candidate| {
            let cell = usize::from(candidate.cell);
            (shape.row(cell), shape.column(cell), candidate.value)
        };
        candidates.iter().map(place).collect()
    }
}

#[pymethods]
impl PyStep {
    /// The identifier of the technique, such as "x-wing".
    #[getter]
    fn technique(&self) -> &'static str {
        self.step.technique.slug()
    }

    /// The display name of the technique, such as "X-Wing".
    #[getter]
    fn name(&self) -> &'static str {
        self.step.technique.name()
    }

    /// The level of the technique.
    #[getter]
    fn level<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        level_member(py, self.step.technique.level())
    }

    /// What the step adds to the score of a puzzle.
    #[getter]
    fn score(&self) -> u32 {
        self.step.technique.score()
    }

    /// The values to place, as (row, column, value); rows and columns count from 0.
    #[getter]
    fn placements(&self) -> Vec<(usize, usize, u8)> {
        self.places(&self.step.placements)
    }

    /// The candidates to remove, as (row, column, value).
    #[getter]
    fn eliminations(&self) -> Vec<(usize, usize, u8)> {
        self.places(&self.step.eliminations)
    }

    /// Where to look: the smallest hint.
    #[getter]
    fn whereabouts(&self) -> &str {
        &self.report.whereabouts
    }

    /// The title of the step.
    #[getter]
    fn title(&self) -> String {
        self.words.title(&self.step)
    }

    /// The step in one sentence.
    #[getter]
    fn sentence(&self) -> String {
        self.words.sentence(&self.step)
    }

    /// The step explained at length.
    #[getter]
    fn paragraphs(&self) -> Vec<String> {
        self.words.paragraphs(&self.step)
    }

    /// The position before the step, with its candidates.
    #[getter]
    fn before(&self) -> PyPuzzle {
        self.position(&self.board)
    }

    /// The position after the step, with its candidates.
    #[getter]
    fn after(&self) -> PyPuzzle {
        let mut board = self.board.clone();
        board.apply(&self.step);
        self.position(&board)
    }

    /// Returns everything about the step as a dictionary, with the fields of the command's JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = serde_json::to_string(&self.report).map_err(Failure::argument)?;
        py.import("json")?.call_method1("loads", (text,))
    }

    /// Draws the step: a string for "svg", bytes for "png" and "pdf".
    #[pyo3(signature = (format="svg", *, theme="light", width=None))]
    fn render(
        &self,
        py: Python<'_>,
        format: &str,
        theme: &str,
        width: Option<u32>,
    ) -> PyResult<Py<PyAny>> {
        let figure = Figure::new(self.board.clone()).words(self.words.clone());
        picture(py, figure.step(self.step.clone()), format, theme, width)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.render(py, "svg", "light", None)
    }

    fn __str__(&self) -> String {
        self.sentence()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Step {}: {}>",
            self.technique(),
            self.words.effect(&self.step)
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.get_type::<PyStep>().getattr("_restore")?;
        let step = serde_json::to_vec(&self.step).map_err(Failure::argument)?;
        (restore, (self.before(), PyBytes::new(py, &step))).into_pyobject(py)
    }

    #[staticmethod]
    fn _restore(before: &Bound<'_, PyPuzzle>, step: &[u8]) -> PyResult<PyStep> {
        let step = serde_json::from_slice(step).map_err(Failure::argument)?;
        let before = before.get();
        Ok(PyStep::new(
            step,
            Board::new(&before.puzzle),
            &before.symbols,
        ))
    }
}

/// Returns the next step, or `None` if the puzzle is solved.
pub fn hint(py: Python<'_>, puzzle: &PyPuzzle, logic: &Logic) -> PyResult<Option<PyStep>> {
    let (position, step) = run(py, |token| {
        let position = position(puzzle, token, logic);
        let step = match position.status().is_hopeless() {
            true => Err(hopeless(puzzle, &position)),
            false => Ok(position.next_step()),
        };
        (position, step)
    })?;
    match step? {
        Ok(step) => {
            let board = position.board().clone();
            Ok(Some(PyStep::new(step, board, &puzzle.symbols)))
        }
        Err(NoStep::Solved) => Ok(None),
        Err(end) => Err(Failure::stuck(end).into()),
    }
}

/// Returns every step that is possible now.
pub fn hints(py: Python<'_>, puzzle: &PyPuzzle, logic: &Logic) -> PyResult<Vec<PyStep>> {
    let logic = logic.without(Technique::BruteForce);
    let (position, steps) = run(py, |token| {
        let position = position(puzzle, token, &logic);
        let steps = match position.status().is_hopeless() {
            true => Err(hopeless(puzzle, &position)),
            false => position.all_steps().map_err(Failure::stuck),
        };
        (position, steps)
    })?;
    let steps = steps?.into_iter();
    Ok(steps
        .map(|step| PyStep::new(step, position.board().clone(), &puzzle.symbols))
        .collect())
}

/// The steps that lead from a puzzle to its solution, as far as logic gets.
///
/// >>> import sudokit
/// >>> explanation = sudokit.explain("1... ..2. .3.. ...4")
/// >>> len(explanation), explanation.is_solved
/// (12, True)
/// >>> explanation[0].technique
/// 'naked-single'
#[pyclass(frozen, eq, sequence, name = "Explanation", module = "sudokit")]
pub struct PyExplanation {
    steps: Vec<Py<PyStep>>,
    is_solved: bool,
    position: PyPuzzle,
    status: Status,
}

impl PartialEq for PyExplanation {
    fn eq(&self, other: &PyExplanation) -> bool {
        let has_same_steps = || {
            let mut pairs = self.steps.iter().zip(&other.steps);
            pairs.all(|(one, other)| one.get() == other.get())
        };
        self.steps.len() == other.steps.len()
            && self.position == other.position
            && self.status == other.status
            && has_same_steps()
    }
}

#[pymethods]
impl PyExplanation {
    /// The steps, in order.
    #[getter]
    fn steps(&self, py: Python<'_>) -> Vec<Py<PyStep>> {
        self.steps.iter().map(|step| step.clone_ref(py)).collect()
    }

    /// Whether the steps solve the puzzle.
    #[getter]
    fn is_solved(&self) -> bool {
        self.is_solved
    }

    /// What is known about the puzzle after the last step, a member of `Status`.
    #[getter]
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        status_member(py, self.status)
    }

    /// The position after the last step.
    #[getter]
    fn position(&self) -> PyPuzzle {
        self.position.clone()
    }

    fn __len__(&self) -> usize {
        self.steps.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.steps(py))?.try_iter()
    }

    fn __getitem__(&self, py: Python<'_>, index: isize) -> PyResult<Py<PyStep>> {
        let length = self.steps.len() as isize;
        let at = if index < 0 { index + length } else { index };
        let step = usize::try_from(at).ok().and_then(|at| self.steps.get(at));
        match step {
            Some(step) => Ok(step.clone_ref(py)),
            None => Err(PyIndexError::new_err("there is no such step")),
        }
    }

    fn __str__(&self) -> String {
        let steps = self.steps.iter().enumerate();
        let lines = steps.map(|(at, step)| format!("{}. {}", at + 1, step.get().sentence()));
        lines.collect::<Vec<_>>().join("\n")
    }

    fn _repr_markdown_(&self) -> String {
        self.__str__()
    }

    fn __repr__(&self) -> String {
        let end = if self.is_solved {
            "solved"
        } else {
            "not solved"
        };
        format!("<Explanation: {} steps, {end}>", self.steps.len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.get_type::<PyExplanation>().getattr("_restore")?;
        let parts = (
            self.steps(py),
            self.is_solved,
            self.position(),
            self.status(py)?,
        );
        (restore, parts).into_pyobject(py)
    }

    #[staticmethod]
    fn _restore(
        steps: Vec<Py<PyStep>>,
        is_solved: bool,
        position: &Bound<'_, PyPuzzle>,
        status: usize,
    ) -> PyResult<PyExplanation> {
        Ok(PyExplanation {
            steps,
            is_solved,
            position: position.get().clone(),
            status: status_of_code(status)?,
        })
    }
}

/// Explains how to solve a puzzle.
pub fn explain(py: Python<'_>, puzzle: &PyPuzzle, logic: &Logic) -> PyResult<PyExplanation> {
    let (steps, end, board, status) = run(py, |token| {
        let position = position(puzzle, token, logic);
        if position.status().is_hopeless() {
            return Err(hopeless(puzzle, &position));
        }
        let (mut steps, mut walk) = (Vec::new(), position.walk());
        loop {
            let board = walk.board().clone();
            match walk.next() {
                Some(step) => steps.push(PyStep::new(step, board, &puzzle.symbols)),
                None => break,
            }
        }
        let end = walk.end().unwrap_or(NoStep::Stuck);
        Ok((steps, end, walk.into_board(), position.status_after(end)))
    })??;
    if let NoStep::Wrong(_) = end {
        return Err(Failure::stuck(end).into());
    }
    let steps = steps.into_iter().map(|step| Py::new(py, step));
    Ok(PyExplanation {
        steps: steps.collect::<PyResult<_>>()?,
        is_solved: end == NoStep::Solved,
        position: PyPuzzle {
            symbols: puzzle.symbols.clone(),
            ..PyPuzzle::from(board.to_puzzle())
        },
        status,
    })
}

/// Level and score of a puzzle, and the techniques behind them; ER, EP and ED if they were asked for.
///
/// >>> import sudokit
/// >>> rating = sudokit.rate("1... ..2. .3.. ...4")
/// >>> str(rating.level), rating.score, rating.hardest
/// ('easy', 48, 'naked-single')
#[pyclass(frozen, eq, name = "Rating", module = "sudokit")]
#[derive(PartialEq)]
pub struct PyRating {
    rating: Rating,
    ratings: Option<Ratings>,
}

impl PyRating {
    /// One of the ratings of Sudoku Explainer.
    fn explained(&self, part: fn(Ratings) -> Difficulty) -> Option<f64> {
        self.ratings.map(|ratings| number(part(ratings)))
    }
}

/// A rating of Sudoku Explainer as a number such as 7.2.
pub fn number(difficulty: Difficulty) -> f64 {
    f64::from(difficulty.tenths()) / 10.0
}

#[pymethods]
impl PyRating {
    /// The level, a member of `Level`.
    #[getter]
    fn level<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        level_member(py, self.rating.level)
    }

    /// The sum of the scores of all steps.
    #[getter]
    fn score(&self) -> u32 {
        self.rating.score
    }

    /// The identifier of the hardest technique, or None if there are no steps.
    #[getter]
    fn hardest(&self) -> Option<&'static str> {
        self.rating.hardest.map(Technique::slug)
    }

    /// The number of steps.
    #[getter]
    fn steps(&self) -> u32 {
        self.rating.steps()
    }

    /// How often each technique is used, easiest first.
    #[getter]
    fn techniques<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let uses = PyDict::new(py);
        for used in &self.rating.techniques {
            uses.set_item(used.technique.slug(), used.steps)?;
        }
        Ok(uses)
    }

    /// Sudoku Explainer's rating of the hardest step, 20.0 if its techniques do not solve the
    /// puzzle; None unless it was asked for.
    #[getter]
    fn er(&self) -> Option<f64> {
        self.explained(|ratings| ratings.er)
    }

    /// Sudoku Explainer's rating of the hardest step up to the first placement.
    #[getter]
    fn ep(&self) -> Option<f64> {
        self.explained(|ratings| ratings.ep)
    }

    /// Sudoku Explainer's rating of the first step.
    #[getter]
    fn ed(&self) -> Option<f64> {
        self.explained(|ratings| ratings.ed)
    }

    fn __repr__(&self) -> String {
        let Rating { level, score, .. } = self.rating;
        match self.ratings {
            Some(Ratings { er, .. }) => format!("<Rating {level} {score}, ER {er}>"),
            None => format!("<Rating {level} {score}>"),
        }
    }

    fn __hash__(&self) -> u64 {
        u64::from(self.rating.score) << 3 | self.rating.level as u64
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.get_type::<PyRating>().getattr("_restore")?;
        let uses = self.rating.techniques.iter();
        let uses: Vec<_> = uses
            .map(|used| (used.technique.slug(), used.steps))
            .collect();
        let Rating { level, score, .. } = self.rating;
        let tenths = |Ratings { er, ep, ed, .. }| [er, ep, ed].map(Difficulty::tenths);
        let tenths = self.ratings.map(tenths);
        let parts = (level.name(), score, self.hardest(), uses, tenths);
        (restore, parts).into_pyobject(py)
    }

    #[staticmethod]
    fn _restore(
        level: &str,
        score: u32,
        hardest: Option<String>,
        uses: Vec<(String, u32)>,
        tenths: Option<[u16; 3]>,
    ) -> PyResult<PyRating> {
        let technique = |name: &str| name.parse::<Technique>().map_err(Failure::argument);
        let uses = uses.iter().map(|(name, steps)| {
            let (technique, steps) = (technique(name)?, *steps);
            Ok::<_, Failure>(Use { technique, steps })
        });
        let level = level.parse().map_err(Failure::argument)?;
        let hardest = hardest.as_deref().map(technique).transpose()?;
        let rating = Rating::new(level, score, hardest, uses.collect::<Result<_, _>>()?);
        let ratings = tenths.map(|tenths| {
            let [er, ep, ed] = tenths.map(Difficulty::from_tenths);
            Ratings::new(er, ep, ed)
        });
        Ok(PyRating { rating, ratings })
    }
}

/// The rating of a position, as the command's `rate` has it, or its status.
pub fn rating_of(position: &Position) -> Result<Rating, (Status, Option<NoStep>)> {
    let status = position.status();
    if matches!(status, Status::Several) || status.is_hopeless() {
        return Err((status, None));
    }
    let mut walk = position.walk();
    let steps: Vec<Step> = walk.by_ref().collect();
    match walk.end() {
        Some(NoStep::Solved) => Ok(Rating::of(position.board().shape(), &steps)),
        end => Err((position.status_after(end.unwrap_or(NoStep::Stuck)), end)),
    }
}

/// ER, EP and ED of a puzzle, or `None` if it is complete.
pub fn explainer_ratings(puzzle: &Puzzle, token: &CancelToken) -> Result<Option<Ratings>, Unrated> {
    match Explainer::new().cancel_with(token.clone()).rate(puzzle) {
        Ok(ratings) => Ok(Some(ratings)),
        Err(Unrated::Complete) => Ok(None),
        Err(reason) => Err(reason),
    }
}

/// Rates a puzzle, also as Sudoku Explainer does if `er` asks for it.
pub fn rate(py: Python<'_>, puzzle: &PyPuzzle, er: bool) -> PyResult<PyRating> {
    let (position, rating) = run(py, |token| {
        let position = position(puzzle, token, &Logic::rating());
        let rating = rating_of(&position);
        let ratings = match er && rating.is_ok() {
            true => explainer_ratings(&puzzle.puzzle, token),
            false => Ok(None),
        };
        (position, rating.map(|rating| (rating, ratings)))
    })?;
    match rating {
        Ok((rating, ratings)) => {
            let ratings = ratings.map_err(Failure::unsupported)?;
            Ok(PyRating { rating, ratings })
        }
        Err((Status::Several, _)) => Err(Failure::several().into()),
        Err((status, _)) if status.is_hopeless() => Err(hopeless(puzzle, &position).into()),
        Err((_, end)) => Err(Failure::stuck(end.unwrap_or(NoStep::Stuck)).into()),
    }
}
