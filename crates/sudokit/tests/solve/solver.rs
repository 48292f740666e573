//! The settings of [`Solver`], and what outcomes and statuses say.

use std::ops::ControlFlow;
use std::time::Duration;

use sudokit::internals::Width;
use sudokit::solve::{Answers, CancelToken, End, Outcome, Statistics, Status};
use sudokit::{Engine, Origin, Puzzle, Shape, Solver};

const UNIQUE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// A hard puzzle without three of its givens, so that it has several solutions.
const SEVERAL: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....6...85...1..9....4..";

fn puzzle(text: &str) -> Puzzle {
    text.parse().expect("a puzzle")
}

fn empty(shape: &str) -> Puzzle {
    Puzzle::new(shape.parse::<Shape>().expect("a shape"))
}

/// Returns the smallest of all solutions by comparing them all.
fn smallest_of_all(puzzle: &Puzzle) -> Option<Vec<u8>> {
    let mut smallest: Option<Vec<u8>> = None;
    Solver::new()
        .limit(u64::MAX)
        .each_solution(puzzle, |found| {
            if smallest.as_deref().is_none_or(|best| found < best) {
                smallest = Some(found.to_vec());
            }
            ControlFlow::Continue(())
        });
    smallest
}

#[test]
fn every_setting_keeps_the_others() {
    let limited = Solver::new().limit(5);
    for solver in [
        limited.clone().threads(2),
        limited.clone().threads(0),
        limited.clone().node_limit(1_000),
        limited.clone().time_limit(Duration::from_secs(3600)),
        limited.clone().cancel_with(CancelToken::new()),
        limited.clone().engine(Engine::General),
        limited
            .clone()
            .width(Width::Portable)
            .expect("every CPU has it"),
    ] {
        assert_eq!(solver.solve(&empty("9")).count, 5, "{solver:?}");
    }
    let cancelled = CancelToken::new();
    cancelled.cancel();
    let solver = Solver::new().cancel_with(cancelled).limit(5);
    assert_eq!(solver.solve(&empty("9")).end, End::Cancelled);
    let no_time = Solver::new().time_limit(Duration::ZERO).limit(5);
    assert_eq!(no_time.solve(&empty("9")).end, End::TimeLimit);
    let few_nodes = Solver::new().node_limit(1).limit(5);
    assert_eq!(few_nodes.solve(&empty("9")).end, End::NodeLimit);
}

/// `general` counts assignments, `single` does not.
#[test]
fn several_threads_and_many_solutions_need_the_general_engine() {
    let uses_general =
        |solver: Solver, puzzle: &Puzzle| solver.solve(puzzle).statistics.assignments > 0;
    let classic = puzzle(UNIQUE);
    let auto = Solver::new;
    assert!(!uses_general(auto(), &classic));
    assert!(!uses_general(auto().limit(1_001), &classic));
    assert!(!uses_general(auto().threads(2).limit(1_000), &classic));
    assert!(uses_general(auto().threads(2).limit(1_001), &classic));
    assert!(uses_general(auto().engine(Engine::General), &classic));
    for engine in [Engine::Single, Engine::Lanes] {
        let solver = auto().threads(2).limit(1_001).engine(engine);
        assert!(!uses_general(solver, &classic), "{engine}");
        let other_shape = puzzle("1... ..2. .3.. ...4");
        assert!(
            uses_general(auto().engine(engine), &other_shape),
            "{engine}"
        );
    }
}

#[test]
fn engines_are_parsed_by_the_names_they_display() {
    for name in [
        "auto",
        "single",
        "lanes",
        "general",
        "learn",
        "backtracking",
        "strategies",
    ] {
        let engine: Engine = name.parse().expect("an engine");
        assert_eq!(engine.to_string(), name);
    }
    assert_eq!("single".parse(), Ok(Engine::Single));
    assert_eq!("lanes".parse(), Ok(Engine::Lanes));
    assert_eq!("general".parse(), Ok(Engine::General));
    assert_eq!("learn".parse(), Ok(Engine::Learn));
    assert_eq!("auto".parse(), Ok(Engine::Auto));
    let error = "intuition".parse::<Engine>().expect_err("no engine");
    assert_eq!(error.to_string(), "`intuition` is not an engine");
}

#[test]
fn the_first_solution_respects_candidates() {
    let shape: Shape = "4".parse().expect("a shape");
    let mut masks = vec![0b1111; 16];
    // The first cell may hold 3 or 4, and the second anything but 1.
    (masks[0], masks[1]) = (0b1100, 0b1110);
    let mut puzzle = Puzzle::new(shape);
    puzzle.set_candidates(masks);
    let first = Solver::new().first(&puzzle);
    let solution = first.solution.expect("it has solutions");
    assert_eq!(solution.values()[..2], [3, 2]);
    assert_eq!(Some(solution.values().to_vec()), smallest_of_all(&puzzle));
    assert_eq!((first.count, first.attempt), (2, solution));
}

#[test]
fn the_first_solution_of_a_unique_puzzle_costs_one_search() {
    let puzzle = puzzle(UNIQUE);
    let (first, solved) = (Solver::new().first(&puzzle), Solver::new().solve(&puzzle));
    assert_eq!(first.statistics.nodes, solved.statistics.nodes);
    assert_eq!(
        (first.solution, first.end),
        (solved.solution, End::Exhausted)
    );
}

/// Budgets apply to each of the searches that improve a solution. Whatever the budget, a solution
/// that is not proven to be the smallest must come with an early end.
#[test]
fn an_unproven_first_solution_is_reported() {
    let puzzle = puzzle(SEVERAL);
    let smallest = smallest_of_all(&puzzle);
    let mut unproven = 0;
    for nodes in 1..400 {
        let solver = Solver::new().engine(Engine::General).node_limit(nodes);
        let first = solver.first(&puzzle);
        let found = first.solution.map(|grid| grid.values().to_vec());
        if first.end.is_early() {
            unproven += u32::from(found.is_some());
        } else {
            assert_eq!(found, smallest, "{nodes} nodes");
        }
    }
    assert!(
        unproven > 0,
        "no budget ended between the first search and the last"
    );
}

/// Two solutions are known, and a search that would improve them is cut off: the outcome says so.
#[test]
fn a_first_solution_reports_a_search_that_was_cut_off() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let givens = (0..81).filter(|cell| hard.as_bytes()[*cell] != b'.');
    let cut_off = givens.filter(|cell| {
        let mut puzzle = puzzle(hard);
        puzzle.set(*cell, 0, Origin::Given);
        [20, 60, 200].iter().any(|nodes| {
            let solver = Solver::new().engine(Engine::General).node_limit(*nodes);
            let first = solver.first(&puzzle);
            first.count == 2 && first.end.is_early()
        })
    });
    assert!(cut_off.count() > 0);
}

#[test]
fn batches_are_quick_without_a_budget_and_with_the_lanes() {
    assert!(Solver::new().batches_are_quick());
    assert!(Solver::new().engine(Engine::Lanes).batches_are_quick());
    for slow in [
        Solver::new().node_limit(10),
        Solver::new().time_limit(Duration::from_secs(1)),
        Solver::new().engine(Engine::General),
        Solver::new().engine(Engine::Single),
    ] {
        assert!(!slow.batches_are_quick(), "{slow:?}");
    }
}

/// Unfinished puzzles are numbered through the whole batch, not within a packet of it.
#[test]
fn unfinished_puzzles_are_marked_in_every_packet() {
    let unique: [u8; 81] = puzzle(UNIQUE).values().try_into().expect("81 values");
    let mut puzzles = vec![unique; 5_000];
    let open = [3, 2_047, 2_048, 2_050, 4_999];
    for number in open {
        puzzles[number] = [0; 81];
    }
    for threads in [1, 2] {
        let solver = Solver::new().limit(100_000).node_limit(50).threads(threads);
        let mut answers = Answers::new();
        solver.solve_batch(&puzzles, &mut answers);
        assert_eq!(answers.unfinished(), open.map(|number| number as u32));
        assert_eq!(
            answers.counts().iter().filter(|count| **count == 1).count(),
            4_995
        );
        assert_eq!(answers.solution(0), answers.solution(4_998));
        assert!(answers.solution(0).is_some());
    }
}

/// An iterator of puzzles is read four packets ahead for each thread.
#[test]
fn a_stream_is_read_a_few_packets_ahead() {
    for threads in [1, 3] {
        let mut read = 0;
        let puzzles = std::iter::repeat_with(|| {
            read += 1;
            [0; 81]
        });
        let solver = Solver::new().threads(threads);
        let mut stream = solver.solve_iter(puzzles);
        assert!(stream.next().is_some_and(|(count, _)| count == 2));
        drop(stream);
        assert_eq!(read, 4 * 2_048 * threads);
    }
}

#[test]
fn ends_have_names_and_some_are_early() {
    let all = [
        (End::Exhausted, "exhausted", false),
        (End::Limit, "limit", false),
        (End::NodeLimit, "node-limit", true),
        (End::TimeLimit, "time-limit", true),
        (End::Cancelled, "interrupted", true),
        (End::Stuck, "stuck", true),
    ];
    for (end, name, early) in all {
        assert_eq!((end.name(), end.is_early()), (name, early));
    }
}

fn outcome(count: u64, end: End) -> Outcome {
    let mut outcome = Solver::new().solve(&puzzle("1... ..2. .3.. ...4"));
    (outcome.count, outcome.end) = (count, end);
    outcome
}

#[test]
fn only_an_exhausted_search_proves_anything() {
    for (count, end, unique, impossible) in [
        (1, End::Exhausted, true, false),
        (0, End::Exhausted, false, true),
        (2, End::Exhausted, false, false),
        (1, End::Limit, false, false),
        (1, End::NodeLimit, false, false),
        (0, End::NodeLimit, false, false),
    ] {
        let outcome = outcome(count, end);
        let proven = (outcome.is_unique(), outcome.is_impossible());
        assert_eq!(proven, (unique, impossible), "{count} {end:?}");
    }
}

#[test]
fn statistics_add_up() {
    let mut all = Statistics::default();
    let one = |nodes, deepest| {
        let mut one = Statistics::default();
        one.nodes = nodes;
        one.assignments = nodes + 10;
        one.backtracks = nodes + 20;
        one.checks = nodes + 30;
        one.deepest = deepest;
        one.elapsed = Duration::from_millis(nodes);
        one
    };
    all += one(3, 9);
    all += one(4, 5);
    assert_eq!((all.nodes, all.assignments, all.backtracks), (7, 27, 47));
    assert_eq!((all.checks, all.deepest), (67, 9));
    assert_eq!(all.elapsed, Duration::from_millis(7));
}

#[test]
fn statuses_have_names_in_every_output() {
    for status in Status::ALL {
        assert_eq!(status.to_string(), status.name());
        let json = serde_json::to_string(&status).expect("a string");
        assert_eq!(json, format!("\"{}\"", status.name()));
        let hopeless = matches!(status.name(), "no-solution" | "rule-broken");
        assert_eq!(status.is_hopeless(), hopeless, "{status}");
    }
    assert_eq!(format!("{:>8}|", Status::Open), "    open|");
}

#[test]
fn a_status_follows_from_the_count_and_the_end() {
    let (open, full) = (puzzle("1... ..2. .3.. ...4"), puzzle("1234341221434321"));
    let broken = puzzle("11.. .... .... ....");
    for (puzzle, count, end, name) in [
        (&open, 0, End::Exhausted, "no-solution"),
        (&open, 0, End::NodeLimit, "open"),
        (&open, 0, End::Stuck, "open"),
        (&open, 1, End::Exhausted, "unique"),
        (&open, 1, End::Limit, "solved"),
        (&open, 1, End::TimeLimit, "solved"),
        (&open, 2, End::Limit, "several"),
        (&open, 9, End::Exhausted, "several"),
        (&full, 1, End::Exhausted, "complete"),
        (&full, 1, End::Limit, "complete"),
        (&broken, 0, End::Exhausted, "rule-broken"),
        (&broken, 0, End::Cancelled, "rule-broken"),
    ] {
        assert_eq!(
            Status::after(puzzle, count, end).name(),
            name,
            "{count} {end:?}"
        );
    }
}
