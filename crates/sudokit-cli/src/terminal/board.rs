//! Draws a board with lines around its boxes or regions.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use sudokit::format::Symbols;
use sudokit::shape::HouseKind;
use sudokit::{Grid, Puzzle, Shape};

const FILLED_IN: Style = AnsiColor::Green.on_default().bold();

const LINES: Style = AnsiColor::BrightBlack.on_default();

/// The corners of lines, indexed by their arms: up 1, right 2, down 4, left 8.
const CORNERS: [char; 16] = [
    ' ', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼',
];

/// The board in the puzzle's symbols, with colour codes that set filled cells apart from givens.
pub fn draw(puzzle: &Puzzle, symbols: &Symbols, grid: &Grid) -> String {
    let size = puzzle.shape().size();
    let symbols: Vec<String> = (1..=size)
        .map(|value| symbols.symbol(value as u8))
        .collect();
    let width = symbols.iter().map(|symbol| symbol.chars().count()).max();
    let width = width.unwrap_or(1);
    frame(puzzle.shape(), width, |cell| {
        match (grid.values()[cell], puzzle.values()[cell]) {
            (0, _) => format!("{:>width$}", "·"),
            (value, 0) => {
                let symbol = &symbols[usize::from(value) - 1];
                format!("{FILLED_IN}{symbol:>width$}{FILLED_IN:#}")
            }
            (value, _) => format!("{:>width$}", symbols[usize::from(value) - 1]),
        }
    })
}

/// Cells of equal width, with lines around the boxes or regions.
pub fn frame(shape: &Shape, width: usize, cell: impl Fn(usize) -> String) -> String {
    let drawing = BoardDrawing::new(shape, width, "  ");
    framed(&drawing, None, |_| 1, |at, _| cell(at))
}

/// The names of rows and columns.
pub struct CellNames<'a> {
    pub rows: &'a [String],
    pub columns: &'a [String],
}

/// A frame with the names of rows on the left and those of columns at the top.
pub fn frame_with_names(
    shape: &Shape,
    width: usize,
    names: &CellNames<'_>,
    cell: impl Fn(usize) -> String,
) -> String {
    frame_of_tall_cells(shape, width, names, |_| 1, |at, _| cell(at))
}

/// The same for cells of several lines: the number of lines in each row, and each line of each
/// cell.
pub fn frame_of_tall_cells(
    shape: &Shape,
    width: usize,
    names: &CellNames<'_>,
    height: impl Fn(usize) -> usize,
    cell_line: impl Fn(usize, usize) -> String,
) -> String {
    let widest = names.rows.iter().map(String::len).max().unwrap_or(0);
    let indentation = " ".repeat(widest + 2);
    let drawing = BoardDrawing::new(shape, width, &indentation);
    let mut text = String::new();
    drawing.names_above(names.columns, &mut text);
    text + &framed(&drawing, Some(names.rows), height, cell_line)
}

fn framed(
    drawing: &BoardDrawing<'_>,
    rows: Option<&[String]>,
    height: impl Fn(usize) -> usize,
    cell_line: impl Fn(usize, usize) -> String,
) -> String {
    let size = drawing.size;
    let mut text = String::new();
    for row in 0..=size {
        drawing.line_above(row, &mut text);
        if row == size {
            break;
        }
        for line in 0..height(row) {
            let name = rows.map(|names| if line == 0 { &names[row][..] } else { "" });
            drawing.begin_line(name, &mut text);
            for column in 0..size {
                drawing.bar_before(row, column, &mut text);
                text.push(' ');
                text.push_str(&cell_line(row * size + column, line));
            }
            drawing.bar_before(row, size, &mut text);
            text.push('\n');
        }
    }
    text
}

/// The regions of the cells, and their width.
struct BoardDrawing<'a> {
    size: usize,
    width: usize,
    /// The indentation of every line.
    indentation: &'a str,
    regions: Vec<usize>,
}

impl BoardDrawing<'_> {
    fn new<'a>(shape: &Shape, width: usize, indentation: &'a str) -> BoardDrawing<'a> {
        let size = shape.size();
        let mut regions = vec![0; shape.cells()];
        let kinds = [HouseKind::Box, HouseKind::Region];
        for house in shape
            .houses()
            .iter()
            .filter(|house| kinds.contains(&house.kind()))
        {
            for cell in house.cells() {
                regions[*cell as usize] = house.number();
            }
        }
        BoardDrawing {
            size,
            width,
            indentation,
            regions,
        }
    }

    /// The region of a cell, or nothing outside the board; rows and columns count from 1.
    fn region(&self, row: usize, column: usize) -> Option<usize> {
        let inside = (1..=self.size).contains(&row) && (1..=self.size).contains(&column);
        inside.then(|| self.regions[(row - 1) * self.size + column - 1])
    }

    /// Whether a line runs above a cell; `row` may be one past the board.
    fn has_line_above(&self, row: usize, column: usize) -> bool {
        self.region(row, column + 1) != self.region(row + 1, column + 1)
    }

    /// Whether a line runs to the left of a cell; `column` may be one past the board.
    fn has_line_before(&self, row: usize, column: usize) -> bool {
        self.region(row + 1, column) != self.region(row + 1, column + 1)
    }

    /// The names of columns, each above the start of its cells.
    fn names_above(&self, names: &[String], text: &mut String) {
        let mut line = self.indentation.to_string();
        for (column, name) in names.iter().enumerate() {
            let gap = match (self.has_column(column), column) {
                (true, 0) => 2,
                (true, _) => 3,
                _ => 1,
            };
            let _ = write!(line, "{}{name:width$}", " ".repeat(gap), width = self.width);
        }
        let _ = writeln!(text, "{LINES}{}{LINES:#}", line.trim_end());
    }

    /// The name of a row, or blanks if rows have no names.
    fn begin_line(&self, name: Option<&str>, text: &mut String) {
        match name {
            Some(name) => {
                let width = self.indentation.len() - 1;
                let _ = write!(text, "{LINES}{name:>width$}{LINES:#} ");
            }
            None => text.push_str(self.indentation),
        }
    }

    fn line_above(&self, row: usize, text: &mut String) {
        if !(0..self.size).any(|column| self.has_line_above(row, column)) {
            return;
        }
        let _ = write!(text, "{}{LINES}", self.indentation);
        for column in 0..=self.size {
            let up = row > 0 && self.has_line_before(row - 1, column);
            let right = column < self.size && self.has_line_above(row, column);
            let down = row < self.size && self.has_line_before(row, column);
            let left = column > 0 && self.has_line_above(row, column - 1);
            let arms = usize::from(up)
                + 2 * usize::from(right)
                + 4 * usize::from(down)
                + 8 * usize::from(left);
            // Between two boxes there is a column for the corner; elsewhere there is none.
            if self.has_column(column) {
                let between = if left && column > 0 { '─' } else { ' ' };
                if column > 0 {
                    text.push(between);
                }
                text.push(CORNERS[arms]);
            }
            if column < self.size {
                let along = if right { '─' } else { ' ' };
                text.extend(std::iter::repeat_n(along, self.width + 1));
            }
        }
        let _ = writeln!(text, "{LINES:#}");
    }

    fn bar_before(&self, row: usize, column: usize, text: &mut String) {
        if !self.has_column(column) {
            return;
        }
        if column > 0 {
            text.push(' ');
        }
        let bar = if self.has_line_before(row, column) {
            '│'
        } else {
            ' '
        };
        let _ = write!(text, "{LINES}{bar}{LINES:#}");
    }

    /// Whether any vertical line runs before this column.
    fn has_column(&self, column: usize) -> bool {
        (0..self.size).any(|row| self.has_line_before(row, column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(shape: &str, values: &[u8]) -> String {
        let shape: Shape = shape.parse().unwrap();
        let puzzle = Puzzle::new(shape.clone());
        let drawn = draw(
            &puzzle,
            &Symbols::Numbers,
            &Grid::new(shape, values.to_vec()).unwrap(),
        );
        anstream::adapter::strip_str(&drawn).to_string()
    }

    #[test]
    fn boxes_have_lines_around_them() {
        let values = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 0, 1];
        let expected = "  ┌─────┬─────┐
  │ 1 2 │ 3 4 │
  │ 3 4 │ 1 2 │
  ├─────┼─────┤
  │ 2 1 │ 4 3 │
  │ 4 3 │ · 1 │
  └─────┴─────┘
";
        assert_eq!(plain("2x2", &values), expected);
    }

    #[test]
    fn names_are_aligned_with_their_lines() {
        let shape: Shape = "2x2".parse().unwrap();
        let names = |letter: &str| -> Vec<String> {
            (1..=4).map(|line| format!("{letter}{line}")).collect()
        };
        let (rows, columns) = (names("r"), names("c"));
        let names = CellNames {
            rows: &rows,
            columns: &columns,
        };
        let drawn = frame_with_names(&shape, 2, &names, |cell| format!("{cell:<2}"));
        let expected = "      c1 c2   c3 c4
    ┌───────┬───────┐
 r1 │ 0  1  │ 2  3  │
 r2 │ 4  5  │ 6  7  │
    ├───────┼───────┤
 r3 │ 8  9  │ 10 11 │
 r4 │ 12 13 │ 14 15 │
    └───────┴───────┘
";

        assert_eq!(anstream::adapter::strip_str(&drawn).to_string(), expected);
    }

    #[test]
    fn regions_have_lines_where_they_meet() {
        let values = [1, 2, 3, 4, 3, 4, 2, 1, 2, 1, 4, 3, 4, 3, 1, 2];
        let expected = "  ┌─────────┬───┐
  │ 1   2 3 │ 4 │
  │   ┌─────┘   │
  │ 3 │ 4 2   1 │
  ├───┴─────┬───┤
  │ 2   1 4 │ 3 │
  │   ┌─────┘   │
  │ 4 │ 3 1   2 │
  └───┴─────────┘
";

        let drawn = plain("jigsaw:1112122233343444", &values);
        assert_eq!(drawn, expected, "{drawn}");
    }
}
