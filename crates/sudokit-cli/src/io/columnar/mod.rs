//! Parquet and Arrow files. Inside the command they are tables: a file is read as CSV text, row
//! group by row group, and a table that goes to such a file is turned back into columns. So every
//! verb that reads or writes tables reads and writes these files.
//!
//! Without the feature `parquet`, the files are recognised and refused by name.

#[cfg(feature = "parquet")]
mod read;
#[cfg(feature = "parquet")]
mod write;

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;

#[cfg(feature = "parquet")]
pub use read::open;
#[cfg(feature = "parquet")]
pub use write::TableWriter;

use crate::io::input::Source;
#[cfg(not(feature = "parquet"))]
use crate::report::error::CliError;

/// A file format with columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columnar {
    Parquet,
    /// The file format of Arrow IPC, also known as Feather 2.
    Arrow,
}

impl Columnar {
    /// The format of a file, by its first bytes.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn of_file(file: &mut File) -> io::Result<Option<Columnar>> {
        let mut start = Vec::new();
        (&mut *file).take(6).read_to_end(&mut start)?;
        file.rewind()?;
        Ok(match &start[..] {
            [b'P', b'A', b'R', b'1', ..] => Some(Columnar::Parquet),
            b"ARROW1" => Some(Columnar::Arrow),
            _ => None,
        })
    }

    /// The format that the name of an output asks for.
    pub fn of_name(path: &Path) -> Option<Columnar> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match &extension[..] {
            "parquet" | "pq" => Some(Columnar::Parquet),
            "arrow" | "feather" | "ipc" => Some(Columnar::Arrow),
            _ => None,
        }
    }

    /// The format of a source that is such a file.
    pub fn of_source(source: &Source) -> Option<Columnar> {
        let path = source.path().filter(|path| path.is_file())?;
        Columnar::of_file(&mut File::open(path).ok()?).ok()?
    }

    /// What such a file is called.
    pub fn description(self) -> &'static str {
        match self {
            Columnar::Parquet => "Parquet file",
            Columnar::Arrow => "Arrow file",
        }
    }

    /// The error of a build without the feature.
    #[cfg(not(feature = "parquet"))]
    fn unavailable(self) -> CliError {
        CliError::new(
            format!("this build of sudokit has no {}s", self.description()),
            "install one with `cargo install sudokit-cli --features parquet`, or use CSV",
        )
    }
}

#[cfg(not(feature = "parquet"))]
mod unavailable {
    use super::{CliError, Columnar, File, Source};

    /// A reader that no build without the feature has.
    pub fn open(_: File, kind: Columnar, _: &Source) -> Result<std::io::Empty, CliError> {
        Err(kind.unavailable())
    }

    /// A writer that no build without the feature has.
    pub enum TableWriter {}

    impl TableWriter {
        pub fn new(kind: Columnar, _: &[Source]) -> Result<TableWriter, CliError> {
            Err(kind.unavailable())
        }

        pub fn write(&mut self, _: &[u8]) -> std::io::Result<Vec<u8>> {
            match *self {}
        }

        pub fn finish(self) -> std::io::Result<Vec<u8>> {
            match self {}
        }
    }
}

#[cfg(not(feature = "parquet"))]
pub use unavailable::{TableWriter, open};
