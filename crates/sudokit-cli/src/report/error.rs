//! What stops a file or a run: what is wrong, and how to mend it.

use std::{fmt, io};

/// Something that went wrong outside of any puzzle.
#[derive(Debug)]
pub struct CliError {
    /// What is wrong: what was expected and what was found.
    pub message: String,
    /// How to mend it; may be empty.
    pub help: String,
}

impl CliError {
    /// A problem and the way out of it, ready to be returned with `?`.
    pub fn new(message: impl Into<String>, help: impl Into<String>) -> CliError {
        CliError {
            message: message.into(),
            help: help.into(),
        }
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CliError {}

/// The problem behind an error, however it came here.
pub fn behind(error: &anyhow::Error) -> Option<&CliError> {
    error.chain().find_map(|cause| {
        let writing = cause.downcast_ref::<io::Error>();
        let inner = writing.and_then(|error| error.get_ref()?.downcast_ref());
        cause.downcast_ref().or(inner)
    })
}

/// Whether somebody closed the pipe that the answers went into, which is no failure: they had
/// seen enough.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
