//! Which neighbours are liked.

use std::fmt;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use sudokit::logic::{Level, Technique};
use sudokit::rate::Rating;

/// Which neighbours are liked; all of it must hold.
#[derive(Args, Clone, Debug, Default)]
pub struct FilterArgs {
    /// Only puzzles that need every given
    #[arg(long, help_heading = "Choosing")]
    pub minimal: bool,

    /// Only puzzles with so many givens: 17, 20..24, ..22
    #[arg(long, value_name = "RANGE", help_heading = "Choosing")]
    pub givens: Option<Span>,

    /// Only puzzles of these levels, with commas between them: easy, medium, hard, unfair, extreme
    #[arg(
        long,
        value_name = "LEVELS",
        value_delimiter = ',',
        hide_possible_values = true,
        help_heading = "Choosing"
    )]
    pub level: Vec<LevelName>,

    /// Only puzzles with such a score: 1000.., 500..800
    #[arg(long, value_name = "RANGE", help_heading = "Choosing")]
    pub score: Option<Span>,

    /// Only puzzles whose hardest technique is one of these, with commas between them
    #[arg(
        long,
        value_name = "TECHNIQUES",
        value_delimiter = ',',
        help_heading = "Choosing"
    )]
    pub hardest: Vec<Technique>,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelName {
    Easy,
    Medium,
    Hard,
    Unfair,
    Extreme,
}

impl From<LevelName> for Level {
    fn from(name: LevelName) -> Level {
        match name {
            LevelName::Easy => Level::Easy,
            LevelName::Medium => Level::Medium,
            LevelName::Hard => Level::Hard,
            LevelName::Unfair => Level::Unfair,
            LevelName::Extreme => Level::Extreme,
        }
    }
}

impl FilterArgs {
    /// Whether puzzles have to be rated.
    pub fn needs_rating(&self) -> bool {
        !self.level.is_empty() || self.score.is_some() || !self.hardest.is_empty()
    }

    /// Whether a puzzle with so many givens can be liked.
    pub fn likes_givens(&self, givens: usize) -> bool {
        self.givens.is_none_or(|span| span.contains(givens as u64))
    }

    /// Whether a puzzle with this rating is liked; one that techniques do not solve has none.
    pub fn likes_rating(&self, rating: Option<&Rating>) -> bool {
        let Some(rating) = rating else {
            return !self.needs_rating();
        };
        let level = |name: &LevelName| Level::from(*name) == rating.level;
        let score = |span: Span| span.contains(rating.score.into());
        (self.level.is_empty() || self.level.iter().any(level))
            && self.score.is_none_or(score)
            && (self.hardest.is_empty()
                || rating.hardest.is_some_and(|t| self.hardest.contains(&t)))
    }
}

/// From one number to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    from: u64,
    to: u64,
}

impl Span {
    fn contains(self, number: u64) -> bool {
        (self.from..=self.to).contains(&number)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from, self.to) {
            (from, to) if from == to => write!(f, "{from}"),
            (0, to) => write!(f, "..{to}"),
            (from, u64::MAX) => write!(f, "{from}.."),
            (from, to) => write!(f, "{from}..{to}"),
        }
    }
}

/// Reads `17`, `20..24`, `20-24`, `..22` and `1000..`.
impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Span, String> {
        let unknown = || "say a number or a range, such as 17, 20..24, ..22 or 1000..".to_string();
        let number = |part: &str| part.trim().parse::<u64>().map_err(|_| unknown());
        let Some((from, to)) = text.split_once("..").or_else(|| text.split_once('-')) else {
            let number = number(text)?;
            return Ok(Span {
                from: number,
                to: number,
            });
        };
        let span = match (from.trim(), to.trim()) {
            ("", "") => return Err(unknown()),
            ("", to) => Span {
                from: 0,
                to: number(to)?,
            },
            (from, "") => Span {
                from: number(from)?,
                to: u64::MAX,
            },
            (from, to) => Span {
                from: number(from)?,
                to: number(to)?,
            },
        };
        match span.from <= span.to {
            true => Ok(span),
            false => Err("the first number is larger than the second".to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_people_write_them() {
        for (text, from, to) in [
            ("17", 17, 17),
            ("20..24", 20, 24),
            ("20-24", 20, 24),
            ("..22", 0, 22),
            ("1000..", 1_000, u64::MAX),
        ] {
            assert_eq!(text.parse(), Ok(Span { from, to }), "{text}");
        }
        for wrong in ["", "..", "a", "24..20", "1..b", "-"] {
            assert!(wrong.parse::<Span>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_asked_for_must_all_hold() {
        let puzzle: sudokit::Puzzle = "1... ..2. .3.. ...4".parse().unwrap();
        let rating = Rating::of_puzzle(&puzzle).unwrap();
        let (score, hardest) = (rating.score, rating.hardest.unwrap());
        let mut filter = FilterArgs::default();
        assert!(!filter.needs_rating() && filter.likes_rating(None));
        filter.level = vec![LevelName::Easy];
        filter.score = score.to_string().parse().ok();
        filter.hardest = vec![Technique::XWing, hardest];
        assert!(filter.needs_rating() && filter.likes_rating(Some(&rating)));
        assert!(!filter.likes_rating(None));
        filter.score = format!("{}..", score + 1).parse().ok();
        assert!(!filter.likes_rating(Some(&rating)));
        filter.givens = "17..20".parse().ok();
        assert!(filter.likes_givens(20) && !filter.likes_givens(16));
    }
}
