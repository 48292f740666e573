//! Outlines and lines in units of a cell.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

use crate::Shape;

/// The width of a candidate's place, in the steps of [`Places::step`].
const PLACE: f64 = 50.0 / 3.0;
/// The gap between a cell's border and its candidates, in the same steps.
const PADDING: f64 = 2.0;

/// A point of a drawing: columns to the right and rows down, in cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    pub fn distance(self, other: Point) -> f64 {
        (other.x - self.x).hypot(other.y - self.y)
    }

    /// The point at a distance from this one in the direction of another.
    pub fn towards(self, other: Point, distance: f64) -> Point {
        let share = distance / self.distance(other).max(1e-6);
        Point {
            x: self.x + (other.x - self.x) * share,
            y: self.y + (other.y - self.y) * share,
        }
    }
}

/// The places of the candidates within their cells: as square a grid as holds all values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    /// The number of cells along a side of the board.
    size: usize,
    columns: usize,
    rows: usize,
    /// The smallest length of the drawing, 1/54 of a cell of a 9×9 board. Lengths that are
    /// multiples of it keep their proportion to a candidate on boards of every size.
    pub step: f64,
}

impl Places {
    pub fn new(size: usize) -> Places {
        let columns = (1..).find(|n| n * n >= size).unwrap_or(1);
        Places {
            size,
            columns,
            rows: size.div_ceil(columns),
            step: 1.0 / (PLACE * columns as f64 + 2.0 * PADDING),
        }
    }

    /// The upper left corner of a cell.
    pub fn corner(&self, cell: u16) -> Point {
        let cell = usize::from(cell);
        Point {
            x: (cell % self.size) as f64,
            y: (cell / self.size) as f64,
        }
    }

    /// The centre of a candidate.
    pub fn candidate(&self, cell: u16, value: u8) -> Point {
        let index = usize::from(value) - 1;
        let (row, column) = (index / self.columns, index % self.columns);
        let padding = PADDING * self.step;
        let inner = 1.0 - 2.0 * padding;
        let corner = self.corner(cell);
        Point {
            x: corner.x + padding + (column as f64 + 0.5) * inner / self.columns as f64,
            y: corner.y + padding + (row as f64 + 0.5) * inner / self.rows as f64,
        }
    }

    /// The radius of the shape around a candidate.
    pub fn radius(&self) -> f64 {
        PLACE * 0.46 * self.step
    }
}

/// A line or an outline, in units of a cell from the upper left corner of the board.
///
/// It displays and serializes as the data of an SVG path.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SvgPath {
    segments: Vec<Segment>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Segment {
    Move(Point),
    Line(Point),
    /// A quadratic curve: its control point and its end.
    Curve(Point, Point),
    /// A whole circle: its centre and its radius.
    Circle(Point, f64),
    /// A circle in the opposite direction, which cuts a hole into a larger one.
    Hole(Point, f64),
    Close,
}

impl SvgPath {
    /// Returns the data of an SVG path, scaled and then moved by `(x, y)`, with this number of
    /// decimals at most.
    pub fn svg(&self, scale: f64, (x, y): (f64, f64), decimals: u32) -> String {
        let number = |number: f64| round(number, decimals);
        let point = |point: Point| {
            let (x, y) = (number(x + point.x * scale), number(y + point.y * scale));
            format!("{x} {y}")
        };
        let circle = |data: &mut String, centre: Point, radius: f64, sweep: u8| {
            let left = Point {
                x: centre.x - radius,
                y: centre.y,
            };
            let (radius, across) = (number(radius * scale), number(2.0 * radius * scale));
            let arc = format!("a{radius} {radius} 0 1 {sweep}");
            write!(data, "M{}{arc} {across} 0{arc} -{across} 0Z", point(left))
        };
        let mut data = String::new();
        for segment in &self.segments {
            let _ = match segment {
                Segment::Move(to) => write!(data, "M{}", point(*to)),
                Segment::Line(to) => write!(data, "L{}", point(*to)),
                Segment::Curve(by, to) => write!(data, "Q{} {}", point(*by), point(*to)),
                Segment::Circle(centre, radius) => circle(&mut data, *centre, *radius, 1),
                Segment::Hole(centre, radius) => circle(&mut data, *centre, *radius, 0),
                Segment::Close => write!(data, "Z"),
            };
        }
        data
    }

    /// Returns an SVG element, scaled and moved as by [`svg`](SvgPath::svg): a `circle`, a
    /// `polygon` or a `path`.
    pub fn element(&self, scale: f64, (x, y): (f64, f64), decimals: u32) -> String {
        let number = |number: f64| round(number, decimals);
        if let [Segment::Circle(centre, radius)] = self.segments[..] {
            let (x, y) = (number(x + centre.x * scale), number(y + centre.y * scale));
            let radius = number(radius * scale);
            return format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
        }
        let data = self.svg(scale, (x, y), decimals);
        let closed = data
            .strip_prefix('M')
            .and_then(|rest| rest.strip_suffix('Z'));
        match closed.filter(|points| !points.contains(['M', 'Q'])) {
            Some(points) => format!("<polygon points=\"{}\"/>", points.replace('L', " ")),
            None => format!("<path d=\"{data}\"/>"),
        }
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    pub(super) fn line(from: Point, to: Point) -> SvgPath {
        SvgPath {
            segments: vec![Segment::Move(from), Segment::Line(to)],
        }
    }

    pub(super) fn curve(from: Point, control: Point, to: Point) -> SvgPath {
        SvgPath {
            segments: vec![Segment::Move(from), Segment::Curve(control, to)],
        }
    }

    pub(super) fn circle(centre: Point, radius: f64) -> SvgPath {
        SvgPath {
            segments: vec![Segment::Circle(centre, radius)],
        }
    }

    /// A disc with a ring around it.
    pub(super) fn ringed(centre: Point, radius: f64) -> SvgPath {
        SvgPath {
            segments: vec![
                Segment::Circle(centre, radius * 1.06),
                Segment::Hole(centre, radius * 0.93),
                Segment::Circle(centre, radius * 0.8),
            ],
        }
    }

    pub(super) fn polygon(points: impl IntoIterator<Item = Point>) -> SvgPath {
        let mut path = SvgPath::default();
        path.add_polygon(points);
        path
    }

    fn add_polygon(&mut self, points: impl IntoIterator<Item = Point>) {
        for (index, point) in points.into_iter().enumerate() {
            self.segments.push(match index {
                0 => Segment::Move(point),
                _ => Segment::Line(point),
            });
        }
        self.segments.push(Segment::Close);
    }

    /// A regular polygon; `turn` is a fraction of the angle between two corners. Without a turn
    /// one corner is at the top.
    pub(super) fn regular(centre: Point, radius: f64, corners: u8, turn: f64) -> SvgPath {
        let corner = |index: u8| {
            let angle = std::f64::consts::TAU * (f64::from(index) + turn) / f64::from(corners);
            Point {
                x: centre.x + radius * angle.sin(),
                y: centre.y - radius * angle.cos(),
            }
        };
        SvgPath::polygon((0..corners).map(corner))
    }

    /// A rectangle with its corners cut off, around some points.
    pub(super) fn around(points: &[Point], distance: f64) -> SvgPath {
        let least = |axis: fn(&Point) -> f64| points.iter().map(axis).fold(f64::MAX, f64::min);
        let most = |axis: fn(&Point) -> f64| points.iter().map(axis).fold(f64::MIN, f64::max);
        let (left, right) = (least(|p| p.x), most(|p| p.x));
        let (top, bottom) = (least(|p| p.y), most(|p| p.y));
        let cut = distance * 0.45;
        let corners = [
            (left - cut, top - distance),
            (right + cut, top - distance),
            (right + distance, top - cut),
            (right + distance, bottom + cut),
            (right + cut, bottom + distance),
            (left - cut, bottom + distance),
            (left - distance, bottom + cut),
            (left - distance, top - cut),
        ];
        SvgPath::polygon(corners.map(|(x, y)| Point { x, y }))
    }

    /// The outline of a set of cells, drawn this far inside it.
    pub(super) fn outline(shape: &Shape, cells: &[u16], inset: f64) -> SvgPath {
        let mut path = SvgPath::default();
        for corners in loops(shape.size(), cells) {
            let count = corners.len();
            let inner = (0..count).map(|index| {
                let before = direction(corners[(index + count - 1) % count], corners[index]);
                let after = direction(corners[index], corners[(index + 1) % count]);
                let (x, y) = corners[index];
                // The inside is on the right of each side.
                Point {
                    x: f64::from(x) - f64::from(before.1 + after.1) * inset,
                    y: f64::from(y) + f64::from(before.0 + after.0) * inset,
                }
            });
            path.add_polygon(inner);
        }
        path
    }
}

fn round(number: f64, decimals: u32) -> f64 {
    let factor = 10_f64.powi(decimals as i32);
    // Adding zero turns a negative zero into a positive one.
    (number * factor).round() / factor + 0.0
}

/// A corner of cells: column and row.
type Corner = (i32, i32);

fn direction(from: Corner, to: Corner) -> Corner {
    ((to.0 - from.0).signum(), (to.1 - from.1).signum())
}

/// The corners of the lines around a set of cells, clockwise; those around a hole run the other
/// way.
fn loops(size: usize, cells: &[u16]) -> Vec<Vec<Corner>> {
    let cells: BTreeSet<Corner> = cells
        .iter()
        .map(|cell| usize::from(*cell))
        .map(|cell| ((cell % size) as i32, (cell / size) as i32))
        .collect();
    // The sides between a cell of the set and one outside it, by where they begin.
    let mut sides: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for (x, y) in &cells {
        let (x, y) = (*x, *y);
        let clockwise = [
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ];
        for (neighbour, from, to) in clockwise {
            if !cells.contains(&neighbour) {
                sides.entry(from).or_default().push(to);
            }
        }
    }
    let mut loops = Vec::new();
    while let Some((start, _)) = sides.iter().find(|(_, ends)| !ends.is_empty()) {
        let start = *start;
        let (mut at, mut came, mut corners) = (start, (0, 0), Vec::new());
        while let Some(ends) = sides.get_mut(&at).filter(|ends| !ends.is_empty()) {
            // Where two cells touch at a corner only, turning right keeps them apart.
            let right = (-came.1, came.0);
            let index = ends.iter().position(|to| direction(at, *to) == right);
            let to = ends.swap_remove(index.unwrap_or(0));
            let turned = direction(at, to);
            if turned != came {
                corners.push(at);
            }
            (at, came) = (to, turned);
        }
        // The first corner is one only if the line turns there.
        if corners.len() > 1 && direction(corners[0], corners[1]) == came {
            corners.remove(0);
        }
        loops.push(corners);
    }
    loops
}

impl fmt::Display for SvgPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.svg(1.0, (0.0, 0.0), 3))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for SvgPath {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(cells: &[u16]) -> String {
        let shape: Shape = "2x2".parse().expect("a shape");
        SvgPath::outline(&shape, cells, 0.1).to_string()
    }

    #[test]
    fn an_outline_runs_inside_its_cells() {
        assert_eq!(outline(&[0]), "M0.1 0.1L0.9 0.1L0.9 0.9L0.1 0.9Z");
        assert_eq!(outline(&[0, 1]), "M0.1 0.1L1.9 0.1L1.9 0.9L0.1 0.9Z");
        // At an inner corner it reaches into the adjacent cell.
        let angle = "M0.1 0.1L1.9 0.1L1.9 0.9L0.9 0.9L0.9 1.9L0.1 1.9Z";
        assert_eq!(outline(&[0, 1, 4]), angle);
    }

    #[test]
    fn cells_that_touch_at_a_corner_have_separate_outlines() {
        let both = "M0.1 0.1L0.9 0.1L0.9 0.9L0.1 0.9ZM1.1 1.1L1.9 1.1L1.9 1.9L1.1 1.9Z";
        assert_eq!(outline(&[0, 5]), both);
        let other = outline(&[1, 4]);
        assert_eq!(other.matches('M').count(), 2, "{other}");
    }

    #[test]
    fn a_hole_has_an_outline_too() {
        let shape: Shape = "3x3".parse().expect("a shape");
        let ring = [0, 1, 2, 9, 11, 18, 19, 20];
        let path = SvgPath::outline(&shape, &ring, 0.1).to_string();
        assert!(path.contains("M0.1 0.1L2.9 0.1L2.9 2.9L0.1 2.9Z"), "{path}");
        assert_eq!(path.matches('Z').count(), 2, "{path}");
        assert!(
            path.contains("0.9 0.9") && path.contains("2.1 2.1"),
            "{path}"
        );
    }

    #[test]
    fn paths_are_scaled_and_moved() {
        let line = SvgPath::line(Point { x: 0.0, y: 0.5 }, Point { x: 1.0, y: 2.0 });
        assert_eq!(line.svg(54.0, (2.0, 20.0), 1), "M2 47L56 128");
        let circle = SvgPath::circle(Point { x: 0.5, y: 0.5 }, 0.25);
        let drawn = "M1 2a1 1 0 1 1 2 0a1 1 0 1 1 -2 0Z";
        assert_eq!(circle.svg(4.0, (0.0, 0.0), 1), drawn);
        let element = "<circle cx=\"2\" cy=\"2\" r=\"1\"/>";
        assert_eq!(circle.element(4.0, (0.0, 0.0), 1), element);
        let diamond = SvgPath::regular(Point { x: 1.0, y: 1.0 }, 1.0, 4, 0.0);
        let element = "<polygon points=\"2 0 4 2 2 4 0 2\"/>";
        assert_eq!(diamond.element(2.0, (0.0, 0.0), 1), element);
        assert!(line.element(1.0, (0.0, 0.0), 1).starts_with("<path d="));
    }

    #[test]
    fn candidates_fill_their_cells_evenly() {
        let places = Places::new(9);
        assert_eq!(places.candidate(0, 5), Point { x: 0.5, y: 0.5 });
        // Six candidates are in two rows of three.
        let (first, last) = (
            Places::new(6).candidate(0, 1),
            Places::new(6).candidate(0, 6),
        );
        assert!((first.x + last.x - 1.0).abs() < 1e-9);
        assert!((first.y + last.y - 1.0).abs() < 1e-9);
        assert!((last.y - 0.75).abs() < 0.02);
    }
}
