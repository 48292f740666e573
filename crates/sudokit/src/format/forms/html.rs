//! HTML: tables, also of boxes that are tables, preformatted text, and [`elements`] with one cell
//! each.
//!
//! The text of a cell is what remains between its tags, or the `value` of an `<input>`. Tags,
//! attributes and styles are not touched.

mod elements;

use crate::format::forms::code::{self, Context, Search};
use crate::format::forms::separated::{self, Token};
use crate::format::forms::sizes::may_have_size;
use crate::format::read::segment::Segment;
use crate::format::read::text::line_end;
use crate::format::record::{InsertedPart, Insertion};
use crate::format::symbols::tokens::{BLANKS, number};
use crate::format::write::Item;
use crate::format::{Content, Form, Record, Span};
use crate::problem::{Problem, ProblemCode};
use crate::shape::{MAX_SIZE, MIN_SIZE, Shape};

/// The longest table that is read.
const LONGEST: usize = 512 * 1024;

/// Returns whether an element may start on a line.
pub(crate) fn may_start(line: &[u8]) -> bool {
    let starts_name = |at: usize| line.get(at + 1).is_some_and(u8::is_ascii_alphabetic);
    memchr::memchr_iter(b'<', line).any(starts_name)
}

/// Searches for a table, preformatted text or elements with one cell each that start on the first
/// line of the text, which ends at `line_end`.
pub(crate) fn search(context: Context, line_end: usize) -> Search {
    let text = context.text;
    let mut tags = Tags { text, at: 0 };
    while let Some(tag) = tags.next() {
        if tag.start >= line_end {
            return Search::Nothing;
        }
        // `a<b` is no tag, and what ends it ends another one.
        let inside = &text[tag.start + 1..tag.end];
        if inside[0].is_ascii_alphabetic()
            && let Some(inner) = memchr::memrchr(b'<', inside)
        {
            tags.at = tag.start + 1 + inner;
            continue;
        }
        let name = tag.name(text);
        let mut found = match name.as_slice() {
            b"table" => table(&context, &tag),
            b"pre" | b"textarea" | b"code" => preformatted(&context, &tag),
            _ => Search::Nothing,
        };
        // An element may have the whole board in its text.
        if name != b"table" && matches!(found, Search::Nothing) {
            found = match elements::search(&context, tag) {
                Ok(found) => found,
                // None of the elements up to there starts a board.
                Err(end) => {
                    tags.at = tags.at.max(end);
                    context
                        .unclosed
                        .set(context.unclosed.get().max(context.start + end));
                    Search::Nothing
                }
            };
        }
        match found {
            Search::Nothing => {}
            found => return found,
        }
    }
    // Where a tag has no end, none of those behind it has one either.
    if let Some(start) = memchr::memchr(b'<', &text[tags.at..]) {
        let rest = &text[tags.at + start..];
        let end = context.start + tags.at + start + LONGEST / 2;
        if !rest.starts_with(b"<!--") || rest.len() > LONGEST / 8 {
            context.unclosed.set(end);
        }
    }
    Search::Nothing
}

/// A tag with its brackets.
#[derive(Clone, Copy)]
struct Tag {
    start: usize,
    end: usize,
}

impl Tag {
    /// Returns the name in small letters, with the slash of a closing tag.
    fn name(self, text: &[u8]) -> Vec<u8> {
        let inside = &text[self.start + 1..self.end];
        let is_name = |(at, byte): &(usize, &u8)| byte.is_ascii_alphanumeric() || *at == 0;
        let name = inside.iter().enumerate().take_while(is_name);
        name.map(|(_, byte)| byte.to_ascii_lowercase()).collect()
    }

    /// Returns the span of the value of an attribute, without its quotation marks.
    fn attribute(self, text: &[u8], wanted: &[u8]) -> Option<Span> {
        let mut at = self.start + 1;
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_:/".contains(byte);
        while at < self.end {
            let length = text[at..self.end].iter().take_while(|b| is_name(b)).count();
            let name = &text[at..at + length];
            at += length.max(1);
            if length == 0 || text.get(at) != Some(&b'=') {
                continue;
            }
            at += 1;
            let (start, end) = match text[at] {
                mark @ (b'"' | b'\'') => {
                    let rest = &text[at + 1..self.end];
                    let length = memchr::memchr(mark, rest)?;
                    (at + 1, at + 1 + length)
                }
                _ => {
                    let rest = &text[at..self.end];
                    let length = rest.iter().position(|b| b" \t\n\r>/".contains(b))?;
                    (at, at + length)
                }
            };
            at = end + 1;
            if name.eq_ignore_ascii_case(wanted) {
                return Some(Span::new(start, end));
            }
        }
        None
    }
}

/// Iterates over tags; a comment is a tag of the name `!`.
struct Tags<'a> {
    text: &'a [u8],
    at: usize,
}

impl Iterator for Tags<'_> {
    type Item = Tag;

    fn next(&mut self) -> Option<Tag> {
        loop {
            let start = self.at + memchr::memchr(b'<', &self.text[self.at..])?;
            let rest = &self.text[start..self.text.len().min(start + LONGEST)];
            let end = if rest.starts_with(b"<!--") {
                start + memchr::memmem::find(rest, b"-->")? + 3
            } else {
                start + memchr::memchr(b'>', rest)? + 1
            };
            self.at = end;
            let is_tag = |byte: &u8| byte.is_ascii_alphabetic() || b"/!".contains(byte);
            if rest.get(1).is_some_and(is_tag) {
                return Some(Tag { start, end });
            }
        }
    }
}

/// A cell of a table.
#[derive(Clone, Default)]
struct HtmlCell {
    is_header: bool,
    /// Texts, and values of inputs.
    texts: Vec<Span>,
    /// Where a value goes if there is none: an entity, a value in quotation marks, or a place.
    blank: Option<Span>,
    /// Whether that place is an `<input>` without a value.
    in_tag: bool,
    inner: Option<Vec<Vec<HtmlCell>>>,
}

/// A table that is being read.
struct Table {
    rows: Vec<Vec<HtmlCell>>,
    in_cell: bool,
}

/// Reads the table that starts with this tag.
fn table(context: &Context, first: &Tag) -> Search {
    let text = context.text;
    let limit = text.len().min(first.start + LONGEST);
    let mut tags = Tags {
        text: &text[..limit],
        at: first.start,
    };
    let mut open: Vec<Table> = Vec::new();
    let mut caption: Option<Span> = None;
    let mut last_end = first.start;
    let mut cells = 0;
    loop {
        let Some(tag) = tags.next() else {
            let may_grow = !context.complete && text.len() - first.start < LONGEST;
            return if may_grow {
                Search::NeedsMore
            } else {
                Search::Nothing
            };
        };
        if let Some(cell) = open.last_mut().and_then(Table::cell) {
            cell.add_text(text, Span::new(last_end, tag.start));
        }
        last_end = tag.end;
        let name = tag.name(text);
        match (name.as_slice(), open.last_mut()) {
            (b"table", _) => {
                if open.len() == 2 {
                    return Search::Nothing;
                }
                open.push(Table {
                    rows: Vec::new(),
                    in_cell: false,
                });
            }
            (_, None) => return Search::Nothing,
            (b"tr", Some(table)) => {
                table.in_cell = false;
                table.rows.push(Vec::new());
            }
            (b"td" | b"th", Some(table)) => {
                cells += 1;
                let rows = &mut table.rows;
                if rows.is_empty() {
                    rows.push(Vec::new());
                }
                if let Some(row) = rows.last_mut() {
                    row.push(HtmlCell {
                        is_header: name == b"th",
                        blank: Some(Span::new(tag.end, tag.end)),
                        ..HtmlCell::default()
                    });
                }
                table.in_cell = true;
            }
            (b"/td" | b"/th" | b"/tr", Some(table)) => table.in_cell = false,
            (b"input", Some(table)) => {
                if let Some(cell) = table.cell() {
                    cell.add_input(text, tag);
                }
            }
            (b"caption", Some(_)) => caption = Some(Span::new(tag.end, tag.end)),
            (b"/caption", Some(_)) => {
                caption = caption.map(|span| Span::new(span.start as usize, tag.start));
            }
            (b"/table", Some(_)) => {
                let Some(closed) = open.pop() else {
                    return Search::Nothing;
                };
                match open.last_mut() {
                    Some(around) => around.add_table(closed.rows),
                    None => return read_table(context, closed.rows, caption, (*first, tag)),
                }
            }
            (b"/select" | b"select" | b"option" | b"script", Some(_)) => return Search::Nothing,
            (_, Some(table)) => table.move_blank(tag, &name),
        }
        if cells > MAX_SIZE * (MAX_SIZE + 2) {
            return Search::Nothing;
        }
    }
}

impl Table {
    fn cell(&mut self) -> Option<&mut HtmlCell> {
        let row = self.rows.last_mut().filter(|_| self.in_cell)?;
        row.last_mut()
    }

    fn add_table(&mut self, rows: Vec<Vec<HtmlCell>>) {
        if let Some(cell) = self.cell() {
            cell.inner = Some(rows);
        }
    }

    /// A value goes into the innermost element of its cell: `<td><b></b></td>`.
    fn move_blank(&mut self, tag: Tag, name: &[u8]) {
        let is_opening =
            !name.starts_with(b"/") && !name.starts_with(b"!") && name != b"br" && name != b"img";
        if let Some(cell) = self.cell().filter(|cell| is_opening && !cell.in_tag) {
            cell.blank = Some(Span::new(tag.end, tag.end));
        }
    }
}

impl HtmlCell {
    /// Adds the text between two tags.
    fn add_text(&mut self, text: &[u8], span: Span) {
        let bytes = span.of(text);
        let trimmed = bytes.trim_ascii();
        if trimmed.is_empty() {
            return;
        }
        let start = span.start as usize + (bytes.len() - bytes.trim_ascii_start().len());
        let trimmed_span = Span::new(start, start + trimmed.len());
        const BLANKS: [&[u8]; 6] = [
            b"&nbsp;",
            b"&#160;",
            b"&ensp;",
            b"&emsp;",
            b"&#xa0;",
            b"\xc2\xa0",
        ];
        match BLANKS
            .iter()
            .any(|blank| trimmed.eq_ignore_ascii_case(blank))
        {
            true => self.blank = Some(trimmed_span),
            false => self.texts.push(trimmed_span),
        }
    }

    /// Adds the value of an `<input>`.
    fn add_input(&mut self, text: &[u8], tag: Tag) {
        match tag.attribute(text, b"value") {
            Some(value) if value.of(text).trim_ascii().is_empty() => self.blank = Some(value),
            Some(value) => self.texts.push(value),
            None => {
                let at = tag.start + "<input".len();
                self.blank = Some(Span::new(at, at));
                self.in_tag = true;
            }
        }
    }
}

/// Reads the rows of a table, without rows and columns of headers.
fn read_table(
    context: &Context,
    mut rows: Vec<Vec<HtmlCell>>,
    caption: Option<Span>,
    (first, last): (Tag, Tag),
) -> Search {
    let text = context.text;
    rows.retain(|row| !row.is_empty() && !row.iter().all(|cell| cell.is_header));
    for row in &mut rows {
        if row.len() > 1 && row[0].is_header && !row[1].is_header {
            row.remove(0);
        }
    }
    remove_numbers(text, &mut rows);
    let boxes = rows.iter().flatten().all(|cell| cell.inner.is_some());
    let (cells, drawn) = match boxes {
        true => match flattened(rows) {
            Some((cells, drawn)) => (cells, Some(drawn)),
            None => return Search::Nothing,
        },
        false => {
            let size = rows.len();
            if rows.iter().any(|row| row.len() != size) {
                return near_miss(context, &rows, (first, last));
            }
            (rows.concat(), None)
        }
    };
    read_cells(context, &cells, drawn, caption, (first, last))
}

/// Reads the cells of a table or of other elements.
fn read_cells(
    context: &Context,
    cells: &[HtmlCell],
    drawn: Option<(usize, usize)>,
    caption: Option<Span>,
    (first, last): (Tag, Tag),
) -> Search {
    let text = context.text;
    let size = cells.len().isqrt();
    let is_plain = |cell: &HtmlCell| cell.inner.is_none() && cell.texts.len() <= 1;
    let is_board = size * size == cells.len() && cells.iter().all(is_plain);
    let mut texts = cells.iter().flat_map(|cell| &cell.texts);
    let has_large_value = || texts.any(|span| number(span.of(text)).is_some_and(|n| n > 9));
    if !is_board || !may_have_size(size, context.options, has_large_value) {
        return Search::Nothing;
    }
    let tokens: Vec<Token> = cells
        .iter()
        .map(|cell| {
            let blank = cell.blank.unwrap_or_default();
            let start = blank.start as usize;
            match cell.texts.first() {
                Some(text) => Token {
                    span: *text,
                    read: *text,
                },
                None => Token {
                    span: blank,
                    read: Span::new(start, start),
                },
            }
        })
        .collect();
    let mut options = context.options.clone();
    if let (None, Some((rows, columns))) = (&options.shape, drawn) {
        options.shape = Shape::boxes(rows, columns).ok();
    }
    let segment = Segment {
        text: &text[..last.end],
        line: context.line,
        options: &options,
        convention: context.convention,
    };
    let record = separated::read(&segment, &tokens).map(|mut record| {
        let open = record.puzzle.values().iter().position(|value| *value == 0);
        record.blank = match open {
            Some(cell) => segment.string(tokens[cell].span),
            None => String::new(),
        };
        let in_tags = cells.iter().filter(|cell| cell.texts.is_empty());
        if in_tags.clone().count() > 0 && in_tags.clone().all(|cell| cell.in_tag) {
            record.insertion = Some(Box::new(Insertion {
                parts: vec![
                    InsertedPart::Text(" value=\"".to_string()),
                    InsertedPart::Value,
                    InsertedPart::Text("\"".to_string()),
                ],
                first: 1,
            }));
        }
        record.field = Span::new(first.start, last.end);
        record.name = caption.map(|span| unescaped(&segment.string(span)));
        record
    });
    match record {
        Ok(record) => piece(context, record, last.end),
        // Tables of words are no puzzles.
        Err(problem) if problem.code == ProblemCode::UnknownSymbol => {
            let has_digit = |cell: &&HtmlCell| {
                let texts = cell.texts.iter();
                texts
                    .clone()
                    .all(|text| number(text.of(context.text)).is_some())
            };
            match cells.iter().filter(has_digit).count() + 2 >= cells.len() {
                true => Search::Piece(last.end, Content::Unreadable(problem)),
                false => Search::Nothing,
            }
        }
        Err(problem) => Search::Piece(last.end, Content::Unreadable(problem)),
    }
}

/// Removes a row and a column that only number the others.
fn remove_numbers(text: &[u8], rows: &mut Vec<Vec<HtmlCell>>) {
    let value = |cell: &HtmlCell| cell.texts.first().and_then(|span| number(span.of(text)));
    let counts = |cells: &[&HtmlCell]| {
        let empty = cells.first().is_some_and(|cell| cell.texts.is_empty());
        let first = cells.get(1).and_then(|cell| value(cell));
        empty
            && first.is_some_and(|first| {
                let mut rest = cells[1..].iter().enumerate();
                first <= 1 && rest.all(|(at, cell)| value(cell) == Some(first + at))
            })
    };
    let size = rows.len();
    if size < 5 || rows.iter().any(|row| row.len() != size) {
        return;
    }
    let top: Vec<&HtmlCell> = rows[0].iter().collect();
    let left: Vec<&HtmlCell> = rows.iter().map(|row| &row[0]).collect();
    if counts(&top) && counts(&left) {
        rows.remove(0);
        for row in rows {
            row.remove(0);
        }
    }
}

/// Returns the problem of a table that is nearly a board.
fn near_miss(context: &Context, rows: &[Vec<HtmlCell>], (first, last): (Tag, Tag)) -> Search {
    let nine = rows.iter().filter(|row| row.len() == 9).count();
    let is_digit = |cell: &&HtmlCell| {
        let text = cell.texts.first().map(|span| span.of(context.text));
        text.is_some_and(|text| text.len() == 1 && text[0].is_ascii_digit())
    };
    let digits = rows.iter().flatten().filter(is_digit).count();
    if !(8..=10).contains(&rows.len()) || nine + 2 < rows.len() || digits < 15 {
        return Search::Nothing;
    }
    let segment = context.segment(last.end);
    let lengths: Vec<String> = rows.iter().map(|row| row.len().to_string()).collect();
    let problem = segment.problem(
        ProblemCode::RowLength,
        Span::new(first.start, first.end),
        format!(
            "the table has {} rows with {} cells",
            rows.len(),
            lengths.join(", ")
        ),
        "this table",
        "a 9×9 board has 9 rows of 9 cells",
    );
    Search::Piece(last.end, Content::Unreadable(problem))
}

/// Returns the cells of a table of boxes in the order of rows, and the size of a box.
fn flattened(rows: Vec<Vec<HtmlCell>>) -> Option<(Vec<HtmlCell>, (usize, usize))> {
    let boxes: Vec<Vec<Vec<Vec<HtmlCell>>>> = rows
        .into_iter()
        .map(|row| row.into_iter().filter_map(|cell| cell.inner).collect())
        .collect();
    let first = boxes.first()?.first()?;
    let (height, width) = (first.len(), first.first()?.len());
    let size = height * width;
    let fits = boxes.len() * height == size
        && boxes.iter().all(|row| {
            let is_box = |inner: &Vec<Vec<HtmlCell>>| {
                inner.len() == height && inner.iter().all(|line| line.len() == width)
            };
            row.len() * width == size && row.iter().all(is_box)
        });
    if !fits || width < 2 || height < 2 {
        return None;
    }
    let mut cells = Vec::with_capacity(size * size);
    for row in boxes {
        for line in 0..height {
            for inner in &row {
                cells.extend(inner[line].iter().cloned());
            }
        }
    }
    Some((cells, (height, width)))
}

/// Reads preformatted text: a grid, or rows that end with `<br>`.
fn preformatted(context: &Context, tag: &Tag) -> Search {
    let text = context.text;
    let name = tag.name(text);
    let limit = text.len().min(tag.end + LONGEST / 8);
    let mut lines = Vec::new();
    let mut start = tag.end;
    let mut inside = Tags {
        text: &text[..limit],
        at: tag.end,
    };
    // Any tag but a line break ends the text; it may start a block of its own: `<pre><code>`.
    let end = loop {
        let Some(next) = inside.next() else {
            let may_grow = !context.complete && limit == text.len();
            return match may_grow {
                true => Search::NeedsMore,
                false => Search::Nothing,
            };
        };
        match next.name(text).as_slice() {
            b"br" => {
                lines.push(trimmed(text, start, next.start));
                start = next.end;
            }
            [b'/', closed @ ..] if closed == name => break next.start,
            _ => return Search::Nothing,
        }
    };
    let record = match lines.is_empty() {
        true => code::text_grid(context, Span::new(tag.end, end)),
        false => {
            lines.push(trimmed(text, start, end));
            lines.retain(|line| line.start < line.end);
            code::rows_of_text(context, &lines, Span::new(tag.end, end))
        }
    };
    match record {
        Some(record) => piece(context, record, end),
        // Without the row beside the tag, the others may look like a board.
        None if starts_with_row(&text[tag.end..end]) => {
            Search::Other(end, no_board(context, tag, end))
        }
        None => Search::Nothing,
    }
}

/// Returns whether the first line of a text is a row of digits and blanks.
fn starts_with_row(text: &[u8]) -> bool {
    let line = text.split(|byte| b"\r\n".contains(byte)).next();
    let line = line.unwrap_or_default().trim_ascii();
    let is_cell = |byte: &u8| byte.is_ascii_digit() || BLANKS.contains(&char::from(*byte));
    (MIN_SIZE..=MAX_SIZE).contains(&line.len())
        && line.iter().any(u8::is_ascii_digit)
        && line
            .iter()
            .all(|byte| is_cell(byte) || b" |,".contains(byte))
}

/// Returns the problem of preformatted rows that are no board.
fn no_board(context: &Context, tag: &Tag, end: usize) -> Problem {
    let segment = context.segment(end);
    segment.problem(
        ProblemCode::BoardSize,
        Span::new(tag.start, tag.end),
        "the rows of this preformatted text are no board",
        "the text starts here",
        "give it as many rows as a row has cells",
    )
}

fn trimmed(text: &[u8], start: usize, end: usize) -> Span {
    let bytes = &text[start..end];
    let from = start + bytes.len() - bytes.trim_ascii_start().len();
    Span::new(from, from + bytes.trim_ascii().len())
}

/// Returns the piece of a puzzle, with the rest of its line if there are only closing tags.
fn piece(context: &Context, record: Record, end: usize) -> Search {
    let rest = &context.text[end..context.text.len().min(end + 256)];
    let length = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
    let is_rest = |byte: &u8| byte.is_ascii_whitespace() || byte.is_ascii_alphabetic();
    let closes = rest[..length]
        .iter()
        .all(|byte| is_rest(byte) || b"</>".contains(byte));
    let opens = rest[..length]
        .windows(2)
        .any(|pair| pair[0] == b'<' && pair[1] != b'/');
    let length = if closes && !opens { length } else { 0 };
    let ends = line_end(&context.text[..end + length]);
    let record = Record {
        form: Form::Html,
        separator: if ends.is_empty() { "\n" } else { ends },
        ..record
    };
    Search::Piece(end + length, Content::Puzzle(record))
}

fn unescaped(name: &str) -> String {
    let name = name.trim().replace("&lt;", "<").replace("&gt;", ">");
    name.replace("&quot;", "\"").replace("&amp;", "&")
}

/// Writes a table with a row per line.
pub(crate) fn write(item: &Item, out: &mut String) {
    let puzzle = item.puzzle();
    out.push_str("<table>\n");
    if let Some(name) = item.entry.name {
        let name = name
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;");
        out.push_str(&format!("<caption>{name}</caption>\n"));
    }
    for row in puzzle.values().chunks(puzzle.shape().size()) {
        let cells = row.iter().map(|value| match value {
            0 => "<td></td>".to_string(),
            value => format!("<td>{}</td>", item.style.cell(*value)),
        });
        out.push_str(&format!("<tr>{}</tr>\n", cells.collect::<String>()));
    }
    out.push_str("</table>\n");
}

#[cfg(test)]
#[path = "html_tests.rs"]
mod tests;
