//! Checks every step with almost locked sets against its definition, in many positions.

use sudokit::logic::{Board, Family, LockedSet, Logic, Step, Technique};

use super::support::own_puzzles;

/// Calls `check` with every step of these techniques, at every position of some solution paths.
fn for_every_step(techniques: &[Technique], mut check: impl FnMut(&Board, &Step)) {
    let singles = Technique::ALL.iter().copied();
    let singles = singles.filter(|t| t.family() == Family::Singles);
    let walk = Logic::with(singles.chain([Technique::SueDeCoq, Technique::AlsXz]));
    let asked = Logic::with(techniques.iter().copied());
    let mut seen = 0;
    for puzzle in own_puzzles().into_iter().step_by(60) {
        let mut board = Board::new(&puzzle);
        while let Ok(step) = walk.advise(&board) {
            if step.placements.is_empty() {
                for step in asked.all_steps(&board) {
                    check(&board, &step);
                    seen += 1;
                }
            }
            board.apply(&step);
        }
    }
    assert!(seen > 0, "no steps were checked");
}

/// Checks that the cells are in one house, have one value more than cells, and that no candidate is
/// missing.
fn assert_almost_locked(board: &Board, set: &LockedSet) {
    let houses = board.shape().houses().iter();
    let mut holding = houses.filter(|house| set.cells.iter().all(|c| house.cells().contains(c)));
    assert!(holding.next().is_some(), "not in one house: {set:?}");
    let all = set.cells.iter();
    let all = all.fold(0, |all, cell| all | board.candidates(*cell as usize));
    let listed = set
        .values
        .iter()
        .fold(0, |all, value| all | 1u64 << (value - 1));
    assert_eq!(all, listed, "{set:?}");
    assert_eq!(set.values.len(), set.cells.len() + 1, "{set:?}");
}

/// Returns the cells of a set that have a value.
fn cells_with(board: &Board, set: &LockedSet, value: u8) -> Vec<usize> {
    let cells = set.cells.iter().map(|cell| *cell as usize);
    cells.filter(|cell| board.has(*cell, value)).collect()
}

fn assert_all_see(board: &Board, some: &[usize], others: &[usize]) {
    for one in some {
        for other in others {
            let peers = board.shape().peers(*one);
            assert!(
                peers.contains(&(*other as u16)),
                "{one} does not see {other}"
            );
        }
    }
}

#[test]
fn linked_sets_exclude_each_other_and_the_ends_see_the_eliminations() {
    let techniques = [Technique::AlsXz, Technique::AlsXyWing, Technique::AlsChain];
    for_every_step(&techniques, |board, step| {
        let sets = &step.pattern.sets;
        sets.iter().for_each(|set| assert_almost_locked(board, set));
        for linked in sets.windows(2) {
            let shared = linked[0].cells.iter().any(|c| linked[1].cells.contains(c));
            assert!(!shared, "overlapping sets: {linked:?}");
            assert!(!linked[0].commons.is_empty());
            for &value in &linked[0].commons {
                let [one, other] = [0, 1].map(|i| cells_with(board, &linked[i], value));
                assert_all_see(board, &one, &other);
            }
        }
        for inner in sets.windows(3) {
            assert_ne!(inner[0].commons, inner[1].commons, "the same link twice");
        }
        let doubly = sets[0].commons.len() > 1;
        for gone in step.eliminations.iter().filter(|_| !doubly) {
            for end in [sets.first(), sets.last()].into_iter().flatten() {
                let cells = cells_with(board, end, gone.value);
                assert!(!cells.is_empty(), "an end lacks the value: {step:?}");
                assert_all_see(board, &[gone.cell as usize], &cells);
            }
        }
    });
}

#[test]
fn sets_that_share_cells_are_linked_outside_them() {
    let techniques = [Technique::AlsXz, Technique::AlsXyWing, Technique::AlsChain];
    let board = Board::new(&own_puzzles()[60]);
    let plain = Logic::with(techniques).all_steps(&board);
    let more = Logic::with(techniques)
        .with_variants_of(techniques)
        .all_steps(&board);
    let shares = |step: &&Step| {
        let sets = &step.pattern.sets;
        sets.windows(2)
            .any(|two| two[0].cells.iter().any(|cell| two[1].cells.contains(cell)))
    };
    assert_eq!(plain.iter().find(shares), None);
    let overlapping: Vec<&Step> = more.iter().filter(shares).collect();
    assert!(!overlapping.is_empty());
    for step in overlapping {
        for linked in step.pattern.sets.windows(2) {
            for &value in &linked[0].commons {
                let [one, other] = [0, 1].map(|i| cells_with(&board, &linked[i], value));
                assert_all_see(&board, &one, &other);
            }
        }
    }
}

#[test]
fn every_candidate_of_a_stem_has_its_own_petal() {
    for_every_step(&[Technique::DeathBlossom], |board, step| {
        let stem = step.pattern.cells[0] as usize;
        let mut lost = 0;
        for petal in &step.pattern.sets {
            assert_almost_locked(board, petal);
            let value = petal.commons[0];
            lost |= 1u64 << (value - 1);
            assert_all_see(board, &[stem], &cells_with(board, petal, value));
            for gone in &step.eliminations {
                let cells = cells_with(board, petal, gone.value);
                assert!(!cells.is_empty());
                assert_all_see(board, &[gone.cell as usize], &cells);
            }
        }
        assert_eq!(lost, board.candidates(stem));
    });
}

/// With its variants, a set may be the petal of several values.
#[test]
fn petals_of_variants_lose_every_candidate_of_the_stem() {
    let technique = [Technique::DeathBlossom];
    let variants = Logic::with(technique).with_variants_of(technique);
    let mut repeated = 0;
    for puzzle in own_puzzles().into_iter().step_by(30) {
        let board = Board::new(&puzzle);
        for step in variants.all_steps(&board) {
            let stem = step.pattern.cells[0] as usize;
            let mut lost = 0;
            for petal in &step.pattern.sets {
                assert_almost_locked(&board, petal);
                repeated += usize::from(petal.commons.len() > 1);
                for value in &petal.commons {
                    lost |= 1u64 << (value - 1);
                    assert_all_see(&board, &[stem], &cells_with(&board, petal, *value));
                }
                for gone in &step.eliminations {
                    assert!(!petal.commons.contains(&gone.value));
                    let cells = cells_with(&board, petal, gone.value);
                    assert!(!cells.is_empty());
                    assert_all_see(&board, &[gone.cell as usize], &cells);
                }
            }
            assert_eq!(lost, board.candidates(stem), "{step:?}");
        }
    }
    assert!(repeated > 0, "no set was used twice");
}

#[test]
fn a_sue_de_coq_has_as_many_values_as_cells() {
    for_every_step(&[Technique::SueDeCoq], |_, step| {
        let [core, along, around] = &step.pattern.sets[..] else {
            panic!("expected three sets: {step:?}");
        };
        let cells = core.cells.len() + along.cells.len() + around.cells.len();
        let own = |set: &LockedSet| set.values.len() - set.commons.len();
        assert_eq!(cells, core.values.len() + own(along) + own(around));
        let shared = along
            .commons
            .iter()
            .any(|value| around.commons.contains(value));
        assert!(!shared, "a value used twice: {step:?}");
    });
}
