//! Writes puzzles from scratch, to convert one form into another.
//!
//! [`Writer`] adds what a whole file needs (brackets, a root element, a header, blank lines between
//! grids). [`losses()`] returns what a form would leave out of a puzzle, and [`WriteError`] says why
//! a puzzle cannot be written at all.
//!
//! ```
//! use sudokit::format::{Form, write};
//! use sudokit::Puzzle;
//!
//! let values = vec![1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4];
//! let puzzle = Puzzle::from_values("2x2".parse()?, values)?;
//! let mut text = Vec::new();
//! write::puzzle(Form::Boxed, &puzzle, None, &write::WriteOptions::default(), &mut text)?;
//! assert_eq!(
//!     String::from_utf8(text)?,
//!     "+ - - + - - +\n\
//!      | 1 X | X X |\n\
//!      | X X | 2 X |\n\
//!      + - - + - - +\n\
//!      | X 3 | X X |\n\
//!      | X X | X 4 |\n\
//!      + - - + - - +\n"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod documents;
mod losses;
mod style;
mod text;

use super::{Form, Record, Symbols};
use crate::puzzle::{Grid, Puzzle};

pub use losses::{Loss, WriteError, losses};
use style::Style;

/// Options that override the defaults of a form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// The symbol of an empty cell (`--blank`).
    pub blank: Option<char>,
    /// The symbols of the values (`--symbols`).
    pub symbols: Option<Symbols>,
}

/// A puzzle with the details that some forms can store.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Its name.
    pub name: Option<&'a str>,
    /// Its solution, if known.
    pub solution: Option<&'a Grid>,
}

impl<'a> From<&'a Puzzle> for Entry<'a> {
    fn from(puzzle: &'a Puzzle) -> Self {
        Entry {
            puzzle,
            name: None,
            solution: None,
        }
    }
}

/// The puzzle of a record with its name and the solution that its file gives.
impl<'a> From<&'a Record> for Entry<'a> {
    fn from(record: &'a Record) -> Self {
        Entry {
            puzzle: &record.puzzle,
            name: record.name.as_deref(),
            solution: record.claimed.as_ref(),
        }
    }
}

/// Writes a whole file with this one puzzle.
///
/// # Errors
/// If the form cannot store the puzzle; nothing is written then.
pub fn puzzle(
    form: Form,
    puzzle: &Puzzle,
    name: Option<&str>,
    options: &WriteOptions,
    out: &mut Vec<u8>,
) -> Result<Vec<Loss>, WriteError> {
    let entry = Entry {
        name,
        ..Entry::from(puzzle)
    };
    let losses = losses(form, entry, options)?;
    let mut writer = Writer::new(form, options.clone());
    writer.begin(out);
    writer.puzzle(entry, out)?;
    writer.end(out);
    Ok(losses)
}

/// Writes the puzzles of one file in sequence.
#[derive(Clone, Debug)]
pub struct Writer {
    form: Form,
    options: WriteOptions,
    written: usize,
}

impl Writer {
    /// Creates a writer of a file of this form.
    pub fn new(form: Form, options: WriteOptions) -> Writer {
        Writer {
            form,
            options,
            written: 0,
        }
    }

    /// Writes the text before the first puzzle.
    pub fn begin(&mut self, out: &mut Vec<u8>) {
        out.extend(documents::opening(self.form).bytes());
    }

    /// Writes the next puzzle and returns what was left out.
    ///
    /// # Errors
    /// If the form cannot store the puzzle; nothing is written then, and other puzzles may follow.
    pub fn puzzle<'a>(
        &mut self,
        entry: impl Into<Entry<'a>>,
        out: &mut Vec<u8>,
    ) -> Result<Vec<Loss>, WriteError> {
        let entry = entry.into();
        let losses = losses(self.form, entry, &self.options)?;
        let style = Style::new(self.form, entry.puzzle.shape().size(), &self.options)?;
        let mut text = String::new();
        if self.written > 0 {
            text.push_str(documents::between(self.form));
        }
        self.written += 1;
        let puzzle = entry.puzzle;
        match self.form {
            Form::Line => text::line(puzzle, &style, &mut text),
            Form::CandidateLine => text::candidate_line(puzzle, &style, &mut text),
            Form::Rows => text::rows(puzzle, &style, "", &mut text),
            Form::Spaced => text::rows(puzzle, &style, " ", &mut text),
            Form::Csv => text::rows(puzzle, &style, ",", &mut text),
            Form::Boxed => text::boxed(puzzle, &style, &mut text),
            Form::SimpleSudoku => text::simple_sudoku(puzzle, &style, &mut text),
            Form::Pencilmarks => text::pencilmarks(puzzle, &style, &mut text),
            Form::Sdk => documents::sdk(entry, &style, &mut text),
            Form::Hodoku => documents::hodoku(puzzle, &style, &mut text),
            Form::OpenSudoku => documents::open_sudoku(puzzle, &style, &mut text),
            Form::Table => documents::table(entry, &style, &mut text),
            Form::Json => documents::json(entry, &style, &mut text),
            Form::List => documents::list(entry, &style, self.written, &mut text),
        }
        out.extend(text.bytes());
        Ok(losses)
    }

    /// Writes the text after the last puzzle.
    pub fn end(&mut self, out: &mut Vec<u8>) {
        out.extend(documents::closing(self.form, self.written).bytes());
    }
}

#[cfg(test)]
mod tests;
