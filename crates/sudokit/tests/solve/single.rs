//! One puzzle at a time, with every instruction set of this machine: against a simple oracle, the lanes
//! and the general engine.

use crate::support::{Random, full_grid, oracle, puzzles};
use proptest::prelude::*;
use sudokit::internals::{Batch, LaneSolver, Puzzles, Width};
use sudokit::internals::{SingleResult, SingleSolver};
use sudokit::{Engine, Origin, Puzzle, Shape, Solver};

fn solvers() -> Vec<(Width, SingleSolver)> {
    let with = |width| Some((width, SingleSolver::with_width(width).ok()?));
    Width::ALL.into_iter().filter_map(with).collect()
}

fn candidates(puzzle: &Puzzle) -> [u16; 81] {
    std::array::from_fn(|cell| puzzle.allowed(cell) as u16)
}

fn is_solution(solution: &[u8; 81], allowed: &[u16; 81]) -> bool {
    let mut filled = Puzzle::new(Shape::classic());
    for (cell, value) in solution.iter().enumerate() {
        if !(1..=9).contains(value) || allowed[cell] >> (value - 1) & 1 == 0 {
            return false;
        }
        filled.set(cell, *value, Origin::Given);
    }
    filled.check().is_ok()
}

/// Checks that every instruction set finds `expected` solutions, and that the first is right.
fn expect(allowed: &[u16; 81], limit: u32, expected: u32) {
    for (width, mut solver) in solvers() {
        let SingleResult { count, solution } = solver.solve_candidates(allowed, limit);
        assert_eq!(count, expected, "{width}, limit {limit}: {allowed:?}");
        match count {
            0 => assert_eq!(solution, [0; 81], "{width}"),
            _ => assert!(is_solution(&solution, allowed), "{width}: {allowed:?}"),
        }
    }
}

/// Returns the counts of the lanes.
fn counts_of_lanes(puzzles: &[[u16; 81]], limit: u32) -> Vec<u32> {
    let mut counts = vec![0; puzzles.len()];
    let mut solutions = vec![[0; 81]; puzzles.len()];
    let batch = Batch::new(Puzzles::Candidates(puzzles)).limit(limit);
    LaneSolver::new().solve(&batch, &mut counts, &mut solutions);
    counts
}

/// Returns a puzzle of any kind: with one solution, several or none, or with candidates.
fn any_puzzle(random: &mut Random) -> [u16; 81] {
    let grid = full_grid(&Shape::classic(), random.next());
    let givens = 20 + random.below(45);
    let kind = random.below(4);
    let noise = 1 + random.below(4);
    let mut allowed = [0x1ff; 81];
    for (turn, cell) in random.shuffled(81).into_iter().enumerate() {
        let value = 1 << (grid[cell] - 1);
        if kind == 3 {
            // Mostly the solution, with noise around it.
            allowed[cell] = if random.below(500) == 0 { 0 } else { value };
            for _ in 0..noise {
                allowed[cell] |= 1 << random.below(9);
            }
        } else if turn < givens {
            allowed[cell] = value;
        }
    }
    if kind == 2 {
        allowed[random.below(81)] = 1 << random.below(9);
    }
    allowed
}

#[test]
fn agrees_with_the_lanes_on_thousands_of_puzzles() {
    let mut random = Random(1);
    for limit in [2, 1, 2, 3, 50] {
        let puzzles: Vec<_> = (0..4_000).map(|_| any_puzzle(&mut random)).collect();
        for (puzzle, expected) in puzzles.iter().zip(counts_of_lanes(&puzzles, limit)) {
            expect(puzzle, limit, expected);
        }
    }
}

#[test]
fn values_and_candidates_agree() {
    let mut random = Random(2);
    for _ in 0..500 {
        let grid = full_grid(&Shape::classic(), random.next());
        let mut values = [0; 81];
        for cell in &random.shuffled(81)[..30] {
            values[*cell] = grid[*cell];
        }
        let masks = values.map(|value| if value == 0 { 0x1ff } else { 1 << (value - 1) });
        for (width, mut solver) in solvers() {
            let by_values = solver.solve(&values, 5);
            assert_eq!(by_values, solver.solve_candidates(&masks, 5), "{width}");
        }
    }
}

#[test]
fn empty_full_and_broken_grids() {
    let full = full_grid(&Shape::classic(), 3);
    let full: [u8; 81] = full.try_into().expect("81 cells");
    let mut twice = full;
    twice[0] = twice[1];
    let mut no_such_value = [0; 81];
    no_such_value[80] = 10;
    let mut far_too_high = [0; 81];
    far_too_high[3] = 0x81;
    for (width, mut solver) in solvers() {
        assert_eq!(solver.solve(&full, 2).count, 1, "{width}");
        assert_eq!(solver.solve(&full, 2).solution, full, "{width}");
        for broken in [twice, no_such_value, far_too_high] {
            assert_eq!(solver.solve(&broken, 2).count, 0, "{width}");
        }
        for limit in [0, 1, 2, 1_000, 100_000] {
            assert_eq!(solver.solve(&[0; 81], limit).count, limit, "{width}");
        }
        assert_eq!(solver.solve_candidates(&[0; 81], 2).count, 0, "{width}");
    }
}

/// Two values have the same cell as their only place in a box.
#[test]
fn two_hidden_singles_in_one_cell_are_no_solution() {
    let mut allowed = [0x1ff; 81];
    for cell in [1, 2, 9, 10, 11, 18, 19, 20] {
        allowed[cell] = 0x1ff & !0b11;
    }
    expect(&allowed, 2, 0);
}

/// A search that moves to the lanes has the same count as one that does not.
#[test]
fn long_counts_are_exact() {
    let mut random = Random(4);
    let mut longest = 0;
    for _ in 0..12 {
        let grid = full_grid(&Shape::classic(), random.next());
        let mut puzzle = Puzzle::new(Shape::classic());
        for cell in &random.shuffled(81)[..25] {
            puzzle.set(*cell, grid[*cell], Origin::Given);
        }
        let general = Solver::new().engine(Engine::General).limit(30_000);
        let expected = general.solve(&puzzle).count;
        longest = longest.max(expected);
        expect(&candidates(&puzzle), 30_000, expected as u32);
        let auto = Solver::new().limit(30_000).solve(&puzzle);
        assert_eq!(auto.count, expected);
    }
    assert!(
        longest > 5_000,
        "the puzzles are too easy to prove anything"
    );
}

#[test]
fn a_search_does_not_see_the_memory_of_the_last() {
    let full = full_grid(&Shape::classic(), 5);
    let full: [u8; 81] = full.try_into().expect("81 cells");
    for (width, mut solver) in solvers() {
        solver.solve(&[0; 81], 5_000);
        let answer = solver.solve(&full, 2);
        assert_eq!((answer.count, answer.solution), (1, full), "{width}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn agrees_with_the_oracle(puzzle in puzzles(), limit in 1u32..6) {
        if puzzle.shape().is_classic() {
            expect(&candidates(&puzzle), limit, oracle(&puzzle, u64::from(limit)) as u32);
        }
    }

    /// Meaningless masks, including high bits. They would keep the oracle busy for hours.
    #[test]
    fn instruction_sets_agree_on_noise(noise: [[u16; 27]; 3], density in 0usize..3) {
        let mut masks = [0; 81];
        for (mask, noise) in masks.iter_mut().zip(noise.as_flattened()) {
            let more = noise.rotate_left(7);
            *mask = [noise & more, *noise, noise | more][density];
        }
        let expected = counts_of_lanes(&[masks], 2)[0];
        for (width, mut solver) in solvers() {
            prop_assert_eq!(solver.solve_candidates(&masks, 2).count, expected, "{}", width);
        }
    }
}
