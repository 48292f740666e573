//! `sudokit completions` and `sudokit man`, generated from the definition of the flags.

use std::io::Write;
use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args;
use crate::io::output::{self, Sink};
use crate::report::Exit;
use crate::terminal::messages::Messages;
use crate::verbs::version;

/// The date in the footer of the manual pages: when the flags last changed. It is fixed so that
/// builds are reproducible.
const CHANGED: &str = "2026-11-16";

/// Writes completions for a shell to standard output.
///
/// # Errors
/// When writing fails.
pub fn completions(shell: Shell) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut args::Command::command(), "sudokit", &mut script);
    print(&script)
}

/// Writes the manual page of the command to standard output or, given a directory, one page for the
/// command and one per verb into it.
///
/// # Errors
/// When a page cannot be written.
pub fn man(directory: Option<&Path>, messages: &Messages) -> anyhow::Result<Exit> {
    let mut command = args::Command::command();
    let Some(directory) = directory else {
        let mut page = Vec::new();
        manual(command).render(&mut page)?;
        return print(&page);
    };
    command.build();
    for (name, command) in pages("sudokit".to_string(), command) {
        let mut page = Vec::new();
        manual(command).render(&mut page)?;
        let path = directory.join(format!("{name}.1"));
        let mut sink = Sink::create(&path)?;
        sink.write_all(&page)?;
        sink.finish()?;
        messages.remark(format_args!("Saved {}", path.display()));
    }
    Ok(Exit::Answered)
}

fn print(bytes: &[u8]) -> anyhow::Result<Exit> {
    output::print(bytes)?;
    Ok(Exit::Answered)
}

/// A command and its subcommands, with the names of their pages.
fn pages(name: String, command: clap::Command) -> Vec<(String, clap::Command)> {
    let verbs: Vec<_> = command.get_subcommands().cloned().collect();
    let mut pages = vec![(name.clone(), command.name(name.clone()))];
    for verb in verbs.into_iter().filter(|verb| verb.get_name() != "help") {
        let name = format!("{name}-{}", verb.get_name());
        pages.extend(self::pages(name, verb));
    }
    pages
}

/// A page with the version and the date in its footer.
fn manual(command: clap::Command) -> clap_mangen::Man {
    clap_mangen::Man::new(command)
        .date(CHANGED)
        .source(version::version())
        .manual("Sudokit Manual")
}
