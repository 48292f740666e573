//! What a search says of a position before logic looks at it, in the words of the command.

use sudokit::Puzzle;
use sudokit::logic::{Mistake, Words};
use sudokit::solve::{End, Status};

use crate::effort::Effort;

/// Why some techniques are left out where the search ended early.
pub const UNKNOWN: &str = "whether there is only one solution would take too long to find out, so \
                           techniques that take it for granted are left out";

/// What a search says of a puzzle.
pub struct Verdict {
    pub status: Status,
    pub found: sudokit::logic::Verdict,
    /// Somebody pressed Ctrl-C.
    pub interrupted: bool,
}

impl Verdict {
    /// Searches, on so many threads.
    pub fn of(puzzle: &Puzzle, effort: &Effort, threads: usize) -> Verdict {
        let found = sudokit::logic::Verdict::of(puzzle, effort.solver(threads));
        Verdict {
            status: Status::of(puzzle, &found.outcome),
            interrupted: found.outcome.end == End::Cancelled,
            found,
        }
    }
}

/// What went wrong, a sentence each; of many mistakes the first few.
pub fn mistake_sentences(words: &Words, mistakes: &[Mistake]) -> Vec<String> {
    const TOLD: usize = 5;
    let told = mistakes.iter().take(TOLD);
    let mut sentences: Vec<String> = told.map(|mistake| words.mistake(mistake)).collect();
    if mistakes.len() > TOLD {
        sentences.push(format!("… and {} more.", mistakes.len() - TOLD));
    }
    sentences
}
