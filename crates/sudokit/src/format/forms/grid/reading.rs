//! One way to read a block of lines as a grid: how many cells its rows have, which rows belong to
//! it, which boxes its frame shows, and what is wrong if the rows do not form a square.

use crate::format::forms::cells::Cells;
use crate::format::forms::grid::positions::Positioned;
use crate::format::forms::grid::row_split::RowSplit;
use crate::format::forms::grid::{Block, Entry};
use crate::format::forms::sizes::is_usual;
use crate::format::read::lines::{Line, LineKind, is_bar};
use crate::format::read::segment::{Segment, characters, counted};
use crate::format::record::Alignment;
use crate::format::symbols::alphabet::{Tally, fits_any};
use crate::format::symbols::digits::is_foreign_digit;
use crate::format::symbols::tokens::{
    BLANKS, cell_number, fraction, is_blank, is_blank_word, lists_candidates, number, unmarked,
};
use crate::format::{Form, ReadOptions, Record, Span};
use crate::problem::{Problem, ProblemCode};
use crate::shape::{MAX_SIZE, MIN_SIZE};

/// One way to split a block into cells.
pub(crate) struct Reading {
    row_split: RowSplit,
    /// The number of cells in a row, or in most rows.
    pub size: usize,
    rows: Vec<(Line, Vec<Span>)>,
    /// The end of the grid in the text, including its closing frame.
    pub end: usize,
    /// Whether there are as many rows as cells in a row.
    pub complete: bool,
    /// How close it comes to that.
    pub score: f64,
    /// What is missing before cells behind the end of their line, in a grid read by position.
    leads: Vec<String>,
}

impl Reading {
    /// Splits the rows, given as indices of the block's entries.
    pub fn new(block: &Block, rows: &[usize], row_split: RowSplit) -> Option<Reading> {
        let cut = |at: &usize| {
            let line = block.entries[*at].line;
            let mut cells = row_split.cells(block.text, line);
            let has_columns = matches!(row_split, RowSplit::Fields { .. } | RowSplit::Table { .. });
            if !block.skipped.is_empty() && has_columns {
                let mut column = 0..;
                cells.retain(|_| column.next().is_none_or(|c| !block.skipped.contains(&c)));
            }
            (line, cells)
        };
        let mut cut_rows: Vec<(Line, Vec<Span>)> = rows.iter().map(cut).collect();
        let paragraphs = paragraphs(block, rows);
        let sample = match paragraphs.first() {
            Some(first) if *first >= MIN_SIZE => *first,
            _ => rows.len(),
        };
        let size = match &block.options.shape {
            Some(shape) => shape.size(),
            None => most_frequent(cut_rows[..sample].iter().map(|(_, cells)| cells.len()))?,
        };
        let taken = match block.whole {
            true => rows.len(),
            false => rows_taken(&paragraphs, size, block.closed),
        };
        cut_rows.truncate(taken);
        let last = *rows.get(taken.checked_sub(1)?)?;
        let right = cut_rows.iter().filter(|(_, cells)| cells.len() == size);
        let right = right.count();
        let plausible = plausibility(block, &cut_rows, row_split, size);
        let possible =
            (MIN_SIZE..=MAX_SIZE).contains(&size) && !ends_with_border(block, &cut_rows, row_split);
        let missing = taken.abs_diff(size) as f64 / size.max(taken).max(1) as f64;
        Some(Reading {
            row_split,
            size,
            end: block.end_behind(last).max(block.tail),
            complete: possible && taken == size && right == size && plausible >= 0.75,
            score: match possible {
                true => right as f64 / taken as f64 - missing + 2.0 * plausible,
                false => -1.0,
            },
            rows: cut_rows,
            leads: Vec::new(),
        })
    }

    /// Creates the reading of cells that were found by position.
    pub fn positioned(row_split: Option<RowSplit>, positioned: Positioned) -> Reading {
        let size = positioned.rows.len();
        Reading {
            row_split: row_split.unwrap_or(RowSplit::Columns { size }),
            size,
            rows: positioned.rows,
            end: positioned.end,
            complete: true,
            score: 0.0,
            leads: positioned.leads,
        }
    }

    /// Returns whether a line is one of the rows, with all of its cells, or with about as many fields.
    pub fn has_row(&self, line: Line) -> bool {
        let margin = usize::from(matches!(self.row_split, RowSplit::Fields { .. }));
        let is_whole = |cells: &[Span]| cells.len().abs_diff(self.size) <= margin;
        let mut rows = self.rows.iter();
        rows.any(|(row, cells)| row.start == line.start && is_whole(cells))
            && (MIN_SIZE..=MAX_SIZE).contains(&self.size)
    }

    /// Returns whether the lines of strokes that were left out are a frame: after every row or every
    /// band, or above and below the grid. Others may be rows of empty cells, so that there is a row
    /// too many.
    pub fn has_regular_strokes(&self, block: &Block) -> bool {
        let bars = |line: Line| -> (usize, Vec<usize>) {
            let line = line.of(block.text).trim_ascii_end();
            let places = characters(line).enumerate();
            let bars = places.filter(|(_, (_, c))| is_bar(*c));
            (characters(line).count(), bars.map(|(at, _)| at).collect())
        };
        let Some((first, _)) = self.rows.first() else {
            return true;
        };
        let frames = || {
            let entries = block.entries.iter().enumerate();
            let frames = entries.filter(|(at, entry)| {
                entry.kind == LineKind::MaybeFrame && !block.is_empty_header(*at)
            });
            frames.map(|(_, entry)| entry)
        };
        if frames().next().is_none() {
            return true;
        }
        let (length, columns) = bars(*first);
        if columns.is_empty() {
            return true;
        }
        // A table has a rule below its header, or below its first row. Bars alone are a row of empty
        // cells there.
        let is_table = columns.len() + 1 >= self.size;
        let is_row_like = |entry: &&Entry| {
            let found = bars(entry.line);
            !self.has_row(entry.line)
                && found.1 == columns
                && found.0.abs_diff(length) <= 1
                && (!is_table || block.is_bars(entry))
        };
        let rows_before =
            |entry: &Entry| self.lines().filter(|l| l.start < entry.line.start).count();
        let end = self
            .end
            .max(self.lines().last().map_or(0, |line| line.next));
        let found = frames()
            .filter(is_row_like)
            .filter(|entry| entry.line.start < end);
        let mut strokes: Vec<usize> = found.map(rows_before).collect();
        strokes.dedup();
        let inner = strokes
            .iter()
            .copied()
            .filter(|at| (1..self.rows.len()).contains(at));
        let inner: Vec<usize> = inner.collect();
        if is_table {
            return strokes.is_empty();
        }
        let is_closed = strokes.contains(&0) == strokes.contains(&self.rows.len());
        match inner.is_empty() {
            true => is_closed,
            false => Division::new(self.rows.len(), &inner) != Division::Irregular,
        }
    }

    /// Returns the readings of two or three boards beside each other, if each row has as many cells as
    /// those have, and each cell is one byte.
    pub fn beside(&self) -> Vec<Reading> {
        let size = self.rows.len();
        let is_cell = |cell: &Span| cell.end - cell.start == 1;
        let is_row = |cells: &[Span]| cells.len() == self.size && cells.iter().all(is_cell);
        let are_boards = size <= 9 && is_usual(size) && [2 * size, 3 * size].contains(&self.size);
        if !are_boards || !self.rows.iter().all(|(_, cells)| is_row(cells)) {
            return Vec::new();
        }
        let board = |first: usize| {
            let rows = self.rows.iter();
            let part =
                |(line, cells): &(Line, Vec<Span>)| (*line, cells[first..first + size].to_vec());
            Reading {
                size,
                rows: rows.map(part).collect(),
                complete: true,
                leads: Vec::new(),
                ..*self
            }
        };
        (0..self.size).step_by(size).map(board).collect()
    }

    /// Returns how many boards are beside each other if the rows are those of several, with an empty
    /// column between them or with rows of a length that no board is assumed to have.
    pub fn count_beside(&self) -> Option<usize> {
        const MOST: usize = 6;
        let size = self.rows.len();
        let is_whole = |(_, cells): &(Line, Vec<Span>)| cells.len() == self.size;
        if !is_usual(size) || !self.rows.iter().all(is_whole) {
            return None;
        }
        let has_gap = |column: usize| {
            let mut cells = self.rows.iter().map(|(_, cells)| cells[column]);
            cells.all(|cell| cell.start == cell.end)
        };
        (2..=MOST).find(|count| {
            let mut gaps = (1..*count).map(|at| at * (size + 1) - 1);
            let are_apart = self.size == count * (size + 1) - 1 && gaps.all(has_gap);
            are_apart || self.size == count * size && !is_usual(self.size)
        })
    }

    /// Returns the lines of the rows.
    pub fn lines(&self) -> impl Iterator<Item = Line> + '_ {
        self.rows.iter().map(|(line, _)| *line)
    }

    /// Reads the cells, or reports what is wrong with the rows. The segment starts where the
    /// block's text does.
    pub fn read(self, segment: &Segment, block: &Block) -> Result<Record, Problem> {
        self.check(segment)?;
        let form = self.form(block);
        let alignment = match self.row_split {
            RowSplit::Tokens | RowSplit::Table { .. } => self.alignment(),
            _ => Alignment::None,
        };
        let first = self.rows.first().map_or(0, |(line, _)| line.start);
        let start = block.entries.first().map_or(first, |e| e.line.start);
        let start = start.min(first);
        let end = block.content_end(self.end);
        let cells = Cells {
            size: self.size,
            drawn: drawn_boxes(block, &self.rows),
            spans: self.rows.into_iter().flat_map(|(_, cells)| cells).collect(),
            field: Span::new(start, end),
            form,
        };
        let mut record = match self.row_split {
            RowSplit::Characters | RowSplit::Columns { .. } => cells.characters(segment)?,
            RowSplit::Tokens | RowSplit::Fields { .. } | RowSplit::Table { .. } => {
                cells.tokens(segment)?
            }
        };
        record.alignment = match (record.form, alignment) {
            (Form::Pencilmarks, Alignment::None) => Alignment::Left,
            _ => alignment,
        };
        record.leads = self.leads;
        Ok(record)
    }

    /// Reports the first problem of the rows: one of a different length than most, or too many or
    /// too few rows.
    fn check(&self, segment: &Segment) -> Result<(), Problem> {
        let size = self.size;
        for (row, (line, cells)) in self.rows.iter().enumerate() {
            if cells.len() != size {
                return Err(self.wrong_row(segment, row, *line, cells.len()));
            }
        }
        let found = self.rows.len();
        if found == size {
            return Ok(());
        }
        let (last, _) = self.rows[found - 1];
        let expected = match &segment.options.shape {
            Some(shape) => format!("--shape {shape} needs {size} rows"),
            None => format!("rows of {size} cells need {size} rows"),
        };
        let help = match found < size {
            _ if is_usual(found) && size.is_multiple_of(found) => {
                "if these are boards beside each other, write them below each other"
            }
            true => "add the missing rows; write 0 or . for an empty cell",
            false => "remove rows or add cells, or put a blank line between two puzzles",
        };
        Err(segment.problem(
            ProblemCode::RowCount,
            last.trimmed(segment.text),
            format!("the grid has {}; {expected}", counted(found, "row")),
            format!("row {found} is the last one"),
            help,
        ))
    }

    fn wrong_row(&self, segment: &Segment, row: usize, line: Line, found: usize) -> Problem {
        let size = self.size;
        let expected = match &segment.options.shape {
            Some(shape) => format!("--shape {shape} has {size}"),
            None if self.rows.len() == 1 => format!("a row has {MIN_SIZE} to {MAX_SIZE}"),
            None => format!("the other rows have {size}"),
        };
        let help = match (
            found < size,
            size - found.min(size),
            found.saturating_sub(size),
        ) {
            (true, 1, _) => "add the missing cell; write 0 or . for an empty one",
            (true, ..) => "add the missing cells; write 0 or . for an empty one",
            (false, _, 1) => "remove the extra cell",
            _ => "remove the extra cells",
        };
        segment.problem(
            ProblemCode::RowLength,
            line.trimmed(segment.text),
            format!("row {} has {}; {expected}", row + 1, counted(found, "cell")),
            counted(found, "cell"),
            help,
        )
    }

    fn form(&self, block: &Block) -> Form {
        let has_bar = |line: Line| characters(line.of(block.text)).any(|(_, c)| is_bar(c));
        let framed = block.has(LineKind::Frame) || self.lines().any(has_bar);
        let touching = self
            .rows
            .iter()
            .any(|(_, cells)| cells.windows(2).any(|pair| pair[0].end == pair[1].start));
        match self.row_split {
            RowSplit::Fields { .. } => Form::Csv,
            _ if framed && self.is_table(block) => Form::Markdown,
            _ if framed && touching => Form::SimpleSudoku,
            _ if framed => Form::Boxed,
            RowSplit::Tokens => Form::Spaced,
            _ => Form::Rows,
        }
    }

    /// Returns whether the rows are those of a Markdown table: a bar around every cell, and a single
    /// line of strokes.
    fn is_table(&self, block: &Block) -> bool {
        let is_rule = |line: Line| {
            let line = line.trimmed(block.text).of(block.text);
            line.starts_with(b"|")
                && line.iter().all(|b| b"|-: ".contains(b))
                && line.contains(&b'-')
        };
        let table = RowSplit::Table { outer: true };
        let frames = block.entries.iter().filter(|e| e.kind != LineKind::Row);
        frames.filter(|entry| is_rule(entry.line)).count() == 1
            && self
                .lines()
                .all(|line| table.cells(block.text, line).len() == self.size)
    }

    /// Returns whether the cells of each column start or end together.
    fn alignment(&self) -> Alignment {
        let same = |edge: fn(&Span) -> u32| {
            let edges = |(line, cells): &'_ (Line, Vec<Span>)| {
                let start = line.start as u32;
                cells
                    .iter()
                    .map(move |cell| edge(cell) - start)
                    .collect::<Vec<u32>>()
            };
            let first = self.rows.first().map(edges).unwrap_or_default();
            self.rows.iter().all(|(line, cells)| {
                let start = line.start as u32;
                let edges = cells.iter().map(|cell| edge(cell) - start);
                edges.eq(first.iter().copied())
            })
        };
        match (same(|cell| cell.end), same(|cell| cell.start)) {
            (true, _) => Alignment::Right,
            (false, true) => Alignment::Left,
            (false, false) => Alignment::None,
        }
    }
}

/// Returns whether the first or the last row is part of an empty border rather than of the grid: its
/// fields are empty although open cells are written otherwise, or although the border continues on
/// the right.
fn ends_with_border(block: &Block, rows: &[(Line, Vec<Span>)], row_split: RowSplit) -> bool {
    let RowSplit::Fields {
        separator,
        trailing,
    } = row_split
    else {
        return false;
    };
    let is_empty = |row: &(Line, Vec<Span>)| row.1.iter().all(|cell| cell.start == cell.end);
    let edges = [rows.first(), rows.last()];
    if !edges.into_iter().flatten().any(is_empty) {
        return false;
    }
    let continues = |(line, _): &(Line, Vec<Span>)| {
        let mut end = line.of(block.text).iter().rev();
        trailing && end.find(|byte| **byte != b' ') == Some(&separator)
    };
    let is_open =
        |cell: &Span| cell.start < cell.end && is_blank(cell.of(block.text), block.options.blank);
    rows.iter().all(continues) || rows.iter().flat_map(|(_, cells)| cells).any(is_open)
}

/// Returns the numbers of consecutive rows between blank lines.
pub(super) fn paragraphs(block: &Block, rows: &[usize]) -> Vec<usize> {
    let mut paragraphs = Vec::new();
    let mut previous = None;
    for &row in rows {
        // A frame may come between the blank line and the row.
        let since = previous.map_or(0, |row: usize| row + 1);
        let gap = block.entries[since..=row].iter().any(|entry| entry.gap);
        match paragraphs.last_mut() {
            Some(count) if !gap => *count += 1,
            _ => paragraphs.push(1),
        }
        previous = Some(row);
    }
    paragraphs
}

/// Returns how many rows belong to the first grid: all of a paragraph that is slightly too long,
/// the first ones of a paragraph that contains several grids, or several paragraphs that are bands.
fn rows_taken(paragraphs: &[usize], size: usize, closed: bool) -> usize {
    let first = paragraphs.first().copied().unwrap_or(0);
    if first >= size {
        let ends_here = closed || paragraphs.len() > 1;
        return match ends_here && first < 2 * size {
            true => first,
            false => size,
        };
    }
    let mut taken = first;
    for paragraph in paragraphs.iter().skip(1) {
        if taken + paragraph > size {
            break;
        }
        taken += paragraph;
    }
    taken
}

/// Returns the most frequent number, or the first of several.
fn most_frequent(counts: impl Iterator<Item = usize> + Clone) -> Option<usize> {
    let frequency = |wanted: usize| counts.clone().filter(|count| *count == wanted).count();
    let mut best = None;
    for count in counts.clone() {
        let found = frequency(count);
        if best.is_none_or(|(_, most)| found > most) {
            best = Some((count, found));
        }
    }
    best.map(|(count, _)| count)
}

/// Returns the share of cells that look like cells of a board of this size.
fn plausibility(
    block: &Block,
    rows: &[(Line, Vec<Span>)],
    row_split: RowSplit,
    size: usize,
) -> f64 {
    let tokens = || rows.iter().flat_map(|(_, cells)| cells);
    let tokens = || tokens().map(|span| span.of(block.text));
    let plausible = match row_split {
        RowSplit::Tokens | RowSplit::Fields { .. } | RowSplit::Table { .. } => {
            // `5678` may be candidates, or four cells of a larger board; `....` is four cells.
            let mut candidates = Tally::new();
            let mut plausible = 0;
            // `__` is one cell if all others are one symbol, and there are as many rows as cells.
            let is_double = |t: &[u8]| t.len() == 2 && is_blank(t, block.options.blank);
            let has_wide_blanks =
                || rows.len() == size && tokens().all(|t| t.len() == 1 || is_double(t));
            let is_wide = tokens().any(is_zero_filled) || size > 9 || has_wide_blanks();
            for token in tokens() {
                if let [_] = token {
                    plausible += 1;
                    continue;
                }
                let one_symbol = characters(token).nth(1).is_none();
                let is_open = is_blank(token, block.options.blank);
                let wide = token.len() == 2 && is_wide && (is_open || number(token).is_some());
                let printed = is_open && is_blank_word(token)
                    || !fraction(token).is_empty() && cell_number(token) <= Some(size);
                let group = !one_symbol && !wide && !printed && lists_candidates(token);
                if group {
                    characters(unmarked(token)).for_each(|(_, c)| candidates.add(c));
                }
                plausible += usize::from(one_symbol || wide || printed || group);
            }
            let none = candidates.seen().next().is_none();
            match none || fits_any(&candidates, size, block.options) {
                true => plausible,
                false => plausible / 2,
            }
        }
        RowSplit::Characters | RowSplit::Columns { .. } => {
            let mut strangers = Tally::new();
            let mut known = 0;
            for (_, character) in tokens().flat_map(characters) {
                match is_symbol(character, block.options) {
                    true => known += 1,
                    false => strangers.add(character),
                }
            }
            // A single unknown character may be the blank.
            match strangers.seen().count() {
                1 => tokens().count(),
                _ => known,
            }
        }
    };
    plausible as f64 / tokens().count().max(1) as f64
}

/// Returns whether a token is like `07`, in a grid whose cells are all two characters wide.
fn is_zero_filled(token: &[u8]) -> bool {
    matches!(token, [b'0', b'1'..=b'9'])
}

/// Returns whether a character could be a value or a blank in some convention.
fn is_symbol(character: char, options: &ReadOptions) -> bool {
    let named = options.symbols.as_ref();
    character.is_alphanumeric()
        || is_foreign_digit(character)
        || BLANKS.contains(&character)
        || options.is_blank(character)
        || named.is_some_and(|symbols| symbols.value_of(character, symbols.capacity()).is_some())
}

/// What divides a grid in one direction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Division {
    /// Nothing, or the same between any two cells.
    Nothing,
    /// A stroke after every this many cells.
    Every(usize),
    /// Strokes at unequal distances.
    Irregular,
}

impl Division {
    /// Finds the division of this many cells, with strokes before the listed ones.
    fn new(size: usize, strokes: &[usize]) -> Division {
        let Some(&first) = strokes.first() else {
            return Division::Nothing;
        };
        let regular =
            size.is_multiple_of(first) && (first..size).step_by(first).eq(strokes.iter().copied());
        match regular {
            true if first == 1 => Division::Nothing,
            true => Division::Every(first),
            false => Division::Irregular,
        }
    }
}

/// Returns the rows and columns of the boxes that are drawn around the cells of a square grid. One
/// direction is enough; an irregular drawing shows no boxes.
pub(crate) fn drawn_boxes(block: &Block, rows: &[(Line, Vec<Span>)]) -> Option<(usize, usize)> {
    let size = rows.len();
    let (box_rows, box_columns) = match (bands(block, rows), stacks(block.text, rows)) {
        (Division::Every(rows), Division::Every(columns)) => (rows, columns),
        (Division::Every(rows), Division::Nothing) => (rows, size / rows),
        (Division::Nothing, Division::Every(columns)) => (size / columns, columns),
        _ => return None,
    };
    (box_rows * box_columns == size).then_some((box_rows, box_columns))
}

/// Finds the lines that divide the rows.
fn bands(block: &Block, rows: &[(Line, Vec<Span>)]) -> Division {
    let has_line = |pair: &[(Line, Vec<Span>)]| {
        let between = pair[0].0.next..pair[1].0.start;
        let mut entries = block.entries.iter();
        entries.any(|entry| between.contains(&entry.line.start))
    };
    let pairs = rows.windows(2).enumerate();
    let strokes: Vec<usize> = pairs
        .filter(|(_, pair)| has_line(pair))
        .map(|(above, _)| above + 1)
        .collect();
    Division::new(rows.len(), &strokes)
}

/// Finds the bars that divide the columns, if they are in the same positions in every row.
fn stacks(text: &[u8], rows: &[(Line, Vec<Span>)]) -> Division {
    let has_bar = |pair: &[Span]| {
        let between = Span {
            start: pair[0].end,
            end: pair[1].start,
        };
        characters(between.of(text)).any(|(_, character)| is_bar(character))
    };
    let bars = |(_, cells): &(Line, Vec<Span>)| -> Vec<usize> {
        let pairs = cells.windows(2).enumerate();
        pairs
            .filter(|(_, pair)| has_bar(pair))
            .map(|(before, _)| before + 1)
            .collect()
    };
    let mut rows_of_bars = rows.iter().map(bars);
    let first = rows_of_bars.next().unwrap_or_default();
    match rows_of_bars.all(|row| row == first) {
        true => Division::new(rows.len(), &first),
        false => Division::Irregular,
    }
}
