//! Everything that is said on standard error: errors, notes and the progress bar.
//!
//! It all goes through one [`Talk`], so that a message never lands in the middle of the bar.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::io::{IsTerminal, Write};

use annotate_snippets::Renderer;
use anstyle::{AnsiColor, Style};
use indicatif::ProgressBar;
use sudokit::Problem;
use sudokit::format::Piece;

use crate::report::error::{self, CliError};
use crate::report::snippet;
use crate::terminal::progress::ProgressDisplay;

const ERROR: Style = AnsiColor::BrightRed.on_default().bold();

const NOTE: Style = AnsiColor::BrightGreen.on_default().bold();

const HELP: Style = AnsiColor::BrightCyan.on_default().bold();

/// The voice of the program.
pub struct Messages {
    quiet: bool,
    renderer: Renderer,
    bar: RefCell<Option<ProgressBar>>,
    /// An answer ended in the middle of a line of the terminal that this voice shares.
    line_is_open: Cell<bool>,
}

impl Messages {
    /// A voice; a quiet one says nothing but errors.
    pub fn new(quiet: bool) -> Messages {
        let width = terminal_size::terminal_size_of(std::io::stderr())
            .map_or(100, |(width, _)| usize::from(width.0));
        Messages {
            quiet,
            renderer: Renderer::styled().term_width(width),
            bar: RefCell::new(None),
            line_is_open: Cell::new(false),
        }
    }

    /// Remembers whether the answer that was just handed over ended in the middle of a line. What
    /// is said next starts on a new one if both go to a terminal, where they would run together.
    pub fn follows(&self, open_line: bool) {
        let shared = || std::io::stdout().is_terminal() && std::io::stderr().is_terminal();
        self.line_is_open.set(open_line && shared());
    }

    /// Whether it says nothing but errors.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// A plain line, whether quiet or not.
    pub fn line(&self, text: impl fmt::Display) {
        self.write(&format!("{text}\n"));
    }

    /// Something worth knowing; a quiet voice leaves it out.
    pub fn note(&self, text: impl fmt::Display) {
        if !self.quiet {
            self.write(&format!("{NOTE}note{NOTE:#}: {text}\n"));
        }
    }

    /// A few words of comfort or success; a quiet voice leaves them out.
    pub fn remark(&self, text: impl fmt::Display) {
        if !self.quiet {
            self.line(text);
        }
    }

    /// A problem and how to mend it.
    pub fn problem(&self, problem: &CliError) {
        let mut text = format!("{ERROR}error{ERROR:#}: {}\n", problem.message);
        if !problem.help.is_empty() {
            text += &format!("{HELP} help{HELP:#}: {}\n", problem.help);
        }
        self.write(&text);
    }

    /// Whatever stopped a run.
    pub fn error(&self, error: &anyhow::Error) {
        match error::behind(error) {
            Some(problem) => self.problem(problem),
            None => self.problem(&CliError::new(format!("{error:#}"), "")),
        }
    }

    /// What is wrong with a puzzle, with its lines and carets under the places.
    pub fn puzzle_problem(&self, source: &str, piece: &Piece, problem: &Problem) {
        self.write(&snippet::render(&self.renderer, source, piece, problem));
    }

    /// Shows progress until the watch is dropped, if somebody is there to see it. Where answers
    /// share the terminal with it, many of them are progress enough.
    pub fn progress(&self, bytes: Option<u64>, shared: bool) -> ProgressDisplay<'_> {
        let seen = !self.quiet && std::io::stderr().is_terminal();
        ProgressDisplay::start(seen.then_some(&self.bar), bytes, shared)
    }

    /// Nobody can be told that standard error is closed, so that is not an error.
    fn write(&self, text: &str) {
        let begin = if self.line_is_open.take() { "\n" } else { "" };
        let write = || {
            let _ = write!(anstream::stderr().lock(), "{begin}{text}");
        };
        match &*self.bar.borrow() {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}
