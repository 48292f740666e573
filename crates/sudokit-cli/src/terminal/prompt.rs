//! `sudokit` alone at a terminal: asks for a file, then solves, shows and saves it.

use std::io::{self, Write};
use std::path::PathBuf;

use anstyle::Style;

use crate::io::input::Source;
use crate::io::interrupt;
use crate::report::Exit;
use crate::terminal::messages::Messages;
use crate::verbs::solve;

const STRONG: Style = Style::new().bold();

/// Asks until a file can be read, then solves it. An empty line or the end of the input quits.
///
/// # Errors
/// Whatever stops the run, and errors of the terminal.
pub fn run(options: &mut solve::SolveOptions, messages: &Messages) -> anyhow::Result<Exit> {
    say(&format!(
        "{STRONG}Sudokit{STRONG:#} solves Sudoku puzzles of every size and file form.\n\
         Press Enter on an empty line to quit; `sudokit --help` shows everything else.\n\n"
    ))?;
    loop {
        say("Path of the puzzle file: ")?;
        let Some(path) = answer()? else {
            say("Goodbye.\n")?;
            return Ok(Exit::Answered);
        };
        options.sources = vec![Source::File(path)];
        say("\n")?;
        match solve::run(options, messages) {
            Ok(Exit::Trouble) => say("\n")?,
            Ok(exit) => return Ok(exit),
            Err(error) => {
                messages.error(&error);
                say("\n")?;
            }
        }
    }
}

fn say(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// The path that was typed, or nothing for an empty line or the end of the input.
fn answer() -> io::Result<Option<PathBuf>> {
    let mut line = String::new();
    let length = interrupt::while_waiting(|| io::stdin().read_line(&mut line))?;
    if length == 0 {
        say("\n")?;
    }
    Ok(clean(&line, std::env::home_dir()))
}

/// Cleans up a pasted path: quotation marks, surrounding blanks, spaces escaped by a terminal, or a
/// leading `~`.
fn clean(line: &str, home: Option<PathBuf>) -> Option<PathBuf> {
    let line = line.trim();
    let quoted = |mark: char| {
        line.strip_prefix(mark)
            .and_then(|rest| rest.strip_suffix(mark))
    };
    let path = match quoted('"').or_else(|| quoted('\'')) {
        Some(inner) => inner.to_string(),
        None => line.replace("\\ ", " "),
    };
    if path.is_empty() {
        return None;
    }
    match (path.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => Some(home.join(rest)),
        _ => Some(PathBuf::from(path)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasted_paths_are_accepted() {
        let clean = |line| clean(line, Some(PathBuf::from("/home/me")));
        assert_eq!(clean("  board.txt \n"), Some("board.txt".into()));
        assert_eq!(clean("\"my board.txt\"\n"), Some("my board.txt".into()));
        assert_eq!(clean("'my board.txt'"), Some("my board.txt".into()));
        assert_eq!(clean("my\\ board.txt"), Some("my board.txt".into()));
        assert_eq!(clean("~/board.txt"), Some("/home/me/board.txt".into()));
        assert_eq!(clean(" \r\n"), None);
        assert_eq!(clean("\"\""), None);
    }
}
