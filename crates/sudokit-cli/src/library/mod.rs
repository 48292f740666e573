//! `sudokit library`: a collection of puzzles in one file.
//!
//! The collection itself is `sudokit-library`; here are files, flags, tables and the bar.

mod add;
mod args;
mod filter;
mod help;
mod intake;
mod list;
mod plan;
mod rate;
mod remove;
mod show;
mod stats;
mod title;
mod write;

use std::path::Path;

use sudokit_library::{Library, LibraryError};

use crate::exit::Exit;
use crate::input::Source;
use crate::problem::Problem;
use crate::talk::Talk;

pub use args::LibraryArgs;
pub use help::EXAMPLES;
pub use plan::plan;

/// What `library` was asked to do.
pub enum Plan {
    Add(add::Plan),
    Rate(rate::Plan),
    List(list::Plan),
    Show(show::Plan),
    Stats(stats::Plan),
    Remove(remove::Plan),
}

/// Does it.
///
/// # Errors
/// What stops the whole run.
pub fn run(plan: &Plan, talk: &Talk) -> anyhow::Result<Exit> {
    match plan {
        Plan::Add(plan) => add::run(plan, talk),
        Plan::Rate(plan) => rate::run(plan, talk),
        Plan::List(plan) => list::run(plan, talk),
        Plan::Show(plan) => show::run(plan, talk),
        Plan::Stats(plan) => stats::run(plan),
        Plan::Remove(plan) => remove::run(plan, talk),
    }
}

/// Opens a library for queries.
///
/// # Errors
/// When there is none, with the name of one that may have been meant.
pub fn open_read_only(path: &Path) -> Result<Library, Problem> {
    Library::open_read_only(path).map_err(|error| problem(&error))
}

/// Opens a library for changes.
///
/// # Errors
/// When there is none, with the name of one that may have been meant.
fn open(path: &Path) -> Result<Library, Problem> {
    Library::open(path).map_err(|error| problem(&error))
}

/// What is wrong with a library, and how to mend it.
fn problem(error: &LibraryError) -> Problem {
    let help = match error {
        LibraryError::Missing { path } => match Source::new(path).open() {
            Err(missing) if missing.help.starts_with("did you mean") => missing.help,
            _ => error.help().to_string(),
        },
        _ => error.help().to_string(),
    };
    Problem::new(error.to_string(), help)
}
