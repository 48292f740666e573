//! Lines with something around them that is not part of the puzzle: the `>` of a quoted mail,
//! the colours of a terminal, a backslash or `<br>` at the end of each line, full-width commas
//! between the cells, brackets or the marks of bold text around each cell, the tags of a forum.
//!
//! The decoration is overwritten in a copy of the lines, with spaces or with the mark that means the
//! same elsewhere, and the copy is read as any text. Offsets stay the same, so the cells are in the
//! same places of the original.

use std::ops::Range;

use crate::format::read::lines::{Line, LineKind, Lines, kind_of, split};
use crate::format::read::segment::characters;
use crate::format::read::text::{Found, Splitter, next_piece};
use crate::format::symbols::digits::is_foreign_digit;
use crate::format::symbols::tokens::BLANKS;
use crate::format::{Content, Record, Span};
use crate::shape::MIN_SIZE;

/// The longest blocks of decorated lines that are examined at once, the second one if there is no
/// puzzle in the first: a board of 9×9 with rules, and one of 64×64.
const MOST_LINES: [usize; 2] = [32, 160];
const LONGEST_BLOCK: usize = 64 * 1024;

/// The most decorations around each other: a quoted mail with colours and line breaks has three.
/// Without a limit a line of backslashes would be as many layers as it is long.
const MOST_LAYERS: u8 = 4;

/// What surrounds the content of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decoration {
    /// `>` in front of it, as in a quoted mail.
    Quote,
    /// Escape sequences of a terminal.
    Escape,
    /// A backslash at its end, as in Markdown.
    Backslash,
    /// `<br>` at its end.
    Break,
    /// Full-width commas or semicolons between the cells, or brackets around them.
    WideSeparator,
    /// Brackets around each cell.
    CellBrackets,
    /// Marks for bold text or code around cells: `**5**`.
    CellMarks,
    /// A comma at its end, after a run of cells.
    Comma,
    /// The tags of a forum: `[code]`, `[td]`.
    ForumTags,
}

/// Full-width separators, and what they are read as.
const WIDE_SEPARATORS: [(char, u8); 4] = [('，', b','), ('、', b','), ('；', b';'), ('،', b',')];

/// Full-width brackets, and what they are read as.
const WIDE_BRACKETS: [(char, u8); 8] = [
    ('［', b'['),
    ('］', b']'),
    ('【', b'['),
    ('】', b']'),
    ('（', b'('),
    ('）', b')'),
    ('｛', b'{'),
    ('｝', b'}'),
];

/// Returns what a character is read as if it is a full-width separator.
fn wide_separator(character: char) -> Option<u8> {
    let mut known = WIDE_SEPARATORS.iter();
    known
        .find(|(wide, _)| *wide == character)
        .map(|(_, byte)| *byte)
}

/// Returns what a character is read as if it is a full-width separator or bracket.
fn narrow(character: char) -> Option<u8> {
    let mut brackets = WIDE_BRACKETS.iter();
    let bracket = brackets.find(|(wide, _)| *wide == character);
    wide_separator(character).or(bracket.map(|(_, byte)| *byte))
}

/// Returns whether a line consists of cells with full-width separators between them, or brackets
/// around them.
pub(super) fn has_wide_separators(line: &[u8]) -> bool {
    let is_cell = |c: char| {
        let is_symbol = c.is_ascii_alphanumeric() || BLANKS.contains(&c) || is_foreign_digit(c);
        is_symbol || narrow(c).is_some() || "[](){},;=\"'".contains(c)
    };
    let mut separators = 0;
    let all_known = characters(line).all(|(_, c)| {
        separators += usize::from(narrow(c).is_some());
        is_cell(c) || c.is_whitespace()
    });
    all_known && separators + 1 >= MIN_SIZE
}

impl Decoration {
    fn of(line: &[u8]) -> Option<Decoration> {
        let content = line.trim_ascii();
        match content {
            [b'>', ..] => Some(Decoration::Quote),
            _ if memchr::memmem::find(content, b"\x1b[").is_some() => Some(Decoration::Escape),
            [_, .., b'\\'] => Some(Decoration::Backslash),
            _ if break_length(content) > 0 => Some(Decoration::Break),
            _ if !content.is_ascii() && has_wide_separators(content) => {
                Some(Decoration::WideSeparator)
            }
            _ if bracketed_cells(content).is_some() => Some(Decoration::CellBrackets),
            _ if has_forum_tags(content) => Some(Decoration::ForumTags),
            _ if marked_cells(content).is_some() => Some(Decoration::CellMarks),
            [run @ .., b','] if is_run(run) => Some(Decoration::Comma),
            _ => None,
        }
    }

    /// Returns whether lines without the decoration may be among the decorated ones.
    fn may_have_gaps(self) -> bool {
        matches!(
            self,
            Decoration::Escape
                | Decoration::WideSeparator
                | Decoration::CellBrackets
                | Decoration::CellMarks
        )
    }

    /// Overwrites the decoration of a line.
    fn mask(self, line: &mut [u8]) {
        let end = line.trim_ascii_end().len();
        match self {
            Decoration::Quote => {
                let is_quote = |byte: &u8| *byte == b'>' || byte.is_ascii_whitespace();
                let length = line.iter().take_while(|byte| is_quote(byte)).count();
                let tabs = |byte: &mut u8| *byte = if *byte == b'>' { b' ' } else { *byte };
                line[..length].iter_mut().for_each(tabs);
            }
            Decoration::Escape => {
                let mut at = 0;
                while let Some(found) = memchr::memmem::find(&line[at..], b"\x1b[") {
                    let start = at + found;
                    let rest = &line[start + 2..];
                    let length = rest
                        .iter()
                        .take_while(|b| b"0123456789;?".contains(b))
                        .count();
                    let end = (start + 3 + length).min(line.len());
                    line[start..end].fill(b' ');
                    at = end;
                }
            }
            Decoration::Backslash | Decoration::Comma => line[end - 1] = b' ',
            Decoration::CellMarks => {
                for mark in marked_cells(line).unwrap_or_default() {
                    line[mark].fill(b' ');
                }
            }
            Decoration::Break => {
                let length = break_length(&line[..end]);
                line[end - length..end].fill(b' ');
            }
            Decoration::WideSeparator => {
                let wide = characters(line).filter_map(|(at, c)| Some((at, c, narrow(c)?)));
                for (at, character, separator) in wide.collect::<Vec<_>>() {
                    line[at..at + character.len_utf8()].fill(b' ');
                    line[at] = separator;
                }
            }
            Decoration::CellBrackets => {
                let cells = bracketed_cells(line).unwrap_or_default();
                let mut start = 0;
                for cell in cells {
                    line[start..cell.start].fill(b' ');
                    line[cell.end] = b',';
                    start = cell.end + 1;
                }
                line[start..].fill(b' ');
            }
            Decoration::ForumTags => {
                for tag in forum_tags(line) {
                    match tag.is_table {
                        true => (line[tag.start], line[tag.end - 1]) = (b'<', b'>'),
                        false => line[tag.start..tag.end].fill(b' '),
                    }
                }
            }
        }
    }

    /// Makes the places of a record that was read without the decoration those of the original.
    fn restore(self, text: &[u8], record: &mut Record) {
        match self {
            // An empty cell behind a wide separator is behind all of its bytes.
            Decoration::WideSeparator => {
                let is_inner = |at: u32| text.get(at as usize).is_some_and(|b| b >> 6 == 0b10);
                record.map_spans(|at| (at..).find(|at| !is_inner(*at)).unwrap_or(at));
            }
            // An empty cell is what is between its brackets, without the spaces beside a value.
            Decoration::CellBrackets => {
                for cell in record
                    .cells
                    .iter_mut()
                    .filter(|cell| cell.start == cell.end)
                {
                    let before = text[..cell.start as usize].iter().rev();
                    let blanks = before.take_while(|byte| **byte == b' ').count() as u32;
                    let beside = blanks.saturating_sub(1) / 2;
                    *cell = Span {
                        start: cell.start - blanks + beside,
                        end: cell.end - beside,
                    };
                    record.blank = String::from_utf8_lossy(cell.of(text)).into_owned();
                }
            }
            _ => {}
        }
    }
}

/// Returns whether a line has something around it that is not part of the puzzle.
pub(super) fn is_decorated(line: &[u8]) -> bool {
    Decoration::of(line).is_some()
}

/// Returns what is between the brackets around each cell of a line: `[5][ ][3]`, `(5) ( ) (3)`, also
/// behind the name of a command, `\setrow {5}{ }{3}`. Nothing if there is anything else in the line.
pub(super) fn bracketed_cells(line: &[u8]) -> Option<Vec<Range<usize>>> {
    let first = memchr::memchr3(b'[', b'(', b'{', line)?;
    let (open, close) = match line[first] {
        b'[' => (b'[', b']'),
        b'(' => (b'(', b')'),
        _ => (b'{', b'}'),
    };
    let is_layout = |byte: &u8| b" \t|".contains(byte);
    let is_command = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'\\' || is_layout(byte);
    let is_cell = |byte: &u8| byte.is_ascii_alphanumeric() || BLANKS.contains(&char::from(*byte));
    if !line[..first].iter().all(is_command) {
        return None;
    }
    let mut cells = Vec::new();
    let mut at = first;
    while let Some(byte) = line.get(at) {
        if *byte == open {
            let inside = &line[at + 1..line.len().min(at + 1 + WIDEST_CELL)];
            let length = inside.iter().position(|byte| *byte == close)?;
            let symbol = inside[..length].trim_ascii();
            let is_wide_space = symbol == "\u{3000}".as_bytes();
            if !is_wide_space && (symbol.len() > 2 || !symbol.iter().all(is_cell)) {
                return None;
            }
            cells.push(at + 1..at + 1 + length);
            at += length + 2;
        } else if is_layout(byte) {
            at += 1;
        } else {
            return None;
        }
    }
    (cells.len() >= MIN_SIZE).then_some(cells)
}

/// Returns the marks for bold text or code around the cells of a line: `**5** . **3**`. Nothing if
/// no cell has them, or if there is anything else in the line.
fn marked_cells(line: &[u8]) -> Option<Vec<Range<usize>>> {
    let mark = *[b'*', b'`', b'_'].iter().find(|mark| line.contains(mark))?;
    let layout = |c: char| c.is_whitespace() || c == '|';
    let tokens = split(line, layout);
    let mut marks = Vec::new();
    for token in &tokens {
        let bytes = token.of(line);
        let before = bytes.iter().take_while(|byte| **byte == mark).count();
        let after = bytes.iter().rev().take_while(|byte| **byte == mark).count();
        let is_marked = before > 0 && before == after && bytes.len() > before + after;
        let inner = match is_marked {
            true => &bytes[before..bytes.len() - after],
            false => bytes,
        };
        let is_symbol = |(_, c): (usize, char)| {
            c.is_ascii_alphanumeric() || BLANKS.contains(&c) || is_foreign_digit(c)
        };
        if inner.len() > 3 || !characters(inner).all(is_symbol) || before > 3 {
            return None;
        }
        if is_marked {
            let (start, end) = (token.start as usize, token.end as usize);
            marks.extend([start..start + before, end - after..end]);
        }
    }
    (tokens.len() >= MIN_SIZE && !marks.is_empty()).then_some(marks)
}

/// Returns whether a text is a run of cells, with or without blanks between them.
fn is_run(text: &[u8]) -> bool {
    let is_symbol = |byte: &u8| byte.is_ascii_digit() || BLANKS.contains(&char::from(*byte));
    text.len() >= MIN_SIZE && text.iter().all(is_symbol) && text.iter().any(u8::is_ascii_digit)
}

/// The most bytes between two brackets around a cell, with the closing one.
const WIDEST_CELL: usize = 8;

/// A tag of a forum, with its brackets.
struct ForumTag {
    start: usize,
    end: usize,
    /// Whether it is part of a table.
    is_table: bool,
    closes: bool,
}

/// Returns the tags of a line that forums know.
fn forum_tags(line: &[u8]) -> Vec<ForumTag> {
    const TABLE: [&[u8]; 4] = [b"table", b"tr", b"td", b"th"];
    const OTHER: [&[u8]; 17] = [
        b"b", b"i", b"u", b"s", b"code", b"pre", b"quote", b"font", b"size", b"color", b"colour",
        b"center", b"tt", b"mono", b"spoiler", b"hide", b"noparse",
    ];
    let mut tags = Vec::new();
    for start in memchr::memchr_iter(b'[', line) {
        let rest = &line[start + 1..line.len().min(start + LONGEST_TAG)];
        let closes = rest.first() == Some(&b'/');
        let name = &rest[usize::from(closes)..];
        let letters = name.iter().take_while(|byte| byte.is_ascii_alphabetic());
        let (name, argument) = name.split_at(letters.count());
        let length = match argument {
            [b']', ..] => 0,
            [b'=' | b' ', ..] if !closes => match memchr::memchr2(b']', b'[', argument) {
                Some(length) if argument[length] == b']' => length,
                _ => continue,
            },
            _ => continue,
        };
        let is_in = |names: &[&[u8]]| names.iter().any(|known| name.eq_ignore_ascii_case(known));
        let is_table = is_in(&TABLE);
        if is_table || is_in(&OTHER) {
            let end = start + 1 + usize::from(closes) + name.len() + length + 1;
            tags.push(ForumTag {
                start,
                end,
                is_table,
                closes,
            });
        }
    }
    tags
}

/// The longest tag of a forum: `[quote="a name"]`.
const LONGEST_TAG: usize = 80;

/// Returns whether a line starts with a tag of a forum, or has one that closes: `[b]` alone may be
/// an index.
fn has_forum_tags(line: &[u8]) -> bool {
    let may_be = line.first() == Some(&b'[') || memchr::memmem::find(line, b"[/").is_some();
    may_be
        && forum_tags(line)
            .iter()
            .any(|tag| tag.start == 0 || tag.closes)
}

/// Returns the length of a `<br>` at the end of a line.
fn break_length(line: &[u8]) -> usize {
    let tags: [&[u8]; 3] = [b"<br>", b"<br/>", b"<br />"];
    let is_end = |tag: &&&[u8]| {
        let start = line.len().checked_sub(tag.len());
        start.is_some_and(|start| line[start..].eq_ignore_ascii_case(tag))
    };
    tags.iter().find(is_end).map_or(0, |tag| tag.len())
}

impl<'a> Splitter<'a> {
    /// Returns the puzzle that starts at a decorated line.
    pub(super) fn decorated(&self, line: Line, ahead: &mut Lines<'a>) -> Option<Found> {
        let layers = self.context.undecorated_layers.get();
        let is_known = line.start < self.undecorated.get();
        if is_known || layers == MOST_LAYERS || self.options.form.is_some() {
            return None;
        }
        let decoration = Decoration::of(line.of(self.text))?;
        for most_lines in MOST_LINES {
            let block = self.decorated_block(line, ahead, decoration, most_lines);
            let found = self.undecorated_puzzle(line, decoration, &block);
            let is_whole = block.len() < most_lines;
            // At the end of the lines examined, the grid may have another row or its frame.
            let last = block.last().map_or(line.next, |last| last.next);
            let ends_before = |found: &Found| found.end < last;
            if is_whole || found.as_ref().is_some_and(ends_before) {
                return found;
            }
        }
        None
    }

    /// Collects the lines with the decoration of the first one.
    fn decorated_block(
        &self,
        first: Line,
        ahead: &mut Lines<'a>,
        decoration: Decoration,
        most_lines: usize,
    ) -> Vec<Line> {
        let mut lines = ahead.clone();
        lines.at = first.start;
        let mut block = Vec::new();
        // The last line of a block may lack what only separates lines.
        let mut is_last = false;
        // The tags of a forum that have not been closed.
        let mut open = 0usize;
        while block.len() < most_lines && lines.at - first.start < LONGEST_BLOCK && !is_last {
            let Some(next) = lines.next() else {
                ahead.needs_more |= lines.needs_more;
                break;
            };
            let content = next.of(self.text);
            let is_alike = Decoration::of(content) == Some(decoration);
            let is_blank = content.trim_ascii().is_empty();
            let is_rule = || {
                let kind = kind_of(content, self.options);
                matches!(decoration, Decoration::CellBrackets | Decoration::CellMarks)
                    && matches!(kind, LineKind::Frame | LineKind::MaybeFrame)
            };
            let is_gap = decoration.may_have_gaps() && (is_blank || is_rule());
            let separates = matches!(
                decoration,
                Decoration::Backslash | Decoration::Break | Decoration::Comma
            );
            let is_part = is_alike || is_gap || open > 0;
            if !is_part && !separates {
                break;
            }
            is_last = !is_part && !is_blank;
            if decoration == Decoration::ForumTags {
                for tag in forum_tags(content) {
                    open = if tag.closes {
                        open.saturating_sub(1)
                    } else {
                        open + 1
                    };
                }
            }
            block.push(next);
        }
        block
    }

    /// Reads lines without their decoration, and returns the puzzle that starts with them.
    fn undecorated_puzzle(
        &self,
        first: Line,
        decoration: Decoration,
        block: &[Line],
    ) -> Option<Found> {
        let end = block.last().map_or(first.start, |last| last.next);
        let text = &self.text[first.start..end];
        let mut masked = text.to_vec();
        for part in block {
            let content = &mut masked[part.start - first.start..part.end - first.start];
            if Decoration::of(content) == Some(decoration) {
                decoration.mask(content);
            }
        }
        let mut at = 0;
        while at < masked.len() {
            let mut lines = Lines::new(&masked[at..], true);
            let layers = &self.context.undecorated_layers;
            layers.set(layers.get() + 1);
            let found = next_piece(&mut lines, self.number, self.options, self.context);
            layers.set(layers.get() - 1);
            match found.content {
                Content::Puzzle(mut record) if at == 0 => {
                    decoration.restore(text, &mut record);
                    return Some(Found {
                        base: first.start,
                        end: first.start + found.length,
                        content: Content::Puzzle(record),
                    });
                }
                // A board with a row too many, which is not to be read from its second row on.
                Content::Unreadable(problem)
                    if at == 0 && found.length == masked.len() && block.len() > MIN_SIZE =>
                {
                    return Some(Found {
                        base: first.start,
                        end,
                        content: Content::Unreadable(problem),
                    });
                }
                // Words before a puzzle: it is found again at its own first line.
                Content::Puzzle(_) => break,
                _ if found.length == 0 => at = masked.len(),
                _ => at += found.length,
            }
        }
        self.undecorated.set(first.start + at);
        None
    }
}

#[cfg(test)]
mod tests {
    use crate::format::{ReadOptions, read_puzzle};

    const ROWS: [&str; 4] = ["1...", "..2.", ".3..", "...4"];

    fn solved(text: &str) -> String {
        let record = read_puzzle(text.as_bytes(), ReadOptions::default()).expect(text);
        assert_eq!(record.puzzle.to_string(), ROWS.concat(), "{text}");
        let values = [1, 2, 4, 3, 3, 4, 2, 1, 4, 3, 1, 2, 2, 1, 3, 4];
        let mut out = Vec::new();
        record.write_values(text.as_bytes(), &values, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn decorations_are_kept() {
        for (before, after) in [
            ("> ", "\n"),
            (">> ", "\n"),
            ("\t> ", "\r\n"),
            ("\x1b[1;34m", "\x1b[0m\n"),
            ("", "\\\n"),
            ("", "<br>\n"),
            (" ", "<BR />\n"),
            ("[b]", "[/b]\n"),
            ("[color=red]", "[/color]\r\n"),
            ("", ",\n"),
        ] {
            let decorate = |rows: &[&str]| -> String {
                rows.iter()
                    .map(|row| format!("{before}{row}{after}"))
                    .collect()
            };
            let text = decorate(&ROWS);
            let expected = decorate(&["1243", "3421", "4312", "2134"]);
            assert_eq!(solved(&text), expected);
        }
    }

    #[test]
    fn layers_of_decorations_are_limited() {
        // A form feed before a quotation mark, and more layers than the stack has room for.
        assert_eq!(
            solved("\x0c> 1...\n> ..2.\n> .3..\n> ...4\n"),
            "\x0c> 1243\n> 3421\n> 4312\n> 2134\n"
        );
        for mark in ["\\", "<br>", "\\<br>", "\x0b> "] {
            let text = format!("1...{}\n", mark.repeat(20_000));
            assert!(read_puzzle(text.as_bytes(), ReadOptions::default()).is_err());
        }
    }

    #[test]
    fn the_last_line_needs_no_separator() {
        assert_eq!(
            solved("1...\\\n..2.\\\n.3..\\\n...4\n"),
            "1243\\\n3421\\\n4312\\\n2134\n"
        );
        let quoted = "She wrote:\n> Hello,\n>\n> 1...\n> ..2.\n> .3..\n> ...4\n>\n> Bye\n";
        let answer = "She wrote:\n> Hello,\n>\n> 1243\n> 3421\n> 4312\n> 2134\n>\n> Bye\n";
        assert_eq!(solved(quoted), answer);
    }

    #[test]
    fn brackets_around_cells_are_kept() {
        for (open, close, between, blank) in [
            ("[", "]", "", " "),
            ("[", "]", " ", " "),
            ("[", "]", "", ""),
            ("[", "]", "", "."),
            ("(", ")", "", " "),
            ("{", "}", " ", "_"),
            ("[ ", " ]", "", " "),
        ] {
            let write = |rows: &[&str]| -> String {
                let cell = |c: char| match c {
                    '.' => format!("{open}{blank}{close}"),
                    c => format!("{open}{c}{close}"),
                };
                let row = |row: &&str| {
                    let cells: Vec<String> = row.chars().map(cell).collect();
                    cells.join(between) + "\n"
                };
                rows.iter().map(row).collect()
            };
            let answer = write(&["1243", "3421", "4312", "2134"]);
            assert_eq!(solved(&write(&ROWS)), answer);
        }
        let command = |rows: [&str; 4]| rows.map(|row| format!("\\setrow {row}\n")).concat();
        assert_eq!(
            solved(&command([
                "{1}{ } { }{ }",
                "{ }{ } {2}{ }",
                "{ }{3} { }{ }",
                "{ }{ } { }{4}"
            ])),
            command([
                "{1}{2} {4}{3}",
                "{3}{4} {2}{1}",
                "{4}{3} {1}{2}",
                "{2}{1} {3}{4}"
            ])
        );
    }

    #[test]
    fn tables_and_blocks_of_forums_are_read() {
        let cells = |row: &str| -> String {
            let cell = |c: char| format!("[td]{}[/td]", c.to_string().replace('.', ""));
            format!("[tr]{}[/tr]\n", row.chars().map(cell).collect::<String>())
        };
        let table = |rows: &[&str]| {
            let rows: String = rows.iter().map(|row| cells(row)).collect();
            format!("Hello\n[table]\n{rows}[/table]\nBye\n")
        };
        let answer = ["1243", "3421", "4312", "2134"];
        assert_eq!(solved(&table(&ROWS)), table(&answer));
        let code = |rows: &[&str]| format!("Hello\n[code]{}[/code]\nBye\n", rows.join("\n"));
        assert_eq!(solved(&code(&ROWS)), code(&answer));
    }
}
