//! `sudokit library remove`: throws puzzles away.

use std::path::PathBuf;

use sudokit_library::Query;

use super::problem;
use crate::exit::Exit;
use crate::quantities::plural;
use crate::talk::Talk;

/// What `remove` was asked to do.
pub struct Plan {
    pub library: PathBuf,
    pub chosen: Chosen,
    /// Only say how many it would be.
    pub dry_run: bool,
}

/// Which puzzles are to go.
pub enum Chosen {
    Found(Box<Query>),
    /// Of isomorphs all but the first.
    Isomorphs,
}

/// Removes them.
///
/// # Errors
/// Those of the library.
pub fn run(plan: &Plan, talk: &Talk) -> anyhow::Result<Exit> {
    let mut library = super::open(&plan.library)?;
    let (removed, wanted) = match &plan.chosen {
        Chosen::Isomorphs => {
            let merged = library.merge_isomorphs().map_err(|error| problem(&error))?;
            (merged.removed, 0)
        }
        Chosen::Found(query) => {
            let removed = match plan.dry_run {
                true => library.count(query),
                false => library.remove(query),
            };
            (
                removed.map_err(|error| problem(&error))?,
                query.ids.len() as u64,
            )
        }
    };
    let would = if plan.dry_run { "would be " } else { "" };
    talk.remark(format_args!("{} {would}removed", plural(removed, "puzzle")));
    // A number that was named and is not there is a mistake; flags may find nothing.
    Ok(match removed < wanted {
        true => Exit::Failed,
        false => Exit::Answered,
    })
}
