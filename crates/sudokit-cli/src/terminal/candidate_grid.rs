//! A position with its candidates, drawn for a terminal. Every part that a candidate plays has
//! a colour and a mark behind it, so that nothing is lost without colours.

use std::collections::{BTreeMap, BTreeSet};

use anstyle::{AnsiColor, Effects, Style};
use sudokit::logic::{Board, Candidate, Step, Words};
use sudokit_render::parts::{self, Part};

use crate::terminal::board::{self, CellNames};

/// Larger boards do not fit a terminal with all their candidates.
const LARGEST: usize = 16;

const GIVEN: Style = Style::new().bold();

const QUIET: Style = AnsiColor::BrightBlack.on_default();

/// The position before a step, with the step's candidates marked, and a legend; nothing where
/// the board is too large.
pub fn draw(board: &Board, step: &Step, words: &Words) -> Option<String> {
    if board.size() > LARGEST {
        return None;
    }
    let parts = parts::parts(step);
    let cells: Vec<GridCell> = (0..board.values().len())
        .map(|cell| GridCell::new(board, cell, &parts, words))
        .collect();
    let width = cells.iter().map(|cell| cell.width).max().unwrap_or(1);
    let drawn = framed(board, words, width, |cell| cells[cell].padded(width));
    let shown: BTreeSet<Part> = parts.values().copied().collect();
    let legend: Vec<String> = shown.into_iter().map(legend_entry).collect();
    Some(format!("{drawn}  {}\n", legend.join("   ")))
}

/// The values of a position, without candidates.
pub fn values(board: &Board, words: &Words) -> String {
    let symbols = (1..=board.size() as u8).map(|value| words.value(value));
    let width = symbols.map(|symbol| symbol.chars().count()).max();
    let width = width.unwrap_or(1);
    framed(board, words, width, |cell| match board.value(cell) {
        0 => format!("{:width$}", "·"),
        value => format!("{:width$}", words.value(value)),
    })
}

/// Cells with lines around them and the names of rows and columns.
fn framed(board: &Board, words: &Words, width: usize, cell: impl Fn(usize) -> String) -> String {
    let lines = 0..board.size();
    let rows: Vec<String> = lines
        .clone()
        .map(|line| row_name(board, words, line))
        .collect();
    // Where rows are letters, columns are plain numbers.
    let prefix = if rows[0].starts_with('r') { "c" } else { "" };
    let columns: Vec<String> = lines.map(|line| format!("{prefix}{}", line + 1)).collect();
    let names = CellNames {
        rows: &rows,
        columns: &columns,
    };
    let widest_name = columns.iter().map(String::len).max().unwrap_or(1);
    let missing = " ".repeat(widest_name.saturating_sub(width));
    let padded = |at: usize| format!("{}{missing}", cell(at));
    board::frame_with_names(board.shape(), width.max(widest_name), &names, padded)
}

/// A row as the words call it: the `r4` of `r4c1`, the `D` of `D1`.
fn row_name(board: &Board, words: &Words, row: usize) -> String {
    let cell = words.cell(row * board.size());
    let name = cell.strip_suffix("c1").or_else(|| cell.strip_suffix('1'));
    name.unwrap_or(&cell).to_string()
}

/// A cell with its colour codes, and how wide it is without them.
struct GridCell {
    text: String,
    width: usize,
}

impl GridCell {
    fn new(
        board: &Board,
        cell: usize,
        parts: &BTreeMap<Candidate, Part>,
        words: &Words,
    ) -> GridCell {
        let mut drawn = GridCell {
            text: String::new(),
            width: 0,
        };
        if board.value(cell) != 0 {
            let style = if board.is_given(cell) {
                GIVEN
            } else {
                Style::new()
            };
            drawn.push(&words.value(board.value(cell)), style);
            return drawn;
        }
        // A lone candidate would look like a value.
        let is_lone = board.candidates(cell).count_ones() == 1;
        drawn.push(if is_lone { "(" } else { "" }, QUIET);
        for value in 1..=board.size() as u8 {
            if !board.has(cell, value) {
                continue;
            }
            let symbol = words.value(value);
            if symbol.chars().count() > 1 && drawn.width > 0 {
                drawn.push(",", QUIET);
            }
            match parts.get(&Candidate::new(cell, value)) {
                Some(part) => drawn.push(&format!("{symbol}{}", mark(*part)), style(*part)),
                None => drawn.push(&symbol, QUIET),
            }
        }
        drawn.push(if is_lone { ")" } else { "" }, QUIET);
        drawn
    }

    fn push(&mut self, text: &str, style: Style) {
        if text.is_empty() {
            return;
        }
        self.text += &format!("{style}{text}{style:#}");
        self.width += text.chars().count();
    }

    fn padded(&self, width: usize) -> String {
        format!("{}{}", self.text, " ".repeat(width - self.width))
    }
}

fn legend_entry(part: Part) -> String {
    let style = style(part);
    format!("{style}{}{style:#} {}", mark(part), part.name())
}

/// What stands behind a candidate.
fn mark(part: Part) -> char {
    match part {
        Part::Placed => '!',
        Part::Eliminated => '-',
        Part::Defining => '*',
        Part::Fin => '^',
        Part::EndoFin => '"',
        Part::Extra => '?',
        Part::ColourA | Part::On => '+',
        Part::ColourB | Part::Off => '~',
        Part::ColourC => ':',
        Part::ColourD => ';',
        Part::Set(0) => '¹',
        Part::Set(1) => '²',
        Part::Set(2) => '³',
        Part::Set(_) => '⁺',
    }
}

fn style(part: Part) -> Style {
    let colour = match part {
        Part::Placed => AnsiColor::Green,
        Part::Eliminated => AnsiColor::Red,
        Part::Defining | Part::ColourA | Part::On | Part::Set(0) => AnsiColor::Cyan,
        Part::Fin | Part::Extra | Part::ColourC | Part::Set(1) => AnsiColor::Yellow,
        Part::EndoFin | Part::ColourB | Part::Off | Part::Set(2) => AnsiColor::Magenta,
        Part::ColourD | Part::Set(_) => AnsiColor::Blue,
    };
    let effects = match part {
        Part::Eliminated => Effects::BOLD | Effects::STRIKETHROUGH,
        _ => Effects::BOLD,
    };
    colour.on_default() | effects
}
