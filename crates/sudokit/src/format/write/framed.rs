//! Grids in a frame that shows the boxes. Boards without regular boxes have a frame around the
//! whole only.

use super::super::candidates;
use super::style::Style;
use crate::puzzle::Puzzle;
use crate::shape::Shape;

/// `| 5 3 X | X 7 X |` under `+ - - - + - - - +`.
pub(super) fn boxed(puzzle: &Puzzle, style: &Style, out: &mut String) {
    let columns = frame_boxes(puzzle.shape()).1;
    let dashes = "-".repeat(style.width);
    let group = format!("{} ", vec![dashes.as_str(); columns].join(" "));
    let frame = format!(
        "+ {}",
        vec![group; puzzle.shape().size() / columns].join("+ ")
    );
    let cells: Vec<String> = puzzle
        .values()
        .iter()
        .map(|value| style.aligned(*value))
        .collect();
    let row = |cells: &[String]| {
        let groups: Vec<String> = cells.chunks(columns).map(|group| group.join(" ")).collect();
        format!("| {} |\n", groups.join(" | "))
    };
    let frame = format!("{frame}+\n");
    stack(puzzle.shape(), &cells, row, [&frame; 3], out);
}

/// `|53.|.7.|` between `*-------*` and `|---+---|`, all one blank to the right.
pub(super) fn simple_sudoku(puzzle: &Puzzle, style: &Style, out: &mut String) {
    let columns = frame_boxes(puzzle.shape()).1;
    let dashes = vec!["-".repeat(columns); puzzle.shape().size() / columns];
    let cells: Vec<String> = puzzle
        .values()
        .iter()
        .map(|value| style.cell(*value))
        .collect();
    let row = |cells: &[String]| {
        let groups: Vec<String> = cells.chunks(columns).map(|group| group.concat()).collect();
        format!(" |{}|\n", groups.join("|"))
    };
    let outer = format!(" *{}*\n", dashes.join("-"));
    let inner = format!(" |{}|\n", dashes.join("+"));
    stack(puzzle.shape(), &cells, row, [&outer, &inner, &outer], out);
}

/// Every cell as the list of its candidates, in columns as wide as their widest cell.
pub(super) fn pencilmarks(puzzle: &Puzzle, style: &Style, out: &mut String) {
    let size = puzzle.shape().size();
    let columns = frame_boxes(puzzle.shape()).1;
    let list = |mask: u64| -> String { candidates::values(mask).map(|v| style.cell(v)).collect() };
    let mut cells: Vec<String> = candidates::left(puzzle).into_iter().map(list).collect();
    let mut widths = vec![0; size];
    for (cell, text) in cells.iter().enumerate() {
        widths[cell % size] = text.chars().count().max(widths[cell % size]);
    }
    for (cell, text) in cells.iter_mut().enumerate() {
        *text = format!("{text:<0$}", widths[cell % size]);
    }
    let row = |cells: &[String]| {
        let groups: Vec<String> = cells.chunks(columns).map(|group| group.join(" ")).collect();
        format!("| {} |\n", groups.join(" | "))
    };
    let dashes: Vec<String> = widths
        .chunks(columns)
        .map(|group| "-".repeat(group.iter().sum::<usize>() + columns + 1))
        .collect();
    let frame = format!("+{}+\n", dashes.join("+"));
    stack(puzzle.shape(), &cells, row, [&frame; 3], out);
}

/// Rows with a frame above, between the bands, and below.
fn stack(
    shape: &Shape,
    cells: &[String],
    row: impl Fn(&[String]) -> String,
    [above, between, below]: [&String; 3],
    out: &mut String,
) {
    let rows = frame_boxes(shape).0;
    for (number, cells) in cells.chunks(shape.size()).enumerate() {
        match number {
            0 => out.push_str(above),
            number if number % rows == 0 => out.push_str(between),
            _ => {}
        }
        out.push_str(&row(cells));
    }
    out.push_str(below);
}

/// Whether a frame shows all that there is to know about a shape.
pub(super) fn shows_boxes(shape: &Shape) -> bool {
    let (rows, columns) = frame_boxes(shape);
    shape.is_plain() && rows * columns == shape.size()
}

/// The rows and columns of what the frame shows: a box, or the whole board.
fn frame_boxes(shape: &Shape) -> (usize, usize) {
    match shape.box_size() {
        Some((rows, columns)) if rows > 1 && columns > 1 => (rows, columns),
        _ => (shape.size(), shape.size()),
    }
}
