//! What the verbs of logic report about a position and about faulty steps.

use sudokit::Puzzle;
use sudokit::logic::{Mistake, Technique, Words};
use sudokit::solve::{End, Status};

use crate::args::search::SearchOptions;
use crate::report::error::CliError;

/// Why some techniques are not used if the search ended early.
pub const UNKNOWN: &str = "uniqueness could not be determined in time, so techniques that assume it \
                           are not used";

/// The result of a search.
pub struct Verdict {
    pub status: Status,
    pub found: sudokit::logic::Verdict,
    /// Ctrl-C was pressed.
    pub interrupted: bool,
}

impl Verdict {
    /// Searches on this many threads.
    pub fn of(puzzle: &Puzzle, search: &SearchOptions, threads: usize) -> Verdict {
        let found = sudokit::logic::Verdict::of(puzzle, search.solver(threads));
        Verdict {
            status: Status::of(puzzle, &found.outcome),
            interrupted: found.outcome.end == End::Cancelled,
            found,
        }
    }
}

/// The mistakes, one sentence each; only the first few of many.
pub fn mistake_sentences(words: &Words, mistakes: &[Mistake]) -> Vec<String> {
    const SHOWN: usize = 5;
    let shown = mistakes.iter().take(SHOWN);
    let mut sentences: Vec<String> = shown.map(|mistake| words.mistake(mistake)).collect();
    if mistakes.len() > SHOWN {
        sentences.push(format!("… and {} more.", mistakes.len() - SHOWN));
    }
    sentences
}

/// The end of a sentence about a step that contradicts the solution, which should never happen.
pub fn words(technique: Technique) -> String {
    format!("a step of {technique} contradicts the solution: this is a bug in Sudokit")
}

/// The same as an error about the puzzle at this place.
pub fn problem(place: &str, technique: Technique) -> CliError {
    CliError::new(
        format!("{place}: {}", words(technique)),
        format!(
            "please report it with this puzzle; `--techniques -{}` disables the technique",
            technique.slug()
        ),
    )
}
