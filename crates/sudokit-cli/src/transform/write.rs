//! How transformed puzzles are written.

use std::collections::BTreeSet;
use std::io::{self, Write};

use serde::Serialize;
use sudokit::Grid;
use sudokit::format::write::{Entry, Loss, WriteOptions, Writer};
use sudokit::format::{Piece, Record};
use sudokit::symmetry::{Canonical, Transformation};

use super::Plan;
use crate::case::Case;
use crate::dress;
use crate::output::Sink;
use crate::talk::Talk;

/// A puzzle and what is done to it.
pub struct Transformed<'a> {
    pub case: &'a Case<'a>,
    pub record: &'a Record,
    pub way: &'a Transformation,
    pub canonical: Option<&'a Canonical>,
}

/// How they are written.
pub struct Output {
    style: Style,
    /// What a form has no place for, each said once.
    lost: BTreeSet<String>,
}

enum Style {
    /// As they came in.
    Same,
    /// In another form, with whether anything was written yet.
    Other(Box<Writer>, bool),
    Json,
}

/// What programs are told about a puzzle.
#[derive(Serialize)]
struct Told<'a> {
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

impl Output {
    pub fn new(plan: &Plan) -> Output {
        let style = match plan.form {
            Some(form) => {
                let writer = Writer::new(form, WriteOptions::default());
                Style::Other(Box::new(writer), false)
            }
            None if plan.json => Style::Json,
            None => Style::Same,
        };
        Output {
            style,
            lost: BTreeSet::new(),
        }
    }

    /// Text between puzzles.
    pub fn between(&self, sink: &mut Sink, text: &[u8]) -> io::Result<()> {
        match self.style {
            Style::Same => sink.write_all(text),
            _ => Ok(()),
        }
    }

    /// A puzzle that cannot be transformed keeps its place in a file of many.
    pub fn invalid(&self, sink: &mut Sink, piece: &Piece) -> io::Result<()> {
        let mut text = Vec::new();
        if matches!(self.style, Style::Same) {
            piece.write_word("Invalid", &mut text);
        }
        sink.write_all(&text)
    }

    /// The text for a puzzle.
    ///
    /// # Errors
    /// When it cannot be written, with the reason.
    pub fn puzzle(&mut self, transformed: &Transformed<'_>) -> Result<Vec<u8>, String> {
        let Transformed {
            case, record, way, ..
        } = transformed;
        let mut text = Vec::new();
        let losses = match &mut self.style {
            Style::Same => dress::write(case.piece, record, way, &mut text)?,
            Style::Other(writer, begun) => {
                if !std::mem::replace(begun, true) {
                    writer.begin(&mut text);
                }
                other(writer, transformed, &mut text)?
            }
            Style::Json => {
                text = json(transformed)?.into_bytes();
                Vec::new()
            }
        };
        self.lost.extend(losses.iter().map(ToString::to_string));
        Ok(text)
    }

    /// Ends the file and says what was left out of it.
    ///
    /// # Errors
    /// Those of writing.
    pub fn finish(&mut self, sink: &mut Sink, talk: &Talk) -> io::Result<()> {
        if let Style::Other(writer, true) = &mut self.style {
            let mut text = Vec::new();
            writer.end(&mut text);
            sink.write_all(&text)?;
        }
        self.lost.iter().for_each(|lost| talk.note(lost));
        Ok(())
    }
}

fn other(
    writer: &mut Writer,
    Transformed { record, way, .. }: &Transformed<'_>,
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

fn json(transformed: &Transformed<'_>) -> Result<String, String> {
    let Transformed {
        case,
        record,
        way,
        canonical,
    } = transformed;
    let puzzle = way
        .apply(&record.puzzle)
        .map_err(|error| error.to_string())?;
    let told = Told {
        file: case.file,
        line: case.piece.line,
        name: case.name(),
        shape: puzzle.shape().to_string(),
        puzzle: puzzle.to_string(),
        transformation: way.to_string(),
        automorphisms: canonical.map(|found| found.automorphisms.to_string()),
    };
    let line = serde_json::to_string(&told).map_err(|error| error.to_string())?;
    Ok(line + "\n")
}
