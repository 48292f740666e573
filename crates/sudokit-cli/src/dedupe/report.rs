//! Which puzzle is of which class.

use std::io::Write;

use serde::Serialize;
use sudokit::format::{Content, Piece};

use super::classes::{Class, Classes};
use crate::check::Style;
use crate::output::Sink;

/// A report about all puzzles, written as they come.
pub struct Report {
    style: Style,
    classes: Classes<First>,
    begun: bool,
}

/// Where a class was first met.
struct First {
    class: usize,
    file: String,
    line: usize,
}

/// What is said about a puzzle.
#[derive(Serialize)]
struct Entry<'a> {
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

impl Report {
    /// A report in this style.
    pub fn new(style: Style) -> Report {
        Report {
            style,
            classes: Classes::new(),
            begun: false,
        }
    }

    /// Writes the line about a puzzle and says whether it is the first of its class.
    ///
    /// # Errors
    /// Those of writing.
    pub fn line(
        &mut self,
        sink: &mut Sink,
        file: &str,
        piece: &Piece,
        class: &Class,
    ) -> anyhow::Result<bool> {
        let number = self.classes.len() + 1;
        let met = self.classes.meet(class.key, || First {
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
        let entry = Entry {
            file,
            line: piece.line,
            name,
            class: first.class,
            kept,
            first_file: &first.file,
            first_line: first.line,
        };
        match self.style {
            Style::Json => writeln!(sink, "{}", serde_json::to_string(&entry)?)?,
            Style::Csv | Style::Words => {
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
