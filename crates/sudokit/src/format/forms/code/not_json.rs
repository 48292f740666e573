//! Whether a text that starts with a bracket is source text rather than JSON.

use super::board::Boards;
use super::group::Group;
use super::{Context, Search, may_start, search};
use crate::format::ReadOptions;
use crate::format::read::lines::Lines;
use std::cell::Cell;

/// How much of a text is examined.
const EXAMINED: usize = 64 * 1024;

/// Returns whether a text breaks the grammar of JSON in a way that other languages allow, and has
/// an array of cells.
pub(crate) fn is_source(text: &[u8], complete: bool, options: &ReadOptions) -> bool {
    let start = &text[..text.len().min(EXAMINED)];
    (breaks_grammar(start) || has_rows(text, options)) && has_array(text, complete, options)
}

/// Returns whether the first value is a row of cells that is no board of its own.
fn has_rows(text: &[u8], options: &ReadOptions) -> bool {
    let start = text.len() - text.trim_ascii_start().len();
    let boards = Boards { text, options };
    let group = Group::parse(text, start).ok();
    let cells = group.and_then(|group| group.cells(None));
    cells.is_some_and(|cells| {
        boards.may_have_size(cells.len()) && boards.size_of(cells.len()).is_none()
    })
}

/// What may come next in a JSON text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    /// A value.
    Value,
    /// A value or the end of an array.
    ValueOrEnd,
    /// A key.
    Key,
    /// A key or the end of an object.
    KeyOrEnd,
    /// A comma, or the end of an array or object.
    CommaOrEnd,
    /// Another document.
    Top,
}

/// Returns whether the first error of a text is one that source text has: another kind of
/// quotation mark or bracket, a name, a comment, a comma before a closing bracket, an array in
/// braces, or numbers with nothing but blanks between them. Objects with keys in quotation marks
/// are JSON, broken or not.
fn breaks_grammar(text: &[u8]) -> bool {
    let mut open = Vec::new();
    let mut expected = Expected::Top;
    let mut at = 0;
    while at < text.len() {
        let byte = text[at];
        let value_is_next = matches!(expected, Expected::Value | Expected::ValueOrEnd);
        if byte.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let after_value = |open: &[u8]| match open {
            [] => Expected::Top,
            _ => Expected::CommaOrEnd,
        };
        match (byte, expected) {
            (b'[' | b'{', _) if value_is_next || expected == Expected::Top => {
                open.push(byte);
                expected = match byte {
                    b'[' => Expected::ValueOrEnd,
                    _ => Expected::KeyOrEnd,
                };
                at += 1;
            }
            (b']', Expected::ValueOrEnd | Expected::CommaOrEnd)
            | (b'}', Expected::KeyOrEnd | Expected::CommaOrEnd) => {
                let pair = if byte == b']' { b'[' } else { b'{' };
                if open.pop() != Some(pair) {
                    return false;
                }
                expected = after_value(&open);
                at += 1;
            }
            (b',', Expected::CommaOrEnd) => {
                expected = match open.last() {
                    Some(b'{') => Expected::Key,
                    _ => Expected::Value,
                };
                at += 1;
            }
            (b'"', Expected::Key | Expected::KeyOrEnd) => return false,
            (b'"', _) if value_is_next || expected == Expected::Top => {
                let Some(length) = string_length(&text[at..]) else {
                    return false;
                };
                at += length;
                expected = after_value(&open);
            }
            (b'0'..=b'9' | b'-' | b'+', _) if value_is_next => {
                let is_number = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
                let number = text[at..].iter().take_while(|byte| is_number(byte));
                at += number.count();
                expected = after_value(&open);
            }
            (b'a'..=b'z', _) if value_is_next => {
                let words = [&b"null"[..], b"true", b"false"];
                let Some(word) = words.iter().find(|word| text[at..].starts_with(word)) else {
                    return true;
                };
                at += word.len();
                expected = after_value(&open);
            }
            _ => return true,
        }
    }
    false
}

/// Returns the length of a string with its quotation marks.
fn string_length(text: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        match text.get(at)? {
            b'\\' => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// Returns whether an array of cells starts on one of the first lines.
fn has_array(text: &[u8], complete: bool, options: &ReadOptions) -> bool {
    let (searched, unclosed) = (Cell::new(0), Cell::new(0));
    let lines = Lines::new(text, complete);
    let first = lines.take_while(|line| line.start < EXAMINED);
    first.into_iter().any(|line| {
        let context = Context {
            text: &text[line.start..],
            line: 1,
            complete: true,
            options,
            convention: None,
            last_size: None,
            start: 0,
            searched: &searched,
            unclosed: &unclosed,
        };
        searched.set(0);
        let found = may_start(line.of(text)).then(|| search(context, line.end - line.start, true));
        matches!(found, Some(Search::Piece(..)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_other_languages_are_recognised() {
        for text in [
            "[[5, 3, None]]",
            "{{5,3},{1,2}}",
            "{\n{5",
            "[[5,3],]",
            "['5','3']",
            "[[5 3 0]\n [6 0 0]]",
            "[5; 3]",
            "[(5, 3)]",
            "[5, 3, # comment\n 7]",
            "[|5,3|]",
            "[5,3],\n[6,0]",
            "[5,3];",
            "{name: [5,3]}",
            "[5,3] * 9",
        ] {
            assert!(breaks_grammar(text.as_bytes()), "{text}");
        }
        for text in [
            "[[5, 3, null]]",
            "[5,3]\n[6,0]\n",
            "{\"puzzle\": \"53\",}",
            "{\"puzzle\": None}",
            "[\"53..\", \"6..\"]",
            "[[5,3,0",
            "{}",
            "[5, -1, 2.5e3]",
            "[5,3}}",
        ] {
            assert!(!breaks_grammar(text.as_bytes()), "{text}");
        }
    }
}
