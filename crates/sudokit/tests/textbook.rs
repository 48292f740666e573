//! The textbook engine: every combination of rules finds what a plain oracle finds, and counts
//! what it should.

use std::ops::ControlFlow;

use proptest::prelude::*;
use sudokit::shape::Shape;
use sudokit::solve::textbook::{Axis, PRESETS, PropagateRule, Rules, preset};
use sudokit::solve::{CancelToken, End, Outcome, Statistics};
use sudokit::{Engine, Origin, Puzzle, Solver};

// --- the oracle --------------------------------------------------------------------------------

/// All solutions up to a limit, in lexicographic order, by the plainest search there is. It shares
/// nothing with the library but the puzzle and the lists of cells in its houses.
fn oracle(puzzle: &Puzzle, limit: usize) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut values = vec![0; puzzle.values().len()];
    fill(puzzle, &mut values, 0, limit, &mut found);
    found
}

fn fill(puzzle: &Puzzle, values: &mut [u8], cell: usize, limit: usize, found: &mut Vec<Vec<u8>>) {
    if cell == values.len() {
        found.push(values.to_vec());
        return;
    }
    for value in 1..=puzzle.shape().size() as u8 {
        let allowed = puzzle.allowed(cell) >> (value - 1) & 1 == 1;
        if allowed && found.len() < limit && fits(puzzle, values, cell, value) {
            values[cell] = value;
            fill(puzzle, values, cell + 1, limit, found);
            values[cell] = 0;
        }
    }
}

/// Givens further on count too, or a 9×9 would take for ever.
fn fits(puzzle: &Puzzle, values: &[u8], cell: usize, value: u8) -> bool {
    let houses = puzzle.shape().houses().iter();
    let mut mine = houses.filter(|house| house.cells().contains(&(cell as u16)));
    mine.all(|house| {
        let mut others = house.cells().iter().filter(|c| **c as usize != cell);
        others.all(|c| values[*c as usize] != value && puzzle.values()[*c as usize] != value)
    })
}

// --- tools -------------------------------------------------------------------------------------

fn puzzle(shape: &str, text: &str) -> Puzzle {
    let values = text.chars().filter(|c| !c.is_whitespace());
    let values = values.map(|c| c.to_digit(36).unwrap_or(0) as u8).collect();
    Puzzle::from_values(shape.parse().unwrap(), values).unwrap()
}

fn solver(rules: Rules) -> Solver {
    Solver::new().engine(Engine::Textbook(rules))
}

/// The solutions in the order they came, with the outcome.
fn solutions(solver: &Solver, puzzle: &Puzzle) -> (Vec<Vec<u8>>, Outcome) {
    let mut found = Vec::new();
    let outcome = solver.each_solution(puzzle, |values| {
        found.push(values.to_vec());
        ControlFlow::Continue(())
    });
    (found, outcome)
}

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
        sudokit::Grid::new(puzzle.shape().clone(), values.clone()).solves(puzzle)
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

/// The counters without the time.
fn counters(outcome: &Outcome) -> [u64; 5] {
    let Statistics {
        nodes,
        assignments,
        backtracks,
        checks,
        deepest,
        ..
    } = outcome.statistics;
    [nodes, assignments, backtracks, checks, deepest]
}

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Needs a search: none of the four strategies gets far.
const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const TWO_SOLUTIONS: &str =
    "53........72....4.1.......78.....42......3..1.1..2.8.6.....7.......196.5.4.28..7.";

// --- agreement ---------------------------------------------------------------------------------

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
        "jigsaw:1112221122223144334144355466556666",
    ] {
        if let Ok(shape) = shape.parse() {
            all_agree(&Puzzle::new(shape), 30);
        }
    }
}

#[test]
fn nine_by_nines_agree() {
    // Without a good order of cells the hard ones take minutes; the presets that have one and
    // every combination on the easy ones are enough.
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
    // No clash among the givens, but r1c1 has no value left.
    let no_value = puzzle("4", ".12. 3... 4... ....");
    // Every cell has a value left, but row 1 has no place for 4.
    let no_place = puzzle("4", "1... ..4. .4.. ....");
    // The givens clash.
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

const SHAPES: &[&str] = &[
    "2x2",
    "2x3",
    "3x2",
    "1x5",
    "2x2+diagonals",
    "2x2+windows",
    "2x3+diagonals",
    "jigsaw:1112122333424344",
];

prop_compose! {
    /// A shape and values for some of its cells, most often without a solution, and for each cell
    /// the candidates that the input leaves, most often all.
    fn any_position()(shape in 0..SHAPES.len())(
        shape in Just(SHAPES[shape].parse::<Shape>().unwrap()),
        values in proptest::collection::vec((0..36usize, 1..=6u8), 0..10),
        restricted in proptest::option::of(proptest::collection::vec(1..64u64, 36)),
    ) -> Puzzle {
        let mut puzzle = Puzzle::new(shape.clone());
        for (cell, value) in values {
            let (cell, value) = (cell % shape.cells(), (value - 1) % shape.size() as u8 + 1);
            let taken = shape.peers(cell).iter().any(|p| puzzle.values()[*p as usize] == value);
            // Now and then a clash is wanted, but not always.
            if !taken || cell % 7 == 0 {
                puzzle.set(cell, value, Origin::Given);
            }
        }
        if let Some(masks) = restricted {
            let open = |mask: u64| mask | mask << 1 | mask >> 1;
            puzzle.set_candidates(masks[..shape.cells()].iter().map(|m| open(*m)).collect());
        }
        puzzle
    }
}

prop_compose! {
    /// A solvable position: a solution of an empty board with some cells opened.
    fn solvable_position()(shape in 0..SHAPES.len(), pick in 0..40usize)(
        shape in Just(SHAPES[shape].parse::<Shape>().unwrap()),
        pick in Just(pick),
        kept in proptest::collection::vec(0..10u8, 36),
        share in 2..7u8,
    ) -> Puzzle {
        let all = oracle(&Puzzle::new(shape.clone()), pick + 1);
        let mut values = all.last().cloned().unwrap_or_else(|| vec![0; shape.cells()]);
        for (value, kept) in values.iter_mut().zip(kept) {
            if kept >= share {
                *value = 0;
            }
        }
        Puzzle::from_values(shape, values).unwrap()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_combination_agrees_on_any_position(puzzle in any_position(), limit in 1..40usize) {
        // The library does not search what breaks the rules as it stands.
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
                prop_assert_eq!(
                    Statistics { elapsed: Default::default(), ..one.1.statistics },
                    Statistics { elapsed: Default::default(), ..several.1.statistics }
                );
            }
        }
    }
}

// --- counters, worked out by hand --------------------------------------------------------------

/// Three open cells: r1c1 may be 1 or 2, r1c2 and r3c1 must be 1. The same figures are worked out
/// step by step in docs/textbook.md.
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

/// Every cell is open and has only the value of the solution, but for the first four: of those
/// the first must be 2, which shows in r3c1, and the third must be 4, which shows in r3c3.
fn misleading_first_row() -> Puzzle {
    let solution = [2, 1, 4, 3, 4, 3, 2, 1, 1, 2, 3, 4, 3, 4, 1, 2];
    let mut masks: Vec<u64> = solution.iter().map(|value| 1 << (value - 1)).collect();
    masks[..4].copy_from_slice(&[0b0011, 0b0011, 0b1100, 0b1100]);
    let mut puzzle = Puzzle::new("4".parse().unwrap());
    puzzle.set_candidates(masks);
    puzzle
}

#[test]
fn jumping_back_passes_the_choices_that_had_no_part() {
    let puzzle = misleading_first_row();
    let rules = preset("backtracking").unwrap().vary(Axis::Jump);
    let [step_by_step, jumping] = [0, 1].map(|i| solver(rules[i]).limit(1).solve(&puzzle));
    assert_eq!(step_by_step.solution, jumping.solution);
    // With 1 in r1c1 the failure in r3c1 has nothing to do with r1c3 and r1c4. Step by step all
    // of it is tried again with 4 and 3 there: six values more.
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
fn a_contradiction_among_the_givens_is_no_node_once_the_propagation_sees_it() {
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

// --- promises of the door ----------------------------------------------------------------------

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
fn reading_order_and_ascending_find_solutions_in_dictionary_order() {
    let empty = Puzzle::new("4".parse().unwrap());
    let expected = oracle(&empty, 288);
    for rules in preset("backtracking").unwrap().vary(Axis::Propagate) {
        if rules.propagate != PropagateRule::Strategies {
            assert_eq!(solutions(&solver(rules).limit(300), &empty).0, expected);
        }
    }
}

#[test]
fn the_node_limit_is_kept_to_the_node() {
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
fn cancelling_and_breaking_off_stop_every_combination() {
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
fn more_solutions_than_the_threads_may_hold_back_arrive_in_order() {
    // 4 × 144 … of the 28 200 960 grids are more than the channels between the threads hold.
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
    // Every cell is a choice with a single value, so there are 4096 choices one above the other,
    // on the 2 MiB that a test thread has.
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

// --- strategies alone --------------------------------------------------------------------------

#[test]
fn logic_alone_solves_what_is_easy_and_says_where_it_is_stuck() {
    let easy = Solver::new().logic_only(&puzzle("9", EASY));
    assert!(easy.is_unique());
    assert_eq!(
        easy.solution.unwrap().values(),
        oracle(&puzzle("9", EASY), 1)[0]
    );
    assert_eq!(easy.statistics.assignments, 51);

    let hard = Solver::new().logic_only(&puzzle("9", HARD));
    assert_eq!((hard.end, hard.count), (End::Stuck, 0));
    assert!(hard.solution.is_none());
    assert!(hard.attempt.values().contains(&0));

    let several = Solver::new().logic_only(&puzzle("9", TWO_SOLUTIONS));
    assert_eq!(several.end, End::Stuck);
}

#[test]
fn logic_alone_checks_the_givens() {
    let full = Solver::new().logic_only(&puzzle("4", "1234 3412 2143 4321"));
    assert!(full.is_unique());
    for wrong in [
        "1234 3412 2143 4312",
        "1..1 .... .... ....",
        ".12. 3... 4... ....",
    ] {
        let outcome = Solver::new().logic_only(&puzzle("4", wrong));
        assert!(outcome.is_impossible(), "{wrong}");
        assert!(outcome.solution.is_none());
    }
}

#[test]
fn logic_alone_takes_large_boards() {
    for shape in ["25", "64"] {
        let empty = Puzzle::new(shape.parse().unwrap());
        assert_eq!(Solver::new().logic_only(&empty).end, End::Stuck);
    }
    // A 25×25 with two cells in three open.
    let shape: Shape = "5x5".parse().unwrap();
    let value = |cell: usize| (cell / 25 % 5 * 5 + cell / 125 + cell % 25) % 25 + 1;
    let mut large = Puzzle::new(shape);
    for cell in (0..625).filter(|cell| cell % 3 == 0) {
        large.set(cell, value(cell) as u8, Origin::Given);
    }
    let outcome = Solver::new().logic_only(&large);
    let agrees = |(cell, found): (usize, &u8)| *found == 0 || *found as usize == value(cell);
    assert!(outcome.end != End::Exhausted || outcome.count == 1);
    assert!(outcome.attempt.values().iter().enumerate().all(agrees) || outcome.end == End::Stuck);
}

#[test]
fn engines_are_known_by_the_names_of_their_rules() {
    for rules in Rules::all() {
        let engine = Engine::Textbook(rules);
        assert_eq!(engine.to_string().parse(), Ok(engine));
    }
}
