//! Rows in which a space is an empty cell, read by position.
//!
//! There are five layouts: cells side by side, with a space between them, with a gap or a bar
//! between boxes, with both, and with two spaces between them. A layout counts if every symbol is on one of its positions and the
//! longest row ends at its last one. If two layouts fit, neither is used.
//!
//! A cell that is lost would move the cells behind it unnoticed, so all rows have the same length;
//! or none ends with a space, as editors remove those. An answer then needs what is missing before
//! its cell. An empty line may just as well be a gap: it is a row only if all rows are trimmed and
//! the empty lines among them make up exactly a board of at least 8×8, which has its gaps elsewhere.

use crate::format::forms::grid::Block;
use crate::format::forms::grid::row_split::RowSplit;
use crate::format::forms::sizes::{is_usual, size_of};
use crate::format::read::lines::{Line, LineKind, Lines, is_bar, kind_of};
use crate::format::read::segment::{characters, length_of};
use crate::format::{ReadOptions, Span, Symbols};
use crate::shape::{MAX_SIZE, MIN_SIZE, Shape};

/// A grid that was read by position.
pub(crate) struct Positioned {
    pub rows: Vec<(Line, Vec<Span>)>,
    /// The end of the grid in the text.
    pub end: usize,
    /// What is missing between the end of the line and each cell behind it; empty if no cell is.
    pub leads: Vec<String>,
}

/// The rows of a layout that fits.
#[derive(PartialEq)]
struct Grid {
    rows: Vec<(Line, Vec<Span>)>,
    leads: Vec<String>,
}

/// A row: its line and the visible characters with their offsets, one for each column.
struct Row {
    line: Line,
    places: Vec<(usize, char)>,
    /// Whether an empty line precedes it.
    gap: bool,
}

impl Row {
    fn is_blank(&self) -> bool {
        self.places.iter().all(|(_, c)| is_space(*c))
    }

    fn is_bars(&self) -> bool {
        !self.is_blank() && self.places.iter().all(|(_, c)| is_space(*c) || is_bar(*c))
    }

    fn ends_with_space(&self) -> bool {
        self.places.last().is_some_and(|(_, c)| is_space(*c))
    }

    /// Returns the columns of its bars.
    fn bars(&self) -> impl Iterator<Item = usize> + '_ {
        let places = self.places.iter().enumerate();
        places.filter(|(_, (_, c))| is_bar(*c)).map(|(at, _)| at)
    }
}

/// Returns the grid at the start of a block, if there is exactly one way to read it by position.
/// `first` is the line of its first row, which may be one of spaces above the block, and `above` the
/// line before it.
pub(crate) fn read(block: &Block, first: Line, above: &[u8]) -> Option<Positioned> {
    let (rows, lines) = rows(block, first)?;
    let mut found: Vec<Grid> = Vec::new();
    // Bars with nothing between them are a row of empty cells or part of a frame.
    let all: Vec<&Row> = rows.iter().collect();
    let without_bars: Vec<&Row> = rows.iter().filter(|row| !row.is_bars()).collect();
    for rows in [&all, &without_bars] {
        for grid in grids(rows, block.options) {
            let starts_here = grid.rows[0].0.start == first.start;
            if starts_here && !found.contains(&grid) {
                found.push(grid);
            }
        }
    }
    let has_empty_rows = || lines.iter().any(|row| row.places.is_empty());
    if found.is_empty() && lines.len() >= SMALLEST_WITH_EMPTY_ROWS && has_empty_rows() {
        let lines: Vec<&Row> = lines.iter().collect();
        let is_whole = |grid: &Grid| grid.rows.len() == lines.len();
        found.extend(grids(&lines, block.options).into_iter().filter(is_whole));
    }
    let grid = found.pop().filter(|_| found.is_empty())?;
    if is_part(&grid, above) {
        return None;
    }
    let last = grid.rows.last()?.0;
    let below = block.entries.iter().find(|e| e.line.start >= last.next);
    let closing = below.filter(|entry| entry.kind != LineKind::Row && !entry.gap);
    Some(Positioned {
        end: closing.map_or(last.next, |entry| entry.line.next),
        rows: grid.rows,
        leads: grid.leads,
    })
}

/// Returns the grid below a line that numbers the columns, with a label before each row, as pandas
/// prints it: the cells are in the columns of the numbers.
pub(crate) fn below_labels(block: &Block, first: Line) -> Option<Positioned> {
    let (rows, _) = rows(block, first)?;
    let (head, body) = rows.split_first()?;
    let labels = head.places.iter().enumerate();
    let labels: Vec<(usize, char)> = labels
        .filter(|(_, (_, c))| !is_space(*c))
        .map(|(column, (_, c))| (column, *c))
        .collect();
    let size = labels.len();
    let follows = |pair: &[(usize, char)]| {
        pair[1].0 > pair[0].0 + 1 && u32::from(pair[1].1) == u32::from(pair[0].1) + 1
    };
    let is_first = matches!(labels.first()?.1, '0' | '1' | 'a' | 'A');
    if !is_usual(size) || !is_first || !labels.windows(2).all(follows) {
        return None;
    }
    let columns: Vec<usize> = labels.iter().map(|(column, _)| *column).collect();
    if body.get(size).is_some_and(|row| !row.gap) {
        return None;
    }
    // The labels are no cells.
    let unlabelled = |row: &Row| {
        let is_label = |(_, c): &(usize, char)| c.is_alphanumeric() || is_space(*c);
        let label = row
            .places
            .get(..columns[0])
            .filter(|l| l.iter().all(is_label))?;
        let has_label = label.iter().any(|(_, c)| !is_space(*c));
        let mut places = row.places.clone();
        places[..columns[0]]
            .iter_mut()
            .for_each(|place| place.1 = ' ');
        has_label.then_some(Row { places, ..*row })
    };
    let chosen: Option<Vec<Row>> = body.get(..size)?.iter().map(unlabelled).collect();
    let chosen = chosen?;
    let chosen: Vec<&Row> = chosen.iter().collect();
    let cells = |row: &&Row| Some((row.line, cut(row, &columns, (0, 0), block.options)?));
    let rows: Vec<(Line, Vec<Span>)> = chosen.iter().map(cells).collect::<Option<_>>()?;
    let end = rows.last()?.0.next;
    let leads = leads(&chosen, &columns);
    shows_blanks(&rows, &chosen).then_some(Positioned { rows, end, leads })
}

/// Returns whether the line above a grid may be a row of it, so that there is one too many: digits
/// and spaces, a number alone if the ends of rows are missing, or as many spaces as a row has.
fn is_part(grid: &Grid, above: &[u8]) -> bool {
    let is_cell = |byte: &u8| byte.is_ascii_digit() || b" \t|".contains(byte);
    let has_space = memchr::memchr2(b' ', b'\t', above.trim_ascii_end()).is_some();
    let first = grid.rows[0].0;
    let is_as_long = above.len() == first.end - first.start;
    let may_be_row = match above.iter().any(u8::is_ascii_digit) {
        true => has_space || !grid.leads.is_empty() || is_as_long,
        false => is_as_long,
    };
    may_be_row && above.iter().all(is_cell)
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
            let leads = Vec::new();
            Some((row_split, Positioned { rows, end, leads }))
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

/// The smallest board that may have empty lines as rows. A smaller one with a gap between its boxes
/// would be mistaken for one if a row were lost.
const SMALLEST_WITH_EMPTY_ROWS: usize = 8;
const LARGEST_WITH_EMPTY_ROWS: usize = 25;

/// Collects the rows from a line on, without frames and empty lines, and the lines up to the end of
/// the last one with the empty lines as rows. Nothing if a character has no width of one column.
fn rows(block: &Block, first: Line) -> Option<(Vec<Row>, Vec<Row>)> {
    let mut lines = Lines::new(block.text, true);
    lines.at = first.start;
    let limit = block.entries.last()?.line.next;
    let (mut rows, mut gap): (Vec<Row>, bool) = (Vec::new(), false);
    let mut lines_with_empty: Vec<Row> = Vec::new();
    for line in lines.take_while(|line| line.start < limit) {
        let kind = kind_of(line.of(block.text), block.options);
        let places = characters(line.of(block.text)).map(|(at, c)| (line.start + at, c));
        let places: Vec<(usize, char)> = places.collect();
        if places.len() > 4 * MAX_SIZE || places.iter().any(|(_, c)| *c == '\t' || *c == '\u{1b}') {
            return None;
        }
        let row = Row { line, places, gap };
        if lines_with_empty.len() <= LARGEST_WITH_EMPTY_ROWS {
            lines_with_empty.push(Row {
                places: row.places.clone(),
                gap: false,
                ..row
            });
        }
        if row.places.is_empty() {
            gap = true;
        } else if !matches!(kind, LineKind::Frame | LineKind::MaybeFrame) || row.is_bars() {
            gap = false;
            rows.push(row);
        }
    }
    // A line of fewer spaces than a row has cells is a gap.
    let longest = rows.iter().map(|row| row.places.len()).max().unwrap_or(0);
    let mut gap = false;
    rows.retain_mut(|row| {
        let is_row = !row.is_blank() || row.places.len() == longest;
        row.gap |= std::mem::replace(&mut gap, !is_row);
        is_row
    });
    // Spaces of different widths show no columns.
    let mut spaces = rows
        .iter()
        .flat_map(|row| &row.places)
        .filter(|(_, c)| is_space(*c));
    let first = spaces.next();
    spaces
        .all(|(_, c)| Some(*c) == first.map(|(_, c)| *c))
        .then_some((rows, lines_with_empty))
}

/// Returns the grids of all layouts that fit the first rows.
fn grids(rows: &[&Row], options: &ReadOptions) -> Vec<Grid> {
    let mut found = Vec::new();
    let sizes = (MIN_SIZE..=MAX_SIZE).filter(|size| match &options.shape {
        Some(shape) => shape.size() == *size,
        None => is_usual(*size),
    });
    for size in sizes {
        let (Some(chosen), behind) = (rows.get(..size), rows.get(size)) else {
            break;
        };
        let has_gaps = chosen[1..].iter().any(|row| row.gap);
        if behind.is_some_and(|row| !row.gap || has_gaps) {
            continue;
        }
        let longest = chosen.iter().map(|row| row.places.len()).max().unwrap_or(0);
        let are_whole = chosen.iter().all(|row| row.places.len() == longest);
        let are_trimmed = !chosen.iter().any(|row| row.ends_with_space());
        let has_bars_of_first = |row: &&Row| row.bars().eq(chosen[0].bars());
        if !are_whole && !are_trimmed || !chosen.iter().all(has_bars_of_first) {
            continue;
        }
        let shape = options
            .shape
            .clone()
            .or_else(|| Shape::with_size(size).ok());
        let gap = shape
            .and_then(|shape| shape.box_size())
            .map_or(size, |(_, columns)| columns);
        let indent = |row: &&&Row| row.places.iter().take_while(|(_, c)| is_space(*c)).count();
        let indents = chosen.iter().filter(|row| !row.is_blank());
        let indent = indents.map(|row| indent(&row)).min().unwrap_or(0);
        for (step, between) in [(1, 0), (2, 0), (1, 1), (2, 2), (3, 0)] {
            let position = |cell: usize| cell * step + cell / gap * between;
            let width = position(size - 1) + 1;
            let Some(shift) = longest.checked_sub(width).filter(|shift| *shift <= indent) else {
                continue;
            };
            let columns: Vec<usize> = (0..size).map(|cell| shift + position(cell)).collect();
            let cells = |row: &&Row| cut(row, &columns, (step, between), options);
            let grid: Option<Vec<_>> = chosen
                .iter()
                .map(|row| Some((row.line, cells(row)?)))
                .collect();
            if let Some(rows) = grid.filter(|grid| shows_blanks(grid, chosen)) {
                let leads = leads(chosen, &columns);
                found.push(Grid { rows, leads });
            }
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
        Some((at, character)) => Span::new(*at, at + length_of(*character)),
        None => Span::new(end, end),
    });
    Some(spans.collect())
}

/// Returns the text between the end of a row and each of its missing cells: spaces, and the bars
/// that other rows have there.
fn leads(rows: &[&Row], columns: &[usize]) -> Vec<String> {
    let is_complete = |row: &&Row| columns.last() < Some(&row.places.len());
    if rows.iter().all(is_complete) {
        return Vec::new();
    }
    let character = |column: usize| {
        let places = rows.iter().filter_map(|row| row.places.get(column));
        let bar = places.map(|(_, c)| *c).find(|c| is_bar(*c));
        bar.unwrap_or(' ')
    };
    let cells = rows
        .iter()
        .flat_map(|row| columns.iter().map(|column| row.places.len()..*column));
    cells.map(|range| range.map(character).collect()).collect()
}

#[cfg(test)]
mod tests {
    use crate::format::read_puzzle;

    use super::*;

    /// Writes other values into a text.
    fn written(text: &str, values: &str) -> String {
        let record = read_puzzle(text.as_bytes(), ReadOptions::default()).expect(text);
        let digits = values.chars().filter(|c| !c.is_whitespace());
        let values: Vec<u8> = digits.map(|c| c.to_digit(10).unwrap_or(0) as u8).collect();
        let mut out = Vec::new();
        record.write_values(text.as_bytes(), &values, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn labels_show_the_columns() {
        for [head, labels] in [["0  1  2  3", "0123"], ["A  B  C  D", "1234"]] {
            let rows = ["1         ", "      2   ", "   3      ", "         4"];
            let row = |(label, row): (char, &str)| format!("{label}  {row}\n");
            let body: String = labels.chars().zip(rows).map(row).collect();
            let text = format!("   {head}\n{body}");
            let expected = text.replacen("1         ", "1        4", 1);
            assert_eq!(written(&text, "1..4 ..2. .3.. ...4"), expected);
            let trimmed: String = text
                .lines()
                .map(|l| format!("{}\n", l.trim_end()))
                .collect();
            let expected: String = expected
                .lines()
                .map(|l| format!("{}\n", l.trim_end()))
                .collect();
            assert_eq!(written(&trimmed, "1..4 ..2. .3.. ...4"), expected);
            // A value beside its column may belong to either neighbour.
            let moved = text.replace("   3   ", "    3  ");
            assert!(read_puzzle(moved.as_bytes(), ReadOptions::default()).is_err());
        }
    }

    #[test]
    fn cells_behind_the_end_of_a_line_keep_their_column() {
        let tight = "1\n  2\n 3\n2  1\n";
        assert_eq!(
            written(tight, "1..4 ..2. .3.. 2..1"),
            "1  4\n  2\n 3\n2  1\n"
        );
        assert_eq!(
            written(tight, "1.34 ..2. .3.. 2..1"),
            "1 34\n  2\n 3\n2  1\n"
        );
        let spaced = "1\n    2\n  3\n2     1\n";
        assert_eq!(
            written(spaced, "1..4 ..2. .341 2..1"),
            "1     4\n    2\n  3 4 1\n2     1\n"
        );
        let barred = "1 |\n  |2\n 3|\n2 | 1\n";
        assert_eq!(
            written(barred, "1234 ..2. .3.4 2..1"),
            "12|34\n  |2\n 3| 4\n2 | 1\n"
        );
    }

    #[test]
    fn an_empty_line_may_be_a_row() {
        let rows = [
            "5 3     7",
            "6     1 9 5",
            "  9 8         6",
            "8       6       3",
            "",
            "7       2       6",
            "  6         2 8",
            "      4 1 9     5",
            "        8     7 9",
        ];
        let read = |text: &str| read_puzzle(text.as_bytes(), ReadOptions::default());
        let text = rows.join("\n") + "\n";
        let record = read(&text).unwrap();
        assert_eq!(record.puzzle.clues(), 26);
        let mut values = record.puzzle.values().to_vec();
        values[40] = 5;
        let mut out = Vec::new();
        record.write_values(text.as_bytes(), &values, &mut out);
        let expected = text.replace("\n\n", "\n        5\n");
        assert_eq!(String::from_utf8(out).unwrap(), expected);
        // With a row less, it may be any of them that is missing.
        assert!(read(&rows[1..].join("\n")).is_err());
        assert!(read(&text.replace("\n\n", "\n\n\n")).is_err());
    }

    #[test]
    fn a_row_too_many_is_not_left_out() {
        let rows = "     9  2\n 3  78  9\n8  1  75 \n  6 9    \n57     6 \n  2     5\n  3 8 5  \n4  6     \n 9  2   4\n";
        let read = |text: &str| read_puzzle(text.as_bytes(), ReadOptions::default());
        assert!(read(rows).is_ok());
        assert!(read(&format!("Puzzle 1\n{rows}")).is_ok());
        assert!(read(&format!("1\n{rows}")).is_ok());
        for above in ["    7   3\n", " 1\n", "5 1\r\n"] {
            let text = format!("{above}{rows}");
            assert!(read(&text).is_err(), "{text}");
        }
    }

    #[test]
    fn two_layouts_are_none() {
        let read = |text: &str| read_puzzle(text.as_bytes(), ReadOptions::default());
        assert!(read("1 2\n\n3\n").is_err());
        assert!(read("1  2\n3  4\n").is_err());
    }
}
