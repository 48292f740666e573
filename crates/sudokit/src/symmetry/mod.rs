//! Isomorphic puzzles, their canonical form, and the transformations between them.
//!
//! Renaming values, permuting rows, columns, bands and stacks, and transposing a board with square
//! boxes turn a puzzle into an equivalent one. Boards related in this way are *isomorphic*. The
//! *canonical form* of a board is the isomorphic board that comes first when all are written in a
//! line, cell after cell, with 0 for an open cell. Other programs call it the *minlex* form.
//!
//! ```
//! use sudokit::{Puzzle, symmetry};
//!
//! let one: Puzzle = "1...|..2.|.3..|...4".replace('|', "").parse()?;
//! let other: Puzzle = "..3.|4...|.2..|...1".replace('|', "").parse()?;
//! let canonical = symmetry::canonical(&one)?;
//! assert_eq!(canonical.puzzle, symmetry::canonical(&other)?.puzzle);
//! let transformation = symmetry::isomorphism(&one, &other)?.expect("they are isomorphic");
//! assert_eq!(transformation.apply(&one)?, other);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Transposing would change the shape of boards whose boxes are not square, so they are not
//! transposed on the way to the canonical form. Shapes with diagonals, windows or jigsaw regions
//! have no canonical form here; transformations can be applied to them if they map houses to
//! houses.
//!
//! | file | subject |
//! |---|---|
//! | `transformation`, `notation` | transformations, and their text form |
//! | `search/` | the canonical form of any board with boxes, by branch and bound |
//! | `solved` | the same for complete 9×9 grids, faster |
//! | `regular/` | the same for boards too regular for the search |
//! | `group_order` | the number of automorphisms, exactly |

mod group_order;
mod notation;
mod regular;
mod search;
mod solved;
mod transformation;

pub use group_order::GroupOrder;
pub use notation::{Notation, NotationError};
pub use transformation::Transformation;

use crate::puzzle::{Puzzle, RuleError};
use crate::shape::Shape;
use crate::solve::CancelToken;

/// Why a transformation cannot be applied to a board, or a board has no canonical form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SymmetryError {
    /// The transformation is for boards of another size.
    #[error("the transformation is for {transformation} rows, but the board has {board}")]
    Size {
        /// The size of the transformation.
        transformation: usize,
        /// The size of the board.
        board: usize,
    },
    /// A house would not be mapped to a house.
    #[error("{0} would be broken up: rows must stay in bands and columns in stacks")]
    House(String),
    /// The shape has diagonals, windows or jigsaw regions.
    #[error("only boards with rows, columns and boxes and no other houses have a canonical form")]
    NoPlainBoxes,
    /// The puzzle has candidates of its own.
    #[error("a puzzle with candidates of its own has no canonical form")]
    Candidates,
    /// The search for the canonical form was cancelled.
    #[error("the search for the canonical form was cancelled")]
    Cancelled,
    /// The puzzle breaks a rule.
    #[error("the puzzle breaks a rule")]
    RuleBroken(RuleError),
}

/// The canonical form of a puzzle, and how to get there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Canonical {
    /// The smallest of all isomorphic puzzles. Placed values count as givens.
    pub puzzle: Puzzle,
    /// A transformation from the puzzle to its canonical form.
    pub transformation: Transformation,
    /// The number of transformations from the puzzle to itself. It includes those that only rename
    /// values that do not occur, so that the number of isomorphic puzzles is the number of all
    /// transformations divided by this one.
    pub automorphisms: GroupOrder,
}

/// Returns the canonical form of a puzzle: the one that comes first in its line among all
/// isomorphic puzzles.
///
/// # Errors
///
/// Returns an error if the shape has other houses than rows, columns and boxes, if the puzzle has
/// candidates of its own, or if it breaks a rule.
pub fn canonical(puzzle: &Puzzle) -> Result<Canonical, SymmetryError> {
    canonical_with(puzzle, &CancelToken::new())
}

/// Returns the canonical form of a puzzle, unless it is cancelled first. It takes microseconds on
/// nearly all boards, but seconds on some that are large and very regular.
///
/// # Errors
///
/// As for [`canonical`], and if it was cancelled.
pub fn canonical_with(puzzle: &Puzzle, cancel: &CancelToken) -> Result<Canonical, SymmetryError> {
    let shape = puzzle.shape();
    let boxes = shape.box_size().filter(|_| shape.is_plain());
    let (band_rows, stack_columns) = boxes.ok_or(SymmetryError::NoPlainBoxes)?;
    if puzzle.candidates().is_some() {
        return Err(SymmetryError::Candidates);
    }
    puzzle.check().map_err(SymmetryError::RuleBroken)?;
    let found = match <&[u8; 81]>::try_from(puzzle.values()) {
        Ok(values) if shape.is_classic() && puzzle.is_full() => solved::smallest(values).into(),
        _ => {
            let (values, transposable) = (puzzle.values(), is_transposable(shape));
            let boxes = (band_rows, stack_columns);
            search::smallest(values, band_rows, stack_columns, transposable)
                .or_else(|| regular::smallest(values, boxes, transposable, cancel))
                .ok_or(SymmetryError::Cancelled)?
        }
    };
    let transformation = labelled(puzzle.values(), &found);
    let canonical = Puzzle::from_values(shape.clone(), found.values);
    Ok(Canonical {
        puzzle: canonical.unwrap_or_else(|_| puzzle.clone()),
        transformation,
        automorphisms: found.automorphisms,
    })
}

/// Returns the canonical form of a classic 9×9 board as plain values, as fast as possible. Returns
/// `None` if the values break a rule or one is above 9.
pub fn canonical_values_9x9(values: &[u8; 81]) -> Option<[u8; 81]> {
    if !obeys_rules(values) {
        return None;
    }
    match values.contains(&0) {
        true => {
            let found = search::smallest(values, 3, 3, true)
                .or_else(|| regular::smallest(values, (3, 3), true, &CancelToken::new()))?;
            found.values.try_into().ok()
        }
        false => Some(solved::smallest(values).values),
    }
}

/// Returns a transformation from one puzzle to the other, or `None` if they are not isomorphic.
///
/// # Errors
///
/// As for [`canonical`].
pub fn isomorphism(one: &Puzzle, other: &Puzzle) -> Result<Option<Transformation>, SymmetryError> {
    isomorphism_with(one, other, &CancelToken::new())
}

/// Returns a transformation from one puzzle to the other, unless it is cancelled first.
///
/// # Errors
///
/// As for [`canonical_with`].
pub fn isomorphism_with(
    one: &Puzzle,
    other: &Puzzle,
    cancel: &CancelToken,
) -> Result<Option<Transformation>, SymmetryError> {
    let (size, shape) = (one.shape().size(), other.shape());
    let transpose = match one.shape() == shape {
        true => Transformation::identity(size),
        false => Transformation::transpose(size),
    };
    let first = canonical_with(&transpose.apply(one)?, cancel)?;
    let second = canonical_with(other, cancel)?;
    let is_same = first.puzzle == second.puzzle;
    Ok(is_same.then(|| {
        let forth = transpose.then(&first.transformation);
        forth.then(&second.transformation.inverse())
    }))
}

impl From<solved::MinlexGrid> for search::MinlexForm {
    fn from(found: solved::MinlexGrid) -> search::MinlexForm {
        let mut automorphisms = GroupOrder::one();
        automorphisms.multiply(found.automorphisms);
        search::MinlexForm {
            values: found.values.to_vec(),
            transposed: found.transposed,
            rows: found.rows.to_vec(),
            columns: found.columns.to_vec(),
            automorphisms,
        }
    }
}

/// Returns whether a transposed board of this shape has the same shape.
fn is_transposable(shape: &Shape) -> bool {
    shape
        .box_size()
        .is_some_and(|(rows, columns)| rows == columns || rows == 1 || columns == 1)
}

/// Returns the transformation that was found, with the labels that follow from it.
fn labelled(values: &[u8], found: &search::MinlexForm) -> Transformation {
    let size = found.rows.len();
    let mut transformation = Transformation::identity(size);
    let names = (0..=size as u8).collect();
    let (rows, columns) = (found.rows.clone(), found.columns.clone());
    if let Some(moves) = Transformation::new(found.transposed, rows, columns, names) {
        let mut names = vec![0; size];
        for (cell, &label) in found.values.iter().enumerate() {
            if let Some(old) = values[moves.source(cell)].checked_sub(1) {
                names[old as usize] = label;
            }
        }
        let used = names.iter().copied().max().unwrap_or(0);
        let unused = names.iter_mut().filter(|name| **name == 0);
        unused
            .zip(used + 1..)
            .for_each(|(name, label)| *name = label);
        if let Some(relabelled) = Transformation::relabel(&names) {
            transformation = moves.then(&relabelled);
        }
    }
    transformation
}

/// Returns whether no value is above 9 and none appears twice in a house.
fn obeys_rules(values: &[u8; 81]) -> bool {
    let (mut rows, mut columns, mut boxes) = ([0u16; 9], [0u16; 9], [0u16; 9]);
    let mut twice = 0;
    for row in 0..9 {
        for column in 0..9 {
            let value = values[row * 9 + column];
            if value > 9 {
                return false;
            }
            let bit = (1 << value) & !1;
            let in_box = &mut boxes[row / 3 * 3 + column / 3];
            twice |= (rows[row] | columns[column] | *in_box) & bit;
            rows[row] |= bit;
            columns[column] |= bit;
            *in_box |= bit;
        }
    }
    twice == 0
}
