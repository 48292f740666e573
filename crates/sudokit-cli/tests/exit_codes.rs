//! The exit codes are a contract; the highest wins.

mod common;
use common::*;

#[test]
fn zero_when_every_puzzle_is_answered() {
    let scratch = Scratch::with("a.txt", format!("{KNOWN}\n{EMPTY_FOUR}\n"));
    for verb in ["solve", "check", "compare"] {
        scratch.run(&[verb, "a.txt"]).ends(0);
    }
    scratch
        .run(&["count", "--limit", "10", "a.txt"])
        .ends(0)
        .gives("1\n10\n");
    scratch.run(&["convert", "--to", "json", "a.txt"]).ends(0);
}

#[test]
fn one_when_a_puzzle_has_no_solution_or_breaks_a_rule() {
    let scratch = Scratch::with("none.txt", IMPOSSIBLE);
    scratch.write("broken.txt", BROKEN);
    for file in ["none.txt", "broken.txt"] {
        for verb in ["solve", "check", "compare"] {
            scratch.run(&[verb, file]).ends(1);
        }
    }
    scratch.run(&["count", "none.txt"]).ends(1).gives("0\n");
    scratch
        .run(&["count", "broken.txt"])
        .ends(1)
        .gives("Invalid\n");
}

#[test]
fn one_when_several_solutions_are_not_allowed() {
    let scratch = Scratch::with("four.txt", EMPTY_FOUR);
    for verb in ["solve", "check"] {
        scratch.run(&[verb, "four.txt"]).ends(0);
        scratch.run(&[verb, "--unique", "four.txt"]).ends(1);
    }
}

#[test]
fn two_for_wrong_usage_and_unreadable_input() {
    let scratch = Scratch::with("known.txt", KNOWN);
    scratch.run(&["solve", "missing.txt"]).ends(2);
    scratch
        .run(&["solve", "--limit", "nine", "known.txt"])
        .ends(2);
    scratch
        .run(&["solve", "--limit", "2", "--all", "known.txt"])
        .ends(2);
    scratch.run(&["--no-such-flag"]).ends(2);
    scratch.write("bad.txt", format!("{KNOWN}\n12345\n{KNOWN}\n"));
    for verb in ["solve", "check", "count", "compare"] {
        scratch.run(&[verb, "bad.txt"]).ends(2);
    }
}

#[test]
fn three_when_a_budget_was_reached() {
    let scratch = Scratch::with("hard.txt", HARD);
    let budget = [
        "--engine",
        "backtracking",
        "--node-limit",
        "100",
        "hard.txt",
    ];
    for verb in ["solve", "check", "count"] {
        scratch.run(&[&[verb], &budget[..]].concat()).ends(3);
    }
    scratch
        .run(&[
            "count",
            "--time-limit",
            "1ms",
            "hard.txt",
            "--engine",
            "backtracking",
        ])
        .ends(3);
    // In a comparison, giving up is a result.
    scratch.run(&[&["compare"], &budget[..]].concat()).ends(0);
}

#[test]
fn the_highest_wins_and_all_files_are_processed() {
    let scratch = Scratch::with("none.txt", format!("{IMPOSSIBLE}\n"));
    scratch.write("known.txt", format!("{KNOWN}\n"));
    let expected = format!("No Solution\n{KNOWN_SOLUTION}\n");
    scratch
        .run(&["none.txt", "missing.txt", "known.txt"])
        .ends(2)
        .gives(&expected);
}

#[test]
fn an_unreadable_puzzle_among_many_is_invalid() {
    let scratch = Scratch::with("bad.txt", format!("{KNOWN}\n12345\n{KNOWN}\n"));
    let expected = format!("{KNOWN_SOLUTION}\nInvalid\n{KNOWN_SOLUTION}\n");
    scratch
        .run(&["bad.txt"])
        .ends(2)
        .gives(&expected)
        .says("--> bad.txt:2:");
}
