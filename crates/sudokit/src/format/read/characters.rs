//! The characters of a text as a reader sees them.
//!
//! A character that cannot be seen (a zero-width space, a soft hyphen, a variation selector) is
//! skipped: it is text between cells. A keycap such as 5️⃣ is several code points but one character
//! here; a noncharacter of Unicode, which no text contains, represents it. So every form can treat
//! one `char` as one cell, and [`length_of`] tells how many bytes it has.

/// The first of the noncharacters that represent keycaps.
const FIRST_KEYCAP: u32 = 0xfdd0;
/// The bytes that a keycap may start with.
const KEYS: &[u8; 12] = b"0123456789*#";
/// The combining keycap, alone and after the variation selector for emoji.
const SHORT_END: &[u8] = "\u{20e3}".as_bytes();
const LONG_END: &[u8] = "\u{fe0f}\u{20e3}".as_bytes();

/// Returns the first character of a text and its length in bytes. A byte that is not UTF-8 counts
/// as one character, so that nothing is skipped.
#[inline]
pub(crate) fn first_character(text: &[u8]) -> Option<(char, usize)> {
    let (first, rest) = text.split_first()?;
    match first.is_ascii() && rest.first().is_none_or(u8::is_ascii) {
        true => Some((char::from(*first), 1)),
        false => Some(other_character(*first, rest, text)),
    }
}

/// Returns the first character of a text if it is a keycap or not ASCII.
fn other_character(first: u8, rest: &[u8], text: &[u8]) -> (char, usize) {
    if first.is_ascii() {
        return keycap(first, rest);
    }
    let whole = (2..=4.min(text.len())).find_map(|length| {
        let character = std::str::from_utf8(&text[..length]).ok()?.chars().next()?;
        Some((character, length))
    });
    let whole = whole.filter(|(character, _)| keycap_parts(*character).is_none());
    whole.unwrap_or((char::REPLACEMENT_CHARACTER, 1))
}

/// Returns the keycap of a byte, if what follows makes it one.
fn keycap(first: u8, rest: &[u8]) -> (char, usize) {
    let ends = [SHORT_END, LONG_END];
    let end = ends.iter().position(|end| rest.starts_with(end));
    let key = KEYS.iter().position(|key| *key == first);
    match (key, end) {
        (Some(key), Some(end)) => {
            let code = FIRST_KEYCAP + (end * KEYS.len() + key) as u32;
            let character = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
            (character, 1 + ends[end].len())
        }
        _ => (char::from(first), 1),
    }
}

/// Returns the parts of the keycap that a noncharacter represents.
fn keycap_parts(character: char) -> Option<(u8, &'static [u8])> {
    let number = (character as u32).checked_sub(FIRST_KEYCAP)? as usize;
    let key = KEYS[number % KEYS.len()];
    match number / KEYS.len() {
        0 => Some((key, SHORT_END)),
        1 => Some((key, LONG_END)),
        _ => None,
    }
}

/// Returns the key of a keycap: a digit, `*` or `#`.
pub(crate) fn key_of(character: char) -> Option<char> {
    keycap_parts(character).map(|(key, _)| char::from(key))
}

/// Returns the keycap of a digit, in the same style as another keycap.
pub(crate) fn keycap_like(style: char, digit: u8) -> Option<char> {
    let (_, end) = keycap_parts(style)?;
    let text = [&[b'0' + digit % 10], end].concat();
    first_character(&text).map(|(character, _)| character)
}

/// Returns the length in bytes of a character from [`characters`].
pub(crate) fn length_of(character: char) -> usize {
    match character {
        char::REPLACEMENT_CHARACTER => 1,
        _ if character.is_ascii() => 1,
        _ => keycap_parts(character).map_or(character.len_utf8(), |(_, end)| 1 + end.len()),
    }
}

/// Writes a character from [`characters`].
pub(crate) fn push_character(character: char, out: &mut Vec<u8>) {
    match keycap_parts(character) {
        Some((key, end)) => {
            out.push(key);
            out.extend_from_slice(end);
        }
        None => out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
    }
}

/// Returns a character from [`characters`] as text.
pub(crate) fn character_text(character: char) -> String {
    let mut text = Vec::new();
    push_character(character, &mut text);
    String::from_utf8(text).unwrap_or_default()
}

/// Iterates over the characters of a text with their offsets, without those that cannot be seen.
#[inline]
pub(crate) fn characters(text: &[u8]) -> Characters<'_> {
    Characters { text, at: 0 }
}

/// The iterator of [`characters`].
#[derive(Clone)]
pub(crate) struct Characters<'a> {
    text: &'a [u8],
    at: usize,
}

impl Iterator for Characters<'_> {
    type Item = (usize, char);

    #[inline]
    fn next(&mut self) -> Option<(usize, char)> {
        let at = self.at;
        let first = *self.text.get(at)?;
        // Nearly every character is a plain one that another plain one follows.
        let is_plain = first.is_ascii() && first != ESCAPE as u8;
        if is_plain && self.text.get(at + 1).is_none_or(u8::is_ascii) {
            self.at = at + 1;
            return Some((at, char::from(first)));
        }
        self.next_other()
    }
}

impl Characters<'_> {
    /// Returns the next character, whatever it is.
    #[cold]
    fn next_other(&mut self) -> Option<(usize, char)> {
        loop {
            let at = self.at;
            let rest = self.text.get(at..)?;
            let (character, length) = first_character(rest)?;
            self.at += match character {
                ESCAPE => escape_length(rest),
                _ => length,
            };
            if !is_invisible(character) {
                return Some((at, character));
            }
        }
    }
}

/// What represents a whole escape sequence, such as the colours of a terminal.
pub(crate) const ESCAPE: char = '\u{1b}';

/// Returns the length of the escape sequence at the start of a text: `ESC [`, parameters, and a
/// letter.
fn escape_length(text: &[u8]) -> usize {
    match text {
        [_, b'[', rest @ ..] => {
            let is_inner = |byte: &&u8| (0x20..0x40).contains(*byte);
            let inner = rest.iter().take_while(is_inner).count();
            let last = usize::from(rest.get(inner).is_some_and(|b| (0x40..0x7f).contains(b)));
            2 + inner + last
        }
        _ => 1,
    }
}

/// Returns whether a character has no width and no meaning in a puzzle.
pub(crate) fn is_invisible(character: char) -> bool {
    !character.is_ascii()
        && matches!(character,
            '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{e0000}'..='\u{e01ef}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> Vec<(usize, char)> {
        characters(text.as_bytes()).collect()
    }

    #[test]
    fn invalid_bytes_are_single_characters() {
        let found: Vec<_> = characters(b"a\xff\xc2\xb7\xe2\x94").collect();
        let broken = char::REPLACEMENT_CHARACTER;
        assert_eq!(
            found,
            [(0, 'a'), (1, broken), (2, '·'), (4, broken), (5, broken)]
        );
    }

    #[test]
    fn invisible_characters_are_skipped() {
        assert_eq!(seen("\u{feff}5\u{200b}3\u{ad}"), [(3, '5'), (7, '3')]);
        assert_eq!(seen("⬜\u{fe0f}1"), [(0, '⬜'), (6, '1')]);
    }

    #[test]
    fn keycaps_are_one_character() {
        for (text, length) in [("5\u{fe0f}\u{20e3}", 7), ("5\u{20e3}", 4)] {
            let both = format!("{text}{text}");
            let found = seen(&both);
            assert_eq!(found.len(), 2, "{text}");
            assert_eq!(found[1].0, length);
            assert_eq!(key_of(found[0].1), Some('5'));
            assert_eq!(length_of(found[0].1), length);
            assert_eq!(character_text(found[0].1), text);
            let seven = keycap_like(found[0].1, 7).unwrap();
            assert_eq!(character_text(seven), text.replace('5', "7"));
        }
        assert_eq!(seen("a\u{20e3}"), [(0, 'a'), (1, '\u{20e3}')]);
    }

    #[test]
    fn the_noncharacters_cannot_be_typed() {
        let broken = char::REPLACEMENT_CHARACTER;
        assert_eq!(seen("\u{fdd5}"), [(0, broken), (1, broken), (2, broken)]);
        assert_eq!(seen("\u{fdef}").len(), 1, "it represents nothing");
    }

    #[test]
    fn lengths_add_up() {
        let text = "5\u{fe0f}\u{20e3}é５①\u{1d7d8}#\u{20e3}";
        let total: usize = seen(text).iter().map(|(_, c)| length_of(*c)).sum();
        assert_eq!(total, text.len());
    }
}
