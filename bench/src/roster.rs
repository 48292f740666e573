//! The contenders of a run, selected by the arguments.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use sudokit::internals::Width;

use crate::args::Arguments;
use crate::contender::{
    COMMAND, Contender, Family, Lanes, Process, Threaded, in_memory, on_request,
};
use crate::results::Comparison;

/// The contenders, and the pairs to compare.
pub struct Roster {
    /// In the order of their turns.
    pub contenders: Vec<Box<dyn Contender>>,
    /// Pairs that differ in one thing.
    pub comparisons: Vec<Comparison>,
}

/// Returns the requested contenders.
///
/// # Errors
///
/// Returns an error if one of them does not exist.
pub fn assemble(arguments: &Arguments) -> Result<Roster> {
    let mut roster = Roster {
        contenders: wanted_in_memory(&arguments.only)?,
        comparisons: Vec::new(),
    };
    let widest = roster
        .contenders
        .iter()
        .find(|contender| contender.family() == Family::Batch)
        .map(|contender| contender.name());
    if arguments.threads > 1 {
        let width = width_of(widest.as_deref()).context("--threads needs lanes to take part")?;
        roster.add_threads(arguments.threads, width)?;
    }
    if let Some(program) = command(arguments)? {
        roster.add_command(program, arguments.limit, widest)?;
    }
    for (name, command) in &arguments.external {
        let process = Process::new(name.clone(), Family::External, command.clone())?;
        roster.contenders.push(Box::new(process));
    }
    ensure!(
        roster.contenders.iter().any(|c| !c.family().is_process()),
        "at least one contender must run in memory, so that the others can be checked against it"
    );
    Ok(roster)
}

impl Roster {
    fn add_threads(&mut self, threads: usize, width: Width) -> Result<()> {
        let one = Lanes::new(width)?;
        let many = Threaded::new(threads, || match Lanes::new(width) {
            Ok(lanes) => Box::new(lanes),
            Err(problem) => unreachable!("the width was available before: {problem}"),
        });
        self.comparisons.push(Comparison {
            title: format!("{threads} threads against one"),
            contender: many.name(),
            base: one.name(),
        });
        self.contenders.push(Box::new(many));
        Ok(())
    }

    fn add_command(&mut self, program: PathBuf, limit: u32, widest: Option<String>) -> Result<()> {
        let arguments: &[&str] = match limit {
            1 => &["solve", "--quiet", "--threads", "1"],
            2 => &["solve", "--quiet", "--unique", "--threads", "1"],
            _ => bail!("the command supports only --limit 1 and 2; exclude it with --only"),
        };
        let line = Process::command_of(&program, arguments);
        let process = Process::new(COMMAND.to_string(), Family::Command, line)?;
        self.contenders.push(Box::new(process));
        self.comparisons.extend(widest.map(|base| Comparison {
            title: "file to file against in memory".to_string(),
            contender: COMMAND.to_string(),
            base,
        }));
        Ok(())
    }
}

/// Returns all default contenders, or those that were named.
fn wanted_in_memory(only: &[String]) -> Result<Vec<Box<dyn Contender>>> {
    let mut all = in_memory();
    all.extend(on_request());
    let names: Vec<String> = all.iter().map(|contender| contender.name()).collect();
    let is_known = |name: &&String| *name == COMMAND || names.contains(name);
    if let Some(unknown) = only.iter().find(|name| !is_known(name)) {
        bail!(
            "no contender `{unknown}` on this machine; there are {} and {COMMAND}",
            names.join(", ")
        );
    }
    if only.is_empty() {
        return Ok(in_memory());
    }
    all.retain(|contender| only.contains(&contender.name()));
    Ok(all)
}

fn width_of(name: Option<&str>) -> Option<Width> {
    let mut widths = Width::ALL.into_iter();
    widths.find(|width| name == Some(&Lanes::name_of(*width)))
}

/// Returns the command to measure: the one that was named, or the one next to this program unless
/// only others were requested.
fn command(arguments: &Arguments) -> Result<Option<PathBuf>> {
    let is_named = arguments.only.iter().any(|name| name == COMMAND);
    let program = match &arguments.cli {
        Some(path) => path.clone(),
        None if arguments.only.is_empty() || is_named => std::env::current_exe()?
            .with_file_name(format!("sudokit{}", std::env::consts::EXE_SUFFIX)),
        None => return Ok(None),
    };
    if program.is_file() {
        return Ok(Some(program));
    }
    ensure!(
        arguments.cli.is_none() && !is_named,
        "no {}; `cargo build --release` builds it",
        program.display()
    );
    Ok(None)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    fn names(line: &[&str]) -> Result<Vec<String>> {
        let arguments = Arguments::try_parse_from(["bench"].iter().chain(line))?;
        let roster = assemble(&arguments)?;
        Ok(roster.contenders.iter().map(|c| c.name()).collect())
    }

    #[test]
    fn named_contenders_take_part() {
        let all = names(&[]).unwrap();
        assert!(
            all.contains(&"lanes-portable".to_string()) && all.len() >= 4,
            "{all:?}"
        );
        let some = names(&["--only", "general,lanes-portable", "--threads", "2"]).unwrap();
        assert_eq!(
            some,
            ["lanes-portable", "general", "lanes-portable-2-threads"]
        );
        let with_program = names(&["--only", "auto", "--external", "x=y {file}"]).unwrap();
        assert_eq!(with_program, ["auto", "x"]);
    }

    #[test]
    fn missing_contenders_are_errors() {
        for (line, message) in [
            (&["--only", "nobody"][..], "no contender `nobody`"),
            (&["--only", "auto", "--threads", "2"], "needs lanes"),
            (&["--only", "auto", "--cli", "./no/such"], "no ./no/such"),
            (&["--only", "auto", "--external", "x=y"], "{file}"),
        ] {
            let problem = format!("{:#}", names(line).unwrap_err());
            assert!(problem.contains(message), "{line:?}: {problem}");
        }
    }
}
