//! Every width against a simple oracle, on puzzles of all kinds.

use proptest::prelude::*;

use super::*;
use crate::solve::arch::{LaneKernel, PlainArrays};

/// Counts solutions up to a limit by backtracking, the cell with the fewest values first.
fn oracle(allowed: &[u16; 81], limit: u32) -> u32 {
    fn houses(cell: usize) -> [usize; 3] {
        let (row, column) = (cell / 9, cell % 9);
        [row, 9 + column, 18 + row / 3 * 3 + column / 3]
    }
    fn descend(allowed: &[u16; 81], free: &mut [u16; 27], open: &mut u128, left: u32) -> u32 {
        let fits = |cell: usize, free: &[u16; 27]| {
            let [row, column, square] = houses(cell).map(|house| free[house]);
            allowed[cell] & row & column & square
        };
        let cells = (0..81).filter(|cell| *open >> cell & 1 == 1);
        let Some(cell) = cells.min_by_key(|cell| fits(*cell, free).count_ones()) else {
            return 1;
        };
        let mut values = fits(cell, free);
        let mut found = 0;
        *open ^= 1 << cell;
        while values != 0 && found < left {
            let value = values & values.wrapping_neg();
            values ^= value;
            for house in houses(cell) {
                free[house] ^= value;
            }
            found += descend(allowed, free, open, left - found);
            for house in houses(cell) {
                free[house] ^= value;
            }
        }
        *open ^= 1 << cell;
        found
    }
    let allowed = allowed.map(|mask| mask & 0x1ff);
    descend(&allowed, &mut [0x1ff; 27], &mut ((1 << 81) - 1), limit)
}

fn candidates(values: &[u8; 81]) -> [u16; 81] {
    values.map(|value| match value {
        0 => 0x1ff,
        1..=9 => 1 << (value - 1),
        _ => 0,
    })
}

fn is_solution(solution: &[u8; 81], allowed: &[u16; 81]) -> bool {
    let fixed = candidates(solution);
    let kept = fixed
        .iter()
        .zip(allowed)
        .all(|(value, allowed)| value & allowed != 0);
    kept && solution.iter().all(|value| *value != 0) && oracle(&fixed, 2) == 1
}

/// Solves with every width this machine has and compares with the oracle.
fn check(puzzles: &[[u16; 81]], limit: u32) {
    let expected: Vec<u32> = puzzles.iter().map(|puzzle| oracle(puzzle, limit)).collect();
    compare(puzzles, limit, &expected);
}

fn compare(puzzles: &[[u16; 81]], limit: u32, expected: &[u32]) {
    for width in Width::ALL {
        let Ok(mut solver) = LaneSolver::with_width(width) else {
            continue;
        };
        let mut counts = vec![7; puzzles.len()];
        let mut solutions = vec![[0; 81]; puzzles.len()];
        let batch = Batch::new(Puzzles::Candidates(puzzles)).limit(limit);
        let report = solver.solve(&batch, &mut counts, &mut solutions);
        assert_eq!((report.stop, report.unfinished), (None, vec![]));
        for (number, puzzle) in puzzles.iter().enumerate() {
            let (count, solution) = (counts[number], &solutions[number]);
            assert_eq!(
                count, expected[number],
                "{width}, limit {limit}: {puzzle:?}"
            );
            assert!(
                count == 0 || is_solution(solution, puzzle),
                "{width}, limit {limit}: {puzzle:?} gave {solution:?}"
            );
        }
    }
}

fn check_values(puzzles: &[[u8; 81]], limit: u32) {
    let masks: Vec<[u16; 81]> = puzzles.iter().map(candidates).collect();
    check(&masks, limit);
    // Values and candidates give the same results.
    for width in Width::ALL {
        let Ok(mut solver) = LaneSolver::with_width(width) else {
            continue;
        };
        let mut answers = [Puzzles::Values(puzzles), Puzzles::Candidates(&masks)].map(|puzzles| {
            let mut counts = vec![0; puzzles.len()];
            let mut solutions = vec![[0; 81]; puzzles.len()];
            let batch = Batch::new(puzzles).limit(limit);
            solver.solve(&batch, &mut counts, &mut solutions);
            (counts, solutions)
        });
        let [values, masks] = &mut answers;
        assert_eq!(values, masks, "{width}");
    }
}

/// A small random number generator, the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % end
    }

    fn shuffled<const N: usize>(&mut self, mut items: [usize; N]) -> [usize; N] {
        for n in (1..N).rev() {
            items.swap(n, self.below(n + 1));
        }
        items
    }

    /// Returns a full grid: a cyclic one, shuffled, and then solved again from half of its cells.
    fn grid(&mut self) -> [u8; 81] {
        let lines = |random: &mut Random| {
            let mut lines = [0; 9];
            for (place, block) in random.shuffled([0, 1, 2]).into_iter().enumerate() {
                for (offset, line) in random.shuffled([0, 1, 2]).into_iter().enumerate() {
                    lines[3 * place + offset] = 3 * block + line;
                }
            }
            lines
        };
        let (rows, columns) = (lines(self), lines(self));
        let values = self.shuffled([1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let mut grid = [0; 81];
        for (cell, value) in grid.iter_mut().enumerate() {
            let (row, column) = (rows[cell / 9], columns[cell % 9]);
            *value = values[(3 * (row % 3) + row / 3 + column) % 9] as u8;
        }
        grid
    }

    /// Returns the grid with `count` cells left.
    fn givens(&mut self, grid: &[u8; 81], count: usize) -> [u8; 81] {
        let mut puzzle = [0; 81];
        for cell in &self.shuffled(std::array::from_fn::<usize, 81, _>(|n| n))[..count] {
            puzzle[*cell] = grid[*cell];
        }
        puzzle
    }

    /// Returns a puzzle of any kind: with one solution, several or none, or with candidates.
    fn puzzle(&mut self) -> [u16; 81] {
        let grid = self.grid();
        let count = 22 + self.below(40);
        let mut puzzle = self.givens(&grid, count);
        match self.below(4) {
            0 | 1 => candidates(&puzzle),
            2 => {
                let cell = self.below(81);
                puzzle[cell] = 1 + self.below(9) as u8;
                candidates(&puzzle)
            }
            _ => {
                // Mostly the solution, with noise around it.
                let noise = 1 + self.below(4);
                std::array::from_fn(|cell| {
                    let mut mask = u16::from(self.below(500) != 0) << (grid[cell] - 1);
                    for _ in 0..noise {
                        mask |= 1 << self.below(9);
                    }
                    mask
                })
            }
        }
    }
}

fn puzzle(line: &str) -> [u8; 81] {
    let cells: Vec<u8> = line
        .bytes()
        .map(|byte| if byte == b'.' { 0 } else { byte - b'0' })
        .collect();
    cells.try_into().expect("81 cells")
}

/// The number of random puzzles; `SUDOKIT_TEST_PUZZLES` overrides it.
fn sample_size() -> usize {
    let asked = std::env::var("SUDOKIT_TEST_PUZZLES");
    asked
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(20_000)
}

#[test]
fn agrees_with_the_oracle_on_random_puzzles() {
    let mut random = Random(1);
    let puzzles: Vec<_> = (0..sample_size()).map(|_| random.puzzle()).collect();
    for (chunk, limit) in puzzles
        .chunks(1_000)
        .zip([2, 1, 2, 3, 50].into_iter().cycle())
    {
        check(chunk, limit);
    }
}

#[test]
fn values_and_candidates_agree_for_every_batch_length() {
    let mut random = Random(2);
    for length in (0..70).chain([95, 96, 97]) {
        let puzzles: Vec<_> = (0..length)
            .map(|_| {
                let grid = random.grid();
                let count = 24 + random.below(58);
                random.givens(&grid, count)
            })
            .collect();
        check_values(&puzzles, 2);
    }
}

/// On x86-64 the portable width uses SSE2, so only this test covers the plain arrays.
#[test]
fn plain_arrays_agree_with_the_portable_width() {
    let mut random = Random(3);
    let puzzles: Vec<_> = (0..500).map(|_| random.puzzle()).collect();
    let values: Vec<_> = (0..100)
        .map(|_| {
            let grid = random.grid();
            random.givens(&grid, 24)
        })
        .collect();
    let mut solver = LaneSolver::with_width(Width::Portable).unwrap();
    for puzzles in [Puzzles::Candidates(&puzzles), Puzzles::Values(&values)] {
        let batch = Batch::new(puzzles).limit(3);
        let mut counts = [vec![0; puzzles.len()], vec![0; puzzles.len()]];
        let mut solutions = [vec![[0; 81]; puzzles.len()], vec![[0; 81]; puzzles.len()]];
        let expected = solver.solve(&batch, &mut counts[0], &mut solutions[0]);
        let answers = Output {
            counts: &mut counts[1],
            solutions: &mut solutions[1],
        };
        let search = Search {
            store: &mut Store::default(),
            batch: &batch,
            output: answers,
        };
        let report = search.run(PlainArrays);
        assert_eq!(report, expected);
        assert_eq!(counts[0], counts[1]);
        assert_eq!(solutions[0], solutions[1]);
    }
}

#[test]
fn empty_and_full_grids() {
    let full = Random(3).grid();
    let mut twice = full;
    twice[0] = twice[1];
    let mut no_value = [0; 81];
    no_value[80] = 10;
    let mut far_too_high = [0; 81];
    far_too_high[3] = 0x81;
    for limit in [1, 2, 1_000] {
        check_values(&[[0; 81], full, twice, no_value, far_too_high], limit);
    }
    check(&[[0; 81]], 2);
}

#[test]
fn a_limit_of_zero_finds_nothing() {
    let mut counts = [5];
    let batch = Batch::new(Puzzles::Values(&[[0; 81]])).limit(0);
    LaneSolver::new().solve(&batch, &mut counts, &mut [[0; 81]]);
    assert_eq!(counts, [0]);
}

#[test]
fn puzzles_beyond_a_shorter_slice_are_skipped() {
    let full = Random(4).grid();
    let (mut counts, mut solutions) = ([9; 3], [[0; 81]; 2]);
    let puzzles = [full; 4];
    LaneSolver::new().solve(
        &Batch::new(Puzzles::Values(&puzzles)),
        &mut counts,
        &mut solutions,
    );
    assert_eq!(counts, [1, 1, 9]);
    assert_eq!(solutions, [full; 2]);
}

/// Two values have the same cell as their only place in a box. The lane keeps finding hidden singles
/// that never become singles, and must not loop forever.
#[test]
fn two_hidden_singles_in_one_cell_are_no_solution() {
    let mut puzzle = [0x1ff; 81];
    for row in 0..3 {
        for column in 0..3 {
            puzzle[9 * row + column] = 0x1ff & !0b11;
        }
    }
    puzzle[0] = 0x1ff;
    check(&[puzzle], 2);
    check(&vec![puzzle; 100], 2);
    // On an otherwise open board, among puzzles that have solutions.
    let mut mixed = vec![[0x1ff; 81]; 40];
    for place in (0..40).step_by(3) {
        mixed[place] = puzzle;
    }
    check(&mixed, 5);
}

/// Many puzzles that reach the limit make the search depth-first; many that do not, and the end of the
/// batch, make it change back. The counts are right in any case.
#[test]
fn the_order_of_the_search_does_not_change_the_counts() {
    let mut random = Random(10);
    let hard = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";
    let hard = candidates(&puzzle(hard));
    let puzzles: Vec<_> = (0..1200)
        .map(|n| match n / 200 % 2 {
            0 => {
                let (grid, count) = (random.grid(), 18 + random.below(8));
                candidates(&random.givens(&grid, count))
            }
            _ if n % 10 == 0 => hard,
            _ => random.puzzle(),
        })
        .collect();
    for limit in [1, 3] {
        check(&puzzles, limit);
    }
}

/// Puzzles with conflicting givens are dropped in the middle of the search; those that share the lanes
/// with them are not.
#[test]
fn conflicting_givens_do_not_affect_other_puzzles() {
    let mut random = Random(9);
    let puzzles: Vec<_> = (0..200)
        .map(|n| {
            let mut values = [0; 81];
            if n % 3 == 0 {
                values[27..30].fill(1 + (n % 9) as u8);
            } else {
                let grid = random.grid();
                values = random.givens(&grid, 20);
            }
            candidates(&values)
        })
        .collect();
    check(&puzzles, 2);
    check(&puzzles, 40);
}

/// A lane that takes a new node must not be judged by the progress of its last one. With easy puzzles
/// after hard ones, every lane takes new nodes many times, at every stage.
#[test]
fn a_lane_with_a_new_node_starts_afresh() {
    let hard = [
        "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
        "........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3",
        "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
    ]
    .map(|line| candidates(&puzzle(line)));
    let mut random = Random(5);
    let puzzles: Vec<_> = (0..600)
        .map(|n| {
            let grid = random.grid();
            let count = 26 + random.below(50);
            match n % 5 {
                0 => hard[n % 3],
                _ => candidates(&random.givens(&grid, count)),
            }
        })
        .collect();
    check(&puzzles, 2);
    check(&puzzles, 1);
}

/// The extreme case: all lanes die in their first sweep, with hidden singles found, and the nodes that
/// follow have exactly the same singles. Judged by the last sweep, they would be dead.
#[test]
fn a_live_node_after_a_dead_one_with_the_same_singles_survives() {
    let mut random = Random(8);
    for _ in 0..30 {
        let grid = random.grid();
        let alive = random.givens(&grid, 38);
        // The last box loses a value that it has not placed yet.
        let in_last_box = |cell: usize| cell / 9 >= 6 && cell % 9 >= 6;
        let Some(lost) = (0..81).find(|cell| in_last_box(*cell) && alive[*cell] == 0) else {
            continue;
        };
        let alive = candidates(&alive);
        let mut dead = alive;
        for (cell, mask) in dead.iter_mut().enumerate() {
            if in_last_box(cell) {
                *mask &= !(1 << (grid[lost] - 1));
            }
        }
        let puzzles: Vec<_> = (0..64).map(|n| if n < 32 { dead } else { alive }).collect();
        check(&puzzles, 2);
    }
}

#[test]
fn a_batch_does_not_see_the_memory_of_the_last() {
    let mut solver = LaneSolver::new();
    let token = CancelToken::new();
    let empty = [[0; 81]; 50];
    let mut counts = [0; 50];
    let mut solutions = [[0; 81]; 50];
    let long = Batch::new(Puzzles::Values(&empty)).limit(u32::MAX);
    let report = solver.solve(&long.node_limit(10_000), &mut counts, &mut solutions);
    assert_eq!(report.stop, Some(Stop::NodeLimit));
    assert!(report.nodes >= 10_000);
    assert_eq!(report.unfinished, (0..50).collect::<Vec<u32>>());
    token.cancel();
    let report = solver.solve(&long.cancel_with(&token), &mut counts, &mut solutions);
    assert_eq!(report.stop, Some(Stop::Cancelled));

    let full = Random(6).grid();
    let report = solver.solve(
        &Batch::new(Puzzles::Values(&[full])),
        &mut counts,
        &mut solutions,
    );
    assert_eq!((report.stop, counts[0], solutions[0]), (None, 1, full));
}

#[test]
fn puzzles_finished_before_a_budget_ended_are_right() {
    let mut random = Random(7);
    let puzzles: Vec<_> = (0..500).map(|_| random.puzzle()).collect();
    let mut counts = vec![0; puzzles.len()];
    let mut solutions = vec![[0; 81]; puzzles.len()];
    let batch = Batch::new(Puzzles::Candidates(&puzzles)).node_limit(600);
    let report = LaneSolver::new().solve(&batch, &mut counts, &mut solutions);
    assert!(!report.unfinished.is_empty() && report.unfinished.len() < puzzles.len());
    for (number, puzzle) in puzzles.iter().enumerate() {
        if !report.unfinished.contains(&(number as u32)) {
            assert_eq!(counts[number], oracle(puzzle, 2));
        }
    }
}

#[test]
fn names_of_widths_are_parsed() {
    for width in Width::ALL {
        assert_eq!(width.to_string().parse(), Ok(width));
    }
    let problem = "sse9".parse::<Width>().unwrap_err();
    assert_eq!(
        problem.to_string(),
        "`sse9` is not a vector width; there are avx512, avx2 and portable"
    );
    assert!(LaneSolver::with_width(Width::Portable).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn agrees_on_random_batches(seed: u64, length in 1usize..80, limit in 1u32..6) {
        let mut random = Random(seed);
        let puzzles: Vec<_> = (0..length).map(|_| random.puzzle()).collect();
        check(&puzzles, limit);
    }

    /// Meaningless masks, including high bits. They would keep the oracle busy for hours, so the widths
    /// are compared with each other.
    #[test]
    fn widths_agree_on_noise(puzzle: [[u16; 27]; 3], density in 0..3) {
        let mut masks = [0; 81];
        for (mask, noise) in masks.iter_mut().zip(puzzle.as_flattened()) {
            let more = noise.rotate_left(7);
            *mask = [noise & more, *noise, noise | more][density as usize];
        }
        let batch = Batch::new(Puzzles::Candidates(std::slice::from_ref(&masks)));
        let mut count = [0];
        let portable = LaneSolver::with_width(Width::Portable);
        portable.expect("it is everywhere").solve(&batch, &mut count, &mut [[0; 81]]);
        compare(&[masks], 2, &count);
    }
}
