//! `generate`: when it gives up, what it shows then, and its progress at a terminal.

mod common;

use common::*;

/// Three full rows and three givens elsewhere: no values leave one solution.
const HOPELESS: &str = "\
XXXXXXXXX
X........
.........
XXXXXXXXX
X........
.........
XXXXXXXXX
X........
.........
";

#[test]
fn a_pattern_that_cannot_be_filled_shows_what_came_closest() {
    let scratch = Scratch::with("pattern.txt", HOPELESS);
    let request = ["generate", "--pattern", "pattern.txt", "--seed", "1"];
    let limited = [&request[..], &["--effort", "2"]].concat();
    let ran = scratch
        .run(&limited)
        .ends(3)
        .gives("")
        .says("gave up: 2 puzzles in a row did not match")
        .says("this one came closest: 30 givens, ")
        .says(" solutions\n");
    let line = ran.stderr.lines().last().unwrap();
    let (found, expected): (Vec<_>, Vec<_>) = line
        .chars()
        .zip(HOPELESS.split_whitespace().collect::<String>().chars())
        .map(|(symbol, place)| (symbol != '.', place == 'X'))
        .unzip();
    assert_eq!(found, expected, "{line}");
    let several = scratch.run_with_input(&["count", "--limit", "2", "-"], line);
    several.ends(0).gives("2\n");
}

#[test]
fn a_time_limit_ends_a_request_with_what_was_found() {
    let scratch = Scratch::with("pattern.txt", HOPELESS);
    let request = ["generate", "--pattern", "pattern.txt", "--seed", "1"];
    let limited = [&request[..], &["--time-limit", "1s"]].concat();
    scratch
        .run(&limited)
        .ends(3)
        .gives("")
        .says("stopped at the time limit of 1 s")
        .says("raise --time-limit")
        .says("this one came closest: 30 givens");

    // The puzzles are those of a request without a limit, only fewer.
    let endless = ["generate", "1G", "--shape", "6", "--seed", "7"];
    let limited = [&endless[..], &["--time-limit", "3s"]].concat();
    let found = scratch.run(&limited).ends(3);
    let found = found.says("stopped at the time limit of 3 s after ").stdout;
    let number = found.lines().count().min(5).to_string();
    let few = ["generate", &number, "--shape", "6", "--seed", "7"];
    let few = scratch.run(&few).ends(0).stdout;
    assert!(!few.is_empty() && found.starts_with(&few), "{few}");

    let enough = ["generate", "--seed", "7", "--time-limit", "1h"];
    scratch.run(&enough).ends(0);
    let wrong = ["generate", "--time-limit", "soon"];
    scratch.run(&wrong).ends(2).says("500ms, 10s, 2m or 1h");
}

#[cfg(unix)]
mod at_a_terminal {
    use super::*;

    /// What a terminal shows until some words appear; then the command is interrupted.
    fn shown_until(scratch: &Scratch, arguments: &[&str], words: &str) -> String {
        let plain = scratch.command(arguments);
        let mut command = std::process::Command::new(plain.get_program());
        command.args(plain.get_args()).current_dir(scratch.path(""));
        command.env("COLUMNS", "200");
        let mut session = rexpect::session::spawn_command(command, Some(60_000)).unwrap();
        let (before, matched) = session.exp_regex(words).unwrap();
        session.send_control('c').unwrap();
        session.exp_eof().unwrap();
        before + &matched
    }

    #[test]
    fn a_pattern_shows_how_much_of_the_effort_is_spent() {
        let scratch = Scratch::with("pattern.txt", HOPELESS);
        let request = [
            "generate",
            "--pattern",
            "pattern.txt",
            "--effort",
            "2000",
            "--seed",
            "1",
        ];
        let words = "at best [0-9,]+ solutions.*[1-9][0-9]* % of the effort, gives up in about [0-9]+ (s|min)";
        let shown = shown_until(&scratch, &request, words);
        assert!(
            !shown.contains("0 % kept") && !shown.contains(" 0s left"),
            "{shown}"
        );
    }

    #[test]
    fn a_large_board_shows_how_long_the_rest_takes() {
        let scratch = Scratch::new();
        let request = [
            "generate", "500", "--shape", "16", "-o", "all.txt", "--seed", "1",
        ];
        let words = "[1-9][0-9]* tried, 100 % kept  [0-9]+ s, about [0-9]+ (s|min) left";
        let shown = shown_until(&scratch, &request, words);
        assert!(
            !shown.contains("0 % kept  ") || shown.contains("100 % kept"),
            "{shown}"
        );
        assert!(!shown.contains(" 0 % kept"), "{shown}");
    }
}
