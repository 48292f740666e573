//! Ratings of Sudoku Explainer for many puzzles: long runs that are stopped and resumed, and what
//! JSON says about them.

mod common;
use common::*;

use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

/// The project's puzzles, with lines that are no puzzles between them.
fn collection() -> String {
    let own = own_puzzles();
    let puzzles = own.lines().filter_map(|line| line.get(..81));
    let mut text = String::new();
    for (index, puzzle) in puzzles.take(150).enumerate() {
        text += puzzle;
        text.push('\n');
        match index % 40 {
            7 => text += &format!("11{}\n", &puzzle[2..]),
            19 => text += &format!("{}\n", ".".repeat(81)),
            _ => {}
        }
    }
    text
}

/// However often a run is killed, the final output is the same byte for byte, and so is the exit
/// code.
#[test]
#[cfg(unix)]
fn a_killed_rating_resumes() {
    let scratch = Scratch::with("all.txt", collection());
    for style in [&["--json"][..], &["--format", "%L %r %p %d %l"]] {
        let rate = [&["rate", "--er", "all.txt"][..], style].concat();
        let whole = scratch.run(&rate).ends(1).stdout;
        assert!(whole.lines().count() > 150, "{whole}");
        let _ = std::fs::remove_file(scratch.path("state.json"));
        let _ = std::fs::remove_file(scratch.path("rated.txt"));
        let resumable = [&rate[..], &["--resume", "state.json", "-o", "rated.txt"]].concat();
        let mut kills = 0;
        for _ in 0..3 {
            let mut child = scratch
                .command(&resumable)
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            // Killed as soon as it has saved something more, or shortly after.
            let before = written(&scratch);
            let begun = Instant::now();
            while written(&scratch) <= before && begun.elapsed() < Duration::from_secs(20) {
                std::thread::sleep(Duration::from_millis(20));
                if child.try_wait().unwrap().is_some() {
                    break;
                }
            }
            kills += usize::from(child.try_wait().unwrap().is_none());
            let _ = child.kill();
            child.wait().unwrap();
        }
        let last = scratch.run(&resumable).ends(1);
        assert_eq!(scratch.read("rated.txt"), whole, "{style:?}, {kills} kills");
        last.says(match kills {
            0 => "this run is complete",
            _ => "",
        });
        scratch.run(&resumable).ends(1).says("this run is complete");
        assert_eq!(scratch.read("rated.txt"), whole);
    }
}

/// How many bytes the state file counts.
#[cfg(unix)]
fn written(scratch: &Scratch) -> u64 {
    let text = std::fs::read_to_string(scratch.path("state.json")).unwrap_or_default();
    let state: Value = serde_json::from_str(&text).unwrap_or_default();
    state["written"].as_u64().unwrap_or_default()
}

/// Output written after the last state is cut off and made again, wherever the state ends.
#[test]
fn a_rating_resumes_from_its_state() {
    let lines: Vec<String> = collection().lines().take(12).map(String::from).collect();
    let scratch = Scratch::with("one.txt", lines[..7].join("\n") + "\n");
    scratch.write("two.txt", lines[7..].join("\n") + "\n");
    let rate = ["rate", "--er", "--csv", "one.txt", "two.txt"];
    let whole = scratch.run(&rate).ends(1).stdout;
    let resumable = [&rate[..], &["--resume", "state.json", "-o", "rated.txt"]].concat();
    scratch.run(&resumable).ends(1);
    let mut state: Value = serde_json::from_str(&scratch.read("state.json")).unwrap();
    assert_eq!(state["exit"], 1);
    for done in 1..12 {
        let rows: Vec<&str> = whole.split_inclusive('\n').collect();
        let before = rows[..=done].concat();
        let (file, line) = if done <= 7 { (1, done) } else { (2, done - 7) };
        state["done"] = serde_json::json!({"file": file, "line": line, "column": 1});
        state["written"] = before.len().into();
        state["finished"] = false.into();
        scratch.write("state.json", state.to_string());
        scratch.write("rated.txt", format!("{before}half a li"));
        scratch.run(&resumable).ends(1);
        assert_eq!(scratch.read("rated.txt"), whole, "{done}");
    }
}

#[test]
fn a_rating_resumes_only_the_same_request() {
    let scratch = Scratch::with("all.txt", KNOWN);
    let rate = |more: &[&str]| {
        let all = [&["rate", "all.txt", "--resume", "state.json"], more].concat();
        scratch.run(&all)
    };
    rate(&[]).ends(2).says("the output went to stdout");
    rate(&["-o", "state.json"]).ends(2).says("the same file");
    rate(&["-o", "a.txt.gz"]).ends(2).says("written as a whole");
    rate(&["-o", "a.txt"]).ends(0);
    rate(&["-o", "a.txt", "--er"])
        .ends(2)
        .says("is the state of another run: `rate all.txt (")
        .says("not `rate --er all.txt (");
    // More puzzles are another collection.
    scratch.write("all.txt", format!("{KNOWN}\n{KNOWN}\n"));
    rate(&["-o", "a.txt"]).ends(2).says("another run");
    let stdin = ["rate", "--resume", "new.json", "-o", "b.txt", "-"];
    scratch.run(&stdin).ends(2).says("the input is not a file");
    assert_eq!(scratch.names(), ["a.txt", "all.txt", "state.json"]);
}

/// A puzzle that takes too long has a line of its own, and the next ones are rated.
#[test]
fn a_time_limit_is_reported_for_each_puzzle() {
    let hardest =
        "1...5.7.......9.3..8...7....4..1.....7..6...29....51....4.....87..5..6...3.....2.";
    let scratch = Scratch::with("three.txt", format!("{hardest}\n{KNOWN}\n{hardest}\n"));
    let rate = ["rate", "--er", "--json", "--time-limit", "1ms", "three.txt"];
    let ran = scratch.run(&rate).ends(3);
    let lines: Vec<Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["message"], "no ER: stopped at the time limit");
    assert_eq!(lines[0]["er"], Value::Null);
    assert_eq!(lines[2]["message"], lines[0]["message"]);
    ran.says("three.txt:1: no ER: stopped at the time limit");
}

/// The model and its options are part of every JSON object with ratings of Sudoku Explainer.
#[test]
fn json_names_the_model() {
    let scratch = Scratch::with("board.txt", KNOWN);
    for arguments in [
        &["rate", "--er", "--json", "board.txt"][..],
        &["explain", "--se", "--json", "board.txt"],
    ] {
        let ran = scratch.run(arguments).ends(0);
        let line: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(line["model"], "Sudoku Explainer 1.2.1.3", "{arguments:?}");
        assert!(line["er"].as_f64().is_some());
        assert_eq!(line["options"], serde_json::json!({}));
    }
    let limited = [
        "rate",
        "--er=1.0..3.0",
        "--time-limit",
        "10s",
        "--json",
        "board.txt",
    ];
    let line: Value = serde_json::from_str(&scratch.run(&limited).ends(0).stdout).unwrap();
    let expected = serde_json::json!({"er": "1.0..3.0", "time_limit": 10.0});
    assert_eq!(line["options"], expected);
}
