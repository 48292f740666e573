//! Rows in which a space is an empty cell, read by position.
//!
//! There are four layouts: cells side by side, with a space between them, with a gap or a bar
//! between boxes, and with both. A layout counts if every symbol is on one of its positions and the
//! longest row ends at its last one. Rows may be shorter, as editors remove spaces at the end, but
//! only where an answer can be appended cell by cell. If two layouts fit, neither is used.

use crate::format::forms::cells::{is_usual, size_of};
use crate::format::forms::grid::Block;
use crate::format::forms::grid::row_split::RowSplit;
use crate::format::read::lines::{Line, LineKind, Lines, is_bar, kind_of};
use crate::format::read::segment::{characters, length_of};
use crate::format::{ReadOptions, Span, Symbols};
use crate::shape::{MAX_SIZE, MIN_SIZE, Shape};

/// A grid that was read by position.
pub(crate) struct Positioned {
    pub rows: Vec<(Line, Vec<Span>)>,
    /// The end of the grid in the text.
    pub end: usize,
}

/// A row: its line and the visible characters with their offsets, one for each column.
struct Row {
    line: Line,
    places: Vec<(usize, char)>,
}

impl Row {
    fn is_blank(&self) -> bool {
        self.places.iter().all(|(_, c)| is_space(*c))
    }
}

/// Returns the grid at the start of a block, if there is exactly one way to read it by position.
pub(crate) fn read(block: &Block) -> Option<Positioned> {
    let first = block.entries.first()?.line;
    let rows = rows(block, first)?;
    let with_blank: Vec<&Row> = rows.iter().collect();
    let without: Vec<&Row> = rows.iter().filter(|row| !row.is_blank()).collect();
    let mut found: Vec<Vec<(Line, Vec<Span>)>> = Vec::new();
    for rows in [&with_blank, &without] {
        for grid in grids(rows, block.options) {
            if !found.contains(&grid) {
                found.push(grid);
            }
        }
    }
    let grid = found.pop().filter(|_| found.is_empty())?;
    let last = grid.last()?.0;
    let below = block.entries.iter().find(|e| e.line.start >= last.next);
    let closing = below.filter(|entry| entry.kind != LineKind::Row && !entry.gap);
    Some(Positioned {
        end: closing.map_or(last.next, |entry| entry.line.next),
        rows: grid,
    })
}

/// Returns the grid of lines that have several whole rows each, as many on every line.
pub(crate) fn folded(block: &Block) -> Option<(RowSplit, Positioned)> {
    if !block.closed
        || block
            .entries
            .iter()
            .any(|entry| entry.kind != LineKind::Row)
    {
        return None;
    }
    let lines = || block.entries.iter().map(|entry| entry.line);
    [RowSplit::Tokens, RowSplit::Characters]
        .into_iter()
        .find_map(|row_split| {
            let cells: Vec<(Line, Vec<Span>)> = lines()
                .map(|line| (line, row_split.cells(block.text, line)))
                .collect();
            let count: usize = cells.iter().map(|(_, cells)| cells.len()).sum();
            let size = size_of(count, block.options.shape.as_ref()).filter(|s| is_usual(*s))?;
            let each = count / cells.len().max(1);
            let is_whole = each > size && each.is_multiple_of(size);
            if !is_whole || cells.iter().any(|(_, cells)| cells.len() != each) {
                return None;
            }
            let rows = cells.iter().flat_map(|(line, cells)| {
                let rows = cells.chunks(size);
                rows.map(|row| (*line, row.to_vec()))
            });
            let end = lines().next_back()?.next;
            let rows = rows.collect();
            Some((row_split, Positioned { rows, end }))
        })
}

/// Returns whether a character is a space that may be an empty cell.
fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\u{a0}' | '\u{3000}')
}

/// Returns whether two spaces follow each other, so that spaces may be cells.
pub(crate) fn has_gap(line: &[u8]) -> bool {
    let mut before = false;
    characters(line).any(|(_, character)| {
        let space = is_space(character);
        std::mem::replace(&mut before, space) && space
    })
}

/// Collects the rows from a line on; blank lines are rows, frames are not. Nothing if a character
/// has no width of one column.
fn rows(block: &Block, first: Line) -> Option<Vec<Row>> {
    let mut lines = Lines::new(block.text, true);
    lines.at = first.start;
    let limit = block.entries.last()?.line.next;
    let mut rows: Vec<Row> = Vec::new();
    for line in lines.take_while(|line| line.start < limit) {
        let kind = kind_of(line.of(block.text), block.options);
        if matches!(kind, LineKind::Frame | LineKind::MaybeFrame) {
            continue;
        }
        let places = characters(line.of(block.text)).map(|(at, c)| (line.start + at, c));
        let places: Vec<(usize, char)> = places.collect();
        if places.len() > 4 * MAX_SIZE || places.iter().any(|(_, c)| *c == '\t' || *c == '\u{1b}') {
            return None;
        }
        rows.push(Row { line, places });
    }
    while rows.last().is_some_and(Row::is_blank) {
        rows.pop();
    }
    // Spaces of different widths show no columns.
    let mut spaces = rows
        .iter()
        .flat_map(|row| &row.places)
        .filter(|(_, c)| is_space(*c));
    let first = spaces.next();
    spaces
        .all(|(_, c)| Some(*c) == first.map(|(_, c)| *c))
        .then_some(rows)
}

/// Returns the grids of all layouts that fit the first rows.
fn grids(rows: &[&Row], options: &ReadOptions) -> Vec<Vec<(Line, Vec<Span>)>> {
    let mut found = Vec::new();
    let sizes = (MIN_SIZE..=MAX_SIZE).filter(|size| match &options.shape {
        Some(shape) => shape.size() == *size,
        None => is_usual(*size),
    });
    for size in sizes {
        let (Some(chosen), behind) = (rows.get(..size), rows.get(size)) else {
            break;
        };
        if behind.is_some_and(|row| !row.is_blank()) || chosen[size - 1].is_blank() {
            continue;
        }
        // A blank line between all rows, or between more rows than a board has, is a gap.
        let has_blank = chosen.iter().any(|row| row.is_blank());
        let goes_on = rows[size..].iter().any(|row| !row.is_blank());
        let adjoins = |pair: &[&Row]| !pair[0].is_blank() && !pair[1].is_blank();
        if has_blank && (goes_on || !chosen.windows(2).any(adjoins)) {
            continue;
        }
        let shape = options
            .shape
            .clone()
            .or_else(|| Shape::with_size(size).ok());
        let gap = shape
            .and_then(|shape| shape.box_size())
            .map_or(size, |(_, columns)| columns);
        let longest = chosen.iter().map(|row| row.places.len()).max().unwrap_or(0);
        let indent = |row: &&&Row| row.places.iter().take_while(|(_, c)| is_space(*c)).count();
        let indents = chosen.iter().filter(|row| !row.is_blank());
        let indent = indents.map(|row| indent(&row)).min().unwrap_or(0);
        for (step, between) in [(1, 0), (2, 0), (1, 1), (2, 2)] {
            let position = |cell: usize| cell * step + cell / gap * between;
            let width = position(size - 1) + 1;
            let Some(shift) = longest.checked_sub(width).filter(|shift| *shift <= indent) else {
                continue;
            };
            let columns: Vec<usize> = (0..size).map(|cell| shift + position(cell)).collect();
            let appends = (step, between) == (1, 0);
            let cells = |row: &&Row| cut(row, &columns, (step, between), appends, options);
            let grid: Option<Vec<_>> = chosen
                .iter()
                .map(|row| Some((row.line, cells(row)?)))
                .collect();
            found.extend(grid.filter(|grid| shows_blanks(grid, chosen)));
        }
    }
    found
}

/// Returns whether spaces are cells: there is one, and if cells are missing at the end of rows,
/// there are many.
fn shows_blanks(grid: &[(Line, Vec<Span>)], rows: &[&Row]) -> bool {
    let is_missing = |span: &&Span| span.start == span.end;
    let cells = || grid.iter().flat_map(|(_, cells)| cells);
    let missing = cells().filter(is_missing).count();
    let present = cells().count() - missing;
    let is_value = |place: &&(usize, char)| !is_space(place.1) && !is_bar(place.1);
    let values = rows.iter().flat_map(|row| &row.places).filter(is_value);
    let blanks = present.saturating_sub(values.count());
    blanks > 0 && (missing == 0 || blanks >= grid.len())
}

/// Returns the cells of a row at these columns; nothing if there is something else in the row.
fn cut(
    row: &Row,
    columns: &[usize],
    (step, between): (usize, usize),
    appends: bool,
    options: &ReadOptions,
) -> Option<Vec<Span>> {
    let size = columns.len();
    let is_value = |c: char| match size {
        ..=9 => Symbols::FromOne.value_of(c, size).is_some(),
        _ => c.is_ascii_alphanumeric(),
    };
    let named = |c: char| {
        let symbols = options.symbols.as_ref();
        options.is_blank(c) || symbols.is_some_and(|s| s.value_of(c, size).is_some())
    };
    for (column, (_, character)) in row.places.iter().enumerate() {
        let fits = match columns.binary_search(&column) {
            Ok(_) => is_space(*character) || is_value(*character) || named(*character),
            Err(next) => {
                let is_gap = between > 0
                    && (1..size).contains(&next)
                    && columns[next] - columns[next - 1] > step;
                is_space(*character) || is_gap && is_bar(*character)
            }
        };
        if !fits {
            return None;
        }
    }
    let end = row.line.end;
    let spans = columns.iter().map(|column| match row.places.get(*column) {
        Some((at, character)) => Some(Span::new(*at, at + length_of(*character))),
        None => can_append(row, columns, *column, appends).then(|| Span::new(end, end)),
    });
    spans.collect()
}

/// Returns whether a missing cell can be written at the end of its row.
fn can_append(row: &Row, columns: &[usize], column: usize, appends: bool) -> bool {
    let length = row.places.len();
    let starts_at_end = columns.contains(&length);
    let together = (length..column).all(|column| columns.contains(&column));
    // Indentation that is missing, too, would have to be written.
    (appends || starts_at_end) && together
}
