//! Splits plain text into lines that are puzzles, grids in blocks of lines, and the text between
//! them.
//!
//! Each piece is found from its own lines, so a file may mix forms.

use std::cell::{Cell, OnceCell};

use crate::Problem;
use crate::format::forms::cells::{Cells, is_usual, size_of};
use crate::format::forms::grid::header::Header;
use crate::format::forms::grid::layout::is_labelled_row;
use crate::format::forms::grid::reading::Reading;
use crate::format::forms::grid::{
    Block, Entry, LARGEST_SPREAD, Lookahead, positions, starts_fields, unquoted,
};
use crate::format::forms::line::{self, LinePuzzle, Spread};
use crate::format::forms::{colon, facts, hodoku, link, list, unknown_boards};
use crate::format::read::embedded::is_embedded;
use crate::format::read::lines::{Line, LineKind, Lines, is_row_of_marks, kind_of, split, trim};
use crate::format::read::pieces::{NextPiece, VERBATIM};
use crate::format::read::segment::{Segment, characters};
use crate::format::symbols::alphabet::{Tally, fits_any};
use crate::format::symbols::tokens;
use crate::format::symbols::tokens::BLANKS;
use crate::format::{Content, Form, ReadOptions, Record, Span, Symbols};
use crate::problem::ProblemCode;
use crate::shape::{MAX_SIZE, MIN_SIZE};

/// What the puzzles read so far show about the file.
#[derive(Default)]
pub(crate) struct FileContext {
    /// The convention of its symbols.
    pub convention: Option<Symbols>,
    /// The size of the last puzzle, if it was on one line.
    pub line_size: Option<usize>,
    /// The form of the last puzzle.
    pub form: Option<Form>,
    /// The last header above a grid, as long as the grids have its size.
    pub header: Option<Header>,
    /// Whether the last puzzle was in comments.
    pub commented: bool,
    /// The size of the last puzzle, if it was an array in source text.
    pub array_size: Option<usize>,
    /// Whether the text goes on in the middle of a line.
    pub in_line: bool,
    /// The line before the text, if it is no part of a puzzle.
    pub above: Vec<u8>,
    /// Why the first array that is no puzzle is none.
    pub passed_over: OnceCell<Problem>,
}

impl FileContext {
    /// Keeps what may matter of a text between puzzles: its last line.
    pub fn pass_over(&mut self, text: &[u8]) {
        let line = last_line(text);
        if line.is_empty() {
            return;
        }
        self.above.clear();
        if line.len() <= LONGEST_ABOVE {
            self.above.extend_from_slice(line);
        }
    }

    pub fn learn(&mut self, record: &Record) {
        self.above.clear();
        let size = record.puzzle.shape().size();
        let is_new = self.convention.as_ref() != Some(&record.symbols);
        if size > 9 && record.symbols != Symbols::Numbers && is_new {
            self.convention = Some(record.symbols.clone());
        }
        let in_one_line = matches!(record.form, Form::Line | Form::CandidateLine);
        self.line_size = in_one_line.then_some(size);
        self.form = Some(record.form);
        self.commented = record.commented;
        if let Some(header) = &record.header {
            self.header = Some(Header::clone(header));
        } else if self.header.as_ref().is_some_and(|h| h.size != size) {
            self.header = None;
        }
        self.array_size = (record.form == Form::Code).then_some(size);
    }
}

/// Finds the next piece of a text. If `lines.needs_more` is set afterwards, the text ended too
/// early: find the piece again when there is more.
pub(crate) fn next_piece(
    lines: &mut Lines,
    number: usize,
    options: &ReadOptions,
    context: &FileContext,
) -> NextPiece {
    let (needs_more, searched) = (Cell::new(false), Cell::new(0));
    let (cells_searched, comments_searched) = (Cell::new(0), Cell::new(0));
    let (undecorated, unclosed, unaffixed) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let short_rows = Cell::new(0);
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
    };
    if let Some(found) = splitter.embedded_next(lines) {
        return found;
    }
    loop {
        let before = lines.at;
        let Some(line) = lines.next() else {
            return NextPiece::verbatim(lines.at);
        };
        let mut ahead = lines.clone();
        ahead.at = before;
        let found = splitter.piece_at(line, &mut ahead);
        lines.needs_more |= ahead.needs_more | needs_more.get();
        if lines.needs_more && !lines.complete {
            // Every following line would search for the same end and fail.
            return NextPiece::verbatim(0);
        }
        match found {
            Some(found) if before == 0 => return found.into_piece(),
            None if line.next < VERBATIM => {}
            found => {
                return NextPiece::verbatim(if found.is_some() { before } else { line.next });
            }
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
    /// Returns the puzzle that starts at a line or has its header there, or nothing if the line is
    /// not part of one.
    fn piece_at(&self, line: Line, ahead: &mut Lines<'a>) -> Option<Found> {
        let start = ahead.at;
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
            && let Some((unknown, end)) =
                unknown_boards::find(&mut ahead.clone(), line, self.options)
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
            // Words are a title or a comment, but not in a file of one puzzle per line.
            LineKind::Prose => self.bad_line_among_lines(line, allowed),
            _ if allowed == Allowed::Lines => (!framed).then(|| self.bad_line(line)),
            _ => self.grid_at(line, ahead),
        }
    }

    /// Returns the grid in comments that starts at a line. It counts only in a text that has rows
    /// nowhere else: among other grids it was commented out.
    fn commented(&self, line: Line, mark: &[u8], ahead: &mut Lines<'a>) -> Option<Found> {
        let is_first = self.context.form.is_none() && self.number < MOST_LINES_ABOVE;
        let counts = is_first || self.context.commented;
        // The whole text must be in sight, or a part of its grids would be left out.
        if !counts || !ahead.complete || self.text.len() > VERBATIM {
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
        if lines.any(is_row) {
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

    /// Returns the grid whose first rows are blank lines, because a space is an empty cell in it.
    fn below_blank_row(&self, line: Line, ahead: &mut Lines<'a>) -> Option<Found> {
        if !matches!(self.allowed(), Allowed::Everything | Allowed::Grids) {
            return None;
        }
        // An empty line is a gap, not a row.
        if line.of(self.text).len() < MIN_SIZE {
            return None;
        }
        let mut below = ahead.clone();
        below.at = line.next;
        let is_blank = |line: &Line| line.of(self.text).trim_ascii().is_empty();
        let first = below.by_ref().take(MOST_BLANK_ROWS).find(|l| !is_blank(l));
        let has_spaces = |line: &Line| {
            line.of(self.text).starts_with(b" ") || positions::has_gap(line.of(self.text))
        };
        let rows = first.into_iter().chain(below.by_ref().take(2));
        let spaced = rows.take_while(|l| !is_blank(l)).any(|l| has_spaces(&l));
        ahead.needs_more |= below.needs_more;
        if first.is_none() || !spaced {
            return None;
        }
        below.at = first.map_or(line.next, |first| first.start);
        let block = Block::ahead(&mut below, self.options);
        ahead.needs_more |= below.needs_more;
        // Rows that are a grid without the blank ones have only a blank line above them.
        if block.best_reading().is_some_and(|reading| reading.complete) {
            return None;
        }
        let grid = positions::read(&block, line, self.line_above(line))?;
        let found = self.grid(&block, Reading::positioned(None, grid));
        Some(found).filter(Found::obeys_rules)
    }

    /// Returns the line before another one.
    fn line_above(&self, line: Line) -> &[u8] {
        match line.start {
            0 => &self.context.above,
            start => last_line(&self.text[..start]),
        }
    }

    /// Returns the puzzle with one cell per line that starts at a line. A line without a cell is an
    /// open one only if that makes a whole board.
    fn cell_lines(&self, line: Line, ahead: &mut Lines<'a>) -> Option<Found> {
        let allowed = matches!(self.options.form, None | Some(Form::Cells));
        let content = line.trimmed(self.text).of(self.text);
        let may_start = if content.is_empty() {
            line.start == 0 && self.number == 1
        } else {
            is_cell_text(content)
        };
        if !allowed || !may_start || line.start < self.cells_searched.get() {
            return None;
        }
        let mut lines: Vec<Line> = Vec::new();
        for next in ahead.by_ref() {
            let content = next.trimmed(self.text).of(self.text);
            if !is_cell_text(content) && !content.is_empty() || lines.len() > MAX_SIZE * MAX_SIZE {
                break;
            }
            lines.push(next);
        }
        let is_open = |line: &Line| line.trimmed(self.text).of(self.text).is_empty();
        let filled = lines.iter().take_while(|line| !is_open(line)).count();
        let last = lines
            .iter()
            .rposition(|line| !is_open(line))
            .map_or(0, |at| at + 1);
        let wanted = self.options.shape.as_ref();
        let is_board = |count: &usize| {
            size_of(*count, wanted).is_some_and(|size| is_usual(size) || wanted.is_some())
        };
        let count = [filled, lines.len(), last].into_iter().find(is_board);
        let Some(count) = count else {
            let end = lines.last().map_or(line.next, |last| last.next);
            self.cells_searched.set(end);
            return None;
        };
        let end = lines[count - 1].next;
        let spans: Vec<Span> = lines[..count]
            .iter()
            .map(|line| line.trimmed(self.text))
            .collect();
        let segment = Segment {
            text: &self.text[..end],
            line: self.number,
            options: self.options,
            convention: self.context.convention.as_ref(),
        };
        let cells = Cells {
            size: count.isqrt(),
            field: Span::new(line.start, lines[count - 1].end),
            spans,
            form: Form::Cells,
            drawn: None,
        };
        let Ok(record) = cells.tokens(&segment) else {
            self.cells_searched.set(end);
            return None;
        };
        Some(Found {
            base: 0,
            end,
            content: Content::Puzzle(Record {
                separator: "\n",
                ..record
            }),
        })
    }

    fn allowed(&self) -> Allowed {
        match self.options.form {
            None => Allowed::Everything,
            Some(Form::Line | Form::CandidateLine) => Allowed::Lines,
            Some(form @ (Form::Hodoku | Form::List | Form::Susser)) => Allowed::Only(form),
            Some(form) if is_embedded(form) || is_link(form) => Allowed::Only(form),
            Some(_) => Allowed::Grids,
        }
    }

    /// Decides whether a line that could be a small puzzle is a row of a larger one: it is if as
    /// many lines as it has cells form a grid, and not all of these lines could be puzzles
    /// themselves.
    fn grid_instead(
        &self,
        whole: &LinePuzzle,
        line: Line,
        ahead: &mut Lines<'a>,
        allowed: Allowed,
    ) -> Option<Found> {
        // Groups, and blanks as cells, can be split in other ways; the others are certain.
        let sure = !matches!(whole, LinePuzzle::Spread(Spread::Characters, _))
            && whole.symbols(&self.segment(line)) > MAX_SIZE;
        if allowed == Allowed::Lines || sure {
            return None;
        }
        let mut lookahead = Lookahead::new(self.text, self.options);
        let paragraph = lookahead.first_paragraph(ahead);
        let first = paragraph.then(|| lookahead.block.first_reading()).flatten();
        let (block, reading) = match first {
            Some(reading) => (lookahead.block, Some(reading)),
            None => {
                let block = lookahead.all(ahead);
                let reading = block.best_reading();
                (block, reading)
            }
        };
        let reading = reading.filter(|reading| reading.complete)?;
        let all_whole = self.are_puzzles(reading.lines());
        let spread = matches!(whole, LinePuzzle::Spread(Spread::Tokens, _));
        if all_whole && !spread {
            return None;
        }
        let grid = self.grid(&block, reading);
        // Separated cells are more often rows than puzzles, unless that breaks the rules.
        let obeys = match &grid.content {
            Content::Puzzle(record) => record.puzzle.check().is_ok(),
            _ => false,
        };
        (!all_whole || obeys).then_some(grid)
    }

    /// Returns whether each of these lines could be a puzzle, all of them in the same symbols.
    fn are_puzzles(&self, mut lines: impl Iterator<Item = Line>) -> bool {
        let mut tally = Tally::new();
        let mut size = MAX_SIZE;
        let all_whole = lines.all(|line| {
            let segment = self.segment(line);
            let whole = line::find(&segment);
            whole.is_some_and(|whole| {
                size = size.min(whole.symbols(&segment).isqrt());
                whole.count_symbols(&segment, &mut tally);
                true
            })
        });
        all_whole && fits_any(&tally, size, self.options)
    }

    /// Returns the grid that starts at a line, or its problem; nothing if the line is a title or a
    /// ruler.
    fn grid_at(&self, line: Line, ahead: &mut Lines<'a>) -> Option<Found> {
        let cells = characters(line.of(self.text)).filter(|(_, c)| !c.is_whitespace());
        let cells = cells.count();
        if cells < MIN_SIZE && line.start < self.short_rows.get() {
            return None;
        }
        let longest = split(line.of(self.text), |c| c.is_whitespace() || c == '|')
            .into_iter()
            .map(|token| token.end - token.start)
            .max();
        let mut lookahead = Lookahead::new(self.text, self.options);
        if lookahead.first_paragraph(ahead)
            && let Some(reading) = lookahead.block.first_reading()
        {
            let found = self.grid(&lookahead.block, reading);
            if self.is_certain(&found) {
                return Some(found);
            }
        }
        let block = lookahead.all(ahead);
        let whole = self.whole_grid(&block);
        let is_read = whole.as_ref().is_ok_and(|found| found.record().is_some());
        if !is_read && let Some(found) = self.barred(line, &block) {
            return Some(found);
        }
        let reading = match whole {
            Ok(found) => return Some(found),
            Err(reading) => reading,
        };
        let framed = kind_of(line.of(self.text), self.options) != LineKind::Row;
        let alone = reading.as_ref().is_none_or(|a| a.lines().count() == 1);
        let among_lines = self.context.line_size.is_some()
            || alone && cells >= MIN_SIZE * MIN_SIZE
            || self.line_follows(line, ahead);
        if !framed && (among_lines || reading.is_none() && longest > Some(MAX_SIZE as u32)) {
            return Some(self.bad_line(line));
        }
        // A few strokes are a rule.
        if framed && !block.has(LineKind::Row) && block.entries.len() < MIN_SIZE {
            return None;
        }
        // A word or a number above a grid is its title, unless it is a row of mostly empty fields.
        let is_row = || {
            reading
                .as_ref()
                .is_some_and(|reading| reading.has_row(line))
        };
        if !framed && cells < MIN_SIZE && !is_row() {
            self.pass_over_short_rows(&block);
            return None;
        }
        reading.map(|reading| self.grid(&block, reading))
    }

    /// Remembers where rows of a few characters end, if there are more of them than a grid with
    /// spaces as cells has: none of them starts one, so they need not be examined one by one.
    fn pass_over_short_rows(&self, block: &Block) {
        let is_short = |entry: &Entry| {
            let cells = characters(entry.line.of(self.text));
            let cells = cells.filter(|(_, c)| !c.is_whitespace());
            entry.kind == LineKind::Row && !entry.gap && cells.take(MIN_SIZE).count() < MIN_SIZE
        };
        let below = block.entries.get(1..).unwrap_or_default();
        let run = below.iter().take_while(|entry| is_short(entry)).count();
        if let Some(last) = run.checked_sub(LARGEST_SPREAD + 1) {
            self.short_rows.set(below[last].line.start);
        }
    }

    /// Returns the grid of a block in which another mark is used for bars, in the same columns of
    /// every row.
    fn barred(&self, line: Line, block: &Block<'a>) -> Option<Found> {
        let end = block.entries.last()?.line.next;
        let rows = || {
            let rows = block.entries.iter().filter(|e| e.kind == LineKind::Row);
            let rows = rows.map(|entry| entry.line.of(self.text));
            rows.filter(|row| row.iter().any(u8::is_ascii_digit))
        };
        let columns = |row: &[u8], mark: u8| -> Vec<usize> {
            let places = characters(row).enumerate();
            let is_mark = |(_, (_, c)): &(usize, (usize, char))| *c == char::from(mark);
            places.filter(is_mark).map(|(column, _)| column).collect()
        };
        MARKS_FOR_BARS.into_iter().find_map(|mark| {
            let first = columns(rows().next()?, mark);
            let is_same = |row: &[u8]| columns(row, mark) == first;
            if first.is_empty() || rows().count() < MIN_SIZE - 1 || !rows().all(is_same) {
                return None;
            }
            let mut text = self.text[..end].to_vec();
            for byte in text[line.start..].iter_mut().filter(|byte| **byte == mark) {
                *byte = b'|';
            }
            let mut lines = Lines::new(&text, true);
            lines.at = line.start;
            let splitter = Splitter {
                text: &text,
                ..*self
            };
            let block = Block::ahead(&mut lines, self.options);
            let found = splitter.whole_grid(&block).ok();
            found.filter(Found::obeys_rules)
        })
    }

    /// Returns the grid that a block forms, or the reading that comes closest to one. Labels and
    /// empty borders are left out if nothing else makes sense.
    fn whole_grid(&self, block: &Block<'a>) -> Result<Found, Option<Reading>> {
        if let Some(bare) = block.without_sure_bullets() {
            return self.whole_grid(&bare);
        }
        let reading = block.best_reading();
        let plain = match reading {
            Some(reading) if reading.complete => Ok(self.grid(block, reading)),
            reading => Err(reading),
        };
        if plain.as_ref().is_ok_and(|found| self.is_certain(found)) {
            return plain;
        }
        let mut others: Vec<Found> = Vec::new();
        for variant in block.variants() {
            let reading = variant.best_reading().filter(|reading| reading.complete);
            let found = reading.map(|reading| self.grid(&variant, reading));
            let is_new = |found: &Found| {
                let cells = |found: &Found| found.record().map(|record| record.cells.clone());
                !others.iter().any(|other| cells(other) == cells(found))
            };
            let has_givens = |found: &Found| found.record().is_some_and(|r| r.puzzle.clues() > 0);
            let counts = |f: &Found| f.obeys_rules() && has_givens(f) && is_new(f);
            others.extend(found.filter(counts));
        }
        if others.is_empty() && plain.as_ref().ok().and_then(Found::record).is_none() {
            let folded = positions::folded(block).map(|(split, grid)| (Some(split), grid));
            let first = block.entries.first().map(|entry| entry.line);
            let read = |first| positions::read(block, first, self.line_above(first));
            let positioned = first.and_then(read);
            let positioned = positioned.map(|grid| (None, grid));
            for (row_split, grid) in folded.into_iter().chain(positioned) {
                let found = self.grid(block, Reading::positioned(row_split, grid));
                others.extend(Some(found).filter(|found| found.record().is_some()));
            }
        }
        if let Ok(found) = &plain
            && others.is_empty()
        {
            if self.numbers_columns(found) {
                return Ok(self.refused(
                    found,
                    "the first row may number the columns, so that a row is missing",
                    "remove it and add the missing row, or use --blank 0 if it is a row",
                ));
            }
            if self.options.shape.is_none() && found.record().is_some_and(has_column_of_marks) {
                return Ok(self.refused(
                    found,
                    "the rows start or end with a mark that may be no cell",
                    "remove the mark, or name the shape: --shape 2x5",
                ));
            }
        }
        let bordered = plain
            .as_ref()
            .is_ok_and(|plain| plain.obeys_rules() && plain.record().is_some_and(has_empty_border));
        match (plain, others.len()) {
            (plain, 0) => plain,
            (Ok(plain), _) if bordered => Ok(self.two_sizes(plain, &others[0])),
            (_, 1) => Ok(others.remove(0)),
            _ => {
                let first = others.remove(0);
                Ok(self.two_sizes(first, &others[0]))
            }
        }
    }

    /// Returns whether a grid needs no other reading: it has a usual size and obeys the rules.
    fn is_certain(&self, found: &Found) -> bool {
        found.record().is_some_and(|record| {
            let size = record.puzzle.shape().size();
            (is_usual(size) || self.options.shape.is_some())
                && !has_empty_border(record)
                && !self.numbers_columns(found)
                && record.puzzle.check().is_ok()
        })
    }

    /// Returns whether the first row of a grid is `0 1 2 …`, which is rather the numbers of the
    /// columns, so that a row is missing.
    fn numbers_columns(&self, found: &Found) -> bool {
        let named = self.options.symbols.is_some() || self.options.blank.is_some();
        found.record().is_some_and(|record| {
            let size = record.puzzle.shape().size();
            let first = record.cells.iter().take(size).enumerate();
            let is_number = |(column, cell): (usize, &Span)| {
                let text = cell.moved(|at| at + found.base as u32).of(self.text);
                tokens::number(text) == Some(column)
            };
            !named && record.symbols != Symbols::FromZero && first.into_iter().all(is_number)
        })
    }

    /// Creates the problem of a grid that may be another one.
    fn refused(&self, found: &Found, message: &str, help: &str) -> Found {
        let segment = Segment {
            text: &self.text[..found.end],
            line: self.number,
            options: self.options,
            convention: None,
        };
        let first = found.record().and_then(|record| record.cells.first());
        let first = first.copied().unwrap_or_default();
        let label = "the grid starts here";
        let problem = segment.problem(ProblemCode::RowCount, first, message, label, help);
        Found {
            base: found.base,
            end: found.end,
            content: Content::Unreadable(problem),
        }
    }

    /// Creates the problem of a grid that can be cut out of its lines in two ways.
    fn two_sizes(&self, found: Found, other: &Found) -> Found {
        let size = |found: &Found| found.record().map_or(0, |r| r.puzzle.shape().size());
        let shape = |found: &Found| found.record().map(|r| r.puzzle.shape().to_string());
        let (one, two) = (size(&found), size(other));
        let (message, help) = match (shape(&found), shape(other)) {
            (Some(first), Some(second)) if first != second => (
                format!("the rows can be read as {one}×{one} and as {two}×{two} cells"),
                format!("use --shape {first} or --shape {second}"),
            ),
            _ => (
                format!("it is not clear which rows and columns are the {one}×{one} cells"),
                "remove the empty rows and columns around the grid, or write 0 for an empty cell"
                    .to_string(),
            ),
        };
        let segment = Segment {
            text: &self.text[..found.end],
            line: self.number,
            options: self.options,
            convention: None,
        };
        let field = found
            .record()
            .map_or(Span::default(), |record| record.field);
        let label = "the grid starts here";
        let problem = segment.problem(ProblemCode::BoardSize, field, message, label, help);
        Found {
            content: Content::Unreadable(problem),
            ..found
        }
    }

    /// Returns whether the next line is a puzzle of its own.
    fn line_follows(&self, line: Line, ahead: &mut Lines<'a>) -> bool {
        ahead.at = line.next;
        let is_content = |line: &Line| !line.trimmed(self.text).of(self.text).is_empty();
        let next = ahead.find(is_content);
        next.is_some_and(|next| {
            let is_row = kind_of(next.of(self.text), self.options) == LineKind::Row;
            is_row && line::find(&self.segment(next)).is_some()
        })
    }

    fn grid(&self, block: &Block, reading: Reading) -> Found {
        let length = reading.end;
        let segment = Segment {
            text: &self.text[..length],
            line: self.number,
            options: self.options,
            convention: self.context.convention.as_ref(),
        };
        let ends = line_end(segment.text);
        let record = reading.read(&segment, block).map(|record| Record {
            separator: match ends {
                "" => "\n\n",
                end => end,
            },
            ..record
        });
        Found {
            base: 0,
            end: length,
            content: record.map_or_else(Content::Unreadable, Content::Puzzle),
        }
    }

    fn whole_line(&self, whole: LinePuzzle, line: Line) -> Found {
        self.single(line, |segment| whole.read(segment))
    }

    /// Returns the problem of a line of words, if the puzzle before it was on one line, or if one
    /// of the words can only be a puzzle.
    fn bad_line_among_lines(&self, line: Line, allowed: Allowed) -> Option<Found> {
        match self.context.form {
            _ if allowed == Allowed::Grids => None,
            Some(Form::Hodoku) => Some(self.single(line, hodoku::read)),
            Some(Form::List) => Some(self.single(line, list::read)),
            Some(Form::Line | Form::CandidateLine) => Some(self.bad_line(line)),
            _ => has_long_run(line.of(self.text)).then(|| self.bad_line(line)),
        }
    }

    fn bad_line(&self, line: Line) -> Found {
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

/// The marks that some draw bars with.
const MARKS_FOR_BARS: [u8; 3] = [b'!', b':', b'/'];

/// The longest line that may be a row above a grid.
const LONGEST_ABOVE: usize = 8 * MAX_SIZE;

/// The most blank rows at the top of a grid that are looked for.
const MOST_BLANK_ROWS: usize = 4;

/// The most lines above the first grid of a text that has its grids in comments.
const MOST_LINES_ABOVE: usize = 200;

/// Returns the mark of a comment that a line starts with: `#`, `//`, `;`, `%`, `'`, `!` or `REM`.
/// Apart from the first two, it is one only if it does not occur among the cells.
pub(super) fn comment_mark(line: &[u8]) -> Option<&[u8]> {
    let line = line.trim_ascii();
    let first = *line.first()?;
    if first == b'R' || first == b'r' {
        let word = line.get(..4)?;
        return word.eq_ignore_ascii_case(b"rem ").then_some(&word[..3]);
    }
    let marks = line.iter().take_while(|byte| **byte == first).count();
    match (first, marks) {
        (b'#', _) => Some(&line[..marks]),
        (b'/', 2..) => {
            let is_inner = line.get(marks) == Some(&b'!');
            Some(&line[..marks + usize::from(is_inner)])
        }
        (b';' | b'%' | b'\'' | b'!', 1..=3) => {
            (!line[marks..].contains(&first)).then_some(&line[..marks])
        }
        _ => None,
    }
}

/// Returns the last line of a text that is not empty, without its line end.
fn last_line(text: &[u8]) -> &[u8] {
    let is_end = |byte: &&u8| matches!(**byte, b'\n' | b'\r');
    let text = &text[..text.len() - text.iter().rev().take_while(is_end).count()];
    let start = memchr::memrchr2(b'\n', b'\r', text).map_or(0, |at| at + 1);
    &text[start..]
}

/// Returns whether a line may be a single cell.
fn is_cell_text(content: &[u8]) -> bool {
    match content {
        [only] => only.is_ascii_alphanumeric() || BLANKS.contains(&char::from(*only)),
        [tens, ones] => tens.is_ascii_digit() && ones.is_ascii_digit(),
        _ => false,
    }
}

/// Returns whether a row and a column at the edge are empty fields, as around a smaller grid that
/// was copied from a spreadsheet.
fn has_empty_border(record: &Record) -> bool {
    let size = record.puzzle.shape().size();
    let is_empty = |row: usize, step: usize, start: usize| {
        let mut cells = (0..size).map(|at| record.cells[start * row + step * at]);
        cells.all(|cell| cell.start == cell.end)
    };
    let last = size - 1;
    record.form == Form::Csv
        && (is_empty(0, 1, 0) || is_empty(size, 1, last))
        && (is_empty(0, size, 0) || is_empty(1, size, last))
}

/// Returns whether a board of an unusual size has its open cells in the first or in the last column
/// only: rather a mark around each row of a smaller board with a row too many.
fn has_column_of_marks(record: &Record) -> bool {
    let size = record.puzzle.shape().size();
    let is_open_in = |column: usize| {
        let values = record.puzzle.values().iter().enumerate();
        values
            .into_iter()
            .all(|(cell, value)| (*value == 0) == (cell % size == column))
    };
    !is_usual(size) && (is_open_in(0) || is_open_in(size - 1))
}

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

/// Returns whether a line has a column of digits and blanks that is too long for a row of a grid.
fn has_long_run(line: &[u8]) -> bool {
    let is_run = |column: &Span| {
        let column = column.of(line);
        let is_cell = |byte: &u8| byte.is_ascii_digit() || BLANKS.contains(&char::from(*byte));
        column.len() > MAX_SIZE
            && column.iter().all(is_cell)
            && column.iter().any(u8::is_ascii_digit)
    };
    let columns = split(line, |c| c.is_whitespace() || ",;|\"=".contains(c));
    columns.iter().any(is_run)
}

/// Returns whether a line starts like HoDoKu's library lines: `:0401:` or `:0401-1:`.
fn is_hodoku(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    match line {
        [b':', rest @ ..] => {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            (4..=6).contains(&digits) && matches!(rest.get(digits), Some(b':' | b'-'))
        }
        _ => false,
    }
}

/// Returns whether a line is `name n box_rows box_columns v1 …`: a name, a size that is the product
/// of the box, and more numbers than a row has. If there are exactly as many cells as the size
/// needs, a wrong box or a name with blanks is a problem of a list line, not a sign of another
/// form.
fn is_list(line: &[u8]) -> bool {
    // Three sizes and more values than the smallest row has; most lines have fewer words.
    let may_separate = |byte: &&u8| byte.is_ascii_whitespace() || !byte.is_ascii();
    if line.iter().filter(may_separate).count() < 3 + MIN_SIZE {
        return false;
    }
    let tokens = split(line, char::is_whitespace);
    let number = |token: &Span| tokens::number(token.of(line)).filter(|n| *n <= MAX_SIZE);
    let names = tokens.iter().take_while(|token| number(token).is_none());
    let names = names.count();
    let is_name = |token: &Span| {
        let token = token.of(line);
        !tokens::is_blank(token, None) && token.iter().any(u8::is_ascii_alphanumeric)
    };
    let (name, rest) = tokens.split_at(names.max(1).min(tokens.len()));
    let [size, rows, columns, values @ ..] = rest else {
        return false;
    };
    match (number(size), number(rows), number(columns)) {
        (Some(size), Some(rows), Some(columns)) if size >= MIN_SIZE => {
            let exact = values.len() == size * size;
            let named = names > 0 && name.iter().all(is_name);
            let fits = rows * columns == size
                && (named && names == 1 && values.len() > size
                    || exact && names == 0 && tokens.len() > MAX_SIZE);
            fits || named && exact
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn library_lines_start_with_a_technique() {
        assert!(is_hodoku(b":0401:3:9.567:"));
        assert!(is_hodoku(b"  :0000-1:x:"));
        assert!(is_hodoku(b":00614:12:9.567:"));
        assert!(!is_hodoku(b":04a1:"));
        assert!(!is_hodoku(b":---+---:"));
        assert!(!is_hodoku(b":"));
    }

    #[test]
    fn list_lines_have_a_name_a_size_and_a_box() {
        let values = " 0".repeat(36);
        assert!(is_list(format!("gen6 6 2 3{values}").as_bytes()));
        assert!(is_list(format!("gen6 6 2 3{}", &values[2..]).as_bytes()));
        assert!(is_list(format!("gen6 6 2 4{values}").as_bytes()));
        assert!(!is_list(format!("gen6 6 2 4{values} 0").as_bytes()));
        assert!(is_list(format!("my first 6 2 3{values}").as_bytes()));
        assert!(!is_list(format!("X 6 2 3{values}").as_bytes()));
        assert!(!is_list(format!("| . 6 2 3{values}").as_bytes()));
        assert!(!is_list(b"1 6 2 3 0 0 0 0 0 0 0 0 0 0 0 0"));
        assert!(!is_list(b"Grid 6 2 3"));
        assert!(is_list(format!("17 9 3 3{}", " 0".repeat(81)).as_bytes()));
    }
}
