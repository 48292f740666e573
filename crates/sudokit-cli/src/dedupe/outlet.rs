//! Where some of the puzzles of a file go, so that what is there is still a file of that form.

use std::io::{self, Write};

use sudokit::format::Form;

use crate::output::Sink;

/// A place for some of the puzzles of each file, with the text between them.
pub struct Outlet {
    pub sink: Sink,
    /// The text since the last puzzle.
    gap: Vec<u8>,
    /// What the last file had before its first puzzle.
    opening: Vec<u8>,
    /// Whether the file had a puzzle yet, …
    begun: bool,
    /// … and whether one of them was written.
    written: bool,
}

impl Outlet {
    /// An outlet into a sink.
    pub fn new(sink: Sink) -> Outlet {
        Outlet {
            sink,
            gap: Vec::new(),
            opening: Vec::new(),
            begun: false,
            written: false,
        }
    }

    /// Takes note of text between puzzles.
    pub fn between(&mut self, text: &[u8]) {
        self.gap.extend_from_slice(text);
    }

    /// Writes the next puzzle of the file, or leaves it out.
    ///
    /// # Errors
    /// Those of writing.
    pub fn puzzle(&mut self, form: Form, text: Option<&[u8]>) -> io::Result<()> {
        let gap = std::mem::take(&mut self.gap);
        if !self.begun {
            self.begin(form, gap)?;
        } else if !is_document(form) || self.written && text.is_some() {
            // In a document a puzzle that is left out takes its comma along.
            self.sink.write_all(&gap)?;
        }
        if let Some(text) = text {
            self.written = true;
            self.sink.write_all(text)?;
        }
        Ok(())
    }

    fn begin(&mut self, form: Form, opening: Vec<u8>) -> io::Result<()> {
        self.begun = true;
        self.sink.fresh_line()?;
        // A table has its headings once, however many files it is made from.
        if form != Form::Table || opening != self.opening {
            self.sink.write_all(&opening)?;
        }
        self.opening = opening;
        Ok(())
    }

    /// Writes what stands behind the last puzzle.
    ///
    /// # Errors
    /// Those of writing.
    pub fn end_file(&mut self) -> io::Result<()> {
        (self.begun, self.written) = (false, false);
        self.sink.write_all(&std::mem::take(&mut self.gap))
    }
}

/// Whether puzzles stand in a text that would not be whole without what is between them.
fn is_document(form: Form) -> bool {
    matches!(form, Form::Json | Form::OpenSudoku)
}
