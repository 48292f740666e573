//! A puzzle: a shape, the values that are there, and the candidates that a file left.
//!
//! [`Puzzle`] is what is asked, [`Grid`] is what is answered. Values are 1 to the size of the
//! shape, 0 is an open cell; bit `v - 1` of a candidate mask stands for value `v`.

use std::fmt;

use crate::shape::Shape;

/// Where a cell's value came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// It belongs to the puzzle.
    Given,
    /// A player put it there.
    Placed,
}

/// A position to solve: givens, placed values and, where the input had them, candidates.
///
/// ```
/// use sudokit::Puzzle;
///
/// let puzzle: Puzzle = "1... ..2. .3.. ...4".parse()?;
/// assert_eq!(puzzle.shape().size(), 4);
/// assert_eq!(puzzle.values()[0], 1);
/// assert_eq!(puzzle.clues(), 4);
/// assert_eq!(puzzle.check(), Ok(()));
/// # Ok::<(), sudokit::Problem>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    shape: Shape,
    values: Vec<u8>,
    placed: Vec<u16>,
    candidates: Option<Vec<u64>>,
}

/// How a position breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleError {
    /// The same value twice in a house.
    Twice {
        /// The value.
        value: u8,
        /// The house, an index into [`Shape::houses`].
        house: usize,
        /// The two cells, in reading order.
        cells: [usize; 2],
    },
    /// An open cell for which the input's own candidates leave nothing.
    NoCandidate {
        /// The cell.
        cell: usize,
    },
}

impl Puzzle {
    /// An empty board.
    pub fn new(shape: Shape) -> Puzzle {
        Puzzle {
            values: vec![0; shape.cells()],
            placed: Vec::new(),
            candidates: None,
            shape,
        }
    }

    /// A board with the given values, 0 for an open cell.
    ///
    /// # Errors
    /// When there is not one value for each cell, or one is larger than the shape allows.
    pub fn from_values(shape: Shape, values: Vec<u8>) -> Result<Puzzle, ValuesError> {
        if values.len() != shape.cells() {
            return Err(ValuesError::Count {
                found: values.len(),
                expected: shape.cells(),
            });
        }
        if let Some(cell) = values.iter().position(|v| *v as usize > shape.size()) {
            return Err(ValuesError::Range {
                cell,
                value: values[cell],
                largest: shape.size(),
            });
        }
        Ok(Puzzle {
            values,
            placed: Vec::new(),
            candidates: None,
            shape,
        })
    }

    /// The shape of the board.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// All values, given and placed, 0 for an open cell.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// How many cells have a value.
    pub fn clues(&self) -> usize {
        self.values.iter().filter(|value| **value != 0).count()
    }

    /// Whether every cell has a value.
    pub fn is_full(&self) -> bool {
        !self.values.contains(&0)
    }

    /// Puts a value into a cell, or takes it out with 0.
    ///
    /// # Panics
    /// When the cell or the value is outside the shape.
    pub fn set(&mut self, cell: usize, value: u8, origin: Origin) {
        assert!(value as usize <= self.shape.size(), "value {value}");
        self.values[cell] = value;
        self.placed.retain(|placed| *placed as usize != cell);
        if value != 0 && origin == Origin::Placed {
            self.placed.push(cell as u16);
        }
    }

    /// Where a cell's value came from, or `None` for an open cell.
    pub fn origin(&self, cell: usize) -> Option<Origin> {
        match self.values[cell] {
            0 => None,
            _ if self.placed.contains(&(cell as u16)) => Some(Origin::Placed),
            _ => Some(Origin::Given),
        }
    }

    /// Whether any value was placed by a player.
    pub fn has_placed(&self) -> bool {
        !self.placed.is_empty()
    }

    /// The candidates that the input itself listed: a puzzle that has them (a Sukaku, a position
    /// with pencil marks) is solved within them.
    pub fn candidates(&self) -> Option<&[u64]> {
        self.candidates.as_deref()
    }

    /// Restricts the open cells to these candidates; the masks of filled cells are not looked at.
    ///
    /// # Panics
    /// When there is not one mask for each cell.
    pub fn set_candidates(&mut self, masks: Vec<u64>) {
        assert_eq!(masks.len(), self.shape.cells(), "one mask for each cell");
        self.candidates = Some(masks);
    }

    /// What a cell may hold as far as the input itself says: its value, its listed candidates, or
    /// anything. Peers are not looked at.
    pub fn allowed(&self, cell: usize) -> u64 {
        match (self.values[cell], &self.candidates) {
            (0, Some(masks)) => masks[cell] & self.shape.all_values(),
            (0, None) => self.shape.all_values(),
            (value, _) => 1 << (value - 1),
        }
    }

    /// Reuses this puzzle's memory for another one of any shape, all cells open.
    pub fn reset(&mut self, shape: &Shape) {
        if self.shape != *shape {
            self.shape = shape.clone();
        }
        self.values.clear();
        self.values.resize(self.shape.cells(), 0);
        self.placed.clear();
        self.candidates = None;
    }

    /// Whether the values obey the rules as they stand: no value twice in a house, and no open
    /// cell whose listed candidates are empty. It does not look ahead.
    ///
    /// # Errors
    /// The first broken rule, houses in their order.
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
}

/// Why values are not a board of a shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValuesError {
    /// Not one value for each cell.
    #[error("{found} values, where the board has {expected} cells")]
    Count {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A value that the board does not have.
    #[error("value {value} in cell {cell}, where the largest is {largest}")]
    Range {
        /// The cell, from 0.
        cell: usize,
        /// The value.
        value: u8,
        /// The largest value of the shape.
        largest: usize,
    },
}

/// Values for every cell of a shape: a solution, or an attempt with 0 for open cells.
#[derive(Clone, PartialEq, Eq)]
pub struct Grid {
    shape: Shape,
    values: Vec<u8>,
}

impl Grid {
    /// A grid of these values.
    ///
    /// # Panics
    /// When there is not one value for each cell.
    pub fn new(shape: Shape, values: Vec<u8>) -> Grid {
        assert_eq!(values.len(), shape.cells(), "one value for each cell");
        Grid { shape, values }
    }

    /// The shape of the board.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The values, 0 for an open cell.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// Whether every house holds every value once and nothing of the puzzle was changed.
    pub fn solves(&self, puzzle: &Puzzle) -> bool {
        let all = self.shape.all_values();
        let bit = |cell: usize| match self.values[cell] {
            0 => 0,
            value => 1u64 << (value - 1),
        };
        self.shape == *puzzle.shape()
            && (0..self.values.len()).all(|cell| bit(cell) & puzzle.allowed(cell) != 0)
            && self.shape.houses().iter().all(|house| {
                let union = house.cells().iter().fold(0, |u, c| u | bit(*c as usize));
                union.count_ones() as usize == house.cells().len() && union & !all == 0
            })
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({}, {self})", self.shape)
    }
}

/// One line of symbols, as the line form writes it; numbers with blanks between them where the
/// board has more values than there are digits and letters.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SYMBOLS: &[u8; 62] =
            b".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        for (cell, &value) in self.values.iter().enumerate() {
            if self.shape.size() < SYMBOLS.len() {
                write!(f, "{}", SYMBOLS[value as usize] as char)?;
            } else {
                let blank = if cell == 0 { "" } else { " " };
                write!(f, "{blank}{value}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rule_check_names_house_and_cells() {
        let mut puzzle = Puzzle::new(Shape::classic());
        puzzle.set(0, 5, Origin::Given);
        puzzle.set(10, 5, Origin::Placed);
        assert_eq!(
            puzzle.check(),
            Err(RuleError::Twice {
                value: 5,
                house: 18,
                cells: [0, 10]
            })
        );
        puzzle.set(10, 0, Origin::Placed);
        assert_eq!(puzzle.check(), Ok(()));
    }

    #[test]
    fn empty_candidates_are_found() {
        let mut puzzle = Puzzle::new(Shape::with_size(4).unwrap());
        let mut masks = vec![0b1111; 16];
        masks[7] = 0;
        puzzle.set_candidates(masks);
        assert_eq!(puzzle.check(), Err(RuleError::NoCandidate { cell: 7 }));
        puzzle.set(7, 2, Origin::Given);
        assert_eq!(puzzle.check(), Ok(()));
    }

    #[test]
    fn a_grid_knows_whether_it_solves() {
        let shape = Shape::with_size(4).unwrap();
        let mut puzzle = Puzzle::new(shape.clone());
        puzzle.set(0, 1, Origin::Given);
        let values = vec![1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        let grid = Grid::new(shape.clone(), values.clone());
        assert!(grid.solves(&puzzle));
        assert_eq!(grid.to_string(), "1234341221434321");
        puzzle.set(0, 2, Origin::Given);
        assert!(!grid.solves(&puzzle));
        let mut wrong = values;
        wrong.swap(0, 1);
        assert!(!Grid::new(shape.clone(), wrong).solves(&Puzzle::new(shape)));
    }
}
