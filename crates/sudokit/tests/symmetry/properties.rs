//! Properties of canonical forms, on boards of all sizes.

use proptest::prelude::*;
use sudokit::symmetry::{
    SymmetryError, Transformation, canonical, canonical_values_9x9, isomorphism,
};
use sudokit::{Puzzle, Shape};

use super::support::{dug, random, scattered};

pub fn keeps_its_promises(puzzle: &Puzzle, seed: u64) {
    let one = canonical(puzzle).unwrap();
    let transformation = Transformation::random(puzzle.shape(), &mut random(seed)).unwrap();
    let transformed = transformation.apply(puzzle).unwrap();
    let other = canonical(&transformed).unwrap();
    assert_eq!(one.puzzle, other.puzzle, "{puzzle:?} {transformed:?}");
    assert_eq!(
        one.automorphisms, other.automorphisms,
        "{puzzle:?} {transformed:?}"
    );
    assert_eq!(one.transformation.apply(puzzle).unwrap(), one.puzzle);
    assert_eq!(canonical(&one.puzzle).unwrap().puzzle, one.puzzle);
    assert!(one.puzzle.values() <= puzzle.values());
    let transformation = isomorphism(puzzle, &transformed).unwrap().unwrap();
    assert_eq!(transformation.apply(puzzle).unwrap(), transformed);
    if let Ok(values) = <&[u8; 81]>::try_from(transformed.values()) {
        let quick = canonical_values_9x9(values).unwrap();
        assert_eq!(&quick[..], one.puzzle.values());
    }
}

fn boxes() -> impl Strategy<Value = (usize, usize)> {
    prop::sample::select(vec![
        (2, 2),
        (2, 3),
        (3, 2),
        (2, 4),
        (3, 3),
        (2, 5),
        (3, 4),
        (4, 4),
        (1, 7),
        (3, 5),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn scattered_values((rows, columns) in boxes(), share in 0usize..=30, seed: u64) {
        let shape = Shape::boxes(rows, columns).unwrap();
        let values = shape.cells() * share / 20;
        keeps_its_promises(&scattered(&shape, values, &mut random(seed)), seed ^ 1);
    }

    #[test]
    fn few_values((rows, columns) in boxes(), values in 0usize..=12, seed: u64) {
        let shape = Shape::boxes(rows, columns).unwrap();
        keeps_its_promises(&scattered(&shape, values, &mut random(seed)), seed ^ 1);
    }

    #[test]
    fn solved_boards_with_blanks((rows, columns) in boxes(), share in 0usize..=40, seed: u64) {
        let shape = Shape::boxes(rows, columns).unwrap();
        let blanks = shape.cells() * share / 20;
        keeps_its_promises(&dug(&shape, blanks, &mut random(seed)), seed ^ 1);
    }

    #[test]
    fn classic_boards(blanks in 0usize..=300, seed: u64) {
        keeps_its_promises(&dug(&Shape::classic(), blanks, &mut random(seed)), seed ^ 1);
    }
}

#[test]
fn other_shapes_and_broken_rules_are_rejected() {
    let canonical_of = |puzzle: &Puzzle| canonical(puzzle).map(|found| found.puzzle);
    for name in ["9+diagonals", "9+windows", "jigsaw:1122112233443344"] {
        let puzzle = Puzzle::new(name.parse().unwrap());
        assert_eq!(
            canonical_of(&puzzle),
            Err(SymmetryError::NoPlainBoxes),
            "{name}"
        );
    }
    let mut marked = Puzzle::new(Shape::classic());
    marked.set_candidates(vec![1; 81]);
    assert_eq!(canonical_of(&marked), Err(SymmetryError::Candidates));
    let mut values = [0; 81];
    (values[0], values[8]) = (5, 5);
    assert_eq!(canonical_values_9x9(&values), None);
    values[8] = 10;
    assert_eq!(canonical_values_9x9(&values), None);
    let mut broken = Puzzle::new(Shape::with_size(4).unwrap());
    (0..2).for_each(|cell| broken.set(cell, 1, sudokit::Origin::Given));
    assert!(matches!(
        canonical_of(&broken),
        Err(SymmetryError::RuleBroken(_))
    ));
}

#[test]
fn transformations_preserve_houses_or_are_rejected() {
    let classic = Shape::classic();
    let swap = |one, other| Transformation::swap_rows(9, one, other).shape(&classic);
    assert_eq!(swap(0, 2), Ok(classic.clone()));
    assert!(matches!(swap(0, 3), Err(SymmetryError::House(house)) if house == "box 1"));
    let size = Transformation::transpose(4).shape(&classic);
    assert!(matches!(size, Err(SymmetryError::Size { .. })));
    let lying = Shape::boxes(2, 3).unwrap();
    let standing = Transformation::transpose(6).shape(&lying).unwrap();
    assert_eq!(standing.box_size(), Some((3, 2)));
    let crossed: Shape = "9+diagonals".parse().unwrap();
    assert_eq!(
        Transformation::rotate(9, 1).shape(&crossed),
        Ok(crossed.clone())
    );
    assert!(Transformation::swap_rows(9, 0, 1).shape(&crossed).is_err());
    assert!(Transformation::random(&crossed, &mut random(1)).is_err());
}

#[test]
fn transposing_boxes_that_are_not_square_changes_the_shape() {
    let mut random = random(3);
    let lying = dug(&Shape::boxes(2, 3).unwrap(), 12, &mut random);
    let standing = Transformation::rotate(6, 1).apply(&lying).unwrap();
    let transformation = isomorphism(&lying, &standing).unwrap().unwrap();
    assert!(transformation.is_transposed());
    assert_eq!(transformation.apply(&lying).unwrap(), standing);
    let other = dug(&Shape::boxes(2, 3).unwrap(), 13, &mut random);
    assert_eq!(isomorphism(&other, &standing), Ok(None));
}

#[test]
fn candidates_and_placed_values_are_transformed() {
    let mut puzzle = Puzzle::new(Shape::with_size(4).unwrap());
    puzzle.set(1, 3, sudokit::Origin::Placed);
    let mut masks = vec![0b1111; 16];
    masks[4] = 0b0101;
    puzzle.set_candidates(masks);
    let relabel = Transformation::relabel(&[2, 3, 4, 1]).unwrap();
    let transformation = Transformation::mirror(4).then(&relabel);
    let transformed = transformation.apply(&puzzle).unwrap();
    assert_eq!(transformed.values()[2], 4);
    assert_eq!(transformed.origin(2), Some(sudokit::Origin::Placed));
    assert_eq!(transformed.allowed(7), 0b1010);
    assert_eq!(
        transformation.inverse().apply(&transformed).unwrap(),
        puzzle
    );
}
