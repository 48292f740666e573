//! Draws a board as SVG: its lines, values and candidates, and a step on it.
//!
//! Elements have classes and no colours; those come from a [theme](crate::Theme).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use sudokit::Shape;
use sudokit::logic::drawing::Drawing;
use sudokit::logic::{Board, Candidate, Words};
use sudokit::shape::HouseKind;

use crate::step;
use crate::svg::{Point, SvgWriter, TextStyle, short};

/// The side of a cell of a 9×9 board. Cells of other boards have as much room for each candidate.
const CELL: f64 = 54.0;
/// The gap between a cell's border and its candidates.
const PADDING: f64 = 2.0;
/// The room for the names of rows and columns, above and to the left.
const MARGIN: f64 = 20.0;
/// The room for half of a thick line.
const BORDER: f64 = 2.0;
/// The font size of the names of rows and columns.
const NAME_SIZE: f64 = 11.0;

/// The sizes and positions of everything on a board.
#[derive(Clone, Debug)]
pub struct Layout {
    shape: Shape,
    /// The side of a cell.
    pub cell: f64,
    /// The number of candidates side by side.
    pub columns: usize,
    /// The width of a candidate's place.
    pub place_width: f64,
    /// The height of a candidate's place.
    place_height: f64,
    /// The room above the board and to its left.
    pub margin: f64,
}

impl Layout {
    /// A layout with room for candidates and for the names of rows and columns.
    pub fn new(shape: &Shape) -> Layout {
        let columns = (1..).find(|n| n * n >= shape.size()).unwrap_or(1);
        let place = (CELL - 2.0 * PADDING) / 3.0;
        Layout {
            shape: shape.clone(),
            cell: place * columns as f64 + 2.0 * PADDING,
            columns,
            place_width: place,
            place_height: place,
            margin: MARGIN,
        }
    }

    /// With candidates where the library's drawing of a step has them: the rows of candidates fill
    /// the height of a cell even if they are fewer than its columns.
    pub fn for_step(self) -> Layout {
        let rows = self.size().div_ceil(self.columns);
        let place_height = (self.cell - 2.0 * PADDING) / rows as f64;
        Layout {
            place_height,
            ..self
        }
    }

    /// Without room for candidates. All cells are as large as those of a 9×9 board, so that lines
    /// look the same on boards of every size.
    pub fn without_candidates(self) -> Layout {
        Layout { cell: CELL, ..self }
    }

    /// Without room for the names of rows and columns.
    pub fn without_names(self) -> Layout {
        Layout {
            margin: BORDER,
            ..self
        }
    }

    /// The number of cells along a side.
    pub fn size(&self) -> usize {
        self.shape.size()
    }

    /// The side of the whole drawing.
    pub fn side(&self) -> f64 {
        self.margin + BORDER + self.cell * self.size() as f64
    }

    /// The upper left corner of a row and a column.
    fn corner(&self, row: usize, column: usize) -> Point {
        Point {
            x: self.margin + column as f64 * self.cell,
            y: self.margin + row as f64 * self.cell,
        }
    }

    /// The upper left corner of a cell.
    fn corner_of(&self, cell: usize) -> Point {
        self.corner(self.shape.row(cell), self.shape.column(cell))
    }

    /// The centre of a cell.
    fn centre(&self, cell: usize) -> Point {
        let Point { x, y } = self.corner_of(cell);
        let half = self.cell / 2.0;
        Point {
            x: x + half,
            y: y + half,
        }
    }

    /// The centre of a candidate.
    fn candidate(&self, cell: usize, value: u8) -> Point {
        let index = usize::from(value) - 1;
        let (row, column) = (index / self.columns, index % self.columns);
        let Point { x, y } = self.corner_of(cell);
        Point {
            x: x + PADDING + (column as f64 + 0.5) * self.place_width,
            y: y + PADDING + (row as f64 + 0.5) * self.place_height,
        }
    }
}

/// A position and what to show of it.
#[derive(Clone, Copy, Debug)]
pub struct BoardView<'a> {
    pub board: &'a Board,
    pub words: &'a Words,
    pub drawing: Option<&'a Drawing>,
    pub candidates: bool,
}

impl BoardView<'_> {
    /// Draws the board.
    pub fn draw(&self, layout: &Layout, svg: &mut SvgWriter) {
        let shape = self.board.shape();
        draw_paper(layout, shape, svg);
        if let Some(drawing) = self.drawing {
            step::draw_areas(layout, drawing, svg);
        }
        draw_lines(layout, shape, svg);
        if self.candidates {
            self.draw_candidates(layout, svg);
        }
        if let Some(drawing) = self.drawing {
            step::draw_links(layout, drawing, svg);
            step::draw_candidates(layout, drawing, self.words, svg);
        }
        self.draw_values(layout, svg);
        if let Some(drawing) = self.drawing {
            step::draw_labels(layout, drawing, svg);
        }
    }

    /// Draws all values; placed ones look different from givens.
    fn draw_values(&self, layout: &Layout, svg: &mut SvgWriter) {
        let share = if self.has_long_symbols() { 0.52 } else { 0.64 };
        for (cell, value) in self.board.values().iter().enumerate() {
            if *value != 0 {
                let style = match self.board.is_given(cell) {
                    true => TextStyle::Given,
                    false => TextStyle::Value,
                };
                let symbol = self.words.value(*value);
                svg.text(style, layout.centre(cell), &symbol, layout.cell * share);
            }
        }
    }

    /// Draws the candidates that play no part in the step, line by line.
    fn draw_candidates(&self, layout: &Layout, svg: &mut SvgWriter) {
        let share = if self.has_long_symbols() { 0.54 } else { 0.66 };
        let drawn = self.drawing.iter().flat_map(|drawing| &drawing.candidates);
        let drawn: BTreeSet<Candidate> = drawn.map(|drawn| drawn.candidate).collect();
        let mut lines: BTreeMap<i64, Vec<(f64, String)>> = BTreeMap::new();
        for cell in 0..self.board.values().len() {
            for value in 1..=self.board.size() as u8 {
                let is_drawn = drawn.contains(&Candidate::new(cell, value));
                if !self.board.has(cell, value) || is_drawn {
                    continue;
                }
                let (at, symbol) = (layout.candidate(cell, value), self.words.value(value));
                if is_long(&symbol) {
                    svg.text(TextStyle::Plain, at, &symbol, layout.place_width * share);
                    continue;
                }
                let line = lines.entry((at.y * 10.0).round() as i64).or_default();
                line.push((at.x, symbol));
            }
        }
        for (line, symbols) in lines {
            let y = line as f64 / 10.0;
            svg.symbols(TextStyle::Plain, y, &symbols, layout.place_width * share);
        }
    }

    /// Whether values have two digits. Then all of them are drawn a little smaller, because two
    /// sizes would look like two kinds of values.
    fn has_long_symbols(&self) -> bool {
        is_long(&self.words.value(self.board.size() as u8))
    }
}

/// Whether a symbol takes more room than a single character.
pub fn is_long(symbol: &str) -> bool {
    symbol.chars().count() > 1
}

/// Draws the background, and the houses besides rows, columns and boxes: windows are shaded,
/// diagonals are lines from corner to corner.
fn draw_paper(layout: &Layout, shape: &Shape, svg: &mut SvgWriter) {
    let side = layout.cell * layout.size() as f64;
    draw_rect("paper", layout.corner(0, 0), (side, side), svg);
    for house in shape.houses() {
        match house.kind() {
            HouseKind::Window => draw_window(layout, house.cells(), svg),
            HouseKind::Diagonal => draw_diagonal(layout, house.number(), svg),
            _ => {}
        }
    }
}

fn draw_diagonal(layout: &Layout, number: usize, svg: &mut SvgWriter) {
    let size = layout.size();
    let (from, to) = match number {
        0 => (layout.corner(0, 0), layout.corner(size, size)),
        _ => (layout.corner(0, size), layout.corner(size, 0)),
    };
    let _ = write!(svg, "<path class=\"diagonal\" d=\"M{from}L{to}\"/>");
}

/// Draws one rectangle over all cells if they form one, or else one over each.
fn draw_window(layout: &Layout, cells: &[u16], svg: &mut SvgWriter) {
    match rectangle(&layout.shape, cells) {
        Some((first, rows, columns)) => {
            let size = (columns as f64 * layout.cell, rows as f64 * layout.cell);
            draw_rect("window", layout.corner_of(first), size, svg);
        }
        None => {
            for cell in cells {
                let corner = layout.corner_of(usize::from(*cell));
                draw_rect("window", corner, (layout.cell, layout.cell), svg);
            }
        }
    }
}

/// The first cell, the rows and the columns of cells that form a rectangle.
fn rectangle(shape: &Shape, cells: &[u16]) -> Option<(usize, usize, usize)> {
    let cells = cells.iter().map(|cell| usize::from(*cell));
    let (rows, columns): (Vec<usize>, Vec<usize>) = cells
        .map(|cell| (shape.row(cell), shape.column(cell)))
        .unzip();
    let (top, bottom) = (*rows.iter().min()?, *rows.iter().max()?);
    let (left, right) = (*columns.iter().min()?, *columns.iter().max()?);
    let (height, width) = (bottom - top + 1, right - left + 1);
    let is_filled = height * width == rows.len();
    is_filled.then_some((top * shape.size() + left, height, width))
}

fn draw_rect(class: &str, corner: Point, (width, height): (f64, f64), svg: &mut SvgWriter) {
    let _ = write!(
        svg,
        "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"0\"/>",
        short(corner.x),
        short(corner.y),
        short(width),
        short(height),
    );
}

/// Draws thin lines between cells and thick ones between boxes or regions.
fn draw_lines(layout: &Layout, shape: &Shape, svg: &mut SvgWriter) {
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
                let _ = write!(thick, "M{}h{side}", layout.corner(line, at));
            }
            if down {
                let _ = write!(thick, "M{}v{side}", layout.corner(at, line));
            }
        }
        let whole = short(layout.cell * size as f64);
        let (row, column) = (layout.corner(line, 0), layout.corner(0, line));
        let _ = write!(thin, "M{row}h{whole}M{column}v{whole}");
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

/// Draws the names of rows and columns.
pub fn draw_names(layout: &Layout, words: &Words, svg: &mut SvgWriter) {
    let half = layout.cell / 2.0;
    for index in 0..layout.size() {
        let (corner, margin) = (layout.corner(index, index), layout.margin * 0.45);
        let above = Point {
            x: corner.x + half,
            y: margin,
        };
        let beside = Point {
            x: margin,
            y: corner.y + half,
        };
        let column = (index + 1).to_string();
        svg.text(TextStyle::Name, above, &column, NAME_SIZE);
        let row = row_name(layout, words, index);
        svg.text(TextStyle::Name, beside, &row, NAME_SIZE);
    }
}

/// The part of a cell's name that names its row: the `4` of `r4c1`, the `D` of `D1`.
fn row_name(layout: &Layout, words: &Words, row: usize) -> String {
    let cell = words.cell(row * layout.size());
    let numbered = cell
        .strip_prefix('r')
        .and_then(|rest| rest.strip_suffix("c1"));
    let name = numbered.or_else(|| cell.strip_suffix('1'));
    name.unwrap_or(&cell).to_string()
}
