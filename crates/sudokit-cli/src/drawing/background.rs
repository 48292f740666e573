//! What lies behind the candidates: houses, cells and sets, and the lines of the board.

use std::collections::BTreeMap;
use std::fmt::Write;

use sudokit::Shape;
use sudokit::logic::{Board, HouseRole, Step, Words};
use sudokit::shape::HouseKind;

use super::layout::{Layout, MARGIN, Point};
use super::{escape, short};

/// So many sets look different; where there are more they begin again, and numbers tell them
/// apart.
pub const SETS: usize = 4;

/// The paper.
pub fn board(board: &Board, svg: &mut String) {
    let layout = Layout::new(board);
    let side = short(layout.cell * layout.size() as f64);
    let _ = write!(
        svg,
        "<rect class=\"paper\" x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{side}\" height=\"{side}\"/>"
    );
}

/// The houses that a step stands in: bases in one tint, covers in another with a dashed rim.
pub fn houses(layout: &Layout, board: &Board, step: &Step, svg: &mut String) {
    for mark in &step.pattern.houses {
        let class = match mark.role {
            HouseRole::Base => "base",
            HouseRole::Cover => "cover",
        };
        let shape = board.shape();
        let cells = shape.houses()[usize::from(mark.house)].cells();
        match rectangle(shape, cells) {
            Some((first, rows, columns)) => {
                let corner = layout.corner_of(first);
                let size = (columns as f64 * layout.cell, rows as f64 * layout.cell);
                rect(class, corner, size, 1.0, svg);
            }
            None => {
                for cell in cells {
                    let corner = layout.corner_of(usize::from(*cell));
                    rect(class, corner, (layout.cell, layout.cell), 1.0, svg);
                }
            }
        }
    }
}

/// The first cell, the rows and the columns of cells that form a rectangle.
fn rectangle(shape: &Shape, cells: &[u16]) -> Option<(usize, usize, usize)> {
    let places = cells.iter().map(|cell| usize::from(*cell));
    let (rows, columns): (Vec<usize>, Vec<usize>) = places
        .map(|cell| (shape.row(cell), shape.column(cell)))
        .unzip();
    let (top, bottom) = (*rows.iter().min()?, *rows.iter().max()?);
    let (left, right) = (*columns.iter().min()?, *columns.iter().max()?);
    let (height, width) = (bottom - top + 1, right - left + 1);
    let is_filled = height * width == cells.len();
    is_filled.then_some((top * shape.size() + left, height, width))
}

/// The cells that form the pattern.
pub fn cells(layout: &Layout, step: &Step, svg: &mut String) {
    for cell in &step.pattern.cells {
        let corner = layout.corner_of(usize::from(*cell));
        rect("cell", corner, (layout.cell, layout.cell), 0.0, svg);
    }
}

/// The sets, each with a rim of its own around every cell.
pub fn sets(layout: &Layout, step: &Step, svg: &mut String) {
    for (number, set) in step.pattern.sets.iter().enumerate() {
        let class = format!("set set-{}", number % SETS + 1);
        for cell in &set.cells {
            let corner = layout.corner_of(usize::from(*cell));
            // A cell of two sets shows both rims, one within the other.
            let inset = 2.5 + 2.5 * (number % 2) as f64;
            rect(&class, corner, (layout.cell, layout.cell), inset, svg);
        }
    }
}

/// The numbers of many sets, in the corners of their cells. In a cell of several sets they stand
/// side by side.
pub fn set_numbers(layout: &Layout, step: &Step, svg: &mut String) {
    let sets = &step.pattern.sets;
    if sets.len() <= SETS {
        return;
    }
    const FONT_SIZE: f64 = 8.0;
    let mut numbers_in_cell: BTreeMap<u16, usize> = BTreeMap::new();
    for (number, set) in sets.iter().enumerate() {
        for cell in &set.cells {
            let before = numbers_in_cell.entry(*cell).or_default();
            let corner = layout.corner_of(usize::from(*cell));
            let at = Point {
                x: corner.x + layout.cell - FONT_SIZE * (1.0 + *before as f64),
                y: corner.y + layout.cell - FONT_SIZE,
            };
            set_number(number, at, FONT_SIZE, svg);
            *before += 1;
        }
    }
}

/// The number of a set, counted from 1 for people.
pub fn set_number(number: usize, at: Point, font_size: f64, svg: &mut String) {
    let _ = write!(
        svg,
        "<text class=\"set-number set-{}\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>",
        number % SETS + 1,
        short(at.x),
        short(at.y),
        short(font_size),
        number + 1
    );
}

fn rect(class: &str, corner: Point, (width, height): (f64, f64), inset: f64, svg: &mut String) {
    let _ = write!(
        svg,
        "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
        short(corner.x + inset),
        short(corner.y + inset),
        short(width - 2.0 * inset),
        short(height - 2.0 * inset),
        short(inset),
    );
}

/// Thin lines between cells, thick ones where boxes or regions meet.
pub fn lines(layout: &Layout, shape: &Shape, svg: &mut String) {
    let size = shape.size();
    let regions = regions(shape);
    let region = |row: Option<usize>, column: Option<usize>| match (row, column) {
        (Some(row), Some(column)) if row < size && column < size => {
            Some(regions[row * size + column])
        }
        _ => None,
    };
    let (mut thin, mut thick) = (String::new(), String::new());
    for line in 0..=size {
        for at in 0..size {
            let (line_before, here) = (line.checked_sub(1), Some(line));
            let across = region(line_before, Some(at)) != region(here, Some(at));
            let down = region(Some(at), line_before) != region(Some(at), here);
            let side = short(layout.cell);
            if across {
                let _ = write!(thick, "M{}h{side}", layout.corner(line, at).written());
            }
            if down {
                let _ = write!(thick, "M{}v{side}", layout.corner(at, line).written());
            }
        }
        let whole = short(layout.cell * size as f64);
        let (row, column) = (layout.corner(line, 0), layout.corner(0, line));
        let _ = write!(
            thin,
            "M{}h{whole}M{}v{whole}",
            row.written(),
            column.written()
        );
    }
    let _ = write!(
        svg,
        "<path class=\"thin\" d=\"{thin}\"/><path class=\"thick\" d=\"{thick}\"/>"
    );
}

/// The box or region of each cell.
fn regions(shape: &Shape) -> Vec<usize> {
    let mut regions = vec![0; shape.cells()];
    let kinds = [HouseKind::Box, HouseKind::Region];
    let houses = shape.houses().iter();
    for house in houses.filter(|house| kinds.contains(&house.kind())) {
        for cell in house.cells() {
            regions[usize::from(*cell)] = house.number();
        }
    }
    regions
}

/// The names of rows and columns.
pub fn coordinates(layout: &Layout, words: &Words, svg: &mut String) {
    let half = layout.cell / 2.0;
    for index in 0..layout.size() {
        let across = short(layout.corner(0, index).x + half);
        let down = short(layout.corner(index, 0).y + half);
        let (row, column) = (escape(&row_name(layout, words, index)), index + 1);
        let _ = write!(
            svg,
            "<text class=\"name\" x=\"{across}\" y=\"9\">{column}</text>\
             <text class=\"name\" x=\"9\" y=\"{down}\">{row}</text>",
        );
    }
}

/// A row as the words call it: the `4` of `r4c1`, the `D` of `D1`.
fn row_name(layout: &Layout, words: &Words, row: usize) -> String {
    let cell = words.cell(row * layout.size());
    let numbered = cell
        .strip_prefix('r')
        .and_then(|rest| rest.strip_suffix("c1"));
    let name = numbered.or_else(|| cell.strip_suffix('1'));
    name.unwrap_or(&cell).to_string()
}
