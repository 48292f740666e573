//! The words for what a search or a step says about a position.

use sudokit::logic::{Mistake, NoStep, Technique, Words};

use crate::report::error::CliError;

/// Why some techniques are not used if the search ended early.
pub const UNKNOWN: &str = "uniqueness could not be determined in time, so techniques that assume it \
                           are not used";

/// Describes the mistakes of a player, one sentence each; of many mistakes only the first few.
pub fn mistake_sentences(words: &Words, mistakes: &[Mistake]) -> Vec<String> {
    const SHOWN: usize = 5;
    let shown = mistakes.iter().take(SHOWN);
    let mut sentences: Vec<String> = shown.map(|mistake| words.mistake(mistake)).collect();
    if mistakes.len() > SHOWN {
        sentences.push(format!("… and {} more.", mistakes.len() - SHOWN));
    }
    sentences
}

/// The error for a step of this technique that contradicts the solution, which none should.
pub fn problem(place: &str, technique: Technique) -> CliError {
    CliError::new(
        format!("{place}: {}", NoStep::Wrong(technique)),
        format!(
            "please report it with this puzzle; `--techniques -{}` disables the technique",
            technique.slug()
        ),
    )
}
