//! The `sudokit` command: a front end to the library.
//!
//! `args` parses the command line, `verbs` has one module per verb, `io` reads and writes
//! files, `report` holds what several verbs report in the same way, and `terminal` is
//! everything made for people to look at. Data goes to standard output, messages to standard
//! error.
//!
//! This is a library only so that it compiles beside the library it calls: the binary is one call
//! of [`main`]. Programs depend on the crate `sudokit`.

#![forbid(unsafe_code)]

mod args;
mod io;
mod report;
mod terminal;
mod verbs;

use std::process::ExitCode;

use report::{Exit, error};
use terminal::messages::Messages;

/// Runs the command with the arguments of this process.
pub fn main() -> ExitCode {
    let command = match args::parse::parse(std::env::args_os()) {
        Ok(command) => command,
        Err(code) => return code,
    };
    let messages = Messages::new(command.messages.quiet);
    let exit = verbs::run(command, io::interrupt::listen(), &messages).unwrap_or_else(|error| {
        if error::is_closed_pipe(&error) {
            return Exit::Answered;
        }
        // Reading ended in the middle.
        if io::interrupt::is_interrupted() && !error::is_output_failure(&error) {
            return Exit::Interrupted;
        }
        messages.error(&error);
        Exit::Trouble
    });
    exit.into()
}
