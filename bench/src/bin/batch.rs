//! Prints how many puzzles per second the library solves as one batch: `batch FILE REPEAT THREADS`.
//!
//! The Python benchmark (`bench/python`) compares the Python package with it. The memory for the
//! answers is allocated while the clock runs, as it is there.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use sudokit::Solver;
use sudokit::solve::Answers;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: batch FILE REPEAT THREADS";
    let file: PathBuf = arguments.next().context(usage)?.into();
    let repeat: usize = arguments.next().context(usage)?.parse().context(usage)?;
    let threads: usize = arguments.next().context(usage)?.parse().context(usage)?;

    let mut puzzles = Vec::new();
    for line in std::fs::read_to_string(&file)?.lines() {
        let line = line.split_whitespace().next().unwrap_or_default();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let puzzle: sudokit::Puzzle = line.parse()?;
        puzzles.push(<[u8; 81]>::try_from(puzzle.values()).context("a 9×9 puzzle per line")?);
    }
    let puzzles = puzzles.repeat(repeat);
    let solver = Solver::new().threads(threads);

    let start = Instant::now();
    let mut answers = Answers::new();
    solver.solve_batch(&puzzles, &mut answers);
    let seconds = start.elapsed().as_secs_f64();

    let unique = answers.counts().iter().filter(|count| **count == 1).count();
    ensure!(
        unique == puzzles.len(),
        "{unique} of {} are unique",
        puzzles.len()
    );
    println!("{}", puzzles.len() as f64 / seconds);
    Ok(())
}
