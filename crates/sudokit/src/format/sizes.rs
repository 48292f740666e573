//! Which boards there are for a number of cells, and their shapes, made once.

use std::sync::OnceLock;

use super::ReadOptions;
use crate::shape::{MAX_SIZE, MIN_SIZE, Shape, ShapeError};

/// The most values that single characters can stand for.
pub(super) const MAX_CHARACTERS: usize = 62;

/// What a number of characters in a row may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Board {
    /// One character a cell on a board of this size.
    Cells(usize),
    /// As many characters a cell as the board has values: candidates.
    Candidates(usize),
}

impl Board {
    /// The size of the board.
    pub fn size(self) -> usize {
        match self {
            Board::Cells(size) | Board::Candidates(size) => size,
        }
    }
}

/// The board that this many characters are. 729 are the candidates of a 9×9 board, although a
/// 27×27 board has as many cells; 64 are an 8×8 board, although a 4×4 board has as many
/// candidates. A shape that the caller named decides.
pub(super) fn board_of(characters: usize, shape: Option<&Shape>) -> Option<Board> {
    if let Some(size) = shape.map(Shape::size) {
        return match characters {
            count if count == size * size => Some(Board::Cells(size)),
            count if count == size * size * size => Some(Board::Candidates(size)),
            _ => None,
        };
    }
    let candidates = (5..=MAX_CHARACTERS).find(|size| size * size * size == characters);
    let candidates = candidates.map(Board::Candidates);
    candidates.or(size_of(characters, None)
        .filter(|size| *size <= MAX_CHARACTERS)
        .map(Board::Cells))
}

/// The size of the board that has this many cells.
pub(super) fn size_of(cells: usize, shape: Option<&Shape>) -> Option<usize> {
    let size = cells.isqrt();
    let square = size * size == cells && (MIN_SIZE..=MAX_SIZE).contains(&size);
    (square && shape.is_none_or(|shape| shape.size() == size)).then_some(size)
}

/// The size whose board comes nearest to a number of cells.
pub(super) fn nearest_size(cells: usize) -> usize {
    let has_boxes = |size: &usize| (2..*size).any(|rows| size.is_multiple_of(rows));
    let sizes = (MIN_SIZE..=MAX_SIZE).filter(has_boxes);
    sizes
        .min_by_key(|size| (size * size).abs_diff(cells))
        .unwrap_or(9)
}

/// The shape that the caller named, or the usual one of the size.
pub(super) fn shape_of(size: usize, options: &ReadOptions) -> Result<Shape, ShapeError> {
    match &options.shape {
        Some(shape) if shape.size() == size => Ok(shape.clone()),
        _ => usual_shape(size),
    }
}

/// [`Shape::with_size`], remembered: a file has many puzzles of one shape.
fn usual_shape(size: usize) -> Result<Shape, ShapeError> {
    static SHAPES: [OnceLock<Result<Shape, ShapeError>>; MAX_SIZE + 1] =
        [const { OnceLock::new() }; MAX_SIZE + 1];
    match SHAPES.get(size) {
        Some(shape) => shape.get_or_init(|| Shape::with_size(size)).clone(),
        None => Shape::with_size(size),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_characters_are_boards() {
        for (characters, board) in [
            (16, Some(Board::Cells(4))),
            (36, Some(Board::Cells(6))),
            (64, Some(Board::Cells(8))),
            (81, Some(Board::Cells(9))),
            (256, Some(Board::Cells(16))),
            (625, Some(Board::Cells(25))),
            (216, Some(Board::Candidates(6))),
            (512, Some(Board::Candidates(8))),
            (729, Some(Board::Candidates(9))),
            (4096, Some(Board::Candidates(16))),
            (80, None),
            (9, None),
            (0, None),
            (usize::MAX, None),
        ] {
            assert_eq!(board_of(characters, None), board, "{characters}");
        }
    }

    #[test]
    fn a_named_shape_decides() {
        let four = Shape::with_size(4).unwrap();
        let large: Shape = "3x9".parse().unwrap();
        assert_eq!(board_of(64, Some(&four)), Some(Board::Candidates(4)));
        assert_eq!(board_of(729, Some(&large)), Some(Board::Cells(27)));
        assert_eq!(board_of(81, Some(&four)), None);
    }

    #[test]
    fn the_nearest_board_has_boxes() {
        assert_eq!(nearest_size(80), 9);
        assert_eq!(nearest_size(82), 9);
        assert_eq!(nearest_size(47), 6);
        assert_eq!(nearest_size(255), 16);
    }
}
