//! Checks single-digit patterns against their definitions.

use sudokit::logic::{Board, Family, HouseRole, Step, Technique};
use sudokit::shape::HouseKind;

use super::walks::{each_step, places, see};

#[test]
fn single_digit_patterns_match_their_definitions() {
    let met = each_step(Family::SingleDigit, |board, step| match step.technique {
        Technique::EmptyRectangle => empty_rectangle(board, step),
        _ => two_links(board, step),
    });
    assert_eq!(met.len(), 4, "not all techniques were found: {met:?}");
}

fn two_links(board: &Board, step: &Step) {
    let &[free, joined, met, last] = &step.pattern.cells[..] else {
        panic!("expected four cells: {step:?}");
    };
    let value = step.pattern.values[0];
    let bases: Vec<usize> = step.houses(HouseRole::Base).collect();
    for (house, mut ends) in bases.iter().zip([[free, joined], [met, last]]) {
        ends.sort_unstable();
        assert_eq!(places(board, *house, value), ends, "{step:?}");
    }
    assert!(see(board, joined, met), "{step:?}");
    for gone in &step.eliminations {
        assert!(see(board, gone.cell, free) && see(board, gone.cell, last));
        assert_eq!(gone.value, value);
    }
    let kinds = [bases[0], bases[1]].map(|house| board.shape().houses()[house].kind());
    let expected = match kinds {
        [HouseKind::Row, HouseKind::Row] | [HouseKind::Column, HouseKind::Column] => {
            Technique::Skyscraper
        }
        [HouseKind::Row, HouseKind::Column] => Technique::TwoStringKite,
        _ => Technique::TurbotFish,
    };
    assert_eq!(step.technique, expected, "{step:?}");
}

fn empty_rectangle(board: &Board, step: &Step) {
    let value = step.pattern.values[0];
    let bases: Vec<usize> = step.houses(HouseRole::Base).collect();
    let (&[near, far], &[block, line, other, link]) = (&step.pattern.cells[..], &bases[..]) else {
        panic!("expected two cells and four houses: {step:?}");
    };
    let holds = |house: usize, cell: u16| board.shape().houses()[house].cells().contains(&cell);
    let in_box = places(board, block, value);
    assert!(in_box.len() > 2, "{step:?}");
    assert!(in_box.iter().all(|c| holds(line, *c) || holds(other, *c)));
    let mut ends = [near, far];
    ends.sort_unstable();
    assert_eq!(places(board, link, value), ends, "{step:?}");
    assert!(holds(line, near) && !holds(block, near), "{step:?}");
    for gone in &step.eliminations {
        assert!(holds(other, gone.cell) && !holds(block, gone.cell));
        assert!(see(board, gone.cell, far), "{step:?}");
    }
}
