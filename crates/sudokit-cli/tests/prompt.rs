//! `sudokit` alone at a terminal, through a real pseudo-terminal.
#![cfg(unix)]

mod common;
use common::*;

use rexpect::session::{PtySession, spawn_command};

fn start(scratch: &Scratch) -> PtySession {
    start_with(scratch, &[])
}

fn start_with(scratch: &Scratch, more: &[&str]) -> PtySession {
    let mut command = scratch.command(&[&["--color", "never"], more].concat());
    // Standard input must be the terminal too.
    let program = command.get_program().to_owned();
    let arguments: Vec<_> = command.get_args().map(ToOwned::to_owned).collect();
    command = std::process::Command::new(program);
    command.args(arguments).current_dir(scratch.path(""));
    spawn_command(command, Some(20_000)).unwrap()
}

#[test]
fn the_prompt_solves_shows_and_saves() {
    let scratch = Scratch::with("my board.txt", rows(KNOWN));
    let mut session = start(&scratch);
    session.exp_string(QUESTION).unwrap();
    session.send_line("nowhere.txt").unwrap();
    session.exp_string("no such file: `nowhere.txt`").unwrap();
    session.exp_string(QUESTION).unwrap();
    session.send_line("\"my board.txt\"").unwrap();
    session.exp_string(" 5 3 4 ").unwrap();
    session.exp_string("Saved my board_output.txt").unwrap();
    session.exp_eof().unwrap();
    assert_eq!(scratch.read("my board_output.txt"), rows(KNOWN_SOLUTION));
}

const QUESTION: &str = "Path of the puzzle file, or a puzzle: ";

#[test]
fn a_puzzle_is_solved_as_it_is() {
    let scratch = Scratch::new();
    let mut session = start(&scratch);
    session.exp_string(QUESTION).unwrap();
    session.send_line(KNOWN).unwrap();
    session.exp_string(" 5 3 4 ").unwrap();
    session.exp_string(KNOWN_SOLUTION).unwrap();
    session.exp_eof().unwrap();
    assert_eq!(scratch.names(), [""; 0]);
}

#[test]
fn pasted_rows_are_one_puzzle() {
    let scratch = Scratch::new();
    // With a gap between the bands, a frame, or a heading.
    let plain = rows(KNOWN);
    let gaps: Vec<&str> = plain.lines().collect();
    let gaps = gaps
        .chunks(3)
        .map(|band| band.join("\n"))
        .collect::<Vec<_>>();
    let framed = scratch
        .run(&["convert", "--to", "boxed", KNOWN])
        .ends(0)
        .stdout;
    for pasted in [
        plain.clone(),
        gaps.join("\n\n") + "\n",
        format!("\n{plain}"),
        format!("Grid 01\n{plain}"),
        framed,
    ] {
        let mut session = start(&scratch);
        session.exp_string(QUESTION).unwrap();
        session.send(&pasted).unwrap();
        session.flush().unwrap();
        session.exp_string(" 5 3 4 ").unwrap();
        session.exp_eof().unwrap();
    }
    assert_eq!(scratch.names(), [""; 0]);
}

#[test]
fn rows_may_be_typed_one_by_one() {
    let scratch = Scratch::new();
    let mut session = start(&scratch);
    session.exp_string(QUESTION).unwrap();
    for row in rows(KNOWN).lines() {
        session.send_line(row).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(250));
    }
    session.exp_string(" 5 3 4 ").unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn what_cannot_be_read_is_asked_for_again() {
    let scratch = Scratch::with("board.txt", KNOWN);
    let mut session = start(&scratch);
    session.exp_string(QUESTION).unwrap();
    session.send_line(&KNOWN[1..]).unwrap();
    session.send_line("").unwrap();
    session.exp_string("80 symbols").unwrap();
    session.exp_string(QUESTION).unwrap();
    // Two answers that come at once are two answers.
    session.send_line("nowhere.txt\nboard.txt").unwrap();
    session.exp_string("no such file: `nowhere.txt`").unwrap();
    session.exp_string("Saved board_output.txt").unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn a_file_of_many_puzzles_is_summarised() {
    let many = format!("{KNOWN}\n{HARD}\n{IMPOSSIBLE}\n{BROKEN}\n");
    let scratch = Scratch::with("many.txt", many);
    let mut session = start(&scratch);
    session.exp_string(QUESTION).unwrap();
    session.send_line("many.txt").unwrap();
    session
        .exp_string("4 puzzles: 2 solved, 1 without a solution, 1 invalid")
        .unwrap();
    session.exp_eof().unwrap();
    let expected = format!("{KNOWN_SOLUTION}\n{HARD_SOLUTION}\nNo Solution\nInvalid\n");
    assert_eq!(scratch.read("many_output.txt"), expected);
}

/// The longest name that a file can have, so that no output can be created beside it, even by
/// root.
#[test]
fn a_solution_that_cannot_be_saved_is_shown() {
    let name = format!("{}.txt", "a".repeat(251));
    let scratch = Scratch::with(&name, KNOWN);
    let mut session = start(&scratch);
    session.exp_string(QUESTION).unwrap();
    session.send_line(&name).unwrap();
    session.exp_string(" 5 3 4 ").unwrap();
    session
        .exp_string("error: not saved: cannot write `")
        .unwrap();
    session.exp_eof().unwrap();
    assert_eq!(scratch.names(), [name]);
}

#[test]
fn an_empty_line_quits() {
    let scratch = Scratch::new();
    let mut session = start(&scratch);
    session.exp_string(QUESTION).unwrap();
    session.send_line("").unwrap();
    session.exp_string("Goodbye.").unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn the_end_of_input_quits() {
    let scratch = Scratch::new();
    let mut session = start(&scratch);
    session.exp_string(QUESTION).unwrap();
    session.send_control('d').unwrap();
    session.exp_string("Goodbye.").unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn a_note_starts_on_its_own_line() {
    let scratch = Scratch::with("four.txt", EMPTY_FOUR);
    for more in [&["four.txt"][..], &["four.txt", "--stats"]] {
        let mut session = start_with(&scratch, more);
        let all = session.exp_eof().unwrap();
        let (answer, note) = all.split_once("\r\n").unwrap();
        assert_eq!(answer.len(), 16, "{all:?}");
        assert!(note.starts_with("note: four.txt has several"), "{all:?}");
    }
    // If only one of the two is a terminal, the output is left as it is.
    scratch.run(&["four.txt"]).ends(0).says("note: ");
}

/// Puzzles that take their time: the bar counts what is done, not what was read ahead, and promises
/// nothing before something is done.
#[test]
fn progress_and_time_left_are_honest() {
    let hopeless =
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9\n";
    let scratch = Scratch::with("three.txt", hopeless.repeat(3));
    let search = ["--engine", "backtracking", "--time-limit", "1500ms"];
    let arguments = ["solve", "three.txt", "-o", "out.txt", "--threads", "2"];
    let mut session = start_with(&scratch, &[&arguments[..], &search].concat());
    let all = session.exp_eof().unwrap();
    let lines: Vec<&str> = all
        .split(['\r', '\n'])
        .filter(|line| line.contains(" % "))
        .collect();
    let (begun, later): (Vec<&str>, Vec<&str>) =
        lines.iter().partition(|line| line.contains("  0 % "));
    assert!(!begun.is_empty() && !later.is_empty(), "{all:?}");
    assert!(
        begun.iter().all(|line| line.contains("none finished yet")),
        "{begun:?}"
    );
    assert!(begun.iter().all(|line| !line.contains("left")), "{begun:?}");
    let after_two: Vec<&&str> = later
        .iter()
        .filter(|line| line.contains("  2 puzzles"))
        .collect();
    assert!(!after_two.is_empty(), "{later:?}");
    let is_honest = |line: &&&str| line.contains(" 67 % ") && line.contains("s left");
    assert!(after_two.iter().all(is_honest), "{after_two:?}");
}

#[test]
#[cfg(feature = "render")]
fn binary_output_to_a_terminal_is_rejected() {
    let scratch = Scratch::with("board.txt", KNOWN);
    for (form, advice) in [("png", "-o board.png"), ("pdf", "-o board.pdf")] {
        let mut session = start_with(&scratch, &["render", "--to", form, "board.txt"]);
        session.exp_string("to a terminal").unwrap();
        session.exp_string(advice).unwrap();
        session.exp_eof().unwrap();
    }
}
