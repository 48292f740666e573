//! What canonical forms promise, on boards of all sizes.

use proptest::prelude::*;
use sudokit::symmetry::{Transformation, canonical, canonical_values_9x9, isomorphism};
use sudokit::{Puzzle, Shape};

use super::support::{dug, random, scattered};

fn keeps_its_promises(puzzle: &Puzzle, seed: u64) {
    let one = canonical(puzzle).unwrap();
    let transformation = Transformation::random(puzzle.shape(), &mut random(seed)).unwrap();
    let dressed = transformation.apply(puzzle).unwrap();
    let other = canonical(&dressed).unwrap();
    assert_eq!(one.puzzle, other.puzzle, "{puzzle:?} {dressed:?}");
    assert_eq!(
        one.automorphisms, other.automorphisms,
        "{puzzle:?} {dressed:?}"
    );
    assert_eq!(one.transformation.apply(puzzle).unwrap(), one.puzzle);
    assert_eq!(canonical(&one.puzzle).unwrap().puzzle, one.puzzle);
    assert!(one.puzzle.values() <= puzzle.values());
    let way = isomorphism(puzzle, &dressed).unwrap().unwrap();
    assert_eq!(way.apply(puzzle).unwrap(), dressed);
    if let Ok(values) = <&[u8; 81]>::try_from(dressed.values()) {
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
