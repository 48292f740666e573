//! Checks wings against their definitions.

use sudokit::logic::{Board, Family, HouseRole, Step, Technique};

use super::walks::{each_step, places, see};

#[test]
fn wings_match_their_definitions() {
    let met = each_step(Family::Wings, |board, step| match step.technique {
        Technique::RemotePair => remote_pair(board, step),
        Technique::WWing => w_wing(board, step),
        _ => bent_set(board, step),
    });
    assert!(met.len() >= 5, "too few techniques were found: {met:?}");
}

fn remote_pair(board: &Board, step: &Step) {
    let cells = &step.pattern.cells;
    assert!(
        cells.len() >= 4 && cells.len().is_multiple_of(2),
        "{step:?}"
    );
    let mask = board.candidates(cells[0] as usize);
    assert_eq!(mask.count_ones(), 2);
    assert!(cells.iter().all(|c| board.candidates(*c as usize) == mask));
    assert!(cells.windows(2).all(|pair| see(board, pair[0], pair[1])));
    for gone in &step.eliminations {
        let ends = [cells[0], cells[cells.len() - 1]];
        assert!(ends.iter().all(|end| see(board, gone.cell, *end)));
    }
}

fn w_wing(board: &Board, step: &Step) {
    let &[one, other, near, far] = &step.pattern.cells[..] else {
        panic!("expected four cells: {step:?}");
    };
    let [kept, linked] = step.pattern.values[..] else {
        panic!("expected two values: {step:?}");
    };
    let pair = board.candidates(one as usize);
    assert_eq!(pair, 1 << (kept - 1) | 1 << (linked - 1));
    assert_eq!(pair, board.candidates(other as usize));
    let mut ends = [near, far];
    ends.sort_unstable();
    let house = step.houses(HouseRole::Base).next().expect("a house");
    assert_eq!(places(board, house, linked), ends, "{step:?}");
    assert!(see(board, one, near) && see(board, other, far));
    for gone in &step.eliminations {
        assert_eq!(gone.value, kept);
        assert!(see(board, gone.cell, one) && see(board, gone.cell, other));
    }
}

/// Checks that there are as many cells as values, and that all values but one can occur only once
/// in the wing.
fn bent_set(board: &Board, step: &Step) {
    let cells = &step.pattern.cells;
    let size = match step.technique {
        Technique::XyWing | Technique::XyzWing => 3,
        Technique::WxyzWing => 4,
        _ => cells.len().max(5),
    };
    assert_eq!(cells.len(), size, "{step:?}");
    let union = cells
        .iter()
        .fold(0, |all, c| all | board.candidates(*c as usize));
    assert_eq!(union.count_ones() as usize, size, "{step:?}");
    let scattered = step.pattern.values[0];
    let having = |value: u8| cells.iter().filter(move |c| board.has(**c as usize, value));
    for &value in &step.pattern.values[1..] {
        for one in having(value) {
            let mut others = having(value).filter(|other| *other != one);
            assert!(others.all(|other| see(board, *one, *other)), "{step:?}");
        }
    }
    for gone in &step.eliminations {
        assert_eq!(gone.value, scattered);
        assert!(having(scattered).all(|c| see(board, gone.cell, *c)));
    }
}
