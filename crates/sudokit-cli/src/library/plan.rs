//! From what was typed behind `sudokit library` to what is meant.

use std::path::PathBuf;

use sudokit::format::ReadOptions;
use sudokit_library::Isomorphs;

use super::args::{Action, AddArgs, ExportArgs, LibraryArgs, ListArgs, RemoveArgs};
use super::write::Manner;
use super::{Plan, add, filter, list, rate, remove, show, stats};
use crate::effort::Effort;
use crate::input::Source;
use crate::output::Destination;
use crate::problem::Problem;

/// A table for people has no more rows than this unless told otherwise.
const USUAL_ROWS: u64 = 20;

/// Turns what was typed into what is meant. The files of `add`, and how to read them, are known
/// already.
///
/// # Errors
/// When it makes no sense together.
pub fn plan(
    args: LibraryArgs,
    unlimited: Effort,
    sources: impl FnOnce(crate::args::ReadArgs) -> Result<(Vec<Source>, ReadOptions), Problem>,
) -> Result<Plan, Problem> {
    Ok(match args.action {
        Action::Add(args) => Plan::Add(add_plan(args, unlimited, sources)?),
        Action::Rate(args) => Plan::Rate(rate::Plan {
            library: args.place.library,
            again: args.again,
            limit: args.limit,
            json: args.json,
            effort: Effort {
                threads: args.threads.number,
                ..unlimited
            },
        }),
        Action::List(args) => Plan::List(list_plan(args)?),
        Action::Export(args) => Plan::List(export_plan(args)?),
        Action::Show(args) => Plan::Show(show::Plan {
            library: args.place.library,
            ids: args.ids,
            json: args.json,
        }),
        Action::Stats(args) => Plan::Stats(stats::Plan {
            library: args.place.library,
            query: filter::query(args.filter)?,
            json: args.json,
        }),
        Action::Remove(args) => Plan::Remove(remove_plan(args)?),
    })
}

fn add_plan(
    args: AddArgs,
    unlimited: Effort,
    sources: impl FnOnce(crate::args::ReadArgs) -> Result<(Vec<Source>, ReadOptions), Problem>,
) -> Result<add::Plan, Problem> {
    let (sources, read) = sources(args.read)?;
    Ok(add::Plan {
        library: args.place.library,
        sources,
        read,
        twins: match args.keep_isomorphs {
            true => Isomorphs::Keep,
            false => Isomorphs::Merge,
        },
        keep_several: args.keep_several,
        rate: args.rate,
        json: args.json,
        effort: Effort {
            threads: args.threads.number,
            time_limit: Some(args.time_limit),
            ..unlimited
        },
    })
}

fn list_plan(args: ListArgs) -> Result<list::Plan, Problem> {
    let manner = match (args.to, args.report.json, args.report.csv) {
        (Some(form), ..) => Manner::Puzzles(form),
        (_, true, _) => Manner::Json,
        (_, _, true) => Manner::Csv,
        _ => Manner::Table,
    };
    let mut order = filter::order(&args.order);
    let is_short = manner == Manner::Table && order.limit.is_none();
    if is_short {
        order.limit = Some(USUAL_ROWS);
    }
    let destination = destination(args.output.path, &args.place.library)?;
    Ok(list::Plan {
        library: args.place.library,
        query: filter::query(args.filter)?,
        tells_seed: args.order.random && args.order.seed.is_none(),
        order,
        is_short,
        manner,
        destination,
    })
}

fn export_plan(args: ExportArgs) -> Result<list::Plan, Problem> {
    let destination = destination(args.output.path, &args.place.library)?;
    Ok(list::Plan {
        library: args.place.library,
        query: filter::query(args.filter)?,
        tells_seed: args.order.random && args.order.seed.is_none(),
        order: filter::order(&args.order),
        is_short: false,
        manner: Manner::Puzzles(args.to),
        destination,
    })
}

/// Where `-o` leads; the library itself is never written over.
fn destination(output: Option<PathBuf>, library: &std::path::Path) -> Result<Destination, Problem> {
    let destination = Destination::from_option(output.as_deref());
    destination.check(&[Source::new(library)])?;
    Ok(destination)
}

fn remove_plan(args: RemoveArgs) -> Result<remove::Plan, Problem> {
    let query = filter::query(args.filter)?;
    let chosen = match (args.isomorphs, filter::is_everything(&query)) {
        (true, true) => remove::Chosen::Isomorphs,
        (true, false) => {
            return Err(Problem::new(
                "--isomorphs looks at the whole library",
                "leave the other flags out",
            ));
        }
        (false, true) => {
            return Err(Problem::new(
                "nothing says which puzzles to remove",
                "name their numbers, or what they have in common: --givens 30.. or --level easy; \
                 to be rid of all of them remove the file",
            ));
        }
        (false, false) => remove::Chosen::Found(Box::new(query)),
    };
    Ok(remove::Plan {
        library: args.place.library,
        chosen,
        dry_run: args.dry_run,
    })
}
