//! Tables of MediaWiki: `{| … |}`, with cells after `|` or `||` and headers after `!` or `!!`.
//!
//! Attributes, captions and rows of headers are not touched.

use crate::format::forms::code::{Context, Search};
use crate::format::forms::markup;
use crate::format::forms::separated::Token;
use crate::format::read::lines::{Line, Lines, trim};
use crate::format::write::Item;
use crate::format::{Form, Span};
use crate::shape::MAX_SIZE;

/// The longest table that is read.
const LONGEST: usize = 256 * 1024;

/// Returns whether a table starts on a line.
pub(crate) fn may_start(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"{|")
}

/// Searches for a table that starts on the first line of the text.
pub(crate) fn search(context: Context) -> Search {
    let text = context.text;
    let mut lines = Lines::new(text, context.complete);
    let Some(first) = lines.next() else {
        return Search::Nothing;
    };
    let mut table = Table {
        text,
        rows: Vec::new(),
        row: Vec::new(),
        has_values: false,
    };
    for line in lines.by_ref() {
        if line.end > LONGEST || table.rows.len() > MAX_SIZE + 2 {
            return Search::Nothing;
        }
        let content = line.trimmed(text);
        match content.of(text) {
            [b'|', b'}', ..] => {
                table.end_row();
                let body = Span::new(first.next, line.start);
                let end = content.start as usize + 2;
                return markup::read(&context, Form::Wiki, table.rows, body, end);
            }
            [b'{', b'|', ..] => return Search::Nothing,
            [b'|', b'-', ..] => table.end_row(),
            [b'|', b'+', ..] | [b'!', ..] | [] => {}
            [b'|', ..] => table.cells(line, content),
            _ => return Search::Nothing,
        }
    }
    match lines.needs_more && text.len() < LONGEST {
        true => Search::NeedsMore,
        false => Search::Nothing,
    }
}

/// The rows of a table that is being read.
struct Table<'a> {
    text: &'a [u8],
    rows: Vec<Vec<Token>>,
    row: Vec<Token>,
    /// Whether the row has a cell that is no header.
    has_values: bool,
}

impl Table<'_> {
    /// Adds the cells of a line.
    fn cells(&mut self, line: Line, content: Span) {
        let bytes = content.of(self.text);
        let start = content.start as usize;
        let mut from = 1;
        loop {
            let next = memchr::memmem::find(&bytes[from..], b"||").map(|at| from + at);
            // The blanks at the end of the line belong to the last cell.
            let to = next.unwrap_or(line.end - start);
            let token = self.token(Span::new(start + from, start + to));
            self.row.push(token);
            self.has_values = true;
            match next {
                Some(next) => from = next + 2,
                None => break,
            }
        }
    }

    /// Returns a cell without its attributes, blanks and the marks of bold text.
    fn token(&self, span: Span) -> Token {
        let bytes = span.of(self.text);
        let attributes = memchr::memrchr(b'|', bytes).map_or(0, |at| at + 1);
        let start = span.start as usize + attributes;
        let inner = trim(self.text, Span::new(start, span.end as usize));
        let content = inner.of(self.text);
        let marks = content.iter().take_while(|byte| **byte == b'\'').count() as u32;
        let bare = match inner.end - inner.start > 2 * marks {
            true => Span {
                start: inner.start + marks,
                end: inner.end - marks,
            },
            false => inner,
        };
        match bare.of(self.text) {
            [] => {
                // A value goes where the cell starts, after a space if there is room for one.
                let has_room = self.text[start..span.end as usize].starts_with(b" ");
                let place = start + usize::from(has_room);
                Token::plain(place, place)
            }
            b"&nbsp;" | b"&#160;" => Token {
                span: bare,
                read: Span {
                    end: bare.start,
                    ..bare
                },
            },
            _ => Token {
                span: bare,
                read: bare,
            },
        }
    }

    fn end_row(&mut self) {
        let row = std::mem::take(&mut self.row);
        if std::mem::take(&mut self.has_values) {
            self.rows.push(row);
        }
    }
}

/// Writes a table.
pub(crate) fn write(item: &Item, out: &mut String) {
    let puzzle = item.puzzle();
    let size = puzzle.shape().size();
    out.push_str("{| class=\"wikitable\"\n");
    for row in puzzle.values().chunks(size) {
        let cell = |value: &u8| match value {
            0 => " ".to_string(),
            value => item.style.cell(*value),
        };
        let cells: Vec<String> = row.iter().map(cell).collect();
        out.push_str(&format!("|-\n| {}\n", cells.join(" || ")));
    }
    out.push_str("|}\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Content, Piece, ReadOptions, Reader, read_puzzle};

    const PUZZLE: &str = "1.....2..3.....4";

    /// Returns the rows, each made from its cells.
    fn rows(blank: &str, row: impl Fn(Vec<String>) -> String) -> String {
        let cell = |c: char| match c {
            '.' => blank.to_string(),
            c => c.to_string(),
        };
        let rows = (0..4).map(|at| row(PUZZLE[4 * at..4 * at + 4].chars().map(cell).collect()));
        rows.collect()
    }

    fn lines(before: &str, cells: &[String]) -> String {
        cells
            .iter()
            .map(|cell| format!("{before}{cell}\n"))
            .collect()
    }

    #[test]
    fn cells_are_on_one_line_or_on_their_own() {
        let style = "| style=\"width:2em\" | ";
        for (name, rows) in [
            (
                "one line",
                rows("", |row| format!("|-\n| {}\n", row.join(" || "))),
            ),
            (
                "spaces",
                rows(" ", |row| format!("|-\n|{}\n", row.join("||"))),
            ),
            (
                "own lines",
                rows("", |row| format!("|-\n{}", lines("| ", &row))),
            ),
            (
                "attributes",
                rows("&nbsp;", |row| format!("|-\n{}", lines(style, &row))),
            ),
            (
                "headers",
                rows("", |row| format!("|-\n! A\n| {}\n", row.join(" || "))),
            ),
            (
                "bold",
                rows("", |row| {
                    format!("|-\n| {}\n", row.join(" || ").replace('2', "'''2'''"))
                }),
            ),
        ] {
            for head in ["", "! 1 !! 2 !! 3 !! 4\n", "|+ A title\n"] {
                let text =
                    format!("Some words.\n\n{{| class=\"wikitable\"\n{head}{rows}|}}\nMore.\n");
                let record = read_puzzle(text.as_bytes(), ReadOptions::default());
                let record = record.unwrap_or_else(|problem| panic!("{name}: {problem}\n{text}"));
                assert_eq!(record.form, Form::Wiki, "{name}");
                assert_eq!(record.puzzle.to_string(), PUZZLE, "{name}");
            }
        }
    }

    #[test]
    fn an_answer_goes_into_the_cells() {
        let rows = rows("", |row| format!("|-\n| {}\n", row.join(" || ")));
        let text = format!("{{|\n{rows}|}}\n");
        let mut reader = Reader::new(text.as_bytes(), ReadOptions::default());
        let (mut piece, mut out) = (Piece::default(), Vec::new());
        while reader.read(&mut piece).unwrap() {
            match &piece.content {
                Content::Puzzle(record) => record.write_values(&piece.text, &[1; 16], &mut out),
                _ => out.extend_from_slice(&piece.text),
            }
        }
        let answer = String::from_utf8(out).unwrap();
        assert_eq!(answer.matches('1').count(), 16, "{answer}");
        assert!(answer.starts_with("{|\n|-\n| 1 || 1") && answer.ends_with("|}\n"));
    }

    #[test]
    fn other_tables_are_text() {
        for text in [
            "{| class=\"wikitable\"\n|-\n| a || b\n|-\n| c || d\n|}\n",
            "{|\n|-\n| 1 || 2\n",
            "{|\n{|\n|}\n",
        ] {
            let record = read_puzzle(text.as_bytes(), ReadOptions::default());
            assert!(record.is_err(), "{text}");
        }
    }
}
