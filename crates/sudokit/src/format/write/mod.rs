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

pub(crate) mod documents;
mod losses;
mod style;
pub(crate) mod text;

use super::{Form, Record, Symbols};
use crate::puzzle::{Grid, Puzzle};

pub use losses::{Loss, WriteError, losses};
pub(crate) use style::Style;

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

/// What the writer of a form is given.
pub(crate) struct Item<'a> {
    pub entry: Entry<'a>,
    pub style: &'a Style,
    /// The number of the puzzle in its file, from 1.
    pub number: usize,
}

impl<'a> Item<'a> {
    /// Returns the puzzle.
    pub fn puzzle(&self) -> &'a Puzzle {
        self.entry.puzzle
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
        out.extend(self.form.info().opening.bytes());
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
        let form = self.form;
        let write = form.info().write.ok_or(WriteError::ReadOnly { form })?;
        let style = Style::new(self.form, entry.puzzle.shape().size(), &self.options)?;
        let mut text = String::new();
        if self.written > 0 {
            text.push_str(self.form.info().between);
        }
        self.written += 1;
        let item = Item {
            entry,
            style: &style,
            number: self.written,
        };
        write(&item, &mut text);
        out.extend(text.bytes());
        Ok(losses)
    }

    /// Writes the text after the last puzzle.
    pub fn end(&mut self, out: &mut Vec<u8>) {
        let info = self.form.info();
        if self.written > 0 {
            out.extend(info.after_last.bytes());
        }
        out.extend(info.closing.bytes());
    }
}

#[cfg(test)]
mod tests;
