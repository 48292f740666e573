//! What a search says of a position before logic looks at it, in the words of the command.

use sudokit::Puzzle;
use sudokit::logic::{Mistake, Technique, Words};
use sudokit::solve::{End, Status};

use crate::args::search::SearchOptions;
use crate::report::error::CliError;

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
    pub fn of(puzzle: &Puzzle, search: &SearchOptions, threads: usize) -> Verdict {
        let found = sudokit::logic::Verdict::of(puzzle, search.solver(threads));
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

/// As the end of a sentence.
pub fn words(technique: Technique) -> String {
    format!("a step of {technique} contradicts the solution: this is a fault in Sudokit")
}

/// As an error about the puzzle in this place.
pub fn problem(place: &str, technique: Technique) -> CliError {
    CliError::new(
        format!("{place}: {}", words(technique)),
        format!(
            "please report it with this puzzle; `--techniques -{}` does without this technique",
            technique.slug()
        ),
    )
}
