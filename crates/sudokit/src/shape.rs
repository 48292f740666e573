//! The shape of a board: its size and the houses in which all values differ.
//!
//! A [`Shape`] is data. Rows, columns, boxes, jigsaw regions, diagonals and windows are all
//! [`House`]s, lists of cells. Engines, logic and the rule check iterate over those lists and do
//! not depend on the kind of a house. Lookup tables (the houses and the peers of a cell) are
//! computed once, when the shape is created, and shared by all clones.
//!
//! ```
//! use sudokit::Shape;
//!
//! let hexadoku: Shape = "4x4".parse()?;
//! assert_eq!(hexadoku.size(), 16);
//! assert_eq!(hexadoku.houses().len(), 48);
//! assert_eq!(hexadoku.peers(0).len(), 39);
//!
//! let with_diagonals: Shape = "3x3+diagonals".parse()?;
//! assert_eq!(with_diagonals.houses().len(), 29);
//! # Ok::<(), sudokit::ShapeError>(())
//! ```

use std::collections::BTreeSet;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::str::FromStr;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::geometry::Geometry;

/// The size of the smallest board.
pub const MIN_SIZE: usize = 4;
/// The size of the largest board: the candidates of a cell fit a 64-bit mask.
pub const MAX_SIZE: usize = 64;

/// The kind of a [`House`]. Only messages depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HouseKind {
    /// A horizontal line of cells.
    Row,
    /// A vertical line of cells.
    Column,
    /// A rectangle on a board with regular boxes.
    Box,
    /// An irregular (jigsaw) region, which replaces a box.
    Region,
    /// One of the two long diagonals.
    Diagonal,
    /// An extra rectangle across the boxes (Windoku, hyper Sudoku).
    Window,
}

/// A set of cells whose values all differ.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct House {
    kind: HouseKind,
    number: usize,
    cells: Vec<u16>,
}

impl House {
    /// Returns the kind of the house.
    pub fn kind(&self) -> HouseKind {
        self.kind
    }

    /// Returns the number of the house among those of its kind, from 0.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Returns the cells in reading order; a cell is `row * size + column`.
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }
}

/// Writes the name that players use, numbered from 1: `row 3`, `box 5`, `window 2`.
impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.kind {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
            HouseKind::Region => "region",
            HouseKind::Diagonal if self.number == 0 => return f.write_str("the diagonal \\"),
            HouseKind::Diagonal => return f.write_str("the diagonal /"),
            HouseKind::Window => "window",
        };
        write!(f, "{name} {}", self.number + 1)
    }
}

/// The size of a board and all its houses. Cloning is cheap.
///
/// Two shapes are equal if their houses are, whatever they are named: `1x7` and `7x1` are both
/// Latin squares, and the labels of a jigsaw may differ.
///
/// [`Display`](fmt::Display) writes the name of a shape, and [`FromStr`] reads it back: box rows
/// and columns (`3x4`) or the labels of a jigsaw (`jigsaw:1122…`), followed by `+diagonals` and
/// `+windows` if the shape has them. [`FromStr`] also reads a size (`9`), which stands for its
/// [usual boxes](Shape::with_size).
#[derive(Clone)]
pub struct Shape(Arc<Layout>);

struct Layout {
    size: usize,
    boxes: Option<(usize, usize)>,
    name: String,
    houses: Vec<House>,
    /// A hash of the houses, so that hashing a puzzle does not walk them.
    hash: u64,
    houses_of: Lists,
    peers: Lists,
    /// Computed on first use.
    geometry: OnceLock<Geometry>,
}

/// One list of numbers for each cell, in a single allocation.
struct Lists {
    starts: Vec<u32>,
    items: Vec<u16>,
}

impl Lists {
    fn new(lists: impl Iterator<Item = Vec<u16>>) -> Self {
        let (mut starts, mut items) = (vec![0], Vec::new());
        for list in lists {
            items.extend(list);
            starts.push(items.len() as u32);
        }
        Lists { starts, items }
    }

    fn get(&self, index: usize) -> &[u16] {
        &self.items[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

/// The reason why a shape is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// The size is below [`MIN_SIZE`] or above [`MAX_SIZE`].
    #[error("a board has 4 to 64 values, not {0}")]
    Size(usize),
    /// The size is prime, so the board has no boxes.
    #[error(
        "a {0}×{0} board has no boxes: use 1x{0} for a board without boxes, \
         or give its regions as jigsaw:LABELS"
    )]
    NoBoxes(usize),
    /// The regions of a jigsaw do not have one cell for each value.
    #[error(
        "a {size}×{size} jigsaw needs {size} regions of {size} cells, but region {label} has \
         {cells}"
    )]
    Region {
        /// The size of the board.
        size: usize,
        /// The label of the region.
        label: char,
        /// The number of cells in it.
        cells: usize,
    },
    /// The number of labels is not the square of a size.
    #[error("{0} region labels do not make a square board (16, 25, 36, 49, 64, 81, …)")]
    Labels(usize),
    /// Windows need regular boxes of at least 2×2 cells.
    #[error("windows need boxes of at least 2×2 cells")]
    Windows,
    /// The text is not a shape.
    #[error(
        "`{0}` is not a shape: give a size (9), box rows x box columns (3x4) or jigsaw:LABELS, \
         optionally followed by +diagonals or +windows"
    )]
    Text(String),
}

impl Shape {
    /// Returns the classic shape: 9×9 with boxes of 3×3.
    pub fn classic() -> Shape {
        static CLASSIC: OnceLock<Shape> = OnceLock::new();
        CLASSIC
            .get_or_init(|| Shape::boxes(3, 3).expect("3×3 boxes fit a 9×9 board"))
            .clone()
    }

    /// Returns the shape with `rows * columns` values and boxes of `rows` × `columns` cells.
    ///
    /// With one row or one column the boxes are lines, so the board is a Latin square.
    ///
    /// # Errors
    /// If the size is out of range.
    pub fn boxes(rows: usize, columns: usize) -> Result<Shape, ShapeError> {
        // Engines keep tables in a shape, so all boards with the same boxes share one.
        static MADE: Mutex<Vec<Shape>> = Mutex::new(Vec::new());
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = Some((rows, columns));
        if let Some(shape) = made.iter().find(|shape| shape.box_size() == wanted) {
            return Ok(shape.clone());
        }
        let shape = Builder::boxes(rows, columns)?.build();
        made.push(shape.clone());
        Ok(shape)
    }

    /// Returns the shape with the usual boxes of a size: as square as possible, and wider than
    /// high (2×3 for 6, 2×5 for 10, 3×4 for 12).
    ///
    /// # Errors
    /// If the size is out of range or prime.
    pub fn with_size(size: usize) -> Result<Shape, ShapeError> {
        let (rows, columns) = usual_boxes(size)?;
        Shape::boxes(rows, columns)
    }

    /// Returns the rows and columns of the boxes of [`with_size`](Self::with_size), if a board of this
    /// size has any, without making the shape.
    pub(crate) fn usual_box_size(size: usize) -> Option<(usize, usize)> {
        usual_boxes(size).ok()
    }

    /// Creates a shape from the region labels of all cells: cells with the same label form a
    /// region, and regions are numbered in the order of their labels.
    ///
    /// # Errors
    /// If the labels do not make a square board, or if a region does not have one cell for each
    /// value.
    pub fn jigsaw(labels: &[char]) -> Result<Shape, ShapeError> {
        Ok(Builder::jigsaw(labels)?.build())
    }

    /// Returns the number of values, which is also the number of rows and of columns.
    pub fn size(&self) -> usize {
        self.0.size
    }

    /// Returns the number of cells.
    pub fn cells(&self) -> usize {
        self.0.size * self.0.size
    }

    /// Returns the rows and columns of a box, or `None` for a jigsaw.
    pub fn box_size(&self) -> Option<(usize, usize)> {
        self.0.boxes
    }

    /// Returns whether this is the 9×9 board with only rows, columns and 3×3 boxes.
    pub fn is_classic(&self) -> bool {
        self.0.name == "3x3"
    }

    /// Returns whether the shape has only rows, columns and regular boxes.
    pub fn is_plain(&self) -> bool {
        self.0.boxes.is_some() && !self.0.name.contains('+')
    }

    /// Returns the mask of all values: bit `v - 1` stands for value `v`.
    pub fn all_values(&self) -> u64 {
        u64::MAX >> (64 - self.0.size)
    }

    /// Returns all houses: rows, columns, boxes or regions, diagonals, windows.
    pub fn houses(&self) -> &[House] {
        &self.0.houses
    }

    /// Returns the houses of a cell, as indices into [`houses`](Self::houses).
    ///
    /// # Panics
    /// If the cell is outside the shape.
    pub fn houses_of(&self, cell: usize) -> &[u16] {
        self.0.houses_of.get(cell)
    }

    /// Returns the cells that share a house with a cell, without the cell itself, in ascending
    /// order.
    ///
    /// # Panics
    /// If the cell is outside the shape.
    pub fn peers(&self, cell: usize) -> &[u16] {
        self.0.peers.get(cell)
    }

    /// The lookup tables of engines and logic.
    pub(crate) fn geometry(&self) -> &Geometry {
        self.0.geometry.get_or_init(|| Geometry::new(self))
    }

    /// Returns the row of a cell, from 0.
    pub fn row(&self, cell: usize) -> usize {
        cell / self.0.size
    }

    /// Returns the column of a cell, from 0.
    pub fn column(&self, cell: usize) -> usize {
        cell % self.0.size
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || self.0.hash == other.0.hash && self.0.houses == other.0.houses
    }
}

impl Eq for Shape {}

impl Hash for Shape {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shape({})", self.0.name)
    }
}

/// Writes the name of the shape, which [`FromStr`] reads back.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name)
    }
}

/// Reads `9`, `3x4` or `jigsaw:1122…`, optionally followed by `+diagonals` (or `+x`) and
/// `+windows`.
impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Self, ShapeError> {
        let unknown = || ShapeError::Text(text.to_string());
        let mut parts = text.trim().split('+');
        let base = parts.next().unwrap_or_default().trim();
        let (mut has_diagonals, mut has_windows) = (false, false);
        for extra in parts {
            match extra.trim() {
                "diagonals" | "x" => has_diagonals = true,
                "windows" => has_windows = true,
                _ => return Err(unknown()),
            }
        }
        let mut builder = if let Some(labels) = base.strip_prefix("jigsaw:") {
            Builder::jigsaw(&labels.chars().collect::<Vec<_>>())?
        } else {
            let number = |part: &str| part.trim().parse::<usize>().map_err(|_| unknown());
            let (rows, columns) = match base.split_once(['x', 'X', '×']) {
                Some((rows, columns)) => (number(rows)?, number(columns)?),
                None => usual_boxes(number(base)?)?,
            };
            if !has_diagonals && !has_windows {
                return Shape::boxes(rows, columns);
            }
            Builder::boxes(rows, columns)?
        };
        if has_diagonals {
            builder = builder.diagonals();
        }
        if has_windows {
            builder = builder.windows()?;
        }
        Ok(builder.build())
    }
}

/// The usual boxes of a size: the divisors nearest to its root, the smaller one for the rows.
fn usual_boxes(size: usize) -> Result<(usize, usize), ShapeError> {
    check_size(size)?;
    let rows = (2..=size.isqrt())
        .rev()
        .find(|rows| size.is_multiple_of(*rows));
    let rows = rows.ok_or(ShapeError::NoBoxes(size))?;
    Ok((rows, size / rows))
}

fn check_size(size: usize) -> Result<(), ShapeError> {
    if (MIN_SIZE..=MAX_SIZE).contains(&size) {
        Ok(())
    } else {
        Err(ShapeError::Size(size))
    }
}

/// Collects houses; [`build`](Builder::build) derives the rest from them.
struct Builder {
    size: usize,
    boxes: Option<(usize, usize)>,
    name: String,
    houses: Vec<House>,
}

impl Builder {
    fn lines(size: usize, boxes: Option<(usize, usize)>, name: String) -> Builder {
        let mut builder = Builder {
            size,
            boxes,
            name,
            houses: Vec::with_capacity(3 * size),
        };
        for row in 0..size {
            builder.add(HouseKind::Row, row, |cell| cell / size == row);
        }
        for column in 0..size {
            builder.add(HouseKind::Column, column, |cell| cell % size == column);
        }
        builder
    }

    fn boxes(rows: usize, columns: usize) -> Result<Builder, ShapeError> {
        let size = rows.saturating_mul(columns);
        check_size(size)?;
        let mut builder = Builder::lines(size, Some((rows, columns)), format!("{rows}x{columns}"));
        if rows > 1 && columns > 1 {
            for number in 0..size {
                builder.add(HouseKind::Box, number, |cell| {
                    cell / size / rows * rows + cell % size / columns == number
                });
            }
        }
        Ok(builder)
    }

    fn jigsaw(labels: &[char]) -> Result<Builder, ShapeError> {
        let size = labels.len().isqrt();
        if size * size != labels.len() || check_size(size).is_err() {
            return Err(ShapeError::Labels(labels.len()));
        }
        let name = format!("jigsaw:{}", labels.iter().collect::<String>());
        let mut builder = Builder::lines(size, None, name);
        // Numbered by label, so that "region 4" is the one that the user labelled 4.
        let regions: BTreeSet<char> = labels.iter().copied().collect();
        for (number, label) in regions.into_iter().enumerate() {
            let cells = labels.iter().filter(|other| **other == label).count();
            if cells != size {
                return Err(ShapeError::Region { size, label, cells });
            }
            builder.add(HouseKind::Region, number, |cell| labels[cell] == label);
        }
        Ok(builder)
    }

    fn diagonals(mut self) -> Builder {
        let size = self.size;
        self.add(HouseKind::Diagonal, 0, |cell| cell / size == cell % size);
        self.add(HouseKind::Diagonal, 1, |cell| {
            cell / size + cell % size == size - 1
        });
        self.name.push_str("+diagonals");
        self
    }

    /// Adds windows one cell from the edges and one cell apart.
    fn windows(mut self) -> Result<Builder, ShapeError> {
        let (rows, columns) = match self.boxes {
            Some((rows, columns)) if rows > 1 && columns > 1 => (rows, columns),
            _ => return Err(ShapeError::Windows),
        };
        let size = self.size;
        let starts = |length: usize| {
            (1..)
                .step_by(length + 1)
                .take_while(move |start| start + length < size)
        };
        let mut number = 0;
        for top in starts(rows) {
            for left in starts(columns) {
                self.add(HouseKind::Window, number, |cell| {
                    (top..top + rows).contains(&(cell / size))
                        && (left..left + columns).contains(&(cell % size))
                });
                number += 1;
            }
        }
        self.name.push_str("+windows");
        Ok(self)
    }

    fn add(&mut self, kind: HouseKind, number: usize, belongs: impl Fn(usize) -> bool) {
        let cells = (0..self.size * self.size).filter(|cell| belongs(*cell));
        self.houses.push(House {
            kind,
            number,
            cells: cells.map(|cell| cell as u16).collect(),
        });
    }

    fn build(self) -> Shape {
        let mut houses_of = vec![Vec::new(); self.size * self.size];
        for (index, house) in self.houses.iter().enumerate() {
            for &cell in house.cells() {
                houses_of[cell as usize].push(index as u16);
            }
        }
        let peers = houses_of.iter().enumerate().map(|(cell, houses)| {
            let all = houses.iter().flat_map(|h| self.houses[*h as usize].cells());
            let mut peers: Vec<u16> = all.copied().filter(|p| *p as usize != cell).collect();
            peers.sort_unstable();
            peers.dedup();
            peers
        });
        let peers = Lists::new(peers);
        let mut hasher = DefaultHasher::new();
        self.houses.hash(&mut hasher);
        Shape(Arc::new(Layout {
            hash: hasher.finish(),
            size: self.size,
            boxes: self.boxes,
            name: self.name,
            houses_of: Lists::new(houses_of.into_iter()),
            peers,
            geometry: OnceLock::new(),
            houses: self.houses,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_boxes_are_wider_than_high() {
        for (size, boxes) in [
            (4, (2, 2)),
            (6, (2, 3)),
            (8, (2, 4)),
            (10, (2, 5)),
            (12, (3, 4)),
            (15, (3, 5)),
            (20, (4, 5)),
            (64, (8, 8)),
        ] {
            assert_eq!(Shape::with_size(size).unwrap().box_size(), Some(boxes));
        }
        assert_eq!(Shape::with_size(7), Err(ShapeError::NoBoxes(7)));
        assert_eq!(Shape::with_size(65), Err(ShapeError::Size(65)));
    }

    #[test]
    fn every_house_of_every_size_has_one_cell_for_each_value() {
        for rows in 1..=8 {
            for columns in 1..=8 {
                let Ok(shape) = Shape::boxes(rows, columns) else {
                    continue;
                };
                for house in shape.houses() {
                    assert_eq!(house.cells().len(), shape.size(), "{shape:?} {house}");
                }
                for cell in 0..shape.cells() {
                    assert!(shape.peers(cell).iter().all(|peer| {
                        shape.peers(*peer as usize).contains(&(cell as u16))
                            && *peer as usize != cell
                    }));
                }
            }
        }
    }

    #[test]
    fn classic_cells_have_twenty_peers() {
        let classic = Shape::classic();
        assert!((0..81).all(|cell| classic.peers(cell).len() == 20));
        assert!(classic.is_classic() && classic.is_plain());
    }

    #[test]
    fn names_are_read_back() {
        for name in ["3x3", "3x4", "1x7", "3x3+diagonals+windows", "4x4+windows"] {
            let shape: Shape = name.parse().unwrap();
            assert_eq!(shape.to_string(), name);
        }
        let windoku: Shape = "9+windows".parse().unwrap();
        assert_eq!(windoku.houses().len(), 31);
        assert_eq!(windoku.houses()[27].cells()[0], 10);
    }

    #[test]
    fn equal_houses_make_equal_shapes() {
        let hash = |shape: &Shape| {
            let mut hasher = DefaultHasher::new();
            shape.hash(&mut hasher);
            hasher.finish()
        };
        for (one, other) in [
            ("3x3", "9"),
            ("1x7", "7x1"),
            ("3x3+x", "9+diagonals+x"),
            ("3x3+windows+diagonals", "3x3+diagonals+windows"),
            ("jigsaw:1122112233443344", "jigsaw:aabbaabbccddccdd"),
        ] {
            let [one, other]: [Shape; 2] = [one, other].map(|name| name.parse().unwrap());
            assert_eq!(one, other);
            assert_eq!(hash(&one), hash(&other));
        }
        for (one, other) in [
            ("2x3", "3x2"),
            ("2x2", "jigsaw:1122112233443344"),
            ("3x3", "3x3+windows"),
            ("3x3+diagonals", "3x3+windows"),
            ("2x2", "1x4"),
        ] {
            let [one, other]: [Shape; 2] = [one, other].map(|name| name.parse().unwrap());
            assert_ne!(one, other);
        }
        assert!(Arc::ptr_eq(
            &Shape::classic().0,
            &"9".parse::<Shape>().unwrap().0
        ));
    }

    #[test]
    fn properties_of_shapes() {
        for (name, classic, plain, boxes) in [
            ("3x3", true, true, Some((3, 3))),
            ("2x3", false, true, Some((2, 3))),
            ("1x9", false, true, Some((1, 9))),
            ("3x3+diagonals", false, false, Some((3, 3))),
            ("jigsaw:1122112233443344", false, false, None),
        ] {
            let shape: Shape = name.parse().unwrap();
            assert_eq!(shape.is_classic(), classic, "{name}");
            assert_eq!(shape.is_plain(), plain, "{name}");
            assert_eq!(shape.box_size(), boxes, "{name}");
            assert_eq!(format!("{shape:?}"), format!("Shape({name})"));
        }
        let six = Shape::with_size(6).unwrap();
        assert_eq!((six.cells(), six.all_values()), (36, 0b11_1111));
        assert_eq!((six.row(15), six.column(15)), (2, 3));
        assert_eq!(six.houses_of(15), [2, 9, 15]);
        assert_eq!(Shape::with_size(64).unwrap().all_values(), u64::MAX);
        assert!(Shape::boxes(2, 2).is_ok() && Shape::boxes(8, 8).is_ok());
        assert_eq!(Shape::boxes(1, 3), Err(ShapeError::Size(3)));
        assert_eq!(Shape::boxes(5, 13), Err(ShapeError::Size(65)));
        assert_eq!("1x4+windows".parse::<Shape>(), Err(ShapeError::Windows));
        assert_eq!("4x1+windows".parse::<Shape>(), Err(ShapeError::Windows));
    }

    #[test]
    fn houses_are_named_and_placed() {
        let shape: Shape = "3x3+diagonals+windows".parse().unwrap();
        let expected = [
            (2, "row 3", [18, 19, 26]),
            (12, "column 4", [3, 12, 75]),
            (22, "box 5", [30, 31, 50]),
            (27, "the diagonal \\", [0, 10, 80]),
            (28, "the diagonal /", [8, 16, 72]),
            (30, "window 2", [14, 15, 34]),
            (31, "window 3", [46, 47, 66]),
        ];
        for (house, name, [first, second, last]) in expected {
            let house = &shape.houses()[house];
            assert_eq!(house.to_string(), name);
            let cells = house.cells();
            assert_eq!(
                [cells[0], cells[1], cells[8]],
                [first, second, last],
                "{name}"
            );
        }
        assert_eq!(shape.houses()[30].kind(), HouseKind::Window);
        assert_eq!(shape.houses()[30].number(), 1);
        let jigsaw: Shape = "jigsaw:2211221144334433".parse().unwrap();
        assert_eq!(jigsaw.houses()[8].to_string(), "region 1");
        assert_eq!(jigsaw.houses()[8].cells(), [2, 3, 6, 7]);
        assert_eq!(jigsaw.peers(0), [1, 2, 3, 4, 5, 8, 12]);
    }

    #[test]
    fn jigsaw_regions_are_checked() {
        let labels: Vec<char> = "1122112233443344".chars().collect();
        assert_eq!(Shape::jigsaw(&labels).unwrap().houses().len(), 12);
        let labels: Vec<char> = "1112112233443344".chars().collect();
        assert!(matches!(
            Shape::jigsaw(&labels),
            Err(ShapeError::Region {
                label: '1',
                cells: 5,
                ..
            })
        ));
        assert_eq!(Shape::jigsaw(&['1'; 17]), Err(ShapeError::Labels(17)));
    }

    #[test]
    fn bad_names_are_rejected() {
        for name in [
            "",
            "x",
            "3x",
            "3x3+spiral",
            "99999999999999999999x2",
            "9x9",
            "1x1",
        ] {
            assert!(name.parse::<Shape>().is_err(), "{name}");
        }
    }
}
