//! `sudokit library`: manages a collection of puzzles in one file.
//!
//! The collection itself is the crate `sudokit-library`; this is its command line.

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

/// The options of `library`.
pub enum LibraryOptions {
    Add(add::AddOptions),
    Rate(rate::LibraryRateOptions),
    List(list::LibraryListOptions),
    Show(show::ShowOptions),
    Stats(stats::StatsOptions),
    Remove(list::RemoveOptions),
}

/// Runs the action.
///
/// # Errors
/// Whatever stops the whole run.
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
/// When it does not exist, with a similar name as a suggestion.
pub fn open_read_only(path: &Path) -> Result<Library, CliError> {
    Library::open_read_only(path).map_err(|error| problem(&error))
}

/// Opens a library for changes.
///
/// # Errors
/// When it does not exist, with a similar name as a suggestion.
fn open(path: &Path) -> Result<Library, CliError> {
    Library::open(path).map_err(|error| problem(&error))
}

/// The error of a library, with a suggestion.
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
