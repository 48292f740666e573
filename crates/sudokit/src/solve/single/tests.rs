//! All implementations agree with the plain arrays, and the lanes agree with the tree.

use proptest::prelude::*;

use super::SingleSolver;
use super::plane::{ALL, BOXES, Lanes, Plane, Token};
use super::portable::Anywhere;
use crate::solve::lanes::Width;

fn lanes_of<P: Plane>(plane: P) -> Vec<u16> {
    let mut lanes = Lanes::default();
    plane.store(&mut lanes);
    // The contents of spare lanes are undefined after counts and shifts.
    let is_box = |lane: &usize| BOXES >> lane & 1 == 1;
    (0..16).filter(is_box).map(|lane| lanes.0[lane]).collect()
}

/// Returns the result of every operation on three planes.
fn everything<T: Token>(token: T, planes: &[Lanes; 3]) -> (Vec<Vec<u16>>, Vec<bool>) {
    let [a, b, c] = [&planes[0], &planes[1], &planes[2]].map(|lanes| token.load(lanes));
    let made = [
        a.and(b),
        a.or(b),
        a.without(b),
        a.or3(b, c),
        a.majority(b, c),
        a.without_both(b, c),
        a.without_or(b, c),
        a.and_either(b, c),
        a.or_difference(b, c),
        a.singles(),
        a.narrowed(b, c),
        // Bits outside the values do not matter: the result is only removed from boards.
        a.or_others_of(b).and(token.splat(ALL)),
        a.count(),
        a.minimum(b),
        a.plus(b),
        a.next_box(),
        a.last_box(),
        a.next_band(),
        a.last_band(),
        token.splat(ALL),
    ];
    let all = token.splat(ALL);
    let yes_or_no = [
        a.is_empty(),
        a.or3(b, c).is_full(),
        all.is_full(),
        a.has_empty_box(),
        all.has_empty_box(),
        a.without(a).is_empty(),
    ];
    (made.map(lanes_of).to_vec(), yes_or_no.to_vec())
}

/// A plane of a board: spare lanes are empty, and the others have few or all values.
fn plane() -> impl Strategy<Value = Lanes> {
    let few = (0..9u16, 0..9u16).prop_map(|(a, b)| (0x10 << a) | (0x10 << b));
    let mask = prop_oneof![Just(0), Just(ALL), few, (0..512u16).prop_map(|m| m << 4)];
    prop::array::uniform16(mask).prop_map(|mut lanes| {
        for (lane, mask) in lanes.iter_mut().enumerate() {
            *mask &= if BOXES >> lane & 1 == 1 { ALL } else { 0 };
        }
        Lanes(lanes)
    })
}

proptest! {
    #[test]
    fn every_implementation_agrees_with_plain_arrays(planes in prop::array::uniform3(plane())) {
        let expected = everything(Anywhere, &planes);
        #[cfg(target_arch = "x86_64")]
        {
            use super::{avx2::HasAvx2, avx512::HasAvx512, sse2::Always};
            prop_assert_eq!(&everything(Always, &planes), &expected);
            if let Some(token) = HasAvx2::detect() {
                prop_assert_eq!(&everything(token, &planes), &expected);
            }
            if let Some(token) = HasAvx512::detect() {
                prop_assert_eq!(&everything(token, &planes), &expected);
            }
        }
        prop_assert_eq!(expected.0.len(), 20);
    }
}

/// A hard puzzle whose search moves to the lanes. The more of its givens are removed, the more
/// solutions it has.
const HARD: &[u8; 81] =
    b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn without(givens: usize) -> [u8; 81] {
    let mut values = HARD.map(|symbol| if symbol == b'.' { 0 } else { symbol - b'0' });
    let filled = values.iter_mut().filter(|value| **value != 0);
    filled.take(givens).for_each(|value| *value = 0);
    values
}

#[test]
fn the_lanes_find_what_the_tree_would_have_found() {
    let mut tree = SingleSolver::with_width(Width::Portable).unwrap_or_default();
    for width in Width::ALL {
        let Ok(mut solver) = SingleSolver::with_width(width) else {
            continue;
        };
        for givens_left_out in 0..4 {
            let values = without(givens_left_out);
            for limit in [1, 2, 5, 5_000] {
                let (answer, expected) = (solver.solve(&values, limit), tree.solve(&values, limit));
                assert_eq!(
                    answer.count, expected.count,
                    "{width}, {givens_left_out} left out"
                );
                let clue = |(given, value): (&u8, &u8)| *given == 0 || given == value;
                assert!(values.iter().zip(&answer.solution).all(clue));
                assert_eq!(solver.solve(&answer.solution, 2).count, 1);
            }
        }
    }
}
