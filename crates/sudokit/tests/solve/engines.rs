//! Every engine against a simple oracle and against each other.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::support::{Random, full_grid, oracle, puzzles};
use proptest::prelude::*;
use serde::Deserialize;
use sudokit::solve::{CancelToken, End, textbook};
use sudokit::{Engine, Grid, Origin, Puzzle, Shape, Solver};

/// Returns every engine, the textbook engine with each of its presets.
fn engines() -> Vec<Engine> {
    let presets = textbook::PRESETS.iter();
    let textbook = presets.map(|preset| Engine::Textbook(preset.rules));
    let others = [
        Engine::Auto,
        Engine::Single,
        Engine::Lanes,
        Engine::General,
        Engine::Learn,
    ];
    others.into_iter().chain(textbook).collect()
}

#[derive(Deserialize)]
struct Suite {
    case: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    shape: Option<String>,
    puzzle: String,
    limit: Option<u64>,
    count: u64,
    solution: Option<String>,
}

#[test]
fn every_engine_passes_the_suite() {
    let suite = include_str!("../../testdata/solve.toml");
    let suite: Suite = toml::from_str(suite).expect("the suite is TOML");
    for case in &suite.case {
        let options = sudokit::format::ReadOptions {
            shape: case.shape.as_ref().map(|shape| shape.parse().unwrap()),
            ..Default::default()
        };
        let record = sudokit::format::read_puzzle(case.puzzle.as_bytes(), options);
        let puzzle = record
            .unwrap_or_else(|error| panic!("{}: {error}", case.name))
            .puzzle;
        for engine in engines() {
            let solver = Solver::new().engine(engine).limit(case.limit.unwrap_or(2));
            let outcome = solver.solve(&puzzle);
            assert_eq!(outcome.count, case.count, "{} by {engine}", case.name);
            if let Some(expected) = &case.solution {
                let solution = outcome.solution.expect("it has one").to_string();
                assert_eq!(&solution, expected, "{} by {engine}", case.name);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn engines_agree_with_the_oracle(puzzle in puzzles()) {
        let limit = 20;
        let expected = oracle(&puzzle, limit);
        for engine in engines() {
            // Plain backtracking may take minutes where others take microseconds; what it finds within
            // its budget must be right.
            let solver = Solver::new().engine(engine).limit(limit).node_limit(200_000);
            let outcome = solver.solve(&puzzle);
            if outcome.end.is_early() {
                prop_assert!(outcome.count <= expected && matches!(engine, Engine::Textbook(_)));
                continue;
            }
            prop_assert_eq!(outcome.count, expected, "{}", engine);
            prop_assert_eq!(outcome.solution.is_some(), expected > 0);
            if let Some(solution) = outcome.solution {
                prop_assert!(solution.solves(&puzzle), "{}", engine);
            }
        }
    }

    #[test]
    fn solutions_are_distinct_and_valid(puzzle in puzzles()) {
        let mut seen = std::collections::HashSet::new();
        let mut valid = true;
        Solver::new().limit(100).each_solution(&puzzle, |values| {
            valid &= Grid::new(puzzle.shape().clone(), values.to_vec())
                .unwrap()
                .solves(&puzzle);
            valid &= seen.insert(values.to_vec());
            ControlFlow::Continue(())
        });
        prop_assert!(valid);
    }

    #[test]
    fn the_first_solution_is_the_smallest(puzzle in puzzles()) {
        let mut smallest: Option<Vec<u8>> = None;
        let all = Solver::new().limit(2_000).each_solution(&puzzle, |values| {
            if smallest.as_ref().is_none_or(|found| values < found.as_slice()) {
                smallest = Some(values.to_vec());
            }
            ControlFlow::Continue(())
        });
        prop_assume!(all.end == End::Exhausted);
        let first = Solver::new().first(&puzzle);
        prop_assert_eq!(first.solution.map(|grid| grid.values().to_vec()), smallest);
    }
}

#[test]
fn there_are_288_grids_of_4x4() {
    for engine in engines() {
        let empty = Puzzle::new(Shape::with_size(4).unwrap());
        let outcome = Solver::new().engine(engine).limit(u64::MAX).solve(&empty);
        assert_eq!(
            (outcome.count, outcome.end),
            (288, End::Exhausted),
            "{engine}"
        );
    }
}

/// Counts every 6×6 grid, one by one, on all cores.
#[test]
fn there_are_28_200_960_grids_of_6x6() {
    let empty = Puzzle::new(Shape::boxes(2, 3).unwrap());
    let outcome = Solver::new().limit(u64::MAX).threads(0).solve(&empty);
    assert_eq!((outcome.count, outcome.end), (28_200_960, End::Exhausted));
}

/// Returns the solutions of a search in the order they were reported, the count and the end.
fn reported(
    engine: Engine,
    puzzle: &Puzzle,
    limit: u64,
    threads: usize,
) -> (Vec<Vec<u8>>, u64, End) {
    let mut reported = Vec::new();
    let solver = Solver::new().engine(engine).limit(limit).threads(threads);
    let outcome = solver.each_solution(puzzle, |values| {
        reported.push(values.to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(
        outcome.solution.map(|grid| grid.values().to_vec()),
        reported.first().cloned()
    );
    (reported, outcome.count, outcome.end)
}

#[test]
fn threads_do_not_change_what_is_found() {
    for (seed, clues) in [(1, 24), (2, 26), (3, 28), (4, 22), (5, 30), (6, 0)] {
        let shape = Shape::classic();
        let grid = full_grid(&shape, seed);
        let mut puzzle = Puzzle::new(shape);
        for cell in Random(seed).shuffled(81).into_iter().take(clues) {
            puzzle.set(cell, grid[cell], Origin::Given);
        }
        for engine in [Engine::Auto, Engine::General] {
            let alone = reported(engine, &puzzle, 1_000, 1);
            for threads in [2, 3, 8] {
                let together = reported(engine, &puzzle, 1_000, threads);
                assert_eq!(together, alone, "{engine}, {threads} threads");
            }
        }
    }
}

/// With its first row given, an empty 6×6 has a 720th of all its grids.
#[test]
fn counts_beyond_the_stored_solutions_are_exact_on_several_threads() {
    let mut puzzle = Puzzle::new(Shape::boxes(2, 3).unwrap());
    for cell in 0..6 {
        puzzle.set(cell, cell as u8 + 1, Origin::Given);
    }
    for threads in [1, 4] {
        let solver = Solver::new().threads(threads);
        let all = solver.clone().limit(u64::MAX).solve(&puzzle);
        assert_eq!((all.count, all.end), (28_200_960 / 720, End::Exhausted));
        let some = solver.limit(5_000).solve(&puzzle);
        assert_eq!((some.count, some.end), (5_000, End::Limit));
    }
}

#[test]
fn the_callback_can_stop_the_search() {
    for threads in [1, 4] {
        for limit in [900, u64::MAX] {
            let mut left = 700;
            let solver = Solver::new().limit(limit).threads(threads);
            let outcome = solver.each_solution(&Puzzle::new(Shape::classic()), |_| {
                left -= 1;
                match left {
                    0 => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                }
            });
            assert_eq!((outcome.count, outcome.end), (700, End::Limit));
        }
    }
}

#[test]
fn budgets_and_cancellation_stop_every_engine() {
    let empty = Puzzle::new(Shape::with_size(16).unwrap());
    let cancelled = CancelToken::new();
    cancelled.cancel();
    for engine in engines() {
        for threads in [1, 3] {
            let solver = Solver::new()
                .engine(engine)
                .limit(u64::MAX)
                .threads(threads);
            let nodes = solver.clone().node_limit(5_000).solve(&empty);
            assert_eq!(nodes.end, End::NodeLimit, "{engine}");
            assert!(
                nodes.statistics.nodes <= 5_000,
                "{engine}: {:?}",
                nodes.statistics
            );
            let time = solver
                .clone()
                .time_limit(Duration::from_millis(30))
                .solve(&empty);
            assert_eq!(time.end, End::TimeLimit, "{engine}");
            let stopped = solver.cancel_with(cancelled.clone()).solve(&empty);
            assert_eq!(stopped.end, End::Cancelled, "{engine}");
            assert_eq!(stopped.attempt.values().len(), 256);
        }
    }
}

#[test]
fn the_attempt_of_a_stopped_search_keeps_the_givens() {
    let shape = Shape::with_size(25).unwrap();
    let grid = full_grid(&shape, 7);
    let mut puzzle = Puzzle::new(shape);
    for cell in Random(7).shuffled(625).into_iter().take(200) {
        puzzle.set(cell, grid[cell], Origin::Given);
    }
    for engine in engines() {
        let outcome = Solver::new().engine(engine).node_limit(40).solve(&puzzle);
        for cell in 0..625 {
            let given = puzzle.values()[cell];
            assert!(
                given == 0 || outcome.attempt.values()[cell] == given,
                "{engine}"
            );
        }
    }
}

#[test]
fn a_limit_of_zero_finds_nothing() {
    let outcome = Solver::new().limit(0).solve(&Puzzle::new(Shape::classic()));
    assert_eq!((outcome.count, outcome.end), (0, End::Limit));
}
