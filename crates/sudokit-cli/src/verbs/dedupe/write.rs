//! Output of `dedupe`: files with some of their puzzles, and a report of all classes.

use std::io::{self, Write};

use serde::Serialize;
use sudokit::format::{Content, Form, Layout, Piece};

use super::classes::{ClassMap, PuzzleClass};
use crate::args::files::ReportStyle;
use crate::io::output::Sink;
use crate::report;

/// A report of the class of each puzzle, written as they come.
pub struct ClassReport {
    style: ReportStyle,
    classes: ClassMap<FirstOfClass>,
    begun: bool,
}

/// Where a class was first seen.
struct FirstOfClass {
    class: usize,
    file: String,
    line: usize,
}

/// The report of one puzzle.
#[derive(Serialize)]
struct ClassJson<'a> {
    file: &'a str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    /// The number of its class, from 1.
    class: usize,
    kept: bool,
    first_file: &'a str,
    first_line: usize,
}

impl ClassReport {
    /// A report in this style.
    pub fn new(style: ReportStyle) -> ClassReport {
        ClassReport {
            style,
            classes: ClassMap::new(),
            begun: false,
        }
    }

    /// Writes the line about a puzzle and returns whether it is the first of its class.
    ///
    /// # Errors
    /// When writing fails.
    pub fn line(
        &mut self,
        sink: &mut Sink,
        file: &str,
        piece: &Piece,
        class: &PuzzleClass,
    ) -> anyhow::Result<bool> {
        let number = self.classes.len() + 1;
        let met = self.classes.meet(class.key, || FirstOfClass {
            class: number,
            file: file.to_string(),
            line: piece.line,
        });
        let kept = met.is_ok();
        let (Ok(first) | Err(first)) = met;
        let name = match &piece.content {
            Content::Puzzle(record) => record.name.as_deref(),
            _ => None,
        };
        let entry = ClassJson {
            file,
            line: piece.line,
            name,
            class: first.class,
            kept,
            first_file: &first.file,
            first_line: first.line,
        };
        match self.style {
            ReportStyle::Json => sink.write_all(&report::json_line(&entry))?,
            ReportStyle::Csv | ReportStyle::Words => {
                let mut table = csv::Writer::from_writer(Vec::new());
                if !std::mem::replace(&mut self.begun, true) {
                    table.write_record(HEADINGS)?;
                }
                table.write_record([
                    file,
                    &piece.line.to_string(),
                    name.unwrap_or_default(),
                    &first.class.to_string(),
                    if kept { "yes" } else { "no" },
                    &first.file,
                    &first.line.to_string(),
                ])?;
                sink.write_all(&table.into_inner()?)?;
            }
        }
        Ok(kept)
    }
}

const HEADINGS: [&str; 7] = [
    "file",
    "line",
    "name",
    "class",
    "kept",
    "first file",
    "first line",
];

/// Writes some of the puzzles of each file, with the text between them, so that the output is a
/// valid file of the same form.
pub struct FilteredOutput {
    pub sink: Sink,
    /// The text since the last puzzle.
    gap: Vec<u8>,
    /// The text before the first puzzle of the last file.
    opening: Vec<u8>,
    /// Whether the file had a puzzle yet.
    begun: bool,
    /// Whether one of them was written.
    written: bool,
}

impl FilteredOutput {
    /// Writes to a sink.
    pub fn new(sink: Sink) -> FilteredOutput {
        FilteredOutput {
            sink,
            gap: Vec::new(),
            opening: Vec::new(),
            begun: false,
            written: false,
        }
    }

    /// Records text between puzzles.
    pub fn between(&mut self, text: &[u8]) {
        self.gap.extend_from_slice(text);
    }

    /// Writes the next puzzle of the file, or leaves it out.
    ///
    /// # Errors
    /// When writing fails.
    pub fn puzzle(&mut self, form: Form, text: Option<&[u8]>) -> io::Result<()> {
        let gap = std::mem::take(&mut self.gap);
        if !self.begun {
            self.begin(form, gap)?;
        } else if form.layout() != Layout::Document || self.written && text.is_some() {
            // In a document, a puzzle that is left out takes its comma along.
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
        // A table has its headings once, even if it comes from several files.
        if form.layout() != Layout::Table || opening != self.opening {
            self.sink.write_all(&opening)?;
        }
        self.opening = opening;
        Ok(())
    }

    /// Writes the text after the last puzzle.
    ///
    /// # Errors
    /// When writing fails.
    pub fn end_file(&mut self) -> io::Result<()> {
        (self.begun, self.written) = (false, false);
        self.sink.write_all(&std::mem::take(&mut self.gap))
    }
}
