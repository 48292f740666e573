//! Every step on many puzzles, checked against the solution.

use sudokit::logic::{Board, Logic, Technique};

use super::support::{assert_sound, own_puzzles, solution};

/// Walks with the techniques in use, and at every position looks at the first step of each
/// technique, whether it is taken or not.
fn walk_and_check(puzzles: &[sudokit::Puzzle], logic: &Logic, techniques: &[Technique]) {
    let alone: Vec<Logic> = techniques.iter().map(|t| Logic::with([*t])).collect();
    for puzzle in puzzles {
        let solution = solution(puzzle);
        let mut board = Board::new(puzzle);
        while let Ok(step) = logic.advise(&board) {
            assert_sound(&board, &step, &solution);
            for logic in &alone {
                if let Some(step) = logic.next_step(&board) {
                    assert_sound(&board, &step, &solution);
                }
            }
            board.apply(&step);
        }
    }
}

#[test]
fn every_step_agrees_with_the_solution() {
    let puzzles = own_puzzles();
    let sample: Vec<_> = puzzles.into_iter().step_by(7).collect();
    walk_and_check(&sample, &Logic::new(), &[]);
}

#[test]
fn every_step_of_every_technique_agrees_with_the_solution() {
    let puzzles = own_puzzles();
    let sample: Vec<_> = puzzles.into_iter().skip(3).step_by(40).collect();
    let techniques: Vec<Technique> = Technique::ALL
        .iter()
        .copied()
        .filter(|t| t.is_usual())
        .collect();
    walk_and_check(&sample, &Logic::new(), &techniques);
}
