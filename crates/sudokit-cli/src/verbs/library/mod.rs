//! `sudokit library`: a collection of puzzles in one file.
//!
//! The collection itself is `sudokit-library`; here are files, flags, tables and the bar.

mod add;
mod intake;
mod list;
mod options;
mod rate;
mod show;
mod stats;
mod write;

use std::path::Path;

use sudokit_library::{Library, LibraryError};

use crate::io::input::Source;
use crate::report::Exit;
use crate::report::error::CliError;
use crate::terminal::messages::Messages;
pub use options::LibraryArgs;

/// What `library` was asked to do.
pub enum LibraryOptions {
    Add(add::AddOptions),
    Rate(rate::LibraryRateOptions),
    List(list::LibraryListOptions),
    Show(show::ShowOptions),
    Stats(stats::StatsOptions),
    Remove(list::RemoveOptions),
}

/// Does it.
///
/// # Errors
/// What stops the whole run.
pub fn run(options: &LibraryOptions, messages: &Messages) -> anyhow::Result<Exit> {
    match options {
        LibraryOptions::Add(options) => add::run(options, messages),
        LibraryOptions::Rate(options) => rate::run(options, messages),
        LibraryOptions::List(options) => list::list(options, messages),
        LibraryOptions::Show(options) => show::run(options, messages),
        LibraryOptions::Stats(options) => stats::run(options),
        LibraryOptions::Remove(options) => list::remove(options, messages),
    }
}

/// Opens a library for queries.
///
/// # Errors
/// When there is none, with the name of one that may have been meant.
pub fn open_read_only(path: &Path) -> Result<Library, CliError> {
    Library::open_read_only(path).map_err(|error| problem(&error))
}

/// Opens a library for changes.
///
/// # Errors
/// When there is none, with the name of one that may have been meant.
fn open(path: &Path) -> Result<Library, CliError> {
    Library::open(path).map_err(|error| problem(&error))
}

/// What is wrong with a library, and how to mend it.
fn problem(error: &LibraryError) -> CliError {
    let help = match error {
        LibraryError::Missing { path } => match Source::new(path).open() {
            Err(missing) if missing.help.starts_with("did you mean") => missing.help,
            _ => error.help().to_string(),
        },
        _ => error.help().to_string(),
    };
    CliError::new(error.to_string(), help)
}
