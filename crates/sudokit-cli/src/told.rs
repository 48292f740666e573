//! A step with its words, as programs read it.

use serde::Serialize;
use sudokit::logic::{Level, Step, Words};

/// A step as data and in words.
#[derive(Serialize)]
pub struct Told {
    title: String,
    sentence: String,
    whereabouts: String,
    effect: String,
    explanation: Vec<String>,
    level: Level,
    score: u32,
    #[serde(flatten)]
    step: Step,
}

impl Told {
    pub fn new(words: &Words, step: &Step) -> Told {
        Told {
            title: words.title(step),
            sentence: words.sentence(step),
            whereabouts: words.whereabouts(step),
            effect: words.effect(step),
            explanation: words.paragraphs(step),
            level: step.technique.level(),
            score: step.technique.score(),
            step: step.clone(),
        }
    }
}

/// A step in one line; a chain in Eureka notation, where that is wanted.
pub fn line(words: &Words, step: &Step, eureka: bool) -> String {
    match words.eureka(step).filter(|_| eureka) {
        Some(chain) => format!("{}: {chain} ⇒ {}", words.title(step), words.effect(step)),
        None => words.sentence(step),
    }
}
