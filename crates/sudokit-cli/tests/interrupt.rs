//! Ctrl-C: a clean stop at first, an immediate one the second time.
#![cfg(unix)]

mod common;
use common::*;

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// An empty 25×25 board has too many solutions to count.
fn endless() -> Scratch {
    let row = vec!["0"; 25].join(" ") + "\n";
    Scratch::with("empty.txt", row.repeat(25))
}

/// Plain backtracking in reading order practically never ends on this one.
const HOPELESS: &str =
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

fn start(scratch: &Scratch, arguments: &[&str]) -> Child {
    let mut command = scratch.command(arguments);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Long enough to have started; if not, the test is only less strict.
    std::thread::sleep(Duration::from_millis(500));
    child
}

fn interrupt(child: &Child) {
    signal(child, "-INT");
}

fn signal(child: &Child, signal: &str) {
    let id = child.id().to_string();
    Command::new("kill").args([signal, &id]).status().unwrap();
}

#[test]
fn an_interrupted_count_reports_a_lower_bound() {
    let scratch = endless();
    let child = start(&scratch, &["count", "empty.txt"]);
    interrupt(&child);
    let ran = ran(child.wait_with_output().unwrap()).ends(130);
    assert!(ran.stdout.trim().parse::<u64>().is_ok(), "{ran:?}");
    ran.says("note: empty.txt: at least ")
        .says(": interrupted\n");
}

#[test]
fn an_interrupted_run_leaves_no_file() {
    let scratch = endless();
    scratch.write("empty_output.txt", "an earlier answer");
    let child = start(&scratch, &["solve", "--all", "--save", "empty.txt"]);
    interrupt(&child);
    let ran = ran(child.wait_with_output().unwrap()).ends(130);
    ran.says("`empty_output.txt` was not written");
    assert_eq!(scratch.names(), ["empty.txt", "empty_output.txt"]);
    assert_eq!(scratch.read("empty_output.txt"), "an earlier answer");
}

#[test]
fn an_interrupt_while_waiting_for_input_ends_at_once() {
    let scratch = Scratch::new();
    let mut command = scratch.command(&["solve", "-"]);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < Duration::from_secs(20), "it still waits");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn solutions_before_the_interruption_are_written() {
    let scratch = Scratch::with("known.txt", format!("{KNOWN}\n"));
    let endless = endless();
    std::fs::copy(endless.path("empty.txt"), scratch.path("empty.txt")).unwrap();
    let child = start(&scratch, &["count", "known.txt", "empty.txt"]);
    interrupt(&child);
    let ran = ran(child.wait_with_output().unwrap()).ends(130);
    assert!(ran.stdout.starts_with("1\n"), "{ran:?}");
}

#[test]
fn a_second_interruption_ends_it_at_once_and_leaves_no_file() {
    let scratch = endless();
    let mut child = start(&scratch, &["solve", "--all", "--save", "empty.txt"]);
    interrupt(&child);
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(scratch.names(), ["empty.txt"]);
}

#[test]
#[cfg(feature = "render")]
fn a_comparison_shows_what_was_finished() {
    let scratch = Scratch::with("both.txt", format!("{KNOWN}\n{HOPELESS}\n"));
    let engines = [
        "--engine",
        "least-domain,backtracking",
        "--time-limit",
        "1h",
    ];
    for (style, kill) in [
        ("", "-INT"),
        ("", "-TERM"),
        ("--json", "-INT"),
        ("--csv", "-TERM"),
    ] {
        let mut arguments = [&["compare", "both.txt", "--plot", "out.svg"], &engines[..]].concat();
        arguments.extend(Some(style).filter(|style| !style.is_empty()));
        let child = start(&scratch, &arguments);
        signal(&child, kill);
        let ran = ran(child.wait_with_output().unwrap())
            .ends(130)
            .says("Interrupted: showing only what was finished\n")
            .says("`out.svg` was not written");
        let expected = match style {
            "--json" => "\"engine\":\"backtracking\",\"puzzles\":1,",
            "--csv" => "\nbacktracking,1,1,",
            _ => "\nbacktracking        1       1  ",
        };
        assert!(ran.stdout.contains(expected), "{ran:?}");
        let marked = match style {
            "--json" => ran.stdout.contains("\"interrupted\":true"),
            "--csv" => true,
            _ => ran.stdout.contains("\ninterrupted; 2 puzzles, one thread"),
        };
        assert!(marked, "{ran:?}");
    }
    assert_eq!(scratch.names(), ["both.txt"]);
}

#[test]
fn a_comparison_is_shown_even_if_nothing_was_finished() {
    let scratch = Scratch::with("one.txt", format!("{HOPELESS}\n"));
    let arguments = [
        "compare",
        "one.txt",
        "--engine",
        "backtracking",
        "--time-limit",
        "1h",
    ];
    let child = start(&scratch, &arguments);
    interrupt(&child);
    let ran = ran(child.wait_with_output().unwrap()).ends(130);
    assert!(ran.stdout.contains("\nbacktracking        0 "), "{ran:?}");
}

#[test]
fn sigterm_ends_a_run_cleanly() {
    let scratch = endless();
    let child = start(&scratch, &["count", "empty.txt"]);
    signal(&child, "-TERM");
    let ran = ran(child.wait_with_output().unwrap()).ends(130);
    assert!(ran.stdout.trim().parse::<u64>().is_ok(), "{ran:?}");
}

#[test]
fn reading_a_large_document_is_interrupted() {
    // One line, which takes longer to read than `start` waits.
    let item = format!("{{\"name\": \"one\", \"puzzle\": \"{KNOWN}\"}}");
    let text = format!("[{item}{}]", format!(", {item}").repeat(300_000));
    let scratch = Scratch::with("large.json", text);
    let mut child = start(&scratch, &["convert", "--to", "list", "large.json"]);
    let mut output = child.stdout.take().unwrap();
    let copying = std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
    interrupt(&child);
    let begun = Instant::now();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(begun.elapsed() < Duration::from_secs(5));
    let _ = copying.join();
}
