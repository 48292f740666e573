//! Small searches whose cost is worked out by hand, so that the counters cannot drift.

use sudokit::Puzzle;
use sudokit::solve::Outcome;
use sudokit::solve::textbook::{Axis, preset};

use crate::positions::{HARD, puzzle};
use crate::{counters, solver};

/// Three open cells: r1c1 may be 1 or 2, r1c2 and r3c1 must be 1. docs/textbook.md works out the same
/// figures step by step.
const THREE_OPEN: &str = "..43 4321 .234 3412";

#[test]
fn three_open_cells_cost_what_they_cost_by_hand() {
    let puzzle = puzzle("4", THREE_OPEN);
    for (name, expected) in [
        // nodes, assignments, backtracks, checks, deepest
        ("backtracking", [5, 4, 1, 58, 3]),
        ("forward-checking", [4, 4, 1, 23, 3]),
        ("mrv-degree-lcv", [4, 3, 0, 27, 3]),
        ("mrv-degree", [4, 3, 0, 27, 3]),
        ("least-domain", [4, 3, 0, 27, 3]),
        ("fullest-line", [4, 3, 0, 9, 3]),
        ("strategies", [1, 3, 0, 23, 0]),
    ] {
        let outcome = solver(preset(name).unwrap()).solve(&puzzle);
        assert_eq!(counters(&outcome), expected, "{name}");
        assert!(outcome.is_unique());
    }
}

/// Every cell is open and has only the value of the solution, except for the first four: of those, the
/// first must be 2, which shows in r3c1, and the third must be 4, which shows in r3c3.
fn misleading_first_row() -> Puzzle {
    let solution = [2, 1, 4, 3, 4, 3, 2, 1, 1, 2, 3, 4, 3, 4, 1, 2];
    let mut masks: Vec<u64> = solution.iter().map(|value| 1 << (value - 1)).collect();
    masks[..4].copy_from_slice(&[0b0011, 0b0011, 0b1100, 0b1100]);
    let mut puzzle = Puzzle::new("4".parse().unwrap());
    puzzle.set_candidates(masks);
    puzzle
}

#[test]
fn jumping_back_skips_the_choices_that_did_not_contribute() {
    let puzzle = misleading_first_row();
    let rules = preset("backtracking").unwrap().vary(Axis::Jump);
    let [step_by_step, jumping] = [0, 1].map(|i| solver(rules[i]).limit(1).solve(&puzzle));
    assert_eq!(step_by_step.solution, jumping.solution);
    // With 1 in r1c1, the failure in r3c1 has nothing to do with r1c3 and r1c4. Step by step, all of
    // it is tried again with 4 and 3 there: six more values.
    let without_checks = |outcome: &Outcome| {
        let [nodes, assignments, backtracks, _, deepest] = counters(outcome);
        [nodes, assignments, backtracks, deepest]
    };
    assert_eq!(without_checks(&step_by_step), [39, 38, 22, 16]);
    assert_eq!(without_checks(&jumping), [33, 32, 16, 16]);
}

#[test]
fn jumping_back_never_visits_more() {
    let hard = puzzle("9", HARD);
    for name in [
        "forward-checking",
        "mrv-degree",
        "least-domain",
        "strategies",
    ] {
        let rules = preset(name).unwrap().vary(Axis::Jump);
        let [steps, jumps] = [0, 1].map(|i| solver(rules[i]).solve(&hard).statistics.nodes);
        assert!(jumps <= steps, "{name}: {jumps} instead of {steps}");
    }
}

#[test]
fn a_contradiction_that_propagation_finds_among_the_givens_is_not_a_node() {
    let no_value = puzzle("4", ".12. 3... 4... ....");
    let nodes = |name: &str| {
        solver(preset(name).unwrap())
            .solve(&no_value)
            .statistics
            .nodes
    };
    assert_eq!(nodes("backtracking"), 1);
    assert_eq!(nodes("least-domain"), 1);
    assert_eq!(nodes("forward-checking"), 0);
    assert_eq!(nodes("strategies"), 0);
}

/// Not worked out by hand, but docs/textbook.md prints these figures.
#[test]
fn the_hard_example_costs_what_the_documentation_says() {
    let hard = puzzle("9", HARD);
    for (name, expected) in [
        (
            "backtracking",
            [2_068_781, 2_068_780, 2_068_720, 143_832_186, 60],
        ),
        (
            "backtracking+jump=conflict-directed",
            [753_797, 753_796, 753_736, 103_547_457, 60],
        ),
        (
            "forward-checking",
            [517_787, 799_121, 799_061, 5_639_896, 60],
        ),
        (
            "forward-checking+jump=conflict-directed",
            [345_575, 466_201, 466_141, 51_011_032, 60],
        ),
        ("mrv-degree-lcv", [11_775, 13_097, 13_037, 294_985, 60]),
        ("mrv-degree", [11_775, 13_097, 13_037, 278_306, 60]),
        ("least-domain", [18_936, 18_935, 18_875, 1_953_552, 60]),
        ("fullest-line", [243_263, 243_262, 243_202, 729_786, 60]),
        ("strategies", [28, 687, 49, 74_716, 7]),
    ] {
        let outcome = solver(preset(name).unwrap()).solve(&hard);
        assert_eq!(counters(&outcome), expected, "{name}");
    }
}
