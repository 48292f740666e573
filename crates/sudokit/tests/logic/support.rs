//! What the tests of the logic share.

use sudokit::logic::{Board, Candidate, Step};
use sudokit::{Grid, Puzzle, Solver};

/// 292 puzzles that were made for this project, from very easy to extremely hard.
pub fn own_puzzles() -> Vec<Puzzle> {
    let lines = include_str!("../../../../testdata/own_puzzles.txt").lines();
    lines.map(|line| line.parse().expect("a puzzle")).collect()
}

/// The only solution.
pub fn solution(puzzle: &Puzzle) -> Grid {
    let outcome = Solver::new().solve(puzzle);
    assert!(outcome.is_unique(), "not unique: {:?}", puzzle.values());
    outcome.solution.expect("unique")
}

/// Fails if a step crosses out what belongs to the solution, places what does not, or names a
/// candidate that is not there.
pub fn assert_sound(board: &Board, step: &Step, solution: &Grid) {
    let right = |c: &Candidate| solution.values()[c.cell as usize] == c.value;
    let there = |c: &Candidate| board.has(c.cell as usize, c.value);
    let tell = || format!("{step:?}\nin {}", position(board));
    assert!(
        step.placements.iter().all(right),
        "wrong placement: {}",
        tell()
    );
    assert!(
        !step.eliminations.iter().any(right),
        "wrong elimination: {}",
        tell()
    );
    let mut named = step.placements.iter().chain(&step.eliminations);
    assert!(named.all(there), "not a candidate: {}", tell());
}

/// The position as a HoDoKu library line, as `testdata/techniques` has them.
pub fn position(board: &Board) -> String {
    let mut line = String::from(":0000:x:");
    for cell in 0..81 {
        match board.value(cell) {
            0 => line.push('.'),
            value if board.is_given(cell) => line.push_str(&value.to_string()),
            value => line.push_str(&format!("+{value}")),
        }
    }
    let mut plain = Puzzle::new(board.shape().clone());
    for cell in 0..81 {
        plain.set(cell, board.value(cell), sudokit::Origin::Given);
    }
    let plain = Board::new(&plain);
    let deleted = (0..81 * 9).map(|n| (n / 9, n as u8 % 9 + 1));
    let deleted = deleted.filter(|(cell, v)| plain.has(*cell, *v) && !board.has(*cell, *v));
    let deleted: Vec<String> = deleted
        .map(|(cell, value)| format!("{value}{}{}", cell / 9 + 1, cell % 9 + 1))
        .collect();
    format!("{line}:{}::", deleted.join(" "))
}
