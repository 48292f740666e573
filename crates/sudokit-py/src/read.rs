//! Reading files and texts of many puzzles.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use sudokit::format::{Content, DecodeError, Decoder, Piece, ReadOptions, Reader};
use sudokit_columnar::{Columnar, TableText};

use crate::errors::Failure;
use crate::puzzle::PyPuzzle;
use crate::stream::{Sink, Stream};

/// Reads the options that decide where a text leaves a choice.
pub fn options(
    shape: Option<&str>,
    blank: Option<&str>,
    symbols: Option<&str>,
    form: Option<&str>,
) -> PyResult<ReadOptions> {
    Ok(ReadOptions {
        form: form
            .map(str::parse)
            .transpose()
            .map_err(Failure::argument)?,
        shape: shape
            .map(str::parse)
            .transpose()
            .map_err(Failure::argument)?,
        blank: blank
            .map(str::parse)
            .transpose()
            .map_err(Failure::argument)?,
        symbols: symbols
            .map(str::parse)
            .transpose()
            .map_err(Failure::argument)?,
    })
}

/// The bytes of a text.
pub fn bytes_of<'a>(text: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, [u8]>> {
    if let Ok(bytes) = text.cast::<PyBytes>() {
        return Ok(Cow::Borrowed(bytes.as_bytes()));
    }
    match text.cast::<PyString>() {
        Ok(text) => Ok(Cow::Owned(text.to_cow()?.into_owned().into_bytes())),
        Err(_) => {
            let found = text.get_type();
            let message = format!("expected text, found {}", found.name()?);
            Err(PyTypeError::new_err(message))
        }
    }
}

/// What is done with puzzles that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OnError {
    Raise,
    Skip,
    Yield,
}

impl OnError {
    fn new(name: &str) -> PyResult<OnError> {
        match name {
            "raise" => Ok(OnError::Raise),
            "skip" => Ok(OnError::Skip),
            "yield" => Ok(OnError::Yield),
            other => {
                let message = format!("errors: found `{other}`; expected raise, skip or yield");
                Err(Failure::argument(message).into())
            }
        }
    }
}

enum Item {
    Puzzle(Box<PyPuzzle>),
    Unreadable(Failure),
    Io(io::Error),
}

/// The puzzles of a file, one by one; made by `read` and `parse_many`.
#[pyclass(frozen, module = "sudokit")]
pub struct PuzzleReader {
    stream: Stream<Item>,
    on_error: OnError,
}

impl PuzzleReader {
    fn new(
        input: impl Read + Send + 'static,
        is_table: bool,
        options: ReadOptions,
        on_error: OnError,
    ) -> Self {
        let stream = Stream::start(move |token, sink| {
            let reader = Reader::new(Decoder::new(input), options).cancelled_by(token.clone());
            let reader = match is_table {
                true => reader.expecting_table(),
                false => reader,
            };
            if let Err(error) = produce(reader, sink) {
                let item = match DecodeError::of(&error) {
                    Some(problem) => Item::Unreadable(Failure::decode(problem)),
                    None => Item::Io(error),
                };
                let _ = sink.push(item);
            }
        });
        PuzzleReader { stream, on_error }
    }
}

fn produce(mut reader: Reader<impl Read>, sink: &Sink<Item>) -> io::Result<()> {
    let mut piece = Piece::default();
    while reader.read(&mut piece)? {
        let item = match std::mem::replace(&mut piece.content, Content::Verbatim) {
            Content::Verbatim => continue,
            Content::Puzzle(record) => Item::Puzzle(Box::new(record.into())),
            Content::Unreadable(problem) => Item::Unreadable(Failure::from(&problem)),
        };
        if sink.push(item).is_break() {
            break;
        }
    }
    Ok(())
}

#[pymethods]
impl PuzzleReader {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        loop {
            match (self.stream.next(py)?, self.on_error) {
                (None, _) => return Ok(None),
                (Some(Item::Puzzle(puzzle)), _) => return (*puzzle).into_py_any(py).map(Some),
                (Some(Item::Io(error)), _) => return Err(error.into()),
                (Some(Item::Unreadable(_)), OnError::Skip) => {}
                (Some(Item::Unreadable(failure)), OnError::Raise) => return Err(failure.into()),
                (Some(Item::Unreadable(failure)), OnError::Yield) => {
                    return failure.exception(py)?.into_py_any(py).map(Some);
                }
            }
        }
    }
}

/// The bytes of a file, or the text of the table that a Parquet or Arrow file holds, and whether it
/// is such a table.
fn open(path: &Path) -> io::Result<(Box<dyn Read + Send>, bool)> {
    let mut file = File::open(path)?;
    // Other files, such as pipes, cannot go back to their start.
    let kind = match file.metadata()?.is_file() {
        true => Columnar::of_file(&mut file)?,
        false => None,
    };
    Ok(match kind {
        Some(kind) => (Box::new(TableText::open(file, kind)?), true),
        None => (Box::new(file), false),
    })
}

/// Reads the puzzles of a file of any form, one by one, as they are asked for.
///
/// The file may be compressed with gzip or zstd. Parquet and Arrow files are read as tables: their
/// columns are found by their names, and a list of numbers is a board.
///
/// `errors` says what happens to a puzzle that cannot be read: "raise" raises `ParseError` (the
/// iterator can go on after it), "skip" leaves it out, "yield" yields the exception in its place.
#[pyfunction]
#[pyo3(signature = (path, *, errors="raise", shape=None, blank=None, symbols=None, form=None))]
pub fn read(
    py: Python<'_>,
    path: PathBuf,
    errors: &str,
    shape: Option<&str>,
    blank: Option<&str>,
    symbols: Option<&str>,
    form: Option<&str>,
) -> PyResult<PuzzleReader> {
    let options = options(shape, blank, symbols, form)?;
    let on_error = OnError::new(errors)?;
    let input = py.detach(|| open(&path));
    let (input, is_table) = input
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    Ok(PuzzleReader::new(input, is_table, options, on_error))
}

/// Reads the puzzles of a text, as `read` does those of a file.
///
/// >>> import sudokit
/// >>> [puzzle.clues for puzzle in sudokit.parse_many("1.....2..3.....4\n12..............\n")]
/// [4, 2]
#[pyfunction]
#[pyo3(signature = (text, *, errors="raise", shape=None, blank=None, symbols=None, form=None))]
pub fn parse_many(
    text: &Bound<'_, PyAny>,
    errors: &str,
    shape: Option<&str>,
    blank: Option<&str>,
    symbols: Option<&str>,
    form: Option<&str>,
) -> PyResult<PuzzleReader> {
    let options = options(shape, blank, symbols, form)?;
    let text = Cursor::new(bytes_of(text)?.into_owned());
    let on_error = OnError::new(errors)?;
    Ok(PuzzleReader::new(text, false, options, on_error))
}
