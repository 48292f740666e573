//! LaTeX: tables and matrices (`5 & 3 & & \\`), those of TikZ among them, and the environments of
//! the package sudoku (`|5|3| |.`).
//!
//! Rules, comments and the commands around a value are not touched.

use crate::format::forms::code::{Context, Search};
use crate::format::forms::markup;
use crate::format::forms::separated::Token;
use crate::format::write::Item;
use crate::format::{Form, Span};

/// The longest environment that is read.
const LONGEST: usize = 128 * 1024;
const BEGIN: &[u8] = b"\\begin{";
const MATRIX: &[u8] = b"\\matrix";

/// Returns whether an environment or a matrix starts on a line.
pub(crate) fn may_start(line: &[u8]) -> bool {
    let has = |start: &[u8]| memchr::memmem::find(line, start).is_some();
    memchr::memchr(b'\\', line).is_some() && (has(BEGIN) || has(MATRIX))
}

/// Searches for a puzzle in an environment that starts on the first line of the text, which ends at
/// `line_end`.
pub(crate) fn search(context: Context, line_end: usize) -> Search {
    let text = context.text;
    for start in memchr::memmem::find_iter(&text[..line_end], BEGIN) {
        let name_start = start + BEGIN.len();
        let Some(length) = memchr::memchr(b'}', &text[name_start..line_end]) else {
            continue;
        };
        let name = &text[name_start..name_start + length];
        let is_sudoku = matches!(name, b"sudoku" | b"sudoku-block");
        if !is_sudoku && !is_table(name) {
            continue;
        }
        let body = name_start + length + 1;
        let limit = text.len().min(body + LONGEST);
        // Tables are not nested, so the search ends where the next environment begins.
        let next = memchr::memmem::find(&text[body..limit], BEGIN);
        let limit = next.map_or(limit, |next| body + next);
        let close = [b"\\end{", name, b"}"].concat();
        let Some(length) = memchr::memmem::find(&text[body..limit], &close) else {
            if !context.complete && limit == text.len() {
                return Search::NeedsMore;
            }
            continue;
        };
        let end = body + length;
        let rows = match is_sudoku {
            true => bars(text, body, end),
            false => Table::read(text, body, end),
        };
        let Some(rows) = rows else {
            continue;
        };
        let body = Span::new(body, end);
        match markup::read(&context, Form::Latex, rows, body, end + close.len()) {
            Search::Nothing => {}
            found => return found,
        }
    }
    matrix(&context, line_end)
}

/// Searches for a matrix of TikZ: `\matrix (m) [matrix of nodes] { 5 & 3 \\ … };`.
fn matrix(context: &Context, line_end: usize) -> Search {
    let text = context.text;
    for start in memchr::memmem::find_iter(&text[..line_end], MATRIX) {
        let mut at = start + MATRIX.len();
        let limit = text.len().min(start + LONGEST);
        // Matrices are not nested, so the search ends where the next one begins.
        let next = memchr::memmem::find(&text[at..limit], MATRIX);
        let limit = next.map_or(limit, |next| at + next);
        // Its name and its options, in any order.
        loop {
            let rest = &text[at..limit];
            at += rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
            let next = match text[at..limit].first() {
                Some(b'(') => memchr::memchr(b')', &text[at..limit]).map(|end| at + end + 1),
                Some(b'[') => Some(after_argument(text, at, limit)).filter(|next| *next > at),
                _ => None,
            };
            match next {
                Some(next) => at = next,
                None => break,
            }
        }
        let end = match text[at..limit].first() {
            Some(b'{') => after_argument(text, at, limit),
            None | Some(b'(' | b'[') => at,
            Some(_) => continue,
        };
        if end == at {
            if !context.complete && limit == text.len() {
                return Search::NeedsMore;
            }
            continue;
        }
        let Some(rows) = Table::read(text, at + 1, end - 1) else {
            continue;
        };
        let body = Span::new(at + 1, end - 1);
        let end = end + usize::from(text.get(end) == Some(&b';'));
        match markup::read(context, Form::Latex, rows, body, end) {
            Search::Nothing => {}
            found => return found,
        }
    }
    Search::Nothing
}

fn is_table(name: &[u8]) -> bool {
    let name = name.strip_suffix(b"*").unwrap_or(name);
    let tables: [&[u8]; 6] = [
        b"array",
        b"tabular",
        b"tabularx",
        b"tabulary",
        b"longtable",
        b"NiceTabular",
    ];
    name.ends_with(b"matrix") || name.ends_with(b"Matrix") || tables.contains(&name)
}

/// Reads the rows of the package sudoku: cells between bars, and a full stop.
fn bars(text: &[u8], start: usize, end: usize) -> Option<Vec<Vec<Token>>> {
    let mut rows = Vec::new();
    let mut at = start;
    for line in text[start..end].split_inclusive(|byte| *byte == b'\n') {
        let from = at;
        at += line.len();
        let length = memchr::memchr(b'%', line).unwrap_or(line.len());
        let line = &line[..length];
        let marks: Vec<usize> = memchr::memchr_iter(b'|', line).collect();
        if marks.len() < 2 {
            continue;
        }
        let cells = marks.windows(2).map(|pair| {
            let inside = &line[pair[0] + 1..pair[1]];
            let start = from + pair[0] + 1 + inside.len() - inside.trim_ascii_start().len();
            match inside.trim_ascii() {
                [] => Token {
                    span: Span::new(from + pair[0] + 1, from + pair[1]),
                    read: Span::new(from + pair[0] + 1, from + pair[0] + 1),
                },
                symbol => Token::plain(start, start + symbol.len()),
            }
        });
        rows.push(cells.collect());
    }
    Some(rows)
}

/// The rows of a table that is being read.
struct Table<'a> {
    text: &'a [u8],
    end: usize,
    rows: Vec<Vec<Token>>,
    row: Vec<Token>,
    cell_start: usize,
    symbol: Option<Span>,
}

impl Table<'_> {
    /// Returns the rows of a table; nothing if a cell contains anything but one symbol.
    fn read(text: &[u8], start: usize, end: usize) -> Option<Vec<Vec<Token>>> {
        let start = after_arguments(text, start, end);
        let mut table = Table {
            text,
            end,
            rows: Vec::new(),
            row: Vec::new(),
            cell_start: start,
            symbol: None,
        };
        let mut at = start;
        while at < end {
            at = table.step(at)?;
        }
        table.end_row(end);
        table.rows.retain(|row| row.len() > 1);
        Some(table.rows)
    }

    /// Reads what is at an offset, and returns where it ends.
    fn step(&mut self, at: usize) -> Option<usize> {
        match &self.text[at..self.end] {
            [b'\\', b'\\', ..] => {
                self.end_row(at);
                let next = after_arguments(self.text, at + 2, self.end);
                self.cell_start = next;
                Some(next)
            }
            [b'\\', ..] => Some(self.command(at)),
            [b'&', ..] => {
                self.end_cell(at);
                self.cell_start = at + 1;
                Some(at + 1)
            }
            [b'%', rest @ ..] => {
                let length = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
                Some(at + 1 + length)
            }
            [b'{' | b'}' | b'$' | b'~', ..] => Some(at + 1),
            [byte, ..] if byte.is_ascii_whitespace() => Some(at + 1),
            rest => {
                let is_symbol = |byte: &&u8| byte.is_ascii_alphanumeric() || b".-?*".contains(byte);
                let length = rest.iter().take_while(is_symbol).count();
                let is_second = self.symbol.is_some();
                if length == 0 || length > 2 || is_second {
                    return None;
                }
                self.symbol = Some(Span::new(at, at + length));
                Some(at + length)
            }
        }
    }

    /// Skips a command with the arguments that are no content.
    fn command(&mut self, at: usize) -> usize {
        let rest = &self.text[at + 1..self.end];
        let letters = rest
            .iter()
            .take_while(|byte| byte.is_ascii_alphabetic())
            .count();
        let name = &rest[..letters];
        let mut next = at + 1 + letters.max(1);
        if self.text.get(next) == Some(&b'*') {
            next += 1;
        }
        let arguments = match name {
            b"multicolumn" | b"multirow" => 2,
            b"color" | b"textcolor" | b"cellcolor" | b"rowcolor" | b"cline" | b"cmidrule"
            | b"hhline" | b"phantom" | b"hspace" | b"vspace" | b"fontsize" | b"arrayrulecolor"
            | b"specialrule" | b"rule" | b"colorbox" => 1,
            b"hline" | b"toprule" | b"midrule" | b"bottomrule" => 0,
            _ => return next,
        };
        for _ in 0..arguments {
            next = after_argument(self.text, next, self.end);
        }
        if matches!(
            name,
            b"hline" | b"cline" | b"cmidrule" | b"hhline" | b"toprule" | b"midrule"
        ) {
            self.cell_start = next;
        }
        next
    }

    fn end_cell(&mut self, at: usize) {
        let token = match self.symbol.take() {
            Some(symbol) => Token {
                span: symbol,
                read: symbol,
            },
            None => {
                // A value goes where the cell starts, after a space if there is room for one.
                let inside = &self.text[self.cell_start..at];
                let place = match inside {
                    [b' ', b' ', ..] => self.cell_start + 1,
                    _ => self.cell_start,
                };
                Token::plain(place, place)
            }
        };
        self.row.push(token);
    }

    fn end_row(&mut self, at: usize) {
        self.end_cell(at);
        self.rows.push(std::mem::take(&mut self.row));
    }
}

/// Returns the offset after `[…]` and `{…}`.
fn after_arguments(text: &[u8], start: usize, end: usize) -> usize {
    let mut at = start;
    loop {
        let next = after_argument(text, at, end);
        if next == at {
            return at;
        }
        at = next;
    }
}

/// Returns the offset after an argument in brackets or braces, or the same offset.
fn after_argument(text: &[u8], start: usize, end: usize) -> usize {
    let pair = match text[start..end].first() {
        Some(b'{') => (b'{', b'}'),
        Some(b'[') => (b'[', b']'),
        _ => return start,
    };
    let mut depth = 0;
    for (at, byte) in text[start..end].iter().enumerate() {
        depth += usize::from(*byte == pair.0);
        if *byte == pair.1 {
            depth -= 1;
            if depth == 0 {
                return start + at + 1;
            }
        }
    }
    start
}

/// Writes the environment of the package sudoku, or for other sizes a table with a rule around each
/// box.
pub(crate) fn write(item: &Item, out: &mut String) {
    let puzzle = item.puzzle();
    let (shape, size) = (puzzle.shape(), puzzle.shape().size());
    let cell = |value: &u8| match value {
        0 => " ".to_string(),
        value => item.style.cell(*value),
    };
    if size == 9 {
        out.push_str("\\begin{sudoku}\n");
        for row in puzzle.values().chunks(size) {
            let cells: Vec<String> = row.iter().map(cell).collect();
            out.push_str(&format!("|{}|.\n", cells.join("|")));
        }
        out.push_str("\\end{sudoku}\n");
        return;
    }
    let (rows, columns) = shape.box_size().unwrap_or((size, size));
    let column = format!("{}|", "c".repeat(columns)).repeat(size / columns);
    out.push_str(&format!("\\begin{{tabular}}{{|{column}}}\n\\hline\n"));
    for (number, row) in puzzle.values().chunks(size).enumerate() {
        let cells: Vec<String> = row.iter().map(cell).collect();
        let rule = if (number + 1) % rows == 0 {
            " \\hline"
        } else {
            ""
        };
        out.push_str(&format!("{} \\\\{rule}\n", cells.join(" & ")));
    }
    out.push_str("\\end{tabular}\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{ReadOptions, Record, read_puzzle, write};

    const PUZZLE: &str =
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

    fn rows(blank: &str, between: &str, [start, end]: [&str; 2]) -> String {
        let symbols: Vec<String> = PUZZLE
            .chars()
            .map(|symbol| match symbol {
                '.' => blank.to_string(),
                symbol => symbol.to_string(),
            })
            .collect();
        let row = |row: &[String]| format!("{start}{}{end}\n", row.join(between));
        symbols.chunks(9).map(row).collect()
    }

    fn record(text: &str) -> Record {
        let record = read_puzzle(text.as_bytes(), ReadOptions::default());
        record.unwrap_or_else(|problem| panic!("{problem:?} in\n{text}"))
    }

    #[test]
    fn tables_and_the_package_are_read() {
        let table = rows("", " & ", ["", " \\\\ \\hline"]);
        let sudoku = rows(" ", "|", ["|", "|."]);
        for text in [
            format!(
                "\\documentclass{{article}}\n\\begin{{document}}\n\\begin{{tabular}}{{|c|c|c|c|c|c|c|c|c|}}\n\\hline\n{table}\\end{{tabular}}\n\\end{{document}}\n"
            ),
            format!(
                "\\[\n\\begin{{array}}{{ccc|ccc|ccc}}\n{}\\end{{array}}\n\\]\n",
                rows(" ", "&", ["", "\\\\"])
            ),
            format!(
                "$\\begin{{bmatrix}}\n{}\\end{{bmatrix}}$\n",
                rows("0", " & ", ["", " \\\\[2pt]"])
            ),
            format!(
                "\\begin{{tabular}}{{ccccccccc}} % board\n{}\\end{{tabular}}\n",
                rows("~", " & ", ["", " \\\\ \\cline{1-9}"])
            ),
            format!(
                "\\begin{{tabular}}{{ccccccccc}}\n{}\\end{{tabular}}\n",
                table.replace("4", "\\textbf{4}").replace('8', "$8$")
            ),
            format!("\\usepackage{{sudoku}}\n\\begin{{sudoku}}\n{sudoku}\\end{{sudoku}}\n"),
            format!("\\begin{{sudoku-block}}\n{sudoku}\\end{{sudoku-block}}\n"),
        ] {
            let found = record(&text);
            assert_eq!(
                (found.puzzle.to_string(), found.form),
                (PUZZLE.to_string(), Form::Latex),
                "{text}"
            );
            let mut copy = Vec::new();
            found.write_values(text.as_bytes(), found.puzzle.values(), &mut copy);
            assert_eq!(String::from_utf8(copy).unwrap(), text);
            let mut filled = Vec::new();
            found.write_values(text.as_bytes(), &[1; 81], &mut filled);
            let filled = String::from_utf8(filled).unwrap();
            assert_eq!(
                record(&filled).puzzle.to_string(),
                "1".repeat(81),
                "{filled}"
            );
        }
    }

    #[test]
    fn other_tables_are_text() {
        let text = "\\begin{tabular}{lr}\nName & Points \\\\\nA & 5 \\\\\n\\end{tabular}\n";
        let problem = read_puzzle(text.as_bytes(), ReadOptions::default()).unwrap_err();
        assert!(problem.message.contains("no puzzle"), "{problem:?}");
    }

    #[test]
    fn written_tables_are_read() {
        let small = "1.....2..3.....4\n";
        for text in [&format!("{PUZZLE}\n"), small] {
            let puzzle = record(text).puzzle;
            let mut out = Vec::new();
            write::puzzle(
                Form::Latex,
                &puzzle,
                None,
                &write::WriteOptions::default(),
                &mut out,
            )
            .unwrap();
            let copy = record(std::str::from_utf8(&out).unwrap());
            assert_eq!((copy.form, copy.puzzle), (Form::Latex, puzzle));
        }
    }
}
