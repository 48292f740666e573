//! The words for what a search found out about a position.

use sudokit::logic::{Mistake, Words};

/// Why some techniques are left out where the search ended early.
pub const UNKNOWN: &str = "whether there is only one solution would take too long to find out, so \
                           techniques that take it for granted are left out";

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
