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
    session.exp_string("Path of the puzzle file: ").unwrap();
    session.send_line("nowhere.txt").unwrap();
    session.exp_string("no such file: `nowhere.txt`").unwrap();
    session.exp_string("Path of the puzzle file: ").unwrap();
    session.send_line("\"my board.txt\"").unwrap();
    session.exp_string(" 5 3 4 ").unwrap();
    session.exp_string("Saved my board_output.txt").unwrap();
    session.exp_eof().unwrap();
    assert_eq!(scratch.read("my board_output.txt"), rows(KNOWN_SOLUTION));
}

#[test]
fn an_empty_line_quits() {
    let scratch = Scratch::new();
    let mut session = start(&scratch);
    session.exp_string("Path of the puzzle file: ").unwrap();
    session.send_line("").unwrap();
    session.exp_string("Goodbye.").unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn the_end_of_input_quits() {
    let scratch = Scratch::new();
    let mut session = start(&scratch);
    session.exp_string("Path of the puzzle file: ").unwrap();
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
