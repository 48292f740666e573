//! For each strategy, a position where it applies and one where it must not.
//!
//! Most positions are empty 4×4 boards with the candidates of a few cells written as digits: `"12"`
//! is a cell that may hold 1 or 2.

use super::*;
use crate::bits::{mask_of, values_of};
use crate::puzzle::Puzzle;
use crate::shape::Shape;

/// A board of this shape on which the cells listed are restricted to the digits listed.
fn with_candidates(shape: &str, cells: &[(usize, &str)]) -> Puzzle {
    let shape: Shape = shape.parse().unwrap();
    let mut masks = vec![shape.all_values(); shape.cells()];
    for (cell, digits) in cells {
        masks[*cell] = digits
            .bytes()
            .fold(0, |mask, digit| mask | mask_of(digit - b'0'));
    }
    let mut puzzle = Puzzle::new(shape);
    puzzle.set_candidates(masks);
    puzzle
}

fn board(puzzle: &Puzzle) -> TrackedBoard<'_> {
    let mut board = TrackedBoard::new(puzzle, Strategies.domains());
    ForwardChecking.start(&mut board).unwrap();
    board
}

/// The domain of a cell as digits.
fn digits(board: &TrackedBoard<'_>, cell: usize) -> String {
    values_of(board.domain(cell))
        .map(|value| value.to_string())
        .collect()
}

#[test]
fn a_single_candidate_is_placed() {
    let puzzle = with_candidates("4", &[(0, "3"), (5, "34")]);
    let mut board = board(&puzzle);
    assert_eq!(single_candidates(&mut board), Ok(true));
    // r2c2 was left with 4 by the 3 in r1c1, and came later in the same pass.
    assert_eq!((board.values()[0], board.values()[5]), (3, 4));
    assert_eq!(board.reason(0), Reason::OnlyValue);
    assert_eq!(digits(&board, 1), "12");
    assert_eq!(single_candidates(&mut board), Ok(false));
}

#[test]
fn two_candidates_are_not_a_single_candidate() {
    let puzzle = with_candidates("4", &[(0, "34"), (5, "34")]);
    let mut board = board(&puzzle);
    assert_eq!(single_candidates(&mut board), Ok(false));
    assert_eq!(board.clues(), 0);
}

#[test]
fn two_cells_with_the_same_single_candidate_are_a_contradiction() {
    let puzzle = with_candidates("4", &[(0, "3"), (5, "3")]);
    let result = single_candidates(&mut board(&puzzle));
    assert_eq!(result, Err(Contradiction::NoValue { cell: 5 }));
}

#[test]
fn a_single_possibility_is_placed() {
    // 1 fits only r1c3 in row 1, though r1c3 could be anything.
    let puzzle = with_candidates("4", &[(0, "234"), (1, "234"), (3, "234")]);
    let mut board = board(&puzzle);
    assert_eq!(single_possibilities(&mut board), Ok(true));
    assert_eq!(board.values()[2], 1);
    let why = Confinement {
        house: 0,
        values: mask_of(1),
        places: 0b0100,
    };
    assert_eq!(board.reason(2), Reason::OnlyPlace(why));
    assert_eq!(board.clues(), 1);
}

#[test]
fn two_places_are_not_a_single_possibility() {
    let puzzle = with_candidates("4", &[(0, "234"), (1, "234")]);
    let mut board = board(&puzzle);
    assert_eq!(single_possibilities(&mut board), Ok(false));
    assert_eq!(board.clues(), 0);
}

#[test]
fn a_value_without_a_place_is_a_contradiction() {
    let nowhere: Vec<_> = (4..8).map(|cell| (cell, "123")).collect();
    let puzzle = with_candidates("4", &nowhere);
    let why = Confinement {
        house: 1,
        values: mask_of(4),
        places: 0,
    };
    assert_eq!(
        single_possibilities(&mut board(&puzzle)),
        Err(Contradiction::TooFewPlaces(why))
    );
}

#[test]
fn two_cells_with_two_values_empty_the_rest_of_the_house() {
    let puzzle = with_candidates("4", &[(0, "12"), (3, "12")]);
    let mut board = board(&puzzle);
    assert_eq!(preemptive_sets(&mut board), Ok(true));
    assert_eq!(
        (digits(&board, 1), digits(&board, 2)),
        ("34".into(), "34".into())
    );
    assert_eq!(
        (digits(&board, 0), digits(&board, 3)),
        ("12".into(), "12".into())
    );
    // Cells in other houses keep what they have.
    assert_eq!(digits(&board, 4), "1234");
}

#[test]
fn two_values_with_two_places_empty_those_places() {
    // 1 and 2 fit nowhere in column 1 but in r1c1 and r4c1.
    let puzzle = with_candidates("4", &[(4, "34"), (8, "34")]);
    let mut board = board(&puzzle);
    assert_eq!(preemptive_sets(&mut board), Ok(true));
    assert_eq!(
        (digits(&board, 0), digits(&board, 12)),
        ("12".into(), "12".into())
    );
}

#[test]
fn sets_of_four_are_found_both_ways_on_nine_by_nine() {
    // Four cells that share four values without any two or three doing so.
    let naked = [(0, "12"), (1, "23"), (2, "34"), (8, "14")];
    let puzzle = with_candidates("9", &naked);
    let mut position = board(&puzzle);
    assert_eq!(preemptive_sets(&mut position), Ok(true));
    assert_eq!(digits(&position, 5), "56789");
    // Five cells without 1 to 4, so that those have four places.
    let others: Vec<_> = (0..5).map(|cell| (cell, "56789")).collect();
    let puzzle = with_candidates("9", &others);
    let mut position = board(&puzzle);
    assert_eq!(preemptive_sets(&mut position), Ok(true));
    assert_eq!(digits(&position, 7), "1234");
}

#[test]
fn two_cells_with_three_values_are_not_a_set() {
    let puzzle = with_candidates("4", &[(0, "12"), (1, "23")]);
    let mut board = board(&puzzle);
    assert_eq!(preemptive_sets(&mut board), Ok(false));
    assert_eq!(digits(&board, 2), "1234");
}

#[test]
fn three_cells_with_two_values_are_a_contradiction() {
    let puzzle = with_candidates("4", &[(0, "12"), (1, "12"), (2, "12"), (3, "1234")]);
    // Seen from the values: 3 and 4 both need r1c4.
    let why = Confinement {
        house: 0,
        values: mask_of(3) | mask_of(4),
        places: 0b1000,
    };
    assert_eq!(
        preemptive_sets(&mut board(&puzzle)),
        Err(Contradiction::TooFewPlaces(why))
    );
}

#[test]
fn a_pointer_leaves_its_box() {
    // In the first box 1 fits only row 1, so it fits nowhere else in row 1.
    let puzzle = with_candidates("4", &[(4, "234"), (5, "234")]);
    let mut board = board(&puzzle);
    assert_eq!(pointers(&mut board), Ok(true));
    assert_eq!(
        (digits(&board, 2), digits(&board, 3)),
        ("234".into(), "234".into())
    );
    assert_eq!(
        (digits(&board, 0), digits(&board, 6)),
        ("1234".into(), "1234".into())
    );
}

#[test]
fn a_pointer_leaves_its_line() {
    // In row 1 all places for 1 are in the first box, so it fits nowhere else in that box.
    let puzzle = with_candidates("4", &[(2, "234"), (3, "234")]);
    let mut board = board(&puzzle);
    assert_eq!(pointers(&mut board), Ok(true));
    assert_eq!(
        (digits(&board, 4), digits(&board, 5)),
        ("234".into(), "234".into())
    );
    assert_eq!(
        (digits(&board, 0), digits(&board, 8)),
        ("1234".into(), "1234".into())
    );
}

#[test]
fn places_in_two_lines_do_not_point() {
    let puzzle = with_candidates("4", &[(1, "234"), (4, "234")]);
    let mut board = board(&puzzle);
    assert_eq!(pointers(&mut board), Ok(false));
}

#[test]
fn houses_point_whatever_their_kind() {
    // The places for 1 on the diagonal \ lie in the first box.
    let puzzle = with_candidates("4+diagonals", &[(10, "234"), (15, "234")]);
    let mut board = board(&puzzle);
    assert_eq!(pointers(&mut board), Ok(true));
    assert_eq!(
        (digits(&board, 1), digits(&board, 4)),
        ("234".into(), "234".into())
    );
}

#[test]
fn the_first_strategy_runs_again_after_a_later_one_finds_something() {
    // A pair in row 1 leaves 3 for r1c3, which leaves 4 for r1c2.
    let puzzle = with_candidates("4", &[(0, "12"), (3, "12"), (1, "1234"), (2, "123")]);
    let mut board = board(&puzzle);
    assert_eq!(apply_all(&mut board), Ok(()));
    assert_eq!(board.values()[1..3], [4, 3]);
}
