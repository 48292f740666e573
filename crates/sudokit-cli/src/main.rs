//! The `sudokit` command: a thin door to the library.
//!
//! What was typed ([`args`]) becomes what is meant ([`plan`]), and each verb is a file of its
//! own. Data goes to standard output, talk ([`talk`]) to standard error.

mod about;
mod args;
mod board;
mod candidate_grid;
mod case;
mod check;
mod compare;
mod convert;
mod count;
mod dedupe;
mod dress;
mod effort;
mod engines;
mod exit;
mod explain;
mod fault;
mod files;
mod generate;
mod help;
mod highlight;
mod hint;
mod input;
mod interrupt;
mod library;
mod lines;
mod neighbours;
mod output;
mod pages;
mod pipeline;
mod plan;
mod problem;
mod progress;
mod prompt;
mod prose;
mod puzzles;
mod quantities;
mod rate;
mod render;
mod report;
mod serve;
mod snippet;
mod solve;
mod survey;
mod talk;
mod techniques;
mod transform;
mod typed;
mod verdict;

use std::io::Write;
use std::process::ExitCode;

use exit::Exit;
use plan::Plan;
use talk::Talk;

fn main() -> ExitCode {
    let command = match typed::parse(std::env::args_os()) {
        Ok(command) => command,
        Err(code) => return code,
    };
    let talk = Talk::new(command.talk.quiet);
    let exit = Plan::new(command, interrupt::listen())
        .map_err(anyhow::Error::from)
        .and_then(|plan| run(plan, &talk))
        .unwrap_or_else(|error| {
            if problem::is_closed_pipe(&error) {
                return Exit::Answered;
            }
            talk.error(&error);
            Exit::Trouble
        });
    exit.into()
}

fn run(plan: Plan, talk: &Talk) -> anyhow::Result<Exit> {
    match plan {
        Plan::Solve(plan) => solve::run(&plan, talk),
        Plan::Prompt(mut plan) => prompt::run(&mut plan, talk),
        Plan::Check(plan) => check::run(&plan, talk),
        Plan::Count(plan) => count::run(&plan, talk),
        Plan::Compare(plan) => compare::run(&plan, talk),
        Plan::Convert(plan) => convert::run(&plan, talk),
        Plan::Transform(plan) => transform::run(&plan, talk),
        Plan::Dedupe(plan) => dedupe::run(&plan, talk),
        Plan::Hint(plan) => hint::run(&plan, talk),
        Plan::Explain(plan) => explain::run(&plan, talk),
        Plan::Rate(plan) => rate::run(&plan, talk),
        Plan::Generate(plan) => generate::run(&plan, talk),
        Plan::Render(plan) => render::run(&plan, talk),
        Plan::Neighbours(plan) => neighbours::run(&plan, talk),
        Plan::Library(plan) => library::run(&plan, talk),
        Plan::Serve(plan) => serve::run(&plan, talk),
        Plan::Techniques => print(techniques::table().trim_end()),
        Plan::Completions(shell) => pages::completions(shell).map(|()| Exit::Answered),
        Plan::Man(None) => pages::man().map(|()| Exit::Answered),
        Plan::Man(Some(directory)) => pages::man_into(&directory, talk).map(|()| Exit::Answered),
        Plan::Version => print(&about::version()),
        Plan::About(width) => print(&about::details(width)),
    }
}

fn print(text: &str) -> anyhow::Result<Exit> {
    writeln!(std::io::stdout(), "{text}")?;
    Ok(Exit::Answered)
}
