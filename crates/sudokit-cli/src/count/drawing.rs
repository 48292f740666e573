//! The values that cells have in some solution, drawn for a terminal or listed.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use sudokit::analyse::TrueCandidates;
use sudokit::format::Record;

use crate::board::{self, Names};

/// Larger boards do not fit a terminal with all their candidates.
const LARGEST: usize = 16;

const CERTAIN: Style = AnsiColor::Green.on_default().bold();
const GIVEN: Style = Style::new().bold();

/// A board with a line for each value of a cell, `3:12` for 3 in twelve solutions; where all
/// solutions agree the value alone. Of large boards the cells where they do not.
pub fn draw(record: &Record, found: &TrueCandidates) -> String {
    let shape = record.puzzle.shape();
    let cells: Vec<Vec<String>> = (0..shape.cells())
        .map(|cell| entries(record, found, cell))
        .collect();
    if shape.size() > LARGEST {
        return list(record, &cells);
    }
    let widths = cells.iter().flatten().map(|entry| entry.chars().count());
    let names = |letter: char| -> Vec<String> {
        (1..=shape.size())
            .map(|line| format!("{letter}{line}"))
            .collect()
    };
    let (rows, columns) = (names('r'), names('c'));
    let width = widths
        .chain(columns.iter().map(String::len))
        .max()
        .unwrap_or(1);
    let names = Names {
        rows: &rows,
        columns: &columns,
    };
    let height = |row: usize| {
        let cells = &cells[row * shape.size()..][..shape.size()];
        cells.iter().map(Vec::len).max().unwrap_or(1)
    };
    board::frame_of_tall_cells(shape, width, &names, height, |cell, line| {
        let entry = cells[cell].get(line).map_or("", String::as_str);
        let style = match (record.puzzle.values()[cell], cells[cell].len()) {
            (0, 1) => CERTAIN,
            (0, _) => Style::new(),
            _ => GIVEN,
        };
        format!("{style}{entry:width$}{style:#}")
    })
}

/// The values of a cell, with the number of their solutions where there is a choice.
fn entries(record: &Record, found: &TrueCandidates, cell: usize) -> Vec<String> {
    let values = (1..=record.puzzle.shape().size() as u8)
        .filter(|value| found.values(cell) >> (value - 1) & 1 != 0);
    let is_certain = found.values(cell).count_ones() == 1;
    let entry = |value: u8| {
        let symbol = record.symbols.symbol(value);
        let more = if found.is_exact() { "" } else { "+" };
        match is_certain {
            true => symbol,
            false => format!("{symbol}:{}{more}", found.count(cell, value)),
        }
    };
    match found.values(cell) {
        0 => vec!["·".to_string()],
        _ => values.map(entry).collect(),
    }
}

fn list(record: &Record, cells: &[Vec<String>]) -> String {
    let shape = record.puzzle.shape();
    let mut text = String::new();
    for (cell, entries) in cells
        .iter()
        .enumerate()
        .filter(|(_, entries)| entries.len() > 1)
    {
        let (row, column) = (shape.row(cell) + 1, shape.column(cell) + 1);
        let _ = writeln!(text, "r{row}c{column}  {}", entries.join("  "));
    }
    text
}
