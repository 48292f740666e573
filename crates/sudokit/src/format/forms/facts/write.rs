//! Puzzles as facts and as triples.

use crate::format::write::Item;

/// Writes the size, the indices of rows and columns, and a fact per given.
pub(crate) fn write(item: &Item, out: &mut String) {
    let puzzle = item.puzzle();
    let size = puzzle.shape().size();
    out.push_str(&format!(
        "size({size}). row(1..{size}). column(1..{size}).\n"
    ));
    for (cell, value) in puzzle
        .values()
        .iter()
        .enumerate()
        .filter(|(_, value)| **value != 0)
    {
        out.push_str(&format!(
            "given({},{},{value}).\n",
            cell / size + 1,
            cell % size + 1
        ));
    }
}

/// Writes a line for each cell, open ones included, so that the size is certain.
pub(crate) fn write_triples(item: &Item, out: &mut String) {
    let puzzle = item.puzzle();
    let size = puzzle.shape().size();
    out.push_str("row,column,value\n");
    for (cell, value) in puzzle.values().iter().enumerate() {
        out.push_str(&format!(
            "{},{},{value}\n",
            cell / size + 1,
            cell % size + 1
        ));
    }
}
