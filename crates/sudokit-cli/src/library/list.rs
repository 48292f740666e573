//! `sudokit library list` and `export`: finds puzzles and writes them.

use std::ops::ControlFlow;
use std::path::PathBuf;

use sudokit_library::{ListOptions, Query, SortKey};

use super::problem;
use super::write::{Manner, Writer};
use crate::exit::Exit;
use crate::output::Destination;
use crate::quantities::thousands;
use crate::talk::Talk;

/// What `list` or `export` was asked to do.
pub struct Plan {
    pub library: PathBuf,
    pub query: Query,
    pub order: ListOptions,
    /// Nobody asked for so few rows.
    pub is_short: bool,
    /// Nobody chose the seed, so it should be said.
    pub tells_seed: bool,
    pub manner: Manner,
    pub destination: Destination,
}

/// Finds and writes.
///
/// # Errors
/// Those of the library, and those of writing.
pub fn run(plan: &Plan, talk: &Talk) -> anyhow::Result<Exit> {
    let library = super::open_read_only(&plan.library)?;
    let mut sink = plan.destination.open()?;
    let mut writer = Writer::new(plan.manner, &plan.destination);
    let found = library.for_each(&plan.query, &plan.order, |entry| {
        writer.entry(&entry, &mut sink)?;
        Ok::<_, Trouble>(ControlFlow::Continue(()))
    });
    found.map_err(|trouble| match trouble {
        Trouble::Library(error) => problem(&error).into(),
        Trouble::Writing(error) => error,
    })?;
    let exit = writer.finish(&mut sink, talk)?;
    plan.destination.finish(sink, true, talk)?;
    if writer.written() == 0 && exit == Exit::Answered {
        talk.remark("no puzzle is like that");
    }
    if plan.is_short && plan.order.limit == Some(writer.written()) {
        let all = library
            .count(&plan.query)
            .map_err(|error| problem(&error))?;
        if all > writer.written() {
            talk.remark(format_args!(
                "the first {} of {} puzzles; --limit N shows more",
                writer.written(),
                thousands(all)
            ));
        }
    }
    if let (SortKey::Random(seed), true) = (plan.order.sort, plan.tells_seed) {
        talk.remark(format_args!("--seed {seed} gives the same again"));
    }
    Ok(exit)
}

/// What can stop a list.
enum Trouble {
    Library(sudokit_library::LibraryError),
    Writing(anyhow::Error),
}

impl From<sudokit_library::LibraryError> for Trouble {
    fn from(error: sudokit_library::LibraryError) -> Trouble {
        Trouble::Library(error)
    }
}

impl From<anyhow::Error> for Trouble {
    fn from(error: anyhow::Error) -> Trouble {
        Trouble::Writing(error)
    }
}
