//! Values and candidates, each with the shape of its part.

use std::collections::BTreeMap;
use std::fmt::Write;

use sudokit::logic::{Board, Candidate, Words};

use super::background;
use super::layout::{Layout, Point};
use crate::parts::Part;
use crate::pen::{Ink, Pen};
use crate::text::short;

/// All values: givens strong, placed ones lighter.
pub fn values(layout: &Layout, board: &Board, words: &Words, pen: &mut Pen) {
    let share = if has_long_symbols(board, words) {
        0.52
    } else {
        0.64
    };
    for (cell, value) in board.values().iter().enumerate() {
        if *value != 0 {
            let ink = match board.is_given(cell) {
                true => Ink::Given,
                false => Ink::Value,
            };
            let symbol = words.value(*value);
            pen.text(ink, layout.middle(cell), &symbol, layout.cell * share);
        }
    }
}

/// The candidates that play no part, those of one line of the drawing together.
pub fn plain(
    layout: &Layout,
    board: &Board,
    words: &Words,
    parts: &BTreeMap<Candidate, Part>,
    pen: &mut Pen,
) {
    let share = if has_long_symbols(board, words) {
        0.54
    } else {
        0.66
    };
    let mut lines: BTreeMap<i64, Vec<(f64, String)>> = BTreeMap::new();
    for cell in 0..board.values().len() {
        for value in 1..=board.size() as u8 {
            if !board.has(cell, value) || parts.contains_key(&Candidate::new(cell, value)) {
                continue;
            }
            let (at, symbol) = (layout.candidate(cell, value), words.value(value));
            if is_long(&symbol) {
                pen.text(Ink::Plain, at, &symbol, layout.pitch * share);
                continue;
            }
            let line = lines.entry((at.y * 10.0).round() as i64).or_default();
            line.push((at.x, symbol));
        }
    }
    for (line, symbols) in lines {
        let y = line as f64 / 10.0;
        pen.symbols(Ink::Plain, y, &symbols, layout.pitch * share);
    }
}

/// Whether values are numbers of two digits: then all of them, the short ones too, are a little
/// smaller, because letters of two sizes would look like two kinds of values.
fn has_long_symbols(board: &Board, words: &Words) -> bool {
    is_long(&words.value(board.size() as u8))
}

/// Whether a symbol takes more room than a single character.
fn is_long(symbol: &str) -> bool {
    symbol.chars().count() > 1
}

/// The candidates that play a part.
pub fn parts(layout: &Layout, words: &Words, parts: &BTreeMap<Candidate, Part>, pen: &mut Pen) {
    for (candidate, part) in parts {
        let at = layout.candidate(usize::from(candidate.cell), candidate.value);
        part_of(
            *part,
            at,
            layout.radius(),
            Some(&words.value(candidate.value)),
            pen,
        );
    }
}

/// The shape of a part, with a symbol in it or, for a legend, without.
pub fn part_of(part: Part, at: Point, radius: f64, symbol: Option<&str>, pen: &mut Pen) {
    let class = class(part);
    // The cells of a set have a rim; another one for each candidate would be too much.
    let shape = match (part, symbol) {
        (Part::Set(_), Some(_)) => String::new(),
        _ => outline(part, at, radius),
    };
    let _ = write!(pen, "<g class=\"{class}\">{shape}");
    if let Some(symbol) = symbol {
        let size = if is_long(symbol) { 1.0 } else { 1.4 };
        pen.text(Ink::Symbol, at, symbol, radius * size);
    }
    if part == Part::Eliminated {
        let reach = radius * 0.95;
        let _ = write!(
            pen,
            "<path d=\"M{} {}L{} {}\"/>",
            short(at.x - reach),
            short(at.y + reach),
            short(at.x + reach),
            short(at.y - reach)
        );
    }
    pen.push("</g>");
}

fn class(part: Part) -> String {
    let class = match part {
        Part::Placed => "placed",
        Part::Eliminated => "gone",
        Part::Defining => "defining",
        Part::Fin => "fin",
        Part::EndoFin => "endo-fin",
        Part::Extra => "extra",
        Part::ColourA => "colour-a",
        Part::ColourB => "colour-b",
        Part::ColourC => "colour-c",
        Part::ColourD => "colour-d",
        Part::On => "on",
        Part::Off => "off",
        Part::Set(number) => {
            return format!("member set-{}", usize::from(number) % background::SETS + 1);
        }
    };
    class.to_string()
}

/// Circles for what belongs to the pattern, diamonds for fins, squares for second colours.
fn outline(part: Part, at: Point, radius: f64) -> String {
    match part {
        Part::Fin | Part::EndoFin => polygon(at, radius * 1.15, 4, 0.0),
        Part::Extra => polygon(at, radius * 1.08, 6, 0.5),
        Part::ColourB | Part::ColourD | Part::Set(_) => {
            let half = radius * 0.88;
            format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{2}\" height=\"{2}\" rx=\"1.5\"/>",
                short(at.x - half),
                short(at.y - half),
                short(half * 2.0)
            )
        }
        _ => format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
            short(at.x),
            short(at.y),
            short(radius)
        ),
    }
}

/// A regular polygon; `turn` is in parts of a corner.
fn polygon(at: Point, radius: f64, corners: usize, turn: f64) -> String {
    let corner = |index: usize| {
        let angle = std::f64::consts::TAU * (index as f64 + turn) / corners as f64;
        let (x, y) = (at.x + radius * angle.sin(), at.y - radius * angle.cos());
        format!("{},{}", short(x), short(y))
    };
    let corners: Vec<String> = (0..corners).map(corner).collect();
    format!("<polygon points=\"{}\"/>", corners.join(" "))
}
