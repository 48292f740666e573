//! Arrays in source text of any language: nested lists, tuples and initialisers, quoted rows, and
//! what programs print.
//!
//! There is one mechanism for all languages. [`scan`] splits text into brackets, separators, words
//! and quoted text; [`group`] parses a bracketed group as long as it consists of cells; [`board`]
//! finds out whether groups form N rows of N cells; [`reading`] reads the cells and rejects arrays
//! that are no Sudoku: empty boards, maps of regions, tables of other numbers. The text around an
//! array is kept as it is.

mod board;
mod group;
mod not_json;
mod reading;
mod scan;
mod writer;

#[cfg(test)]
mod tests;

use std::cell::Cell as Memory;

use crate::format::forms::grid::Block;
use crate::format::read::lines::Lines;
use crate::format::read::segment::{Segment, line_ends};
use crate::format::read::text::line_end;
use crate::format::{Content, Form, ReadOptions, Record, Span, Symbols};
use crate::problem::{Problem, ProblemCode};
use crate::shape::{MAX_SIZE, MIN_SIZE};
use board::{Board, Boards, Found, Row};
use group::{Cell, Group, LONGEST, Stop};
use reading::Reading;
use scan::{Kind, Lexeme, Scanner};

pub(crate) use not_json::is_source;
pub(crate) use writer::write;

/// What source text is searched with.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    /// The text from the start of a line to the end of what is in memory.
    pub text: &'a [u8],
    /// The number of that line.
    pub line: usize,
    /// Whether no more text follows.
    pub complete: bool,
    pub options: &'a ReadOptions,
    pub convention: Option<&'a Symbols>,
    /// The size of the last puzzle of the file, if it was an array too.
    pub last_size: Option<usize>,
    /// The offset of the text in what is in memory.
    pub start: usize,
    /// The offset in what is in memory before which no line starts an array.
    pub searched: &'a Memory<usize>,
    /// The offset in what is in memory before which no tag of HTML starts.
    pub unclosed: &'a Memory<usize>,
}

impl<'a> Context<'a> {
    /// Returns the text up to an offset.
    pub fn segment(&self, end: usize) -> Segment<'a> {
        Segment {
            text: &self.text[..end],
            line: self.line,
            options: self.options,
            convention: self.convention,
        }
    }
}

/// What a search of one line found.
#[expect(clippy::large_enum_variant, reason = "there is one result at a time")]
pub(crate) enum Search {
    /// No array of cells starts on the line.
    Nothing,
    /// The text in memory ends too early.
    NeedsMore,
    /// A piece of this length: a puzzle, an unreadable one, or an array that is no puzzle.
    Piece(usize, Content),
    /// An array that is no puzzle, its length and the reason.
    Other(usize, Problem),
}

impl Search {
    /// Returns the length of what was found.
    pub fn length(&self) -> Option<usize> {
        match self {
            Search::Piece(length, _) | Search::Other(length, _) => Some(*length),
            Search::Nothing | Search::NeedsMore => None,
        }
    }
}

/// Returns whether an array may start on a line.
pub(crate) fn may_start(line: &[u8]) -> bool {
    memchr::memchr3(b'[', b'{', b'(', line).is_some()
        || memchr::memchr3(b'"', b'\'', b'`', line).is_some()
}

/// Searches for an array that starts on the first line of the text, which ends at `line_end`.
/// Quoted text counts only if `quotes` is set.
pub(crate) fn search(context: Context, line_end: usize, quotes: bool) -> Search {
    let search = Searcher {
        boards: Boards {
            text: context.text,
            options: context.options,
        },
        context,
    };
    search.line(line_end, quotes)
}

/// Searches for an array that follows the last one after nothing but separators. The end of the
/// line need not be known, so that many arrays on one line take linear time.
pub(crate) fn follow(context: Context) -> Option<Search> {
    context.last_size?;
    let mut scanner = Scanner::new(context.text, 0);
    let start = loop {
        let lexeme = scanner.next(0)?;
        match lexeme.kind {
            _ if lexeme.end > LONGEST_GAP => return None,
            Kind::Open => break lexeme.end - 1,
            Kind::Comma => {}
            _ => return None,
        }
    };
    let search = Searcher {
        boards: Boards {
            text: context.text,
            options: context.options,
        },
        context,
    };
    match search.group(start) {
        found @ (Search::Piece(..) | Search::Other(..)) => Some(found),
        _ => None,
    }
}

/// Reads several lines of a larger text as a grid.
pub(crate) fn text_grid(context: &Context, span: Span) -> Option<Record> {
    let search = Searcher {
        boards: Boards {
            text: context.text,
            options: context.options,
        },
        context: *context,
    };
    search.grid(span)
}

/// Reads parts of a larger text as the rows of a board.
pub(crate) fn rows_of_text(context: &Context, rows: &[Span], span: Span) -> Option<Record> {
    let boards = Boards {
        text: context.text,
        options: context.options,
    };
    let Found::Board(board) = boards.texts(rows, true, span) else {
        return None;
    };
    let segment = context.segment(span.end as usize);
    match reading::read(&segment, &board) {
        Reading::Puzzle(record) => Some(record),
        _ => None,
    }
}

/// The longest text between two arrays that follow each other, and the longest rest of a line that
/// belongs to the array before it.
const LONGEST_GAP: usize = 256;

struct Searcher<'a> {
    boards: Boards<'a>,
    context: Context<'a>,
}

/// A row, or a text that may be one, on a line of its own.
struct Element {
    row: Row,
    /// What is before it on its line.
    prefix: Span,
}

impl<'a> Searcher<'a> {
    fn text(&self) -> &'a [u8] {
        self.context.text
    }

    fn line(&self, mut line_end: usize, quotes: bool) -> Search {
        let mut scanner = Scanner::new(self.text(), 0);
        let mut assigns = false;
        while let Some(lexeme) = scanner.next(0) {
            // The quotation mark is on the line, even if what is inside starts behind it.
            let is_behind = lexeme.kind != Kind::Quoted && lexeme.start >= line_end;
            if is_behind || lexeme.start > line_end {
                // A declaration may go on with its braces on the next line.
                if !assigns || lexeme.kind != Kind::Newline {
                    break;
                }
                let rest = &self.text()[lexeme.end..];
                let length = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
                if !rest.trim_ascii_start().starts_with(b"{") {
                    break;
                }
                line_end = lexeme.end + length;
                assigns = false;
                continue;
            }
            let found = match lexeme.kind {
                Kind::Open => self.group(lexeme.end - 1),
                Kind::Quoted if quotes => self.quoted(lexeme, &mut scanner),
                _ => Search::Nothing,
            };
            match found {
                Search::Nothing => {}
                found => return found,
            }
            assigns = self.text()[lexeme.start] == b'=';
        }
        Search::Nothing
    }

    /// Searches a group.
    fn group(&self, start: usize) -> Search {
        let group = match Group::parse(self.text(), start) {
            Ok(group) => group,
            Err(Stop::TextEnd) if self.may_grow(start) => return Search::NeedsMore,
            Err(_) => return Search::Nothing,
        };
        match self.boards.find(&group) {
            Found::Board(board) => self.found(board),
            Found::Boxes(size) => {
                let segment = self.context.segment(group.end);
                let span = Span::new(group.start, group.end);
                let problem = reading::nested_rows(&segment, span, size);
                Search::Piece(self.with_rest(group.end), Content::Unreadable(problem))
            }
            Found::Row(row) => self.row(row),
            Found::Nothing => match self.boards.equal_rows(&group) {
                Some(rows) => {
                    let span = Span::new(group.start, group.end);
                    self.wrong_rows(&rows, span)
                }
                None => Search::Nothing,
            },
        }
    }

    /// Passes over rows that are too few or too many for a board, so that a part of them is not
    /// taken for one.
    fn wrong_rows(&self, rows: &[Vec<Cell>], span: Span) -> Search {
        let (count, length) = (rows.len(), rows.first().map_or(0, Vec::len));
        let cells = || rows.iter().flatten();
        let may_be_flat = self.boards.size_of(length).is_some_and(|size| {
            let is_large = |cell: &Cell| self.boards.value(cell).is_some_and(|n| n > size);
            !cells().any(is_large)
        });
        let are_boards = length >= 8 && count.is_multiple_of(length);
        if count < MIN_SIZE || !self.boards.may_have_size(length) || may_be_flat || are_boards {
            return Search::Nothing;
        }
        let end = span.end as usize;
        let problem = self.context.segment(end).problem(
            ProblemCode::BoardSize,
            span,
            format!("the array has {count} rows of {length} cells"),
            format!("{count} rows"),
            format!("give it {length} rows"),
        );
        let values = cells().filter_map(|cell| self.boards.value(cell));
        let mut seen = values
            .filter(|value| (1..=length).contains(value))
            .collect::<Vec<_>>();
        seen.sort_unstable();
        seen.dedup();
        // Other tables of small numbers are not worth a message.
        let is_puzzle = length >= 8 && count.abs_diff(length) == 1 && seen.len() >= length - 2;
        match is_puzzle {
            true => Search::Piece(self.with_rest(end), Content::Unreadable(problem)),
            false => Search::Other(self.with_rest(end), problem),
        }
    }

    /// Searches for the rows that belong to a row, or takes the row as a board of its own.
    fn row(&self, row: Row) -> Search {
        let cells = row.cells.len();
        let flat = self.boards.size_of(cells);
        let is_row =
            self.boards.may_have_size(cells) || cells > 1 && self.boards.may_have_size(cells - 1);
        let was_flat = flat.is_some() && self.context.last_size == flat;
        if is_row && !was_flat {
            match self.run(&row) {
                Search::Nothing => {}
                found => return found,
            }
        }
        match flat {
            Some(size) => self.found(Board {
                size,
                cells: row.cells,
                span: row.span,
                flat: true,
            }),
            // Lines of such a list look like rows.
            None if cells > MAX_SIZE => {
                let end = row.span.end as usize;
                let problem = self.context.segment(end).problem(
                    ProblemCode::BoardSize,
                    row.span,
                    format!("the array has {cells} cells"),
                    format!("{cells} cells"),
                    "a 9×9 board has 81",
                );
                Search::Other(self.with_rest(end), problem)
            }
            None => Search::Nothing,
        }
    }

    /// Searches for as many rows as the first one has cells: on the same line, or on lines of their
    /// own that look alike.
    fn run(&self, first: &Row) -> Search {
        let start = first.span.start as usize;
        let length = first.cells.len();
        let mut rows = vec![first.cells.clone()];
        let mut end = first.span.end as usize;
        let mut ends = vec![end];
        let mut prefixes = vec![self.prefix(start)];
        loop {
            // More rows than two boards have show that boards follow each other.
            if end - start > LONGEST || rows.len() == 2 * length {
                break;
            }
            let next = match self.next_row(end, first) {
                Ok(next) => next,
                Err(()) if self.may_grow(start) => return Search::NeedsMore,
                Err(()) => None,
            };
            let Some((element, after_blank)) = next else {
                break;
            };
            prefixes.push(element.prefix);
            let is_full = rows.len() == length || rows.len() + 1 == length;
            if after_blank && is_full || !self.are_alike(&prefixes) {
                break;
            }
            end = element.row.span.end as usize;
            ends.push(end);
            rows.push(element.row.cells);
        }
        let total = rows.len();
        let size = match total {
            // The rows of several boards follow each other.
            _ if total.is_multiple_of(length) && (total == length || length >= 8) => length,
            // The first column may count the rows.
            _ => total,
        };
        let wrong = rows.clone();
        rows.truncate(size);
        let span = Span::new(start, ends[size - 1]);
        match self.boards.rows(rows, span) {
            Some(board) => self.found(board),
            // Groups on one line may be the candidates of its cells.
            None if ends.len() < 2 || line_ends(&self.text()[ends[0]..ends[1]]) == 0 => {
                self.searched(end)
            }
            None => match self.wrong_rows(&wrong, span) {
                Search::Nothing => self.searched(end),
                found => found,
            },
        }
    }

    /// Returns what is before an offset on its line, as far as it is near: many rows on one long line
    /// would be searched back to its start otherwise.
    fn prefix(&self, at: usize) -> Span {
        let near = at.saturating_sub(LONGEST_GAP);
        let end = memchr::memrchr2(b'\n', b'\r', &self.text()[near..at]);
        Span::new(end.map_or(near, |end| near + end + 1), at)
    }

    /// Returns the next row with as many cells, and whether a blank line is before it; an error if
    /// the text ends first.
    fn next_row(&self, from: usize, like: &Row) -> Result<Option<(Element, bool)>, ()> {
        let mut scanner = Scanner::new(self.text(), from);
        let mut lines = 0;
        // Where the line starts, or where the last row ended.
        let mut start = from;
        let mut has_words = false;
        loop {
            let Some(lexeme) = scanner.next(0) else {
                return Err(());
            };
            let is_own_line = lines > 0;
            match lexeme.kind {
                // A line of words ends the rows.
                Kind::Newline if lines > 4 || has_words => return Ok(None),
                Kind::Newline => {
                    lines += 1;
                    start = lexeme.end;
                }
                Kind::Open | Kind::Quoted => {
                    let row = match lexeme.kind {
                        Kind::Open => match Group::parse(self.text(), lexeme.end - 1) {
                            Ok(group) => {
                                scanner.at = group.end;
                                self.boards.find(&group)
                            }
                            Err(Stop::TextEnd) => return Err(()),
                            Err(Stop::NoCells) => return Ok(None),
                        },
                        _ => {
                            let span = Span::new(lexeme.start, lexeme.end);
                            self.boards
                                .texts(&[span], false, outside(self.text(), span))
                        }
                    };
                    match row {
                        Found::Row(row) if row.cells.len() == like.cells.len() => {
                            let begin = row.span.start as usize;
                            let prefix = Span::new(start, begin);
                            return Ok(Some((Element { row, prefix }, lines > 1)));
                        }
                        // `grid[0] = [5, 3, …]`
                        Found::Row(row) if row.cells.len() == 1 && is_own_line => {}
                        _ => return Ok(None),
                    }
                }
                Kind::Comma | Kind::Bar | Kind::Joiner | Kind::Close => {}
                Kind::Word | Kind::Other if is_own_line && lexeme.end - start < LONGEST_GAP => {
                    has_words = true;
                }
                _ => return Ok(None),
            }
        }
    }

    /// Returns whether what precedes the rows on their lines is alike: nothing, or the same words
    /// with numbers that count.
    fn are_alike(&self, prefixes: &[Span]) -> bool {
        let [.., before, last] = prefixes else {
            return true;
        };
        let words = |span: &Span| -> Vec<u8> {
            let bytes = span.of(self.text()).iter().copied();
            let is_word = |byte: &u8| !byte.is_ascii_digit() && !b" \t,+-&".contains(byte);
            bytes.filter(is_word).collect()
        };
        let count = |span: &Span| -> Option<usize> {
            let digits = span.of(self.text()).iter().copied();
            let digits: Vec<u8> = digits.filter(u8::is_ascii_digit).collect();
            std::str::from_utf8(&digits).ok()?.parse().ok()
        };
        let is_second = prefixes.len() == 2;
        let is_plain = words(last).is_empty() && count(last).is_none();
        if is_plain {
            return is_second || words(before).is_empty();
        }
        let counts = match (count(before), count(last)) {
            (Some(before), Some(last)) => last == before + 1,
            (None, None) => true,
            _ => false,
        };
        counts && words(before) == words(last)
    }

    /// Searches quoted text, with the texts that are joined to it.
    fn quoted(&self, first: Lexeme, scanner: &mut Scanner) -> Search {
        let span = Span::new(first.start, first.end);
        let outer = outside(self.text(), span);
        if memchr::memchr2(b'\n', b'\r', first.of(self.text())).is_some() {
            if let Some(record) = self.grid(span) {
                return match reading::map_of_regions(&self.context.segment(first.end), &record) {
                    Some(problem) => Search::Other(self.with_rest(first.end), problem),
                    None => self.piece(record, first.end),
                };
            }
            // The lines may end with a backslash, with or without a line break before it.
            if let Found::Board(board) = self.boards.texts(&[span], false, outer) {
                return self.found(board);
            }
            // The lines inside are searched on their own.
            scanner.at = first.start;
            return Search::Nothing;
        }
        match self.boards.texts(&[span], false, outer) {
            Found::Board(board) => self.found(board),
            Found::Row(row) => match self.joined(span, scanner) {
                Search::Nothing => self.run(&row),
                found => found,
            },
            _ => self.joined(span, scanner),
        }
    }

    /// Searches texts with nothing but operators and line ends between them. If they are no puzzle,
    /// the scanner goes on after them.
    fn joined(&self, first: Span, after: &mut Scanner) -> Search {
        let is_cell = |byte: &u8| byte.is_ascii_alphanumeric() || b" .,;|_-*?\\".contains(byte);
        let symbols = first.of(self.text());
        if symbols.len() < 4 || !symbols.iter().all(is_cell) {
            return Search::Nothing;
        }
        let mut texts = vec![first];
        let mut scanner = Scanner::new(self.text(), first.end as usize + 1);
        let mut blank = false;
        let mut total = first.end - first.start;
        loop {
            let Some(lexeme) = scanner.next(0) else {
                match self.may_grow(first.start as usize) {
                    true => return Search::NeedsMore,
                    false => break,
                }
            };
            match lexeme.kind {
                Kind::Quoted => {
                    texts.push(Span::new(lexeme.start, lexeme.end));
                    total += (lexeme.end - lexeme.start) as u32;
                    blank = false;
                }
                Kind::Newline if !blank => blank = true,
                Kind::Joiner => {}
                _ => break,
            }
            if total as usize > LONGEST / 8 || texts.len() > 128 {
                break;
            }
        }
        if texts.len() < 2 {
            return Search::Nothing;
        }
        let end = texts.last().map_or(first.end, |last| last.end);
        let span = Span::new(first.start as usize - 1, end as usize + 1);
        match self.boards.texts(&texts, false, span) {
            Found::Board(board) => self.found(board),
            _ => {
                after.at = after.at.max(end as usize + 1);
                Search::Nothing
            }
        }
    }

    /// Reads text of several lines in quotation marks as a grid.
    fn grid(&self, span: Span) -> Option<Record> {
        let (mut start, end) = (span.start as usize, span.end as usize);
        let inside = &self.text()[start..end];
        let first = Lines::new(inside, true).next()?;
        if first.of(inside).trim_ascii().is_empty() || first.of(inside).trim_ascii() == b"\\" {
            start += first.next;
        }
        let inside = &self.text()[start..end];
        let mut lines = Lines::new(inside, true);
        let block = Block::ahead(&mut lines, self.context.options);
        let reading = block.best_reading().filter(|reading| reading.complete)?;
        if !inside[reading.end..].trim_ascii().is_empty() {
            return None;
        }
        let segment = Segment {
            text: inside,
            line: self.context.line + line_ends(&self.text()[..start]),
            options: self.context.options,
            convention: self.context.convention,
        };
        let mut record = reading.read(&segment, &block).ok()?;
        record.map_spans(|at| at + start as u32);
        record.form = Form::Code;
        record.field = Span::new(start, end);
        Some(record)
    }

    /// Returns the piece of a board.
    fn found(&self, board: Board) -> Search {
        let end = board.span.end as usize;
        let segment = self.context.segment(end);
        if board.flat && self.is_in_columns(&board) {
            let problem = segment.problem(
                ProblemCode::BrokenStructure,
                board.span,
                "the cells fill the columns of the matrix, not its rows",
                "in the order of columns",
                "write the cells by rows (in R, with `byrow = TRUE`)",
            );
            return Search::Piece(self.with_rest(end), Content::Unreadable(problem));
        }
        match reading::read(&segment, &board) {
            Reading::Puzzle(record) => self.piece(record, end),
            Reading::Problem(problem) => {
                Search::Piece(self.with_rest(end), Content::Unreadable(problem))
            }
            Reading::Other(problem) => Search::Other(self.with_rest(end), problem),
        }
    }

    fn piece(&self, record: Record, end: usize) -> Search {
        let length = self.with_rest(end);
        let ends = line_end(&self.text()[..length]);
        let record = Record {
            name: self.name(record.field.start as usize),
            separator: if ends.is_empty() { "\n" } else { ends },
            ..record
        };
        Search::Piece(length, Content::Puzzle(record))
    }

    /// Returns whether a function around the cells fills a matrix by columns, as R, Fortran, Julia
    /// and MATLAB do.
    fn is_in_columns(&self, board: &Board) -> bool {
        let (start, end) = (board.span.start as usize, board.span.end as usize);
        let before = &self.text()[start.saturating_sub(40)..start];
        let before = before.trim_ascii_end();
        let before = before.strip_suffix(b"c").unwrap_or(before).trim_ascii_end();
        let Some(before) = before.strip_suffix(b"(") else {
            return false;
        };
        let after = &self.text()[end..self.text().len().min(end + 120)];
        let by_row = |flag: &[u8]| {
            let compact: Vec<u8> = after
                .iter()
                .copied()
                .filter(|b| !b.is_ascii_whitespace())
                .collect();
            memchr::memmem::find(&compact, flag).is_some()
        };
        before.ends_with(b"matrix") && !by_row(b"byrow=T")
            || before.ends_with(b"reshape") && !before.ends_with(b".reshape")
    }

    /// Returns the end of the line after an array if nothing but punctuation, words or a comment
    /// follows there; otherwise the end of the punctuation.
    fn with_rest(&self, end: usize) -> usize {
        let rest = &self.text()[end..self.text().len().min(end + LONGEST_GAP)];
        let closes = |byte: &u8| b")]}>;,. \t'\"`|".contains(byte);
        let punctuation = rest.iter().take_while(|byte| closes(byte)).count();
        let line = memchr::memchr2(b'\n', b'\r', rest);
        let Some(length) = line.or((rest.len() < LONGEST_GAP).then_some(rest.len())) else {
            return end + punctuation;
        };
        let line = &rest[..length];
        let count = |wanted: &[u8]| line.iter().filter(|byte| wanted.contains(byte)).count();
        let opens = count(b"[{(") > count(b"]})") || count(b"0123456789") >= 9;
        if opens || punctuation < length && count(b"\"'`") > 0 {
            return end + punctuation.min(length);
        }
        end + match rest[length..] {
            [b'\r', b'\n', ..] => length + 2,
            [_, ..] => length + 1,
            [] => length,
        }
    }

    /// Returns the name that an array is assigned to.
    fn name(&self, start: usize) -> Option<String> {
        let line = memchr::memrchr2(b'\n', b'\r', &self.text()[..start]).map_or(0, |at| at + 1);
        let mut before = &self.text()[line..start];
        if before.trim_ascii().is_empty() {
            // The declaration may be on the line before.
            before = &self.text()[..start];
        }
        let is_double =
            |at: usize| before.get(at + 1) == Some(&b':') || at > 0 && before[at - 1] == b':';
        let ends = before.iter().enumerate().position(|(at, byte)| match byte {
            b'=' => true,
            b':' => !is_double(at),
            b'<' => before.get(at + 1) == Some(&b'-'),
            _ => false,
        });
        let before = match ends {
            Some(at) => &before[..at],
            // (define grid '(…))
            None if before.trim_ascii_start().starts_with(b"(de") => before,
            None => return None,
        };
        let is_mark = |byte: &u8| byte.is_ascii_whitespace() || b"#'`".contains(byte);
        let marks = before.iter().rev().take_while(|byte| is_mark(byte)).count();
        let mut before = &before[..before.len() - marks];
        while let Some(inner) = before.strip_suffix(b"]") {
            before = &inner[..memchr::memrchr(b'[', inner)?];
            before = before.trim_ascii_end();
        }
        let before = before.strip_suffix(b"\"").unwrap_or(before);
        let is_name =
            |byte: &u8| byte.is_ascii_alphanumeric() || b"_-*.".contains(byte) || *byte >= 0x80;
        let length = before.iter().rev().take_while(|byte| is_name(byte)).count();
        let name = std::str::from_utf8(&before[before.len() - length..]).ok()?;
        let name = name.trim_matches(|c: char| c == '*' || c == '.' || c == '-');
        (!name.is_empty()).then(|| name.to_string())
    }

    /// Returns whether more text may complete what starts at an offset.
    fn may_grow(&self, start: usize) -> bool {
        !self.context.complete && self.text().len() - start < 2 * LONGEST
    }

    /// Records that no array starts on a line before this offset.
    fn searched(&self, end: usize) -> Search {
        let searched = self.context.searched;
        searched.set(searched.get().max(self.context.start + end));
        Search::Nothing
    }
}

/// Returns the span of quoted text with its quotation marks.
fn outside(text: &[u8], span: Span) -> Span {
    Span::new(
        (span.start as usize).saturating_sub(1),
        (span.end as usize + 1).min(text.len()),
    )
}
