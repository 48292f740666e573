//! Splits plain text into lines that are puzzles, grids in blocks of lines, and the text between
//! them.
//!
//! Each piece is found from its own lines, so a file may mix forms.

use std::cell::Cell;

use crate::format::forms::grid::layout::is_labelled_row;
use crate::format::forms::grid::{Block, starts_fields, unquoted};
use crate::format::forms::line::{self, LinePuzzle};
use crate::format::forms::unknown_boards::{self, Unknown};
use crate::format::forms::{colon, facts, hodoku, link, list, number_tables};
use crate::format::read::context::FileContext;
use crate::format::read::decoration::is_decorated;
use crate::format::read::embedded::is_embedded;
use crate::format::read::line_signs::{
    comment_mark, has_long_run, is_caption, is_hodoku, is_list, starts_cells,
};
use crate::format::read::lines::{
    Line, LineKind, Lines, is_closing, is_numbered_rule, is_row_of_marks, kind_of, trim,
};
use crate::format::read::pieces::{NextPiece, VERBATIM};
use crate::format::read::segment::Segment;
use crate::format::{Content, Form, ReadOptions, Record, Span};
use crate::problem::Problem;
use crate::shape::{MAX_SIZE, MIN_SIZE};

/// Finds the next piece of a text. If `lines.needs_more` is set afterwards, the text ended too
/// early: find the piece again when there is more.
pub(crate) fn next_piece(
    lines: &mut Lines,
    number: usize,
    options: &ReadOptions,
    context: &FileContext,
) -> NextPiece {
    next_pieces(lines, number, options, context).0
}

/// Finds the next piece of a text like [`next_piece`], and the puzzle that follows it if that was
/// read to find the end of the piece.
pub(crate) fn next_pieces(
    lines: &mut Lines,
    number: usize,
    options: &ReadOptions,
    context: &FileContext,
) -> (NextPiece, Option<NextPiece>) {
    let (needs_more, searched) = (Cell::new(false), Cell::new(0));
    let (cells_searched, comments_searched) = (Cell::new(0), Cell::new(0));
    let (undecorated, unclosed, unaffixed) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let (short_rows, rows_below, sheets_searched) = (Cell::new(0), Cell::new(0), Cell::new(false));
    let splitter = Splitter {
        text: lines.text,
        number,
        options,
        context,
        needs_more: &needs_more,
        cells_searched: &cells_searched,
        comments_searched: &comments_searched,
        searched: &searched,
        undecorated: &undecorated,
        unclosed: &unclosed,
        unaffixed: &unaffixed,
        short_rows: &short_rows,
        rows_below: &rows_below,
        sheets_searched: &sheets_searched,
    };
    if let Some(found) = splitter.embedded_next(lines) {
        return (found, None);
    }
    loop {
        let before = lines.at;
        let Some(line) = lines.next() else {
            return (NextPiece::verbatim(lines.at), None);
        };
        let mut ahead = lines.clone();
        ahead.at = before;
        let found = match splitter.is_passed_over(line) || splitter.is_in_table(line) {
            true => None,
            false => splitter.piece_at(line, &mut ahead),
        };
        lines.needs_more |= ahead.needs_more | needs_more.get();
        if lines.needs_more && !lines.complete {
            // Every following line would search for the same end and fail.
            return (NextPiece::verbatim(0), None);
        }
        match found {
            Some(found) if before == 0 => return (found.into_piece(), None),
            Some(found) => return (NextPiece::verbatim(before), found.following(before)),
            None if line.next < VERBATIM => {}
            None => return (NextPiece::verbatim(line.next), None),
        }
    }
}

/// A puzzle that was found, readable or not.
pub(super) struct Found {
    /// The offset in the text that its spans are relative to.
    pub base: usize,
    /// Its end in the text.
    pub end: usize,
    pub content: Content,
}

impl Found {
    /// Returns the piece from the start of the text to the end of the puzzle.
    fn into_piece(mut self) -> NextPiece {
        match &mut self.content {
            _ if self.base == 0 => {}
            Content::Puzzle(record) => record.map_spans(|at| at + self.base as u32),
            Content::Unreadable(problem) => {
                if let Some(field) = &mut problem.field {
                    field.span = field.span.moved(|at| at + self.base as u32);
                }
            }
            Content::Verbatim => {}
        }
        NextPiece {
            length: self.end,
            content: self.content,
        }
    }

    /// Returns the piece of a puzzle that starts at an offset, if nothing about it depends on what
    /// precedes it: a problem has the number of its line, and a header is a piece of its own.
    fn following(self, start: usize) -> Option<NextPiece> {
        let is_alone = self.record().is_some_and(|record| record.header.is_none());
        let mut piece = Some(self).filter(|_| is_alone)?.into_piece();
        piece.length = piece.length.checked_sub(start)?;
        if let Content::Puzzle(record) = &mut piece.content {
            record.map_spans(|at| at.saturating_sub(start as u32));
        }
        Some(piece)
    }

    pub fn record(&self) -> Option<&Record> {
        match &self.content {
            Content::Puzzle(record) => Some(record),
            _ => None,
        }
    }

    pub fn obeys_rules(&self) -> bool {
        self.record()
            .is_some_and(|record| record.puzzle.check().is_ok())
    }
}

/// Decides what starts at a line.
#[derive(Clone, Copy)]
pub(super) struct Splitter<'a> {
    pub text: &'a [u8],
    pub number: usize,
    pub options: &'a ReadOptions,
    pub context: &'a FileContext,
    /// Whether a copy of the lines was too short.
    pub needs_more: &'a Cell<bool>,
    /// The offset before which no puzzle with one cell per line starts.
    pub cells_searched: &'a Cell<usize>,
    /// The end of rows in comments that are no grid as a whole. Some of them must not pass for one.
    pub comments_searched: &'a Cell<usize>,
    /// The offset before which no line starts an array.
    pub searched: &'a Cell<usize>,
    /// The offset before which no decorated line starts a puzzle.
    pub undecorated: &'a Cell<usize>,
    /// The offset before which no tag of HTML starts.
    pub unclosed: &'a Cell<usize>,
    /// The offset before which no row with other text around it starts.
    pub unaffixed: &'a Cell<usize>,
    /// The offset before which no row of a few characters starts a grid.
    pub short_rows: &'a Cell<usize>,
    /// The offset before which a row follows that is no comment.
    pub rows_below: &'a Cell<usize>,
    /// Whether the text was searched for the boards of a sheet.
    pub sheets_searched: &'a Cell<bool>,
}

/// The readings that the options allow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Allowed {
    Everything,
    Lines,
    Grids,
    Only(Form),
}

impl<'a> Splitter<'a> {
    /// Returns whether a line goes on a table of numbers that was refused.
    fn is_in_table(&self, line: Line) -> bool {
        self.context.table_width.is_some_and(|width| {
            let above = &self.text[..line.start];
            number_tables::width(line.of(self.text)) == Some(width)
                && (above.is_empty() || number_tables::ends_with_row(above, width))
        })
    }

    /// Returns the puzzle that starts at a line or has its header there, or nothing if the line is
    /// not part of one.
    fn piece_at(&self, line: Line, ahead: &mut Lines<'a>) -> Option<Found> {
        let start = ahead.at;
        if let Some(found) = self.like_last(line, ahead) {
            return Some(found);
        }
        ahead.at = start;
        if let Some(sheet) = self.sheet(line, ahead) {
            return Some(sheet);
        }
        if let Some(cells) = self.cell_lines(line, ahead) {
            return Some(cells);
        }
        ahead.at = start;
        if let Some(decorated) = self.decorated(line, ahead) {
            return Some(decorated);
        }
        ahead.at = start;
        if let Some(headed) = self.headed(line, ahead, true) {
            return Some(headed);
        }
        ahead.at = start;
        let found = self.puzzle_at(line, ahead);
        let found = self.affixed_instead(line, ahead, found)?;
        let found = self.unless_several_boards(found);
        // The last header counts for all grids of its size.
        match (&self.context.header, found.record()) {
            (Some(header), Some(record))
                if header.size == record.puzzle.shape().size() && is_text(record.form) =>
            {
                Some(self.with_header(header, line, ahead, found))
            }
            _ => Some(found),
        }
    }

    /// Returns the puzzle of a line in the form of the last one, if that can be told from the line
    /// alone. What else the line might be needs no look then, which is most of the time that a long
    /// file takes.
    fn like_last(&self, line: Line, ahead: &mut Lines<'a>) -> Option<Found> {
        let content = line.of(self.text);
        let form = self
            .context
            .form
            .filter(|_| self.context.header.is_none())?;
        let is_grid = matches!(form, Form::Pencilmarks | Form::Sdx);
        let is_address = is_link(form) && content.starts_with(b"http");
        // Shorter lines may be rows of a grid.
        let is_short = content.len() <= MAX_SIZE && !is_grid && !is_address;
        if is_short || self.options.form.is_some() || is_decorated(content) {
            return None;
        }
        let found = match form {
            _ if is_grid => match kind_of(content, self.options) {
                LineKind::Row | LineKind::Frame if content.len() > MIN_SIZE => {
                    self.grid_at(line, ahead).filter(Found::obeys_rules)?
                }
                _ => return None,
            },
            Form::Hodoku if is_hodoku(content) => self.single(line, hodoku::read),
            Form::List if is_list(content) => self.single(line, list::read),
            Form::Susser if starts_cells(content) => self.with_colons(line, Allowed::Everything)?,
            Form::CandidateLine if starts_cells(content) => {
                match line::find(&self.segment(line))? {
                    whole if whole.symbols(&self.segment(line)) > MAX_SIZE => {
                        self.whole_line(whole, line)
                    }
                    _ => return None,
                }
            }
            _ if is_address => self.link(&link::find(&self.segment(line))?, line),
            _ => return None,
        };
        let is_same = found.record().is_some_and(|record| record.form == form);
        is_same.then_some(found)
    }

    /// Returns the problem of a sheet whose five boards follow each other below its name.
    fn sheet(&self, line: Line, ahead: &Lines<'a>) -> Option<Found> {
        let is_new = self.context.form.is_none() && !self.sheets_searched.get();
        let is_named = || unknown_boards::names_samurai(line.of(self.text));
        if !is_new || self.options.form.is_some() || !is_named() {
            return None;
        }
        self.sheets_searched.set(true);
        // All boards must be in sight.
        if !ahead.complete || self.text.len() - line.next > VERBATIM {
            return None;
        }
        // A puzzle above the boards keeps this search from starting again within itself.
        let context = FileContext {
            form: Some(Form::Rows),
            ..FileContext::default()
        };
        let (mut at, mut end, mut boards) = (line.next, line.next, 0);
        while at < self.text.len() {
            let mut lines = Lines::new(&self.text[at..], true);
            let found = next_piece(&mut lines, self.number, self.options, &context);
            at += found.length.max(1);
            match found.content {
                Content::Verbatim => {}
                Content::Puzzle(record) if record.puzzle.shape().size() == 9 => {
                    boards += 1;
                    end = at;
                }
                _ => return None,
            }
        }
        (boards == 5).then(|| {
            let segment = Segment {
                text: &self.text[line.start..end],
                ..self.segment(line)
            };
            Found {
                base: line.start,
                end,
                content: Content::Unreadable(Unknown::Samurai.problem(&segment)),
            }
        })
    }

    /// Returns the puzzle that starts at a line, or nothing if the line is not part of one.
    pub(super) fn puzzle_at(&self, line: Line, ahead: &mut Lines<'a>) -> Option<Found> {
        let content = line.of(self.text);
        let kind = match kind_of(unquoted(self.text, line).of(self.text), self.options) {
            LineKind::Prose | LineKind::Blank if starts_fields(ahead, line) => LineKind::Row,
            LineKind::Prose if is_labelled_row(self.text, line, self.options) => LineKind::Row,
            LineKind::Comment if is_row_of_marks(ahead, line, std::iter::empty()) => LineKind::Row,
            kind => kind,
        };
        if let Some(mark) = comment_mark(content) {
            if line.start < self.comments_searched.get() {
                return None;
            }
            if let Some(found) = self.commented(line, mark, ahead) {
                return Some(found);
            }
            if self.is_comment(line, mark) {
                return None;
            }
        }
        if kind == LineKind::Blank
            && let Some(found) = self.below_blank_row(line, ahead)
        {
            return Some(found);
        }
        if matches!(kind, LineKind::Blank | LineKind::Comment) {
            let page = content.starts_with(b"#p=") && self.options.form.is_none_or(is_link);
            let found = page.then(|| link::find(&self.segment(line))).flatten();
            return found.map(|found| self.link(&found, line));
        }
        let allowed = self.allowed();
        if matches!(allowed, Allowed::Everything | Allowed::Grids)
            && self.options.shape.is_none()
            && let Some((unknown, end)) = self.unknown_board(line, ahead)
        {
            let segment = Segment {
                text: &self.text[line.start..end],
                ..self.segment(line)
            };
            return Some(Found {
                base: line.start,
                end,
                content: Content::Unreadable(unknown.problem(&segment)),
            });
        }
        match allowed {
            Allowed::Only(Form::Hodoku) => return Some(self.single(line, hodoku::read)),
            Allowed::Only(form) if is_link(form) => {
                let found = link::find(&self.segment(line));
                return found.map(|found| self.link(&found, line));
            }
            Allowed::Only(Form::Susser) => return Some(self.single(line, colon::read_susser)),
            Allowed::Only(Form::List) => return Some(self.single(line, list::read)),
            Allowed::Everything if is_hodoku(content) => {
                return Some(self.single(line, hodoku::read));
            }
            Allowed::Everything if is_list(content) => {
                return Some(self.single(line, list::read));
            }
            _ => {}
        }
        if let Some(found) = self.embedded(line, ahead, allowed) {
            return found.map(|piece| Found {
                base: line.start,
                end: line.start + piece.length,
                content: piece.content,
            });
        }
        if let Some(found) = self.with_colons(line, allowed) {
            return Some(found);
        }
        let framed = matches!(kind, LineKind::Frame | LineKind::MaybeFrame);
        if allowed != Allowed::Grids
            && !framed
            && let Some(whole) = line::find(&self.segment(line))
        {
            let grid = self.grid_instead(&whole, line, ahead, allowed);
            return Some(grid.unwrap_or_else(|| self.whole_line(whole, line)));
        }
        if allowed == Allowed::Everything
            && let Some(found) = link::find(&self.segment(line))
        {
            return Some(self.link(&found, line));
        }
        match kind {
            _ if self.is_text_among_lines(line, kind) => None,
            // Words are a title or a comment, but not in a file of one puzzle per line.
            LineKind::Prose => self.bad_line_among_lines(line, allowed),
            _ if allowed == Allowed::Lines => (!framed).then(|| self.bad_line(line)),
            _ => self.grid_at(line, ahead),
        }
    }

    /// Returns the board or table that starts at a line and is known only to be refused, and its end.
    fn unknown_board(&self, line: Line, ahead: &mut Lines<'a>) -> Option<(Unknown, usize)> {
        let mut below = ahead.clone();
        let table = number_tables::find(&mut below, line);
        ahead.needs_more |= below.needs_more;
        match table {
            Some((table, end)) => Some((Unknown::Table(table), end)),
            None => unknown_boards::find(&mut ahead.clone(), line, self.options),
        }
    }

    /// Returns the grid in comments that starts at a line. It counts only in a text that has rows
    /// nowhere else: among other grids it was commented out.
    fn commented(&self, line: Line, mark: &[u8], ahead: &mut Lines<'a>) -> Option<Found> {
        let is_first = self.context.form.is_none() && self.number < MOST_LINES_ABOVE;
        let counts = is_first || self.context.commented;
        // The whole text must be in sight, or a part of its grids would be left out.
        let is_searched = line.start < self.rows_below.get();
        if !counts || is_searched || !ahead.complete || self.text.len() > VERBATIM {
            return None;
        }
        let content = line.trimmed(self.text).of(self.text);
        let inner = trim(content, Span::new(mark.len(), content.len())).of(content);
        let kind = kind_of(inner, self.options);
        let starts_grid = matches!(kind, LineKind::Row | LineKind::Frame | LineKind::MaybeFrame);
        if !starts_grid {
            return None;
        }
        let is_row = |line: Line| {
            let line = line.trimmed(self.text).of(self.text);
            comment_mark(line) != Some(mark)
                && (kind_of(line, self.options) == LineKind::Row || facts::may_start(line))
        };
        let mut lines = ahead.clone();
        lines.at = line.start;
        if let Some(row) = lines.find(|line| is_row(*line)) {
            self.rows_below.set(row.start);
            return None;
        }
        let block = Block::in_comments(ahead, mark, self.options);
        let found = self.whole_grid(&block).ok();
        let mut found = found.filter(|found| found.record().is_some());
        match &mut found {
            Some(Found {
                content: Content::Puzzle(record),
                ..
            }) => record.commented = true,
            _ => self.comments_searched.set(ahead.at),
        }
        found
    }

    /// Returns whether a line that starts with the mark of a comment is one, rather than a row that
    /// starts with that mark as an empty cell: it has words or strokes behind a space, or there are
    /// rows outside of comments.
    fn is_comment(&self, line: Line, mark: &[u8]) -> bool {
        let content = line.trimmed(self.text).of(self.text);
        let rest = &content[mark.len()..];
        // Lines with `#` and `//` are comments unless they are rows.
        let is_other = matches!(mark, [b'#' | b'/', ..]);
        let is_apart = rest.is_empty() || rest.starts_with(b" ") || rest.starts_with(b"\t");
        let inner = rest.trim_ascii();
        match kind_of(inner, self.options) {
            _ if is_other || !is_apart => false,
            LineKind::Row => line.start < self.rows_below.get(),
            LineKind::Frame | LineKind::MaybeFrame => !inner.contains(&b'|'),
            _ => true,
        }
    }

    pub(super) fn allowed(&self) -> Allowed {
        match self.options.form {
            None => Allowed::Everything,
            Some(Form::Line | Form::CandidateLine) => Allowed::Lines,
            Some(form @ (Form::Hodoku | Form::List | Form::Susser)) => Allowed::Only(form),
            Some(form) if is_embedded(form) || is_link(form) => Allowed::Only(form),
            Some(_) => Allowed::Grids,
        }
    }

    fn whole_line(&self, whole: LinePuzzle, line: Line) -> Found {
        self.single(line, |segment| whole.read(segment))
    }

    /// Returns whether a line among puzzles of one line each is a caption, or belongs to the text
    /// that the puzzles are strings of.
    fn is_text_among_lines(&self, line: Line, kind: LineKind) -> bool {
        let content = line.of(self.text);
        let in_string = self.context.in_string && kind == LineKind::Prose;
        self.context.form.is_some_and(is_of_one_line)
            && self.options.form.is_none()
            && (in_string || is_caption(content) || is_numbered_rule(content))
            && !has_long_run(content)
    }

    /// Returns the problem of a line of words, if the puzzle before it was on one line, or if one
    /// of the words can only be a puzzle.
    fn bad_line_among_lines(&self, line: Line, allowed: Allowed) -> Option<Found> {
        match self.context.form {
            _ if allowed == Allowed::Grids || is_closing(line.of(self.text)) => None,
            Some(Form::Hodoku) => Some(self.single(line, hodoku::read)),
            Some(Form::List) => Some(self.single(line, list::read)),
            Some(Form::Line | Form::CandidateLine) => Some(self.bad_line(line)),
            _ => has_long_run(line.of(self.text)).then(|| self.bad_line(line)),
        }
    }

    pub(super) fn bad_line(&self, line: Line) -> Found {
        self.single(line, |segment| line::read(segment, self.context.line_size))
    }

    /// Returns the puzzle of a line with colons after it, or with `+` in it.
    fn with_colons(&self, line: Line, allowed: Allowed) -> Option<Found> {
        let segment = self.segment(line);
        match allowed {
            Allowed::Everything => {
                let found = colon::find(&segment)?;
                Some(self.single(line, |segment| colon::read(segment, &found)))
            }
            Allowed::Lines => {
                let read = colon::read_column(&segment)?;
                Some(self.single(line, |_| read))
            }
            _ => None,
        }
    }

    /// Returns the first link of a line, up to the second one.
    fn link(&self, found: &link::Found, line: Line) -> Found {
        let end = (line.start + found.length).min(line.next);
        let part = Line {
            end: line.end.min(end),
            next: end,
            ..line
        };
        self.single(part, |segment| link::read(segment, found))
    }

    /// Returns a piece of one line.
    fn single(&self, line: Line, read: impl FnOnce(&Segment) -> Result<Record, Problem>) -> Found {
        let segment = self.segment(line);
        let record = read(&segment).map(|record| Record {
            separator: if line_end(segment.text).is_empty() {
                "\n"
            } else {
                ""
            },
            ..record
        });
        Found {
            base: line.start,
            end: line.next,
            content: record.map_or_else(Content::Unreadable, Content::Puzzle),
        }
    }

    /// Returns a line with its line end; only the line of a resulting piece needs its number.
    pub(super) fn segment(&self, line: Line) -> Segment<'a> {
        Segment {
            text: &self.text[line.start..line.next],
            line: self.number,
            options: self.options,
            convention: self.context.convention.as_ref(),
        }
    }
}

/// The most lines above the first grid of a text that has its grids in comments.
const MOST_LINES_ABOVE: usize = 200;

/// Returns whether a form is a line or a grid of plain text, which a header may be about.
pub(crate) fn is_text(form: Form) -> bool {
    use Form::*;
    matches!(
        form,
        Line | CandidateLine
            | Rows
            | Spaced
            | Csv
            | Boxed
            | SimpleSudoku
            | Pencilmarks
            | Markdown
            | Cells
    )
}

/// Returns whether a form has one puzzle per line.
fn is_of_one_line(form: Form) -> bool {
    use Form::*;
    matches!(form, Line | CandidateLine | Hodoku | List)
}

/// Returns whether a puzzle on one line is a string in source text or in prose, rather than a field
/// of a table: `solve("53..7…");`, `"53..7…",`, `` Try `53..7…` first ``.
pub(super) fn is_string(record: &Record, text: &[u8]) -> bool {
    let (Some(first), Some(last)) = (record.cells.first(), record.cells.last()) else {
        return false;
    };
    let Some((before, mark)) = text[..first.start as usize].split_last_chunk() else {
        return false;
    };
    let after = &text[last.end as usize..];
    if !b"\"'`".contains(&mark[0]) || !after.starts_with(mark) {
        return false;
    }
    let start = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |at| at + 1);
    let before = before[start..].trim_ascii();
    let end = memchr::memchr2(b'\n', b'\r', after).unwrap_or(after.len());
    let after = after[1..end].trim_ascii();
    let is_end = |byte: &u8| b",;)]}+\\".contains(byte);
    let is_start = |byte: &u8| byte.is_ascii_alphabetic() || b"([{=:>+".contains(byte);
    match before.last() {
        _ if mark == b"`" => true,
        None => !after.is_empty() && after.iter().all(is_end),
        Some(last) => is_start(last) || before.contains(&b'('),
    }
}

/// Returns whether a form is one of the links.
pub(super) fn is_link(form: Form) -> bool {
    use Form::*;
    matches!(
        form,
        SudokuWiki | SudokuExchange | FPuzzles | SudokuPad | Link
    )
}

/// Returns the line end at the end of a text.
pub(crate) fn line_end(text: &[u8]) -> &'static str {
    match text {
        [.., b'\r', b'\n'] => "\r\n",
        [.., b'\n'] => "\n",
        [.., b'\r'] => "\r",
        _ => "",
    }
}
