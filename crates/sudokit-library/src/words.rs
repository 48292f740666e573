//! How people write what they ask for: ranges and levels.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use sudokit::logic::Level;

/// A range of numbers as people write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span(pub RangeInclusive<u32>);

/// As it can be read again.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (*self.0.start(), *self.0.end()) {
            (first, last) if first == last => write!(f, "{first}"),
            (0, last) if last != u32::MAX => write!(f, "..{last}"),
            (first, u32::MAX) => write!(f, "{first}.."),
            (first, last) => write!(f, "{first}..{last}"),
        }
    }
}

/// Reads `24`, `22..25`, `22-25`, `..25` and `22..`; both ends are meant.
impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Span, String> {
        let unknown = || format!("say a range, such as 22..25, ..25 or 22.., not `{text}`");
        let number = |part: &str, open: Option<u32>| match part.trim().replace(['_', ','], "") {
            part if part.is_empty() => open.ok_or_else(unknown),
            part => part.parse().map_err(|_| unknown()),
        };
        let ends = text.split_once("..").or_else(|| text.split_once('-'));
        let (first, last) = match ends {
            Some((first, last)) => {
                let last = last.strip_prefix('=').unwrap_or(last);
                (number(first, Some(0))?, number(last, Some(u32::MAX))?)
            }
            None => (number(text, None)?, number(text, None)?),
        };
        match first <= last {
            true => Ok(Span(first..=last)),
            false => Err(format!("{first} is more than {last}: say {last}..{first}")),
        }
    }
}

/// The levels by the names that people write.
pub const LEVELS: [(&str, Level); 5] = [
    ("easy", Level::Easy),
    ("medium", Level::Medium),
    ("hard", Level::Hard),
    ("unfair", Level::Unfair),
    ("extreme", Level::Extreme),
];

/// The level of a name.
///
/// # Errors
/// When it is none.
pub fn level(name: &str) -> Result<Level, String> {
    let found = LEVELS.iter().find(|(each, _)| *each == name);
    found.map(|(_, level)| *level).ok_or_else(|| {
        let names = LEVELS.map(|(name, _)| name).join(", ");
        format!("there is no level `{name}`; there are {names}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_people_write_them() {
        for (text, range) in [
            ("24", 24..=24),
            ("22..25", 22..=25),
            ("22..=25", 22..=25),
            ("22-25", 22..=25),
            ("..25", 0..=25),
            ("0..25", 0..=25),
            ("1,500..", 1_500..=u32::MAX),
        ] {
            let span = Span(range);
            assert_eq!(text.parse().as_ref(), Ok(&span), "{text}");
            assert_eq!(span.to_string().parse(), Ok(span), "{text}");
        }
        for wrong in ["", "x", "25..22", "1..x", "-1..-2", "99999999999"] {
            assert!(wrong.parse::<Span>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn names_are_those_that_are_shown() {
        for (name, each) in LEVELS {
            assert_eq!(each.to_string().to_lowercase(), name);
            assert_eq!(level(name), Ok(each));
        }
        assert!(level("hardest").is_err());
    }
}
