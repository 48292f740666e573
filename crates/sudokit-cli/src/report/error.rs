//! Errors that stop a file or a run: what is wrong and how to fix it.

use std::{fmt, io};

/// An error that is not about a puzzle.
#[derive(Debug)]
pub struct CliError {
    /// What is wrong, in lower case and without a full stop.
    pub message: String,
    /// How to fix it; may be empty.
    pub help: String,
}

impl CliError {
    /// An error with a suggestion.
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

/// The [`CliError`] in a chain of errors, if there is one.
pub fn behind(error: &anyhow::Error) -> Option<&CliError> {
    error.chain().find_map(|cause| {
        let writing = cause.downcast_ref::<io::Error>();
        let inner = writing.and_then(|error| error.get_ref()?.downcast_ref());
        cause.downcast_ref().or(inner)
    })
}

/// Whether an output could not be written. All that shares the output fails with it, so this is
/// told once.
pub fn is_output_failure(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let writing = cause.downcast_ref::<io::Error>();
        let inner = writing.and_then(|error| error.get_ref()?.downcast_ref::<CliError>());
        inner.is_some()
    })
}

/// Turns the failure of an output that belongs to one input into an ordinary error, after which
/// other inputs follow.
pub fn of_one_file(error: anyhow::Error) -> anyhow::Error {
    match behind(&error) {
        Some(reason) if !is_closed_pipe(&error) => {
            CliError::new(&reason.message, &reason.help).into()
        }
        _ => error,
    }
}

/// Whether the reader of our output closed the pipe, which is not a failure.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
