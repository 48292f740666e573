//! A long run for engines and techniques: generated, transformed and changed puzzles of many shapes
//! through every engine and every vector width, against each other and against an oracle; and every
//! step of logical solves against the solution.
//!
//! ```sh
//! cargo run --release -p sudokit --example soak -- 0.5 soak.log
//! ```
//!
//! The first argument is the time in hours. The work is cut into rounds, and the number of a round is
//! its seed. The log has a line for each round; a run that finds the file continues after its last
//! round, so that nights add up. The first difference ends the run with a panic that names the
//! puzzle.

use std::env;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sudokit::generate::Generator;
use sudokit::internals::Width;
use sudokit::logic::{Board, Logic};
use sudokit::random::Random;
use sudokit::solve::Answers;
use sudokit::solve::textbook::PRESETS;
use sudokit::symmetry::Transformation;
use sudokit::{Engine, Grid, Origin, Puzzle, Shape, Solver};

// The oracle of the tests, and their check of a step.
#[allow(dead_code)]
#[path = "../tests/logic/support.rs"]
mod logic_support;
#[allow(dead_code)]
#[path = "../tests/solve/support.rs"]
mod solve_support;

/// The 9×9 puzzles that a round generates, and the number of variants of each.
const GENERATED: u64 = 256;
const VARIANTS: usize = 64;
/// Counting stops here.
const LIMIT: u64 = 2;
/// Other shapes, one of them in each round.
const SHAPES: [&str; 11] = [
    "2x2",
    "2x3",
    "2x4",
    "2x5",
    "3x4",
    "4x4",
    "2x2+diagonals",
    "3x3+diagonals",
    "3x3+windows",
    "3x3+diagonals+windows",
    "1x7",
];

/// What was checked.
#[derive(Clone, Copy, Default)]
struct Checked {
    rounds: u64,
    classic: u64,
    other: u64,
    steps: u64,
}

impl Checked {
    fn add(&mut self, more: Checked) {
        self.rounds += more.rounds;
        self.classic += more.classic;
        self.other += more.other;
        self.steps += more.steps;
    }

    /// Reads a line of the log.
    fn parse(line: &str) -> Option<Checked> {
        let numbers: Vec<u64> = line
            .split(' ')
            .filter_map(|word| word.parse().ok())
            .collect();
        match numbers[..] {
            [rounds, classic, other, steps] => Some(Checked {
                rounds,
                classic,
                other,
                steps,
            }),
            _ => None,
        }
    }
}

impl std::fmt::Display for Checked {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Checked {
            rounds,
            classic,
            other,
            steps,
        } = self;
        write!(
            f,
            "rounds {rounds} 9x9 {classic} others {other} steps {steps}"
        )
    }
}

fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let hours: Option<f64> = arguments.next().and_then(|text| text.parse().ok());
    let (Some(hours), Some(path)) = (hours, arguments.next()) else {
        eprintln!("usage: soak HOURS LOG");
        std::process::exit(2);
    };
    let text = fs::read_to_string(&path).unwrap_or_default();
    let before = text
        .lines()
        .filter_map(Checked::parse)
        .next_back()
        .unwrap_or_default();
    let log = OpenOptions::new().create(true).append(true).open(&path)?;
    let (began, time) = (Instant::now(), Duration::from_secs_f64(3600.0 * hours));
    let total = Mutex::new((before, log));
    // A run that is killed leaves rounds under way, which the next run repeats.
    let next = AtomicU64::new(before.rounds);
    let failed = AtomicBool::new(false);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while began.elapsed() < time && !failed.load(Ordering::Relaxed) {
                    let alarm = Alarm(&failed);
                    let checked = round(next.fetch_add(1, Ordering::Relaxed));
                    std::mem::forget(alarm);
                    record(&total, checked);
                }
            });
        }
    });
    let (checked, _) = *total.lock().expect("no thread failed");
    println!("{checked}: no difference");
    Ok(())
}

/// Stops the other threads when its own one panics.
struct Alarm<'a>(&'a AtomicBool);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn record(total: &Mutex<(Checked, File)>, checked: Checked) {
    let (sum, log) = &mut *total.lock().expect("no thread failed");
    sum.add(checked);
    writeln!(log, "{sum}").expect("the log can be written");
    if sum.rounds.is_multiple_of(20) {
        eprintln!("{sum}");
    }
}

fn round(number: u64) -> Checked {
    let mut random = Random::new(number, 0);
    let generator = Generator::classic().seed(number).threads(1);
    let generated: Vec<Puzzle> = generator
        .puzzles(GENERATED)
        .expect("9×9 puzzles can be generated")
        .map(|found| {
            found
                .expect("without a target every attempt gives a puzzle")
                .puzzle
        })
        .collect();
    let mut variants = Vec::with_capacity(generated.len() * VARIANTS);
    for puzzle in &generated {
        variants.extend((0..VARIANTS).map(|_| variant(puzzle, &mut random)));
    }
    check_classic(&variants);
    let other = check_shape(SHAPES[number as usize % SHAPES.len()], number, &mut random);
    let steps = generated.iter().step_by(32).map(check_steps).sum();
    Checked {
        rounds: 1,
        classic: variants.len() as u64,
        other,
        steps,
    }
}

/// Returns an isomorphic puzzle in which up to three cells were cleared, changed or filled.
fn variant(puzzle: &Puzzle, random: &mut Random) -> [u8; 81] {
    let change = Transformation::random(puzzle.shape(), random).expect("a 9×9 has isomorphs");
    let mut values: [u8; 81] = change
        .apply_values(puzzle.values())
        .try_into()
        .expect("81 values");
    for _ in 0..random.below(4) {
        values[random.below(81) as usize] = random.below(10) as u8;
    }
    values
}

/// Compares all engines and widths on classic puzzles. The slow engines get some of them.
fn check_classic(puzzles: &[[u8; 81]]) {
    let widths = Width::ALL.into_iter().filter(|width| width.is_available());
    let solvers: Vec<Solver> = widths
        .map(|width| Solver::new().limit(LIMIT).threads(1).width(width))
        .map(|solver| solver.expect("the width is available"))
        .collect();
    let answers: Vec<Answers> = solvers
        .iter()
        .map(|solver| {
            let mut answers = Answers::new();
            solver.solve_batch(puzzles, &mut answers);
            answers
        })
        .collect();
    let first = &answers[0];
    for (at, values) in puzzles.iter().enumerate() {
        let puzzle = Puzzle::from_values(Shape::classic(), values.to_vec()).expect("values to 9");
        let expected = u64::from(first.counts()[at]);
        for answers in &answers {
            assert_eq!(u64::from(answers.counts()[at]), expected, "{puzzle}");
            let solution = answers.solution(at);
            assert_eq!(solution.is_some(), expected > 0, "{puzzle}");
            if let Some(solution) = solution {
                let grid = Grid::new(Shape::classic(), solution.to_vec()).expect("a grid");
                assert!(grid.solves(&puzzle), "{puzzle}");
            }
        }
        let solver = &solvers[at % solvers.len()];
        check_engine(solver, Engine::Single, &puzzle, expected);
        check_engine(solver, Engine::Auto, &puzzle, expected);
        if at % 16 == 0 {
            check_engine(solver, Engine::General, &puzzle, expected);
        }
        if at % 512 == 0 {
            check_engine(solver, Engine::Learn, &puzzle, expected);
        }
        if at % 8192 == 0 {
            check_textbook(&puzzle, expected);
        }
        // It has no heuristics, so it gets puzzles that it solves soon.
        let givens = values.iter().filter(|value| **value != 0).count();
        if at % 2048 == 0 && givens > 26 {
            assert_eq!(solve_support::oracle(&puzzle, LIMIT), expected, "{puzzle}");
        }
    }
    check_candidates(&solvers, puzzles, first);
}

/// Gives the lanes candidates in place of values: one for a given, all for an open cell.
fn check_candidates(solvers: &[Solver], puzzles: &[[u8; 81]], expected: &Answers) {
    let some = puzzles.len() / 8;
    let masks: Vec<[u16; 81]> = puzzles[..some]
        .iter()
        .map(|values| values.map(|value| if value == 0 { 0x1ff } else { 1 << (value - 1) }))
        .collect();
    for solver in solvers {
        let mut answers = Answers::new();
        solver.solve_candidates_batch(&masks, &mut answers);
        assert_eq!(answers.counts(), &expected.counts()[..some]);
    }
}

fn check_engine(solver: &Solver, engine: Engine, puzzle: &Puzzle, expected: u64) {
    let outcome = solver.clone().engine(engine).solve(puzzle);
    assert_eq!(outcome.count, expected, "{engine}: {puzzle:?}");
    if let Some(solution) = outcome.solution {
        assert!(solution.solves(puzzle), "{engine}: {puzzle:?}");
    }
}

fn check_textbook(puzzle: &Puzzle, expected: u64) {
    for preset in PRESETS {
        let solver = Solver::new()
            .engine(Engine::Textbook(preset.rules))
            .limit(LIMIT);
        let outcome = solver.node_limit(5_000).solve(puzzle);
        if !outcome.end.is_early() {
            assert_eq!(outcome.count, expected, "{}: {puzzle:?}", preset.name);
        }
    }
}

/// Compares the engines for any shape on one puzzle and variants of it; returns their number.
fn check_shape(name: &str, seed: u64, random: &mut Random) -> u64 {
    let puzzle = logic_support::dug(name, seed);
    let (shape, count) = (puzzle.shape().clone(), 20);
    for number in 0..count {
        let mut puzzle = puzzle.clone();
        for _ in 0..number % 4 {
            let cell = random.below(shape.cells() as u64) as usize;
            let value = random.below(shape.size() as u64 + 1) as u8;
            puzzle.set(cell, value, Origin::Given);
        }
        let solver = Solver::new().limit(LIMIT).threads(1).node_limit(20_000);
        let outcomes = [Engine::General, Engine::Learn, Engine::Auto]
            .map(|engine| solver.clone().engine(engine).solve(&puzzle));
        let mut ended = outcomes.iter().filter(|outcome| !outcome.end.is_early());
        let Some(expected) = ended.next().map(|outcome| outcome.count) else {
            continue;
        };
        for outcome in outcomes.iter().filter(|outcome| !outcome.end.is_early()) {
            assert_eq!(outcome.count, expected, "{puzzle:?}");
            let is_solved = |grid: &Grid| grid.solves(&puzzle);
            assert!(
                outcome.solution.as_ref().is_none_or(is_solved),
                "{puzzle:?}"
            );
        }
        check_textbook(&puzzle, expected);
        if shape.size() <= 6 {
            assert_eq!(
                solve_support::oracle(&puzzle, LIMIT),
                expected,
                "{puzzle:?}"
            );
        }
    }
    count
}

/// Checks every step of a logical solve; returns their number.
fn check_steps(puzzle: &Puzzle) -> u64 {
    let (logic, solution) = (Logic::new(), logic_support::solution(puzzle));
    let (mut board, mut steps) = (Board::new(puzzle), 0);
    while let Ok(step) = logic.advise(&board) {
        logic_support::assert_sound(&board, &step, &solution);
        board.apply(&step);
        steps += 1;
    }
    steps
}
