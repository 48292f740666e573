//! The engine that learns against an independent solver for propositional logic, and against the
//! general engine, on shapes of every kind.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use batsat::{BasicSolver, Lit, SolverInterface, lbool};
use sudokit::generate::Generator;
use sudokit::solve::{CancelToken, End, Phase, SearchProgress};
use sudokit::{Engine, Origin, Puzzle, Shape, Solver};

use crate::support::{Random, full_grid};

/// Counts solutions up to two with batsat, from the rules alone: each cell has a value, and no two
/// cells of a house have the same.
fn independent_count(puzzle: &Puzzle) -> u64 {
    let (shape, size) = (puzzle.shape(), puzzle.shape().size());
    let mut solver = BasicSolver::default();
    let variables: Vec<_> = (0..shape.cells() * size)
        .map(|_| solver.new_var_default())
        .collect();
    let literal =
        |cell: usize, value: usize, is_true| Lit::new(variables[cell * size + value], is_true);
    for cell in 0..shape.cells() {
        let mut some: Vec<Lit> = (0..size).map(|value| literal(cell, value, true)).collect();
        solver.add_clause_reuse(&mut some);
        if let value @ 1.. = puzzle.values()[cell] {
            solver.add_clause_reuse(&mut vec![literal(cell, value as usize - 1, true)]);
        }
        for value in 0..size {
            let peers = shape.peers(cell).iter().map(|peer| *peer as usize);
            for peer in peers.filter(|peer| *peer > cell) {
                let both = [literal(cell, value, false), literal(peer, value, false)];
                solver.add_clause_reuse(&mut both.to_vec());
            }
            for other in 0..value {
                let both = [literal(cell, value, false), literal(cell, other, false)];
                solver.add_clause_reuse(&mut both.to_vec());
            }
        }
    }
    let mut count = 0;
    while count < 2 && solver.solve_limited(&[]) == lbool::TRUE {
        count += 1;
        let all = variables.iter();
        let is_true = all.filter(|variable| solver.value_var(**variable) == lbool::TRUE);
        let mut differs: Vec<Lit> = is_true.map(|variable| Lit::new(*variable, false)).collect();
        solver.add_clause_reuse(&mut differs);
    }
    count
}

/// Returns a full grid of any shape.
fn any_grid(shape: &Shape, seed: u64) -> Vec<u8> {
    if shape.is_plain() && shape.box_size().is_some() {
        return full_grid(shape, seed);
    }
    let grid = Solver::new().limit(1).solve(&Puzzle::new(shape.clone()));
    grid.solution.expect("a grid").values().to_vec()
}

/// Returns puzzles of a shape with boxes, from a full grid with this share of its values given.
fn puzzles(shape: &Shape, percentages: &[usize]) -> Vec<Puzzle> {
    let with_seed = percentages.iter().zip(1..);
    with_seed
        .map(|(percentage, seed)| {
            let grid = full_grid(shape, seed);
            let mut puzzle = Puzzle::new(shape.clone());
            let cells = Random(seed).shuffled(shape.cells());
            for cell in cells.into_iter().take(shape.cells() * percentage / 100) {
                puzzle.set(cell, grid[cell], Origin::Given);
            }
            puzzle
        })
        .collect()
}

fn learned(puzzle: &Puzzle, threads: usize) -> (u64, End) {
    let solver = Solver::new().engine(Engine::Learn).threads(threads);
    let outcome = solver.solve(puzzle);
    if let Some(solution) = &outcome.solution {
        assert!(solution.solves(puzzle));
    }
    (outcome.count, outcome.end)
}

/// Adds values of the grid until it is the only solution, as the engine says: each value excludes
/// a solution that was found.
fn make_unique(puzzle: &mut Puzzle, grid: &[u8]) {
    loop {
        let mut other = None;
        let solver = Solver::new().engine(Engine::Learn);
        solver.each_solution(puzzle, |values| {
            other = (0..grid.len()).find(|cell| values[*cell] != grid[*cell]);
            match other {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        });
        match other {
            Some(cell) => puzzle.set(cell, grid[cell], Origin::Given),
            None => return,
        }
    }
}

#[test]
fn verdicts_are_confirmed_by_an_independent_solver() {
    for (name, percentage, seeds) in [
        ("6", 20, 1..6),
        ("12", 25, 1..4),
        ("16", 35, 1..4),
        ("20", 46, 1..2),
        ("25", 46, 1..2),
        ("9+windows", 15, 1..4),
        ("9+diagonals", 15, 1..4),
        ("jigsaw:111222112223144333444533455566556666", 20, 1..4),
    ] {
        let shape: Shape = name.parse().expect("a shape");
        for seed in seeds {
            let grid = any_grid(&shape, seed);
            let mut puzzle = Puzzle::new(shape.clone());
            let cells = Random(seed).shuffled(shape.cells());
            for cell in cells.into_iter().take(shape.cells() * percentage / 100) {
                puzzle.set(cell, grid[cell], Origin::Given);
            }
            let confirm = |puzzle: &Puzzle, expected: u64| {
                assert_eq!(independent_count(puzzle), expected, "{name}, seed {seed}");
                for threads in [1, 2] {
                    let (count, end) = learned(puzzle, threads);
                    assert_eq!(count, expected, "{name}, seed {seed}, {threads} threads");
                    assert_eq!(end == End::Limit, count == 2, "{name}, seed {seed}");
                }
            };
            confirm(&puzzle, 2);
            make_unique(&mut puzzle, &grid);
            confirm(&puzzle, 1);
            // With another value in an open cell there is no solution.
            let open = (0..shape.cells()).filter(|cell| puzzle.values()[*cell] == 0);
            let mut others =
                open.flat_map(|cell| (1..=shape.size() as u8).map(move |value| (cell, value)));
            let (cell, value) = others
                .rfind(|(cell, value)| {
                    let mut peers = shape.peers(*cell).iter();
                    *value != grid[*cell]
                        && peers.all(|peer| puzzle.values()[*peer as usize] != *value)
                })
                .expect("a value that fits");
            puzzle.set(cell, value, Origin::Given);
            confirm(&puzzle, 0);
        }
    }
}

#[test]
fn shapes_of_every_kind_have_the_counts_of_the_general_engine() {
    let jigsaw = "jigsaw:111222112223144333444533455566556666";
    for name in [
        "9+windows",
        "9+diagonals",
        "3x4+diagonals",
        "4x4+windows",
        "1x7",
        jigsaw,
    ] {
        let Ok(shape) = name.parse::<Shape>() else {
            panic!("{name} is not a shape");
        };
        let empty = Puzzle::new(shape.clone());
        let grid = Solver::new().limit(1).solve(&empty).solution;
        let grid = grid.expect("a grid");
        for seed in 1..=6 {
            let mut puzzle = empty.clone();
            let cells = Random(seed).shuffled(shape.cells());
            for cell in cells
                .into_iter()
                .take(shape.cells() * (20 + 4 * seed as usize) / 100)
            {
                puzzle.set(cell, grid.values()[cell], Origin::Given);
            }
            let count = |engine| {
                let solver = Solver::new().engine(engine).limit(50).node_limit(1_000_000);
                let outcome = solver.solve(&puzzle);
                assert!(!outcome.end.is_early(), "{name} by {engine}");
                outcome.count
            };
            let expected = count(Engine::General);
            assert_eq!(count(Engine::Learn), expected, "{name}, seed {seed}");
            assert_eq!(count(Engine::Auto), expected, "{name}, seed {seed}");
        }
    }
}

#[test]
fn several_threads_find_what_one_finds() {
    for (name, percentage) in [("16", 34), ("25", 50), ("12", 30)] {
        let shape: Shape = name.parse().expect("a shape");
        let puzzle = &puzzles(&shape, &[percentage])[0];
        let found = |threads| {
            let mut all = Vec::new();
            let solver = Solver::new()
                .engine(Engine::Learn)
                .limit(20)
                .threads(threads);
            let outcome = solver.each_solution(puzzle, |values| {
                all.push(values.to_vec());
                ControlFlow::Continue(())
            });
            (all, outcome.count, outcome.end)
        };
        let alone = found(1);
        for threads in [2, 4] {
            assert_eq!(found(threads), alone, "{name}, {threads} threads");
        }
    }
}

/// Returns a board with this share of the values of a random grid. Grids made by shuffling a regular
/// one are too easy for other threads to help.
fn random_board(size: &str, percentage: usize, seed: u64) -> Puzzle {
    let shape: Shape = size.parse().expect("a shape");
    let generated = Generator::new(shape.clone()).seed(seed).puzzle();
    let generated = generated.expect("a possible request").expect("a puzzle");
    let mut puzzle = Puzzle::new(shape.clone());
    let cells = Random(seed).shuffled(shape.cells());
    for cell in cells.into_iter().take(shape.cells() * percentage / 100) {
        puzzle.set(cell, generated.solution.values()[cell], Origin::Given);
    }
    puzzle
}

/// Some have one solution, some several.
#[test]
fn help_changes_no_answer() {
    let mut searched = [0; 3];
    for (percentage, seed) in [(44, 1), (42, 2), (40, 3)] {
        let puzzle = random_board("25", percentage, seed);
        for limit in [1, 2] {
            let found = |threads| {
                let solver = Solver::new().engine(Engine::Learn).limit(limit);
                let outcome = solver.threads(threads).solve(&puzzle);
                let solution = outcome.solution.map(|grid| grid.values().to_vec());
                (solution, outcome.count, outcome.end)
            };
            let alone = found(1);
            searched[alone.1 as usize] += 1;
            for threads in [2, 4] {
                assert_eq!(found(threads), alone, "seed {seed}, {threads} threads");
            }
        }
    }
    assert!(searched[1] > 0 && searched[2] > 0, "{searched:?}");
}

/// A limit on nodes does not keep other threads away.
#[test]
fn several_threads_help_within_a_node_limit() {
    let solve = |puzzle: &Puzzle, threads| {
        let solver = Solver::new().engine(Engine::Learn).node_limit(6_000);
        solver.threads(threads).solve(puzzle)
    };
    let hard = random_board("36", 50, 1);
    let alone = solve(&hard, 1);
    assert_eq!((alone.end, alone.statistics.nodes), (End::NodeLimit, 6_000));
    assert!(solve(&hard, 2).statistics.nodes > 6_000, "no thread helped");
}

#[test]
fn the_automatic_choice_finds_what_learning_finds_alone() {
    for (name, percentages) in [("16", &[30, 34, 38][..]), ("25", &[46, 52]), ("36", &[60])] {
        let shape: Shape = name.parse().expect("a shape");
        for puzzle in puzzles(&shape, percentages) {
            for limit in [1, 2, 5, 40] {
                let count = |engine| {
                    Solver::new()
                        .engine(engine)
                        .limit(limit)
                        .solve(&puzzle)
                        .count
                };
                assert_eq!(count(Engine::Auto), count(Engine::Learn), "{name}, {limit}");
            }
        }
    }
}

#[test]
fn the_first_solution_of_a_large_board_is_the_smallest() {
    let shape = Shape::with_size(12).expect("a shape");
    for puzzle in puzzles(&shape, &[32, 34, 36]) {
        let mut smallest: Option<Vec<u8>> = None;
        let all = Solver::new().limit(5_000).each_solution(&puzzle, |values| {
            if smallest
                .as_ref()
                .is_none_or(|found| values < found.as_slice())
            {
                smallest = Some(values.to_vec());
            }
            ControlFlow::Continue(())
        });
        if all.end == End::Exhausted {
            for engine in [Engine::Auto, Engine::Learn] {
                let first = Solver::new().engine(engine).first(&puzzle).solution;
                assert_eq!(
                    first.map(|grid| grid.values().to_vec()),
                    smallest,
                    "{engine}"
                );
            }
        }
    }
}

/// Watches a search of a hard board, cancels it once it has learned something, and returns the time
/// from then on.
fn cancelled(puzzle: &Puzzle, threads: usize) -> Duration {
    let (token, progress) = (CancelToken::new(), SearchProgress::new());
    let solver = Solver::new()
        .engine(Engine::Learn)
        .limit(u64::MAX)
        .threads(threads)
        .cancel_with(token.clone())
        .report_to(progress.clone());
    let (outcome, time) = std::thread::scope(|scope| {
        let search = scope.spawn(|| solver.solve(puzzle));
        while progress.report().conflicts < 100 && !search.is_finished() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let start = Instant::now();
        token.cancel();
        let outcome = search.join().expect("the search does not panic");
        (outcome, start.elapsed())
    });
    assert_eq!(outcome.end, End::Cancelled);
    let report = progress.report();
    assert!(matches!(report.phase, Phase::Proving | Phase::Seeking));
    assert!(report.nodes > report.conflicts && report.conflicts >= 100);
    let givens = puzzle.clues() as u64;
    assert_eq!(report.cells, puzzle.shape().cells() as u64);
    assert!(report.fixed >= givens && report.fixed < report.cells);
    // The best attempt has all givens, and more.
    let kept = puzzle.values().iter().zip(outcome.attempt.values());
    assert!(
        kept.into_iter()
            .all(|(given, value)| *given == 0 || given == value)
    );
    let filled = outcome.attempt.values().iter().filter(|v| **v != 0);
    assert!(filled.count() as u64 > givens);
    time
}

#[test]
fn a_large_board_reports_its_progress_and_is_cancelled_within_a_tenth_of_a_second() {
    for (name, percentage) in [("25", 38), ("36", 46)] {
        let shape: Shape = name.parse().expect("a shape");
        let puzzle = &puzzles(&shape, &[percentage])[0];
        for threads in [1, 2] {
            // The machine may be busy with other tests, so the best of some attempts counts.
            let mut attempts = (0..10).map(|_| cancelled(puzzle, threads));
            let is_quick = attempts.any(|time| time < Duration::from_millis(100));
            assert!(is_quick, "{name} on {threads} threads");
        }
    }
}
