//! Compares producers, steps and ratings with what Sudoku Explainer 1.2.1.3 said of the same boards.
//!
//! The normal run takes a sample; the tests of everything are for `./test.sh --corpora`.

use super::budget::Budget;
use super::chains::Workspace;
use super::grid::Grid;
use super::hint::Hint;
use super::walk::{PRODUCERS, produce};
use super::{Difficulty, Explainer, RatingFilter, Ratings, Unrated};
use crate::puzzle::Puzzle;
use crate::solve::{CancelToken, End};

fn test_data(name: &str) -> String {
    let path = format!(
        "{}/../../testdata/ratings/{name}",
        env!("CARGO_MANIFEST_DIR")
    );
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A hint as the test data has it.
fn written(producer: u8, hint: Option<&Hint>) -> String {
    let Some(hint) = hint else {
        return format!("{producer} -");
    };
    let name = |cell: usize| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1);
    let placement = hint.placement.map_or_else(
        || "-".to_string(),
        |(cell, digit)| format!("{}={}", name(cell.into()), digit + 1),
    );
    let candidates = hint.eliminations.candidates();
    let mut removed: Vec<String> = candidates
        .map(|(cell, digit)| format!("{}-{}", name(cell), digit + 1))
        .collect();
    removed.sort();
    let removed = match removed.is_empty() {
        true => "-".to_string(),
        false => removed.join(","),
    };
    let technique = hint.technique.to_string().replace(' ', "_");
    let (rating, complexity) = (Difficulty::rounded(hint.rating), hint.complexity);
    format!("{producer} {rating} {complexity} {placement} {removed} {technique}")
}

/// Walks through every `nth` puzzle of the traces.
fn compare_traces(nth: usize) {
    let text = test_data("explainer_traces.txt");
    let token = CancelToken::new();
    let mut steps = 0;
    for trace in text.split("\npuzzle ").skip(1).step_by(nth) {
        let mut lines = trace.lines();
        let puzzle: Puzzle = lines.next().expect("a puzzle").parse().expect("a puzzle");
        let values = std::array::from_fn(|cell| puzzle.values()[cell]);
        let mut grid = Grid::new(&values);
        for expected in lines {
            let workspace = &mut Workspace::new(Budget::new(&token, None));
            let hint = (1..=PRODUCERS)
                .find_map(|producer| Some((producer, produce(producer, &grid, workspace)?)));
            let (producer, hint) = hint.expect("a step");
            assert_eq!(written(producer, Some(&hint)), expected, "{puzzle}");
            hint.apply(&mut grid);
            steps += 1;
        }
        assert!(grid.is_solved(), "{puzzle}");
    }
    assert!(steps > 500, "{steps} steps");
}

#[test]
fn steps_are_those_of_sudoku_explainer() {
    compare_traces(10);
}

#[test]
#[ignore = "takes long: every step of all traces"]
fn all_steps_are_those_of_sudoku_explainer() {
    compare_traces(1);
}

/// Asks every `nth` single producer of the vectors.
fn compare_vectors(nth: usize) {
    let text = test_data("explainer_vectors.txt");
    let token = CancelToken::new();
    for line in text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .step_by(nth)
    {
        let (state, expected) = line.split_once(' ').expect("a state and a hint");
        let (mut values, mut candidates) = ([0; 81], [0; 81]);
        for (cell, text) in state.split(',').enumerate() {
            match text.strip_prefix('=') {
                Some(value) => values[cell] = value.parse().expect("a value"),
                None => {
                    let digits = text.bytes().map(|digit| 1 << (digit - b'1'));
                    candidates[cell] = digits.fold(0, |mask: u16, digit: u16| mask | digit);
                }
            }
        }
        let grid = Grid::with_candidates(&values, &candidates);
        let producer = expected.split(' ').next().expect("a producer");
        let producer = producer.parse().expect("a number");
        let workspace = &mut Workspace::new(Budget::new(&token, None));
        let hint = produce(producer, &grid, workspace);
        assert_eq!(written(producer, hint.as_ref()), expected, "{state}");
    }
}

#[test]
fn producers_are_those_of_sudoku_explainer() {
    compare_vectors(2);
}

#[test]
#[ignore = "takes long: all vectors"]
fn all_producers_are_those_of_sudoku_explainer() {
    compare_vectors(1);
}

/// Rates puzzles of the test data up to an ER, and returns how many.
fn compare_ratings(most: Difficulty, nth: usize) -> usize {
    let text = test_data("explainer_ratings.txt");
    let mut compared = 0;
    for line in text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .step_by(nth)
    {
        let (puzzle, expected) = line.split_once(' ').expect("a puzzle and its ratings");
        let er: Difficulty = expected.split(' ').next().expect("ER").parse().expect("ER");
        if er <= most {
            assert_eq!(rated(puzzle), expected, "{puzzle}");
            compared += 1;
        }
    }
    compared
}

fn rated(puzzle: &str) -> String {
    let puzzle = puzzle.parse().expect("a puzzle");
    let Ratings { er, ep, ed } = Explainer::new().rate(&puzzle).expect("ratings");
    format!("{er} {ep} {ed}")
}

#[test]
fn ratings_are_those_of_serate() {
    assert!(compare_ratings(Difficulty::from_tenths(95), 5) > 40);
}

#[test]
#[ignore = "takes long: all puzzles, up to ER 11.1"]
fn all_ratings_are_those_of_serate() {
    assert_eq!(compare_ratings(Difficulty::UNSOLVED, 1), 292);
}

#[test]
#[ignore = "needs the ratings in the folder named by SUDOKIT_DATA"]
fn collections_are_rated_as_by_serate() {
    let folder = std::env::var("SUDOKIT_DATA").expect("SUDOKIT_DATA names the folder");
    for name in ["17_clue_1000.txt", "magictour_200.txt", "hardest.txt"] {
        let path = format!("{folder}/ratings/{name}");
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        for line in text.lines() {
            let (puzzle, expected) = line.split_once(' ').expect("a puzzle and its ratings");
            assert_eq!(rated(puzzle), expected, "{puzzle}");
        }
    }
}

const HARD: &str =
    ".......9.79.6.3.....6....45.2..3..1...3..5..61..7.8....8.9..2......6...9.4..8....";

#[test]
fn filters_end_a_walk_early_and_agree_with_the_ratings() {
    let text = test_data("explainer_ratings.txt");
    let filter = |er: &str, pearl: bool, diamond: bool| RatingFilter {
        er: (!er.is_empty()).then(|| er.parse().expect("a range")),
        pearl,
        diamond,
    };
    let filters = [
        filter("", true, false),
        filter("", false, true),
        filter("2.0..2.6", false, false),
        filter("7.2..", false, false),
        filter("..1.5", true, true),
    ];
    let (mut fitting, mut others) = (0, 0);
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    for line in lines.take(260).step_by(8) {
        let (puzzle, expected) = line.split_once(' ').expect("a puzzle and its ratings");
        let expected: Vec<Difficulty> = expected
            .split(' ')
            .map(|rating| rating.parse().expect("a rating"))
            .collect();
        let ratings = Ratings::new(expected[0], expected[1], expected[2]);
        let puzzle: Puzzle = puzzle.parse().expect("a puzzle");
        for filter in &filters {
            let found = Explainer::new()
                .rate_if(&puzzle, filter)
                .expect("no budget");
            assert_eq!(found, filter.fits(ratings).then_some(ratings), "{puzzle}");
            *(if found.is_some() {
                &mut fitting
            } else {
                &mut others
            }) += 1;
        }
    }
    assert!(fitting > 10 && others > 10, "{fitting} {others}");
}

/// The example of `docs/ratings.md`: the same puzzle with rows and columns exchanged.
#[test]
fn isomorphs_may_be_rated_differently_as_in_the_original() {
    let one = "5.63....9..29.8..64.......5.1..6.....5...1.....9...36.9...7..52...8...7..6......4";
    let other = ".5..1.....1...6.....9...36.9....7.52.6......4...8...7...298...64.......55.63....9";
    assert_eq!(rated(one), "8.8 1.2 1.2");
    assert_eq!(rated(other), "8.4 1.2 1.2");
}

#[test]
fn other_boards_and_complete_ones_are_refused() {
    let small: Puzzle = "1... ..2. .3.. ...4".parse().expect("a puzzle");
    let error = Explainer::new().rate(&small).expect_err("a small board");
    assert_eq!(
        error.to_string(),
        "Sudoku Explainer rates plain 9×9 boards only, not 4×4 (2x2)"
    );
    let solved =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let solved: Puzzle = solved.parse().expect("a puzzle");
    assert_eq!(Explainer::new().rate(&solved), Err(Unrated::Complete));
}

#[test]
fn puzzles_with_several_solutions_are_walked_as_far_as_possible() {
    // Two values can be exchanged.
    let puzzle =
        "534678912672195348198342567859761423426853791713924856961.3728.287.1963.345286179";
    let puzzle: Puzzle = puzzle.parse().expect("a puzzle");
    let ratings = Explainer::new().rate(&puzzle);
    let none = Difficulty::default();
    assert_eq!(ratings, Ok(Ratings::new(Difficulty::UNSOLVED, none, none)));
}

/// The original does not examine whether there is exactly one solution.
#[test]
fn puzzles_with_several_solutions_or_none_are_rated_as_by_serate() {
    let several = [
        // A unique rectangle chooses one of the solutions.
        "..6.4.2....29..147..412386553.....1...8....7..49.1.3.8.2587....8.3.6.9.296......4",
        ".7..6.8....879.3.....1..5...35.2.4.8...45..769.681..3.1.4..875..5.24..8.82.5.6...",
    ];
    assert_eq!(several.map(rated), ["4.5 1.2 1.2", "20.0 1.2 1.2"]);
    let none = [
        "49.718.2671.......3.8..45...8.....4..7..45..1..462.78....4..2...6.2...9.9..1....8",
        "..4716...98.5.4.17.1..392....96.24.15..4...8.43.1..6....5.8..6.6.8....53..32....9",
    ];
    assert_eq!(none.map(rated), ["20.0 1.2 1.2", "20.0 1.2 1.2"]);
}

#[test]
fn budgets_end_a_walk() {
    let puzzle: Puzzle = HARD.parse().expect("a puzzle");
    let token = CancelToken::new();
    let cancelled = Explainer::new().cancel_with(token.clone());
    assert!(cancelled.rate(&puzzle).is_ok());
    token.cancel();
    assert_eq!(cancelled.rate(&puzzle), Err(Unrated::Ended(End::Cancelled)));
    let late = Explainer::new().time_limit(std::time::Duration::ZERO);
    assert_eq!(late.rate(&puzzle), Err(Unrated::Ended(End::TimeLimit)));
}

/// ER 8.9, with chains of several kinds.
const CHAINS: &str =
    ".5..8.2....9..2.6.......4...7.4....3.31.9....5..2..9....67.5..2..7.........6..3.1";

/// ER 4.2.
const WINGS: &str =
    ".....9.4.....8.67..9.5.....52......6......1....4..2.3.7..9.......82....3.6....7.5";

/// Steps of these three.
const TOLD: [&str; 11] = [
    "1.7 Direct Pointing: 1 in r78c5 (block 8), so r4c6 = 1",
    "2.8 Claiming: 7 in r789c8 (column 8), so r7c9, r8c7 and r9c79 ≠ 7",
    "3.2 X-Wing: 5 in r27c35 (rows 2 and 7), so r1c35 and r4689c3 ≠ 5",
    "3.4 Hidden Pair: 3 and 6 in r7c18 (row 7), so r7c18 ≠ 5; r7c8 ≠ 7",
    "4.2 XY-Wing: 1 in r1c9 and r3c3 with pivot r1c2, so r1c3 and r3c9 ≠ 1",
    "4.5 Unique Rectangle type 4: 3 and 6 in r79c18, so r9c18 ≠ 3",
    "6.6 Turbot Fish: r6c6 – r6c2 – r5c1 – r1c1 – r1c6 – r6c6, so r6c6 ≠ 6 (6 nodes: 6.6 + 0.0)",
    "7.1 Forcing Chain: r5c1 – r4c3 – r4c7 – r5c7 – r5c1, so r5c1 ≠ 4 (8 nodes: 7.0 + 0.1)",
    "8.4 Cell Forcing Chains: r2c5 ≠ 7 for every value of r6c9 (18 nodes: 8.0 + 0.4)",
    "8.5 Region Forcing Chains: r3c8 ≠ 5 for every place of 5 in block 2 (22 nodes: 8.0 + 0.5)",
    "8.9 Dynamic Contradiction Forcing Chains: r3c5 = 1 leads to a contradiction, so r3c5 ≠ 1 \
     (15 nodes: 8.5 + 0.4)",
];

/// Each step has its rating, and a chain says how its rating comes about.
#[test]
fn steps_are_told_in_words() {
    let told = |puzzle: &str| -> Vec<String> {
        let puzzle = puzzle.parse().expect("a puzzle");
        let walk = Explainer::new().walk(&puzzle).expect("a walk");
        walk.steps.iter().map(ToString::to_string).collect()
    };
    let all = [told(HARD), told(CHAINS), told(WINGS)].concat();
    for expected in TOLD {
        assert!(
            all.iter().any(|step| step == expected),
            "{expected}\n{}",
            all.join("\n")
        );
    }
    let mut sums = 0;
    for step in &all {
        let (sum, _) = step.split_once(' ').expect("a rating");
        if let Some((_, parts)) = step.split_once(" nodes: ") {
            let parts = parts.trim_end_matches(')').split(" + ");
            let tenths = |text: &str| text.parse::<Difficulty>().expect("a rating").tenths();
            assert_eq!(parts.map(tenths).sum::<u16>(), tenths(sum), "{step}");
            sums += 1;
        }
    }
    assert!(sums > 10, "{sums}");
}
