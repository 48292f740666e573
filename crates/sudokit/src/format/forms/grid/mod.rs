//! Grids in a block of lines, with any frame and separators.
//!
//! A block can be split into cells in several ways ([`RowSplit`]). Each is tried, and the first one
//! with as many rows as cells in a row wins; if none has, the closest one reports the problem. That
//! is how `530 070 000` has nine cells but `10 11 12 13` has four, and how a line of dashes is a
//! frame in one grid and a row of empty cells in another.

pub(crate) mod header;
pub(crate) mod layout;
pub(crate) mod positions;
pub(crate) mod reading;
pub(crate) mod row_split;

use crate::format::forms::grid::layout::is_labelled_row;
use crate::format::forms::grid::reading::{Reading, paragraphs};
use crate::format::forms::grid::row_split::{RowSplit, column_sizes, separator};
use crate::format::read::lines::{Line, LineKind, Lines, is_bar, is_row_of_marks, kind_of};
use crate::format::read::segment::{Segment, characters};
use crate::format::{ReadOptions, Record, Span};
use crate::problem::{Problem, ProblemCode};
use crate::shape::{MAX_SIZE, MIN_SIZE};

/// The maximum number of lines examined for one grid: each row with a frame above it, and a few
/// comments.
const MOST_LINES: usize = 4 * MAX_SIZE;

/// The maximum number of frame lines above the first row of a grid. Without it, a long run of such
/// lines would be examined again from each of them.
const MOST_FRAMES_ABOVE: usize = 8;

/// The size up to which a grid with spaces as empty cells is looked for in rows that show fewer
/// cells.
pub(crate) const LARGEST_SPREAD: usize = 16;

/// Reads the lines of a span as one grid.
pub(crate) fn read_rows(segment: &Segment, span: Span) -> Result<Record, Problem> {
    let text = &segment.text[..span.end as usize];
    let mut lines = Lines::new(text, true);
    lines.at = span.start as usize;
    let block = Block::whole(lines, segment.options);
    match block.best_reading() {
        Some(reading) => reading.read(segment, &block),
        None => Err(segment.problem(
            ProblemCode::NoPuzzle,
            span,
            "no rows of cells found",
            "no rows",
            "write one line for each row of the grid",
        )),
    }
}

/// Lines that may be a grid, or several that follow each other closely.
pub(crate) struct Block<'a> {
    pub text: &'a [u8],
    pub options: &'a ReadOptions,
    pub entries: Vec<Entry>,
    /// Whether all rows must belong to one grid.
    pub whole: bool,
    /// Whether the block ends by itself, rather than where looking ahead stopped.
    pub closed: bool,
    /// The columns of separated rows that are layout.
    pub skipped: Vec<usize>,
    /// The end of the rows below the grid that are layout.
    pub tail: usize,
}

/// What lines that may be frames are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strokes {
    /// All of them are frames.
    Frames,
    /// Bars with nothing between them are rows.
    Bars,
    /// All of them are rows.
    Rows,
}

/// A line of a block.
pub(crate) struct Entry {
    pub line: Line,
    pub kind: LineKind,
    /// Whether a blank line precedes it.
    pub gap: bool,
}

impl<'a> Block<'a> {
    /// Collects all lines, which must be one grid.
    fn whole(lines: Lines<'a>, options: &'a ReadOptions) -> Block<'a> {
        let mut block = Block::empty(lines.text, options);
        block.whole = true;
        let mut gap = false;
        for line in lines {
            match kind_of(line.of(block.text), options) {
                LineKind::Blank => gap = true,
                LineKind::Comment => {}
                LineKind::Prose => block.push(line, LineKind::Row, &mut gap),
                kind => block.push(line, kind, &mut gap),
            }
        }
        block
    }

    /// Collects the following lines that may be part of a grid, up to words, or up to more rows
    /// than the grid can have.
    pub fn ahead(lines: &mut Lines<'a>, options: &'a ReadOptions) -> Block<'a> {
        Lookahead::new(lines.text, options).all(lines)
    }

    /// Collects the following lines of a grid in comments that start with a mark.
    pub fn in_comments(lines: &mut Lines<'a>, mark: &[u8], options: &'a ReadOptions) -> Block<'a> {
        let mut block = Block::empty(lines.text, options);
        let mut gap = false;
        for line in lines.by_ref() {
            let content = line.trimmed(block.text);
            if !content.of(block.text).starts_with(mark) || block.entries.len() > MOST_LINES {
                break;
            }
            let line = Line {
                start: content.start as usize + mark.len(),
                ..line
            };
            match kind_of(line.of(block.text), options) {
                LineKind::Blank => gap = true,
                LineKind::Prose | LineKind::Comment => break,
                kind => block.push(line, kind, &mut gap),
            }
        }
        block
    }

    fn empty(text: &'a [u8], options: &'a ReadOptions) -> Block<'a> {
        Block {
            text,
            options,
            entries: Vec::new(),
            whole: false,
            closed: true,
            skipped: Vec::new(),
            tail: 0,
        }
    }

    /// Returns the texts of the last rows.
    fn row_texts(&self) -> impl Iterator<Item = &'a [u8]> {
        let rows = self
            .entries
            .iter()
            .rev()
            .filter(|e| e.kind == LineKind::Row);
        rows.take(MAX_SIZE)
            .map(|row| row.line.trimmed(self.text).of(self.text))
    }

    fn push(&mut self, line: Line, kind: LineKind, gap: &mut bool) {
        self.entries.push(Entry {
            line,
            kind,
            gap: std::mem::take(gap),
        });
    }

    /// Returns whether a line that looks like words is a faulty row: it has as many fields or
    /// tokens as the row before it, or is about as long in a grid with letters.
    fn is_near_row(&self, line: Line) -> bool {
        let Some(previous) = self.entries.iter().rfind(|e| e.kind == LineKind::Row) else {
            return false;
        };
        let count = |row_split: RowSplit, line: Line| row_split.cells(self.text, line).len();
        let same = |row_split: RowSplit| {
            let cells = count(row_split, line);
            cells >= MIN_SIZE && cells == count(row_split, previous.line)
        };
        let mut letters = previous.line.of(self.text).iter();
        let symbols = |line| count(RowSplit::Characters, line);
        self.has_fields_of_row(line)
            || same(RowSplit::Tokens)
            || letters.any(u8::is_ascii_alphabetic)
                && symbols(line).abs_diff(symbols(previous.line)) <= 2
    }

    /// Returns whether a line has as many fields as the row before it, empty or not.
    fn has_fields_of_row(&self, line: Line) -> bool {
        let previous = self.entries.iter().rfind(|e| e.kind == LineKind::Row);
        let separator = self.separator().or_else(|| separator(self.text, line));
        previous.zip(separator).is_some_and(|(row, separator)| {
            let count = |line| fields(separator).cells(self.text, line).len();
            count(line) >= MIN_SIZE && count(line) == count(row.line)
        })
    }

    /// Returns the separator of the first row that has one.
    fn separator(&self) -> Option<u8> {
        let mut rows = self.entries.iter().filter(|e| e.kind == LineKind::Row);
        rows.find_map(|row| separator(self.text, row.line))
    }

    /// Returns whether a line has a token that is too long for a row: more likely a whole puzzle.
    fn is_too_long(&self, line: Line) -> bool {
        line.end - line.start > MAX_SIZE && {
            let tokens = RowSplit::Tokens.cells(self.text, line);
            let fields = separator(self.text, line).is_some();
            let longest = tokens.iter().map(|token| token.of(self.text).len()).max();
            !fields && longest > Some(MAX_SIZE)
        }
    }

    /// Returns the maximum number of cells that a line may have.
    fn cells_at_most(&self, line: Line) -> usize {
        let count = |row_split: RowSplit| row_split.cells(self.text, line).len();
        let characters = count(RowSplit::Characters);
        let tokens = count(RowSplit::Tokens);
        let fields = separator(self.text, line).map_or(0, |separator| count(fields(separator)));
        // Spaces may be cells.
        let length = line.end - line.start;
        let positions = match length < 4 * MAX_SIZE && positions::has_gap(line.of(self.text)) {
            true => length.min(LARGEST_SPREAD),
            false => 0,
        };
        let each = [characters, tokens, fields, positions].into_iter();
        let each = each.chain(column_sizes(self.text, line));
        each.filter(|count| *count <= MAX_SIZE)
            .max()
            .unwrap_or(MAX_SIZE)
    }

    /// Returns the reading that forms a grid, or the closest one.
    pub fn best_reading(&self) -> Option<Reading> {
        let mut best: Option<Reading> = None;
        for strokes in [Strokes::Frames, Strokes::Bars, Strokes::Rows] {
            if strokes != Strokes::Frames && !self.has(LineKind::MaybeFrame) {
                break;
            }
            let rows = self.rows(strokes);
            for row_split in self.row_splits() {
                let Some(reading) = Reading::new(self, &rows, row_split) else {
                    continue;
                };
                if reading.complete && !reading.has_regular_strokes(self) {
                    continue;
                }
                if reading.complete {
                    return Some(reading);
                }
                if best.as_ref().is_none_or(|best| reading.score > best.score) {
                    best = Some(reading);
                }
            }
        }
        best
    }

    /// Returns the reading that forms a grid of the first paragraph, if more lines could not change
    /// that: for every way to split that is tried before it, the paragraph has enough rows.
    pub fn first_reading(&self) -> Option<Reading> {
        if self.without_sure_bullets().is_some() {
            return None;
        }
        let rows = self.rows(Strokes::Frames);
        let first = match paragraphs(self, &rows)[..] {
            [first, _, ..] if first >= MIN_SIZE => first,
            _ => return None,
        };
        for row_split in self.row_splits() {
            match Reading::new(self, &rows, row_split)? {
                reading if reading.complete && reading.size <= first => {
                    return Some(reading).filter(|reading| reading.has_regular_strokes(self));
                }
                reading if reading.size > first => return None,
                _ => {}
            }
        }
        None
    }

    /// Returns the number of boards beside each other that the rows are, and the end of the rows.
    pub fn boards_beside(&self) -> Option<(usize, usize)> {
        let rows = self.rows(Strokes::Frames);
        self.row_splits().into_iter().find_map(|row_split| {
            let reading = Reading::new(self, &rows, row_split)?;
            Some((reading.count_beside()?, reading.end))
        })
    }

    pub fn has(&self, kind: LineKind) -> bool {
        self.entries.iter().any(|entry| entry.kind == kind)
    }

    /// Returns the entries that are rows, with lines of strokes as frames or as rows of empty
    /// cells.
    fn rows(&self, strokes: Strokes) -> Vec<usize> {
        let is_row = |entry: &Entry| match entry.kind {
            LineKind::Row => true,
            LineKind::MaybeFrame => match strokes {
                Strokes::Frames => false,
                Strokes::Bars => self.is_bars(entry),
                Strokes::Rows => !self.is_table_rule(entry),
            },
            _ => false,
        };
        let entries = self.entries.iter().enumerate();
        entries
            .filter(|(at, entry)| is_row(entry) && !self.is_empty_header(*at))
            .map(|(at, _)| at)
            .collect()
    }

    /// Returns whether an entry has the names of the columns of a Markdown table, all of them empty.
    fn is_empty_header(&self, at: usize) -> bool {
        let below = self.entries.get(at + 1);
        self.is_bars(&self.entries[at]) && below.is_some_and(|below| self.is_table_rule(below))
    }

    /// Returns whether an entry has bars with nothing between them.
    fn is_bars(&self, entry: &Entry) -> bool {
        let is_upright = |c: char| c.is_whitespace() || "|¦‖∣｜│┃║".contains(c);
        let mut line = characters(entry.line.of(self.text));
        entry.kind == LineKind::MaybeFrame && line.all(|(_, c)| is_upright(c))
    }

    /// Returns whether an entry is the rule of a Markdown table, `|---|---|`: it has the fields of a
    /// row, but they are longer than a cell.
    fn is_table_rule(&self, entry: &Entry) -> bool {
        let lengths = |line: Line| -> Vec<usize> {
            let line = line.of(self.text).trim_ascii();
            let line = line.strip_prefix(b"|").unwrap_or(line);
            let line = line.strip_suffix(b"|").unwrap_or(line);
            let fields = line.split(|byte| *byte == b'|');
            fields.map(|field| field.trim_ascii().len()).collect()
        };
        let rule = lengths(entry.line);
        let is_short_row = |other: &Entry| {
            let row = lengths(other.line);
            other.kind == LineKind::Row
                && row.len() == rule.len()
                && row.iter().all(|length| *length <= 2)
        };
        rule.len() >= MIN_SIZE
            && rule.iter().all(|length| *length >= 3)
            && self.entries.iter().any(is_short_row)
    }

    /// Returns the end of the grid whose last row is this entry, including the frame below it.
    pub fn end_behind(&self, last: usize) -> usize {
        let end = self.entries[last].line.next;
        match self.entries.get(last + 1) {
            Some(below) if below.kind != LineKind::Row && !below.gap => below.line.next,
            _ => end,
        }
    }

    /// Returns the same end without the line end.
    pub fn content_end(&self, end: usize) -> usize {
        let entry = self.entries.iter().find(|entry| entry.line.next == end);
        entry.map_or(end, |entry| entry.line.end)
    }

    /// Returns how the rows are split at bars, if the first one has several.
    fn table(&self) -> Option<RowSplit> {
        let rows = self.entries.iter().filter(|e| e.kind == LineKind::Row);
        let mut rows = rows.map(|entry| entry.line);
        let first = rows.clone().next()?;
        let is_closed = |line: Line| {
            let line = line.trimmed(self.text).of(self.text);
            let mut ends = characters(line);
            ends.next().is_some_and(|(_, c)| is_bar(c))
                && ends.last().is_some_and(|(_, c)| is_bar(c))
        };
        // The first and the last cell of a row may be empty, but not of all rows.
        let outer = is_closed(first) && rows.all(is_closed);
        let table = RowSplit::Table { outer };
        (table.cells(self.text, first).len() >= MIN_SIZE).then_some(table)
    }

    fn row_splits(&self) -> Vec<RowSplit> {
        let mut row_splits = Vec::new();
        let first = self.entries.iter().find(|e| e.kind == LineKind::Row);
        if let Some(separator) = self.separator() {
            row_splits.extend([false, true].map(|trailing| RowSplit::Fields {
                separator,
                trailing,
            }));
        }
        row_splits.extend(self.table());
        row_splits.extend([RowSplit::Tokens, RowSplit::Characters]);
        let sizes = first.map_or_else(Vec::new, |entry| column_sizes(self.text, entry.line));
        row_splits.extend(sizes.into_iter().map(|size| RowSplit::Columns { size }));
        row_splits
    }
}

/// Collects the lines of a block.
pub(crate) struct Lookahead<'a> {
    pub block: Block<'a>,
    /// Whether a blank line precedes the next one.
    gap: bool,
    /// Whether a blank line follows a row.
    has_gap: bool,
    rows: usize,
    /// The largest number of cells that a row may have.
    widest: usize,
    /// The length of the longest row.
    length: usize,
    /// Whether the last line has been found.
    ended: bool,
}

impl<'a> Lookahead<'a> {
    pub fn new(text: &'a [u8], options: &'a ReadOptions) -> Lookahead<'a> {
        Lookahead {
            block: Block::empty(text, options),
            gap: false,
            has_gap: false,
            rows: 0,
            widest: 0,
            length: 0,
            ended: false,
        }
    }

    /// Collects lines up to the first row behind a blank line, and returns whether there is one.
    /// Most grids end at a blank line; looking at the grids behind it would make up most of the
    /// work.
    pub fn first_paragraph(&mut self, lines: &mut Lines<'a>) -> bool {
        while self.next(lines) {
            let last = self.block.entries.last();
            if self.has_gap && last.is_some_and(|entry| entry.kind == LineKind::Row) {
                return !lines.needs_more;
            }
        }
        false
    }

    /// Collects all lines, up to words, or up to more rows than the grid can have.
    pub fn all(mut self, lines: &mut Lines<'a>) -> Block<'a> {
        while self.next(lines) {}
        self.block
    }

    /// Collects the next line that is not blank or a comment; returns `false` at the end.
    fn next(&mut self, lines: &mut Lines<'a>) -> bool {
        let block = &mut self.block;
        let options = block.options;
        while !self.ended {
            let Some(line) = lines.next() else {
                break;
            };
            let line = unquoted(block.text, line);
            let kind = match kind_of(line.of(block.text), options) {
                LineKind::Prose
                    if block.is_near_row(line)
                        || is_labelled_row(block.text, line, options)
                        || !block.entries.is_empty() && is_row_in_bars(block.text, line) =>
                {
                    LineKind::Row
                }
                LineKind::Blank if block.has_fields_of_row(line) => LineKind::Row,
                LineKind::Comment if is_row_of_marks(lines, line, block.row_texts()) => {
                    LineKind::Row
                }
                LineKind::Prose | LineKind::Blank
                    if block.entries.is_empty() && starts_fields(lines, line) =>
                {
                    LineKind::Row
                }
                kind => kind,
            };
            match kind {
                LineKind::Blank => {
                    self.gap = true;
                    self.has_gap |= self.rows > 0;
                }
                LineKind::Comment => {}
                LineKind::Prose => break,
                LineKind::Row if block.is_too_long(line) => break,
                kind => {
                    block.push(line, kind, &mut self.gap);
                    self.rows += usize::from(kind != LineKind::Frame);
                    // Rows of the same length have about the same number of cells.
                    let longer = line.end - line.start > self.length;
                    if kind == LineKind::MaybeFrame || kind == LineKind::Row && longer {
                        self.widest = self.widest.max(block.cells_at_most(line));
                    }
                    if kind == LineKind::Row {
                        self.length = self.length.max(line.end - line.start);
                    }
                    let entries = block.entries.len();
                    let only_frames = self.rows == 0 && entries > MOST_FRAMES_ABOVE;
                    if self.rows > 2 * self.widest || only_frames || entries > MOST_LINES {
                        block.closed = false;
                        self.ended = true;
                    }
                    return true;
                }
            }
        }
        self.ended = true;
        false
    }
}

/// Returns a line without the marks of a mail quote: `> ` and `>> `.
pub(crate) fn unquoted(text: &[u8], line: Line) -> Line {
    let content = line.of(text);
    let is_mark = |byte: &&u8| matches!(**byte, b'>' | b' ' | b'\t');
    let marks = content.iter().take_while(is_mark).count();
    match content[..marks].iter().rposition(|byte| *byte == b'>') {
        // A mark that occurs among the cells may be a blank.
        Some(last) if !content[marks..].contains(&b'>') => Line {
            start: line.start + last + 1,
            ..line
        },
        _ => line,
    }
}

/// Returns whether a line is a row of digits and letters with spaces for empty cells, in at least
/// two sections of one width between bars.
fn is_row_in_bars(text: &[u8], line: Line) -> bool {
    let content = line.trimmed(text).of(text);
    let [b'|', inner @ .., b'|'] = content else {
        return false;
    };
    let is_symbol =
        |byte: &u8| matches!(byte, b' ' | b'.' | b'|' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'g');
    let mut sections = inner.split(|byte| *byte == b'|').map(<[u8]>::len);
    let width = sections.next();
    inner.contains(&b'|')
        && inner.iter().all(is_symbol)
        && sections.all(|section| Some(section) == width)
}

/// Returns whether a line that looks like words, or blank, is the first of several separated rows:
/// the line below has as many fields, and all of them are short.
pub(crate) fn starts_fields(lines: &mut Lines, line: Line) -> bool {
    let text = lines.text;
    if !line.of(text).iter().any(|byte| b",;\t".contains(byte)) {
        return false;
    }
    let mut below = lines.clone();
    below.at = line.next;
    let next = below.next();
    lines.needs_more |= below.needs_more;
    let Some(next) = next else {
        return false;
    };
    let separator = separator(text, line).or_else(|| separator(text, next));
    separator.is_some_and(|separator| {
        let [above, below] = [line, next].map(|line| fields(separator).cells(text, line));
        let is_short = |cell: &Span| characters(cell.of(text)).nth(2).is_none();
        above.len() >= MIN_SIZE
            && above.len() == below.len()
            && above.iter().chain(&below).all(is_short)
    })
}

fn fields(separator: u8) -> RowSplit {
    RowSplit::Fields {
        separator,
        trailing: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Form;

    fn read(text: &str) -> Result<Record, Problem> {
        let segment = Segment {
            text: text.as_bytes(),
            line: 5,
            options: &ReadOptions::default(),
            convention: None,
        };
        let inner = memchr::memchr(b'<', segment.text).map_or(0, |at| at + 1);
        let end = memchr::memchr(b'>', segment.text).unwrap_or(text.len());
        read_rows(&segment, Span::new(inner, end))
    }

    #[test]
    fn the_rule_of_a_table_is_no_row() {
        let rows = "| 1 | - | - | - |\n| - | - | 2 | - |\n| - | 3 | - | - |\n";
        let rule = "|---|---|---|---|\n";
        let read = |text: String| {
            let options = crate::format::ReadOptions::default();
            crate::format::read_puzzle(text.as_bytes(), options)
        };
        let text = format!("| A | B | C | D |\n{rule}{rows}");
        assert!(read(text.clone()).is_err(), "{text}");
        let text = format!("| A | B | C | D |\n{rule}{rows}| - | - | - | 4 |\n");
        assert_eq!(read(text).unwrap().puzzle.to_string(), "1.....2..3.....4");
    }

    #[test]
    fn rows_are_read_inside_a_span() {
        let record = read("rows: <1...\n..2.\n\n# half\n.3..\n...4>").unwrap();
        assert_eq!(record.form, Form::Rows);
        assert_eq!(record.puzzle.clues(), 4);
        assert_eq!(record.cells[0], Span::new(7, 8));
        assert_eq!(record.field.end, 34);
    }

    #[test]
    fn wide_blanks_make_room_for_leading_zeros() {
        for (size, blank) in [(16, ".."), (16, "--"), (9, ".."), (9, "__"), (16, ".")] {
            let row = format!("{blank} 03 07{}\n", format!(" {blank}").repeat(size - 3));
            let others = format!("{blank}{}\n", format!(" {blank}").repeat(size - 1));
            let text = row + &others.repeat(size - 1);
            let record = read(&text).unwrap();
            let mut values = record.puzzle.values().to_vec();
            assert_eq!((values[1], values[2]), (3, 7), "{text}");
            (values[0], values[size - 1]) = (1, size as u8);
            let mut out = Vec::new();
            record.write_values(text.as_bytes(), &values, &mut out);
            let answer = String::from_utf8(out).unwrap();
            let first = answer.lines().next().unwrap();
            assert!(first.starts_with("01 03 07 "), "{answer}");
            assert!(first.ends_with(&format!(" {size:02}")), "{answer}");
        }
    }

    #[test]
    fn all_rows_of_a_span_belong_to_the_grid() {
        let problem = read("<1...\n..2.\n.3..\n...4\n....\n>").unwrap_err();
        assert_eq!(problem.code, ProblemCode::RowCount);
        assert_eq!(problem.place().map(|place| place.line), Some(9));
        let problem = read("<1...\nwords\n.3..\n...4\n>").unwrap_err();
        assert_eq!(problem.code, ProblemCode::RowLength);
        assert_eq!(read("<\n>").unwrap_err().code, ProblemCode::NoPuzzle);
    }

    /// Returns how far ahead the block looks from the first line, in bytes.
    fn looked_ahead(text: &str) -> usize {
        let options = ReadOptions::default();
        let mut lines = Lines::new(text.as_bytes(), true);
        Block::ahead(&mut lines, &options);
        lines.at
    }

    #[test]
    fn a_long_run_of_frames_is_not_scanned() {
        let frame = "+---+---+\n";
        let run = frame.repeat(1_000);
        assert!(looked_ahead(&run) <= 10 * frame.len());
        let grid = "|1.|..|\n|..|2.|\n|.3|..|\n|..|.4|\n";
        let framed = frame.repeat(3) + grid;
        assert_eq!(looked_ahead(&framed), framed.len());
    }

    #[test]
    fn a_frame_belongs_to_the_grid_above_it() {
        let text = b"+--+--+\n|1.|..|\n|..|2.|\n+--+--+\n|.3|..|\n|..|.4|\n+--+--+\n+--+--+\n";
        let options = ReadOptions::default();
        let block = Block::ahead(&mut Lines::new(text, true), &options);
        let reading = block.best_reading().unwrap();
        assert!(reading.complete);
        assert_eq!(reading.end, text.len() - 8);
    }
}
