//! Writes lines, rows, and grids in a frame.
//!
//! A frame shows the boxes; boards without regular boxes get a frame around the whole board only.

use super::Item;
use super::style::Style;
use crate::bits::values_of;
use crate::format::candidates;
use crate::puzzle::Origin;
use crate::shape::Shape;

/// Writes all cells on one line.
pub(crate) fn line(item: &Item, out: &mut String) {
    let (puzzle, style) = (item.puzzle(), item.style);
    push_run(puzzle.values(), style, "", out);
    out.push('\n');
}

/// Writes cells in sequence, with a separator.
pub(crate) fn push_run(values: &[u8], style: &Style, between: &str, out: &mut String) {
    for (cell, value) in values.iter().enumerate() {
        if cell > 0 {
            out.push_str(between);
        }
        out.push_str(&style.cell(*value));
    }
}

/// Writes as many characters per cell as there are values: the candidates' symbols and blanks.
pub(crate) fn candidate_line(item: &Item, out: &mut String) {
    let (puzzle, style) = (item.puzzle(), item.style);
    for mask in candidates::left(puzzle) {
        for value in 1..=puzzle.shape().size() as u8 {
            let is_candidate = mask >> (value - 1) & 1 == 1;
            out.push_str(&style.cell(if is_candidate { value } else { 0 }));
        }
    }
    out.push('\n');
}

/// Writes a line per row.
pub(crate) fn rows(item: &Item, out: &mut String) {
    push_puzzle(item, "", out);
}

/// Writes rows with spaces between the cells.
pub(crate) fn spaced(item: &Item, out: &mut String) {
    push_puzzle(item, " ", out);
}

/// Writes rows with commas between the cells.
pub(crate) fn csv(item: &Item, out: &mut String) {
    push_puzzle(item, ",", out);
}

/// Writes a Markdown table under an empty header.
pub(crate) fn markdown(item: &Item, out: &mut String) {
    let (puzzle, style) = (item.puzzle(), item.style);
    let size = puzzle.shape().size();
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    out.push_str(&row(vec![" ".repeat(style.width); size]));
    out.push_str(&format!(
        "|{}\n",
        format!("{}|", "-".repeat(style.width + 2)).repeat(size)
    ));
    for values in puzzle.values().chunks(size) {
        out.push_str(&row(values
            .iter()
            .map(|value| style.aligned(*value))
            .collect()));
    }
}

/// Writes one cell per line.
pub(crate) fn cells(item: &Item, out: &mut String) {
    for value in item.puzzle().values() {
        out.push_str(&item.style.cell(*value));
        out.push('\n');
    }
}

fn push_puzzle(item: &Item, between: &str, out: &mut String) {
    let (values, size) = (item.puzzle().values(), item.puzzle().shape().size());
    push_rows(values, size, item.style, between, out);
}

/// Writes a line per row; columns line up if spaces separate them.
pub(crate) fn push_rows(
    values: &[u8],
    size: usize,
    style: &Style,
    between: &str,
    out: &mut String,
) {
    for row in values.chunks(size) {
        for (column, value) in row.iter().enumerate() {
            if column > 0 {
                out.push_str(between);
            }
            match between {
                " " => out.push_str(&style.aligned(*value)),
                _ => out.push_str(&style.cell(*value)),
            }
        }
        out.push('\n');
    }
}

/// Writes `| 5 3 X | X 7 X |` under `+ - - - + - - - +`.
pub(crate) fn boxed(item: &Item, out: &mut String) {
    let (puzzle, style) = (item.puzzle(), item.style);
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

/// Writes `|53.|.7.|` between `*-------*` and `|---+---|`, indented by one space.
pub(crate) fn simple_sudoku(item: &Item, out: &mut String) {
    let (puzzle, style) = (item.puzzle(), item.style);
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

/// Writes every cell as the list of its candidates, in columns as wide as their widest cell.
pub(crate) fn pencilmarks(item: &Item, out: &mut String) {
    let (puzzle, style) = (item.puzzle(), item.style);
    let size = puzzle.shape().size();
    let columns = frame_boxes(puzzle.shape()).1;
    let list = |mask: u64| -> String { values_of(mask).map(|v| style.cell(v)).collect() };
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

/// Writes rows of candidates, with `u` before placed values.
pub(crate) fn sdx(item: &Item, out: &mut String) {
    let puzzle = item.puzzle();
    let size = puzzle.shape().size();
    for (cell, mask) in candidates::left(puzzle).into_iter().enumerate() {
        if puzzle.origin(cell) == Some(Origin::Placed) {
            out.push('u');
        }
        out.extend(values_of(mask).map(|value| item.style.cell(value)));
        out.push(if (cell + 1) % size == 0 { '\n' } else { ' ' });
    }
}

/// Writes rows with a frame above, between the bands, and below.
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

/// Returns whether a frame shows the whole shape.
pub(super) fn shows_boxes(shape: &Shape) -> bool {
    let (rows, columns) = frame_boxes(shape);
    shape.is_plain() && rows * columns == shape.size()
}

/// Returns the rows and columns of a box in the frame, or of the whole board.
fn frame_boxes(shape: &Shape) -> (usize, usize) {
    match shape.box_size() {
        Some((rows, columns)) if rows > 1 && columns > 1 => (rows, columns),
        _ => (shape.size(), shape.size()),
    }
}
