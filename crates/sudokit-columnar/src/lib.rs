//! Parquet and Arrow files as the text of a CSV table: a file is read row group by row group, and a
//! table that goes to such a file is turned back into columns. So whatever reads and writes tables
//! reads and writes these files.
//!
//! Without the feature `parquet`, the files are recognised, and opening one fails with
//! [`Unsupported`](io::ErrorKind::Unsupported).

#![forbid(unsafe_code)]

#[cfg(feature = "parquet")]
mod read;
#[cfg(not(feature = "parquet"))]
mod unavailable;
#[cfg(feature = "parquet")]
mod write;

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;

#[cfg(feature = "parquet")]
pub use read::{Columns, TableText};
#[cfg(not(feature = "parquet"))]
pub use unavailable::{Columns, TableText, TableWriter};
#[cfg(feature = "parquet")]
pub use write::TableWriter;

/// A file format with columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columnar {
    /// Apache Parquet.
    Parquet,
    /// The file format of Arrow IPC, also known as Feather 2.
    Arrow,
    /// The stream format of Arrow IPC, such as the library `datasets` keeps in its cache.
    ArrowStream,
}

impl Columnar {
    /// Returns the format of a file, by its first bytes. The file is at its start afterwards.
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
            // The mark of a message; no text in any encoding begins with it.
            [0xFF, 0xFF, 0xFF, 0xFF, ..] => Some(Columnar::ArrowStream),
            _ => None,
        })
    }

    /// Returns the format that the name of an output asks for.
    ///
    /// ```
    /// use std::path::Path;
    /// use sudokit_columnar::Columnar;
    ///
    /// assert_eq!(Columnar::of_name(Path::new("a.parquet")), Some(Columnar::Parquet));
    /// assert_eq!(Columnar::of_name(Path::new("a.csv")), None);
    /// ```
    pub fn of_name(path: &Path) -> Option<Columnar> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match &extension[..] {
            "parquet" | "pq" => Some(Columnar::Parquet),
            "arrow" | "feather" | "ipc" => Some(Columnar::Arrow),
            "arrows" => Some(Columnar::ArrowStream),
            _ => None,
        }
    }

    /// Returns what such a file is called.
    pub fn description(self) -> &'static str {
        match self {
            Columnar::Parquet => "Parquet file",
            Columnar::Arrow => "Arrow file",
            Columnar::ArrowStream => "Arrow stream",
        }
    }
}

/// A column that is added to the rows of a table. Its values are written as text, an empty one is a
/// null.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedColumn {
    /// Its name. A column of the table with the same name is replaced.
    pub name: String,
    /// The type of its values.
    pub kind: ColumnKind,
}

impl AddedColumn {
    /// A column.
    pub fn new(name: impl Into<String>, kind: ColumnKind) -> AddedColumn {
        AddedColumn {
            name: name.into(),
            kind,
        }
    }
}

/// The type of an added column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Text.
    Text,
    /// Whole numbers of 64 bits.
    Whole,
    /// Floating-point numbers.
    Number,
    /// `true` or `false`.
    Boolean,
}
