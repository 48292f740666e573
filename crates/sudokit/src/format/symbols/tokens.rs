//! What a token between separators is: a number, a blank, or candidates.

use crate::format::Blanks;
use crate::format::read::segment::characters;

/// The characters that mean an empty cell unless they are values.
pub(crate) const BLANKS: [char; 9] = ['0', '.', '_', '-', '*', '?', 'x', 'X', ' '];

/// Returns the number that a token is; a number that is too long becomes `usize::MAX`.
pub(crate) fn number(token: &[u8]) -> Option<usize> {
    let digits = !token.is_empty() && token.iter().all(u8::is_ascii_digit);
    let text = digits.then(|| std::str::from_utf8(token).ok()).flatten()?;
    Some(text.parse().unwrap_or(usize::MAX))
}

/// Returns whether a token is a blank: nothing, or one blank character, possibly repeated.
pub(crate) fn is_blank(token: &[u8], named: Option<Blanks>) -> bool {
    let mut symbols = characters(token).map(|(_, character)| character);
    let Some(first) = symbols.next() else {
        return true;
    };
    let blank = match named {
        Some(blanks) => blanks.contains(first),
        None => first != '0' && BLANKS.contains(&first),
    };
    blank && symbols.all(|symbol| symbol == first)
}

/// Returns whether the characters of a token ascend, as candidates do.
pub(crate) fn ascends(token: &[u8]) -> bool {
    let token = unmarked(token);
    token.windows(2).all(|pair| pair[0] < pair[1]) && token.iter().all(u8::is_ascii_alphanumeric)
}

/// Returns a token without the marks that forum posts put on a cell.
pub(crate) fn unmarked(token: &[u8]) -> &[u8] {
    let marks = token.iter().take_while(|b| b"*#@".contains(b)).count();
    if marks == token.len() {
        token
    } else {
        &token[marks..]
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
        for token in [&b""[..], b"+7", b"1a", b"."] {
            assert_eq!(number(token), None);
        }
        for token in [&b""[..], b".", b"..", b"__", b"X"] {
            assert!(is_blank(token, None), "{token:?}");
        }
        for token in [&b"0"[..], b"00", b"._", b"5"] {
            assert!(!is_blank(token, None), "{token:?}");
        }
        assert!(is_blank(b"5", Some('5'.into())) && !is_blank(b".", Some('5'.into())));
        assert!(ascends(b"1259") && ascends(b"*12") && ascends(b"19AF") && ascends(b"7"));
        assert!(!ascends(b"121") && !ascends(b"1.3") && !ascends(b"*"));
    }
}
