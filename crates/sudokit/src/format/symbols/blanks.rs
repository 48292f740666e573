//! The characters that mean an empty cell.

use std::fmt;
use std::str::FromStr;

use crate::format::read::characters::{characters, push_character};

/// The characters that mean an empty cell, as `--blank` names them: one or several.
///
/// ```
/// use sudokit::format::Blanks;
///
/// let blanks: Blanks = " .".parse()?;
/// assert!(blanks.contains(' ') && blanks.contains('.') && !blanks.contains('0'));
/// # Ok::<(), sudokit::format::UnknownBlanks>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Blanks {
    characters: [char; Blanks::MOST],
    count: usize,
}

impl Blanks {
    /// The largest number of characters.
    pub const MOST: usize = 16;

    /// Returns whether a character means an empty cell.
    pub fn contains(&self, character: char) -> bool {
        self.iter().any(|blank| blank == character)
    }

    /// Returns the first character.
    pub fn first(&self) -> char {
        self.characters[0]
    }

    /// Returns the characters in the order in which they were named.
    pub fn iter(&self) -> impl Iterator<Item = char> {
        self.characters.into_iter().take(self.count)
    }

    /// Returns whether space is one of them, so that spaces are cells and not layout.
    pub fn has_space(&self) -> bool {
        self.iter().any(char::is_whitespace)
    }
}

impl From<char> for Blanks {
    fn from(character: char) -> Blanks {
        Blanks {
            characters: [character; Blanks::MOST],
            count: 1,
        }
    }
}

/// Writes the characters as [`FromStr`] reads them.
impl fmt::Display for Blanks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.iter().for_each(|c| push_character(c, &mut text));
        f.write_str(&String::from_utf8_lossy(&text))
    }
}

impl fmt::Debug for Blanks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Blanks({:?})", self.to_string())
    }
}

/// The error for a text that names no blanks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` does not name blanks: expected from 1 to {most} characters that are not line ends",
    most = Blanks::MOST
)]
pub struct UnknownBlanks(String);

/// Takes every character of a text as a blank.
/// Makes a key of the digit before it.
const KEYCAP: char = '\u{20e3}';

impl FromStr for Blanks {
    type Err = UnknownBlanks;

    fn from_str(text: &str) -> Result<Blanks, UnknownBlanks> {
        let mut named = characters(text.as_bytes()).map(|(_, character)| character);
        let error = || UnknownBlanks(text.to_string());
        let mut blanks = Blanks::from(named.next().ok_or_else(error)?);
        for character in named {
            if !blanks.contains(character) {
                *blanks.characters.get_mut(blanks.count).ok_or_else(error)? = character;
                blanks.count += 1;
            }
        }
        // A mark for keys belongs to the digit before it; on its own it is no cell.
        let is_no_cell = |c: char| c != '\t' && c.is_control() || c == KEYCAP;
        match blanks.iter().any(is_no_cell) {
            true => Err(error()),
            false => Ok(blanks),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Behind a digit it would be read as part of that.
    #[test]
    fn a_keycap_alone_is_no_blank() {
        assert!(".\u{20e3}".parse::<Blanks>().is_err());
        assert!("6.\u{fe0f}\u{20e3}".parse::<Blanks>().is_err());
        assert!("6\u{fe0f}\u{20e3}".parse::<Blanks>().is_ok());
    }

    #[test]
    fn several_characters_are_blanks() {
        let blanks: Blanks = " .·.".parse().unwrap();
        assert_eq!(blanks.iter().collect::<String>(), " .·");
        assert_eq!(blanks.to_string().parse(), Ok(blanks));
        assert!(blanks.has_space());
        assert_eq!("0".parse(), Ok(Blanks::from('0')));
        assert_eq!("⬜\u{fe0f}".parse(), Ok(Blanks::from('⬜')));
        for text in ["", "\u{200b}", ".\n", "abcdefghijklmnopq"] {
            assert!(text.parse::<Blanks>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_keycap_is_one_character() {
        let blanks: Blanks = "0\u{fe0f}\u{20e3}".parse().unwrap();
        assert_eq!(blanks.iter().count(), 1);
        assert_eq!(blanks.to_string(), "0\u{fe0f}\u{20e3}");
    }
}
