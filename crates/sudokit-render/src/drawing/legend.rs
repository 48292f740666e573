//! What the shapes of a drawing mean.

use std::collections::BTreeSet;

use sudokit::logic::{HouseRole, Step};

use super::layout::Point;
use super::{background, candidates};
use crate::parts::{self, Part};
use crate::pen::Pen;

/// A small drawing and its name for everything that a step's drawing has, for a page.
pub fn legend(step: &Step) -> Vec<(String, String)> {
    let entries = entries(step).into_iter();
    entries
        .map(|entry| (swatch(&entry.sign), entry.name))
        .collect()
}

/// The side of the drawing of an entry.
pub const SWATCH: f64 = 20.0;

/// A sign and its name.
pub struct Entry {
    pub sign: Sign,
    pub name: String,
}

/// What stands for a part of a drawing, within a square of [`SWATCH`].
pub enum Sign {
    /// The shape of a candidate's part.
    Part { part: Part, is_numbered: bool },
    /// Anything else, as SVG.
    Shape(String),
}

impl Sign {
    pub fn draw(&self, pen: &mut Pen) {
        match self {
            Sign::Shape(svg) => pen.push(svg),
            Sign::Part { part, is_numbered } => {
                let middle = Point {
                    x: SWATCH / 2.0,
                    y: SWATCH / 2.0,
                };
                candidates::part_of(*part, middle, 7.0, None, pen);
                if let Part::Set(number) = part
                    && *is_numbered
                {
                    background::set_number(usize::from(*number), middle, 10.0, pen);
                }
            }
        }
    }
}

/// Everything that a step's drawing has.
pub fn entries(step: &Step) -> Vec<Entry> {
    let shown: BTreeSet<Part> = parts::parts(step).into_values().collect();
    let is_numbered = step.pattern.sets.len() > background::SETS;
    let mut entries: Vec<Entry> = shown
        .into_iter()
        .map(|part| Entry {
            sign: Sign::Part { part, is_numbered },
            name: part.name(),
        })
        .collect();
    let mut add = |shape: String, name: &str| {
        entries.push(Entry {
            sign: Sign::Shape(shape),
            name: name.to_string(),
        });
    };
    if !step.pattern.cells.is_empty() {
        add(rectangle("cell"), "cells of the pattern");
    }
    let has_covers = step.houses(HouseRole::Cover).next().is_some();
    if step.houses(HouseRole::Base).next().is_some() {
        let name = if has_covers { "base" } else { "house" };
        add(rectangle("base"), name);
    }
    if has_covers {
        add(rectangle("cover"), "cover");
    }
    if !step.pattern.chains.is_empty() {
        for (class, name) in [("strong", "strong link"), ("weak", "weak link")] {
            let shape =
                format!("<g class=\"chain chain-1\"><path class=\"{class}\" d=\"M1 10H19\"/></g>");
            add(shape, name);
        }
    }
    entries
}

fn rectangle(class: &str) -> String {
    format!("<rect class=\"{class}\" x=\"2\" y=\"3\" width=\"16\" height=\"14\"/>")
}

fn swatch(sign: &Sign) -> String {
    let mut pen = Pen::for_page();
    sign.draw(&mut pen);
    let shape = pen.finish();
    format!(
        "<svg class=\"swatch\" viewBox=\"0 0 {SWATCH} {SWATCH}\" aria-hidden=\"true\">{shape}</svg>"
    )
}
