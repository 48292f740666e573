//! `--format`: a custom line for each puzzle.

use std::str::FromStr;

use sudokit::rate::Rating;
use sudokit::rate::explainer::Ratings;

use super::RateFinding;
use crate::report::located::LocatedPuzzle;

/// A line with fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineTemplate(Vec<TemplatePart>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum TemplatePart {
    Text(String),
    Field(TemplateField),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TemplateField {
    Givens,
    Level,
    Score,
    Hardest,
    Steps,
    Techniques,
    Status,
    File,
    Line,
    Name,
    Er,
    Ep,
    Ed,
}

const FIELDS: [(char, TemplateField); 13] = [
    ('g', TemplateField::Givens),
    ('l', TemplateField::Level),
    ('s', TemplateField::Score),
    ('h', TemplateField::Hardest),
    ('n', TemplateField::Steps),
    ('t', TemplateField::Techniques),
    ('u', TemplateField::Status),
    ('f', TemplateField::File),
    ('L', TemplateField::Line),
    ('N', TemplateField::Name),
    ('r', TemplateField::Er),
    ('p', TemplateField::Ep),
    ('d', TemplateField::Ed),
];

/// Parses text with fields such as `%g`; `%%` is a percent sign, `\t` a tab.
impl FromStr for LineTemplate {
    type Err = String;

    fn from_str(text: &str) -> Result<LineTemplate, String> {
        let (mut parts, mut plain) = (Vec::new(), String::new());
        let mut characters = text.chars();
        while let Some(character) = characters.next() {
            match (character, characters.clone().next()) {
                ('%', Some('%')) => plain.push('%'),
                ('\\', Some('t')) => plain.push('\t'),
                ('%', letter) => {
                    let found = FIELDS.iter().find(|(each, _)| Some(*each) == letter);
                    let (_, field) = found.ok_or_else(|| unknown(letter))?;
                    parts.push(TemplatePart::Text(std::mem::take(&mut plain)));
                    parts.push(TemplatePart::Field(*field));
                }
                _ => {
                    plain.push(character);
                    continue;
                }
            }
            characters.next();
        }
        parts.push(TemplatePart::Text(plain));
        Ok(LineTemplate(parts))
    }
}

fn unknown(letter: Option<char>) -> String {
    let known: Vec<String> = FIELDS.iter().map(|(each, _)| format!("%{each}")).collect();
    let found = letter.map_or_else(|| "a lone %".to_string(), |letter| format!("%{letter}"));
    format!("unknown field {found}; fields are {}", known.join(" "))
}

impl LineTemplate {
    fn fields(&self) -> impl Iterator<Item = TemplateField> + '_ {
        self.0.iter().filter_map(|part| match part {
            TemplatePart::Field(field) => Some(*field),
            TemplatePart::Text(_) => None,
        })
    }

    /// Whether a field needs the ratings of Sudoku Explainer.
    pub fn has_explainer(&self) -> bool {
        use TemplateField::{Ed, Ep, Er};
        self.fields().any(|field| matches!(field, Er | Ep | Ed))
    }

    /// Whether a field needs level and score.
    pub fn has_level(&self) -> bool {
        use TemplateField::{Hardest, Level, Score, Steps, Techniques};
        let mut fields = self.fields();
        fields.any(|field| matches!(field, Level | Score | Hardest | Steps | Techniques))
    }

    /// The line for a puzzle; missing fields are empty.
    pub(super) fn fill(&self, located: &LocatedPuzzle<'_>, finding: &RateFinding) -> String {
        let mut line = String::new();
        for part in &self.0 {
            match part {
                TemplatePart::Text(text) => line.push_str(text),
                TemplatePart::Field(field) => line.push_str(&field.of(located, finding)),
            }
        }
        line.push('\n');
        line
    }
}

impl TemplateField {
    fn of(self, located: &LocatedPuzzle<'_>, finding: &RateFinding) -> String {
        let rating = finding.rating.as_ref();
        let rated = |tell: fn(&Rating) -> String| rating.map(tell).unwrap_or_default();
        let ratings = finding.ratings();
        let explained = |tell: fn(Ratings) -> String| ratings.map(tell).unwrap_or_default();
        match self {
            TemplateField::Er => explained(|ratings| ratings.er.to_string()),
            TemplateField::Ep => explained(|ratings| ratings.ep.to_string()),
            TemplateField::Ed => explained(|ratings| ratings.ed.to_string()),
            TemplateField::Givens => finding.puzzle.to_string(),
            TemplateField::Level => rated(|rating| rating.level.to_string()),
            TemplateField::Score => rated(|rating| rating.score.to_string()),
            TemplateField::Hardest => {
                rated(|rating| rating.hardest.map_or("", |t| t.slug()).to_string())
            }
            TemplateField::Steps => rated(|rating| rating.steps().to_string()),
            TemplateField::Techniques => rated(techniques),
            TemplateField::Status => finding.status.name().to_string(),
            TemplateField::File => located.file.to_string(),
            TemplateField::Line => located.piece.line.to_string(),
            TemplateField::Name => located.name().unwrap_or_default().to_string(),
        }
    }
}

/// Every technique with its number of steps: `full-house:11 naked-single:5`.
pub fn techniques(rating: &Rating) -> String {
    let used = rating.techniques.iter();
    let used = used.map(|used| format!("{}:{}", used.technique.slug(), used.steps));
    used.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_in_text() {
        let template: LineTemplate = "%l\\t100 %%".parse().unwrap();
        let expected = [
            TemplatePart::Text(String::new()),
            TemplatePart::Field(TemplateField::Level),
            TemplatePart::Text("\t100 %".to_string()),
        ];
        assert_eq!(template.0, expected);
        for wrong in ["%x", "50%"] {
            assert!(wrong.parse::<LineTemplate>().is_err(), "{wrong}");
        }
    }
}
