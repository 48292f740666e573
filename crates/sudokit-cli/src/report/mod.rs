//! What several verbs report in the same way: costs, exit codes, places, tables.

pub mod error;
pub mod located;
pub mod logic;
pub mod snippet;

use std::process::ExitCode;

use serde::Serialize;
use serde_json::Value;
use sudokit::format::Piece;
use sudokit::json::Versioned;
use sudokit::solve::{End, Statistics, Status};

use crate::args::quantities::{elapsed, thousands};
use crate::report::located::LocatedPuzzle;

/// The costs of a search, as JSON.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Costs {
    nodes: u64,
    assignments: u64,
    backtracks: u64,
    checks: u64,
    deepest: u64,
    seconds: f64,
}

impl From<&Statistics> for Costs {
    fn from(statistics: &Statistics) -> Costs {
        Costs {
            nodes: statistics.nodes,
            assignments: statistics.assignments,
            backtracks: statistics.backtracks,
            checks: statistics.checks,
            deepest: statistics.deepest,
            seconds: statistics.elapsed.as_secs_f64(),
        }
    }
}

/// The headings of [`cost_cells`].
pub const COST_HEADINGS: [&str; 6] = [
    "nodes",
    "assignments",
    "backtracks",
    "checks",
    "deepest",
    "time",
];

/// The costs of a search, as table cells.
pub fn cost_cells(statistics: &Statistics) -> [String; 6] {
    [
        thousands(statistics.nodes),
        thousands(statistics.assignments),
        thousands(statistics.backtracks),
        thousands(statistics.checks),
        thousands(statistics.deepest),
        elapsed(statistics.elapsed),
    ]
}

/// Serializes an object as one line of JSON, with the version of its fields.
pub fn json_line(object: &impl Serialize) -> Vec<u8> {
    let object = Versioned::new(object);
    let mut line = serde_json::to_vec(&object).expect("plain data serializes to JSON");
    line.push(b'\n');
    line
}

/// A row of a CSV table.
///
/// # Errors
/// Never in practice: the row is written to memory.
pub fn csv_row(columns: impl IntoIterator<Item = impl AsRef<[u8]>>) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(columns)?;
    Ok(writer.into_inner()?)
}

/// The columns of a CSV table of steps.
pub const STEP_COLUMNS: [&str; 7] = [
    "file",
    "line",
    "name",
    "status",
    "number",
    "technique",
    "sentence",
];

/// A row of a CSV table of steps.
///
/// # Errors
/// Never in practice: the row is written to memory.
pub fn step_row(
    located: &LocatedPuzzle<'_>,
    status: Status,
    [number, technique, sentence]: [&str; 3],
) -> anyhow::Result<Vec<u8>> {
    csv_row([
        located.file,
        &located.piece.line.to_string(),
        located.name().unwrap_or_default(),
        status.name(),
        number,
        technique,
        sentence,
    ])
}

/// A row of a CSV table with these fields of a JSON object. A field that is missing is empty; a
/// list has blanks between its items.
///
/// # Errors
/// Never in practice: the row is written to memory.
pub fn csv_fields(data: &impl Serialize, fields: &[&str]) -> anyhow::Result<Vec<u8>> {
    fn text(value: &Value) -> String {
        match value {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(" "),
            other => other.to_string(),
        }
    }
    let object = serde_json::to_value(data)?;
    csv_row(fields.iter().map(|field| text(&object[*field])))
}

/// The exit code for the end of a search.
pub fn exit_of(end: End) -> Exit {
    match end {
        End::Exhausted | End::Limit => Exit::Answered,
        End::Cancelled => Exit::Interrupted,
        _ => Exit::GaveUp,
    }
}

/// The name of a puzzle in messages: its file, and its line if the file holds several.
pub fn place(source: &str, piece: &Piece, alone: bool) -> String {
    match alone {
        true => source.to_string(),
        false => format!("{source}:{}", piece.line),
    }
}

/// A table without a frame. The first `words` columns are aligned to the left, the others to the
/// right.
pub fn table(headings: &[&str], words: usize, rows: &[Vec<String>]) -> String {
    let headings = headings
        .iter()
        .map(|heading| (*heading).to_string())
        .collect();
    let lines: Vec<&Vec<String>> = std::iter::once(&headings).chain(rows).collect();
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..headings.len()).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let mut padded = String::new();
        for (column, cell) in line.iter().enumerate() {
            let width = widths.get(column).copied().unwrap_or(0);
            match column < words {
                true => padded.push_str(&format!("{cell:<width$}  ")),
                false => padded.push_str(&format!("{cell:>width$}  ")),
            }
        }
        text.push_str(padded.trim_end());
        text.push('\n');
    }
    text
}

/// The exit code of a run. The variants are ordered: the highest wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Every puzzle was answered.
    #[default]
    Answered = 0,
    /// A puzzle has no solution, breaks a rule, or is not unique where that is required; or a claim
    /// about it is wrong.
    Failed = 1,
    /// Wrong usage, unreadable input, an I/O error, or a bug.
    Trouble = 2,
    /// A budget was reached, or logic alone left cells open.
    GaveUp = 3,
    /// Ctrl-C was pressed.
    Interrupted = 130,
}

impl Exit {
    /// Keeps the worse of the two.
    pub fn raise(&mut self, other: Exit) {
        *self = (*self).max(other);
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = vec![
            vec!["µ".to_string(), "1".to_string()],
            vec!["backtracking".to_string(), "1,234,567".to_string()],
        ];
        let expected =
            "engine            nodes\nµ                     1\nbacktracking  1,234,567\n";
        assert_eq!(table(&["engine", "nodes"], 1, &rows), expected);
    }
}
