//! `neighbours`, and what `check` and `count` report besides the number of solutions.

mod common;
use common::*;

use std::collections::BTreeSet;
use std::process::Stdio;
use std::time::Duration;

use sudokit::{Puzzle, Solver};

/// Seventeen givens, none redundant.
const SEVENTEEN: &str =
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000";

fn puzzle(text: &str) -> Puzzle {
    text.parse().unwrap()
}

/// How many givens of the first puzzle are missing in the second.
fn missing(from: &str, to: &str) -> usize {
    let (from, to) = (puzzle(from), puzzle(to));
    let pairs = from.values().iter().zip(to.values());
    pairs
        .filter(|(one, other)| **one != 0 && one != other)
        .count()
}

#[test]
fn neighbours_are_puzzles_that_differ_by_one_given() {
    let scratch = Scratch::with("board.txt", SEVENTEEN);
    let ran = scratch
        .run(&["neighbours", "--isomorphs", "board.txt"])
        .ends(0);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert!(!lines.is_empty());
    assert_eq!(lines.iter().collect::<BTreeSet<_>>().len(), lines.len());
    for line in &lines {
        assert!(Solver::new().solve(&puzzle(line)).is_unique(), "{line}");
        assert_eq!(missing(SEVENTEEN, line), 1, "{line}");
        assert_eq!(missing(line, SEVENTEEN), 1, "{line}");
    }
    let count = lines.len();
    ran.says(&format!("{count} neighbours of 1 puzzle by 17 removals"));
}

#[test]
fn the_output_does_not_depend_on_the_threads() {
    let scratch = Scratch::with("two.txt", format!("{SEVENTEEN}\n{KNOWN}\n"));
    let hunt = |threads| {
        let arguments = ["neighbours", "--json", "--threads", threads, "two.txt"];
        scratch.run(&arguments).ends(0).stdout
    };
    let one = hunt("1");
    assert!(one.lines().count() > 100);
    assert_eq!(one, hunt("4"));
}

#[test]
fn a_filter_keeps_what_matches() {
    let scratch = Scratch::with("board.txt", SEVENTEEN);
    let all = scratch
        .run(&["neighbours", "-q", "--isomorphs", "board.txt"])
        .ends(0)
        .stdout;
    let rated = scratch.run_with_input(&["rate", "--format", "%g %s", "-q"], &all);
    let expected: Vec<&str> = rated
        .stdout
        .lines()
        .filter_map(|line| {
            let (puzzle, score) = line.split_once(' ')?;
            let score: u32 = score.parse().ok()?;
            (500..=900).contains(&score).then_some(puzzle)
        })
        .collect();
    assert!(!expected.is_empty() && expected.len() < all.lines().count());
    let arguments = [
        "neighbours",
        "-q",
        "--isomorphs",
        "--score",
        "500..900",
        "board.txt",
    ];
    let kept = scratch.run(&arguments).ends(0).stdout;
    assert_eq!(kept.lines().collect::<Vec<_>>(), expected);
    for nothing in [["--givens", "18.."], ["--score", "..3"]] {
        let ran = scratch.run(&["neighbours", nothing[0], nothing[1], "board.txt"]);
        assert_eq!(ran.stdout, "");
    }
}

#[test]
fn skipped_removals_are_reported() {
    let scratch = Scratch::with("board.txt", SEVENTEEN);
    scratch
        .run(&["neighbours", "--max-solutions", "2", "board.txt"])
        .ends(0)
        .says("skipped ")
        .says("more than 2 solutions; see --max-solutions");
}

/// However often a search is killed, the final output is the same.
#[test]
#[cfg(unix)]
fn a_killed_search_resumes() {
    let scratch = Scratch::with("two.txt", format!("{SEVENTEEN}\n{KNOWN}\n"));
    let hunt = [
        "neighbours",
        "--max-solutions",
        "3000",
        "--rounds",
        "3",
        "--keep",
        "3",
        "two.txt",
    ];
    let whole = scratch.run(&hunt).ends(0).stdout;
    assert!(whole.lines().count() > 10);
    let resumable = [&hunt[..], &["--resume", "state.json", "-o", "found.txt"]].concat();
    for _ in 0..3 {
        let mut command = scratch.command(&resumable);
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        // Long enough to have started; if not, the test is only less strict.
        std::thread::sleep(Duration::from_millis(900));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    scratch.run(&resumable).ends(0);
    assert_eq!(scratch.read("found.txt"), whole);
    scratch
        .run(&resumable)
        .ends(0)
        .says("this search is complete");
    assert_eq!(scratch.read("found.txt"), whole);
    let another = [&resumable[..], &["--minimal"]].concat();
    scratch
        .run(&another)
        .ends(2)
        .says("`state.json` is the state of another run");
}

/// Each round continues from the hardest puzzles of the one before.
#[test]
fn rounds_continue_from_the_hardest() {
    let board = ".....1.8..6...7..34.7...6............86....9.94.3....5...28.....7.6..8..2...7.3..";
    let scratch = Scratch::with("board.txt", board);
    let hunt = |more: &[&str]| {
        let arguments = [&["neighbours", "-q", "--json"], more].concat();
        let ran = scratch.run(&[&arguments[..], &["board.txt"]].concat());
        let lines = ran.ends(0).stdout;
        let lines = lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        lines.collect::<Vec<serde_json::Value>>()
    };
    let (one, two) = (
        hunt(&["--score", "0.."]),
        hunt(&["--rounds", "2", "--keep", "2"]),
    );
    assert_eq!(one[..], two[..one.len()]);
    assert!(two.len() > one.len());
    let mut hardest: Vec<_> = one.iter().collect();
    hardest.sort_by_key(|line| std::cmp::Reverse(line["score"].as_u64()));
    let chosen: BTreeSet<&str> = hardest[..2]
        .iter()
        .map(|one| one["puzzle"].as_str().unwrap())
        .collect();
    let origins: BTreeSet<&str> = two[one.len()..]
        .iter()
        .map(|one| one["from"].as_str().unwrap())
        .collect();
    assert!(origins.is_subset(&chosen), "{origins:?} of {chosen:?}");
}

/// Output written after the last state is cut off and found again.
#[test]
fn a_search_resumes_from_its_state() {
    let scratch = Scratch::with("four.txt", "1.....2..3.....4\n");
    let hunt = ["neighbours", "--remove", "2", "--add", "2", "four.txt"];
    let whole = scratch.run(&hunt).ends(0).stdout;
    let resumable = [&hunt[..], &["--resume", "state.json", "-o", "found.txt"]].concat();
    scratch.run(&resumable).ends(0);
    assert_eq!(scratch.read("found.txt"), whole);
    let end = scratch.read("state.json");
    let mut state: serde_json::Value = serde_json::from_str(&end).unwrap();
    let json = [&hunt[..], &["--json"]].concat();
    let lines = scratch.run(&json).ends(0).stdout;
    for removals in 0..6 {
        let removed_before: Vec<String> = removals_of_four(removals);
        let written = lines
            .lines()
            .filter(|line| removed_before.iter().any(|removed| line.contains(removed)))
            .count();
        let bytes: usize = whole.lines().take(written).map(|line| line.len() + 1).sum();
        state["puzzles"] = 0.into();
        state["removals"] = removals.into();
        state["written"] = bytes.into();
        state["finished"] = false.into();
        scratch.write("state.json", state.to_string());
        scratch.write("found.txt", format!("{}half a li", &whole[..bytes]));
        scratch.run(&resumable).ends(0);
        assert_eq!(scratch.read("found.txt"), whole, "{removals}");
    }
}

/// The first removals from 1.....2..3.....4, as the report writes them.
fn removals_of_four(count: usize) -> Vec<String> {
    let givens = [(0, 1), (6, 2), (9, 3), (15, 4)];
    let mut all = Vec::new();
    for (at, one) in givens.iter().enumerate() {
        for other in &givens[at + 1..] {
            let given = |(cell, value): &(u8, u8)| format!("{{\"cell\":{cell},\"value\":{value}}}");
            all.push(format!("\"removed\":[{},{}]", given(one), given(other)));
        }
    }
    all.truncate(count);
    all
}

#[test]
fn an_existing_output_is_not_overwritten() {
    let scratch = Scratch::with("board.txt", SEVENTEEN);
    scratch.write("found.txt", "what somebody found\n");
    let hunt = [
        "neighbours",
        "--resume",
        "state.json",
        "-o",
        "found.txt",
        "board.txt",
    ];
    scratch.run(&hunt).ends(2).says("`found.txt` exists");
    assert_eq!(scratch.read("found.txt"), "what somebody found\n");
    scratch
        .run(&["neighbours", "--resume", "state.json", "board.txt"])
        .ends(2);
    let same = [
        "neighbours",
        "--resume",
        "new.txt",
        "-o",
        "new.txt",
        "board.txt",
    ];
    scratch
        .run(&same)
        .ends(2)
        .says("-o and --resume name the same file");
    assert_eq!(scratch.names(), ["board.txt", "found.txt"]);
}

#[test]
fn check_finds_redundant_givens() {
    let scratch = Scratch::with("two.txt", format!("{SEVENTEEN}\n{KNOWN}\n{EMPTY_FOUR}\n"));
    let json = scratch
        .run(&["check", "--minimal", "--json", "two.txt"])
        .ends(0);
    let lines: Vec<serde_json::Value> = json
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["minimal"], true);
    assert_eq!(lines[1]["minimal"], false);
    assert!(lines[2].get("minimal").is_none());
    let reduced = lines[1]["reduced"].as_str().unwrap();
    assert!(Solver::new().solve(&puzzle(reduced)).is_unique());
    scratch.write("reduced.txt", reduced);
    scratch
        .run(&["check", "--minimal", "reduced.txt"])
        .ends(0)
        .gives("reduced.txt: valid and unique; minimal\n");
}

/// Uniform lines are analysed in batches; with a budget each is analysed on its own.
#[test]
fn batches_and_single_puzzles_give_the_same_report() {
    let several = ".".repeat(81);
    let lines = [SEVENTEEN, KNOWN, HARD, &several, IMPOSSIBLE, KNOWN_SOLUTION];
    let file = format!("{}\n", lines.join("\n")).repeat(20);
    let scratch = Scratch::with("many.txt", file);
    let together = scratch.run(&["check", "--minimal", "many.txt"]).ends(1);
    let budget = ["check", "--minimal", "--node-limit", "1M", "many.txt"];
    let alone = scratch.run(&budget).ends(1);
    assert_eq!(together.stdout, alone.stdout);
    assert_eq!(together.stderr, alone.stderr);
    assert!(
        together
            .stdout
            .contains("\nmany.txt:61: valid and unique; minimal\n")
    );
}

#[test]
fn backdoors_solve_a_puzzle_with_singles() {
    let scratch = Scratch::with("hard.txt", HARD);
    let json = scratch
        .run(&["check", "--backdoors", "--json", "hard.txt"])
        .ends(0);
    let line: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    let pair = line["backdoors"]["pairs"][0].as_array().unwrap();
    let mut known = HARD.as_bytes().to_vec();
    for cell in pair {
        let cell = cell.as_u64().unwrap() as usize;
        known[cell] = HARD_SOLUTION.as_bytes()[cell];
    }
    scratch.write("known.txt", &known);
    scratch
        .run(&["check", "--backdoors", "known.txt"])
        .ends(0)
        .gives("known.txt: valid and unique; singles alone solve it\n");
    scratch
        .run(&["rate", "--techniques", "singles", "known.txt"])
        .ends(0);
}

#[test]
fn candidates_are_counted_in_every_format() {
    let scratch = Scratch::with("four.txt", EMPTY_FOUR);
    let json = scratch
        .run(&["count", "--candidates", "--json", "four.txt"])
        .ends(0);
    let line: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(
        (&line["count"], &line["exact"]),
        (&288.into(), &true.into())
    );
    assert_eq!(line["by_cell"][5]["3"], 72);
    let csv = scratch
        .run(&["count", "--candidates", "--csv", "four.txt"])
        .ends(0);
    assert_eq!(csv.stdout.lines().count(), 1 + 16 * 4);
    assert!(csv.stdout.contains("\nfour.txt,1,,r2c2,3,72,true\n"));
    let limited = ["count", "--candidates", "--limit", "10", "four.txt"];
    let limited = scratch.run(&limited).ends(0).stdout;
    assert!(limited.starts_with("four.txt: at least 10 solutions: stopped at the limit\n"));
    assert!(
        (1..=4).all(|value| limited.contains(&format!("{value}:"))),
        "{limited}"
    );
    let plain = scratch.run(&["count", "--csv", "four.txt"]).ends(0);
    assert_eq!(
        plain.stdout.lines().last(),
        Some("four.txt,1,,several,288,true,")
    );
}

#[test]
fn er_filters_neighbours() {
    let scratch = Scratch::with("board.txt", KNOWN);
    let around = ["neighbours", "-q", "--remove", "1", "--add", "1"];
    let run = |filter: &[&str]| {
        let ran = scratch.run(&[&around[..], filter, &["board.txt"]].concat());
        ran.ends(0).stdout
    };
    let (all, easy) = (run(&[]), run(&["--er", "..1.2"]));
    let harder = run(&["--er", "1.3.."]);
    assert!(!easy.is_empty() && !harder.is_empty());
    assert_eq!(
        all.lines().count(),
        easy.lines().count() + harder.lines().count()
    );
    scratch.write("easy.txt", &easy);
    let ratings = scratch.run(&["rate", "--format", "%r", "easy.txt"]).ends(0);
    assert!(ratings.stdout.lines().all(|er| er <= "1.2"), "{ratings:?}");
}
