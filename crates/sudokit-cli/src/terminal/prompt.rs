//! `sudokit` alone at a terminal: asks for a file or a puzzle, then solves, shows and saves it.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use anstyle::Style;
use sudokit::ProblemCode;
use sudokit::format::{ReadOptions, read_puzzle};

use crate::io::input::{self, Source};
use crate::io::interrupt;
use crate::io::output::Destination;
use crate::report::Exit;
use crate::terminal::messages::Messages;
use crate::verbs::solve;

const STRONG: Style = Style::new().bold();

/// Lines that follow each other more quickly were pasted, not typed.
const PASTED: Duration = Duration::from_millis(150);

/// Asks until something can be read, then solves it. An empty line or the end of the input quits.
///
/// # Errors
/// Whatever stops the run, and errors of the terminal.
pub fn run(options: &mut solve::SolveOptions, messages: &Messages) -> anyhow::Result<Exit> {
    say(&format!(
        "{STRONG}Sudokit{STRONG:#} solves Sudoku puzzles of every size and file form.\n\
         Press Enter on an empty line to quit; `sudokit --help` shows everything else.\n\n"
    ))?;
    let mut lines = TypedLines::new();
    loop {
        say("Path of the puzzle file, or a puzzle: ")?;
        let Some(source) = lines.source()? else {
            say("Goodbye.\n")?;
            return Ok(Exit::Answered);
        };
        // A puzzle that was typed has no file to save its solution beside.
        options.destination = match source {
            Source::Text(_) => Destination::Stdout,
            _ => Destination::Beside,
        };
        options.sources = vec![source];
        say("\n")?;
        match solve::run_counted(options, messages) {
            Ok((Exit::Trouble, 0)) => say("\n")?,
            Ok((exit, _)) => return Ok(exit),
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

/// The lines that are typed or pasted. A thread of its own reads them, to tell the two apart by
/// their pace.
struct TypedLines {
    lines: Receiver<String>,
    /// Lines that were read and not used yet.
    waiting: VecDeque<String>,
}

impl TypedLines {
    fn new() -> TypedLines {
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in io::stdin().lines() {
                if !line.is_ok_and(|line| sender.send(line).is_ok()) {
                    return;
                }
            }
        });
        TypedLines {
            lines,
            waiting: VecDeque::new(),
        }
    }

    /// The file or the puzzle that was typed, or nothing for an empty line or the end of the input.
    fn source(&mut self) -> io::Result<Option<Source>> {
        let Some(mut first) = self.next() else {
            say("\n")?;
            return Ok(None);
        };
        // A pasted puzzle may start with an empty line.
        while first.trim().is_empty() {
            match self.next_pasted() {
                Some(line) => first = line,
                None => return Ok(None),
            }
        }
        let path = clean(&first, std::env::home_dir());
        let is_file = path.as_ref().is_some_and(|path| path.exists());
        if !is_file && let Some(text) = self.puzzle(&first)? {
            return Ok(Some(Source::text(&text)));
        }
        Ok(path.map(Source::File))
    }

    /// The puzzle that starts with this line, if one does.
    fn puzzle(&mut self, first: &str) -> io::Result<Option<String>> {
        let options = ReadOptions::default();
        let mut text = first.to_string();
        let mut rest = Vec::new();
        while let Some(line) = self.next_pasted() {
            text.push('\n');
            text.push_str(&line);
            rest.push(line);
        }
        if input::is_puzzle(&text, &options) && (rest.is_empty() || is_readable(&text)) {
            return Ok(Some(text));
        }
        if is_row(first) && !is_readable(&text) {
            // An empty line ends it.
            if rest.last().is_some_and(|line| line.trim().is_empty()) {
                return Ok(Some(text));
            }
            // Typed row by row.
            say("(the other rows, or an empty line to end)\n")?;
            while !is_readable(&text)
                && let Some(line) = self.next().filter(|line| !line.trim().is_empty())
            {
                text.push('\n');
                text.push_str(&line);
            }
            return Ok(Some(text));
        }
        // Not one puzzle: each line is an answer of its own.
        self.waiting.extend(rest);
        Ok(None)
    }

    fn next(&mut self) -> Option<String> {
        let waiting = self.waiting.pop_front();
        waiting.or_else(|| interrupt::while_waiting(|| self.lines.recv().ok()))
    }

    /// The next line, if it is there already.
    fn next_pasted(&mut self) -> Option<String> {
        let waiting = self.waiting.pop_front();
        waiting.or_else(|| interrupt::while_waiting(|| self.lines.recv_timeout(PASTED).ok()))
    }
}

/// Whether a text is a puzzle, or several.
fn is_readable(text: &str) -> bool {
    match read_puzzle(text.as_bytes(), ReadOptions::default()) {
        Ok(_) => true,
        Err(problem) => problem.code == ProblemCode::SeveralPuzzles,
    }
}

/// Whether a line can be the first of a board: cells, blanks and frames, and no word.
fn is_row(line: &str) -> bool {
    let is_cell = |c: char| !c.is_lowercase() && c != '/' && c != '\\' || c == 'x';
    let cells = line.chars().filter(|c| !c.is_whitespace()).count();
    cells >= 4 && line.chars().all(is_cell)
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
    fn rows_are_told_from_names() {
        for row in [
            "53..7....",
            "5 3 . | . 7 .",
            "+---+---+",
            "[[5, 3, 0,",
            "A.3F....",
            "xx3xx",
        ] {
            assert!(is_row(row), "{row}");
        }
        for name in ["board.txt", "C:\\BOARD.TXT", "/DATA/1", "b", "123", "a1"] {
            assert!(!is_row(name), "{name}");
        }
    }

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
