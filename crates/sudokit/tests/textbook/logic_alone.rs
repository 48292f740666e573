//! The four strategies without a search.

use sudokit::shape::Shape;
use sudokit::solve::End;
use sudokit::{Origin, Puzzle, Solver};

use crate::oracle::oracle;
use crate::positions::{EASY, HARD, TWO_SOLUTIONS, puzzle};

#[test]
fn logic_alone_solves_easy_puzzles_and_reports_when_it_is_stuck() {
    let easy = Solver::new().logic_only(&puzzle("9", EASY));
    assert!(easy.is_unique());
    assert_eq!(
        easy.solution.unwrap().values(),
        oracle(&puzzle("9", EASY), 1)[0]
    );
    assert_eq!(easy.statistics.assignments, 51);

    let hard = Solver::new().logic_only(&puzzle("9", HARD));
    assert_eq!((hard.end, hard.count), (End::Stuck, 0));
    assert!(hard.solution.is_none());
    assert!(hard.attempt.values().contains(&0));

    let several = Solver::new().logic_only(&puzzle("9", TWO_SOLUTIONS));
    assert_eq!(several.end, End::Stuck);
}

#[test]
fn logic_alone_checks_the_givens() {
    let full = Solver::new().logic_only(&puzzle("4", "1234 3412 2143 4321"));
    assert!(full.is_unique());
    for wrong in [
        "1234 3412 2143 4312",
        "1..1 .... .... ....",
        ".12. 3... 4... ....",
    ] {
        let outcome = Solver::new().logic_only(&puzzle("4", wrong));
        assert!(outcome.is_impossible(), "{wrong}");
        assert!(outcome.solution.is_none());
    }
}

#[test]
fn logic_alone_handles_large_boards() {
    for shape in ["25", "64"] {
        let empty = Puzzle::new(shape.parse().unwrap());
        assert_eq!(Solver::new().logic_only(&empty).end, End::Stuck);
    }
    // A 25×25 with two cells in three open; every deduction holds in every solution.
    let shape: Shape = "5x5".parse().unwrap();
    let value = |cell: usize| (cell / 25 % 5 * 5 + cell / 125 + cell % 25) % 25 + 1;
    let mut large = Puzzle::new(shape);
    for cell in (0..625).filter(|cell| cell % 3 == 0) {
        large.set(cell, value(cell) as u8, Origin::Given);
    }
    let outcome = Solver::new().logic_only(&large);
    let agrees = |(cell, found): (usize, &u8)| *found == 0 || *found as usize == value(cell);
    assert!(outcome.end == End::Stuck || outcome.count == 1);
    assert!(outcome.attempt.values().iter().enumerate().all(agrees));
}
