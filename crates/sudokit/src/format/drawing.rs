//! The boxes that a frame shows: bars between the cells of a row, lines between the rows.

use super::Span;
use super::cutting::is_bar;
use super::grid::Block;
use super::layout::Line;
use super::unit::characters;

/// What divides one direction of a grid.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Division {
    /// Nothing, or as much between any two cells.
    Nothing,
    /// A stroke behind every so many cells.
    Every(usize),
    /// Strokes at unequal distances.
    Irregular,
}

impl Division {
    /// Of so many cells, when strokes stand before these.
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

/// The rows and columns of the boxes that are drawn around the cells of a square grid. One
/// direction is enough; a drawing that is not regular shows no boxes.
pub(super) fn boxes(block: &Block, rows: &[(Line, Vec<Span>)]) -> Option<(usize, usize)> {
    let size = rows.len();
    let (box_rows, box_columns) = match (bands(block, rows), stacks(block.text, rows)) {
        (Division::Every(rows), Division::Every(columns)) => (rows, columns),
        (Division::Every(rows), Division::Nothing) => (rows, size / rows),
        (Division::Nothing, Division::Every(columns)) => (size / columns, columns),
        _ => return None,
    };
    (box_rows * box_columns == size).then_some((box_rows, box_columns))
}

/// Where lines divide the rows.
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

/// Where bars divide the columns, if they stand in the same places in every row.
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
