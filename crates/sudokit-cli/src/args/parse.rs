//! Parses the command line. `sudokit FILE` means `sudokit solve FILE`, and input that is piped in
//! without a verb is solved.

use std::ffi::{OsStr, OsString};
use std::io::{ErrorKind, IsTerminal};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{ColorChoice, CommandFactory, FromArgMatches};

use crate::args::{Command, When};
use crate::io::output::stdout_error;
use crate::report::Exit;
use crate::report::error::CliError;
use crate::terminal::messages::Messages;

/// Parses the arguments. Help and usage errors are printed here; the error is the exit code.
///
/// # Errors
/// When help or a usage error was printed.
pub fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Command, ExitCode> {
    let typed: Vec<OsString> = arguments.map(puzzle_or_flag).collect();
    if let Some((verb, feature)) = missing_verb(&typed) {
        Messages::new(false).cli_error(&CliError::new(
            format!("this build of sudokit has no `{verb}`"),
            format!("install it with `cargo install sudokit-cli --features {feature}`"),
        ));
        return Err(Exit::Trouble.into());
    }
    let typed = with_joined_ranges(typed);
    let arguments = with_verb(typed.clone(), std::io::stdin().is_terminal());
    let verb_was_missing = arguments.len() > typed.len();
    let colour = colour(&arguments);
    set_colours(colour);
    let choice = match colour {
        When::Auto => ColorChoice::Auto,
        When::Always => ColorChoice::Always,
        When::Never => ColorChoice::Never,
    };
    let parsed = Command::command()
        .color(choice)
        .try_get_matches_from(arguments)
        .and_then(|matches| Command::from_arg_matches(&matches))
        .map(|command| Command {
            verb_was_missing,
            ..command
        });
    parsed.map_err(|error| {
        let verb = first_word(&typed).and_then(OsStr::to_str);
        if let Some(reason) = verb.and_then(|verb| refusal(verb, &error)) {
            Messages::new(false).cli_error(&reason);
            return Exit::Trouble.into();
        }
        let printed = error.print();
        if error.use_stderr() {
            return Exit::Trouble.into();
        }
        // A closed pipe after `--help` is not an error.
        match printed {
            Err(failed) if failed.kind() != ErrorKind::BrokenPipe => {
                Messages::new(false).error(&stdout_error(failed).into());
                Exit::Trouble.into()
            }
            _ => Exit::Answered.into(),
        }
    })
}

/// The reason why a verb does not have a flag that others have.
fn refusal(verb: &str, error: &clap::Error) -> Option<CliError> {
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    if error.kind() != clap::error::ErrorKind::UnknownArgument {
        return None;
    }
    let is_output = ["-o", "--output"].contains(&&flag[..]);
    let is_report = ["--json", "--csv"].contains(&&flag[..]);
    let (reason, help) = match verb {
        "convert" if is_report => (
            "it writes puzzles in a form",
            format!("`--to {}` is a form", flag.trim_start_matches('-')),
        ),
        "render" if is_report => (
            "it draws pictures",
            format!(
                "`sudokit convert --to {}` writes puzzles as data",
                flag.trim_start_matches('-')
            ),
        ),
        "serve" if is_output || is_report => (
            "it writes nothing: it answers requests",
            "`/api` on the page describes the JSON that it answers with".to_string(),
        ),
        "completions" | "man" if is_report => {
            ("it prints text for a shell or a reader", String::new())
        }
        "completions" | "man" if is_output => (
            "it prints to standard output",
            format!("redirect it: `sudokit {verb} … > FILE`"),
        ),
        _ if flag == "--save" => (
            "only solutions are saved beside their inputs",
            "name the output with -o PATH".to_string(),
        ),
        _ => return None,
    };
    Some(CliError::new(
        format!("`{verb}` has no {flag}: {reason}"),
        help,
    ))
}

/// Puts a blank before a puzzle that starts with a dash, which would be taken for a flag. Flags have
/// lower-case letters.
fn puzzle_or_flag(word: OsString) -> OsString {
    let is_puzzle = word.to_str().is_some_and(|text| {
        let cells = |c: char| !c.is_ascii_lowercase() || c == 'x';
        text.len() >= 16 && text.starts_with('-') && text.chars().all(cells)
    });
    match is_puzzle {
        true => {
            let mut puzzle = OsString::from(" ");
            puzzle.push(word);
            puzzle
        }
        false => word,
    }
}

/// Joins `--er 7.1..7.3` to `--er=7.1..7.3`. The range is optional, so what follows `--er` is its
/// range only if it looks like one; a file of that name can be given as `./7.1`.
fn with_joined_ranges(typed: Vec<OsString>) -> Vec<OsString> {
    // Also one that is mistyped, so that the error says so; puzzles are longer.
    let is_range = |word: &OsString| {
        let text = word.to_str().filter(|text| (1..16).contains(&text.len()));
        text.is_some_and(|text| {
            text.chars()
                .all(|c| c.is_ascii_digit() || ".-=".contains(c))
        }) && word != "-"
    };
    let mut joined: Vec<OsString> = Vec::with_capacity(typed.len());
    for word in typed {
        match joined.last_mut().filter(|last| *last == "--er") {
            Some(flag) if is_range(&word) => {
                flag.push("=");
                flag.push(word);
            }
            _ => joined.push(word),
        }
    }
    joined
}

/// The names of all verbs.
pub fn verbs() -> Vec<String> {
    let command = Command::command();
    command
        .get_subcommands()
        .map(|verb| verb.get_name().to_string())
        .collect()
}

/// Inserts `solve` if no verb was typed. `sudokit` alone at a terminal is left as it is.
fn with_verb(mut arguments: Vec<OsString>, at_terminal: bool) -> Vec<OsString> {
    let asks_about_itself = ["-h", "--help", "-V", "--version", "--verbose", "help"];
    let verb_is_missing = match first_word(&arguments) {
        None => !at_terminal,
        Some(word) => {
            let word = word.to_string_lossy();
            !asks_about_itself.contains(&&*word) && !verbs().iter().any(|verb| *verb == word)
        }
    };
    if verb_is_missing {
        arguments.insert(1.min(arguments.len()), "solve".into());
    }
    arguments
}

/// The verbs that this build lacks, with the features that have them.
const MISSING_VERBS: &[(&str, &str)] = &[
    #[cfg(not(feature = "library"))]
    ("library", "library"),
    #[cfg(not(feature = "render"))]
    ("render", "render"),
    #[cfg(not(feature = "web"))]
    ("serve", "web"),
];

/// The verb that was typed, if this build lacks it.
fn missing_verb(typed: &[OsString]) -> Option<(&'static str, &'static str)> {
    let word = first_word(typed)?.to_str()?;
    let mut missing = MISSING_VERBS.iter().copied();
    missing.find(|(verb, _)| *verb == word)
}

/// The first argument that is not a global flag.
fn first_word(arguments: &[OsString]) -> Option<&OsStr> {
    let typed = &arguments[1.min(arguments.len())..];
    let mut words = typed.iter().enumerate().filter(|(index, word)| {
        let is_value = *index > 0 && typed[index - 1] == "--color";
        !is_value && !is_global_flag(word)
    });
    words.next().map(|(_, word)| word.as_os_str())
}

/// Flags that may come before a verb.
fn is_global_flag(word: &OsStr) -> bool {
    let word = word.to_string_lossy();
    matches!(&*word, "-q" | "--quiet" | "--color") || word.starts_with("--color=")
}

/// The value of `--color`, needed before parsing because usage errors are coloured too.
fn colour(arguments: &[OsString]) -> When {
    let mut words = arguments.iter().map(|word| word.to_string_lossy());
    let mut choice = When::Auto;
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--color") {
            Some("") => words.next().map(|value| value.into_owned()),
            Some(rest) => rest.strip_prefix('=').map(str::to_string),
            None => None,
        };
        match value.as_deref() {
            Some("always") => choice = When::Always,
            Some("never") => choice = When::Never,
            Some("auto") => choice = When::Auto,
            _ => {}
        }
    }
    choice
}

fn set_colours(when: When) {
    match when {
        When::Auto => anstream::ColorChoice::Auto,
        When::Always => anstream::ColorChoice::Always,
        When::Never => anstream::ColorChoice::Never,
    }
    .write_global();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completed(typed: &[&str], at_terminal: bool) -> Vec<OsString> {
        let arguments = ["sudokit"].iter().chain(typed).map(OsString::from);
        with_verb(arguments.collect(), at_terminal)
    }

    #[test]
    fn a_file_without_a_verb_is_solved() {
        for (typed, expected) in [
            (&["board.txt"][..], &["solve", "board.txt"][..]),
            (&["--save", "board.txt"], &["solve", "--save", "board.txt"]),
            (&["check", "board.txt"], &["check", "board.txt"]),
            (&["-q", "check"], &["-q", "check"]),
            (
                &["--color", "never", "count"],
                &["--color", "never", "count"],
            ),
            (
                &["--color=never", "board.txt"],
                &["solve", "--color=never", "board.txt"],
            ),
            (&["--version", "--verbose"], &["--version", "--verbose"]),
            (&["-"], &["solve", "-"]),
            (&[], &[]),
        ] {
            assert_eq!(completed(typed, true)[1..], *expected, "{typed:?}");
        }
        assert_eq!(completed(&[], false)[1..], ["solve"]);
        assert_eq!(completed(&["-q"], false)[1..], ["solve", "-q"]);
    }

    #[test]
    fn the_last_colour_choice_counts() {
        let words = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
        assert_eq!(colour(&words(&["--color", "never"])), When::Never);
        assert_eq!(colour(&words(&["--color=always", "x"])), When::Always);
        assert_eq!(colour(&words(&["x"])), When::Auto);
    }
}
