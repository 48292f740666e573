//! Parses the command line. `sudokit FILE` means `sudokit solve FILE`, and input that is piped in
//! without a verb is solved.

use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::process::ExitCode;

use clap::{ColorChoice, CommandFactory, FromArgMatches};

use crate::args::{Command, When};
use crate::report::Exit;
use crate::report::error::CliError;
use crate::terminal::messages::Messages;

/// Parses the arguments. Help and usage errors are printed here; the error is the exit code.
///
/// # Errors
/// When help or a usage error was printed.
pub fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Command, ExitCode> {
    let typed: Vec<OsString> = arguments.collect();
    if let Some((verb, feature)) = missing_verb(&typed) {
        Messages::new(false).cli_error(&CliError::new(
            format!("this build of sudokit has no `{verb}`"),
            format!("install it with `cargo install sudokit-cli --features {feature}`"),
        ));
        return Err(Exit::Trouble.into());
    }
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
        // A closed pipe after `--help` is not an error.
        let _ = error.print();
        let exit = if error.use_stderr() {
            Exit::Trouble
        } else {
            Exit::Answered
        };
        exit.into()
    })
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
