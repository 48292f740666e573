//! Parquet and Arrow files among the inputs and as outputs. Inside the command they are tables of
//! text, so every verb that reads or writes tables reads and writes these files.
//!
//! Without the feature `parquet`, the files are recognised and refused by name.

use std::fs::File;
use std::io;

use sudokit_columnar::Columns;
pub use sudokit_columnar::{AddedColumn, ColumnKind, Columnar, TableText, TableWriter};

use crate::io::input::Source;
use crate::report::error::CliError;

/// The name of a column in a report, and the type of its values.
pub type ReportColumn = (&'static str, ColumnKind);

/// The columns of a report as they are added to a table, with the names that JSON has for them.
pub fn added(columns: impl IntoIterator<Item = ReportColumn>) -> Vec<AddedColumn> {
    let columns = columns.into_iter();
    columns
        .map(|(name, kind)| AddedColumn::new(name.replace(' ', "_"), kind))
        .collect()
}

/// Opens a file as the text of a CSV table.
///
/// # Errors
/// When it is damaged, or the build has no such files.
pub fn open(file: File, kind: Columnar, source: &Source) -> Result<TableText, CliError> {
    TableText::open(file, kind).map_err(|error| failed(kind, source, &error))
}

/// The format of a source that is such a file.
pub fn of_source(source: &Source) -> Option<Columnar> {
    let path = source.path().filter(|path| path.is_file())?;
    Columnar::of_file(&mut File::open(path).ok()?).ok()?
}

/// A writer of a file whose columns have the types that they have in the inputs.
///
/// # Errors
/// When an input is damaged, inputs have different columns, or the build has no such files.
pub fn writer(kind: Columnar, sources: &[Source]) -> Result<TableWriter, CliError> {
    let mut known: Option<Columns> = None;
    for source in sources {
        let Some(of_source) = of_source(source) else {
            if sources.len() > 1 {
                return Err(CliError::new(
                    format!("`{source}` may have other columns than the other inputs"),
                    "convert each input to a Parquet file first, or write them one by one",
                ));
            }
            continue;
        };
        let Some(path) = source.path() else { continue };
        let opened = File::open(path).and_then(|file| Columns::of_file(file, of_source));
        let columns = opened.map_err(|error| failed(of_source, source, &error))?;
        if known.as_ref().is_some_and(|first| *first != columns) {
            return Err(CliError::new(
                format!("`{source}` has other columns than `{}`", sources[0]),
                "write the output of each to a file of its own",
            ));
        }
        known = Some(columns);
    }
    TableWriter::new(kind, sources.len(), known).map_err(|_| unavailable(kind))
}

fn failed(kind: Columnar, source: &Source, error: &io::Error) -> CliError {
    if error.kind() == io::ErrorKind::Unsupported {
        return unavailable(kind);
    }
    let kind = kind.description();
    CliError::new(
        format!("cannot read the {kind} `{source}`: {error}"),
        "check whether it was copied completely",
    )
}

/// The error of a build without the feature.
fn unavailable(kind: Columnar) -> CliError {
    CliError::new(
        format!("this build of sudokit has no {}s", kind.description()),
        "install one with `cargo install sudokit-cli --features parquet`, or use CSV",
    )
}
