//! What a board looks like: its size and the houses in which all values differ.
//!
//! A [`Shape`] is data. Rows, columns, boxes, jigsaw regions, diagonals and windows are all
//! [`House`]s, lists of cells; engines, logic and the rule check walk those lists and never ask
//! which kind they came from. Everything that engines look up again and again (the houses and
//! the peers of a cell) is computed once, when the shape is made, and shared by every clone.
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
use std::str::FromStr;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::geometry::Geometry;

/// The smallest board.
pub const MIN_SIZE: usize = 4;
/// The largest board: a cell's candidates fill one 64-bit mask.
pub const MAX_SIZE: usize = 64;

/// What kind of house a [`House`] is; engines do not care, messages to people do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HouseKind {
    /// A horizontal line of cells.
    Row,
    /// A vertical line of cells.
    Column,
    /// A rectangle of a board with regular boxes.
    Box,
    /// An irregular (jigsaw) region, which takes the place of the boxes.
    Region,
    /// One of the two long diagonals.
    Diagonal,
    /// An extra rectangle that lies across the boxes (Windoku, hyper Sudoku).
    Window,
}

/// Cells whose values all differ.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct House {
    kind: HouseKind,
    number: usize,
    cells: Vec<u16>,
}

impl House {
    /// What kind of house it is.
    pub fn kind(&self) -> HouseKind {
        self.kind
    }

    /// Its number among the houses of its kind, from 0.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Its cells in reading order; a cell is `row * size + column`.
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }
}

/// The name a player would use: `row 3`, `box 5`, `window 2`, numbered from 1.
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
#[derive(Clone)]
pub struct Shape(Arc<Plan>);

struct Plan {
    size: usize,
    boxes: Option<(usize, usize)>,
    name: String,
    houses: Vec<House>,
    houses_of: Lists,
    peers: Lists,
    /// Computed on first use.
    geometry: OnceLock<Geometry>,
}

/// One list of numbers for each cell, end to end in a single allocation.
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

/// Why a shape cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// The size is below [`MIN_SIZE`] or above [`MAX_SIZE`].
    #[error("a board has 4 to 64 values, not {0}")]
    Size(usize),
    /// The size is prime, so it has no boxes.
    #[error(
        "a {0}×{0} board has no boxes: say 1x{0} for a board without boxes, \
         or give its regions as jigsaw:LABELS"
    )]
    NoBoxes(usize),
    /// The regions of a jigsaw do not have one cell for each value.
    #[error(
        "a {size}×{size} jigsaw needs {size} regions of {size} cells; region {label} has {cells}"
    )]
    Region {
        /// The size of the board.
        size: usize,
        /// The label of the region at fault.
        label: char,
        /// How many cells it has.
        cells: usize,
    },
    /// The number of labels is not the square of a size.
    #[error("{0} region labels are not a square board (16, 25, 36, 49, 64, 81, …)")]
    Labels(usize),
    /// Windows need boxes that leave room between them.
    #[error("windows need boxes of at least 2×2 cells")]
    Windows,
    /// The text is not a shape.
    #[error(
        "`{0}` is not a shape: say a size (9), box rows x box columns (3x4), or jigsaw:LABELS, \
         with +diagonals or +windows behind it where wanted"
    )]
    Text(String),
}

impl Shape {
    /// The board that everybody knows: 9×9 with boxes of 3×3.
    pub fn classic() -> Shape {
        static CLASSIC: OnceLock<Shape> = OnceLock::new();
        CLASSIC
            .get_or_init(|| Shape::boxes(3, 3).expect("3×3 boxes fit a 9×9 board"))
            .clone()
    }

    /// A board of `rows * columns` values with boxes of that many rows and columns.
    ///
    /// With one row or one column the boxes are lines, so the board is a Latin square.
    pub fn boxes(rows: usize, columns: usize) -> Result<Shape, ShapeError> {
        // Engines hang tables on a shape, so all boards of one kind share one.
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

    /// A board with the usual boxes of its size: as square as can be, lying rather than standing
    /// (6 has 2×3, 10 has 2×5, 12 has 3×4).
    pub fn with_size(size: usize) -> Result<Shape, ShapeError> {
        let (rows, columns) = usual_boxes(size)?;
        Shape::boxes(rows, columns)
    }

    /// A board whose regions are given cell by cell: cells with the same label belong together.
    pub fn jigsaw(labels: &[char]) -> Result<Shape, ShapeError> {
        Ok(Builder::jigsaw(labels)?.build())
    }

    /// The number of values, which is also that of rows and of columns.
    pub fn size(&self) -> usize {
        self.0.size
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.0.size * self.0.size
    }

    /// The rows and columns of a box, or `None` on a jigsaw.
    pub fn box_size(&self) -> Option<(usize, usize)> {
        self.0.boxes
    }

    /// Whether this is the 9×9 board with nothing but rows, columns and 3×3 boxes.
    pub fn is_classic(&self) -> bool {
        self.0.name == "3x3"
    }

    /// Whether the shape has nothing but rows, columns and regular boxes, so that every form
    /// that can name a box size can hold it.
    pub fn is_plain(&self) -> bool {
        self.0.boxes.is_some() && !self.0.name.contains('+')
    }

    /// The mask of all values: bit `v - 1` stands for value `v`.
    pub fn all_values(&self) -> u64 {
        u64::MAX >> (64 - self.0.size)
    }

    /// All houses: rows, then columns, then boxes or regions, then what was added.
    pub fn houses(&self) -> &[House] {
        &self.0.houses
    }

    /// The houses that a cell belongs to, as indices into [`houses`](Self::houses).
    pub fn houses_of(&self, cell: usize) -> &[u16] {
        self.0.houses_of.get(cell)
    }

    /// The cells that share a house with a cell, itself left out, in ascending order.
    pub fn peers(&self, cell: usize) -> &[u16] {
        self.0.peers.get(cell)
    }

    /// Returns what engines and logic look up about this shape. It is computed once.
    pub(crate) fn geometry(&self) -> &Geometry {
        self.0.geometry.get_or_init(|| Geometry::new(self))
    }

    /// The row of a cell, from 0.
    pub fn row(&self, cell: usize) -> usize {
        cell / self.0.size
    }

    /// The column of a cell, from 0.
    pub fn column(&self, cell: usize) -> usize {
        cell % self.0.size
    }
}

/// Two shapes are equal when their houses are.
impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.houses == other.0.houses
    }
}

impl Eq for Shape {}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shape({})", self.0.name)
    }
}

/// Writes the shape as [`FromStr`] reads it.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name)
    }
}

/// Reads `9`, `3x4`, `jigsaw:1122…` and, behind any of them, `+diagonals` and `+windows`.
impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Self, ShapeError> {
        let unknown = || ShapeError::Text(text.to_string());
        let mut parts = text.trim().split('+');
        let base = parts.next().unwrap_or_default().trim();
        let mut builder = if let Some(labels) = base.strip_prefix("jigsaw:") {
            Builder::jigsaw(&labels.chars().collect::<Vec<_>>())?
        } else if let Some((rows, columns)) = base.split_once(['x', 'X', '×']) {
            let number = |part: &str| part.trim().parse::<usize>().map_err(|_| unknown());
            Builder::boxes(number(rows)?, number(columns)?)?
        } else {
            let (rows, columns) = usual_boxes(base.parse().map_err(|_| unknown())?)?;
            Builder::boxes(rows, columns)?
        };
        for extra in parts {
            builder = match extra.trim() {
                "diagonals" | "x" => builder.diagonals(),
                "windows" => builder.windows()?,
                _ => return Err(unknown()),
            };
        }
        Ok(builder.build())
    }
}

/// The usual box of a size: the divisors nearest to its root, the smaller one as the rows.
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

/// Collects houses until [`build`](Builder::build) derives the rest from them.
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
        // Numbered by label, so that "region 4" is the one that the user called 4.
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

    /// Windows stand one cell in from the edge and one cell apart.
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
        Shape(Arc::new(Plan {
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
    fn usual_boxes_lie() {
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
    fn a_jigsaw_checks_its_regions() {
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
    fn bad_names_are_refused() {
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
