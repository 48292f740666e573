//! Digits of other scripts and styles: full-width, Arabic-Indic, circled, superscript, Chinese …
//!
//! They mean the same as the ASCII digits, in every convention. Answers are written in the script
//! that the puzzle uses.

use crate::format::read::characters::{key_of, keycap_like};

/// A way to write digits or small numbers, each as one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    /// One of [`SCRIPTS`].
    Listed(usize),
    /// Keycaps in the style of this one.
    Keycaps(char),
}

/// Consecutive characters of a script: the first one, the number it means, and how many there are.
type Series = (char, u8, u8);

/// The scripts, each as its series of characters.
const SCRIPTS: &[&[Series]] = &[
    // Full-width.
    &[('\u{ff10}', 0, 10)],
    // Arabic-Indic, and its eastern form.
    &[('\u{660}', 0, 10)],
    &[('\u{6f0}', 0, 10)],
    // NKo, Devanagari, Bengali, Gurmukhi, Gujarati, Oriya, Tamil, Telugu, Kannada, Malayalam.
    &[('\u{7c0}', 0, 10)],
    &[('\u{966}', 0, 10)],
    &[('\u{9e6}', 0, 10)],
    &[('\u{a66}', 0, 10)],
    &[('\u{ae6}', 0, 10)],
    &[('\u{b66}', 0, 10)],
    &[('\u{be6}', 0, 10)],
    &[('\u{c66}', 0, 10)],
    &[('\u{ce6}', 0, 10)],
    &[('\u{d66}', 0, 10)],
    // Sinhala, Thai, Lao, Tibetan, Myanmar, Khmer, Mongolian.
    &[('\u{de6}', 0, 10)],
    &[('\u{e50}', 0, 10)],
    &[('\u{ed0}', 0, 10)],
    &[('\u{f20}', 0, 10)],
    &[('\u{1040}', 0, 10)],
    &[('\u{17e0}', 0, 10)],
    &[('\u{1810}', 0, 10)],
    // Mathematical bold, double-struck, sans-serif, sans-serif bold, monospace; segmented.
    &[('\u{1d7ce}', 0, 10)],
    &[('\u{1d7d8}', 0, 10)],
    &[('\u{1d7e2}', 0, 10)],
    &[('\u{1d7ec}', 0, 10)],
    &[('\u{1d7f6}', 0, 10)],
    &[('\u{1fbf0}', 0, 10)],
    // Superscript and subscript.
    &[
        ('\u{2070}', 0, 1),
        ('\u{b9}', 1, 1),
        ('\u{b2}', 2, 2),
        ('\u{2074}', 4, 6),
    ],
    &[('\u{2080}', 0, 10)],
    // Circled, up to 50.
    &[
        ('\u{24ea}', 0, 1),
        ('\u{2460}', 1, 20),
        ('\u{3251}', 21, 15),
        ('\u{32b1}', 36, 15),
    ],
    // Negative circled.
    &[
        ('\u{24ff}', 0, 1),
        ('\u{2776}', 1, 10),
        ('\u{24eb}', 11, 10),
    ],
    // Double circled; circled sans-serif, and its negative form.
    &[('\u{24f5}', 1, 10)],
    &[('\u{1f10b}', 0, 1), ('\u{2780}', 1, 10)],
    &[('\u{1f10c}', 0, 1), ('\u{278a}', 1, 10)],
    // In parentheses; with a full stop.
    &[('\u{2474}', 1, 20)],
    &[('\u{1f100}', 0, 1), ('\u{2488}', 1, 20)],
    // Roman numerals, capital and small.
    &[('\u{2160}', 1, 12)],
    &[('\u{2170}', 1, 12)],
    // Chinese, with either zero; the financial forms; circled; in parentheses.
    &[
        ('〇', 0, 1),
        ('一', 1, 1),
        ('二', 2, 1),
        ('三', 3, 1),
        ('四', 4, 1),
        ('五', 5, 1),
        ('六', 6, 1),
        ('七', 7, 1),
        ('八', 8, 1),
        ('九', 9, 1),
        ('十', 10, 1),
        ('零', 0, 1),
    ],
    &[
        ('壹', 1, 1),
        ('贰', 2, 1),
        ('叁', 3, 1),
        ('肆', 4, 1),
        ('伍', 5, 1),
        ('陆', 6, 1),
        ('柒', 7, 1),
        ('捌', 8, 1),
        ('玖', 9, 1),
        ('拾', 10, 1),
        ('貳', 2, 1),
        ('參', 3, 1),
        ('陸', 6, 1),
    ],
    &[('\u{3280}', 1, 10)],
    &[('\u{3220}', 1, 10)],
    // Dice.
    &[('\u{2680}', 1, 6)],
];

/// Returns the number that a character of another script means, and the script.
pub(crate) fn number_of(character: char) -> Option<(Script, u8)> {
    // No digit of another script comes before the superscripts of Latin-1.
    if character < '\u{b2}' {
        return None;
    }
    if let Some(key) = key_of(character) {
        let digit = key.to_digit(10)? as u8;
        return Some((Script::Keycaps(character), digit));
    }
    let listed = SCRIPTS.iter().enumerate();
    let mut series = listed.flat_map(|(script, all)| all.iter().map(move |each| (script, each)));
    series.find_map(|(script, (first, number, count))| {
        let place = (character as u32).checked_sub(*first as u32)?;
        let is_member = place < u32::from(*count);
        is_member.then(|| (Script::Listed(script), number + place as u8))
    })
}

/// Returns the ASCII digit or letter that a character of another script means.
pub(crate) fn plain(character: char) -> Option<char> {
    match character {
        '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}' => {
            char::from_u32(character as u32 - 0xff21 + u32::from(b'A'))
        }
        _ => match number_of(character) {
            Some((_, digit @ 0..=9)) => Some(char::from(b'0' + digit)),
            _ => None,
        },
    }
}

/// Returns the ASCII digit or letter that a character means, or the character itself.
pub(crate) fn folded(character: char) -> char {
    match character.is_ascii() {
        true => character,
        false => plain(character).unwrap_or(character),
    }
}

/// Returns whether a character is a digit or a number of another script.
pub(crate) fn is_foreign_digit(character: char) -> bool {
    !character.is_ascii() && number_of(character).is_some()
}

impl Script {
    /// Returns the character for a number, if the script has one.
    pub fn character(self, number: u8) -> Option<char> {
        let script = match self {
            Script::Keycaps(style) if number <= 9 => return keycap_like(style, number),
            Script::Keycaps(_) => return None,
            Script::Listed(script) => SCRIPTS.get(script)?,
        };
        script.iter().find_map(|(first, start, count)| {
            let place = number.checked_sub(*start).filter(|place| place < count)?;
            char::from_u32(*first as u32 + u32::from(place))
        })
    }

    /// Returns whether two characters' scripts are the same, apart from the digit of a keycap.
    pub fn is_same(self, other: Script) -> bool {
        match (self, other) {
            (Script::Keycaps(one), Script::Keycaps(other)) => {
                keycap_like(one, 0) == keycap_like(other, 0)
            }
            _ => self == other,
        }
    }

    /// Returns the letter that goes with the digits of this script.
    pub fn letter(self, letter: char) -> char {
        match self {
            Script::Listed(0) if letter.is_ascii_alphabetic() => {
                char::from_u32(letter as u32 - u32::from(b'A') + 0xff21).unwrap_or(letter)
            }
            _ => letter,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_other_scripts_are_read() {
        for digits in [
            "１２３４５６７８９",
            "١٢٣٤٥٦٧٨٩",
            "۱۲۳۴۵۶۷۸۹",
            "१२३४५६७८९",
            "①②③④⑤⑥⑦⑧⑨",
            "❶❷❸❹❺❻❼❽❾",
            "¹²³⁴⁵⁶⁷⁸⁹",
            "₁₂₃₄₅₆₇₈₉",
            "一二三四五六七八九",
            "ⅠⅡⅢⅣⅤⅥⅦⅧⅨ",
        ] {
            for (number, character) in (1..).zip(digits.chars()) {
                let (script, found) = number_of(character).unwrap();
                assert_eq!(found, number, "{character}");
                assert_eq!(script.character(number), Some(character));
                assert_eq!(plain(character), char::from_digit(number.into(), 10));
            }
        }
        assert_eq!(number_of('⑯').map(|(_, number)| number), Some(16));
        assert_eq!(plain('⑯'), None);
        assert_eq!(plain('０'), Some('0'));
        assert_eq!(plain('零'), Some('0'));
        assert_eq!((plain('Ａ'), plain('ｇ')), (Some('A'), Some('g')));
        for character in ['5', 'a', '·', '½', '口', '□', 'é'] {
            assert_eq!(number_of(character).map(|(_, n)| n), None, "{character}");
        }
    }

    #[test]
    fn no_character_means_two_numbers() {
        let mut seen = Vec::new();
        for series in SCRIPTS.iter().flat_map(|script| script.iter()) {
            let first = series.0 as u32;
            seen.extend(first..first + u32::from(series.2));
        }
        let all = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), all);
    }
}
