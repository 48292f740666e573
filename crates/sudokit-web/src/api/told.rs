//! A step as data and in words, as much of it as is wanted.

use serde::{Deserialize, Serialize};
use sudokit::logic::{Coordinates, Step, Words};
use utoipa::ToSchema;

use super::position::Subject;

/// How much of a step is told: 1 where to look, 2 for which technique, 3 everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    Whereabouts,
    Technique,
    Step,
}

/// How cells are named in words.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CoordinateStyle {
    /// `r4c5`.
    #[default]
    Rc,
    /// `D5`.
    A1,
}

/// A step as data and in words. What is left out was not asked for.
#[derive(Debug, Serialize, ToSchema)]
pub struct Told {
    /// Where to look.
    pub whereabouts: String,
    /// The technique's name for people, as precise as can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The technique's level: easy, medium, hard, unfair or extreme.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub level: Option<sudokit::logic::Level>,
    /// What the step adds to a puzzle's score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// The whole step in one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentence: Option<String>,
    /// What follows from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<String>,
    /// Why it holds, for a beginner, and what follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paragraphs: Option<Vec<String>>,
    /// Its chains in Eureka notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eureka: Option<String>,
    /// The step as data: technique, placements, eliminations and the pattern that proves them.
    /// Houses count from 0: rows, columns, then boxes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<Step>,
}

impl Told {
    /// As much of a step as this.
    pub fn new(words: &Words, step: Step, stage: Stage) -> Told {
        let named = stage >= Stage::Technique;
        let whole = stage >= Stage::Step;
        Told {
            whereabouts: words.whereabouts(&step),
            title: named.then(|| words.title(&step)),
            level: named.then(|| step.technique.level()),
            score: named.then(|| step.technique.score()),
            sentence: whole.then(|| words.sentence(&step)),
            effect: whole.then(|| words.effect(&step)),
            paragraphs: whole.then(|| words.paragraphs(&step)),
            eureka: words.eureka(&step).filter(|_| whole),
            step: whole.then_some(step),
        }
    }
}

/// The words for a position.
pub fn words(
    subject: &Subject,
    board: &sudokit::logic::Board,
    style: Option<CoordinateStyle>,
) -> Words {
    let coordinates = match style.unwrap_or_default() {
        CoordinateStyle::Rc => Coordinates::RowColumn,
        CoordinateStyle::A1 => Coordinates::Letter,
    };
    Words::new(board)
        .coordinates(coordinates)
        .symbols(subject.symbols.clone())
}
