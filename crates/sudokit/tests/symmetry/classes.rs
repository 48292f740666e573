//! Known numbers of classes and of automorphisms.

use std::collections::{HashMap, HashSet};

use sudokit::symmetry::{GroupOrder, canonical, canonical_values_9x9};
use sudokit::{Puzzle, Shape};

#[test]
fn an_empty_board_has_every_automorphism() {
    let automorphisms = |rows, columns| {
        let empty = Puzzle::new(Shape::boxes(rows, columns).unwrap());
        canonical(&empty).unwrap().automorphisms.to_string()
    };
    // Transposition, 1,296 orders of rows, as many of columns, and 9! permutations of the values.
    assert_eq!(
        automorphisms(3, 3),
        (2u64 * 1296 * 1296 * 362_880).to_string()
    );
    assert_eq!(automorphisms(2, 3), (48u64 * 72 * 720).to_string());
    assert_eq!(automorphisms(8, 8).len(), 173);
}

fn automorphisms(line: &str) -> GroupOrder {
    let puzzle: Puzzle = line.parse().unwrap();
    canonical(&puzzle).unwrap().automorphisms
}

#[test]
fn known_grids_have_the_known_automorphisms() {
    let most_canonical =
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    assert_eq!(automorphisms(most_canonical), 648);
    let shifted =
        "123456789456789123789123456234567891567891234891234567345678912678912345912345678";
    assert_eq!(automorphisms(shifted), 54);
    // Nine values on a diagonal of boxes: each of them can be anywhere on it.
    let diagonal: String = (0..81)
        .map(|cell| match cell / 9 == cell % 9 {
            true => char::from(b'1' + (cell / 9) as u8),
            false => '.',
        })
        .collect();
    assert_eq!(automorphisms(&diagonal), 2 * 1296);
    // The table of a group on a 16×16 board, where everything is alike.
    let table = (0..256).map(|cell| (cell / 16 % 4 * 4 + cell / 64) ^ (cell % 16));
    let values = table.map(|value| value as u8 + 1).collect();
    let puzzle = Puzzle::from_values(Shape::with_size(16).unwrap(), values).unwrap();
    let found = canonical(&puzzle).unwrap();
    assert_eq!(found.automorphisms.to_u128().unwrap() % 18_432, 0);
}

#[test]
fn there_are_two_classes_of_4x4_grids() {
    let shape = Shape::with_size(4).unwrap();
    let mut classes = HashMap::new();
    let grids = grids(&shape, &[]);
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

#[test]
fn there_are_49_classes_of_6x6_grids() {
    let shape = Shape::with_size(6).unwrap();
    // Values can be renamed and columns permuted so that every grid begins like this.
    let grids = grids(&shape, &[1, 2, 3, 4, 5, 6, 4, 5, 6]);
    assert_eq!(grids.len(), 28_200_960 / 720 / 6);
    let mut classes = HashMap::new();
    for grid in grids {
        let puzzle = Puzzle::from_values(shape.clone(), grid).unwrap();
        let found = canonical(&puzzle).unwrap();
        let automorphisms = found.automorphisms.to_u128().unwrap();
        classes.insert(found.puzzle.values().to_vec(), automorphisms);
    }
    assert_eq!(classes.len(), 49);
    let group = 48 * 72 * 720;
    let all: u128 = classes.values().map(|order| group / order).sum();
    assert_eq!(all, 28_200_960);
}

#[test]
fn there_are_416_classes_of_bands() {
    let shape = Shape::classic();
    let mut classes = HashSet::new();
    let mut bands = 0;
    // The first box is 123 456 789, the columns of the others are in the order of their first row,
    // and 4 is in the second box there: every band can be brought into this form.
    for [five, other] in pairs(5..=9) {
        let second: Vec<u8> = vec![4, five, other];
        let third: Vec<u8> = (5..=9).filter(|v| *v != five && *v != other).collect();
        let mut start = vec![0; 27];
        start[..9].copy_from_slice(&[&[1, 2, 3], &second[..], &third[..]].concat());
        start[9..12].copy_from_slice(&[4, 5, 6]);
        start[18..21].copy_from_slice(&[7, 8, 9]);
        fill(&shape, &mut start, 0, &mut |band| {
            bands += 1;
            let mut values = [0; 81];
            values[..27].copy_from_slice(band);
            classes.insert(canonical_values_9x9(&values).unwrap());
        });
    }
    assert_eq!(bands, 36_288);
    assert_eq!(classes.len(), 416);
}

/// Returns all pairs of different numbers, the smaller first.
fn pairs(range: std::ops::RangeInclusive<u8>) -> Vec<[u8; 2]> {
    let all = |one: u8| {
        range
            .clone()
            .filter(move |other| *other > one)
            .map(move |b| [one, b])
    };
    range.clone().flat_map(all).collect()
}

/// Returns all complete grids that begin like this.
fn grids(shape: &Shape, beginning: &[u8]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let mut start = vec![0; shape.cells()];
    start[..beginning.len()].copy_from_slice(beginning);
    fill(shape, &mut start, 0, &mut |grid| all.push(grid.to_vec()));
    all
}

/// Fills the open cells of the given rows in every way that the rules allow.
fn fill(shape: &Shape, rows: &mut Vec<u8>, cell: usize, found: &mut impl FnMut(&[u8])) {
    if cell == rows.len() {
        return found(rows);
    }
    if rows[cell] != 0 {
        return fill(shape, rows, cell + 1, found);
    }
    for value in 1..=shape.size() as u8 {
        let has_value = |peer: &u16| rows.get(*peer as usize) == Some(&value);
        if !shape.peers(cell).iter().any(has_value) {
            rows[cell] = value;
            fill(shape, rows, cell + 1, found);
            rows[cell] = 0;
        }
    }
}
