//! Very regular boards, whose columns cannot be distinguished until many rows are read.

use sudokit::solve::CancelToken;
use sudokit::symmetry::{SymmetryError, canonical, canonical_with};
use sudokit::{Origin, Puzzle, Shape};

use super::properties::keeps_its_promises;
use super::support::random;

/// Makes a board from the value in each row and column, which count from 0.
fn board(rows: usize, columns: usize, value: impl Fn(usize, usize) -> usize) -> Puzzle {
    let size = rows * columns;
    let cells = 0..size * size;
    let values = cells.map(|cell| value(cell / size, cell % size) as u8 + 1);
    let shape = Shape::boxes(rows, columns).unwrap();
    let puzzle = Puzzle::from_values(shape, values.collect()).unwrap();
    assert_eq!(puzzle.check(), Ok(()));
    puzzle
}

/// Makes a board in which each row is the one above, shifted by the width of a box, and by one more
/// between bands.
fn shifted(rows: usize, columns: usize) -> Puzzle {
    board(rows, columns, |row, column| {
        (columns * (row % rows) + row / rows + column) % (rows * columns)
    })
}

/// Makes the table of exclusive or; the size must be a power of two.
fn exclusive_or(rows: usize, columns: usize) -> Puzzle {
    board(rows, columns, |row, column| {
        (columns * (row % rows) + row / rows) ^ column
    })
}

fn automorphisms(puzzle: &Puzzle) -> u128 {
    canonical(puzzle).unwrap().automorphisms.to_u128().unwrap()
}

#[test]
fn regular_boards_of_every_size_have_a_form() {
    let boxes = [
        (2, 2),
        (2, 3),
        (3, 2),
        (3, 3),
        (3, 4),
        (4, 4),
        (4, 5),
        (2, 12),
        (12, 2),
        (4, 6),
        (5, 5),
        (5, 6),
        (6, 6),
    ];
    for (rows, columns) in boxes {
        keeps_its_promises(&shifted(rows, columns), 1);
    }
    keeps_its_promises(&shifted(1, 23), 1);
    keeps_its_promises(&exclusive_or(4, 8), 1);
}

#[test]
fn tables_of_groups_have_the_known_automorphisms() {
    // For a group of n elements: n shifts of the rows, n of the columns, the automorphisms of the
    // group, and transposition if it is commutative.
    assert_eq!(automorphisms(&shifted(1, 18)), 18 * 18 * 6 * 2);
    assert_eq!(automorphisms(&shifted(20, 1)), 20 * 20 * 8 * 2);
    assert_eq!(automorphisms(&shifted(1, 32)), 32 * 32 * 16 * 2);
    let linear = 31 * 30 * 28 * 24 * 16;
    assert_eq!(automorphisms(&exclusive_or(1, 32)), 32 * 32 * linear * 2);
    // If the boxes have to be kept as well, there are fewer of each kind.
    let (all, kept) = (32 * 32 * linear, automorphisms(&exclusive_or(4, 8)));
    assert_eq!((kept, all % kept), (1_032_192, 0));
    assert_eq!(automorphisms(&shifted(5, 5)), 250);
    assert_eq!(automorphisms(&shifted(6, 6)), 432);
}

#[test]
fn regular_boards_with_holes_have_a_form() {
    let mut random = random(5);
    let full = [
        shifted(4, 5),
        shifted(5, 5),
        exclusive_or(4, 8),
        shifted(1, 17),
    ];
    for (puzzle, share) in full.iter().zip([0, 1, 2]).cycle().take(9) {
        let mut puzzle = puzzle.clone();
        let cells = puzzle.shape().cells();
        // A whole band, a few cells, or nearly all of them.
        match share {
            0 => (0..cells / 4).for_each(|cell| puzzle.set(cell, 0, Origin::Given)),
            share => {
                for _ in 0..[3, 3 * cells][share - 1] {
                    puzzle.set(random.place(cells), 0, Origin::Given);
                }
            }
        }
        keeps_its_promises(&puzzle, random.number());
    }
}

#[test]
fn the_search_can_be_cancelled() {
    let cancelled = CancelToken::new();
    cancelled.cancel();
    let found = canonical_with(&shifted(1, 32), &cancelled);
    assert_eq!(found, Err(SymmetryError::Cancelled));
}
