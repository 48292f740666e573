//! Checks that deadly patterns are deadly: their values can be swapped without affecting other
//! cells.

use std::collections::BTreeSet;

use sudokit::Puzzle;
use sudokit::logic::{Board, Family, HouseRole, Logic, Role, Step, Technique};

use super::walks::{each_step, places};

#[test]
fn patterns_are_deadly_except_for_their_extra_candidates() {
    let met = each_step(Family::Uniqueness, |board, step| match step.technique {
        Technique::BugPlusOne
        | Technique::BugType2
        | Technique::BugType3
        | Technique::BugType4
        | Technique::BugPlusN => grave(board, step),
        Technique::AvoidableRectangle1 | Technique::AvoidableRectangle2 => {
            let placed = |c: &u16| board.value(*c as usize) == 0 || !board.is_given(*c as usize);
            assert!(step.pattern.cells.iter().all(placed), "{step:?}");
            rectangle(board, step);
        }
        Technique::ExtendedRectangle => only_extras_beyond(board, step, 3),
        Technique::UniqueLoop => {
            assert!(step.pattern.cells.len() >= 6);
            balanced(board, step);
            only_extras_beyond(board, step, 2);
        }
        technique => {
            rectangle(board, step);
            only_extras_beyond(board, step, 2);
            if technique == Technique::UniqueRectangle4 {
                let house = step.houses(HouseRole::Base).next().expect("a house");
                assert_eq!(places(board, house, step.pattern.values[0]).len(), 2);
            }
        }
    });
    assert!(met.len() >= 6, "too few techniques were found: {met:?}");
}

/// Checks that the cells are in two rows, two columns and two boxes.
fn rectangle(board: &Board, step: &Step) {
    let cells = &step.pattern.cells;
    assert_eq!(cells.len(), 4, "{step:?}");
    let houses: BTreeSet<u16> = cells
        .iter()
        .flat_map(|c| board.shape().houses_of(*c as usize).iter().copied())
        .collect();
    assert_eq!(houses.len(), 6, "{step:?}");
    balanced(board, step);
}

/// Checks that every house of the pattern has two of its cells.
fn balanced(board: &Board, step: &Step) {
    let cells = &step.pattern.cells;
    for cell in cells {
        for house in board.shape().houses_of(*cell as usize) {
            let members = board.shape().houses()[*house as usize].cells();
            let count = cells.iter().filter(|c| members.contains(c)).count();
            assert_eq!(count, 2, "{step:?}");
        }
    }
}

/// Checks that every candidate of the pattern's cells beyond its values is marked as extra.
fn only_extras_beyond(board: &Board, step: &Step, values: usize) {
    let own = &step.pattern.values[..values];
    for &cell in &step.pattern.cells {
        for value in 1..=9 {
            if board.has(cell as usize, value) && !own.contains(&value) {
                let mut extras = step.marked(Role::Extra);
                assert!(
                    extras.any(|c| c.cell == cell && c.value == value),
                    "{step:?}"
                );
            }
        }
    }
}

/// Checks that, without the extra candidates, every open cell has two candidates, and every value
/// two places.
fn grave(board: &Board, step: &Step) {
    let mut board = board.clone();
    for extra in step.marked(Role::Extra) {
        board.eliminate(extra.cell as usize, extra.value);
    }
    for cell in 0..81 {
        let wanted = if board.value(cell) == 0 { 2 } else { 0 };
        assert_eq!(board.candidates(cell).count_ones(), wanted, "{step:?}");
    }
    for house in 0..board.shape().houses().len() {
        for value in 1..=9 {
            assert!(matches!(board.places(house, value).count_ones(), 0 | 2));
        }
    }
}

/// On a board with diagonals, the values of a rectangle with a corner on one cannot be swapped:
/// that would change the diagonal.
#[test]
fn a_rectangle_on_a_diagonal_is_not_deadly() {
    let rows = [0, 4];
    let columns = [0, 2];
    let corners: Vec<usize> = rows
        .iter()
        .flat_map(|row| columns.map(|column| row * 9 + column))
        .collect();
    let found = |shape: &str| {
        let mut board = Board::new(&Puzzle::new(shape.parse().expect("a shape")));
        for corner in &corners[..3] {
            (3..=9).for_each(|value| board.eliminate(*corner, value));
        }
        Logic::with([Technique::UniqueRectangle1])
            .next_step(&board)
            .is_some()
    };
    assert!(found("9"), "a rectangle across two boxes");
    assert!(!found("9+diagonals"), "r1c1 is on the diagonal");
}
