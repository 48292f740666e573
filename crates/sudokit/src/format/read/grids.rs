//! Grids in blocks of lines: which of the readings of a block counts, and what is reported if none
//! does.

use std::collections::VecDeque;

use crate::format::forms::companions::Companion;
use crate::format::forms::grid::reading::Reading;
use crate::format::forms::grid::{Block, LARGEST_SPREAD, Lookahead, positions};
use crate::format::forms::line::{self, LinePuzzle, Spread};
use crate::format::forms::sizes::is_usual;
use crate::format::read::context::last_line;
use crate::format::read::headed::MOST_HEADER_LINES;
use crate::format::read::line_signs::has_empty_fields;
use crate::format::read::lines::{Line, LineKind, Lines, kind_of, split};
use crate::format::read::segment::{Segment, characters};
use crate::format::read::text::{Allowed, Found, Splitter, line_end};
use crate::format::record::Alignment;
use crate::format::symbols::alphabet::{Tally, fits_any};
use crate::format::symbols::tokens;
use crate::format::{Content, Form, Record, Span, Symbols};
use crate::problem::ProblemCode;
use crate::puzzle::Grid;
use crate::shape::{MAX_SIZE, MIN_SIZE};

/// The marks that some draw bars with.
const MARKS_FOR_BARS: [u8; 3] = [b'!', b':', b'/'];

/// The most blank rows at the top of a grid that are looked for.
const MOST_BLANK_ROWS: usize = 4;

impl<'a> Splitter<'a> {
    /// Returns the grid whose first rows are blank lines, because a space is an empty cell in it.
    pub(super) fn below_blank_row(&self, line: Line, ahead: &mut Lines<'a>) -> Option<Found> {
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

    /// Decides whether a line that could be a small puzzle is a row of a larger one: it is if as
    /// many lines as it has cells form a grid, and not all of these lines could be puzzles
    /// themselves.
    pub(super) fn grid_instead(
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
        let has_slots = |line: Line| {
            let cells = split(line.of(self.text), |c| {
                c.is_whitespace() || ",|;".contains(c)
            });
            cells.len() == 9
                && cells
                    .iter()
                    .all(|c| tokens::is_slots(c.of(line.of(self.text))))
        };
        if reading.lines().all(has_slots) {
            return Some(self.grid(&block, reading));
        }
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
    pub(super) fn grid_at(&self, line: Line, ahead: &mut Lines<'a>) -> Option<Found> {
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
        let beside = reading
            .as_ref()
            .and_then(|reading| self.beside(&block, reading));
        if beside.is_some() {
            return beside;
        }
        if self.options.shape.is_none()
            && let Some((count, end)) = block.boards_beside()
        {
            return Some(self.several_beside(line, count, end));
        }
        let framed = kind_of(line.of(self.text), self.options) != LineKind::Row;
        let alone = reading.as_ref().is_none_or(|a| a.lines().count() == 1);
        // `[] -> []` has no cells but marks.
        let is_mark = |byte: &u8| b"[](){}<>=&$".contains(byte);
        let content = line.of(self.text);
        let has_symbols = content.iter().any(u8::is_ascii_alphanumeric) || !content.is_ascii();
        if alone && !has_symbols && content.iter().any(is_mark) {
            return None;
        }
        let is_string = self.context.in_string && self.context.line_size.is_some();
        // A row alone in source text is not worth a message.
        let in_source = is_string || self.context.array_size.is_some();
        if in_source && !framed && alone && cells < MIN_SIZE * MIN_SIZE {
            return None;
        }
        let among_lines = self.context.line_size.is_some() && !is_string
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
            let is_read = |reading: &Reading| reading.has_row(line);
            reading.as_ref().is_some_and(is_read) || has_empty_fields(content)
        };
        if !framed && cells < MIN_SIZE && !is_row() {
            self.pass_over_short_rows(line, ahead);
            return None;
        }
        // A mark alone is no row.
        let is_row = |reading: &Reading| reading.size > 1 || block.entries.len() > 1;
        let reading = reading.filter(is_row);
        reading.map(|reading| self.grid(&block, reading))
    }

    /// Returns the puzzle of a block that has its solution beside it, also with a position between
    /// them. Of several puzzles, none could be a piece of its own.
    fn beside(&self, block: &Block, reading: &Reading) -> Option<Found> {
        let read = |board: Reading| match self.grid(block, board).content {
            Content::Puzzle(record) => Some(record),
            _ => None,
        };
        let boards = reading.beside().into_iter().map(read);
        let boards: Vec<Record> = boards.collect::<Option<_>>()?;
        let (full, open): (Vec<_>, Vec<_>) = boards.into_iter().partition(|r| r.puzzle.is_full());
        let mut open = open.into_iter();
        let (Some(record), [solution]) = (open.next(), &full[..]) else {
            return None;
        };
        let keeps = |(given, value): (&u8, &u8)| *given == 0 || given == value;
        let is_position = |other: &Record| {
            let mut values = record.puzzle.values().iter().zip(other.puzzle.values());
            values.all(keeps)
        };
        let positions = open.map(|other| is_position(&other).then_some(other));
        let positions: Vec<Record> = positions.collect::<Option<_>>()?;
        let companion = |other: Record| Companion {
            values: other.puzzle.values().to_vec(),
            cells: other.cells,
            blank: other.blank,
        };
        let shape = record.puzzle.shape().clone();
        let record = Record {
            claimed: Grid::new(shape, solution.puzzle.values().to_vec()).ok(),
            answer: Some(solution.cells.clone()),
            companions: positions.into_iter().map(companion).collect(),
            alignment: Alignment::None,
            ..record
        };
        Some(Found {
            base: 0,
            end: reading.end,
            content: Content::Puzzle(record),
        })
    }

    /// Creates the problem of boards beside each other: their lines could be no pieces of their own.
    fn several_beside(&self, line: Line, count: usize, end: usize) -> Found {
        let segment = Segment {
            text: &self.text[line.start..end],
            ..self.segment(line)
        };
        let problem = segment.problem(
            ProblemCode::SeveralPuzzles,
            Span::new(0, line.end - line.start),
            format!("these are {count} boards beside each other"),
            "a row of each",
            "write them below each other, with a blank line between them; only a puzzle beside its \
             solution is read",
        );
        Found {
            base: line.start,
            end,
            content: Content::Unreadable(problem),
        }
    }

    /// Remembers where rows of a few characters end, if there are more of them than a grid with
    /// spaces as cells and the header above it have lines: none of the others starts one, so they
    /// need not be examined one by one.
    fn pass_over_short_rows(&self, line: Line, ahead: &Lines<'a>) {
        const FEWEST: usize = LARGEST_SPREAD + MOST_HEADER_LINES + 1;
        let is_short = |line: &Line| {
            let content = line.of(self.text);
            let cells = characters(content).filter(|(_, c)| !c.is_whitespace());
            kind_of(content, self.options) == LineKind::Row
                && cells.take(MIN_SIZE).count() < MIN_SIZE
        };
        let mut below = ahead.clone();
        below.at = line.next;
        // The starts of the last lines, the oldest first.
        let mut starts = VecDeque::with_capacity(FEWEST);
        for next in below.take_while(is_short) {
            if starts.len() == FEWEST
                && let Some(start) = starts.pop_front()
            {
                self.short_rows.set(start);
            }
            starts.push_back(next.start);
        }
    }

    /// Returns whether a line is in a run of short rows that is too long for a grid. A line with other
    /// characters than letters and digits may still start a text in quotation marks or brackets.
    pub(super) fn is_passed_over(&self, line: Line) -> bool {
        let is_cell = |byte: &u8| byte.is_ascii_alphanumeric();
        line.start < self.short_rows.get()
            && line.start < self.cells_searched.get()
            && line.of(self.text).iter().all(is_cell)
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
    pub(super) fn whole_grid(&self, block: &Block<'a>) -> Result<Found, Option<Reading>> {
        if let Some(bare) = block.without_sure_bullets() {
            return self.whole_grid(&bare);
        }
        let reading = block.best_reading();
        let plain = match reading {
            Some(reading) if reading.complete => Ok(self.grid(block, reading)),
            reading => Err(reading),
        };
        // A line alone can be cut in no other way.
        let is_alone = block.entries.len() == 1;
        if is_alone || plain.as_ref().is_ok_and(|found| self.is_certain(found)) {
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
            let labelled = first.and_then(|first| positions::below_labels(block, first));
            let positioned = positioned.or(labelled).map(|grid| (None, grid));
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

    /// Replaces a board of 8×8 without a value above 4 by a problem if it breaks the rules or is
    /// full of givens: it is rather four boards of 4×4 beside and below each other.
    pub(super) fn unless_several_boards(&self, found: Found) -> Found {
        let are_boards = |record: &Record| {
            let puzzle = &record.puzzle;
            let largest = puzzle.values().iter().max();
            let is_usual = puzzle.clues() < 16 && puzzle.check().is_ok();
            puzzle.shape().size() == 8 && largest <= Some(&4) && !is_usual
        };
        let is_named = self.options.shape.is_some();
        match found
            .record()
            .is_some_and(|record| !is_named && are_boards(record))
        {
            true => self.refused(
                &found,
                "the 8×8 cells have no value above 4: they may be four boards of 4×4",
                "give each board alone, or use --shape 2x4 if it is one board",
            ),
            false => found,
        }
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
        let first = first.moved(|at| at + found.base as u32);
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

#[cfg(test)]
mod tests {
    use crate::format::{ReadOptions, read_puzzle};

    #[test]
    fn a_solution_beside_its_puzzle_is_a_claim() {
        let (open, full) = (
            ["1...", "..2.", ".3..", "...4"],
            ["1243", "3421", "4312", "2134"],
        );
        for gap in [" ", "   ", "\t", " | ", "|"] {
            let rows = |full: [&str; 4]| -> String {
                let rows = open.iter().zip(full);
                rows.map(|(open, full)| format!("{open}{gap}{full}\n"))
                    .collect()
            };
            let text = rows(full);
            let record = read_puzzle(text.as_bytes(), ReadOptions::default()).expect(&text);
            assert_eq!(record.puzzle.to_string(), open.concat(), "{text}");
            assert!(record.claim_problem(text.as_bytes(), 1, None).is_none());
            let mut out = Vec::new();
            let swap = |value: &u8| [0, 2, 1, 3, 4][usize::from(*value)];
            let map = |values: &[u8]| values.iter().map(swap).collect();
            record.write_transformed(text.as_bytes(), map, &mut out);
            let swapped = text.replace('1', "x").replace('2', "1").replace('x', "2");
            assert_eq!(String::from_utf8(out).unwrap(), swapped);
            let wrong = rows(["1243", "3421", "4312", "2143"]);
            let record = read_puzzle(wrong.as_bytes(), ReadOptions::default()).expect(&wrong);
            assert!(record.claim_problem(wrong.as_bytes(), 1, None).is_some());
        }
        let two: String = open.iter().map(|row| format!("{row} {row}\n")).collect();
        assert!(read_puzzle(two.as_bytes(), ReadOptions::default()).is_err());
    }

    #[test]
    fn four_small_boards_are_no_large_one() {
        let rows = [
            "1..4..21", "..1.12..", ".1....12", "4..121..", ".2.14..3", "1.2..34.", ".1.2.43.",
            "2.1.3..4",
        ];
        let text = rows.join("\n");
        let problem = read_puzzle(text.as_bytes(), ReadOptions::default()).unwrap_err();
        assert!(problem.message.contains("four boards of 4×4"), "{problem}");
        let large = text.replacen('1', "8", 1);
        assert!(read_puzzle(large.as_bytes(), ReadOptions::default()).is_ok());
    }
}
