//! Calls `sudokit_solve_batch` as C does.

use std::ffi::c_char;
use std::ptr::{null, null_mut};

use crate::common::{cases, solve, solve_batch};
use sudokit_c::{SUDOKIT_INVALID, SUDOKIT_INVALID_COUNT, sudokit_solve_batch};

/// Returns `n` different puzzles with no, one or several solutions: those of the suite with their
/// digits rotated.
fn puzzles(n: usize) -> Vec<u8> {
    let mut cases = cases();
    cases.retain(|case| case.puzzle.len() == 81);
    let moved = |symbol: u8, by: usize| match symbol {
        b'1'..=b'9' => b'1' + (symbol - b'1' + (by % 9) as u8) % 9,
        other => other,
    };
    (0..n)
        .flat_map(|i| {
            let puzzle = cases[i % cases.len()].puzzle.clone().into_bytes();
            puzzle.into_iter().map(move |symbol| moved(symbol, i / 7))
        })
        .collect()
}

#[test]
fn batches_pass_the_suite() {
    for case in cases().iter().filter(|case| case.puzzle.len() == 81) {
        let limit = case.limit as u32;
        let (solved, counts, solutions) = solve_batch(case.puzzle.as_bytes(), limit, 1);
        assert_eq!(counts, [case.count as u32], "{}", case.name);
        assert_eq!(solved, usize::from(case.count > 0), "{}", case.name);
        if let Some(solution) = &case.solution {
            assert_eq!(solutions, solution.as_bytes(), "{}", case.name);
        }
    }
}

#[test]
fn batches_agree_with_single_calls() {
    let puzzles = puzzles(100);
    let (solved, counts, solutions) = solve_batch(&puzzles, 5, 1);
    for ((puzzle, count), solution) in puzzles.chunks(81).zip(&counts).zip(solutions.chunks(81)) {
        let answer = solve(puzzle, 5);
        assert_eq!(answer.count, *count as usize);
        if *count < 2 {
            assert_eq!(answer.solution.as_bytes(), solution);
        }
    }
    assert_eq!(solved, counts.iter().filter(|count| **count > 0).count());
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let puzzles = puzzles(3 * 4096 + 5);
    let alone = solve_batch(&puzzles, 3, 1);
    assert!(alone.0 > 0 && alone.0 < 3 * 4096 + 5);
    for threads in [0, 2, 3, u32::MAX] {
        assert!(solve_batch(&puzzles, 3, threads) == alone, "{threads}");
    }
}

#[test]
fn an_invalid_puzzle_does_not_affect_the_others() {
    let mut puzzles = puzzles(6);
    puzzles[81 + 40] = b'x';
    puzzles[2 * 81] = 0;
    puzzles[4 * 81 - 1] = 0xff;
    let (solved, counts, solutions) = solve_batch(&puzzles, 2, 1);
    let invalid = SUDOKIT_INVALID_COUNT;
    assert_eq!(counts, [1, invalid, invalid, invalid, 1, 1]);
    assert_eq!(solved, 3);
    assert_eq!(solutions[81..4 * 81], [b'.'; 3 * 81]);
}

#[test]
fn a_puzzle_without_a_solution_gets_dots_in_every_chunk() {
    let n = 4096 + 2;
    let mut puzzles = puzzles(n);
    let last = (n - 1) * 81;
    puzzles[last..].fill(b'7');
    let (_, counts, solutions) = solve_batch(&puzzles, 2, 1);
    assert_eq!(counts[n - 1], 0);
    assert_eq!(solutions[last..], [b'.'; 81]);
}

#[test]
fn a_limit_of_zero_searches_nothing() {
    let mut puzzles = puzzles(3);
    puzzles[0] = b'x';
    let (solved, counts, solutions) = solve_batch(&puzzles, 0, 1);
    assert_eq!((solved, counts), (0, vec![SUDOKIT_INVALID_COUNT, 0, 0]));
    assert_eq!(solutions, [b'.'; 3 * 81]);
}

#[test]
fn the_largest_limit_works() {
    let puzzles = puzzles(1);
    assert_eq!(solve_batch(&puzzles, u32::MAX, 1).1, [1]);
}

#[test]
fn solutions_are_optional() {
    let puzzles = puzzles(50);
    let mut counts = [99; 50];
    let place = counts.as_mut_ptr();
    // SAFETY: fifty puzzles and fifty counts.
    let solved = unsafe { sudokit_solve_batch(text(&puzzles), 50, 2, place, null_mut(), 1) };
    let (expected, expected_counts, _) = solve_batch(&puzzles, 2, 1);
    assert_eq!((solved, &counts[..]), (expected, &expected_counts[..]));
}

#[test]
fn an_empty_batch_needs_no_pointers() {
    // SAFETY: with no puzzles, no pointer is dereferenced.
    let solved = unsafe { sudokit_solve_batch(null(), 0, 2, null_mut(), null_mut(), 0) };
    assert_eq!(solved, 0);
}

#[test]
fn invalid_pointers_are_rejected() {
    let puzzles = puzzles(4);
    let mut memory = [7u32; 1000];
    let counts = memory.as_mut_ptr();
    let before = counts.cast::<c_char>();
    let beyond = counts.wrapping_add(4).cast::<c_char>();
    let misaligned = counts.wrapping_byte_add(1);
    let same = text(&puzzles).cast_mut();
    let too_many = usize::MAX / 81;
    let refused = [
        (null(), 4, counts, beyond),
        (text(&puzzles), 4, null_mut(), beyond),
        (text(&puzzles), 4, misaligned, null_mut()),
        (text(&puzzles), 4, counts, before),
        (text(&puzzles), 4, counts, same),
        (text(&puzzles), 4, counts, same.wrapping_add(3 * 81)),
        (before.cast_const(), 4, counts, null_mut()),
        (text(&puzzles), too_many, counts, null_mut()),
        (text(&puzzles), too_many + 1, counts, null_mut()),
        (text(&puzzles), usize::MAX, counts, null_mut()),
    ];
    for (case, (puzzles, n, counts, solutions)) in refused.into_iter().enumerate() {
        // SAFETY: null, misaligned, overlapping and oversized buffers are never accessed.
        let returned = unsafe { sudokit_solve_batch(puzzles, n, 2, counts, solutions, 1) };
        assert_eq!(returned, SUDOKIT_INVALID, "case {case}");
    }
    assert!(memory.iter().all(|number| *number == 7));
}

fn text(puzzles: &[u8]) -> *const c_char {
    puzzles.as_ptr().cast()
}
