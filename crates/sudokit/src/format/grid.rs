//! Grids that stand in a block of lines, whatever is around and between their cells.
//!
//! A block can be cut into cells in several ways ([`Cutting`]). Each is tried, and the first one
//! that makes as many rows as a row has cells is the right one; if none does, the one that comes
//! nearest says what is wrong. That is how `530 070 000` has nine cells and `10 11 12 13` four,
//! and how a line of dashes is a frame in one grid and a row of open cells in another.

use super::alphabet::BLANKS;
use super::cells::Cells;
use super::layout::{Cutting, Line, LineKind, Lines, kind_of, separator};
use super::record::Alignment;
use super::unit::{Unit, characters};
use super::{Diagnostic, Form, Kind, ReadOptions, Record, Span};
use crate::shape::{MAX_SIZE, MIN_SIZE};

/// Reads the lines inside a span as one grid.
pub(super) fn read_rows(unit: &Unit, span: Span) -> Result<Record, Diagnostic> {
    let text = &unit.text[..span.end as usize];
    let mut lines = Lines::new(text, true);
    lines.at = span.start as usize;
    let block = Block::whole(lines, unit.options);
    match block.best_attempt() {
        Some(attempt) => attempt.read(unit, &block),
        None => Err(unit.error(
            Kind::Empty,
            span,
            "there is no row of cells here",
            "no rows",
            "write one line for each row of the grid",
        )),
    }
}

/// Lines that may be a grid, or several that follow each other closely.
pub(super) struct Block<'a> {
    text: &'a [u8],
    options: &'a ReadOptions,
    entries: Vec<Entry>,
    /// Whether all rows must belong to one grid.
    whole: bool,
    /// Whether the block ends where it ends, rather than where looking ahead did.
    closed: bool,
}

/// A line of a block.
struct Entry {
    line: Line,
    kind: LineKind,
    /// Whether a blank line stands before it.
    gap: bool,
}

impl<'a> Block<'a> {
    /// All lines, which must be one grid.
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

    /// The lines from here on that may be part of a grid, up to words, or up to more rows than
    /// the grid can have.
    pub fn ahead(lines: &mut Lines<'a>, options: &'a ReadOptions) -> Block<'a> {
        let mut block = Block::empty(lines.text, options);
        let (mut gap, mut rows, mut widest) = (false, 0, 0);
        for line in lines {
            let kind = match kind_of(line.of(block.text), options) {
                LineKind::Prose if block.is_near_row(line) => LineKind::Row,
                kind => kind,
            };
            match kind {
                LineKind::Blank => gap = true,
                LineKind::Comment => {}
                LineKind::Prose => break,
                LineKind::Row if block.is_too_long(line) => break,
                kind => {
                    block.push(line, kind, &mut gap);
                    rows += usize::from(kind != LineKind::Frame);
                    widest = widest.max(block.cells_at_most(line));
                    if rows > 2 * widest {
                        block.closed = false;
                        break;
                    }
                }
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
        }
    }

    fn push(&mut self, line: Line, kind: LineKind, gap: &mut bool) {
        self.entries.push(Entry {
            line,
            kind,
            gap: std::mem::take(gap),
        });
    }

    /// Whether a line that looks like a word is about as long as the row before it, in a grid
    /// that has letters: a row with something wrong.
    fn is_near_row(&self, line: Line) -> bool {
        let count = |line: Line| Cutting::Characters.cut(self.text, line).len();
        let previous = self.entries.iter().rfind(|e| e.kind == LineKind::Row);
        previous.is_some_and(|entry| {
            let letters = entry.line.of(self.text).iter();
            letters.filter(|byte| byte.is_ascii_alphabetic()).count() > 0
                && count(line).abs_diff(count(entry.line)) <= 2
        })
    }

    /// Whether a line has a token that no row of a grid can have: more likely a whole puzzle.
    fn is_too_long(&self, line: Line) -> bool {
        line.end - line.start > MAX_SIZE && {
            let tokens = Cutting::Tokens.cut(self.text, line);
            let fields = separator(self.text, line).is_some();
            let longest = tokens.iter().map(|token| token.of(self.text).len()).max();
            !fields && longest > Some(MAX_SIZE)
        }
    }

    /// The most cells that a line may have.
    fn cells_at_most(&self, line: Line) -> usize {
        let count = |cutting: Cutting| cutting.cut(self.text, line).len();
        let characters = count(Cutting::Characters);
        let tokens = count(Cutting::Tokens);
        let fields = separator(self.text, line).map_or(0, |separator| {
            count(Cutting::Fields {
                separator,
                trailing: false,
            })
        });
        let each = [characters, tokens, fields].into_iter();
        each.filter(|count| *count <= MAX_SIZE)
            .max()
            .unwrap_or(MAX_SIZE)
    }

    /// The way of cutting that makes a grid, or the one that comes nearest.
    pub fn best_attempt(&self) -> Option<Attempt> {
        let mut best: Option<Attempt> = None;
        for frames_first in [true, false] {
            if !frames_first && !self.has(LineKind::MaybeFrame) {
                break;
            }
            let rows = self.rows(frames_first);
            for cutting in self.cuttings(rows.len()) {
                let Some(attempt) = Attempt::new(self, &rows, cutting) else {
                    continue;
                };
                if attempt.complete {
                    return Some(attempt);
                }
                if best.as_ref().is_none_or(|best| attempt.score > best.score) {
                    best = Some(attempt);
                }
            }
        }
        best
    }

    fn has(&self, kind: LineKind) -> bool {
        self.entries.iter().any(|entry| entry.kind == kind)
    }

    /// The entries that are rows, when strokes are frames or when they are open cells.
    fn rows(&self, frames_first: bool) -> Vec<usize> {
        let is_row = |entry: &Entry| match entry.kind {
            LineKind::Row => true,
            LineKind::MaybeFrame => !frames_first,
            _ => false,
        };
        let entries = self.entries.iter().enumerate();
        entries
            .filter(|(_, entry)| is_row(entry))
            .map(|(at, _)| at)
            .collect()
    }

    fn cuttings(&self, rows: usize) -> Vec<Cutting> {
        let mut cuttings = Vec::new();
        let first = self.entries.iter().find(|e| e.kind == LineKind::Row);
        if let Some(separator) = first.and_then(|entry| separator(self.text, entry.line)) {
            cuttings.extend([false, true].map(|trailing| Cutting::Fields {
                separator,
                trailing,
            }));
        }
        let size = match &self.options.shape {
            Some(shape) => shape.size(),
            None => rows,
        };
        cuttings.extend([
            Cutting::Tokens,
            Cutting::Characters,
            Cutting::Columns { size },
        ]);
        cuttings
    }
}

/// One way to cut a block into cells.
pub(super) struct Attempt {
    cutting: Cutting,
    /// How many cells a row has, or most rows have.
    size: usize,
    rows: Vec<(Line, Vec<Span>)>,
    /// Where the grid ends in the text, with its closing frame.
    pub end: usize,
    /// Whether it has as many rows as each of them has cells.
    pub complete: bool,
    /// How near it comes to that.
    score: f64,
}

impl Attempt {
    fn new(block: &Block, rows: &[usize], cutting: Cutting) -> Option<Attempt> {
        let cut = |at: &usize| {
            let line = block.entries[*at].line;
            (line, cutting.cut(block.text, line))
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
        let plausible = plausibility(block, &cut_rows, cutting);
        let possible = (MIN_SIZE..=MAX_SIZE).contains(&size);
        let missing = taken.abs_diff(size) as f64 / size.max(taken).max(1) as f64;
        Some(Attempt {
            cutting,
            size,
            end: block.end_behind(last),
            complete: possible && taken == size && right == size && plausible >= 0.75,
            score: match possible {
                true => right as f64 / taken as f64 - missing + 2.0 * plausible,
                false => -1.0,
            },
            rows: cut_rows,
        })
    }

    /// How many cells each row has.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The lines of the rows.
    pub fn lines(&self) -> impl Iterator<Item = Line> + '_ {
        self.rows.iter().map(|(line, _)| *line)
    }

    /// Reads the cells, or says what is wrong with the rows. The unit starts where the block's
    /// text does.
    pub fn read(self, unit: &Unit, block: &Block) -> Result<Record, Diagnostic> {
        self.check(unit)?;
        let form = self.form(block);
        let alignment = match self.cutting {
            Cutting::Tokens => self.alignment(),
            _ => Alignment::None,
        };
        let first = self.rows.first().map_or(0, |(line, _)| line.start);
        let start = block.entries.first().map_or(first, |e| e.line.start);
        let end = block.content_end(self.end);
        let cells = Cells {
            size: self.size,
            spans: self.rows.into_iter().flat_map(|(_, cells)| cells).collect(),
            field: Span::new(start, end),
            form,
        };
        let mut record = match self.cutting {
            Cutting::Characters | Cutting::Columns { .. } => cells.characters(unit)?,
            Cutting::Tokens | Cutting::Fields { .. } => cells.tokens(unit)?,
        };
        record.alignment = match (record.form, alignment) {
            (Form::Pencilmarks, Alignment::None) => Alignment::Left,
            _ => alignment,
        };
        Ok(record)
    }

    /// The first fault of the rows: one with another number of cells than most, or too many or
    /// too few of them.
    fn check(&self, unit: &Unit) -> Result<(), Diagnostic> {
        let size = self.size;
        for (row, (line, cells)) in self.rows.iter().enumerate() {
            if cells.len() != size {
                return Err(self.wrong_row(unit, row, *line, cells.len()));
            }
        }
        let found = self.rows.len();
        if found == size {
            return Ok(());
        }
        let (last, _) = self.rows[found - 1];
        let expected = match &unit.options.shape {
            Some(shape) => format!("--shape {shape} has {size}"),
            None => format!("{size} cells in each row need {size}"),
        };
        let help = match found < size {
            true => "add the missing rows; write 0 or . for an open cell",
            false => "take out the rows that are too many, or put a blank line between puzzles",
        };
        Err(unit.error(
            Kind::Rows,
            last.trimmed(unit.text),
            format!("the grid has {}, where {expected}", counted(found, "row")),
            format!("row {found} is the last"),
            help,
        ))
    }

    fn wrong_row(&self, unit: &Unit, row: usize, line: Line, found: usize) -> Diagnostic {
        let size = self.size;
        let expected = match &unit.options.shape {
            Some(shape) => format!("--shape {shape} has {size}"),
            None if self.rows.len() == 1 => format!("a row has {MIN_SIZE} to {MAX_SIZE}"),
            None => format!("the other rows have {size}"),
        };
        let help = match (
            found < size,
            size - found.min(size),
            found.saturating_sub(size),
        ) {
            (true, 1, _) => "add the missing cell; write 0 or . for an open one",
            (true, ..) => "add the missing cells; write 0 or . for an open one",
            (false, _, 1) => "take the extra cell out",
            _ => "take the extra cells out",
        };
        unit.error(
            Kind::Columns,
            line.trimmed(unit.text),
            format!(
                "row {} has {}, where {expected}",
                row + 1,
                counted(found, "cell")
            ),
            counted(found, "cell"),
            help,
        )
    }

    fn form(&self, block: &Block) -> Form {
        let has_bar = |line: Line| {
            let layout = characters(line.of(block.text));
            layout
                .into_iter()
                .any(|(_, c)| matches!(c, '|' | '¦' | '\u{2500}'..='\u{257f}'))
        };
        let framed = block.has(LineKind::Frame) || self.lines().any(has_bar);
        let touching = self
            .rows
            .iter()
            .any(|(_, cells)| cells.windows(2).any(|pair| pair[0].end == pair[1].start));
        match self.cutting {
            Cutting::Fields { .. } => Form::Csv,
            _ if framed && touching => Form::SimpleSudoku,
            _ if framed => Form::Boxed,
            Cutting::Tokens => Form::Spaced,
            _ => Form::Rows,
        }
    }

    /// Whether the cells of each column start or end together.
    fn alignment(&self) -> Alignment {
        let edges = |(line, cells): &(Line, Vec<Span>), edge: fn(&Span) -> u32| -> Vec<u32> {
            let edge = cells.iter().map(edge);
            edge.map(|at| at - line.start as u32).collect()
        };
        let same = |edge: fn(&Span) -> u32| {
            let mut rows = self.rows.iter().map(|row| edges(row, edge));
            let first = rows.next();
            rows.all(|row| Some(&row) == first.as_ref())
        };
        match (same(|cell| cell.end), same(|cell| cell.start)) {
            (true, _) => Alignment::Right,
            (false, true) => Alignment::Left,
            (false, false) => Alignment::None,
        }
    }
}

impl Block<'_> {
    /// The end of the grid whose last row is this entry: with the frame below it, if there is one.
    fn end_behind(&self, last: usize) -> usize {
        let end = self.entries[last].line.next;
        match self.entries.get(last + 1) {
            Some(below) if below.kind != LineKind::Row && !below.gap => below.line.next,
            _ => end,
        }
    }

    /// The same end without the line end.
    fn content_end(&self, end: usize) -> usize {
        let entry = self.entries.iter().find(|entry| entry.line.next == end);
        entry.map_or(end, |entry| entry.line.end)
    }
}

/// How many rows stand together, between blank lines.
fn paragraphs(block: &Block, rows: &[usize]) -> Vec<usize> {
    let mut paragraphs = Vec::new();
    let mut previous = None;
    for &row in rows {
        // A frame may stand between the blank line and the row.
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

/// How many rows belong to the first grid: all of a paragraph that is a little too long, as many
/// as needed of one that holds several grids, and several paragraphs that are bands.
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

/// The number that occurs most often, the first of several.
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

/// Which part of the cells look like cells.
fn plausibility(block: &Block, rows: &[(Line, Vec<Span>)], cutting: Cutting) -> f64 {
    let is_symbol = |c: char| {
        let named = block.options.symbols.as_ref();
        c.is_alphanumeric()
            || BLANKS.contains(&c)
            || block.options.blank == Some(c)
            || named.is_some_and(|symbols| symbols.value_of(c, symbols.capacity()).is_some())
    };
    let is_cell = |span: &Span| {
        let token = span.of(block.text);
        match cutting {
            Cutting::Characters | Cutting::Columns { .. } => {
                characters(token).all(|(_, c)| is_symbol(c))
            }
            Cutting::Tokens | Cutting::Fields { .. } => {
                let number = token.len() <= 2 && token.iter().all(u8::is_ascii_digit);
                let marks = token.iter().take_while(|b| b"*#@".contains(b)).count();
                let group = &token[marks..];
                let ascends =
                    group.iter().all(u8::is_ascii_alphanumeric) && group.is_sorted_by(|a, b| a < b);
                let one_symbol = characters(token).nth(1).is_none();
                let blank = |byte: &u8| BLANKS.contains(&char::from(*byte));
                let repeated = token.first().is_none_or(blank)
                    && token.windows(2).all(|pair| pair[0] == pair[1]);
                number || ascends || one_symbol || repeated
            }
        }
    };
    let cells = || rows.iter().flat_map(|(_, cells)| cells);
    let plausible = cells().filter(|cell| is_cell(cell)).count();
    plausible as f64 / cells().count().max(1) as f64
}

fn counted(count: usize, thing: &str) -> String {
    match count {
        1 => format!("1 {thing}"),
        _ => format!("{count} {thing}s"),
    }
}
