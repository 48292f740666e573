//! All combinations of rules against the oracle, and against each other.

use proptest::prelude::*;
use sudokit::solve::textbook::{Axis, Rules, preset};
use sudokit::solve::{End, Outcome, Statistics};
use sudokit::{Grid, Puzzle, Solver};

use crate::oracle::oracle;
use crate::positions::*;
use crate::{solutions, solver};

/// Compares rules with the oracle: all solutions, each once, or as many valid ones as the limit.
fn agree(rules: Rules, puzzle: &Puzzle, limit: usize, expected: &[Vec<u8>]) {
    let (mut found, outcome) = solutions(&solver(rules).limit(limit as u64), puzzle);
    let about = || format!("{rules} on {} {:?}", puzzle.shape(), puzzle.values());
    assert_eq!(found.len(), expected.len(), "{}", about());
    assert_eq!(outcome.count, expected.len() as u64, "{}", about());
    assert_eq!(
        outcome.solution.as_ref().map(|grid| grid.values()),
        found.first().map(Vec::as_slice)
    );
    assert!(found.iter().all(|values| {
        Grid::new(puzzle.shape().clone(), values.clone())
            .unwrap()
            .solves(puzzle)
    }));
    found.sort();
    if expected.len() < limit {
        assert_eq!(found, expected, "{}", about());
        assert_eq!(outcome.end, End::Exhausted, "{}", about());
    } else {
        found.dedup();
        assert_eq!(found.len(), limit, "twice the same: {}", about());
        assert_eq!(outcome.end, End::Limit, "{}", about());
    }
}

fn all_agree(puzzle: &Puzzle, limit: usize) {
    let expected = oracle(puzzle, limit);
    for rules in Rules::all() {
        agree(rules, puzzle, limit, &expected);
    }
}

#[test]
fn the_empty_four_by_four_has_288_grids_for_every_combination() {
    let empty = Puzzle::new("4".parse().unwrap());
    let expected = oracle(&empty, 1000);
    assert_eq!(expected.len(), 288);
    for rules in Rules::all() {
        agree(rules, &empty, 1000, &expected);
    }
}

#[test]
fn limits_cut_the_empty_board_short() {
    for limit in [1, 2, 287, 288, 289] {
        all_agree(&Puzzle::new("4".parse().unwrap()), limit);
    }
    all_agree(&Puzzle::new("2x3".parse().unwrap()), 50);
    all_agree(&Puzzle::new("3x2".parse().unwrap()), 50);
    all_agree(&Puzzle::new("1x5".parse().unwrap()), 200);
}

#[test]
fn shapes_with_more_houses_agree() {
    for shape in [
        "2x2+diagonals",
        "2x2+windows",
        "2x2+diagonals+windows",
        "jigsaw:1112122333424344",
        "jigsaw:1112122333424344+diagonals",
    ] {
        all_agree(&Puzzle::new(shape.parse().unwrap()), 1000);
    }
    for shape in [
        "2x3+diagonals",
        "2x3+windows",
        "jigsaw:111222112223144333444533455566556666",
    ] {
        all_agree(&Puzzle::new(shape.parse().unwrap()), 30);
    }
}

#[test]
fn nine_by_nines_agree() {
    // Without a good order of cells the hard ones take minutes; the presets that have one, and every
    // combination on the easy ones, are enough.
    all_agree(&puzzle("9", EASY), 10);
    all_agree(&puzzle("9", TWO_SOLUTIONS), 10);
    assert_eq!(oracle(&puzzle("9", TWO_SOLUTIONS), 10).len(), 2);
    let expected = oracle(&puzzle("9", EASY), 1);
    assert_eq!(
        solver(preset("strategies").unwrap())
            .solve(&puzzle("9", EASY))
            .solution
            .unwrap()
            .values(),
        expected[0]
    );
    let hard = puzzle("9", HARD);
    let answers: Vec<_> = ["mrv-degree", "mrv-degree-lcv", "least-domain", "strategies"]
        .into_iter()
        .flat_map(|name| preset(name).unwrap().vary(Axis::Jump))
        .map(|rules| solver(rules).solve(&hard))
        .collect();
    assert!(answers.iter().all(Outcome::is_unique));
    assert!(
        answers
            .windows(2)
            .all(|pair| pair[0].solution == pair[1].solution)
    );
}

#[test]
fn contradictions_are_found_by_every_combination() {
    // The givens do not conflict, but r1c1 has no value left.
    let no_value = puzzle("4", ".12. 3... 4... ....");
    // Every cell has a value left, but row 1 has no place for 4.
    let no_place = puzzle("4", "1... ..4. .4.. ....");
    // The givens conflict.
    let clash = puzzle("4", "1..1 .... .... ....");
    for impossible in [&no_value, &clash] {
        assert!(oracle(impossible, 1).is_empty());
        all_agree(impossible, 5);
    }
    all_agree(&no_place, 5);
    for rules in Rules::all() {
        assert!(solver(rules).solve(&no_value).is_impossible());
        assert!(solver(rules).solve(&clash).is_impossible());
    }
}

#[test]
fn a_full_board_is_its_own_solution() {
    let full = puzzle("4", "1234 3412 2143 4321");
    for rules in Rules::all() {
        let outcome = solver(rules).solve(&full);
        assert!(outcome.is_unique());
        assert_eq!(outcome.statistics.nodes, 1);
        assert_eq!(outcome.statistics.assignments, 0);
    }
    let wrong = puzzle("4", "1234 3412 2143 4312");
    assert!(Rules::all().all(|rules| solver(rules).solve(&wrong).is_impossible()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_combination_agrees_on_any_position(puzzle in any_position(), limit in 1..40usize) {
        // The library does not search a puzzle that breaks the rules.
        let expected = if puzzle.check().is_ok() { oracle(&puzzle, limit) } else { Vec::new() };
        for rules in Rules::all() {
            agree(rules, &puzzle, limit, &expected);
        }
    }

    #[test]
    fn every_combination_agrees_on_solvable_positions(
        puzzle in solvable_position(),
        limit in 1..40usize,
    ) {
        let expected = oracle(&puzzle, limit);
        for rules in Rules::all() {
            agree(rules, &puzzle, limit, &expected);
        }
    }

    #[test]
    fn logic_never_contradicts_a_solution(puzzle in solvable_position()) {
        let outcome = Solver::new().logic_only(&puzzle);
        let known = oracle(&puzzle, 50);
        let agrees = |solution: &Vec<u8>| {
            let found = outcome.attempt.values().iter();
            found.zip(solution).all(|(found, value)| *found == 0 || found == value)
        };
        prop_assert!(known.iter().all(agrees));
        match outcome.end {
            End::Stuck => prop_assert!(outcome.attempt.values().contains(&0)),
            _ => prop_assert_eq!(outcome.count, known.len() as u64),
        }
    }

    #[test]
    fn threads_change_neither_solutions_nor_counts(
        puzzle in solvable_position(),
        limit in 1..40u64,
        threads in 2..5usize,
    ) {
        for rules in preset("strategies").unwrap().vary(Axis::Value) {
            let one = solutions(&solver(rules).limit(limit), &puzzle);
            let several = solutions(&solver(rules).limit(limit).threads(threads), &puzzle);
            prop_assert_eq!(&one.0, &several.0);
            prop_assert_eq!(one.1.end, several.1.end);
            prop_assert_eq!(one.1.solution, several.1.solution.clone());
            if one.1.end == End::Exhausted {
                prop_assert_eq!(one.1.attempt, several.1.attempt);
                let untimed = |mut statistics: Statistics| {
                    statistics.elapsed = Default::default();
                    statistics
                };
                prop_assert_eq!(untimed(one.1.statistics), untimed(several.1.statistics));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// On boards large enough for long chains of deductions. The order is the same too, because
    /// jumping only skips what holds no solution.
    #[test]
    fn jumping_back_loses_no_solution(puzzle in sparse_large_position()) {
        for cell in ["reading-order", "least-domain"] {
            for propagate in ["forward-checking", "strategies"] {
                let rules = format!("cell={cell},propagate={propagate}");
                let rules = rules.parse::<Rules>().unwrap().vary(Axis::Jump);
                let limited = |rules| solver(rules).limit(60).node_limit(3_000);
                let steps = solutions(&limited(rules[0]), &puzzle);
                let jumps = solutions(&limited(rules[1]), &puzzle);
                if steps.1.end == End::NodeLimit {
                    // Jumping may get further with the same nodes, never less far.
                    prop_assert!(jumps.0.starts_with(&steps.0), "{}", rules[1]);
                } else {
                    prop_assert_eq!(&steps.0, &jumps.0, "{}", rules[1]);
                    prop_assert_eq!(steps.1.end, jumps.1.end);
                }
            }
        }
    }
}
