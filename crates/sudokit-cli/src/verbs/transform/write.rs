//! Writes transformed puzzles.

use std::collections::BTreeSet;
use std::io::{self, Write};

use serde::Serialize;
use sudokit::Grid;
use sudokit::format::write::{self, Entry, Loss, WriteOptions, Writer};
use sudokit::format::{Piece, Record};
use sudokit::symmetry::{Canonical, Transformation};

use super::options::TransformOptions;
use crate::args::files::ReportStyle;
use crate::io::output::Sink;
use crate::report;
use crate::report::located::LocatedPuzzle;
use crate::terminal::messages::Messages;

/// A puzzle and its transformation.
pub struct TransformedPuzzle<'a> {
    pub located: &'a LocatedPuzzle<'a>,
    pub record: &'a Record,
    pub way: &'a Transformation,
    pub canonical: Option<&'a Canonical>,
}

/// How they are written.
pub struct TransformOutput {
    style: TransformStyle,
    /// What a form cannot hold, each reported once.
    lost: BTreeSet<String>,
}

enum TransformStyle {
    /// In the form of the input.
    Same,
    /// In another form; whether anything was written yet.
    Other(Box<Writer>, bool),
    Json,
    /// A table; whether its headings were written yet.
    Csv(bool),
}

/// The columns of the table: fields of the JSON object.
const COLUMNS: [&str; 7] = [
    "file",
    "line",
    "name",
    "shape",
    "puzzle",
    "transformation",
    "automorphisms",
];

/// The JSON object of a puzzle.
#[derive(Serialize)]
struct TransformJson<'a> {
    file: &'a str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    shape: String,
    puzzle: String,
    transformation: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    automorphisms: Option<String>,
}

impl TransformOutput {
    pub fn new(options: &TransformOptions) -> TransformOutput {
        let style = match options.form {
            Some(form) => {
                let writer = Writer::new(form, WriteOptions::default());
                TransformStyle::Other(Box::new(writer), false)
            }
            None => match options.style {
                ReportStyle::Json => TransformStyle::Json,
                ReportStyle::Csv => TransformStyle::Csv(false),
                ReportStyle::Words => TransformStyle::Same,
            },
        };
        TransformOutput {
            style,
            lost: BTreeSet::new(),
        }
    }

    /// Text between puzzles.
    pub fn between(&self, sink: &mut Sink, text: &[u8]) -> io::Result<()> {
        match self.style {
            TransformStyle::Same => sink.write_all(text),
            _ => Ok(()),
        }
    }

    /// The text in place of a puzzle that cannot be transformed, in a file of many.
    pub fn invalid(&self, sink: &mut Sink, piece: &Piece) -> io::Result<()> {
        let mut text = Vec::new();
        if matches!(self.style, TransformStyle::Same) {
            piece.write_word("Invalid", &mut text);
        }
        sink.write_all(&text)
    }

    /// The text of a puzzle.
    ///
    /// # Errors
    /// When it cannot be written, with the reason.
    pub fn puzzle(&mut self, transformed: &TransformedPuzzle<'_>) -> Result<Vec<u8>, String> {
        let TransformedPuzzle {
            located,
            record,
            way,
            ..
        } = transformed;
        let mut text = Vec::new();
        let losses = match &mut self.style {
            TransformStyle::Same => rewrite(located.piece, record, way, &mut text)?,
            TransformStyle::Other(writer, begun) => {
                if !std::mem::replace(begun, true) {
                    writer.begin(&mut text);
                }
                other(writer, transformed, &mut text)?
            }
            TransformStyle::Json => {
                text = report::json_line(&json(transformed)?);
                Vec::new()
            }
            TransformStyle::Csv(begun) => {
                if !std::mem::replace(begun, true) {
                    text = report::csv_row(COLUMNS).map_err(|error| error.to_string())?;
                }
                let row = report::csv_fields(&json(transformed)?, &COLUMNS);
                text.extend(row.map_err(|error| error.to_string())?);
                Vec::new()
            }
        };
        self.lost.extend(losses.iter().map(ToString::to_string));
        Ok(text)
    }

    /// Finishes the file and reports what was lost.
    ///
    /// # Errors
    /// When writing fails.
    pub fn finish(&mut self, sink: &mut Sink, messages: &Messages) -> io::Result<()> {
        if let TransformStyle::Other(writer, true) = &mut self.style {
            let mut text = Vec::new();
            writer.end(&mut text);
            sink.write_all(&text)?;
        }
        self.lost.iter().for_each(|lost| messages.note(lost));
        Ok(())
    }
}

fn other(
    writer: &mut Writer,
    TransformedPuzzle { record, way, .. }: &TransformedPuzzle<'_>,
    text: &mut Vec<u8>,
) -> Result<Vec<Loss>, String> {
    let puzzle = way
        .apply(&record.puzzle)
        .map_err(|error| error.to_string())?;
    let solution = record.claimed.as_ref();
    let solution = solution
        .map(|grid| Grid::new(puzzle.shape().clone(), way.apply_values(grid.values())))
        .transpose()
        .map_err(|error| error.to_string())?;
    let entry = Entry {
        puzzle: &puzzle,
        name: record.name.as_deref(),
        solution: solution.as_ref(),
    };
    writer
        .puzzle(entry, text)
        .map_err(|error| error.to_string())
}

fn json<'a>(transformed: &TransformedPuzzle<'a>) -> Result<TransformJson<'a>, String> {
    let TransformedPuzzle {
        located,
        record,
        way,
        canonical,
    } = transformed;
    let puzzle = way
        .apply(&record.puzzle)
        .map_err(|error| error.to_string())?;
    Ok(TransformJson {
        file: located.file,
        line: located.piece.line,
        name: located.name(),
        shape: puzzle.shape().to_string(),
        puzzle: puzzle.to_string(),
        transformation: way.to_string(),
        automorphisms: canonical.map(|found| found.automorphisms.to_string()),
    })
}

/// Writes a piece's text with its puzzle transformed, and every board next to it. If the text
/// cannot be kept, because the boxes changed orientation or because it lists candidates, the puzzle
/// is written again in the same form, and what that loses is returned.
///
/// # Errors
/// When the transformation does not fit the puzzle, or the form cannot hold the result.
pub fn rewrite(
    piece: &Piece,
    record: &Record,
    way: &Transformation,
    out: &mut Vec<u8>,
) -> Result<Vec<Loss>, String> {
    let puzzle = way
        .apply(&record.puzzle)
        .map_err(|error| error.to_string())?;
    let stays = puzzle.shape() == record.puzzle.shape()
        && puzzle.candidates().is_none()
        && !record.form.refers_to_cells();
    if stays {
        record.write_transformed(&piece.text, |values| way.apply_values(values), out);
        return Ok(Vec::new());
    }
    let options = WriteOptions {
        blank: None,
        symbols: Some(record.symbols.clone()),
    };
    let name = record.name.as_deref();
    write::puzzle(record.form, &puzzle, name, &options, out).map_err(|error| error.to_string())
}
