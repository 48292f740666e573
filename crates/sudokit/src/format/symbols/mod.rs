//! How values are written: digits, letters, or separated numbers.
//!
//! There are four conventions for 16×16 boards (1-9A-G, 0-9A-F, A-P, 1…16), and similar ones for
//! every other size. The convention of a text is inferred from its symbols, and an ambiguity is
//! reported. This module defines the conventions; [`alphabet`] infers them.
//!
//! ```
//! use sudokit::format::Symbols;
//!
//! let hexadecimal: Symbols = "0-F".parse()?;
//! assert_eq!(hexadecimal.value("A", 16), Some(11));
//! assert_eq!(hexadecimal.symbol(16), "F");
//! assert_eq!(hexadecimal.spelled(16), "0-9A-F");
//! # Ok::<(), sudokit::format::UnknownSymbols>(())
//! ```

pub(crate) mod alphabet;
mod blanks;
pub(crate) mod digits;
pub(crate) mod tokens;

use std::fmt;
use std::str::FromStr;

pub use blanks::{Blanks, UnknownBlanks};

use crate::format::read::characters::{character_text, characters, push_character};
use crate::format::symbols::digits::Script;

/// A convention for writing values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symbols {
    /// Numbers from 1, separated.
    Numbers,
    /// `1`…`9`, `A`…`Z`, `a`…`z`: up to 61 values.
    FromOne,
    /// `0`…`9`, `A`…`Z`, `a`…`z`: value 1 is written `0`. Up to 62 values.
    FromZero,
    /// `A`…`Z`, `a`…`z`: up to 52 values.
    Letters,
    /// The symbols of values 1, 2, 3… in this order. A noncharacter from U+FDD0 on represents a
    /// keycap (5️⃣), which has no code point of its own.
    Custom(Vec<char>),
}

/// The characters of the conventions; each convention starts at its own offset.
const COUNTING: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// The start and the end of the upper-case letters in [`COUNTING`].
const CAPITALS_START: usize = 10;
const CAPITALS_END: usize = 36;

impl Symbols {
    /// Returns the largest number of values that can be written.
    pub fn capacity(&self) -> usize {
        match self {
            Symbols::Numbers => crate::shape::MAX_SIZE,
            Symbols::Custom(symbols) => symbols.len(),
            counted => COUNTING.len() - counted.first(),
        }
    }

    /// Returns the value of a symbol on a board of this size. Upper-case and lower-case letters are
    /// the same unless the board needs both.
    pub fn value(&self, symbol: &str, size: usize) -> Option<u8> {
        if *self == Symbols::Numbers {
            let value = tokens::number(symbol.as_bytes())?;
            return (1..=size).contains(&value).then_some(value as u8);
        }
        let mut symbols = characters(symbol.as_bytes());
        match (symbols.next(), symbols.next()) {
            (Some((_, only)), None) => self.value_of(only, size),
            _ => None,
        }
    }

    /// Returns the [`value`](Self::value) of a single character; numbers are read as digits.
    #[inline]
    pub(crate) fn value_of(&self, symbol: char, size: usize) -> Option<u8> {
        let counted = match self {
            Symbols::Custom(_) => return self.value_of_other(symbol, size),
            counted if !symbol.is_ascii() => return counted.value_of_other(symbol, size),
            counted => counted,
        };
        let place = match symbol {
            '0'..='9' => symbol as usize - '0' as usize,
            'A'..='Z' => symbol as usize - 'A' as usize + CAPITALS_START,
            'a'..='z' if counted.tells_case(size) => symbol as usize - 'a' as usize + CAPITALS_END,
            'a'..='z' => symbol as usize - 'a' as usize + CAPITALS_START,
            _ => return None,
        };
        let position = place.checked_sub(counted.first())?;
        (position < size).then_some(position as u8 + 1)
    }

    /// Returns the value of a symbol of the options, or of one that is not ASCII.
    fn value_of_other(&self, symbol: char, size: usize) -> Option<u8> {
        let position = match self {
            Symbols::Custom(symbols) => {
                let same = |other: &char| *other == symbol;
                let alike = |other: &char| other.eq_ignore_ascii_case(&symbol);
                let mut matches = symbols.iter().filter(|other| alike(other));
                let folded = match (matches.next(), matches.next()) {
                    (Some(_), None) => symbols.iter().position(alike),
                    _ => None,
                };
                symbols.iter().position(same).or(folded)?
            }
            counted => {
                // A circled 16 is a value like a lone number.
                if !symbol.is_ascii()
                    && *counted == Symbols::FromOne
                    && let Some((_, number @ 10..)) = digits::number_of(symbol)
                {
                    return (usize::from(number) <= size).then_some(number);
                }
                let symbol = digits::folded(symbol);
                return match symbol.is_ascii() {
                    true => counted.value_of(symbol, size),
                    false => None,
                };
            }
        };
        (position < size).then_some(position as u8 + 1)
    }

    /// Returns the symbol of a value; an empty string if there is none.
    pub fn symbol(&self, value: u8) -> String {
        let mut symbol = Vec::new();
        self.push(value, &mut symbol);
        String::from_utf8(symbol).unwrap_or_default()
    }

    /// Writes a value without allocating.
    pub(crate) fn push(&self, value: u8, out: &mut Vec<u8>) {
        let Some(position) = usize::from(value).checked_sub(1) else {
            return;
        };
        match self {
            Symbols::Numbers => {
                if value >= 100 {
                    out.push(b'0' + value / 100);
                }
                if value >= 10 {
                    out.push(b'0' + value / 10 % 10);
                }
                out.push(b'0' + value % 10);
            }
            Symbols::Custom(symbols) => {
                if let Some(symbol) = symbols.get(position) {
                    push_character(*symbol, out);
                }
            }
            counted => out.extend(COUNTING.get(counted.first() + position)),
        }
    }

    /// Returns the convention as `--symbols` spells it, up to the last value of a board: `1-9A-G`,
    /// `0-9A-F`, `A-P`, `1..16`.
    pub fn spelled(&self, size: usize) -> String {
        match self {
            Symbols::Numbers => format!("1..{size}"),
            Symbols::Custom(symbols) => in_ranges(symbols),
            counted => {
                let end = (counted.first() + size).min(COUNTING.len());
                let symbols: Vec<char> = COUNTING[counted.first()..end]
                    .iter()
                    .map(|symbol| char::from(*symbol))
                    .collect();
                in_ranges(&symbols)
            }
        }
    }

    /// Returns the same convention with the digits of another script.
    pub(crate) fn in_script(&self, script: Script, size: usize) -> Symbols {
        let symbol = |value: u8| {
            let plain = COUNTING.get(self.first() + usize::from(value) - 1);
            let plain = plain.map_or('?', |symbol| char::from(*symbol));
            let number = match plain.to_digit(10) {
                Some(digit) => Some(digit as u8),
                None => (*self == Symbols::FromOne).then_some(value),
            };
            let character = number.and_then(|number| script.character(number));
            character.unwrap_or_else(|| script.letter(plain))
        };
        match self {
            Symbols::FromOne | Symbols::FromZero => {
                Symbols::Custom((1..=size as u8).map(symbol).collect())
            }
            other => other.clone(),
        }
    }

    /// Returns the same convention in lower-case letters, unless the board needs both cases.
    pub(crate) fn in_small_letters(&self, size: usize) -> Option<Symbols> {
        match self {
            Symbols::Numbers | Symbols::Custom(_) => None,
            counted if counted.tells_case(size) => None,
            counted => {
                let symbols = &COUNTING[counted.first()..counted.first() + size];
                let small = symbols.iter().map(|s| char::from(s.to_ascii_lowercase()));
                Some(Symbols::Custom(small.collect()))
            }
        }
    }

    /// Returns whether a board of this size needs both cases, for different values.
    pub(crate) fn tells_case(&self, size: usize) -> bool {
        self.first() + size > CAPITALS_END
    }

    /// Returns the offset of a convention in [`COUNTING`].
    fn first(&self) -> usize {
        match self {
            Symbols::FromZero => 0,
            Symbols::Letters => 10,
            _ => 1,
        }
    }
}

/// Writes runs of digits and letters as `1-9`, `A-G`.
fn in_ranges(symbols: &[char]) -> String {
    let follows = |a: char, b: char| {
        b as u32 == a as u32 + 1 && a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric()
    };
    let mut text = String::new();
    let mut rest = symbols;
    while let Some(&first) = rest.first() {
        let run = 1 + rest.windows(2).take_while(|w| follows(w[0], w[1])).count();
        let length = if run >= 3 { run } else { 1 };
        text.push_str(&character_text(first));
        if length > 1 {
            text.push('-');
            text.push(rest[length - 1]);
        }
        rest = &rest[length..];
    }
    text
}

/// Writes the convention in a form that [`FromStr`] reads.
impl fmt::Display for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symbols::Numbers => f.write_str("numbers"),
            symbols => f.write_str(&symbols.spelled(COUNTING.len())),
        }
    }
}

/// The error for a text that names no symbols.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a set of symbols: expected 1-9A-G, 0-9A-F, A-P or numbers, or every symbol \
     once, in order"
)]
pub struct UnknownSymbols(String);

/// Parses `1-9A-G`, `0-F`, `A-P`, `numbers` or `1..16`, or all symbols in order (`MONTHSDAY`).
impl FromStr for Symbols {
    type Err = UnknownSymbols;

    fn from_str(text: &str) -> Result<Symbols, UnknownSymbols> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("numbers") || text.starts_with("1..") {
            return Ok(Symbols::Numbers);
        }
        let symbols = expand_ranges(text);
        let twice = (1..symbols.len()).any(|at| symbols[..at].contains(&symbols[at]));
        let hidden = symbols.iter().any(|c| c.is_whitespace() || c.is_control());
        if symbols.len() < crate::shape::MIN_SIZE || twice || hidden {
            return Err(UnknownSymbols(text.to_string()));
        }
        let counted = [Symbols::FromOne, Symbols::FromZero, Symbols::Letters];
        let same = |convention: &Symbols| {
            let counting = COUNTING[convention.first()..].iter();
            symbols.len() <= convention.capacity()
                && symbols
                    .iter()
                    .zip(counting)
                    .all(|(a, b)| *a == char::from(*b))
        };
        let known = counted.into_iter().find(same);
        Ok(known.unwrap_or(Symbols::Custom(symbols)))
    }
}

/// Expands ranges such as `A-F`; a range may run from digits into letters of either case.
fn expand_ranges(text: &str) -> Vec<char> {
    let place = |symbol: char| COUNTING.iter().position(|c| char::from(*c) == symbol);
    let characters: Vec<char> = characters(text.as_bytes()).map(|(_, c)| c).collect();
    let (mut symbols, mut at) = (Vec::new(), 0);
    while at < characters.len() {
        let first = characters[at];
        let last = match characters.get(at + 1) {
            Some('-') => characters.get(at + 2).copied(),
            _ => None,
        };
        let ends = last.and_then(|last| Some((place(first)?, place(last)?)));
        match ends {
            Some((from, to)) if from < to => {
                let skips_capitals = from < 10 && to >= CAPITALS_END;
                let range =
                    (from..=to).filter(|p| !skips_capitals || !(10..CAPITALS_END).contains(p));
                symbols.extend(range.map(|p| char::from(COUNTING[p])));
                at += 3;
            }
            _ => {
                symbols.push(first);
                at += 1;
            }
        }
    }
    symbols
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parsed() {
        for (text, symbols) in [
            ("1-9A-G", Symbols::FromOne),
            ("1-9", Symbols::FromOne),
            ("1-G", Symbols::FromOne),
            ("0-F", Symbols::FromZero),
            ("0-9A-F", Symbols::FromZero),
            ("A-P", Symbols::Letters),
            ("numbers", Symbols::Numbers),
            ("1..16", Symbols::Numbers),
            ("123456789", Symbols::FromOne),
            ("MONTHSDAY", Symbols::Custom("MONTHSDAY".chars().collect())),
            ("0-f", Symbols::Custom("0123456789abcdef".chars().collect())),
        ] {
            assert_eq!(text.parse(), Ok(symbols), "{text}");
        }
        for text in ["", "abc", "AABC", "1 2 3 4"] {
            assert!(text.parse::<Symbols>().is_err(), "{text}");
        }
    }

    #[test]
    fn names_round_trip() {
        for text in [
            "1-G",
            "0-F",
            "A-P",
            "numbers",
            "MONTHSDAY",
            "1-9a-g",
            "+-*/",
        ] {
            let symbols: Symbols = text.parse().unwrap();
            assert_eq!(symbols.to_string().parse(), Ok(symbols), "{text}");
        }
        assert_eq!(Symbols::FromOne.spelled(16), "1-9A-G");
        assert_eq!(Symbols::FromOne.spelled(9), "1-9");
        assert_eq!(Symbols::FromZero.spelled(10), "0-9");
    }

    #[test]
    fn every_value_round_trips() {
        let custom = "MONTHSDAY".parse().unwrap();
        for (symbols, size) in [
            (Symbols::Numbers, 64),
            (Symbols::FromOne, 61),
            (Symbols::FromZero, 62),
            (Symbols::Letters, 52),
            (custom, 9),
        ] {
            assert_eq!(symbols.capacity(), size);
            for value in 1..=size as u8 {
                assert_eq!(symbols.value(&symbols.symbol(value), size), Some(value));
            }
            assert_eq!(symbols.value(&symbols.symbol(size as u8), size - 1), None);
        }
    }

    #[test]
    fn case_matters_only_if_both_cases_are_needed() {
        assert_eq!(Symbols::FromOne.value("g", 16), Some(16));
        assert_eq!(Symbols::FromOne.value("a", 35), Some(10));
        assert_eq!(Symbols::FromOne.value("a", 36), Some(36));
        assert_eq!(Symbols::FromZero.value("a", 36), Some(11));
        assert_eq!(Symbols::Letters.value("z", 26), Some(26));
        let months: Symbols = "MONTHSDAY".parse().unwrap();
        assert_eq!(months.value("y", 9), Some(9));
    }

    #[test]
    fn digits_of_other_scripts_have_the_same_values() {
        assert_eq!(Symbols::FromOne.value("５", 9), Some(5));
        assert_eq!(Symbols::FromOne.value("⑯", 16), Some(16));
        assert_eq!(Symbols::FromOne.value("⑯", 15), None);
        assert_eq!(Symbols::FromOne.value("Ｇ", 16), Some(16));
        assert_eq!(Symbols::FromZero.value("０", 16), Some(1));
        assert_eq!(Symbols::FromZero.value("⑩", 16), None);
        assert_eq!(Symbols::Numbers.value("１６", 16), Some(16));
        let keycaps: Symbols = "1️⃣2️⃣3️⃣4️⃣".parse().unwrap();
        assert_eq!(keycaps.capacity(), 4);
        assert_eq!(keycaps.value("3️⃣", 4), Some(3));
        assert_eq!(keycaps.symbol(4), "4️⃣");
        assert_eq!(keycaps.to_string().parse(), Ok(keycaps));
    }

    #[test]
    fn other_text_has_no_value() {
        assert_eq!(Symbols::Numbers.value("17", 16), None);
        assert_eq!(Symbols::Numbers.value("+7", 16), None);
        assert_eq!(Symbols::Numbers.value("99999999999999999999", 16), None);
        assert_eq!(Symbols::FromOne.value("0", 9), None);
        assert_eq!(Symbols::FromOne.value("12", 16), None);
        assert_eq!(Symbols::FromOne.value("", 9), None);
        assert_eq!(Symbols::FromOne.symbol(0), "");
        assert_eq!(Symbols::FromOne.symbol(62), "");
    }
}
