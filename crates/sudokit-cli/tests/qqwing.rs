//! Thousands of puzzles, easy to expert, solved by this command and by qqwing, and by all classic
//! algorithms.
//!
//! A sample runs with every test; `SUDOKIT_VERIFY=all` (`./test.sh --verify`) runs thousands.
//! qqwing also generates the puzzles, so nothing here comes from this project.

use std::io::Write;
use std::process::{Command, Stdio};

const DIFFICULTIES: [&str; 4] = ["simple", "easy", "intermediate", "expert"];

/// The output of a program for an input, whatever its exit code.
fn output(program: &str, arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("{program} does not start: {error}"));
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_string();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("all of it is read");
    String::from_utf8(output.stdout).expect("text")
}

fn sudokit(arguments: &[&str], input: &str) -> String {
    output(env!("CARGO_BIN_EXE_sudokit"), arguments, input)
}

/// Whether all puzzles are wanted, or only a sample; `None` if there is no qqwing.
fn is_full_run() -> Option<bool> {
    if Command::new("qqwing").arg("--version").output().is_err() {
        assert!(
            std::env::var_os("SUDOKIT_QQWING").is_none(),
            "qqwing is required and not installed"
        );
        eprintln!("skipped: qqwing is not installed (./test.sh installs it)");
        return None;
    }
    Some(std::env::var("SUDOKIT_VERIFY").is_ok_and(|value| value == "all"))
}

#[test]
fn answers_agree_with_qqwing() {
    let Some(all) = is_full_run() else { return };
    let each = if all { "1000" } else { "50" };
    for difficulty in DIFFICULTIES {
        compare(difficulty, each);
    }
}

/// The names of all classic algorithms.
const CLASSIC: [&str; 7] = [
    "backtracking",
    "forward-checking",
    "mrv-degree-lcv",
    "mrv-degree",
    "least-domain",
    "fullest-line",
    "strategies",
];

/// The largest number of nodes that an algorithm may take for a puzzle.
const NODES: &str = "3M";

#[test]
fn classic_algorithms_agree_with_qqwing() {
    let Some(all) = is_full_run() else { return };
    let each = if all { "1000" } else { "3" };
    for difficulty in DIFFICULTIES {
        let arguments = ["--generate", each, "--difficulty", difficulty, "--one-line"];
        let puzzles = output("qqwing", &arguments, "");
        let expected = output("qqwing", &["--solve", "--one-line"], &puzzles);
        for engine in CLASSIC {
            let solve = [
                "solve",
                "--json",
                "--engine",
                engine,
                "--node-limit",
                NODES,
                "-",
            ];
            let found = sudokit(&solve, &puzzles);
            assert_eq!(found.lines().count(), puzzles.lines().count(), "{engine}");
            let mut open = 0;
            for ((puzzle, theirs), line) in puzzles.lines().zip(expected.lines()).zip(found.lines())
            {
                let ours: serde_json::Value = serde_json::from_str(line).expect("JSON");
                match ours["status"].as_str() {
                    Some("unique") => assert_eq!(ours["solution"], theirs, "{engine}: {puzzle}"),
                    // A solution may be known, but not whether it is the only one.
                    Some("open") => open += 1,
                    Some("solved") => {
                        assert_eq!(ours["solution"], theirs, "{engine}: {puzzle}");
                        open += 1;
                    }
                    _ => panic!("{engine}: {puzzle}: {line}"),
                }
            }
            let total = puzzles.lines().count();
            println!(
                "{difficulty}: {engine} solved {} of {total} alike",
                total - open
            );
            // The plainest ones give up on a few, which may be all of a small sample; the others
            // never should.
            let most = match engine {
                "backtracking" | "forward-checking" | "fullest-line" if all => total / 5,
                "backtracking" | "forward-checking" | "fullest-line" => total,
                _ => 0,
            };
            assert!(open <= most, "{engine} gave up on {open} of {total}");
        }
    }
}

fn compare(difficulty: &str, each: &str) {
    let arguments = ["--generate", each, "--difficulty", difficulty, "--one-line"];
    let made = output("qqwing", &arguments, "");
    let puzzles: Vec<String> = made
        .lines()
        .flat_map(|line| [format!("{line}\n"), with_first_given_changed(line)])
        .collect();
    let input = puzzles.concat();
    let expected = output("qqwing", &["--solve", "--one-line"], &input);
    let found = sudokit(&["solve", "-"], &input);
    assert_eq!(
        expected.lines().count(),
        puzzles.len(),
        "qqwing answers each"
    );
    assert_eq!(found.lines().count(), puzzles.len(), "sudokit answers each");
    let (mut solved, mut impossible) = (0, 0);
    for ((puzzle, theirs), ours) in puzzles.iter().zip(expected.lines()).zip(found.lines()) {
        // qqwing reports an immediate contradiction and a failed search differently.
        if theirs.starts_with("Puzzle is not possible")
            || theirs.starts_with("Puzzle has no solution")
        {
            assert!(["No Solution", "Invalid"].contains(&ours), "{puzzle}{ours}");
            impossible += 1;
        } else if ours == theirs {
            solved += 1;
        } else {
            // Only a changed puzzle can have several solutions; then both may be right.
            assert_eq!(
                sudokit(&["count", "--limit", "2", "-"], puzzle).trim(),
                "2",
                "{puzzle}"
            );
        }
    }
    println!("{difficulty}: {solved} solved alike, {impossible} impossible alike");
    assert!(
        solved * 2 >= puzzles.len(),
        "the unchanged half is solved alike"
    );
}

/// Most puzzles have no solution after this change.
fn with_first_given_changed(line: &str) -> String {
    let at = line.find(|symbol| symbol != '.').expect("a given");
    let given = line.as_bytes()[at] - b'0';
    format!("{}{}{}\n", &line[..at], given % 9 + 1, &line[at + 1..])
}
