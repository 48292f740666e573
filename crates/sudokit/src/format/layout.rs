//! Lines of text: where they end, what they look like, and how a row of a grid is cut into cells.
//!
//! Nothing here knows what a symbol means. A line is judged by its own characters alone (a frame,
//! a row, a comment, words); which of the possible readings makes a grid is for
//! [`grid`](super::grid) to find out.

use super::alphabet::{self, BLANKS, Tally};
use super::unit::characters;
use super::{ReadOptions, Span, Symbols};

/// A line of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Its first byte.
    pub start: usize,
    /// The byte after its last one, before the line end.
    pub end: usize,
    /// The first byte of the next line.
    pub next: usize,
}

impl Line {
    pub fn span(self) -> Span {
        Span::new(self.start, self.end)
    }

    pub fn of(self, text: &[u8]) -> &[u8] {
        &text[self.start..self.end]
    }

    /// The line without the blanks around it.
    pub fn trimmed(self, text: &[u8]) -> Span {
        trim(text, self.span())
    }
}

/// Walks over the lines of a text that may go on beyond what is there.
#[derive(Clone)]
pub(super) struct Lines<'a> {
    pub text: &'a [u8],
    pub at: usize,
    /// Whether the text ends where it ends.
    complete: bool,
    /// Whether a line was asked for that is not there yet as a whole.
    pub starved: bool,
}

impl<'a> Lines<'a> {
    pub fn new(text: &'a [u8], complete: bool) -> Lines<'a> {
        Lines {
            text,
            at: 0,
            complete,
            starved: false,
        }
    }
}

impl Iterator for Lines<'_> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        let (start, length) = (self.at, self.text.len());
        let found = memchr::memchr2(b'\n', b'\r', &self.text[start..]);
        let end = found.map_or(length, |at| start + at);
        let next = match self.text.get(end) {
            Some(b'\r') if self.text.get(end + 1) == Some(&b'\n') => end + 2,
            Some(_) => end + 1,
            None => end,
        };
        // A carriage return at the very end may be half a line end.
        let whole = end < length && !(self.text[end] == b'\r' && next == length);
        if !whole && !self.complete {
            self.starved = true;
            return None;
        }
        self.at = next;
        (start < length).then_some(Line { start, end, next })
    }
}

/// What a line looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// Nothing but blanks.
    Blank,
    /// A remark.
    Comment,
    /// Part of a frame.
    Frame,
    /// Part of a frame, or a row of open cells.
    MaybeFrame,
    /// Cells.
    Row,
    /// Words.
    Prose,
}

/// Judges a line by its characters.
pub(super) fn kind_of(line: &[u8], options: &ReadOptions) -> LineKind {
    let trimmed = trim(line, Span::new(0, line.len())).of(line);
    let is_blank = |c: char| options.blank == Some(c);
    match trimmed {
        [] => LineKind::Blank,
        [b'#', ..] if !is_blank('#') => LineKind::Comment,
        [b'/', b'/', ..] if !is_blank('/') => LineKind::Comment,
        _ => match frame(trimmed) {
            Some(kind) => kind,
            None if is_prose(trimmed, options) => LineKind::Prose,
            None => LineKind::Row,
        },
    }
}

/// Whether a line has only the characters of a frame, and a stroke among them. Strokes without a
/// corner may just as well be open cells.
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
            '│' | '┃' | '║' | '|' | '¦' => bars += 1,
            '\u{2500}'..='\u{257f}' => {
                strokes += 1;
                sure = true;
            }
            _ if character.is_whitespace() => continue,
            _ => return None,
        }
        all += 1;
    }
    let corners = |byte: &u8| b".*".contains(byte);
    let cornered = line.first().is_some_and(corners) && line.last().is_some_and(corners);
    match () {
        () if sure && strokes >= 2 => Some(LineKind::Frame),
        () if marks > 0 && cornered && strokes * 2 > all => Some(LineKind::Frame),
        () if sure || marks > 0 => None,
        () if strokes >= 2 || bars == all => Some(LineKind::MaybeFrame),
        () => None,
    }
}

/// Whether a line is made of words rather than cells.
fn is_prose(line: &[u8], options: &ReadOptions) -> bool {
    let is_symbol = |c: char| match &options.symbols {
        Some(Symbols::Numbers) | None => false,
        Some(symbols) => symbols.value_of(c, symbols.capacity()).is_some(),
    };
    let is_letter = |c: char| {
        c.is_alphabetic() && !matches!(c, 'x' | 'X') && options.blank != Some(c) && !is_symbol(c)
    };
    let is_separator = |c: char| matches!(c, ',' | ';');
    let tokens = split(line, |c| is_layout(c) || is_separator(c));
    let text = |span: &Span| characters(span.of(line)).map(|(_, c)| c);
    let count: usize = tokens.iter().map(|span| text(span).count()).sum();
    let letters = tokens
        .iter()
        .flat_map(text)
        .filter(|c| is_letter(*c))
        .count();
    if letters == 0 {
        let mut tally = Tally::new();
        tokens.iter().flat_map(text).for_each(|c| tally.add(c));
        let is_cell = |c: char| c.is_alphanumeric() || BLANKS.contains(&c) || is_symbol(c);
        let named = |c: char| options.blank == Some(c);
        return tally.seen().count() > 1 && !tally.seen().any(|c| is_cell(c) || named(c));
    }
    if could_be_row(line, &tokens, options) {
        return false;
    }
    let is_word = |span: &Span| {
        let is_inner = |c: char| is_letter(c) || ":.,'\"()!?".contains(c);
        text(span).filter(|c| is_letter(*c)).count() >= 3 && text(span).all(is_inner)
    };
    letters * 2 >= count || tokens.iter().any(is_word)
}

/// Whether tokens that have letters among them are cells all the same: single characters, groups
/// of one length, or candidates, in symbols that a board of that size has.
fn could_be_row(line: &[u8], tokens: &[Span], options: &ReadOptions) -> bool {
    let length = |span: &Span| characters(span.of(line)).count();
    let first = tokens.first().map_or(0, length);
    let same_length = tokens.iter().all(|span| length(span) == first);
    let candidates = |span: &Span| {
        let token = span.of(line);
        token.is_sorted_by(|a, b| a < b) && token.iter().all(u8::is_ascii_alphanumeric)
    };
    // A field may be empty, so separators count more cells than there are tokens.
    let separators = line.iter().filter(|byte| b",;".contains(byte)).count();
    let size = match tokens.len() {
        count if same_length && separators == 0 => count * first,
        count if tokens.iter().all(candidates) => count.max(separators + 1),
        _ => return false,
    };
    let mut tally = Tally::new();
    for span in tokens {
        characters(span.of(line)).for_each(|(_, c)| tally.add(c));
    }
    size >= crate::shape::MIN_SIZE && alphabet::fits_any(&tally, size, options)
}

/// How a row is cut into cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cutting {
    /// At a separator, so that a cell may be empty.
    Fields {
        separator: u8,
        /// Whether the separator also stands behind the last cell.
        trailing: bool,
    },
    /// At blanks and bars.
    Tokens,
    /// Each character is a cell, blanks and bars are layout.
    Characters,
    /// Between bars, in places of their own, so that a blank may be an open cell.
    Columns {
        /// How many cells the board has in a row.
        size: usize,
    },
}

impl Cutting {
    /// The cells of a line.
    pub fn cut(self, text: &[u8], line: Line) -> Vec<Span> {
        match self {
            Cutting::Fields {
                separator,
                trailing,
            } => fields(text, line, separator, trailing),
            Cutting::Tokens => shifted(row_tokens(line.of(text)), line.start),
            Cutting::Characters => {
                let cells = characters(line.of(text)).filter(|(_, c)| !is_layout(*c));
                let cells = cells.map(|(at, c)| {
                    let length = match c {
                        char::REPLACEMENT_CHARACTER => 1,
                        _ => c.len_utf8(),
                    };
                    Span::new(line.start + at, line.start + at + length)
                });
                cells.collect()
            }
            Cutting::Columns { size } => columns(text, line, size),
        }
    }
}

/// The separator that a line has between its cells: the first kind that occurs.
pub(super) fn separator(text: &[u8], line: Line) -> Option<u8> {
    let content = line.trimmed(text).of(text);
    [b',', b';', b'\t']
        .into_iter()
        .find(|separator| content.contains(separator))
}

fn fields(text: &[u8], line: Line, separator: u8, trailing: bool) -> Vec<Span> {
    let content = match separator {
        // A tab at the edge is an empty cell, when tabs separate.
        b'\t' => line.span(),
        _ => line.trimmed(text),
    };
    let (mut cells, mut start) = (Vec::new(), content.start as usize);
    let end = content.end as usize;
    loop {
        let found = text[start..end].iter().position(|byte| *byte == separator);
        let stop = found.map_or(end, |at| start + at);
        cells.push(unquoted(text, trim(text, Span::new(start, stop))));
        if found.is_none() {
            break;
        }
        start = stop + 1;
    }
    if trailing && cells.last().is_some_and(|cell| cell.start == cell.end) {
        cells.pop();
    }
    cells
}

/// The inside of quotation marks.
fn unquoted(text: &[u8], span: Span) -> Span {
    match span.of(text) {
        [b'"', .., b'"'] | [b'\'', .., b'\''] => trim(
            text,
            Span {
                start: span.start + 1,
                end: span.end - 1,
            },
        ),
        _ => span,
    }
}

/// The cells between bars when a blank may be an open cell: each stretch between two bars holds
/// the same number of places, one blank apart or close together.
fn columns(text: &[u8], line: Line, size: usize) -> Vec<Span> {
    let content = line.trimmed(text);
    let is_bar = |c: char| is_layout(c) && !c.is_whitespace();
    let mut places: Vec<(usize, char)> = characters(content.of(text)).collect();
    let framed = places.first().is_some_and(|(_, c)| is_bar(*c))
        && places.last().is_some_and(|(_, c)| is_bar(*c));
    if !framed {
        return Vec::new();
    }
    places.remove(0);
    places.pop();
    let stretches: Vec<&[(usize, char)]> = places.split(|(_, c)| is_bar(*c)).collect();
    if !size.is_multiple_of(stretches.len()) {
        return Vec::new();
    }
    let each = size / stretches.len();
    let is_blank = |place: &&(usize, char)| place.1 == ' ';
    let mut cells = Vec::with_capacity(size);
    for stretch in stretches {
        let (first, step) = match stretch.len() {
            width if width == each => (0, 1),
            width if width == 2 * each + 1 => (1, 2),
            width if width + 1 == 2 * each => (0, 2),
            _ => return Vec::new(),
        };
        let between = stretch.iter().skip(1 - first).step_by(2);
        if step == 2 && !between.clone().all(|place| is_blank(&place)) {
            return Vec::new();
        }
        cells.extend(stretch.iter().skip(first).step_by(step).map(|(at, c)| {
            let start = content.start as usize + at;
            Span::new(start, start + c.len_utf8())
        }));
    }
    cells
}

/// The parts of a line between blanks and bars.
fn row_tokens(line: &[u8]) -> Vec<Span> {
    split(line, is_layout)
}

/// The parts of a line between characters of a kind.
pub(super) fn split(line: &[u8], separates: impl Fn(char) -> bool) -> Vec<Span> {
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

fn shifted(mut spans: Vec<Span>, by: usize) -> Vec<Span> {
    for span in &mut spans {
        span.start += by as u32;
        span.end += by as u32;
    }
    spans
}

/// What stands between cells without being one.
fn is_layout(character: char) -> bool {
    character.is_whitespace() || matches!(character, '|' | '¦' | '\u{2500}'..='\u{257f}')
}

/// A span without the blanks at its ends.
pub(super) fn trim(text: &[u8], span: Span) -> Span {
    let bytes = span.of(text);
    let blank = |byte: &&u8| matches!(**byte, b' ' | b'\t' | 0x0b | 0x0c | b'\r' | b'\n');
    let before = bytes.iter().take_while(blank).count();
    let behind = bytes[before..].iter().rev().take_while(blank).count();
    Span {
        start: span.start + before as u32,
        end: span.start + (bytes.len() - behind) as u32,
    }
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
            assert!(lines.starved);
            assert_eq!(whole, [0, 0, 1, 1, 1, 2, 2, 2][length], "{length}");
        }
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
    fn rows_are_told_from_words() {
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
        ] {
            assert_eq!(kind(line), LineKind::Prose, "{line}");
        }
        assert_eq!(kind("# 53..7...."), LineKind::Comment);
        assert_eq!(kind(" // 53..7"), LineKind::Comment);
        assert_eq!(kind(" \t "), LineKind::Blank);
    }

    #[test]
    fn rows_are_cut_into_cells() {
        let cut = |text: &str, cutting: Cutting| {
            let line = Lines::new(text.as_bytes(), true).next().unwrap();
            let cells = cutting.cut(text.as_bytes(), line).into_iter();
            let cells: Vec<_> = cells
                .map(|span| String::from_utf8(span.of(text.as_bytes()).to_vec()).unwrap())
                .collect();
            cells.join("/")
        };
        let comma = |trailing| Cutting::Fields {
            separator: b',',
            trailing,
        };
        assert_eq!(cut(" \t5,, \"3\" ,4 ", comma(false)), "5//3/4");
        assert_eq!(cut("5,,3,4,", comma(true)), "5//3/4");
        assert_eq!(cut("5,,3,4,", comma(false)), "5//3/4/");
        assert_eq!(cut("| 16 3 │ x |", Cutting::Tokens), "16/3/x");
        assert_eq!(cut("|5·.|1 2|", Cutting::Characters), "5/·/./1/2");
        let columns = Cutting::Columns { size: 4 };
        assert_eq!(cut(" | 5   |   3 |", columns), "5/ / /3");
        assert_eq!(cut("|5 | 3|", columns), "5/ / /3");
        assert_eq!(cut("|5| | |3|", columns), "5/ / /3");
        assert_eq!(cut("| 55  |   3 |", columns), "");
    }
}
