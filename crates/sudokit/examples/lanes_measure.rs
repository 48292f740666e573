//! Microseconds per puzzle of the lane engine, for each vector width of this CPU.
//!
//! ```text
//! cargo run --release -p sudokit --example lanes_measure -- [--width NAME] [--limit N] \
//!     [--runs N] [--sample N] FILE…
//! ```
//!
//! A file has one puzzle of 81 characters a line; other lines are passed over. The runs of the
//! widths alternate, the best of each counts, and every answer is checked: solutions against the
//! givens and the rules, counts against those of the last width.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use sudokit::solve::lanes::{Batch, LaneSolver, Puzzles, UnknownWidth, Width};

struct Options {
    widths: Vec<Width>,
    limit: u32,
    runs: usize,
    sample: usize,
    files: Vec<String>,
}

fn main() -> ExitCode {
    let options = match options(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::from(2);
        }
    };
    for file in &options.files {
        match std::fs::read_to_string(file) {
            Ok(text) => measure(file, &puzzles(&text, options.sample), &options),
            Err(problem) => {
                eprintln!("{file}: {problem}");
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::SUCCESS
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options {
        widths: Vec::new(),
        limit: 2,
        runs: 9,
        sample: usize::MAX,
        files: Vec::new(),
    };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--width" => {
                let name = arguments.next().unwrap_or_default();
                let width = name
                    .parse()
                    .map_err(|problem: UnknownWidth| problem.to_string())?;
                LaneSolver::with_width(width).map_err(|problem| problem.to_string())?;
                options.widths.push(width);
            }
            "--limit" => options.limit = number(&argument, arguments.next())? as u32,
            "--runs" => options.runs = number(&argument, arguments.next())?.max(1),
            "--sample" => options.sample = number(&argument, arguments.next())?.max(1),
            _ => options.files.push(argument),
        }
    }
    if options.widths.is_empty() {
        options.widths.extend(Width::ALL);
    }
    Ok(options)
}

fn number(option: &str, text: Option<String>) -> Result<usize, String> {
    let number = text.and_then(|text| text.parse().ok());
    number.ok_or_else(|| format!("{option} needs a number"))
}

/// About so many puzzles of a file, evenly spread.
fn puzzles(text: &str, sample: usize) -> Vec<[u8; 81]> {
    let all: Vec<[u8; 81]> = text.lines().filter_map(puzzle).collect();
    let step = all.len().div_ceil(sample).max(1);
    all.into_iter().step_by(step).collect()
}

fn puzzle(line: &str) -> Option<[u8; 81]> {
    let cells = line.as_bytes().first_chunk::<81>()?;
    let is_cell = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let value = |byte: u8| if byte == b'.' { 0 } else { byte - b'0' };
    cells.iter().all(is_cell).then(|| cells.map(value))
}

struct Contender {
    solver: LaneSolver,
    best: Duration,
    nodes: u64,
    counts: Vec<u32>,
    solutions: Vec<[u8; 81]>,
}

fn measure(file: &str, puzzles: &[[u8; 81]], options: &Options) {
    let available = options
        .widths
        .iter()
        .filter_map(|width| LaneSolver::with_width(*width).ok());
    let mut contenders: Vec<Contender> = available
        .map(|solver| Contender {
            solver,
            best: Duration::MAX,
            nodes: 0,
            counts: vec![0; puzzles.len()],
            solutions: vec![[0; 81]; puzzles.len()],
        })
        .collect();
    let batch = Batch::new(Puzzles::Values(puzzles)).limit(options.limit);
    for _ in 0..options.runs {
        for c in &mut contenders {
            let start = Instant::now();
            c.nodes = c
                .solver
                .solve(&batch, &mut c.counts, &mut c.solutions)
                .nodes;
            c.best = c.best.min(start.elapsed());
        }
    }
    let expected = contenders
        .last()
        .map(|c| c.counts.clone())
        .unwrap_or_default();
    println!("{file}: {} puzzles", puzzles.len());
    for c in &contenders {
        let answers = c.counts.iter().zip(&c.solutions).zip(puzzles);
        let wrong = answers
            .zip(&expected)
            .filter(|(((count, solution), puzzle), expected)| {
                count != expected || (**count > 0 && !solves(solution, puzzle))
            })
            .count();
        let each = puzzles.len().max(1) as f64;
        println!(
            "  {:8} {:9.3} µs  {:8.2} nodes  {wrong} wrong",
            c.solver.width().to_string(),
            c.best.as_secs_f64() * 1e6 / each,
            c.nodes as f64 / each,
        );
    }
}

fn solves(solution: &[u8; 81], puzzle: &[u8; 81]) -> bool {
    let houses = |cell: usize| {
        let (row, column) = (cell / 9, cell % 9);
        [row, 9 + column, 18 + row / 3 * 3 + column / 3]
    };
    let mut seen = [0u16; 27];
    for (cell, value) in solution.iter().enumerate() {
        for house in houses(cell) {
            seen[house] |= 1 << value;
        }
    }
    let keeps_givens = puzzle
        .iter()
        .zip(solution)
        .all(|(given, value)| *given == 0 || given == value);
    keeps_givens && seen.iter().all(|values| *values == 0x3fe)
}
