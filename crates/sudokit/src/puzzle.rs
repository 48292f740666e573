//! A position to solve, and a grid of values.
//!
//! [`Puzzle`] is the question: givens, placed values and candidates. [`Grid`] is an answer: a
//! solution, or an attempt at one. A value is 1 to the size of the shape, and 0 is an open cell.
//! Bit `v - 1` of a candidate mask stands for value `v`.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use crate::format::{ReadOptions, read_puzzle};
use crate::problem::Problem;
use crate::shape::Shape;

/// Where the value of a cell comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The value belongs to the puzzle.
    Given,
    /// A player entered the value.
    Placed,
}

/// A position to solve: givens, placed values and, if the input lists them, candidates.
///
/// ```
/// use sudokit::Puzzle;
///
/// let puzzle: Puzzle = "1... ..2. .3.. ...4".parse()?;
/// assert_eq!(puzzle.shape().size(), 4);
/// assert_eq!(puzzle.values()[0], 1);
/// assert_eq!(puzzle.clues(), 4);
/// assert_eq!(puzzle.check(), Ok(()));
/// assert_eq!(puzzle.to_string(), "1.....2..3.....4");
/// # Ok::<(), sudokit::Problem>(())
/// ```
///
/// # Equality
///
/// Two puzzles are equal if they pose the same question: they have the same shape, the same values
/// with the same origins in the same cells, and each open cell may hold the same values. The order
/// in which values were set does not matter. Neither do candidate masks under filled cells, mask
/// bits above the size of the shape, or a list of candidates that restricts no open cell: it
/// equals no list. [`Hash`] agrees with this.
///
/// # Text
///
/// [`Display`](fmt::Display) writes the values on one line, as for [`Grid`]. The line holds
/// neither the shape, nor the origins of the values, nor the candidates. A puzzle that has the
/// [usual boxes](Shape::with_size) of its size, has givens only and lists no candidates is read
/// back by [`FromStr`] as an equal puzzle. The one exception is 27×27: 729 characters are the
/// candidates of a 9×9 board. Use the feature `serde` to store puzzles of all kinds.
///
/// [`FromStr`] also reads one puzzle in every other [form](crate::format::Form) that the reader
/// recognises.
#[derive(Clone)]
pub struct Puzzle {
    shape: Shape,
    values: Vec<u8>,
    /// The cells with a placed value, in ascending order.
    placed: Vec<u16>,
    candidates: Option<Vec<u64>>,
}

/// A rule that a position breaks.
///
/// Cells and houses are indices, because the error does not know the shape;
/// [`Shape::houses`] has the names of houses.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// A value appears twice in a house.
    #[error("{value} appears twice in house {house}, in cells {} and {}", cells[0], cells[1])]
    Twice {
        /// The value.
        value: u8,
        /// The house, an index into [`Shape::houses`].
        house: usize,
        /// The two cells, in reading order.
        cells: [usize; 2],
    },
    /// The listed candidates of an open cell are empty.
    #[error("cell {cell} has no candidates")]
    NoCandidate {
        /// The cell.
        cell: usize,
    },
}

impl Puzzle {
    /// Creates an empty board.
    pub fn new(shape: Shape) -> Puzzle {
        Puzzle {
            values: vec![0; shape.cells()],
            placed: Vec::new(),
            candidates: None,
            shape,
        }
    }

    /// Creates a board with these givens, 0 for an open cell.
    ///
    /// # Errors
    /// If there is not one value for each cell, or if a value is larger than the size of the
    /// shape.
    pub fn from_values(shape: Shape, values: Vec<u8>) -> Result<Puzzle, ValuesError> {
        check_values(&shape, &values)?;
        Ok(Puzzle {
            values,
            placed: Vec::new(),
            candidates: None,
            shape,
        })
    }

    /// Returns the shape of the board.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns all values, given and placed, 0 for an open cell.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// Returns the number of cells that have a value.
    pub fn clues(&self) -> usize {
        self.values.iter().filter(|value| **value != 0).count()
    }

    /// Returns whether every cell has a value.
    pub fn is_full(&self) -> bool {
        !self.values.contains(&0)
    }

    /// Sets the value of a cell and its origin; 0 opens the cell.
    ///
    /// # Panics
    /// If the cell or the value is outside the shape.
    pub fn set(&mut self, cell: usize, value: u8, origin: Origin) {
        assert!(
            value as usize <= self.shape.size(),
            "value {value} on a board of {} values",
            self.shape.size()
        );
        self.values[cell] = value;
        let is_placed = value != 0 && origin == Origin::Placed;
        match self.placed.binary_search(&(cell as u16)) {
            Ok(at) if !is_placed => {
                self.placed.remove(at);
            }
            Err(at) if is_placed => self.placed.insert(at, cell as u16),
            _ => {}
        }
    }

    /// Returns the origin of a cell's value, or `None` for an open cell.
    ///
    /// # Panics
    /// If the cell is outside the shape.
    pub fn origin(&self, cell: usize) -> Option<Origin> {
        match self.values[cell] {
            0 => None,
            _ if self.placed.binary_search(&(cell as u16)).is_ok() => Some(Origin::Placed),
            _ => Some(Origin::Given),
        }
    }

    /// Returns whether a player placed any of the values.
    pub fn has_placed(&self) -> bool {
        !self.placed.is_empty()
    }

    /// Returns the candidates that the input lists, one mask for each cell.
    ///
    /// A puzzle with listed candidates (a Sukaku, or a position with pencil marks) is solved
    /// within them.
    pub fn candidates(&self) -> Option<&[u64]> {
        self.candidates.as_deref()
    }

    /// Restricts the open cells to these candidates.
    ///
    /// The mask of a filled cell has no effect until the cell is opened. Bits above the size of
    /// the shape have no effect.
    ///
    /// # Panics
    /// If there is not one mask for each cell.
    pub fn set_candidates(&mut self, masks: Vec<u64>) {
        assert_eq!(masks.len(), self.shape.cells(), "one mask for each cell");
        self.candidates = Some(masks);
    }

    /// Returns the values that the input itself allows in a cell: the cell's value, its listed
    /// candidates, or all values. Peers are ignored.
    ///
    /// # Panics
    /// If the cell is outside the shape.
    pub fn allowed(&self, cell: usize) -> u64 {
        match (self.values[cell], &self.candidates) {
            (0, Some(masks)) => masks[cell] & self.shape.all_values(),
            (0, None) => self.shape.all_values(),
            (value, _) => 1 << (value - 1),
        }
    }

    /// Opens all cells and changes the shape, reusing the memory.
    pub fn reset(&mut self, shape: &Shape) {
        if self.shape != *shape {
            self.shape = shape.clone();
        }
        self.values.clear();
        self.values.resize(self.shape.cells(), 0);
        self.placed.clear();
        self.candidates = None;
    }

    /// Checks the rules: no value appears twice in a house, and no open cell has an empty list of
    /// candidates. It does not look ahead.
    ///
    /// # Errors
    /// The first broken rule, in the order of [`Shape::houses`].
    pub fn check(&self) -> Result<(), RuleError> {
        for (index, house) in self.shape.houses().iter().enumerate() {
            let mut seen = 0u64;
            for &cell in house.cells() {
                let value = self.values[cell as usize];
                if value == 0 {
                    continue;
                }
                let bit = 1u64 << (value - 1);
                if seen & bit != 0 {
                    let same = |c: &&u16| self.values[**c as usize] == value;
                    let first = house.cells().iter().find(same).copied().unwrap_or(cell);
                    return Err(RuleError::Twice {
                        value,
                        house: index,
                        cells: [first as usize, cell as usize],
                    });
                }
                seen |= bit;
            }
        }
        match (0..self.values.len()).find(|cell| self.allowed(*cell) == 0) {
            Some(cell) => Err(RuleError::NoCandidate { cell }),
            None => Ok(()),
        }
    }

    /// The open cells that may not hold every value, with what they may hold.
    fn restrictions(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        let listed = self.candidates.as_ref().map_or(0, Vec::len);
        (0..listed)
            .filter(|cell| self.values[*cell] == 0)
            .map(|cell| (cell, self.allowed(cell)))
            .filter(|(_, allowed)| *allowed != self.shape.all_values())
    }
}

impl PartialEq for Puzzle {
    fn eq(&self, other: &Puzzle) -> bool {
        self.shape == other.shape
            && self.values == other.values
            && self.placed == other.placed
            && self.restrictions().eq(other.restrictions())
    }
}

impl Eq for Puzzle {}

impl Hash for Puzzle {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.shape.hash(state);
        self.values.hash(state);
        self.placed.hash(state);
        self.restrictions().for_each(|cell| cell.hash(state));
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Puzzle({}, {self}", self.shape)?;
        if self.has_placed() {
            write!(f, ", placed {:?}", self.placed)?;
        }
        if let Some(masks) = &self.candidates {
            write!(f, ", candidates {masks:x?}")?;
        }
        f.write_str(")")
    }
}

/// Writes the values on one line, as for [`Grid`].
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_line(f, &self.shape, &self.values)
    }
}

/// Reads the line that [`Display`](fmt::Display) writes, or one puzzle in any other form.
impl FromStr for Puzzle {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Puzzle, Problem> {
        // 729 characters are the candidates of a 9×9 board, which the reader knows.
        match read_line(text).filter(|(shape, _)| shape.size() != 27) {
            Some((shape, values)) => Ok(Puzzle {
                shape,
                values,
                placed: Vec::new(),
                candidates: None,
            }),
            None => {
                read_puzzle(text.as_bytes(), ReadOptions::default()).map(|record| record.puzzle)
            }
        }
    }
}

/// Takes the values of a grid as givens.
impl From<Grid> for Puzzle {
    fn from(grid: Grid) -> Puzzle {
        Puzzle {
            shape: grid.shape,
            values: grid.values,
            placed: Vec::new(),
            candidates: None,
        }
    }
}

/// The reason why values do not fit a shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum ValuesError {
    /// There is not one value for each cell.
    #[error("{found} values for a board of {expected} cells")]
    Count {
        /// The number of values.
        found: usize,
        /// The number of cells.
        expected: usize,
    },
    /// A value is larger than the size of the shape.
    #[error("value {value} in cell {cell}, but the largest value is {largest}")]
    Range {
        /// The cell, from 0.
        cell: usize,
        /// The value.
        value: u8,
        /// The largest value of the shape.
        largest: usize,
    },
}

fn check_values(shape: &Shape, values: &[u8]) -> Result<(), ValuesError> {
    if values.len() != shape.cells() {
        return Err(ValuesError::Count {
            found: values.len(),
            expected: shape.cells(),
        });
    }
    match values.iter().position(|v| *v as usize > shape.size()) {
        Some(cell) => Err(ValuesError::Range {
            cell,
            value: values[cell],
            largest: shape.size(),
        }),
        None => Ok(()),
    }
}

/// A value for every cell of a shape: a solution, or an attempt with 0 for open cells.
///
/// ```
/// use sudokit::{Grid, Puzzle};
///
/// let grid: Grid = "1234341221434321".parse()?;
/// let puzzle: Puzzle = "1... ..1. .... ...1".parse()?;
/// assert!(grid.solves(&puzzle));
/// # Ok::<(), sudokit::Problem>(())
/// ```
///
/// # Text
///
/// [`Display`](fmt::Display) writes the values on one line without separators: digits, then upper
/// case letters, then lower case letters, and `.` for an open cell. Boards of more than 61 values
/// are written as numbers with a space between them, 0 for an open cell. The line does not hold
/// the shape: [`FromStr`] gives the grid the [usual boxes](Shape::with_size) of its size.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    shape: Shape,
    values: Vec<u8>,
}

impl Grid {
    /// Creates a grid with these values, 0 for an open cell.
    ///
    /// # Errors
    /// If there is not one value for each cell, or if a value is larger than the size of the
    /// shape. The rules may be broken.
    pub fn new(shape: Shape, values: Vec<u8>) -> Result<Grid, ValuesError> {
        check_values(&shape, &values)?;
        Ok(Grid { shape, values })
    }

    /// Creates a grid from values that are known to fit the shape.
    pub(crate) fn trusted(shape: Shape, values: Vec<u8>) -> Grid {
        debug_assert_eq!(check_values(&shape, &values), Ok(()));
        Grid { shape, values }
    }

    /// Returns the shape of the board.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the values, 0 for an open cell.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// Returns whether this is a solution of a puzzle: each house holds different values, no cell
    /// is open, and each cell holds a value that the puzzle allows there.
    pub fn solves(&self, puzzle: &Puzzle) -> bool {
        let bit = |cell: usize| match self.values[cell] {
            0 => 0,
            value => 1u64 << (value - 1),
        };
        self.shape == *puzzle.shape()
            && (0..self.values.len()).all(|cell| bit(cell) & puzzle.allowed(cell) != 0)
            && self.shape.houses().iter().all(|house| {
                let union = house.cells().iter().fold(0, |u, c| u | bit(*c as usize));
                union.count_ones() as usize == house.cells().len()
            })
    }
}

/// Takes the values of a puzzle, given and placed.
impl From<&Puzzle> for Grid {
    fn from(puzzle: &Puzzle) -> Grid {
        Grid {
            shape: puzzle.shape.clone(),
            values: puzzle.values.clone(),
        }
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({}, {self})", self.shape)
    }
}

/// Writes the values on one line.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_line(f, &self.shape, &self.values)
    }
}

/// Reads the line that [`Display`](fmt::Display) writes, or the values of one puzzle in any other
/// form.
impl FromStr for Grid {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Grid, Problem> {
        match read_line(text) {
            Some((shape, values)) => Ok(Grid { shape, values }),
            None => text.parse().map(|puzzle: Puzzle| Grid::from(&puzzle)),
        }
    }
}

/// The symbols of the one-line form, in the order of their values.
const SYMBOLS: &[u8; 62] = b".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Writes the one-line form of values that fit a shape.
pub(crate) fn write_line(f: &mut fmt::Formatter<'_>, shape: &Shape, values: &[u8]) -> fmt::Result {
    for (cell, &value) in values.iter().enumerate() {
        if shape.size() < SYMBOLS.len() {
            write!(f, "{}", SYMBOLS[value as usize] as char)?;
        } else {
            let blank = if cell == 0 { "" } else { " " };
            write!(f, "{blank}{value}")?;
        }
    }
    Ok(())
}

/// Reads the values of the one-line form: numbers if there are spaces, symbols otherwise.
pub(crate) fn parse_line(text: &str) -> Option<Vec<u8>> {
    match text.contains(' ') {
        true => text.split(' ').map(|number| number.parse().ok()).collect(),
        false => {
            let value = |byte: u8| SYMBOLS.iter().position(|symbol| *symbol == byte);
            text.bytes()
                .map(|byte| value(byte).map(|value| value as u8))
                .collect()
        }
    }
}

/// Reads the one-line form, exactly as [`write_line`] writes it, for a shape with the usual boxes.
fn read_line(text: &str) -> Option<(Shape, Vec<u8>)> {
    let text = text.trim_ascii();
    let is_separated = text.contains(' ');
    let values = parse_line(text)?;
    let shape = Shape::with_size(values.len().isqrt()).ok()?;
    let fits = check_values(&shape, &values).is_ok();
    (fits && is_separated == (shape.size() >= SYMBOLS.len())).then_some((shape, values))
}

#[cfg(test)]
mod tests {
    use std::hash::DefaultHasher;

    use super::*;

    fn hash(value: &impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        hasher.finish()
    }

    fn assert_same(one: &Puzzle, other: &Puzzle) {
        assert_eq!(one, other);
        assert_eq!(hash(one), hash(other));
    }

    fn four() -> Puzzle {
        Puzzle::new(Shape::with_size(4).unwrap())
    }

    #[test]
    fn the_rule_check_names_house_and_cells() {
        let mut puzzle = Puzzle::new(Shape::classic());
        puzzle.set(0, 5, Origin::Given);
        puzzle.set(10, 5, Origin::Placed);
        let error = puzzle.check().unwrap_err();
        assert_eq!(
            error,
            RuleError::Twice {
                value: 5,
                house: 18,
                cells: [0, 10]
            }
        );
        assert_eq!(
            error.to_string(),
            "5 appears twice in house 18, in cells 0 and 10"
        );
        puzzle.set(10, 0, Origin::Placed);
        assert_eq!(puzzle.check(), Ok(()));
    }

    #[test]
    fn the_rule_check_holds_for_the_largest_values() {
        let mut puzzle = Puzzle::new(Shape::with_size(64).unwrap());
        for (cell, value) in [62, 63, 64].into_iter().enumerate() {
            puzzle.set(cell, value, Origin::Given);
        }
        assert_eq!(puzzle.check(), Ok(()));
        puzzle.set(3, 64, Origin::Given);
        assert!(matches!(
            puzzle.check(),
            Err(RuleError::Twice {
                value: 64,
                cells: [2, 3],
                ..
            })
        ));
    }

    #[test]
    fn different_puzzles_have_different_hashes() {
        let mut puzzle = four();
        puzzle.set(3, 2, Origin::Given);
        assert_ne!(hash(&four()), hash(&puzzle));
    }

    #[test]
    fn the_rule_check_finds_the_first_house_and_its_first_two_cells() {
        let mut puzzle = four();
        for cell in [3, 7, 11] {
            puzzle.set(cell, 2, Origin::Given);
        }
        puzzle.set(4, 1, Origin::Given);
        puzzle.set(6, 1, Origin::Given);
        assert_eq!(
            puzzle.check(),
            Err(RuleError::Twice {
                value: 1,
                house: 1,
                cells: [4, 6]
            })
        );
        puzzle.set(4, 0, Origin::Given);
        assert_eq!(
            puzzle.check(),
            Err(RuleError::Twice {
                value: 2,
                house: 7,
                cells: [3, 7]
            })
        );
    }

    #[test]
    fn empty_candidates_are_found() {
        let mut puzzle = four();
        let mut masks = vec![0b1111; 16];
        masks[7] = 1 << 4;
        puzzle.set_candidates(masks);
        let error = puzzle.check().unwrap_err();
        assert_eq!(error, RuleError::NoCandidate { cell: 7 });
        assert_eq!(error.to_string(), "cell 7 has no candidates");
        puzzle.set(7, 2, Origin::Given);
        assert_eq!(puzzle.check(), Ok(()));
    }

    #[test]
    fn origins_follow_the_last_value() {
        let mut puzzle = four();
        assert_eq!((puzzle.origin(5), puzzle.has_placed()), (None, false));
        puzzle.set(5, 1, Origin::Placed);
        puzzle.set(5, 2, Origin::Placed);
        puzzle.set(3, 3, Origin::Placed);
        assert_eq!(puzzle.origin(5), Some(Origin::Placed));
        assert_eq!(puzzle.origin(3), Some(Origin::Placed));
        puzzle.set(5, 2, Origin::Given);
        assert_eq!(puzzle.origin(5), Some(Origin::Given));
        assert!(puzzle.has_placed());
        puzzle.set(3, 0, Origin::Placed);
        assert_eq!((puzzle.origin(3), puzzle.has_placed()), (None, false));
        puzzle.set(3, 4, Origin::Given);
        assert_eq!(puzzle.origin(3), Some(Origin::Given));
        assert_eq!((puzzle.clues(), puzzle.is_full()), (2, false));
    }

    #[test]
    fn the_order_of_placing_does_not_matter() {
        let (mut one, mut other) = (four(), four());
        for cell in [1, 6, 11, 12] {
            one.set(cell, 3, Origin::Placed);
        }
        for cell in [12, 6, 1, 1, 11] {
            other.set(cell, 3, Origin::Placed);
        }
        assert_same(&one, &other);
        other.set(6, 0, Origin::Placed);
        assert_ne!(one, other);
        other.set(6, 3, Origin::Given);
        assert_ne!(one, other, "the origins differ");
        other.set(6, 3, Origin::Placed);
        assert_same(&one, &other);
    }

    #[test]
    fn candidates_count_as_far_as_they_restrict_open_cells() {
        let mut plain = four();
        plain.set(0, 1, Origin::Given);
        let with = |masks: &[(usize, u64)]| {
            let mut puzzle = plain.clone();
            let mut all = vec![0b1111; 16];
            masks.iter().for_each(|(cell, mask)| all[*cell] = *mask);
            puzzle.set_candidates(all);
            puzzle
        };
        assert_same(&plain, &with(&[]));
        assert_same(&plain, &with(&[(0, 0b1000), (5, u64::MAX)]));
        assert_same(&with(&[(5, 0b11)]), &with(&[(5, 0b11 | 1 << 9), (0, 0)]));
        assert_ne!(plain, with(&[(5, 0b111)]));
        assert_ne!(with(&[(5, 0b11)]), with(&[(6, 0b11)]));
        assert_ne!(with(&[(5, 0b11)]), with(&[(5, 0b110)]));
        let mut opened = with(&[(0, 0b1000)]);
        opened.set(0, 0, Origin::Given);
        assert_eq!((opened.allowed(0), opened.allowed(1)), (0b1000, 0b1111));
        assert_eq!(plain.allowed(0), 1);
    }

    #[test]
    fn shape_and_values_count() {
        let other: Shape = "2x2+diagonals".parse().unwrap();
        assert_ne!(four(), Puzzle::new(other));
        let mut filled = four();
        filled.set(0, 1, Origin::Given);
        assert_ne!(four(), filled);
    }

    #[test]
    fn a_reset_puzzle_is_a_new_one() {
        let mut puzzle = four();
        puzzle.set(3, 1, Origin::Placed);
        puzzle.set_candidates(vec![1; 16]);
        puzzle.reset(&Shape::classic());
        assert_same(&puzzle, &Puzzle::new(Shape::classic()));
        assert_eq!(puzzle.candidates(), None);
        puzzle.set(0, 9, Origin::Given);
        puzzle.reset(&Shape::classic());
        assert_same(&puzzle, &Puzzle::new(Shape::classic()));
    }

    #[test]
    fn values_are_validated() {
        let shape = Shape::with_size(4).unwrap();
        let (mut few, mut large) = (vec![0; 16], vec![4; 16]);
        few.pop();
        large[9] = 200;
        let count = ValuesError::Count {
            found: 15,
            expected: 16,
        };
        let range = ValuesError::Range {
            cell: 9,
            value: 200,
            largest: 4,
        };
        assert_eq!(
            [count.to_string(), range.to_string()],
            [
                "15 values for a board of 16 cells",
                "value 200 in cell 9, but the largest value is 4"
            ]
        );
        for (values, error) in [(few, count), (large, range)] {
            let grid = Grid::new(shape.clone(), values.clone());
            assert_eq!(grid, Err(error.clone()));
            assert_eq!(Puzzle::from_values(shape.clone(), values), Err(error));
        }
        assert!(Grid::new(shape, vec![4; 16]).is_ok());
    }

    #[test]
    #[should_panic(expected = "value 5 on a board of 4 values")]
    fn a_value_that_is_too_large_panics() {
        four().set(0, 5, Origin::Given);
    }

    #[test]
    #[should_panic(expected = "one mask for each cell")]
    fn too_few_masks_panic() {
        four().set_candidates(vec![1; 15]);
    }

    #[test]
    fn a_grid_knows_whether_it_solves() {
        let shape = Shape::with_size(4).unwrap();
        let mut puzzle = Puzzle::new(shape.clone());
        puzzle.set(0, 1, Origin::Given);
        let values = vec![1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        let grid = Grid::new(shape.clone(), values.clone()).unwrap();
        assert!(grid.solves(&puzzle));
        assert_eq!(grid.to_string(), "1234341221434321");
        puzzle.set(0, 2, Origin::Given);
        assert!(!grid.solves(&puzzle), "a given differs");
        let empty = Puzzle::new(shape.clone());
        let with = |cell: usize, value: u8| {
            let mut values = values.clone();
            values[cell] = value;
            Grid::new(shape.clone(), values).unwrap()
        };
        assert!(!with(0, 2).solves(&empty), "a value appears twice");
        assert!(!with(0, 0).solves(&empty), "a cell is open");
        let mut listed = empty.clone();
        listed.set_candidates(vec![0b1110; 16]);
        assert!(!grid.solves(&listed), "a value is not a candidate");
        let other = Puzzle::new("2x2+diagonals".parse().unwrap());
        assert!(!grid.solves(&other), "the shapes differ");
    }

    #[test]
    fn lines_are_read_back() {
        for size in (4..=64).filter(|size| Shape::with_size(*size).is_ok()) {
            let shape = Shape::with_size(size).unwrap();
            // Values up to the largest, then only some that several conventions have.
            for largest in [size, size.min(12)] {
                let value = |cell: usize| (cell % (largest + 1)) as u8;
                let values: Vec<u8> = (0..shape.cells()).map(value).collect();
                let grid = Grid::new(shape.clone(), values.clone()).unwrap();
                assert_eq!(grid.to_string().parse(), Ok(grid.clone()), "{size}");
                let puzzle = Puzzle::from(grid.clone());
                assert_eq!(puzzle.to_string(), grid.to_string());
                assert_eq!(Grid::from(&puzzle), grid);
                if size != 27 {
                    assert_eq!(puzzle.to_string().parse(), Ok(puzzle), "{size}");
                }
            }
        }
    }

    #[test]
    fn other_forms_are_read_too() {
        let line: Puzzle = "1.....2..3.....4".parse().unwrap();
        for text in ["1... ..2. .3.. ...4", "1000\n0020\n0300\n0004\n"] {
            assert_eq!(text.parse().as_ref(), Ok(&line));
            assert_eq!(text.parse(), Ok(Grid::from(&line)));
        }
        // 729 characters are candidates, and a digit of 0 or 5 is no value of a 4×4 board.
        let candidates: Puzzle = "123456789".repeat(81).parse().unwrap();
        assert_eq!(candidates.shape(), &Shape::classic());
        for text in ["", "1..", "1.....2..3.....5"] {
            assert!(text.parse::<Puzzle>().is_err(), "{text}");
            assert!(text.parse::<Grid>().is_err(), "{text}");
        }
    }

    #[test]
    fn debug_shows_what_the_line_cannot_hold() {
        let mut puzzle = four();
        puzzle.set(1, 2, Origin::Placed);
        assert_eq!(
            format!("{puzzle:?}"),
            "Puzzle(2x2, .2.............., placed [1])"
        );
        let mut puzzle = four();
        puzzle.set_candidates(vec![15; 16]);
        assert!(format!("{puzzle:?}").contains("candidates [f, f, "));
        let grid = Grid::from(&four());
        assert_eq!(format!("{grid:?}"), "Grid(2x2, ................)");
    }
}
