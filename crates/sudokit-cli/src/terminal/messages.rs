//! Everything written to standard error: errors, notes and the progress bar.
//!
//! All of it goes through one [`Messages`], so that a message never ends up in the middle of the
//! bar.

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

/// Writes messages to standard error.
pub struct Messages {
    quiet: Cell<bool>,
    /// The interruption was reported.
    interruption_told: Cell<bool>,
    renderer: Renderer,
    bar: RefCell<Option<ProgressBar>>,
    /// The last output ended in the middle of a line of the terminal that both share.
    line_is_open: Cell<bool>,
}

impl Messages {
    /// A quiet one writes only errors.
    pub fn new(quiet: bool) -> Messages {
        let width = terminal_size::terminal_size_of(std::io::stderr())
            .map_or(100, |(width, _)| usize::from(width.0));
        Messages {
            quiet: Cell::new(quiet),
            interruption_told: Cell::new(false),
            renderer: Renderer::styled().term_width(width),
            bar: RefCell::new(None),
            line_is_open: Cell::new(false),
        }
    }

    /// Records whether the output so far ended in the middle of a line. If both go to a terminal,
    /// the next message starts on a new line.
    pub fn follows(&self, open_line: bool) {
        let shared = || std::io::stdout().is_terminal() && std::io::stderr().is_terminal();
        self.line_is_open.set(open_line && shared());
    }

    /// Whether only errors are written.
    pub fn is_quiet(&self) -> bool {
        self.quiet.get()
    }

    /// Writes only errors from now on, because the output is a closed pipe.
    pub fn hush(&self) {
        self.quiet.set(true);
    }

    /// Says that the run was interrupted and what it leaves, once.
    pub fn interrupted(&self, text: impl fmt::Display) {
        if !self.interruption_told.replace(true) {
            self.line(format_args!("Interrupted: {text}"));
        }
    }

    /// Writes a line, even if quiet.
    pub fn line(&self, text: impl fmt::Display) {
        self.write(&format!("{text}\n"));
    }

    /// Writes a note, unless quiet.
    pub fn note(&self, text: impl fmt::Display) {
        if !self.is_quiet() {
            self.write(&format!("{NOTE}note{NOTE:#}: {text}\n"));
        }
    }

    /// Writes a line, unless quiet.
    pub fn remark(&self, text: impl fmt::Display) {
        if !self.is_quiet() {
            self.line(text);
        }
    }

    /// Writes an error and its help.
    pub fn cli_error(&self, problem: &CliError) {
        let mut text = format!("{ERROR}error{ERROR:#}: {}\n", problem.message);
        if !problem.help.is_empty() {
            text += &format!("{HELP} help{HELP:#}: {}\n", problem.help);
        }
        self.write(&text);
    }

    /// Writes an error of any kind.
    pub fn error(&self, error: &anyhow::Error) {
        match error::behind(error) {
            Some(problem) => self.cli_error(problem),
            None => self.cli_error(&CliError::new(format!("{error:#}"), "")),
        }
    }

    /// Writes what is wrong with a puzzle, with its source lines and carets.
    pub fn puzzle_problem(&self, source: &str, piece: &Piece, problem: &Problem) {
        self.write(&snippet::render(&self.renderer, source, piece, problem));
    }

    /// Shows progress until the result is dropped, if standard error is a terminal. `shared` says
    /// that output goes to the same terminal: then many results are progress enough.
    pub fn progress(&self, bytes: Option<u64>, shared: bool) -> ProgressDisplay<'_> {
        let seen = !self.is_quiet() && std::io::stderr().is_terminal();
        ProgressDisplay::start(seen.then_some(&self.bar), bytes, shared).with_messages(self)
    }

    /// A closed standard error is not an error: there is nowhere to report it.
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
