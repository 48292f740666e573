//! Calls `sudokit_solve` as C does.

use std::ptr::{null, null_mut};

use crate::common::{Answer, UNTOUCHED, cases, solve};
use proptest::prelude::*;
use sudokit::{Engine, Puzzle, Shape, Solver};
use sudokit_c::{SUDOKIT_INVALID, sudokit_solve};

const PUZZLE: &str =
    "6......4.....1.67..9.5.7...52.4....6.8.........4..2.3.7..9....2..82....3.6......5";
const SOLUTION: &str =
    "673829541852314679491567328527438196386791254914652837735986412148275963269143785";

#[test]
fn single_calls_pass_the_suite() {
    let cases = cases();
    assert!(cases.iter().any(|case| case.puzzle.len() == 729));
    for case in cases {
        let answer = solve(case.puzzle.as_bytes(), case.limit);
        assert_eq!(answer.count, case.count, "{}", case.name);
        if let Some(solution) = case.solution {
            assert_eq!(answer.solution, solution, "{}", case.name);
        }
    }
}

#[test]
fn a_puzzle_without_a_solution_gets_dots() {
    let clash = format!("77{}", ".".repeat(79));
    let answer = solve(clash.as_bytes(), 2);
    let (count, guesses) = (0, 0);
    let solution = ".".repeat(81);
    assert_eq!(
        answer,
        Answer {
            count,
            solution,
            guesses
        }
    );
}

#[test]
fn a_limit_of_zero_searches_nothing() {
    let answer = solve(PUZZLE.as_bytes(), 0);
    assert_eq!((answer.count, answer.guesses), (0, 0));
    assert_eq!(answer.solution, ".".repeat(81));
}

#[test]
fn the_limit_may_change_from_call_to_call() {
    let empty = ".".repeat(81);
    for limit in [1, 300, 2, 2, 1] {
        assert_eq!(solve(empty.as_bytes(), limit).count, limit);
    }
    assert_eq!(solve(PUZZLE.as_bytes(), usize::MAX).count, 1);
}

#[test]
fn a_sukaku_does_not_affect_the_next_puzzle() {
    let only_ones = "1........".repeat(81);
    assert_eq!(solve(only_ones.as_bytes(), 2).count, 0);
    assert_eq!(solve(PUZZLE.as_bytes(), 2).solution, SOLUTION);
}

#[test]
fn guesses_are_counted_if_deduction_is_not_enough() {
    assert_eq!(solve(SOLUTION.as_bytes(), 2).guesses, 0);
    assert!(solve(".".repeat(81).as_bytes(), 2).guesses > 0);
}

#[test]
fn invalid_text_is_reported_and_nothing_is_written() {
    let bad_symbol = PUZZLE.replacen('.', "x", 1);
    let misplaced = "2........".repeat(81);
    let texts = [
        "",
        "1",
        &PUZZLE[..80],
        &PUZZLE.repeat(2),
        &bad_symbol,
        &misplaced,
    ];
    for text in texts {
        let answer = solve(text.as_bytes(), 2);
        let untouched = Answer {
            count: SUDOKIT_INVALID,
            solution: "?".repeat(81),
            guesses: UNTOUCHED,
        };
        assert_eq!(answer, untouched, "{text}");
    }
}

#[test]
fn every_pointer_may_be_null() {
    let line = format!("{PUZZLE}\n");
    let input = line.as_ptr().cast();
    // SAFETY: the input is null, or a puzzle followed by a line end.
    unsafe {
        assert_eq!(sudokit_solve(input, 2, 0, null_mut(), null_mut()), 1);
        let invalid = sudokit_solve(null(), 2, 0, null_mut(), null_mut());
        assert_eq!(invalid, SUDOKIT_INVALID);
    }
}

#[test]
fn the_configuration_is_ignored() {
    let line = format!("{PUZZLE}\n");
    for configuration in [1, u32::MAX] {
        // SAFETY: as above.
        let count = unsafe {
            let input = line.as_ptr().cast();
            sudokit_solve(input, 2, configuration, null_mut(), null_mut())
        };
        assert_eq!(count, 1);
    }
}

#[test]
fn a_puzzle_can_be_solved_in_place() {
    let mut line = format!("{PUZZLE}\n").into_bytes();
    let place = line.as_mut_ptr().cast();
    // SAFETY: the buffer holds a puzzle followed by a line end, and has room for 81 characters.
    let count = unsafe { sudokit_solve(place, 1, 0, place, null_mut()) };
    assert_eq!(count, 1);
    assert_eq!(line, format!("{SOLUTION}\n").into_bytes());
}

proptest! {
    #[test]
    fn any_text_has_a_valid_result(text in prop::collection::vec(1u8.., 0..120)) {
        let answer = solve(&text, 2);
        prop_assert!(answer.count <= 2 || answer.count == SUDOKIT_INVALID);
    }

    /// Tests random cells of a solution, one of which may be wrong.
    #[test]
    fn counts_agree_with_the_library(
        kept in prop::collection::vec(prop::bool::weighted(0.3), 81),
        wrong in prop::option::weighted(0.3, (0usize..81, 0u8..10)),
    ) {
        let mut values: Vec<u8> = SOLUTION.bytes().map(|symbol| symbol - b'0').collect();
        for (value, kept) in values.iter_mut().zip(kept) {
            *value *= u8::from(kept);
        }
        if let Some((cell, value)) = wrong {
            values[cell] = value;
        }
        let text: Vec<u8> = values.iter().map(|value| value + b'0').collect();
        let puzzle = Puzzle::from_values(Shape::classic(), values).unwrap();
        let expected = Solver::new().engine(Engine::General).limit(20).solve(&puzzle).count;
        prop_assert_eq!(solve(&text, 20).count as u64, expected);
    }
}
