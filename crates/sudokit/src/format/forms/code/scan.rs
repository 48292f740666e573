//! Splits source text of any language into brackets, separators, words and quoted text.
//!
//! Languages disagree about comments and quotation marks, so the scanner is told the innermost open
//! bracket: `;` starts a comment in `(…)`, as in Lisp, and separates rows in `[…]`, as in MATLAB.

use memchr::memmem;

/// A part of source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lexeme {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

impl Lexeme {
    pub fn of(self, text: &[u8]) -> &[u8] {
        &text[self.start..self.end]
    }
}

/// What a part of source text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// A comma.
    Comma,
    /// A semicolon or a bar, which separates rows or cells.
    Bar,
    /// The end of a line.
    Newline,
    /// An operator that joins strings.
    Joiner,
    /// Text in quotation marks; the lexeme is what is inside them.
    Quoted,
    /// A number, a name, or a run of cells.
    Word,
    /// Anything else.
    Other,
}

/// The longest text in quotation marks that can be a puzzle.
const LONGEST_QUOTE: usize = 32 * 1024;

/// The longest comment within an array.
const LONGEST_COMMENT: usize = 4 * 1024;

/// Splits a text from an offset on.
#[derive(Clone)]
pub(super) struct Scanner<'a> {
    pub text: &'a [u8],
    pub at: usize,
    /// The end of the text that has no partner for `"`, `'` and a backquote: marks before it need no
    /// search of their own.
    unclosed: [usize; 3],
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a [u8], at: usize) -> Scanner<'a> {
        Scanner {
            text,
            at,
            unclosed: [0; 3],
        }
    }

    /// Returns the next part, without comments and blanks; `bracket` is the innermost open bracket,
    /// or 0.
    pub fn next(&mut self, bracket: u8) -> Option<Lexeme> {
        loop {
            let start = self.at;
            let rest = &self.text[start..];
            let one = |kind| (kind, 1);
            let (kind, length) = match *rest {
                [] => return None,
                [b' ' | b'\t' | 0x0b | 0x0c, ..] => {
                    self.at += 1;
                    continue;
                }
                [b'\r', b'\n', ..] => (Kind::Newline, 2),
                [b'\n' | b'\r', ..] => one(Kind::Newline),
                _ => {
                    let comment = comment(rest, bracket);
                    if comment > 0 {
                        self.at += comment;
                        continue;
                    }
                    self.visible(rest)
                }
            };
            if kind == Kind::Quoted {
                return Some(self.quoted(length));
            }
            self.at += length;
            return Some(Lexeme {
                kind,
                start,
                end: self.at,
            });
        }
    }

    /// Returns the kind and length of a part that is neither blank nor a comment. The length of
    /// quoted text is that of its opening quotation mark.
    fn visible(&self, rest: &[u8]) -> (Kind, usize) {
        match *rest {
            [b'[' | b'{' | b'(', ..] => (Kind::Open, 1),
            [b']' | b'}' | b')', ..] => (Kind::Close, 1),
            [b',', ..] => (Kind::Comma, 1),
            [b';' | b'|', ..] => (Kind::Bar, 1),
            [b'"', b'"', b'"', ..] | [b'\'', b'\'', b'\'', ..] => (Kind::Quoted, 3),
            // Lisp's quotation marks, and marks of literals: '(5 3) #[5 3] &[5, 3] @[5].
            [
                b'\'' | b'`' | b'#' | b'&' | b'@' | b'$' | b'~',
                b'(' | b'[' | b'{',
                ..,
            ] => (Kind::Open, 2),
            [b'"' | b'\'' | b'`', ..] => (Kind::Quoted, 1),
            [b'+', b'+', ..] | [b'.', b'.', b' ' | b'\n' | b'\r', ..] | [b'<', b'>', ..] => {
                (Kind::Joiner, 2)
            }
            [b'+' | b'\\' | b'&' | b'~', ..] => (Kind::Joiner, 1),
            [first, ..] if starts_word(first) => (Kind::Word, word(rest)),
            _ => (Kind::Other, 1),
        }
    }

    /// Returns the text inside quotation marks; a mark without a partner is nothing special.
    fn quoted(&mut self, mark: usize) -> Lexeme {
        let start = self.at;
        let inside = start + mark;
        let limit = self.text.len().min(inside + LONGEST_QUOTE);
        let rest = &self.text[inside..limit];
        let quote = &self.text[start..inside];
        let kind = match quote {
            b"\"" => Some(0),
            b"'" => Some(1),
            b"`" => Some(2),
            _ => None,
        };
        let end = match kind {
            Some(kind) if start < self.unclosed[kind] => Err(0),
            Some(0) => closing_mark(rest, b'"').or_else(|end| rows_in_marks(rest).ok_or(end)),
            Some(1) => closing_mark(rest, b'\''),
            _ => memmem::find(rest, quote).ok_or(rest.len()),
        };
        if let (Some(kind), Err(length)) = (kind, end) {
            self.unclosed[kind] = self.unclosed[kind].max(inside + length);
        }
        match end {
            Ok(length) => {
                self.at = inside + length + mark;
                Lexeme {
                    kind: Kind::Quoted,
                    start: inside,
                    end: inside + length,
                }
            }
            Err(_) => {
                self.at = inside;
                Lexeme {
                    kind: Kind::Other,
                    start,
                    end: inside,
                }
            }
        }
    }
}

/// Returns the length of text up to its closing quotation mark, on the same line; the length of the
/// text without one if there is none. A backslash protects the next character, also a line end.
fn closing_mark(rest: &[u8], mark: u8) -> Result<usize, usize> {
    let mut at = 0;
    loop {
        match rest.get(at) {
            None => return Err(rest.len()),
            Some(b'\\') => at += 2,
            Some(b'\n' | b'\r') => return Err(at),
            Some(byte) if *byte == mark => return Ok(at),
            Some(_) => at += 1,
        }
    }
}

/// Returns the length of text up to its closing quotation mark on another line, if there is nothing
/// but rows of cells in between. Rust, C#, PHP and others have such strings.
fn rows_in_marks(rest: &[u8]) -> Option<usize> {
    let is_cell = |byte: &u8| {
        byte.is_ascii_digit() || byte.is_ascii_whitespace() || b".,;|+-=_*?xX".contains(byte)
    };
    let length = rest.iter().take_while(|byte| is_cell(byte)).count();
    (rest.get(length) == Some(&b'"')).then_some(length)
}

/// Returns the length of the comment at the start of a text, or 0.
fn comment(rest: &[u8], bracket: u8) -> usize {
    let to_line_end = || memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    let to = |end: &[u8]| {
        let limit = rest.len().min(LONGEST_COMMENT);
        memmem::find(&rest[2..limit], end).map_or(0, |at| 2 + at + end.len())
    };
    match *rest {
        [b'/', b'/', ..] | [b'-', b'-', ..] => to_line_end(),
        [b'/', b'*', ..] => to(b"*/"),
        [b'(', b'*', ..] => to(b"*)"),
        [b'{', b'-', ..] => to(b"-}"),
        // Scheme's and Common Lisp's vectors, and Ruby's lists of words.
        [b'#', b'(' | b'[' | b'{', ..] | [b'#', b'0'..=b'9', b'A' | b'a', b'(', ..] => 0,
        [b'%', b'w' | b'W' | b'i', b'[' | b'(' | b'{', ..] => 0,
        [b'#' | b'%', ..] => to_line_end(),
        [b';', ..] if bracket == b'(' => to_line_end(),
        // MATLAB and many others continue a line in this way.
        [b'.', b'.', b'.', ref after @ ..] => {
            let blanks = after
                .iter()
                .take_while(|byte| b" \t".contains(byte))
                .count();
            match after.get(blanks) {
                None | Some(b'\n' | b'\r') => 3 + blanks,
                Some(_) => 0,
            }
        }
        [b'\\', b'\n' | b'\r', ..] => 1,
        _ => 0,
    }
}

fn starts_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'?' | b'*') || byte >= 0x80
}

/// Returns the length of a word: a number, a name with its path and type arguments
/// (`std::array<int, 9>`, `np.array`, `vec!`), or a run of cells.
fn word(rest: &[u8]) -> usize {
    let mut at = 1;
    while let Some(&byte) = rest.get(at) {
        let goes_on = starts_word(byte)
            || byte == b'!'
            || byte == b':' && rest[at..].starts_with(b"::")
            || byte == b':' && rest[at - 1] == b':';
        if byte == b'<' && rest[0].is_ascii_alphabetic() {
            let limit = rest.len().min(at + 60);
            let arguments = rest[at..limit]
                .iter()
                .take_while(|byte| byte.is_ascii_alphanumeric() || b"<>_:, []?*&".contains(byte));
            match rest[at..at + arguments.count()]
                .iter()
                .rposition(|b| *b == b'>')
            {
                Some(last) => at += last + 1,
                None => return at,
            }
        } else if goes_on {
            at += 1;
        } else {
            return at;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str, bracket: u8) -> Vec<(Kind, &str)> {
        let mut scanner = Scanner::new(text.as_bytes(), 0);
        std::iter::from_fn(|| scanner.next(bracket))
            .map(|part| (part.kind, &text[part.start..part.end]))
            .collect()
    }

    fn words(text: &str) -> Vec<&str> {
        let words = parts(text, b'[').into_iter();
        let words = words.filter(|(kind, _)| matches!(kind, Kind::Word | Kind::Quoted));
        words.map(|(_, word)| word).collect()
    }

    #[test]
    fn comments_are_skipped() {
        for text in [
            "5 # three\n3",
            "5 // three\n3",
            "5 /* three\n */ 3",
            "5 -- three\n3",
            "5 % three\n3",
            "5 (* three *) 3",
            "5 ... three\n 3",
        ] {
            let expected: &[&str] = match text.contains("...") {
                true => &["5", "...", "three", "3"],
                false => &["5", "3"],
            };
            assert_eq!(words(text), expected, "{text}");
        }
        assert_eq!(words("5 ...\n 3 \\\n 7"), ["5", "3", "7"]);
        assert_eq!(parts("; 5", b'(').len(), 0);
        assert_eq!(parts("; 5", b'[').len(), 2);
    }

    #[test]
    fn quoted_text_ends_with_its_mark() {
        assert_eq!(
            words("'53' \"a'b\" '''x\ny''' `z\n`"),
            ["53", "a'b", "x\ny", "z\n"]
        );
        assert_eq!(words(r#""a\"b" 5"#), [r#"a\"b"#, "5"]);
        assert_eq!(words("don't\n5"), ["don", "t", "5"]);
        assert_eq!(words("\"53.\n6..\" 5"), ["53.\n6..", "5"]);
        assert_eq!(words("5\" a\n6\" 7"), ["5", "a", "6", "7"]);
    }

    #[test]
    fn names_keep_their_path_and_type_arguments() {
        assert_eq!(
            words("np.array std::array<int, 9> vec! i<5"),
            ["np.array", "std::array<int, 9>", "vec!", "i", "5"]
        );
        assert_eq!(
            words("53..7.... -1 5.0 0xA _ ."),
            ["53..7....", "-1", "5.0", "0xA", "_", "."]
        );
    }
}
