//! Measures canonical forms side by side with the rival: of the solutions of the puzzles, which both
//! support, and of the puzzles themselves, which only we support.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use sudokit::symmetry::{canonical, canonical_values_9x9};
use sudokit::{Puzzle, Shape, Solver};
use sudoku::Sudoku;

use crate::contender::Cells;
use crate::corpus::Corpus;
use crate::statistics::{Samples, three_digits};

/// Measures all corpora and prints a table. Compares every form with the rival's.
pub fn run(corpora: Vec<Corpus>, rounds: usize) -> Result<()> {
    println!("Canonical forms per second, on one thread:\n");
    println!("| corpus | grids | crate-sudoku | sudokit | | puzzles |");
    println!("|---|--:|--:|--:|--:|--:|");
    for corpus in corpora {
        let grids = solutions(&corpus.puzzles)?;
        eprintln!("{}: {} grids …", corpus.name, grids.len());
        verify(&grids).with_context(|| corpus.name.clone())?;
        let boards = grids.iter().map(|cells| Sudoku::from_bytes(*cells));
        let boards: Vec<Sudoku> = boards.collect::<Result<_, _>>()?;
        let [mut rival, mut ours, mut puzzles] = [(); 3].map(|()| Samples::default());
        for _ in 0..rounds {
            rival.push(time(&boards, |board| board.canonicalized().is_some())?);
            ours.push(time(&grids, |cells| canonical_values_9x9(cells).is_some())?);
            puzzles.push(time(&corpus.puzzles, |cells| {
                canonical_values_9x9(cells).is_some()
            })?);
        }
        let rate = |count: usize, samples: &Samples| count as f64 / samples.best().as_secs_f64();
        let [theirs, own] = [&rival, &ours].map(|samples| rate(grids.len(), samples));
        println!(
            "| {} | {} | {} | {} | {} × | {} |",
            corpus.name,
            grids.len(),
            three_digits(theirs),
            three_digits(own),
            three_digits(own / theirs),
            three_digits(rate(corpus.puzzles.len(), &puzzles))
        );
    }
    Ok(())
}

/// Returns the solutions of the puzzles that have only one.
fn solutions(puzzles: &[Cells]) -> Result<Vec<Cells>> {
    let solver = Solver::new().limit(2);
    let mut grids = Vec::with_capacity(puzzles.len());
    for cells in puzzles {
        let puzzle = Puzzle::from_values(Shape::classic(), cells.to_vec())?;
        let outcome = solver.solve(&puzzle);
        if let (true, Some(solution)) = (outcome.is_unique(), outcome.solution) {
            grids.push(solution.values().try_into()?);
        }
    }
    Ok(grids)
}

/// Checks that both find the same form and the same number of automorphisms.
fn verify(grids: &[Cells]) -> Result<()> {
    for cells in grids {
        let puzzle = Puzzle::from_values(Shape::classic(), cells.to_vec())?;
        let own = canonical(&puzzle)?;
        let (theirs, automorphisms) = Sudoku::from_bytes(*cells)?
            .canonicalized()
            .context("a grid without a form")?;
        ensure!(
            own.puzzle.values() == theirs.to_bytes() && own.automorphisms == automorphisms as u128,
            "forms differ: {puzzle:?}"
        );
    }
    Ok(())
}

/// Measures the time that `work` takes for all items.
fn time<T>(items: &[T], work: impl Fn(&T) -> bool) -> Result<std::time::Duration> {
    let begun = Instant::now();
    let done = items.iter().filter(|item| work(item)).count();
    let time = begun.elapsed();
    ensure!(done == items.len(), "a board without a form");
    Ok(time)
}
