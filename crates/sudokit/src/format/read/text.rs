//! Splits plain text into lines that are puzzles, grids in blocks of lines, and the text between
//! them.
//!
//! Each piece is found from its own lines, so a file may mix forms.

use std::cell::{Cell, OnceCell};

use crate::Problem;
use crate::format::forms::cells::{Cells, is_usual, size_of};
use crate::format::forms::grid::header::{self, Fact, Header, Meaning};
use crate::format::forms::grid::layout::is_labelled_row;
use crate::format::forms::grid::reading::Reading;
use crate::format::forms::grid::{Block, positions, starts_fields, unquoted};
use crate::format::forms::line::{self, LinePuzzle, Spread};
use crate::format::forms::{colon, hodoku, link, list, unknown_boards};
use crate::format::read::embedded::is_embedded;
use crate::format::read::lines::{Line, LineKind, Lines, is_row_of_marks, kind_of, split, trim};
use crate::format::read::pieces::{NextPiece, VERBATIM};
use crate::format::read::segment::{Segment, characters, line_ends};
use crate::format::symbols::alphabet::{Tally, fits_any};
use crate::format::symbols::tokens;
use crate::format::symbols::tokens::BLANKS;
use crate::format::{Content, Form, ReadOptions, Record, Span, Symbols};
use crate::problem::ProblemCode;
use crate::shape::{MAX_SIZE, MIN_SIZE, Shape};

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
    /// Why the first array that is no puzzle is none.
    pub passed_over: OnceCell<Problem>,
}

impl FileContext {
    pub fn learn(&mut self, record: &Record) {
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
    let cells_searched = Cell::new(0);
    let undecorated = Cell::new(0);
    let splitter = Splitter {
        text: lines.text,
        number,
        options,
        context,
        needs_more: &needs_more,
        cells_searched: &cells_searched,
        searched: &searched,
        undecorated: &undecorated,
    };
    if let Some(found) = splitter.embedded_next(lines) {
        return found;
    }
    loop {
        let before = lines.at;
        let Some(line) = lines.next() else {
            return NextPiece {
                length: lines.at,
                content: Content::Verbatim,
            };
        };
        let mut ahead = lines.clone();
        ahead.at = before;
        let found = splitter.piece_at(line, &mut ahead);
        lines.needs_more |= ahead.needs_more | needs_more.get();
        match found {
            Some(found) if before == 0 => return found.into_piece(),
            None if line.next < VERBATIM => {}
            found => {
                return NextPiece {
                    length: if found.is_some() { before } else { line.next },
                    content: Content::Verbatim,
                };
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

    fn record(&self) -> Option<&Record> {
        match &self.content {
            Content::Puzzle(record) => Some(record),
            _ => None,
        }
    }

    fn obeys_rules(&self) -> bool {
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
    needs_more: &'a Cell<bool>,
    /// The offset before which no puzzle with one cell per line starts.
    cells_searched: &'a Cell<usize>,
    /// The offset before which no line starts an array.
    pub searched: &'a Cell<usize>,
    /// The offset before which no decorated line starts a puzzle.
    pub undecorated: &'a Cell<usize>,
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
        let found = self.puzzle_at(line, ahead)?;
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
    fn puzzle_at(&self, line: Line, ahead: &mut Lines<'a>) -> Option<Found> {
        let content = line.of(self.text);
        let kind = match kind_of(unquoted(self.text, line).of(self.text), self.options) {
            LineKind::Prose | LineKind::Blank if starts_fields(ahead, line) => LineKind::Row,
            LineKind::Prose if is_labelled_row(self.text, line, self.options) => LineKind::Row,
            LineKind::Comment if is_row_of_marks(ahead, line, std::iter::empty()) => LineKind::Row,
            kind => kind,
        };
        if kind == LineKind::Comment
            && let Some(found) = self.commented(line, ahead)
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
    fn commented(&self, line: Line, ahead: &mut Lines<'a>) -> Option<Found> {
        let is_first = self.context.form.is_none() && self.number < MOST_LINES_ABOVE;
        let counts = is_first || self.context.commented;
        // The whole text must be in sight, or a part of its grids would be left out.
        if !counts || !ahead.complete || self.text.len() > VERBATIM {
            return None;
        }
        let content = line.trimmed(self.text).of(self.text);
        let mark: &[u8] = if content.starts_with(b"#") {
            b"#"
        } else {
            b"//"
        };
        let inner = trim(
            content,
            Span::new(mark.len().min(content.len()), content.len()),
        );
        if kind_of(inner.of(content), self.options) != LineKind::Row
            || line.start < self.cells_searched.get()
        {
            return None;
        }
        let is_row = |line: Line| kind_of(line.of(self.text), self.options) == LineKind::Row;
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
            _ => self.cells_searched.set(ahead.at),
        }
        found
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

    /// Returns the puzzle below the header at a line; nothing if the line is not a header. `outer`
    /// is false below another header.
    fn headed(&self, line: Line, ahead: &mut Lines<'a>, outer: bool) -> Option<Found> {
        let first = self.header_facts(line)?;
        let listed = matches!(first[..], [Fact::Symbols(_)]);
        if listed && self.options.symbols.is_some() {
            return None;
        }
        let (facts, row) = self.facts_above(first, line, ahead)?;
        let mut found = self.below(row, ahead, outer);
        let plain = found.as_ref().and_then(Found::record);
        let mut header = match plain {
            Some(record) => match self.header_of(&facts, record) {
                Ok(header) => Some(header?),
                Err(message) => return Some(self.bad_header(line, found?.end, message)),
            },
            None => None,
        };
        // What a header says may be what makes a grid readable.
        if header.is_none() {
            for size in header::claimed_sizes(&facts) {
                let Some(claimed) = claimed_header(&facts, size) else {
                    continue;
                };
                let options = claimed.options(self.options);
                let again = self.with_options(&options).below(row, ahead, outer);
                if again.as_ref().and_then(Found::record).is_some() {
                    (found, header) = (again, Some(claimed));
                    break;
                }
            }
        }
        let (mut found, header) = match (found, header) {
            (Some(found), Some(header)) => (found, header),
            (Some(found), None) if header::is_certain(&facts) => {
                return Some(self.below_lines(found));
            }
            _ => return None,
        };
        if listed {
            // The line may also be the first row of a grid.
            ahead.at = line.start;
            let row_instead = self.puzzle_at(line, ahead);
            let is_row = |instead: &Found| {
                let first = instead.record().and_then(|record| record.cells.first());
                first.is_some_and(|cell| instead.base + (cell.start as usize) < line.end)
            };
            if row_instead.is_some_and(|instead| instead.obeys_rules() && is_row(&instead)) {
                if !found.obeys_rules() {
                    return None;
                }
                let message = "the line may list the symbols, or be the first row".to_string();
                return Some(self.bad_header(line, found.end, message));
            }
        }
        let options = header.options(self.options);
        let differs = found.record().is_some_and(|record| header.changes(record));
        if self.options.shape.is_none() && differs {
            let again = self.with_options(&options).below(row, ahead, outer);
            found = again.filter(|found| found.record().is_some())?;
        }
        if let Content::Puzzle(record) = &mut found.content {
            // A list of symbols may be a second header.
            let second = record.header.as_ref().map(|header| header.above);
            record.header = Some(Box::new(Header {
                above: second.unwrap_or(row.start),
                ..header
            }));
        }
        Some(self.below_lines(found))
    }

    /// Returns the puzzle at the first row below a header, which may list symbols.
    fn below(&self, row: Line, ahead: &Lines<'a>, lists_symbols: bool) -> Option<Found> {
        let mut lines = ahead.clone();
        lines.at = row.start;
        let list = lists_symbols.then(|| self.headed(row, &mut lines, false));
        let found = list.flatten().or_else(|| {
            lines.at = row.start;
            self.puzzle_at(row, &mut lines)
        });
        self.needs_more
            .set(self.needs_more.get() | lines.needs_more);
        found
    }

    /// Returns what a line says about the grids below it.
    fn header_facts(&self, line: Line) -> Option<Vec<Fact>> {
        let content = line.trimmed(self.text).of(self.text);
        let uncommented = match content {
            [b'#' | b';' | b'%', rest @ ..] | [b'/', b'/', rest @ ..] => rest,
            _ => content,
        };
        let commented = uncommented.len() < content.len();
        // Two blanks next to each other are cells, not words around a number.
        let is_row = |pair: &[u8]| pair[0] == pair[1] && b"._*?".contains(&pair[0]);
        if uncommented.windows(2).any(is_row) {
            return None;
        }
        let facts = header::facts(uncommented)?;
        let counts = match &facts[..] {
            [Fact::Mentioned(..), ..] => {
                commented || kind_of(content, self.options) == LineKind::Prose
            }
            [Fact::Numbers(_) | Fact::Symbols(_)] => !commented,
            _ => true,
        };
        counts.then_some(facts)
    }

    /// Collects the facts of the lines from a header to the first row below it.
    fn facts_above(
        &self,
        mut facts: Vec<Fact>,
        line: Line,
        ahead: &mut Lines<'a>,
    ) -> Option<(Vec<Fact>, Line)> {
        ahead.at = line.next;
        for _ in 0..MOST_HEADER_LINES {
            let next = ahead.next()?;
            let kind = kind_of(next.of(self.text), self.options);
            if kind == LineKind::Blank {
                continue;
            }
            if matches!(facts[..], [Fact::Symbols(_)]) {
                return Some((facts, next));
            }
            match self.header_facts(next) {
                Some(more) if is_header_line(&more) => facts.extend(more),
                _ if matches!(kind, LineKind::Comment | LineKind::Prose)
                    && line::find(&self.segment(next)).is_none() => {}
                _ => return Some((facts, next)),
            }
        }
        None
    }

    /// Returns what the facts mean for a puzzle that was read without them; nothing if they are
    /// about something else.
    fn header_of(&self, facts: &[Fact], record: &Record) -> Result<Option<Header>, String> {
        let size = record.puzzle.shape().size();
        let listed = facts.iter().find_map(|fact| match fact {
            Fact::Symbols(symbols) => Some(symbols),
            _ => None,
        });
        let symbols = match listed {
            Some(symbols) if symbols.len() != size => return Ok(None),
            Some(symbols) => header::listed_symbols(symbols, record)?,
            None => None,
        };
        let boxes = match header::meaning(facts, size) {
            Meaning::Nothing if listed.is_none() => return Ok(None),
            Meaning::Nothing => None,
            Meaning::Boxes(boxes) => boxes,
            Meaning::Contradiction(_) if self.options.shape.is_some() => None,
            Meaning::Contradiction(message) => return Err(message),
        };
        let shape = boxes.and_then(|(rows, columns)| Shape::boxes(rows, columns).ok());
        let read = record.puzzle.shape();
        if let Some(shape) = &shape
            && self.options.shape.is_none()
            && record.drawn
            && read != shape
        {
            return Err(format!(
                "the header says boxes of {shape} cells, but the grid below shows {read}"
            ));
        }
        Ok(Some(Header {
            size,
            shape,
            symbols,
            above: 0,
        }))
    }

    /// Reads a puzzle again as the last header of the file says.
    fn with_header(&self, header: &Header, line: Line, ahead: &Lines<'a>, found: Found) -> Found {
        let is_drawn = found.record().is_some_and(|record| record.drawn);
        if self.options.shape.is_some() || is_drawn {
            return found;
        }
        let options = header.options(self.options);
        let again = self.with_options(&options).below(line, ahead, false);
        again
            .filter(|again| again.record().is_some())
            .unwrap_or(found)
    }

    fn with_options<'b>(&self, options: &'b ReadOptions) -> Splitter<'b>
    where
        'a: 'b,
    {
        Splitter { options, ..*self }
    }

    /// Makes a puzzle's problem count the lines above it in the piece.
    fn below_lines(&self, mut found: Found) -> Found {
        if let Content::Unreadable(problem) = &mut found.content {
            let above = line_ends(&self.text[..found.base]);
            for label in &mut problem.labels {
                label.place.line += above;
            }
        }
        found
    }

    fn bad_header(&self, line: Line, end: usize, message: String) -> Found {
        let segment = Segment {
            text: &self.text[..end],
            line: self.number,
            options: self.options,
            convention: None,
        };
        let problem = segment.problem(
            ProblemCode::BoardSize,
            line.trimmed(self.text),
            message,
            "the header",
            "correct or remove the header, or name the shape: --shape 3x2 is boxes of 3 rows and \
             2 columns",
        );
        Found {
            base: 0,
            end,
            content: Content::Unreadable(problem),
        }
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
        let block = Block::ahead(ahead, self.options);
        let reading = block.best_reading().filter(|reading| reading.complete)?;
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
        let longest = split(line.of(self.text), |c| c.is_whitespace() || c == '|')
            .into_iter()
            .map(|token| token.end - token.start)
            .max();
        let block = Block::ahead(ahead, self.options);
        let reading = match self.whole_grid(&block) {
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
        // A word or a number above a grid is its title.
        if !framed && cells < MIN_SIZE {
            return None;
        }
        reading.map(|reading| self.grid(&block, reading))
    }

    /// Returns the grid that a block forms, or the reading that comes closest to one. Labels and
    /// empty borders are left out if nothing else makes sense.
    fn whole_grid(&self, block: &Block<'a>) -> Result<Found, Option<Reading>> {
        let reading = block.best_reading();
        let plain = match reading {
            Some(reading) if reading.complete => Ok(self.grid(block, reading)),
            reading => Err(reading),
        };
        let is_certain = match plain.as_ref().ok().and_then(Found::record) {
            Some(record) => {
                let size = record.puzzle.shape().size();
                (is_usual(size) || self.options.shape.is_some())
                    && !has_empty_border(record)
                    && record.puzzle.check().is_ok()
            }
            None => false,
        };
        if is_certain {
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
            let positioned = positions::read(block).map(|grid| (None, grid));
            for (row_split, grid) in folded.into_iter().chain(positioned) {
                let found = self.grid(block, Reading::positioned(row_split, grid));
                others.extend(Some(found).filter(|found| found.record().is_some()));
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

/// The most lines above the first grid of a text that has its grids in comments.
const MOST_LINES_ABOVE: usize = 200;

/// Returns whether a line may be a single cell.
fn is_cell_text(content: &[u8]) -> bool {
    match content {
        [only] => only.is_ascii_alphanumeric() || BLANKS.contains(&char::from(*only)),
        [tens, ones] => tens.is_ascii_digit() && ones.is_ascii_digit(),
        _ => false,
    }
}

/// The most lines that are searched for the grid below a header.
const MOST_HEADER_LINES: usize = 8;

/// Returns whether a line below a header belongs to it: rows of a grid may look like some headers.
fn is_header_line(facts: &[Fact]) -> bool {
    match facts {
        [Fact::Numbers(numbers)] => numbers.len() < MIN_SIZE,
        [Fact::Symbols(_)] => false,
        _ => true,
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

/// Returns what a header says about a board of this size.
fn claimed_header(facts: &[Fact], size: usize) -> Option<Header> {
    let symbols = facts.iter().find_map(|fact| match fact {
        Fact::Symbols(symbols) if symbols.len() == size => Some(symbols),
        _ => None,
    });
    let symbols = symbols.and_then(|symbols| String::from_iter(symbols).parse().ok());
    let boxes = match header::meaning(facts, size) {
        Meaning::Boxes(boxes) => boxes,
        Meaning::Nothing if symbols.is_some() => None,
        _ => return None,
    };
    let shape = match boxes {
        Some((rows, columns)) => Shape::boxes(rows, columns).ok()?,
        None => Shape::with_size(size).ok()?,
    };
    Some(Header {
        size,
        shape: Some(shape),
        symbols,
        above: 0,
    })
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
fn is_link(form: Form) -> bool {
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
