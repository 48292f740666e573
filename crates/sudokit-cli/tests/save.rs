//! Output files are created whole or not at all, and an input is never overwritten.

mod common;
use common::*;

#[test]
fn an_earlier_output_is_replaced() {
    let scratch = Scratch::with("board.txt", KNOWN);
    scratch.write(
        "board_output.txt",
        "an old answer that is longer than the new one".repeat(9),
    );
    scratch.run(&["solve", "--save", "board.txt"]).ends(0);
    assert_eq!(scratch.read("board_output.txt"), KNOWN_SOLUTION);
    assert_eq!(scratch.names(), ["board.txt", "board_output.txt"]);
}

#[test]
fn each_input_has_its_own_output() {
    let scratch = Scratch::with("a.txt", KNOWN);
    scratch.write("b", format!("{IMPOSSIBLE}\n"));
    scratch
        .run(&["solve", "--save", "a.txt", "missing.txt", "b"])
        .ends(2);
    assert_eq!(scratch.names(), ["a.txt", "a_output.txt", "b", "b_output"]);
    assert_eq!(scratch.read("b_output"), "No Solution\n");
}

#[test]
fn one_output_holds_all_solutions() {
    let scratch = Scratch::with("a.txt", KNOWN);
    scratch.write("b.txt", format!("{KNOWN}\n"));
    scratch
        .run(&["a.txt", "b.txt", "-o", "all.txt"])
        .ends(0)
        .gives("");
    assert_eq!(
        scratch.read("all.txt"),
        format!("{KNOWN_SOLUTION}\n{KNOWN_SOLUTION}\n")
    );
}

#[test]
fn an_input_is_never_overwritten() {
    let scratch = Scratch::with("board.txt", KNOWN);
    scratch.write("board_output.txt", HARD);
    for arguments in [
        &["board.txt", "-o", "board.txt"][..],
        &["board.txt", "-o", "./board.txt"],
        &["convert", "--to", "csv", "board.txt", "-o", "board.txt"],
    ] {
        scratch
            .run(arguments)
            .ends(2)
            .says("inputs are never overwritten");
    }
    assert_eq!(scratch.read("board.txt"), KNOWN);
    assert_eq!(scratch.read("board_output.txt"), HARD);
}

/// `solve --save *.csv` a second time: the outputs of the first time are no inputs.
#[test]
fn outputs_of_an_earlier_run_are_left_out() {
    let scratch = Scratch::with("a.csv", KNOWN);
    scratch.write("b.csv", HARD);
    let files = ["a.csv", "a_output.csv", "b.csv", "b_output.csv"];
    scratch.run(&["solve", "--save", "a.csv", "b.csv"]).ends(0);
    assert_eq!(scratch.names(), files);
    scratch.write("a_output.csv", "an old answer");
    let ran = scratch
        .run(&[&["solve", "--save"], &files[..]].concat())
        .ends(0)
        .says("note: `a_output.csv` is left out: it is the output for `a.csv`\n")
        .says("note: `b_output.csv` is left out: it is the output for `b.csv`\n");
    assert_eq!(ran.stderr.matches("Saved").count(), 2);
    assert_eq!(scratch.names(), files);
    assert_eq!(scratch.read("a_output.csv"), KNOWN_SOLUTION);
    // However the names are typed.
    std::fs::create_dir(scratch.path("sub")).unwrap();
    scratch
        .run(&["solve", "--save", "./a.csv", "sub/../a_output.csv"])
        .ends(0)
        .says("is left out");
    assert_eq!(scratch.read("a_output.csv"), KNOWN_SOLUTION);
    // Without its input it is an input like any other.
    scratch.run(&["solve", "--save", "a_output.csv"]).ends(0);
    assert_eq!(scratch.read("a_output_output.csv"), KNOWN_SOLUTION);
    scratch
        .run(&["solve", "a.csv", "a_output.csv"])
        .ends(0)
        .says_nothing();
}

#[test]
#[cfg(unix)]
fn an_output_that_is_a_link_to_an_input_is_refused() {
    let scratch = Scratch::with("a.txt", KNOWN);
    scratch.write("b.txt", HARD);
    std::os::unix::fs::symlink(scratch.path("b.txt"), scratch.path("a_output.txt")).unwrap();
    for more in [&["b.txt"][..], &["b.txt", "a_output.txt"]] {
        scratch
            .run(&[&["solve", "--save", "a.txt"], more].concat())
            .ends(2)
            .says("inputs are never overwritten");
    }
    assert_eq!(scratch.read("b.txt"), HARD);
}

#[test]
#[cfg(unix)]
fn an_input_is_recognised_through_a_link() {
    let scratch = Scratch::with("board.txt", KNOWN);
    std::os::unix::fs::symlink(scratch.path("board.txt"), scratch.path("link.txt")).unwrap();
    scratch
        .run(&["board.txt", "-o", "link.txt"])
        .ends(2)
        .says("never overwritten");
    assert_eq!(scratch.read("board.txt"), KNOWN);
}

#[test]
#[cfg(unix)]
fn devices_are_written_to_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let scratch = Scratch::with("board.txt", KNOWN);
    scratch
        .run(&["board.txt", "-o", "/dev/null"])
        .ends(0)
        .gives("");
    let kind = std::fs::metadata("/dev/null").unwrap().file_type();
    assert!(kind.is_char_device());
    scratch
        .run(&["board.txt", "-o", "-"])
        .ends(0)
        .gives(KNOWN_SOLUTION);
    // A file that standard output is redirected to is written, not replaced.
    let log = std::fs::File::create(scratch.path("log.txt")).unwrap();
    let mut command = scratch.command(&["board.txt", "-o", "/dev/stdout"]);
    let status = command.stdout(log.try_clone().unwrap()).status().unwrap();
    assert!(status.success());
    assert_eq!(log.metadata().unwrap().len(), 81);
    assert_eq!(scratch.read("log.txt"), KNOWN_SOLUTION);
}

#[test]
#[cfg(unix)]
fn an_output_has_the_permissions_of_any_new_file() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::with("board.txt", KNOWN);
    let mode = |name: &str| {
        std::fs::metadata(scratch.path(name))
            .unwrap()
            .permissions()
            .mode()
            & 0o777
    };
    scratch.run(&["solve", "--save", "board.txt"]).ends(0);
    assert_eq!(mode("board_output.txt"), mode("board.txt"));
}

#[test]
fn standard_input_cannot_be_combined_with_save() {
    let scratch = Scratch::new();
    scratch
        .run_with_input(&["solve", "--save"], KNOWN)
        .ends(2)
        .says("name the output with -o PATH");
}

#[test]
fn no_output_is_created_without_readable_input() {
    let scratch = Scratch::new();
    scratch.run(&["missing.txt", "-o", "answer.txt"]).ends(2);
    assert_eq!(scratch.names(), [""; 0]);
}

/// An input that is opened twice hangs in about one run of three: the writer may be gone before
/// the second open.
#[test]
#[cfg(unix)]
fn the_input_is_opened_once() {
    use std::time::{Duration, Instant};
    let scratch = Scratch::new();
    let fifo = scratch.path("board.txt");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status();
    assert!(made.unwrap().success());
    for run in 0..20 {
        let mut child = scratch
            .command(&["solve", "-q", "--save", "board.txt"])
            .spawn()
            .unwrap();
        let path = fifo.clone();
        let writer = std::thread::spawn(move || std::fs::write(path, KNOWN));
        let deadline = Instant::now() + Duration::from_secs(20);
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if Instant::now() > deadline {
                child.kill().unwrap();
                child.wait().unwrap();
                panic!("run {run} hangs");
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        assert!(status.success(), "run {run}: {status}");
        writer.join().unwrap().unwrap();
        assert_eq!(scratch.read("board_output.txt"), KNOWN_SOLUTION);
        std::fs::remove_file(scratch.path("board_output.txt")).unwrap();
    }
}
