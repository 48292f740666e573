//! Checks exotic patterns against solutions and by counting.

use sudokit::logic::{Board, Candidate, Logic, Technique};

use super::support::{assert_sound, own_puzzles, solution};

/// Calls `check` with positions that contain exotic patterns: hard puzzles from which wrong
/// candidates are removed in a pseudo-random order, the same in every run.
fn for_every_position(mut check: impl FnMut(&Board, &sudokit::Grid)) {
    for (seed, puzzle) in own_puzzles().into_iter().step_by(60).enumerate() {
        let solution = solution(&puzzle);
        let mut board = Board::new(&puzzle);
        let wrong = |board: &Board, c: &Candidate| {
            board.has(c.cell as usize, c.value) && solution.values()[c.cell as usize] != c.value
        };
        // 173 and 729 are coprime, so every candidate comes up once.
        let order = (0..729).map(|n| (n * 173 + seed * 31) % 729);
        for n in order {
            let candidate = Candidate::new(n / 9, (n % 9) as u8 + 1);
            if wrong(&board, &candidate) {
                board.eliminate(n / 9, candidate.value);
                check(&board, &solution);
            }
        }
    }
}

#[test]
fn every_step_of_every_pattern_agrees_with_the_solution() {
    let techniques = [
        Technique::Fireworks,
        Technique::SkLoop,
        Technique::Tridagon,
        Technique::JuniorExocet,
        Technique::SeniorExocet,
    ];
    let logic = Logic::with(techniques);
    let (mut position, mut seen) = (0, 0);
    for_every_position(|board, solution| {
        position += 1;
        if position % 4 == 0 {
            for step in logic.all_steps(board) {
                assert_sound(board, &step, solution);
                seen += 1;
            }
        }
    });
    assert!(seen > 0, "nothing was found");
}

#[test]
fn crossings_have_as_many_cells_as_values() {
    let logic = Logic::with([Technique::MultiSectorLockedSets]);
    let (mut position, mut seen) = (0, 0);
    for_every_position(|board, solution| {
        position += 1;
        if position % 40 != 0 {
            return;
        }
        for step in logic.all_steps(board) {
            assert_sound(board, &step, solution);
            let by_line = step.pattern.values.iter();
            let by_line = by_line.fold(0, |all, value| all | 1u64 << (value - 1));
            let mut values = 0;
            for mark in &step.pattern.houses {
                let house = &board.shape().houses()[mark.house as usize];
                let inside = step
                    .pattern
                    .cells
                    .iter()
                    .filter(|c| house.cells().contains(c));
                let union = inside.fold(0, |all, c| all | board.candidates(*c as usize));
                values += match mark.role {
                    sudokit::logic::HouseRole::Base => union & by_line,
                    sudokit::logic::HouseRole::Cover => union & !by_line,
                    other => panic!("unexpected role: {other:?}"),
                }
                .count_ones();
            }
            assert_eq!(values as usize, step.pattern.cells.len(), "{step:?}");
            seen += 1;
        }
    });
    assert!(seen > 0, "nothing was found");
}
