//! The limits of requests.

use std::time::Duration;

/// The limits of requests.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The maximum length of a request body, except for batches, in bytes.
    pub body: usize,
    /// The maximum length of a puzzle's text, in bytes. It is less than that of a body, which may
    /// also list the candidates of a large board, because parsing text cannot be interrupted.
    pub text: usize,
    /// The maximum length of a batch, in bytes.
    pub batch_body: usize,
    /// The maximum number of solutions in a response.
    pub solutions: u64,
    /// The maximum number of generated puzzles in a response.
    pub new_puzzles: u64,
    /// The maximum number of puzzles in a batch.
    pub batch_puzzles: u64,
    /// The maximum number of puzzles to draw in one request.
    pub drawn_puzzles: usize,
    /// The maximum number of values and candidates to draw in one request; they take the time.
    pub drawn_symbols: usize,
    /// The maximum width of a picture, in pixels.
    pub picture_width: u32,
    /// The time limit of a request, from its last byte to the response; in a batch, per puzzle.
    pub time: Duration,
    /// The time limit of a whole batch.
    pub batch_time: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            body: 1024 * 1024,
            text: 512 * 1024,
            batch_body: 16 * 1024 * 1024,
            solutions: 1_000,
            new_puzzles: 100,
            batch_puzzles: 200_000,
            drawn_puzzles: 240,
            drawn_symbols: 300_000,
            picture_width: 4_096,
            time: Duration::from_secs(10),
            batch_time: Duration::from_secs(300),
        }
    }
}
