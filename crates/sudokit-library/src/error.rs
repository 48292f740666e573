//! Errors, and how to fix them.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use crate::schema;

/// An error of a library.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// The file does not exist.
    #[error("library not found: `{}`", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// The file is something else. It was not changed.
    #[error("`{}` is not a library: {what}", path.display())]
    NotALibrary {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        what: &'static str,
    },
    /// A later version of Sudokit created or changed it.
    #[error(
        "`{}` has library version {found}, but this Sudokit supports versions up to {}",
        path.display(),
        schema::VERSION
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
    },
    /// An earlier version of Sudokit created it, and it cannot be written to migrate it.
    #[error("`{}` has the older library version {found} and cannot be migrated", path.display())]
    Older {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
    },
    /// Its content is invalid.
    #[error("`{}` is damaged: {detail}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is invalid.
        detail: String,
    },
    /// Another program has been writing for too long.
    #[error("`{}` is locked by another program", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// It cannot be written.
    #[error("`{}` cannot be written", path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// It, or a file that belongs to it, cannot be opened.
    #[error("`{}` cannot be opened", path.display())]
    CannotOpen {
        /// The file.
        path: PathBuf,
    },
    /// The disk is full.
    #[error("`{}` cannot grow: the disk is full", path.display())]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// A query was cancelled.
    #[error("the query was cancelled")]
    Cancelled,
    /// Any other error of SQLite.
    #[error("`{}`: {source}", path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// The error of SQLite.
        source: rusqlite::Error,
    },
}

impl LibraryError {
    /// Returns how to fix it; may be empty.
    pub fn help(&self) -> &'static str {
        match self {
            LibraryError::Missing { .. } => {
                "check the spelling, or create one with `sudokit library add LIBRARY FILE`"
            }
            LibraryError::NotALibrary { .. } => {
                "the file was not changed; the library is the first argument, and may be a new file"
            }
            LibraryError::Newer { .. } => {
                "install a newer Sudokit to use it; the file was not changed"
            }
            LibraryError::Older { .. } => "make it writable, or copy it to a writable directory",
            LibraryError::Damaged { .. } => {
                "restore a backup; without one, `sqlite3 LIBRARY .recover` saves what is still readable"
            }
            LibraryError::Busy { .. } => "wait until the other program is done, and try again",
            LibraryError::ReadOnly { .. } => "check the permissions, or work on a copy",
            LibraryError::CannotOpen { .. } => {
                "check the permissions of the file and its directory"
            }
            LibraryError::Full { .. } => {
                "free some space and start again: everything reported as done is kept"
            }
            LibraryError::Database { source, .. }
                if source.sqlite_error_code() == Some(ErrorCode::SystemIoFailure) =>
            {
                "check the disk and the limit on the size of files (`ulimit -f`), and start again: \
                 everything reported as done is kept"
            }
            LibraryError::Cancelled | LibraryError::Database { .. } => "",
        }
    }

    /// Converts an error of SQLite about a file.
    pub(crate) fn new(path: &Path, source: rusqlite::Error) -> LibraryError {
        let path = path.to_path_buf();
        let Some(code) = source.sqlite_error_code() else {
            return match source {
                // A column holds a wrong type or value.
                rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::InvalidColumnType(..)
                | rusqlite::Error::IntegralValueOutOfRange(..) => LibraryError::Damaged {
                    path,
                    detail: source.to_string(),
                },
                _ => LibraryError::Database { path, source },
            };
        };
        match code {
            ErrorCode::NotADatabase => LibraryError::NotALibrary {
                path,
                what: "it is not a database",
            },
            ErrorCode::DatabaseCorrupt => LibraryError::Damaged {
                path,
                detail: "its pages are inconsistent".to_string(),
            },
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => LibraryError::Busy { path },
            ErrorCode::ReadOnly | ErrorCode::PermissionDenied => LibraryError::ReadOnly { path },
            ErrorCode::CannotOpen => LibraryError::CannotOpen { path },
            ErrorCode::DiskFull => LibraryError::Full { path },
            ErrorCode::OperationInterrupted => LibraryError::Cancelled,
            _ => LibraryError::Database { path, source },
        }
    }
}
