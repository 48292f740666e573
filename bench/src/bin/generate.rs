//! Measures generators side by side: puzzles per second on one core.
//!
//! ```text
//! cargo run --release -p bench --bin generate
//! cargo run --release -p bench --bin generate -- --external tdoku='generate -p0 -s0 -e0 -d81 -a1 -l10000'
//! ```
//!
//! Each generator gets a turn in every round, and the best turn counts. A hundred of Sudokit's puzzles
//! per turn are verified to be unique and minimal, outside the measured time. For other puzzles, only the
//! givens are counted.

use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use sudokit::generate::{Generator, random_grid};
use sudokit::random::Random;
use sudokit::{Origin, Puzzle, Shape, Solver};
use sudoku::Sudoku;

/// Measure how fast Sudokit generates puzzles, side by side with the crate `sudoku` and other programs.
#[derive(Parser, Debug)]
#[command(name = "generate", max_term_width = 100)]
struct Arguments {
    /// Number of turns of each contender; the best counts
    #[arg(long, value_name = "N", default_value_t = 7)]
    rounds: usize,

    /// Also another program that prints one puzzle per line and exits, timed as a whole process
    #[arg(long, value_name = "NAME=COMMAND", value_parser = external)]
    external: Vec<(String, String)>,
}

fn external(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, command)) if !name.is_empty() => Ok((name.to_string(), command.to_string())),
        _ => Err("a name, `=` and a command are needed".to_string()),
    }
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("generate: {problem:#}");
            ExitCode::FAILURE
        }
    }
}

/// A generator and its output.
struct Contender<'a> {
    name: String,
    /// Generates some, and returns their number and their total number of givens.
    turn: Box<dyn FnMut(u64) -> Result<Made> + 'a>,
    /// The row of Sudokit that it is compared with.
    rival_of: Option<usize>,
    best: f64,
    givens: f64,
}

struct Made {
    count: u64,
    givens: u64,
    time: Duration,
}

impl<'a> Contender<'a> {
    fn new(name: impl Into<String>, turn: impl FnMut(u64) -> Result<Made> + 'a) -> Contender<'a> {
        Contender {
            name: name.into(),
            turn: Box::new(turn),
            rival_of: None,
            best: 0.0,
            givens: 0.0,
        }
    }

    fn rival_of(mut self, row: usize) -> Contender<'a> {
        self.rival_of = Some(row);
        self
    }
}

/// Returns the rows of Sudokit.
const PUZZLES: usize = 0;
const GRIDS: usize = 2;

fn run(arguments: &Arguments) -> Result<()> {
    let mut contenders = vec![
        Contender::new("sudokit, minimal 9×9", |round| {
            sudokits(&Shape::classic(), 20_000, round)
        }),
        Contender::new("crate sudoku, generate", |_| {
            crates(2_000, Sudoku::generate)
        })
        .rival_of(PUZZLES),
        Contender::new("sudokit, random grid", random_grids),
        Contender::new("crate sudoku, generate_solved", |_| {
            crates(4_000, Sudoku::generate_solved)
        })
        .rival_of(GRIDS),
        Contender::new("sudokit, 16×16", |round| {
            sudokits(&Shape::with_size(16)?, 10, round)
        }),
    ];
    for (name, command) in &arguments.external {
        contenders.push(Contender::new(name, |_| outside(command)).rival_of(PUZZLES));
    }
    for round in 0..arguments.rounds {
        for contender in &mut contenders {
            let made = (contender.turn)(round as u64).context(contender.name.clone())?;
            let rate = made.count as f64 / made.time.as_secs_f64();
            contender.best = contender.best.max(rate);
            contender.givens = made.givens as f64 / made.count as f64;
        }
    }
    println!(
        "{:<32} {:>12}  {:>6}  {:>10}",
        "", "a second", "givens", "sudokit is"
    );
    for contender in &contenders {
        let Contender {
            name, best, givens, ..
        } = contender;
        let times = match contender.rival_of {
            Some(row) => format!("{:.1} ×", contenders[row].best / best),
            None => String::new(),
        };
        println!("{name:<32} {best:>12.0}  {givens:>6.1}  {times:>10}");
    }
    Ok(())
}

fn sudokits(shape: &Shape, count: u64, round: u64) -> Result<Made> {
    let (mut givens, mut verified) = (0, Vec::new());
    let begun = Instant::now();
    for generated in Generator::new(shape.clone()).seed(round).puzzles(count)? {
        let puzzle = generated?.puzzle;
        givens += puzzle.clues() as u64;
        if verified.len() < 100 {
            verified.push(puzzle);
        }
    }
    let time = begun.elapsed();
    for puzzle in &verified {
        ensure!(
            Solver::new().solve(puzzle).is_unique(),
            "not unique: {puzzle:?}"
        );
        ensure!(
            !shape.is_classic() || is_minimal(puzzle),
            "not minimal: {puzzle:?}"
        );
    }
    Ok(Made {
        count,
        givens,
        time,
    })
}

fn is_minimal(puzzle: &Puzzle) -> bool {
    let given = |cell: &usize| puzzle.values()[*cell] != 0;
    (0..puzzle.values().len()).filter(given).all(|cell| {
        let mut without = puzzle.clone();
        without.set(cell, 0, Origin::Given);
        !Solver::new().solve(&without).is_unique()
    })
}

fn random_grids(round: u64) -> Result<Made> {
    let (shape, count) = (Shape::classic(), 200_000);
    let mut random = Random::new(round, 0);
    let begun = Instant::now();
    for _ in 0..count {
        let grid = random_grid(&shape, &mut random);
        ensure!(std::hint::black_box(grid).is_some(), "no grid");
    }
    Ok(Made {
        count,
        givens: 81 * count,
        time: begun.elapsed(),
    })
}

fn crates(count: u64, make: fn() -> Sudoku) -> Result<Made> {
    let begun = Instant::now();
    let givens = (0..count).map(|_| u64::from(make().n_clues())).sum();
    Ok(Made {
        count,
        givens,
        time: begun.elapsed(),
    })
}

/// Runs a program and counts the lines it prints.
fn outside(command: &str) -> Result<Made> {
    let mut words = command.split_whitespace();
    let program = words.next().context("the command is empty")?;
    let begun = Instant::now();
    let output = Command::new(program)
        .args(words)
        .stderr(Stdio::null())
        .output()
        .with_context(|| program.to_string())?;
    let time = begun.elapsed();
    let text = String::from_utf8_lossy(&output.stdout);
    let is_given = |letter: &char| ('1'..='9').contains(letter);
    let puzzles = text
        .lines()
        .map(|line| line.chars().take(81).filter(is_given).count() as u64);
    let (count, givens) = puzzles.fold((0, 0), |(count, sum), givens| (count + 1, sum + givens));
    ensure!(count > 0, "it printed nothing");
    Ok(Made {
        count,
        givens,
        time,
    })
}
