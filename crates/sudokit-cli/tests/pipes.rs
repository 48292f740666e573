//! Outputs that cannot be written, and readers that have seen enough.
#![cfg(unix)]

mod common;
use common::*;

use std::fs::File;
use std::process::Stdio;

/// Runs the command with a closed pipe as standard output.
fn unread(scratch: &Scratch, arguments: &[&str]) -> Ran {
    let mut command = scratch.command(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    ran(child.wait_with_output().unwrap())
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let scratch = Scratch::with("many.txt", own_puzzles());
    for arguments in [
        &["many.txt"][..],
        &["check", "many.txt"],
        &["rate", "many.txt"],
        &["convert", "--to", "csv", "many.txt"],
        &["solve", "--all", "many.txt"],
        &["solve", "--to", "json", "many.txt"],
        &["man"],
        &["--help"],
    ] {
        unread(&scratch, arguments).ends(0).says_nothing();
    }
}

#[test]
fn a_closed_pipe_does_not_hide_a_failure() {
    let scratch = Scratch::with("none.txt", format!("{IMPOSSIBLE}\n"));
    scratch.write("broken.txt", BROKEN);
    scratch.write("bad.txt", format!("12345\n{KNOWN}\n"));
    scratch.write("known.txt", format!("{KNOWN}\n"));
    for verb in [
        &["solve"][..],
        &["check"],
        &["count"],
        &["solve", "--json"],
        &["solve", "--to", "line"],
        &["check", "--csv"],
        &["rate"],
        &["explain"],
        &["dedupe"],
        &["transform", "--canonical"],
        &["convert", "--to", "line"],
        &["compare"],
        &["neighbours"],
    ] {
        // A conversion does not look for solutions.
        let is_solved = !["dedupe", "transform", "convert", "neighbours"].contains(&verb[0]);
        let mut cases = vec![("bad.txt", 2), ("missing.txt", 2)];
        if is_solved {
            cases.push(("none.txt", 1));
        }
        if verb[0] != "convert" {
            cases.push(("broken.txt", 1));
        }
        for (file, code) in cases {
            let closed = unread(&scratch, &[verb, &[file, "known.txt"]].concat());
            assert_eq!(closed.code, code, "{verb:?} {file}: {closed:?}");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_output_is_named_once() {
    let scratch = Scratch::with("a.txt", format!("{KNOWN}\n"));
    scratch.write("b.txt", format!("{KNOWN}\n").repeat(3));
    scratch.write("many.txt", own_puzzles());
    let files = ["a.txt", "b.txt", "many.txt"];
    for verb in [
        &["solve"][..],
        &["check"],
        &["count"],
        &["rate"],
        &["hint"],
        &["explain"],
        &["solve", "--json"],
        &["solve", "--csv"],
        &["solve", "--limit", "2000"],
        &["dedupe"],
        &["transform", "--canonical"],
        &["convert", "--to", "csv"],
    ] {
        let mut command = scratch.command(&[verb, &files[..]].concat());
        let full = File::options().write(true).open("/dev/full").unwrap();
        let ran_full = ran(command.stdout(full).output().unwrap()).ends(2);
        let errors = ran_full.stderr.matches("error: ").count();
        assert_eq!(errors, 1, "{verb:?}: {ran_full:?}");
        ran_full.says("error: cannot write to standard output: No space left on device");
        let named = [verb, &files[..], &["-o", "/dev/full"]].concat();
        let ran_full = scratch.run(&named).ends(2);
        let errors = ran_full.stderr.matches("error: ").count();
        assert_eq!(errors, 1, "{verb:?}: {ran_full:?}");
        ran_full.says("error: cannot write `/dev/full`: No space left on device");
    }
    for arguments in [
        &["--help"][..],
        &["--version"],
        &["man"],
        &["completions", "bash"],
    ] {
        let mut command = scratch.command(arguments);
        let full = File::options().write(true).open("/dev/full").unwrap();
        let full = ran(command.stdout(full).output().unwrap()).ends(2);
        full.says("error: cannot write to standard output: No space left on device");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_output_that_cannot_be_created_is_named_once() {
    let scratch = Scratch::with("a.txt", format!("{KNOWN}\n"));
    scratch.write("b.txt", format!("{KNOWN}\n"));
    let ran = scratch
        .run(&["a.txt", "b.txt", "-o", "missing/out.txt"])
        .ends(2);
    assert_eq!(ran.stderr.matches("error: ").count(), 1, "{ran:?}");
}
