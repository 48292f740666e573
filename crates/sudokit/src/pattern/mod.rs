//! The positions of givens, and their symmetries.

mod symmetry;

use std::str::FromStr;

use crate::Problem;
use crate::format::{ReadOptions, read_puzzle};
use crate::shape::{MAX_SIZE, MIN_SIZE, Shape};
pub use symmetry::{Symmetry, UnknownSymmetry};

/// The set of cells that have a given.
///
/// ```
/// use sudokit::pattern::{Pattern, Symmetry};
///
/// let pattern: Pattern = "x... .... .... ...x".parse()?;
/// assert_eq!(pattern.givens(), 2);
/// assert!(pattern.has(Symmetry::HalfTurn) && !pattern.has(Symmetry::QuarterTurn));
/// # Ok::<(), sudokit::pattern::PatternError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    cells: Vec<bool>,
}

impl Pattern {
    /// Returns the pattern of these values, 0 for an open cell.
    pub fn of(values: &[u8]) -> Pattern {
        Pattern {
            cells: values.iter().map(|value| *value != 0).collect(),
        }
    }

    /// Reads the pattern of a board of this shape: crosses and dots, or a puzzle in any form.
    ///
    /// ```
    /// use sudokit::Shape;
    /// use sudokit::pattern::Pattern;
    ///
    /// let shape: Shape = "4".parse()?;
    /// let crosses = Pattern::read(b"x..x .... .... x..x", &shape)?;
    /// assert_eq!(crosses, Pattern::read(b"1..2 .... .... 4..1", &shape)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the text is neither.
    pub fn read(text: &[u8], shape: &Shape) -> Result<Pattern, Problem> {
        if let Some(mask) = mask(text).filter(|mask| mask.cells.len() == shape.cells()) {
            return Ok(mask);
        }
        let options = ReadOptions {
            shape: Some(shape.clone()),
            ..ReadOptions::default()
        };
        let record = read_puzzle(text, options).map_err(|mut problem| {
            problem.help =
                "a pattern has X for a given and . for an open cell, or is a puzzle".into();
            problem
        })?;
        Ok(Pattern::of(record.puzzle.values()))
    }

    /// Returns whether each cell has a given.
    pub fn cells(&self) -> &[bool] {
        &self.cells
    }

    /// Returns the number of givens.
    pub fn givens(&self) -> usize {
        self.cells.iter().filter(|given| **given).count()
    }

    /// Returns whether the pattern has a symmetry.
    pub fn has(&self, symmetry: Symmetry) -> bool {
        symmetry.holds(self.cells.len().isqrt(), &self.cells)
    }
}

/// A mask of crosses and dots. Text with digits is a puzzle, which the reader knows better.
fn mask(text: &[u8]) -> Option<Pattern> {
    let text = str::from_utf8(text).ok()?;
    match text.contains(|character| matches!(character, '1'..='9')) {
        true => None,
        false => text.parse().ok(),
    }
}

/// The reason why a text is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// A character that is neither a given nor an open cell.
    #[error("`{0}` is neither a given (x, #, * or 1 to 9) nor an open cell (. 0 - or _)")]
    Character(char),
    /// The number of cells does not make a board.
    #[error("a pattern has one character for each cell, 81 for a 9×9 board; this one has {0}")]
    Cells(usize),
}

/// Reads a mask: `x`, `#`, `*` and the digits 1 to 9 are givens; `.`, `0`, `-` and `_` are open
/// cells; spaces, line ends and frames are ignored.
impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        let pattern = read(text, true)?;
        if pattern.is_board() {
            return Ok(pattern);
        }
        // The dashes may be lines between the rows.
        match read(text, false)? {
            framed if framed.is_board() => Ok(framed),
            _ => Err(PatternError::Cells(pattern.cells.len())),
        }
    }
}

impl Pattern {
    fn is_board(&self) -> bool {
        let size = self.cells.len().isqrt();
        size * size == self.cells.len() && (MIN_SIZE..=MAX_SIZE).contains(&size)
    }
}

/// Reads a mask in which a dash is an open cell, or part of a frame.
fn read(text: &str, dash_is_cell: bool) -> Result<Pattern, PatternError> {
    let mut cells = Vec::new();
    let is_frame = |line: &&str| line.contains('+') && line.chars().all(|c| "+-=| ".contains(c));
    for character in text
        .lines()
        .filter(|line| !is_frame(line))
        .flat_map(str::chars)
    {
        cells.push(match character {
            '|' => continue,
            '-' if !dash_is_cell => continue,
            blank if blank.is_whitespace() => continue,
            '.' | '0' | '-' | '_' => false,
            'x' | 'X' | '#' | '*' | '1'..='9' => true,
            other => return Err(PatternError::Character(other)),
        });
    }
    Ok(Pattern { cells })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_parsed() {
        let pattern: Pattern = "x.#1 ..5. 0-_. *...".parse().unwrap();
        assert_eq!((pattern.cells().len(), pattern.givens()), (16, 5));
        let plain: Pattern = "x..x .x.. ..x. ....".parse().unwrap();
        for framed in [
            "+--+--+\n|x.|.x|\n|.x|..|\n+--+--+\n|..|x.|\n|..|..|\n+--+--+\n",
            "x. | .x\n.x | ..\n-------\n.. | x.\n.. | ..\n",
        ] {
            assert_eq!(framed.parse().as_ref(), Ok(&plain), "{framed}");
        }
        assert_eq!("x...".parse::<Pattern>(), Err(PatternError::Cells(4)));
        let wrong = "x?.. .... .... ....".parse::<Pattern>();
        assert_eq!(wrong, Err(PatternError::Character('?')));
    }
}
