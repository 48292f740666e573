//! A position, and a step on it, as SVG.
//!
//! Nothing here knows of files or terminals: a board, a step and its words go in, text comes out.
//! Colours are CSS variables ([`STYLE`]), so that a page decides on light and dark once for all
//! its drawings. Every part has a hue *and* a shape or dash of its own: nothing is told by colour
//! alone.
//!
//! | file | what it draws |
//! |---|---|
//! | `layout` | where cells and candidates stand |
//! | `background` | houses, cells and sets, the lines of the board |
//! | `candidates` | values and candidates, each with the shape of its part |
//! | `links` | chains |
//! | `legend` | what the shapes mean |

mod background;
mod candidates;
mod layout;
mod legend;
mod links;
#[cfg(test)]
mod tests;

use sudokit::logic::{Board, Step, Words};

use crate::parts;
use layout::Layout;
pub use legend::legend;

/// Drawings of boards up to this size have room beside their explanation.
const LARGEST_BESIDE_WORDS: usize = 12;

/// How wide a cell is at least, in pixels: with a value alone, …
const CELL_WITH_VALUE: usize = 24;
/// … and with candidates, for each that stands beside others.
const CANDIDATE: usize = 14;

/// The style that drawings need, once a page.
pub const STYLE: &str = include_str!("style.css");

/// Whether drawings of this board need the whole width of a page.
pub fn is_wide(board: &Board) -> bool {
    board.size() > LARGEST_BESIDE_WORDS
}

/// Draws the values of a position, without candidates.
pub fn position(board: &Board, words: &Words, label: &str) -> String {
    let layout = Layout::new(board);
    let mut svg = begin(&layout, CELL_WITH_VALUE, label);
    background::board(board, &mut svg);
    background::lines(&layout, board.shape(), &mut svg);
    candidates::values(&layout, board, words, &mut svg);
    background::coordinates(&layout, words, &mut svg);
    svg + "</svg>"
}

/// Draws a step on the position before it.
pub fn step(board: &Board, step: &Step, words: &Words) -> String {
    let layout = Layout::new(board);
    let parts = parts::parts(step);
    let narrowest = CANDIDATE * layout.across;
    let mut svg = begin(&layout, narrowest, &words.sentence(step));
    background::board(board, &mut svg);
    background::houses(&layout, board, step, &mut svg);
    background::cells(&layout, step, &mut svg);
    background::sets(&layout, step, &mut svg);
    background::lines(&layout, board.shape(), &mut svg);
    candidates::plain(&layout, board, words, &parts, &mut svg);
    links::draw(&layout, step, &mut svg);
    candidates::parts(&layout, words, &parts, &mut svg);
    candidates::values(&layout, board, words, &mut svg);
    background::set_numbers(&layout, step, &mut svg);
    background::coordinates(&layout, words, &mut svg);
    svg + "</svg>"
}

/// The beginning of a drawing in which no cell is narrower than so many pixels: on a small screen
/// it is scrolled.
fn begin(layout: &Layout, narrowest: usize, label: &str) -> String {
    let size = layout.picture();
    // A board of the usual size fits any screen.
    let style = match layout.size() {
        ..=9 => String::new(),
        cells => format!(" style=\"min-width:{}px\"", cells * narrowest),
    };
    format!(
        "<svg class=\"board\"{style} xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" \
         role=\"img\" aria-label=\"{}\">",
        escape(label)
    )
}

/// Text that may stand between tags and in attributes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// A number with one digit behind the point at most, as short as can be.
fn short(number: f64) -> String {
    ((number * 10.0).round() / 10.0).to_string()
}
