//! `sudokit library list`, `export` and `remove`: finds puzzles and writes or removes them.

use std::ops::ControlFlow;
use std::path::PathBuf;

use sudokit_library::{ListOptions, Query, SortKey};

use super::problem;
use super::write::{EntryFormat, EntryWriter};
use crate::args::quantities::{plural, thousands};
use crate::io::output::Destination;
use crate::report::Exit;
use crate::terminal::messages::Messages;

/// The options of `list` and `export`.
pub struct LibraryListOptions {
    pub library: PathBuf,
    pub query: Query,
    pub order: ListOptions,
    /// The number of rows is limited by default.
    pub is_short: bool,
    /// The seed was not given, so it is reported.
    pub reports_seed: bool,
    pub format: EntryFormat,
    pub destination: Destination,
}

/// Finds puzzles and writes them.
///
/// # Errors
/// Those of the library and of writing.
pub fn list(options: &LibraryListOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let library = super::open_read_only(&options.library)?;
    let mut sink = options.destination.open()?;
    let mut writer = EntryWriter::new(options.format, &options.destination);
    let found = library.for_each(&options.query, &options.order, |entry| {
        writer.entry(&entry, &mut sink)?;
        Ok::<_, ListError>(ControlFlow::Continue(()))
    });
    found.map_err(|failure| match failure {
        ListError::Library(error) => problem(&error).into(),
        ListError::Writing(error) => error,
    })?;
    let exit = writer.finish(&mut sink, messages)?;
    options.destination.finish(sink, true, messages)?;
    if writer.written() == 0 && exit == Exit::Answered {
        messages.remark("no matching puzzle");
    }
    if options.is_short && options.order.limit == Some(writer.written()) {
        let all = library
            .count(&options.query)
            .map_err(|error| problem(&error))?;
        if all > writer.written() {
            messages.remark(format_args!(
                "first {} of {} puzzles; --limit N shows more",
                writer.written(),
                thousands(all)
            ));
        }
    }
    if let (SortKey::Random(seed), true) = (options.order.sort, options.reports_seed) {
        messages.remark(format_args!("--seed {seed} gives the same order again"));
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

/// The options of `remove`.
pub struct RemoveOptions {
    pub library: PathBuf,
    pub chosen: RemoveTarget,
    /// Only report how many there would be.
    pub dry_run: bool,
}

/// Which puzzles to remove.
pub enum RemoveTarget {
    Found(Box<Query>),
    /// All but the first of each class of isomorphs.
    Isomorphs,
}

/// Removes puzzles.
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
    // An id that does not exist is an error; a query may find nothing.
    Ok(match removed < wanted {
        true => Exit::Failed,
        false => Exit::Answered,
    })
}
