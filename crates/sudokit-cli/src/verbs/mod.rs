//! The verbs: one file or folder each. A verb's `options` holds its flags as typed (`…Args`) and
//! as meant (`…Options`); its `run` does the work and returns the exit code.

pub mod check;
pub mod compare;
pub mod convert;
pub mod count;
pub mod dataset;
pub mod dedupe;
pub mod explain;
pub mod generate;
pub mod hint;
#[cfg(feature = "library")]
pub mod library;
pub mod manual;
pub mod neighbours;
pub mod rate;
#[cfg(feature = "render")]
pub mod render;
#[cfg(feature = "web")]
pub mod serve;
pub mod solve;
pub mod survey;
pub mod transform;
pub mod version;

use sudokit::solve::CancelToken;

use crate::args::search::{self, SearchOptions};
use crate::args::{Command, LogicArgs, Verb, techniques};
use crate::io::output;
use crate::report::Exit;
use crate::terminal::messages::Messages;
use crate::terminal::prompt;

/// Runs what the command line asks for.
///
/// # Errors
/// Flags that contradict each other, and whatever stops the whole run.
pub fn run(command: Command, cancel: CancelToken, messages: &Messages) -> anyhow::Result<Exit> {
    if command.version && !command.verbose && !command.about {
        return print(&version::version());
    }
    let width = search::width(std::env::var_os(search::WIDTH_VARIABLE).as_deref())?;
    if command.about || command.version {
        return print(&version::details(width));
    }
    let search = SearchOptions {
        width,
        ..SearchOptions::unlimited(cancel)
    };
    let Some(verb) = command.verb else {
        return prompt::run(&mut solve::SolveOptions::for_prompt(search), messages);
    };
    if logic_args(&verb).is_some_and(LogicArgs::asks_for_list) {
        return print(techniques::table().trim_end());
    }
    match verb {
        Verb::Solve(args) => {
            let mut options = solve::SolveOptions::new(args, search)?;
            if let (Some(first), true) = (options.sources.first_mut(), command.verb_was_missing) {
                first.may_be_a_verb();
            }
            solve::run(&options, messages)
        }
        Verb::Check(args) => check::run(&check::CheckOptions::new(args, search)?, messages),
        Verb::Count(args) => count::run(&count::CountOptions::new(args, search)?, messages),
        Verb::Compare(args) => compare::run(&compare::CompareOptions::new(args, search)?, messages),
        Verb::Convert(args) => convert::run(&convert::ConvertOptions::new(args, search)?, messages),
        Verb::Transform(args) => {
            transform::run(&transform::TransformOptions::new(args, search)?, messages)
        }
        Verb::Dedupe(args) => dedupe::run(&dedupe::DedupeOptions::new(args, search)?, messages),
        Verb::Hint(args) => hint::run(&hint::HintOptions::new(args, search)?, messages),
        Verb::Explain(args) => explain::run(&explain::ExplainOptions::new(args, search)?, messages),
        Verb::Rate(args) => rate::run(&rate::RateOptions::new(args, search)?, messages),
        Verb::Generate(args) => {
            generate::run(&generate::GenerateOptions::new(*args, &search)?, messages)
        }
        #[cfg(feature = "render")]
        Verb::Render(args) => render::run(&render::RenderOptions::new(args, search)?, messages),
        Verb::Neighbours(args) => {
            neighbours::run(&neighbours::NeighboursOptions::new(args, search)?, messages)
        }
        #[cfg(feature = "library")]
        Verb::Library(args) => library::run(&library::LibraryOptions::new(args, search)?, messages),
        #[cfg(feature = "web")]
        Verb::Serve(args) => serve::run(&serve::ServeOptions::new(args), messages),
        Verb::Dataset(args) => {
            dataset::run(&dataset::DatasetOptions::new(*args, search)?, messages)
        }
        Verb::Completions(args) => manual::completions(args.shell),
        Verb::Man(args) => manual::man(args.dir.as_deref(), messages),
    }
}

/// The technique flags of a verb that has them.
fn logic_args(verb: &Verb) -> Option<&LogicArgs> {
    match verb {
        Verb::Hint(args) => Some(&args.logic),
        Verb::Explain(args) => Some(&args.logic),
        Verb::Rate(args) => Some(&args.logic),
        _ => None,
    }
}

fn print(text: &str) -> anyhow::Result<Exit> {
    output::print(format!("{text}\n").as_bytes())?;
    Ok(Exit::Answered)
}
