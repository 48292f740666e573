//! Which boards are the same in another dress, and the dress that they have in common.
//!
//! Values can be given other names, rows, columns, bands and stacks can change places, and where
//! boxes are square the board can be transposed: whatever was one puzzle stays one. Boards that
//! lead to each other in this way are *isomorphic*. The *canonical form* of a board is the one
//! among all that are isomorphic to it which comes first when they are written in a line, cell
//! after cell, with 0 for an open cell. It is the form that other programs call *minlex*.
//!
//! ```
//! use sudokit::{Puzzle, symmetry};
//!
//! let one: Puzzle = "1...|..2.|.3..|...4".replace('|', "").parse()?;
//! let other: Puzzle = "..3.|4...|.2..|...1".replace('|', "").parse()?;
//! let canonical = symmetry::canonical(&one)?;
//! assert_eq!(canonical.puzzle, symmetry::canonical(&other)?.puzzle);
//! let way = symmetry::isomorphism(&one, &other)?.expect("they are isomorphic");
//! assert_eq!(way.apply(&one)?, other);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Boxes that are not square lie or stand, so boards with them are not transposed on the way to
//! the canonical form, which has the same shape. Shapes with diagonals, windows or jigsaw regions
//! have no canonical form here; transformations can be applied to them as far as they keep all
//! houses.

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

/// Why a transformation and a board, or a board and the search for its canonical form, do not go
/// together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SymmetryError {
    /// The transformation is for boards of another size.
    #[error("a transformation of {transformation} rows, where the board has {board}")]
    Size {
        /// The size of the transformation.
        transformation: usize,
        /// The size of the board.
        board: usize,
    },
    /// A house would not be a house any more.
    #[error("{0} would be broken up: rows and columns stay within their bands and stacks")]
    House(String),
    /// The shape has diagonals, windows or jigsaw regions.
    #[error("only boards with rows, columns and boxes alone have a canonical form")]
    NoPlainBoxes,
    /// The puzzle has candidates of its own.
    #[error("a puzzle with candidates of its own has no canonical form")]
    Candidates,
    /// The search for the canonical form was cancelled.
    #[error("the search for the canonical form was cancelled")]
    Cancelled,
    /// The puzzle breaks a rule as it stands.
    #[error("the puzzle breaks a rule as it stands")]
    RuleBroken(RuleError),
}

/// The canonical form of a puzzle, and how it was come by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The smallest of all puzzles that are isomorphic to it; placed values count as givens.
    pub puzzle: Puzzle,
    /// A transformation that leads from the puzzle to its canonical form.
    pub transformation: Transformation,
    /// The number of transformations that lead from the puzzle to itself. Where values do not
    /// occur, those that only give them other names are counted, too, so that the number of
    /// isomorphic puzzles is the number of all transformations divided by this one.
    pub automorphisms: GroupOrder,
}

/// The canonical form of a puzzle: the smallest in its line among all that are isomorphic to it.
///
/// # Errors
/// When the shape is not made of rows, columns and boxes alone, when the puzzle has candidates of
/// its own, or when it breaks a rule.
pub fn canonical(puzzle: &Puzzle) -> Result<Canonical, SymmetryError> {
    canonical_with(puzzle, &CancelToken::new())
}

/// The canonical form of a puzzle, unless it is cancelled first. It takes microseconds on nearly
/// all boards, but seconds on some that are large and very regular.
///
/// # Errors
/// As for [`canonical`], and when it was cancelled.
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

/// The canonical form of a classic 9×9 board, as plain values and as fast as can be. `None` where
/// the values break a rule, or one is above 9.
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

/// A transformation that leads from one puzzle to the other, or `None` where there is none.
///
/// # Errors
/// As for [`canonical`].
pub fn isomorphism(one: &Puzzle, other: &Puzzle) -> Result<Option<Transformation>, SymmetryError> {
    isomorphism_with(one, other, &CancelToken::new())
}

/// The same, unless it is cancelled first.
///
/// # Errors
/// As for [`canonical_with`].
pub fn isomorphism_with(
    one: &Puzzle,
    other: &Puzzle,
    cancel: &CancelToken,
) -> Result<Option<Transformation>, SymmetryError> {
    let (size, shape) = (one.shape().size(), other.shape());
    let turn = match one.shape() == shape {
        true => Transformation::identity(size),
        false => Transformation::transpose(size),
    };
    let first = canonical_with(&turn.apply(one)?, cancel)?;
    let second = canonical_with(other, cancel)?;
    let is_same = first.puzzle == second.puzzle;
    Ok(is_same.then(|| {
        let forth = turn.then(&first.transformation);
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

/// Whether a board of this shape can be transposed and keeps its shape.
fn is_transposable(shape: &Shape) -> bool {
    shape
        .box_size()
        .is_some_and(|(rows, columns)| rows == columns || rows == 1 || columns == 1)
}

/// The transformation that was found, with the labels that follow from it.
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

/// Whether no value is above 9, and none stands twice in a house.
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
