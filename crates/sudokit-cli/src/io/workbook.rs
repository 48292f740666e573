//! Workbooks of spreadsheet programs (.xlsx, .xls, .ods): each sheet with a puzzle becomes CSV.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek};

use calamine::{Data, Range, Reader as _, Sheets, open_workbook_auto_from_rs};
use sudokit::format::{Content, Piece, ReadOptions, Reader};

use crate::report::error::CliError;

/// The largest workbook that is read: it is unpacked in memory.
const MOST_BYTES: u64 = 64 << 20;
/// The most cells of a sheet. A puzzle has far fewer, and an empty sheet may claim millions.
const MOST_CELLS: usize = 1 << 20;

/// Returns whether a file starts like a workbook. A zip archive may be one.
///
/// # Errors
/// When the file cannot be read.
pub fn is_workbook(file: &mut File) -> io::Result<bool> {
    let mut start = Vec::new();
    (&mut *file).take(8).read_to_end(&mut start)?;
    file.rewind()?;
    Ok(start.starts_with(b"PK\x03\x04") || start.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"))
}

/// Returns the sheets that contain a puzzle as CSV; all sheets if none does. Returns nothing if the
/// file is another archive.
///
/// # Errors
/// When the file is too large or cannot be read.
pub fn to_csv(file: &mut File, name: &str) -> Result<Option<Vec<u8>>, CliError> {
    let broken = |error: &dyn std::fmt::Display| {
        CliError::new(
            format!("cannot read the workbook `{name}`: {error}"),
            "save the sheet as CSV",
        )
    };
    let mut bytes = Vec::new();
    let read = (&mut *file).take(MOST_BYTES + 1).read_to_end(&mut bytes);
    read.and_then(|_| file.rewind())
        .map_err(|error| broken(&error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(broken(&"it is larger than 64 MB"));
    }
    let Ok(mut book) = open_workbook_auto_from_rs(Cursor::new(bytes)) else {
        return Ok(None);
    };
    let sheets = sheets(&mut book).map_err(|error| broken(&error))?;
    let any = sheets.iter().any(|sheet| has_puzzle(sheet));
    let chosen = sheets.into_iter().filter(|sheet| !any || has_puzzle(sheet));
    Ok(Some(chosen.collect::<Vec<_>>().join("\n").into_bytes()))
}

/// Returns every sheet as CSV, with its name in a comment.
fn sheets(book: &mut Sheets<Cursor<Vec<u8>>>) -> Result<Vec<String>, calamine::Error> {
    let names = book.sheet_names();
    let mut sheets = Vec::new();
    for name in names {
        let range = book.worksheet_range(&name)?;
        let (rows, columns) = range.get_size();
        if rows > 0 && rows.saturating_mul(columns) <= MOST_CELLS {
            sheets.push(format!(
                "# {}\n{}",
                name.replace(['\n', '\r'], " "),
                csv(&range)
            ));
        }
    }
    Ok(sheets)
}

fn csv(range: &Range<Data>) -> String {
    let (rows, columns) = range.get_size();
    // A row or column at the end without any value is not part of the range.
    let size = rows.max(columns);
    let is_cut = rows != columns && matches!(size, 4 | 6 | 9 | 16 | 25);
    let (rows, columns) = match is_cut && range.start() == Some((0, 0)) {
        true => (size, size),
        false => (rows, columns),
    };
    let mut text = String::new();
    for row in 0..rows {
        for column in 0..columns {
            if column > 0 {
                text.push(',');
            }
            text.push_str(&cell(range.get((row, column))));
        }
        text.push('\n');
    }
    text
}

fn cell(value: Option<&Data>) -> String {
    let text = match value {
        None | Some(Data::Empty | Data::Error(_)) => String::new(),
        Some(Data::Float(number)) => number.to_string(),
        Some(value) => value.to_string(),
    };
    let text = text.trim().replace(['\n', '\r'], " ");
    match text.contains([',', '"']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

fn has_puzzle(sheet: &str) -> bool {
    let mut reader = Reader::new(sheet.as_bytes(), ReadOptions::default());
    let mut piece = Piece::default();
    while reader.read(&mut piece).unwrap_or(false) {
        if matches!(piece.content, Content::Puzzle(_)) {
            return true;
        }
    }
    false
}
