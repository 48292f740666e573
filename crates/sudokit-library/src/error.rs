//! What can go wrong with a library, and what to do about it.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use crate::schema;

/// What went wrong with a library.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// There is no such file.
    #[error("there is no library `{}`", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// The file is something else. It was not changed.
    #[error("`{}` is no library: {what}", path.display())]
    NotALibrary {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        what: &'static str,
    },
    /// A later version of Sudokit made or changed it.
    #[error(
        "`{}` is a library of version {found}, and this Sudokit knows versions up to {}",
        path.display(),
        schema::VERSION
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
    },
    /// An earlier version of Sudokit made it, and it cannot be written to bring it up to date.
    #[error("`{}` is a library of the older version {found}, and cannot be brought up to date", path.display())]
    Older {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
    },
    /// Its content makes no sense.
    #[error("`{}` is damaged: {detail}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        detail: String,
    },
    /// Somebody else has been writing for too long.
    #[error("`{}` is being written by another program", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// It may not be written.
    #[error("`{}` cannot be written", path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// It, or what belongs to it, cannot be opened.
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
    /// A query was stopped before its end.
    #[error("the query was stopped")]
    Cancelled,
    /// Anything else that SQLite has to say.
    #[error("`{}`: {source}", path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// What it said.
        source: rusqlite::Error,
    },
}

impl LibraryError {
    /// How to mend it; may be empty.
    pub fn help(&self) -> &'static str {
        match self {
            LibraryError::Missing { .. } => {
                "`sudokit library add LIBRARY FILE` makes one; check the spelling if there should be \
                 one already"
            }
            LibraryError::NotALibrary { .. } => {
                "it was left as it is; the library is named first, and may be a new file"
            }
            LibraryError::Newer { .. } => "install a newer Sudokit to use it; it was not changed",
            LibraryError::Older { .. } => "make it writable, or copy it to where it can be written",
            LibraryError::Damaged { .. } => {
                "go back to a copy; where there is none, `sqlite3 LIBRARY .recover` saves what can \
                 still be read"
            }
            LibraryError::Busy { .. } => "wait until it is done, and try again",
            LibraryError::ReadOnly { .. } => "ask its owner, or work on a copy",
            LibraryError::CannotOpen { .. } => {
                "check that it and its directory may be read, and written where it is to change"
            }
            LibraryError::Full { .. } => {
                "make room and start again: what was reported done is kept"
            }
            LibraryError::Cancelled | LibraryError::Database { .. } => "",
        }
    }

    /// What SQLite says about a file, in our words where we have some.
    pub(crate) fn new(path: &Path, source: rusqlite::Error) -> LibraryError {
        let path = path.to_path_buf();
        let Some(code) = source.sqlite_error_code() else {
            return match source {
                // A column that does not hold what it should.
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
                what: "it is no database",
            },
            ErrorCode::DatabaseCorrupt => LibraryError::Damaged {
                path,
                detail: "its pages contradict each other".to_string(),
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
