//! The scale of Sudoku Explainer's ratings.

use std::fmt;
use std::str::FromStr;

use crate::range::Scale;

/// A rating of Sudoku Explainer, from 1.0 to 20.0 in steps of 0.1.
///
/// ```
/// use sudokit::range::Range;
/// use sudokit::rate::explainer::Difficulty;
///
/// let range: Range<Difficulty> = "7.1..7.3".parse()?;
/// assert!(range.contains("7.2".parse().unwrap()));
/// assert_eq!(Difficulty::from_tenths(72).to_string(), "7.2");
/// # Ok::<(), sudokit::range::NoRange>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Difficulty(u16);

impl Difficulty {
    /// What Sudoku Explainer says of a puzzle that it cannot solve.
    pub const UNSOLVED: Difficulty = Difficulty(200);

    /// Creates a rating from its tenfold.
    pub const fn from_tenths(tenths: u16) -> Difficulty {
        Difficulty(tenths)
    }

    /// Returns ten times the rating.
    pub const fn tenths(self) -> u16 {
        self.0
    }

    /// Rounds as the original does when it prints.
    pub(super) fn rounded(rating: f64) -> Difficulty {
        Difficulty(((rating + 0.05) * 10.0) as u16)
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

/// The reason why a text is not a rating.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a rating, such as 7.2")]
pub struct NoDifficulty(String);

/// Reads `7`, `7.2` and `11.0`, with at most one decimal.
impl FromStr for Difficulty {
    type Err = NoDifficulty;

    fn from_str(text: &str) -> Result<Difficulty, NoDifficulty> {
        let unknown = || NoDifficulty(text.to_string());
        let (whole, tenths) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |text: &str, most: usize| {
            (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
        };
        if !is_number(whole, 2) || !is_number(tenths, 1) {
            return Err(unknown());
        }
        let number = |text: &str| text.parse::<u16>().map_err(|_| unknown());
        Ok(Difficulty(number(whole)? * 10 + number(tenths)?))
    }
}

impl Scale for Difficulty {
    const FIRST: Difficulty = Difficulty(0);
    const LAST: Difficulty = Difficulty::UNSOLVED;
    const EXAMPLES: &str = "7.1..7.3, ..7.3 or 7.1..";

    fn read(text: &str) -> Option<Difficulty> {
        text.parse().ok()
    }

    fn written(self) -> String {
        self.to_string()
    }
}

/// A number such as `7.2`.
#[cfg(feature = "serde")]
impl serde::Serialize for Difficulty {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0) / 10.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::range::Range;

    #[test]
    fn ratings_are_parsed_and_written() {
        for text in ["1.0", "7.2", "11.3", "20.0"] {
            let rating: Difficulty = text.parse().expect(text);
            assert_eq!(rating.to_string(), text);
        }
        assert_eq!("7".parse(), Ok(Difficulty(70)));
        for wrong in ["", ".", "7.", ".5", "7.25", "x", "-1", "+1.0", "100"] {
            assert!(wrong.parse::<Difficulty>().is_err(), "{wrong}");
        }
        let range: Range<Difficulty> = "10.5..".parse().expect("a range");
        assert_eq!(range, Range(Difficulty(105)..=Difficulty::UNSOLVED));
    }

    #[test]
    fn sums_of_tenths_are_rounded_as_printed() {
        // 7.0 + 0.1 + 0.1 + 0.1 is a little less than 7.3.
        let added = [0.1; 3].iter().fold(0.0, |sum, tenth| sum + tenth);
        assert_eq!(Difficulty::rounded(7.0 + added), Difficulty(73));
        assert_eq!(Difficulty::rounded(4.5 + 0.3 + 0.2), Difficulty(50));
    }
}
