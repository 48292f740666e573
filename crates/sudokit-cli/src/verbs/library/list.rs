//! `sudokit library list`, `export` and `remove`: finds puzzles and writes or removes them.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use sudokit_library::{Library, ListOptions, Query, RatingKind, SortKey};

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
    let shows_er = options.query.er.is_some() || options.order.sort == SortKey::Er;
    let mut writer = EntryWriter::new(options.format, shows_er, &options.destination);
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
        advise_on_rating(&library, &options.library, &options.query, messages)?;
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

/// Notes that puzzles without a rating match no level, score, ER or technique, and how to rate them.
fn advise_on_rating(
    library: &Library,
    path: &Path,
    query: &Query,
    messages: &Messages,
) -> anyhow::Result<()> {
    if query.er.is_some() {
        let unrated = library.count_unrated(RatingKind::Explainer);
        let unrated = unrated.map_err(|error| problem(&error))?;
        if unrated > 0 {
            messages.note(format_args!(
                "{} without ER; `sudokit library rate --er {}` computes it",
                plural(unrated, "puzzle"),
                path.display()
            ));
        }
    }
    let asks_for_rating = !query.levels.is_empty()
        || query.score.is_some()
        || !query.techniques.is_empty()
        || !query.hardest.is_empty()
        || query.has_rating == Some(true);
    if !asks_for_rating {
        return Ok(());
    }
    let count = |has_rating| {
        let rated = Query {
            has_rating,
            ..Query::default()
        };
        library.count(&rated).map_err(|error| problem(&error))
    };
    let (all, unrated) = (count(None)?, count(Some(false))?);
    let what = match unrated {
        0 => return Ok(()),
        _ if unrated == all => "no puzzle is rated yet".to_string(),
        1 => "1 puzzle is not rated yet".to_string(),
        some => format!("{} puzzles are not rated yet", thousands(some)),
    };
    messages.note(format_args!(
        "{what}; `sudokit library rate {}` rates them",
        path.display()
    ));
    Ok(())
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
    if let (0, RemoveTarget::Found(query)) = (removed, &options.chosen) {
        advise_on_rating(&library, &options.library, query, messages)?;
    }
    let would = if options.dry_run { "would be " } else { "" };
    messages.remark(format_args!("{} {would}removed", plural(removed, "puzzle")));
    // An id that does not exist is an error; a query may find nothing.
    Ok(match removed < wanted {
        true => Exit::Failed,
        false => Exit::Answered,
    })
}
