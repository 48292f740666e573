//! Where givens stand, and how symmetric that is.

use std::fmt;
use std::str::FromStr;

use crate::packed;

/// A symmetry of the square that a pattern of givens can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symmetry {
    /// The same after a half turn.
    HalfTurn,
    /// The same after a quarter turn, and so after a half turn.
    QuarterTurn,
    /// Left and right mirror each other.
    LeftRight,
    /// Top and bottom mirror each other.
    TopBottom,
    /// Mirrored at the diagonal from the top left.
    Diagonal,
    /// Mirrored at the diagonal from the top right.
    Antidiagonal,
}

impl Symmetry {
    /// Every symmetry.
    pub const ALL: [Symmetry; 6] = [
        Symmetry::HalfTurn,
        Symmetry::QuarterTurn,
        Symmetry::LeftRight,
        Symmetry::TopBottom,
        Symmetry::Diagonal,
        Symmetry::Antidiagonal,
    ];

    /// Its name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Symmetry::HalfTurn => "half-turn",
            Symmetry::QuarterTurn => "quarter-turn",
            Symmetry::LeftRight => "left-right",
            Symmetry::TopBottom => "top-bottom",
            Symmetry::Diagonal => "diagonal",
            Symmetry::Antidiagonal => "antidiagonal",
        }
    }

    /// Its bit in the set of a puzzle's symmetries.
    pub(crate) fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The symmetries in a set.
    pub(crate) fn in_set(set: u8) -> Vec<Symmetry> {
        let all = Symmetry::ALL.into_iter();
        all.filter(|symmetry| set & symmetry.bit() != 0).collect()
    }

    /// The cell that stands where this one was.
    fn image(self, row: usize, column: usize, size: usize) -> usize {
        let (back_row, back_column) = (size - 1 - row, size - 1 - column);
        let (row, column) = match self {
            Symmetry::HalfTurn => (back_row, back_column),
            Symmetry::QuarterTurn => (column, back_row),
            Symmetry::LeftRight => (row, back_column),
            Symmetry::TopBottom => (back_row, column),
            Symmetry::Diagonal => (column, row),
            Symmetry::Antidiagonal => (back_column, back_row),
        };
        row * size + column
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The symmetries of the pattern that these values make, as a set of bits.
pub(crate) fn symmetries(values: &[u8], size: usize) -> u8 {
    let has = |symmetry: &Symmetry| {
        (0..values.len()).all(|cell| {
            let image = symmetry.image(cell / size, cell % size, size);
            (values[cell] != 0) == (values[image] != 0)
        })
    };
    let found = Symmetry::ALL.into_iter().filter(has);
    found.fold(0, |set, symmetry| set | symmetry.bit())
}

/// Which cells have a given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    cells: Vec<bool>,
}

impl Pattern {
    /// The pattern of these values.
    pub fn of(values: &[u8]) -> Pattern {
        Pattern {
            cells: values.iter().map(|value| *value != 0).collect(),
        }
    }

    /// How many cells the board has.
    pub fn cells(&self) -> usize {
        self.cells.len()
    }

    /// How many of them have a given.
    pub fn givens(&self) -> usize {
        self.cells.iter().filter(|given| **given).count()
    }

    /// As the first bytes of every packed puzzle that has it.
    pub(crate) fn packed(&self) -> Vec<u8> {
        // Only whether there is a value matters, so any size will do.
        let values: Vec<u8> = self.cells.iter().map(|given| u8::from(*given)).collect();
        let mut packed = packed::pack(&values, 9);
        packed.truncate(packed::pattern_length(values.len()));
        packed
    }
}

/// Why a text is no pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// A character that is neither a given nor an open cell.
    #[error(
        "`{0}` stands neither for a given (x, #, * or 1 to 9) nor for an open cell (. 0 - or _)"
    )]
    Character(char),
    /// The number of cells is not that of a board.
    #[error("a pattern has one character for each cell, 81 for a 9×9 board; this one has {0}")]
    Cells(usize),
}

/// Reads a mask: `x`, `#`, `*` and digits from 1 on are givens, `.`, `0`, `-` and `_` open cells;
/// blanks and line ends mean nothing.
impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        let mut cells = Vec::new();
        for character in text.chars().filter(|c| !c.is_whitespace() && *c != '|') {
            cells.push(match character {
                '.' | '0' | '-' | '_' => false,
                'x' | 'X' | '#' | '*' | '1'..='9' => true,
                other => return Err(PatternError::Character(other)),
            });
        }
        let size = cells.len().isqrt();
        let is_board = size * size == cells.len();
        let sizes = sudokit::shape::MIN_SIZE..=sudokit::shape::MAX_SIZE;
        match is_board && sizes.contains(&size) {
            true => Ok(Pattern { cells }),
            false => Err(PatternError::Cells(cells.len())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(mask: &str) -> Vec<Symmetry> {
        let pattern: Pattern = mask.parse().unwrap();
        let values: Vec<u8> = pattern.cells.iter().map(|given| u8::from(*given)).collect();
        Symmetry::in_set(symmetries(&values, values.len().isqrt()))
    }

    #[test]
    fn symmetries_are_found() {
        assert_eq!(found("xxxx xxxx xxxx xxxx"), Symmetry::ALL);
        assert_eq!(
            found("x... .... .... ...x"),
            [
                Symmetry::HalfTurn,
                Symmetry::Diagonal,
                Symmetry::Antidiagonal
            ]
        );
        assert_eq!(
            found(".x.. ...x x... ..x."),
            [Symmetry::HalfTurn, Symmetry::QuarterTurn]
        );
        assert_eq!(found("x..x x..x .... ...."), [Symmetry::LeftRight]);
        assert_eq!(found("xx.. .... .... xx.."), [Symmetry::TopBottom]);
        assert_eq!(found("xx.. x... .... ...."), [Symmetry::Diagonal]);
        assert_eq!(found("..xx ...x .... ...."), [Symmetry::Antidiagonal]);
        assert_eq!(found("xx.. .... .... ...."), []);
    }

    #[test]
    fn masks_are_read_as_people_draw_them() {
        let pattern: Pattern = "x.#1 ..5. 0-_. *...".parse().unwrap();
        assert_eq!((pattern.cells(), pattern.givens()), (16, 5));
        assert_eq!("x...".parse::<Pattern>(), Err(PatternError::Cells(4)));
        let wrong = "x?.. .... .... ....".parse::<Pattern>();
        assert_eq!(wrong, Err(PatternError::Character('?')));
    }

    #[test]
    fn a_pattern_is_the_start_of_its_puzzles() {
        let puzzle: sudokit::Puzzle = "1... ..2. .3.. ...4".parse().unwrap();
        let packed = packed::pack(puzzle.values(), 4);
        assert!(packed.starts_with(&Pattern::of(puzzle.values()).packed()));
    }
}
