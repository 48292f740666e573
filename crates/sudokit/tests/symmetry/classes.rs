//! Numbers that are known: of classes, and of automorphisms.

use std::collections::HashMap;

use sudokit::symmetry::{Order, canonical};
use sudokit::{Puzzle, Shape};

#[test]
fn an_empty_board_has_every_automorphism() {
    let automorphisms = |rows, columns| {
        let empty = Puzzle::new(Shape::boxes(rows, columns).unwrap());
        canonical(&empty).unwrap().automorphisms.to_string()
    };
    // Transposition, 1,296 orders of rows, as many of columns, and 9! names of the values.
    assert_eq!(
        automorphisms(3, 3),
        (2u64 * 1296 * 1296 * 362_880).to_string()
    );
    assert_eq!(automorphisms(2, 3), (48u64 * 72 * 720).to_string());
    assert_eq!(automorphisms(8, 8).len(), 173);
}

fn automorphisms(line: &str) -> Order {
    let puzzle: Puzzle = line.parse().unwrap();
    canonical(&puzzle).unwrap().automorphisms
}

#[test]
fn known_grids_have_the_automorphisms_that_are_known() {
    let most_canonical =
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    assert_eq!(automorphisms(most_canonical), 648);
}

#[test]
fn there_are_two_classes_of_4x4_grids() {
    let shape = Shape::with_size(4).unwrap();
    let mut classes = HashMap::new();
    let grids = grids(&shape);
    assert_eq!(grids.len(), 288);
    for grid in grids {
        let puzzle = Puzzle::from_values(shape.clone(), grid).unwrap();
        let found = canonical(&puzzle).unwrap();
        let automorphisms = found.automorphisms.to_u128().unwrap();
        classes.insert(found.puzzle.values().to_vec(), automorphisms);
    }
    assert_eq!(classes.len(), 2);
    let group = 2 * 8 * 8 * 24;
    assert_eq!(
        classes.values().map(|order| group / order).sum::<u128>(),
        288
    );
}

/// All solved boards.
fn grids(shape: &Shape) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    fill(shape, &mut vec![0; shape.cells()], 0, &mut |grid| {
        all.push(grid.to_vec())
    });
    all
}

fn fill(shape: &Shape, grid: &mut Vec<u8>, cell: usize, found: &mut impl FnMut(&[u8])) {
    if cell == grid.len() {
        return found(grid);
    }
    if grid[cell] != 0 {
        return fill(shape, grid, cell + 1, found);
    }
    for value in 1..=shape.size() as u8 {
        if shape
            .peers(cell)
            .iter()
            .all(|peer| grid[*peer as usize] != value)
        {
            grid[cell] = value;
            fill(shape, grid, cell + 1, found);
            grid[cell] = 0;
        }
    }
}
