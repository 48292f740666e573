//! Questions about isomorphism: are two puzzles isomorphic, and how many automorphisms has one?

use std::io::Write;

use serde_json::json;
use sudokit::format::Record;
use sudokit::{Puzzle, symmetry};

use super::options::TransformOptions;
use crate::args::files::ReportStyle;
use crate::io::puzzles;
use crate::report::error::CliError;
use crate::report::located::LocatedPuzzle;
use crate::report::{self, Exit};
use crate::terminal::messages::Messages;

/// Tests whether the two puzzles of all files are isomorphic, and prints how.
///
/// # Errors
/// When there are not exactly two puzzles that can be compared.
pub fn isomorphic(options: &TransformOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let mut sink = options.job.destination.open()?;
    let mut found: Vec<(String, Puzzle)> = Vec::new();
    let work = |_: &LocatedPuzzle<'_>, record: &Record| record.puzzle.clone();
    let exit = puzzles::each(
        &options.job,
        messages,
        &mut sink,
        work,
        |_, located, puzzle| {
            if let Ok(puzzle) = puzzle {
                found.push((located.place(), puzzle.clone()));
            }
            Ok(Exit::Answered)
        },
    )?;
    if exit != Exit::Answered {
        return Ok(exit);
    }
    let [(one_place, one), (other_place, other)] = &found[..] else {
        return Err(CliError::new(
            format!("--isomorphic needs two puzzles, found {}", found.len()),
            "name two files with one puzzle each, or one file with two",
        )
        .into());
    };
    let error = |error: symmetry::SymmetryError| {
        let message = format!("cannot compare {one_place} and {other_place}: {error}");
        CliError::new(message, "")
    };
    let way = match one.shape().size() == other.shape().size() {
        true => {
            let way = symmetry::isomorphism_with(one, other, &options.job.search.cancel);
            if way == Err(symmetry::SymmetryError::Cancelled) {
                return Ok(Exit::Interrupted);
            }
            way.map_err(error)?
        }
        false => None,
    };
    let way = way.map(|way| way.to_string());
    let answer = json!({ "isomorphic": way.is_some(), "transformation": way });
    match (options.style, &way) {
        (ReportStyle::Json, _) => writeln!(sink, "{answer}")?,
        (ReportStyle::Csv, _) => {
            let columns = ["isomorphic", "transformation"];
            sink.write_all(&report::csv_row(columns)?)?;
            sink.write_all(&report::csv_fields(&answer, &columns)?)?;
        }
        (ReportStyle::Words, Some(way)) => writeln!(sink, "isomorphic: {way}")?,
        (ReportStyle::Words, None) => writeln!(sink, "not isomorphic")?,
    }
    options.job.destination.finish(sink, true, messages)?;
    Ok(match way {
        Some(_) => Exit::Answered,
        None => Exit::Failed,
    })
}

/// The columns of the table of automorphisms.
const COLUMNS: [&str; 3] = ["file", "line", "automorphisms"];

/// Prints the number of automorphisms of each puzzle.
///
/// # Errors
/// Whatever stops the whole run.
pub fn automorphisms(options: &TransformOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let mut sink = options.job.destination.open()?;
    if options.style == ReportStyle::Csv {
        sink.write_all(&report::csv_row(COLUMNS)?)?;
    }
    let cancel = &options.job.search.cancel;
    let work =
        |_: &LocatedPuzzle<'_>, record: &Record| symmetry::canonical_with(&record.puzzle, cancel);
    let exit = puzzles::each(
        &options.job,
        messages,
        &mut sink,
        work,
        |sink, located, found| {
            let Ok(found) = found else {
                return Ok(Exit::Answered);
            };
            let number = match found {
                Ok(canonical) => canonical.automorphisms.to_string(),
                Err(symmetry::SymmetryError::Cancelled) => return Ok(Exit::Interrupted),
                Err(error) => {
                    sink.flush_stream()?;
                    let message = format!("{}: {error}", located.place());
                    messages.cli_error(&CliError::new(message, ""));
                    return Ok(Exit::Trouble);
                }
            };
            let (file, line) = (located.file, located.piece.line);
            let answer = json!({ "file": file, "line": line, "automorphisms": number });
            match options.style {
                ReportStyle::Json => writeln!(sink, "{answer}")?,
                ReportStyle::Csv => sink.write_all(&report::csv_fields(&answer, &COLUMNS)?)?,
                ReportStyle::Words => {
                    let word = if number == "1" {
                        "automorphism"
                    } else {
                        "automorphisms"
                    };
                    writeln!(sink, "{}: {number} {word}", located.place())?;
                }
            }
            Ok(Exit::Answered)
        },
    )?;
    options.job.destination.finish(sink, true, messages)?;
    Ok(exit)
}
