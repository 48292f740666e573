//! Inclusive ranges as text: `24`, `22..25`, `..25`, `easy..hard`.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

#[cfg(feature = "logic")]
use crate::logic::Level;

/// An inclusive range that is read from text.
///
/// ```
/// use sudokit::logic::Level;
/// use sudokit::range::Range;
///
/// let givens: Range = "22..25".parse()?;
/// assert_eq!(givens, Range(22..=25));
/// let levels: Range<Level> = "hard..".parse()?;
/// assert_eq!(levels, Range(Level::Hard..=Level::Extreme));
/// # Ok::<(), sudokit::range::NoRange>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range<T: Scale = u32>(pub RangeInclusive<T>);

impl<T: Scale> Range<T> {
    /// Returns whether the range contains a value.
    pub fn contains(&self, value: T) -> bool {
        self.0.contains(&value)
    }
}

/// A type that ranges are made of.
pub trait Scale: Copy + PartialOrd + fmt::Display {
    /// The start of a range without one.
    const FIRST: Self;
    /// The end of a range without one.
    const LAST: Self;
    /// Examples for the error message.
    const EXAMPLES: &str;

    /// Parses one end.
    fn read(text: &str) -> Option<Self>;

    /// Writes one end, so that [`read`](Scale::read) reads it back.
    fn written(self) -> String;
}

impl Scale for u32 {
    const FIRST: u32 = 0;
    const LAST: u32 = u32::MAX;
    const EXAMPLES: &str = "22..25, ..25 or 22..";

    fn read(text: &str) -> Option<u32> {
        text.replace(['_', ','], "").parse().ok()
    }

    fn written(self) -> String {
        self.to_string()
    }
}

#[cfg(feature = "logic")]
impl Scale for Level {
    const FIRST: Level = Level::Easy;
    const LAST: Level = Level::Extreme;
    const EXAMPLES: &str = "easy..hard, ..hard or hard.. (levels are easy, medium, hard, unfair \
                            and extreme)";

    fn read(text: &str) -> Option<Level> {
        text.parse().ok()
    }

    fn written(self) -> String {
        self.name().to_string()
    }
}

/// Writes the range, so that `FromStr` reads it back.
impl<T: Scale> fmt::Display for Range<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = (*self.0.start(), *self.0.end());
        if first == last {
            return f.write_str(&first.written());
        }
        if first != T::FIRST || last == T::LAST {
            f.write_str(&first.written())?;
        }
        f.write_str("..")?;
        match last == T::LAST {
            true => Ok(()),
            false => f.write_str(&last.written()),
        }
    }
}

/// The reason why a text is not a range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoRange {
    /// An end cannot be read.
    #[error("`{text}` is not a range, such as {examples}")]
    Unknown {
        /// The text.
        text: String,
        /// Ranges that can be read.
        examples: &'static str,
    },
    /// The start is larger than the end.
    #[error("{first} is larger than {last}: use {last}..{first}")]
    Reversed {
        /// The start.
        first: String,
        /// The end.
        last: String,
    },
}

/// Reads `24`, `22..25`, `22-25`, `..25` and `22..`.
impl<T: Scale> FromStr for Range<T> {
    type Err = NoRange;

    fn from_str(text: &str) -> Result<Range<T>, NoRange> {
        let end = |part: &str, open: Option<T>| match (part.trim(), open) {
            ("", Some(open)) => Ok(open),
            (part, _) => T::read(part).ok_or_else(|| NoRange::Unknown {
                text: text.to_string(),
                examples: T::EXAMPLES,
            }),
        };
        let ends = text.split_once("..").or_else(|| text.split_once('-'));
        let (first, last) = match ends {
            Some((first, last)) => {
                let last = last.strip_prefix('=').unwrap_or(last);
                (end(first, Some(T::FIRST))?, end(last, Some(T::LAST))?)
            }
            None => (end(text, None)?, end(text, None)?),
        };
        match first <= last {
            true => Ok(Range(first..=last)),
            false => Err(NoRange::Reversed {
                first: first.written(),
                last: last.written(),
            }),
        }
    }
}

#[cfg(all(test, feature = "logic"))]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_parsed() {
        for (text, range) in [
            ("24", 24..=24),
            ("22..25", 22..=25),
            ("22..=25", 22..=25),
            ("22-25", 22..=25),
            ("22 - 25", 22..=25),
            ("..25", 0..=25),
            ("0..25", 0..=25),
            ("1,500..", 1_500..=u32::MAX),
            ("..", 0..=u32::MAX),
        ] {
            let range = Range(range);
            assert_eq!(text.parse().as_ref(), Ok(&range), "{text}");
            assert_eq!(range.to_string().parse(), Ok(range), "{text}");
        }
        for wrong in ["", "x", "25..22", "1..x", "-1..-2", "99999999999"] {
            assert!(wrong.parse::<Range>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn ranges_of_levels_are_parsed() {
        for (text, range) in [
            ("medium", Level::Medium..=Level::Medium),
            ("easy..Hard", Level::Easy..=Level::Hard),
            ("..medium", Level::Easy..=Level::Medium),
            ("unfair..", Level::Unfair..=Level::Extreme),
        ] {
            let range = Range(range);
            assert_eq!(text.parse().as_ref(), Ok(&range), "{text}");
            assert_eq!(range.to_string().parse(), Ok(range), "{text}");
        }
        let error = "gentle".parse::<Range<Level>>().unwrap_err();
        assert!(error.to_string().contains("unfair"), "{error}");
        let error = "hard..easy".parse::<Range<Level>>().unwrap_err();
        assert!(error.to_string().ends_with("use easy..hard"), "{error}");
    }
}
