//! What every engine promises: determinism, limits, cancellation, the fullest attempt, depth.

use std::ops::ControlFlow;

use sudokit::shape::Shape;
use sudokit::solve::textbook::{Axis, PRESETS, PropagateRule, Rules, preset};
use sudokit::solve::{CancelToken, End};
use sudokit::{Engine, Puzzle};

use crate::oracle::oracle;
use crate::positions::{HARD, TWO_SOLUTIONS, puzzle};
use crate::{counters, solutions, solver};

#[test]
fn the_same_search_twice_is_the_same() {
    let puzzle = puzzle("9", TWO_SOLUTIONS);
    for rules in Rules::all() {
        let once = solutions(&solver(rules).limit(5), &puzzle);
        let again = solutions(&solver(rules).limit(5), &puzzle);
        assert_eq!(once.0, again.0);
        assert_eq!(counters(&once.1), counters(&again.1), "{rules}");
    }
}

#[test]
fn reading_order_and_ascending_find_solutions_in_lexicographic_order() {
    let empty = Puzzle::new("4".parse().unwrap());
    let expected = oracle(&empty, 288);
    for rules in preset("backtracking").unwrap().vary(Axis::Propagate) {
        if rules.propagate != PropagateRule::Strategies {
            assert_eq!(solutions(&solver(rules).limit(300), &empty).0, expected);
        }
    }
}

#[test]
fn the_node_limit_is_exact() {
    let empty = Puzzle::new("4".parse().unwrap());
    for rules in Rules::all() {
        let free = solver(rules).limit(u64::MAX).solve(&empty).statistics.nodes;
        for limit in [0, 1, 7, free - 1] {
            let outcome = solver(rules)
                .limit(u64::MAX)
                .node_limit(limit)
                .solve(&empty);
            assert_eq!(outcome.end, End::NodeLimit, "{rules} with {limit} nodes");
            assert_eq!(outcome.statistics.nodes, limit);
        }
        let outcome = solver(rules).limit(u64::MAX).node_limit(free).solve(&empty);
        assert_eq!((outcome.end, outcome.count), (End::Exhausted, 288));
    }
    let several = solver(preset("strategies").unwrap())
        .limit(u64::MAX)
        .threads(3);
    let outcome = several.node_limit(20).solve(&empty);
    assert_eq!(
        (outcome.end, outcome.statistics.nodes),
        (End::NodeLimit, 20)
    );
}

#[test]
fn cancellation_and_the_callback_stop_every_combination() {
    let empty = Puzzle::new("4".parse().unwrap());
    let cancelled = CancelToken::new();
    cancelled.cancel();
    for rules in Rules::all() {
        let outcome = solver(rules).cancel_with(cancelled.clone()).solve(&empty);
        assert_eq!((outcome.end, outcome.count), (End::Cancelled, 0));
        for threads in [1, 3] {
            let wanted = solver(rules).limit(u64::MAX).threads(threads);
            let mut left = 3;
            let outcome = wanted.each_solution(&empty, |_| {
                left -= 1;
                if left == 0 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            assert_eq!((outcome.end, outcome.count, left), (End::Limit, 3, 0));
        }
    }
}

#[test]
fn more_solutions_than_the_channels_hold_arrive_in_order() {
    // 2000 of the 28 200 960 grids, far more than the channels between the threads hold.
    let empty = Puzzle::new("2x3".parse().unwrap());
    let rules = preset("strategies").unwrap();
    let one = solutions(&solver(rules).limit(2000), &empty);
    let several = solutions(&solver(rules).limit(2000).threads(3), &empty);
    assert_eq!(one.0, several.0);
}

#[test]
fn the_attempt_is_the_fullest_position() {
    for preset in PRESETS {
        let outcome = solver(preset.rules)
            .node_limit(20)
            .solve(&puzzle("9", HARD));
        let clues = outcome
            .attempt
            .values()
            .iter()
            .filter(|value| **value != 0)
            .count();
        assert!(clues > 21, "{}: {clues}", preset.name);
        let kept = puzzle("9", HARD);
        let agrees = |(given, value): (&u8, &u8)| *given == 0 || given == value;
        assert!(
            kept.values()
                .iter()
                .zip(outcome.attempt.values())
                .all(agrees)
        );
        let attempt = Puzzle::from_values(Shape::classic(), outcome.attempt.values().to_vec());
        assert_eq!(attempt.unwrap().check(), Ok(()));
    }
}

#[test]
fn sixty_four_by_sixty_four_is_not_too_deep() {
    // Every cell is a choice with a single value, so there are 4096 nested choices, on the 2 MiB stack
    // of a test thread.
    let shape: Shape = "8x8".parse().unwrap();
    let value = |cell: usize| (cell / 64 % 8 * 8 + cell / 512 + cell % 64) % 64;
    let mut puzzle = Puzzle::new(shape.clone());
    puzzle.set_candidates((0..shape.cells()).map(|cell| 1 << value(cell)).collect());
    for preset in PRESETS {
        let outcome = solver(preset.rules).solve(&puzzle);
        assert!(outcome.is_unique(), "{}", preset.name);
        assert_eq!(outcome.statistics.assignments, 4096);
    }
    let jumping = solver(preset("backtracking+jump=conflict-directed").unwrap()).solve(&puzzle);
    assert!(jumping.is_unique());
    assert_eq!(jumping.statistics.deepest, 4096);
}

#[test]
fn engines_are_known_by_the_names_of_their_rules() {
    for rules in Rules::all() {
        let engine = Engine::Textbook(rules);
        assert_eq!(engine.to_string().parse(), Ok(engine));
    }
}
