//! A run that is killed loses nothing that it has reported, and the next one finishes its work.
#![cfg(all(unix, feature = "library"))]

mod common;
use common::*;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::Value;
use sudokit::{Grid, Puzzle, Solver};

/// Many puzzles of which no two are isomorphic: the project's own, each with some more cells of its
/// solution given.
fn many(count: usize) -> Vec<String> {
    let own = own_puzzles();
    let mut lines = Vec::new();
    for text in own.lines().filter_map(|line| line.get(..81)) {
        let Ok(puzzle) = text.parse::<Puzzle>() else {
            continue;
        };
        let solution = Solver::new().solve(&puzzle).solution.unwrap();
        let open: Vec<usize> = (0..81).filter(|cell| puzzle.values()[*cell] == 0).collect();
        for (index, one) in open.iter().enumerate() {
            for other in &open[index + 1..] {
                let mut values = puzzle.values().to_vec();
                for cell in [*one, *other] {
                    values[cell] = solution.values()[cell];
                }
                let grid = Grid::new(puzzle.shape().clone(), values).unwrap();
                lines.push(grid.to_string());
                if lines.len() == count {
                    return lines;
                }
            }
        }
    }
    panic!("there are only {} of them", lines.len());
}

/// Everything in the library, by id.
fn content(scratch: &Scratch) -> BTreeMap<i64, Value> {
    let listed = scratch.run(&["library", "list", "p.db", "--json"]).ends(0);
    let entries = listed.stdout.lines().map(|line| {
        let entry: Value = serde_json::from_str(line).unwrap();
        (entry["id"].as_i64().unwrap(), entry)
    });
    entries.collect()
}

/// Runs until this many lines were reported, then kills the process. Returns whole lines only.
fn killed_after(scratch: &Scratch, arguments: &[&str], lines: usize) -> Vec<Value> {
    let mut command = scratch.command(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let (mut reported, mut line) = (Vec::new(), String::new());
    let mut is_alive = true;
    while reader.read_line(&mut line).unwrap() > 0 {
        if line.ends_with('\n') {
            reported.push(serde_json::from_str(&line).unwrap());
        }
        line.clear();
        if reported.len() >= lines && is_alive {
            child.kill().unwrap();
            is_alive = false;
        }
    }
    child.wait().unwrap();
    reported
}

#[test]
fn a_killed_add_keeps_what_it_reported_and_the_next_one_finishes() {
    let lines = many(12_000);
    let scratch = Scratch::with("many.txt", lines.join("\n") + "\n");
    let add = ["library", "add", "p.db", "many.txt", "--json"];
    let mut last_line = 0;
    for reported_lines in [1, 40, 1_000, 3_000] {
        let reported = killed_after(&scratch, &add, reported_lines);
        let content = content(&scratch);
        for report in &reported {
            let entry = &content[&report["id"].as_i64().unwrap()];
            let line = report["line"].as_u64().unwrap();
            // There may be more on the last line, so it is read again.
            let taken = if line == last_line {
                "duplicate"
            } else {
                "new"
            };
            assert_eq!(report["taken"], taken, "{report}");
            assert_eq!(entry["line"], line);
            assert_eq!(entry["puzzle"], lines[line as usize - 1]);
        }
        // Each run resumes where the last one ended.
        assert_eq!(reported[0]["line"], last_line.max(1));
        last_line = content
            .values()
            .filter_map(|entry| entry["line"].as_u64())
            .max()
            .unwrap();
    }
    assert!(last_line < 12_000, "it was never killed");
    let note = "resuming `many.txt` at line";
    scratch.run(&add[..4]).ends(0).says(note);

    let content = content(&scratch);
    assert_eq!(content.len(), lines.len());
    let puzzles: BTreeSet<&str> = content
        .values()
        .filter_map(|entry| entry["puzzle"].as_str())
        .collect();
    assert_eq!(puzzles, lines.iter().map(String::as_str).collect());
    // Nothing was counted twice.
    assert!(content.values().all(|entry| entry["seen"] == 1));
    // Only the library itself is left.
    assert_eq!(scratch.names(), ["many.txt", "p.db"]);
}

#[test]
fn a_killed_rating_keeps_what_it_reported_and_the_next_one_finishes() {
    let lines = many(1_500);
    let scratch = Scratch::with("many.txt", lines.join("\n") + "\n");
    scratch.run(&["library", "add", "p.db", "many.txt"]).ends(0);
    let rate = ["library", "rate", "p.db", "--json"];
    let mut known = BTreeSet::new();
    for reported_lines in [1, 50, 300] {
        let reported = killed_after(&scratch, &rate, reported_lines);
        let content = content(&scratch);
        for report in &reported {
            let id = report["id"].as_i64().unwrap();
            for field in ["level", "score", "hardest", "steps", "techniques"] {
                assert_eq!(content[&id][field], report[field], "{report}");
            }
            assert!(known.insert(id), "{id} was rated twice");
        }
        // What was committed but not reported before the kill is not rated again either.
        known.extend(
            content
                .values()
                .filter(|entry| !entry["level"].is_null())
                .filter_map(|entry| entry["id"].as_i64()),
        );
    }
    assert!(known.len() < lines.len(), "it was never killed");
    scratch.run(&["library", "rate", "p.db"]).ends(0);
    let content = content(&scratch);
    assert_eq!(content.len(), lines.len());
    assert!(content.values().all(|entry| entry["level"].is_string()));
    scratch
        .run(&rate)
        .ends(0)
        .gives("")
        .says("every puzzle is rated");
}

#[test]
fn a_run_that_is_killed_at_any_time_leaves_a_library() {
    let lines = many(3_000);
    let scratch = Scratch::with("many.txt", lines.join("\n") + "\n");
    for milliseconds in [1, 5, 10, 20, 40, 80] {
        let mut command = scratch.command(&["library", "add", "p.db", "many.txt"]);
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    scratch.run(&["library", "add", "p.db", "many.txt"]).ends(0);
    let content = content(&scratch);
    assert_eq!(content.len(), lines.len());
    assert!(content.values().all(|entry| entry["seen"] == 1));
}

#[test]
fn ctrl_c_ends_a_rating_cleanly() {
    let scratch = Scratch::with("many.txt", many(3_000).join("\n") + "\n");
    scratch.run(&["library", "add", "p.db", "many.txt"]).ends(0);
    let mut command = scratch.command(&["library", "rate", "p.db", "--json"]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let id = child.id().to_string();
    Command::new("kill").args(["-INT", &id]).status().unwrap();
    let reported = 1 + reader.lines().count();
    let ran = ran(child.wait_with_output().unwrap()).ends(130);
    ran.says("puzzles are left: run the same command to continue");
    let content = content(&scratch);
    let rated = content.values().filter(|entry| entry["level"].is_string());
    assert_eq!(rated.count(), reported);
    assert_eq!(scratch.names(), ["many.txt", "p.db"]);
}

#[test]
fn queries_work_while_a_library_grows() {
    let lines = many(6_000);
    let scratch = Scratch::with("many.txt", lines.join("\n") + "\n");
    let mut command = scratch.command(&["library", "add", "p.db", "many.txt", "--json"]);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let mut before = 0;
    while child.try_wait().unwrap().is_none() {
        let count = content(&scratch).len();
        assert!(count > 0 && count >= before, "{count} after {before}");
        before = count;
        // Reading the report keeps the run from blocking.
        for _ in 0..1_000 {
            reader.read_line(&mut line).unwrap();
        }
    }
    assert_eq!(content(&scratch).len(), lines.len());
}
