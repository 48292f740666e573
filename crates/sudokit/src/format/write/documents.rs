//! Writes the forms with a structure of their own, and the text that a file needs around its
//! puzzles.

use super::Item;
use super::style::Style;
use super::text::{push_rows, push_run};
use crate::bits::values_of;
use crate::format::candidates;
use crate::format::forms::sizes::is_usual;
use crate::puzzle::{Origin, Puzzle};
use crate::shape::Shape;

/// Writes the givens as `[Puzzle]` and, if a player has placed values, all values as `[State]`.
pub(crate) fn sdk(item: &Item, out: &mut String) {
    let (entry, style) = (item.entry, item.style);
    let (puzzle, size) = (entry.puzzle, entry.puzzle.shape().size());
    if let Some(name) = entry.name {
        out.push_str(&format!("#D {}\n", in_one_line(name, ' ')));
    }
    let given = |(cell, value): (usize, &u8)| match puzzle.origin(cell) {
        Some(Origin::Given) => *value,
        _ => 0,
    };
    let givens: Vec<u8> = puzzle.values().iter().enumerate().map(given).collect();
    out.push_str("[Puzzle]\n");
    push_rows(&givens, size, style, "", out);
    if puzzle.has_placed() {
        out.push_str("[State]\n");
        push_rows(puzzle.values(), size, style, "", out);
    }
}

/// Writes `:0000:x:grid:deleted candidates::`, with `+` before placed values.
pub(crate) fn hodoku(item: &Item, out: &mut String) {
    out.push_str(":0000:x:");
    push_marked(item, out);
    out.push(':');
    out.push_str(&deleted_candidates(item.puzzle()).join(" "));
    out.push_str("::\n");
}

/// Writes all cells, with `+` before placed values.
pub(crate) fn push_marked(item: &Item, out: &mut String) {
    for (cell, value) in item.puzzle().values().iter().enumerate() {
        if item.puzzle().origin(cell) == Some(Origin::Placed) {
            out.push('+');
        }
        out.push_str(&item.style.cell(*value));
    }
}

/// Returns the candidates that the values allow but the puzzle excludes: value, row, column.
pub(crate) fn deleted_candidates(puzzle: &Puzzle) -> Vec<String> {
    let shape = puzzle.shape();
    let (by_values, listed) = (candidates::left_by_values(puzzle), candidates::left(puzzle));
    let deleted = |cell: usize| {
        values_of(by_values[cell] & !listed[cell])
            .map(move |value| format!("{value}{}{}", shape.row(cell) + 1, shape.column(cell) + 1))
    };
    (0..shape.cells()).flat_map(deleted).collect()
}

/// Writes a game of 81 digits.
pub(crate) fn open_sudoku(item: &Item, out: &mut String) {
    out.push_str("  <game data=\"");
    push_run(item.puzzle().values(), item.style, "", out);
    out.push_str("\" />\n");
}

/// Writes a row with the puzzle and, if known, the solution.
pub(crate) fn table(item: &Item, out: &mut String) {
    let (entry, style) = (item.entry, item.style);
    let between = if style.is_run() { "" } else { ";" };
    push_run(entry.puzzle.values(), style, between, out);
    out.push(',');
    if let Some(solution) = entry.solution {
        push_run(solution.values(), style, between, out);
    }
    out.push('\n');
}

/// Writes an object on one line, or with a line per row if cells are numbers.
pub(crate) fn json(item: &Item, out: &mut String) {
    let (entry, style) = (item.entry, item.style);
    let (puzzle, shape) = (entry.puzzle, entry.puzzle.shape());
    let mut fields = Vec::new();
    if let Some(name) = entry.name {
        fields.push(("name", json_string(name)));
    }
    let is_assumed = Shape::with_size(shape.size()).is_ok_and(|usual| usual == *shape);
    if !is_assumed || !is_usual(shape.size()) {
        fields.push(("shape", json_string(&shape.to_string())));
    }
    fields.push(("puzzle", json_cells(puzzle.values(), shape.size(), style)));
    if candidates::restrict(puzzle) {
        fields.push(("candidates", json_candidates(puzzle)));
    }
    if let Some(solution) = entry.solution {
        fields.push((
            "solution",
            json_cells(solution.values(), shape.size(), style),
        ));
    }
    let fields: Vec<String> = fields
        .iter()
        .map(|(name, value)| format!("\"{name}\": {value}"))
        .collect();
    out.push_str(&format!("  {{{}}}", fields.join(", ")));
}

fn json_string(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{c}' => quoted.push_str("\\f"),
            control @ '\0'..='\u{1f}' => {
                quoted.push_str(&format!("\\u{:04x}", u32::from(control)));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

fn json_cells(values: &[u8], size: usize, style: &Style) -> String {
    if style.is_run() {
        let mut run = String::new();
        push_run(values, style, "", &mut run);
        return json_string(&run);
    }
    let number = |value: &u8| format!("{value:>0$}", style.width);
    json_rows(values.iter().map(number), size)
}

/// Returns the candidates of every cell, including filled ones, as lists of numbers.
fn json_candidates(puzzle: &Puzzle) -> String {
    let list = |mask: u64| {
        let values: Vec<String> = values_of(mask).map(|v| v.to_string()).collect();
        format!("[{}]", values.join(","))
    };
    let cells = candidates::left(puzzle).into_iter().map(list);
    json_rows(cells, puzzle.shape().size())
}

fn json_rows(cells: impl Iterator<Item = String>, size: usize) -> String {
    let cells: Vec<String> = cells.collect();
    let rows: Vec<String> = cells
        .chunks(size)
        .map(|row| format!("    [{}]", row.join(", ")))
        .collect();
    format!("[\n{}\n  ]", rows.join(",\n"))
}

/// Writes `name size box_rows box_columns v1 v2 …`; a puzzle without a name gets its number.
pub(crate) fn list(item: &Item, out: &mut String) {
    let (entry, style, number) = (item.entry, item.style, item.number);
    let shape = entry.puzzle.shape();
    let (rows, columns) = shape.box_size().unwrap_or((1, shape.size()));
    let name = match entry.name.map(|name| in_one_line(name.trim(), '_')) {
        Some(name) if !name.is_empty() => name,
        _ => format!("puzzle-{number}"),
    };
    out.push_str(&format!("{name} {} {rows} {columns} ", shape.size()));
    push_run(entry.puzzle.values(), style, " ", out);
    out.push('\n');
}

/// Returns a name without line breaks and, if names are single words, without separators.
fn in_one_line(name: &str, filler: char) -> String {
    let ends = |c: char| match filler {
        '_' => c.is_whitespace() || c.is_control() || ",;|".contains(c),
        _ => c.is_control(),
    };
    name.replace(ends, &filler.to_string())
}
