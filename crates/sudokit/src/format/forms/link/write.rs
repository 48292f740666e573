//! Writes links.

use super::codes;
use crate::format::candidates;
#[cfg(feature = "formats")]
use crate::format::write::Entry;
use crate::format::write::Item;
use crate::format::write::documents::push_marked;
use crate::format::write::text::push_run;

/// Writes a link to SudokuWiki's solver; only its pairs hold placed values and candidates.
pub(crate) fn sudoku_wiki(item: &Item, out: &mut String) {
    let puzzle = item.puzzle();
    out.push_str("https://www.sudokuwiki.org/sudoku.htm?bd=");
    if puzzle.has_placed() || candidates::restrict(puzzle) {
        codes::to_pairs(puzzle, out);
    } else {
        push_run(puzzle.values(), item.style, "", out);
    }
    out.push('\n');
}

/// Writes a link to Sudoku Exchange.
pub(crate) fn sudoku_exchange(item: &Item, out: &mut String) {
    out.push_str("https://sudokuexchange.com/play/?s=");
    push_run(item.puzzle().values(), item.style, "", out);
    out.push('\n');
}

/// Writes a link to f-puzzles.
#[cfg(feature = "formats")]
pub(crate) fn f_puzzles(item: &Item, out: &mut String) {
    out.push_str("https://www.f-puzzles.com/?load=");
    push_f_puzzles(item.entry, out);
    out.push('\n');
}

/// Writes a link to SudokuPad: run lengths if they say everything, otherwise JSON.
#[cfg(feature = "formats")]
pub(crate) fn sudoku_pad(item: &Item, out: &mut String) {
    let puzzle = item.puzzle();
    let shape = puzzle.shape().to_string();
    let marks: Option<String> = match shape.strip_prefix("3x3") {
        Some(extras) if !puzzle.has_placed() && !candidates::restrict(puzzle) => {
            let extras = extras.split('+').filter(|extra| !extra.is_empty());
            extras
                .map(|extra| match extra {
                    "diagonals" => Some('x'),
                    "windows" => Some('w'),
                    _ => None,
                })
                .collect()
        }
        _ => None,
    };
    out.push_str("https://sudokupad.app/");
    match marks {
        Some(marks) if item.entry.name.is_none() && item.entry.solution.is_none() => {
            out.push_str("scf");
            out.push_str(&codes::to_runs(puzzle.values()));
            if !marks.is_empty() {
                out.push('*');
                out.push_str(&marks);
            }
        }
        _ => {
            out.push_str("fpuzzles");
            push_f_puzzles(item.entry, out);
        }
    }
    out.push('\n');
}

#[cfg(feature = "formats")]
fn push_f_puzzles(entry: Entry, out: &mut String) {
    let json = super::json::to_f_puzzles(entry.puzzle, entry.name, entry.solution);
    out.push_str(&codes::escape(&super::lz::compress(&json)));
}

/// Writes a link to the page that `sudokit serve` offers.
pub(crate) fn page(item: &Item, out: &mut String) {
    let puzzle = item.puzzle();
    // A `+` in an address may be decoded as a space.
    let shape = puzzle.shape().to_string().replace('+', "*");
    out.push_str(&format!("http://localhost:8081/#p={shape}:"));
    push_marked(item, out);
    out.push('\n');
}
