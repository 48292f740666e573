//! What builds without the feature have: types that have no values.

use std::fs::File;
use std::io::{self, Read};

use super::{AddedColumn, Columnar};

/// The columns of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Columns {}

impl Columns {
    /// Fails: this build has no such files.
    ///
    /// # Errors
    /// Always.
    pub fn of_file(_: File, kind: Columnar) -> io::Result<Columns> {
        Err(unavailable(kind))
    }
}

/// The text of a table.
pub enum TableText {}

impl TableText {
    /// Fails: this build has no such files.
    ///
    /// # Errors
    /// Always.
    pub fn open(_: File, kind: Columnar) -> io::Result<TableText> {
        Err(unavailable(kind))
    }
}

impl Read for TableText {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        match *self {}
    }
}

/// A writer that no build without the feature has.
pub enum TableWriter {}

impl TableWriter {
    /// Fails: this build has no such files.
    ///
    /// # Errors
    /// Always.
    pub fn new(kind: Columnar, _: usize, _: Option<Columns>) -> io::Result<TableWriter> {
        Err(unavailable(kind))
    }

    /// Adds columns to the rows of the table.
    pub fn add(&mut self, _: Vec<AddedColumn>) {
        match *self {}
    }

    /// Takes text.
    ///
    /// # Errors
    /// Never: there is no writer.
    pub fn write(&mut self, _: &[u8]) -> io::Result<Vec<u8>> {
        match *self {}
    }

    /// Takes the text of a row and the values of the added columns.
    ///
    /// # Errors
    /// Never: there is no writer.
    pub fn write_row(&mut self, _: &[u8], _: Vec<String>) -> io::Result<Vec<u8>> {
        match *self {}
    }

    /// Returns the last bytes of the file.
    ///
    /// # Errors
    /// Never: there is no writer.
    pub fn finish(self) -> io::Result<Vec<u8>> {
        match self {}
    }
}

fn unavailable(kind: Columnar) -> io::Error {
    let message = format!("{}s are not supported by this build", kind.description());
    io::Error::new(io::ErrorKind::Unsupported, message)
}
