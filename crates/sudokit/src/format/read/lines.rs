//! Lines of text: where they end, and what kind of line they are.
//!
//! A line is classified by its own characters alone (a frame, a row, a comment, words);
//! [`grid`](crate::format::forms::grid) finds out which of the possible readings forms a grid.

use crate::format::read::characters::ESCAPE;
use crate::format::read::segment::characters;
use crate::format::symbols::alphabet::{self, Tally};
use crate::format::symbols::digits::is_foreign_digit;
use crate::format::symbols::tokens::{BLANKS, ascends, is_blank_word, unmarked};
use crate::format::{ReadOptions, Span, Symbols};
use crate::shape::MIN_SIZE;

/// A line of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// The offset of its first byte.
    pub start: usize,
    /// The offset after its last byte, before the line end.
    pub end: usize,
    /// The offset of the next line.
    pub next: usize,
}

impl Line {
    pub fn span(self) -> Span {
        Span::new(self.start, self.end)
    }

    pub fn of(self, text: &[u8]) -> &[u8] {
        &text[self.start..self.end]
    }

    /// Returns the line without surrounding blanks.
    pub fn trimmed(self, text: &[u8]) -> Span {
        trim(text, self.span())
    }
}

/// The mark that DOS programs put at the end of a text. It ends a line like a line feed.
const END_OF_FILE: u8 = 0x1a;

/// Iterates over the lines of a text of which more may follow.
#[derive(Clone)]
pub(crate) struct Lines<'a> {
    pub text: &'a [u8],
    pub at: usize,
    /// Whether no more text follows.
    pub complete: bool,
    /// Whether a line was requested that is not complete yet.
    pub needs_more: bool,
}

impl<'a> Lines<'a> {
    pub fn new(text: &'a [u8], complete: bool) -> Lines<'a> {
        Lines {
            text,
            at: 0,
            complete,
            needs_more: false,
        }
    }
}

impl Iterator for Lines<'_> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        let (start, length) = (self.at, self.text.len());
        let found = memchr::memchr3(b'\n', b'\r', END_OF_FILE, &self.text[start..]);
        let end = found.map_or(length, |at| start + at);
        let next = match self.text.get(end) {
            Some(b'\r') if self.text.get(end + 1) == Some(&b'\n') => end + 2,
            Some(_) => end + 1,
            None => end,
        };
        // A carriage return at the very end may be half a line end.
        let whole = end < length && !(self.text[end] == b'\r' && end + 1 == length);
        if !whole && !self.complete {
            self.needs_more = true;
            return None;
        }
        self.at = next;
        (start < length).then_some(Line { start, end, next })
    }
}

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineKind {
    /// Only blanks.
    Blank,
    /// A comment.
    Comment,
    /// Part of a frame.
    Frame,
    /// Part of a frame, or a row of empty cells.
    MaybeFrame,
    /// Cells.
    Row,
    /// Words.
    Prose,
}

/// Classifies a line by its characters.
pub(crate) fn kind_of(line: &[u8], options: &ReadOptions) -> LineKind {
    let trimmed = trim(line, Span::new(0, line.len())).of(line);
    let is_blank = |c: char| options.is_blank(c);
    match trimmed {
        [] => LineKind::Blank,
        // A code fence.
        [b'`', b'`', b'`', ..] if !is_blank('`') => LineKind::Prose,
        // The ends of a comment in C.
        [b'/', b'*'] | [b'/', b'*', b'*'] | [b'*', b'/'] | [b'*', b'*', b'/'] => LineKind::Prose,
        // A frame of which only a corner is left.
        _ if trimmed.iter().all(|byte| *byte == b'+') && !is_blank('+') => LineKind::Frame,
        [b'#', ..] if !is_blank('#') && !has_marks_as_cells(trimmed) => LineKind::Comment,
        [b'/', b'/', ..] if !is_blank('/') && !has_marks_as_cells(trimmed) => LineKind::Comment,
        _ if is_fence(trimmed) || is_date(trimmed) || is_checksum(trimmed) => LineKind::Prose,
        _ if is_numbered_rule(trimmed) => LineKind::Prose,
        _ => match frame(trimmed) {
            Some(kind) => kind,
            None if is_code(trimmed) || is_prose(trimmed, options) => LineKind::Prose,
            None => LineKind::Row,
        },
    }
}

/// Returns whether a line opens or closes a block of code in Markdown: a fence, with or without the
/// name of a language.
fn is_fence(line: &[u8]) -> bool {
    let name = line
        .strip_prefix(b"```")
        .or_else(|| line.strip_prefix(b"~~~"));
    name.is_some_and(|name| name.iter().all(u8::is_ascii_alphabetic))
}

/// Returns whether a line is a rule with a number in it: `--- 2 ---`, `=== #12 ===`. Three groups of
/// one length are rather the cells of a row: `--- 345 ---`.
pub(crate) fn is_numbered_rule(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let Some(mark) = line.first().filter(|byte| b"-=*~_+".contains(byte)) else {
        return false;
    };
    let before = line.iter().take_while(|byte| *byte == mark).count();
    let after = line.iter().rev().take_while(|byte| *byte == mark).count();
    if before < 2 || before != after || before == line.len() {
        return false;
    }
    let [b' ', inner @ .., b' '] = &line[before..line.len() - after] else {
        return false;
    };
    let inner = inner.trim_ascii();
    let number = inner.strip_prefix(b"#").unwrap_or(inner);
    (1..=4).contains(&number.len())
        && number.iter().all(u8::is_ascii_digit)
        && inner.len() != before
}

/// Returns whether a line closes something around a puzzle: a fence, brackets, quotation marks or an
/// element of HTML.
pub(crate) fn is_closing(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let is_mark = |byte: &u8| b"[]{}();,\"'`".contains(byte);
    !line.is_empty() && (is_fence(line) || line.starts_with(b"</") || line.iter().all(is_mark))
}

/// Returns whether a line is a date: `2024-05-12`, `12.05.2024` or `12/05/2024`.
fn is_date(line: &[u8]) -> bool {
    let digits = |range: std::ops::Range<usize>| line[range].iter().all(u8::is_ascii_digit);
    let is_mark = |at: usize| b"-./".contains(&line[at]);
    line.len() == 10
        && (digits(0..4) && is_mark(4) && digits(5..7) && line[4] == line[7] && digits(8..10)
            || digits(0..2) && is_mark(2) && digits(3..5) && line[2] == line[5] && digits(6..10))
}

/// Returns whether a line is a checksum: hexadecimal digits of the length of MD5, SHA-1 or SHA-2,
/// with letters among them. That many filled cells without a repetition are no row of a board.
fn is_checksum(line: &[u8]) -> bool {
    matches!(line.len(), 32 | 40 | 56 | 64 | 96 | 128)
        && line.iter().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
        && line.iter().any(u8::is_ascii_alphabetic)
        && line.iter().any(u8::is_ascii_digit)
}

/// A line that consists of values and of the mark that it starts with, which may mean a comment or
/// an empty cell.
struct MarkedLine {
    mark: u8,
    cells: usize,
    marks: usize,
    /// Whether a mark follows a value.
    mixed: bool,
}

impl MarkedLine {
    /// Returns nothing if the line has other characters, or is no row or line of a board.
    fn new(line: &[u8]) -> Option<MarkedLine> {
        let mark = *line.first().filter(|byte| b"#/".contains(byte))?;
        let (mut cells, mut marks, mut mixed) = (0, 0, false);
        for &byte in line {
            match byte {
                b'1'..=b'9' => cells += 1,
                b' ' | b'\t' | b'|' | b',' | b';' => {}
                _ if byte == mark => {
                    mixed |= cells > marks;
                    cells += 1;
                    marks += 1;
                }
                _ => return None,
            }
        }
        let fits = matches!(cells, 4 | 6 | 8 | 9 | 16 | 36 | 64 | 81);
        // `#1 #2 #3` numbers something.
        let tokens = || {
            line.split(u8::is_ascii_whitespace)
                .filter(|token| !token.is_empty())
        };
        let is_ordinal =
            |token: &[u8]| token.len() > 1 && token[1..].iter().all(u8::is_ascii_digit);
        (fits && !tokens().all(is_ordinal)).then_some(MarkedLine {
            mark,
            cells,
            marks,
            mixed,
        })
    }
}

/// Returns whether `#` or `/` at the start of a line is an empty cell: there are more of them behind
/// a value, and nothing else.
fn has_marks_as_cells(line: &[u8]) -> bool {
    MarkedLine::new(line).is_some_and(|line| line.marks > 1 && line.mixed)
}

/// Returns whether a line that looks like a comment is a row that starts with empty cells: a row
/// near it has as many cells, and the same mark is an empty cell there. `above` are the rows before
/// it; a few lines behind it are examined as well.
pub(crate) fn is_row_of_marks<'a>(
    lines: &mut Lines,
    line: Line,
    mut above: impl Iterator<Item = &'a [u8]>,
) -> bool {
    const LOOKAHEAD: usize = 8;
    let text = lines.text;
    let Some(marked) = MarkedLine::new(line.trimmed(text).of(text)) else {
        return false;
    };
    let is_similar = |other: &[u8]| {
        let is_layout = |byte: &u8| b" \t|,;".contains(byte);
        let cells = other.iter().filter(|byte| !is_layout(byte)).count();
        let known = |byte: &u8| matches!(byte, b'1'..=b'9') || is_layout(byte);
        let digits = other.iter().any(u8::is_ascii_digit);
        cells == marked.cells
            && digits
            && other.contains(&marked.mark)
            && other.iter().all(|byte| known(byte) || *byte == marked.mark)
    };
    if above.any(is_similar) {
        return true;
    }
    let mut below = lines.clone();
    below.at = line.next;
    let near = below.by_ref().take(LOOKAHEAD);
    let mut near = near.map(|line| line.trimmed(text).of(text));
    // A comment would have to look like a row as well, so only a row that cannot be one counts.
    let is_sure =
        |other: &[u8]| is_similar(other) && (other[0] != marked.mark || has_marks_as_cells(other));
    let found = near
        .by_ref()
        .take_while(|other| !other.is_empty())
        .any(is_sure);
    lines.needs_more |= below.needs_more && !found;
    found
}

/// Returns the kind of frame that a line is: only characters of a frame, with strokes among them.
/// Strokes without a corner may just as well be empty cells.
fn frame(line: &[u8]) -> Option<LineKind> {
    let (mut strokes, mut bars, mut sure, mut marks, mut all) = (0, 0, false, 0, 0);
    for (_, character) in characters(line) {
        match character {
            '-' | '_' => strokes += 1,
            '=' | '+' | ':' | '\'' => {
                strokes += usize::from(character == '=');
                sure = true;
            }
            '.' | '*' => marks += 1,
            '│' | '┃' | '║' | '|' | '¦' | '‖' | '∣' | '｜' => bars += 1,
            '\u{2500}'..='\u{257f}' => {
                strokes += 1;
                sure = true;
            }
            _ if character.is_whitespace() || character == ESCAPE => continue,
            _ => return None,
        }
        all += 1;
    }
    let corners = |byte: &u8| b".*".contains(byte);
    // One of its corners may be lost.
    let is_long = || line.windows(3).any(|strokes| strokes == b"---");
    let cornered = match (
        line.first().is_some_and(corners),
        line.last().is_some_and(corners),
    ) {
        (true, true) => true,
        (one, other) => (one || other) && is_long(),
    };
    if sure && strokes >= 2 || marks > 0 && cornered && strokes * 2 > all {
        Some(LineKind::Frame)
    } else if !sure && marks == 0 && (strokes >= 2 || bars == all) {
        Some(LineKind::MaybeFrame)
    } else {
        None
    }
}

/// Returns whether a line is a statement of source text or the end of one: an assignment to a name,
/// or nothing but brackets or quotation marks.
fn is_code(line: &[u8]) -> bool {
    // Python's prompt for further lines.
    let line = line.strip_prefix(b"... ").unwrap_or(line);
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    if line[0].is_ascii_alphabetic() {
        let name = line.iter().take_while(|byte| is_name(byte)).count();
        let rest = line[name..].trim_ascii_start();
        return matches!(rest, [b'=', ..]) && !rest.starts_with(b"==");
    }
    let closes = |byte: &u8| b"[]{}();,\"'`".contains(byte);
    let has_bracket = line.iter().any(|byte| b"[]{}()".contains(byte));
    let is_mark = line.starts_with(b"\"\"\"") || line.starts_with(b"'''") || line[0] == b'`';
    (has_bracket || is_mark && !line.contains(&b',')) && line.iter().all(closes)
}

/// Returns whether a line consists of words rather than cells.
fn is_prose(line: &[u8], options: &ReadOptions) -> bool {
    // Most rows are digits and need no closer look.
    let has_words = line
        .iter()
        .any(|b| b.is_ascii_alphabetic() || !b.is_ascii());
    if !has_words && line.iter().any(u8::is_ascii_digit) {
        return false;
    }
    // An address.
    let is_named = options.symbols.is_some() || options.blank.is_some();
    if !is_named && memchr::memmem::find(line, b"://").is_some() {
        return true;
    }
    let is_symbol = |c: char| match &options.symbols {
        Some(Symbols::Numbers) | None => false,
        Some(symbols) => symbols.value_of(c, symbols.capacity()).is_some(),
    };
    let is_letter = |c: char| {
        c.is_alphabetic()
            && !matches!(c, 'x' | 'X')
            && !is_foreign_digit(c)
            && !options.is_blank(c)
            && !is_symbol(c)
    };
    let is_separator = |c: char| matches!(c, ',' | ';');
    let mut tokens = split(line, |c| is_layout(c) || is_separator(c));
    let all = tokens.len();
    if options.blank.is_none() {
        tokens.retain(|token| !is_blank_word(token.of(line)));
    }
    let has_blank_words = tokens.len() < all;
    let text = |span: &Span| characters(span.of(line)).map(|(_, c)| c);
    let count: usize = tokens.iter().map(|span| text(span).count()).sum();
    let letters = tokens
        .iter()
        .flat_map(text)
        .filter(|c| is_letter(*c))
        .count();
    if letters == 0 && has_blank_words {
        return all < MIN_SIZE;
    }
    if letters == 0 {
        let mut tally = Tally::new();
        tokens.iter().flat_map(text).for_each(|c| tally.add(c));
        let is_cell = |c: char| {
            c.is_alphanumeric() || BLANKS.contains(&c) || is_foreign_digit(c) || is_symbol(c)
        };
        let named = |c: char| options.is_blank(c);
        return tally.seen().count() > 1 && !tally.seen().any(|c| is_cell(c) || named(c));
    }
    if could_be_row(line, &tokens, options) {
        return false;
    }
    let is_word = |span: &Span| {
        let is_inner = |c: char| is_letter(c) || ":.,'\"()!?".contains(c);
        text(span).filter(|c| is_letter(*c)).count() >= 3 && text(span).all(is_inner)
    };
    // `</div>` is not a row of cells either.
    let is_mark = |c: &char| !c.is_alphanumeric() && !BLANKS.contains(c);
    let marks = Tally::of(line).seen().filter(is_mark).count();
    let separators = usize::from(line.iter().any(|byte| b",;".contains(byte)));
    letters * 2 >= count || marks > 1 + separators || tokens.iter().any(is_word)
}

/// Returns whether tokens that contain letters are cells nevertheless: single characters, groups of
/// one length, or candidates, in symbols that a board of that size has.
fn could_be_row(line: &[u8], tokens: &[Span], options: &ReadOptions) -> bool {
    let length = |span: &Span| characters(unmarked(span.of(line))).count();
    let first = tokens.first().map_or(0, length);
    let same_length = tokens.iter().all(|span| length(span) == first);
    let candidates = |span: &Span| ascends(span.of(line));
    // A field may be empty, so there can be more cells than tokens.
    let separators = line.iter().filter(|byte| b",;".contains(byte)).count();
    let size = match tokens.len() {
        count if same_length && separators == 0 => count * first,
        count if tokens.iter().all(candidates) => count.max(separators + 1),
        _ => return false,
    };
    let mut tally = Tally::new();
    for span in tokens {
        characters(unmarked(span.of(line))).for_each(|(_, c)| tally.add(c));
    }
    size >= MIN_SIZE && alphabet::fits_any(&tally, size, options)
}

/// Returns a span without the blanks at its ends.
pub(crate) fn trim(text: &[u8], span: Span) -> Span {
    let bytes = span.of(text);
    let blank = |byte: &&u8| matches!(**byte, b' ' | b'\t' | 0x0b | 0x0c | b'\r' | b'\n');
    let before = bytes.iter().take_while(blank).count();
    let after = bytes[before..].iter().rev().take_while(blank).count();
    Span {
        start: span.start + before as u32,
        end: span.start + (bytes.len() - after) as u32,
    }
}

/// Splits a line at the characters that separate; empty parts are left out.
pub(crate) fn split(line: &[u8], separates: impl Fn(char) -> bool) -> Vec<Span> {
    let (mut tokens, mut start) = (Vec::new(), None);
    for (at, character) in characters(line) {
        match (separates(character), start) {
            (true, Some(first)) => {
                tokens.push(Span::new(first, at));
                start = None;
            }
            (false, None) => start = Some(at),
            _ => {}
        }
    }
    tokens.extend(start.map(|first| Span::new(first, line.len())));
    tokens
}

/// Returns whether a character only separates cells.
pub(crate) fn is_layout(character: char) -> bool {
    character.is_whitespace() || is_bar(character) || character == ESCAPE
}

/// Returns whether a character separates boxes.
pub(crate) fn is_bar(character: char) -> bool {
    matches!(
        character,
        '|' | '¦' | '‖' | '∣' | '｜' | '\u{2500}'..='\u{257f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(line: &str) -> LineKind {
        kind_of(line.as_bytes(), &ReadOptions::default())
    }

    #[test]
    fn lines_end_in_three_ways() {
        let text = b"a\nb\r\nc\rd";
        let lines: Vec<_> = Lines::new(text, true).map(|line| line.of(text)).collect();
        assert_eq!(lines, [b"a", b"b", b"c", b"d"]);
        for length in 0..text.len() {
            let mut lines = Lines::new(&text[..length], false);
            let whole = lines.by_ref().count();
            assert!(lines.needs_more);
            assert_eq!(whole, [0, 0, 1, 1, 1, 2, 2, 2][length], "{length}");
        }
    }

    #[test]
    fn a_mark_ends_the_file() {
        let text = b"a\nb\x1a";
        let lines: Vec<_> = Lines::new(text, true).map(|line| line.of(text)).collect();
        assert_eq!(lines, [b"a", b"b"]);
    }

    #[test]
    fn frames_have_strokes_and_corners() {
        for line in [
            "+-------+-------+-------+",
            "        + - - - + - - - + - - - + ",
            " *-----------*",
            " |---+---+---|",
            ".---------------.--------.",
            ":---------------+--------:",
            "'---------------'--------'",
            "┌───────┬───────┐",
            "╠═══╬═══╣",
            "======",
            "------+-------+------",
        ] {
            assert_eq!(kind(line), LineKind::Frame, "{line}");
        }
        for line in [
            "---------",
            "- - - | - - - | - - -",
            "|---|---|---|",
            "|   |   |",
        ] {
            assert_eq!(kind(line), LineKind::MaybeFrame, "{line}");
        }
    }

    #[test]
    fn rows_are_distinguished_from_words() {
        for line in [
            "53..7....",
            "530 070 000",
            "| X X X | X X X | X X X |",
            "5 3 0 0 7 0 0 0 0",
            "   \t0,3,5,2,9,0,8,6,4",
            ". . . | . . . | . . .",
            ".........",
            ".--.-....",
            "53..7...Q",
            "| 5 3 . | . 7 Q | . . . |",
            "ABCDEFGHI",
            "abcdefghi",
            "12.4 ABCD .... EFG9",
            "| 1567   3      1567   | 4      12579  179    |",
            " 0 16  3  1",
            "*12 #3 @45 6",
            "G,,,,,,,,1,,,,,,,",
            "A,B,E,C,D",
            "--- 345 ---",
            "-- 2 -",
            "----2----",
        ] {
            assert_eq!(kind(line), LineKind::Row, "{line}");
        }
        for line in [
            "Grid 01",
            "Puzzle 3:",
            "Puzzle 12345678",
            "Easy",
            "Solution",
            "Please note for 16 cities, the",
            "email:m59lin@edu.uwaterloo.ca",
            "III.    DATA STRUCTURES",
            "************** README FOR SOLVER.PY ****************",
            "Upon execution, the program",
            "(!)",
            "</div>",
            "S=3;",
            "n = 9",
            "]",
            "},",
            "\"\"\"",
            "`;",
            "b5f3c0a735caed24a844cfb6837ecc58",
            "--- 2 ---",
            "=== 12 ===",
            "***** #3 *****",
        ] {
            assert_eq!(kind(line), LineKind::Prose, "{line}");
        }
        for line in [
            "##3#2#6##",
            "#3#2",
            "//3/2/6//",
            "# 3 # | 2 # #",
            "//3/ 2//1",
        ] {
            assert_eq!(kind(line), LineKind::Row, "{line}");
        }
        for line in [
            "#########",
            "##",
            "#1",
            "# 12345678",
            "#23456789",
            "// 1234567",
            "#1 #2 #3 #4",
            "## 3 # 2",
            "##.3#2#6##",
        ] {
            assert_eq!(kind(line), LineKind::Comment, "{line}");
        }
        assert_eq!(kind("# 53..7...."), LineKind::Comment);
        assert_eq!(kind(" // 53..7"), LineKind::Comment);
        assert_eq!(kind(" \t "), LineKind::Blank);
    }
}
