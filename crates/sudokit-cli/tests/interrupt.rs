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

/// Waits until the run has written something, which a file without a name does not show: the bytes
/// written by the process do.
fn wait_for_output(child: &Child) {
    let begun = Instant::now();
    let counters = format!("/proc/{}/io", child.id());
    while begun.elapsed() < Duration::from_secs(20) {
        let counters = std::fs::read_to_string(&counters).unwrap_or_default();
        let written = counters
            .lines()
            .find_map(|line| line.strip_prefix("wchar: "));
        if written.is_none_or(|bytes| bytes.parse::<u64>().unwrap() > 0) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("nothing was written");
}

/// The message of an interrupted run, which is the only one.
#[track_caller]
fn only_message(ran: &Ran) -> &str {
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(lines.len(), 1, "{ran:?}");
    lines[0]
}

#[test]
fn an_interrupted_run_keeps_what_was_done_beside_the_output() {
    for kill in ["-INT", "-TERM", "-HUP"] {
        for save in [&["--save"][..], &["-o", "empty_output.txt"]] {
            let scratch = endless();
            scratch.write("empty_output.txt", "an earlier answer");
            let arguments = [&["solve", "--all", "empty.txt"], save].concat();
            let child = start(&scratch, &arguments);
            wait_for_output(&child);
            signal(&child, kill);
            let ran = ran(child.wait_with_output().unwrap()).ends(130).gives("");
            let message = only_message(&ran);
            assert!(
                message.starts_with("Interrupted: `empty_output.txt.partial` holds ")
                    && message.ends_with(" solutions; `empty_output.txt` was not written"),
                "{message}"
            );
            let expected = ["empty.txt", "empty_output.txt", "empty_output.txt.partial"];
            assert_eq!(scratch.names(), expected);
            assert_eq!(scratch.read("empty_output.txt"), "an earlier answer");
            // Whole solutions, in the form of the input.
            let solutions = scratch.read("empty_output.txt.partial");
            let first: Vec<&str> = solutions.lines().take(25).collect();
            let numbers = first.iter().flat_map(|row| row.split_whitespace());
            assert_eq!(numbers.filter(|number| *number != "0").count(), 625);
        }
    }
}

#[test]
fn the_best_attempt_is_kept_after_the_puzzles_that_were_done() {
    let engine = ["--engine", "backtracking", "--threads", "1"];
    let scratch = Scratch::with("both.txt", format!("{KNOWN}\n{HOPELESS}\n"));
    let arguments = [&["solve", "both.txt", "-o", "out.txt"], &engine[..]].concat();
    let child = start(&scratch, &arguments);
    interrupt(&child);
    let ran_to_file = ran(child.wait_with_output().unwrap()).ends(130).gives("");
    let message = only_message(&ran_to_file);
    assert!(
        message.starts_with(
            "Interrupted: `out.txt.partial` holds 1 puzzle and the best attempt for another, "
        ),
        "{message}"
    );
    let kept = scratch.read("out.txt.partial");
    let (first, attempt) = kept.split_once('\n').unwrap();
    assert_eq!(first, KNOWN_SOLUTION);
    assert_eq!(attempt.trim_end().len(), 81);
    assert!(attempt.matches('.').count() < HOPELESS.matches('.').count());
    assert_eq!(scratch.names(), ["both.txt", "out.txt.partial"]);

    // On standard output it is shown, with one message.
    scratch.write("one.txt", HOPELESS);
    let child = start(&scratch, &[&["one.txt"], &engine[..]].concat());
    interrupt(&child);
    let shown = ran(child.wait_with_output().unwrap()).ends(130);
    assert_eq!(shown.stdout.len(), 81);
    let message = only_message(&shown);
    assert!(
        message.starts_with("Interrupted: one.txt: the best attempt, "),
        "{message}"
    );
}

#[test]
fn other_verbs_keep_what_was_done_too() {
    let puzzles = own_puzzles().repeat(400);
    let scratch = Scratch::with("many.txt", &puzzles);
    for verb in [
        &["rate"][..],
        &["explain"],
        &["transform", "--canonical"],
        &["hint", "--all"],
        &["check", "--minimal", "--backdoors"],
        &["rate", "--csv"],
    ] {
        let arguments = [verb, &["many.txt", "-o", "out.gz"]].concat();
        let child = start(&scratch, &arguments);
        interrupt(&child);
        let ran = ran(child.wait_with_output().unwrap()).ends(130);
        let told = ran.stderr.matches("Interrupted").count();
        assert_eq!(told, 1, "{verb:?}: {ran:?}");
        assert!(ran.stderr.contains("`out.gz` was not written"), "{ran:?}");
        assert!(!scratch.path("out.gz").exists());
        if ran.stderr.contains("`out.gz.partial` holds") {
            // A whole archive: its end was written.
            let unpacked = Command::new("gzip")
                .args(["-dc", "--suffix", ".partial"])
                .arg(scratch.path("out.gz.partial"))
                .output()
                .unwrap();
            assert!(unpacked.status.success(), "{verb:?}: {unpacked:?}");
            std::fs::remove_file(scratch.path("out.gz.partial")).unwrap();
        }
    }
    assert_eq!(scratch.names(), ["many.txt"]);
}

#[test]
fn what_was_read_before_the_interruption_is_kept() {
    let scratch = Scratch::new();
    let mut command = scratch.command(&["solve", "-", "-o", "out.txt"]);
    command.stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let lines = format!("{KNOWN}\n").repeat(4_000);
    std::io::Write::write_all(&mut input, lines.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    // More input may come: the program waits.
    interrupt(&child);
    let ran = ran(child.wait_with_output().unwrap()).ends(130);
    drop(input);
    let kept = scratch.read("out.txt.partial");
    assert!(kept.starts_with(&format!("{KNOWN_SOLUTION}\n")), "{ran:?}");
    assert_eq!(kept.len() % 82, 0);
    assert!(only_message(&ran).contains("`out.txt` was not written"));
}

/// The FIFO has no writer, so even opening it blocks.
#[test]
fn waiting_for_a_fifo_is_interrupted() {
    let scratch = Scratch::new();
    let made = Command::new("mkfifo").arg(scratch.path("fifo")).status();
    assert!(made.unwrap().success());
    let child = start(&scratch, &["solve", "fifo", "-o", "out.txt"]);
    signal(&child, "-TERM");
    let ran = ran(child.wait_with_output().unwrap()).ends(130);
    let expected = "Interrupted: nothing was done; `out.txt` was not written";
    assert_eq!(only_message(&ran), expected);
    assert_eq!(scratch.names(), ["fifo"]);
}

#[test]
fn an_input_is_not_overwritten_by_what_is_kept() {
    let scratch = Scratch::with("out.txt.partial", KNOWN);
    scratch
        .run(&["out.txt.partial", "-o", "out.txt"])
        .ends(2)
        .says("`out.txt.partial` is an input, and inputs are never overwritten");
    assert_eq!(scratch.names(), ["out.txt.partial"]);
}

/// Not even a program that is killed leaves a temporary file.
#[test]
#[cfg(target_os = "linux")]
fn a_killed_run_leaves_no_file() {
    for earlier in [false, true] {
        let scratch = endless();
        let mut names = vec!["empty.txt"];
        if earlier {
            scratch.write("out.txt", "an earlier answer");
            names.push("out.txt");
        }
        let arguments = ["solve", "--all", "empty.txt", "-o", "out.txt"];
        let mut child = start(&scratch, &arguments);
        wait_for_output(&child);
        child.kill().unwrap();
        child.wait().unwrap();
        // If the file system of the tests has no unnamed files, the next run cleans up.
        let left = scratch.names().len() - names.len();
        if left > 0 {
            scratch
                .run(&["count", "--limit", "1", "empty.txt", "-o", "count"])
                .ends(0);
            std::fs::remove_file(scratch.path("count")).unwrap();
        }
        assert_eq!(scratch.names(), names);
    }
}

/// The temporary files of killed programs go; those of running ones and everything else stay.
#[test]
fn the_next_run_removes_what_a_killed_one_left() {
    let scratch = Scratch::with("board.txt", KNOWN);
    scratch.write(".sudokit-aaaaaaaaaaaa.tmp", "half");
    scratch.write(".sudokit-bbbbbbbbbbbb.tmp", "half");
    scratch.write(".sudokit-mine.tmp", "mine");
    let live = std::fs::File::open(scratch.path(".sudokit-bbbbbbbbbbbb.tmp")).unwrap();
    live.lock().unwrap();
    scratch.run(&["board.txt", "-o", "answer.txt"]).ends(0);
    let expected = [
        ".sudokit-bbbbbbbbbbbb.tmp",
        ".sudokit-mine.tmp",
        "answer.txt",
        "board.txt",
    ];
    assert_eq!(scratch.names(), expected);
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
fn a_second_interruption_ends_it_at_once() {
    let scratch = endless();
    let mut child = start(&scratch, &["solve", "--all", "--save", "empty.txt"]);
    interrupt(&child);
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    // If the first one had time to keep what was done, that is all.
    let mut names = scratch.names();
    names.retain(|name| name != "empty_output.txt.partial");
    assert_eq!(names, ["empty.txt"]);
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
        // The first engine has to finish both, on a machine that runs other tests too.
        std::thread::sleep(Duration::from_secs(2));
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
