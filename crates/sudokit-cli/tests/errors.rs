//! Every error says what is wrong, where, and how to fix it.

mod common;
use common::*;

#[test]
fn a_missing_file_suggests_a_similar_name() {
    let scratch = Scratch::with("board.txt", KNOWN);
    scratch
        .run(&["bord.txt"])
        .ends(2)
        .says("error: no such file: `bord.txt`\n help: did you mean `board.txt`?\n");
    scratch
        .run(&["board"])
        .ends(2)
        .says("did you mean `board.txt`?");
    scratch
        .run(&["elsewhere/board.txt"])
        .ends(2)
        .says("the directory `elsewhere` does not exist");
    scratch
        .run(&["xyzzy.txt"])
        .ends(2)
        .says("check the spelling");
}

#[test]
fn a_misspelt_verb_suggests_the_right_one() {
    let scratch = Scratch::new();
    scratch
        .run(&["sovle"])
        .ends(2)
        .says("did you mean the command `sudokit solve`?");
    scratch
        .run(&["frobnicate"])
        .ends(2)
        .says("it is not a command either; commands: solve, check, count");
}

#[test]
fn only_a_lone_word_may_be_a_verb() {
    let scratch = Scratch::with("known.txt", KNOWN);
    for arguments in [
        &["solve", "frobnicate"][..],
        &["solve", "sovle"],
        &["compare", "frobnicate"],
        &["check", "chekc"],
        &["known.txt", "frobnicate"],
    ] {
        let ran = scratch
            .run(arguments)
            .ends(2)
            .says("help: check the spelling and the current directory\n");
        assert!(!ran.stderr.contains("command"), "{ran:?}");
    }
    scratch
        .run(&["frobnicate", "known.txt"])
        .ends(2)
        .gives(KNOWN_SOLUTION)
        .says("it is not a command either");
}

#[test]
fn numbers_that_are_too_small_name_the_minimum() {
    let scratch = Scratch::with("known.txt", KNOWN);
    for (flag, value, words) in [
        ("--limit", "-1", "must be at least 1"),
        ("--limit", "0", "must be at least 1"),
        ("--node-limit", "-5", "must be at least 1"),
        ("--time-limit", "0s", "must be more than 0"),
        ("--time-limit", "0", "must be more than 0"),
        ("--time-limit", "-1s", "must be more than 0"),
        ("--threads", "-1", "expected a number from 0"),
    ] {
        scratch
            .run(&["solve", flag, value, "known.txt"])
            .ends(2)
            .says(&format!("invalid value '{value}' for '{flag} "))
            .says(words);
    }
}

#[test]
fn a_misspelt_engine_or_form_suggests_the_right_one() {
    let scratch = Scratch::with("board.txt", KNOWN);
    scratch
        .run(&["solve", "--engine", "generall", "board.txt"])
        .ends(2)
        .says("[possible values: auto, single, lanes, general, learn, backtracking")
        .says("tip: a similar value exists: 'general'");
    scratch
        .run(&["convert", "--to", "boxd", "board.txt"])
        .ends(2)
        .says("tip: a similar value exists: 'boxed'");
    scratch
        .run(&["solve", "--from", "sdq", "board.txt"])
        .ends(2)
        .says("similar value");
    scratch
        .run(&["solve", "--shape", "9x9x9", "board.txt"])
        .ends(2)
        .says("is not a shape");
    scratch
        .run(&["solve", "--symbols", "11", "board.txt"])
        .ends(2);
    scratch
        .run(&["solve", "--time-limit", "soon", "board.txt"])
        .ends(2)
        .says("500ms, 10s, 2m or 1h");
}

#[test]
fn too_many_threads_are_rejected() {
    let scratch = Scratch::with("board.txt", KNOWN);
    for threads in ["99999", "1025", "many"] {
        scratch
            .run(&["solve", "--threads", threads, "board.txt"])
            .ends(2)
            .gives("")
            .says("to 1024");
    }
}

#[test]
fn a_directory_is_not_a_puzzle() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path("puzzles")).unwrap();
    scratch
        .run(&["puzzles"])
        .ends(2)
        .says("`puzzles` is a directory, not a puzzle file");
}

#[test]
#[cfg(unix)]
fn an_unreadable_file_reports_permission_denied() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::with("secret.txt", KNOWN);
    let none = std::fs::Permissions::from_mode(0o000);
    std::fs::set_permissions(scratch.path("secret.txt"), none).unwrap();
    // For some users, such as root, every file is readable.
    if std::fs::File::open(scratch.path("secret.txt")).is_err() {
        scratch
            .run(&["secret.txt"])
            .ends(2)
            .says("permission denied: `secret.txt`");
    }
}

#[test]
fn empty_files_and_files_without_a_puzzle_are_reported() {
    let scratch = Scratch::with("empty.txt", "");
    for verb in ["solve", "check", "count", "compare"] {
        scratch
            .run(&[verb, "empty.txt"])
            .ends(2)
            .gives("")
            .says("empty.txt");
    }
    scratch.write("comments.txt", "# nothing but\n# comments\n");
    scratch.run(&["comments.txt"]).ends(2).says("comments.txt");
    scratch.run(&["solve", "--save", "empty.txt"]).ends(2);
    assert_eq!(scratch.names(), ["comments.txt", "empty.txt"]);
}

#[test]
fn a_text_without_a_puzzle_is_not_copied() {
    let text = "# nothing but\nwords\nof a letter\n";
    let scratch = Scratch::with("letter.txt", text);
    scratch.write("known.txt", format!("# a known one\n{KNOWN}\n"));
    for wanted in [&[][..], &["--all"], &["--json"], &["--engine", "general"]] {
        let arguments = [&["solve", "letter.txt"], wanted].concat();
        scratch
            .run(&arguments)
            .ends(2)
            .gives("")
            .says("error: cannot read `letter.txt`: the input contains no puzzle");
        let arguments = [&["solve"], wanted].concat();
        scratch.run_with_input(&arguments, text).ends(2).gives("");
    }
    scratch.run(&["solve", "--save", "letter.txt"]).ends(2);
    scratch
        .run(&["solve", "letter.txt", "-o", "out.txt"])
        .ends(2);
    assert_eq!(scratch.names(), ["known.txt", "letter.txt"]);
    let answer = format!("# a known one\n{KNOWN_SOLUTION}\n");
    scratch
        .run(&["solve", "letter.txt", "known.txt"])
        .ends(2)
        .gives(&answer);
    scratch
        .run(&["solve", "letter.txt", "known.txt", "-o", "out.txt"])
        .ends(2);
    assert_eq!(scratch.read("out.txt"), answer);
}

#[test]
fn binary_input_is_reported() {
    let scratch = Scratch::with("picture.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01");
    scratch
        .run(&["picture.png"])
        .ends(2)
        .says("picture.png")
        .says("text");
}

#[test]
fn an_output_that_cannot_be_written_is_reported() {
    let scratch = Scratch::with("board.txt", KNOWN);
    scratch
        .run(&["board.txt", "-o", "nowhere/answer.txt"])
        .ends(2)
        .says("cannot write `nowhere/answer.txt`: no such directory: `nowhere`")
        .says("mkdir -p nowhere");
    std::fs::create_dir(scratch.path("answers")).unwrap();
    scratch
        .run(&["board.txt", "-o", "answers"])
        .ends(2)
        .says("it is a directory");
    let ran = scratch
        .run(&["board.txt", "-o", "board.txt/answer.txt"])
        .ends(2)
        .says("cannot write `board.txt/answer.txt`: `board.txt` is not a directory\n");
    assert!(!ran.stderr.contains(".sudokit-"), "{ran:?}");
    let long = "a".repeat(300);
    let ran = scratch.run(&["board.txt", "-o", &long]).ends(2);
    assert!(!ran.stderr.contains(".sudokit-"), "{ran:?}");
}

/// Runs the command under a limit of the shell.
#[cfg(unix)]
fn run_limited(scratch: &Scratch, limit: &str, arguments: &[&str]) -> Ran {
    let command = scratch.command(&[]);
    let output = std::process::Command::new("sh")
        .args(["-c", &format!("{limit}; exec \"$0\" \"$@\"")])
        .arg(command.get_program())
        .args(arguments)
        .current_dir(scratch.path(""))
        .output();
    ran(output.unwrap())
}

/// Simulates a full disk: no file may grow beyond the first few blocks, with and without the signal
/// that says so.
#[test]
#[cfg(unix)]
fn an_output_that_cannot_be_finished_is_reported_by_name() {
    let scratch = Scratch::with("many.txt", format!("{KNOWN}\n").repeat(3_000));
    let solve: &[&str] = &["many.txt", "-o", "answer.txt"];
    let neighbours: &[&str] = &["neighbours", "many.txt", "--isomorphs", "-o", "answer.txt"];
    for arguments in [solve, neighbours] {
        for limit in ["ulimit -f 8", "trap '' XFSZ; ulimit -f 8"] {
            let ran = run_limited(&scratch, limit, arguments)
                .ends(2)
                .says("cannot write `")
                .says("answer.txt`: ");
            assert_eq!(ran.stderr.matches("error: ").count(), 1, "{ran:?}");
            assert!(!ran.stderr.contains(".sudokit-"), "{ran:?}");
            assert_eq!(scratch.names(), ["many.txt"]);
        }
    }
}

/// A library that cannot grow is reported, and the same command continues once there is room.
#[test]
#[cfg(unix)]
fn a_library_that_cannot_grow_is_reported() {
    let scratch = Scratch::with("many.txt", own_puzzles());
    let add = ["library", "add", "p.db", "many.txt"];
    let ran = run_limited(&scratch, "ulimit -f 40", &add)
        .ends(2)
        .says("`p.db`")
        .says(" help: ");
    assert_eq!(ran.stderr.matches("error: ").count(), 1, "{ran:?}");
    scratch.run(&add).ends(0);
}

/// Where the system provides no room for the stacks of all threads, there are fewer.
#[test]
#[cfg(target_os = "linux")]
fn a_limit_on_memory_means_fewer_threads() {
    let scratch = Scratch::with("many.txt", format!("{KNOWN}\n").repeat(3_000));
    let answers = format!("{KNOWN_SOLUTION}\n").repeat(3_000);
    let binary = std::fs::metadata(scratch.command(&[]).get_program()).unwrap();
    // The binary of a debug build takes more room than that of a release, where 60 MB are enough.
    let least = 60_000 + (binary.len() >> 10).saturating_sub(25_000);
    for kilobytes in [least, least + 80_000, least + 400_000] {
        let limit = format!("ulimit -v {kilobytes}");
        let arguments = ["solve", "-q", "--threads", "4", "many.txt"];
        run_limited(&scratch, &limit, &arguments)
            .ends(0)
            .gives(&answers);
    }
}

#[test]
fn wrong_rows_and_columns_are_located() {
    let scratch = Scratch::with(
        "short.txt",
        rows(KNOWN).replace("\n6..195...\n", "\n6..195..\n"),
    );
    scratch
        .run(&["short.txt"])
        .ends(2)
        .says("--> short.txt:2")
        .says("6..195..");
}

#[test]
fn colours_follow_flag_and_environment() {
    let scratch = Scratch::with("broken.txt", BROKEN);
    let coloured = |arguments: &[&str], variable: Option<(&str, &str)>| {
        let mut command = scratch.command(arguments);
        if let Some((name, value)) = variable {
            command.env(name, value);
        }
        ran(command.output().unwrap()).stderr.contains('\x1b')
    };
    assert!(!coloured(&["broken.txt"], None));
    assert!(coloured(&["broken.txt"], Some(("CLICOLOR_FORCE", "1"))));
    assert!(coloured(&["--color", "always", "broken.txt"], None));
    assert!(coloured(
        &["--color=always", "broken.txt"],
        Some(("NO_COLOR", "1"))
    ));
    assert!(!coloured(
        &["--color", "never", "broken.txt"],
        Some(("CLICOLOR_FORCE", "1"))
    ));
}

#[test]
fn coloured_output_without_colour_codes_is_the_plain_output() {
    let scratch = Scratch::with("board.txt", rows(KNOWN));
    let ran = scratch.run(&["--color", "always", "board.txt"]).ends(0);
    assert!(ran.stdout.contains("\x1b["));
    let mut plain = String::new();
    let mut rest = ran.stdout.as_str();
    while let Some((before, code)) = rest.split_once('\x1b') {
        plain += before;
        rest = code.split_once('m').unwrap().1;
    }
    assert_eq!(plain + rest, rows(KNOWN_SOLUTION));
}
