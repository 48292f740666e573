//! `sudokit library list` and `export`: finds puzzles and writes them.

use std::ops::ControlFlow;
use std::path::PathBuf;

use sudokit_library::{ListOptions, Query, SortKey};

use super::problem;
use super::write::{EntryFormat, EntryWriter};
use crate::args::quantities::{plural, thousands};
use crate::io::output::Destination;
use crate::report::Exit;
use crate::terminal::messages::Messages;

/// What `list` or `export` was asked to do.
pub struct LibraryListOptions {
    pub library: PathBuf,
    pub query: Query,
    pub order: ListOptions,
    /// Nobody asked for so few rows.
    pub is_short: bool,
    /// Nobody chose the seed, so it should be said.
    pub tells_seed: bool,
    pub manner: EntryFormat,
    pub destination: Destination,
}

/// Finds and writes.
///
/// # Errors
/// Those of the library, and those of writing.
pub fn list(options: &LibraryListOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let library = super::open_read_only(&options.library)?;
    let mut sink = options.destination.open()?;
    let mut writer = EntryWriter::new(options.manner, &options.destination);
    let found = library.for_each(&options.query, &options.order, |entry| {
        writer.entry(&entry, &mut sink)?;
        Ok::<_, ListError>(ControlFlow::Continue(()))
    });
    found.map_err(|trouble| match trouble {
        ListError::Library(error) => problem(&error).into(),
        ListError::Writing(error) => error,
    })?;
    let exit = writer.finish(&mut sink, messages)?;
    options.destination.finish(sink, true, messages)?;
    if writer.written() == 0 && exit == Exit::Answered {
        messages.remark("no puzzle is like that");
    }
    if options.is_short && options.order.limit == Some(writer.written()) {
        let all = library
            .count(&options.query)
            .map_err(|error| problem(&error))?;
        if all > writer.written() {
            messages.remark(format_args!(
                "the first {} of {} puzzles; --limit N shows more",
                writer.written(),
                thousands(all)
            ));
        }
    }
    if let (SortKey::Random(seed), true) = (options.order.sort, options.tells_seed) {
        messages.remark(format_args!("--seed {seed} gives the same again"));
    }
    Ok(exit)
}

/// What can stop a list.
enum ListError {
    Library(sudokit_library::LibraryError),
    Writing(anyhow::Error),
}

impl From<sudokit_library::LibraryError> for ListError {
    fn from(error: sudokit_library::LibraryError) -> ListError {
        ListError::Library(error)
    }
}

impl From<anyhow::Error> for ListError {
    fn from(error: anyhow::Error) -> ListError {
        ListError::Writing(error)
    }
}

/// What `remove` was asked to do.
pub struct RemoveOptions {
    pub library: PathBuf,
    pub chosen: RemoveTarget,
    /// Only say how many it would be.
    pub dry_run: bool,
}

/// Which puzzles are to go.
pub enum RemoveTarget {
    Found(Box<Query>),
    /// Of isomorphs all but the first.
    Isomorphs,
}

/// Removes them.
///
/// # Errors
/// Those of the library.
pub fn remove(options: &RemoveOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let mut library = super::open(&options.library)?;
    let (removed, wanted) = match &options.chosen {
        RemoveTarget::Isomorphs => {
            let removed = library.merge_isomorphs().map_err(|error| problem(&error))?;
            (removed, 0)
        }
        RemoveTarget::Found(query) => {
            let removed = match options.dry_run {
                true => library.count(query),
                false => library.remove(query),
            };
            (
                removed.map_err(|error| problem(&error))?,
                query.ids.len() as u64,
            )
        }
    };
    let would = if options.dry_run { "would be " } else { "" };
    messages.remark(format_args!("{} {would}removed", plural(removed, "puzzle")));
    // A number that was named and is not there is a mistake; flags may find nothing.
    Ok(match removed < wanted {
        true => Exit::Failed,
        false => Exit::Answered,
    })
}
