//! The size and shape of a board: which size a number of cells has, which sizes may be assumed
//! without a sign, and the usual shape of each.

use std::sync::OnceLock;

use crate::format::{ReadOptions, Symbols};
use crate::puzzle::Puzzle;
use crate::shape::{MAX_SIZE, MIN_SIZE, Shape, ShapeError};

/// The largest number of values that single characters can represent.
pub(crate) const MAX_CHARACTERS: usize = 62;

/// What a run of characters may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunContent {
    /// One character per cell, on a board of this size.
    Cells(usize),
    /// As many characters per cell as the board has values: candidates.
    Candidates(usize),
}

impl RunContent {
    /// Returns whether each character is a cell.
    pub fn is_cells(self) -> bool {
        matches!(self, RunContent::Cells(_))
    }

    /// Returns the size of the board.
    pub fn size(self) -> usize {
        match self {
            RunContent::Cells(size) | RunContent::Candidates(size) => size,
        }
    }
}

/// Returns what a run of this many characters contains. 729 characters are the candidates of a 9×9
/// board, although a 27×27 board has as many cells; 64 are an 8×8 board, although a 4×4 board has
/// as many candidates. A shape from the options decides.
pub(crate) fn run_content(characters: usize, shape: Option<&Shape>) -> Option<RunContent> {
    if let Some(size) = shape.map(Shape::size) {
        return match characters {
            count if count == size * size => Some(RunContent::Cells(size)),
            count if count == size * size * size => Some(RunContent::Candidates(size)),
            _ => None,
        };
    }
    let candidates = (5..=MAX_CHARACTERS).find(|size| size * size * size == characters);
    let candidates = candidates.map(RunContent::Candidates);
    candidates.or(size_of(characters, None)
        .filter(|size| *size <= MAX_CHARACTERS)
        .map(RunContent::Cells))
}

/// Returns the size of the board that has this many cells.
pub(crate) fn size_of(cells: usize, shape: Option<&Shape>) -> Option<usize> {
    let size = cells.isqrt();
    let square = size * size == cells && (MIN_SIZE..=MAX_SIZE).contains(&size);
    (square && shape.is_none_or(|shape| shape.size() == size)).then_some(size)
}

/// Returns the size of the board whose number of cells is nearest.
pub(crate) fn nearest_size(cells: usize) -> usize {
    let has_boxes = |size: &usize| (2..*size).any(|rows| size.is_multiple_of(rows));
    let sizes = (MIN_SIZE..=MAX_SIZE).filter(has_boxes);
    sizes
        .min_by_key(|size| (size * size).abs_diff(cells))
        .unwrap_or(9)
}

/// Returns whether boards of this size are common enough to be assumed without a sign.
pub(crate) fn is_usual(size: usize) -> bool {
    matches!(size, 4 | 6 | 8 | 9 | 12 | 16 | 25 | 36 | 49 | 64)
}

/// Returns whether the cells of a text may be a board of this size: that of the options, a usual
/// one, or one with boxes that a value above nine asks for.
pub(crate) fn may_have_size(
    size: usize,
    options: &ReadOptions,
    has_large_value: impl FnOnce() -> bool,
) -> bool {
    match &options.shape {
        Some(shape) => shape.size() == size,
        None => is_usual(size) || Shape::usual_box_size(size).is_some() && has_large_value(),
    }
}

/// Returns whether a text with these cells shows the size of its board: the size is a usual one, or
/// there is a value above 9 or a letter.
pub(crate) fn shows_size(puzzle: &Puzzle, symbols: &Symbols) -> bool {
    let size = puzzle.shape().size();
    if is_usual(size) {
        return true;
    }
    let values = puzzle.values().iter().copied().filter(|value| *value != 0);
    let mut seen = values.fold(0u64, |seen, value| seen | 1 << (value - 1));
    let candidates = puzzle.candidates().unwrap_or_default();
    seen = candidates.iter().fold(seen, |seen, mask| seen | mask);
    match symbols {
        Symbols::Numbers | Symbols::FromOne => seen >> 9 != 0,
        // `0` to `9` are ten values only if all of them occur.
        Symbols::FromZero => seen >> 10 != 0 || size == 10 && seen == puzzle.shape().all_values(),
        Symbols::Letters | Symbols::Custom(_) => seen != 0,
    }
}

/// Returns the shape from the options, or the usual one of this size.
pub(crate) fn shape_of(size: usize, options: &ReadOptions) -> Result<Shape, ShapeError> {
    match &options.shape {
        Some(shape) if shape.size() == size => Ok(shape.clone()),
        _ => usual_shape(size),
    }
}

/// Returns [`Shape::with_size`], cached: a file has many puzzles of one shape.
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
    fn runs_are_classified_by_length() {
        for (characters, board) in [
            (16, Some(RunContent::Cells(4))),
            (36, Some(RunContent::Cells(6))),
            (64, Some(RunContent::Cells(8))),
            (81, Some(RunContent::Cells(9))),
            (256, Some(RunContent::Cells(16))),
            (625, Some(RunContent::Cells(25))),
            (216, Some(RunContent::Candidates(6))),
            (512, Some(RunContent::Candidates(8))),
            (729, Some(RunContent::Candidates(9))),
            (4096, Some(RunContent::Candidates(16))),
            (80, None),
            (9, None),
            (0, None),
            (usize::MAX, None),
        ] {
            assert_eq!(run_content(characters, None), board, "{characters}");
        }
    }

    #[test]
    fn a_named_shape_decides() {
        let four = Shape::with_size(4).unwrap();
        let large: Shape = "3x9".parse().unwrap();
        assert_eq!(
            run_content(64, Some(&four)),
            Some(RunContent::Candidates(4))
        );
        assert_eq!(run_content(729, Some(&large)), Some(RunContent::Cells(27)));
        assert_eq!(run_content(81, Some(&four)), None);
    }

    #[test]
    fn the_nearest_board_has_boxes() {
        assert_eq!(nearest_size(80), 9);
        assert_eq!(nearest_size(82), 9);
        assert_eq!(nearest_size(47), 6);
        assert_eq!(nearest_size(255), 16);
    }
}
