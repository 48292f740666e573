//! `--format`: a line of one's own for each puzzle.

use std::str::FromStr;

use sudokit::rate::Rating;

use super::Finding;
use crate::case::Case;

/// A line with fields in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Field(Field),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
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
}

const FIELDS: [(char, Field); 10] = [
    ('g', Field::Givens),
    ('l', Field::Level),
    ('s', Field::Score),
    ('h', Field::Hardest),
    ('n', Field::Steps),
    ('t', Field::Techniques),
    ('u', Field::Status),
    ('f', Field::File),
    ('L', Field::Line),
    ('N', Field::Name),
];

/// Reads text with `%g` and the like in it; `%%` is a percent sign, `\t` a tab.
impl FromStr for Template {
    type Err = String;

    fn from_str(text: &str) -> Result<Template, String> {
        let (mut parts, mut plain) = (Vec::new(), String::new());
        let mut characters = text.chars();
        while let Some(character) = characters.next() {
            match (character, characters.clone().next()) {
                ('%', Some('%')) => plain.push('%'),
                ('\\', Some('t')) => plain.push('\t'),
                ('%', letter) => {
                    let found = FIELDS.iter().find(|(each, _)| Some(*each) == letter);
                    let (_, field) = found.ok_or_else(|| unknown(letter))?;
                    parts.push(Part::Text(std::mem::take(&mut plain)));
                    parts.push(Part::Field(*field));
                }
                _ => {
                    plain.push(character);
                    continue;
                }
            }
            characters.next();
        }
        parts.push(Part::Text(plain));
        Ok(Template(parts))
    }
}

fn unknown(letter: Option<char>) -> String {
    let known: Vec<String> = FIELDS.iter().map(|(each, _)| format!("%{each}")).collect();
    let found = letter.map_or_else(|| "a lone %".to_string(), |letter| format!("%{letter}"));
    format!("{found} means nothing here; there are {}", known.join(" "))
}

impl Template {
    /// The line for a puzzle; what it does not have is left empty.
    pub(super) fn fill(&self, case: &Case<'_>, finding: &Finding) -> String {
        let mut line = String::new();
        for part in &self.0 {
            match part {
                Part::Text(text) => line.push_str(text),
                Part::Field(field) => line.push_str(&field.of(case, finding)),
            }
        }
        line.push('\n');
        line
    }
}

impl Field {
    fn of(self, case: &Case<'_>, finding: &Finding) -> String {
        let rating = finding.rating.as_ref();
        let rated = |tell: fn(&Rating) -> String| rating.map(tell).unwrap_or_default();
        match self {
            Field::Givens => finding.puzzle.to_string(),
            Field::Level => rated(|rating| rating.level.to_string()),
            Field::Score => rated(|rating| rating.score.to_string()),
            Field::Hardest => rated(|rating| rating.hardest.map_or("", |t| t.slug()).to_string()),
            Field::Steps => rated(|rating| rating.steps().to_string()),
            Field::Techniques => rated(techniques),
            Field::Status => finding.status.name().to_string(),
            Field::File => case.file.to_string(),
            Field::Line => case.piece.line.to_string(),
            Field::Name => case.name().unwrap_or_default().to_string(),
        }
    }
}

/// Every technique with the number of its steps: `full-house:11 naked-single:5`.
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
        let template: Template = "%l\\t100 %%".parse().unwrap();
        let expected = [
            Part::Text(String::new()),
            Part::Field(Field::Level),
            Part::Text("\t100 %".to_string()),
        ];
        assert_eq!(template.0, expected);
        for wrong in ["%x", "50%"] {
            assert!(wrong.parse::<Template>().is_err(), "{wrong}");
        }
    }
}
