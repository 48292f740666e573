//! Where cells and candidates stand in a drawing.

use sudokit::Shape;

use crate::text::short;

/// The side of a cell of a 9×9 board; others have as much room for each candidate.
const CELL: f64 = 54.0;
/// The gap between the lines of a cell and its candidates.
const PADDING: f64 = 2.0;
/// Room for the names of rows and columns, above and to the left.
const MARGIN: f64 = 20.0;
/// Room for half of a thick line.
const RIM: f64 = 2.0;

/// A place in a drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    /// As SVG writes it.
    pub fn written(self) -> String {
        format!("{} {}", short(self.x), short(self.y))
    }

    /// This far towards another point.
    pub fn towards(self, other: Point, distance: f64) -> Point {
        let length = self.distance(other).max(0.001);
        let share = distance / length;
        Point {
            x: self.x + (other.x - self.x) * share,
            y: self.y + (other.y - self.y) * share,
        }
    }

    pub fn distance(self, other: Point) -> f64 {
        (other.x - self.x).hypot(other.y - self.y)
    }
}

/// Sizes and places.
pub struct Layout {
    shape: Shape,
    /// The side of a cell.
    pub cell: f64,
    /// How many candidates stand side by side.
    pub across: usize,
    /// The distance of two candidates.
    pub pitch: f64,
    /// The room above the board and to its left.
    pub margin: f64,
}

impl Layout {
    /// With room for candidates and for the names of rows and columns.
    pub fn new(shape: &Shape) -> Layout {
        let across = (1..)
            .find(|across| across * across >= shape.size())
            .unwrap_or(1);
        let pitch = (CELL - 2.0 * PADDING) / 3.0;
        Layout {
            shape: shape.clone(),
            cell: pitch * across as f64 + 2.0 * PADDING,
            across,
            pitch,
            margin: MARGIN,
        }
    }

    /// Without room for candidates: all cells are as large as those of a 9×9 board, so that lines
    /// look alike whatever the size.
    pub fn without_candidates(self) -> Layout {
        Layout { cell: CELL, ..self }
    }

    /// Without room for the names of rows and columns.
    pub fn without_names(self) -> Layout {
        Layout {
            margin: RIM,
            ..self
        }
    }

    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The number of cells along a side.
    pub fn size(&self) -> usize {
        self.shape.size()
    }

    /// The side of the whole drawing.
    pub fn picture(&self) -> f64 {
        self.margin + RIM + self.cell * self.size() as f64
    }

    /// The corner before a row and a column.
    pub fn corner(&self, row: usize, column: usize) -> Point {
        Point {
            x: self.margin + column as f64 * self.cell,
            y: self.margin + row as f64 * self.cell,
        }
    }

    /// The upper left corner of a cell.
    pub fn corner_of(&self, cell: usize) -> Point {
        self.corner(self.shape.row(cell), self.shape.column(cell))
    }

    /// The middle of a cell.
    pub fn middle(&self, cell: usize) -> Point {
        let Point { x, y } = self.corner_of(cell);
        let half = self.cell / 2.0;
        Point {
            x: x + half,
            y: y + half,
        }
    }

    /// The middle of a candidate.
    pub fn candidate(&self, cell: usize, value: u8) -> Point {
        let index = usize::from(value) - 1;
        let (row, column) = (index / self.across, index % self.across);
        let Point { x, y } = self.corner_of(cell);
        Point {
            x: x + PADDING + (column as f64 + 0.5) * self.pitch,
            y: y + PADDING + (row as f64 + 0.5) * self.pitch,
        }
    }

    /// How large the shape around a candidate is, from its middle.
    pub fn radius(&self) -> f64 {
        self.pitch * 0.46
    }
}
