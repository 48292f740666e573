//! What a token between separators is: a number, a blank, or candidates.

use crate::format::Blanks;
use crate::format::read::characters::characters;
use crate::format::symbols::digits::{folded, number_of};

/// The characters that mean an empty cell unless they are values.
pub(crate) const BLANKS: [char; 9] = ['0', '.', '_', '-', '*', '?', 'x', 'X', ' '];

/// The words that mean an empty cell, in lower case. Programs print them for a missing value.
const BLANK_WORDS: [&[u8]; 13] = [
    b"-1",
    b"-1.",
    b"-1.0",
    b"nan",
    b"none",
    b"null",
    b"nil",
    b"na",
    b"n/a",
    b"<na>",
    b"nothing",
    b"undefined",
    b"&nbsp;",
];

/// Spellings of these words that list candidates of a large board in their order.
const CANDIDATES: [&[u8]; 2] = [b"Na", b"Nil"];

/// Returns the number that a token is, in digits of any script; a number that is too long becomes
/// `usize::MAX`.
#[inline]
pub(crate) fn number(token: &[u8]) -> Option<usize> {
    match *token {
        [digit @ b'0'..=b'9'] => Some(usize::from(digit - b'0')),
        _ => number_of_several(token),
    }
}

fn number_of_several(token: &[u8]) -> Option<usize> {
    let mut number = 0usize;
    for &byte in token {
        if !byte.is_ascii_digit() {
            return if token.is_ascii() {
                None
            } else {
                foreign_number(token)
            };
        }
        number = number
            .saturating_mul(10)
            .saturating_add(usize::from(byte - b'0'));
    }
    (!token.is_empty()).then_some(number)
}

/// Returns the number that a token in other digits is: digits of any script, or a single number
/// such as ⑯.
fn foreign_number(token: &[u8]) -> Option<usize> {
    let mut symbols = characters(token).map(|(_, character)| character);
    let (first, second) = (symbols.next()?, symbols.next());
    if second.is_none()
        && let Some((_, number)) = number_of(first)
    {
        return Some(usize::from(number));
    }
    let mut number = 0usize;
    for (_, character) in characters(token) {
        let digit = folded(character).to_digit(10)?;
        number = number.saturating_mul(10).saturating_add(digit as usize);
    }
    Some(number)
}

/// Returns the number that a cell is: an integer, or one with zeros after the decimal point, as
/// programs print it (`5.0`, `5.`).
#[inline]
pub(crate) fn cell_number(token: &[u8]) -> Option<usize> {
    number(token).or_else(|| number(&token[..token.len() - fraction(token).len()]))
}

/// Returns the decimal point of a number and the zeros after it; nothing if the token is anything
/// else.
#[inline]
pub(crate) fn fraction(token: &[u8]) -> &'static str {
    match token.len() {
        ..2 => "",
        _ => fraction_of_several(token),
    }
}

fn fraction_of_several(token: &[u8]) -> &'static str {
    let Some(point) = token
        .iter()
        .rposition(|byte| *byte == b'.')
        .filter(|at| *at > 0)
    else {
        return "";
    };
    const FRACTION: &str = ".000000";
    let (whole, fraction) = token.split_at(point);
    let is_zero = fraction.len() <= FRACTION.len() && fraction[1..].iter().all(|b| *b == b'0');
    match is_zero && whole.iter().all(u8::is_ascii_digit) {
        true => &FRACTION[..fraction.len()],
        false => "",
    }
}

/// Returns whether a token is a word for an empty cell, such as `None` or `-1`.
#[inline]
pub(crate) fn is_blank_word(token: &[u8]) -> bool {
    let starts_word = |byte: &u8| matches!(byte, b'-' | b'<' | b'&' | b'n' | b'N' | b'u' | b'U');
    (2..=9).contains(&token.len())
        && token.first().is_some_and(starts_word)
        && BLANK_WORDS
            .iter()
            .any(|word| token.eq_ignore_ascii_case(word))
        && !CANDIDATES.contains(&token)
}

/// Returns whether a token is a blank: nothing, a word for an empty cell, or one blank character,
/// possibly repeated.
#[inline]
pub(crate) fn is_blank(token: &[u8], named: Option<Blanks>) -> bool {
    match (token, named) {
        ([b'0'..=b'9' | b'a'..=b'w'], None) => false,
        ([b'.' | b'_' | b'-' | b'*' | b'?'], None) => true,
        _ => is_other_blank(token, named),
    }
}

fn is_other_blank(token: &[u8], named: Option<Blanks>) -> bool {
    let mut symbols = characters(token).map(|(_, character)| character);
    let Some(first) = symbols.next() else {
        return true;
    };
    let blank = match named {
        Some(blanks) => blanks.contains(first),
        None if is_blank_word(token) => return true,
        None => first != '0' && (BLANKS.contains(&first) || first.is_whitespace()),
    };
    blank && symbols.all(|symbol| symbol == first)
}

/// Returns whether a token has a place for each of nine candidates: `12.4....9`.
pub(crate) fn is_slots(token: &[u8]) -> bool {
    let is_slot = |(digit, byte): (u8, &u8)| *byte == digit || matches!(byte, b'.' | b'_' | b'-');
    token.len() == 9 && (b'1'..).zip(token).all(is_slot) && token.iter().any(u8::is_ascii_digit)
}

/// Returns the symbols of candidates with their offsets: all characters, or those between separators
/// as in `1,2,5` and `1 2 5`.
pub(crate) fn candidate_symbols(token: &[u8]) -> Vec<(usize, char)> {
    if is_slots(token) {
        let symbols = characters(token);
        return symbols.filter(|(_, c)| c.is_ascii_digit()).collect();
    }
    joined_symbols(token).unwrap_or_else(|| characters(token).collect())
}

/// Returns the symbols of candidates that are joined by separators.
fn joined_symbols(token: &[u8]) -> Option<Vec<(usize, char)>> {
    let separator = *token.get(1).filter(|byte| b",;/-+& ".contains(byte))?;
    let mut symbols = Vec::new();
    let mut at = 0;
    loop {
        let symbol = *token.get(at).filter(|byte| byte.is_ascii_alphanumeric())?;
        symbols.push((at, char::from(symbol)));
        at += 1;
        match token.get(at) {
            None => return Some(symbols),
            Some(byte) if *byte == separator => at += 1,
            Some(_) => return None,
        }
        at += token[at..].iter().take_while(|byte| **byte == b' ').count();
    }
}

/// Returns a token without marks and separators.
fn joined(token: &[u8]) -> std::borrow::Cow<'_, [u8]> {
    let token = unmarked(token);
    if is_slots(token) {
        let digits = token.iter().copied().filter(u8::is_ascii_digit);
        return digits.collect();
    }
    match joined_symbols(token) {
        Some(symbols) => symbols.iter().map(|(_, c)| *c as u8).collect(),
        None => token.into(),
    }
}

/// Returns whether the characters of a token ascend, as candidates do.
pub(crate) fn ascends(token: &[u8]) -> bool {
    let token = joined(token);
    token.windows(2).all(|pair| pair[0] < pair[1]) && token.iter().all(u8::is_ascii_alphanumeric)
}

/// Returns whether a token can be candidates: in ascending order, or digits in any order.
pub(crate) fn lists_candidates(token: &[u8]) -> bool {
    let digits = joined(token);
    let is_digit = |byte: &u8| (b'1'..=b'9').contains(byte);
    let is_new = |(at, byte): (usize, &u8)| !digits[..at].contains(byte);
    ascends(token)
        || digits.len() <= 9 && digits.iter().all(is_digit) && digits.iter().enumerate().all(is_new)
}

/// Returns whether a token is a value that a player placed, as SudoCue writes it: `u5`.
pub(crate) fn is_users(token: &[u8]) -> bool {
    matches!(token, [b'u' | b'U', b'1'..=b'9'])
}

/// Returns a token without what forum posts and programs put around the symbols of a cell: marks,
/// SudoCue's `u`, and brackets.
pub(crate) fn unmarked(token: &[u8]) -> &[u8] {
    let marks = token.iter().take_while(|b| b"*#@".contains(b)).count();
    match &token[marks..] {
        [] => token,
        [_, value] if is_users(token) => std::slice::from_ref(value),
        [b'{', inside @ .., b'}'] | [b'(', inside @ .., b')'] | [b'[', inside @ .., b']']
            if !inside.is_empty()
                && (inside.iter().all(u8::is_ascii_alphanumeric)
                    || joined_symbols(inside).is_some()) =>
        {
            inside
        }
        rest => rest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_classified() {
        assert_eq!(number(b"16"), Some(16));
        assert_eq!(number(b"007"), Some(7));
        assert_eq!(number(b"99999999999999999999999"), Some(usize::MAX));
        for token in [&b""[..], b"+7", b"1a", b".", b"5.0", b"-1"] {
            assert_eq!(number(token), None);
        }
        assert_eq!(number("１６".as_bytes()), Some(16));
        assert_eq!(number("⑯".as_bytes()), Some(16));
        assert_eq!(number("①⑥".as_bytes()), Some(16));
        assert_eq!(number("①a".as_bytes()), None);
        for token in [&b""[..], b".", b"..", b"__", b"X"] {
            assert!(is_blank(token, None), "{token:?}");
        }
        for token in [
            "nan", "NaN", "None", "null", "NIL", "NA", "-1", "-1.0", "\u{3000}",
        ] {
            assert!(is_blank(token.as_bytes(), None), "{token:?}");
            assert!(!is_blank(token.as_bytes(), Some('5'.into())), "{token:?}");
        }
        for token in ["-2", "-11", "nano", "no", "-1.5", "Na", "Nil"] {
            assert!(!is_blank(token.as_bytes(), None), "{token:?}");
        }
        for token in [&b"0"[..], b"00", b"._", b"5"] {
            assert!(!is_blank(token, None), "{token:?}");
        }
        for (token, expected) in [("5.0", Some(5)), ("5.", Some(5)), ("0.00", Some(0))] {
            assert_eq!(cell_number(token.as_bytes()), expected, "{token}");
        }
        for token in ["5.5", ".0", ".", "5.0.0", "", "a.0"] {
            assert_eq!(cell_number(token.as_bytes()), None, "{token}");
        }
        assert!(is_blank(b"5", Some('5'.into())) && !is_blank(b".", Some('5'.into())));
        assert!(ascends(b"1259") && ascends(b"*12") && ascends(b"19AF") && ascends(b"7"));
        assert!(ascends(b"{12}") && ascends(b"(7)") && ascends(b"u7") && !ascends(b"u75"));
        assert!(lists_candidates(b"521") && lists_candidates(b"*52") && !lists_candidates(b"525"));
        assert!(!lists_candidates(b"20") && !lists_candidates(b"ba"));
        assert!(lists_candidates(b"1,2,5") && lists_candidates(b"{1 2 5}"));
        assert!(lists_candidates(b"[1, 2, 5]") && lists_candidates(b"5/2/1"));
        assert!(!lists_candidates(b"1,2,") && !lists_candidates(b"1,2/5"));
        assert!(is_slots(b"12.4....9") && is_slots(b"----5----") && !is_slots(b"12.4...9."));
        assert!(!is_slots(b".........") && !is_slots(b"12.4") && ascends(b"12.4....9"));
        assert!(lists_candidates(b"1+2+5") && lists_candidates(b"1&2"));
        assert!(!lists_candidates(b"1,,2") && !lists_candidates(b"1,25"));
        assert!(!ascends(b"121") && !ascends(b"1.3") && !ascends(b"*"));
    }
}
