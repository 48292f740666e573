//! The quick road for lines that look alike: many classic 9×9 puzzles, answered side by side.
//!
//! Puzzles with a solution are ordinary, and their text is written at once. Whatever needs words
//! (no solution, a broken rule, an interruption) becomes a piece and goes the way of every other.

use std::ops::Range;

use sudokit::Solver;
use sudokit::format::{LineBatch, Piece};
use sudokit::solve::Answers;

use crate::effort::Effort;
use crate::pipeline::{Ordinary, Part};

/// A solver for lines, unless what is asked for needs each puzzle to be searched on its own.
pub fn solver(effort: &Effort, limit: u64) -> Option<Solver> {
    let solver = effort.solver(1).limit(limit);
    solver.batches_are_quick().then_some(solver)
}

/// Answers some lines of a batch. `write` writes the text for a line with so many solutions, or
/// declines; then, as where there is no solution, `special` finds out about it as a piece.
pub fn answer<T>(
    solver: &Solver,
    batch: &LineBatch,
    lines: Range<usize>,
    mut write: impl FnMut(usize, u32, &[u8; 81], &mut Vec<u8>) -> bool,
    special: impl Fn(&Piece) -> T,
) -> Vec<Part<T>> {
    let mut answers = Answers::new();
    solver.solve_batch(&batch.puzzles()[lines.clone()], &mut answers);
    let mut parts = Vec::new();
    let mut ordinary = Ordinary::default();
    let mut unfinished = answers.unfinished().iter().peekable();
    for (at, line) in lines.enumerate() {
        let count = answers.counts()[at];
        let is_finished = unfinished.next_if_eq(&&(at as u32)).is_none();
        let solution = answers.solution(at).filter(|_| is_finished);
        if solution.is_some_and(|values| write(line, count, values, &mut ordinary.bytes)) {
            match count {
                1 => ordinary.unique += 1,
                _ => ordinary.several += 1,
            }
            continue;
        }
        if ordinary.puzzles() > 0 {
            parts.push(Part::Ordinary(std::mem::take(&mut ordinary)));
        }
        let piece = Box::new(batch.piece(line));
        let found = special(&piece);
        parts.push(Part::Special(piece, found));
    }
    if ordinary.puzzles() > 0 {
        parts.push(Part::Ordinary(ordinary));
    }
    parts
}
