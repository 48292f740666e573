//! Lines with something around them that is not part of the puzzle: the `>` of a quoted mail,
//! the colours of a terminal, a backslash or `<br>` at the end of each line, full-width commas
//! between the cells.
//!
//! The decoration is overwritten with spaces in a copy of the lines, which is then read as any
//! text. Offsets stay the same, so the cells are in the same places of the original.

use crate::format::Content;
use crate::format::read::lines::{Line, Lines};
use crate::format::read::segment::characters;
use crate::format::read::text::{Found, Splitter, next_piece};
use crate::format::symbols::digits::is_foreign_digit;
use crate::format::symbols::tokens::BLANKS;
use crate::shape::MIN_SIZE;

/// The longest block of decorated lines that is examined at once: a board of 64×64 with rules.
const MOST_LINES: usize = 160;
const LONGEST_BLOCK: usize = 64 * 1024;

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
    /// Full-width commas or semicolons between the cells.
    WideSeparator,
}

/// Full-width separators, and what they are read as.
const WIDE_SEPARATORS: [(char, u8); 3] = [('，', b','), ('、', b','), ('；', b';')];

/// Returns what a character is read as if it is a full-width separator.
fn wide_separator(character: char) -> Option<u8> {
    let mut known = WIDE_SEPARATORS.iter();
    known
        .find(|(wide, _)| *wide == character)
        .map(|(_, byte)| *byte)
}

/// Returns whether a line consists of cells with full-width separators between them.
fn has_wide_separators(line: &[u8]) -> bool {
    let is_cell = |c: char| c.is_ascii_alphanumeric() || BLANKS.contains(&c) || is_foreign_digit(c);
    let mut separators = 0;
    let all_known = characters(line).all(|(_, c)| {
        separators += usize::from(wide_separator(c).is_some());
        wide_separator(c).is_some() || is_cell(c) || c.is_whitespace()
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
            _ => None,
        }
    }

    /// Overwrites the decoration of a line with spaces.
    fn mask(self, line: &mut [u8]) {
        let end = line.trim_ascii_end().len();
        match self {
            Decoration::Quote => {
                let is_quote = |byte: &u8| matches!(byte, b'>' | b' ' | b'\t');
                let length = line.iter().take_while(|byte| is_quote(byte)).count();
                let tabs = |byte: &mut u8| *byte = if *byte == b'>' { b' ' } else { *byte };
                line[..length].iter_mut().for_each(tabs);
            }
            Decoration::Escape => {
                while let Some(start) = memchr::memmem::find(line, b"\x1b[") {
                    let rest = &line[start + 2..];
                    let length = rest
                        .iter()
                        .take_while(|b| b"0123456789;?".contains(b))
                        .count();
                    let end = (start + 3 + length).min(line.len());
                    line[start..end].fill(b' ');
                }
            }
            Decoration::Backslash => line[..end].iter_mut().rev().take(1).for_each(|b| *b = b' '),
            Decoration::Break => {
                let length = break_length(&line[..end]);
                line[end - length..end].fill(b' ');
            }
            Decoration::WideSeparator => {
                let wide = characters(line).filter_map(|(at, c)| Some((at, c, wide_separator(c)?)));
                for (at, character, separator) in wide.collect::<Vec<_>>() {
                    line[at..at + character.len_utf8()].fill(b' ');
                    line[at] = separator;
                }
            }
        }
    }
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
        if line.start < self.undecorated.get() || self.options.form.is_some() {
            return None;
        }
        let decoration = Decoration::of(line.of(self.text))?;
        let mut end = line.start;
        let mut lines = ahead.clone();
        lines.at = line.start;
        let mut block = Vec::new();
        // The last line of a block may lack what only separates lines.
        let mut is_last = false;
        while block.len() < MOST_LINES && end - line.start < LONGEST_BLOCK && !is_last {
            let Some(next) = lines.next() else {
                ahead.needs_more |= lines.needs_more;
                break;
            };
            let found = Decoration::of(next.of(self.text));
            is_last = found != Some(decoration);
            let separates = matches!(decoration, Decoration::Backslash | Decoration::Break);
            let is_blank = next.of(self.text).trim_ascii().is_empty();
            let may_have_gaps =
                matches!(decoration, Decoration::Escape | Decoration::WideSeparator);
            if is_last && !(separates || may_have_gaps && is_blank) {
                break;
            }
            is_last &= !is_blank;
            end = next.next;
            block.push(next);
        }
        let mut masked = self.text[line.start..end].to_vec();
        for part in &block {
            let content = &mut masked[part.start - line.start..part.end - line.start];
            if Decoration::of(content) == Some(decoration) {
                decoration.mask(content);
            }
        }
        let mut at = 0;
        while at < masked.len() {
            let mut lines = Lines::new(&masked[at..], true);
            let found = next_piece(&mut lines, self.number, self.options, self.context);
            match found.content {
                Content::Puzzle(mut record) if at == 0 => {
                    // An empty cell behind a wide separator is behind all of its bytes.
                    let text = &self.text[line.start..end];
                    let is_inner = |at: u32| text.get(at as usize).is_some_and(|b| b >> 6 == 0b10);
                    if decoration == Decoration::WideSeparator {
                        record.map_spans(|at| (at..).find(|at| !is_inner(*at)).unwrap_or(at));
                    }
                    return Some(Found {
                        base: line.start,
                        end: line.start + found.length,
                        content: Content::Puzzle(record),
                    });
                }
                // Words before a puzzle: it is found again at its own first line.
                Content::Puzzle(_) => break,
                _ if found.length == 0 => at = masked.len(),
                _ => at += found.length,
            }
        }
        self.undecorated.set(line.start + at);
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
    fn the_last_line_needs_no_separator() {
        assert_eq!(
            solved("1...\\\n..2.\\\n.3..\\\n...4\n"),
            "1243\\\n3421\\\n4312\\\n2134\n"
        );
        let quoted = "She wrote:\n> Hello,\n>\n> 1...\n> ..2.\n> .3..\n> ...4\n>\n> Bye\n";
        let answer = "She wrote:\n> Hello,\n>\n> 1243\n> 3421\n> 4312\n> 2134\n>\n> Bye\n";
        assert_eq!(solved(quoted), answer);
    }
}
