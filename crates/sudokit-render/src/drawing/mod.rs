//! A position, and a step on it, as SVG.
//!
//! What is drawn has classes and no colours; those are the matter of a [theme](crate::theme).
//! Every part has a hue *and* a shape or dash of its own: nothing is told by colour alone.
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

use std::collections::BTreeMap;

use sudokit::logic::{Board, Step, Words};

use crate::parts;
use crate::pen::Pen;
use crate::text::escape;
pub use background::names;
pub use layout::{Layout, Point};
pub use legend::{SWATCH, Sign, entries, legend};

/// Drawings of boards up to this size have room beside their explanation.
const LARGEST_BESIDE_WORDS: usize = 12;

/// How wide a cell of a page's drawing is at least, in pixels: with a value alone, …
const CELL_WITH_VALUE: usize = 24;
/// … and with candidates, for each that stands beside others.
const CANDIDATE: usize = 14;

/// Whether drawings of this board need the whole width of a page.
pub fn is_wide(board: &Board) -> bool {
    board.size() > LARGEST_BESIDE_WORDS
}

/// Draws the values of a position, without candidates, for a page.
pub fn position(board: &Board, words: &Words, label: &str) -> String {
    let content = Content {
        step: None,
        candidates: false,
    };
    for_page(board, words, content, label)
}

/// Draws a step on the position before it, for a page.
pub fn step(board: &Board, step: &Step, words: &Words) -> String {
    let content = Content {
        step: Some(step),
        candidates: true,
    };
    for_page(board, words, content, &words.sentence(step))
}

fn for_page(board: &Board, words: &Words, content: Content<'_>, label: &str) -> String {
    let layout = Layout::new(board.shape());
    let mut pen = Pen::for_page();
    let size = layout.picture();
    pen.push(&format!(
        "<svg class=\"board\"{} xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" \
         role=\"img\" aria-label=\"{}\">",
        least_width(&layout, content),
        escape(label)
    ));
    draw(&layout, board, words, content, &mut pen);
    names(&layout, words, &mut pen);
    pen.push("</svg>");
    pen.finish()
}

/// So wide is a page's drawing at least, so that its cells can be read: on a small screen it is
/// scrolled. A board of the usual size fits any screen.
fn least_width(layout: &Layout, content: Content<'_>) -> String {
    if layout.size() <= 9 {
        return String::new();
    }
    let cell = match content.candidates {
        true => CANDIDATE * layout.across,
        false => CELL_WITH_VALUE,
    };
    format!(" style=\"min-width:{}px\"", layout.size() * cell)
}

/// What is drawn beside the values.
#[derive(Clone, Copy)]
pub struct Content<'a> {
    pub step: Option<&'a Step>,
    pub candidates: bool,
}

/// Draws a board.
pub fn draw(layout: &Layout, board: &Board, words: &Words, content: Content<'_>, pen: &mut Pen) {
    let shape = board.shape();
    let parts = content.step.map_or_else(BTreeMap::new, parts::parts);
    background::paper(layout, shape, pen);
    if let Some(step) = content.step {
        background::houses(layout, shape, step, pen);
        background::cells(layout, step, pen);
        background::sets(layout, step, pen);
    }
    background::lines(layout, shape, pen);
    if content.candidates {
        candidates::plain(layout, board, words, &parts, pen);
    }
    if let Some(step) = content.step {
        links::draw(layout, step, pen);
        candidates::parts(layout, words, &parts, pen);
    }
    candidates::values(layout, board, words, pen);
    if let Some(step) = content.step {
        background::set_numbers(layout, step, pen);
    }
}
