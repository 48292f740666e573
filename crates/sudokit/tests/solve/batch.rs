//! Batches against engines that take one puzzle at a time, on puzzles of all kinds.
//!
//! The sample is small; `SUDOKIT_TEST_PUZZLES=1000000` makes it larger.

use crate::support::{Random, full_grid};
use sudokit::internals::SingleSolver;
use sudokit::internals::{Batch, LaneSolver, Puzzles, Width};
use sudokit::solve::{Answers, CancelToken};
use sudokit::{Engine, Grid, Puzzle, Shape, Solver};

const WIDTHS: [Width; 3] = [Width::Avx512, Width::Avx2, Width::Portable];

/// Puzzles with 20 to 60 givens of a valid grid, with one or several solutions, every fourth with a wrong
/// value; also an empty board, a full one, and one with conflicting givens.
fn puzzles(count: usize, seed: u64) -> Vec<[u8; 81]> {
    let mut random = Random(seed);
    let shape = Shape::classic();
    let mut puzzles: Vec<[u8; 81]> = (0..count)
        .map(|number| {
            let grid = full_grid(&shape, random.next());
            let mut puzzle = [0; 81];
            let givens = 20 + random.below(41);
            for cell in random.shuffled(81).into_iter().take(givens) {
                puzzle[cell] = grid[cell];
            }
            if number % 4 == 3 {
                puzzle[random.below(81)] = random.below(9) as u8 + 1;
            }
            puzzle
        })
        .collect();
    let mut clash = [0; 81];
    clash[..2].fill(7);
    let full = full_grid(&shape, seed).try_into().expect("81 values");
    puzzles.extend([[0; 81], full, clash]);
    puzzles
}

fn as_puzzle(values: &[u8; 81]) -> Puzzle {
    Puzzle::from_values(Shape::classic(), values.to_vec()).expect("values up to 9")
}

fn wanted() -> usize {
    let wanted = std::env::var("SUDOKIT_TEST_PUZZLES").ok();
    wanted.and_then(|count| count.parse().ok()).unwrap_or(4_000)
}

#[test]
fn every_width_agrees_with_the_general_engine() {
    let puzzles = puzzles(wanted(), 20_261_115);
    for limit in [1, 2, 7] {
        let general = Solver::new().engine(Engine::General).limit(limit);
        let expected: Vec<u32> = puzzles
            .iter()
            .map(|values| general.solve(&as_puzzle(values)).count as u32)
            .collect();
        for width in WIDTHS.into_iter().filter(|width| width.is_available()) {
            let solver = Solver::new().limit(limit).threads(2);
            let solver = solver.width(width).expect("it is available");
            let mut answers = Answers::new();
            solver.solve_batch(&puzzles, &mut answers);
            assert_eq!(answers.counts(), expected, "{width:?}, limit {limit}");
            assert!(answers.unfinished().is_empty());
            for (number, values) in puzzles.iter().enumerate() {
                if let Some(solution) = answers.solution(number) {
                    let grid = Grid::new(Shape::classic(), solution.to_vec()).unwrap();
                    assert!(grid.solves(&as_puzzle(values)), "{width:?} {values:?}");
                }
                // One at a time, moving to the lanes if the search is long, and without.
                for engine in [Engine::Auto, Engine::Single] {
                    let puzzle = as_puzzle(values);
                    let outcome = solver.clone().engine(engine).threads(1).solve(&puzzle);
                    let name = format!("{width:?} {engine} {values:?}");
                    assert_eq!(outcome.count, u64::from(expected[number]), "{name}");
                    if let Some(grid) = outcome.solution {
                        assert!(grid.solves(&puzzle), "{name}");
                    }
                }
            }
        }
    }
}

/// Masks with a solution and noise around it, including high bits; some cells have no candidate.
fn candidates(count: usize, seed: u64) -> Vec<[u16; 81]> {
    let mut random = Random(seed);
    let mut one = || {
        let grid = full_grid(&Shape::classic(), random.next());
        let noise = 1 + random.below(4);
        let mut masks = [0xfe00; 81];
        for (mask, value) in masks.iter_mut().zip(grid) {
            if random.below(500) > 0 {
                *mask |= 1 << (value - 1);
                (0..noise).for_each(|_| *mask |= 1 << random.below(9));
            }
        }
        masks
    };
    (0..count).map(|_| one()).collect()
}

#[test]
fn candidates_agree_with_the_general_engine() {
    let puzzles = candidates(3_000, 5);
    let as_puzzle = |masks: &[u16; 81]| {
        let mut puzzle = Puzzle::new(Shape::classic());
        puzzle.set_candidates(masks.map(u64::from).to_vec());
        puzzle
    };
    let general = Solver::new().engine(Engine::General).limit(3);
    let count = |masks| general.solve(&as_puzzle(masks)).count as u32;
    let expected: Vec<u32> = puzzles.iter().map(count).collect();
    assert!(
        (0..=3).all(|count| expected.contains(&count)),
        "too uniform"
    );
    // The lanes, an engine for one puzzle at a time, and several threads.
    for solver in [
        Solver::new(),
        Solver::new().engine(Engine::Single),
        Solver::new().threads(2),
    ] {
        let solver = solver.limit(3);
        let mut answers = Answers::new();
        solver.solve_candidates_batch(&puzzles, &mut answers);
        assert_eq!(answers.counts(), expected);
        for (number, masks) in puzzles.iter().enumerate() {
            if let Some(solution) = answers.solution(number) {
                let grid = Grid::new(Shape::classic(), solution.to_vec()).unwrap();
                assert!(grid.solves(&as_puzzle(masks)), "{masks:?}");
            }
        }
        let stream = solver.solve_candidates_iter(puzzles.iter().copied());
        assert!(stream.map(|(count, _)| count).eq(expected.iter().copied()));
    }
}

#[test]
fn threads_do_not_change_the_answers() {
    let puzzles = puzzles(6_000, 7);
    let answers = [1, 2, 5].map(|threads| {
        let mut answers = Answers::new();
        let solver = Solver::new().threads(threads);
        solver.solve_batch(&puzzles, &mut answers);
        (0..puzzles.len())
            .map(|number| (answers.counts()[number], answers.solution(number).copied()))
            .collect::<Vec<_>>()
    });
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[2]);
}

#[test]
fn a_stream_gives_the_answers_of_a_batch() {
    let puzzles = puzzles(20_000, 99);
    let solver = Solver::new();
    let mut answers = Answers::new();
    solver.solve_batch(&puzzles, &mut answers);
    let streamed: Vec<u32> = solver
        .solve_iter(puzzles.iter().copied())
        .map(|(count, _)| count)
        .collect();
    assert_eq!(streamed, answers.counts());
}

#[test]
fn budgets_apply_to_each_puzzle() {
    let mut puzzles = puzzles(20, 5);
    puzzles.push([0; 81]);
    let mut answers = Answers::new();
    let solver = Solver::new().limit(100_000).node_limit(50);
    assert!(!solver.batches_are_quick());
    solver.solve_batch(&puzzles, &mut answers);
    assert!(answers.unfinished().contains(&(puzzles.len() as u32 - 1)));
}

#[test]
fn a_cancelled_batch_reports_unfinished_puzzles() {
    let token = CancelToken::new();
    token.cancel();
    let puzzles = vec![[0; 81]; 5_000];
    let mut answers = Answers::new();
    let solver = Solver::new().limit(u64::MAX).cancel_with(token);
    solver.solve_batch(&puzzles, &mut answers);
    assert!(!answers.unfinished().is_empty());
}

#[test]
fn answers_of_an_earlier_batch_are_not_returned() {
    let mut answers = Answers::new();
    Solver::new().solve_batch(&[[0; 81]], &mut answers);
    assert!(answers.solution(0).is_some());
    let mut clash = [0; 81];
    clash[..2].fill(7);
    Solver::new().solve_batch(&[clash], &mut answers);
    assert_eq!((answers.counts(), answers.solution(0)), (&[0][..], None));
}

/// Without a check for conflicting givens, each of these takes tens of thousands of nodes.
#[test]
fn conflicting_givens_cost_no_search() {
    let mut clash = [0; 81];
    clash[0] = 7;
    clash[1] = 7;
    let puzzles = [clash; 100];
    for width in WIDTHS.into_iter().filter(|width| width.is_available()) {
        let mut lanes = LaneSolver::with_width(width).expect("it is available");
        let batch = Batch::new(Puzzles::Values(&puzzles));
        let (mut counts, mut solutions) = ([9; 100], [[0; 81]; 100]);
        let report = lanes.solve(&batch, &mut counts, &mut solutions);
        assert_eq!(counts, [0; 100], "{width:?}");
        assert!(report.nodes < 100_000, "{width:?}: {}", report.nodes);
        let mut single = SingleSolver::with_width(width).expect("it is available");
        assert_eq!(single.solve(&clash, 2).count, 0, "{width:?}");
    }
    let outcome = Solver::new().solve(&as_puzzle(&clash));
    assert!(outcome.is_impossible());
    assert_eq!(outcome.statistics.nodes, 1);
}
