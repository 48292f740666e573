//! Finds where values end, without parsing them.

use super::value::{DEEPEST, Tree, Value};

/// Where a value ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Before this offset.
    Ended(usize),
    /// Not within the text.
    Open,
    /// No value starts here.
    Nothing,
    /// Its brackets are nested too deeply.
    TooDeep,
}

/// Returns the offset of the next byte that is not a blank.
pub(super) fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t' | b'\n' | b'\r') = text.get(at) {
        at += 1;
    }
    at
}

/// Returns where the value at an offset ends, by its brackets and quotation marks alone. The
/// offsets of brackets that are open at the end of the text are left in `open`.
pub(super) fn extent(text: &[u8], start: usize, open: &mut Vec<usize>) -> Extent {
    match text[start] {
        b'[' | b'{' => {}
        b'"' => {
            return match string_end(&text[start + 1..]) {
                (length, true) => Extent::Ended(start + 1 + length),
                _ => Extent::Open,
            };
        }
        b'-' | b'0'..=b'9' | b'a'..=b'z' => {
            let is_inner =
                |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
            let length = text[start..].iter().take_while(is_inner).count();
            return Extent::Ended(start + length);
        }
        _ => return Extent::Nothing,
    }
    let mut at = start;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'[' | b'{' => {
                if open.len() == DEEPEST {
                    return Extent::TooDeep;
                }
                open.push(at);
            }
            b']' | b'}' => {
                open.pop();
                if open.is_empty() {
                    return Extent::Ended(at + 1);
                }
            }
            b'"' => match string_end(&text[at + 1..]) {
                (length, true) => at += length,
                _ => return Extent::Open,
            },
            _ => {}
        }
        at += 1;
    }
    Extent::Open
}

/// Returns the length of the rest of a string, including its closing quotation mark, and whether
/// there is one. A backslash at the end of the text is not counted: what it escapes follows.
pub(super) fn string_end(rest: &[u8]) -> (usize, bool) {
    let mut at = 0;
    loop {
        match memchr::memchr2(b'"', b'\\', &rest[at..]) {
            None => return (rest.len(), false),
            Some(found) if rest[at + found] == b'"' => return (at + found + 1, true),
            Some(found) if at + found + 1 == rest.len() => return (at + found, false),
            Some(found) => at += found + 2,
        }
    }
}

/// Returns whether each line is a value of its own; `None` if the text is too short to tell.
pub(super) fn is_lines(text: &[u8], ended: bool, tree: &mut Tree) -> Option<bool> {
    let complete = match memchr::memrchr(b'\n', text) {
        _ if ended => text,
        Some(end) => &text[..end],
        None => return None,
    };
    let mut lines = complete
        .split(|byte| *byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .filter(|line| !line.is_empty());
    let mut is_value = |line: &[u8]| tree.parse(line).is_some();
    let Some(first) = lines.next() else {
        return if ended { Some(false) } else { None };
    };
    let Some(second) = lines.next() else {
        // The first line may be all there is, or a line without an end follows.
        let rest = text[complete.len()..].trim_ascii();
        return match (ended, rest.is_empty()) {
            (false, true) => None,
            _ => Some(!rest.is_empty() && is_value(first)),
        };
    };
    if is_value(first) {
        return Some(true);
    }
    // The first line is broken or the start of a longer value: the others decide.
    if Value::error(text).is_none_or(|error| error.is_eof() && !ended) {
        return Some(false);
    }
    let (mut values, mut all) = (usize::from(is_value(second)), 2);
    for line in lines {
        values += usize::from(is_value(line));
        all += 1;
    }
    Some(2 * values > all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_end_where_their_brackets_do() {
        let end = |text: &str| extent(text.as_bytes(), 0, &mut Vec::new());
        assert_eq!(end(r#"[1,"]\"]",{"a":[]}] ,"#), Extent::Ended(19));
        assert_eq!(end(r#""a\\" "#), Extent::Ended(5));
        assert_eq!(end("-1.5e+3,"), Extent::Ended(7));
        assert_eq!(end("null]"), Extent::Ended(4));
        assert_eq!(end("[1,2"), Extent::Open);
        assert_eq!(end(r#"["a]"#), Extent::Open);
        assert_eq!(end("?"), Extent::Nothing);
        assert_eq!(end(&"[".repeat(DEEPEST + 1)), Extent::TooDeep);
        let mut open = Vec::new();
        extent(br#"[[],{"a":[1"#, 0, &mut open);
        assert_eq!(open, [0, 4, 9]);
    }

    #[test]
    fn lines_are_told_from_documents() {
        let mut tree = Tree::default();
        let mut lines = |text: &str, ended| is_lines(text.as_bytes(), ended, &mut tree);
        assert_eq!(lines("{}\n{}\n", true), Some(true));
        assert_eq!(lines("{}\n{", false), Some(true));
        assert_eq!(lines("[\n1,\n2\n]\n", true), Some(false));
        assert_eq!(lines("{\n{}\n{}\n{}", true), Some(true));
        assert_eq!(lines("[[1,2],", false), None);
        assert_eq!(lines("{}\n", false), None);
        assert_eq!(lines("{}\n", true), Some(false));
    }
}
