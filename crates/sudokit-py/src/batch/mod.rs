//! Many puzzles at once: lists, NumPy arrays and Arrow data.
//!
//! [`rows`] reads what the caller has, without copying arrays; [`columns`] makes what the caller
//! gets. Between them, packets of rows are worked on by all threads. A row that is missing or broken
//! gets a status of its own and never fails a batch.

mod columns;
pub mod rows;

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use pyo3::prelude::*;
use rayon::prelude::*;
use sudokit::logic::{Level, Logic, NoStep, Position, Technique};
use sudokit::rate::explainer::{Difficulty, Ratings};
use sudokit::solve::{End, Solver, Status};
use sudokit::symmetry::{self, canonical_values_9x9};
use sudokit::{CancelToken, Grid, Puzzle, Shape};

use crate::interrupt::run_watched;
use crate::read;
use crate::search::{Budget, quick_search};
use crate::step::{explainer_ratings, number, rating_of};
use columns::Columns;
use rows::{Question, Rows, Source};

/// The status code of a missing row.
const MISSING: u8 = u8::MAX;
/// The code of a missing level or technique.
const NONE: i16 = -1;
/// The most rows that a thread solves at a time: enough to fill the lanes of the engine many times
/// over, and a few milliseconds of work.
const PACKET: usize = 16_384;

fn code(status: Status) -> u8 {
    let at = Status::ALL.iter().position(|each| *each == status);
    at.map_or(MISSING, |at| at as u8)
}

/// Runs work on a pool of threads; 0 means one per core.
pub fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        // The system refuses more threads: use rayon's global pool.
        Err(_) => work(),
    }
}

/// What all batch functions take.
struct Job<'a> {
    rows: Rows<'a>,
    threads: usize,
    done: AtomicUsize,
}

impl<'a> Job<'a> {
    fn new(source: &'a Source<'_>, threads: usize) -> Job<'a> {
        Job {
            rows: source.rows(),
            threads,
            done: AtomicUsize::new(0),
        }
    }

    /// Runs `work` on a pool of threads and reports progress. Ctrl-C ends it.
    fn run<T: Send>(
        &self,
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        work: impl FnOnce(&CancelToken) -> T + Send,
    ) -> PyResult<T> {
        let total = self.rows.len();
        let report = |done: usize| match progress {
            Some(progress) => progress.call1((done, total)).map(drop),
            None => Ok(()),
        };
        let on_pool = |token: &CancelToken| in_pool(self.threads, || work(token));
        let result = run_watched(py, on_pool, |_| report(self.done.load(Ordering::Relaxed)))?;
        report(total)?;
        Ok(result)
    }

    /// Returns the number of rows of a packet: fewer in a short batch, so that every thread has some.
    fn packet_size(&self) -> usize {
        let (fewest, most) = match self.rows {
            // Solved one by one, and large boards take long.
            Rows::Values { .. } => (1, PACKET),
            // What is read should stay in the caches until it is solved and written.
            Rows::Mixed { .. } => (16, PACKET / 4),
            _ => (16, PACKET),
        };
        let share = self.rows.len() / (4 * rayon::current_num_threads());
        share.clamp(fewest, most)
    }

    /// Returns the rows of a packet.
    fn packet(&self, size: usize, number: usize) -> Range<usize> {
        let start = number * size;
        start..self.rows.len().min(start + size)
    }

    fn count_done(&self, packet: &Range<usize>) {
        self.done.fetch_add(packet.len(), Ordering::Relaxed);
    }
}

/// Boards for the rows: those with the batch's number of cells side by side, others by row.
struct Boards {
    /// Values or, if the rows are text, characters. Rows without a board do not matter.
    cells: Vec<u8>,
    others: Vec<(usize, Grid)>,
}

/// What a search found for each row.
struct Answers {
    status: Vec<u8>,
    counts: Vec<u64>,
    boards: Boards,
}

/// A search for each row; solving, counting and checking differ only in what is kept of it.
struct Search {
    solver: Solver,
    limit: u64,
    token: CancelToken,
}

impl Search {
    fn run(&self, job: &Job<'_>) -> Answers {
        let (length, width, size) = (job.rows.len(), job.rows.width(), job.packet_size());
        let mut status = vec![MISSING; length];
        let mut counts = vec![0; length];
        let mut cells = vec![0; length * width];
        let packets = status
            .par_chunks_mut(size)
            .zip(counts.par_chunks_mut(size))
            .zip(cells.par_chunks_mut(size * width))
            .enumerate();
        let others = packets.map(|(number, ((status, counts), cells))| {
            let mut packet = AnswerPacket {
                rows: job.packet(size, number),
                width,
                status,
                counts,
                cells,
                others: Vec::new(),
            };
            packet.search(&job.rows, self);
            job.rows.write_cells(packet.cells);
            job.count_done(&packet.rows);
            packet.others
        });
        let others: Vec<Vec<(usize, Grid)>> = others.collect();
        Answers {
            status,
            counts,
            boards: Boards {
                cells,
                others: others.into_iter().flatten().collect(),
            },
        }
    }

    /// Of several solutions, the one that the puzzle gets when it is solved alone. The lanes return
    /// one that depends on the other puzzles of the batch.
    fn usual_solution(&self, puzzle: Option<Puzzle>, solution: &mut [u8; 81]) {
        let usual = puzzle.and_then(|puzzle| quick_search(&puzzle, 1).solution);
        if let Some(usual) = usual.and_then(|usual| usual.values().try_into().ok()) {
            *solution = usual;
        }
    }

    /// The status of a row of a batch. `puzzle` is only called where its details matter.
    fn status(
        &self,
        count: u32,
        is_early: bool,
        is_full: bool,
        puzzle: impl FnOnce() -> Option<Puzzle>,
    ) -> Status {
        let end = match is_early {
            true => End::NodeLimit,
            false if u64::from(count) >= self.limit => End::Limit,
            false => End::Exhausted,
        };
        match (count, end) {
            (0, end) => {
                puzzle().map_or(Status::Unreadable, |puzzle| Status::after(&puzzle, 0, end))
            }
            (1, _) if is_full => Status::Complete,
            (1, End::Exhausted) => Status::Unique,
            (1, _) => Status::Solved,
            _ => Status::Several,
        }
    }
}

/// One packet of the answers.
struct AnswerPacket<'a> {
    rows: Range<usize>,
    width: usize,
    status: &'a mut [u8],
    counts: &'a mut [u64],
    cells: &'a mut [u8],
    others: Vec<(usize, Grid)>,
}

impl AnswerPacket<'_> {
    fn search(&mut self, rows: &Rows<'_>, search: &Search) {
        match rows {
            Rows::Classic(puzzles) => {
                let puzzles = &puzzles[self.rows.clone()];
                let is_full = |at: usize| !puzzles[at].contains(&0);
                let puzzle = |at: usize| rows::classic(&puzzles[at]);
                self.solve_in_place(search, is_full, puzzle, |solver, counts, solutions| {
                    solver.solve_batch_into(puzzles, counts, solutions)
                });
            }
            Rows::Masks(puzzles) => {
                let puzzles = &puzzles[self.rows.clone()];
                let puzzle = |at: usize| Some(rows::sukaku(&puzzles[at]));
                self.solve_in_place(
                    search,
                    |_| false,
                    puzzle,
                    |solver, counts, solutions| {
                        solver.solve_candidates_batch_into(puzzles, counts, solutions)
                    },
                );
            }
            _ => self.sort_and_solve(rows, search),
        }
    }

    /// Solves a packet of classic puzzles from the caller's array straight into the result's.
    fn solve_in_place(
        &mut self,
        search: &Search,
        is_full: impl Fn(usize) -> bool,
        puzzle: impl Fn(usize) -> Option<Puzzle>,
        solve: impl FnOnce(&Solver, &mut [u32], &mut [[u8; 81]]) -> Vec<u32>,
    ) {
        let (solutions, _) = self.cells.as_chunks_mut();
        let mut found = vec![0; self.rows.len()];
        let early = solve(&search.solver, &mut found, solutions);
        let mut early = early.iter().peekable();
        for (at, count) in found.into_iter().enumerate() {
            let is_early = early.next_if(|each| **each as usize == at).is_some();
            self.counts[at] = u64::from(count);
            let status = search.status(count, is_early, is_full(at), || puzzle(at));
            self.status[at] = code(status);
            match count {
                0 => solutions[at].fill(0),
                1 => {}
                _ => search.usual_solution(puzzle(at), &mut solutions[at]),
            }
        }
    }

    /// Sorts the rows: classic puzzles are solved together, the others one by one.
    fn sort_and_solve(&mut self, rows: &Rows<'_>, search: &Search) {
        let mut places = Vec::with_capacity(self.rows.len());
        let mut puzzles = vec![[0; 81]; self.rows.len()];
        for at in 0..self.rows.len() {
            let next = &mut puzzles[places.len()];
            if rows.read_line(self.rows.start + at, next) {
                places.push(at);
                continue;
            }
            match rows.question(self.rows.start + at) {
                Question::Missing => {}
                Question::Unreadable => self.status[at] = code(Status::Unreadable),
                Question::Classic(values) => {
                    *next = values;
                    places.push(at);
                }
                Question::Other(_) if search.token.is_cancelled() => {}
                Question::Other(puzzle) => self.solve_one(at, &puzzle, search),
            }
        }
        puzzles.truncate(places.len());
        let is_full = |at: usize| !puzzles[at].contains(&0);
        let puzzle = |at: usize| rows::classic(&puzzles[at]);
        if puzzles.len() == self.rows.len() {
            return self.solve_in_place(search, is_full, puzzle, |solver, counts, solutions| {
                solver.solve_batch_into(&puzzles, counts, solutions)
            });
        }
        let (mut found, mut solutions) = (vec![0; puzzles.len()], vec![[0; 81]; puzzles.len()]);
        let solver = &search.solver;
        let early = solver.solve_batch_into(&puzzles, &mut found, &mut solutions);
        let mut early = early.iter().peekable();
        for (number, (at, count)) in places.into_iter().zip(found).enumerate() {
            let is_early = early.next_if(|each| **each as usize == number).is_some();
            let status = search.status(count, is_early, is_full(number), || puzzle(number));
            self.counts[at] = u64::from(count);
            self.status[at] = code(status);
            if count > 1 {
                search.usual_solution(puzzle(number), &mut solutions[number]);
            }
            if count > 0 {
                self.cells[at * self.width..][..81].copy_from_slice(&solutions[number]);
            }
        }
    }

    fn solve_one(&mut self, at: usize, puzzle: &Puzzle, search: &Search) {
        let outcome = search.solver.solve(puzzle);
        self.counts[at] = outcome.count;
        self.status[at] = code(Status::of(puzzle, &outcome));
        if let Some(solution) = outcome.solution {
            let to = &mut self.cells[at * self.width..][..self.width];
            keep(solution, to, self.rows.start + at, &mut self.others);
        }
    }
}

/// Keeps a board beside the others if it is as large as they are.
fn keep(board: Grid, to: &mut [u8], row: usize, others: &mut Vec<(usize, Grid)>) {
    match board.values().len() == to.len() {
        true => to.copy_from_slice(board.values()),
        false => others.push((row, board)),
    }
}

/// Arguments that say how the rows of a batch are read.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Reading {
    column: String,
    shape: Option<String>,
    blank: Option<String>,
    symbols: Option<String>,
}

impl Reading {
    pub fn source<'py>(&self, puzzles: &Bound<'py, PyAny>) -> PyResult<Source<'py>> {
        let (shape, blank, symbols) = (&self.shape, &self.blank, &self.symbols);
        let options = read::options(shape.as_deref(), blank.as_deref(), symbols.as_deref(), None)?;
        Source::new(puzzles, &self.column, options)
    }
}

/// Solves many puzzles: returns their solutions, statuses and numbers of solutions. The limits are on
/// solutions, seconds and search nodes.
#[pyfunction]
#[pyo3(signature = (puzzles, reading, limits, threads, progress))]
pub fn solve_batch<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    reading: Reading,
    limits: (Option<u64>, Option<f64>, Option<u64>),
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<[Py<PyAny>; 3]> {
    let (limit, time_limit, node_limit) = limits;
    let source = reading.source(puzzles)?;
    let job = Job::new(&source, threads);
    let budget = Budget {
        time_limit,
        node_limit,
        threads: 1,
    };
    let limit = limit.unwrap_or(u64::MAX);
    let answers = job.run(py, progress.as_ref(), |token| {
        let search = Search {
            solver: budget.solver(token)?.limit(limit),
            limit,
            token: token.clone(),
        };
        Ok::<_, PyErr>(search.run(&job))
    })??;
    drop(job);
    let columns = Columns::new(py, &source);
    let is_known = |status: &u8| ![MISSING, code(Status::Unreadable)].contains(status);
    let is_known: Vec<bool> = answers.status.iter().map(is_known).collect();
    let is_solved: Vec<bool> = answers.counts.iter().map(|count| *count > 0).collect();
    Ok([
        columns.boards(answers.boards, &is_solved)?,
        columns.status(&answers.status)?,
        columns.numbers(answers.counts, &is_known)?,
    ])
}

/// Rates many puzzles: returns statuses, levels, scores and hardest techniques; with `er` also ER, EP
/// and ED.
#[pyfunction]
#[pyo3(signature = (puzzles, reading, er, threads, progress))]
pub fn rate_batch<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    reading: Reading,
    er: bool,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Vec<Py<PyAny>>> {
    let source = reading.source(puzzles)?;
    let job = Job::new(&source, threads);
    let logic = Logic::rating();
    let ratings: Vec<RowRating> = job.run(py, progress.as_ref(), |token| {
        let rows = 0..job.rows.len();
        let rate = |row| {
            let rating = RowRating::of(job.rows.question(row), &logic, er, token);
            job.count_done(&(row..row + 1));
            rating
        };
        rows.into_par_iter().map(rate).collect()
    })?;
    drop(job);
    let columns = Columns::new(py, &source);
    let is_rated: Vec<bool> = ratings.iter().map(|each| each.level != NONE).collect();
    let status: Vec<u8> = ratings.iter().map(|each| each.status).collect();
    let scores = ratings.iter().map(|each| u64::from(each.score)).collect();
    let of = |part: fn(&RowRating) -> i16| ratings.iter().map(part).collect();
    let mut all = vec![
        columns.status(&status)?,
        columns.names("Level", &Level::ALL.map(Level::name), of(|each| each.level))?,
        columns.numbers(scores, &is_rated)?,
        columns.names("", &technique_names(), of(|each| each.hardest))?,
    ];
    if er {
        let parts: [fn(Ratings) -> Difficulty; 3] = [|all| all.er, |all| all.ep, |all| all.ed];
        for part in parts {
            let column = ratings.iter().map(|each| Some(number(part(each.ratings?))));
            all.push(columns.fractions(column.collect())?);
        }
    }
    Ok(all)
}

fn technique_names() -> Vec<&'static str> {
    Technique::ALL.iter().map(|each| each.slug()).collect()
}

/// The rating of a row, in codes.
struct RowRating {
    status: u8,
    level: i16,
    score: u32,
    hardest: i16,
    /// ER, EP and ED, if they were asked for and the board has them.
    ratings: Option<Ratings>,
}

impl RowRating {
    fn of(question: Question, logic: &Logic, er: bool, token: &CancelToken) -> RowRating {
        let unrated = |status| RowRating {
            status,
            level: NONE,
            score: 0,
            hardest: NONE,
            ratings: None,
        };
        let puzzle = match question {
            _ if token.is_cancelled() => return unrated(MISSING),
            Question::Missing => return unrated(MISSING),
            Question::Unreadable => return unrated(code(Status::Unreadable)),
            Question::Classic(values) => match rows::classic(&values) {
                Some(puzzle) => puzzle,
                None => return unrated(code(Status::Unreadable)),
            },
            Question::Other(puzzle) => puzzle,
        };
        let solver = Solver::new().cancel_with(token.clone());
        let position = Position::new(&puzzle, solver, logic);
        match rating_of(&position) {
            Err((status, _)) => unrated(code(status)),
            Ok(rating) => RowRating {
                status: code(position.status_after(NoStep::Solved)),
                level: rating.level as i16,
                score: rating.score,
                hardest: rating.hardest.map_or(NONE, |hardest| {
                    let at = Technique::ALL.iter().position(|each| *each == hardest);
                    at.map_or(NONE, |at| at as i16)
                }),
                ratings: match er {
                    true => explainer_ratings(&puzzle, token).ok().flatten(),
                    false => None,
                },
            },
        }
    }
}

/// Returns the canonical forms of many puzzles.
#[pyfunction]
#[pyo3(signature = (puzzles, reading, threads, progress))]
pub fn canonical_batch<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    reading: Reading,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let source = reading.source(puzzles)?;
    let job = Job::new(&source, threads);
    let (boards, has_form) = job.run(py, progress.as_ref(), |token| {
        let (length, width) = (job.rows.len(), job.rows.width());
        let mut has_form = vec![false; length];
        let mut cells = vec![0; length * width];
        let rows = has_form
            .par_iter_mut()
            .zip(cells.par_chunks_mut(width.max(1)));
        let others = rows.enumerate().map(|(row, (has_form, cells))| {
            let mut others = Vec::new();
            if let Some(form) = canonical_form(job.rows.question(row), token) {
                *has_form = true;
                keep(form, cells, row, &mut others);
                job.rows.write_cells(cells);
            }
            job.count_done(&(row..row + 1));
            others
        });
        let others = others.flatten_iter().collect();
        (Boards { cells, others }, has_form)
    })?;
    drop(job);
    Columns::new(py, &source).boards(boards, &has_form)
}

fn canonical_form(question: Question, token: &CancelToken) -> Option<Grid> {
    match question {
        _ if token.is_cancelled() => None,
        Question::Missing | Question::Unreadable => None,
        Question::Classic(values) => {
            let form = canonical_values_9x9(&values)?;
            Grid::new(Shape::classic(), form.to_vec()).ok()
        }
        Question::Other(puzzle) => {
            let form = symmetry::canonical_with(&puzzle, token).ok()?;
            Some(Grid::from(&form.puzzle))
        }
    }
}
