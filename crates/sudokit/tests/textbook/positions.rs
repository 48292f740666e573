//! Positions to search: a few known ones, and several kinds of random ones.

use proptest::prelude::*;
use sudokit::shape::Shape;
use sudokit::solve::textbook::preset;
use sudokit::{Engine, Origin, Puzzle, Solver};

use crate::oracle::oracle;

pub const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Needs a search: none of the four strategies gets far.
pub const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
pub const TWO_SOLUTIONS: &str =
    "53........72....4.1.......78.....42......3..1.1..2.8.6.....7.......196.5.4.28..7.";

/// Returns a puzzle of this shape: digits and letters are values, anything else except blanks is an
/// open cell.
pub fn puzzle(shape: &str, text: &str) -> Puzzle {
    let values = text.chars().filter(|c| !c.is_whitespace());
    let values = values.map(|c| c.to_digit(36).unwrap_or(0) as u8).collect();
    Puzzle::from_values(shape.parse().unwrap(), values).unwrap()
}

const SHAPES: &[&str] = &[
    "2x2",
    "2x3",
    "3x2",
    "1x5",
    "2x2+diagonals",
    "2x2+windows",
    "2x3+diagonals",
    "jigsaw:1112122333424344",
];

prop_compose! {
    /// A shape with values for some of its cells, usually without a solution, and candidates for each
    /// cell, usually all.
    pub fn any_position()(shape in 0..SHAPES.len())(
        shape in Just(SHAPES[shape].parse::<Shape>().unwrap()),
        values in proptest::collection::vec((0..36usize, 1..=6u8), 0..10),
        restricted in proptest::option::of(proptest::collection::vec(1..64u64, 36)),
    ) -> Puzzle {
        let mut puzzle = Puzzle::new(shape.clone());
        for (cell, value) in values {
            let (cell, value) = (cell % shape.cells(), (value - 1) % shape.size() as u8 + 1);
            let taken = shape.peers(cell).iter().any(|p| puzzle.values()[*p as usize] == value);
            // Sometimes givens should conflict, but not always.
            if !taken || cell % 7 == 0 {
                puzzle.set(cell, value, Origin::Given);
            }
        }
        if let Some(masks) = restricted {
            let open = |mask: u64| mask | mask << 1 | mask >> 1;
            puzzle.set_candidates(masks[..shape.cells()].iter().map(|m| open(*m)).collect());
        }
        puzzle
    }
}

prop_compose! {
    /// A solvable position: a solution of an empty board with some cells opened.
    pub fn solvable_position()(shape in 0..SHAPES.len(), pick in 0..40usize)(
        shape in Just(SHAPES[shape].parse::<Shape>().unwrap()),
        pick in Just(pick),
        kept in proptest::collection::vec(0..10u8, 36),
        share in 2..7u8,
    ) -> Puzzle {
        let all = oracle(&Puzzle::new(shape.clone()), pick + 1);
        let mut values = all.last().cloned().unwrap_or_else(|| vec![0; shape.cells()]);
        for (value, kept) in values.iter_mut().zip(kept) {
            if kept >= share {
                *value = 0;
            }
        }
        Puzzle::from_values(shape, values).unwrap()
    }
}

prop_compose! {
    /// A large board with few givens: many solutions, or, if one given is changed, few or none, which
    /// takes a deep search to find out.
    pub fn sparse_large_position()(shape in prop::sample::select(vec!["9", "9+diagonals", "1x7", "2x4"]))(
        shape in Just(shape.parse::<Shape>().unwrap()),
        kept in proptest::collection::vec(0..100u8, 81),
        share in 24..40u8,
        changed in proptest::option::of((0..81usize, 1..=9u8)),
    ) -> Puzzle {
        let empty = Puzzle::new(shape.clone());
        let engine = Solver::new().engine(Engine::Textbook(preset("strategies").unwrap()));
        let solution = engine.solve(&empty).solution.unwrap();
        let mut puzzle = Puzzle::new(shape.clone());
        for (cell, value) in solution.values().iter().enumerate() {
            if kept[cell] < share {
                puzzle.set(cell, *value, Origin::Given);
            }
        }
        if let Some((cell, value)) = changed {
            let (cell, value) = (cell % shape.cells(), (value - 1) % shape.size() as u8 + 1);
            if shape.peers(cell).iter().all(|p| puzzle.values()[*p as usize] != value) {
                puzzle.set(cell, value, Origin::Given);
            }
        }
        puzzle
    }
}
