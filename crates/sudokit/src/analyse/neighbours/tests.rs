//! Every neighbour, compared with trying everything.

use std::collections::BTreeSet;

use super::*;
use crate::puzzle::Origin;
use crate::shape::Shape;
use crate::solve::CancelToken;

/// All puzzles with one solution that have the givens but for `remove` of them, and `add` others,
/// by the plainest way: take away, put in, solve.
fn plainly(puzzle: &Puzzle, remove: usize, add: usize) -> BTreeSet<Vec<u8>> {
    let mut found = BTreeSet::new();
    for removed in Removals::new((0..puzzle.values().len()).collect(), remove) {
        if removed.iter().any(|cell| puzzle.values()[*cell] == 0) {
            continue;
        }
        let mut left = puzzle.clone();
        removed
            .iter()
            .for_each(|cell| left.set(*cell, 0, Origin::Given));
        fill(puzzle, &mut left, add, 0, &mut found);
    }
    found
}

fn fill(
    puzzle: &Puzzle,
    left: &mut Puzzle,
    add: usize,
    from: usize,
    found: &mut BTreeSet<Vec<u8>>,
) {
    if add == 0 {
        if left.check().is_ok() && Solver::new().solve(left).is_unique() {
            found.insert(left.values().to_vec());
        }
        return;
    }
    for cell in from..left.values().len() {
        if left.values()[cell] != 0 {
            continue;
        }
        for value in 1..=left.shape().size() as u8 {
            if value != puzzle.values()[cell] {
                left.set(cell, value, Origin::Given);
                fill(puzzle, left, add - 1, cell + 1, found);
                left.set(cell, 0, Origin::Given);
            }
        }
    }
}

fn cleverly(puzzle: &Puzzle, around: &Neighbourhood) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for removed in around.removals(puzzle) {
        match around.complete(&Solver::new(), puzzle, &removed) {
            Completions::Found(found) => all.extend(found.into_iter().map(|one| one.values)),
            other => panic!("{other:?}"),
        }
    }
    all
}

#[track_caller]
fn agrees(text: &str, remove: usize, add: usize) -> usize {
    let puzzle: Puzzle = text.parse().unwrap();
    let expected = plainly(&puzzle, remove, add);
    let around = Neighbourhood::new(remove, add).limit(u64::MAX);
    let found = cleverly(&puzzle, &around);
    assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), expected);
    assert_eq!(found.len(), expected.len(), "none comes twice");
    let is_minimal = |values: &Vec<u8>| {
        let puzzle = Puzzle::from_values(puzzle.shape().clone(), values.clone()).unwrap();
        crate::analyse::Minimality::of(&Solver::new(), &puzzle)
            .unwrap()
            .is_minimal()
    };
    let minimal: Vec<Vec<u8>> = found.into_iter().filter(is_minimal).collect();
    assert_eq!(cleverly(&puzzle, &around.minimal(true)), minimal);
    expected.len()
}

#[test]
fn small_boards_agree_with_trying_everything() {
    for (remove, add) in [
        (1, 0),
        (1, 1),
        (2, 1),
        (2, 2),
        (0, 1),
        (0, 0),
        (1, 2),
        (3, 3),
    ] {
        for text in [
            "1... ..2. .3.. ...4",
            "12.. ..1. .... 2..3",
            "1234 3412 .... ....",
        ] {
            agrees(text, remove, add);
        }
    }
    assert!(agrees("1... ..2. .3.. ...4", 1, 1) > 0);
}

#[test]
fn classic_boards_agree_with_trying_everything() {
    let seventeen =
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    let redundant =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    assert!(agrees(seventeen, 1, 1) > 0);
    assert!(agrees(redundant, 1, 1) > 0);
    assert!(agrees(redundant, 1, 0) > 0);
    assert!(agrees(redundant, 2, 1) > 0);
}

#[test]
fn a_puzzle_with_several_solutions_can_be_completed() {
    assert!(agrees("12.. .... .... ...3", 0, 2) > 0);
    assert!(agrees("12.. .... .... ...3", 1, 2) > 0);
}

#[test]
fn what_leaves_too_much_is_passed_over() {
    let puzzle: Puzzle = "1... ..2. .3.. ...4".parse().unwrap();
    let count = |removed: &[usize]| {
        let mut left = puzzle.clone();
        removed
            .iter()
            .for_each(|cell| left.set(*cell, 0, Origin::Given));
        Solver::new().limit(u64::MAX).solve(&left).count
    };
    let solver = Solver::new();
    let around = Neighbourhood::new(1, 1);
    for removed in around.removals(&puzzle) {
        let solutions = count(&removed);
        let at = around.limit(solutions).complete(&solver, &puzzle, &removed);
        assert!(matches!(at, Completions::Found(_)));
        let below = around.limit(solutions - 1);
        let below = below.complete(&solver, &puzzle, &removed);
        assert_eq!(below, Completions::TooMany);
    }
}

#[test]
fn a_cancelled_hunt_says_so() {
    let cancelled = CancelToken::new();
    cancelled.cancel();
    let stopped = Solver::new().cancel_with(cancelled);
    let puzzle = Puzzle::new(Shape::with_size(16).unwrap());
    let completions = Neighbourhood::new(0, 1).complete(&stopped, &puzzle, &[]);
    assert_eq!(completions, Completions::Unfinished(End::Cancelled));
}
