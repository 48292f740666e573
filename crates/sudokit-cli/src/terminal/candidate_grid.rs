//! Paints a position with its candidates, and a step's drawing on it, for a terminal. Every class
//! of candidates has a colour and a mark after the value, so that nothing is lost without colours.

use std::collections::BTreeMap;

use anstyle::{AnsiColor, Effects, Style};
use sudokit::logic::drawing::{Class, Drawing};
use sudokit::logic::{Board, Candidate, Step, Words};

use crate::terminal::board::{self, CellNames};

/// The largest board whose candidates fit a terminal.
const LARGEST: usize = 16;

const GIVEN: Style = Style::new().bold();

const QUIET: Style = AnsiColor::BrightBlack.on_default();

/// Draws the position before a step, with the step's candidates marked, and a legend. Returns
/// `None` if the board is too large.
pub fn draw(board: &Board, step: &Step, words: &Words) -> Option<String> {
    if board.size() > LARGEST {
        return None;
    }
    let drawing = Drawing::new(board, step);
    let candidates = drawing.candidates.iter();
    let classes: BTreeMap<Candidate, Class> = candidates
        .map(|drawn| (drawn.candidate, drawn.class))
        .collect();
    let cells: Vec<GridCell> = (0..board.values().len())
        .map(|cell| GridCell::new(board, cell, &classes, words))
        .collect();
    let width = cells.iter().map(|cell| cell.width).max().unwrap_or(1);
    let drawn = framed(board, words, width, |cell| cells[cell].padded(width));
    // Areas and links are not drawn, so their names are left out.
    let shown = drawing.legend.iter();
    let shown = shown.filter(|entry| classes.values().any(|class| *class == entry.class));
    let legend = shown.map(|entry| {
        let style = style(entry.class);
        format!("{style}{}{style:#} {}", mark(entry.class), entry.name)
    });
    let legend: Vec<String> = legend.collect();
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
    // If rows are letters, columns are plain numbers.
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

/// A row as the words name it: the `r4` of `r4c1`, the `D` of `D1`.
fn row_name(board: &Board, words: &Words, row: usize) -> String {
    let cell = words.cell(row * board.size());
    let name = cell.strip_suffix("c1").or_else(|| cell.strip_suffix('1'));
    name.unwrap_or(&cell).to_string()
}

/// A cell with colour codes, and its width without them.
struct GridCell {
    text: String,
    width: usize,
}

impl GridCell {
    fn new(
        board: &Board,
        cell: usize,
        classes: &BTreeMap<Candidate, Class>,
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
            match classes.get(&Candidate::new(cell, value)) {
                Some(class) => drawn.push(&format!("{symbol}{}", mark(*class)), style(*class)),
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

/// What is written after a candidate.
fn mark(class: Class) -> char {
    match class {
        Class::Placed => '!',
        Class::Eliminated => '-',
        Class::Defining => '*',
        Class::Fin => '^',
        Class::EndoFin => '"',
        Class::Extra => '?',
        Class::ColourA | Class::On => '+',
        Class::ColourB | Class::Off => '~',
        Class::ColourC => ':',
        Class::ColourD => ';',
        Class::Common => '=',
        Class::Set(1) => '¹',
        Class::Set(2) => '²',
        Class::Set(3) => '³',
        Class::Set(_) => '⁴',
        _ => '_',
    }
}

fn style(class: Class) -> Style {
    let colour = match class {
        Class::Placed => AnsiColor::Green,
        Class::Eliminated => AnsiColor::Red,
        Class::Defining | Class::ColourA | Class::On | Class::Set(1) => AnsiColor::Cyan,
        Class::Fin | Class::Extra | Class::ColourC | Class::Set(2) => AnsiColor::Yellow,
        Class::EndoFin | Class::ColourB | Class::Off | Class::Set(3) => AnsiColor::Magenta,
        _ => AnsiColor::Blue,
    };
    let effects = match class {
        Class::Eliminated => Effects::BOLD | Effects::STRIKETHROUGH,
        _ => Effects::BOLD,
    };
    colour.on_default() | effects
}
