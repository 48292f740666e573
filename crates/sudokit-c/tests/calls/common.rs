//! Safe wrappers for the C functions.

use std::ffi::{CString, c_char};

use sudokit_c::{sudokit_solve, sudokit_solve_batch};

/// The results of one call.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    /// The return value.
    pub count: usize,
    /// The contents of the buffer, which was filled with `?` before.
    pub solution: String,
    /// The number of guesses, which was [`UNTOUCHED`] before.
    pub guesses: usize,
}

/// A number that is not a count of guesses.
pub const UNTOUCHED: usize = 123_456_789;

/// Solves one puzzle, passed as a string that ends with a zero byte.
pub fn solve(text: &[u8], limit: usize) -> Answer {
    let text = CString::new(text).unwrap();
    let mut solution = [b'?'; 81];
    let mut guesses = UNTOUCHED;
    // SAFETY: the string is terminated, and the buffers have the required sizes.
    let count = unsafe {
        sudokit_solve(
            text.as_ptr(),
            limit,
            0,
            solution.as_mut_ptr().cast(),
            &mut guesses,
        )
    };
    Answer {
        count,
        solution: String::from_utf8(solution.to_vec()).unwrap(),
        guesses,
    }
}

/// Solves puzzles of 81 characters each. Returns the return value, the counts and the solutions.
pub fn solve_batch(puzzles: &[u8], limit: u32, threads: u32) -> (usize, Vec<u32>, Vec<u8>) {
    assert!(puzzles.len().is_multiple_of(81), "not a multiple of 81");
    let n = puzzles.len() / 81;
    let mut counts = vec![99; n];
    let mut solutions = vec![b'?'; n * 81];
    // SAFETY: all three buffers have room for `n` puzzles.
    let solved = unsafe {
        sudokit_solve_batch(
            puzzles.as_ptr().cast::<c_char>(),
            n,
            limit,
            counts.as_mut_ptr(),
            solutions.as_mut_ptr().cast::<c_char>(),
            threads,
        )
    };
    (solved, counts, solutions)
}

/// A case of `testdata/solve.toml` that this interface supports.
pub struct Case {
    pub name: String,
    pub puzzle: String,
    pub limit: usize,
    pub count: usize,
    pub solution: Option<String>,
}

/// Returns the cases of the classic shape, with givens or with candidates.
pub fn cases() -> Vec<Case> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/solve.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let suite: toml::Table = text.parse().unwrap();
    let cases = suite["case"].as_array().unwrap().iter();
    let classic = cases.filter(|case| case.get("shape").is_none());
    classic
        .map(|case| {
            let word = |key: &str| Some(case.get(key)?.as_str()?.to_string());
            let number = |key: &str| usize::try_from(case.get(key)?.as_integer()?).ok();
            Case {
                name: word("name").unwrap(),
                puzzle: word("puzzle").unwrap(),
                limit: number("limit").unwrap_or(2),
                count: number("count").unwrap(),
                solution: word("solution"),
            }
        })
        .filter(|case| [81, 729].contains(&case.puzzle.len()))
        .collect()
}
