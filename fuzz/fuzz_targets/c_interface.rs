//! Calls the C interface with arbitrary text, limits and numbers of threads, in buffers that end where
//! the text does: it reads and writes nothing outside of them, and both functions agree.
#![no_main]

use std::ptr;

use libfuzzer_sys::fuzz_target;
use sudokit_c::{SUDOKIT_FAILED, SUDOKIT_INVALID, SUDOKIT_INVALID_COUNT};
use sudokit_c::{sudokit_solve, sudokit_solve_batch};

fuzz_target!(|bytes: &[u8]| {
    let [limit, threads, text @ ..] = bytes else {
        return;
    };
    let limit = usize::from(limit % 4);
    // On the heap, so that the sanitizer sees the end.
    let mut input = text.to_vec();
    input.push(0);
    let input = input.into_boxed_slice();
    let (mut solution, mut guesses) = (vec![0u8; 81].into_boxed_slice(), 0);
    // SAFETY: the text ends with a zero, and there is room for a solution and a number.
    let count = unsafe {
        sudokit_solve(
            input.as_ptr().cast(),
            limit,
            0,
            solution.as_mut_ptr().cast(),
            &mut guesses,
        )
    };
    assert_ne!(count, SUDOKIT_FAILED);
    assert!(count == SUDOKIT_INVALID || count <= limit);
    let puzzles = text.len() / 81;
    let exact = text[..puzzles * 81].to_vec().into_boxed_slice();
    let mut counts = vec![0u32; puzzles].into_boxed_slice();
    let mut solutions = vec![0u8; exact.len()].into_boxed_slice();
    let solutions = match threads & 4 {
        0 => ptr::null_mut(),
        _ => solutions.as_mut_ptr(),
    };
    // SAFETY: the buffers have the sizes that belong to the number of puzzles.
    let solved = unsafe {
        sudokit_solve_batch(
            exact.as_ptr().cast(),
            puzzles,
            limit as u32,
            counts.as_mut_ptr(),
            solutions.cast(),
            u32::from(threads % 3),
        )
    };
    assert!(solved <= puzzles);
    // The first puzzle of the batch is the single one, if nothing follows it.
    if text.len() == 81 && count != SUDOKIT_INVALID && counts[0] != SUDOKIT_INVALID_COUNT {
        assert_eq!(counts[0] as usize, count);
    }
});
