//! The report of a step for programs: data and words, in stages.

use super::Words;
use crate::logic::drawing::Drawing;
use crate::logic::{Board, Level, Step};

/// How much of a step to report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Where to look.
    Whereabouts,
    /// Also the technique.
    Technique,
    /// Everything.
    Step,
}

impl Stage {
    /// Returns the stage with this number: 1 where to look, 2 also the technique, 3 everything.
    pub fn of_number(number: u8) -> Option<Stage> {
        match number {
            1 => Some(Stage::Whereabouts),
            2 => Some(Stage::Technique),
            3 => Some(Stage::Step),
            _ => None,
        }
    }
}

/// A step as data and in words. Fields that the [`Stage`] does not include are `None`.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct StepReport {
    /// Where to look.
    pub whereabouts: String,
    /// The name of the step, which may be more precise than that of its technique.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub title: Option<String>,
    /// The technique's level.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub level: Option<Level>,
    /// What the step adds to the score of a puzzle.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub score: Option<u32>,
    /// The whole step in one sentence.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub sentence: Option<String>,
    /// The effect of the step.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub effect: Option<String>,
    /// Why the step is valid, for a beginner, and its effect.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub paragraphs: Option<Vec<String>>,
    /// The chain in Eureka notation, if the step is one.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub eureka: Option<String>,
    /// The step as data: technique, placements, eliminations and the pattern that proves them.
    /// Houses count from 0: rows, columns, then boxes.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub step: Option<Step>,
    /// The step's drawing, if [`with_drawing`](StepReport::with_drawing) added it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub drawing: Option<Drawing>,
}

impl StepReport {
    /// Adds the drawing of the step that is reported, on the board before it: only where to look,
    /// unless the report has the whole step.
    #[must_use]
    pub fn with_drawing(self, board: &Board, step: &Step) -> StepReport {
        let drawing = match self.step {
            Some(_) => Drawing::new(board, step),
            None => Drawing::where_to_look(board.shape(), step),
        };
        StepReport {
            drawing: Some(drawing),
            ..self
        }
    }
}

impl Words {
    /// Reports as much of a step as `stage` includes.
    ///
    /// ```
    /// use sudokit::Puzzle;
    /// use sudokit::logic::{Board, Logic, Stage, Words};
    ///
    /// let puzzle: Puzzle = "1... ..2. .3.. ...4".parse()?;
    /// let board = Board::new(&puzzle);
    /// let step = Logic::new().advise(&board).expect("there is a step");
    /// let report = Words::new(&board).report(&step, Stage::Technique);
    /// assert_eq!(report.whereabouts, "Look at r1c4.");
    /// assert_eq!(report.title.as_deref(), Some("Naked single"));
    /// assert!(report.step.is_none());
    /// # Ok::<(), sudokit::Problem>(())
    /// ```
    pub fn report(&self, step: &Step, stage: Stage) -> StepReport {
        let named = stage >= Stage::Technique;
        let whole = stage >= Stage::Step;
        StepReport {
            whereabouts: self.whereabouts(step),
            title: named.then(|| self.title(step)),
            level: named.then(|| step.technique.level()),
            score: named.then(|| step.technique.score()),
            sentence: whole.then(|| self.sentence(step)),
            effect: whole.then(|| self.effect(step)),
            paragraphs: whole.then(|| self.paragraphs(step)),
            eureka: self.eureka(step).filter(|_| whole),
            step: whole.then(|| step.clone()),
            drawing: None,
        }
    }

    /// Returns a step in one line, with its chain in Eureka notation if `eureka` is set and it is one.
    pub fn line(&self, step: &Step, eureka: bool) -> String {
        match self.eureka(step).filter(|_| eureka) {
            Some(chain) => format!("{}: {chain} ⇒ {}", self.title(step), self.effect(step)),
            None => self.sentence(step),
        }
    }
}

/// Removes the title from a sentence such as `Naked pair: …`, for use below a heading that has it.
pub fn without_title(sentence: &str) -> String {
    let rest = sentence.split_once(": ").map(|(_, rest)| rest);
    capitalized(rest.unwrap_or(sentence))
}

/// Starts a sentence with a capital letter, unless it starts with the name of a cell such as
/// `r1c6`.
pub fn capitalized(sentence: &str) -> String {
    let first_word = sentence.split(' ').next().unwrap_or_default();
    let mut characters = sentence.chars();
    match characters.next() {
        Some(first) if !first_word.contains(|c: char| c.is_ascii_digit()) => {
            first.to_uppercase().chain(characters).collect()
        }
        _ => sentence.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_start_with_a_capital_or_a_cell() {
        assert_eq!(without_title("Skyscraper: all of it"), "All of it");
        assert_eq!(without_title("Naked single: r1c6 is 9"), "r1c6 is 9");
        assert_eq!(without_title("Fish: 5 in rows: so"), "5 in rows: so");
        assert_eq!(without_title("nothing before"), "Nothing before");
        assert_eq!(capitalized(""), "");
    }
}
