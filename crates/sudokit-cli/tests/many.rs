//! Files of many puzzles: order, memory, and closed pipes.

mod common;
use common::*;

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

/// Different puzzles, some without a solution and some invalid, so that a wrong order shows.
fn collection(puzzles: usize) -> String {
    let mut text = String::new();
    for number in 0..puzzles {
        if number % 60 == 0 {
            text += &format!("# from here on: {number}\n");
        }
        // Relabelling the values makes another puzzle of the same kind.
        let rename = |symbol: char| match symbol.to_digit(10) {
            Some(digit) => char::from_digit((digit + number as u32) % 9 + 1, 10).unwrap(),
            None => symbol,
        };
        let puzzle = match number % 50 {
            7 => IMPOSSIBLE,
            _ if number % 3 == 0 => HARD,
            _ => KNOWN,
        };
        text += &puzzle.chars().map(rename).collect::<String>();
        text.push('\n');
    }
    text
}

#[test]
fn output_is_the_same_whatever_the_number_of_threads() {
    let scratch = Scratch::with("many.txt", collection(120));
    let one = scratch.run(&["--threads", "1", "many.txt"]).ends(1);
    assert_eq!(one.stdout.lines().count(), 122);
    for threads in ["2", "7"] {
        let several = scratch.run(&["--threads", threads, "many.txt"]).ends(1);
        assert_eq!(
            (&one.stdout, &one.stderr),
            (&several.stdout, &several.stderr)
        );
    }
    let checked = scratch
        .run(&["check", "--threads", "5", "many.txt"])
        .ends(1);
    assert_eq!(
        checked.stdout,
        scratch.run(&["check", "--threads", "1", "many.txt"]).stdout
    );
}

#[test]
fn the_number_of_threads_is_limited_by_the_cores() {
    let scratch = Scratch::with("board.txt", KNOWN);
    let ran = scratch
        .run(&["solve", "--stats", "--threads", "1024", "board.txt"])
        .ends(0);
    let cores = std::thread::available_parallelism().unwrap().get();
    let (_, behind) = ran.stderr.rsplit_once(" on ").unwrap();
    let threads: usize = behind.split(' ').next().unwrap().parse().unwrap();
    assert_eq!(threads, (4 * cores).min(1_024), "{}", ran.stderr);
}

#[test]
fn a_closed_pipe_is_success() {
    // Every puzzle has a solution: a failure that was found would count.
    let scratch = Scratch::with("many.txt", format!("{KNOWN}\n").repeat(5_000));
    for arguments in [
        &["-q", "many.txt"][..],
        &["check", "-q", "many.txt"],
        &["convert", "--to", "csv", "many.txt"],
    ] {
        let mut command = scratch.command(arguments);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut first)
            .unwrap();
        let mut said = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut said)
            .unwrap();
        assert_eq!(
            child.wait().unwrap().code(),
            Some(0),
            "{arguments:?} {said}"
        );
        assert!(!said.contains("pipe"), "{said}");
    }
}

#[test]
fn a_closed_pipe_ends_an_endless_list_of_solutions() {
    let scratch = Scratch::with("empty.txt", ".".repeat(81));
    let mut command = scratch.command(&["solve", "--all", "empty.txt"]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let reader = BufReader::new(child.stdout.take().unwrap());
    let seen: Vec<String> = reader.lines().take(3).map(Result::unwrap).collect();
    assert!(
        seen.iter()
            .all(|line| line.len() == 81 && !line.contains('.'))
    );
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn check_ends_with_a_summary() {
    let scratch = Scratch::with(
        "many.txt",
        format!("{KNOWN}\n{EMPTY_FOUR}\n{IMPOSSIBLE}\n{KNOWN_SOLUTION}\n"),
    );
    scratch
        .run(&["check", "many.txt"])
        .ends(1)
        .gives(
            "many.txt:1: valid and unique\nmany.txt:2: several solutions\n\
             many.txt:3: no solution\nmany.txt:4: already complete\n",
        )
        .says("4 puzzles: 1 valid and unique, 1 with several solutions, 1 without a solution, 1 already complete\n");
}

#[test]
fn many_unfinished_puzzles_are_counted_and_not_listed() {
    let scratch = Scratch::with("hard.txt", format!("{HARD}\n").repeat(30));
    let ran = scratch.run(&["solve", "--logic-only", "hard.txt"]).ends(3);
    assert_eq!(ran.stderr.lines().count(), 11, "{}", ran.stderr);
    ran.says("note: 30 of 30 puzzles were not finished; the best attempts are written\n");
}
